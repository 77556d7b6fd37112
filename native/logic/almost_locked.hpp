// Almost locked sets of a board, and how they relate to each other. No Python here; logic/als.py draws conclusions.
//
// The sets are numbered, and a set of sets is an `IndexSet`. So a restricted common of two sets, or a cell that sees
// all places of a digit in both, is a bit of a table.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/index_set.hpp"
#include "logic/subsets.hpp"

namespace farandole {

class AlmostLocked {
  public:
    using Cell = Subsets::Cell;
    using Mask = Subsets::Mask;

    // A digit of a set.
    struct Share {
        int32_t digit;
        IndexSet places;    // its cells with the digit
        IndexSet seen;      // the cells that have the digit and see all places
        IndexSet partners;  // the sets with this restricted common
        int32_t view;       // the index in `views_` of what it sees
    };
    struct Set {
        IndexSet cells;
        Mask digits;
        std::vector<Share> shares;  // by digit
        IndexSet overlap;           // the sets that share a cell with it
    };
    struct Common {
        int32_t other;
        Mask digits;
    };
    using Struck = std::vector<std::pair<int32_t, IndexSet>>;  // by digit, the cells that lose it; never empty
    struct Pair {
        int32_t other;
        Mask digits;  // one or two restricted commons
        Struck struck;
    };
    struct Wing {
        int32_t wing, pivot, last;
        Mask digits, others;  // the restricted commons of pivot and wing; one or two of pivot and last
        Struck struck;
    };
    // The end of a chain: a set, and its restricted commons with the previous set that are in effect.
    struct Spot {
        int32_t set;
        Mask digits;
        bool operator==(const Spot&) const = default;
    };
    struct Chain {
        int32_t start, digit;  // a set, and its restricted common with the next
        Spot end;
        Struck struck;
    };

    // Two cells that can't both hold a digit, though no house says so.
    struct Sight {
        int32_t digit;
        Cell cell, other;
    };

    // Whether sets with a restricted common may overlap, and which cells see each other beyond the houses.
    AlmostLocked(const Subsets& houses, std::span<const Mask> masks, bool overlap, std::span<const Sight> sights,
                 StopToken& stop)
        : overlap_(overlap) {
        auto subsets = houses.almost_locked(masks, stop);
        const auto n = (int32_t)subsets.size();
        std::vector<IndexSet> containing(houses.n_cells(), IndexSet(n));
        for (int32_t number = 0; number < n; ++number) {
            Subsets::Subset& subset = subsets[number];
            subset.cells.each([&](Cell cell) { containing[cell].add(number); });
            Set set{std::move(subset.cells), subset.digits, {}, IndexSet(n)};
            for (Mask left = set.digits; left; left &= left - 1) {
                const int32_t digit = std::countr_zero(left) + 1;
                IndexSet places(houses.n_cells());
                set.cells.each([&](Cell cell) {
                    if (masks[cell] >> (digit - 1) & 1) places.add(cell);
                });
                set.shares.push_back({digit, std::move(places), {}, {}, -1});
            }
            sets_.push_back(std::move(set));
        }
        for (Set& set : sets_) set.cells.each([&](Cell cell) { set.overlap |= containing[cell]; });
        for (int32_t digit = 1; digit <= houses.n_digits(); ++digit) relate(houses, masks, digit, sights, stop);
    }

    int32_t n_digits() const { return (int32_t)watching_.size(); }
    int32_t size() const { return (int32_t)sets_.size(); }
    const Set& operator[](int32_t number) const { return sets_[number]; }

    // The sets with which a share eliminates its digit somewhere.
    const IndexSet& mates(const Share& share) const { return views_[share.view]; }

    // For each cell, the sets in which it sees all places of a digit.
    const std::vector<IndexSet>& watching(int32_t digit) const { return watching_[digit - 1]; }

    // The restricted commons of two sets.
    Mask commons(int32_t one, int32_t other) const {
        Mask digits = 0;
        for (const Share& share : sets_[one].shares)
            if (share.partners.has(other)) digits |= Mask{1} << (share.digit - 1);
        return digits;
    }

    // The sets that have a restricted common with a set.
    IndexSet partners(int32_t one) const {
        IndexSet all(size());
        for (const Share& share : sets_[one].shares) all |= share.partners;
        return all;
    }

