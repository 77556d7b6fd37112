// Vectors of 256 bits.
#define FARANDOLE_KERNEL avx512vl
#define FARANDOLE_WIDTH 16
#include "classic/lanes/lanes.inl"
