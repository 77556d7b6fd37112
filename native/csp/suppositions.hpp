// What follows when a candidate is supposed, in rounds: singles, locked digits, pairs, and what rules allow.
//
// Each round draws all conclusions from the candidates that the round before left, and then applies them. It gives the
// same candidates as the rounds of logic/inference/deductions.py, which also keep reasons and are far slower. So the
// thousands of candidates that lead nowhere are told apart here, and Python proves the others. Thorough rounds also ask
// for the digits that groups must hold and for houses filled with their rules, where nothing simpler follows.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "csp/fillings.hpp"
#include "stop_token.hpp"

namespace farandole {

class Suppositions {
  public:
    static constexpr int32_t kMaxPlaces = 3;  // of a digit that is locked in a house

    // Cells that rules limit, in the order in which the fillings number them.
    struct Group {
        Fillings* fillings = nullptr;
        std::vector<Cell> cells{};
    };

    // Cells of a house and of rules there, which thorough rounds fill together.
    struct FilledHouse {
        int32_t house;
        Group group;
    };

    struct Outcome {
        int32_t n_rounds;  // until a contradiction; 0 if there was none
        std::vector<Mask> masks;
        int64_t work;  // for all groups that were looked at, their candidates times the square of their cells
    };

    Suppositions(int32_t n_digits, int32_t n_cells, std::vector<std::vector<Cell>> houses, std::vector<Group> groups,
                 std::vector<Group> needing, const std::vector<FilledHouse>& filled)
        : n_digits_(n_digits), n_cells_(n_cells), houses_(std::move(houses)), groups_(std::move(groups)),
          needing_(std::move(needing)), filled_(houses_.size()), houses_of_(n_cells), groups_of_(n_cells),
          needing_of_(n_cells), peers_(n_cells), sees_((size_t)n_cells * n_cells, false) {
        for (const auto& [house, group] : filled) filled_.at(house) = group;
        for (int32_t house = 0; house < (int32_t)houses_.size(); ++house) {
            for (const Cell cell : houses_[house]) {
                houses_of_.at(cell).push_back(house);
                for (const Cell other : houses_[house])
                    if (other != cell) sees_[at(cell, other)] = true;
            }
        }
        for (Cell cell = 0; cell < n_cells; ++cell)
            for (Cell other = 0; other < n_cells; ++other)
                if (sees_[at(cell, other)]) peers_[cell].push_back(other);
        list_by_cell(groups_, groups_of_);
        list_by_cell(needing_, needing_of_);
        is_thorough_ = !needing_.empty() || !filled.empty();
    }

    int32_t n_digits() const { return n_digits_; }
    int32_t n_cells() const { return n_cells_; }

    // masks: a cell with a digit has only that one, and is among those placed.
    Outcome suppose(std::vector<Mask> masks, std::vector<bool> placed, Cell cell, Mask digit, int32_t max_rounds,
                    StopToken stop) const {
        State state{std::move(masks), std::move(placed), {}, 0};
        state.changed.insert(cell);
        place(state, cell, digit);
        for (int32_t n_rounds = 1; n_rounds <= max_rounds; ++n_rounds) {
            if (!run_round(state, stop)) return {n_rounds, std::move(state.masks), state.work};
            if (is_thorough_ && state.changed.empty()) fill(state, stop);
            if (state.changed.empty()) return {0, std::move(state.masks), state.work};
        }
        const bool clashes = !look(state, stop);
        return {clashes ? max_rounds + 1 : 0, std::move(state.masks), state.work};
    }

  private:
    struct State {
        std::vector<Mask> masks;
        std::vector<bool> placed;
        std::set<Cell> changed;
        int64_t work;
        std::vector<int32_t> houses{}, groups{};     // those of the changed cells
        std::vector<std::vector<Mask>> supported{};  // by these groups
        std::set<Cell> unasked{};                    // cells that have changed since houses were filled
    };
    struct Placement {
        Cell cell;
        Mask digit;
        int32_t house;  // -1 for a naked single
    };
    struct Removal {
        Cell cell;
        Mask digits;
    };

    static void list_by_cell(const std::vector<Group>& groups, std::vector<std::vector<int32_t>>& of_cell) {
        for (int32_t number = 0; number < (int32_t)groups.size(); ++number)
            for (const Cell cell : groups[number].cells) of_cell.at(cell).push_back(number);
    }

