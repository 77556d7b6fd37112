// The search for a puzzle of any shape: it propagates and, where a puzzle proves hard, searches in many lanes at once,
// and learns.
//
// Most puzzles are done before a swarm would be laid out. After some choices without a solution a search looks at each
// house as a whole, for it may have none. Once it has made more, it begins anew as a swarm; where clauses can say the
// puzzle, a search that learns takes turns with it. A turn is twice as long as the one before, so both together take at
// most some twice the time of the better one, whichever that is. What the others have found is passed over when it
// comes again; of a puzzle with many solutions the swarm alone finds the rest.
//
// Several threads count together. One of them learns, where clauses can say the puzzle, and the others are a swarm;
// each side counts all solutions by itself, and the first to end answers.
#pragma once
#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <set>
#include <system_error>

#include "csp/cdcl/cdcl.hpp"
#include "csp/propagate.hpp"
#include "csp/simd/search.hpp"
#include "stop_source.hpp"

namespace farandole {

// Who searches after propagation has begun: both in turns, or one of them; or nobody.
enum class Engine { turns, swarm, learning, propagation };

class Search {
  public:
    static constexpr int64_t kPatience = 10;
    static constexpr int64_t kDoubt = 100;  // choices without a solution before the look at houses

    // budget: most choices in all. patience: most choices without a solution before others search; a tenth as many
    // where sums follow from sums, for a choice takes longer there. n_threads: those that share a count.
    Search(const Network& network, std::span<const Mask> masks, int64_t budget, int64_t patience,
           Engine engine = Engine::turns, int32_t n_threads = 1)
        : network_(network), masks_(masks.begin(), masks.end()), propagation_(network, masks, budget), budget_(budget),
          patience_(network.derives() ? patience / 10 : patience), n_threads_(n_threads) {
        swarm_.is_wanted = engine == Engine::turns || engine == Engine::swarm;
        learning_.is_wanted = (engine == Engine::turns || engine == Engine::learning) && Clauses::can_say(network);
    }

    // Moves on to the next solution. False: there is none (`exhausted`), or the budget is spent, or it was
    // stopped; then a later call goes on.
    bool next(StopToken stop = {}) {
        has_begun_ = true;
        if (is_impossible_) return false;
        if (!is_hard_) {
            const Outcome outcome = propagate(stop);
            if (outcome != Outcome::hard) return outcome == Outcome::found;
            begin_others();
        }
        return take_turns(stop);
    }

    // Counts the solutions to come, at most `limit` of them, and moves past them. Threads share this if nothing came
    // before.
    int64_t count(int64_t limit, StopToken stop = {}) {
        if (n_threads_ > 1 && swarm_.is_wanted && !std::exchange(has_begun_, true)) return count_together(limit, stop);
        int64_t n = 0;
        while (n < limit && next(stop)) ++n;
        return n;
    }

    // The solution that `next` moved to: the digit of each cell.
    const std::vector<int32_t>& digits() const { return solution_; }

    // Choices made so far.
    int64_t nodes() const { return propagation_.nodes() + swarm_.nodes() + learning_.nodes(); }

    // Whether there are no more solutions than `next` moved to.
    bool exhausted() const {
        return is_impossible_ || propagation_.exhausted() || swarm_.exhausted() || learning_.exhausted();
    }

  private:
    // A solution; there is no other, or we may not go on; others should search.
    enum class Outcome { found, over, hard };

    static constexpr size_t kFew = 100;     // solutions that a search passes over
    static constexpr int64_t kMany = 1000;  // solutions after which threads pay
    static constexpr int32_t kWide = 16;  // with more digits learning is the better one: it begins, and gets more time
    // Nodes of first turns. The swarm's takes longer, for it is the better one more often; with more than 16 digits
    // learning is.
    static constexpr int64_t kTurnOfLearning = 250, kTurnOfSwarm = 16'000, kTurnOfWideSwarm = 12;

    // A search in turns with another: how far its turn goes, and the solutions that it has not found yet.
    template <class Engine>
    struct Turns {
        bool is_wanted = false;
        std::unique_ptr<Engine> engine;
        int64_t turn = 0;
        std::set<std::vector<int32_t>> known;

        // False: these are more than it should pass over.
        bool remember(const std::vector<int32_t>& solution) {
            if (is_wanted) known.insert(solution);
            return known.size() <= kFew;
        }
        int64_t nodes() const { return engine ? engine->nodes() : 0; }
        bool exhausted() const { return engine && engine->exhausted(); }
    };

    static std::vector<int32_t> digits_of(std::span<const Mask> masks) {
        std::vector<int32_t> digits(masks.size());
        std::ranges::transform(masks, digits.begin(), least_digit);
        return digits;
    }

    Outcome propagate(StopToken stop) {
        const int64_t begin = propagation_.nodes(), left = budget_ - begin;
        const int64_t most = swarm_.is_wanted || learning_.is_wanted ? std::min(patience_, left) : left;
        // A few choices first; then, after a look at the houses, all that may be made.
        for (const int64_t some : {has_doubted_ ? most : std::min(kDoubt, most), most}) {
            propagation_.allow(begin + some);
            if (propagation_.next(stop)) {
                solution_ = digits_of(propagation_.masks());
                if (!(swarm_.remember(solution_) && learning_.remember(solution_))) swarm_ = {}, learning_ = {};
                return Outcome::found;
            }
            if (propagation_.exhausted() || propagation_.nodes() < begin + some) return Outcome::over;
            if (!has_doubted_ && doubt()) return Outcome::over;
        }
        return most == left ? Outcome::over : Outcome::hard;
    }

