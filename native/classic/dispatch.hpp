// Chooses a lane kernel that this machine can run, and shares work out to threads.
#pragma once
#include <memory>
#include <vector>

#include "classic/kernel.hpp"

namespace farandole {

// The kernels that this machine can run, widest last.
const std::vector<const Kernel*>& usable_kernels();

// The same for the kernels of boxes.
const std::vector<const Searcher*>& usable_boxes();

// The kernel that the environment variable FARANDOLE_ISA names, or else the best for this number of puzzles: usually
// the widest, but a few puzzles would leave most lanes of 512 bits empty and are faster with 256. Throws
// std::invalid_argument if FARANDOLE_ISA names none of them.
const Kernel& chosen_kernel(size_t n_puzzles);

// Boxes for a handful of puzzles, else the chosen kernel. Throws likewise.
const Searcher& chosen_searcher(size_t n_puzzles);

// The working memory of a kernel.
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

// Solves every puzzle, on at most n_threads threads. Returns false if it was stopped; then some answers are missing.
// batch.stop is polled on the calling thread only, batch.solve_given_up is called on any thread. If give_up_after is
// set, counts must be.
bool solve(const Batch& batch, size_t n_threads);

}  // namespace farandole
