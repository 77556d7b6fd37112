// One classic puzzle in each lane of a vector, with backtracking. The one text of every kernel: a lanes_X.cpp file sets
//
//     FARANDOLE_KERNEL   the name of the kernel, a namespace
//     FARANDOLE_WIDTH    lanes in a vector, 1 to 16
//
// and is compiled with the flags of its instruction set. To keep such code out of the reach of other objects, this text
// uses no standard library beyond plain C headers, and everything but the kernel itself has internal linkage
// (tests/test_batch.py looks at the symbols).
//
// A word is the 27 cells of a band (three rows) where one digit may still go; a state is 27 words, three for a digit:
//
//      bit 9*r + c of the word            box 0     box 1     box 2
//      r, c: row and column           row 0   0  1  2 |  3  4  5 |  6  7  8     three neighboring bits = a minirow
//      inside the band                row 1   9 10 11 | 12 13 14 | 15 16 17     three bits 9 apart     = a minicolumn
//                                     row 2  18 19 20 | 21 22 23 | 24 25 26
//
// Octal constants fit: an octal digit is a minirow, and three octal digits are a row.
//
// A band places a digit once in each row and each box: by one of 6 permutations of boxes over rows. So a digit has a
// few "living" permutations a band, and likewise a stack (three columns). Both are kept in words of 9 flags:
//
//      even permutations, bit 3*k + band:  row 0 in box k, row 1 in box k+1, row 2 in box k+2    (modulo 3)
//      odd permutations,  bit 3*k + band:  row 0 in box k, row 1 in box k+2, row 2 in box k+1
//      and of stacks,     bit 3*stack + k: band 0 in column k of the stack, band 1 in column k+1 or k+2, band 2 in the other
//
// A search node is quiet when a pass over the rules changes nothing. Then it guesses one of two permutations.
//
// References: the idea of searching over band permutations is T. Dillon's, "Tdoku: the fast Sudoku solver" (2019);
// bands of 27 bits and locked candidates on them go back to the solvers of the Sudoku Players' Forum.

#include "lanes.hpp"

