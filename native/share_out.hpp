// Shares out work over threads, some thousand puzzles at a time.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <vector>

#include "stop_source.hpp"

namespace farandole {

// Calls a worker for each chunk of n things: worker(start, size, StopToken). Each thread makes its own worker with
// make_worker(). A worker that returns false stops all of them. Returns false if the work was stopped. The token is
// polled on the calling thread only.
template <class MakeWorker>
bool share_out(size_t n, size_t chunk, size_t n_threads, StopToken stop, const MakeWorker& make_worker) {
    std::atomic<size_t> next{0};
    StopSource source(stop);
    const auto work = [&] {
        auto worker = make_worker();
        while (!source.stop_requested()) {
            const size_t start = next.fetch_add(chunk);
            if (start >= n) return;
            if (!worker(start, std::min(chunk, n - start), source.token())) source.request_stop();
        }
    };
    std::vector<std::future<void>> helpers;
    for (size_t i = 1; i < std::min(n_threads, (n + chunk - 1) / chunk); ++i)
        helpers.push_back(std::async(std::launch::async, work));
    try {
        work();
    } catch (...) {
        source.request_stop();  // the helpers end before their futures are destroyed
        throw;
    }
    for (auto& helper : helpers) {
        while (helper.wait_for(std::chrono::milliseconds(kPollIntervalMs)) != std::future_status::ready)
            source.stop_requested();
        helper.get();
    }
    return !source.stop_requested();
}

}  // namespace farandole
