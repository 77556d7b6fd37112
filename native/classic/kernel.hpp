// The interface of the lane kernels: plain data and function pointers, so that objects built for different instruction
// sets share nothing that a linker could merge.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "stop_token.hpp"

namespace farandole {

// Classic puzzles, and where their answers go. Arrays are row-major. A null pointer means that this answer is not
// needed.
struct Batch {
    const uint8_t* values = nullptr;       // n x 81 digits, 0 = empty; or null
    const uint16_t* candidates = nullptr;  // if values is null: n x 81 masks, bit d - 1 for digit d
    size_t n = 0;
    int64_t limit = 0;             // stop a puzzle at this number of solutions; at least 1
    int64_t give_up_after = 0;     // guesses without a solution after which a puzzle is given up; 0: never
    uint8_t* solutions = nullptr;  // n x 81: the first solution, unchanged if there is none
    int64_t* counts = nullptr;     // n: solutions found, at most limit; or given_up(solutions found so far)
    int64_t* guesses = nullptr;    // n: guesses of the search
    int64_t* passes = nullptr;     // n: passes over the rules
    StopToken stop;
    // Solves a puzzle that was given up. Returns false if it was stopped.
    bool (*solve_given_up)(const Batch& batch, size_t puzzle) = nullptr;
};

// Lanes learn nothing, so they can thrash: if no rule sees a contradiction (four cells of a row that share three digits
// in an empty grid), a lane can meet it again under each guess before it. Lanes are fastest for nearly every puzzle;
// the others are given up, and csp/ solves them (fallback.hpp). The hardest known classic puzzles take some 550
// guesses.
constexpr int64_t kGiveUpAfter = 2000;

// Encodes a number of solutions as a negative count, and back.
[[gnu::always_inline]] inline int64_t given_up(int64_t found) { return ~found; }

// Puzzles whose givens are removed as long as the solution stays unique. Arrays are row-major, n x 81.
struct Thinning {
    const uint8_t* solutions = nullptr;  // full grids
    const uint8_t* puzzles = nullptr;    // n x 81 digits, 0 = empty; or null: all cells are given
    const uint8_t* orders = nullptr;     // permutations of the cells: the order in which givens are tried
    size_t n = 0;
    uint8_t* minimal = nullptr;  // the minimal puzzles
    StopToken stop;
};

// A kernel that solves puzzles.
struct Searcher {
    const char* name;
    size_t scratch_size;  // bytes of working memory for its functions, aligned to 64

    // Solves every puzzle of the batch. Returns false if it was stopped; then some answers are missing.
    bool (*solve)(const Batch& batch, void* scratch);

    // A search that pauses. begin takes the first puzzle of a batch. Each resume searches for batch.limit more
    // solutions, writes the first of them, and returns their number in found. It returns false if it was stopped; a
    // later resume continues.
    void (*begin)(const Batch& batch, void* scratch);
    bool (*resume)(const Batch& batch, void* scratch, int64_t* found);
};

// Many puzzles, each in a lane.
struct Kernel : Searcher {
    int width;  // puzzles solved in parallel

    // Removes each given that is not needed, in order. Returns false if it was stopped; then some puzzles are missing.
    bool (*minimize)(const Thinning& thinning, void* scratch);
};

extern const Kernel lanes_baseline, lanes_avx2, lanes_avx512vl, lanes_avx512;

// A few puzzles, one after another; each has a box in each lane.
extern const Searcher boxes_baseline, boxes_avx2, boxes_avx512vl;

}  // namespace farandole
