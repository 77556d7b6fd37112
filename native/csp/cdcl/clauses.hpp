// A puzzle as clauses, for CDCL.
//
// A variable is a candidate (a cell and a digit) that is left after propagation. A literal asserts the candidate or its
// negation:
// that it holds, or that it doesn't:
//
//     2 * variable: r1c1 holds 5        2 * variable + 1: r1c1 does not hold 5
//
// Most clauses are binary ("r1c1 holds 5, so r1c2 does not"); they are stored as lists of implied literals. The long
// clauses: a cell holds one of its digits, a digit has one of its places in a full house, a digit has one of its
// partners in the other cell of a pair.
//
// Each set of a set constraint gets a variable of its own, so that learned clauses are short: "the line holds 5", "the
// line holds {4,5,6}".
#pragma once
#include "csp/constraints/sums.hpp"

namespace farandole {

using Literal = int32_t;
inline Literal negation(Literal literal) { return literal ^ 1; }
inline int32_t variable_of(Literal literal) { return literal >> 1; }
inline bool is_negative(Literal literal) { return literal & 1; }

class Clauses {
  public:
    // Whether the network has only houses, pairs and constraints with few sets. Sums that imply others are excluded.
    static bool can_say(const Network& network) {
        return !network.derives() && std::ranges::all_of(network.constraints(), [](auto& constraint) {
            return constraint->partners() || (!constraint->sets().empty() && constraint->sets().size() <= kMaxSets);
        });
    }

    Clauses(const Network& network, std::span<const Mask> masks) {
        Candidates candidates = network.begin(masks);
        is_refuted_ = std::ranges::count(masks, Mask{0}) || !network.propagate(candidates, [](auto) {});
        if (is_refuted_) return;
        masks_.assign(candidates.masks().begin(), candidates.masks().end());
        number_candidates();
        for (const House& house : network.houses()) say_house(house);
        const Sight sight(network);
        for (const auto& constraint : network.constraints())
            constraint->partners() ? say_pair(*constraint) : say_sets(*constraint, sight);
        for (auto& literals : implied_by_) {
            std::ranges::sort(literals);
            literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
            implied_.append(literals);
        }
        implied_by_ = {};
    }

    // Whether propagation alone refuted the puzzle; then there are no clauses.
    bool is_refuted() const { return is_refuted_; }

    int32_t n_variables() const { return (int32_t)cells_.size(); }

    // The literals implied by this one in binary clauses.
    std::span<const Literal> implied(Literal literal) const { return implied_[literal]; }

    // The clauses of three literals or more.
    const Lists& long_clauses() const { return long_clauses_; }

    // The digit of each cell, from the variables that hold.
    template <class Holds>
    std::vector<Mask> filled(Holds holds) const {
        std::vector<Mask> filled = masks_;
        for (int32_t variable = 0; variable < n_variables(); ++variable)
            if (cells_[variable] != kNoCell && holds(variable)) filled[cells_[variable]] = digits_[variable];
        return filled;
    }

  private:
    static constexpr size_t kMaxSets = 150;
    static constexpr Cell kNoCell = -1;

    void number_candidates() {
        for (Cell cell = 0; cell < (Cell)masks_.size(); ++cell) {
            firsts_.push_back(n_variables());
            if (is_single(masks_[cell])) continue;
            for (Mask left = masks_[cell]; left; left &= left - 1) new_variable(cell, lowest(left));
        }
        for (Cell cell = 0; cell < (Cell)masks_.size(); ++cell)
            if (!is_single(masks_[cell])) say_one_of(literals_of(cell, masks_[cell]));
    }

    // The positive literal of a new variable.
    Literal new_variable(Cell cell = kNoCell, Mask digit = 0) {
        cells_.push_back(cell);
        digits_.push_back(digit);
        implied_by_.resize(2 * cells_.size());
        return 2 * (n_variables() - 1);
    }

    // The literal "this cell holds this digit", one of its open digits.
    Literal literal_of(Cell cell, Mask digit) const {
        return 2 * (firsts_[cell] + std::popcount(masks_[cell] & (digit - 1)));
    }

    std::vector<Literal> literals_of(Cell cell, Mask digits) const {
        std::vector<Literal> literals;
        for (Mask left = digits; left; left &= left - 1) literals.push_back(literal_of(cell, lowest(left)));
        return literals;
    }

    void say_house(const House& house) {
        Mask open = 0;
        for (const Cell cell : house.cells())
            if (!is_single(masks_[cell])) open |= masks_[cell];
        for (; open; open &= open - 1) {
            std::vector<Literal> places;
            for (const Cell cell : house.cells())
                if (masks_[cell] & lowest(open)) places.push_back(literal_of(cell, lowest(open)));
            house.is_full() ? say_one_of(places) : say_one_at_most(places);
        }
    }

