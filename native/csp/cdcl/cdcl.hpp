// Conflict-driven clause learning (CDCL): learns a clause from each conflict. No Python here.
//
// A decision asserts or negates a candidate, and unit propagation follows. Each assigned variable has a *reason*, the
// clause that propagated it. A conflict is resolved with reasons until one literal of the last decision level is left
// (first UIP); the result is learned, and tells the backjump level. (Marques-Silva, Sakallah, "GRASP", IEEE Trans.
// Computers 48, 1999; two watched literals and activity scores: Moskewicz et al., "Chaff", DAC 2001; which clauses to
// keep, by the number of their decision levels (LBD), and when to restart: Audemard, Simon, "Predicting learnt clauses
// quality", IJCAI 2009.)
//
// Solutions are not excluded by blocking clauses, because memory would grow with each solution. Instead, the decisions
// of a solution become a *path* with which later decisions begin. Its last step is negated; once that subtree is
// searched, the step before it:
//
//     path_    r1c1=5 | r2c3=1, done | not r4c4=2, done | r5c5=8
//                                                         \ first not r5c5=8 here, then not r1c1=5
#pragma once
#include <limits>
#include <optional>

#include "csp/cdcl/clauses.hpp"
#include "csp/cdcl/variable_order.hpp"
#include "stop_token.hpp"

namespace farandole {

class CdclSearch {
  public:
    // The puzzle must be expressible in clauses. The network must outlive this.
    CdclSearch(const Network& network, std::span<const Mask> masks) : CdclSearch(network, Clauses(network, masks)) {}

    // Finds the next solution. Returns false if there is none (`exhausted`), if the budget (nodes since the start) is
    // spent, or if it was stopped; a later call continues.
    bool next(int64_t budget, StopToken stop = {}) {
        int64_t steps = 0;
        while (!is_exhausted_) {
            if (steps++ % kPollIntervalCdclSteps == 0 && stop.stop_requested()) return false;
            if (const auto conflict = propagate(); !conflict.empty()) {
                learn(conflict);
            } else if (n_conflicts_ >= next_forgetting_ || n_inferred_ >= kMaxInferred) {
                forget();
            } else if (wants_restart()) {
                restart();
            } else if (follow_path()) {
                if (nodes_ >= budget) return false;
                if (decide()) continue;
                turn_at_solution();
                return true;
            }
        }
        return false;
    }

    // The solution that `next` moved to: a mask of one digit for each cell.
    std::span<const Mask> masks() const { return solution_; }

    // Decisions so far.
    int64_t nodes() const { return nodes_; }

    // Whether all solutions were found.
    bool exhausted() const { return is_exhausted_; }

  private:
    static constexpr int32_t kGlue = 2;  // clauses with an LBD up to this are never deleted
    static constexpr int32_t kHead = 3;  // integers of a clause before its literals
    static constexpr int32_t kDeepest = 500;
    static constexpr int64_t kMaxInferred = 50'000;  // clauses from lazy constraints before the worse half is deleted

    // An index in arena_: size, LBD (0: not learned), index of the last new watch, literals.
    using Clause = int32_t;
    // The clause that propagated a literal, which comes first in it; if negative, the other literal of a binary clause.
    using Reason = int32_t;
    static constexpr Reason kNone = std::numeric_limits<int32_t>::min();
    static constexpr Literal kNoLiteral = -1;
    static Reason because(Literal literal) { return -1 - literal; }

    struct Watch {
        Clause clause;
        Literal other;  // of the clause: if it is true, the clause is satisfied
    };
    struct Step {
        Literal literal;
        bool is_open;  // its negation is still to be searched
    };
    enum class Mark : uint8_t { none, in_clause, follows, needed };

    CdclSearch(const Network& network, Clauses clauses)
        : network_(network), clauses_(std::move(clauses)), n_(clauses_.n_variables()),
          is_exhausted_(clauses_.is_refuted()), order_(n_) {
        for (Literal literal = 0; literal < 2 * n_; ++literal) literals_.push_back(literal);
        for (size_t i = 0; i < clauses_.long_clauses().size(); ++i) {
            for (const Literal literal : clauses_.long_clauses()[i]) order_.raise(variable_of(literal));
            store(clauses_.long_clauses()[i], 0);
        }
    }

