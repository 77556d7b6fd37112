// Searches one hard puzzle in all lanes of a vector. No Python here.
//
// Each lane is a search. Where a pass changes nothing, the lane chooses a cell and takes its lowest candidate. The
// second branch, the masks of all cells without that candidate, goes to a lane with a contradiction in the same pass.
// If there is none, it is pushed as a *frame*: a lane with a contradiction pops its newest frame, and a lane without
// frames steals the oldest frame of the lane with the most. So nearly all lanes work all the time, whatever the tree
// looks like. The result depends only on the puzzle.
//
// Lanes share weights: the cells of a house or constraint with a contradiction gain weight, and a cell is chosen for
// few candidates and a large weight.
//
// Each thread has lanes of its own. A thread whose lanes have no frames left gets the oldest frames of the others. The
// solutions are the same, but their order is not fixed.
//
// A lane has at most 64 frames and one more for each cell, so the memory is bounded: 64 bytes for each cell and frame,
// per thread.
#pragma once
#include <memory>

#include "csp/network.hpp"
#include "stop_token.hpp"

namespace farandole {

class SimdSearch {
  public:
    // weights: the initial weights of the cells. Throws std::invalid_argument if FARANDOLE_ISA names no instruction set
    // of this machine.
    SimdSearch(const Network& network, std::span<const Mask> masks, std::span<const float> weights,
               int32_t n_threads = 1);
    ~SimdSearch();

    // Whether most constraints have a vector form. Others are revised lane by lane, so that a choice takes as long as
    // with propagation, and lanes need more of them.
    static bool suits(const Network& network);

    // Finds the next solution. Returns false if there is none (`exhausted`), if the budget (nodes since the start) is
    // spent, or if it was stopped; a later call continues.
    bool next(int64_t budget, StopToken stop = {});

    // Counts the remaining solutions, up to `limit`, and moves past them.
    int64_t count(int64_t limit, int64_t budget, StopToken stop = {});

    // The solution that `next` moved to: a mask of one digit for each cell.
    std::span<const Mask> masks() const;

    // Choices so far.
    int64_t nodes() const;

    // Whether all solutions were found.
    bool exhausted() const;

    // The implementation for one width of masks.
    class Search;

  private:
    static constexpr int64_t kAtOnce = 1 << 12;  // solutions that are collected before they are counted

    std::unique_ptr<Search> search_;
    std::vector<Mask> solution_;
};

}  // namespace farandole
