// A search that learns from each contradiction a clause, which spares it all others with the same cause. No Python
// here.
//
// It decides that a candidate holds or doesn't, and propagates what follows; a variable knows its *reason*, the clause
// that gave it its value. At a contradiction reasons are resolved, back to the one literal through which it came from
// the last decision: what is left over is the clause to learn, and it tells how far to go back. (Marques-Silva,
// Sakallah, "GRASP", IEEE Trans. Computers 48, 1999; two watched literals and scores: Moskewicz et al., "Chaff", DAC
// 2001; what to keep, by the number of levels in a clause (LBD), and when to restart: Audemard, Simon, "Predicting
// learnt clauses quality", IJCAI 2009.)
//
// Solutions are not excluded by clauses, of which there would be no end. The decisions that led to one become a *path*,
// which later decisions begin with; its last step is turned round, and once nothing is left behind that, the step
// before:
//
//     path_    r1c1=5 | r2c3=1, done | not r4c4=2, done | r5c5=8
//                                                         \ first not r5c5=8 here, then not r1c1=5
#pragma once
#include <limits>

#include "csp/cdcl/clauses.hpp"
#include "csp/cdcl/variable_order.hpp"
#include "stop_token.hpp"

namespace farandole {

class CdclSearch {
  public:
    // Of a puzzle that clauses can say.
    CdclSearch(const Network& network, std::span<const Mask> masks) : CdclSearch(Clauses(network, masks)) {}

