// Calls from Python that Ctrl-C interrupts.
#pragma once
#include <nanobind/nanobind.h>

#include <type_traits>

#include "stop_source.hpp"

namespace farandole {

// Whether a signal handler of Python raised an exception, which is then set. For `StopSource`.
inline bool check_python_signals() {
    const nanobind::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

// Calls work() without the GIL; it must poll this source. If a signal handler raised an exception meanwhile, throws it.
template <class Work>
std::invoke_result_t<Work> run_without_gil(const StopSource& source, Work work) {
    const auto raise = [&] {
        if (source.was_interrupted()) throw nanobind::python_error();
    };
    const auto run = [&] {
        const nanobind::gil_scoped_release release;
        return work();
    };
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
            run();
            raise();
        } else {
            auto answer = run();
            raise();
            return answer;
        }
    } catch (const WorkStopped&) {
        raise();
        throw;
    }
}

// Calls work(StopToken) without the GIL; Ctrl-C and the deadline stop it.
template <class Work>
std::invoke_result_t<Work, StopToken> run_interruptible(
    Work work, StopSource::Clock::time_point deadline = StopSource::kNoDeadline) {
    StopSource source(deadline, check_python_signals);
    return run_without_gil(source, [&] { return work(source.token()); });
}

}  // namespace farandole
