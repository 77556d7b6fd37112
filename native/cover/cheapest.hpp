// The cheapest covers: branch and bound on top of Algorithm M. No Python here.
//
// Each primary item has a *tax*. An option has a *net* cost: its cost minus the taxes of its items. Whatever the taxes,
// the cost of a cover is the sum of its taxes and net costs, so no cover costs less than
//
//     spent + sum over open items of least * tax (most * tax, if negative) + sum of negative net costs
//
// where spent is the cost of the options taken. This is the Lagrangian bound; with the best taxes it equals the bound
// of linear programming. To raise it, visit one item after another and set its tax between the net costs of the options
// that it would choose and the others (`sweep`): some dozens of times before the search, and once at each node, upwards
// only (`raise`). An option whose net cost lifts the bound to the cost of the worst of the k best covers known is
// hidden, as if it conflicted with an option taken.
//
// References: D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm C$ (taxes, net costs, k
// best); A. M. Geoffrion, "Lagrangean relaxation for integer programming", Mathematical Programming Study 2,
// 1974, 82-114.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "cover/multi.hpp"

namespace farandole {

class CheapestSearch : private MultiSearch {
  public:
    // Bounds as for `MultiSearch`. costs: a finite number for each option; empty: no option costs anything.
    CheapestSearch(const CoverProblem& problem, Integers low, Integers high, std::span<const double> costs, int64_t k,
                   StopToken stop = {})
        : MultiSearch(problem, low, high, false, stop), k_(k), cost_(problem.n_options) {
        if (!costs.empty()) scale(costs);
        net_ = cost_;
        tax_.assign(n_items_, 0);
        limit_ = total_ + 2 * unit_;  // more than any cover costs
    }

    // Searches for the k cheapest covers. Returns false if it pauses; a later call continues.
    bool run(Control& control) {
        if (k_ <= 0) return true;
        if (!started_) {
            started_ = true;
            if (open_ == 0) {
                keep();
            } else if (n_short_ == 0 && price(control) && tighten()) {
                open_level();
            }
        }
        while (!levels_.empty()) {
            if (pauses(control)) return false;
            Level& level = levels_.back();
            const Bound bound = bounds_.back();
            if (level.option >= 0) spent_ -= cost_[level.option];
            lower(bound.n_raises);
            give_back(level);
            if (level.next < level.end && is_too_much(bound.cost + net_[candidates_[level.next]])) {
                level.next = level.end;  // the options after it cost no less
            }
            if (is_done(level)) {
                leave();
                bounds_.pop_back();
                continue;
            }
            const bool fits = level.next < level.end ? try_next(level) : pass(level);
            if (level.option >= 0) spent_ += cost_[level.option];
            if (!fits) continue;
            if (open_ == 0) {
                keep();
            } else if (tighten()) {
                open_level();
            }
        }
        return true;
    }

    // The covers found, cheapest first, ties in the order found. In one list, because many lists would be slow to
    // convert: for each cover its length, then its options.
    std::vector<int32_t> covers() const {
        std::vector<int32_t> found;
        for (const auto& [cost, options] : best_) {
            found.push_back((int32_t)options.size());
            found.insert(found.end(), options.begin(), options.end());
        }
        return found;
    }

    using MultiSearch::nodes;

  private:
    using Cost = int64_t;

    static constexpr int kSweeps = 300;
    static constexpr int64_t kSweepWork = 20'000'000;  // entries read by sweeps

    struct Bound {
        Cost cost;  // at the start of the level
        size_t n_raises;
    };
    struct Raise {
        int32_t item, n_hidden;
        Cost amount;
    };

    // Converts costs to integers, so that bounds are compared exactly: decimals exactly if they fit, and shifted for
    // the fractions of taxes; otherwise rounded to about 16 digits of the sum of all costs.
    void scale(std::span<const double> costs) {
        // Every sum below then fits into 64 bits.
        int64_t n_terms = members_.size() + n_all_;
        for (const int32_t most : most_) n_terms += most;
        const double room = std::ldexp(1.0, 60) / (double)n_terms;
        double sum = 0;
        for (const double cost : costs) sum += std::abs(cost);
        if (costs.size() != cost_.size() || !std::isfinite(sum)) {
            throw std::invalid_argument("expected a finite cost for each option");
        }
        double factor = 1;
        while (factor <= 1e9 && !std::ranges::all_of(costs, [&](double cost) {
                   return std::nearbyint(cost * factor) / factor == cost;
               })) {
            factor *= 10;
        }
        const double left = room / (sum * factor);
        if (factor <= 1e9 && left >= 1) {
            const int shift = std::min(20, std::ilogb(left));
            factor = std::ldexp(factor, shift);
            unit_ = (Cost)1 << shift;
        } else {
            factor = std::ldexp(1.0, std::min(std::ilogb(room / sum), 1000));
        }
        for (size_t option = 0; option < costs.size(); ++option) {
            // Rounds before shifting, so that a cost is a multiple of the unit.
            cost_[option] = std::llround(costs[option] * (factor / (double)unit_)) * unit_;
            total_ += std::abs(cost_[option]);
        }
    }

    bool is_too_much(Cost bound) const { return bound > limit_ - unit_; }

    // Keeps the cover if it is among the k best.
    void keep() {
        if (spent_ >= limit_) return;
        best_.emplace(spent_, cover());
        if ((int64_t)best_.size() > k_) best_.erase(std::prev(best_.end()));
        if ((int64_t)best_.size() == k_) limit_ = best_.rbegin()->first;
    }

    void open_level() {
        enter();
        const Level& level = levels_.back();
        std::stable_sort(candidates_.begin() + level.next, candidates_.begin() + level.end,
                         [&](int32_t a, int32_t b) { return net_[a] < net_[b]; });
        bounds_.push_back({bound_, raises_.size()});
    }

