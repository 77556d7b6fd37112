// The lane kernels behind one door: which of them this machine runs, and work shared out over threads.
#pragma once
#include <memory>
#include <vector>

#include "classic/kernel.hpp"

namespace farandole {

// The kernels this machine can run, widest last.
const std::vector<const Kernel*>& usable_kernels();

// The kernels of boxes likewise.
const std::vector<const Searcher*>& usable_boxes();

// The one for this number of puzzles: the one that the environment variable FARANDOLE_ISA names, or the widest. A few
// puzzles leave most lanes of 512 bits empty, and those of 256 bits are faster then.
// Throws std::invalid_argument if the name is none of theirs.
const Kernel& chosen_kernel(size_t n_puzzles);

// Who searches this number of puzzles: boxes if they are a handful, else the chosen kernel. Throws likewise.
const Searcher& chosen_searcher(size_t n_puzzles);

// Working memory of a search.
class Scratch {
  public:
    explicit Scratch(const Searcher& searcher);
    void* memory() const { return memory_.get(); }

  private:
    struct Free {
        void operator()(void* memory) const;
    };
    std::unique_ptr<void, Free> memory_;
};

// Answer every puzzle, on at most n_threads threads. False if stopped: then some answers are missing.
// batch.stop is polled on the calling thread only; batch.solve_given_up is called on any. With give_up_after, counts
// are asked.
bool solve(const Batch& batch, size_t n_threads);

}  // namespace farandole
