// What follows in one step from a candidate that is true or false, and from a group of cells: links between nodes. No
// Python here; tables.hpp explains why the order of links matters.
//
//     nodes     0 .. n-1: candidate true | n .. 2n-1: candidate false | 2n ..: groups, true and false in turn, and what
//               `add` adds
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logic/index_set.hpp"

namespace farandole {

using Node = int32_t;

// The cells, houses and candidates of a position.
struct Position {
    int32_t n_digits;
    std::vector<uint32_t> masks;               // of each cell
    std::vector<std::vector<int32_t>> houses;  // their cells
    std::vector<bool> is_full;                 // whether a house holds each digit
};

class Links {
  public:
    // The cells with a digit in the intersection of two houses.
    struct Group {
        int32_t digit;
        std::vector<int32_t> cells;
        int32_t line, box;
    };
    struct Link {
        Node node;
        int32_t cost;  // in addition to the step
    };

    Links(const Position& position, std::span<const Group> groups)
        : first_(position.masks.size() + 1, 0), places_(position.n_digits), houses_(position.houses.size()) {
        const auto n_cells = (int32_t)position.masks.size();
        for (IndexSet& places : places_) places = IndexSet(n_cells);
        for (size_t house = 0; house < houses_.size(); ++house) {
            houses_[house] = IndexSet(n_cells);
            for (const int32_t cell : position.houses[house]) houses_[house].add(cell);
        }
        for (int32_t cell = 0; cell < n_cells; ++cell) {
            first_[cell + 1] = first_[cell] + std::popcount(position.masks[cell]);
            for (uint32_t left = position.masks[cell]; left; left &= left - 1) {
                places_[std::countr_zero(left)].add(cell);
                candidates_.emplace_back(cell, std::countr_zero(left));
            }
        }
        n_ = first_[n_cells];
        from_.resize(2 * n_ + 2 * groups.size());
        link_cells(position);
        for (const auto& links : from_) n_of_cells_.push_back(links.size());
        link_groups(position, groups);
    }

    int32_t n_candidates() const { return n_; }
    int32_t n_nodes() const { return (int32_t)from_.size(); }
    const std::vector<Link>& from(Node node) const { return from_[node]; }

    // The cell of a candidate, its digit from 0, and its number; -1 if there is no such candidate.
    int32_t cell_of(Node candidate) const { return candidates_[candidate].first; }
    int32_t digit_of(Node candidate) const { return candidates_[candidate].second; }
    Node number(int32_t cell, int32_t digit) const {
        const auto [begin, end] = std::pair(first_[cell], first_[cell + 1]);
        for (Node node = begin; node < end; ++node)
            if (digit_of(node) == digit) return node;
        return -1;
    }

    // The candidates of the same cell, from one to before another.
    std::pair<Node, Node> candidates_beside(Node candidate) const {
        return {first_[cell_of(candidate)], first_[cell_of(candidate) + 1]};
    }

    // The links that need no groups.
    std::span<const Link> among_cells(Node node) const { return std::span(from_[node]).first(n_of_cells_[node]); }

    // The links that need groups.
    std::span<const Link> beyond_cells(Node node) const {
        return std::span(from_[node]).subspan((size_t)node < n_of_cells_.size() ? n_of_cells_[node] : 0);
    }

    Node add() {
        from_.emplace_back();
        return n_nodes() - 1;
    }

    void link(Node from, Node to, int32_t cost) { from_.at(from).push_back({to, cost}); }

  private:
    Node number(const Position& position, int32_t cell, int32_t digit) const {
        return first_[cell] + std::popcount(position.masks[cell] & ((uint32_t{1} << digit) - 1));
    }

    // At most one of these candidates is true; exactly one if they are complete.
    void link_among(const std::vector<Node>& some, bool is_whole) {
        for (const Node one : some)
            for (const Node other : some)
                if (one != other) link(one, n_ + other, 0);
        if (is_whole && some.size() == 2) {
            link(n_ + some[0], some[1], 0);
            link(n_ + some[1], some[0], 0);
        }
    }

