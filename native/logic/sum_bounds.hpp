// Bounds of sums: the sums of several rules and houses together leave cells that can hardly have the total that is
// left.
//
// A sum is of cells, each with a coefficient, and has a total. A candidate is supposed. A linear program holds all
// sums, the range of each cell, and of the different digits of cells in a house, how much they have at least and at
// most; the last only where its values are in conflict with them. If it has no solution, the conflict says how often
// each sum counts, and by which parts the cells that they leave are bounded. These factors are made integers. The proof
// is then made anew, in integers: the parts have at least so much, a candidate raises that above the total.
//
// The work is bounded. No Python here; techniques/sum_bounds.py tells the proof.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/simplex.hpp"
#include "stop_token.hpp"

namespace farandole {

class SumBounds {
  public:
    using Mask = uint32_t;  // digit d is bit d - 1

    static constexpr int32_t kMaxDigits = 32;
    static constexpr int32_t kNever = 1 << 20;                                // the least of cells that can't be filled
    static constexpr double kWide = std::numeric_limits<double>::infinity();  // no bound
    static constexpr int32_t kMaxScale = 12;      // by which the factors of a conflict are made integers
    static constexpr int32_t kMaxRounds = 60;     // of parts that are added for one supposition
    static constexpr int32_t kMaxParts = 256;     // of a linear program; then it begins anew
    static constexpr int64_t kWorkOfRow = 8;      // that is added, times the number of cells
    static constexpr int64_t kWorkOfBound = 200;  // to find how much cells of a house have at least
    static constexpr int32_t kCostOfSum = 3;      // in a proof; a part costs 2, and
    static constexpr int32_t kCostOfPart = 2;
    static constexpr int32_t kCostOfFactor = 4;  // each factor above 1

    struct Sum {
        std::vector<int32_t> cells, coefficients;
        int32_t total;
    };
    struct Limits {
        int64_t work;        // numbers that are changed, about
        int32_t good_cost;   // of a proof that ends the search for a simpler one
        int32_t max_sums;    // in a proof
        int32_t max_factor;  // of a sum or part
    };
    struct Part {
        int32_t times;  // at least, if positive; at most, if negative
        std::vector<int32_t> cells;
        int32_t bound;  // what their sum is at least or at most
    };
    struct False {
        int32_t cell, digit;
        int32_t least;  // of what is left, with the candidate
    };
    struct Found {
        std::vector<std::pair<int32_t, int32_t>> times;  // of sums
        int32_t total = 0, least = 0;
        std::vector<Part> parts;
        std::vector<False> candidates;
        int32_t cost = 0;
    };

    // Masks of filled cells have one digit.
    SumBounds(int32_t n_digits, std::vector<std::vector<int32_t>> houses, std::vector<Sum> sums,
              std::vector<Mask> masks)
        : n_digits_(n_digits), n_cells_((int32_t)masks.size()), houses_(std::move(houses)), sums_(std::move(sums)),
          masks_(std::move(masks)), houses_of_(n_cells_), simplex_(n_cells_) {
        if (!(1 <= n_digits && n_digits <= kMaxDigits)) throw std::invalid_argument("expected 1 to 32 digits");
        const auto check = [&](int32_t cell) {
            if (cell < 0 || cell >= n_cells_) throw std::invalid_argument("expected cells in range");
        };
        for (int32_t house = 0; house < (int32_t)houses_.size(); ++house) {
            if (houses_[house].size() > kMaxDigits) throw std::invalid_argument("expected at most 32 cells in a house");
            for (const int32_t cell : houses_[house]) {
                check(cell);
                houses_of_[cell].push_back(house);
            }
        }
        for (const auto& sum : sums_) {
            for (const int32_t cell : sum.cells) check(cell);
            if (sum.cells.size() != sum.coefficients.size())
                throw std::invalid_argument("expected a coefficient for each cell");
        }
        for (const Mask mask : masks_)
            if (!mask || mask >> (n_digits - 1) >> 1) throw std::invalid_argument("expected digits for each cell");
    }