    int32_t level() const { return (int32_t)begins_.size(); }
    int32_t level_of(Literal literal) const { return levels_[variable_of(literal)]; }
    int32_t place_of(Literal literal) const { return places_[variable_of(literal)]; }

    // ── Propagation ─────────────────────────────────────────────────────────────────────────────────────────────────

    std::span<Literal> literals(Clause clause) { return {&arena_[clause + kHead], (size_t)arena_[clause]}; }
    int32_t& lbd(Clause clause) { return arena_[clause + 1]; }

    Clause store(std::span<const Literal> literals, int32_t lbd) {
        const Clause clause = (Clause)arena_.size();
        arena_.push_back((int32_t)literals.size());
        arena_.push_back(lbd);
        arena_.push_back(2);
        arena_.insert(arena_.end(), literals.begin(), literals.end());
        stored_.push_back(clause);
        watches_[literals[0]].push_back({clause, literals[1]});
        watches_[literals[1]].push_back({clause, literals[0]});
        return clause;
    }

    void assign(Literal literal, Reason reason) {
        values_[literal] = 1;
        values_[negation(literal)] = -1;
        levels_[variable_of(literal)] = level();
        reasons_[variable_of(literal)] = reason;
        places_[variable_of(literal)] = (int32_t)trail_.size();
        trail_.push_back(literal);
    }

    // Propagates, and asks the lazy constraints. Returns the literals of a conflicting clause; empty if there is none.
    std::span<const Literal> propagate() {
        for (conflict_.clear();;) {
            if (const auto conflict = propagate_clauses(); !conflict.empty()) return conflict;
            if (clauses_.lazy().empty() || n_asked_ == trail_.size()) return {};
            n_asked_ = trail_.size();
            masks_.assign(clauses_.masks().begin(), clauses_.masks().end());
            clauses_.keep_possible(masks_, [&](Literal literal) { return values_[literal] < 0; });
            const std::vector<Mask> before = std::exchange(asked_, masks_);
            for (const Constraint* constraint : clauses_.lazy()) {
                const auto is_new = [&](Cell cell) { return before.empty() || before[cell] != masks_[cell]; };
                if (std::ranges::any_of(constraint->cells(), is_new) && !ask(*constraint)) break;
            }
            if (!conflict_.empty()) return conflict_;
        }
    }

    // Assigns what follows from a lazy constraint. Returns false if propagation should go on first, or has a conflict.
    bool ask(const Constraint& constraint) {
        if (constraint.explains())
            return constraint.explain(masks_, [&](Fact fact, auto reasons) { return take(fact, reasons); });
        if (!candidates_) candidates_.emplace(network_.begin(masks_));
        candidates_->restore(masks_.data());
        const bool holds = constraint.revise(*candidates_);
        candidates_->houses.clear_all();
        candidates_->constraints.clear_all();
        std::vector<Fact> known;
        for (const Cell cell : constraint.cells()) known.push_back({cell, masks_[cell]});
        if (!holds) return take({known[0].cell, ~known[0].digits}, known);
        return std::ranges::all_of(
            known, [&](const Fact& fact) { return take({fact.cell, (*candidates_)[fact.cell]}, known); });
    }

    // Assigns a fact: its literal, or the negations of the candidates that it excludes.
    bool take(Fact fact, std::span<const Fact> reasons) {
        const Mask after = masks_[fact.cell] & fact.digits;
        if (after == masks_[fact.cell]) return true;
        inferred_.assign(1, kNoLiteral);
        for (const auto& [cell, digits] : reasons) clauses_.add_fact(cell, ~digits, inferred_);
        const size_t n = inferred_.size();
        clauses_.add_fact(fact.cell, fact.digits, inferred_);
        // One literal: its candidates are eliminated by the next propagation of clauses.
        if (inferred_.size() <= n + 1) return take(inferred_.size() > n ? inferred_[n] : kNoLiteral, n) && after;
        for (Mask gone = masks_[fact.cell] & ~after; gone; gone &= gone - 1) {
            inferred_.resize(n);
            clauses_.add_fact(fact.cell, ~lowest(gone), inferred_);
            if (!take(inferred_.back(), n)) return false;
        }
        return (masks_[fact.cell] = after) != 0;
    }

