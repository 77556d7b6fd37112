// Several sums together: their cells in a row, column or box hold different digits, whichever sum they are in.
//
//     little killers 49, 49, 49:   | . a b c . . |     a + b + c is at most 9 + 8 + 7, though a, b and c are in three
//                                  | . . a b c . |     sums. If the rows' bounds add up to 150, and the three sums to
//                                  | . . . a b c |     147, then no row may fall short of its bound by more than 3.
//
// A cell that two sums share counts twice.
#pragma once
#include "csp/constraints/sums.hpp"

namespace farandole {

// low <= sum of weight * digit <= high, bounded house by house.
class JointSumConstraint final : public Constraint {
  public:
    // Cells that see each other, by descending weight.
    struct Group {
        std::vector<Cell> cells;
        std::vector<int32_t> weights;
    };

    JointSumConstraint(std::vector<Cell> cells, std::vector<Group> groups, int64_t low, int64_t high, int32_t n_digits)
        : Constraint(std::move(cells)), groups_(std::move(groups)), low_(low), high_(high), n_digits_(n_digits) {}

    bool is_implied() const override { return true; }

    // Whether the sum is near a bound of what the groups allow, if the cells may hold all digits.
    bool is_tight() const {
        int64_t most = 0, least = 0;
        for (const Group& group : groups_)
            for (size_t i = 0; i < group.weights.size(); ++i) {
                most += (int64_t)group.weights[i] * (n_digits_ - (int64_t)i);
                least += (int64_t)group.weights[i] * (1 + (int64_t)i);
            }
        const int64_t slack = std::min(most - low_, high_ - least);
        return slack <= kMaxSlack && kMaxShare * slack <= most - least;
    }

    bool revise(Candidates& candidates) const override {
        std::array<int64_t, kMaxGroups> most, least;
        int64_t up = -low_, down = high_;
        for (size_t i = 0; i < groups_.size(); ++i) {
            Masks masks;
            for (size_t k = 0; k < groups_[i].cells.size(); ++k) masks[k] = candidates[groups_[i].cells[k]];
            most[i] = highest(groups_[i], masks, kNone), least[i] = lowest(groups_[i], masks, kNone);
            if (most[i] == kImpossible || least[i] == kImpossible) return false;
            up += most[i], down -= least[i];
        }
        if (up < 0 || down < 0) return false;
        const int64_t slack = std::min(up, down);
        for (size_t i = 0; i < groups_.size(); ++i) {
            // Another digit in a cell changes the sum by at most its weight times n_digits - 1.
            const bool may_matter = slack < groups_[i].weights[0] * (n_digits_ - 1) && slack < most[i] - least[i];
            if (may_matter && !narrow(candidates, groups_[i], most[i] - up, least[i] + down)) return false;
        }
        return true;
    }

    static constexpr size_t kMaxGroups = 128;

  private:
    static constexpr int64_t kMaxSlack = 24, kMaxShare = 4;  // the slack is at most a fourth of the bounds' distance
    static constexpr size_t kNone = SIZE_MAX;
    static constexpr int64_t kImpossible = INT64_MIN;
    using Masks = std::array<Mask, 32>;

    // Eliminates digits with which the group's sum can't be within these bounds: of each cell, the least digits up to
    // the first that can, and the greatest.
    static bool narrow(Candidates& candidates, const Group& group, int64_t from, int64_t to) {
        Masks masks;
        for (size_t k = 0; k < group.cells.size(); ++k) masks[k] = candidates[group.cells[k]];
        for (size_t k = 0; k < group.cells.size(); ++k) {
            if (is_single(masks[k])) continue;
            const auto fits = [&, before = masks[k]](Mask digit) {
                masks[k] = digit;
                const int64_t most = highest(group, masks, k);
                const bool fits = most != kImpossible && most >= from && lowest(group, masks, k) <= to;
                masks[k] = before;
                return fits;
            };
            Mask kept = masks[k];
            while (kept && !fits(farandole::lowest(kept))) kept &= kept - 1;
            while (kept && !fits(Mask{1} << (greatest_digit(kept) - 1))) kept ^= Mask{1} << (greatest_digit(kept) - 1);
            if (kept != masks[k] && !candidates.keep(group.cells[k], kept)) return false;
            masks[k] = kept;
        }
        return true;
    }

    // An upper bound of the group's sum: different digits below the greatest of each cell, the greatest with the most
    // weight. `fixed` has a single candidate, which the others lose.
    static int64_t highest(const Group& group, const Masks& masks, size_t fixed) {
        std::array<int32_t, 32> digits;
        const size_t n = sorted(group, masks, fixed, digits, [](Mask mask) { return -greatest_digit(mask); });
        if (n == kNone) return kImpossible;
        int64_t sum = fixed == kNone ? 0 : (int64_t)group.weights[fixed] * least_digit(masks[fixed]);
        int32_t last = 33;
        for (size_t i = 0, k = 0; i < n; ++i, ++k) {
            if (k == fixed) ++k;
            last = std::min(-digits[i], last - 1);
            if (last < 1) return kImpossible;
            sum += (int64_t)group.weights[k] * last;
        }
        return sum;
    }

    // A lower bound: different digits above the least of each cell, the least with the most weight.
    static int64_t lowest(const Group& group, const Masks& masks, size_t fixed) {
        std::array<int32_t, 32> digits;
        const size_t n = sorted(group, masks, fixed, digits, [](Mask mask) { return least_digit(mask); });
        if (n == kNone) return kImpossible;
        int64_t sum = fixed == kNone ? 0 : (int64_t)group.weights[fixed] * least_digit(masks[fixed]);
        int32_t last = 0;
        for (size_t i = 0, k = 0; i < n; ++i, ++k) {
            if (k == fixed) ++k;
            last = std::max(digits[i], last + 1);
            sum += (int64_t)group.weights[k] * last;
        }
        return sum;
    }