    // The simplest proof that was found within the work.
    std::optional<Found> find(const Limits& limits, StopToken& stop) {
        limits_ = limits;
        work_ = limits.work;
        restart();
        possible_.assign(n_cells_, 0);
        // First the largest and smallest digits of cells, then those between.
        for (const bool between : {false, true}) {
            for (int32_t cell = 0; cell < n_cells_; ++cell) {
                if (std::has_single_bit(masks_[cell])) continue;
                for (Mask rest = masks_[cell]; rest; rest &= rest - 1) {
                    const int32_t digit = std::countr_zero(rest) + 1;
                    const bool is_end = digit == lowest(masks_[cell]) || digit == highest(masks_[cell]);
                    if (is_end == between || possible_[cell] >> (digit - 1) & 1) continue;
                    const int64_t before = work_;
                    if (auto found = suppose(cell, digit)) keep(std::move(*found));
                    stop.count_steps(before - work_);
                    if (work_ < 0 || (best_ && best_->cost <= limits.good_cost)) return best_;
                }
            }
            if (best_) break;
        }
        return best_;
    }

  private:
    static int32_t lowest(Mask mask) { return std::countr_zero(mask) + 1; }
    static int32_t highest(Mask mask) { return std::bit_width(mask); }

    void keep(Found found) {
        if (!best_ || found.cost < best_->cost) best_ = std::move(found);
    }

    // Supposes a candidate; returns the proof if there is a conflict.
    std::optional<Found> suppose(int32_t cell, int32_t digit) {
        const Mask bit = Mask{1} << (digit - 1);
        if ((int32_t)parts_.size() > kMaxParts) restart();
        std::vector<int32_t> changed{cell};
        simplex_.set_bounds(cell, digit, digit);
        for (const int32_t house : houses_of_[cell])
            for (const int32_t peer : houses_[house]) {
                const Mask left = masks_[peer] & ~bit;
                if (peer == cell || !left || left == masks_[peer]) continue;
                simplex_.set_bounds(peer, lowest(left), highest(left));
                changed.push_back(peer);
            }
        std::optional<Found> found;
        for (int32_t round = 0; round < kMaxRounds; ++round) {
            const auto outcome = simplex_.solve(work_);
            if (outcome == Simplex::Outcome::kConflict && shorten()) found = prove();
            if (outcome != Simplex::Outcome::kHolds) break;
            if (!add_parts()) {
                note_possible();
                break;
            }
        }
        for (const int32_t each : changed) simplex_.set_bounds(each, lowest(masks_[each]), highest(masks_[each]));
        return found;
    }

    // Drops what a conflict doesn't need: sums of rules, of houses, then parts. It does so in a linear program of its
    // own, which has no others. False if the work ended before.
    bool shorten() {
        Simplex small(n_cells_);
        for (int32_t cell = 0; cell < n_cells_; ++cell) small.set_bounds(cell, simplex_.low(cell), simplex_.high(cell));
        std::vector<int32_t> needed, of_small;  // as numbered in `simplex_`, and here
        for (const auto& [variable, factor] : simplex_.conflict())
            if (variable >= n_cells_) needed.push_back(variable);
        std::ranges::sort(needed);
        for (const int32_t variable : needed)
            of_small.push_back(small.add_row(terms_of(variable), simplex_.low(variable), simplex_.high(variable)));
        work_ -= (int64_t)needed.size() * n_cells_ * kWorkOfRow;
        const auto is_in_conflict = [&](int32_t variable) {
            return std::ranges::any_of(small.conflict(), [&](const auto& each) { return each.first == variable; });
        };
        if (small.solve(work_) != Simplex::Outcome::kConflict) return false;
        for (size_t at = 0; at < of_small.size(); ++at) {
            const int32_t variable = of_small[at];
            const double low = small.low(variable), high = small.high(variable);
            if (low == -kWide && high == kWide) continue;
            small.set_bounds(variable, -kWide, kWide);
            const auto outcome = small.solve(work_);
            if (outcome == Simplex::Outcome::kGaveUp) return false;
            if (outcome == Simplex::Outcome::kHolds) {
                small.set_bounds(variable, low, high);
            } else {
                for (const int32_t each : of_small)
                    if (!is_in_conflict(each)) small.set_bounds(each, -kWide, kWide);
            }
        }
        if (small.solve(work_) != Simplex::Outcome::kConflict) return false;
        conflict_.clear();
        for (const auto& [variable, factor] : small.conflict())
            conflict_.push_back({variable < n_cells_ ? variable : needed[variable - n_cells_], factor});
        return true;
    }