#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace farandole {
namespace FARANDOLE_KERNEL {
namespace {

constexpr int WIDTH = FARANDOLE_WIDTH;

#if FARANDOLE_WIDTH == 1
typedef uint32_t Lanes;
#else
typedef uint32_t Lanes __attribute__((vector_size(4 * FARANDOLE_WIDTH)));
#endif

// Functions on Lanes are small, and must not become calls that pass vectors through memory.
#define INLINE [[gnu::always_inline]] inline

constexpr uint32_t ALL = 0777777777;    // 27 cells
constexpr uint32_t ROW = 0777;          // the cells, or the minirows of all bands, of one row
constexpr uint32_t FIRSTS = 0111111111; // the first cell of each minirow

// ---------------------------------------------------------------------------------------------------------------------
// Words

INLINE Lanes splat(uint32_t word) { return Lanes{} + word; }

// mask ? a : b, bit by bit.
INLINE Lanes merge(uint32_t mask, Lanes a, Lanes b) { return (a & mask) | (b & ~mask); }

// Bits of 9 are rotated by minirows: where each box becomes the next one, or the one before.
INLINE Lanes boxes_up(Lanes v) { return merge(0770770770, v << 3, v >> 6) & ALL; }
INLINE Lanes boxes_down(Lanes v) { return merge(0077077077, v >> 3, v << 6); }
// Bits of 27 are rotated by rows, where 9 minicolumns of a band are a row.
INLINE Lanes bands_up(Lanes v) { return ((v << 9) | (v >> 18)) & ALL; }
INLINE Lanes bands_down(Lanes v) { return ((v << 18) | (v >> 9)) & ALL; }
// Bits of 3 are rotated: where each column of a stack becomes the one before, or the next one.
INLINE Lanes columns_down(Lanes v) { return merge(0333333333, v >> 1, v << 2); }
INLINE Lanes columns_up(Lanes v) { return merge(0666666666, v << 1, v >> 2); }

// Fold or spread minirows (three neighbors) and minicolumns (three rows).
INLINE Lanes any_of_minirow(Lanes v) { return (v | (v >> 1) | (v >> 2)) & FIRSTS; }
INLINE Lanes any_of_minicolumn(Lanes v) { return (v | (v >> 9) | (v >> 18)) & ROW; }
INLINE Lanes spread_minirow(Lanes v) { return v | (v << 1) | (v << 2); }
INLINE Lanes spread_minicolumn(Lanes v) { return v | (v << 9) | (v << 18); }

// Exactly one of three.
INLINE Lanes one_of(Lanes a, Lanes b, Lanes c) { return (a ^ b ^ c) & ~(a & b & c); }

// A bit for each lane that is not zero.
INLINE uint32_t nonzero(Lanes v) {
#if FARANDOLE_WIDTH == 1
    return v != 0;
#elif FARANDOLE_WIDTH == 16 && defined(__AVX512F__)
    return _mm512_test_epi32_mask((__m512i)v, (__m512i)v);
#elif FARANDOLE_WIDTH == 8 && defined(__AVX2__)
    return 0xFF ^ (uint32_t)_mm256_movemask_ps((__m256)(v == 0u));
#elif FARANDOLE_WIDTH == 4 && defined(__SSE2__)
    return 0xF ^ (uint32_t)_mm_movemask_ps((__m128)(v == 0u));
#else
    uint32_t lanes = 0;
    for (int lane = 0; lane < WIDTH; ++lane) lanes |= (uint32_t)(v[lane] != 0) << lane;
    return lanes;
#endif
}

// ---------------------------------------------------------------------------------------------------------------------
// The rules

// Of three things that exactly three of nine digits must take: counts of digits by carry-save, as at least 1, 2, 3, 4.
struct Tally {
    Lanes one{}, two{}, three{}, four{};
    INLINE void add(Lanes v) {
        four |= three & v;
        three |= two & v;
        two |= one & v;
        one |= v;
    }
};

struct State {
    Lanes cells[9][3];   // where each digit may go, by band
    Lanes rows[9];       // minirows it may use, bit 9*row + 3*box + band: struck by three digits a minirow, nowhere else
    Lanes columns[9];    // minicolumns it may use, bit 9*band + 3*stack + column
    Lanes row_orders[9];     // living permutations of bands: even | odd << 9
    Lanes column_orders[9];  // living permutations of stacks
};

// What a pass over the rules found, lane by lane.
struct Findings {
    Lanes changed;  // not zero: a candidate was struck
    Lanes dead;     // not zero: no solution from here
    Lanes open;     // zero: before the pass, every cell had at most one candidate
};

// Strike what the rules strike, once: naked and hidden singles, locked candidates by permutations, three digits a
// minirow and a minicolumn.
INLINE Findings pass(State& s) {
    Lanes changed{}, dead{}, open{};
    Lanes single[3];
    for (int b = 0; b < 3; ++b) {
        Lanes one{}, two{};
        for (int d = 0; d < 9; ++d) {
            two |= one & s.cells[d][b];
            one |= s.cells[d][b];
        }
        single[b] = one & ~two;
        dead |= one ^ ALL;
        open |= two;
    }

    Lanes hidden[9][3];
    Lanes any_hidden[3] = {};
    Lanes possible_rows[9], forced_rows[9], possible_columns[9], forced_columns[9];
    Tally rows, forced_in_rows, columns, forced_in_columns;
#pragma GCC unroll 1
    for (int d = 0; d < 9; ++d) {
        // Naked singles leave the rest of their boxes; rows and columns follow from the permutations.
        Lanes w[3], flags{};
        for (int b = 0; b < 3; ++b) {
            const Lanes v = s.cells[d][b];
            const Lanes naked = v & single[b];
            const Lanes boxes = spread_minirow(any_of_minirow(any_of_minicolumn(naked)));
            w[b] = v & (naked | ~spread_minicolumn(boxes));
            flags |= any_of_minirow(w[b]) << b;
        }

        // Minirows of the three bands at once, bit 9*row + 3*box + band.
        flags &= s.rows[d];
        const Lanes r0 = flags & ROW, r1 = (flags >> 9) & ROW, r2 = flags >> 18;
        const Lanes r1_twice = r1 | (r1 << 9), r2_twice = r2 | (r2 << 9);
        const Lanes even = r0 & (r1_twice >> 3) & (r2_twice >> 6);
        const Lanes odd = r0 & (r1_twice >> 6) & (r2_twice >> 3);
        s.row_orders[d] = even | (odd << 9);
        const Lanes row0 = even | odd;
        const Lanes even_twice = even | (even << 9), odd_twice = odd | (odd << 9);
        const Lanes row1 = ((even_twice >> 6) | (odd_twice >> 3)) & ROW;
        const Lanes row2 = ((even_twice >> 3) | (odd_twice >> 6)) & ROW;
        dead |= ((row0 | (row0 >> 3) | (row0 >> 6)) & 7u) ^ 7u;
        const Lanes possible_row = row0 | (row1 << 9) | (row2 << 18);
        const Lanes forced_row = possible_row & ~boxes_up(possible_row) & ~boxes_down(possible_row);
        possible_rows[d] = possible_row;
        forced_rows[d] = forced_row;
        rows.add(possible_row);
        forced_in_rows.add(forced_row);

        // Minicolumns of the three bands at once, bit 9*band + 3*stack + column.
        Lanes c[3];
        for (int b = 0; b < 3; ++b) {
            w[b] &= spread_minirow((possible_row >> b) & FIRSTS);
            c[b] = any_of_minicolumn(w[b]) & (b == 2 ? s.columns[d] >> 18 : (s.columns[d] >> (9 * b)));
        }
        const Lanes even_column = c[0] & columns_down(c[1]) & columns_up(c[2]) & ROW;
        const Lanes odd_column = c[0] & columns_up(c[1]) & columns_down(c[2]) & ROW;
        s.column_orders[d] = even_column | (odd_column << 9);
        const Lanes band[3] = {even_column | odd_column,
                               columns_up(even_column) | columns_down(odd_column),
                               columns_down(even_column) | columns_up(odd_column)};
        dead |= ((band[0] | (band[0] >> 1) | (band[0] >> 2)) & 0111u) ^ 0111u;
        const Lanes possible_column = band[0] | (band[1] << 9) | (band[2] << 18);
        const Lanes forced_column = possible_column & ~bands_up(possible_column) & ~bands_down(possible_column);
        possible_columns[d] = possible_column;
        forced_columns[d] = forced_column;
        columns.add(possible_column);
        forced_in_columns.add(forced_column);

        // A box with one minirow and one minicolumn has a hidden single where they meet.
        const Lanes one_row = one_of(row0, row1, row2);
        const Lanes one_column = one_of(possible_column, possible_column >> 1, possible_column >> 2);
        const Lanes boxes =
            ((one_row & 0111u) | ((one_row & 0222u) << 8) | ((one_row & 0444u) << 16)) & one_column;
        for (int b = 0; b < 3; ++b) {
            const Lanes v = w[b] & spread_minicolumn(band[b]);
            changed |= s.cells[d][b] ^ v;
            s.cells[d][b] = v;
            hidden[d][b] = v & spread_minicolumn(spread_minirow((boxes >> (9 * b)) & 0111u));
            dead |= any_hidden[b] & hidden[d][b];  // two digits for one cell
            any_hidden[b] |= hidden[d][b];
        }
    }

    // Every minirow and minicolumn holds exactly three digits.
    dead |= (rows.three ^ ALL) | forced_in_rows.four | (columns.three ^ ALL) | forced_in_columns.four;
    const Lanes only_rows = rows.three & ~rows.four, only_columns = columns.three & ~columns.four;
    for (int d = 0; d < 9; ++d) {
        Lanes last = possible_rows[d] & only_rows & ~forced_rows[d];
        Lanes struck = (forced_in_rows.three & ~forced_rows[d]) | boxes_up(last) | boxes_down(last);
        // A minirow that only three digits can fill leaves them no other minirow of its row, and none of its box.
        changed |= possible_rows[d] & struck;
        s.rows[d] = ~struck;
        last = possible_columns[d] & only_columns & ~forced_columns[d];
        struck = (forced_in_columns.three & ~forced_columns[d]) | bands_up(last) | bands_down(last);
        changed |= possible_columns[d] & struck;
        s.columns[d] = ~struck;
        for (int b = 0; b < 3; ++b) {
            const Lanes v = s.cells[d][b] & (~any_hidden[b] | hidden[d][b]);
            changed |= s.cells[d][b] ^ v;
            s.cells[d][b] = v;
        }
    }
    return {changed, dead, open};
}

// ---------------------------------------------------------------------------------------------------------------------
// Puzzles in and out of a lane, as 27 words

// Words from 81 digits, 0 = empty: givens leave their cells no other digit.
INLINE void words_of_values(const uint8_t* values, uint32_t words[27]) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    // Three overlapping loads that stay inside the 81 bytes.
    const __m256i bands[3] = {_mm256_loadu_si256((const __m256i*)values),
                              _mm256_loadu_si256((const __m256i*)(values + 27)),
                              _mm256_loadu_si256((const __m256i*)(values + 49))};
    for (int b = 0; b < 3; ++b) {
        const int shift = b == 2 ? 5 : 0;
        const uint32_t empty = _mm256_testn_epi8_mask(bands[b], bands[b]);
        for (int d = 0; d < 9; ++d) {
            const uint32_t here = _mm256_cmpeq_epi8_mask(bands[b], _mm256_set1_epi8((char)(d + 1)));
            words[3 * d + b] = ((empty | here) >> shift) & ALL;
        }
    }
#elif defined(__SSE2__)
    for (int b = 0; b < 3; ++b) {
        const __m128i low = _mm_loadu_si128((const __m128i*)(values + 27 * b));
        const __m128i high = _mm_loadu_si128((const __m128i*)(values + 27 * b + 11));
        const __m128i zero = _mm_setzero_si128();
        const __m128i low_empty = _mm_cmpeq_epi8(low, zero), high_empty = _mm_cmpeq_epi8(high, zero);
        for (int d = 0; d < 9; ++d) {
            const __m128i digit = _mm_set1_epi8((char)(d + 1));
            const uint32_t a = (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(low, digit), low_empty));
            const uint32_t z = (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(high, digit), high_empty));
            words[3 * d + b] = a | (z << 11);
        }
    }
