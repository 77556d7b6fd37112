// One classic puzzle in each lane of a vector, with backtracking. The one text of every kernel: a lanes_X.cpp file sets
//
//     FARANDOLE_KERNEL   the name of the kernel, a namespace
//     FARANDOLE_WIDTH    lanes in a vector: 8, 16 or 32
//
// and is compiled with the flags of its instruction set. To keep such code out of the reach of other objects, this text
// uses no standard library beyond plain C headers, and everything but the kernel itself has internal linkage
// (tests/batch/test_batch.py looks at the symbols).
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

#include "lanes/lanes.hpp"

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
#if FARANDOLE_WIDTH >= 16 && defined(__AVX512VL__)
template <int TABLE>
INLINE Lanes ternary(Lanes a, Lanes b, Lanes c) {
#if FARANDOLE_WIDTH == 32
    return (Lanes)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, (__m512i)c, TABLE);
#else
    return (Lanes)_mm256_ternarylogic_epi32((__m256i)a, (__m256i)b, (__m256i)c, TABLE);
#endif
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
    for (int lane = 0; lane < WIDTH; ++lane) lanes |= (uint32_t)(v[lane] != 0) << lane;
    return lanes;
#endif
}

#include "lanes/rules.inl"

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

// Whether a box holds a digit twice: the one fault of givens that the rules see only after guessing where it is.
[[gnu::noinline]] bool repeats_in_box(const Batch& batch, int64_t puzzle) {
    if (!batch.values && !batch.candidates) return false;  // a search that pauses: its puzzle may be gone
    uint32_t repeated = 0;
    for (int box = 0; box < 9; ++box) {
        uint32_t once = 0;
        for (int k = 0; k < 9; ++k) {
            const int64_t cell = 81 * puzzle + 27 * (box / 3) + 3 * (box % 3) + 9 * (k / 3) + k % 3;
            const uint32_t mask = batch.values ? 1u << batch.values[cell] >> 1 : batch.candidates[cell];
            if (mask & (mask - 1)) continue;
            repeated |= once & mask;
            once |= mask;
        }
    }
    return repeated != 0;
}

// The digits of full grids in binary: words for 1, 2, 4 and 8.
struct Binary {
    Lanes bits[9][4];  // [row]
};

INLINE Binary binary_of(const State& s) {
    Binary digits;
    for (int row = 0; row < 9; ++row) {
        const auto any = [&](auto... d) { return (s.cells[d - 1][row] | ...); };
        digits.bits[row][0] = any(1, 3, 5, 7, 9);
        digits.bits[row][1] = any(2, 3, 6, 7);
        digits.bits[row][2] = any(4, 5, 6, 7);
        digits.bits[row][3] = any(8, 9);
    }
    return digits;
}

// 81 digits of a lane; `bits` are its words in `Binary`.
INLINE void digits_of_bits(const Word* bits, uint8_t* digits) {
    for (int row = 0; row < 9; ++row, bits += 4 * WIDTH, digits += 9) {
#if defined(__BMI2__)
        const auto bytes = [&](int bit) { return _pdep_u64(bits[bit * WIDTH], 0x0101010101010101) << bit; };
        const uint64_t eight = bytes(0) | bytes(1) | bytes(2) | bytes(3);
        memcpy(digits, &eight, 8);
        const int first = 8;
#else
        const int first = 0;
#endif
        for (int column = first; column < 9; ++column) {
            uint32_t digit = 0;
            for (int bit = 0; bit < 4; ++bit) digit |= (bits[bit * WIDTH] >> column & 1) << bit;
            digits[column] = (uint8_t)digit;
        }
    }
}

#include "lanes/guesses.inl"

// ---------------------------------------------------------------------------------------------------------------------
// The search

// A guess settles a digit in a band or a stack (54 of them), or a cell (81): no path has more of them.
constexpr int DEEPEST = 54 + 81;

// After so many guesses a lane looks at the boxes of its puzzle. Earlier would cost time, and few puzzles get there.
constexpr int64_t DOUBT = 16;

// With more solutions than these a puzzle isn't given up: it has many, and nobody finds them sooner.
constexpr int64_t FEW = 100;

// Where the lanes are, and the way back of each.
struct Paths {
    State state;
    Choices choices;   // where a lane is quiet
    int depth[WIDTH];  // states on the stack
    uint16_t stack[WIDTH][DEEPEST][9][9];

    // A lane of the first of many vectors; that of the k-th is WIDTH * k words on: one addition for all of them.
    template <class Vectors>
    INLINE static Word* lane_of(Vectors& vectors, int lane) {
        return reinterpret_cast<Word*>(&vectors) + lane;
    }

    // A way to give a lane its words.
    INLINE auto put(int lane) {
        *lane_of(state.fresh, lane) = ROW;
        return [words = lane_of(state.cells, lane)](int d, int row, Word word) { words[(9 * d + row) * WIDTH] = word; };
    }

    // Go on with the branch that the newest guess left; false when there is none.
    bool backtrack(int lane) {
        if (!depth[lane]) return false;
        const uint16_t(*words)[9] = stack[lane][--depth[lane]];
        const auto put_word = put(lane);
        for (int d = 0; d < 9; ++d)
            for (int row = 0; row < 9; ++row) put_word(d, row, words[d][row]);
        return true;
    }

