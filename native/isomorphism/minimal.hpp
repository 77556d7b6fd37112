// Minimal puzzles by the million: grids drawn, cells put in any order, and the lanes strike givens.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "stop_token.hpp"

namespace farandole {

// Puzzles to make, in arrays of n x 81. Everything about the i-th follows from the seed and `first + i`.
struct Making {
    uint64_t seed = 0, first = 0;
    size_t n = 0;
    uint8_t* grids = nullptr;    // solutions
    bool are_given = false;      // they are there, and `puzzles` too; else they are drawn, and all cells are given
    uint8_t* puzzles = nullptr;  // what is left of the givens; null: only grids are wanted
    uint8_t* orders = nullptr;   // the order in which the cells were tried; or null
    bool are_ordered = false;    // it is there; else it is drawn
};

// Make them, on at most n_threads threads. False if stopped: then some are missing.
bool make_minimal(const Making& making, size_t n_threads, StopToken stop);

}  // namespace farandole
