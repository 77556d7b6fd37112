// One puzzle, many searches in step: each lane of a vector is a search, and a vector holds the masks of one cell in all
// of them. All kernels compile this text: a simd_X.cpp file sets
//
//     FARANDOLE_KERNEL   the name of the kernel, a namespace
//     FARANDOLE_BYTES    bytes of a vector register: 16, 32 or 64
//
// and is compiled with the flags of its instruction set. As in lanes.inl, it uses no standard library, and only the
// kernel itself is visible outside.
//
// A pass revises every house and constraint once, in all lanes, without branches. It propagates less than a fixed
// point, but for 32 searches in the time of one. Every kernel has the same number of lanes, in one register or in
// several, and gives the same results.

#include "csp/simd/plan.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#define INLINE [[gnu::always_inline]] inline

namespace farandole {
namespace FARANDOLE_KERNEL {
namespace {
namespace narrow {

typedef uint16_t Word;
typedef int16_t Value;
#include "csp/simd/masks.inl"
#include "csp/simd/pass.inl"

}  // namespace narrow
namespace wide {

typedef uint32_t Word;
typedef int32_t Value;
#include "csp/simd/masks.inl"
#include "csp/simd/pass.inl"

}  // namespace wide
}  // namespace
}  // namespace FARANDOLE_KERNEL

#define FARANDOLE_JOIN_(one, other) one##other
#define FARANDOLE_JOIN(one, other) FARANDOLE_JOIN_(one, other)
#define FARANDOLE_NAME_(kernel) #kernel
#define FARANDOLE_NAME(kernel) FARANDOLE_NAME_(kernel)

const SimdKernel FARANDOLE_JOIN(simd_, FARANDOLE_KERNEL) = {
    FARANDOLE_NAME(FARANDOLE_KERNEL),
    {FARANDOLE_KERNEL::narrow::kNumLanes, FARANDOLE_KERNEL::narrow::pass, FARANDOLE_KERNEL::narrow::choose,
     FARANDOLE_KERNEL::narrow::copy},
    {FARANDOLE_KERNEL::wide::kNumLanes, FARANDOLE_KERNEL::wide::pass, FARANDOLE_KERNEL::wide::choose,
     FARANDOLE_KERNEL::wide::copy},
};

}  // namespace farandole
