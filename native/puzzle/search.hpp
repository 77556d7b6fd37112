// The search for a puzzle of any shape: it propagates and, where a puzzle of houses, pairs and sets proves hard, learns.
//
// Most puzzles are done before a first clause would be written. After some choices without a solution a search looks at
// each house as a whole, for it may have none. Once it has made many, it begins anew as one that learns; the few solutions
// found so far are passed over when they come again. A puzzle with many solutions finds them soonest, one after the other,
// as it began.
#pragma once
#include <optional>
#include <set>

#include "puzzle/learn.hpp"
#include "puzzle/propagate.hpp"

namespace farandole {

class Search {
  public:
    using Interrupted = Propagation::Interrupted;

    static constexpr int64_t kPatience = 2000;
    static constexpr int64_t kDoubt = 100;  // choices without a solution before the look at houses

    // budget: most choices in all. patience: most choices without a solution before it learns.
    Search(const Network& network, std::span<const Mask> masks, int64_t budget, int64_t patience)
        : network_(network),
          masks_(masks.begin(), masks.end()),
          propagation_(network, masks, budget),
          budget_(budget),
          patience_(patience),
          may_learn_(Clauses::can_say(network)) {}

    // Moves on to the next solution. False: there is none (`exhausted`), or the budget is spent, or `interrupted`
    // stopped us; then a later call goes on.
    bool next(Interrupted interrupted = nullptr, void* context = nullptr) {
        if (is_impossible_) return false;
        if (!learning_) {
            const int64_t begin = propagation_.nodes(), left = budget_ - begin;
            const int64_t most = may_learn_ ? std::min(patience_, left) : left;
            // A few choices first; then, after a look at the houses, all that may be made.
            for (const int64_t some : {has_doubted_ ? most : std::min(kDoubt, most), most}) {
                propagation_.allow(begin + some);
                if (propagation_.next(interrupted, context)) {
                    if (may_learn_) remember();
                    return true;
                }
                if (propagation_.exhausted() || propagation_.nodes() < begin + some) return false;
                if (!has_doubted_ && doubt()) return false;
            }
            if (most == left) return false;
            learning_.emplace(network_, masks_);
        }
        while (learning_->next(budget_ - propagation_.nodes(), interrupted, context)) {
            if (!known_.erase(digits())) return true;
        }
        return false;
    }

    // Counts the solutions to come, at most `limit` of them, and moves past them.
    int64_t count(int64_t limit, Interrupted interrupted = nullptr, void* context = nullptr) {
        int64_t n = 0;
        while (n < limit && next(interrupted, context)) ++n;
        return n;
    }

    // The solution that `next` moved to: the digit of each cell.
    std::vector<int32_t> digits() const {
        const auto masks = learning_ ? learning_->masks() : propagation_.masks();
        std::vector<int32_t> digits(masks.size());
        std::ranges::transform(masks, digits.begin(), least_digit);
        return digits;
    }

    // Choices made so far.
    int64_t nodes() const { return propagation_.nodes() + (learning_ ? learning_->nodes() : 0); }

    // Whether there are no more solutions than `next` moved to.
    bool exhausted() const {
        return is_impossible_ || (learning_ ? learning_->exhausted() : propagation_.exhausted());
    }

  private:
    static constexpr size_t kFew = 100;

    // Look at the whole puzzle, once; true where it has no solution.
    bool doubt() {
        has_doubted_ = true;
        Candidates candidates = network_.begin(masks_);
        is_impossible_ = !network_.narrow(candidates);
        masks_.assign(candidates.masks().begin(), candidates.masks().end());
        return is_impossible_;
    }

    void remember() {
        known_.insert(digits());
        may_learn_ = known_.size() <= kFew;
        if (!may_learn_) known_.clear();
    }

    const Network& network_;
    std::vector<Mask> masks_;
    Propagation propagation_;
    std::optional<Learning> learning_;
    std::set<std::vector<int32_t>> known_;  // what propagation found, as long as learning may come
    int64_t budget_, patience_;
    bool may_learn_, has_doubted_ = false, is_impossible_ = false;
};

}  // namespace farandole
