// SIMD search in registers of 32 bytes.
#define FARANDOLE_KERNEL avx2
#define FARANDOLE_BYTES 32
#include "csp/simd/simd.inl"