#else
    for (int k = 0; k < 27; ++k) words[k] = 0;
    for (int cell = 0; cell < 81; ++cell) {
        for (int d = 0; d < 9; ++d)
            if (values[cell] == 0 || values[cell] == d + 1) words[3 * d + cell / 27] |= 1u << (cell % 27);
    }
#endif
}

INLINE void words_of_candidates(const uint16_t* masks, uint32_t words[27]) {
    for (int k = 0; k < 27; ++k) words[k] = 0;
    for (int cell = 0; cell < 81; ++cell)
        for (int d = 0; d < 9; ++d) words[3 * d + cell / 27] |= (uint32_t)(masks[cell] >> d & 1) << (cell % 27);
}

// 81 digits from the words of a full grid.
INLINE void digits_of_words(const uint32_t words[27], uint8_t* digits) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    for (int b = 0; b < 3; ++b) {
        __m256i row = _mm256_setzero_si256();
        for (int d = 0; d < 9; ++d)
            row = _mm256_mask_mov_epi8(row, words[3 * d + b], _mm256_set1_epi8((char)(d + 1)));
        _mm256_mask_storeu_epi8(digits + 27 * b, ALL, row);
    }
#else
    for (int k = 0; k < 27; ++k)
        for (uint32_t left = words[k]; left; left &= left - 1)
            digits[27 * (k % 3) + __builtin_ctz(left)] = (uint8_t)(k / 3 + 1);