    // Those with a greater number, and the commons.
    std::vector<Common> onward(int32_t one) const {
        std::vector<Common> found;
        partners(one).each([&](int32_t other) { found.push_back({other, commons(one, other)}); }, one + 1);
        return found;
    }

    // The eliminations of the XZ-rule, for a set and those with greater numbers. With one restricted common: another
    // digit of both sets, where a cell sees all its places. With two, both sets are locked.
    std::vector<Pair> pairs(int32_t one) const {
        IndexSet promising(size()), once(size());
        for (const Share& x : sets_[one].shares) {
            promising |= once & x.partners;
            once |= x.partners;
            for (const Share& z : sets_[one].shares)
                if (z.digit != x.digit) promising |= x.partners & mates(z);
        }
        std::vector<Pair> found;
        promising.each(
            [&](int32_t other) {
                const Mask digits = two_of(commons(one, other));
                Struck struck = struck_by(one, other, std::has_single_bit(digits) ? digits : 0);
                if (!std::has_single_bit(digits)) {
                    lock(one, other, digits, struck);
                    lock(other, one, digits, struck);
                }
                if (!struck.empty()) found.push_back({other, digits, std::move(struck)});
            },
            one + 1);
        return found;
    }

    // For each partner of a set with a greater number, and each of the two as the wing: later sets that have a
    // restricted common with the other one, the pivot, and eliminate a digit together with the wing. No two sets may
    // contain each other. If wing and pivot have only one common, the digits must differ.
    std::vector<Wing> wings(int32_t one, StopToken& stop) const {
        std::vector<Wing> found;
        for (const auto& [other, digits] : onward(one)) {
            const Mask spared = std::has_single_bit(digits) ? digits : 0;
            for (const auto& [pivot, wing, from] : {Role{one, other, other + 1}, Role{other, one, one + 1}}) {
                stop.count_steps(Subsets::kStepsEach);
                IndexSet hopeful(size());
                for (const Share& share : sets_[pivot].shares)
                    if (!(spared >> (share.digit - 1) & 1)) hopeful |= share.partners;
                hopeful &= all_mates(wing, spared);
                if (!overlap_) hopeful -= sets_[wing].overlap;
                hopeful.each(
                    [&, wing = wing, pivot = pivot, digits = digits](int32_t last) {
                        const IndexSet &cells = sets_[wing].cells, &more = sets_[last].cells;
                        if (cells.is_within(more) || more.is_within(cells)) return;
                        const Mask others = two_of(commons(pivot, last));
                        Struck struck = struck_by(wing, last, digits | others);
                        if (!struck.empty()) found.push_back({wing, pivot, last, digits, others, std::move(struck)});
                    },
                    from);
            }
        }
        return found;
    }

    // Chains of three links or more that eliminate something, with ascending set numbers or in any order: one for each
    // pair of ends.
    //
    // A set that has lost a digit to the previous set passes another digit on. So the continuations of a chain depend
    // only on its current spot. With each spot we keep the set of starts that reach it, so a single walk along the
    // links finds all chains of any length.
    std::vector<Chain> chains(bool ascending, int32_t max_links, StopToken& stop) const {
        std::vector<Chain> found;
        const auto reaches = ascending ? reach_upward(stop) : reach_around(max_links, stop);
        for (int32_t there = 0; there < size(); ++there)
            for (const auto& [mask, reach] : reaches[there]) {
                stop.count_steps(Subsets::kStepsEach);
                for (int32_t digit = 1; digit <= n_digits(); ++digit) {
                    const IndexSet starts =
                        reach.of_digit(digit, size()) & all_mates(there, mask | Mask{1} << (digit - 1));
                    starts.each([&, mask = mask](int32_t start) {
                        if (start == there) return;
                        const Mask spared = mask | Mask{1} << (digit - 1);
                        found.push_back({start, digit, {there, mask}, struck_by(start, there, spared)});
                    });
                }
            }
        return found;
    }

  private:
    struct Role {
        int32_t pivot, wing, from;
    };

    // Starts of chains: sets and the digits that they pass on.
    class Starts {
      public:
        Starts(int32_t n_digits, int32_t n_sets) : n_words_((n_sets + 63) / 64), all_(n_digits * n_words_ * 64) {}

        void add(int32_t digit, int32_t set) { all_.add((digit - 1) * n_words_ * 64 + set); }
        bool any() const { return all_.any(); }

