// Clues on a full house in line: X-sums and sandwiches. Each fixes one or two digits and the set of digits in some
// places (inside); the other digits are in the other places (outside).
//
//     X-sum 11, 3 in front:  | 3 | 2 6 | . . . . . . |      {2,6} or {1,7}: two digits with the total 11 - 3
//     sandwich 11:           | . . | 1 | 2 4 5 | 9 | . . |  or 9 first; any two places, any set with the total 11
#pragma once
#include <map>
#include <set>

#include "csp/constraints/sums.hpp"

namespace farandole {

using Places = uint32_t;  // places of a line as bits

struct Split {
    struct Fixed {
        int32_t place;
        Mask digit;
    };
    std::vector<Fixed> fixed;
    Places inside, outside;  // without the fixed places
    std::vector<Mask> sets;  // the places inside hold one of these
};

// A full house in line that satisfies one of its splits.
class SplitConstraint final : public Constraint {
  public:
    SplitConstraint(std::vector<Cell> cells, std::shared_ptr<const std::vector<Split>> splits)
        : Constraint(std::move(cells)), splits_(std::move(splits)), all_(~Mask{0} >> (32 - cells_.size())) {}

    bool revise(Candidates& candidates) const override {
        std::array<Mask, 32> masks{}, found{};
        for (size_t i = 0; i < cells_.size(); ++i) masks[i] = candidates[cells_[i]];
        for (const Split& split : *splits_) admit(split, masks, found);
        for (size_t i = 0; i < cells_.size(); ++i)
            if (!candidates.keep(cells_[i], found[i])) return false;
        return true;
    }

    std::span<const Split> splits() const override { return *splits_; }

  private:
    using Masks = std::array<Mask, 32>;  // by place

    struct Seen {
        Mask any = 0, placed = 0;
    };

    static Seen see(const Masks& masks, Places places) {
        Seen seen;
        for (; places; places &= places - 1) {
            const Mask mask = masks[std::countr_zero(places)];
            seen.any |= mask;
            if (is_single(mask)) seen.placed |= mask;
        }
        return seen;
    }

    static bool fits(const Masks& masks, Places places, Mask set) {
        bool fits = true;
        for (; places; places &= places - 1) fits &= (masks[std::countr_zero(places)] & set) != 0;
        return fits;
    }

    void admit(const Split& split, const Masks& masks, Masks& found) const {
        Mask left = all_;
        for (const auto& [place, digit] : split.fixed) {
            if (!(masks[place] & digit)) return;
            left &= ~digit;
        }
        const Seen inside = see(masks, split.inside), outside = see(masks, split.outside);
        Mask may = 0, may_outside = 0;
        bool is_possible = false;
        for (const Mask set : split.sets) {
            const Mask rest = left & ~set;
            if ((set & ~inside.any) | (inside.placed & ~set) | (rest & ~outside.any) | (outside.placed & ~rest))
                continue;
            if (!fits(masks, split.inside, set) || !fits(masks, split.outside, rest)) continue;
            is_possible = true;
            may |= set;
            may_outside |= rest;
        }
        if (!is_possible) return;
        for (const auto& [place, digit] : split.fixed) found[place] |= digit;
        for (Places left = split.inside; left; left &= left - 1) found[std::countr_zero(left)] |= may;
        for (Places left = split.outside; left; left &= left - 1) found[std::countr_zero(left)] |= may_outside;
    }

    std::shared_ptr<const std::vector<Split>> splits_;
    Mask all_;
};

// Makes constraints for lines of `n` cells that hold each digit once. Clues with the same total share their splits.
class SplitMaker {
  public:
    explicit SplitMaker(int32_t n) : n_(n) {}

    // The first digit says how many digits add up to the total, itself included. Null if there are too many sets.
    std::unique_ptr<Constraint> x_sum(const std::vector<Cell>& cells, int32_t total) {
        return make(cells, x_sums_, total, [&](std::vector<Split>& splits) {
            for (int32_t first = 1; first <= n_; ++first)
                add(splits, {{0, bit(first)}}, between(1, first), total - first);
        });
    }

    // The digits between 1 and n add up to the total. Null if there are too many sets.
    std::unique_ptr<Constraint> sandwich(const std::vector<Cell>& cells, int32_t total) {
        return make(cells, sandwiches_, total, [&](std::vector<Split>& splits) {
            for (int32_t one = 0; one < n_; ++one)
                for (int32_t other = one + 1; other < n_; ++other)
                    for (const bool is_turned : {false, true})
                        add(splits, {{one, bit(is_turned ? n_ : 1)}, {other, bit(is_turned ? 1 : n_)}},
                            between(one + 1, other), total);
        });
    }

  private:
    static constexpr size_t kMaxSets = 20'000;  // of a clue
    using Known = std::map<int32_t, std::shared_ptr<const std::vector<Split>>>;

    static Mask bit(int32_t digit) { return Mask{1} << (digit - 1); }
    static Places between(int32_t begin, int32_t end) {
        return (Places)((uint64_t{1} << end) - (uint64_t{1} << begin));
    }

    template <class Fill>
    std::unique_ptr<Constraint> make(const std::vector<Cell>& cells, Known& known, int32_t total, Fill fill) {
        auto& splits = known[total];
        if (!splits) {
            auto filled = std::make_shared<std::vector<Split>>();
            n_sets_ = 0;
            fill(*filled);
            splits = std::move(filled);
            if (n_sets_ > kMaxSets) too_large_.insert(&splits);
        }
        if (too_large_.contains(&splits)) return nullptr;
        return std::make_unique<SplitConstraint>(cells, splits);
    }

    // Adds a split, if any set of digits for the places inside has this total.
    void add(std::vector<Split>& splits, std::vector<Split::Fixed> fixed, Places inside, int32_t total) {
        if (n_sets_ > kMaxSets) return;
        Mask left = ~Mask{0} >> (32 - n_);
        Places outside = between(0, n_) & ~inside;
        for (const auto& [place, digit] : fixed) {
            left &= ~digit;
            outside &= ~(Places{1} << place);
        }
        Split split{std::move(fixed), inside, outside, {}};
        choose(left, std::popcount(inside), total, 0, split.sets);
        if (!split.sets.empty()) splits.push_back(std::move(split));
    }

    // The sets of `size` of these digits with a total, each with its digits ascending.
    void choose(Mask left, int32_t size, int32_t total, Mask chosen, std::vector<Mask>& sets) {
        if (n_sets_ > kMaxSets) return;
        if (size == 0) {
            if (total == 0) sets.push_back(chosen), ++n_sets_;
            return;
        }
        int32_t least = 0, greatest = 0;
        Mask low = left, high = left;
        for (int32_t i = 0; i < size; ++i) {
            if (!low) return;
            least += least_digit(low), greatest += greatest_digit(high);
            low &= low - 1, high &= ~bit(greatest_digit(high));
        }
        if (total < least || total > greatest) return;
        for (; left; left &= left - 1)
            choose(left & (left - 1), size - 1, total - least_digit(left), chosen | lowest(left), sets);
    }

    int32_t n_;
    size_t n_sets_ = 0;
    Known x_sums_, sandwiches_;
    std::set<const void*> too_large_;
};

}  // namespace farandole
