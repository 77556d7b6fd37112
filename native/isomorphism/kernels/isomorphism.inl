// Drawing grids, and canonical forms. The one text of the kernels: an isomorphism_X.cpp file sets FARANDOLE_KERNEL, the
// name of the kernel and of a namespace, and is compiled with the flags of its instruction set. As in lanes.inl, there
// is no standard library beyond plain C headers, and everything but the kernel itself has internal linkage.

#include "isomorphism/kernel.hpp"
#include "isomorphism/random.hpp"
#include "isomorphism/tables/bands.hpp"
#include "isomorphism/tables/nibbles.hpp"
#include "isomorphism/tables/splits.hpp"

#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace farandole {
namespace FARANDOLE_KERNEL {
namespace {

#define INLINE [[gnu::always_inline]] inline

constexpr int kAll = 511;  // nine digits, or nine cells

// Sixteen bytes: a row of digits and what follows it in memory.
typedef uint8_t Row __attribute__((vector_size(16)));

INLINE Row row_at(const uint8_t* bytes) {
    Row row;
    memcpy(&row, bytes, 16);
    return row;
}

// A byte shuffle; zero for Bands::kNowhere.
INLINE Row shuffled(Row bytes, Row places) {
#if defined(__SSSE3__)
    return (Row)_mm_shuffle_epi8((__m128i)bytes, (__m128i)places);
#elif defined(__aarch64__)
    return (Row)vqtbl1q_u8((uint8x16_t)bytes, (uint8x16_t)places);
#else
    Row result;
    for (int i = 0; i < 16; ++i) result[i] = places[i] < 16 ? bytes[places[i] & 15] : 0;
    return result;
#endif
}

// A bit for each byte; bytes are all ones or zero.
INLINE unsigned mask_of(Row bytes) {
#if defined(__SSE2__)
    return _mm_movemask_epi8((__m128i)bytes);
#else
    unsigned mask = 0;
    for (int i = 0; i < 16; ++i) mask |= (bytes[i] & 1u) << i;
    return mask;
#endif
}

#include "isomorphism/kernels/draw.inl"
#include "isomorphism/kernels/grids.inl"
#include "isomorphism/kernels/puzzles.inl"
#include "isomorphism/kernels/variants.inl"

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

bool canonical(const Bands& bands, const Nibbles& nibbles, const uint8_t* puzzles, size_t n, uint8_t* forms,
               int64_t* symmetries) {
    PuzzleForm form(bands, nibbles);
    for (size_t i = 0; i < n; ++i)
        if ((symmetries[i] = form(puzzles + 81 * i, forms + 81 * i)) < 0) return false;
    return true;
}

}  // namespace
}  // namespace FARANDOLE_KERNEL

#define FARANDOLE_STRING2(x) #x
#define FARANDOLE_STRING(x) FARANDOLE_STRING2(x)
#define FARANDOLE_JOIN2(a, b) a##b
#define FARANDOLE_JOIN(a, b) FARANDOLE_JOIN2(a, b)

extern const IsomorphismKernel FARANDOLE_JOIN(isomorphism_, FARANDOLE_KERNEL) = {
    FARANDOLE_STRING(FARANDOLE_KERNEL), FARANDOLE_KERNEL::draw, FARANDOLE_KERNEL::canonical,
    FARANDOLE_KERNEL::variants};

}  // namespace farandole
