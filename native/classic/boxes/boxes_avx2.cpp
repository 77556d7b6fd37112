// Vectors of 256 bits.
#define FARANDOLE_KERNEL avx2
#include "classic/boxes/boxes.inl"
