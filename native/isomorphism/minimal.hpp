// Minimal puzzles by the million: draws grids and orders of cells, and removes givens in lanes.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "stop_token.hpp"

namespace farandole {

// Arrays of n x 81. The i-th puzzle depends on the seed and `first + i` only.
struct Making {
    uint64_t seed = 0, first = 0;
    size_t n = 0;
    uint8_t* grids = nullptr;    // solutions
    bool are_given = false;      // grids and puzzles are input; otherwise grids are drawn, and all cells are given
    uint8_t* puzzles = nullptr;  // the minimal puzzles; null: only grids are made
    uint8_t* orders = nullptr;   // the order in which cells are tried; or null
    bool are_ordered = false;    // orders are input; otherwise they are drawn
};

// Makes them, on at most n_threads threads. Returns false if stopped; then some are missing.
bool make_minimal(const Making& making, size_t n_threads, StopToken stop);

}  // namespace farandole
