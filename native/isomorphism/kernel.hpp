// The interface of the kernels that draw grids and find canonical forms: plain data and function pointers, so that
// objects built for different instruction sets share nothing that a linker could merge.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace farandole {

struct Bands;
struct Nibbles;
struct Splits;

struct IsomorphismKernel {
    const char* name;

    // Draws n grids, each from its own stream, from index `first` on; and orders of the cells from the same stream.
    // Arrays are n x 81; either may be null.
    void (*draw)(const Splits& splits, uint64_t seed, uint64_t first, size_t n, uint8_t* grids, uint8_t* orders);

    // Finds the canonical forms of n puzzles or full grids, and their numbers of symmetries: 0, and no form, if a house
    // has a repeated digit. Returns false if memory runs out.
    bool (*canonical)(const Bands& bands, const Nibbles& nibbles, const uint8_t* puzzles, size_t n, uint8_t* forms,
                      int64_t* symmetries);

    // Applies a random symmetry for each index, from `first` on, cycling through the n_puzzles.
    void (*variants)(const Bands& bands, uint64_t seed, uint64_t first, const uint8_t* puzzles, size_t n_puzzles,
                     size_t n, uint8_t* made);
};

extern const IsomorphismKernel isomorphism_baseline, isomorphism_avx2;

// The kernel for this machine, or the one that FARANDOLE_ISA names; AVX2 for anything wider.
const IsomorphismKernel& chosen_isomorphism();

}  // namespace farandole
