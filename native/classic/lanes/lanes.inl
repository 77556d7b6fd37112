// One classic puzzle in each lane of a vector, with backtracking. All kernels compile this text: a lanes_X.cpp file
// sets
//
//     FARANDOLE_KERNEL   the name of the kernel, a namespace
//     FARANDOLE_WIDTH    lanes in a vector: 8, 16 or 32
//
// and is compiled with the flags of its instruction set. So that no other object can use such code, this text uses no
// standard library beyond C headers, and everything except the kernel has internal linkage (tests/batch/test_batch.py
// checks the symbols).
//
// A word holds, for one digit and one place, the nine boxes where the digit may go, in a lane of 16 bits. A state is 81
// words:
//
//      cells[digit][place], bit = box        minirow: three places of a box, beside each other
//                                            minicolumn: three places of a box, one above the other
//
//      places  0 1 2      boxes  0 3 6       Octal constants fit: an octal digit is a stack.
//              3 4 5             1 4 7       A band is three boxes beside each other, a stack three boxes
//              6 7 8             2 5 8       one above the other.
//
// So no shifts are needed within boxes. A band places a digit once in each row and each box: in one of 6 orders of
// boxes over its rows. The orders that are still possible for a digit are *living*; likewise for stacks. Words of nine
// flags hold them for all boxes, bands or stacks at once:
//
//      minirows of row r, minicolumns of column c:  bit = box
//      even orders of bands:   bit 3*k + band:   row 0 in box k of it, row 1 in box k+1, row 2 in box k+2 (mod 3)
//      odd orders of bands:    bit 3*k + band:   row 0 in box k of it, row 1 in box k+2, row 2 in box k+1
//      even orders of stacks:  bit 3*stack + k:  column 0 in box k of it, column 1 in box k+1, column 2 in box k+2
//      odd orders of stacks:   bit 3*stack + k:  column 0 in box k of it, column 1 in box k+2, column 2 in box k+1
//
// A search node is quiet when a pass over the rules changes nothing. Then it guesses between two orders.
//
// References: searching over orders of boxes and counting the digits of minirows are from T. Dillon, "Tdoku: the fast
// Sudoku solver" (2019); locked candidates on bit sets go back to the solvers of the Sudoku Players' Forum.

#include "classic/kernel.hpp"