#endif
}

// ---------------------------------------------------------------------------------------------------------------------
// Guesses

// The cells that a permutation leaves to a digit: the word of its band, or three words for its stack.
struct Orders {
    uint32_t band[18];      // by bit of row_orders
    uint32_t stack[18][3];  // by bit of column_orders
};

constexpr Orders make_orders() {
    Orders orders{};
    for (int bit = 0; bit < 18; ++bit) {
        const int step = bit < 9 ? 1 : 2;  // even or odd
        const int k = bit % 9 / 3;
        for (int row = 0; row < 3; ++row) orders.band[bit] |= 7u << (9 * row + 3 * ((k + step * row) % 3));
        const int column = bit % 3;
        for (int b = 0; b < 3; ++b)
            orders.stack[bit][b] =
                (ALL & ~(0007007007u << (3 * k))) | 0001001001u << (3 * k + (column + step * b) % 3);
    }
    return orders;
}
constexpr Orders ORDERS = make_orders();

// The peers of each cell, by band.
struct Peers {
    uint32_t of[81][3];
};

constexpr Peers make_peers() {
    Peers peers{};
    for (int i = 0; i < 81; ++i)
        for (int j = 0; j < 81; ++j) {
            const bool box = i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3;
            if (i != j && (i / 9 == j / 9 || i % 9 == j % 9 || box)) peers.of[i][j / 27] |= 1u << (j % 27);
        }
    return peers;
}
constexpr Peers PEERS = make_peers();

