// The assumptions of implication tables that prove something: chains that return to their first cell, and chains of
// which one end is true. No Python here; Python works out what they eliminate.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "logic/tables.hpp"

namespace farandole {

class NiceLoops {
  public:
    using Ends = std::pair<Node, Node>;  // an assumption, and what follows from it

    // The tables follow links, and have no entries of several reasons.
    NiceLoops(const Tables& tables, const Links& links)
        : tables_(&tables), links_(&links), n_(links.n_candidates()), seen_(n_, -1), counted_(n_, -1) {
        if (tables.n_premises() != 2 * n_) throw std::invalid_argument("expected links of as many nodes");
    }

    // The chains that return to their first cell, neither beginning nor ending with a link within it.
    std::vector<Ends> loops() const {
        std::vector<Ends> found;
        for (Node premise = 0; premise < 2 * n_; ++premise) {
            const auto [begin, end] = links_->candidates_beside(premise % n_);
            for (const Node side : {0, n_})
                for (Node node = begin + side; node < end + side; ++node)
                    if (node != premise && tables_->has(premise, node) && returns(premise, node, end - begin))
                        found.emplace_back(premise, node);
        }
        return found;
    }

    // The chains of a false candidate to a true one that both exclude at least two candidates: those of the same digit
    // first, then those of other digits.
    std::vector<Ends> joins() {
        std::vector<Ends> found;
        std::vector<std::pair<int32_t, Node>> ends;  // by digits, the own one first
        for (Node candidate = 0; candidate < n_; ++candidate) {
            const Node premise = n_ + candidate;
            const int32_t cell = links_->cell_of(candidate), digit = links_->digit_of(candidate);
            for (const auto& link : links_->among_cells(candidate)) seen_[link.node - n_] = candidate;
            ends.clear();
            for (const Tables::Entry& entry : tables_->entries(premise)) {
                const Node end = entry.node;
                if (end >= n_ || end == candidate || entry.source < 0) continue;  // those are direct
                const int32_t other = links_->digit_of(end);
                if (other == digit) {
                    if (excludes_two(candidate, end, digit)) ends.emplace_back(-1, end);
                } else if (links_->number(cell, other) >= 0) {
                    const Node here = links_->number(links_->cell_of(end), digit);
                    if (here >= 0 && seen_[here] == candidate) ends.emplace_back(other, end);
                }
            }
            std::ranges::sort(ends);
            for (const auto& [key, end] : ends) found.emplace_back(premise, end);
        }
        return found;
    }

  private:
    // Whether a chain between two nodes of a cell proves something.
    bool returns(Node premise, Node node, int32_t n_in_cell) const {
        const bool is_on = premise < n_, ends_on = node < n_, is_same = premise % n_ == node % n_;
        if (is_on && !ends_on && !is_same) return false;  // this follows directly
        if (!is_on && ends_on && (is_same ? n_in_cell == 1 : n_in_cell == 2)) return false;
        const std::vector<Node> path = tables_->path(premise, node);
        const auto is_here = [&](Node one) {
            return one < 2 * n_ && links_->cell_of(one % n_) == links_->cell_of(premise % n_);
        };
        return !is_here(path[1]) && !is_here(path[path.size() - 2]);
    }

    // Whether two candidates of a digit exclude two others of it. What the first one excludes is marked.
    bool excludes_two(Node first, Node second, int32_t digit) {
        int32_t n = 0;
        ++round_;
        for (const auto& link : links_->among_cells(second)) {
            const Node other = link.node - n_;
            if (seen_[other] == first && links_->digit_of(other) == digit &&
                std::exchange(counted_[other], round_) != round_)
                ++n;
        }
        return n > 1;
    }

    const Tables* tables_;
    const Links* links_;
    int32_t n_;
    std::vector<Node> seen_;        // by candidate: the latest one that excludes it
    std::vector<int32_t> counted_;  // by candidate: the latest round that counted it
    int32_t round_ = 0;
};

}  // namespace farandole
