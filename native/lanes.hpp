// What the lane kernels offer to the rest of the core: plain data and function pointers, nothing that a linker could
// share between objects built for different instruction sets.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace farandole {

// Classic puzzles, and where their answers go. Arrays are row-major; a null pointer is a question not asked.
struct Batch {
    const uint8_t* values;       // n x 81 digits, 0 = empty; or null, and then
    const uint16_t* candidates;  // n x 81 masks, bit d - 1 for digit d
    size_t n;
    int64_t limit;               // stop at so many solutions of a puzzle; at least 1
    uint8_t* solutions;          // n x 81: the first solution, untouched where there is none
    int64_t* counts;             // n: solutions found, at most limit
    int64_t* guesses;            // n: branches taken by the search
    int64_t* passes;             // n: times the rules were applied to the puzzle
    bool (*interrupted)(void*);  // asked every few thousand passes; true stops the search
    void* context;               // what it is given
};

struct Kernel {
    const char* name;
    int width;            // puzzles solved side by side
    size_t scratch_size;  // bytes of working memory that solve and the cursor need, aligned to 64

    // Answer every puzzle of the batch. False when interrupted: then some answers are missing.
    bool (*solve)(const Batch& batch, void* scratch);

    // A search that pauses: begin takes the first puzzle of a batch; each resume looks for batch.limit more solutions,
    // writes the first of them and returns through found how many there were. False when interrupted; resume goes on.
    void (*begin)(const Batch& batch, void* scratch);
    bool (*resume)(const Batch& batch, void* scratch, int64_t* found);
};

extern const Kernel lanes_baseline, lanes_avx2, lanes_avx512vl, lanes_avx512;

}  // namespace farandole
