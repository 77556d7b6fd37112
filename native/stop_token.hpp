// How work learns that it should stop: a deadline passed, Ctrl-C came, or another thread cancelled it. No Python here,
// and no STL: kernels compiled for one instruction set include it.
#pragma once
#include <stdint.h>

namespace farandole {

// Every engine polls its token once per interval. An interval is a millisecond or less, and polling costs less than a
// thousandth of it.
constexpr int64_t kPollIntervalSteps = 1 << 18;         // work that cannot pause: steps of a few ns
constexpr int64_t kPollIntervalCoverNodes = 1 << 12;    // exact cover: nodes, or
constexpr int64_t kPollIntervalCoverOptions = 1 << 14;  // options tried or hidden, where a node takes long
constexpr int64_t kPollIntervalClassicPasses = 1 << 12;
constexpr int64_t kPollIntervalSimdPasses = 16;
constexpr int64_t kPollIntervalCdclSteps = 64;         // propagations, each with the conflict or decision after it
constexpr int64_t kPollIntervalPropagationSteps = 64;  // propagations and backtracks
constexpr int kPollIntervalMs = 20;                    // a thread that waits for others

// Thrown by work that cannot pause, once it should stop.
struct WorkStopped {};

// A handle to pass by value; the default one never asks to stop. `StopSource` makes those that do.
// (Inlined by force: objects of several instruction sets would share a function, compiled for one of them.)
class StopToken {
  public:
    using Poll = bool (*)(void* context);  // once true, always true

    StopToken() = default;
    StopToken(Poll poll, void* context) : poll_(poll), context_(context) {}

    [[gnu::always_inline]] bool stop_requested() const { return poll_ && poll_(context_); }

    // For work that cannot pause: call it with the steps done, of a few ns each. Throws `WorkStopped`.
    void count_steps(int64_t n = 1) {
        if ((n_steps_ += n) < kPollIntervalSteps) return;
        n_steps_ = 0;
        if (stop_requested()) throw WorkStopped{};
    }

  private:
    Poll poll_ = nullptr;
    void* context_ = nullptr;
    int64_t n_steps_ = 0;
};

}  // namespace farandole