    size_t at(Cell cell, Cell other) const { return (size_t)cell * n_cells_ + other; }
    bool is_full(int32_t house) const { return (int32_t)houses_[house].size() == n_digits_; }
    Mask all_digits() const { return ~Mask{0} >> (32 - n_digits_); }

    static std::vector<int32_t> numbers(const std::set<Cell>& cells, const std::vector<std::vector<int32_t>>& of_cell) {
        std::vector<int32_t> numbers;
        for (const Cell cell : cells) numbers.insert(numbers.end(), of_cell[cell].begin(), of_cell[cell].end());
        std::ranges::sort(numbers);
        numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        return numbers;
    }

    static void remove(State& state, Cell cell, Mask digits) {
        if (!(state.masks[cell] & digits)) return;
        state.masks[cell] &= ~digits;
        state.changed.insert(cell);
    }

    void place(State& state, Cell cell, Mask digit) const {
        remove(state, cell, ~digit);
        for (const Cell peer : peers_[cell]) remove(state, peer, digit);
        state.placed[cell] = true;
    }

    // Asks the houses and groups of the changed cells. Returns false if there is a contradiction.
    bool look(State& state, StopToken stop) const {
        for (const Cell cell : state.changed)
            if (!state.masks[cell]) return false;
        state.houses = numbers(state.changed, houses_of_);
        for (const int32_t house : state.houses) {
            state.work += (int64_t)houses_[house].size();
            if (is_full(house) && digits_in(state, house) != all_digits()) return false;
        }
        state.groups = numbers(state.changed, groups_of_);
        state.supported.clear();
        for (const int32_t number : state.groups) {
            const auto& [fillings, cells] = groups_[number];
            std::vector<Mask> masks = masks_of(state, cells);
            state.work += work_of(masks);
            state.supported.push_back(fillings->supports(std::move(masks), stop));
            if (!std::ranges::count_if(state.supported.back(), [](Mask mask) { return mask != 0; })) return false;
        }
        return true;
    }

    Mask digits_in(const State& state, int32_t house) const {
        Mask digits = 0;
        for (const Cell cell : houses_[house]) digits |= state.masks[cell];
        return digits;
    }

    static std::vector<Mask> masks_of(const State& state, const std::vector<Cell>& cells) {
        std::vector<Mask> masks;
        for (const Cell cell : cells) masks.push_back(state.masks[cell]);
        return masks;
    }

    // Removes what digits that groups must hold exclude, and what the houses of the cells that changed exclude when
    // they are filled with their rules.
    void fill(State& state, StopToken stop) const {
        std::vector<Removal> removals;
        for (const int32_t number : numbers(state.unasked, needing_of_)) {
            const auto& [fillings, cells] = needing_[number];
            std::vector<Mask> masks = masks_of(state, cells);
            state.work += work_of(masks);
            for (Mask held = fillings->must_hold(std::move(masks), stop); held; held &= held - 1)
                exclude_elsewhere(state, cells, lowest(held), removals);
        }
        for (const int32_t house : numbers(state.unasked, houses_of_)) {
            const auto& [fillings, cells] = filled_[house];
            if (!fillings || std::ranges::all_of(houses_[house], [&](Cell cell) { return state.placed[cell]; }))
                continue;
            std::vector<Mask> masks = masks_of(state, cells);
            state.work += work_of(masks);
            const std::vector<Mask> supported = fillings->supports(std::move(masks), stop);
            for (size_t k = 0; k < cells.size(); ++k) removals.push_back({cells[k], ~supported[k]});
        }
        state.unasked.clear();
        for (const auto& [cell, digits] : removals) remove(state, cell, digits);
    }

    // Each candidate of a group may be searched for, and a search looks at its cells again and again.
    static int64_t work_of(const std::vector<Mask>& masks) {
        int64_t n_candidates = 0;
        for (const Mask mask : masks) n_candidates += std::popcount(mask);
        return n_candidates * (int64_t)(masks.size() * masks.size());
    }