    // ── Taxes ──

    // Sets the taxes before the search. Returns false if they prove that there is no cover. It may stop at any time:
    // the taxes are then valid, but the bound is weaker.
    bool price(Control& control) {
        const int64_t n_entries = members_.size() + 1;
        const int n_sweeps = (int)std::clamp<int64_t>(kSweepWork / n_entries, 2, kSweeps);
        Cost before = std::numeric_limits<Cost>::min() / 2;
        for (int n = 0; n < n_sweeps; ++n) {
            for (int32_t item = 0; item < n_items_ && !pauses(control); ++item) {
                if (is_open(item)) sweep(item);
            }
            if (control.is_stopped(nodes_)) break;
            if (n % 10 != 9) continue;
            const Cost now = lagrange();
            if (now > total_) return false;
            if (now - before <= (now >> 14)) break;
            before = now;
        }
        // Makes net costs nonnegative, as far as possible.
        for (int32_t item = 0; item < n_items_; ++item) {
            if (is_open(item) && most_[item] == least(item)) set_tax(item, tax_[item] + smallest_net(item));
        }
        for (int32_t option = 0; option < (int32_t)net_.size(); ++option) {
            if (net_[option] < 0) negative_.push_back(option);
        }
        return true;
    }

    // The bound, for net costs of any sign.
    Cost lagrange() const {
        Cost bound = taxes();
        for (size_t option = 0; option < net_.size(); ++option) {
            if (!hidden_[option] && net_[option] < 0) bound += net_[option];
        }
        return bound;
    }

    Cost taxes() const {
        Cost sum = spent_;
        for (int32_t item = 0; item < n_items_; ++item) {
            if (is_open(item)) sum += tax_[item] * (tax_[item] >= 0 ? least(item) : most_[item]);
        }
        return sum;
    }

    // Sets the tax of an item that maximizes the bound; the middle one if there are several.
    void sweep(int32_t item) {
        values_.clear();
        work_ += packs_[n_packs_ - 1].of(item).size();
        for (const auto& [option, color] : packs_[n_packs_ - 1].of(item)) {
            if (!hidden_[option]) values_.push_back(net_[option] + tax_[item]);
        }
        if (values_.empty()) return;
        const Cost high = least(item) == 0 ? 0 : middle(least(item));
        Cost tax = high;
        if (least(item) < most_[item] && high <= 0) {
            tax = most_[item] < (int64_t)values_.size() ? std::min<Cost>(middle(most_[item]), 0) : 0;
        }
        set_tax(item, std::clamp(tax, -total_, total_));
    }

    // Between the n-th smallest value and the next.
    Cost middle(int32_t n) {
        const auto nth = values_.begin() + n - 1;
        std::nth_element(values_.begin(), nth, values_.end());
        if (nth + 1 == values_.end()) return *nth;
        const Cost next = *std::min_element(nth + 1, values_.end());
        return *nth + (next - *nth) / 2;
    }

    Cost smallest_net(int32_t item) const {
        constexpr Cost kNone = std::numeric_limits<Cost>::max();
        Cost net = kNone;
        for (const auto& [option, color] : packs_[n_packs_ - 1].of(item)) {
            if (!hidden_[option]) net = std::min(net, net_[option]);
        }
        return net == kNone ? 0 : net;
    }

    void set_tax(int32_t item, Cost tax) {
        const Cost more = tax - tax_[item];
        tax_[item] = tax;
        if (more == 0) return;
        for (const auto& [option, color] : packs_[n_packs_ - 1].of(item)) {
            if (!hidden_[option]) net_[option] -= more;
        }
    }

    // ── Bounds ──

    // Raises the bound, then hides options that are too expensive. Returns false if no cover below is cheap enough.
    bool tighten() {
        bound_ = taxes();
        for (const int32_t option : negative_) bound_ += hidden_[option] ? 0 : net_[option];
        if (is_too_much(bound_)) return false;
        for (int32_t item = 0; item < n_items_; ++item) {
            if (!is_open(item) || least(item) == 0) continue;
            const Cost more = smallest_net(item);
            work_ += 4;
            if (more <= 0) continue;
            bound_ += more * least(item);
            if (is_too_much(bound_)) return false;
            set_tax(item, tax_[item] + more);
            raises_.push_back({item, n_hidden_, more});
        }
        return (int64_t)best_.size() < k_ || hide_expensive();
    }

    bool hide_expensive() {
        for (int32_t item = 0; item < n_items_; ++item) {
            if (!is_open(item)) continue;
            for (const auto& [option, color] : packs_[n_packs_ - 1].of(item)) {
                if (!hidden_[option] && is_too_much(bound_ + net_[option])) hide(option);
            }
            if (n_short_ > 0) return false;
        }
        return true;
    }

    // Undoes the raises from the n-th on, and shows the options hidden since.
    void lower(size_t n) {
        for (; raises_.size() > n; raises_.pop_back()) {
            const auto [item, n_hidden, amount] = raises_.back();
            unhide(n_hidden);
            set_tax(item, tax_[item] - amount);
        }
    }

    int64_t k_;
    Cost unit_ = 1, total_ = 0;  // all costs are multiples of the unit
    Cost spent_ = 0, bound_ = 0, limit_ = 0;
    std::vector<Cost> cost_, net_, tax_, values_;
    std::vector<int32_t> negative_;
    std::vector<Raise> raises_;
    std::vector<Bound> bounds_;
    std::multimap<Cost, std::vector<int32_t>> best_;  // ties in the order found
};

}  // namespace farandole
