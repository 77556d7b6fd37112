// Sets of options 8 words at a time.
#define FARANDOLE_KERNEL avx512
#define FARANDOLE_LANES 8
#include "cover/bits/bits.inl"
