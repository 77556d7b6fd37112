// What a `StopToken` asks. No Python here.
#pragma once
#include <atomic>
#include <chrono>
#include <thread>

#include "stop_token.hpp"

namespace farandole {

// Requests a stop when the deadline has passed, when `interrupt` returns true, when the parent token requests one, or
// when any thread calls `request_stop`. A stop is final.
//
// Only the thread that made the source looks at the deadline, the interrupt and the parent, when it polls; the tokens
// of all other threads see the stop from then on. So a thread that waits for others has to poll.
class StopSource {
  public:
    using Clock = std::chrono::steady_clock;
    using Interrupt = bool (*)();  // called at most every 50 ms

    static constexpr Clock::time_point kNoDeadline = Clock::time_point::max();

    static Clock::time_point deadline_after(double seconds) {
        constexpr double kThirtyYears = 1e9;
        if (!(seconds < kThirtyYears)) return kNoDeadline;
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    StopSource() = default;
    explicit StopSource(StopToken parent) : parent_(parent) {}
    StopSource(Clock::time_point deadline, Interrupt interrupt, StopToken parent = {})
        : deadline_(deadline), interrupt_(interrupt), parent_(parent) {}
    StopSource(const StopSource&) = delete;

    void request_stop() { is_stopped_ = true; }

    bool stop_requested() {
        if (is_stopped_) return true;
        if (std::this_thread::get_id() != owner_) return false;
        if (parent_.stop_requested() || is_late() || is_interrupted()) is_stopped_ = true;
        return is_stopped_;
    }

    // Whether it was the interrupt that stopped the work.
    bool was_interrupted() const { return was_interrupted_; }

    // Valid as long as the source.
    StopToken token() {
        return {[](void* self) { return static_cast<StopSource*>(self)->stop_requested(); }, this};
    }

  private:
    static constexpr std::chrono::milliseconds kInterruptInterval{50};  // to ask Python, we need the GIL

    bool is_late() const { return deadline_ != kNoDeadline && Clock::now() >= deadline_; }

    bool is_interrupted() {
        if (!interrupt_) return false;
        const auto now = Clock::now();
        if (now < next_interrupt_) return false;
        next_interrupt_ = now + kInterruptInterval;
        return was_interrupted_ = interrupt_();
    }

    const std::thread::id owner_ = std::this_thread::get_id();
    const Clock::time_point deadline_ = kNoDeadline;
    const Interrupt interrupt_ = nullptr;
    const StopToken parent_ = {};
    Clock::time_point next_interrupt_ = Clock::now() + kInterruptInterval;
    std::atomic_bool is_stopped_ = false;
    bool was_interrupted_ = false;
};

}  // namespace farandole
