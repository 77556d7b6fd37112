// Vectors of 512 bits.
#define FARANDOLE_KERNEL avx512
#define FARANDOLE_WIDTH 32
#include "classic/lanes/lanes.inl"
