// The houses of a puzzle and the constraints between its cells. Immutable; searches share it.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "csp/assignment.hpp"
#include "csp/candidates.hpp"
#include "csp/houses.hpp"

namespace farandole {

// A linear constraint: low <= sum of coefficient * digit <= high.
struct Linear {
    std::vector<Cell> cells;  // one clique after another: cells with the same coefficient that hold no digit twice
    std::vector<int32_t> coefficients;
    std::vector<int32_t> sizes;  // the size of each clique
    int64_t low, high;
};

struct Split;
class Alternative;
class CountConstraint;

// That a cell holds one of these digits.
struct Fact {
    Cell cell;
    Mask digits;
};

// Takes a fact and those from which it follows. Returns false if nothing more is wanted.
using Tell = std::function<bool(Fact, std::span<const Fact>)>;

// A constraint other than a house.
class Constraint {
  public:
    explicit Constraint(std::vector<Cell> cells) : cells_(std::move(cells)) {}
    virtual ~Constraint() = default;

    // Eliminates candidates without support in the other cells. Returns false if that leaves a contradiction. It may
    // eliminate fewer than possible, but decides the constraint once all cells have one candidate.
    virtual bool revise(Candidates& candidates) const = 0;

    // If it is a binary constraint: for each digit of the first cell, the digits that the second may hold. Else null.
    virtual const Mask* partners() const { return nullptr; }

    // If it is a set constraint: the sets of digits of which the cells hold one, without repeats. Else empty.
    virtual std::span<const Mask> sets() const { return {}; }

    // If it is a linear constraint, that. Else one without cells.
    virtual Linear linear() const { return {}; }

    // If it is a clue on a full house in line: its splits. Else empty.
    virtual std::span<const Split> splits() const { return {}; }

    // If it is a skyscraper clue: its count. Else 0.
    virtual int32_t skyscrapers() const { return 0; }

    // If it is a disjunction: its alternatives. Else empty.
    virtual std::span<const Alternative> alternatives() const { return {}; }

    // If it counts cells: itself. Else null.
    virtual const CountConstraint* count() const { return nullptr; }

    // Whether it follows from others, and is worth its time only where each choice is long: in propagation.
    virtual bool is_implied() const { return false; }

    // Whether it can explain what it eliminates.
    virtual bool explains() const { return false; }

    // The digits of which its explanations say whether a cell holds one of them. 0 if they are about single digits.
    virtual Mask shading() const { return 0; }

    // Tells what follows from these masks, and from what: few facts, so that CDCL learns from them. Like `revise`, it
    // may tell less than possible, but finds the contradiction once all cells have one candidate. A contradiction is a
    // fact that the masks exclude. Returns false if told to end.
    virtual bool explain(std::span<const Mask>, const Tell&) const { return true; }

    std::span<const Cell> cells() const { return cells_; }

  protected:
    std::vector<Cell> cells_;
};

// Constraints, and for each cell the ascending numbers of those that contain it.
struct Constraints {
    using Owned = std::vector<std::unique_ptr<Constraint>>;

    Constraints() = default;
    Constraints(Owned constraints, int32_t n_cells) : Constraints({}, std::move(constraints), n_cells) {}

    // Appends our own constraints to those of `others`, which must outlive us.
    Constraints(const Constraints& others, Owned ours, int32_t n_cells) : list(others.list), owned(std::move(ours)) {
        for (const auto& constraint : owned) list.push_back(constraint.get());
        of_cell = Lists::by_entry(n_cells, list, [](const Constraint* constraint) { return constraint->cells(); });
    }

    std::vector<const Constraint*> list;
    Lists of_cell;
    Owned owned;
};

class Network {
  public:
    using Owned = Constraints::Owned;

    Network(int32_t n_digits, int32_t n_cells, std::vector<std::vector<Cell>> houses)
        : Network(std::make_shared<const Houses>(n_digits, n_cells, std::move(houses))) {}

    explicit Network(std::shared_ptr<const Houses> houses)
        : n_digits_(houses->n_digits()), n_cells_(houses->n_cells()), houses_(std::move(houses)) {}

    Network(const Network&) = delete;  // searches hold references

    // Finishes the network. derive: makes further constraints that follow from these.
    void add(Owned constraints, std::function<Owned()> derive = {}) {
        stated_ = {std::move(constraints), n_cells_};
        derives_ = derive != nullptr;
        derive_ = std::move(derive);
    }

