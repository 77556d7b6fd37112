// Vectors of 128 bits: SSE2 on x86-64, NEON on ARM.
#define FARANDOLE_KERNEL baseline
#define FARANDOLE_WIDTH 8
#include "classic/lanes/lanes.inl"
