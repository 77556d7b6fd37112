// Sets of options 2 words at a time.
#define FARANDOLE_KERNEL baseline
#define FARANDOLE_LANES 2
#include "cover/bits/bits.inl"
