// Whips and braids of Denis Berthier: short proofs that a candidate, the target, is false.
//
// A variable has candidates of which exactly one is true: those of a cell, or the places of a digit in a house. If the
// target is true, the candidates that it excludes are false. If that leaves a variable one candidate, this is true, and
// excludes others, until a variable has none left. In a whip, each variable has a candidate that the last true one
// excludes; in a braid, any of the true ones. In a g-whip, what is left may be a group: a few candidates of which one
// is true, and which together exclude what each of them excludes.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "logic/index_set.hpp"
#include "stop_token.hpp"

namespace farandole {

class Whips {
  public:
    using Candidate = int32_t;
    using Variable = int32_t;

    // A variable, a candidate that is excluded, the true one that excludes it, and the candidate that is left: -1 if
    // there is none.
    struct Link {
        Variable variable;
        Candidate left, cause, right;
    };

    struct Proof {
        Candidate target;
        std::vector<Link> links;
    };

    // For each candidate, those that it excludes; for each variable, its candidates, ascending.
    Whips(std::vector<std::vector<Candidate>> excluded, std::vector<std::vector<Candidate>> variables)
        : n_((int32_t)excluded.size()), excluded_(std::move(excluded)), variables_(std::move(variables)),
          of_candidate_(excluded_.size()) {
        for (const auto& others : excluded_) {
            IndexSet& row = rows_.emplace_back(n_);
            for (const Candidate other : others) {
                check(other);
                row.add(other);
            }
        }
        for (Variable variable = 0; variable < (Variable)variables_.size(); ++variable)
            for (const Candidate candidate : variables_[variable]) {
                check(candidate);
                of_candidate_[candidate].push_back(variable);
            }
        stamps_.assign(variables_.size(), 0);
    }

    // Adds a group of two or three candidates, ascending, of one variable; returns its number, which g-whips use.
    Candidate add_group(const std::vector<Candidate>& members) {
        if (members.size() < 2 || members.size() > kMaxGroup)
            throw std::invalid_argument("expected two or three members");
        for (const Candidate member : members) check(member);
        IndexSet common = rows_[members[0]];
        std::vector<Variable> of_all = of_candidate_[members[0]];
        for (const Candidate member : members) {
            common &= rows_[member];
            std::erase_if(of_all, [&](Variable variable) {
                return std::ranges::find(variables_[variable], member) == variables_[variable].end();
            });
        }
        const auto number = (Candidate)excluded_.size();
        std::vector<Candidate> others;
        common.each([&](int32_t other) { others.push_back(other); });
        excluded_.push_back(std::move(others));
        rows_.push_back(std::move(common));
        of_candidate_.push_back(std::move(of_all));
        groups_[key_of(members)] = number;
        return number;
    }

    // The shortest whips, one for each target: all have the same length, at most `max_length` variables. The search
    // ends when it has looked at `work` variables. Groups are used if they were added.
    std::vector<Proof> find_whips(int32_t max_length, int64_t work, const StopToken& stop) {
        std::vector<Partial> level;
        for (Candidate target = 0; target < n_; ++target) level.push_back({target, target});
        partials_.clear();
        std::vector<char> is_proved(n_);
        for (int32_t length = 1; length <= max_length && !level.empty(); ++length) {
            std::vector<Proof> proofs;
            std::vector<Partial> next;
            std::unordered_set<uint64_t> met;
            const auto first = (int32_t)partials_.size();
            partials_.insert(partials_.end(), level.begin(), level.end());
            for (int32_t at = first; at < (int32_t)partials_.size(); ++at) {
                if (at % kPollInterval == 0 && stop.stop_requested()) return {};
                if (work < 0 || is_proved[partials_[at].target]) continue;
                is_proved[partials_[at].target] = extend(at, next, met, proofs, work);
            }
            if (!proofs.empty() || work < 0) return proofs;
            level = std::move(next);
        }
        return {};
    }

