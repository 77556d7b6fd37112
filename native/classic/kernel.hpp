// What the lane kernels offer to the rest of the core: plain data and function pointers, nothing that a linker could
// share between objects built for different instruction sets.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "stop_token.hpp"

namespace farandole {

// Classic puzzles, and where their answers go. Arrays are row-major; a null pointer is a question not asked.
struct Batch {
    const uint8_t* values = nullptr;       // n x 81 digits, 0 = empty; or null, and then
    const uint16_t* candidates = nullptr;  // n x 81 masks, bit d - 1 for digit d
    size_t n = 0;
    int64_t limit = 0;             // stop when a puzzle has this number of solutions; at least 1
    int64_t give_up_after = 0;     // guesses without a solution after which a puzzle is given up; 0: never
    uint8_t* solutions = nullptr;  // n x 81: the first solution, untouched where there is none
    int64_t* counts = nullptr;     // n: solutions found, at most limit; or given_up(those found before)
    int64_t* guesses = nullptr;    // n: branches taken by the search
    int64_t* passes = nullptr;     // n: times the rules were applied to the puzzle
    StopToken stop;
    // Answers a puzzle that was given up. False if it was stopped.
    bool (*solve_given_up)(const Batch& batch, size_t puzzle) = nullptr;
};

// A lane goes its way without looking back. It is the quickest for nearly every puzzle; but of a fault that no rule
// sees it may ask again and again in other company, for years: four cells of a row that share three digits in an empty
// grid. So it gives such a puzzle up, and a search that learns takes over (fallback.hpp). The hardest classic puzzles
// that are known take some 550 guesses.
constexpr int64_t kGiveUpAfter = 2000;

// A negative count for each number of solutions found before, and back.
[[gnu::always_inline]] inline int64_t given_up(int64_t found) { return ~found; }

// Puzzles from which givens are struck as long as the solution stays the only one. Arrays are row-major, n x 81.
struct Thinning {
    const uint8_t* solutions = nullptr;  // full grids
    const uint8_t* puzzles = nullptr;    // digits of them, 0 = empty; or null: all cells are given
    const uint8_t* orders = nullptr;     // permutations of the cells: the order in which givens are tried
    size_t n = 0;
    uint8_t* minimal = nullptr;  // what is left
    StopToken stop;
};

// A way to search.
struct Searcher {
    const char* name;
    size_t scratch_size;  // bytes of working memory that its functions need, aligned to 64

    // Answer every puzzle of the batch. False if stopped: then some answers are missing.
    bool (*solve)(const Batch& batch, void* scratch);

    // A search that pauses: begin takes the first puzzle of a batch; each resume looks for batch.limit more solutions,
    // writes the first of them and returns through found how many there were. False if stopped; resume goes on.
    void (*begin)(const Batch& batch, void* scratch);
    bool (*resume)(const Batch& batch, void* scratch, int64_t* found);
};

// Many puzzles, one in each lane.
struct Kernel : Searcher {
    int width;  // puzzles solved side by side

    // Strike each given that can go, one after the other. False if stopped: then some puzzles are missing.
    bool (*minimize)(const Thinning& thinning, void* scratch);
};

extern const Kernel lanes_baseline, lanes_avx2, lanes_avx512vl, lanes_avx512;

// A few puzzles, one after the other, each with a box in each lane.
extern const Searcher boxes_baseline, boxes_avx2, boxes_avx512vl;

}  // namespace farandole
