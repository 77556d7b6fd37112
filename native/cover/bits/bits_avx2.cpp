// Sets of options 4 words at a time.
#define FARANDOLE_KERNEL avx2
#define FARANDOLE_LANES 4
#include "cover/bits/bits.inl"
