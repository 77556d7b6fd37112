// One puzzle, many searches in step: a lane of a vector is a search, a vector the masks of one cell in all of them. The
// one text of every kernel: a simd_X.cpp file sets
//
//     FARANDOLE_KERNEL   the name of the kernel, a namespace
//     FARANDOLE_BYTES    bytes of a vector register: 16, 32 or 64
//
// and is compiled with the flags of its instruction set; as in lanes.inl there is no standard library here and nothing
// but the kernel itself is visible outside.
//
// A pass revises every house, pair, set and sum once, in all lanes at once, and without branches: so it strikes less
// than a network asked again and again, but for 32 searches in the time of one. Every kernel has as many lanes, in one
// register or in several, and finds the same.

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