// One of two branches: the words that differ from those of the node. The other branch has the complement there.
struct Guess {
    int word[3];
    uint32_t taken[3], left[3];  // masks for these words
    int n_words;
};

// A cell with two candidates, the one with the most such peers; in the rare lack of one, a cell with the fewest.
inline Guess guess_cell(const uint32_t words[27]) {
    uint32_t two[3];  // exactly two candidates
    for (int b = 0; b < 3; ++b) {
        uint32_t at_least[4] = {ALL, 0, 0, 0};
        for (int d = 0; d < 9; ++d)
            for (int k = 3; k > 0; --k) at_least[k] |= at_least[k - 1] & words[3 * d + b];
        two[b] = at_least[2] & ~at_least[3];
    }
    int best = -1, best_score = -1;
    for (int cell = 0; cell < 81; ++cell) {
        int score;
        if (two[cell / 27] >> (cell % 27) & 1) {
            score = 10;
            for (int b = 0; b < 3; ++b) score += __builtin_popcount(two[b] & PEERS.of[cell][b]);
        } else {
            score = 10;
            for (int d = 0; d < 9; ++d) score -= (int)(words[3 * d + cell / 27] >> (cell % 27) & 1);
            if (score >= 9) continue;
        }
        if (score > best_score) best = cell, best_score = score;
    }
    const int b = best / 27;
    const uint32_t bit = 1u << (best % 27);
    int digit = 0;
    while (!(words[3 * digit + b] & bit)) ++digit;
    // Taking the digit here is leaving no other cell of its box to it; the words of other digits follow by the rules.
    const uint32_t box = 0007007007u << (best % 9 / 3 * 3);
    return {{3 * digit + b}, {(ALL & ~box) | bit}, {ALL & ~bit}, 1};
}

