// What holds a puzzle's cells together: its houses, and relations between cells. Immutable; searches share it.
#pragma once
#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>

#include "puzzle/assignment.hpp"
#include "puzzle/candidates.hpp"

namespace farandole {

// Digits, each times a coefficient, that add up to `low` to `high`.
struct Linear {
    std::vector<Cell> cells;  // clique after clique: cells with one coefficient that hold no digit twice
    std::vector<int32_t> coefficients;
    std::vector<int32_t> sizes;  // of the cliques
    int64_t low, high;
};

struct Split;

// Cells whose digits depend on each other in some other way than a house's.
class Relation {
  public:
    explicit Relation(std::vector<Cell> cells) : cells_(std::move(cells)) {}
    virtual ~Relation() = default;

    // Strikes candidates that fit no digits of the other cells. False: nothing fits. It may strike fewer than it could,
    // but where all cells have one candidate it decides.
    virtual bool revise(Candidates& candidates) const = 0;

    // For each digit of the first of two cells what the second may hold beside it, if that is all; else null.
    virtual const Mask* partners() const { return nullptr; }

    // The sets of digits one of which the cells hold, no digit twice, if that is all; else none.
    virtual std::span<const Mask> sets() const { return {}; }

    // The sum that the digits make, if that is all; else one of no cells.
    virtual Linear linear() const { return {}; }

    // The splits of which the cells, a house in line, keep one, if that is all; else none.
    virtual std::span<const Split> splits() const { return {}; }

    // How many skyscrapers are seen along the cells, a house in line, if that is all; else 0.
    virtual int32_t skyscrapers() const { return 0; }

    std::span<const Cell> cells() const { return cells_; }

  protected:
    std::vector<Cell> cells_;
};

// Cells that hold no digit twice; as many cells as digits hold each digit once.
//
// Where another house overlaps a full one, a digit whose places are all there goes nowhere else in the other. Overlaps
// that have no common cell make a *cut* of the house into segments, so that one count finds such digits for all of them:
//
//     box 1 |a b c|    cut by rows:    abc | def | ghi    a digit in one segment only leaves the rest of that row
//           |d e f|    cut by columns: adg | beh | cfi
//           |g h i|
class House {
  public:
    House(std::vector<Cell> cells, int32_t n_digits)
        : cells_(std::move(cells)), all_(cells_.size() == (size_t)n_digits ? ~Mask{0} >> (32 - n_digits) : 0) {}

    // Another house that shares some of our cells: which, as bits of their places.
    struct Overlap {
        const House* other;
        uint32_t places;
    };

    // Notes where other houses overlap this one. An overlap goes into the first cut in which it is apart from all others.
    // is_ours: whether a cell is one of ours.
    template <class IsOurs>
    void overlap(std::span<const Overlap> overlaps, IsOurs is_ours) {
        std::vector<uint32_t> cuts;  // the places of their segments
        std::vector<std::pair<size_t, Overlap>> segments;
        for (const Overlap& overlap : overlaps) {
            const size_t n_shared = (size_t)std::popcount(overlap.places);
            if (n_shared < 2 || n_shared == overlap.other->cells_.size()) continue;
            size_t cut = 0;
            while (cut < cuts.size() && cuts[cut] & overlap.places) ++cut;
            if (cut == cuts.size()) cuts.push_back(0);
            cuts[cut] |= overlap.places;
            segments.push_back({cut, overlap});
        }
        for (size_t cut = 0; cut < cuts.size(); ++cut) {
            for (const auto& [number, overlap] : segments) {
                if (number != cut) continue;
                add(overlap.places);
                for (const Cell cell : overlap.other->cells_)
                    if (!is_ours(cell)) rests_.push(cell);
                rests_.end();
            }
            if (const uint32_t left = ~uint32_t{0} >> (32 - cells_.size()) & ~cuts[cut]) add(left), rests_.end();
            cut_ends_.push_back((int32_t)rests_.size());
        }
    }

    // Naked and hidden singles until there are no more, then the cuts. self: our number among the houses.
    bool revise(Candidates& candidates, int32_t self) const {
        switch (cells_.size()) {
            case 2: return revise(candidates, self, std::integral_constant<size_t, 2>{});
            case 9: return revise(candidates, self, std::integral_constant<size_t, 9>{});
            default: return revise(candidates, self, cells_.size());
        }
    }

