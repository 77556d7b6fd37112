// Loops of cells that all have the two digits of their first cell, which could be swapped along the loop. No Python
// here.
#pragma once
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logic/house_order.hpp"

namespace farandole {

// Walks from house to house, depth first, in the order of Sudoku Explainer, with an explicit stack: a cursor that goes
// on at each call. Digits can be swapped if each house with a cell of the loop has two, one of each parity. At most two
// cells have different extra digits.
class PairLoops {
  public:
    using Cells = std::vector<int32_t>;

    // start: a cell with two candidates.
    PairLoops(const HouseOrder& order, std::vector<uint32_t> masks, int32_t start)
        : order_(&order), masks_(std::move(masks)), start_(start), is_used_(order.n_cells()), cells_(order.n_houses()),
          houses_of_(order.n_cells()) {
        order.check(masks_);
        if (start < 0 || start >= order.n_cells()) throw std::invalid_argument("no such cell");
        pair_ = masks_[start];
        if (std::popcount(pair_) != 2) throw std::invalid_argument("expected a cell with two candidates");
        for (int32_t cell = 0; cell < order.n_cells(); ++cell) {
            if ((masks_[cell] & pair_) != pair_) continue;
            houses_of_[cell] = IndexSet(order.n_houses());
            for (const auto& part : order.parts(cell)) {
                cells_[part.house].push_back(cell);
                houses_of_[cell].add(part.house);
            }
        }
        enter({.cell = start, .met = houses_of_[start], .met_next = IndexSet(order.n_houses())});
    }

    bool is_done() const { return stack_.empty(); }

    // The next loops: their cells in order, from the start. Ends after so many steps, or when all are found.
    std::vector<Cells> run(int64_t most_steps) {
        std::vector<Cells> found;
        for (; most_steps > 0 && !is_done(); --most_steps) {
            Visit& here = stack_.back();
            const auto houses = order_->parts(here.cell);
            if (here.house == houses.size()) {
                is_used_[here.cell] = false;
                stack_.pop_back();
                continue;
            }
            const int32_t house = houses[here.house].house;
            if (house == here.came_by || here.at == cells_[house].size()) {
                ++here.house;
                here.at = 0;
                continue;
            }
            const int32_t next = cells_[house][here.at++];
            if (next == start_ && stack_.size() >= 4) {
                if (here.met == here.met_next) found.push_back(loop());
            } else if (!is_used_[next]) {
                const uint32_t extra = masks_[next] & ~pair_;
                here.more |= extra;  // of cells that are skipped, too, as in Sudoku Explainer
                const bool is_other = extra && std::popcount(here.more) > 1;
                if (here.met_next.meets(houses_of_[next]) || (is_other && here.n_allowed <= 0)) continue;
                enter({.cell = next,
                       .came_by = house,
                       .n_allowed = here.n_allowed - (extra != 0),
                       .more = here.more,
                       .met = here.met_next | houses_of_[next],
                       .met_next = here.met});
            }
        }
        return found;
    }

  private:
    // A cell of the loop, and how far its neighbors have been tried.
    struct Visit {
        int32_t cell;
        int32_t came_by = -1;   // the house that led here
        int32_t n_allowed = 2;  // how many more cells may have extra digits of any kind
        uint32_t more = 0;      // the extra digits so far
        IndexSet met;           // the houses of the cells of its parity
        IndexSet met_next;      // the houses of the others
        size_t house = 0, at = 0;
    };

    void enter(Visit visit) {
        is_used_[visit.cell] = true;
        stack_.push_back(std::move(visit));
    }

    Cells loop() const {
        Cells cells;
        for (const Visit& visit : stack_) cells.push_back(visit.cell);
        return cells;
    }

    const HouseOrder* order_;
    std::vector<uint32_t> masks_;
    int32_t start_;
    uint32_t pair_ = 0;
    std::vector<bool> is_used_;
    std::vector<Cells> cells_;         // by house: its cells with both digits
    std::vector<IndexSet> houses_of_;  // by cell with both digits
    std::vector<Visit> stack_;
};

}  // namespace farandole
