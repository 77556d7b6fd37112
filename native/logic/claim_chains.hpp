// Cycles and chains of claims that alternate: a candidate is true, so another is false, so a third is true. Breadth
// first, so that each claim is reached by a shortest path, and in the order of Sudoku Explainer. No Python here; Python
// rates and explains what is found.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logic/house_order.hpp"

namespace farandole {

class ClaimChains {
  public:
    using Candidate = int32_t;

    // How a cycle comes to a true candidate: from an earlier true one, past a false one.
    struct Hop {
        Candidate on, before, off;
        Cause off_cause, on_cause;
    };
    struct Cycle {
        std::vector<Hop> hops;                                // the last one first
        std::vector<std::pair<int32_t, int32_t>> eliminated;  // cells and digits, by digits
    };
    struct Link {
        Claim claim;
        Cause cause;
    };

    // in_houses: whether links of the places of a digit count. in_cells: whether those of a cell with two candidates
    // do.
    ClaimChains(const HouseOrder& order, std::vector<uint32_t> masks, bool in_houses, bool in_cells)
        : order_(&order), masks_(std::move(masks)), places_(order.places_of(masks_)), n_(order.n_cells()),
          weak_((size_t)(order.n_digits() + 1) * n_), strong_(weak_.size()), hops_(weak_.size()),
          seen_on_(weak_.size(), 0), seen_off_(weak_.size(), 0), if_on_(order.n_digits() + 1, IndexSet(n_)),
          if_off_(if_on_) {
        for (int32_t cell = 0; cell < n_; ++cell)
            for (uint32_t left = masks_[cell]; left; left &= left - 1) {
                const int32_t digit = std::countr_zero(left) + 1, n_digits = std::popcount(masks_[cell]);
                if (n_digits > 1 && (n_digits == 2 || in_houses)) sources_.push_back(digit * n_ + cell);
                link(cell, digit, in_houses, in_cells);
            }
    }

    // The candidates from which chains start.
    const std::vector<Candidate>& sources() const { return sources_; }

    // The cycles through a candidate of at most `limit` claims that eliminate something.
    std::vector<Cycle> cycles(Candidate source, int32_t limit) {
        check(source);
        std::vector<Cycle> found;
        const int32_t mark = ++mark_;
        seen_on_[source] = mark;
        std::vector<Candidate> layer{source}, later;
        for (int32_t length = 2; !layer.empty() && length <= limit; length += 2) {
            later.clear();
            for (const Candidate before : layer)
                for (const auto& [off, off_cause] : weak_[before]) {
                    if (strong_[off].empty() || passes(source, before, off)) continue;
                    for (const auto& [on, on_cause] : strong_[off]) {
                        const Hop hop{on, before, off, off_cause, on_cause};
                        if (on == source && length >= 4) add_cycle(source, hop, found);
                        if (seen_on_[on] == mark) continue;
                        seen_on_[on] = mark;
                        hops_[on] = hop;
                        later.push_back(on);
                    }
                }
            layer.swap(later);
        }
        return found;
    }

    // Whether there is a chain from a claim to its opposite.
    bool has_chain(Claim start) { return length(start, INT32_MAX) > 0; }

    // The number of claims of the shortest chain from a claim to its opposite; 0 if it is longer than the limit.
    int32_t length(Claim start, int32_t limit) {
        const Candidate source = start >> 1;
        check(source);
        const bool is_on = start & 1;
        const int32_t mark = ++mark_;
        (is_on ? seen_on_ : seen_off_)[source] = mark;
        std::vector<Candidate> layer, off;
        if (is_on) layer.push_back(source);
        else follow_off({source}, layer, mark);
        for (int32_t length = is_on ? 2 : 3; !layer.empty() && length <= limit; length += 2) {
            off.clear();
            for (const Candidate on : layer)
                for (const auto& [other, cause] : weak_[on]) {
                    if (is_on && other == source) return length;
                    if (strong_[other].empty() || seen_off_[other] == mark) continue;
                    seen_off_[other] = mark;
                    off.push_back(other);
                }
            layer.clear();
            follow_off(off, layer, mark);
            if (!is_on && seen_on_[source] == mark) return length < limit ? length + 1 : 0;
        }
        return 0;
    }