    void exclude_elsewhere(const State& state, const std::vector<Cell>& cells, Mask digit,
                           std::vector<Removal>& removals) const {
        std::vector<Cell> places;
        for (const Cell cell : cells)
            if (state.masks[cell] & digit) places.push_back(cell);
        if (places.empty()) return;
        for (const Cell peer : peers_[places[0]])
            if (std::ranges::all_of(places, [&](Cell cell) { return sees_[at(cell, peer)]; }))
                removals.push_back({peer, digit});
    }

    // Draws all conclusions from the changed cells, and applies them. Returns false if there is a contradiction.
    bool run_round(State& state, StopToken stop) const {
        if (!look(state, stop)) return false;
        std::vector<Placement> placements;
        std::vector<Removal> locked, pairs;
        for (const Cell cell : state.changed)
            if (is_single(state.masks[cell]) && !state.placed[cell])
                placements.push_back({cell, state.masks[cell], -1});
        for (const int32_t house : state.houses)
            if (is_full(house)) look_at_places(state, house, placements, locked);
        const std::set<Cell> asked = std::exchange(state.changed, {});
        if (is_thorough_) state.unasked.insert(asked.begin(), asked.end());
        std::vector<std::pair<Cell, Cell>> twins;
        for (const Cell cell : asked)
            if (std::popcount(state.masks[cell]) == 2)
                for (const Cell peer : peers_[cell])
                    if (state.masks[peer] == state.masks[cell]) twins.emplace_back(cell, peer);
        for (const auto& [cell, digit, house] : placements) {
            if (house < 0 ? state.masks[cell] != digit : places(state, house, digit) != std::vector<Cell>{cell})
                return false;
            place(state, cell, digit);
        }
        for (size_t n = 0; n < state.groups.size(); ++n) {
            const auto& cells = groups_[state.groups[n]].cells;
            for (size_t k = 0; k < cells.size(); ++k) remove(state, cells[k], ~state.supported[n][k]);
        }
        for (const auto& [cell, digits] : locked) remove(state, cell, digits);
        for (const auto& [cell, twin] : twins) {
            const Mask both = state.masks[cell];
            if (std::popcount(both) != 2 || state.masks[twin] != both) continue;
            for (const Cell peer : peers_[cell])
                if (sees_[at(twin, peer)]) remove(state, peer, both);
        }
        return true;
    }

    std::vector<Cell> places(const State& state, int32_t house, Mask digit) const {
        std::vector<Cell> places;
        for (const Cell cell : houses_[house])
            if (state.masks[cell] & digit) places.push_back(cell);
        return places;
    }

    // Finds hidden singles, and what digits with few places in a house exclude elsewhere.
    void look_at_places(const State& state, int32_t house, std::vector<Placement>& placements,
                        std::vector<Removal>& locked) const {
        std::array<Mask, kMaxPlaces + 1> in_more{};  // the digits in more cells than 0, 1, 2, 3
        Mask done = 0;
        for (const Cell cell : houses_[house]) {
            for (int32_t n = kMaxPlaces; n > 0; --n) in_more[n] |= in_more[n - 1] & state.masks[cell];
            in_more[0] |= state.masks[cell];
            if (state.placed[cell]) done |= state.masks[cell];
        }
        for (Mask open = in_more[0] & ~in_more[kMaxPlaces] & ~done; open; open &= open - 1) {
            const Mask digit = lowest(open);
            const std::vector<Cell> cells = places(state, house, digit);
            if (cells.size() == 1) {
                if (!is_single(state.masks[cells[0]])) placements.push_back({cells[0], digit, house});
                continue;
            }
            for (const Cell peer : peers_[cells[0]])
                if (state.masks[peer] & digit &&
                    std::ranges::all_of(cells, [&](Cell cell) { return sees_[at(cell, peer)]; }))
                    locked.push_back({peer, digit});
        }
    }

    int32_t n_digits_, n_cells_;
    bool is_thorough_;
    std::vector<std::vector<Cell>> houses_;
    std::vector<Group> groups_;
    std::vector<Group> needing_;  // those that are asked for the digits that they must hold
    std::vector<Group> filled_;   // for each house, itself with its rules; without fillings if it has none
    std::vector<std::vector<int32_t>> houses_of_, groups_of_, needing_of_;
    std::vector<std::vector<Cell>> peers_;
    std::vector<bool> sees_;
};

}  // namespace farandole