    // Assigns a literal, if it isn't kNoLiteral, that follows because the literals of `inferred_` from 1 to n are
    // false.
    bool take(Literal literal, size_t n) {
        inferred_.resize(n);
        const auto is_lower = [&](Literal one, Literal other) { return level_of(one) < level_of(other); };
        const auto last = std::max_element(inferred_.begin() + 1, inferred_.end(), is_lower);
        if (literal != kNoLiteral && values_[literal] > 0) return true;
        if (literal == kNoLiteral || values_[literal] < 0) {
            conflict_.assign(inferred_.begin() + 1, inferred_.end());
            if (literal != kNoLiteral) conflict_.push_back(literal);
            int32_t level = 0;
            for (const Literal one : conflict_) level = std::max(level, level_of(one));
            go_back(level);
            if (conflict_.empty()) conflict_.push_back(0);  // any literal: level 0 has the conflict
            return false;
        }
        if (n == 1) {  // it follows from nothing
            go_back(0);
            assign(literal, kNone);
            return false;
        }
        inferred_[0] = literal;
        std::iter_swap(inferred_.begin() + 1, last);
        assign(literal, store(inferred_, std::max(kGlue + 1, n_levels(inferred_))));
        ++n_inferred_;
        return true;
    }

    // Propagates clauses. Returns the literals of a conflicting one; empty if there is none.
    std::span<const Literal> propagate_clauses() {
        while (head_ < trail_.size()) {
            const Literal literal = trail_[head_++];
            // The next literal's watches are far away in memory: prefetch them.
            if (head_ < trail_.size()) __builtin_prefetch(watches_[negation(trail_[head_])].data());
            for (const Literal implied : clauses_.implied(literal)) {
                if (values_[implied] > 0) continue;
                if (values_[implied] < 0) {
                    pair_ = {negation(literal), implied};
                    return pair_;
                }
                assign(implied, because(literal));
            }
            if (const Clause conflict = renew_watches(negation(literal)); conflict >= 0) return literals(conflict);
        }
        return {};
    }

    // For each clause that watches this literal, now false: watches another literal, or else propagates the other
    // watched literal. Returns the conflicting clause, or -1.
    Clause renew_watches(Literal gone) {
        auto& watches = watches_[gone];
        Clause conflict = -1;
        auto kept = watches.begin();
        auto at = watches.begin();
        while (at != watches.end() && conflict < 0) {
            const Watch watch = *at++;
            *kept++ = watch;
            if (values_[watch.other] > 0) continue;
            Literal* const own = &arena_[watch.clause + kHead];
            const Literal other = own[0] ^ own[1] ^ gone;
            kept[-1].other = other;
            if (values_[other] > 0) continue;
            const int32_t place = other_place(watch.clause);
            if (place > 0 && values_[own[place]] > 0) {
                kept[-1].other = own[place];
            } else if (place > 0) {
                own[0] = other;
                own[1] = std::exchange(own[place], gone);
                watches_[own[1]].push_back({watch.clause, other});
                --kept;
            } else if (values_[other] < 0) {
                conflict = watch.clause;
            } else {
                own[0] = other;
                own[1] = gone;
                assign(other, watch.clause);
            }
        }
        watches.erase(std::move(at, watches.end(), kept), watches.end());
        return conflict;
    }

    // The index of a literal of the clause to watch that is not false, or 0. The scan resumes where the last one ended,
    // because the literals before are mostly false (Gent, "Optimal implementation of watched literals", JAIR 48, 2013).
    int32_t other_place(Clause clause) {
        const auto own = literals(clause);
        const int32_t size = (int32_t)own.size();
        int32_t& last = arena_[clause + 2];
        int32_t place = last;
        while (place < size && values_[own[place]] < 0) ++place;
        if (place < size) return last = place;
        for (place = 2; place < last; ++place)
            if (values_[own[place]] >= 0) return last = place;
        return 0;
    }

    // ── Conflict analysis ────────────────────────────────────────────────────────────────────────────────────────────

    // The false literals of the reason of this variable.
    std::span<const Literal> causes(int32_t variable) {
        const Reason reason = reasons_[variable];
        if (reason == kNone) return {};
        if (reason < 0) return {&literals_[negation(-1 - reason)], 1};
        return literals(reason).subspan(1);
    }