    Simplex::Terms terms_of(int32_t variable) const {
        Simplex::Terms terms;
        const int32_t number = variable - n_cells_;
        if (number < (int32_t)sums_.size()) {
            for (size_t at = 0; at < sums_[number].cells.size(); ++at)
                terms.push_back({sums_[number].cells[at], sums_[number].coefficients[at]});
        } else {
            for (const int32_t cell : parts_[number - sums_.size()].cells) terms.push_back({cell, 1.0});
        }
        return terms;
    }

    // Begins the linear program with the sums alone.
    void restart() {
        simplex_ = Simplex(n_cells_);
        parts_.clear();
        for (int32_t cell = 0; cell < n_cells_; ++cell)
            simplex_.set_bounds(cell, lowest(masks_[cell]), highest(masks_[cell]));
        for (int32_t number = 0; number < (int32_t)sums_.size(); ++number)
            simplex_.add_row(terms_of(n_cells_ + number), sums_[number].total, sums_[number].total);
    }

    // Notes the digits that cells have in values without a conflict: they are not false by sums.
    void note_possible() {
        for (int32_t cell = 0; cell < n_cells_; ++cell) {
            const double value = simplex_.value(cell), digit = std::round(value);
            if (std::fabs(value - digit) < Simplex::kNear && digit >= 1 && digit <= n_digits_)
                possible_[cell] |= Mask{1} << ((int32_t)digit - 1);
        }
    }

    // Adds the cells of each house whose values are most in conflict with their least and their most sum.
    bool add_parts() {
        bool is_new = false;
        std::vector<int32_t> order;
        for (int32_t house = 0; house < (int32_t)houses_.size(); ++house)
            for (const int32_t sign : {1, -1}) {
                order = houses_[house];
                std::ranges::sort(order, {},
                                  [&](int32_t cell) { return std::pair(sign * simplex_.value(cell), cell); });
                double sum = 0, most = 1e-4;
                size_t best = 0;
                for (size_t n = 1; n <= order.size(); ++n) {
                    sum += sign * simplex_.value(order[n - 1]);
                    if (n == 1) continue;
                    const int32_t least = least_of(order, n, sign);
                    if (least >= kNever) break;
                    if (least - sum > most) most = least - sum, best = n;
                }
                if (!best) continue;
                std::vector<int32_t> cells(order.begin(), order.begin() + (int32_t)best);
                std::ranges::sort(cells);
                const int32_t bound = sign * least_of(cells, cells.size(), sign);
                parts_.push_back({sign, std::move(cells), bound});
                simplex_.add_row(terms_of(simplex_.n_variables()), sign > 0 ? bound : -kWide, sign > 0 ? kWide : bound);
                work_ -= (int64_t)n_cells_ * kWorkOfRow;
                is_new = true;
            }
        return is_new;
    }

