// A search for solutions of one hard puzzle in all lanes of a vector. No Python here.
//
// Each lane is a search: a quiet lane chooses a cell and takes its least candidate. A lane that is at a dead end in the
// same pass takes what is left, the masks of all cells without that candidate. Where there is none, they are kept as a
// *frame*: dead lanes take back their newest frame; a lane that has none left takes the oldest of the lane that has
// most. So nearly all lanes are at work all the time, whatever the tree looks like. What they do depends on the puzzle
// alone.
//
// Lanes share what they learn of the puzzle: a cell of a house or constraint that fails gains weight, and a cell is
// chosen for few candidates and much weight.
//
// Several threads have lanes of their own each; a thread whose lanes have nothing left gets the oldest frames of the
// others. So the solutions are the same, in no fixed order.
//
// A lane has at most a frame for each cell and 64 more, so the memory is bounded: 64 bytes for each cell and frame, by
// thread.
#pragma once
#include <memory>

#include "csp/network.hpp"
#include "stop_token.hpp"

namespace farandole {

class SimdSearch {
  public:
    // weights: of the cells to begin with.
    // Throws std::invalid_argument if FARANDOLE_ISA names no instruction set of this machine.
    SimdSearch(const Network& network, std::span<const Mask> masks, std::span<const float> weights,
               int32_t n_threads = 1);
    ~SimdSearch();

    // Moves on to the next solution. False: there is none (`exhausted`), or the budget of nodes in all is spent, or
    // it was stopped; then a later call goes on.
    bool next(int64_t budget, StopToken stop = {});

    // Counts the solutions to come, at most `limit` of them, and moves past them.
    int64_t count(int64_t limit, int64_t budget, StopToken stop = {});

    // The solution that `next` moved to: a mask of one digit for each cell.
    std::span<const Mask> masks() const;

    // Choices made so far.
    int64_t nodes() const;

    // Whether there are no more solutions than `next` moved to.
    bool exhausted() const;

    // The search, for one width of masks.
    class Search;

  private:
    static constexpr int64_t kAtOnce = 1 << 12;  // solutions that wait to be counted

    std::unique_ptr<Search> search_;
    std::vector<Mask> solution_;
};

}  // namespace farandole
