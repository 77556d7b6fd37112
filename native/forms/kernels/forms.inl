// Drawing grids, and canonical forms. The one text of the kernels: a forms_X.cpp file sets FARANDOLE_KERNEL, the name of the
// kernel and of a namespace, and is compiled with the flags of its instruction set. As in lanes.inl, there is no standard library
// beyond plain C headers, and everything but the kernel itself has internal linkage.

#include "forms/forms.hpp"
#include "forms/random.hpp"
#include "forms/tables/splits.hpp"

#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace farandole {
namespace FARANDOLE_KERNEL {
namespace {

#define INLINE [[gnu::always_inline]] inline

constexpr int ALL = 511;  // nine digits, or nine cells

#include "forms/kernels/draw.inl"

void draw(const Splits& splits, uint64_t seed, uint64_t first, size_t n, uint8_t* grids, uint8_t* orders) {
    for (size_t i = 0; i < n; ++i) {
        Random random(seed, first + i);
        if (grids) draw_grid(splits, random, grids + 81 * i);
        if (!orders) continue;
        uint8_t* order = orders + 81 * i;
        for (int cell = 0; cell < 81; ++cell) order[cell] = cell;
        random.shuffle(order, 81);
    }
}

}  // namespace
}  // namespace FARANDOLE_KERNEL

#define FARANDOLE_STRING2(x) #x
#define FARANDOLE_STRING(x) FARANDOLE_STRING2(x)
#define FARANDOLE_JOIN2(a, b) a##b
#define FARANDOLE_JOIN(a, b) FARANDOLE_JOIN2(a, b)

extern const FormsKernel FARANDOLE_JOIN(forms_, FARANDOLE_KERNEL) = {FARANDOLE_STRING(FARANDOLE_KERNEL), FARANDOLE_KERNEL::draw};

}  // namespace farandole
