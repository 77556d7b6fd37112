// Counts: how many cells hold digits of a class, and how many different digits cells hold.
//
// A class is a set of digits. Each cell must, may or can't hold a digit of it, so that the count is between two bounds.
// The cells of a clique hold each digit at most once. That tightens the bounds:
//
//     box {7} {12} {12} {12}, class 1 2 3:    three cells may hold a digit of the class; with 1 and 2, two of them can
//
// Classes of one constraint are disjoint and contain all digits together, so their counts add up to the number of
// cells.
#pragma once
#include <array>
#include <bitset>

#include "csp/constraints/sums.hpp"

namespace farandole {

// A set of counts.
using CountSet = std::bitset<256>;

struct DigitClass {
    Mask digits;
    CountSet counts;
};

// Cells that hold so many digits of each class. With a control cell, its digit decides which counts are possible.
class CountConstraint final : public Constraint {
  public:
    static constexpr size_t kMaxCells = 255;
    static constexpr Cell kNone = -1;

    // control: not among the cells, or kNone. cases: the classes, for each digit of the control cell; one case without.
    CountConstraint(Cell control, std::vector<Cell> cells, std::vector<std::vector<DigitClass>> cases,
                    const Sight& sight, Mask all_digits)
        : Constraint(join(control, cells)), control_(control), cases_(std::move(cases)) {
        for (auto& classes : cases_) complete(classes, all_digits);
        partition(cells, sight);
    }

    bool revise(Candidates& candidates) const override {
        thread_local Scratch scratch;
        scratch.allowed.assign(counted_.size(), 0);
        Mask fits = 0;
        const std::vector<DigitClass>* surveyed = nullptr;
        const Mask digits = control_ == kNone ? 1 : candidates[control_];
        for (Mask left = digits; left; left &= left - 1) {
            const auto& classes = cases_[std::countr_zero(left)];
            if (!surveyed || !have_same_digits(*surveyed, classes)) survey(candidates, classes, scratch);
            surveyed = &classes;
            if (admit(candidates, classes, scratch)) fits |= lowest(left);
        }
        if (!fits || (control_ != kNone && !candidates.keep(control_, fits))) return false;
        for (size_t i = 0; i < counted_.size(); ++i)
            if (!candidates.keep(counted_[i], scratch.allowed[i])) return false;
        return true;
    }

    const CountConstraint* count() const override { return this; }
    Cell control() const { return control_; }
    std::span<const Cell> counted() const { return counted_; }
    const std::vector<std::vector<DigitClass>>& cases() const { return cases_; }

  private:
    // How many cells of a clique must and may hold a digit of a class; and the bounds, because no digit repeats.
    struct Bounds {
        int32_t must, may, least, most;
    };
    struct Scratch {
        std::vector<Mask> allowed;   // by counted cell, in all cases so far
        std::vector<Bounds> bounds;  // clique after clique, for each class
        std::vector<int32_t> least, most;
        std::vector<CountSet> counts, sums;
    };

    static std::vector<Cell> join(Cell control, std::vector<Cell> cells) {
        if (control != kNone) cells.push_back(control);
        return cells;
    }

    // Adds the class of all other digits, and of no digit beyond those of the grid.
    static void complete(std::vector<DigitClass>& classes, Mask all_digits) {
        for (const auto& known : classes) all_digits &= ~known.digits;
        if (all_digits) classes.push_back({all_digits, CountSet().set()});
    }

    static bool have_same_digits(std::span<const DigitClass> ours, std::span<const DigitClass> theirs) {
        return std::ranges::equal(ours, theirs, {}, &DigitClass::digits, &DigitClass::digits);
    }

