// Where each of the 5,472,730,538 essentially different full grids stands in their order (buckets.hpp): a block of
// buckets, and how many grids of the block come before. How many grids all earlier blocks have is a table of Python's
// (batch/grids.py).
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "isomorphism/ranks/buckets.hpp"
#include "stop_token.hpp"

namespace farandole {

inline constexpr int64_t kNumRankBlocks = int64_t{Bands::kNumClasses} * Buckets::kNumBlocks;

// How many grids the blocks of a class have: Buckets::kNumBlocks numbers. False if stopped.
bool count_blocks(int in_class, uint32_t* counts, StopToken stop);

// Find the places of n grids, digits from 1. False if stopped.
bool find_places(const uint8_t* grids, size_t n, size_t n_threads, int64_t* blocks, int64_t* before, StopToken stop);

// Find the grids at n places; those that are near each other in the arrays should be near each other in order. A block
// that has no such place gives a grid of zeros. False if stopped.
bool find_grids(const int64_t* blocks, const int64_t* before, size_t n, size_t n_threads, uint8_t* grids,
                StopToken stop);

}  // namespace farandole
