// A network laid out as the arrays that the SIMD kernels read. No Python here.
#pragma once
#include <cstdlib>

#include "csp/constraints/splits.hpp"
#include "csp/simd/plan.hpp"

namespace farandole {

class SimdLayout {
  public:
    explicit SimdLayout(const Network& network)
        : network_(network), first_segments_(network.n_cells(), -1), is_in_cage_(network.n_cells(), 0),
          n_inside_(network.houses().size()) {
        const auto constraints = network.constraints();
        for (const Constraint* constraint : constraints)
            if (is_cage(*constraint)) cages_.push_back(constraint->cells());
        for (const House& house : network.houses()) add(house);
        add_bands();
        add_cuts();
        for (size_t number = 0; number < constraints.size(); ++number)
            if (!constraints[number]->is_implied() && !add(*constraints[number])) others_.push_back((int32_t)number);
    }

    // Points into this layout.
    SimdPlan plan() const {
        const auto size = [](const auto& list) { return (int32_t)list.size(); };
        return {.n_digits = network_.n_digits(),
                .n_cells = network_.n_cells(),
                .cells = cells_.data(),
                .numbers = numbers_.data(),
                .masks = masks_.data(),
                .houses = houses_.data(),
                .bands = bands_.data(),
                .cuts = cuts_.data(),
                .segments = segments_.data(),
                .pairs = pairs_.data(),
                .sets = sets_.data(),
                .locks = locks_.data(),
                .triples = triples_.data(),
                .sums = sums_.data(),
                .cliques = cliques_.data(),
                .lines = lines_.data(),
                .splits = splits_.data(),
                .skylines = skylines_.data(),
                .n_houses = size(houses_),
                .n_bands = size(bands_),
                .n_cuts = size(cuts_),
                .n_segments = size(segments_),
                .n_pairs = size(pairs_),
                .n_sets = size(sets_),
                .n_triples = size(triples_),
                .n_sums = size(sums_),
                .n_lines = size(lines_),
                .n_skylines = size(skylines_)};
    }

    // Whether a constraint usually has a vector form.
    static bool has_vector_form(const Constraint& constraint) {
        return constraint.partners() || is_cage(constraint) || !constraint.splits().empty() ||
               constraint.skyscrapers() || !constraint.linear().cells.empty();
    }

    // Constraints without a vector form, by number.
    std::span<const int32_t> others() const { return others_; }

  private:
    static constexpr size_t kMaxSets = 300;  // of a constraint: with more sets, revising one lane at a time is as fast
    static constexpr int64_t kMaxTotal = 15'000;  // sums and their differences fit into 16 bits

    // A full house cut into segments, by number. It is a line if all segments have the same length and are also in
    // another full house.
    struct Cut {
        std::vector<int32_t> segments;
        std::vector<std::pair<int32_t, int32_t>> rests;  // the rest of a house that is not full, and our segment in it
        bool is_line = true, is_in_band = false;
    };

    SimdSpan list(std::span<const Cell> cells) {
        cells_.insert(cells_.end(), cells.begin(), cells.end());
        return {(int32_t)(cells_.size() - cells.size()), (int32_t)cells_.size()};
    }

    SimdSpan list_of_masks(std::span<const Mask> masks) {
        masks_.insert(masks_.end(), masks.begin(), masks.end());
        return {(int32_t)(masks_.size() - masks.size()), (int32_t)masks_.size()};
    }

    template <class Entry>
    static SimdSpan since(int32_t begin, const std::vector<Entry>& entries) {
        return {begin, (int32_t)entries.size()};
    }

    // Cells of a house with a set constraint that has a vector form.
    static bool is_cage(const Constraint& constraint) {
        return !constraint.sets().empty() && constraint.sets().size() <= kMaxSets;
    }