// A digit with two living permutations, in the band or stack that has the fewest of all digits together.
inline Guess choose_guess(const uint32_t words[27], const uint32_t row_orders[9], const uint32_t column_orders[9]) {
    int counts[6] = {};
    for (int d = 0; d < 9; ++d)
        for (int k = 0; k < 3; ++k) {
            counts[k] += __builtin_popcount(row_orders[d] & (0111111u << k));
            counts[3 + k] += __builtin_popcount(column_orders[d] & (0007007u << (3 * k)));
        }
    int line = -1;  // bands 0 to 2, stacks 3 to 5
    for (int k = 0; k < 6; ++k)
        if (counts[k] > 9 && (line < 0 || counts[k] < counts[line])) line = k;
    if (line < 0) return guess_cell(words);
    for (int d = 0; d < 9; ++d) {
        const uint32_t living =
            line < 3 ? row_orders[d] & (0111111u << line) : column_orders[d] & (0007007u << (3 * (line - 3)));
        const uint32_t second = living & (living - 1);
        if (!second || (second & (second - 1))) continue;
        const int one = __builtin_ctz(living), other = __builtin_ctz(second);
        if (line < 3) return {{3 * d + line}, {ORDERS.band[one]}, {ORDERS.band[other]}, 1};
        const uint32_t *taken = ORDERS.stack[one], *left = ORDERS.stack[other];
        return {{3 * d, 3 * d + 1, 3 * d + 2}, {taken[0], taken[1], taken[2]}, {left[0], left[1], left[2]}, 3};
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
    uint32_t stack[WIDTH][DEEPEST][27];

    static uint32_t& at(Lanes& lanes, int lane) { return reinterpret_cast<uint32_t*>(&lanes)[lane]; }

    void put(int lane, const uint32_t words[27]) {
        for (int k = 0; k < 27; ++k) at(state.cells[k / 3][k % 3], lane) = words[k];
        for (int d = 0; d < 9; ++d) at(state.rows[d], lane) = at(state.columns[d], lane) = ALL;
    }

    void take(int lane, uint32_t words[27]) {
        for (int k = 0; k < 27; ++k) words[k] = at(state.cells[k / 3][k % 3], lane);
    }

    // Give a lane the next puzzle; without one it goes idle.
    void load(int lane, const Batch& batch) {
        busy &= ~(1u << lane);
        if (next >= (int64_t)batch.n) return;
        uint32_t words[27];
        if (batch.values)
            words_of_values(batch.values + 81 * next, words);
        else
            words_of_candidates(batch.candidates + 81 * next, words);
        put(lane, words);
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
        put(lane, stack[lane][--lanes[lane].depth]);
        return true;
    }

    void guess(int lane) {
        uint32_t* words = stack[lane][lanes[lane].depth++];
        take(lane, words);
        uint32_t row_orders[9], column_orders[9];
        for (int d = 0; d < 9; ++d) {
            row_orders[d] = at(state.row_orders[d], lane);
            column_orders[d] = at(state.column_orders[d], lane);
        }
        const Guess guess = choose_guess(words, row_orders, column_orders);
        for (int i = 0; i < guess.n_words; ++i) {
            const int k = guess.word[i];
            at(state.cells[k / 3][k % 3], lane) = words[k] & guess.taken[i];
            words[k] &= guess.left[i];
        }
        ++lanes[lane].guesses;
    }

    // Count a solution; true when the puzzle wants no more.
    bool found(int lane, const Batch& batch) {
        Lane& here = lanes[lane];
        if (++here.found == 1 && batch.solutions) {
            uint32_t words[27];
            take(lane, words);
            digits_of_words(words, batch.solutions + 81 * here.puzzle);
        }
        return here.found >= batch.limit;
    }

    // Search until every lane is idle; false when interrupted.
    bool run(const Batch& batch) {
        while (busy) {
            const Findings findings = pass(state);
            if ((++n_passes & 4095) == 0 && batch.interrupted(batch.context)) return false;
            const uint32_t dead = nonzero(findings.dead), open = nonzero(findings.open);
            for (uint32_t events = busy & (dead | ~open | ~nonzero(findings.changed)); events; events &= events - 1) {
                const int lane = __builtin_ctz(events);
                if (!(dead >> lane & 1)) {
                    if (open >> lane & 1) {
                        guess(lane);
                        continue;
                    }
                    if (found(lane, batch)) {
                        finish(lane, batch);
                        continue;
                    }
                }
                if (!backtrack(lane)) finish(lane, batch);
            }
        }
        return true;
    }

    void begin(const Batch& batch) {
        busy = 0;
        n_passes = next = 0;
        const uint32_t nothing[27] = {};
        for (int lane = 0; lane < WIDTH; ++lane) {
            put(lane, nothing);
            load(lane, batch);
        }
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