    // A short braid of at most `max_length` variables for each target that has one: what singles alone refute.
    std::vector<Proof> find_braids(int32_t max_length, const StopToken& stop) {
        std::vector<Proof> proofs;
        for (Candidate target = 0; target < n_; ++target) {
            if (stop.stop_requested()) return {};
            Proof proof{target, braid(target)};
            if (!proof.links.empty() && (int32_t)proof.links.size() <= max_length) proofs.push_back(std::move(proof));
        }
        return proofs;
    }

  private:
    static constexpr int32_t kPollInterval = 1 << 10;  // chains
    static constexpr size_t kMaxGroup = 3;

    // A chain from a target to its last true candidate: how the last link came, and the chain before it.
    struct Partial {
        Candidate target, last;
        Variable variable = -1;
        Candidate left = -1;
        int32_t before = -1;
        uint64_t hash = 0;  // of the true candidates, in any order
    };

    void check(Candidate candidate) const {
        if (candidate < 0 || candidate >= n_) throw std::invalid_argument("no such candidate");
    }

    static uint64_t key_of(const std::vector<Candidate>& members) {
        uint64_t key = 0;
        for (const Candidate member : members) key = key << 20 | (uint64_t)(member + 1);
        return key;
    }

    static uint64_t mixed(uint64_t number) {
        number = (number + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
        number = (number ^ number >> 27) * 0x94d049bb133111eb;
        return number ^ number >> 31;
    }

    // Extends a chain by each variable that its last candidate leaves one candidate; returns whether it ends in a
    // proof.
    bool extend(int32_t at, std::vector<Partial>& next, std::unordered_set<uint64_t>& met, std::vector<Proof>& proofs,
                int64_t& work) {
        const Partial partial = partials_[at];
        IndexSet out(n_);
        ++stamp_;
        for (int32_t here = at; here >= 0; here = partials_[here].before) {
            const Candidate truth = partials_[here].last;
            out |= rows_[truth];
            for (const Variable variable : of_candidate_[truth]) stamps_[variable] = stamp_;
        }
        for (const Candidate left : excluded_[partial.last])
            for (const Variable variable : of_candidate_[left]) {
                if (stamps_[variable] == stamp_) continue;
                stamps_[variable] = stamp_;
                --work;
                std::vector<Candidate>& rest = rest_;
                rest.clear();
                for (const Candidate other : variables_[variable])
                    if (!out.has(other)) {
                        rest.push_back(other);
                        if (rest.size() > (groups_.empty() ? 1 : kMaxGroup)) break;
                    }
                Candidate right = rest.empty() ? -1 : rest[0];
                if (rest.size() > 1) {
                    const auto group = rest.size() > kMaxGroup ? groups_.end() : groups_.find(key_of(rest));
                    if (group == groups_.end()) continue;
                    right = group->second;
                }
                const Partial longer{partial.target, right, variable,
                                     left,           at,    partial.hash + mixed((uint64_t)right + 1)};
                if (right < 0) {
                    proofs.push_back({partial.target, links_of(longer)});
                    return true;
                }
                const uint64_t key = mixed(longer.hash ^ mixed((uint64_t)partial.target << 32 | (uint64_t)right));
                if (met.insert(key).second) next.push_back(longer);
            }
        return false;
    }

    std::vector<Link> links_of(const Partial& end) const {
        std::vector<Link> links;
        for (const Partial* here = &end; here->variable >= 0; here = &partials_[here->before])
            links.push_back({here->variable, here->left, partials_[here->before].last, here->last});
        std::ranges::reverse(links);
        return links;
    }

    // Places what is left, round by round, until a variable has nothing left; keeps only what that needs.
    std::vector<Link> braid(Candidate target) {
        Closure closure(excluded_.size(), variables_.size());
        std::vector<Variable> touched;
        assume(closure, target, touched);
        while (!touched.empty()) {
            std::vector<std::pair<Variable, Candidate>> singles;
            std::vector<Link> best;
            for (const Variable variable : std::exchange(touched, {})) {
                closure.is_touched[variable] = 0;
                if (closure.is_done[variable]) continue;
                Candidate right = -1;
                int32_t n_left = 0;
                for (const Candidate other : variables_[variable])
                    if (closure.cause[other] < 0) right = other, ++n_left;
                if (n_left == 1) singles.emplace_back(variable, right);
                if (n_left == 0) keep_shorter(best, trace(closure, variable));
            }
            for (const auto& [variable, right] : singles) {
                if (closure.cause[right] >= 0) {  // a single of this round excludes it
                    keep_shorter(best, trace(closure, variable));
                    continue;
                }
                int32_t cost = 1;
                for (const Candidate other : variables_[variable])
                    if (other != right) cost += closure.cost[closure.cause[other]];
                if (closure.placed_by[right] >= 0) {
                    if (cost < closure.cost[right]) closure.cost[right] = cost, closure.placed_by[right] = variable;
                    continue;
                }
                closure.cost[right] = cost;
                closure.placed_by[right] = variable;
                assume(closure, right, touched);
            }
            if (!best.empty()) return best;
        }
        return {};
    }

    // What follows from a target by singles.
    struct Closure {
        Closure(size_t n_candidates, size_t n_variables)
            : cause(n_candidates, -1), cost(n_candidates), placed_by(n_candidates, -1), is_done(n_variables),
              is_touched(n_variables) {}

        std::vector<Candidate> cause;           // the true candidate that excludes each, the one with the fewest links
        std::vector<int32_t> cost;              // how many links a true candidate needs, at most
        std::vector<Variable> placed_by;        // the variable that leaves only this candidate
        std::vector<char> is_done, is_touched;  // variables with a true candidate, and those to look at
    };

    void assume(Closure& closure, Candidate truth, std::vector<Variable>& touched) const {
        for (const Variable variable : of_candidate_[truth]) closure.is_done[variable] = 1;
        for (const Candidate out : excluded_[truth]) {
            Candidate& cause = closure.cause[out];
            if (cause < 0 || closure.cost[truth] < closure.cost[cause]) cause = truth;
            for (const Variable variable : of_candidate_[out])
                if (!closure.is_done[variable] && !closure.is_touched[variable]) {
                    closure.is_touched[variable] = 1;
                    touched.push_back(variable);
                }
        }
    }

    static void keep_shorter(std::vector<Link>& best, std::vector<Link> links) {
        if (best.empty() || links.size() < best.size()) best = std::move(links);
    }

    // The links that a contradiction needs, each after those that it follows from.
    std::vector<Link> trace(const Closure& closure, Variable end) const {
        std::vector<Link> links;
        std::vector<char> is_listed(excluded_.size());
        const auto list = [&](auto& self, Variable variable, Candidate right) -> void {
            Link link{variable, -1, -1, right};  // some candidate that is excluded stands for all
            for (const Candidate other : variables_[variable]) {
                if (other == right) continue;
                const Candidate truth = closure.cause[other];
                if (closure.placed_by[truth] >= 0 && !is_listed[truth]) {
                    is_listed[truth] = 1;
                    self(self, closure.placed_by[truth], truth);
                }
                link.left = other;
                link.cause = truth;
            }
            links.push_back(link);
        };
        list(list, end, -1);
        return links;
    }

    int32_t n_;  // candidates; groups have higher numbers
    std::vector<std::vector<Candidate>> excluded_, variables_;
    std::vector<std::vector<Variable>> of_candidate_;
    std::vector<IndexSet> rows_;
    std::unordered_map<uint64_t, Candidate> groups_;
    std::vector<Candidate> rest_;  // of the variable that is looked at
    std::vector<Partial> partials_;
    std::vector<uint32_t> stamps_;  // of each variable: when it was last looked at
    uint32_t stamp_ = 0;
};

}  // namespace farandole
