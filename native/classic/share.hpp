// Work shared out over threads, some thousand puzzles at a time.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <vector>

namespace farandole {

// What stops work from outside: asked now and then, true for good once it has arrived.
struct Interruption {
    bool (*arrived)(void*);
    void* context;
};

// Call a worker for each chunk of n things: worker(start, how many, interruption), false to stop all. Each thread makes
// its own with make_worker(). False when somebody stopped. The interruption given here is asked on the calling thread
// only.
template <class MakeWorker>
bool share_out(size_t n, size_t chunk, size_t n_threads, Interruption interruption, const MakeWorker& make_worker) {
    std::atomic<size_t> next{0};
    std::atomic<bool> stop{false};
    const auto work = [&](Interruption heard) {
        auto worker = make_worker();
        while (!stop) {
            const size_t start = next.fetch_add(chunk);
            if (start >= n) return;
            if (!worker(start, std::min(chunk, n - start), heard) || heard.arrived(heard.context)) stop = true;
        }
    };
    std::vector<std::future<void>> others;
    for (size_t i = 1; i < std::min(n_threads, (n + chunk - 1) / chunk); ++i)
        others.push_back(std::async(std::launch::async, [&] {
            work({[](void* stopped) { return static_cast<std::atomic<bool>*>(stopped)->load(); }, &stop});
        }));
    try {
        work(interruption);
    } catch (...) {
        stop = true;  // the others end before their futures do
        throw;
    }
    for (auto& other : others) {
        while (other.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready)
            if (interruption.arrived(interruption.context)) stop = true;
        other.get();
    }
    return !stop;
}

}  // namespace farandole
