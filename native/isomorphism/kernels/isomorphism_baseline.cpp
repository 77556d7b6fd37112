// SSE2 on x86-64, NEON on ARM.
#define FARANDOLE_KERNEL baseline
#include "isomorphism/kernels/isomorphism.inl"