    // The bounds of the cells but the fixed one, ascending; returns their number, or kNone if a cell has no digit left.
    template <class Bound>
    static size_t sorted(const Group& group, const Masks& masks, size_t fixed, std::array<int32_t, 32>& bounds,
                         Bound bound) {
        const Mask gone = fixed == kNone ? 0 : masks[fixed];
        size_t n = 0;
        for (size_t k = 0; k < group.cells.size(); ++k) {
            if (k == fixed) continue;
            const Mask mask = masks[k] & ~gone;
            if (!mask) return kNone;
            const int32_t ours = bound(mask);
            size_t place = n++;
            for (; place > 0 && bounds[place - 1] > ours; --place) bounds[place] = bounds[place - 1];
            bounds[place] = ours;
        }
        return n;
    }

    std::vector<Group> groups_;
    int64_t low_, high_;
    int32_t n_digits_;
};

// Makes joint sums of sums that are wider than a house.
class JointSums {
  public:
    JointSums(int32_t n_digits, int32_t n_cells, const Sight& sight, std::span<const Sum> sums)
        : n_digits_(n_digits), weights_(n_cells), sight_(sight) {
        for (const Sum& sum : sums)
            if (is_wide(sum, sight)) wide_.push_back(&sum);
    }

    // Whether there are sums enough.
    static bool may_derive(const Sight& sight, std::span<const Sum> sums) {
        return std::ranges::count_if(sums, [&](const Sum& sum) { return is_wide(sum, sight); }) > 1;
    }

    // Calls `take` with each joint constraint that may eliminate something.
    template <class Take>
    void derive(Take take) {
        if (wide_.size() < 2 || wide_.size() > kMaxSums) return;
        make(wide_, take);
        std::vector<const Sum*> left = wide_;
        while (left.size() > 1) {
            std::vector<const Sum*> disjoint, others;
            std::ranges::fill(weights_, 0);
            for (const Sum* sum : left) {
                const bool is_free = std::ranges::all_of(sum->cells, [&](Cell cell) { return !weights_[cell]; });
                (is_free ? disjoint : others).push_back(sum);
                if (is_free)
                    for (const Cell cell : sum->cells) weights_[cell] = 1;
            }
            if (disjoint.size() > 1 && disjoint.size() < wide_.size()) make(disjoint, take);
            left = std::move(others);
        }
    }

  private:
    static constexpr size_t kMaxSums = 32;

    // Whether a sum is plain, and its first cell doesn't see all others.
    static bool is_wide(const Sum& sum, const Sight& sight) {
        if (std::ranges::any_of(sum.coefficients, [](int32_t factor) { return factor != 1; })) return false;
        return std::ranges::any_of(sum.cells,
                                   [&](Cell cell) { return cell != sum.cells[0] && !sight.sees(cell, sum.cells[0]); });
    }

    // Partitions the cells of sums by disjoint houses, in each way that begins with another full house.
    template <class Take>
    void make(const std::vector<const Sum*>& sums, Take& take) {
        std::ranges::fill(weights_, 0);
        int64_t low = 0, high = 0;
        for (const Sum* sum : sums) {
            low += sum->low, high += sum->high;
            for (const Cell cell : sum->cells) ++weights_[cell];
        }
        std::vector<char> is_used(sight_.houses().size(), 0);
        for (size_t first = 0; first < is_used.size(); ++first) {
            if (is_used[first] || !sight_.houses()[first].is_full()) continue;
            std::vector<int32_t> left = weights_;
            std::vector<JointSumConstraint::Group> groups;
            for (size_t house = first; house < is_used.size(); ++house) {
                if (is_used[house] || !sight_.houses()[house].is_full()) continue;
                const auto cells = sight_.houses()[house].cells();
                if (std::ranges::any_of(cells, [&](Cell cell) { return left[cell] < 0; })) continue;
                is_used[house] = 1;
                add_group(cells, left, groups);
            }
            if (std::ranges::any_of(left, [](int32_t weight) { return weight > 0; })) continue;
            std::vector<Cell> cells;
            for (const auto& group : groups) cells.insert(cells.end(), group.cells.begin(), group.cells.end());
            if (groups.size() > JointSumConstraint::kMaxGroups) continue;
            auto made = std::make_unique<JointSumConstraint>(std::move(cells), std::move(groups), low, high, n_digits_);
            if (made->is_tight()) take(std::move(made));
        }
    }

    // Adds the cells of a house that have weights; marks all of them as used, by -1.
    static void add_group(std::span<const Cell> house, std::vector<int32_t>& left,
                          std::vector<JointSumConstraint::Group>& groups) {
        JointSumConstraint::Group group;
        for (const Cell cell : house)
            if (left[cell]) group.cells.push_back(cell);
        std::ranges::stable_sort(group.cells, std::greater{}, [&](Cell cell) { return left[cell]; });
        for (const Cell cell : group.cells) group.weights.push_back(left[cell]);
        for (const Cell cell : house) left[cell] = -1;
        if (!group.cells.empty()) groups.push_back(std::move(group));
    }

    int32_t n_digits_;
    std::vector<int32_t> weights_;  // by cell
    const Sight& sight_;
    std::vector<const Sum*> wide_;
};

}  // namespace farandole