    void add(const House& house) {
        const auto is_this = [&](std::span<const Cell> cage) {
            return std::ranges::is_permutation(cage, house.cells());
        };
        // A set constraint over the house implies that its digits differ.
        if (house.is_full() || std::ranges::none_of(cages_, is_this))
            houses_.push_back({list(house.cells()), house.is_full()});
        for (const auto& parts : house.cuts()) {
            Cut& cut = known_cuts_.emplace_back();
            for (const auto& [cells, rest] : parts) {
                const int32_t number = segment(cells);
                const bool is_in_full = !rest.empty() && cells.size() + rest.size() == (size_t)network_.n_digits();
                cut.segments.push_back(number);
                cut.is_line = cut.is_line && is_in_full && cells.size() == parts.front().cells.size();
                // The rest of a full house consists of segments of its own cuts.
                if (!rest.empty() && !is_in_full) cut.rests.push_back({segment(rest), number});
            }
        }
    }

    // A band: lines that cross in segments, each segment in exactly two of them.
    void add_bands() {
        std::vector<std::vector<int32_t>> lines_of(known_segments_.size());
        for (int32_t line = 0; line < (int32_t)known_cuts_.size(); ++line)
            if (known_cuts_[line].is_line)
                for (const int32_t segment : known_cuts_[line].segments) lines_of[segment].push_back(line);
        const auto across = [&](int32_t segment, int32_t line) {
            const auto& lines = lines_of[segment];
            return lines.size() == 2 ? lines[0] + lines[1] - line : -1;
        };
        for (int32_t line = 0; line < (int32_t)known_cuts_.size(); ++line) {
            if (!known_cuts_[line].is_line || known_cuts_[line].is_in_band) continue;
            std::vector<int32_t> rows, columns, grid;
            for (const int32_t segment : known_cuts_[line].segments) columns.push_back(across(segment, line));
            if (std::ranges::min(columns) < 0) continue;
            for (const int32_t segment : known_cuts_[columns[0]].segments) rows.push_back(across(segment, columns[0]));
            if (std::ranges::min(rows) < 0 || rows.size() * columns.size() > SimdPlan::Band::kMaxSegments) continue;
            const auto is_as_long = [&](std::span<const int32_t> lines, size_t n) {
                return std::ranges::all_of(lines, [&](int32_t one) { return known_cuts_[one].segments.size() == n; });
            };
            if (!is_as_long(rows, columns.size()) || !is_as_long(columns, rows.size())) continue;
            for (const int32_t row : rows)
                for (const int32_t column : columns)
                    for (const int32_t segment : known_cuts_[row].segments)
                        if (across(segment, row) == column) grid.push_back(segment);
            if (grid.size() != rows.size() * columns.size()) continue;
            const auto begin = (int32_t)cells_.size();
            for (const int32_t segment : grid) list(known_segments_[segment]);
            bands_.push_back({since(begin, cells_), (int32_t)rows.size(), (int32_t)columns.size()});
            for (const int32_t row : rows) known_cuts_[row].is_in_band = true;
            for (const int32_t column : columns) known_cuts_[column].is_in_band = true;
        }
    }

    // All other cuts.
    void add_cuts() {
        std::vector<int32_t> numbers(known_segments_.size(), -1);
        const auto number_of = [&](int32_t segment) {
            if (numbers[segment] < 0) {
                numbers[segment] = (int32_t)segments_.size();
                segments_.push_back({list(known_segments_[segment]), {0, 0}});
            }
            return numbers[segment];
        };
        std::vector<int32_t> n_cuts(known_segments_.size(), 0);
        for (const Cut& cut : known_cuts_)
            for (const int32_t segment : cut.segments) n_cuts[segment] += !cut.is_in_band;
        std::vector<std::pair<int32_t, int32_t>> rivals;
        for (const Cut& cut : known_cuts_) {
            if (cut.is_in_band) continue;
            const size_t begin = numbers_.size();
            for (const int32_t segment : cut.segments) numbers_.push_back(number_of(segment));
            for (const auto& [rest, segment] : cut.rests) rivals.push_back({number_of(rest), number_of(segment)});
            // Digits that a segment locks in this cut are not in the others anyway; another cut may lock more.
            for (size_t other = begin; other < numbers_.size(); ++other)
                for (size_t one = begin; one < numbers_.size() && n_cuts[cut.segments[other - begin]] > 1; ++one)
                    if (one != other) rivals.push_back({numbers_[one], numbers_[other]});
            cuts_.push_back({since((int32_t)begin, numbers_)});
        }
        std::ranges::sort(rivals);
        rivals.erase(std::unique(rivals.begin(), rivals.end()), rivals.end());
        for (auto at = rivals.begin(); at < rivals.end();) {
            const int32_t one = at->first, begin = (int32_t)numbers_.size();
            for (; at < rivals.end() && at->first == one; ++at) numbers_.push_back(at->second);
            segments_[one].rivals = since(begin, numbers_);
        }
    }