    // The constraints as given. Many puzzles need no others.
    const Constraints& stated() const { return stated_; }

    // The constraints as given and those derived from them. Derives them at the first call.
    const Constraints& all() const {
        if (!derives_) return stated_;
        std::call_once(is_derived_, [&] {
            Owned derived = derive_();
            if (!derived.empty()) all_ = {stated_, std::move(derived), n_cells_};
            derive_ = nullptr;
        });
        return all_.list.empty() ? stated_ : all_;
    }

    // Whether `all` may hold more than `stated`.
    bool derives() const { return derives_; }

    int32_t n_digits() const { return n_digits_; }
    int32_t n_cells() const { return n_cells_; }
    Mask all_digits() const { return ~Mask{0} >> (32 - n_digits_); }
    std::span<const House> houses() const { return houses_->list(); }
    const std::shared_ptr<const Houses>& shared_houses() const { return houses_; }
    std::span<const int32_t> houses_of(Cell cell) const { return houses_->of_cell()[cell]; }
    std::span<const Constraint* const> constraints() const { return all().list; }

    // The initial weight of each cell: 1, and more for each constraint and each house that is not full; the smaller it
    // is, the more.
    std::vector<float> weights(const Constraints& constraints) const {
        std::vector<float> weights(n_cells_, 1.0f);
        const auto add = [&](std::span<const Cell> cells) {
            for (const Cell cell : cells) weights[cell] += (float)n_digits_ / (float)cells.size();
        };
        for (const House& house : houses())
            if (!house.is_full()) add(house.cells());
        for (const Constraint* constraint : constraints.list)
            if (!constraint->is_implied()) add(constraint->cells());
        return weights;
    }

    // Candidates with these masks, where everything is to be revised.
    Candidates begin(std::span<const Mask> masks) const { return begin(masks, all()); }
    Candidates begin(std::span<const Mask> masks, const Constraints& constraints) const {
        const auto n_houses = (int32_t)houses().size(), n_constraints = (int32_t)constraints.list.size();
        Candidates candidates(masks, houses_->of_cell(), n_houses, houses_->n_wide(), constraints.of_cell,
                              n_constraints);
        for (int32_t house = 0; house < n_houses; ++house) candidates.houses.wake(house, all_digits());
        for (int32_t constraint = 0; constraint < n_constraints; ++constraint)
            candidates.constraints.wake(constraint, all_digits());
        return candidates;
    }

    // Revises houses and constraints until all queues are empty. If one has a contradiction, calls `blame` with its
    // cells and returns false.
    template <class Blame>
    bool propagate(Candidates& candidates, Blame blame) const {
        return propagate(candidates, all(), blame);
    }

    // For candidates that began with these constraints.
    template <class Blame>
    bool propagate(Candidates& candidates, const Constraints& constraints, Blame blame) const {
        const std::span<const House> houses = this->houses();
        for (;;) {
            std::span<const Cell> cells;
            if (const int32_t house = candidates.houses.next(); house >= 0) {
                const bool holds = houses[house].revise(candidates, house);
                candidates.houses.clear(house);  // the revision reached its fixed point
                if (holds) continue;
                cells = houses[house].cells();
            } else if (const int32_t number = candidates.constraints.first(); number >= 0) {
                candidates.constraints.clear(number);  // its own eliminations may queue it again
                const Constraint& constraint = *constraints.list[number];
                if (constraint.revise(candidates)) continue;
                cells = constraint.cells();
            } else {
                return true;
            }
            candidates.houses.clear_all();
            candidates.constraints.clear_all();
            blame(cells);
            return false;
        }
    }

    // Propagates, and checks each house as a whole. Returns false if there is no solution.
    bool narrow(Candidates& candidates) const {
        for (bool is_settled = false; !is_settled;) {
            if (!propagate(candidates, [](std::span<const Cell>) {})) return false;
            for (const House& house : houses())
                if (!Assignment(candidates, house.cells()).strike(candidates)) return false;
            is_settled = candidates.houses.first() < 0 && candidates.constraints.first() < 0;
        }
        return true;
    }

  private:
    int32_t n_digits_, n_cells_;
    std::shared_ptr<const Houses> houses_;
    Constraints stated_;
    bool derives_ = false;
    mutable std::once_flag is_derived_;
    mutable std::function<Owned()> derive_;
    mutable Constraints all_;  // empty if nothing was derived
};

}  // namespace farandole
