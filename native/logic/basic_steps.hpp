// The basic steps of a path: singles, locked candidates, pairs and triples. No Python here. logic/basics.py counts them
// by this; the techniques find the same steps one by one, with their reasons.
//
// After the singles, the first of these that eliminates something is applied: locked pair, locked triple, pointing,
// claiming, naked pair, naked triple, hidden pair, hidden triple. The order of eliminations matters, because it is that
// of the singles they leave.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logic/index_set.hpp"
#include "logic/singles.hpp"
#include "logic/subsets.hpp"

namespace farandole {

class BasicSteps {
  public:
    using Cell = Singles::Cell;
    using Mask = Singles::Mask;
    using State = Singles::State;

    enum class Kind : int32_t {
        full_house,
        naked_single,
        hidden_single,
        locked_pair,
        locked_triple,
        pointing,
        claiming,
        naked_pair,
        naked_triple,
        hidden_pair,
        hidden_triple
    };
    static constexpr size_t kKinds = 11;
    using Counts = std::array<int32_t, kKinds>;

    // A house, and those that can lose a digit whose places are all in both.
    struct Crossing {
        int32_t base;
        std::vector<int32_t> targets;
    };

    // order: houses in the order in which they are searched for subsets. boxes: whether each house is one.
    BasicSteps(int32_t n_digits, int32_t n_cells, const std::vector<std::vector<Cell>>& houses,
               std::vector<int32_t> order, std::vector<bool> boxes, std::vector<Crossing> from_boxes,
               std::vector<Crossing> from_lines)
        : n_digits_(n_digits), singles_(n_digits, n_cells, houses), subsets_(n_digits, n_cells, houses),
          houses_(houses), order_(std::move(order)), boxes_(std::move(boxes)), from_boxes_(std::move(from_boxes)),
          from_lines_(std::move(from_lines)) {
        const auto check = [&](int32_t house) {
            if (house < 0 || house >= (int32_t)houses_.size()) throw std::invalid_argument("expected houses");
        };
        if (boxes_.size() != houses_.size()) throw std::invalid_argument("expected a flag for each house");
        for (const int32_t house : order_) check(house);
        for (auto* const crossings : {&from_boxes_, &from_lines_}) {
            for (const Crossing& crossing : *crossings) {
                check(crossing.base);
                for (const int32_t target : crossing.targets) check(target);
            }
            std::ranges::stable_sort(*crossings, {}, &Crossing::base);
        }
        for (auto& cells : houses_) {
            std::ranges::sort(cells);
            members_.emplace_back(n_cells);
            for (const Cell cell : cells) members_.back().add(cell);
        }
    }

    const Singles& singles() const { return singles_; }

    // Applies basic steps until there are none, or until their weights add up to more than `most`. Adds them to
    // `counts`.
    void walk(State& state, std::span<const int32_t, kKinds> weights, double most, Counts& counts) const {
        double sum = 0;
        const auto count = [&](Kind kind) {
            ++counts[(size_t)kind];
            sum += weights[(size_t)kind];
        };
        for (;;) {
            for (const Singles::Step& step : singles_.walk(state)) count((Kind)step.kind);
            if (sum > most) return;
            const std::optional<Kind> kind = apply_first(state);
            if (!kind) return;
            count(*kind);
        }
    }

  private:
    using Striking = Subsets::Striking;

    std::optional<Kind> apply_first(State& state) const {
        const auto pairs = naked(state, 2);
        if (apply_locked(state, pairs)) return Kind::locked_pair;
        const auto triples = naked(state, 3);
        if (apply_locked(state, triples)) return Kind::locked_triple;
        if (apply_crossing(state, from_boxes_)) return Kind::pointing;
        if (apply_crossing(state, from_lines_)) return Kind::claiming;
        for (const auto& [some, kind] : {std::pair(&pairs, Kind::naked_pair), std::pair(&triples, Kind::naked_triple)})
            if (!some->empty()) {  // none of them is locked
                apply(state, some->front());
                return kind;
            }
        for (const auto& [size, kind] : {std::pair(2, Kind::hidden_pair), std::pair(3, Kind::hidden_triple)})
            if (apply_hidden(state, size)) return kind;
        return std::nullopt;
    }

    std::vector<Striking> naked(const State& state, int32_t size) const {
        std::vector<Striking> found;
        for (const int32_t house : order_)
            for (Striking& subset : subsets_.naked(state.masks, house, size)) found.push_back(std::move(subset));
        return found;
    }

    bool apply_locked(State& state, const std::vector<Striking>& some) const {
        const auto locked = std::ranges::find_if(some, [&](const Striking& subset) { return is_locked(subset); });
        if (locked == some.end()) return false;
        apply(state, *locked);
        return true;
    }

    // Whether a subset is in a box and another house, and both lose candidates: the box, and the other outside it.
    bool is_locked(const Striking& subset) const {
        const std::vector<int32_t> holders = houses_with(subset.cells);
        const auto box = std::ranges::find_if(holders, [&](int32_t house) { return boxes_[(size_t)house]; });
        if (box == holders.end() || holders.size() < 2 || !subset.struck.meets(members_[*box])) return false;
        const IndexSet outside = subset.struck - members_[*box];
        return std::ranges::all_of(holders,
                                   [&](int32_t house) { return house == *box || outside.meets(members_[house]); });
    }

    std::vector<int32_t> houses_with(const IndexSet& cells) const {
        std::vector<int32_t> found;
        for (int32_t house = 0; house < (int32_t)members_.size(); ++house)
            if (cells.is_within(members_[house])) found.push_back(house);
        return found;
    }

    // Strikes the digits of a subset house by house.
    void apply(State& state, const Striking& subset) const {
        IndexSet left = subset.struck;
        for (const int32_t house : houses_with(subset.cells)) {
            strike(state, left & members_[house], subset.digits);
            left -= members_[house];
        }
        strike(state, left, subset.digits);
    }

    void strike(State& state, const IndexSet& cells, Mask digits) const {
        cells.each([&](Cell cell) { singles_.strike_all(state, cell, state.masks[cell] & digits); });
    }

    bool apply_crossing(State& state, const std::vector<Crossing>& crossings) const {
        for (const auto& [base, targets] : crossings)
            for (int32_t digit = 1; digit <= n_digits_; ++digit) {
                const Mask bit = Mask{1} << (digit - 1);
                const int32_t n = state.counts[base][digit];
                if (n < 2) continue;
                for (const int32_t target : targets) {
                    if (state.counts[target][digit] == n) continue;
                    const bool is_inside = std::ranges::all_of(houses_[base], [&](Cell cell) {
                        return !(state.masks[cell] & bit) || members_[target].has(cell);
                    });
                    if (!is_inside) continue;
                    strike(state, members_[target] - members_[base], bit);
                    return true;
                }
            }
        return false;
    }

    bool apply_hidden(State& state, int32_t size) const {
        for (const int32_t house : order_) {
            const auto found = subsets_.hidden(state.masks, house, size);
            if (found.empty()) continue;
            strike(state, found.front().cells, ~found.front().digits);
            return true;
        }
        return false;
    }

    int32_t n_digits_;
    Singles singles_;
    Subsets subsets_;
    std::vector<std::vector<Cell>> houses_;  // ascending
    std::vector<int32_t> order_;
    std::vector<bool> boxes_;
    std::vector<Crossing> from_boxes_, from_lines_;
    std::vector<IndexSet> members_;
};

}  // namespace farandole