    std::span<const Cell> cells() const { return cells_; }
    bool is_full() const { return all_ != 0; }

    // A segment of a cut: some of our cells, and the rest of the house that overlaps us there.
    struct SegmentView {
        std::vector<Cell> cells;
        std::span<const Cell> rest;
    };

    std::vector<std::vector<SegmentView>> cuts() const {
        std::vector<std::vector<SegmentView>> cuts;
        for (size_t cut = 0; cut + 1 < cut_ends_.size(); ++cut) {
            cuts.emplace_back();
            for (int32_t i = cut_ends_[cut]; i < cut_ends_[cut + 1]; ++i) {
                SegmentView segment{{}, rests_[i]};
                for (int32_t at = place_ends_[i]; at < place_ends_[i + 1]; ++at) segment.cells.push_back(cells_[places_[at]]);
                cuts.back().push_back(std::move(segment));
            }
        }
        return cuts;
    }

  private:
    void add(uint32_t places) {
        for (; places; places &= places - 1) places_.push_back((uint8_t)std::countr_zero(places));
        place_ends_.push_back((int32_t)places_.size());
    }

    template <class Size>  // known to the compiler for the usual ones
    bool revise(Candidates& candidates, int32_t self, Size n) const {
        std::array<Mask, 32> masks;
        const Cell* cells = cells_.data();
        for (;;) {
            Mask once = 0, twice = 0, placed = 0, clash = 0;
            for (size_t place = 0; place < n; ++place) {
                const Mask mask = masks[place] = candidates[cells[place]];
                const Mask digit = is_single(mask) ? mask : 0;
                twice |= once & mask;
                once |= mask;
                clash |= placed & digit;
                placed |= digit;
            }
            if (clash || (all_ & ~once)) return false;
            const Mask hidden = all_ & ~twice & ~placed;
            // Only digits that lost a place can be in one segment now that were not before.
            if (!hidden && !(twice & placed))
                return revise_cuts(candidates, masks, all_ & ~placed & candidates.houses.digits(self));
            for (size_t place = 0; place < n; ++place) {
                if (is_single(masks[place])) continue;
                const Mask here = masks[place] & hidden;
                if (!is_single(here)) return false;  // two digits with this place only
                if (!candidates.keep(cells[place], here ? here : ~placed)) return false;
            }
        }
    }

    bool revise_cuts(Candidates& candidates, const std::array<Mask, 32>& masks, Mask open) const {
        if (!open) return true;
        const uint8_t* place = places_.data();
        for (size_t cut = 0; cut + 1 < cut_ends_.size(); ++cut) {
            std::array<Mask, 32> digits;  // of each segment
            Mask once = 0, twice = 0;
            const int32_t begin = cut_ends_[cut], end = cut_ends_[cut + 1];
            for (int32_t i = begin; i < end; ++i) {
                Mask any = 0;
                for (const uint8_t* last = places_.data() + place_ends_[i + 1]; place < last; ++place) any |= masks[*place];
                twice |= once & any;
                once |= any;
                digits[i - begin] = any;
            }
            const Mask locked = open & ~twice;
            if (!locked) continue;
            for (int32_t i = begin; i < end; ++i) {
                const Mask here = digits[i - begin] & locked;
                if (!here) continue;
                for (const Cell cell : rests_[i])
                    if (!candidates.keep(cell, ~here)) return false;
            }
        }
        return true;
    }

    std::vector<Cell> cells_;  // ascending
    Mask all_;                 // each digit, of which each has a place; 0 if there are fewer cells than digits
    // The segments of all cuts, one after another: their places, and the rests of the houses that overlap them.
    std::vector<uint8_t> places_;
    std::vector<int32_t> place_ends_{0};
    Lists rests_;
    std::vector<int32_t> cut_ends_{0};
};

// Relations, and for each cell those that watch it, by number.
struct Relations {
    using Owned = std::vector<std::unique_ptr<Relation>>;

    Relations() = default;
    Relations(Owned relations, int32_t n_cells) : Relations({}, std::move(relations), n_cells) {}

