// Constraints that are given in full: pairs, tables, and automata that read the digits along a line.
#pragma once
#include <array>
#include <bitset>
#include <map>
#include <numeric>

#include "csp/network.hpp"

namespace farandole {

// Two cells, and for each digit of one the digits that the other may hold (a binary table).
class PairConstraint final : public Constraint {
  public:
    // partners[d - 1]: the digits that the second cell may hold if the first holds d.
    PairConstraint(Cell one, Cell other, std::span<const Mask> partners) : Constraint({one, other}) {
        for (size_t digit = 0; digit < partners.size(); ++digit) {
            forward_[digit] = partners[digit];
            for (Mask left = partners[digit]; left; left &= left - 1)
                backward_[std::countr_zero(left)] |= Mask{1} << digit;
        }
    }

    bool revise(Candidates& candidates) const override {
        const auto [one, other] = std::pair(cells_[0], cells_[1]);
        return candidates.keep(other, beside(forward_, candidates[one])) &&
               candidates.keep(one, beside(backward_, candidates[other]));
    }

    const Mask* partners() const override { return forward_.data(); }

  private:
    using Partners = std::array<Mask, 32>;

    static Mask beside(const Partners& partners, Mask digits) {
        Mask found = 0;
        for (; digits; digits &= digits - 1) found |= partners[std::countr_zero(digits)];
        return found;
    }

    Partners forward_{}, backward_{};
};

// Cells that hold one of the tuples of a table.
class TableConstraint final : public Constraint {
  public:
    // bits: one tuple after another, a mask of one digit for each cell.
    TableConstraint(std::vector<Cell> cells, std::shared_ptr<const std::vector<Mask>> bits)
        : Constraint(std::move(cells)), bits_(std::move(bits)) {}

    bool revise(Candidates& candidates) const override {
        std::array<Mask, kMaxCells> masks{}, found{};
        const size_t width = cells_.size();
        for (size_t i = 0; i < width; ++i) masks[i] = candidates[cells_[i]];
        const std::span<const Mask> bits = *bits_;
        for (size_t tuple = 0; tuple < bits.size(); tuple += width) {
            bool fits = true;
            for (size_t i = 0; i < width; ++i) fits &= (bits[tuple + i] & masks[i]) != 0;
            if (!fits) continue;
            for (size_t i = 0; i < width; ++i) found[i] |= bits[tuple + i];
        }
        for (size_t i = 0; i < width; ++i)
            if (!candidates.keep(cells_[i], found[i])) return false;
        return true;
    }

    static constexpr size_t kMaxCells = 32;

  private:
    std::shared_ptr<const std::vector<Mask>> bits_;  // shared by all groups of cells with this table
};

// Cells of which the first says how many of them, itself included, add up to a total.
//
// The reachable sums before each cell are a bit set: forward from the first cell, and backward from the totals that the
// first cell allows. A table of states would take a megabyte for each clue of a large grid.
class CountedSumConstraint final : public Constraint {
  public:
    CountedSumConstraint(std::vector<Cell> cells, int32_t total) : Constraint(std::move(cells)), total_(total) {}

    bool revise(Candidates& candidates) const override {
        const size_t length = std::min(cells_.size(), size_t{32});
        const Mask first = candidates[cells_[0]];
        std::array<Sums, 33> reached, wanted;  // by cell: sums of the cells from the second on
        reached[1] = 1;
        for (size_t i = 1; i < length; ++i) reached[i + 1] = step(reached[i], candidates[cells_[i]], true);
        Mask counts = 0;
        for (size_t n = 1; n <= length; ++n)
            if (first >> (n - 1) & 1 && is_done(reached[n], n)) counts |= Mask{1} << (n - 1);
        if (!candidates.keep(cells_[0], counts)) return false;
        const size_t fewest = std::countr_zero(counts) + 1;
        for (size_t i = length; i > 0; --i) {
            if (i < length) wanted[i] = step(wanted[i + 1], candidates[cells_[i]], false);
            if (counts >> (i - 1) & 1) wanted[i].set(total_ - (int32_t)i);
        }
        for (size_t i = 1; i < std::min(length, fewest); ++i) {
            Mask found = 0;
            for (Mask left = candidates[cells_[i]]; left; left &= left - 1)
                if ((reached[i] << least_digit(left) & wanted[i + 1]).any()) found |= lowest(left);
            if (!candidates.keep(cells_[i], found)) return false;
        }
        return true;
    }

  private:
    static constexpr int32_t kMaxSum = 32 * 32;
    using Sums = std::bitset<kMaxSum + 1>;

    static Sums step(const Sums& sums, Mask digits, bool is_forward) {
        Sums found;
        for (; digits; digits &= digits - 1)
            found |= is_forward ? sums << least_digit(digits) : sums >> least_digit(digits);
        return found;
    }

    bool is_done(const Sums& sums, size_t n) const {
        const int64_t left = total_ - (int64_t)n;
        return 0 <= left && left <= kMaxSum && sums[left];
    }

