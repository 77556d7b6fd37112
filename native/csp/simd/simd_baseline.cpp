// SIMD search in registers of 16 bytes.
#define FARANDOLE_KERNEL baseline
#define FARANDOLE_BYTES 16
#include "csp/simd/simd.inl"
