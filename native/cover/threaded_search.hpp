// A search on several threads: it is cut into pieces, and each thread takes the next one. No Python here.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "cover/cover.hpp"
#include "stop_source.hpp"

namespace farandole {

// The threads work only during `run`. Ordered: covers come in the order of a single thread. Covers found ahead of their
// turn are kept; a thread that is far ahead waits.
class ThreadedSearch {
  public:
    ThreadedSearch(const CoverProblem& problem, Plan plan, int64_t n_threads, bool is_ordered, StopToken stop = {})
        : is_ordered_(is_ordered),
          options_(cut(problem, plan, kPiecesEach * n_threads, kPiecesEach * n_threads, stop)) {
        pieces_.resize(options_.size());
        plan.pieces.clear();
        try {
            for (size_t k = 0; k < std::min((size_t)n_threads, pieces_.size()); ++k)
                threads_.emplace_back([this, &problem, plan] { work(problem, plan); });
        } catch (const std::system_error&) {  // the system has no more threads
            if (threads_.empty()) throw;
        }
    }

    ThreadedSearch(const ThreadedSearch&) = delete;

    ~ThreadedSearch() {
        {
            const std::lock_guard lock(mutex_);
            leaving_.request_stop();
            is_running_ = false;
        }
        changed_.notify_all();
        for (auto& thread : threads_) thread.join();
    }

    // Like CoverSearch::run.
    bool run(Control& control, int64_t solutions, Covers* covers) {
        std::unique_lock lock(mutex_);
        budget_ = control.budget;
        is_listing_ = covers || solutions != Control::kUnlimited;
        is_running_ = true;
        changed_.notify_all();
        bool is_paused = false;
        while (!is_paused) {
            is_paused = !deliver(solutions, covers) || (claimed_ >= budget_ && n_active_ == 0) || is_done();
            if (is_paused) break;
            changed_.wait_for(lock, std::chrono::milliseconds(kPollIntervalMs));
            lock.unlock();
            is_paused = control.is_stopped(nodes_);
            lock.lock();
        }
        is_running_ = false;
        changed_.wait(lock, [&] { return n_active_ == 0; });
        return is_done();
    }

    int64_t nodes() const { return nodes_; }
    int64_t solutions() const { return solutions_; }

    // The fraction of the search that is done, from the share of each piece.
    double share() {
        const std::lock_guard lock(mutex_);
        double sum = 0;
        for (const Piece& piece : pieces_) sum += piece.share;
        return pieces_.empty() ? 1 : sum / (double)pieces_.size();
    }

  private:
    static constexpr int64_t kPiecesEach = 16;        // so that all threads finish together
    static constexpr int64_t kNodesAtOnce = 1 << 15;  // nodes between two reports of a thread
    static constexpr size_t kNumbersAtOnce = 1 << 14;
    static constexpr int64_t kNumbersAhead = 1 << 24;

    struct Piece {
        std::vector<int32_t> covers;  // not delivered yet: from `next` on
        size_t next = 0;
        int64_t n_counted = 0;  // found without listing, not delivered yet
        double share = 0;       // fraction that is done
        bool is_done = false;
    };

    bool is_done() const { return n_done_ == pieces_.size() && front_ == pieces_.size(); }

    void work(const CoverProblem& problem, const Plan& plan) {
        try {
            CoverSearch search(problem, plan, leaving_.token());
            work_with(search, problem);
        } catch (const WorkStopped&) {}
    }

    void work_with(CoverSearch& search, const CoverProblem& problem) {
        std::vector<int32_t> room(kNumbersAtOnce + problem.n_primary + 1);
        std::unique_lock lock(mutex_);
        while (next_ < pieces_.size()) {
            search.go_on_with(options_[next_]);
            Piece& piece = pieces_[next_++];
            while (!piece.is_done) {
                changed_.wait(lock, [&] { return leaving_.stop_requested() || may_work(piece); });
                if (leaving_.stop_requested()) return;
                work_on(piece, search, room, lock);
            }
        }
    }

    bool may_work(const Piece& piece) const {
        const bool is_far_ahead = n_ahead_ > kNumbersAhead && &piece != &pieces_[front_];
        return is_running_ && claimed_ < budget_ && !is_far_ahead;
    }

    void work_on(Piece& piece, CoverSearch& search, std::vector<int32_t>& room, std::unique_lock<std::mutex>& lock) {
        const int64_t claim = std::min(kNodesAtOnce, budget_ - claimed_), nodes = search.nodes(),
                      before = search.solutions();
        const bool is_listing = is_listing_;
        claimed_ += claim;
        ++n_active_;
        lock.unlock();
        Control control;
        control.budget = nodes + claim;
        control.stop = {[](void* self) { return !static_cast<ThreadedSearch*>(self)->is_running_.load(); }, this};
        Covers covers{room.data(), 0, room.size()};
        const bool is_done = search.run(control, Control::kUnlimited, is_listing ? &covers : nullptr);
        lock.lock();
        --n_active_;
        claimed_ -= claim - (search.nodes() - nodes);
        nodes_ += search.nodes() - nodes;
        if (is_listing) {
            piece.covers.insert(piece.covers.end(), covers.data, covers.data + covers.used);
            n_ahead_ += (int64_t)covers.used;
        } else {
            piece.n_counted += search.solutions() - before;
        }
        piece.share = is_done ? 1 : search.share();
        piece.is_done = is_done;
        n_done_ += is_done;
        changed_.notify_all();
    }

    // Delivers what was found, in order if required. Returns false if there is no room for more, or enough were
    // delivered.
    bool deliver(int64_t solutions, Covers* covers) {
        for (size_t k = front_; k < pieces_.size() && (k == front_ || !is_ordered_); ++k) {
            Piece& piece = pieces_[k];
            solutions_ += std::exchange(piece.n_counted, 0);
            while (piece.next < piece.covers.size()) {
                if (solutions_ >= solutions) return false;
                const size_t length = (size_t)piece.covers[piece.next] + 1;
                if (covers) {
                    if (covers->size - covers->used < length) return false;
                    std::copy_n(piece.covers.begin() + (int64_t)piece.next, length, covers->data + covers->used);
                    covers->used += length;
                }
                piece.next += length;
                ++solutions_;
            }
            n_ahead_ -= (int64_t)piece.covers.size();
            piece.covers.clear();
            piece.next = 0;
            if (piece.is_done && k == front_) {
                piece.covers.shrink_to_fit();
                ++front_;
                changed_.notify_all();
            }
        }
        return solutions_ < solutions;
    }

    const bool is_ordered_;
    const Pieces options_;  // taken first in each piece
    std::mutex mutex_;      // guards what follows
    std::condition_variable changed_;
    std::vector<Piece> pieces_;
    size_t next_ = 0, front_ = 0, n_done_ = 0;  // pieces: next to begin, next to deliver, done
    int n_active_ = 0;
    std::atomic_bool is_running_ = false;
    StopSource leaving_;
    bool is_listing_ = false;
    int64_t budget_ = 0, claimed_ = 0, n_ahead_ = 0;
    std::atomic<int64_t> nodes_ = 0, solutions_ = 0;
    std::vector<std::thread> threads_;
};

}  // namespace farandole
