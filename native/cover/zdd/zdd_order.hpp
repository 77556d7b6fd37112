// An order of items with a narrow frontier, for a search that covers them one after another. No Python here.
//
// A sub-problem of such a search is determined by which items of the *frontier* are already covered. The frontier
// consists of the items that are not passed yet and share an option with a passed one. A frontier of w items has up to
// 2^w states, so the cost of an order is bounded by the sum of 2^w over all positions. The given order is compared with
// a greedy one: next comes the frontier item that brings the fewest new items into the frontier, the oldest at a tie.
// (On a board that is a sweep along diagonals. For the general problem, minimum vertex separation, see J. Díaz, J.
// Petit, M. Serna, "A survey of graph layout problems", ACM Computing Surveys 34, 2002.)
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "stop_token.hpp"

namespace farandole {

class FrontierOrder {
  public:
    // Items 0 to n - 1, and options as lists of distinct items.
    FrontierOrder(int32_t n, const std::vector<std::span<const int32_t>>& options, StopToken& stop)
        : neighbors_(n), order_(n) {
        for (int32_t item = 0; item < n; ++item) order_[item] = item;
        if (!join(options, stop)) return;
        std::vector<int32_t> swept = sweep(stop);
        if (!swept.empty() && cost(swept) < cost(order_)) order_.swap(swept);
    }

    const std::vector<int32_t>& order() const { return order_; }

  private:
    static constexpr int64_t kMaxWork = 1 << 23;  // pairs of neighbors, or items compared: more is not worth the time

    bool join(const std::vector<std::span<const int32_t>>& options, StopToken& stop) {
        int64_t n_pairs = 0;
        for (const auto& option : options) n_pairs += static_cast<int64_t>(option.size()) * option.size();
        if (n_pairs > kMaxWork) return false;
        for (const auto& option : options)
            for (const int32_t item : option) {
                neighbors_[item].insert(neighbors_[item].end(), option.begin(), option.end());
                stop.count_steps(64 + 4 * option.size());
            }
        for (std::vector<int32_t>& items : neighbors_) {
            std::sort(items.begin(), items.end());
            stop.count_steps(32 * items.size());
            items.erase(std::unique(items.begin(), items.end()), items.end());
        }
        return true;
    }

    // The greedy order, or none if it takes too long. Each connected component begins with an item of few neighbors.
    std::vector<int32_t> sweep(StopToken& stop) const {
        const int32_t n = static_cast<int32_t>(neighbors_.size());
        std::vector<int32_t> order, frontier, starts(order_), fresh(n);
        std::vector<uint8_t> is_known(n, 0);
        for (int32_t item = 0; item < n; ++item) fresh[item] = static_cast<int32_t>(neighbors_[item].size());
        std::stable_sort(starts.begin(), starts.end(), [&](int32_t a, int32_t b) { return fresh[a] < fresh[b]; });
        const auto meet = [&](int32_t item) {
            is_known[item] = 1;
            frontier.push_back(item);
            for (const int32_t neighbor : neighbors_[item]) --fresh[neighbor];
            stop.count_steps(8 * neighbors_[item].size());
        };
        int64_t n_compared = 0;
        for (const int32_t start : starts) {
            if (is_known[start]) continue;
            meet(start);
            while (!frontier.empty()) {
                if ((n_compared += frontier.size()) > kMaxWork) return {};
                stop.count_steps(8 * frontier.size());
                const auto next = std::min_element(frontier.begin(), frontier.end(),
                                                   [&](int32_t a, int32_t b) { return fresh[a] < fresh[b]; });
                const int32_t item = *next;
                frontier.erase(next);
                order.push_back(item);
                for (const int32_t neighbor : neighbors_[item])
                    if (!is_known[neighbor]) meet(neighbor);
            }
        }
        return order;
    }

    double cost(const std::vector<int32_t>& order) const {
        std::vector<uint8_t> is_known(order.size(), 0);
        int32_t width = 0;
        double sum = 0;
        for (const int32_t item : order) {
            width -= is_known[item];
            is_known[item] = 1;
            for (const int32_t neighbor : neighbors_[item]) {
                width += !is_known[neighbor];
                is_known[neighbor] = 1;
            }
            sum += std::ldexp(1.0, std::min(width, 1000));
        }
        return sum;
    }

    std::vector<std::vector<int32_t>> neighbors_;
    std::vector<int32_t> order_;
};

}  // namespace farandole