    void partition(std::span<const Cell> cells, const Sight& sight) {
        std::vector<std::vector<Cell>> cliques;
        for (const Cell cell : cells) {
            const auto fits = [&](const auto& clique) {
                return std::ranges::all_of(clique, [&](Cell other) { return sight.sees(cell, other); });
            };
            const auto taker = std::ranges::find_if(cliques, fits);
            if (taker == cliques.end()) cliques.push_back({cell});
            else taker->push_back(cell);
        }
        for (const auto& clique : cliques) {
            counted_.insert(counted_.end(), clique.begin(), clique.end());
            ends_.push_back(counted_.size());
        }
    }

    void survey(const Candidates& candidates, std::span<const DigitClass> classes, Scratch& scratch) const {
        scratch.bounds.clear();
        scratch.least.assign(classes.size(), 0);
        scratch.most.assign(classes.size(), 0);
        size_t begin = 0;
        for (const size_t end : ends_) {
            for (size_t k = 0; k < classes.size(); ++k) {
                const Mask digits = classes[k].digits;
                Bounds bounds{};
                Mask inside = 0, outside = 0;
                for (size_t i = begin; i < end; ++i) {
                    const Mask mask = candidates[counted_[i]];
                    bounds.must += !(mask & ~digits);
                    bounds.may += (mask & digits) != 0;
                    inside |= mask & digits;
                    outside |= mask & ~digits;
                }
                bounds.least = std::max(bounds.must, (int32_t)(end - begin) - std::popcount(outside));
                bounds.most = std::min(bounds.may, std::popcount(inside));
                scratch.least[k] += bounds.least;
                scratch.most[k] += bounds.most;
                scratch.bounds.push_back(bounds);
            }
            begin = end;
        }
    }

    // Adds the digits that the cells may hold in a case. Returns false if its counts are impossible.
    bool admit(const Candidates& candidates, std::span<const DigitClass> classes, Scratch& scratch) const {
        const size_t n = classes.size();
        auto& counts = scratch.counts;
        counts.resize(n);
        for (size_t k = 0; k < n; ++k) {
            const int32_t least = scratch.least[k], most = scratch.most[k];
            if (least > most) return false;
            counts[k] = classes[k].counts & (~CountSet() >> (255 - (most - least)) << least);
            if (counts[k].none()) return false;
        }
        if (n > 1 && !add_up(scratch)) return false;
        size_t begin = 0, at = 0;
        for (const size_t end : ends_) {
            for (size_t i = begin; i < end; ++i) {
                const Mask mask = candidates[counted_[i]];
                Mask allowed = mask;
                for (size_t k = 0; k < n; ++k) {
                    const Mask digits = classes[k].digits;
                    const Bounds& bounds = scratch.bounds[at + k];
                    // At the least count, only cells that must hold a digit of the class do. And so at the most.
                    if (mask & ~digits && bounds.least == bounds.must && is_greatest(counts[k], scratch.least[k]))
                        allowed &= ~digits;
                    if (mask & digits && bounds.most == bounds.may && is_least(counts[k], scratch.most[k]))
                        allowed &= digits;
                }
                scratch.allowed[i] |= allowed;
            }
            at += n;
            begin = end;
        }
        return true;
    }

    // Whether no count is greater, or less.
    static bool is_greatest(const CountSet& counts, int32_t count) { return (counts >> (count + 1)).none(); }
    static bool is_least(const CountSet& counts, int32_t count) { return (counts << (256 - count)).none(); }

    // Keeps the counts that add up to the number of cells.
    bool add_up(Scratch& scratch) const {
        auto &counts = scratch.counts, &sums = scratch.sums;
        const size_t n = counts.size(), n_cells = counted_.size();
        sums.assign(n + 1, {});
        sums[0].set(0);
        for (size_t k = 0; k < n; ++k)
            for (size_t count = 0; count <= n_cells; ++count)
                if (counts[k][count]) sums[k + 1] |= sums[k] << count;
        if (!sums[n][n_cells]) return false;
        CountSet wanted;
        wanted.set(n_cells);
        for (size_t k = n; k-- > 0;) {
            CountSet earlier;
            for (size_t count = 0; count <= n_cells; ++count) {
                if (!counts[k][count]) continue;
                const CountSet before = wanted >> count & sums[k];
                counts[k][count] = before.any();
                earlier |= before;
            }
            wanted = earlier;
        }
        return true;
    }

