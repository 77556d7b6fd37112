// Implication tables: one for each assumption that a candidate is true, and one for each that it is false. No Python
// here; Python draws conclusions.
//
//     nodes     0 .. n-1: candidate true | n .. 2n-1: candidate false | 2n ..: what else can follow (a group of cells)
//     table     of a node: the node itself, and what follows from it, in the order found
//     entry     a node, how far it is from the first, and why: the entries of the same table that it follows from
//               together, or the table (`source`) of an earlier entry, from which it was taken over
//
// A table first gets its direct entries: from `link`, one step each, or from `look_ahead`, which follows singles from
// the assumption. Then `expand` takes over the entries of their tables, nearest first, and `deduce` adds what follows
// from several entries together, until nothing changes. The idea is Trebor's ("Trebor's Tables", Sudoku Players' Forum,
// 2006). The order of steps, and so which of two equally short paths is kept, is that of Bernhard Hobiger's HoDoKu.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <span>
#include <stdexcept>
#include <vector>

#include "logic/links.hpp"
#include "stop_token.hpp"

namespace farandole {

// A copy of the position in which an assumption is followed, with queues of singles.
class Trial {
  public:
    struct Single {
        int32_t cell, digit;
    };

    explicit Trial(const Position& position)
        : position_(&position), masks_(position.masks), filled_(masks_.size(), false), digits_(masks_.size(), -1),
          houses_of_(masks_.size()), counts_(position.houses.size() * position.n_digits, 0) {
        for (size_t cell = 0; cell < masks_.size(); ++cell) filled_[cell] = !masks_[cell];
        for (int32_t house = 0; house < (int32_t)position.houses.size(); ++house)
            for (const int32_t cell : position.houses[house]) {
                houses_of_[cell].push_back(house);
                for (int32_t digit = 0; digit < position.n_digits; ++digit)
                    count(house, digit) += masks_[cell] >> digit & 1;
            }
        for (size_t cell = 0; cell < masks_.size(); ++cell) {
            std::vector<int32_t> some;
            for (const int32_t house : houses_of_[cell])
                for (const int32_t peer : position.houses[house])
                    if (peer != (int32_t)cell) some.push_back(peer);
            std::ranges::sort(some);
            some.erase(std::unique(some.begin(), some.end()), some.end());
            peers_.push_back(std::move(some));
        }
    }

    const Position& position() const { return *position_; }
    const std::vector<int32_t>& houses_of(int32_t cell) const { return houses_of_[cell]; }
    const std::vector<int32_t>& peers(int32_t cell) const { return peers_[cell]; }
    uint32_t mask(int32_t cell) const { return masks_[cell]; }
    int32_t digit(int32_t cell) const { return digits_[cell]; }  // the digit placed in the trial, or -1
    int32_t places(int32_t house, int32_t digit) const { return counts_[house * position_->n_digits + digit]; }

    // Restores the position from another trial of it.
    void reset(const Trial& other) {
        masks_ = other.masks_;
        filled_ = other.filled_;
        digits_ = other.digits_;
        counts_ = other.counts_;
        naked_.clear();
        hidden_.clear();
    }

    void place(int32_t cell, int32_t digit) {
        const uint32_t held = masks_[cell];
        filled_[cell] = true;
        digits_[cell] = digit;
        masks_[cell] = 0;
        for (const int32_t peer : peers_[cell]) remove(peer, digit);
        for (uint32_t left = held; left; left &= left - 1) {
            const int32_t other = std::countr_zero(left);
            for (const int32_t house : houses_of_[cell])
                if (--count(house, other) == 1 && other != digit) note_hidden(house, other);
        }
    }

    void remove(int32_t cell, int32_t digit) {
        if (!(masks_[cell] >> digit & 1)) return;
        masks_[cell] ^= 1u << digit;
        if (!masks_[cell]) return;  // a contradiction; the rest does not matter
        if (std::has_single_bit(masks_[cell])) naked_.push_back({cell, std::countr_zero(masks_[cell])});
        for (const int32_t house : houses_of_[cell]) {
            const int32_t left = --count(house, digit);
            if (left == 1) note_hidden(house, digit);
            if (left == 0) forget_hidden(house, digit);
        }
    }

