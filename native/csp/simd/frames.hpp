// Frames: masks of all cells to backtrack to. Those of a lane, and those on their way to another thread. No Python
// here.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "stop_token.hpp"

namespace farandole {

// The frames of a lane: a stack from whose bottom other lanes steal.
template <class Word>
class Frames {
  public:
    size_t size() const { return (words_.size() - begin_) / n_cells_; }
    size_t n_words() const { return words_.size() - begin_; }
    bool is_empty() const { return words_.size() == begin_; }
    void set_n_cells(size_t n_cells) { n_cells_ = n_cells; }
    void clear() {
        words_.clear();
        begin_ = 0;
    }

    Word* push() {
        words_.resize(words_.size() + n_cells_);
        return newest();
    }
    Word* newest() { return words_.data() + words_.size() - n_cells_; }
    Word* oldest() { return words_.data() + begin_; }
    void drop_newest() {
        words_.resize(words_.size() - n_cells_);
        clean();
    }
    void drop_oldest() {
        begin_ += n_cells_;
        clean();
    }

  private:
    // Frees the memory of stolen frames once it is most of the array.
    void clean() {
        if (2 * begin_ < words_.size()) return;
        words_.erase(words_.begin(), words_.begin() + (ptrdiff_t)begin_);
        begin_ = 0;
    }

    std::vector<Word> words_;
    size_t begin_ = 0, n_cells_ = 1;
};

// What the threads of a search share: the budget of choices, and a queue of frames for threads that have none left.
//
// No thread accesses the frames of another. A thread without frames waits. The others check between two passes whether
// a thread waits, and put frames into the queue. So each frame is searched once. When all threads wait, the search is
// done.
template <class Word>
class WorkQueue {
  public:
    WorkQueue(int32_t n_threads, int64_t n_choices) : n_choices_(n_choices), n_threads_(n_threads) {}

    bool is_over() const { return is_over_.load(std::memory_order_relaxed); }
    void end() {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        changed_.notify_all();
    }

    // n threads could not be started.
    void miss(int32_t n) {
        const std::lock_guard lock(mutex_);
        n_threads_ -= n;
    }

    // Whether a thread waits and the queue is empty.
    bool is_wanted() const { return is_wanted_.load(std::memory_order_relaxed); }

    // Appends frames, one after another.
    void put(const std::vector<Word>& frames) {
        const std::lock_guard lock(mutex_);
        words_.insert(words_.end(), frames.begin(), frames.end());
        is_wanted_ = false;
        changed_.notify_all();
    }

    // Waits for frames. Returns none if the search is over. A waiting thread calls `stops` at each poll interval.
    template <class Stops>
    std::vector<Word> take(size_t n_cells, Stops stops) {
        std::unique_lock lock(mutex_);
        if (++n_waiting_ == n_threads_ && words_.empty()) {
            is_over_ = true;
            changed_.notify_all();
        }
        while (words_.empty() && !is_over_) {
            is_wanted_ = true;
            changed_.wait_for(lock, std::chrono::milliseconds(kPollIntervalMs));
            lock.unlock();
            const bool ends = stops();
            lock.lock();
            is_over_ = is_over_ || ends;
        }
        if (is_over_) return {};
        const size_t n_frames = words_.size() / n_cells,
                     share = (n_frames + (size_t)n_waiting_ - 1) / (size_t)n_waiting_;
        --n_waiting_;
        std::vector<Word> frames(words_.end() - (ptrdiff_t)(share * n_cells), words_.end());
        words_.resize(words_.size() - frames.size());
        is_wanted_ = words_.empty() && n_waiting_ > 0;
        return frames;
    }

    // Frames that no thread took, once all threads have ended.
    std::vector<Word>& left_over() { return words_; }

    // Takes up to n choices from the budget.
    int64_t claim(int64_t n) {
        int64_t left = n_choices_.load(std::memory_order_relaxed), some;
        do some = left < 0 ? 0 : n < left ? n : left;
        while (!n_choices_.compare_exchange_weak(left, left - some, std::memory_order_relaxed));
        return some;
    }

    // Counts solutions. Returns true once there are enough.
    bool found(int64_t n, int64_t enough) { return n_found_.fetch_add(n, std::memory_order_relaxed) + n >= enough; }

  private:
    std::atomic<int64_t> n_choices_, n_found_ = 0;
    std::atomic_bool is_over_ = false, is_wanted_ = false;
    std::mutex mutex_;  // guards what follows
    std::condition_variable changed_;
    int32_t n_threads_, n_waiting_ = 0;
    std::vector<Word> words_;
};

}  // namespace farandole