    Cell control_;
    std::vector<std::vector<DigitClass>> cases_;
    std::vector<Cell> counted_;  // clique after clique
    std::vector<size_t> ends_;   // of each clique
};

// Cells that hold a certain number of different digits.
class DistinctConstraint final : public Constraint {
  public:
    // control: perhaps one of the cells, or kNone. numbers: by its digits; or those that are possible, without.
    DistinctConstraint(Cell control, std::vector<Cell> cells, std::vector<int32_t> numbers)
        : Constraint(join(control, cells)), control_(control), counted_(std::move(cells)),
          numbers_(std::move(numbers)) {}

    bool revise(Candidates& candidates) const override {
        const Cover disjoint = find_disjoint(candidates);
        const int32_t least = disjoint.n, most = match(candidates);
        int32_t low = 256, high = 0;
        Mask fits = 0;
        for (size_t i = 0; i < numbers_.size(); ++i) {
            const int32_t number = numbers_[i];
            const bool is_open = control_ == CountConstraint::kNone || candidates[control_] >> i & 1;
            if (!is_open || number < least || number > most) continue;
            fits |= Mask{1} << (control_ == CountConstraint::kNone ? 0 : i);
            low = std::min(low, number);
            high = std::max(high, number);
        }
        if (!fits || (control_ != CountConstraint::kNone && !candidates.keep(control_, fits))) return false;
        if (high == least)  // then all other cells repeat digits of the disjoint ones
            for (const Cell cell : counted_)
                if (!candidates.keep(cell, disjoint.digits)) return false;
        if (low == (int32_t)counted_.size()) return keep_apart(candidates);
        return true;
    }

  private:
    struct Cover {
        int32_t n = 0;
        Mask digits = 0;
    };

    static std::vector<Cell> join(Cell control, std::vector<Cell> cells) {
        if (control != CountConstraint::kNone && std::ranges::find(cells, control) == cells.end())
            cells.push_back(control);
        return cells;
    }

    // Cells without a common candidate, those with few candidates first: each of them holds another digit.
    Cover find_disjoint(const Candidates& candidates) const {
        Cover cover;
        for (int size = 1; size <= 32; ++size)
            for (const Cell cell : counted_) {
                const Mask mask = candidates[cell];
                if (std::popcount(mask) != size || mask & cover.digits) continue;
                ++cover.n;
                cover.digits |= mask;
            }
        return cover;
    }

    // The greatest number of different digits: a maximum matching of digits and cells.
    int32_t match(const Candidates& candidates) const {
        std::array<int32_t, 32> place;
        place.fill(-1);
        int32_t n = 0;
        for (size_t i = 0; i < counted_.size() && n < 32; ++i) {
            Mask tried = 0;
            n += augment(candidates, (int32_t)i, place, tried);
        }
        return n;
    }

    bool augment(const Candidates& candidates, int32_t i, std::array<int32_t, 32>& place, Mask& tried) const {
        for (Mask left = candidates[counted_[i]] & ~tried; left; left = candidates[counted_[i]] & ~tried) {
            const int digit = std::countr_zero(left);
            tried |= lowest(left);
            if (place[digit] >= 0 && !augment(candidates, place[digit], place, tried)) continue;
            place[digit] = i;
            return true;
        }
        return false;
    }

    // No digit repeats: removes placed digits from the other cells.
    bool keep_apart(Candidates& candidates) const {
        for (const Cell cell : counted_) {
            if (!is_single(candidates[cell])) continue;
            for (const Cell other : counted_)
                if (other != cell && !candidates.keep(other, ~candidates[cell])) return false;
        }
        return true;
    }

    Cell control_;
    std::vector<Cell> counted_;
    std::vector<int32_t> numbers_;
};

}  // namespace farandole
