// What stops a long loop from outside: Ctrl-C, and the time that was given. The engines ask every few thousand steps,
// without the GIL.
#pragma once
#include <nanobind/nanobind.h>

#include <chrono>
#include <limits>

#include "cover/alarm.hpp"

namespace farandole {

// Asks Python at most every 50 ms whether a signal handler raised; belongs to the thread that Python called.
class Signals {
  public:
    using Clock = std::chrono::steady_clock;

    // The time that many seconds from now.
    static Clock::time_point after(double seconds) {
        if (!(seconds < kForever)) return Clock::time_point::max();
        return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    // Until `arrived` is true without a signal: never, some seconds from now, or a point in time.
    Signals() = default;
    explicit Signals(double seconds) : Signals(after(seconds)) {}
    explicit Signals(Clock::time_point end) : end_(end) {}

    // True once a handler has raised or time is up. What was raised, `raise_if_arrived` throws on.
    static bool arrived(void* self) { return static_cast<Signals*>(self)->poll(); }

    void raise_if_arrived() const {
        if (raised_) throw nanobind::python_error();
    }

    // Does work without the GIL that can't pause, but listens to the alarm that it is given. Ctrl-C ends it, and throws
    // what the handler raised; or the end of its time, and `WorkEnded`.
    template <class Work>
    static auto heard_by(Work work, double seconds = std::numeric_limits<double>::infinity()) {
        Signals signals(seconds);
        try {
            const nanobind::gil_scoped_release release;
            return work(Alarm{&arrived, &signals});
        } catch (const WorkEnded&) {
            signals.raise_if_arrived();
            throw;
        }
    }

  private:
    static constexpr double kForever = 1e9;  // thirty years, in seconds

    bool poll() {
        if (raised_) return true;
        const auto now = Clock::now();
        if (now >= end_) return true;
        if (now < next_) return false;
        next_ = now + std::chrono::milliseconds(50);
        nanobind::gil_scoped_acquire gil;
        raised_ = PyErr_CheckSignals() != 0;
        return raised_;
    }

    Clock::time_point end_ = Clock::time_point::max();
    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(50);
    bool raised_ = false;
};

}  // namespace farandole