    std::vector<Single> naked_singles() const {
        std::vector<Single> found;
        for (const Single& single : naked_)
            if (!filled_[single.cell]) found.push_back(single);
        return found;
    }

    std::vector<Single> hidden_singles() const {
        std::vector<Single> found;
        for (const Single& single : hidden_) {
            const auto same = [&](const Single& other) { return other.cell == single.cell; };
            if (filled_[single.cell] || std::ranges::any_of(found, same)) continue;
            const auto is_alone = [&](int32_t house) { return places(house, single.digit) == 1; };
            if (std::ranges::any_of(houses_of_[single.cell], is_alone)) found.push_back(single);
        }
        return found;
    }

  private:
    int32_t& count(int32_t house, int32_t digit) { return counts_[house * position_->n_digits + digit]; }

    void note_hidden(int32_t house, int32_t digit) {
        if (!position_->is_full[house]) return;
        for (const int32_t cell : position_->houses[house])
            if (masks_[cell] >> digit & 1) return hidden_.push_back({cell, digit});
    }

    // A digit that lost its last place in a house is no longer a single there: the first one in the queue is removed.
    void forget_hidden(int32_t house, int32_t digit) {
        const std::vector<int32_t>& cells = position_->houses[house];
        const auto is_there = [&](const Single& single) {
            return single.digit == digit && std::ranges::find(cells, single.cell) != cells.end();
        };
        if (const auto found = std::ranges::find_if(hidden_, is_there); found != hidden_.end()) hidden_.erase(found);
    }

    const Position* position_;
    std::vector<uint32_t> masks_;
    std::vector<char> filled_;
    std::vector<int32_t> digits_;
    std::vector<std::vector<int32_t>> houses_of_, peers_;
    std::vector<int32_t> counts_;
    std::vector<Single> naked_, hidden_;
};

class Tables {
  public:
    static constexpr int kMaxParents = 5;  // reasons stored in an entry

    struct Entry {
        Node node;
        int32_t distance;
        int32_t source = -1;  // the table that it was taken over from; -1: it is the table's own
        // The entries that it follows from, the latest first; 0: the assumption.
        std::array<int16_t, kMaxParents> parents = {};
    };

    // A group of candidates that is true if all others of its house, `rest`, are false.
    struct Group {
        Node on;
        std::vector<Node> rest;
    };

    Tables(int32_t n_candidates, int32_t n_nodes, int32_t limit)
        : n_(n_candidates), limit_(limit), entries_(n_nodes), n_direct_(n_nodes, 0), where_(2 * (size_t)n_candidates),
          nearest_(n_nodes) {
        if (n_ < 0 || n_nodes < 2 * n_) throw std::invalid_argument("expected two nodes a candidate");
        if (limit < 1 || limit > INT16_MAX) throw std::invalid_argument("expected a limit of 1 to 32767 entries");
        for (Node node = 0; node < n_nodes; ++node) {
            if (node < 2 * n_) {
                where_[node].assign(n_nodes, -1);
                entries_[node].reserve(std::min(limit_, kReserved));
            }
            add(node, {.node = node, .distance = 1});
        }
    }

    int32_t n_premises() const { return 2 * n_; }
    int32_t n_nodes() const { return (int32_t)entries_.size(); }
    const std::vector<Entry>& entries(Node table) const { return entries_.at(table); }
    bool has(Node premise, Node node) const { return where_[premise][node] >= 0; }

    // The index of the latest entry of a node in a table, or -1. Only tables of premises have an index; others are
    // short.
    int32_t index(Node table, Node node) const {
        if (table < 2 * n_) return where_.at(table).at(node);
        const std::vector<Entry>& entries = entries_.at(table);
        const auto found = std::ranges::find(entries.rbegin(), entries.rend(), node, &Entry::node);
        return (int32_t)(entries.rend() - found) - 1;
    }

    // Adds direct entries to all tables; if asked, only those that need groups.
    void link(const Links& links, bool beyond_cells) {
        if (links.n_candidates() != n_ || links.n_nodes() != n_nodes())
            throw std::invalid_argument("expected links of as many nodes");
        for (Node table = 0; table < n_nodes(); ++table)
            for (const auto& [node, cost] : beyond_cells ? links.beyond_cells(table) : std::span(links.from(table)))
                if (node >= 2 * n_ || index(table, node) < 0) add(table, {.node = node, .distance = 2 + cost});
    }

