// Ctrl-C in long loops: the engines call `Signals::arrived` every few thousand steps, without the GIL.
#pragma once
#include <nanobind/nanobind.h>

#include <chrono>

namespace farandole {

// Asks Python at most every 50 ms whether a signal handler raised; belongs to the thread that Python called.
class Signals {
  public:
    // True once a handler has raised; the exception is set and `raise` throws it on.
    static bool arrived(void* self) { return static_cast<Signals*>(self)->poll(); }

    void raise_if_arrived() const {
        if (arrived_) throw nanobind::python_error();
    }

  private:
    using Clock = std::chrono::steady_clock;

    bool poll() {
        if (arrived_) return true;
        const auto now = Clock::now();
        if (now < next_) return false;
        next_ = now + std::chrono::milliseconds(50);
        nanobind::gil_scoped_acquire gil;
        arrived_ = PyErr_CheckSignals() != 0;
        return arrived_;
    }

    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(50);
    bool arrived_ = false;
};

}  // namespace farandole
