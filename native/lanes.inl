// One classic puzzle in each lane of a vector, with backtracking. The one text of every kernel: a lanes_X.cpp file sets
//
//     FARANDOLE_KERNEL   the name of the kernel, a namespace
//     FARANDOLE_WIDTH    lanes in a vector: 8, 16 or 32
//
// and is compiled with the flags of its instruction set. To keep such code out of the reach of other objects, this text
// uses no standard library beyond plain C headers, and everything but the kernel itself has internal linkage
// (tests/test_batch.py looks at the symbols).
//
// A word is the nine cells of a row where one digit may still go, in a lane of 16 bits; a state is 81 words:
//
//      cells[digit][row], bit = column       minirow: three neighboring bits, the cells of a row in a box
//                                            minicolumn: one bit in the three rows of a band, in a box
//
//            box 0     box 1     box 2       Octal constants fit: an octal digit is a minirow.
//          0  1  2 |  3  4  5 |  6  7  8     A band is three rows, a stack three columns, of boxes.
//
// A band places a digit once in each row and each box: by one of 6 orders of boxes over its rows. So a digit has a few
// "living" orders a band, and likewise a stack. What a digit may use is kept in words of nine flags, all three bands
// (stacks) at once:
//
//      minirows of row r of each band      bit 3*box + band
//      minicolumns of a band               bit 3*stack + column, as in cells
//      even orders of bands                bit 3*k + band:  row 0 in box k, row 1 in box k+1, row 2 in box k+2   (mod 3)
//      odd orders of bands                 bit 3*k + band:  row 0 in box k, row 1 in box k+2, row 2 in box k+1
//      even and odd orders of stacks       bit 3*stack + k: band 0 in column k of it, bands 1 and 2 in k+1, k+2 or k+2, k+1
//
// A search node is quiet when a pass over the rules changes nothing. Then it guesses one of two orders.
//
// References: searching over orders of boxes is T. Dillon's idea, "Tdoku: the fast Sudoku solver" (2019), as is counting
// the digits of minirows; locked candidates on bit sets go back to the solvers of the Sudoku Players' Forum.

#include "lanes.hpp"