    void look_ahead(const Position& position, int rounds);

    // Adds the transitive closure.
    bool expand(StopToken stop) {
        for (Node table = 0; table < 2 * n_; ++table) {
            expand(table, 1);
            if (stop.stop_requested()) return false;
        }
        return true;
    }

    // Adds what follows from several entries: the last of some alternatives, of which one is true, if the others are
    // false; and groups.
    bool deduce(const std::vector<std::vector<Node>>& alternatives, const std::vector<Group>& groups, StopToken stop) {
        do {
            has_grown_ = false;
            for (Node table = 0; table < 2 * n_; ++table) {
                deduce(table, alternatives, groups);
                if (stop.stop_requested()) return false;
            }
        } while (has_grown_);
        return true;
    }

    // The refuted premises: a candidate would be both true and false, or all of some alternatives false.
    std::vector<Node> refuted(const std::vector<std::vector<Node>>& alternatives) const {
        std::vector<std::vector<size_t>> beginning(n_);  // by the first one
        for (size_t i = 0; i < alternatives.size(); ++i)
            if (!alternatives[i].empty()) beginning.at(alternatives[i][0]).push_back(i);
        std::vector<Node> premises;
        for (Node table = 0; table < 2 * n_; ++table) {
            const auto is_struck = [&](Node candidate) { return has(table, n_ + candidate); };
            const auto are_struck = [&](size_t i) { return std::ranges::all_of(alternatives[i], is_struck); };
            const auto contradicts = [&](const Entry& entry) {
                if (entry.node < n_ || entry.node >= 2 * n_) return false;
                const Node candidate = entry.node - n_;
                return has(table, candidate) || std::ranges::any_of(beginning[candidate], are_struck);
            };
            if (std::ranges::any_of(entries_[table], contradicts)) premises.push_back(table);
        }
        return premises;
    }

    // The nodes from the assumption to a node, if each follows from a single other.
    std::vector<Node> path(Node table, Node node) const {
        std::vector<Node> nodes{node};
        while (node != table) {
            const int32_t at = index(table, node);
            if (at < 0) throw std::invalid_argument("this node does not follow");
            const Entry& entry = entries_[table][at];
            node = entry.source >= 0 ? entry.source : entries_[table][entry.parents[0]].node;
            nodes.push_back(node);
        }
        std::ranges::reverse(nodes);
        return nodes;
    }

  private:
    static constexpr int32_t kReserved = 64;  // entries reserved at the start
    static constexpr int32_t kFar = 511;      // distances wrap, like HoDoKu's nine bits

    bool is_full(Node table) const { return (int32_t)entries_[table].size() >= limit_; }

    void add(Node table, Entry entry) {
        if (is_full(table)) return;
        if (table < 2 * n_) where_[table][entry.node] = (int16_t)entries_[table].size();
        entries_[table].push_back(entry);
        if (entry.source < 0) n_direct_[table] = entries_[table].size();
        has_grown_ = true;
    }

    // Moves the first of the latest reasons to the front, because paths are traced back from there.
    static std::array<int16_t, kMaxParents> latest_first(std::span<const int16_t> reasons) {
        std::array<int16_t, kMaxParents> parents = {};
        std::copy_n(reasons.begin(), std::min<size_t>(reasons.size(), kMaxParents), parents.begin());
        for (int i = 1; i < kMaxParents; ++i)
            if (parents[i] > parents[0]) std::swap(parents[i], parents[0]);
        return parents;
    }

