// One classic puzzle in a vector, with backtracking: a box in each lane, a bit for each digit. For a few puzzles,
// because the other kernels (lanes.inl) need many to fill their lanes. All kernels of boxes compile this text: a
// boxes_X.cpp file sets
//
//     FARANDOLE_KERNEL   the name of the kernel, a namespace
//
// and is compiled with the flags of its instruction set. Linkage is internal, as in lanes.inl.
//
// A state is nine vectors, one for each place in the box. The vector holds the boxes in grid order, a band in four
// lanes of 16 bits:
//
//      cells[place], bit = digit      lanes   0  1  2  (3)      minirow: three places of a box, beside each other
//                                             4  5  6  (7)      minicolumn: three places of a box, one above the other
//                                             8  9 10 (11)
//                                           (12 13 14  15)      in brackets: blind lanes, all digits possible
//
// So a rule works on nine digits and nine boxes at once. Lanes are rotated to combine the boxes of a band or stack.
// Rules, orders and guesses are those of lanes.inl, so the search tree and the first solution are the same. But all
// digits are processed together, so the rules apply in another order and take a different number of passes.

#include "classic/kernel.hpp"

#include <string.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace farandole {
namespace FARANDOLE_KERNEL {
namespace {

#include "classic/classic.inl"

constexpr int kLanes = 16;
constexpr int lane_of(int band, int stack) { return 4 * band + stack; }
constexpr int lane_of(int box) { return lane_of(box % 3, box / 3); }  // numbered as in classic.inl

// clang-format off: each part uses those before it
#include "classic/boxes/vectors.inl"
#include "classic/boxes/digits.inl"
#include "classic/boxes/rules.inl"
#include "classic/boxes/guess.inl"
#include "classic/boxes/search.inl"
// clang-format on

}  // namespace
}  // namespace FARANDOLE_KERNEL

#define FARANDOLE_STRING2(x) #x
#define FARANDOLE_STRING(x) FARANDOLE_STRING2(x)
#define FARANDOLE_JOIN2(a, b) a##b
#define FARANDOLE_JOIN(a, b) FARANDOLE_JOIN2(a, b)

extern const Searcher FARANDOLE_JOIN(boxes_, FARANDOLE_KERNEL) = {
    FARANDOLE_STRING(FARANDOLE_KERNEL), sizeof(FARANDOLE_KERNEL::Search), FARANDOLE_KERNEL::solve,
    FARANDOLE_KERNEL::begin, FARANDOLE_KERNEL::resume};

}  // namespace farandole