    // The number of the segment with these cells.
    int32_t segment(std::span<const Cell> cells) {
        int32_t* at = &first_segments_[cells[0]];
        for (; *at >= 0; at = &next_segments_[*at])
            if (std::ranges::equal(cells, known_segments_[*at])) return *at;
        const int32_t number = *at = (int32_t)known_segments_.size();
        known_segments_.append(cells);
        next_segments_.push_back(-1);
        return number;
    }

    bool add(const Constraint& constraint) {
        if (const Mask* partners = constraint.partners()) {
            add_pair(constraint.cells(), {partners, partners + network_.n_digits()});
            return true;
        }
        if (is_cage(constraint)) {
            add_sets(constraint.cells(), constraint.sets());
            return true;
        }
        if (!constraint.sets().empty()) return false;
        if (const auto splits = constraint.splits(); !splits.empty()) return add_line(constraint.cells(), splits);
        if (const int32_t count = constraint.skyscrapers()) {
            skylines_.push_back({list(constraint.cells()), count});
            return true;
        }
        return add_sum(constraint.linear());
    }

    void add_pair(std::span<const Cell> cells, std::span<const Mask> forward) {
        std::vector<Mask> backward(forward.size(), 0);
        for (size_t digit = 0; digit < forward.size(); ++digit)
            for (Mask left = forward[digit]; left; left &= left - 1)
                backward[std::countr_zero(left)] |= Mask{1} << digit;
        pairs_.push_back({list(cells), list_of_masks(forward).begin, list_of_masks(backward).begin});
    }

    void add_sets(std::span<const Cell> cells, std::span<const Mask> sets) {
        const int32_t first = (int32_t)locks_.size();
        touched_.clear();
        for (const Cell cell : cells) is_in_cage_[cell] = 1;
        for (const Cell cell : cells)
            for (const int32_t house : network_.houses_of(cell))
                if (n_inside_[house]++ == 0) touched_.push_back(house);
        std::ranges::sort(touched_);
        for (const int32_t number : touched_) {
            const size_t n_inside = std::exchange(n_inside_[number], 0);
            const auto house = network_.houses()[number].cells();
            if (n_inside < 2 || n_inside == house.size()) continue;
            const auto begin = (int32_t)cells_.size();
            for (const Cell cell : house) is_in_cage_[cell] += is_in_cage_[cell] ? 1 : 0;
            for (const Cell cell : cells)
                if (is_in_cage_[cell] == 1) cells_.push_back(cell);
            const SimdSpan outside = since(begin, cells_);
            for (const Cell cell : house)
                if (is_in_cage_[cell]) --is_in_cage_[cell];
                else cells_.push_back(cell);
            locks_.push_back({outside, since(outside.end, cells_)});
        }
        for (const Cell cell : cells) is_in_cage_[cell] = 0;
        sets_.push_back({list(cells), list_of_masks(sets), since(first, locks_)});
    }