#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace farandole {
namespace FARANDOLE_KERNEL {
namespace {

constexpr int WIDTH = FARANDOLE_WIDTH;

typedef uint16_t Word;
typedef Word Lanes __attribute__((vector_size(2 * FARANDOLE_WIDTH)));

// Functions on Lanes are small, and must not become calls that pass vectors through memory.
#define INLINE [[gnu::always_inline]] inline

constexpr Word ROW = 0777;     // nine cells, or nine flags
constexpr Word FIRSTS = 0111;  // the first bit of each three

// ---------------------------------------------------------------------------------------------------------------------
// Words

// Functions of three bits. With AVX-512 each is one instruction, which g++ finds only for the simplest.
#if FARANDOLE_WIDTH == 32 && defined(__AVX512F__)
template <int TABLE>
INLINE Lanes ternary(Lanes a, Lanes b, Lanes c) {
    return (Lanes)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, (__m512i)c, TABLE);
}
INLINE Lanes any_of(Lanes a, Lanes b, Lanes c) { return ternary<0xFE>(a, b, c); }
INLINE Lanes odd_of(Lanes a, Lanes b, Lanes c) { return ternary<0x96>(a, b, c); }
INLINE Lanes one_of(Lanes a, Lanes b, Lanes c) { return ternary<0x16>(a, b, c); }
INLINE Lanes two_of(Lanes a, Lanes b, Lanes c) { return ternary<0xE8>(a, b, c); }
INLINE Lanes merge(Word mask, Lanes a, Lanes b) { return ternary<0xCA>(Lanes{} + mask, a, b); }
#else
INLINE Lanes any_of(Lanes a, Lanes b, Lanes c) { return a | b | c; }
INLINE Lanes odd_of(Lanes a, Lanes b, Lanes c) { return a ^ b ^ c; }
INLINE Lanes one_of(Lanes a, Lanes b, Lanes c) { return (a ^ b ^ c) & ~(a & b & c); }
INLINE Lanes two_of(Lanes a, Lanes b, Lanes c) { return (a & b) | (c & (a | b)); }  // two at least
INLINE Lanes merge(Word mask, Lanes a, Lanes b) { return (a & mask) | (b & (Word)~mask); }
#endif

// Nine bits twice, as far as there is room: a shift right by 3 or 6 then rotates them by boxes.
INLINE Lanes twice(Lanes v) { return v | (v << 9); }

// Bits of 3 rotated: each column of a stack becomes the one before, or the next one.
INLINE Lanes columns_down(Lanes v) { return merge((Word)~0444, v >> 1, v << 2); }
INLINE Lanes columns_up(Lanes v) { return merge(0666, v + v, v >> 2); }

// Three cells to a flag at the first of them, and back.
INLINE Lanes any_of_minirow(Lanes v) { return any_of(v, v >> 1, v >> 2) & FIRSTS; }
INLINE Lanes spread_minirow(Lanes firsts) { return (firsts << 3) - firsts; }

template <class Do>
INLINE void for_each(uint32_t lanes, Do act) {
    for (; lanes; lanes &= lanes - 1) act(__builtin_ctz(lanes));
}

// A bit for each lane that is not zero.
INLINE uint32_t nonzero(Lanes v) {
#if FARANDOLE_WIDTH == 32 && defined(__AVX512BW__)
    return _mm512_test_epi16_mask((__m512i)v, (__m512i)v);
#elif FARANDOLE_WIDTH == 16 && defined(__AVX2__)
    const __m256i zero = (__m256i)(v == 0);
    return 0xFFFF ^ (uint32_t)_mm_movemask_epi8(
                        _mm_packs_epi16(_mm256_castsi256_si128(zero), _mm256_extracti128_si256(zero, 1)));
#elif FARANDOLE_WIDTH == 8 && defined(__SSE2__)
    const __m128i zero = (__m128i)(v == 0);
    return 0xFF ^ (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(zero, _mm_setzero_si128()));
#else
    uint32_t lanes = 0;
    for (int lane = 0; lane < WIDTH; ++lane) lanes |= (uint32_t)(v[lane] != 0) << lane;
    return lanes;
#endif
}

// ---------------------------------------------------------------------------------------------------------------------
// The rules

struct State {
    Lanes cells[9][9];    // where each digit may go, by row
    Lanes rows[9][3];     // minirows that the count of three leaves to each digit, by row of the band
    Lanes columns[9][3];  // minicolumns likewise, by band
    Lanes fresh;          // all flags set where a lane got other cells: rows and columns mean nothing there
    // Scratch of a pass, and what a guess reads.
    Lanes kept[9][9];                  // cells while the pass goes on
    Lanes minirows[9][3];              // living minirows
    Lanes forced[9][3];                // living minirows that are alone in their row
    Lanes minicolumns[9][3];           // living minicolumns
    Lanes placed[9][3];                // by band: the boxes, spread to minirows, in which the digit has one cell
    Lanes orders[2][9][2];             // living orders: of bands and of stacks, even and odd
};

// What a pass over the rules found, lane by lane.
struct Findings {
    Lanes changed;  // not zero: a candidate was struck
    Lanes dead;     // not zero: no solution from here
    Lanes open;     // zero: before the pass, every cell had at most one candidate
};

// Of nine words, where at least one bit is set, and where at least two are.
struct OneTwo {
    Lanes one, two;
};
template <class Get>
INLINE OneTwo count_to_two(Get get) {
    const Lanes a = any_of(get(0), get(1), get(2)), b = any_of(get(3), get(4), get(5)), c = any_of(get(6), get(7), get(8));
    const Lanes two = any_of(two_of(get(0), get(1), get(2)), two_of(get(3), get(4), get(5)), two_of(get(6), get(7), get(8)));
    return {any_of(a, b, c), two | two_of(a, b, c)};
}

// Of nine words, where exactly three bits are set, and where four or more are: by carry-save addition.
struct ThreeFour {
    Lanes three, four;
};
template <class Get>
INLINE ThreeFour count_to_four(Get get) {
    const Lanes a = odd_of(get(0), get(1), get(2)), b = odd_of(get(3), get(4), get(5)), c = odd_of(get(6), get(7), get(8));
    const Lanes p = two_of(get(0), get(1), get(2)), q = two_of(get(3), get(4), get(5)), r = two_of(get(6), get(7), get(8));
    const Lanes ones = odd_of(a, b, c), s = two_of(a, b, c);  // and p, q, r, s count two each
    const Lanes four = two_of(p, q, r) | (s & any_of(p, q, r));
    return {(odd_of(p, q, r) ^ s) & ones & ~four, four};
}

// What the cells of a digit tell, row by row and column by column; then its cells are struck by it. Cells where an earlier
// digit is placed are taken. (Where two are, the later one has no cell left in its box: dead, in the next pass.)
INLINE void restrict_digit(State& s, int d, const Lanes single[9], Lanes taken[9], Lanes& dead) {
    // Naked singles leave the rest of their boxes; rows and columns follow from the orders.
    Lanes w[9];
    for (int b = 0; b < 9; b += 3) {
        Lanes naked[3];
        for (int r = 0; r < 3; ++r) naked[r] = s.cells[d][b + r] & single[b + r];
        const Lanes boxes = spread_minirow(any_of_minirow(any_of(naked[0], naked[1], naked[2])));
        for (int r = 0; r < 3; ++r) w[b + r] = s.cells[d][b + r] & (naked[r] | ~boxes) & ~taken[b + r];
    }

    // Orders of bands, over minirows.
    Lanes flags[3];
    for (int r = 0; r < 3; ++r) {
        const Lanes u = w[r], v = w[3 + r], x = w[6 + r];  // of bands 0, 1, 2
        flags[r] = merge(FIRSTS, any_of(u, u >> 1, u >> 2),
                         merge(FIRSTS << 1, any_of(v + v, v, v >> 1), any_of(x << 2, x + x, x))) & (s.rows[d][r] | s.fresh);
    }
    const Lanes flags1 = twice(flags[1]), flags2 = twice(flags[2]);
    const Lanes even = flags[0] & (flags1 >> 3) & (flags2 >> 6), odd = flags[0] & (flags1 >> 6) & (flags2 >> 3);
    s.orders[0][d][0] = even;
    s.orders[0][d][1] = odd;
    const Lanes even2 = twice(even), odd2 = twice(odd);
    const Lanes row[3] = {even | odd, ((even2 >> 6) | (odd2 >> 3)) & ROW, ((even2 >> 3) | (odd2 >> 6)) & ROW};
    dead |= ~any_of(row[0], row[0] >> 3, row[0] >> 6) & 07;
    for (int r = 0; r < 3; ++r) {
        const Lanes row2 = twice(row[r]);
        s.minirows[d][r] = row[r];
        s.forced[d][r] = row[r] & ~((row2 >> 3) | (row2 >> 6));
        for (int b = 0; b < 3; ++b) w[3 * b + r] &= spread_minirow((row[r] >> b) & FIRSTS);
    }

    // Orders of stacks, over minicolumns.
    Lanes c[3];
    for (int b = 0; b < 3; ++b) c[b] = any_of(w[3 * b], w[3 * b + 1], w[3 * b + 2]) & (s.columns[d][b] | s.fresh);
    const Lanes even_column = c[0] & columns_down(c[1]) & columns_up(c[2]);
    const Lanes odd_column = c[0] & columns_up(c[1]) & columns_down(c[2]);
    s.orders[1][d][0] = even_column;
    s.orders[1][d][1] = odd_column;
    const Lanes column[3] = {even_column | odd_column, columns_up(even_column) | columns_down(odd_column),
                             columns_down(even_column) | columns_up(odd_column)};
    dead |= ~any_of(column[0], column[0] >> 1, column[0] >> 2) & FIRSTS;

    // A box with one minirow and one minicolumn has a single where they meet.
    const Lanes one_row = one_of(row[0], row[1], row[2]);
    for (int b = 0; b < 3; ++b) {
        const Lanes one_column = one_of(column[b], column[b] >> 1, column[b] >> 2);
        s.minicolumns[d][b] = column[b];
        s.placed[d][b] = spread_minirow(one_column & (one_row >> b) & FIRSTS);
        for (int r = 0; r < 3; ++r) {
            const Lanes kept = w[3 * b + r] & column[b];
            s.kept[d][3 * b + r] = kept;
            taken[3 * b + r] |= kept & s.placed[d][b];
        }
    }
}

// Every minirow and minicolumn holds exactly three digits: strike the flags of the others, for the next pass.
INLINE void count_digits(State& s, Lanes& dead, Lanes& changed) {
    for (int r = 0; r < 3; ++r) {
        const ThreeFour living = count_to_four([&](int d) { return s.minirows[d][r]; });
        const ThreeFour forced = count_to_four([&](int d) { return s.forced[d][r]; });
        dead |= (ROW & ~(living.three | living.four)) | forced.four;
        for (int d = 0; d < 9; ++d) {
            // Where only three digits can go, they must: no other minirow of their row, and none of their box by the orders.
            const Lanes must = twice(s.minirows[d][r] & living.three & ~s.forced[d][r]);
            const Lanes struck = (forced.three & ~s.forced[d][r]) | (must >> 3) | (must >> 6);
            changed |= s.minirows[d][r] & struck;
            s.rows[d][r] = ROW & ~struck;
        }
    }
    ThreeFour living[3], forced[3];
    const auto alone = [&s](int d, int b) {
        return s.minicolumns[d][b] & ~s.minicolumns[d][(b + 1) % 3] & ~s.minicolumns[d][(b + 2) % 3];
    };
    for (int b = 0; b < 3; ++b) {
        living[b] = count_to_four([&](int d) { return s.minicolumns[d][b]; });
        forced[b] = count_to_four([&](int d) { return alone(d, b); });
        dead |= (ROW & ~(living[b].three | living[b].four)) | forced[b].four;
    }
    for (int d = 0; d < 9; ++d) {
        Lanes must[3], out[3];
        for (int b = 0; b < 3; ++b) {
            must[b] = s.minicolumns[d][b] & living[b].three & ~alone(d, b);
            out[b] = forced[b].three & ~alone(d, b);
        }
        for (int b = 0; b < 3; ++b) {
            const Lanes struck = any_of(out[b], must[(b + 1) % 3], must[(b + 2) % 3]);
            changed |= s.minicolumns[d][b] & struck;
            s.columns[d][b] = ROW & ~struck;
        }
    }
}

// Strike what the rules strike, once: naked and hidden singles, locked candidates by orders, three digits a minirow and
// a minicolumn.
INLINE Findings pass(State& s) {
    Findings found{};
    Lanes single[9], taken[9] = {};
    for (int r = 0; r < 9; ++r) {
        const OneTwo count = count_to_two([&](int d) { return s.cells[d][r]; });
        single[r] = count.one & ~count.two;
        found.dead |= count.one ^ ROW;
        found.open |= count.two;
    }
#pragma GCC unroll 1
    for (int d = 0; d < 9; ++d) restrict_digit(s, d, single, taken, found.dead);
    count_digits(s, found.dead, found.changed);
    s.fresh = Lanes{};
    // A cell where a digit is placed has no other, also no earlier one.
#pragma GCC unroll 1
    for (int r = 0; r < 9; ++r) {
        for (int d = 0; d < 9; ++d) {
            const Lanes v = s.kept[d][r] & (s.placed[d][r / 3] | ~taken[r]);
            found.changed |= s.cells[d][r] ^ v;
            s.cells[d][r] = v;
        }
    }
    return found;
}

// ---------------------------------------------------------------------------------------------------------------------
// Puzzles in and out of a lane, as 81 words

// Tell put the nine words of each digit, from 81 digits, 0 = empty: givens leave their cells no other digit.
template <class Put>
INLINE void words_of_values(const uint8_t* values, Put put) {
#if defined(__AVX2__)
    for (int b = 0; b < 3; ++b) {
        // The last of three loads is moved back to stay inside the 81 bytes.
        const int back = b == 2 ? 5 : 0;
        const __m256i band = _mm256_loadu_si256((const __m256i*)(values + 27 * b - back));
        const __m256i empty = _mm256_cmpeq_epi8(band, _mm256_setzero_si256());
        for (int d = 0; d < 9; ++d) {
            const __m256i here = _mm256_cmpeq_epi8(band, _mm256_set1_epi8((char)(d + 1)));
            const uint32_t bits = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(here, empty)) >> back;
            for (int r = 0; r < 3; ++r) put(d, 3 * b + r, (uint16_t)(bits >> (9 * r) & ROW));
        }
    }
#else
    for (int row = 0; row < 9; ++row) {
        uint16_t words[10] = {};
        for (int column = 0; column < 9; ++column)
            if (values[9 * row + column] <= 9) words[values[9 * row + column]] |= 1 << column;
        for (int d = 0; d < 9; ++d) put(d, row, words[d + 1] | words[0]);
    }
#endif
}