#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace farandole {
namespace FARANDOLE_KERNEL {
namespace {

constexpr int kWidth = FARANDOLE_WIDTH;

typedef uint16_t Word;
typedef Word Lanes __attribute__((vector_size(2 * FARANDOLE_WIDTH)));

#include "classic/classic.inl"

// ---------------------------------------------------------------------------------------------------------------------
// Words

// Functions of three bits. With AVX-512 each is one instruction, which g++ finds only for the simplest ones.
#if FARANDOLE_WIDTH >= 16 && defined(__AVX512VL__)
template <int kTable>
INLINE Lanes ternary(Lanes a, Lanes b, Lanes c) {
#if FARANDOLE_WIDTH == 32
    return (Lanes)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, (__m512i)c, kTable);
#else
    return (Lanes)_mm256_ternarylogic_epi32((__m256i)a, (__m256i)b, (__m256i)c, kTable);
#endif
}
INLINE Lanes any_of(Lanes a, Lanes b, Lanes c) { return ternary<0xFE>(a, b, c); }
INLINE Lanes odd_of(Lanes a, Lanes b, Lanes c) { return ternary<0x96>(a, b, c); }
INLINE Lanes one_of(Lanes a, Lanes b, Lanes c) { return ternary<0x16>(a, b, c); }
INLINE Lanes two_of(Lanes a, Lanes b, Lanes c) { return ternary<0xE8>(a, b, c); }
INLINE Lanes merge(Word mask, Lanes a, Lanes b) { return ternary<0xCA>(Lanes{} + mask, a, b); }
INLINE Lanes if_not(Lanes a, Lanes b, Lanes c) { return ternary<0xD0>(a, b, c); }
INLINE Lanes but_not(Lanes a, Lanes b, Lanes c) { return ternary<0x40>(a, b, c); }
INLINE Lanes but_neither(Lanes a, Lanes b, Lanes c) { return ternary<0x10>(a, b, c); }
#else
INLINE Lanes any_of(Lanes a, Lanes b, Lanes c) { return a | b | c; }
INLINE Lanes odd_of(Lanes a, Lanes b, Lanes c) { return a ^ b ^ c; }
INLINE Lanes one_of(Lanes a, Lanes b, Lanes c) { return (a ^ b ^ c) & ~(a & b & c); }
INLINE Lanes two_of(Lanes a, Lanes b, Lanes c) { return (a & b) | (c & (a | b)); }  // at least two
INLINE Lanes merge(Word mask, Lanes a, Lanes b) { return (a & mask) | (b & (Word)~mask); }
INLINE Lanes if_not(Lanes a, Lanes b, Lanes c) { return a & (b | ~c); }  // a, where b or not c
INLINE Lanes but_not(Lanes a, Lanes b, Lanes c) { return a & b & ~c; }
INLINE Lanes but_neither(Lanes a, Lanes b, Lanes c) { return a & ~(b | c); }
#endif

// Nine bits twice, as far as they fit: a shift right by 3 or 6 then gives the next box of each band, or the one after
// it.
INLINE Lanes twice(Lanes v) { return v | (v << 9); }

// Rotates groups of 3 bits: each box of a stack becomes the previous or the next one.
INLINE Lanes bands_down(Lanes v) { return merge((Word)~0444, v >> 1, v << 2); }
INLINE Lanes bands_up(Lanes v) { return merge(0666, v + v, v >> 2); }

// Copies a flag to all three.
INLINE Lanes spread(Lanes firsts) { return (firsts << 3) - firsts; }

template <class Do>
INLINE void for_each(uint32_t lanes, Do act) {
    for (; lanes; lanes &= lanes - 1) act(__builtin_ctz(lanes));
}

// A bit for each lane that is not zero.
INLINE uint32_t nonzero(Lanes v) {
#if FARANDOLE_WIDTH == 32 && defined(__AVX512BW__)
    return _mm512_test_epi16_mask((__m512i)v, (__m512i)v);
#elif FARANDOLE_WIDTH == 16 && defined(__AVX512VL__)
    return _mm256_test_epi16_mask((__m256i)v, (__m256i)v);
#elif FARANDOLE_WIDTH == 16 && defined(__AVX2__)
    const __m256i zero = (__m256i)(v == 0);
    return 0xFFFF ^ (uint32_t)_mm_movemask_epi8(
                        _mm_packs_epi16(_mm256_castsi256_si128(zero), _mm256_extracti128_si256(zero, 1)));
#elif FARANDOLE_WIDTH == 8 && defined(__SSE2__)
    const __m128i zero = (__m128i)(v == 0);
    return 0xFF ^ (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(zero, _mm_setzero_si128()));
#else
    uint32_t lanes = 0;
    for (int lane = 0; lane < kWidth; ++lane) lanes |= (uint32_t)(v[lane] != 0) << lane;
    return lanes;
#endif
}

#include "classic/lanes/rules.inl"

// ---------------------------------------------------------------------------------------------------------------------
// Puzzles in and out of a lane, as 81 words

#if defined(__AVX2__)
// For each band, where the bytes of a row go: nine boxes for each of three places. The last row is loaded from 7 bytes
// earlier, to stay within the 81.
struct Spots {
    uint8_t of[4][32];
};
constexpr Spots make_spots() {
    Spots spots{};
    for (int load = 0; load < 4; ++load)
        for (int i = 0; i < 32; ++i) {
            const int column = i / 9, box = i % 9, band = load < 3 ? load : 2;
            spots.of[load][i] = i < 27 && box % 3 == band ? 3 * (box / 3) + column + (load == 3 ? 7 : 0) : 0x80;
        }
    return spots;
}
constexpr Spots kSpots = make_spots();
#endif

// Calls put with the nine words of each digit. Takes 81 values, 0 = empty; a given removes all other candidates of its
// cell.
template <class Put>
INLINE void words_of_values(const uint8_t* values, Put put) {
#if defined(__AVX2__)
    for (int r = 0; r < 3; ++r) {
        const auto row = [&](int band) {
            const int back = 9 * r + 27 * band + 16 > 81 ? 7 : 0;
            const __m128i bytes = _mm_loadu_si128((const __m128i*)(values + 27 * band + 9 * r - back));
            const __m256i spots = _mm256_loadu_si256((const __m256i*)kSpots.of[back ? 3 : band]);
            return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes), spots);
        };
        const __m256i places = _mm256_or_si256(_mm256_or_si256(row(0), row(1)), row(2));
        const __m256i empty = _mm256_cmpeq_epi8(places, _mm256_setzero_si256());
        for (int d = 0; d < 9; ++d) {
            const __m256i here = _mm256_cmpeq_epi8(places, _mm256_set1_epi8((char)(d + 1)));
            const uint32_t bits = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(here, empty));
            for (int c = 0; c < 3; ++c) put(d, 3 * r + c, (uint16_t)(bits >> (9 * c) & kRow));
        }
    }
