// Skyscrapers: how many digits of a full house in line are higher than all digits before them.
//
// Along the line only two numbers matter: how many skyscrapers are visible, and the highest so far. For each place and
// count we keep the possible heights as a mask. A step is a few operations on masks: the next digit is higher and
// visible, or lower and hidden.
//
//     4 digits, any in each cell, 2 to be seen:    place 1   place 2   place 3   place 4
//                             highest of 1 seen:   1 2 3 4   2 3 4     3 4       4
//                             highest of 2 seen:             2 3 4     3 4       4   <- wanted; backward from here
//
// Each digit occurs once. So the highest of the first k cells is at least the highest digit that no later cell can
// hold, and there are k digits up to it that these cells can hold.
#pragma once
#include <array>

#include "csp/network.hpp"

namespace farandole {

class SkyscraperConstraint final : public Constraint {
  public:
    // count: from 1 to the number of cells.
    SkyscraperConstraint(std::vector<Cell> cells, int32_t count) : Constraint(std::move(cells)), count_(count) {}

    bool revise(Candidates& candidates) const override {
        const int n = (int)cells_.size();
        std::array<Mask, 32> masks;
        for (int i = 0; i < n; ++i) masks[i] = candidates[cells_[i]];
        const std::array<Mask, 32> fair = fair_heights(masks);
        // By place and count: the possible heights of the highest digit so far.
        std::array<std::array<Mask, 33>, 32> reached;
        std::fill_n(reached[0].begin(), count_ + 1, 0);
        reached[0][1] = masks[0] & fair[0];
        for (int i = 1; i < n; ++i) {
            reached[i][0] = 0;
            for (int32_t seen = 1; seen <= count_; ++seen) {
                const Mask hidden = reached[i - 1][seen] & above_least(masks[i]);
                reached[i][seen] = (hidden | (masks[i] & above_least(reached[i - 1][seen - 1]))) & fair[i];
            }
        }
        std::array<Mask, 34> wanted{};  // by count: the heights that lead to a valid end
        wanted[count_] = reached[n - 1][count_];
        if (!wanted[count_]) return false;
        for (int i = n; --i > 0;) {
            Mask found = 0;
            for (int32_t seen = 1; seen <= count_; ++seen) {
                const Mask before = reached[i - 1][seen];
                const Mask hidden = wanted[seen] & before & above_least(masks[i]);
                const Mask higher = wanted[seen + 1] & masks[i] & above_least(before);
                found |= below_greatest(hidden) | higher;
                wanted[seen] = hidden | (before & below_greatest(higher));
            }
            if (!candidates.keep(cells_[i], found)) return false;
        }
        return candidates.keep(cells_[0], wanted[1]);
    }

    int32_t skyscrapers() const override { return count_; }

  private:
    static Mask above_least(Mask mask) { return ~(mask ^ (mask - 1)); }
    static Mask below_greatest(Mask mask) { return mask ? ~Mask{0} >> 1 >> std::countl_zero(mask) : 0; }

    // By place: the possible heights of the highest digit so far, because each digit occurs once.
    std::array<Mask, 32> fair_heights(const std::array<Mask, 32>& masks) const {
        const int n = (int)cells_.size();
        const Mask all = ~Mask{0} >> (32 - n);
        std::array<Mask, 32> fair;
        Mask behind = 0, before = 0;
        for (int i = n; i-- > 0; behind |= masks[i]) fair[i] = all & ~below_greatest(all & ~behind);
        for (int i = 0; i < n; ++i) {
            before |= masks[i];
            Mask high = before;  // all but the lowest, one per place before this
            for (int j = 0; j < i; ++j) high &= high - 1;
            fair[i] &= high;
        }
        return fair;
    }

    int32_t count_;
};

}  // namespace farandole
