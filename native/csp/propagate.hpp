// A backtracking search for a puzzle of any shape: propagate, choose, backtrack. No Python here.
//
// A *choice* is a cell and one of its candidates. First the cell takes the candidate; once that subtree is searched,
// the cell loses it and the search goes on at the same level. So each level of the stack stores the masks of all cells
// for the second branch: nothing is undone, and the next choice is free to use the weights learned meanwhile.
//
//     stack_      level 0: masks without the first choice | level 1: masks without the second | ...
//     choices_    the cell of each level's choice
//     candidates_ the masks below the last choice
//
// A cell is chosen for few candidates and a large weight. Cells in small constraints begin with a larger weight. Each
// contradiction in a house or constraint adds to the weight of its cells (Boussemart, Hemery, Lecoutre, Sais, "Boosting
// systematic search by weighting constraints", ECAI 2004), and to that of the cell chosen last, which led to it.
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

    // Finds the next solution. Returns false if there is none (`exhausted`), if the budget is spent, or if it was
    // stopped; a later call continues.
    bool next(StopToken stop = {}) {
        if (state_ == State::fresh) start();
        int64_t steps = 0;
        while (state_ != State::exhausted) {
            if (steps++ % kPollIntervalPropagationSteps == 0 && stop.stop_requested()) return false;
            if (state_ == State::open) {
                if (!propagate()) {
                    state_ = State::dead;
                } else if (const Choice choice = choose(); choice.cell < 0) {
                    state_ = State::dead;  // the next call backtracks from here
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

    // The same, with a new budget.
    bool next(int64_t budget, StopToken stop) {
        allow(budget);
        return next(stop);
    }

    // The solution that `next` moved to: a mask of one digit for each cell.
    std::span<const Mask> masks() const { return candidates_.masks(); }

    // Sets a new budget: the maximum number of nodes since the start.
    void allow(int64_t budget) { budget_ = budget; }

    // The masks after propagation of all constraints, before the first choice. Empty if it was not reached.
    std::span<const Mask> root() const { return root_; }

    // By cell: the initial weight, and the contradictions so far.
    std::span<const float> weights() const { return weights_; }

    // Choices so far.
    int64_t nodes() const { return nodes_; }

    // Whether all solutions were found.
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

    // The given constraints alone solve many puzzles. Derived ones are added before the first choice.
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
            if (last_ >= 0) weights_[last_] += 1;
        });
    }

    // The cell with the fewest candidates per weight, and its lowest candidate.
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
        last_ = choice.cell;
        candidates_.keep(choice.cell, choice.digit);
    }

    void go_back() {
        if (choices_.empty()) {
            state_ = State::exhausted;
            return;
        }
        const size_t begin = stack_.size() - network_.n_cells();
        candidates_.restore(stack_.data() + begin);
        last_ = choices_.back();
        candidates_.wake_around(last_, network_.all_digits());
        stack_.resize(begin);
        choices_.pop_back();
        state_ = State::open;
    }

    const Network& network_;
    const Constraints* constraints_;
    bool has_all_ = false;  // whether derived constraints are included
    Candidates candidates_;
    std::vector<Mask> root_;
    State state_ = State::fresh;
    int64_t budget_, nodes_ = 0;
    std::vector<float> weights_;  // by cell
    std::vector<Mask> stack_;
    std::vector<Cell> choices_;
    Cell last_ = -1;  // the cell of the branch that was entered last
};

}  // namespace farandole
