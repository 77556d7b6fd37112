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
//
// So does each alternative of a disjunction: its *selector*, which guards its clauses ("if this alternative is chosen,
// r1c1 is less than r1c2"). One of the selectors holds. A grid may go with several of them.
//
// Connected cells need too many clauses. Their constraints are *lazy*: the search asks them, and they answer with the
// clauses that matter at the moment, about variables for "r1c1 holds one of 1, 2, 3". In a network with such
// constraints, all those that clauses can't express are lazy too; then a clause names all that their cells have lost.
#pragma once
#include "csp/constraints/compound.hpp"
#include "csp/constraints/counts.hpp"
#include "csp/constraints/sums.hpp"

namespace farandole {

using Literal = int32_t;
inline Literal negation(Literal literal) { return literal ^ 1; }
inline int32_t variable_of(Literal literal) { return literal >> 1; }
inline bool is_negative(Literal literal) { return literal & 1; }

class Clauses {
  public:
    // Whether CDCL should begin: constraints explain themselves, and the SIMD search has no vector form of them.
    static bool explain(const Network& network) {
        return std::ranges::any_of(network.stated().list, [](auto& constraint) { return constraint->explains(); });
    }

    // Whether the network has only houses, pairs, constraints with few sets, and disjunctions of such networks, or
    // constraints that explain themselves. Sums that imply others are excluded.
    static bool can_say(const Network& network) { return explain(network) || can_say_all(network); }

    static bool can_say_all(const Network& network) {
        return !network.derives() && std::ranges::all_of(network.constraints(), [](auto& constraint) {
            if (const auto alternatives = constraint->alternatives(); !alternatives.empty())
                return std::ranges::all_of(alternatives, [](auto& one) { return can_say_all(one.network()); });
            return constraint->partners() || (!constraint->sets().empty() && constraint->sets().size() <= kMaxSets);
        });
    }