    void learn(std::span<const Literal> conflict) {
        if (level() == 0) {
            is_exhausted_ = true;
            return;
        }
        explain(conflict);
        shrink();
        shorten();
        const int32_t lbd = n_levels(learned_);
        note(lbd);
        order_.decay();
        if (learned_.size() == 1) {
            go_back(0);
            assign(learned_[0], kNone);
            return;
        }
        const auto is_lower = [&](Literal one, Literal other) { return level_of(one) < level_of(other); };
        std::iter_swap(learned_.begin() + 1, std::max_element(learned_.begin() + 1, learned_.end(), is_lower));
        go_back(level_of(learned_[1]));
        assign(learned_[0], store(learned_, lbd));
    }

    // Resolves with reasons until one literal of this level is left; it comes first.
    void explain(std::span<const Literal> conflict) {
        learned_.assign(1, 0);
        size_t at = trail_.size();
        std::span<const Literal> literals = conflict;
        for (int32_t n_open = 0;;) {
            for (const Literal literal : literals) {
                const int32_t variable = variable_of(literal);
                if (marks_[variable] != Mark::none || levels_[variable] == 0) continue;
                mark(variable, Mark::in_clause);
                order_.raise(variable);
                if (levels_[variable] == level()) ++n_open;
                else learned_.push_back(literal);
            }
            do --at;
            while (marks_[variable_of(trail_[at])] == Mark::none);
            if (--n_open == 0) break;
            const int32_t variable = variable_of(trail_[at]);
            literals = causes(variable);
            if (reasons_[variable] >= 0) esteem(reasons_[variable]);
        }
        learned_[0] = negation(trail_[at]);
    }

    // The LBD of a clause that took part in a conflict may have improved.
    void esteem(Clause clause) {
        if (lbd(clause) > kGlue) lbd(clause) = std::min(lbd(clause), n_levels(literals(clause)));
    }

    // Replaces all literals of a level by one literal that implies them, given the other literals of the clause: the
    // UIP of that level, as `explain` does for the last level (Fleury, Biere, "Efficient all-UIP learned clause
    // minimization", SAT 2021).
    void shrink() {
        const auto begin = learned_.begin() + 1;
        std::sort(begin, learned_.end(), [&](Literal one, Literal other) { return place_of(one) > place_of(other); });
        size_t n_kept = 1;
        for (size_t from = 1, to; from < learned_.size(); from = to) {
            for (to = from + 1; to < learned_.size() && level_of(learned_[to]) == level_of(learned_[from]);) ++to;
            const std::span<const Literal> block{&learned_[from], to - from};
            const Literal one = block.size() == 1 ? block[0] : common_cause(block);
            if (one == kNoLiteral) {
                n_kept = std::copy(block.begin(), block.end(), learned_.begin() + n_kept) - learned_.begin();
                continue;
            }
            for (const Literal literal : block) mark(variable_of(literal), Mark::follows);
            mark(variable_of(one), Mark::in_clause);
            learned_[n_kept++] = one;
        }
        learned_.resize(n_kept);
    }

    // The UIP of these literals, all of one level, the latest first. kNoLiteral if it would add literals of other
    // levels.
    Literal common_cause(std::span<const Literal> block) {
        ++stamp_;
        int32_t n_open = 0;
        const auto open = [&](Literal literal) {
            n_open += std::exchange(seen_[variable_of(literal)], stamp_) != stamp_;
        };
        std::ranges::for_each(block, open);
        for (int32_t at = place_of(block[0]);; --at) {
            const int32_t variable = variable_of(trail_[at]);
            if (seen_[variable] != stamp_) continue;
            if (n_open-- == 1) return negation(trail_[at]);
            const auto literals = causes(variable);
            if (literals.empty()) return kNoLiteral;
            for (const Literal literal : literals) {
                if (level_of(literal) == level_of(block[0])) open(literal);
                else if (!is_spare(variable_of(literal), 0)) return kNoLiteral;
            }
        }
    }

    // Removes literals implied by the others (Sörensson, Biere, "Minimizing learned clauses", SAT 2009).
    void shorten() {
        const auto is_needless = [&](Literal literal) { return follows(variable_of(literal), 0); };
        learned_.erase(std::remove_if(learned_.begin() + 1, learned_.end(), is_needless), learned_.end());
        for (const int32_t variable : marked_) marks_[variable] = Mark::none;
        marked_.clear();
    }

