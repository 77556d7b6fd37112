// Set equivalences of a grid: houses that are added and taken away so that few cells are left on both sides.
//
// A sum says how often each house is added; the number is negative if it is taken away. Its counts say how often each
// cell is then in the houses. From each start, a descent takes away or adds the house that leaves the fewest cells,
// until no house helps. It moves houses and also derived houses: cells that hold each digit once by an equivalence,
// such as the rest of three rows without two windows.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "stop_token.hpp"

namespace farandole {

class EquivalenceSearch {
  public:
    using Numbers = std::vector<int8_t>;
    using Start = std::vector<std::pair<int32_t, int32_t>>;  // houses with the numbers of a sum

    struct House {
        std::vector<int32_t> cells;
        int32_t direction;  // of a line: 0 for rows, 1 for columns; -1 for other houses
    };

    struct Found {
        Numbers sum, counts;
    };

    EquivalenceSearch(int32_t n_cells, std::vector<House> houses) : n_cells_(n_cells), houses_(std::move(houses)) {
        if (n_cells < 1 || houses_.size() > kMaxHouses) throw std::invalid_argument("expected a grid");
        for (size_t h = 0; h < houses_.size(); ++h) {
            for (const int32_t cell : houses_[h].cells)
                if (cell < 0 || cell >= n_cells) throw std::invalid_argument("expected cells of the grid");
            Numbers sum(houses_.size(), 0);
            sum[h] = 1;
            moves_.push_back({std::move(sum), houses_[h].cells});
        }
    }

    // The equivalences that leave the fewest cells, these first. `more` are starts that only help with derived houses.
    std::vector<Found> find(const std::vector<Start>& starts, const std::vector<Start>& more, StopToken stop) {
        std::vector<Numbers> sums = descend(starts, stop);
        if (add_derived_houses(sums)) {
            std::vector<Numbers> others = descend(more, stop);
            sums.insert(sums.end(), others.begin(), others.end());
            keep_each_once(sums);
        }
        std::vector<Numbers> relations;
        std::vector<Candidate> candidates;
        for (Numbers& sum : sums) {
            Numbers counts = counts_of(sum);
            const int32_t n_left = (int32_t)(counts.size() - (size_t)std::count(counts.begin(), counts.end(), 0));
            const bool is_small = n_left <= kMaxCells && largest_of(counts) <= kMaxCount;
            if (!n_left) relations.push_back(std::move(sum));
            else if (is_small && std::abs(total_of(sum)) <= kMaxSurplus)
                candidates.push_back({n_left, 0, std::move(sum), std::move(counts)});
        }
        use_fewer_houses(candidates, relations, stop);
        return choose(candidates, stop);
    }

  private:
    static constexpr size_t kMaxHouses = 10'000;
    static constexpr int32_t kMaxCells = 32;  // left on both sides together, as in Phistomefel's ring
    static constexpr int32_t kMaxFound = 600;
    static constexpr int32_t kFewCells = 12;  // of larger equivalences, only some of each shape are kept:
    static constexpr int32_t kMaxSummands = 8;
    static constexpr int32_t kMaxBalanced = 36;   // with as many houses added as taken away
    static constexpr int32_t kMaxUnbalanced = 6;  // with more houses added
    static constexpr int32_t kMaxSurplus = 2;
    static constexpr int32_t kMaxCount = 2;         // how often a cell may count
    static constexpr size_t kMaxWork = 12'000'000;  // starts times moves times cells of a round of a descent
    static constexpr int32_t kMaxRounds = 24;
    static constexpr int32_t kCell = 10, kBalance = 1;  // the weight of a cell that is left, and of the balance

    struct Move {
        Numbers sum;
        std::vector<int32_t> cells;
    };

    struct Candidate {
        int32_t n_left, n_summands;
        Numbers sum, counts;
    };

    static int32_t total_of(const Numbers& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0); }

    static int32_t size_of(const Numbers& numbers) {
        return std::accumulate(numbers.begin(), numbers.end(), 0,
                               [](int32_t n, int8_t each) { return n + std::abs(each); });
    }

    static int32_t largest_of(const Numbers& numbers) {
        int32_t largest = 0;
        for (const int8_t each : numbers) largest = std::max(largest, std::abs(each));
        return largest;
    }