    // A digit excludes all digits that are not its partners. If it has many partners, a long clause requires one of
    // them.
    void say_pair(const Constraint& pair) {
        const Cell one = pair.cells()[0], other = pair.cells()[1];
        if (is_single(masks_[one]) || is_single(masks_[other])) return;  // propagation has done it
        std::array<Mask, 32> backward{};
        for (Mask left = masks_[one]; left; left &= left - 1) {
            const Mask partners = masks_[other] & pair.partners()[std::countr_zero(left)];
            for (Mask beside = partners; beside; beside &= beside - 1)
                backward[std::countr_zero(beside)] |= lowest(left);
            say_partners(one, lowest(left), other, partners);
        }
        for (Mask left = masks_[other]; left; left &= left - 1)
            say_partners(other, lowest(left), one, backward[std::countr_zero(left)]);
    }

    void say_partners(Cell cell, Mask digit, Cell other, Mask partners) {
        const Literal literal = literal_of(cell, digit);
        const auto excluded = literals_of(other, masks_[other] & ~partners);
        for (const Literal gone : excluded) say_one_at_most(std::array{literal, gone});
        if (excluded.size() >= 2) say_needs(literal, literals_of(other, partners));
    }

    // The open cells hold what remains of one of the sets.
    void say_sets(const Constraint& constraint, const Sight& sight) {
        std::vector<Cell> cells;
        Mask placed = 0, open = 0;
        for (const Cell cell : constraint.cells()) {
            (is_single(masks_[cell]) ? placed : open) |= masks_[cell];
            if (!is_single(masks_[cell])) cells.push_back(cell);
        }
        if (cells.empty()) return;      // propagation has done it
        std::map<Mask, Literal> names;  // that the cells hold this set
        for (const Mask set : constraint.sets()) {
            const auto fits = [&](Cell cell) { return masks_[cell] & set; };
            if (placed & ~set || set & ~placed & ~open || !std::ranges::all_of(cells, fits)) continue;
            if (names.try_emplace(set & ~placed).second) names[set & ~placed] = new_variable();
        }
        for (; open; open &= open - 1) say_digit_of_sets(lowest(open), cells, names, sight);
        std::vector<Literal> all;
        for (const auto& [set, name] : names) {
            all.push_back(name);
            for (const Cell cell : cells)
                if (masks_[cell] & ~set) say_needs(name, literals_of(cell, masks_[cell] & set));
        }
        say_needs(negation(all.back()), {all.begin(), all.end() - 1});
    }

    // If the cells hold the digit, one of them holds it, and no cell that sees all its places does.
    void say_digit_of_sets(Mask digit, std::span<const Cell> cells, const std::map<Mask, Literal>& names,
                           const Sight& sight) {
        const Literal held = new_variable();
        std::vector<Literal> with, without;
        for (const auto& [set, name] : names) {
            say_needs(name, {set & digit ? held : negation(held)});
            (set & digit ? with : without).push_back(name);
        }
        say_needs(held, with);
        say_needs(negation(held), without);
        for (const Cell cell : cells)
            if (masks_[cell] & digit) say_needs(literal_of(cell, digit), {held});
        say_needs(held, places_of(digit, cells, [](Cell) { return true; }));
        for (Cell other = 0; other < (Cell)masks_.size(); ++other) {
            if (is_single(masks_[other]) || !(masks_[other] & digit) || std::ranges::count(cells, other)) continue;
            const auto sees = [&](Cell cell) { return sight.sees(cell, other); };
            if (places_of(digit, cells, sees).size() < 2) continue;
            auto places = places_of(digit, cells, [&](Cell cell) { return !sees(cell); });
            places.push_back(negation(held));
            say_needs(literal_of(other, digit), std::move(places));
        }
    }

    template <class Counts>
    std::vector<Literal> places_of(Mask digit, std::span<const Cell> cells, Counts counts) const {
        std::vector<Literal> places;
        for (const Cell cell : cells)
            if (masks_[cell] & digit && counts(cell)) places.push_back(literal_of(cell, digit));
        return places;
    }

    // If the literal holds, one of the others does.
    void say_needs(Literal literal, std::vector<Literal> others) {
        if (others.size() >= 2) {
            others.push_back(negation(literal));
            long_clauses_.append(others);
        } else {
            const Literal only = others.empty() ? negation(literal) : others[0];
            implied_by_[literal].push_back(only);
            implied_by_[negation(only)].push_back(negation(literal));
        }
    }

    void say_one_of(std::span<const Literal> literals) {
        long_clauses_.append(literals);
        say_one_at_most(literals);
    }

    void say_one_at_most(std::span<const Literal> literals) {
        for (const Literal one : literals)
            for (const Literal other : literals)
                if (one != other) implied_by_[one].push_back(negation(other));
    }

    bool is_refuted_ = false;
    std::vector<Mask> masks_;
    std::vector<int32_t> firsts_;                   // by cell: its first variable
    std::vector<Cell> cells_;                       // by variable; kNoCell if it is not a candidate
    std::vector<Mask> digits_;                      // by variable
    std::vector<std::vector<Literal>> implied_by_;  // during construction
    Lists implied_, long_clauses_;
};

}  // namespace farandole