    void begin_others() {
        is_hard_ = true;
        is_swarms_turn_ = swarm_.is_wanted && !(learning_.is_wanted && network_.n_digits() > kWide);
    }

    // Each is made when its first turn comes: the swarm is often done in its own, and clauses take as long to write.
    void make(Turns<Swarm>& turns, int32_t n_threads = 1) {
        turns.engine = std::make_unique<Swarm>(network_, masks_, propagation_.weights(), n_threads);
    }
    void make(Turns<Learning>& turns) { turns.engine = std::make_unique<Learning>(network_, masks_); }

    int64_t count_together(int64_t limit, StopToken stop) {
        int64_t n = 0;
        for (; n < kMany; ++n) {
            if (n == limit) return n;
            const Outcome outcome = propagate(stop);
            if (outcome == Outcome::over) return n;
            if (outcome == Outcome::hard) break;
        }
        // All begins anew, and counts once more what propagation has counted.
        const bool learns = learning_.is_wanted;
        swarm_ = {}, learning_ = {};
        swarm_.is_wanted = true;
        learning_.is_wanted = learns;
        begin_others();
        make(swarm_, learns ? n_threads_ - 1 : n_threads_);
        if (learns) make(learning_);
        if (learns) return std::max(n, count_side_by_side(limit, stop));
        return std::max(n, swarm_.engine->count(limit, budget_ - nodes(), stop));
    }

    // A swarm and a search that learns, until one of them has counted all, or they may not go on.
    int64_t count_side_by_side(int64_t limit, StopToken stop) {
        StopSource source(stop);
        const int64_t share = (budget_ - nodes()) / 2;
        std::future<int64_t> learned;
        try {
            learned = std::async(std::launch::async, [&, &learning = *learning_.engine] {
                int64_t n = 0;
                while (n < limit && n <= (int64_t)kFew && learning.next(share, source.token())) ++n;
                if (n == limit || learning.exhausted()) source.request_stop();
                return n;
            });
        } catch (const std::system_error&) {  // the machine has no more threads
            learning_ = {};
            return swarm_.engine->count(limit, share, stop);
        }
        int64_t n = 0;
        try {
            n = swarm_.engine->count(limit, share, source.token());
            if (n == limit || swarm_.engine->exhausted()) source.request_stop();
            while (learned.wait_for(std::chrono::milliseconds(kPollIntervalMs)) != std::future_status::ready)
                source.stop_requested();
        } catch (...) {
            source.request_stop();
            throw;
        }
        const int64_t n_learned = learned.get();
        if (n >= n_learned)  // whoever has found more may go on
            learning_ = {};
        else swarm_ = {};
        is_swarms_turn_ = swarm_.is_wanted;
        return std::max(n, n_learned);
    }

    bool take_turns(StopToken stop) {
        for (;;) {
            if (swarm_.exhausted() || learning_.exhausted()) return false;
            const bool is_wide = network_.n_digits() > kWide;
            const bool found = is_swarms_turn_ ? go_on(swarm_, is_wide ? kTurnOfWideSwarm : kTurnOfSwarm, stop)
                                               : go_on(learning_, kTurnOfLearning, stop);
            if (found) {
                if ((is_swarms_turn_ ? swarm_.known : learning_.known).erase(solution_)) continue;
                if (swarm_.is_wanted &&
                    !(is_swarms_turn_ ? learning_.remember(solution_) : swarm_.remember(solution_))) {
                    learning_ = {};
                    is_swarms_turn_ = true;
                }
                return true;
            }
            if (!is_turn_over_) return false;
            is_swarms_turn_ = !is_swarms_turn_;
        }
    }

    // Goes on with a search to its next solution, or to the end of its turn.
    template <class Engine>
    bool go_on(Turns<Engine>& turns, int64_t first, StopToken stop) {
        const bool is_alone = !swarm_.is_wanted || !learning_.is_wanted;
        if (!turns.engine) make(turns);
        if (turns.turn <= turns.nodes()) turns.turn = std::max(first, 2 * turns.nodes());
        const int64_t begin = turns.engine->nodes(), left = budget_ - nodes();
        const int64_t most = is_alone ? left : std::min(left, turns.turn - begin);
        const bool found = turns.engine->next(begin + most, stop);
        if (found) solution_ = digits_of(turns.engine->masks());
        is_turn_over_ = !is_alone && !found && !turns.engine->exhausted() && turns.engine->nodes() >= turns.turn;
        return found;
    }

    // Looks at the whole puzzle, once; true where it has no solution.
    bool doubt() {
        if (propagation_.root().empty()) return false;  // it was stopped before it knew more
        has_doubted_ = true;
        Candidates candidates = network_.begin(propagation_.root());
        candidates.houses.clear_all();  // propagation has asked them all
        candidates.relations.clear_all();
        is_impossible_ = !network_.narrow(candidates);
        masks_.assign(candidates.masks().begin(), candidates.masks().end());
        return is_impossible_;
    }

    const Network& network_;
    std::vector<Mask> masks_;
    Propagation propagation_;
    Turns<Swarm> swarm_;
    Turns<Learning> learning_;
    std::vector<int32_t> solution_;
    int64_t budget_, patience_;
    int32_t n_threads_;
    bool has_begun_ = false, is_hard_ = false, has_doubted_ = false, is_impossible_ = false;
    bool is_swarms_turn_ = true, is_turn_over_ = false;
};

}  // namespace farandole
