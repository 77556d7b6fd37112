// A search for solutions of a puzzle of any shape: propagate, choose, go back. No Python here.
//
// A *choice* is a cell and one of its candidates: first the cell takes it, and when all of that is searched, the cell
// loses it and the search goes on in the same place. So a level of the stack is the masks of all cells as they will be
// then: nothing is ever undone, and what comes next may be chosen anew, with what was learned.
//
//     stack_      level 0: masks without the first choice | level 1: masks without the second | ...
//     choices_    the cell of each level's choice
//     candidates_ the masks below the last choice
//
// The search learns where the trouble is: cells in small constraints begin with more weight, and whenever a house or a
// constraint finds that nothing fits, its cells gain some; a cell is chosen for few candidates and much weight
// (Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints", ECAI 2004).
#pragma once
#include <limits>

#include "csp/network.hpp"
#include "stop_token.hpp"

namespace farandole {

class Propagation {
  public:
    Propagation(const Network& network, std::span<const Mask> masks, int64_t budget)
        : network_(network), constraints_(&network.stated()), candidates_(network.begin(masks, *constraints_)),
          budget_(budget), weights_(network.weights(*constraints_)) {
        if (masks.size() != (size_t)network.n_cells()) throw std::invalid_argument("expected a mask for each cell");
        for (const Mask mask : masks)
            if (mask & ~network.all_digits()) throw std::invalid_argument("expected masks of n_digits bits");
    }

    // Moves on to the next solution. False: there is none (`exhausted`), or the budget is spent, or it was
    // stopped; then a later call goes on.
    bool next(StopToken stop = {}) {
        if (state_ == State::fresh) start();
        int64_t steps = 0;
        while (state_ != State::exhausted) {
            if (steps++ % kPollIntervalPropagationSteps == 0 && stop.stop_requested()) return false;
            if (state_ == State::open) {
                if (!propagate()) {
                    state_ = State::dead;
                } else if (const Choice choice = choose(); choice.cell < 0) {
                    state_ = State::dead;  // so that the next call goes on behind it
                    return true;
                } else {
                    if (nodes_ >= budget_) return false;
                    take(choice);
                }
            } else {
                go_back();
            }
        }
        return false;
    }

    // The solution that `next` moved to: a mask of one digit for each cell.
    std::span<const Mask> masks() const { return candidates_.masks(); }

    // Sets a new budget, of nodes in all.
    void allow(int64_t budget) { budget_ = budget; }

    // The masks before the first choice, with which no constraint of the network has anything to say; none where it was
    // not made.
    std::span<const Mask> root() const { return root_; }

    // By cell, how much holds it: what the network says, and the failures so far.
    std::span<const float> weights() const { return weights_; }

    // Choices made so far.
    int64_t nodes() const { return nodes_; }

    // Whether there are no more solutions than `next` moved to.
    bool exhausted() const { return state_ == State::exhausted; }

  private:
    enum class State { fresh, open, dead, exhausted };
    struct Choice {
        Cell cell;  // -1: each cell has one candidate
        Mask digit;
    };

    void start() {
        state_ = State::open;
        for (const Mask mask : candidates_.masks())
            if (!mask) state_ = State::dead;
    }

    // What was stated solves many puzzles; the constraints that follow from it are taken in before the first choice.
    bool propagate() {
        if (!settle()) return false;
        if (has_all_ || std::ranges::all_of(candidates_.masks(), is_single)) return true;
        has_all_ = true;
        root_.assign(candidates_.masks().begin(), candidates_.masks().end());
        if (constraints_ == &network_.all()) return true;
        constraints_ = &network_.all();
        candidates_ = network_.begin(root_, *constraints_);
        weights_ = network_.weights(*constraints_);
        const bool holds = settle();
        root_.assign(candidates_.masks().begin(), candidates_.masks().end());
        return holds;
    }

    bool settle() {
        return network_.propagate(candidates_, *constraints_, [&](std::span<const Cell> cells) {
            for (const Cell cell : cells) weights_[cell] += 1;
        });
    }

    // The cell with the fewest candidates for its weight, and the least of them.
    Choice choose() const {
        Choice best{-1, 0};
        float fewest = std::numeric_limits<float>::infinity();
        for (Cell cell = 0; cell < network_.n_cells(); ++cell) {
            const Mask mask = candidates_[cell];
            if (is_single(mask)) continue;
            const float score = (float)std::popcount(mask) / weights_[cell];
            if (score >= fewest) continue;
            fewest = score;
            best = {cell, lowest(mask)};
        }
        return best;
    }

    void take(Choice choice) {
        ++nodes_;
        const auto masks = candidates_.masks();
        stack_.insert(stack_.end(), masks.begin(), masks.end());
        *(stack_.end() - (ptrdiff_t)masks.size() + choice.cell) &= ~choice.digit;
        choices_.push_back(choice.cell);
        candidates_.keep(choice.cell, choice.digit);
    }

    void go_back() {
        if (choices_.empty()) {
            state_ = State::exhausted;
            return;
        }
        const size_t begin = stack_.size() - network_.n_cells();
        candidates_.restore(stack_.data() + begin);
        candidates_.wake_around(choices_.back(), network_.all_digits());
        stack_.resize(begin);
        choices_.pop_back();
        state_ = State::open;
    }

    const Network& network_;
    const Constraints* constraints_;
    bool has_all_ = false;  // constraints, derived ones too
    Candidates candidates_;
    std::vector<Mask> root_;
    State state_ = State::fresh;
    int64_t budget_, nodes_ = 0;
    std::vector<float> weights_;  // by cell: what the network says, and the failures of its houses and constraints
    std::vector<Mask> stack_;
    std::vector<Cell> choices_;
};

}  // namespace farandole