    bool add_line(std::span<const Cell> cells, std::span<const Split> splits) {
        const auto known = known_splits_.find(splits.data());
        if (known != known_splits_.end()) {
            lines_.push_back({list(cells), known->second});
            return true;
        }
        const int32_t first = (int32_t)splits_.size();
        for (const Split& split : splits) {
            SimdPlan::Split entry{{-1, -1},
                                  {0, 0},
                                  network_.all_digits(),
                                  list_of_places(split.inside),
                                  list_of_places(split.outside),
                                  list_of_masks(split.sets)};
            for (size_t i = 0; i < split.fixed.size(); ++i) {
                entry.places[i] = split.fixed[i].place;
                entry.digits[i] = split.fixed[i].digit;
                entry.left &= ~split.fixed[i].digit;
            }
            splits_.push_back(entry);
        }
        lines_.push_back({list(cells), known_splits_[splits.data()] = since(first, splits_)});
        return true;
    }

    SimdSpan list_of_places(Places places) {
        const int32_t first = (int32_t)numbers_.size();
        for (; places; places &= places - 1) numbers_.push_back(std::countr_zero(places));
        return since(first, numbers_);
    }

    bool add_sum(const Linear& sum) {
        const size_t n = sum.cells.size();
        if (n == 0 || n > 32 || sum.low < -kMaxTotal || sum.high > kMaxTotal) return false;
        if (!std::ranges::all_of(sum.coefficients, [](int32_t factor) { return factor == 1 || factor == -1; }))
            return false;
        const int32_t low = (int32_t)sum.low, high = (int32_t)sum.high;
        if (n == 2) {
            std::vector<Mask> partners(network_.n_digits(), 0);
            for (int32_t one = 1; one <= network_.n_digits(); ++one)
                for (int32_t other = 1; other <= network_.n_digits(); ++other) {
                    const int32_t total = sum.coefficients[0] * one + sum.coefficients[1] * other;
                    if (low <= total && total <= high) partners[one - 1] |= Mask{1} << (other - 1);
                }
            add_pair(sum.cells, partners);
            return true;
        }
        if (n == 3 && low == high) {
            const auto& signs = sum.coefficients;
            triples_.push_back({list(sum.cells), {signs[0], signs[1], signs[2]}, low});
            return true;
        }
        const int32_t first = (int32_t)cliques_.size();
        auto sign = sum.coefficients.begin();
        for (const int32_t size : sum.sizes) {
            cliques_.push_back({size, *sign});
            sign += size;
        }
        sums_.push_back({list(sum.cells), since(first, cliques_), low, high});
        return true;
    }

    const Network& network_;
    std::vector<std::span<const Cell>> cages_;
    std::vector<Cell> cells_;
    std::vector<int32_t> numbers_, others_;
    std::vector<Mask> masks_;
    std::vector<SimdPlan::House> houses_;
    std::vector<SimdPlan::Band> bands_;
    std::vector<SimdPlan::Cut> cuts_;
    std::vector<SimdPlan::Segment> segments_;
    std::vector<Cut> known_cuts_;
    Lists known_segments_;
    // By first cell: the first segment; by segment: the next one with the same first cell.
    std::vector<int32_t> first_segments_, next_segments_;
    std::vector<uint8_t> is_in_cage_;          // by cell: 1 in the cage being added, 2 if also in the current house
    std::vector<int32_t> n_inside_, touched_;  // by house: its cells in a cage; the houses with any
    std::vector<SimdPlan::Pair> pairs_;
    std::vector<SimdPlan::Sets> sets_;
    std::vector<SimdPlan::Lock> locks_;
    std::vector<SimdPlan::Triple> triples_;
    std::vector<SimdPlan::Sum> sums_;
    std::vector<SimdPlan::Clique> cliques_;
    std::vector<SimdPlan::Line> lines_;
    std::vector<SimdPlan::Split> splits_;
    std::vector<SimdPlan::Skyline> skylines_;
    std::map<const Split*, SimdSpan> known_splits_;  // lines with the same clue share them
};

}  // namespace farandole
