// Ranked lines: read as numbers, so many lines are less than one of them.
//
// Two lines are compared cell by cell, as long as they may be equal:
//
//     12  3  45        less, because the first digit may be 1 and 2; or greater, because equal first digits leave
//     2   3  4         only a greater last digit or none
#pragma once
#include <set>

#include "csp/network.hpp"

namespace farandole {

class RankConstraint final : public Constraint {
  public:
    // Which lines may be equal: none, only such as have no rank, or any. Lines equal to the ranked one share ranks.
    enum class Ties { none, unranked, any };

    // lines: of equal length. rank: of lines[ranked], from 1 for the least.
    RankConstraint(std::vector<std::vector<Cell>> lines, int32_t ranked, int32_t rank, Ties ties)
        : Constraint(cells_of(lines)), lines_(std::move(lines)), ranked_(ranked), rank_(rank), ties_(ties) {}

    bool revise(Candidates& candidates) const override {
        const std::vector<Cell>& ours = lines_[ranked_];
        const bool is_strict = ties_ != Ties::any;
        const auto n = (int32_t)lines_.size();
        std::vector<Order> orders(n);
        int32_t n_less = 0, n_possible = 0;
        for (int32_t line = 0; line < n; ++line) {
            if (line == ranked_) continue;
            Order& order = orders[line] = compare(candidates, lines_[line], ours, 0);
            if (is_strict) order.equal = false;
            if (!order.less && !order.equal && !order.greater) return false;
            n_less += order.less && !order.equal && !order.greater;
            n_possible += order.less || order.equal;
        }
        if (n_less > rank_ - 1 || n_possible < rank_ - 1) return false;
        for (int32_t line = 0; line < n; ++line) {
            if (line == ranked_) continue;
            const auto [less, equal, greater] = orders[line];
            if (n_less == rank_ - 1 && (equal || greater) && !order_lines(candidates, ours, lines_[line], is_strict))
                return false;
            if (n_possible == rank_ - 1 && (less || equal) && !order_lines(candidates, lines_[line], ours, is_strict))
                return false;
        }
        return ties_ != Ties::none || are_distinct(candidates);
    }

  private:
    struct Order {
        bool less = false, equal = false, greater = false;  // what is possible
    };

    static std::vector<Cell> cells_of(std::span<const std::vector<Cell>> lines) {
        std::set<Cell> cells;
        for (const auto& line : lines) cells.insert(line.begin(), line.end());
        return {cells.begin(), cells.end()};
    }

    static Order compare(const Candidates& candidates, std::span<const Cell> one, std::span<const Cell> other,
                         size_t begin) {
        Order order;
        for (size_t i = begin; i < one.size(); ++i) {
            if (one[i] == other[i]) continue;
            const Mask ours = candidates[one[i]], theirs = candidates[other[i]];
            order.less |= least_digit(ours) < greatest_digit(theirs);
            order.greater |= greatest_digit(ours) > least_digit(theirs);
            if (!(ours & theirs)) return order;
        }
        order.equal = true;
        return order;
    }

    // Eliminates what makes one line greater than another one; or equal, if that is forbidden.
    static bool order_lines(Candidates& candidates, std::span<const Cell> low, std::span<const Cell> high,
                            bool is_strict) {
        for (size_t i = 0; i < low.size(); ++i) {
            if (low[i] == high[i]) continue;
            const Order rest = compare(candidates, low, high, i + 1);
            const bool may_tie = rest.less || (rest.equal && !is_strict);
            const Mask up_to = ~Mask{0} >> (32 - greatest_digit(candidates[high[i]]));
            if (!candidates.keep(low[i], may_tie ? up_to : up_to >> 1)) return false;
            const Mask below = lowest(candidates[low[i]]) - 1;
            if (!candidates.keep(high[i], may_tie ? ~below : ~(below << 1 | 1))) return false;
            const Mask ours = candidates[low[i]], theirs = candidates[high[i]];
            if (ours != theirs || !is_single(ours)) return true;
        }
        return !is_strict;
    }

    bool are_distinct(const Candidates& candidates) const {
        std::set<std::vector<Mask>> known;
        for (const auto& line : lines_) {
            std::vector<Mask> digits;
            for (const Cell cell : line) digits.push_back(candidates[cell]);
            if (std::ranges::all_of(digits, is_single) && !known.insert(std::move(digits)).second) return false;
        }
        return true;
    }

    std::vector<std::vector<Cell>> lines_;
    int32_t ranked_, rank_;
    Ties ties_;
};

}  // namespace farandole