        Starts& operator|=(const Starts& other) {
            all_ |= other.all_;
            return *this;
        }

        IndexSet of_digit(int32_t digit, int32_t n_sets) const {
            return IndexSet(n_sets, all_.words().subspan((digit - 1) * n_words_, n_words_));
        }

      private:
        int32_t n_words_;
        IndexSet all_;
    };

    // For each set, by the digits of a spot there: the starts from which chains of three links or more reach it.
    using Reaches = std::vector<std::vector<std::pair<Mask, Starts>>>;

    template <class T>
    static T& entry(std::vector<std::pair<Mask, T>>& entries, Mask mask, const T& empty) {
        for (auto& [key, value] : entries)
            if (key == mask) return value;
        return entries.emplace_back(mask, empty).second;
    }

    Reaches reach_upward(StopToken& stop) const {
        const Starts none(n_digits(), size());
        struct Reach {
            Starts of_one, of_two, of_more;  // number of links
        };
        const Reach nowhere{none, none, none};
        std::vector<std::vector<std::pair<Mask, Reach>>> reaches(size());
        Reaches far(size());
        for (int32_t here = 0; here < size(); ++here) {
            std::vector<std::pair<Mask, std::array<Starts, 2>>> lost;  // by the digit that the set has lost
            for (auto& [mask, reach] : reaches[here]) {
                auto& [one, longer] = entry(lost, mask & -mask, {none, none});
                one |= reach.of_one;
                longer |= reach.of_two;
                longer |= reach.of_more;
                if (reach.of_more.any()) far[here].emplace_back(mask, std::move(reach.of_more));
            }
            reaches[here].clear();
            for (const auto& [there, digits] : onward(here)) {
                for (Mask left = digits; left; left &= left - 1)
                    entry(reaches[there], left & -left, nowhere).of_one.add(std::countr_zero(left) + 1, here);
                for (const auto& [digit_lost, starts] : lost) {
                    stop.count_steps(Subsets::kStepsEach);
                    if (!(digits & ~digit_lost)) continue;
                    Reach& further = entry(reaches[there], digits & ~digit_lost, nowhere);
                    further.of_two |= starts[0];
                    further.of_more |= starts[1];
                }
            }
        }
        return far;
    }

    // The same for sets in any order, link by link.
    Reaches reach_around(int32_t max_links, StopToken& stop) const {
        const Starts none(n_digits(), size());
        std::vector<std::vector<Common>> around(size());
        for (int32_t one = 0; one < size(); ++one)
            partners(one).each([&](int32_t other) { around[one].push_back({other, commons(one, other)}); });
        std::vector<std::pair<Spot, Starts>> front;
        std::vector<std::vector<std::pair<Mask, int32_t>>> where(size());  // index in the front, by set and digits
        const auto at = [&](Spot spot) -> Starts& {
            const int32_t next = (int32_t)front.size();
            const int32_t number = entry(where[spot.set], spot.digits, next);
            if (number == next) front.emplace_back(spot, none);
            return front[number].second;
        };
        for (int32_t here = 0; here < size(); ++here)
            for (const auto& [there, digits] : around[here])
                for (Mask left = digits; left; left &= left - 1)
                    at({there, left & -left}).add(std::countr_zero(left) + 1, here);
        Reaches far(size());
        for (int32_t n_links = 2; n_links <= max_links; ++n_links) {
            const auto before = std::exchange(front, {});
            for (auto& some : where) some.clear();
            for (const auto& [spot, starts] : before)
                for (const auto& [there, digits] : around[spot.set]) {
                    stop.count_steps(Subsets::kStepsEach);
                    const Mask left = digits & ~(spot.digits & -spot.digits);
                    if (left) at({there, left}) |= starts;
                }
            for (const auto& [spot, starts] : front)
                if (n_links > 2) entry(far[spot.set], spot.digits, none) |= starts;
        }
        return far;
    }

    // The lowest and the highest of some digits.
    static Mask two_of(Mask digits) { return digits ? (digits & -digits) | std::bit_floor(digits) : 0; }

