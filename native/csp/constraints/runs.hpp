// How far a label is seen from a cell: along each arm, up to the first cell with another label. The control cell holds
// the number of cells seen, that cell among them.
//
//     start 1, arm 1 1 2 1: two more cells, so 3 in all. An arm of one cell only counts whether it has the label.
#pragma once
#include "csp/network.hpp"

namespace farandole {

class RunConstraint final : public Constraint {
  public:
    static constexpr int32_t kMaxSeen = 63;

    // cells: the control cell, the start, then the arms, which have these sizes. offset: the control cell says so many
    // less; perhaps below 0. The number of cells of all arms is at most kMaxSeen - 1.
    RunConstraint(std::vector<Cell> cells, std::vector<int32_t> sizes, int32_t offset)
        : Constraint(cells), places_(std::move(cells)), sizes_(std::move(sizes)), offset_(offset) {
        std::ranges::sort(cells_);  // the control cell may be in an arm
        cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
    }

    bool revise(Candidates& candidates) const override {
        const Mask control = candidates[places_[0]];
        uint64_t wanted = 0;  // numbers of cells seen, as bits
        for (Mask left = control; left; left &= left - 1) {
            const int32_t n = least_digit(left) + offset_;
            if (0 <= n && n <= kMaxSeen) wanted |= uint64_t{1} << n;
        }
        uint64_t seen = 0;
        Mask labels = 0;
        std::vector<Mask> kept(places_.size(), 0);
        std::vector<uint64_t> lengths(sizes_.size()), before(sizes_.size() + 1);
        for (Mask left = candidates[places_[1]]; left; left &= left - 1) {
            const Mask label = lowest(left);
            before[0] = 2;  // the start
            size_t at = 2;
            for (size_t arm = 0; arm < sizes_.size(); at += sizes_[arm++]) {
                lengths[arm] = lengths_of(candidates, label, at, sizes_[arm]);
                before[arm + 1] = sum(before[arm], lengths[arm]);
            }
            if (!(before.back() & wanted)) continue;
            seen |= before.back() & wanted;
            labels |= label;
            uint64_t after = before.back() & wanted;
            for (size_t arm = sizes_.size(); arm-- > 0;) {
                at -= sizes_[arm];
                uint64_t possible = 0, earlier = 0;
                for (uint64_t some = lengths[arm]; some; some &= some - 1) {
                    const int length = std::countr_zero(some);
                    const uint64_t start = after >> length & before[arm];
                    if (start) possible |= some & (0 - some);
                    earlier |= start;
                }
                after = earlier;
                for (int32_t i = 0; i < sizes_[arm]; ++i) {
                    if (possible & ~(uint64_t{1} << i)) kept[at + i] |= label;
                    if (possible & ((uint64_t{2} << i) - 1)) kept[at + i] |= ~label;
                }
            }
        }
        Mask digits = 0;
        for (Mask left = control; left; left &= left - 1)
            if (const int32_t n = least_digit(left) + offset_; 0 <= n && n <= kMaxSeen && seen >> n & 1)
                digits |= lowest(left);
        if (!candidates.keep(places_[0], digits) || !candidates.keep(places_[1], labels)) return false;
        for (size_t i = 2; i < places_.size(); ++i)
            if (!candidates.keep(places_[i], kept[i])) return false;
        return true;
    }

  private:
    // How many cells of an arm a label may reach, as bits.
    uint64_t lengths_of(const Candidates& candidates, Mask label, size_t begin, int32_t size) const {
        uint64_t lengths = 0;
        for (int32_t i = 0; i < size; ++i) {
            const Mask mask = candidates[places_[begin + i]];
            if (mask & ~label) lengths |= uint64_t{1} << i;
            if (!(mask & label)) return lengths;
        }
        return lengths | uint64_t{1} << size;
    }

    // All sums of a number of one set and a number of another one.
    static uint64_t sum(uint64_t one, uint64_t other) {
        uint64_t sums = 0;
        for (; other; other &= other - 1) sums |= one << std::countr_zero(other);
        return sums;
    }

    std::vector<Cell> places_;
    std::vector<int32_t> sizes_;
    int32_t offset_;
};

}  // namespace farandole