    // With others, which somebody else owns, before ours.
    Relations(const Relations& others, Owned ours, int32_t n_cells) : list(others.list), owned(std::move(ours)) {
        for (const auto& relation : owned) list.push_back(relation.get());
        of_cell = Lists::by_entry(n_cells, list, [](const Relation* relation) { return relation->cells(); });
    }

    std::vector<const Relation*> list;
    Lists of_cell;
    Owned owned;
};

class Network {
  public:
    using Owned = Relations::Owned;

    Network(int32_t n_digits, int32_t n_cells, std::vector<std::vector<Cell>> houses)
        : n_digits_(n_digits), n_cells_(n_cells) {
        if (!(1 <= n_digits && n_digits <= 32)) throw std::invalid_argument("expected 1 to 32 digits");
        if (n_cells < 0) throw std::invalid_argument("expected at least 0 cells");
        for (auto& cells : houses) validate(cells);
        for (auto& cells : widest(std::move(houses))) houses_.emplace_back(std::move(cells), n_digits);
        houses_of_ = Lists::by_entry(n_cells, houses_, [](const House& house) { return house.cells(); });
        overlap_houses();
    }

    Network(const Network&) = delete;  // searches refer to it

    // Ends the building: from here on each cell knows its relations. derive: makes more that follow from them.
    void add(Owned relations, std::function<Owned()> derive = {}) {
        stated_ = {std::move(relations), n_cells_};
        derives_ = derive != nullptr;
        derive_ = std::move(derive);
    }

    // The relations as they were said. Many puzzles need no others.
    const Relations& stated() const { return stated_; }

    // With those that follow from them, which are made when somebody asks for the first time.
    const Relations& all() const {
        if (!derives_) return stated_;
        std::call_once(is_derived_, [&] {
            Owned derived = derive_();
            if (!derived.empty()) all_ = {stated_, std::move(derived), n_cells_};
            derive_ = nullptr;
        });
        return all_.list.empty() ? stated_ : all_;
    }

    // Whether `all` may be more than was stated.
    bool derives() const { return derives_; }

    int32_t n_digits() const { return n_digits_; }
    int32_t n_cells() const { return n_cells_; }
    Mask all_digits() const { return ~Mask{0} >> (32 - n_digits_); }
    std::span<const House> houses() const { return houses_; }
    std::span<const int32_t> houses_of(Cell cell) const { return houses_of_[cell]; }
    std::span<const Relation* const> relations() const { return all().list; }

    // How much holds each cell: 1, and the more for a relation or a house with fewer digits the fewer cells it has.
    std::vector<float> weights(const Relations& relations) const {
        std::vector<float> weights(n_cells_, 1.0f);
        const auto add = [&](std::span<const Cell> cells) {
            for (const Cell cell : cells) weights[cell] += (float)n_digits_ / (float)cells.size();
        };
        for (const House& house : houses_)
            if (!house.is_full()) add(house.cells());
        for (const Relation* relation : relations.list) add(relation->cells());
        return weights;
    }

    // All candidates of these masks, and everybody awake.
    Candidates begin(std::span<const Mask> masks) const { return begin(masks, all()); }
    Candidates begin(std::span<const Mask> masks, const Relations& relations) const {
        const auto n_houses = (int32_t)houses_.size(), n_relations = (int32_t)relations.list.size();
        Candidates candidates(masks, houses_of_, n_houses, relations.of_cell, n_relations);
        for (int32_t house = 0; house < n_houses; ++house) candidates.houses.wake(house, all_digits());
        for (int32_t relation = 0; relation < n_relations; ++relation) candidates.relations.wake(relation, all_digits());
        return candidates;
    }

    // Revises whoever is awake, until nobody is. False: nothing fits some house or relation, which calls `blame` with
    // its cells.
    template <class Blame>
    bool propagate(Candidates& candidates, Blame blame) const {
        return propagate(candidates, all(), blame);
    }

