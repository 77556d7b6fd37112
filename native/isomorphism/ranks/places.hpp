// The place of each of the 5,472,730,538 essentially different full grids in their order (buckets.hpp): a block of
// buckets, and how many grids of the block come before. Python has a table of how many grids all earlier blocks have
// (batch/grids.py).
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "isomorphism/ranks/buckets.hpp"
#include "stop_token.hpp"

namespace farandole {

inline constexpr int64_t kNumRankBlocks = int64_t{Bands::kNumClasses} * Buckets::kNumBlocks;

// How many grids the blocks of a class have: Buckets::kNumBlocks numbers. Returns false if stopped.
bool count_blocks(int in_class, uint32_t* counts, StopToken stop);

// Finds the places of n grids, with digits from 1. Returns false if stopped.
bool find_places(const uint8_t* grids, size_t n, size_t n_threads, int64_t* blocks, int64_t* before, StopToken stop);

// Finds the grids at n places; nearby places should be adjacent in the arrays. Writes zeros if a block has no such
// place. Returns false if stopped.
bool find_grids(const int64_t* blocks, const int64_t* before, size_t n, size_t n_threads, uint8_t* grids,
                StopToken stop);

}  // namespace farandole
