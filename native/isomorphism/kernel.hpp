// What the kernels offer that draw grids and find canonical forms: plain data and function pointers, nothing that a
// linker could share between objects built for different instruction sets.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace farandole {

struct Bands;
struct Nibbles;
struct Splits;

struct IsomorphismKernel {
    const char* name;

    // Draw n grids, each of its own stream, from the index `first` on; and where asked for, orders of the cells by the
    // same stream. Arrays are n x 81; any of the two may be null.
    void (*draw)(const Splits& splits, uint64_t seed, uint64_t first, size_t n, uint8_t* grids, uint8_t* orders);

    // The canonical forms of n puzzles or full grids, and how many symmetries each has: 0, and no form, where a digit
    // is twice in a house. False where memory is short.
    bool (*canonical)(const Bands& bands, const Nibbles& nibbles, const uint8_t* puzzles, size_t n, uint8_t* forms,
                      int64_t* symmetries);

    // Turn puzzles, in turn of n_puzzles, by a symmetry drawn for each index, from `first` on.
    void (*variants)(const Bands& bands, uint64_t seed, uint64_t first, const uint8_t* puzzles, size_t n_puzzles,
                     size_t n, uint8_t* made);
};

extern const IsomorphismKernel isomorphism_baseline, isomorphism_avx2;

// The one for this machine, or that FARANDOLE_ISA names: AVX2 wherever there is more.
const IsomorphismKernel& chosen_isomorphism();

}  // namespace farandole