    // With the relations with which the candidates began.
    template <class Blame>
    bool propagate(Candidates& candidates, const Relations& relations, Blame blame) const {
        for (;;) {
            std::span<const Cell> cells;
            if (const int32_t house = candidates.houses.next(); house >= 0) {
                const bool holds = houses_[house].revise(candidates, house);
                candidates.houses.clear(house);  // it went on until it had no more to say
                if (holds) continue;
                cells = houses_[house].cells();
            } else if (const int32_t number = candidates.relations.first(); number >= 0) {
                candidates.relations.clear(number);  // what it strikes may be reason to ask it again
                const Relation& relation = *relations.list[number];
                if (relation.revise(candidates)) continue;
                cells = relation.cells();
            } else {
                return true;
            }
            candidates.houses.clear_all();
            candidates.relations.clear_all();
            blame(cells);
            return false;
        }
    }

    // The same for a puzzle before a search, with a thorough look at each house. False: there is no solution.
    bool narrow(Candidates& candidates) const {
        for (bool is_settled = false; !is_settled;) {
            if (!propagate(candidates, [](std::span<const Cell>) {})) return false;
            for (const House& house : houses_)
                if (!Assignment(candidates, house.cells()).strike(candidates)) return false;
            is_settled = candidates.houses.first() < 0 && candidates.relations.first() < 0;
        }
        return true;
    }

  private:
    // Houses around a house whose overlaps with it are looked for. More than any puzzle has that people set; where
    // there are more, others are still kept, but say less.
    static constexpr size_t kMostNear = 300;

    void validate(std::vector<Cell>& cells) const {
        std::sort(cells.begin(), cells.end());
        if (std::adjacent_find(cells.begin(), cells.end()) != cells.end())
            throw std::invalid_argument("expected a house with each cell once");
        if (!cells.empty() && (cells.front() < 0 || cells.back() >= n_cells_))
            throw std::invalid_argument("expected cells from 0 to n_cells - 1");
        if (cells.size() > (size_t)n_digits_)
            throw std::invalid_argument("expected houses of at most n_digits cells");
    }

    // Houses that are not part of another one; a samurai shares its corner boxes.
    std::vector<std::vector<Cell>> widest(std::vector<std::vector<Cell>> houses) const {
        std::stable_sort(houses.begin(), houses.end(), [](auto& a, auto& b) { return a.size() > b.size(); });
        std::vector<std::vector<Cell>> kept;
        std::vector<std::vector<size_t>> houses_of(n_cells_);
        for (auto& cells : houses) {
            if (cells.empty()) continue;
            bool is_part = false;
            const auto& around = houses_of[cells.front()];
            for (size_t i = around.size() - std::min(around.size(), kMostNear); i < around.size() && !is_part; ++i) {
                const size_t house = around[i];
                is_part = std::includes(kept[house].begin(), kept[house].end(), cells.begin(), cells.end());
            }
            if (is_part) continue;
            for (const Cell cell : cells) houses_of[cell].push_back(kept.size());
            kept.push_back(std::move(cells));
        }
        return kept;
    }

    void overlap_houses() {
        std::vector<uint32_t> places(houses_.size(), 0);  // shared with the house that we are at
        std::vector<int32_t> near;
        std::vector<int32_t> owner(n_cells_, -1);  // the last house that we were at
        std::vector<House::Overlap> overlaps;
        for (int32_t i = 0; i < (int32_t)houses_.size(); ++i) {
            if (!houses_[i].is_full()) continue;
            near.clear();
            const auto cells = houses_[i].cells();
            for (size_t place = 0; place < cells.size(); ++place) {
                owner[cells[place]] = i;
                for (const int32_t house : houses_of_[cells[place]]) {
                    if (house == i || (!places[house] && near.size() > kMostNear)) continue;
                    if (!places[house]) near.push_back(house);
                    places[house] |= 1u << place;
                }
            }
            std::ranges::sort(near);
            overlaps.clear();
            for (const int32_t house : near) overlaps.push_back({&houses_[house], std::exchange(places[house], 0)});
            houses_[i].overlap(overlaps, [&](Cell cell) { return owner[cell] == i; });
        }
    }

    int32_t n_digits_, n_cells_;
    std::vector<House> houses_;
    Lists houses_of_;  // by cell
    Relations stated_;
    bool derives_ = false;
    mutable std::once_flag is_derived_;
    mutable std::function<Owned()> derive_;
    mutable Relations all_;  // none, if nothing was derived
};

}  // namespace farandole