    // The shortest chain from a claim to its opposite, that one first, each with its cause; empty if there is none.
    std::vector<Link> chain(Claim start) const {
        check(start >> 1);
        const Claim end = start ^ 1;
        std::vector<Claim> before(2 * weak_.size(), -1), layer{start}, later;
        std::vector<Cause> causes(before.size(), kAssumed);
        before[start] = start;
        while (before[end] < 0) {
            if (layer.empty()) return {};
            later.clear();
            for (const Claim claim : layer) {
                const bool is_on = claim & 1;
                for (const auto& [other, cause] : (is_on ? weak_ : strong_)[claim >> 1]) {
                    const Claim next = 2 * other + !is_on;
                    if (before[next] >= 0 || (is_on && next != end && strong_[other].empty())) continue;
                    before[next] = claim;
                    causes[next] = cause;
                    later.push_back(next);
                }
            }
            layer.swap(later);
        }
        std::vector<Link> links;
        for (Claim claim = end; claim != start; claim = before[claim]) links.push_back({claim, causes[claim]});
        links.push_back({start, kAssumed});
        return links;
    }

  private:
    struct Consequence {
        Candidate candidate;
        Cause cause;
    };

    void check(Candidate candidate) const {
        if (candidate < n_ || candidate >= (int32_t)weak_.size()) throw std::invalid_argument("no such candidate");
    }

    void link(int32_t cell, int32_t digit, bool in_houses, bool in_cells) {
        const Candidate number = digit * n_ + cell;
        std::vector<Consequence>& weak = weak_[number];
        std::vector<Consequence>& strong = strong_[number];
        const uint32_t others = masks_[cell] & ~(1u << (digit - 1));
        if (in_cells)
            for (uint32_t left = others; left; left &= left - 1)
                weak.push_back({(std::countr_zero(left) + 1) * n_ + cell, kByCell});
        for (const auto& [house, cells] : order_->parts(cell))
            for (const int32_t peer : cells)
                if (places_[digit].has(peer)) weak.push_back({digit * n_ + peer, house});
        if (in_cells && std::has_single_bit(others))
            strong.push_back({(std::countr_zero(others) + 1) * n_ + cell, kByCell});
        if (!in_houses) return;
        for (const int32_t house : order_->full_houses(cell)) {
            int32_t n_places = 0, last = -1;
            (places_[digit] & order_->house(house)).each([&](int32_t place) {
                if (place != cell) ++n_places, last = place;
            });
            const auto is_last = [&](const Consequence& known) { return known.candidate == digit * n_ + last; };
            if (n_places == 1 && std::ranges::none_of(strong, is_last)) strong.push_back({digit * n_ + last, house});
        }
    }

    // Whether the path from the source to a candidate goes past a false one.
    bool passes(Candidate source, Candidate on, Candidate off) const {
        for (; on != source; on = hops_[on].before)
            if (hops_[on].off == off) return true;
        return false;
    }

    void add_cycle(Candidate source, const Hop& last, std::vector<Cycle>& found) {
        Cycle cycle;
        for (Hop hop = last;; hop = hops_[hop.before]) {
            cycle.hops.push_back(hop);
            if (hop.before == source) break;
        }
        IndexSet cells(n_);
        for (IndexSet& seen : if_on_) seen = cells;
        for (IndexSet& seen : if_off_) seen = cells;
        for (const Hop& hop : cycle.hops)
            for (const auto& [candidate, seen] : {std::pair(hop.on, &if_on_), std::pair(hop.off, &if_off_)}) {
                cells.add(candidate % n_);
                (*seen)[candidate / n_] |= order_->peers(candidate % n_);
            }
        for (int32_t digit = 1; digit <= order_->n_digits(); ++digit)
            ((if_on_[digit] & if_off_[digit] & places_[digit]) - cells).each([&](int32_t cell) {
                cycle.eliminated.emplace_back(cell, digit);
            });
        if (!cycle.eliminated.empty()) found.push_back(std::move(cycle));
    }

    // Adds what is true because candidates are false, unless it has the mark.
    void follow_off(const std::vector<Candidate>& off, std::vector<Candidate>& on, int32_t mark) {
        for (const Candidate candidate : off)
            for (const auto& [other, cause] : strong_[candidate]) {
                if (seen_on_[other] == mark) continue;
                seen_on_[other] = mark;
                on.push_back(other);
            }
    }

    const HouseOrder* order_;
    std::vector<uint32_t> masks_;
    std::vector<IndexSet> places_;
    int32_t n_;
    std::vector<Candidate> sources_;
    // By candidate: what is false if it is true, and what is true if it is false.
    std::vector<std::vector<Consequence>> weak_, strong_;
    std::vector<Hop> hops_;                    // to each candidate that the latest search found true
    std::vector<int32_t> seen_on_, seen_off_;  // the latest search that found a candidate true, or false
    int32_t mark_ = 0;
    std::vector<IndexSet> if_on_, if_off_;  // by digit: what loses it if the candidates are true, or false
};

}  // namespace farandole
