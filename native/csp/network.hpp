// What holds a puzzle's cells together: its houses, and constraints between cells. Immutable; searches share it.
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

// Digits, each times a coefficient, that add up to `low` to `high`.
struct Linear {
    std::vector<Cell> cells;  // clique after clique: cells with one coefficient that hold no digit twice
    std::vector<int32_t> coefficients;
    std::vector<int32_t> sizes;  // of the cliques
    int64_t low, high;
};

struct Split;

// Cells whose digits depend on each other in some other way than a house's.
class Constraint {
  public:
    explicit Constraint(std::vector<Cell> cells) : cells_(std::move(cells)) {}
    virtual ~Constraint() = default;

    // Strikes candidates that fit no digits of the other cells. False: nothing fits. It may strike fewer than it could,
    // but where all cells have one candidate it decides.
    virtual bool revise(Candidates& candidates) const = 0;

    // For each digit of the first of two cells what the second may hold beside it, if that is all; else null.
    virtual const Mask* partners() const { return nullptr; }

    // The sets of digits one of which the cells hold, no digit twice, if that is all; else none.
    virtual std::span<const Mask> sets() const { return {}; }

    // The sum that the digits make, if that is all; else one of no cells.
    virtual Linear linear() const { return {}; }

    // The splits of which the cells, a house in line, keep one, if that is all; else none.
    virtual std::span<const Split> splits() const { return {}; }

    // How many skyscrapers are seen along the cells, a house in line, if that is all; else 0.
    virtual int32_t skyscrapers() const { return 0; }

    std::span<const Cell> cells() const { return cells_; }

  protected:
    std::vector<Cell> cells_;
};

// Constraints, and for each cell those that watch it, by number.
struct Constraints {
    using Owned = std::vector<std::unique_ptr<Constraint>>;

    Constraints() = default;
    Constraints(Owned constraints, int32_t n_cells) : Constraints({}, std::move(constraints), n_cells) {}

    // With others, which somebody else owns, before ours.
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

    Network(const Network&) = delete;  // searches refer to it

    // Ends the building: from here on each cell knows its constraints. derive: makes more that follow from them.
    void add(Owned constraints, std::function<Owned()> derive = {}) {
        stated_ = {std::move(constraints), n_cells_};
        derives_ = derive != nullptr;
        derive_ = std::move(derive);
    }

    // The constraints as they were said. Many puzzles need no others.
    const Constraints& stated() const { return stated_; }

    // With those that follow from them, which are made when somebody asks for the first time.
    const Constraints& all() const {
        if (!derives_) return stated_;
        std::call_once(is_derived_, [&] {
            Owned derived = derive_();
            if (!derived.empty()) all_ = {stated_, std::move(derived), n_cells_};
            derive_ = nullptr;
        });
        return all_.list.empty() ? stated_ : all_;
    }

    // Whether `all` may be more than was stated.
    bool derives() const { return derives_; }

    int32_t n_digits() const { return n_digits_; }
    int32_t n_cells() const { return n_cells_; }
    Mask all_digits() const { return ~Mask{0} >> (32 - n_digits_); }
    std::span<const House> houses() const { return houses_->list(); }
    const std::shared_ptr<const Houses>& shared_houses() const { return houses_; }
    std::span<const int32_t> houses_of(Cell cell) const { return houses_->of_cell()[cell]; }
    std::span<const Constraint* const> constraints() const { return all().list; }

    // How much holds each cell: 1, and the more for a constraint or a house with fewer digits the fewer cells it has.
    std::vector<float> weights(const Constraints& constraints) const {
        std::vector<float> weights(n_cells_, 1.0f);
        const auto add = [&](std::span<const Cell> cells) {
            for (const Cell cell : cells) weights[cell] += (float)n_digits_ / (float)cells.size();
        };
        for (const House& house : houses())
            if (!house.is_full()) add(house.cells());
        for (const Constraint* constraint : constraints.list) add(constraint->cells());
        return weights;
    }

    // All candidates of these masks, and everybody awake.
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

    // Revises whoever is awake, until nobody is. False: nothing fits some house or constraint, which calls `blame` with
    // its cells.
    template <class Blame>
    bool propagate(Candidates& candidates, Blame blame) const {
        return propagate(candidates, all(), blame);
    }

    // With the constraints with which the candidates began.
    template <class Blame>
    bool propagate(Candidates& candidates, const Constraints& constraints, Blame blame) const {
        const std::span<const House> houses = this->houses();
        for (;;) {
            std::span<const Cell> cells;
            if (const int32_t house = candidates.houses.next(); house >= 0) {
                const bool holds = houses[house].revise(candidates, house);
                candidates.houses.clear(house);  // it went on until it had no more to say
                if (holds) continue;
                cells = houses[house].cells();
            } else if (const int32_t number = candidates.constraints.first(); number >= 0) {
                candidates.constraints.clear(number);  // what it strikes may be reason to ask it again
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

    // The same for a puzzle before a search, with a thorough look at each house. False: there is no solution.
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
    mutable Constraints all_;  // none, if nothing was derived
};

}  // namespace farandole
