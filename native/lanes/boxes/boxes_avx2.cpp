// Vectors of 256 bits.
#define FARANDOLE_KERNEL avx2
#include "lanes/boxes/boxes.inl"