    // Makes the factors of a conflict integers, and proves it in integers.
    std::optional<Found> prove() {
        for (int32_t scale = 1; scale <= kMaxScale; ++scale) {
            // By the smallest factor, so that each is at least `scale`.
            double smallest = kNever;
            for (const auto& [variable, factor] : conflict_) smallest = std::min(smallest, std::fabs(factor));
            bool are_integers = true;
            for (const auto& [variable, factor] : conflict_) {
                const double scaled = factor / smallest * scale;
                are_integers &= std::fabs(scaled - std::round(scaled)) < 1e-4 && std::fabs(scaled) < kNever;
            }
            if (!are_integers) continue;
            Found found;
            for (const auto& [variable, factor] : conflict_) {
                const auto times = (int32_t)std::lround(factor / smallest * scale);
                if (variable < n_cells_) {
                    found.parts.push_back({-times, {variable}, 0});
                } else if (variable < n_cells_ + (int32_t)sums_.size()) {
                    found.times.push_back({variable - n_cells_, times});
                } else {
                    found.parts.push_back({-times, parts_[variable - n_cells_ - sums_.size()].cells, 0});
                }
            }
            return judge(found) ? std::optional(std::move(found)) : std::nullopt;
        }
        return std::nullopt;
    }

    // Checks that the parts are what the sums leave, and finds the least of what is left and the false candidates. A
    // proof by the most that is left is turned, so that it is by the least.
    bool judge(Found& found) {
        std::vector<int32_t> left(n_cells_);
        for (const auto& [number, times] : found.times) {
            const Sum& sum = sums_[number];
            found.total += times * sum.total;
            for (size_t at = 0; at < sum.cells.size(); ++at) left[sum.cells[at]] += times * sum.coefficients[at];
        }
        if (found.times.empty() || (int32_t)found.times.size() > limits_.max_sums) return false;
        for (const auto& part : found.parts)
            for (const int32_t cell : part.cells) left[cell] -= part.times;
        if (std::ranges::any_of(left, [](int32_t times) { return times != 0; })) return false;
        for (const int32_t sign : {1, -1}) {
            Found turned = found;
            turned.total *= sign;
            for (auto& each : turned.times) each.second *= sign;
            for (auto& part : turned.parts) part.times *= sign;
            if (bound(turned)) {
                found = std::move(turned);
                return true;
            }
        }
        return false;
    }

    bool bound(Found& found) {
        std::vector<std::vector<std::pair<int32_t, Mask>>> seen(
            n_cells_);  // parts, and which of their cells see a cell
        for (int32_t number = 0; number < (int32_t)found.parts.size(); ++number) {
            Part& part = found.parts[number];
            const int32_t sign = part.times > 0 ? 1 : -1;
            const int32_t least = least_of(part.cells, part.cells.size(), sign);
            if (least >= kNever) return false;
            part.bound = sign * least;
            found.least += part.times * part.bound;
            for (size_t at = 0; at < part.cells.size(); ++at) {
                note_seen(seen[part.cells[at]], number, 0);
                for (const int32_t house : houses_of_[part.cells[at]])
                    for (const int32_t peer : houses_[house])
                        if (peer != part.cells[at]) note_seen(seen[peer], number, Mask{1} << at);
            }
        }
        if (found.least > found.total) return false;
        for (int32_t cell = 0; cell < n_cells_; ++cell) {
            if (std::has_single_bit(masks_[cell])) continue;
            for (Mask rest = masks_[cell]; rest; rest &= rest - 1) {
                const int32_t least = least_with(found, seen[cell], cell, rest & -rest);
                if (least > found.total) found.candidates.push_back({cell, lowest(rest), least});
            }
        }
        found.cost = kCostOfSum * (int32_t)found.times.size() + kCostOfPart * (int32_t)found.parts.size();
        for (const auto& [number, times] : found.times) {
            if (std::abs(times) > limits_.max_factor) return false;
            found.cost += kCostOfFactor * (std::abs(times) - 1);
        }
        for (const auto& part : found.parts) {
            if (std::abs(part.times) > limits_.max_factor) return false;
            found.cost += kCostOfFactor * (std::abs(part.times) - 1);
        }
        return !found.candidates.empty();
    }

