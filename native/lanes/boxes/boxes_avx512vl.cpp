// Vectors of 256 bits, with three-input logic.
#define FARANDOLE_KERNEL avx512vl
#include "lanes/boxes/boxes.inl"
