// Constraints made of constraints: at least one of several networks holds (`Disjunction`), or one network does not hold
// (`Negation`).
//
// An alternative is a small network of its own, on the cells that it is about. The houses around it count too, cut down
// to these cells. Constructive disjunction: each alternative propagates on its own; those that contradict are dropped,
// and a candidate that no other alternative keeps is eliminated. An alternative keeps all candidates of the cells that
// it is not about. So as soon as the alternatives seen so far keep every candidate, the others need not be tried:
//
//     thermometer a-b-c or c-b-a, digits 1 to 5     a 123  b 234  c 345
//                                                   a 345  b 234  c 123     so b is not 1 or 5
#pragma once
#include <atomic>

#include "csp/constraints/stated.hpp"

namespace farandole {

// A network on some cells of another network.
class Alternative {
  public:
    // cells: ascending. masks: what these cells may hold. The network numbers the cells from 0, in this order.
    Alternative(std::vector<Cell> cells, std::vector<Mask> masks, std::unique_ptr<const Network> network)
        : cells_(std::move(cells)), masks_(std::move(masks)), network_(std::move(network)) {}

    std::span<const Cell> cells() const { return cells_; }
    const Network& network() const { return *network_; }

    // Propagates on the candidates of these cells alone, and writes what is left. Returns false if there is a
    // contradiction. If each cell has one candidate, that decides whether the alternative holds.
    template <class MaskOf>
    bool narrow(MaskOf mask_of, std::vector<Mask>& left) const {
        left.resize(cells_.size());
        for (size_t place = 0; place < cells_.size(); ++place) {
            left[place] = mask_of(cells_[place]) & masks_[place];
            if (!left[place]) return false;
        }
        Candidates candidates = network_->begin(left);
        if (!network_->propagate(candidates, [](std::span<const Cell>) {})) return false;
        std::ranges::copy(candidates.masks(), left.begin());
        return true;
    }

  private:
    std::vector<Cell> cells_;
    std::vector<Mask> masks_;
    std::unique_ptr<const Network> network_;
};

// At least one of some alternatives holds.
class Disjunction final : public Constraint {
  public:
    // cells: of all alternatives, ascending. table: of all the tuples that these cells may hold, if they are few.
    Disjunction(std::vector<Cell> cells, std::vector<Alternative> alternatives,
                std::unique_ptr<const TableConstraint> table)
        : Constraint(std::move(cells)), alternatives_(std::move(alternatives)), table_(std::move(table)) {
        for (const Alternative& alternative : alternatives_) {
            auto& places = places_.emplace_back();
            for (const Cell cell : alternative.cells())
                places.push_back((int32_t)(std::ranges::lower_bound(cells_, cell) - cells_.begin()));
        }
    }

    bool revise(Candidates& candidates) const override {
        if (table_) return table_->revise(candidates);
        std::vector<Mask> gone(cells_.size()), left;  // gone: candidates that no alternative seen so far keeps
        for (size_t place = 0; place < cells_.size(); ++place) gone[place] = candidates[cells_[place]];
        const auto mask_of = [&](Cell cell) { return candidates[cell]; };
        const size_t n = alternatives_.size(), first = first_.load(std::memory_order_relaxed);
        bool holds = false;
        for (size_t i = 0; i < n; ++i) {
            const size_t number = (first + i) % n;
            if (!alternatives_[number].narrow(mask_of, left)) continue;
            holds = true;
            Mask any = 0;
            const auto& places = places_[number];
            for (size_t place = 0, at = 0; place < gone.size(); ++place) {
                const bool is_ours = at < places.size() && places[at] == (int32_t)place;
                gone[place] &= is_ours ? ~left[at++] : 0;
                any |= gone[place];
            }
            if (any) continue;
            // The next revision begins here, because this alternative may again be enough. The result is the same in
            // any order.
            first_.store(number, std::memory_order_relaxed);
            return true;
        }
        if (!holds) return false;
        for (size_t place = 0; place < gone.size(); ++place)
            if (!candidates.keep(cells_[place], ~gone[place])) return false;
        return true;
    }

    std::span<const Alternative> alternatives() const override { return alternatives_; }

  private:
    std::vector<Alternative> alternatives_;
    std::unique_ptr<const TableConstraint> table_;
    std::vector<std::vector<int32_t>> places_;  // by alternative: where its cells are among ours
    mutable std::atomic<size_t> first_ = 0;     // the alternative to try first
};

// A network does not hold. Once at most one cell is open, its digits are tried.
class Negation final : public Constraint {
  public:
    explicit Negation(Alternative negated)
        : Constraint({negated.cells().begin(), negated.cells().end()}), negated_(std::move(negated)) {}

    bool revise(Candidates& candidates) const override {
        Cell open = -1;
        for (const Cell cell : cells_) {
            if (is_single(candidates[cell])) continue;
            if (open >= 0) return true;
            open = cell;
        }
        std::vector<Mask> left;
        Mask kept = 0;
        const Cell last = open >= 0 ? open : cells_[0];
        for (Mask digits = candidates[last]; digits; digits &= digits - 1) {
            const auto mask_of = [&](Cell cell) { return cell == last ? lowest(digits) : candidates[cell]; };
            if (!negated_.narrow(mask_of, left)) kept |= lowest(digits);
        }
        return candidates.keep(last, kept);
    }

  private:
    Alternative negated_;
};

}  // namespace farandole
