// Houses (cells that hold no digit twice) and where they overlap. Networks of the same grid share them.
#pragma once
#include <array>
#include <memory>
#include <stdexcept>

#include "csp/candidates.hpp"

namespace farandole {

// A house of as many cells as digits is full: it holds each digit once.
//
// If all places of a digit in a full house lie in its overlap with another house, the digit goes nowhere else in that
// other house (locked candidates). Disjoint overlaps form a *cut* of the house into segments, so that one count finds
// the locked digits of all of them:
//
//     box 1 |a b c|    cut by rows:    abc | def | ghi    a digit in one segment only leaves the rest of that row
//           |d e f|    cut by columns: adg | beh | cfi
//           |g h i|
class House {
  public:
    House(std::vector<Cell> cells, int32_t n_digits)
        : cells_(std::move(cells)), all_(cells_.size() == (size_t)n_digits ? ~Mask{0} >> (32 - n_digits) : 0) {}

    // The houses that share cells with a house. Each goes into the first cut in which it is disjoint from the others.
    class Overlaps {
      public:
        // Keeps the memory for the next house.
        void clear() {
            cuts_.clear();
            segments_.clear();
        }

        // places: which cells of the house are shared, as bits.
        void add(const House& other, uint32_t places) {
            const size_t n_shared = (size_t)std::popcount(places);
            if (n_shared < 2 || n_shared == other.cells_.size()) return;
            size_t cut = 0;
            while (cut < cuts_.size() && cuts_[cut] & places) ++cut;
            if (cut == cuts_.size()) cuts_.push_back(0);
            cuts_[cut] |= places;
            segments_.push_back({&other, places, cut});
        }

      private:
        friend House;
        struct Segment {
            const House* other;
            uint32_t places;
            size_t cut;
        };
        std::vector<uint32_t> cuts_;  // the places of their segments
        std::vector<Segment> segments_;
    };

    // Stores the overlaps with other houses. is_ours: whether a cell belongs to this house.
    template <class IsOurs>
    void cut(const Overlaps& overlaps, IsOurs is_ours) {
        const auto& cuts = overlaps.cuts_;
        const auto& segments = overlaps.segments_;
        if (cuts.empty()) return;
        size_t n_rests = 0;
        for (const auto& segment : segments)
            n_rests += segment.other->cells_.size() - (size_t)std::popcount(segment.places);
        const size_t n_segments = segments.size() + cuts.size();
        auto made = std::make_unique<Cuts>();
        made->places.reserve(cuts.size() * cells_.size());
        made->place_ends.reserve(n_segments + 1);
        made->rests.reserve(n_segments, n_rests);
        made->ends.reserve(cuts.size() + 1);
        made->place_ends.push_back(0);
        made->ends.push_back(0);
        for (size_t cut = 0; cut < cuts.size(); ++cut) {
            for (const auto& segment : segments) {
                if (segment.cut != cut) continue;
                made->add(segment.places);
                for (const Cell cell : segment.other->cells_)
                    if (!is_ours(cell)) made->rests.push(cell);
                made->rests.end();
            }
            if (const uint32_t left = ~uint32_t{0} >> (32 - cells_.size()) & ~cuts[cut])
                made->add(left), made->rests.end();
            made->ends.push_back((int32_t)made->rests.size());
        }
        cuts_ = std::move(made);
    }

    // Applies naked and hidden singles until nothing changes, then the cuts. self: the number of this house.
    bool revise(Candidates& candidates, int32_t self) const {
        switch (cells_.size()) {
            case 2: return revise(candidates, self, std::integral_constant<size_t, 2>{});
            case 9: return revise(candidates, self, std::integral_constant<size_t, 9>{});
            default: return revise(candidates, self, cells_.size());
        }
    }

    std::span<const Cell> cells() const { return cells_; }
    bool is_full() const { return all_ != 0; }

    // A segment of a cut: some cells of this house, and the rest of the house that overlaps it there.
    struct SegmentView {
        std::vector<Cell> cells;
        std::span<const Cell> rest;
    };

    std::vector<std::vector<SegmentView>> cuts() const {
        std::vector<std::vector<SegmentView>> cuts;
        if (!cuts_) return cuts;
        const auto& [places, place_ends, rests, ends] = *cuts_;
        for (size_t cut = 0; cut + 1 < ends.size(); ++cut) {
            cuts.emplace_back();
            for (int32_t i = ends[cut]; i < ends[cut + 1]; ++i) {
                SegmentView segment{{}, rests[i]};
                for (int32_t at = place_ends[i]; at < place_ends[i + 1]; ++at)
                    segment.cells.push_back(cells_[places[at]]);
                cuts.back().push_back(std::move(segment));
            }
        }
        return cuts;
    }

  private:
    // The segments of all cuts, one after another: their places, and the rests of the overlapping houses.
    struct Cuts {
        std::vector<uint8_t> places;
        std::vector<int32_t> place_ends;
        Lists rests;
        std::vector<int32_t> ends;  // of each cut, among the segments

        void add(uint32_t some) {
            for (; some; some &= some - 1) places.push_back((uint8_t)std::countr_zero(some));
            place_ends.push_back((int32_t)places.size());
        }
    };