    // What is left at least, if a candidate is true; no more than now if a part can't be filled then, because that is
    // no matter of sums.
    int32_t least_with(const Found& found, const std::vector<std::pair<int32_t, Mask>>& seen, int32_t cell, Mask bit) {
        int32_t least = found.least;
        for (const auto& [number, in_sight] : seen) {
            const Part& part = found.parts[number];
            const int32_t sign = part.times > 0 ? 1 : -1;
            held_.clear();
            for (size_t at = 0; at < part.cells.size(); ++at) {
                const int32_t other = part.cells[at];
                held_.push_back(other == cell ? bit : masks_[other] & ~(in_sight >> at & 1 ? bit : 0));
            }
            work_ -= kWorkOfBound;
            const int32_t bound = least_sum(held_, sign);
            if (bound >= kNever) return found.least;
            least += std::abs(part.times) * (bound - sign * part.bound);
        }
        return least;
    }

    static void note_seen(std::vector<std::pair<int32_t, Mask>>& seen, int32_t number, Mask bit) {
        if (seen.empty() || seen.back().first != number) seen.push_back({number, 0});
        seen.back().second |= bit;
    }

    // The least sum of different digits in the first n cells of a house, times a sign.
    int32_t least_of(const std::vector<int32_t>& cells, size_t n, int32_t sign) {
        held_.clear();
        for (size_t at = 0; at < n; ++at) held_.push_back(masks_[cells[at]]);
        std::ranges::sort(held_);
        uint64_t key = (uint64_t)sign;
        for (const Mask mask : held_) key = (key ^ mask) * 0x9E3779B97F4A7C15u, key ^= key >> 29;
        auto& known = bounds_[key];
        for (const auto& [masks, of_sign, bound] : known)
            if (masks == held_ && of_sign == sign) return bound;
        work_ -= kWorkOfBound;
        known.emplace_back(held_, sign, least_sum(held_, sign));
        return std::get<2>(known.back());
    }

    // The least sum of different digits, times a sign; kNever if they can't differ. The sets of digits that can be
    // matched to cells are a matroid, so the smallest digits that can still be added are the best.
    // Source: J. Edmonds, "Matroids and the Greedy Algorithm", Mathematical Programming 1, 1971, pages 127 to 136.
    int32_t least_sum(const std::vector<Mask>& masks, int32_t sign) const {
        std::array<Mask, kMaxDigits> places{};  // of each digit, in these cells
        for (size_t at = 0; at < masks.size(); ++at)
            for (Mask rest = masks[at]; rest; rest &= rest - 1) places[std::countr_zero(rest)] |= Mask{1} << at;
        std::array<int8_t, kMaxDigits> digit_of;
        digit_of.fill(-1);
        int32_t sum = 0;
        size_t n = 0;
        for (int32_t turn = 0; turn < n_digits_ && n < masks.size(); ++turn) {
            const int32_t digit = sign > 0 ? turn : n_digits_ - 1 - turn;
            Mask met = 0;
            if (augment(places, digit_of, digit, met)) sum += sign * (digit + 1), ++n;
        }
        return n == masks.size() ? sum : kNever;
    }

    static bool augment(const std::array<Mask, kMaxDigits>& places, std::array<int8_t, kMaxDigits>& digit_of,
                        int32_t digit, Mask& met) {
        for (Mask rest = places[digit] & ~met; rest; rest = places[digit] & ~met) {
            const int32_t at = std::countr_zero(rest);
            met |= Mask{1} << at;
            if (digit_of[at] < 0 || augment(places, digit_of, digit_of[at], met)) {
                digit_of[at] = (int8_t)digit;
                return true;
            }
        }
        return false;
    }

    int32_t n_digits_, n_cells_;
    std::vector<std::vector<int32_t>> houses_;
    std::vector<Sum> sums_;
    std::vector<Mask> masks_;
    std::vector<std::vector<int32_t>> houses_of_;
    Simplex simplex_;          // variables: cells, then sums, then parts
    std::vector<Part> parts_;  // times is their sign
    Simplex::Terms conflict_;  // what is left of one
    std::vector<Mask> possible_, held_;
    std::unordered_map<uint64_t, std::vector<std::tuple<std::vector<Mask>, int32_t, int32_t>>> bounds_;  // known
    std::optional<Found> best_;
    Limits limits_{};
    int64_t work_ = 0;
};

}  // namespace farandole
