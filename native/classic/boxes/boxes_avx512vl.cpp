// Vectors of 256 bits, with three-input logic.
#define FARANDOLE_KERNEL avx512vl
#include "classic/boxes/boxes.inl"