    static void add(Numbers& numbers, const Numbers& others, int32_t times) {
        for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = (int8_t)(numbers[i] + times * others[i]);
    }

    static Numbers negative_of(Numbers numbers) {
        for (int8_t& each : numbers) each = (int8_t)-each;
        return numbers;
    }

    static void keep_each_once(std::vector<Numbers>& sums) {
        std::sort(sums.begin(), sums.end());
        sums.erase(std::unique(sums.begin(), sums.end()), sums.end());
    }

    Numbers counts_of(const Numbers& sum) const {
        Numbers counts((size_t)n_cells_, 0);
        for (size_t h = 0; h < sum.size(); ++h)
            if (sum[h])
                for (const int32_t cell : houses_[h].cells)
                    counts[(size_t)cell] = (int8_t)(counts[(size_t)cell] + sum[h]);
        return counts;
    }

    // The sums at the start, at the end and between, each once.
    std::vector<Numbers> descend(const std::vector<Start>& starts, StopToken stop) const {
        const size_t n = std::min(starts.size(), std::max<size_t>(1, kMaxWork / (moves_.size() * (size_t)n_cells_)));
        std::vector<Numbers> sums;
        for (size_t s = 0; s < n; ++s) {
            if (stop.stop_requested()) throw WorkStopped();
            descend(starts[s], sums);
        }
        keep_each_once(sums);
        return sums;
    }

    void descend(const Start& start, std::vector<Numbers>& sums) const {
        Numbers sum(houses_.size(), 0);
        for (const auto& [house, number] : start) sum.at((size_t)house) = (int8_t)number;
        const std::vector<bool> is_fixed = fixed_by(start);
        Numbers counts = counts_of(sum);
        sums.push_back(sum);
        for (int32_t round = 0; round < kMaxRounds; ++round) {
            const auto [move, times] = best_move(counts, total_of(sum), is_fixed);
            if (!move) return;
            add(sum, move->sum, times);
            for (const int32_t cell : move->cells) counts[(size_t)cell] = (int8_t)(counts[(size_t)cell] + times);
            sums.push_back(sum);
        }
    }

    // A house of a start stays, and so do the lines parallel to it, unless the start is a pair with another house.
    std::vector<bool> fixed_by(const Start& start) const {
        const bool is_pair = start.size() == 2 && std::any_of(start.begin(), start.end(), [&](const auto& each) {
                                 return houses_[(size_t)each.first].direction < 0;
                             });
        std::vector<bool> is_fixed(moves_.size(), false);
        for (const auto& each : start) {
            const int32_t direction = houses_[(size_t)each.first].direction;
            is_fixed[(size_t)each.first] = true;
            if (is_pair || direction < 0) continue;
            for (size_t h = 0; h < houses_.size(); ++h)
                if (houses_[h].direction == direction) is_fixed[h] = true;
        }
        return is_fixed;
    }

    // The move that leaves the fewest cells, and -1 to take its houses away or 1 to add them; null if no move helps. A
    // move that leaves as many cells helps if it brings the houses added and taken away into balance.
    std::pair<const Move*, int32_t> best_move(const Numbers& counts, int32_t total,
                                              const std::vector<bool>& is_fixed) const {
        const Move* best = nullptr;
        int32_t best_times = 0, least = 0;
        for (const int32_t times : {-1, 1}) {
            // Taken away, a house fills the cells that don't count, and empties those that are added.
            const int32_t balance = kBalance * (total == 0 ? 1 : (total > 0) == (times > 0) ? 1 : -1);
            for (size_t m = 0; m < moves_.size(); ++m) {
                if (is_fixed[m]) continue;
                int32_t change = 0;
                for (const int32_t cell : moves_[m].cells)
                    change += (counts[(size_t)cell] == 0) - (counts[(size_t)cell] == -times);
                if (change * kCell + balance >= least) continue;
                least = change * kCell + balance;
                best = &moves_[m], best_times = times;
            }
        }
        return {best, best_times};
    }