    // Whether the literals of the clause imply this variable's value.
    bool follows(int32_t variable, int32_t depth) {
        const auto literals = causes(variable);
        if (literals.empty() || depth == kDeepest) return false;
        return std::ranges::all_of(literals, [&](Literal literal) { return is_spare(variable_of(literal), depth); });
    }

    // The same for a variable that may be in the clause itself.
    bool is_spare(int32_t variable, int32_t depth) {
        const Mark known = marks_[variable];
        if (levels_[variable] == 0 || known == Mark::in_clause || known == Mark::follows) return true;
        if (known == Mark::needed) return false;
        const bool is_so = follows(variable, depth + 1);
        mark(variable, is_so ? Mark::follows : Mark::needed);
        return is_so;
    }

    void mark(int32_t variable, Mark mark) {
        marks_[variable] = mark;
        marked_.push_back(variable);
    }

    int32_t n_levels(std::span<const Literal> literals) {
        ++stamp_;
        int32_t n = 0;
        for (const Literal literal : literals)
            if (std::exchange(stamps_[level_of(literal)], stamp_) != stamp_) ++n;
        return n;
    }

    // ── Restarting, forgetting ──────────────────────────────────────────────────────────────────────────────────────

    void note(int32_t lbd) {
        ++n_conflicts_;
        ++n_since_restart_;
        recent_lbd_ += (lbd - recent_lbd_) * std::max(0.03, 1.0 / (double)n_conflicts_);
        usual_lbd_ += (lbd - usual_lbd_) * std::max(1e-4, 1.0 / (double)n_conflicts_);
    }

    // When the LBD of recent clauses is worse than usual.
    bool wants_restart() const { return n_since_restart_ > 10 && recent_lbd_ > 1.15 * usual_lbd_; }

    void restart() {
        n_since_restart_ = 0;
        go_back((int32_t)path_.size());
    }

    // Deletes the worse half of the learned clauses, satisfied clauses, and literals that are false at level 0.
    void forget() {
        next_forgetting_ = n_conflicts_ + 2000 + 300 * ++n_forgettings_;
        n_inferred_ = 0;
        go_back(0);
        std::vector<Clause> kept;
        std::ranges::copy_if(stored_, std::back_inserter(kept), [&](Clause clause) { return lbd(clause) > kGlue; });
        std::ranges::sort(kept, {}, [&](Clause clause) { return std::pair(lbd(clause), -clause); });
        kept.resize(kept.size() / 2);
        std::ranges::copy_if(stored_, std::back_inserter(kept), [&](Clause clause) { return lbd(clause) <= kGlue; });
        std::ranges::sort(kept);
        const std::vector<int32_t> before = std::move(arena_);
        arena_.clear();
        stored_.clear();
        for (auto& watches : watches_) watches.clear();
        std::vector<Literal> left;
        for (const Clause clause : kept) {
            const std::span<const Literal> literals{&before[clause + kHead], (size_t)before[clause]};
            if (std::ranges::any_of(literals, [&](Literal literal) { return values_[literal] > 0; })) continue;
            left.clear();
            std::ranges::copy_if(literals, std::back_inserter(left),
                                 [&](Literal literal) { return !values_[literal]; });
            store(left, before[clause + 1]);
        }
    }

    // ── Decisions ───────────────────────────────────────────────────────────────────────────────────────────────────

    // Takes the next step of the path. Returns true at its end.
    bool follow_path() {
        while (level() < (int32_t)path_.size()) {
            const auto [literal, is_open] = path_[level()];
            if (values_[literal] < 0) {  // so only its negation is possible
                path_.resize(level());
                if (!is_open) turn();
                return false;
            }
            begins_.push_back(trail_.size());
            if (values_[literal] > 0) continue;
            assign(literal, kNone);
            return false;
        }
        return true;
    }

    // The subtree at the end of the path is searched.
    void turn() {
        while (!path_.empty() && !path_.back().is_open) path_.pop_back();
        if (path_.empty()) {
            is_exhausted_ = true;
        } else {
            go_back((int32_t)path_.size() - 1);
            path_.back() = {negation(path_.back().literal), false};
        }
    }

