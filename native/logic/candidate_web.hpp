// Candidates, and the strong and weak links between them, for chains in which these alternate. No Python here.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "logic/house_order.hpp"
#include "stop_token.hpp"

namespace farandole {

// Nodes are numbered from 0. By a strong link, a node is true if the other one is false; by a weak link, it is false if
// the other one is true. A hop is a weak link and then a strong one.
class CandidateWeb {
  public:
    using Nodes = std::vector<int32_t>;

    // cells: of each node. strong, weak: the nodes at the other ends of its links. They are tried house by house, in
    // the order of the houses of its cell, and cell by cell; those in no house of it come first.
    CandidateWeb(const HouseOrder& order, std::vector<int32_t> cells, std::vector<Nodes> strong,
                 std::vector<Nodes> weak)
        : n_((int32_t)cells.size()), cells_(std::move(cells)), n_cells_(order.n_cells()), strong_(std::move(strong)),
          weak_(std::move(weak)) {
        if (strong_.size() != cells_.size() || weak_.size() != cells_.size())
            throw std::invalid_argument("expected links of each node");
        for (const int32_t cell : cells_)
            if (cell < 0 || cell >= n_cells_) throw std::invalid_argument("no such cell");
        for (int32_t node = 0; node < n_; ++node)
            for (Nodes* links : {&strong_[node], &weak_[node]}) sort(order, cells_[node], *links);
        onwards_.resize(n_, IndexSet(n_));
        back_.resize(n_, IndexSet(n_));
        for (int32_t node = 0; node < n_; ++node)
            for (const int32_t middle : weak_[node])
                for (const int32_t end : strong_[middle]) {
                    onwards_[node].add(end);
                    back_[end].add(node);
                }
    }

    int32_t n_nodes() const { return n_; }
    const Nodes& strong(int32_t node) const { return strong_.at(checked(node)); }
    const Nodes& weak(int32_t node) const { return weak_.at(checked(node)); }

    // What is true if a node is false: by a strong link, and then one to so many hops.
    IndexSet reached(int32_t start, int32_t most_hops) const {
        IndexSet front(n_), reached(n_);
        for (const int32_t node : strong(start)) front.add(node);
        while (most_hops-- > 0 && front.any()) {
            front = spread(onwards_, front) - reached;
            reached |= front;
        }
        return reached;
    }

    // The first chain, depth first, from a node to one of the ends, by a strong link and then at most so many hops, or
    // exactly so many. No cell occurs twice, but the chain may end where it began. Empty if there is none.
    Nodes chain(int32_t start, const Nodes& ends, int32_t hops, bool is_exact, StopToken stop) const {
        Search search{*this, start, IndexSet(n_), is_exact, stop, {}, IndexSet(n_cells_), {}};
        for (const int32_t end : ends) search.ends.add(checked(end));
        search.in_reach.push_back(search.ends);
        for (int32_t hop = 0; hop < hops; ++hop) {
            IndexSet more = spread(back_, search.in_reach.back());
            if (!is_exact) more |= search.in_reach.back();
            search.in_reach.push_back(std::move(more));
        }
        for (const int32_t first : strong(start)) {
            if (!search.in_reach.back().has(first)) continue;
            search.used = IndexSet(n_cells_);
            search.used.add(cells_[start]);
            search.used.add(cells_[first]);
            search.chain = {start, first};
            if (search.extend(hops)) return std::move(search.chain);
        }
        return {};
    }

  private:
    struct Search {
        const CandidateWeb& web;
        int32_t start;
        IndexSet ends;
        bool is_exact;
        StopToken stop;
        std::vector<IndexSet> in_reach;  // the nodes from which 0, 1, 2 ... hops lead to an end
        IndexSet used;                   // the cells of the chain
        Nodes chain;

        bool extend(int32_t left) {
            stop.count_steps(100);
            const int32_t here = chain.back();
            if (chain.size() > 2 && ends.has(here) && (!is_exact || !left)) return true;
            if (!left || here == start) return false;
            for (const int32_t middle : web.weak_[here]) {
                const int32_t cell = web.cells_[middle];
                if (used.has(cell)) continue;
                for (const int32_t next : web.strong_[middle]) {
                    const int32_t there = web.cells_[next];
                    const bool was_used = used.has(there);
                    if (!in_reach[left - 1].has(next) || (was_used && next != start)) continue;
                    chain.insert(chain.end(), {middle, next});
                    used.add(cell);
                    used.add(there);
                    if (extend(left - 1)) return true;
                    used.remove(cell);
                    if (!was_used) used.remove(there);
                    chain.resize(chain.size() - 2);
                }
            }
            return false;
        }
    };

    void sort(const HouseOrder& order, int32_t cell, Nodes& links) const {
        for (const int32_t node : links) checked(node);
        const auto rank = [&](int32_t node) {
            const auto parts = order.parts(cell);
            const auto part = std::ranges::find_if(
                parts, [&](const HouseOrder::Part& some) { return order.house(some.house).has(cells_[node]); });
            const int32_t place = part == parts.end() ? -1 : (int32_t)(part - parts.begin());
            return std::tuple(place, cells_[node], node);
        };
        std::ranges::sort(links, {}, rank);
    }

    int32_t checked(int32_t node) const {
        if (node < 0 || node >= n_) throw std::invalid_argument("no such node");
        return node;
    }

    IndexSet spread(const std::vector<IndexSet>& links, const IndexSet& nodes) const {
        IndexSet reached(n_);
        nodes.each([&](int32_t node) { reached |= links[node]; });
        return reached;
    }

    int32_t n_;
    std::vector<int32_t> cells_;
    int32_t n_cells_;
    std::vector<Nodes> strong_, weak_;
    std::vector<IndexSet> onwards_, back_;  // where a hop leads, and from where it comes
};

}  // namespace farandole