    void expand(Node table, int32_t begin, int32_t end = INT32_MAX) {
        const std::vector<Entry>& entries = entries_[table];
        // The distance of each node. Only nearer entries replace others; the table's own entries stay.
        std::ranges::fill(nearest_, INT32_MAX);
        for (const Entry& entry : entries) nearest_[entry.node] = entry.source < 0 ? 0 : entry.distance;
        const int32_t* nearest = nearest_.data();
        for (int32_t i = begin; i < std::min<int32_t>(end, (int32_t)entries.size()) && !is_full(table); ++i) {
            const Node source = entries[i].node;
            const int32_t so_far = entries[i].distance;
            for (const Entry& entry : std::span(entries_[source]).first(n_direct_[source]).subspan(1)) {
                const int32_t distance = so_far + entry.distance;
                if (distance >= nearest[entry.node] || entry.source >= 0) [[likely]]
                    continue;
                take_over(table, {.node = entry.node, .distance = distance & kFar, .source = source});
            }
        }
    }

    void take_over(Node table, const Entry& entry) {
        if (const int32_t at = where_[table][entry.node]; at >= 0) entries_[table][at] = entry;
        else if (!is_full(table)) add(table, entry);
        else return;
        nearest_[entry.node] = entry.distance;
    }

    void deduce(Node table, const std::vector<std::vector<Node>>& alternatives, const std::vector<Group>& groups) {
        const int32_t begin = (int32_t)entries_[table].size();
        const std::vector<int16_t>& where = where_[table];
        for (const std::vector<Node>& some : alternatives) {
            Node open = -1;
            int n_open = 0;
            for (const Node candidate : some)
                if (where[n_ + candidate] < 0) {
                    open = candidate;
                    if (++n_open > 1) break;
                }
            if (n_open == 1) conclude(table, open, some);
            if (n_open == 0)
                for (const Node candidate : some) conclude(table, candidate, some);
        }
        for (const Group& group : groups)
            if (std::ranges::all_of(group.rest, [&](Node node) { return where[n_ + node] >= 0; }))
                conclude(table, group.on, group.rest);
        expand(table, begin);
    }

    // Adds a node that follows from others together, unless it is there and as near.
    void conclude(Node table, Node node, const std::vector<Node>& others) {
        std::vector<Entry>& entries = entries_[table];
        const std::vector<int16_t>& where = where_[table];
        std::array<int16_t, kMaxParents> reasons = {};
        size_t n_reasons = 0;
        int32_t distance = 0;
        for (const Node other : others) {
            const int16_t reason = other == node ? -1 : where[n_ + other];
            if (reason < 0) continue;
            if (n_reasons < kMaxParents) reasons[n_reasons++] = reason;
            distance += entries[reason].distance + 1;
        }
        const int32_t at = where[node];
        if (at >= 0 && distance >= entries[at].distance) return;
        const Entry entry{.node = node, .distance = distance & kFar, .source = -1, .parents = latest_first(reasons)};
        if (at < 0) {
            add(table, entry);
        } else {
            entries[at] = entry;
            n_direct_[table] = std::max<size_t>(n_direct_[table], at + 1);
            expand(table, at, at + 1);
        }
    }

    Node candidate(const Position& position, int32_t cell, int32_t digit) const {
        return number_[cell * position.n_digits + digit];
    }

    void fill(Trial& trial, Node table, int32_t cell, int32_t digit, std::span<const int16_t> reasons);
    std::vector<int16_t> why_hidden(const Trial& trial, Node table, int32_t cell, int32_t digit) const;
    std::vector<int16_t> why_naked(const Trial& trial, Node table, int32_t cell, int32_t digit) const;