    void turn_at_solution() {
        solution_ = clauses_.filled([&](int32_t variable) { return values_[2 * variable] > 0; });
        if (clauses_.has_selectors()) pin_grid();
        else
            for (size_t i = path_.size(); i < begins_.size(); ++i) path_.push_back({trail_[begins_[i]], true});
        turn();
    }

    // Leads the path to this grid by decisions on candidates only. So the path never comes to the grid again, even if
    // it goes with other values of the selectors.
    void pin_grid() {
        std::vector<Literal> literals;
        for (size_t i = path_.size(); i < begins_.size(); ++i) literals.push_back(trail_[begins_[i]]);
        literals.insert(literals.end(), trail_.begin(), trail_.end());
        go_back((int32_t)path_.size());
        for (const Literal literal : literals) {
            if (!clauses_.is_candidate(variable_of(literal)) || values_[literal]) continue;
            begins_.push_back(trail_.size());
            assign(literal, kNone);
            path_.push_back({literal, true});
            propagate_clauses();  // without conflict, because the grid satisfies all clauses
        }
    }

    // Returns false if all variables are assigned.
    bool decide() {
        while (!order_.is_empty()) {
            const Literal literal = 2 * order_.pop();
            if (values_[literal]) continue;
            ++nodes_;
            begins_.push_back(trail_.size());
            assign(held_[variable_of(literal)] ? literal : negation(literal), kNone);
            return true;
        }
        return false;
    }

    void go_back(int32_t level) {
        if (level >= this->level()) return;
        const size_t begin = begins_[level];
        for (size_t i = begin; i < trail_.size(); ++i) {
            const Literal literal = trail_[i];
            values_[literal] = values_[negation(literal)] = 0;
            held_[variable_of(literal)] = !is_negative(literal);
            order_.insert(variable_of(literal));
        }
        trail_.resize(begin);
        begins_.resize(level);
        head_ = begin;
        n_asked_ = std::numeric_limits<size_t>::max();
        asked_.clear();
    }

    const Network& network_;
    const Clauses clauses_;
    const int32_t n_;  // variables
    bool is_exhausted_;
    VariableOrder order_;
    int64_t nodes_ = 0;
    std::vector<Step> path_;
    std::vector<Mask> solution_;

    std::vector<int8_t> values_ = std::vector<int8_t>(2 * n_, 0);   // by literal: 1 true, -1 false, 0 open
    std::vector<uint8_t> held_ = std::vector<uint8_t>(n_, 0);       // by variable: its last value (phase saving)
    std::vector<int32_t> levels_ = std::vector<int32_t>(n_, 0);     // by variable
    std::vector<Reason> reasons_ = std::vector<Reason>(n_, kNone);  // by variable
    std::vector<int32_t> places_ = std::vector<int32_t>(n_, 0);     // by variable: its index in the trail
    std::vector<Literal> trail_;                                    // the true literals, in order of assignment
    std::vector<size_t> begins_;                                    // where each level above 0 begins in the trail
    size_t head_ = 0;                                               // how much of the trail is propagated

    std::vector<int32_t> arena_;  // one clause after another
    std::vector<Clause> stored_;
    std::vector<std::vector<Watch>> watches_ = std::vector<std::vector<Watch>>(2 * n_);  // by literal
    std::vector<Literal> literals_;                                                      // each at its number
    std::array<Literal, 2> pair_{};

    // For the lazy constraints: the masks of the cells, those at the last questions, and how long the trail was then.
    std::vector<Mask> masks_, asked_;
    size_t n_asked_ = std::numeric_limits<size_t>::max();
    std::optional<Candidates> candidates_;
    std::vector<Literal> inferred_, conflict_;
    int64_t n_inferred_ = 0;

    std::vector<Literal> learned_;
    std::vector<Mark> marks_ = std::vector<Mark>(n_, Mark::none);  // by variable
    std::vector<int32_t> marked_;
    std::vector<int64_t> seen_ = std::vector<int64_t>(n_, 0);        // by variable: the stamp of its last visit
    std::vector<int64_t> stamps_ = std::vector<int64_t>(n_ + 1, 0);  // by level
    int64_t stamp_ = 0;
    int64_t n_conflicts_ = 0, n_since_restart_ = 0, n_forgettings_ = 0, next_forgetting_ = 2000;
    double recent_lbd_ = 0, usual_lbd_ = 0;
};

}  // namespace farandole