    // Leave one branch on the stack and take the other.
    void guess(int lane) {
        uint16_t(*words)[9] = stack[lane][depth[lane]++];
        const Word* const from = lane_of(state.cells, lane);
        // Four words a store: stores are what this waits for.
        for (int i = 0; i < 80; i += 4) {
            const auto word = [&](int k) { return (uint64_t)from[(i + k) * WIDTH] << (16 * k); };
            const uint64_t four = word(0) | word(1) | word(2) | word(3);
            memcpy(words[0] + i, &four, sizeof four);
        }
        words[8][8] = from[80 * WIDTH];
        if (const unsigned orders = choices.orders[lane]) {
            const auto& cells_of = ORDERS.of[__builtin_ctz(choices.line[lane])];
            branch(lane, words[choices.digit[lane]], choices.digit[lane], cells_of[__builtin_ctz(orders)],
                   cells_of[__builtin_ctz(orders & (orders - 1))]);
        } else {
            const Guess cell = guess_cell(words);
            branch(lane, words[cell.digit], cell.digit, cell.taken, cell.left);
        }
    }

    void branch(int lane, uint16_t words[9], int digit, const uint16_t taken[9], const uint16_t left[9]) {
        Word* const cells = lane_of(state.cells[digit], lane);
        for (int row = 0; row < 9; ++row) {
            cells[row * WIDTH] = words[row] & taken[row];
            words[row] &= left[row];
        }
    }
};

struct Lane {
    int64_t puzzle;
    int64_t found, guesses, first_pass;
    int64_t last_found;  // guesses when a solution was found last
    int64_t next_doubt;  // guesses after which it looks at the puzzle as a whole
};

struct alignas(64) Search : Paths {
    Lane lanes[WIDTH];
    Binary binary;     // where a lane has a solution
    uint32_t busy;     // a bit for each lane with a puzzle in work
    int64_t n_passes;  // of all lanes together, in step
    int64_t next;      // the first puzzle no lane has taken

    // Give a lane the next puzzle; without one it goes idle.
    void load(int lane, const Batch& batch) {
        busy &= ~(1u << lane);
        if (next >= (int64_t)batch.n) return;
        if (batch.values)
            words_of_values(batch.values + 81 * next, put(lane));
        else
            words_of_candidates(batch.candidates + 81 * next, put(lane));
        lanes[lane] = {next++, 0, 0, n_passes, 0, DOUBT};
        depth[lane] = 0;
        busy |= 1u << lane;
    }

    void finish(int lane, const Batch& batch) {
        const Lane& done = lanes[lane];
        if (batch.counts) batch.counts[done.puzzle] = done.found;
        if (batch.guesses) batch.guesses[done.puzzle] = done.guesses;
        if (batch.passes) batch.passes[done.puzzle] = n_passes - done.first_pass;
        load(lane, batch);
    }

    // After many guesses: whether to leave a puzzle, because it has no solution or because it goes on for too long.
    bool leaves(int lane, const Batch& batch) {
        Lane& here = lanes[lane];
        const bool is_first = here.next_doubt == DOUBT;
        here.next_doubt = batch.patience && here.found <= FEW ? here.last_found + batch.patience : INT64_MAX;
        if (here.guesses >= here.next_doubt) {
            here.found = given_up(here.found);
            return true;
        }
        return is_first && !here.found && repeats_in_box(batch, here.puzzle);
    }

    // Count a solution; true when the puzzle wants no more.
    bool found(int lane, const Batch& batch) {
        Lane& here = lanes[lane];
        here.last_found = here.guesses;
        if (++here.found == 1 && batch.solutions)
            digits_of_bits(lane_of(binary, lane), batch.solutions + 81 * here.puzzle);
        return here.found >= batch.limit;
    }

    // Search until every lane is idle; false when interrupted.
    bool run(const Batch& batch) {
        while (busy) {
            const Findings findings = pass(state);
            if ((++n_passes & 4095) == 0 && batch.interrupted(batch.context)) return false;
            const uint32_t dead = busy & nonzero(findings.dead), alive = busy & ~dead;
            const uint32_t open = alive & nonzero(findings.open), quiet = open & ~nonzero(findings.changed);
            if (quiet) {
                choices = choose(state);
                for_each(quiet, [&](int lane) {
                    if (lanes[lane].guesses >= lanes[lane].next_doubt && leaves(lane, batch)) finish(lane, batch);
                    else ++lanes[lane].guesses, guess(lane);
                });
            }
            for_each(dead, [&](int lane) {
                if (!backtrack(lane)) finish(lane, batch);
            });
            const uint32_t full = alive & ~open;
            if (full) binary = binary_of(state);
            for_each(full, [&](int lane) {
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

#include "lanes/minimal.inl"

}  // namespace
}  // namespace FARANDOLE_KERNEL

#define FARANDOLE_STRING2(x) #x
#define FARANDOLE_STRING(x) FARANDOLE_STRING2(x)
#define FARANDOLE_JOIN2(a, b) a##b
#define FARANDOLE_JOIN(a, b) FARANDOLE_JOIN2(a, b)

extern const Kernel FARANDOLE_JOIN(lanes_, FARANDOLE_KERNEL) = {
    FARANDOLE_STRING(FARANDOLE_KERNEL), FARANDOLE_WIDTH,         FARANDOLE_KERNEL::SCRATCH,
    FARANDOLE_KERNEL::solve,            FARANDOLE_KERNEL::begin, FARANDOLE_KERNEL::resume,
    FARANDOLE_KERNEL::minimize};

}  // namespace farandole
