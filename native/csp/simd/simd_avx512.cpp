// SIMD search in registers of 64 bytes.
#define FARANDOLE_KERNEL avx512
#define FARANDOLE_BYTES 64
#include "csp/simd/simd.inl"