    void link_cells(const Position& position) {
        std::vector<Node> some;
        for (size_t cell = 0; cell < position.masks.size(); ++cell) {
            some.clear();
            for (Node node = first_[cell]; node < first_[cell + 1]; ++node) some.push_back(node);
            link_among(some, true);
        }
        for (size_t house = 0; house < houses_.size(); ++house)
            for (int32_t digit = 0; digit < position.n_digits; ++digit) {
                some.clear();
                (houses_[house] & places_[digit]).each([&](int32_t cell) {
                    some.push_back(number(position, cell, digit));
                });
                link_among(some, position.is_full[house]);
            }
    }

    void link_groups(const Position& position, std::span<const Group> groups) {
        if (groups.empty()) return;
        std::vector<IndexSet> seen(position.masks.size(), IndexSet((int32_t)position.masks.size()));  // by each cell
        for (size_t house = 0; house < houses_.size(); ++house)
            for (const int32_t cell : position.houses[house]) seen[cell] |= houses_[house];
        std::vector<IndexSet> cells;
        std::map<std::pair<int32_t, int32_t>, std::vector<int32_t>> beside;  // the groups of a house and a digit
        for (size_t at = 0; at < groups.size(); ++at) {
            const Group& group = groups[at];
            cells.emplace_back((int32_t)position.masks.size());
            for (const int32_t cell : group.cells) cells[at].add(cell);
            for (const int32_t house : {group.line, group.box}) beside[{house, group.digit}].push_back((int32_t)at);
            link_group_to_cells(position, group, cells[at], seen, 2 * n_ + 2 * (Node)at);
        }
        for (size_t at = 0; at < groups.size(); ++at) {
            const Group& group = groups[at];
            const Node on = 2 * n_ + 2 * (Node)at, off = on + 1;
            std::set<int32_t> others;
            for (const int32_t house : {group.line, group.box}) {
                std::vector<int32_t> near;
                for (const int32_t other : beside[{house, group.digit}])
                    if (!cells[other].meets(cells[at])) near.push_back(other);
                others.insert(near.begin(), near.end());
                if (near.size() != 1 || !position.is_full[house]) continue;
                const IndexSet rest = (houses_[house] & places_[group.digit - 1]) - cells[at];
                if (rest.is_within(cells[near[0]])) link(off, 2 * n_ + 2 * near[0], 0);
            }
            for (const int32_t other : others) link(on, 2 * n_ + 2 * other + 1, 0);
        }
    }

    void link_group_to_cells(const Position& position, const Group& group, const IndexSet& cells,
                             std::span<const IndexSet> seen, Node on) {
        const Node off = on + 1;
        IndexSet near = places_[group.digit - 1] - cells;
        for (const int32_t cell : group.cells) near &= seen[cell];
        near.each([&](int32_t cell) {
            const Node other = number(position, cell, group.digit - 1);
            link(on, n_ + other, 0);
            link(other, off, 0);
        });
        for (const int32_t house : {group.box, group.line}) {
            const IndexSet rest = near & houses_[house];
            int32_t n_rest = 0, last = -1;
            rest.each([&](int32_t cell) { ++n_rest, last = cell; });
            if (!position.is_full[house] || n_rest != 1) continue;
            const Node other = number(position, last, group.digit - 1);
            link(off, other, 0);
            link(n_ + other, on, 0);
        }
    }

    int32_t n_;
    std::vector<Node> first_;                              // by cell: its first candidate
    std::vector<std::pair<int32_t, int32_t>> candidates_;  // their cells and digits
    std::vector<IndexSet> places_;                         // by digit
    std::vector<IndexSet> houses_;
    std::vector<std::vector<Link>> from_;
    std::vector<size_t> n_of_cells_;  // by node: how many links need no groups
};

}  // namespace farandole