    int32_t n_;
    int32_t limit_;
    bool has_grown_ = false;
    std::vector<std::vector<Entry>> entries_;
    std::vector<size_t> n_direct_;             // by table: later entries are taken over
    std::vector<std::vector<int16_t>> where_;  // by premise: the entry of each node, or -1
    std::vector<int32_t> nearest_;             // by node: its distance while a table is expanded
    std::vector<Node> number_;                 // by cell and digit: the candidate, or -1
};

// For each assumption, follows the resulting singles for some rounds.
inline void Tables::look_ahead(const Position& position, int rounds) {
    number_.assign(position.masks.size() * position.n_digits, -1);
    Node n = 0;
    for (size_t cell = 0; cell < position.masks.size(); ++cell)
        for (uint32_t left = position.masks[cell]; left; left &= left - 1)
            number_[cell * position.n_digits + std::countr_zero(left)] = n++;
    if (n != n_) throw std::invalid_argument("expected as many candidates as nodes");
    const Trial start(position);
    Trial trial = start;
    for (int32_t cell = 0; cell < (int32_t)position.masks.size(); ++cell)
        for (uint32_t left = position.masks[cell]; left; left &= left - 1) {
            const int32_t digit = std::countr_zero(left);
            for (const bool is_on : {true, false}) {
                trial.reset(start);
                const Node table = candidate(position, cell, digit) + (is_on ? 0 : n_);
                if (is_on) {
                    fill(trial, table, cell, digit, {});
                } else {
                    trial.remove(cell, digit);
                    if (std::has_single_bit(trial.mask(cell)))
                        fill(trial, table, cell, std::countr_zero(trial.mask(cell)), {});
                }
                for (int round = 0; round < rounds; ++round) {
                    const auto naked = trial.naked_singles(), hidden = trial.hidden_singles();
                    // If a cell gets two digits, both are entered: that shows the contradiction.
                    for (const auto& [at, what] : naked)
                        if (trial.digit(at) != what) fill(trial, table, at, what, why_naked(trial, table, at, what));
                    for (const auto& [at, what] : hidden)
                        if (trial.digit(at) != what) fill(trial, table, at, what, why_hidden(trial, table, at, what));
                }
            }
        }
}

// Places a digit in the trial, and enters the placement and its eliminations.
inline void Tables::fill(Trial& trial, Node table, int32_t cell, int32_t digit, std::span<const int16_t> reasons) {
    const Position& position = trial.position();
    const uint32_t held = trial.mask(cell);
    trial.place(cell, digit);
    const Node on = candidate(position, cell, digit);
    const int16_t placed = on == table ? 0 : (int16_t)entries_[table].size();
    if (on >= 0 && !has(table, on)) {
        const int32_t distance = entries_[table][reasons.empty() ? 0 : reasons[0]].distance + 1;
        add(table, {.node = on, .distance = distance, .source = -1, .parents = latest_first(reasons)});
    }
    if (placed >= (int16_t)entries_[table].size()) return;  // the table is full
    const auto strike = [&](int32_t at, int32_t what) {
        const Node off = candidate(position, at, what);
        if (off < 0 || has(table, n_ + off)) return;
        add(table,
            {.node = n_ + off, .distance = entries_[table][placed].distance + 1, .source = -1, .parents = {placed}});
    };
    for (const int32_t peer : trial.peers(cell)) strike(peer, digit);
    for (uint32_t left = held & ~(1u << digit); left; left &= left - 1) strike(cell, std::countr_zero(left));
}

// The reasons of a hidden single: the other candidates of its digit in the house with the fewest places. If the digit
// was placed twice, one of them may be filled and not eliminated, or the digit was a single there before; then another
// house has the reasons.
inline std::vector<int16_t> Tables::why_hidden(const Trial& trial, Node table, int32_t cell, int32_t digit) const {
    const Position& position = trial.position();
    const auto reasons_in = [&](int32_t house) {
        std::vector<int16_t> reasons;
        for (const int32_t other : position.houses[house]) {
            const Node node = other == cell ? -1 : candidate(position, other, digit);
            if (node >= 0) reasons.push_back(where_[table][n_ + node]);
        }
        return reasons;
    };
    std::vector<int32_t> houses = trial.houses_of(cell);
    std::ranges::stable_sort(houses, {}, [&](int32_t house) { return trial.places(house, digit); });
    for (const int32_t house : houses) {
        if (!position.is_full[house]) continue;
        auto reasons = reasons_in(house);
        const bool are_struck = std::ranges::all_of(reasons, [](int16_t at) { return at >= 0; });
        if (are_struck && !reasons.empty()) return reasons;
    }
    return {};
}

inline std::vector<int16_t> Tables::why_naked(const Trial& trial, Node table, int32_t cell, int32_t digit) const {
    const Position& position = trial.position();
    std::vector<int16_t> reasons;
    for (uint32_t left = position.masks[cell] & ~(1u << digit); left; left &= left - 1) {
        const int16_t at = where_[table][n_ + candidate(position, cell, std::countr_zero(left))];
        reasons.push_back(at < 0 ? 0 : at);
    }
    return reasons;
}

}  // namespace farandole