    // Lets descents move derived houses, too, those of the fewest houses first; returns whether there are any.
    bool add_derived_houses(const std::vector<Numbers>& sums) {
        std::set<Numbers> known;
        for (const Move& move : moves_) known.insert(counts_of(move.sum));
        std::vector<std::pair<Numbers, Numbers>> derived;  // sum and counts
        for (const Numbers& sum : sums) {
            const int32_t total = total_of(sum);
            if (std::abs(total) != 1 || size_of(sum) == 1) continue;
            const Numbers positive = total > 0 ? sum : negative_of(sum);
            Numbers counts = counts_of(positive);
            const bool is_house = largest_of(counts) == 1 && *std::min_element(counts.begin(), counts.end()) >= 0;
            if (is_house) derived.emplace_back(positive, std::move(counts));
        }
        std::stable_sort(derived.begin(), derived.end(),
                         [](const auto& one, const auto& other) { return size_of(one.first) < size_of(other.first); });
        for (auto& [sum, counts] : derived) {
            if (moves_.size() == 2 * houses_.size()) break;
            if (!known.insert(counts).second) continue;
            std::vector<int32_t> cells;
            for (int32_t cell = 0; cell < n_cells_; ++cell)
                if (counts[(size_t)cell]) cells.push_back(cell);
            moves_.push_back({std::move(sum), std::move(cells)});
        }
        return moves_.size() > houses_.size();
    }

    // Replaces sums by others that leave the same cells, if these have fewer houses. A relation leaves nothing, such as
    // three rows less three boxes.
    void use_fewer_houses(std::vector<Candidate>& candidates, std::vector<Numbers>& relations, StopToken stop) const {
        std::stable_sort(relations.begin(), relations.end(),
                         [](const Numbers& one, const Numbers& other) { return size_of(one) < size_of(other); });
        relations.resize(std::min(relations.size(), 2 * houses_.size()));
        for (size_t r = 0, n = relations.size(); r < n; ++r) relations.push_back(negative_of(relations[r]));
        for (Candidate& candidate : candidates) {
            if (stop.stop_requested()) throw WorkStopped();
            candidate.n_summands = size_of(candidate.sum);
            for (int32_t pass = 0; pass < 2; ++pass)
                for (const Numbers& relation : relations) {
                    Numbers less = candidate.sum;
                    add(less, relation, 1);
                    const int32_t n_summands = size_of(less);
                    if (n_summands >= candidate.n_summands) continue;
                    candidate.sum = std::move(less);
                    candidate.n_summands = n_summands;
                }
        }
    }

    // Drops the equivalences that are sums of smaller ones, because the smaller ones say more.
    std::vector<Found> choose(std::vector<Candidate>& candidates, StopToken stop) const {
        std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& one, const Candidate& other) {
            return std::pair(one.n_left, one.n_summands) < std::pair(other.n_left, other.n_summands);
        });
        std::vector<Numbers> known;
        const auto learn = [&](const Numbers& counts) {
            known.push_back(counts);
            known.push_back(negative_of(counts));
        };
        for (size_t h = 0; h < houses_.size(); ++h) learn(counts_of(moves_[h].sum));  // houses alone say nothing new
        std::map<std::tuple<int32_t, int32_t, int32_t>, int32_t> n_kept;
        std::vector<Found> found;
        for (Candidate& candidate : candidates) {
            if (stop.stop_requested()) throw WorkStopped();
            if ((int32_t)found.size() == kMaxFound) break;
            const int32_t surplus = std::abs(total_of(candidate.sum));
            int32_t& n_alike = n_kept[{candidate.n_left, surplus, candidate.n_summands}];
            const bool is_large = candidate.n_left > kFewCells;
            if (is_large &&
                (n_alike == (surplus ? kMaxUnbalanced : kMaxBalanced) || candidate.n_summands > kMaxSummands))
                continue;
            const auto is_part = [&](const Numbers& counts) { return is_part_of(counts, candidate.counts); };
            if (std::any_of(known.begin(), known.end(), is_part)) continue;
            learn(candidate.counts);
            found.push_back({std::move(candidate.sum), std::move(candidate.counts)});
            ++n_alike;
        }
        return found;
    }

    // Whether each cell counts as often in the whole, or more often in the same direction.
    static bool is_part_of(const Numbers& part, const Numbers& whole) {
        for (size_t cell = 0; cell < part.size(); ++cell)
            if (part[cell] > 0 ? whole[cell] < part[cell] : whole[cell] > part[cell] && part[cell] < 0) return false;
        return true;
    }

    const int32_t n_cells_;
    const std::vector<House> houses_;
    std::vector<Move> moves_;  // the houses, then the derived houses
};

}  // namespace farandole