    // The cells that see all places of a digit in two sets, by digit, except for spared digits.
    Struck struck_by(int32_t one, int32_t other, Mask spared) const {
        Struck found;
        for (const Share& mine : sets_[one].shares) {
            if (spared >> (mine.digit - 1) & 1) continue;
            for (const Share& theirs : sets_[other].shares)
                if (mine.digit == theirs.digit && mine.seen.meets(theirs.seen))
                    found.push_back({mine.digit, mine.seen & theirs.seen});
        }
        return found;
    }

    // Adds the eliminations of a locked set outside another: of all digits except those that lock it.
    void lock(int32_t one, int32_t other, Mask digits, Struck& struck) const {
        for (const Share& share : sets_[one].shares) {
            if (digits >> (share.digit - 1) & 1) continue;
            IndexSet cells = share.seen - sets_[other].cells;
            if (!cells.any()) continue;
            const auto same = std::ranges::find(struck, share.digit, &std::pair<int32_t, IndexSet>::first);
            if (same == struck.end()) struck.push_back({share.digit, std::move(cells)});
            else same->second |= cells;
        }
    }

    // The sets with which a set eliminates a digit, except for spared digits.
    IndexSet all_mates(int32_t number, Mask spared) const {
        IndexSet all(size());
        for (const Share& share : sets_[number].shares)
            if (!(spared >> (share.digit - 1) & 1)) all |= mates(share);
        return all;
    }

    // Many sets have the same view of a digit, so each view is computed once. A set has the digit as a restricted
    // common with another if it sees all places of the other: if the other has no place that it doesn't see.
    void relate(const Subsets& houses, std::span<const Mask> masks, int32_t digit, std::span<const Sight> sights,
                StopToken& stop) {
        const int32_t n = size(), n_cells = houses.n_cells();
        std::vector<IndexSet> beyond;  // what each cell sees beyond the houses; empty if no cell does
        for (const auto& [of_digit, cell, other] : sights) {
            if (of_digit != digit) continue;
            if (beyond.empty()) beyond.assign(n_cells, IndexSet(n_cells));
            beyond[cell].add(other);
            beyond[other].add(cell);
        }
        IndexSet places(n_cells), everyone(n);
        for (Cell cell = 0; cell < n_cells; ++cell)
            if (masks[cell] >> (digit - 1) & 1) places.add(cell);
        std::unordered_map<IndexSet, IndexSet, IndexSetHash> seen_from;
        std::vector<IndexSet> holding(n_cells, IndexSet(n)), watching(n_cells, IndexSet(n));
        for (int32_t number = 0; number < n; ++number)
            for (Share& share : sets_[number].shares) {
                if (share.digit != digit) continue;
                stop.count_steps(Subsets::kStepsEach);
                everyone.add(number);
                const auto [known, is_new] = seen_from.try_emplace(share.places, places);
                IndexSet& seen = known->second;
                if (is_new)
                    share.places.each([&](Cell cell) {
                        if (beyond.empty()) seen &= houses.peers(cell);
                        else seen &= IndexSet(houses.peers(cell)) |= beyond[cell];
                    });
                share.seen = seen;
                share.places.each([&](Cell cell) { holding[cell].add(number); });
                share.seen.each([&](Cell cell) { watching[cell].add(number); });
            }
        struct Relation {
            IndexSet partners;
            int32_t view;
        };
        std::unordered_map<IndexSet, Relation, IndexSetHash> relations;
        for (Set& set : sets_)
            for (Share& share : set.shares) {
                if (share.digit != digit) continue;
                stop.count_steps(Subsets::kStepsEach);
                const auto [known, is_new] = relations.try_emplace(share.seen);
                Relation& relation = known->second;
                if (is_new) {
                    relation = {IndexSet(n), (int32_t)views_.size()};
                    IndexSet& mates = views_.emplace_back(n);
                    if (share.seen.any()) {
                        relation.partners = everyone;
                        (places - share.seen).each([&](Cell cell) { relation.partners -= holding[cell]; });
                        share.seen.each([&](Cell cell) { mates |= watching[cell]; });
                    }
                }
                share.partners = relation.partners;
                if (!overlap_) share.partners -= set.overlap;
                share.view = relation.view;
            }
        watching_.push_back(std::move(watching));
    }

    bool overlap_;
    std::vector<Set> sets_;
    std::vector<IndexSet> views_;                  // for cells with a digit: the sets that eliminate it there
    std::vector<std::vector<IndexSet>> watching_;  // by digit
};

}  // namespace farandole
