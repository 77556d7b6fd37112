#include "classic/dispatch.hpp"

#include <new>
#include <utility>

#include "isa.hpp"
#include "share_out.hpp"

namespace farandole {

namespace {

const Kernel& kernel_of(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx2: return lanes_avx2;
        case Isa::avx512vl: return lanes_avx512vl;
        case Isa::avx512: return lanes_avx512;
#endif
        default: return lanes_baseline;
    }
}

const Searcher& boxes_of(Isa isa) {
    switch (isa) {
#if defined(__x86_64__)
        case Isa::avx2: return boxes_avx2;
        case Isa::avx512vl:
        case Isa::avx512: return boxes_avx512vl;
#endif
        default: return boxes_baseline;
    }
}

}  // namespace

const std::vector<const Searcher*>& usable_boxes() {
    static const std::vector<const Searcher*> searchers = [] {
        std::vector<const Searcher*> usable;
        for (const Isa isa : usable_isas())
            if (const Searcher* boxes = &boxes_of(isa); usable.empty() || usable.back() != boxes)
                usable.push_back(boxes);
        return usable;
    }();
    return searchers;
}

const std::vector<const Kernel*>& usable_kernels() {
    static const std::vector<const Kernel*> kernels = [] {
        std::vector<const Kernel*> usable;
        for (const Isa isa : usable_isas()) usable.push_back(&kernel_of(isa));
        return usable;
    }();
    return kernels;
}

namespace {

Batch slice(const Batch& batch, size_t start, size_t n) {
    const auto from = [start](auto* array, size_t row) { return array ? array + row * start : nullptr; };
    Batch part = batch;
    part.values = from(batch.values, 81);
    part.candidates = from(batch.candidates, 81);
    part.n = n;
    part.solutions = from(batch.solutions, 81);
    part.counts = from(batch.counts, 1);
    part.guesses = from(batch.guesses, 1);
    part.passes = from(batch.passes, 1);
    return part;
}

// Puzzles per chunk: enough to fill the lanes many times, few enough that all threads finish together.
constexpr size_t kChunk = 4096;

// Working memory that a thread keeps between calls, because allocating it takes longer than a puzzle. While it is in
// use, a nested call allocates its own: a signal handler may run Python code that solves puzzles.
struct KeptScratch {
    const Searcher* searcher = nullptr;
    std::unique_ptr<Scratch> scratch;

    struct GiveBack {
        const Searcher* searcher;
        void operator()(Scratch* scratch) const { kept = {searcher, std::unique_ptr<Scratch>(scratch)}; }
    };

    static std::unique_ptr<Scratch, GiveBack> of(const Searcher& searcher) {
        KeptScratch ours = std::exchange(kept, {});
        if (ours.searcher != &searcher) ours.scratch = std::make_unique<Scratch>(searcher);
        return {ours.scratch.release(), GiveBack{&searcher}};
    }

    static thread_local KeptScratch kept;
};
thread_local KeptScratch KeptScratch::kept;

// Solves what the kernel gave up. Returns false if it was stopped.
bool finish(const Batch& batch) {
    for (size_t i = 0; batch.give_up_after && i < batch.n; ++i)
        if (batch.counts[i] < 0 && !batch.solve_given_up(batch, i)) return false;
    return true;
}

}  // namespace

// Up to this many puzzles, most lanes of 512 bits would be empty.
static constexpr size_t kMaxPuzzlesFor256Bits = 16;

// Up to this many puzzles, most lanes of 256 bits would be empty; boxes, one puzzle after another, are faster.
static constexpr size_t kMaxPuzzlesForBoxes = 8;

const Kernel& chosen_kernel(size_t n_puzzles) {
    if (const Isa* forced = forced_isa()) return kernel_of(*forced);
    const Kernel* chosen = &lanes_baseline;
    for (const Kernel* kernel : usable_kernels())
        if (n_puzzles > kMaxPuzzlesFor256Bits || static_cast<size_t>(kernel->width) <= kMaxPuzzlesFor256Bits)
            chosen = kernel;
    return *chosen;
}

const Searcher& chosen_searcher(size_t n_puzzles) {
    if (n_puzzles > kMaxPuzzlesForBoxes) return chosen_kernel(n_puzzles);
    if (const Isa* forced = forced_isa()) return boxes_of(*forced);
    return *usable_boxes().back();
}

Scratch::Scratch(const Searcher& searcher) : memory_(::operator new(searcher.scratch_size, std::align_val_t{64})) {}
void Scratch::Free::operator()(void* memory) const { ::operator delete(memory, std::align_val_t{64}); }

bool solve(const Batch& batch, size_t n_threads) {
    const Searcher& searcher = chosen_searcher(batch.n);
    const auto make_worker = [&] {
        return [&batch, &searcher, scratch = KeptScratch::of(searcher)](size_t start, size_t n, StopToken stop) {
            Batch chunk = slice(batch, start, n);
            chunk.stop = stop;
            return searcher.solve(chunk, scratch->memory()) && finish(chunk);
        };
    };
    return share_out(batch.n, kChunk, n_threads, batch.stop, make_worker);
}

}  // namespace farandole