    Clauses(const Network& network, std::span<const Mask> masks) {
        Candidates candidates = network.begin(masks);
        is_refuted_ = std::ranges::count(masks, Mask{0}) || !network.propagate(candidates, [](auto) {});
        if (is_refuted_) return;
        masks_.assign(candidates.masks().begin(), candidates.masks().end());
        scope_.masks = masks_;
        for (Cell cell = 0; cell < network.n_cells(); ++cell) scope_.cells.push_back(cell);
        number_candidates();
        for (const House& house : network.houses()) say_house(house);
        const Sight sight(network);
        say_constraints(network, sight);
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

    // The constraints that clauses don't express.
    std::span<const Constraint* const> lazy() const { return lazy_; }

    // What the cells may hold after propagation.
    std::span<const Mask> masks() const { return masks_; }

    // Eliminates the candidates of false literals.
    template <class IsFalse>
    void keep_possible(std::vector<Mask>& masks, IsFalse is_false) const {
        for (int32_t variable = 0; variable < n_variables(); ++variable)
            if (cells_[variable] != kNoCell && is_false(2 * variable)) masks[cells_[variable]] &= ~digits_[variable];
    }

    // Adds the literals that one of these digits, not all that it may hold, is in the cell: the literal of the set, or
    // those of its digits; none if that is impossible.
    void add_fact(Cell cell, Mask digits, std::vector<Literal>& literals) const {
        digits &= masks_[cell];
        if (!digits) return;
        if (const Literal known = known_literal(cell, digits); known != kNoLiteral) literals.push_back(known);
        else
            for (Mask left = digits; left; left &= left - 1) literals.push_back(literal_of(cell, lowest(left)));
    }

    // Whether a grid may go with several values of the variables that are not candidates.
    bool has_selectors() const { return has_selectors_; }

    // Whether a variable is a candidate of a cell.
    bool is_candidate(int32_t variable) const { return cells_[variable] != kNoCell; }

    // The digit of each cell, from the variables that hold.
    template <class Holds>
    std::vector<Mask> filled(Holds holds) const {
        std::vector<Mask> filled = masks_;
        for (int32_t variable = 0; variable < n_variables(); ++variable)
            if (cells_[variable] != kNoCell && holds(variable)) filled[cells_[variable]] = digits_[variable];
        return filled;
    }

  private:
    static constexpr size_t kMaxSets = 150, kMaxCounted = 12, kMaxCountClauses = 2'000;
    static constexpr Cell kNoCell = -1;

    // What clauses are about at the moment: all cells, or those of an alternative.
    struct Scope {
        std::vector<Cell> cells;         // the cell of each number
        std::vector<Mask> masks;         // what they may hold
        Literal selector = kNoSelector;  // that the alternative is chosen
    };
    static constexpr Literal kNoLiteral = -1, kNoSelector = -1;

    // `around`: the houses of the whole network.
    void say_constraints(const Network& network, const Sight& around) {
        const Sight sight(network);
        for (const Constraint* constraint : network.constraints()) {
            const auto alternatives = constraint->alternatives();
            if (constraint->partners()) say_pair(*constraint);
            else if (!constraint->sets().empty() && constraint->sets().size() <= kMaxSets) say_sets(*constraint, sight);
            else if (!alternatives.empty() &&
                     std::ranges::all_of(alternatives, [](auto& one) { return can_say_all(one.network()); }))
                say_alternatives(*constraint, around);
            else if (!constraint->count() || !say_count(*constraint->count())) add_lazy(*constraint);
        }
    }

    void add_lazy(const Constraint& constraint) {
        lazy_.push_back(&constraint);
        if (!constraint.shading()) return;
        for (const Cell cell : constraint.cells())
            if (is_open(cell, constraint.shading())) literal_in(cell, constraint.shading());
    }

    // Whether a cell may hold one of these digits, or another one.
    bool is_open(Cell cell, Mask digits) const { return masks_[cell] & digits && masks_[cell] & ~digits; }

    // The literal of one or all but one candidate of a cell, or of a known set. Else kNoLiteral.
    Literal known_literal(Cell cell, Mask digits) const {
        const Mask others = masks_[cell] & ~digits;
        if (is_single(digits) && digits) return literal_of(cell, digits);
        if (is_single(others) && others) return negation(literal_of(cell, others));
        if (const auto at = sets_.find({cell, digits}); at != sets_.end()) return at->second;
        if (const auto at = sets_.find({cell, others}); at != sets_.end()) return negation(at->second);
        return kNoLiteral;
    }

    // The literal that a cell holds one of these digits, which is open.
    Literal literal_in(Cell cell, Mask digits) {
        digits &= masks_[cell];
        if (const Literal known = known_literal(cell, digits); known != kNoLiteral) return known;
        const Literal held = sets_[{cell, digits}] = new_variable();
        const Mask others = masks_[cell] & ~digits;
        for (const Literal literal : literals_of(cell, digits)) say_needs(literal, {held});
        for (const Literal literal : literals_of(cell, others)) say_needs(literal, {negation(held)});
        say_needs(held, literals_of(cell, digits));
        say_needs(negation(held), literals_of(cell, others));
        return held;
    }

    // How many cells hold digits of each class. Returns false if that needs too many clauses.
    bool say_count(const CountConstraint& count) {
        struct Case {
            Mask control;
            const std::vector<DigitClass>* classes;
        };
        std::vector<Case> cases;
        const Cell control = count.control();
        const Mask digits = control == CountConstraint::kNone ? 1 : masks_[control];
        for (Mask left = digits; left; left &= left - 1) {
            const auto& classes = count.cases()[std::countr_zero(left)];
            const auto known = std::ranges::find_if(cases, [&](const Case& one) {
                return std::ranges::equal(*one.classes, classes, [](auto& ours, auto& theirs) {
                    return ours.digits == theirs.digits && ours.counts == theirs.counts;
                });
            });
            if (known == cases.end()) cases.push_back({lowest(left), &classes});
            else known->control |= lowest(left);
        }
        std::vector<std::vector<Literal>> clauses;
        for (const auto& [its_control, classes] : cases) {
            std::vector<Literal> unless;  // the control cell holds another digit
            if (its_control != digits) unless.push_back(negation(literal_in(control, its_control)));
            for (const DigitClass& one : *classes)
                if (!list_counts(count.counted(), one, unless, clauses)) return false;
        }
        for (auto& clause : clauses) say(std::move(clause));
        return true;
    }

    // Adds the clauses for one class. Returns false if they are too many.
    bool list_counts(std::span<const Cell> cells, const DigitClass& one, const std::vector<Literal>& unless,
                     std::vector<std::vector<Literal>>& clauses) {
        std::vector<Literal> held;
        size_t n_sure = 0;
        for (const Cell cell : cells) {
            if (is_open(cell, one.digits)) held.push_back(literal_in(cell, one.digits));
            else n_sure += (masks_[cell] & one.digits) != 0;
        }
        const size_t n = held.size();
        if (n > kMaxCounted) return false;
        int32_t least = -1, most = -1;
        for (int32_t k = 0; k <= (int32_t)n; ++k)
            if (one.counts[n_sure + k]) most = k, least = least < 0 ? k : least;
        if (least < 0) {
            clauses.push_back(unless);
            return true;
        }
        // Among any n - least + 1 one is held, among any most + 1 one isn't. Between both: not exactly these.
        for (uint32_t some = 0; some < 1u << n; ++some) {
            const int32_t size = std::popcount(some);
            const bool is_gap = least < size && size < most && !one.counts[n_sure + size];
            const bool is_many = size == most + 1, is_few = least > 0 && size == (int32_t)n - least + 1;
            for (const bool positive : {false, true}) {
                if (!is_gap && !(positive ? is_few : is_many)) continue;
                if (is_gap && positive) continue;
                auto clause = unless;
                for (size_t i = 0; i < n; ++i)
                    if (some >> i & 1) clause.push_back(positive ? held[i] : negation(held[i]));
                    else if (is_gap) clause.push_back(held[i]);
                clauses.push_back(std::move(clause));
            }
            if (clauses.size() > kMaxCountClauses) return false;
        }
        return true;
    }

    // One of the alternatives that may still hold is chosen.
    void say_alternatives(const Constraint& disjunction, const Sight& around) {
        has_selectors_ = true;
        std::vector<Scope> inner;
        std::vector<const Network*> networks;
        std::vector<Literal> selectors;
        for (const Alternative& alternative : disjunction.alternatives()) {
            Scope scope;
            if (!alternative.narrow([&](Cell cell) { return scope_.masks[cell]; }, scope.masks)) continue;
            for (const Cell cell : alternative.cells()) scope.cells.push_back(scope_.cells[cell]);
            selectors.push_back(scope.selector = new_variable());
            inner.push_back(std::move(scope));
            networks.push_back(&alternative.network());
        }
        say(selectors);
        for (size_t i = 0; i < inner.size(); ++i) {
            std::swap(scope_, inner[i]);
            say_alternative(*networks[i], around);
            std::swap(scope_, inner[i]);
        }
    }

    void say_alternative(const Network& network, const Sight& around) {
        for (Cell cell = 0; cell < network.n_cells(); ++cell) {
            const Mask before = masks_[scope_.cells[cell]];
            if (is_single(before)) continue;
            for (Mask gone = before & ~scope_.masks[cell]; gone; gone &= gone - 1)
                say({negation(literal_of(cell, lowest(gone)))});
        }
        for (const House& house : network.houses()) {
            const auto sees_all = [&](Cell one) {
                return std::ranges::all_of(
                    house.cells(), [&](Cell other) { return around.sees(scope_.cells[one], scope_.cells[other]); });
            };
            if (!std::ranges::all_of(house.cells(), sees_all)) say_house(house);  // else the whole network has it
        }
        say_constraints(network, around);
    }

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
    Literal literal_of(Cell number, Mask digit) const {
        const Cell cell = scope_.cells[number];
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
            if (!is_single(scope_.masks[cell])) open |= scope_.masks[cell];
        for (; open; open &= open - 1) {
            std::vector<Literal> places;
            for (const Cell cell : house.cells())
                if (scope_.masks[cell] & lowest(open)) places.push_back(literal_of(cell, lowest(open)));
            house.is_full() ? say_one_of(places) : say_one_at_most(places);
        }
    }

    // A digit excludes all digits that are not its partners. If it has many partners, a long clause requires one of
    // them.
    void say_pair(const Constraint& pair) {
        const Cell one = pair.cells()[0], other = pair.cells()[1];
        if (is_single(scope_.masks[one]) || is_single(scope_.masks[other])) return;  // propagation has done it
        std::array<Mask, 32> backward{};
        for (Mask left = scope_.masks[one]; left; left &= left - 1) {
            const Mask partners = scope_.masks[other] & pair.partners()[std::countr_zero(left)];
            for (Mask beside = partners; beside; beside &= beside - 1)
                backward[std::countr_zero(beside)] |= lowest(left);
            say_partners(one, lowest(left), other, partners);
        }
        for (Mask left = scope_.masks[other]; left; left &= left - 1)
            say_partners(other, lowest(left), one, backward[std::countr_zero(left)]);
    }

    void say_partners(Cell cell, Mask digit, Cell other, Mask partners) {
        const Literal literal = literal_of(cell, digit);
        const auto excluded = literals_of(other, scope_.masks[other] & ~partners);
        for (const Literal gone : excluded) say_one_at_most(std::array{literal, gone});
        if (excluded.size() >= 2) say_needs(literal, literals_of(other, partners));
    }

    // The open cells hold what remains of one of the sets.
    void say_sets(const Constraint& constraint, const Sight& sight) {
        std::vector<Cell> cells;
        Mask placed = 0, open = 0;
        for (const Cell cell : constraint.cells()) {
            (is_single(scope_.masks[cell]) ? placed : open) |= scope_.masks[cell];
            if (!is_single(scope_.masks[cell])) cells.push_back(cell);
        }
        if (cells.empty()) return;      // propagation has done it
        std::map<Mask, Literal> names;  // that the cells hold this set
        for (const Mask set : constraint.sets()) {
            const auto fits = [&](Cell cell) { return scope_.masks[cell] & set; };
            if (placed & ~set || set & ~placed & ~open || !std::ranges::all_of(cells, fits)) continue;
            if (names.try_emplace(set & ~placed).second) names[set & ~placed] = new_variable();
        }
        for (; open; open &= open - 1) say_digit_of_sets(lowest(open), cells, names, sight);
        std::vector<Literal> all;
        for (const auto& [set, name] : names) {
            all.push_back(name);
            for (const Cell cell : cells)
                if (scope_.masks[cell] & ~set) say_needs(name, literals_of(cell, scope_.masks[cell] & set));
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
            if (scope_.masks[cell] & digit) say_needs(literal_of(cell, digit), {held});
        say_needs(held, places_of(digit, cells, [](Cell) { return true; }));
        for (Cell other = 0; other < (Cell)scope_.masks.size(); ++other) {
            if (is_single(scope_.masks[other]) || !(scope_.masks[other] & digit) || std::ranges::count(cells, other))
                continue;
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
            if (scope_.masks[cell] & digit && counts(cell)) places.push_back(literal_of(cell, digit));
        return places;
    }

    // If the literal holds, one of the others does.
    void say_needs(Literal literal, std::vector<Literal> others) {
        others.push_back(negation(literal));
        say(std::move(others));
    }

    // One of the literals holds, if the alternative is chosen.
    void say(std::vector<Literal> clause) {
        if (scope_.selector != kNoSelector) clause.push_back(negation(scope_.selector));
        is_refuted_ |= clause.empty();
        if (clause.empty()) return;
        if (clause.size() >= 3) {
            long_clauses_.append(clause);
        } else {
            implied_by_[negation(clause.front())].push_back(clause.back());
            implied_by_[negation(clause.back())].push_back(clause.front());
        }
    }

    void say_one_of(std::span<const Literal> literals) {
        if (scope_.selector == kNoSelector) long_clauses_.append(literals);
        else say({literals.begin(), literals.end()});
        say_one_at_most(literals);
    }

    void say_one_at_most(std::span<const Literal> literals) {
        for (size_t i = 0; i < literals.size(); ++i)
            for (size_t j = 0; j < literals.size(); ++j) {
                if (scope_.selector != kNoSelector && i < j) say({negation(literals[i]), negation(literals[j])});
                if (scope_.selector == kNoSelector && literals[i] != literals[j])
                    implied_by_[literals[i]].push_back(negation(literals[j]));
            }
    }

    bool is_refuted_ = false, has_selectors_ = false;
    std::vector<Mask> masks_;
    Scope scope_;                                    // during construction
    std::map<std::pair<Cell, Mask>, Literal> sets_;  // that a cell holds one of these digits
    std::vector<const Constraint*> lazy_;
    std::vector<int32_t> firsts_;                   // by cell: its first variable
    std::vector<Cell> cells_;                       // by variable; kNoCell if it is not a candidate
    std::vector<Mask> digits_;                      // by variable
    std::vector<std::vector<Literal>> implied_by_;  // during construction
    Lists implied_, long_clauses_;
};

}  // namespace farandole