    int32_t total_;
};

// States, and arcs with the digits that lead from one state to the next. State 0 is the start.
struct Automaton {
    struct Arc {
        int32_t from, to;
        Mask digits;
    };
    int32_t n_states;
    std::vector<Arc> arcs;
    std::vector<int32_t> accepting;
};

// An automaton unrolled along a line: a layer of states before each cell and one after the last. It has only states on
// a path from the start to an accepting state, and states of a layer with equal arcs are merged:
//
//     rising, 3 digits, 2 cells:   (0) -1- (1) -23- (accept)
//                                     \-2- (2) -3-/
class Unrolled {
  public:
    // Throws std::length_error if that needs more arcs than `most`.
    Unrolled(const Automaton& automaton, size_t n_layers, size_t most) {
        // Backward, so that a state is identified by where its arcs lead; then renumbered from the start.
        const auto [reached, begins] = reach(automaton, n_layers, most);
        std::vector<std::vector<Automaton::Arc>> layers(n_layers);
        std::map<int32_t, int32_t> names;  // of the next layer: one name for equal states
        for (const int32_t state : automaton.accepting) names[state] = 0;
        std::vector<int32_t> sizes(n_layers + 1, 1);
        size_t n_arcs = 0;
        for (size_t i = n_layers; i-- > 0;) {
            std::map<std::map<int32_t, Mask>, int32_t> known;  // by the digits that lead to each name of the next layer
            std::map<int32_t, int32_t> earlier;
            for (const int32_t state : reached[i]) {
                std::map<int32_t, Mask> ways;
                for (size_t arc = begins[state]; arc < begins[state + 1]; ++arc)
                    if (const auto to = names.find(by_start_[arc].to); to != names.end())
                        ways[to->second] |= by_start_[arc].digits;
                if (ways.empty()) continue;
                const auto [at, is_new] = known.insert({std::move(ways), (int32_t)known.size()});
                earlier[state] = at->second;
                if (!is_new) continue;
                for (const auto& [to, digits] : at->first) layers[i].push_back({at->second, to, digits});
            }
            n_arcs += layers[i].size();
            if (n_arcs > most) throw std::length_error("expected automata with fewer arcs along their lines");
            sizes[i] = (int32_t)known.size();
            names = std::move(earlier);
        }
        by_start_.clear();
        if (!names.contains(0)) return;  // no path, so no states
        int32_t offset = 0;
        for (size_t i = 0; i < n_layers; ++i) {
            for (const auto& [from, to, digits] : layers[i])
                arcs_.push_back({offset + from, offset + sizes[i] + to, digits});
            ends_.push_back(arcs_.size());
            offset += sizes[i];
        }
        n_states_ = offset + 1;
    }

    int32_t n_states() const { return n_states_; }  // 0 is the start, the last one accepts; none if there is no path
    size_t n_arcs() const { return arcs_.size(); }
    std::span<const Automaton::Arc> layer(size_t i) const {
        return {arcs_.data() + ends_[i], arcs_.data() + ends_[i + 1]};
    }

  private:
    // By layer, the reachable states, ascending; and where the arcs of each state begin.
    std::pair<std::vector<std::vector<int32_t>>, std::vector<size_t>> reach(const Automaton& automaton, size_t n_layers,
                                                                            size_t most) {
        by_start_ = automaton.arcs;
        std::ranges::stable_sort(by_start_, {}, &Automaton::Arc::from);
        std::vector<size_t> begins(automaton.n_states + 1, 0);
        for (const auto& arc : by_start_) ++begins[arc.from + 1];
        std::partial_sum(begins.begin(), begins.end(), begins.begin());
        std::vector<std::vector<int32_t>> reached(n_layers + 1);
        if (automaton.n_states > 0) reached[0] = {0};
        std::vector<size_t> last(automaton.n_states, 0);  // the layer in which a state was last reached
        size_t n_reached = 0;
        for (size_t i = 0; i < n_layers; ++i) {
            for (const int32_t state : reached[i])
                for (size_t arc = begins[state]; arc < begins[state + 1]; ++arc) {
                    const int32_t to = by_start_[arc].to;
                    if (last[to] == i + 1) continue;
                    last[to] = i + 1;
                    reached[i + 1].push_back(to);
                }
            std::ranges::sort(reached[i + 1]);
            n_reached += reached[i + 1].size();
            if (n_reached > most) throw std::length_error("expected automata with fewer states along their lines");
        }
        return {std::move(reached), std::move(begins)};
    }

    std::vector<Automaton::Arc> by_start_;  // during construction
    int32_t n_states_ = 0;
    std::vector<Automaton::Arc> arcs_;
    std::vector<size_t> ends_{0};  // by layer
};

// Cells whose digits, in order, lead an automaton to an accepting state. A cell may occur twice; while it has several
// candidates it is then treated as two cells, which is correct but weaker.
class AutomatonConstraint final : public Constraint {
  public:
    AutomatonConstraint(std::vector<Cell> cells, std::shared_ptr<const Unrolled> unrolled)
        : Constraint(std::move(cells)), unrolled_(std::move(unrolled)) {}

    bool revise(Candidates& candidates) const override {
        const int32_t n_states = unrolled_->n_states();
        if (n_states == 0) return false;
        thread_local std::vector<uint8_t> scratch;
        scratch.assign(2 * (size_t)n_states, 0);
        uint8_t *reached = scratch.data(), *wanted = reached + n_states;
        reached[0] = 1;
        for (size_t i = 0; i < cells_.size(); ++i) {
            const Mask mask = candidates[cells_[i]];
            for (const Automaton::Arc& arc : unrolled_->layer(i))
                reached[arc.to] |= reached[arc.from] & ((arc.digits & mask) != 0);
        }
        wanted[n_states - 1] = 1;
        for (size_t i = cells_.size(); i-- > 0;) {
            const Mask mask = candidates[cells_[i]];
            Mask found = 0;
            for (const Automaton::Arc& arc : unrolled_->layer(i)) {
                const bool leads_on = reached[arc.from] & wanted[arc.to] & ((arc.digits & mask) != 0);
                wanted[arc.from] |= leads_on;
                found |= leads_on ? arc.digits : 0;
            }
            if (!candidates.keep(cells_[i], found)) return false;
        }
        return true;
    }

  private:
    std::shared_ptr<const Unrolled> unrolled_;  // shared by all lines with this automaton
};

}  // namespace farandole