    // Moves on to the next solution. False: there is none (`exhausted`), or the budget of nodes in all is spent, or
    // it was stopped; then a later call goes on.
    bool next(int64_t budget, StopToken stop = {}) {
        int64_t steps = 0;
        while (!is_exhausted_) {
            if (steps++ % kPollIntervalCdclSteps == 0 && stop.stop_requested()) return false;
            if (const auto conflict = propagate(); !conflict.empty()) {
                learn(conflict);
            } else if (n_conflicts_ >= next_forgetting_) {
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

    // Decisions made so far.
    int64_t nodes() const { return nodes_; }

    // Whether there are no more solutions than `next` moved to.
    bool exhausted() const { return is_exhausted_; }

  private:
    static constexpr int32_t kGlue = 2;  // a clause of so few levels is never forgotten
    static constexpr int32_t kHead = 3;  // numbers of a clause before its literals
    static constexpr int32_t kDeepest = 500;

    // Where in arena_: its size, its LBD (0: given), the place of its last new watch, its literals.
    using Clause = int32_t;
    using Reason = int32_t;  // a clause, whose first literal it made true; or, negative, a literal that implies another
    static constexpr Reason kNone = std::numeric_limits<int32_t>::min();
    static constexpr Literal kNoLiteral = -1;
    static Reason because(Literal literal) { return -1 - literal; }

    struct Watch {
        Clause clause;
        Literal other;  // of the clause: while it is true there is nothing to do
    };
    struct Step {
        Literal literal;
        bool is_open;  // its negation is still to be searched
    };
    enum class Mark : uint8_t { none, in_clause, follows, needed };

    explicit CdclSearch(Clauses clauses)
        : clauses_(std::move(clauses)), n_(clauses_.n_variables()), is_exhausted_(clauses_.is_refuted()), order_(n_) {
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

    // The literals of a clause that are all false; empty if there is none.
    std::span<const Literal> propagate() {
        while (head_ < trail_.size()) {
            const Literal literal = trail_[head_++];
            // The next one's watches are far from this one's: asked for now, they are there in time.
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

    // Finds another literal to watch for each clause that watches this one, now false; where there is none, the clause
    // makes its other watched literal true. The clause in which that is false, too, or -1.
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

    // Where a clause has a literal to watch that is not false, or 0. The look goes on where the last one ended, for
    // what is before it is mostly false (Gent, "Optimal implementation of watched literals", JAIR 48, 2013).
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

    // ── CdclSearch
    // ────────────────────────────────────────────────────────────────────────────────────────────────────

    // The false literals that gave this variable its value.
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

    // Puts causes in the place of what they caused, until one literal of this level is left; it comes first.
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

    // A clause that was of use may have become better.
    void esteem(Clause clause) {
        if (lbd(clause) > kGlue) lbd(clause) = std::min(lbd(clause), n_levels(literals(clause)));
    }

    // Puts one literal in the place of all of a level, if they follow from it and from others in the clause. So two
    // levels' causes meet once, as the last level's do in `explain` (Fleury, Biere, "Efficient all-UIP learned clause
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

    // The literal from which all of these follow, which are of one level and the latest first; kNoLiteral if that takes
    // literals of other levels that are not in the clause.
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

    // Leaves out the literals that follow from the others (Sörensson, Biere, "Minimizing learned clauses", SAT 2009).
    void shorten() {
        const auto is_needless = [&](Literal literal) { return follows(variable_of(literal), 0); };
        learned_.erase(std::remove_if(learned_.begin() + 1, learned_.end(), is_needless), learned_.end());
        for (const int32_t variable : marked_) marks_[variable] = Mark::none;
        marked_.clear();
    }

    // Whether a variable's value follows from those of others in the clause.
    bool follows(int32_t variable, int32_t depth) {
        const auto literals = causes(variable);
        if (literals.empty() || depth == kDeepest) return false;
        return std::ranges::all_of(literals, [&](Literal literal) { return is_spare(variable_of(literal), depth); });
    }

    // The same of one that may be in the clause itself.
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

    // When what we learn gets worse.
    bool wants_restart() const { return n_since_restart_ > 10 && recent_lbd_ > 1.15 * usual_lbd_; }

    void restart() {
        n_since_restart_ = 0;
        go_back((int32_t)path_.size());
    }

    // Drops the worse half of what was learned, each clause that is always true now, and literals that never are.
    void forget() {
        next_forgetting_ = n_conflicts_ + 2000 + 300 * ++n_forgettings_;
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

    // Takes the next step of the path that is not taken. True: we are at its end.
    bool follow_path() {
        while (level() < (int32_t)path_.size()) {
            const auto [literal, is_open] = path_[level()];
            if (values_[literal] < 0) {  // so its negation is all there is
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

    // Nothing is left at the end of the path.
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
        for (size_t i = path_.size(); i < begins_.size(); ++i) path_.push_back({trail_[begins_[i]], true});
        turn();
    }

    // False: each variable has a value.
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
    }

    const Clauses clauses_;
    const int32_t n_;  // variables
    bool is_exhausted_;
    VariableOrder order_;
    int64_t nodes_ = 0;
    std::vector<Step> path_;
    std::vector<Mask> solution_;

    std::vector<int8_t> values_ = std::vector<int8_t>(2 * n_, 0);  // by literal: 1 true, -1 false, 0 open
    std::vector<uint8_t> held_ = std::vector<uint8_t>(n_, 0);  // by variable: whether it held when it last had a value
    std::vector<int32_t> levels_ = std::vector<int32_t>(n_, 0);     // by variable
    std::vector<Reason> reasons_ = std::vector<Reason>(n_, kNone);  // by variable
    std::vector<int32_t> places_ = std::vector<int32_t>(n_, 0);     // by variable: where it is in the trail
    std::vector<Literal> trail_;  // the true ones, in the order in which they became it
    std::vector<size_t> begins_;  // of each level but 0 in the trail
    size_t head_ = 0;             // what of the trail is propagated

    std::vector<int32_t> arena_;  // clauses, one after another
    std::vector<Clause> stored_;
    std::vector<std::vector<Watch>> watches_ = std::vector<std::vector<Watch>>(2 * n_);  // by literal
    std::vector<Literal> literals_;                                                      // each at its number
    std::array<Literal, 2> pair_{};

    std::vector<Literal> learned_;
    std::vector<Mark> marks_ = std::vector<Mark>(n_, Mark::none);  // by variable
    std::vector<int32_t> marked_;
    std::vector<int64_t> seen_ = std::vector<int64_t>(n_, 0);        // by variable: the stamp of whoever was here last
    std::vector<int64_t> stamps_ = std::vector<int64_t>(n_ + 1, 0);  // by level
    int64_t stamp_ = 0;
    int64_t n_conflicts_ = 0, n_since_restart_ = 0, n_forgettings_ = 0, next_forgetting_ = 2000;
    double recent_lbd_ = 0, usual_lbd_ = 0;
};

}  // namespace farandole
