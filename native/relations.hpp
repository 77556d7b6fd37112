// Relations said in full: pairs of digits, tuples of digits, and automata that read the digits along a line.
#pragma once
#include <array>

#include "network.hpp"

namespace farandole {

// Two cells, and for each digit of one the digits that the other may hold beside it.
class PairRelation final : public Relation {
  public:
    // partners[d - 1]: what the second cell may hold if the first holds d.
    PairRelation(Cell one, Cell other, std::span<const Mask> partners) : Relation({one, other}) {
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

// Cells that hold one of some tuples of digits.
class TableRelation final : public Relation {
  public:
    // bits: tuple after tuple, each digit as a mask.
    TableRelation(std::vector<Cell> cells, std::vector<Mask> bits)
        : Relation(std::move(cells)), bits_(std::move(bits)) {}

    bool revise(Candidates& candidates) const override {
        std::array<Mask, kMostCells> masks{}, found{};
        const size_t width = cells_.size();
        for (size_t i = 0; i < width; ++i) masks[i] = candidates[cells_[i]];
        for (size_t tuple = 0; tuple < bits_.size(); tuple += width) {
            bool fits = true;
            for (size_t i = 0; i < width; ++i) fits &= (bits_[tuple + i] & masks[i]) != 0;
            if (!fits) continue;
            for (size_t i = 0; i < width; ++i) found[i] |= bits_[tuple + i];
        }
        for (size_t i = 0; i < width; ++i)
            if (!candidates.keep(cells_[i], found[i])) return false;
        return true;
    }

    static constexpr size_t kMostCells = 32;

  private:
    std::vector<Mask> bits_;
};

// States, and digits that lead from one to the next; 0 is where reading begins.
struct Automaton {
    struct Arc {
        int32_t from, to;
        Mask digits;
    };
    int32_t n_states;
    std::vector<Arc> arcs;
    std::vector<int32_t> accepting;
};

// Cells whose digits, read in order, lead an automaton to an accepting state.
//
// The automaton is laid out, a layer of states before each cell and one after the last; only states on some way from
// the start to an accepting one are in it, and states of a layer from which the same digits lead on are one.
//
//     rising, 3 digits, 2 cells:   (0) -1- (1) -23- (accept)
//                                     \-2- (2) -3-/
class AutomatonRelation final : public Relation {
  public:
    AutomatonRelation(std::vector<Cell> cells, const Automaton& automaton) : Relation(std::move(cells)) {
        unroll(automaton);
    }

    bool revise(Candidates& candidates) const override {
        if (n_states_ == 0) return false;
        thread_local std::vector<uint8_t> scratch;
        scratch.assign(2 * n_states_, 0);
        uint8_t *reached = scratch.data(), *wanted = reached + n_states_;
        reached[0] = 1;
        for (size_t i = 0; i < cells_.size(); ++i) {
            const Mask mask = candidates[cells_[i]];
            for (const Automaton::Arc& arc : layer(i)) reached[arc.to] |= reached[arc.from] & ((arc.digits & mask) != 0);
        }
        wanted[n_states_ - 1] = 1;
        for (size_t i = cells_.size(); i-- > 0;) {
            const Mask mask = candidates[cells_[i]];
            Mask found = 0;
            for (const Automaton::Arc& arc : layer(i)) {
                const bool leads_on = reached[arc.from] & wanted[arc.to] & ((arc.digits & mask) != 0);
                wanted[arc.from] |= leads_on;
                found |= leads_on ? arc.digits : 0;
            }
            if (!candidates.keep(cells_[i], found)) return false;
        }
        return true;
    }

  private:
    using Arcs = std::vector<Automaton::Arc>;

    std::span<const Automaton::Arc> layer(size_t i) const { return {arcs_.data() + ends_[i], arcs_.data() + ends_[i + 1]}; }

    // Backward, so that a layer's states are known by where they lead; numbered again from the start.
    void unroll(const Automaton& automaton) {
        const size_t n_layers = cells_.size();
        const auto reached = reach(automaton);
        std::vector<Arcs> layers(n_layers);
        std::vector<int32_t> names(automaton.n_states, -1);  // of the layer behind: one name for equal states
        for (const int32_t state : automaton.accepting) names[state] = 0;
        std::vector<int32_t> sizes(n_layers + 1, 1);
        for (size_t i = n_layers; i-- > 0;) {
            std::map<std::map<int32_t, Mask>, int32_t> known;  // by the digits that lead to each name behind
            std::vector<std::map<int32_t, Mask>> ways(automaton.n_states);
            for (const Automaton::Arc& arc : automaton.arcs)
                if (reached[i][arc.from] && names[arc.to] >= 0) ways[arc.from][names[arc.to]] |= arc.digits;
            std::vector<int32_t> earlier(automaton.n_states, -1);
            for (int32_t state = 0; state < automaton.n_states; ++state) {
                if (ways[state].empty()) continue;
                const auto [at, is_new] = known.insert({ways[state], (int32_t)known.size()});
                earlier[state] = at->second;
                if (!is_new) continue;
                for (const auto& [to, digits] : ways[state]) layers[i].push_back({at->second, to, digits});
            }
            sizes[i] = (int32_t)known.size();
            names = std::move(earlier);
        }
        if (names.empty() || names[0] < 0) return;  // no way at all: no states
        int32_t offset = 0;
        for (size_t i = 0; i < n_layers; ++i) {
            for (const auto& [from, to, digits] : layers[i])
                arcs_.push_back({offset + from, offset + sizes[i] + to, digits});
            ends_.push_back(arcs_.size());
            offset += sizes[i];
        }
        n_states_ = offset + 1;
    }

    // By layer, the states that some digits lead to.
    std::vector<std::vector<uint8_t>> reach(const Automaton& automaton) const {
        std::vector<std::vector<uint8_t>> reached(cells_.size() + 1, std::vector<uint8_t>(automaton.n_states, 0));
        if (automaton.n_states > 0) reached[0][0] = 1;
        for (size_t i = 0; i < cells_.size(); ++i)
            for (const Automaton::Arc& arc : automaton.arcs) reached[i + 1][arc.to] |= reached[i][arc.from];
        return reached;
    }

    int32_t n_states_ = 0;  // 0 is the start, the last one accepts
    Arcs arcs_;
    std::vector<size_t> ends_{0};  // by layer
};

}  // namespace farandole