template <class Put>
INLINE void words_of_candidates(const uint16_t* masks, Put put) {
    for (int row = 0; row < 9; ++row)
        for (int d = 0; d < 9; ++d) {
            uint16_t word = 0;
            for (int column = 0; column < 9; ++column) word |= (masks[9 * row + column] >> d & 1) << column;
            put(d, row, word);
        }
}

// 81 digits from the words of a full grid.
template <class Get>
INLINE void digits_of_words(Get get, uint8_t* digits) {
    for (int row = 0; row < 9; ++row) {
        // The digits in binary, a bit of all nine columns at a time.
        const auto any = [&](auto... d) { return (uint32_t)(get(d, row) | ...); };
        const uint32_t bits[4] = {any(0, 2, 4, 6, 8), any(1, 2, 5, 6), any(3, 4, 5, 6), any(7, 8)};
#if defined(__BMI2__)
        const auto bytes = [](uint32_t word) { return _pdep_u64(word, 0x0101010101010101); };
        const uint64_t eight = bytes(bits[0]) | bytes(bits[1]) << 1 | bytes(bits[2]) << 2 | bytes(bits[3]) << 3;
        memcpy(digits + 9 * row, &eight, 8);
        const int first = 8;
#else
        const int first = 0;
#endif
        for (int column = first; column < 9; ++column) {
            uint32_t digit = 0;
            for (int bit = 0; bit < 4; ++bit) digit |= (bits[bit] >> column & 1) << bit;
            digits[9 * row + column] = (uint8_t)digit;
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Guesses

// The cells that an order leaves to a digit, row by row.
struct Orders {
    uint16_t of[2][18][9];  // [of bands or of stacks][bit: nine even, nine odd][row]
};

constexpr Orders make_orders() {
    Orders orders{};
    for (int bit = 0; bit < 18; ++bit)
        for (int row = 0; row < 9; ++row) {
            const int flag = bit % 9, odd = bit / 9;
            const bool in_band = row / 3 == flag % 3;
            orders.of[0][bit][row] = in_band ? 7 << (3 * ((flag / 3 + (1 + odd) * (row % 3)) % 3)) : ROW;
            const int stack = flag / 3, column = (flag % 3 + (1 + odd) * (row / 3)) % 3;
            orders.of[1][bit][row] = (ROW & ~(7 << (3 * stack))) | 1 << (3 * stack + column);
        }
    return orders;
}
constexpr Orders ORDERS = make_orders();

// The cells of a row that are peers of any cell in a column, by what it shares with the cell's row: the row, the band.
struct Peers {
    uint16_t row[9], band[9];
};

constexpr Peers make_peers() {
    Peers peers{};
    for (int column = 0; column < 9; ++column) {
        peers.row[column] = ROW & ~(1 << column);
        peers.band[column] = 7 << (column / 3 * 3);
    }
    return peers;
}
constexpr Peers PEERS = make_peers();

// One of two branches: masks for the rows of one digit, taken for this branch, left for the other.
struct Guess {
    int digit;
    uint16_t taken[9], left[9];
};

// A cell with two candidates, the one with the most such peers; in the rare lack of one, a cell with the fewest.
inline Guess guess_cell(const uint16_t words[9][9]) {
    uint32_t two[9];  // exactly two candidates
    for (int row = 0; row < 9; ++row) {
        uint32_t at_least[4] = {ROW, 0, 0, 0};
        for (int d = 0; d < 9; ++d)
            for (int k = 3; k > 0; --k) at_least[k] |= at_least[k - 1] & words[d][row];
        two[row] = at_least[2] & ~at_least[3];
    }
    int best = -1, best_score = -1;
    for (int cell = 0; cell < 81; ++cell) {
        const int row = cell / 9, column = cell % 9;
        int score = 10;
        if (two[row] >> column & 1) {
            for (int r = 0; r < 9; ++r) {
                const uint32_t peers = r == row           ? PEERS.row[column]
                                       : r / 3 == row / 3 ? PEERS.band[column]
                                                          : 1u << column;
                score += __builtin_popcount(two[r] & peers);
            }
        } else {
            for (int d = 0; d < 9; ++d) score -= words[d][row] >> column & 1;
            if (score >= 9) continue;
        }
        if (score > best_score) best = cell, best_score = score;
    }
    const int row = best / 9, column = best % 9;
    Guess guess{};
    while (!(words[guess.digit][row] >> column & 1)) ++guess.digit;
    // Taking the digit here is leaving no other cell of its box to it; the words of other digits follow by the rules.
    for (int r = 0; r < 9; ++r) {
        const int here = (r == row) << column;
        guess.taken[r] = r / 3 == row / 3 ? (ROW & ~PEERS.band[column]) | here : ROW;
        guess.left[r] = ROW & ~here;
    }
    return guess;
}

// How many living orders each band (then each stack) has, of all digits together. Get gives the orders of a digit: of
// bands or of stacks, even or odd.
template <class Get>
INLINE void count_orders(Get get, uint32_t counts[6]) {
#if defined(__BMI2__)
    // Each flag to a field of 7 bits, and all digits added up at once.
    constexpr uint64_t FIELDS = 0x0102040810204081;
    uint64_t bands = 0, stacks = 0;
    for (int d = 0; d < 9; ++d) {
        bands += _pdep_u64(get(0, d, 0), FIELDS) + _pdep_u64(get(0, d, 1), FIELDS);
        stacks += _pdep_u64(get(1, d, 0), FIELDS) + _pdep_u64(get(1, d, 1), FIELDS);
    }
    bands += (bands >> 21) + (bands >> 42);
    stacks += (stacks >> 7) + (stacks >> 14);
    for (int k = 0; k < 3; ++k) {
        counts[k] = bands >> (7 * k) & 127;
        counts[3 + k] = stacks >> (21 * k) & 127;
    }
#else
    for (int k = 0; k < 3; ++k) {
        counts[k] = counts[3 + k] = 0;
        for (int d = 0; d < 9; ++d)
            for (int odd = 0; odd < 2; ++odd) {
                counts[k] += __builtin_popcount(get(0, d, odd) & (0111u << k));
                counts[3 + k] += __builtin_popcount(get(1, d, odd) & (07u << (3 * k)));
            }
    }
#endif
}

// A digit with two living orders, in the band or stack that has the fewest of all digits together.
template <class Get>
INLINE Guess choose_guess(const uint16_t words[9][9], Get get) {
    uint32_t counts[6];
    count_orders(get, counts);
    uint32_t fewest = ~0u;  // count and line in one number: bands 0 to 2, stacks 3 to 5
    for (uint32_t k = 0; k < 6; ++k) {
        const uint32_t key = counts[k] > 9 ? counts[k] << 3 | k : ~0u;
        fewest = key < fewest ? key : fewest;
    }
    if (fewest == ~0u) return guess_cell(words);
    const int line = fewest & 7;
    const bool is_stack = line >= 3;
    const uint32_t mask = is_stack ? 0007007u << (3 * (line - 3)) : 0111111u << line;
    for (int d = 0; d < 9; ++d) {
        const uint32_t living = (get(is_stack, d, 0) | (uint32_t)get(is_stack, d, 1) << 9) & mask;
        const uint32_t second = living & (living - 1);
        if (!second || (second & (second - 1))) continue;
        Guess guess;
        guess.digit = d;
        memcpy(guess.taken, ORDERS.of[is_stack][__builtin_ctz(living)], sizeof guess.taken);
        memcpy(guess.left, ORDERS.of[is_stack][__builtin_ctz(second)], sizeof guess.left);
        return guess;
    }
    return guess_cell(words);
}

// ---------------------------------------------------------------------------------------------------------------------
// The search

// A guess settles a digit in a band or a stack (54 of them), or a cell (81): no path has more of them.
constexpr int DEEPEST = 54 + 81;

struct Lane {
    int64_t puzzle;
    int64_t found, guesses, first_pass;
    int depth;  // states on the stack
};

struct alignas(64) Search {
    State state;
    Lane lanes[WIDTH];
    uint32_t busy;     // a bit for each lane with a puzzle in work
    int64_t n_passes;  // of all lanes together, in step
    int64_t next;      // the first puzzle no lane has taken
    uint16_t stack[WIDTH][DEEPEST][9][9];

    // A lane of the first of many vectors; that of the k-th is WIDTH * k words on: one addition for all of them.
    template <class Vectors>
    INLINE static Word* lane_of(Vectors& vectors, int lane) {
        return reinterpret_cast<Word*>(&vectors) + lane;
    }

    // Ways to give a lane its words, and to look at them.
    INLINE auto put(int lane) {
        *lane_of(state.fresh, lane) = ROW;
        return [words = lane_of(state.cells, lane)](int d, int row, Word word) { words[(9 * d + row) * WIDTH] = word; };
    }
    INLINE auto get(int lane) {
        return [words = lane_of(state.cells, lane)](int d, int row) { return words[(9 * d + row) * WIDTH]; };
    }

    // Give a lane the next puzzle; without one it goes idle.
    void load(int lane, const Batch& batch) {
        busy &= ~(1u << lane);
        if (next >= (int64_t)batch.n) return;
        if (batch.values)
            words_of_values(batch.values + 81 * next, put(lane));
        else
            words_of_candidates(batch.candidates + 81 * next, put(lane));
        lanes[lane] = {next++, 0, 0, n_passes, 0};
        busy |= 1u << lane;
    }

    void finish(int lane, const Batch& batch) {
        const Lane& done = lanes[lane];
        if (batch.counts) batch.counts[done.puzzle] = done.found;
        if (batch.guesses) batch.guesses[done.puzzle] = done.guesses;
        if (batch.passes) batch.passes[done.puzzle] = n_passes - done.first_pass;
        load(lane, batch);
    }

    // Go on with the branch that the newest guess left; false when there is none.
    bool backtrack(int lane) {
        if (!lanes[lane].depth) return false;
        const uint16_t(*words)[9] = stack[lane][--lanes[lane].depth];
        const auto put_word = put(lane);
        for (int d = 0; d < 9; ++d)
            for (int row = 0; row < 9; ++row) put_word(d, row, words[d][row]);
        return true;
    }

    void guess(int lane) {
        uint16_t(*words)[9] = stack[lane][lanes[lane].depth++];
        const auto get_word = get(lane);
        for (int d = 0; d < 9; ++d)
            for (int row = 0; row < 9; ++row) words[d][row] = get_word(d, row);
        const Guess guess = choose_guess(words, [orders = lane_of(state.orders, lane)](int kind, int d, int odd) {
            return orders[((9 * kind + d) * 2 + odd) * WIDTH];
        });
        Word* const taken = lane_of(state.cells[guess.digit], lane);
        for (int row = 0; row < 9; ++row) {
            taken[row * WIDTH] = words[guess.digit][row] & guess.taken[row];
            words[guess.digit][row] &= guess.left[row];
        }
        ++lanes[lane].guesses;
    }

    // Count a solution; true when the puzzle wants no more.
    bool found(int lane, const Batch& batch) {
        Lane& here = lanes[lane];
        if (++here.found == 1 && batch.solutions)
            digits_of_words(get(lane), batch.solutions + 81 * here.puzzle);
        return here.found >= batch.limit;
    }

    // Search until every lane is idle; false when interrupted.
    bool run(const Batch& batch) {
        while (busy) {
            const Findings findings = pass(state);
            if ((++n_passes & 4095) == 0 && batch.interrupted(batch.context)) return false;
            const uint32_t dead = busy & nonzero(findings.dead), alive = busy & ~dead;
            const uint32_t open = alive & nonzero(findings.open), quiet = open & ~nonzero(findings.changed);
            for_each(quiet, [&](int lane) { guess(lane); });
            for_each(dead, [&](int lane) {
                if (!backtrack(lane)) finish(lane, batch);
            });
            for_each(alive & ~open, [&](int lane) {
                if (found(lane, batch) || !backtrack(lane)) finish(lane, batch);
            });
        }
        return true;
    }

    void begin(const Batch& batch) {
        busy = 0;
        n_passes = next = 0;
        memset(&state, 0, sizeof state);
        for (int lane = 0; lane < WIDTH; ++lane) load(lane, batch);
    }
};

bool solve(const Batch& batch, void* scratch) {
    Search& search = *static_cast<Search*>(scratch);
    search.begin(batch);
    return search.run(batch);
}

void begin(const Batch& batch, void* scratch) { static_cast<Search*>(scratch)->begin(batch); }

bool resume(const Batch& batch, void* scratch, int64_t* found) {
    Search& search = *static_cast<Search*>(scratch);
    Lane& lane = search.lanes[0];
    // Idle: the last call ended with a solution, or with the end of the search. Busy: it is the first, or was interrupted.
    if (!search.busy) {
        if (!lane.found || !search.backtrack(0)) return *found = 0, true;
        lane.found = 0;
        search.busy = 1;
    }
    const bool complete = search.run(batch);
    *found = lane.found;
    return complete;
}

}  // namespace
}  // namespace FARANDOLE_KERNEL

#define FARANDOLE_STRING2(x) #x
#define FARANDOLE_STRING(x) FARANDOLE_STRING2(x)
#define FARANDOLE_JOIN2(a, b) a##b
#define FARANDOLE_JOIN(a, b) FARANDOLE_JOIN2(a, b)

extern const Kernel FARANDOLE_JOIN(lanes_, FARANDOLE_KERNEL) = {
    FARANDOLE_STRING(FARANDOLE_KERNEL), FARANDOLE_WIDTH,           sizeof(FARANDOLE_KERNEL::Search),
    FARANDOLE_KERNEL::solve,            FARANDOLE_KERNEL::begin, FARANDOLE_KERNEL::resume};

}  // namespace farandole
