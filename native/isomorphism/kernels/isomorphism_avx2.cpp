// AVX2, with byte shuffles.
#define FARANDOLE_KERNEL avx2
#include "isomorphism/kernels/isomorphism.inl"