#else
    for (int place = 0; place < 9; ++place) {
        uint16_t words[10] = {};
        for (int box = 0; box < 9; ++box) {
            const uint8_t value = values[cell_of(place, box)];
            if (value <= 9) words[value] |= 1 << box;
        }
        for (int d = 0; d < 9; ++d) put(d, place, words[d + 1] | words[0]);
    }
#endif
}

template <class Put>
INLINE void words_of_candidates(const uint16_t* masks, Put put) {
    for (int place = 0; place < 9; ++place)
        for (int d = 0; d < 9; ++d) {
            uint16_t word = 0;
            for (int box = 0; box < 9; ++box) word |= (masks[cell_of(place, box)] >> d & 1) << box;
            put(d, place, word);
        }
}

// The digits of full grids in binary: a word for each of 1, 2, 4 and 8.
struct Binary {
    Lanes bits[9][4];  // [row]
};

INLINE Binary binary_of(const State& s) {
    Binary digits;
    for (int r = 0; r < 3; ++r) {
        Lanes places[3][4];
        for (int c = 0; c < 3; ++c) {
            const auto any = [&](auto... d) { return (s.cells[d - 1][3 * r + c] | ...); };
            places[c][0] = any(1, 3, 5, 7, 9);
            places[c][1] = any(2, 3, 6, 7);
            places[c][2] = any(4, 5, 6, 7);
            places[c][3] = any(8, 9);
        }
        for (int bit = 0; bit < 4; ++bit) {
            const auto row = [](Lanes a, Lanes b, Lanes c) { return merge(kFirsts, a, merge(kFirsts << 1, b, c)); };
            const Lanes a = places[0][bit], b = places[1][bit], c = places[2][bit];
            digits.bits[r][bit] = row(a, b << 1, c << 2);
            digits.bits[3 + r][bit] = row(a >> 1, b, c << 1);
            digits.bits[6 + r][bit] = row(a >> 2, b >> 1, c);
        }
    }
    return digits;
}

// The 81 digits of a lane; `bits` are its words in `Binary`.
INLINE void digits_of_bits(const Word* bits, uint8_t* digits) {
    for (int row = 0; row < 9; ++row, bits += 4 * kWidth, digits += 9) {
#if defined(__BMI2__)
        const auto bytes = [&](int bit) { return _pdep_u64(bits[bit * kWidth], 0x0101010101010101) << bit; };
        const uint64_t eight = bytes(0) | bytes(1) | bytes(2) | bytes(3);
        memcpy(digits, &eight, 8);
        const int first = 8;
#else
        const int first = 0;
#endif
        for (int column = first; column < 9; ++column) {
            uint32_t digit = 0;
            for (int bit = 0; bit < 4; ++bit) digit |= (bits[bit * kWidth] >> column & 1) << bit;
            digits[column] = (uint8_t)digit;
        }
    }
}

// clang-format off: each part uses those before it
#include "classic/lanes/guesses.inl"
#include "classic/lanes/board.inl"
#include "classic/lanes/sharing.inl"
#include "classic/lanes/search.inl"
#include "classic/lanes/minimal.inl"
// clang-format on

}  // namespace
}  // namespace FARANDOLE_KERNEL

#define FARANDOLE_STRING2(x) #x
#define FARANDOLE_STRING(x) FARANDOLE_STRING2(x)
#define FARANDOLE_JOIN2(a, b) a##b
#define FARANDOLE_JOIN(a, b) FARANDOLE_JOIN2(a, b)

extern const Kernel FARANDOLE_JOIN(lanes_, FARANDOLE_KERNEL) = {
    {FARANDOLE_STRING(FARANDOLE_KERNEL), FARANDOLE_KERNEL::kScratch, FARANDOLE_KERNEL::solve, FARANDOLE_KERNEL::begin,
     FARANDOLE_KERNEL::resume},
    FARANDOLE_WIDTH,
    FARANDOLE_KERNEL::minimize};

}  // namespace farandole