    template <class Size>  // a compile-time constant for the usual sizes
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
            // A digit can only have become locked if it lost a place since the last revision.
            if (!hidden && !(twice & placed))
                return revise_cuts(candidates, masks, all_ & ~placed & candidates.houses.digits(self));
            for (size_t place = 0; place < n; ++place) {
                if (is_single(masks[place])) continue;
                const Mask here = masks[place] & hidden;
                if (!is_single(here)) return false;  // two digits have only this place
                if (!candidates.keep(cells[place], here ? here : ~placed)) return false;
            }
        }
    }

    bool revise_cuts(Candidates& candidates, const std::array<Mask, 32>& masks, Mask open) const {
        if (!open || !cuts_) return true;
        const auto& [places, place_ends, rests, ends] = *cuts_;
        const uint8_t* place = places.data();
        for (size_t cut = 0; cut + 1 < ends.size(); ++cut) {
            std::array<Mask, 32> digits;  // of each segment
            Mask once = 0, twice = 0;
            const int32_t begin = ends[cut], end = ends[cut + 1];
            for (int32_t i = begin; i < end; ++i) {
                Mask any = 0;
                for (const uint8_t* last = places.data() + place_ends[i + 1]; place < last; ++place)
                    any |= masks[*place];
                twice |= once & any;
                once |= any;
                digits[i - begin] = any;
            }
            const Mask locked = open & ~twice;
            if (!locked) continue;
            for (int32_t i = begin; i < end; ++i) {
                const Mask here = digits[i - begin] & locked;
                if (!here) continue;
                for (const Cell cell : rests[i])
                    if (!candidates.keep(cell, ~here)) return false;
            }
        }
        return true;
    }

    std::vector<Cell> cells_;           // ascending
    Mask all_;                          // all digits if the house is full, else 0
    std::unique_ptr<const Cuts> cuts_;  // null if no other house shares two cells or more
};

// The houses of a grid, the largest first, and for each cell the numbers of its houses. Immutable.
class Houses {
  public:
    Houses(int32_t n_digits, int32_t n_cells, std::vector<std::vector<Cell>> lists)
        : n_digits_(n_digits), n_cells_(n_cells) {
        if (!(1 <= n_digits && n_digits <= 32)) throw std::invalid_argument("expected 1 to 32 digits");
        if (n_cells < 0) throw std::invalid_argument("expected at least 0 cells");
        for (auto& cells : lists) validate(cells);
        keep_widest(std::move(lists));
        of_cell_ = Lists::by_entry(n_cells, list_, [](const House& house) { return house.cells(); });
        n_wide_ = (int32_t)std::ranges::count_if(list_, [](const House& house) { return house.cells().size() > 2; });
        overlap();
    }

    int32_t n_digits() const { return n_digits_; }
    int32_t n_cells() const { return n_cells_; }
    std::span<const House> list() const { return list_; }
    const Lists& of_cell() const { return of_cell_; }
    int32_t n_wide() const { return n_wide_; }  // of more than two cells

  private:
    // How many neighboring houses are searched for overlaps. No published puzzle has more. If there are more, the
    // result is still correct but the propagation is weaker.
    static constexpr size_t kMaxNear = 300;

    void validate(std::vector<Cell>& cells) const {
        std::sort(cells.begin(), cells.end());
        if (std::adjacent_find(cells.begin(), cells.end()) != cells.end())
            throw std::invalid_argument("expected a house with each cell once");
        if (!cells.empty() && (cells.front() < 0 || cells.back() >= n_cells_))
            throw std::invalid_argument("expected cells from 0 to n_cells - 1");
        if (cells.size() > (size_t)n_digits_) throw std::invalid_argument("expected houses of at most n_digits cells");
    }

    // Drops houses that are part of another house, such as the shared boxes of a samurai.
    void keep_widest(std::vector<std::vector<Cell>> lists) {
        const auto is_wider = [](const auto& a, const auto& b) { return a.size() > b.size(); };
        if (!std::ranges::is_sorted(lists, is_wider)) std::ranges::stable_sort(lists, is_wider);
        struct Link {
            int32_t house, before;  // a house of a cell, and the index of the link before it
        };
        std::vector<Link> links;
        std::vector<int32_t> last(n_cells_, -1);  // by cell: the index of its last link
        list_.reserve(lists.size());
        for (auto& cells : lists) {
            if (cells.empty()) continue;
            bool is_part = false;
            size_t n_near = 0;
            for (int32_t at = last[cells.front()]; at >= 0 && n_near++ < kMaxNear && !is_part; at = links[at].before)
                is_part = std::ranges::includes(list_[links[at].house].cells(), cells);
            if (is_part) continue;
            for (const Cell cell : cells) {
                links.push_back({(int32_t)list_.size(), last[cell]});
                last[cell] = (int32_t)links.size() - 1;
            }
            list_.emplace_back(std::move(cells), n_digits_);
        }
    }

    void overlap() {
        std::vector<uint32_t> places(list_.size(), 0);  // shared with house i
        std::vector<int32_t> near;
        std::vector<int32_t> owner(n_cells_, -1);  // by cell: the last full house i that contains it
        House::Overlaps overlaps;
        for (int32_t i = 0; i < (int32_t)list_.size(); ++i) {
            if (!list_[i].is_full()) break;  // the largest come first
            near.clear();
            const auto cells = list_[i].cells();
            for (size_t place = 0; place < cells.size(); ++place) {
                owner[cells[place]] = i;
                for (const int32_t house : of_cell_[cells[place]]) {
                    if (house == i || (!places[house] && near.size() > kMaxNear)) continue;
                    if (!places[house]) near.push_back(house);
                    places[house] |= 1u << place;
                }
            }
            std::ranges::sort(near);
            overlaps.clear();
            for (const int32_t house : near) overlaps.add(list_[house], std::exchange(places[house], 0));
            list_[i].cut(overlaps, [&](Cell cell) { return owner[cell] == i; });
        }
    }

    int32_t n_digits_, n_cells_, n_wide_;
    std::vector<House> list_;
    Lists of_cell_;
};

}  // namespace farandole
