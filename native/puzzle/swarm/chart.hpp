// A network laid out as the arrays that the swarm's kernels pass over. No Python here.
#pragma once
#include <cstdlib>

#include "puzzle/relations/splits.hpp"
#include "puzzle/swarm/plan.hpp"

namespace farandole {

class SwarmChart {
  public:
    explicit SwarmChart(const Network& network) : network_(network), first_segments_(network.n_cells(), -1) {
        for (const House& house : network.houses()) add(house);
        add_rivals();
        const auto relations = network.relations();
        for (size_t number = 0; number < relations.size(); ++number)
            if (!add(*relations[number])) others_.push_back((int32_t)number);
    }

    // Points into this chart.
    SwarmPlan plan() const {
        const auto size = [](const auto& list) { return (int32_t)list.size(); };
        return {.n_digits = network_.n_digits(), .n_cells = network_.n_cells(), .cells = cells_.data(),
                .numbers = numbers_.data(), .masks = masks_.data(), .houses = houses_.data(), .cuts = cuts_.data(),
                .segments = segments_.data(), .pairs = pairs_.data(), .sets = sets_.data(), .locks = locks_.data(),
                .triples = triples_.data(), .sums = sums_.data(), .cliques = cliques_.data(), .lines = lines_.data(), .splits = splits_.data(), .skylines = skylines_.data(), .n_houses = size(houses_), .n_cuts = size(cuts_),
                .n_segments = size(segments_), .n_pairs = size(pairs_), .n_sets = size(sets_), .n_triples = size(triples_), .n_sums = size(sums_), .n_lines = size(lines_),
                .n_skylines = size(skylines_)};
    }

    // Relations that no kernel knows, by number.
    std::span<const int32_t> others() const { return others_; }

  private:
    static constexpr size_t kMostSets = 300;    // of a relation: with more, one lane at a time is as quick
    static constexpr int64_t kMostTotal = 15'000;  // a word of 16 bits holds sums and their differences

    SwarmSpan list(std::span<const Cell> cells) {
        cells_.insert(cells_.end(), cells.begin(), cells.end());
        return {(int32_t)(cells_.size() - cells.size()), (int32_t)cells_.size()};
    }

    SwarmSpan list_of_masks(std::span<const Mask> masks) {
        masks_.insert(masks_.end(), masks.begin(), masks.end());
        return {(int32_t)(masks_.size() - masks.size()), (int32_t)masks_.size()};
    }

    template <class Entry>
    static SwarmSpan since(int32_t begin, const std::vector<Entry>& entries) {
        return {begin, (int32_t)entries.size()};
    }

    void add(const House& house) {
        houses_.push_back({list(house.cells()), house.is_full()});
        for (const auto& cut : house.cuts()) {
            const size_t begin = numbers_.size();
            for (const auto& [cells, rest] : cut) {
                numbers_.push_back(segment(cells));
                // The rest of a full house is in segments of its own cuts.
                if (!rest.empty() && cells.size() + rest.size() < (size_t)network_.n_digits())
                    rivals_.push_back({segment(rest), numbers_.back()});
            }
            for (size_t one = begin; one < numbers_.size(); ++one)
                for (size_t other = begin; other < numbers_.size(); ++other)
                    if (one != other) rivals_.push_back({numbers_[one], numbers_[other]});
            cuts_.push_back({since((int32_t)begin, numbers_)});
        }
    }

    // The number of the segment of these cells.
    int32_t segment(std::span<const Cell> cells) {
        int32_t* at = &first_segments_[cells[0]];
        for (; *at >= 0; at = &next_segments_[*at]) {
            const SwarmSpan known = segments_[*at].cells;
            if (std::ranges::equal(cells, std::span(cells_).subspan(known.begin, known.end - known.begin))) return *at;
        }
        const int32_t number = *at = (int32_t)segments_.size();
        segments_.push_back({list(cells), {0, 0}});
        next_segments_.push_back(-1);
        return number;
    }

    void add_rivals() {
        std::ranges::sort(rivals_);
        rivals_.erase(std::unique(rivals_.begin(), rivals_.end()), rivals_.end());
        for (auto at = rivals_.begin(); at < rivals_.end();) {
            const int32_t one = at->first, begin = (int32_t)numbers_.size();
            for (; at < rivals_.end() && at->first == one; ++at) numbers_.push_back(at->second);
            segments_[one].rivals = since(begin, numbers_);
        }
    }

    bool add(const Relation& relation) {
        if (const Mask* partners = relation.partners()) {
            add_pair(relation.cells(), {partners, partners + network_.n_digits()});
            return true;
        }
        if (const auto sets = relation.sets(); !sets.empty()) return add_sets(relation.cells(), sets);
        if (const auto splits = relation.splits(); !splits.empty()) return add_line(relation.cells(), splits);
        if (const int32_t count = relation.skyscrapers()) {
            skylines_.push_back({list(relation.cells()), count});
            return true;
        }
        return add_sum(relation.linear());
    }

    void add_pair(std::span<const Cell> cells, std::span<const Mask> forward) {
        std::vector<Mask> backward(forward.size(), 0);
        for (size_t digit = 0; digit < forward.size(); ++digit)
            for (Mask left = forward[digit]; left; left &= left - 1)
                backward[std::countr_zero(left)] |= Mask{1} << digit;
        pairs_.push_back({list(cells), list_of_masks(forward).begin, list_of_masks(backward).begin});
    }

    bool add_sets(std::span<const Cell> cells, std::span<const Mask> sets) {
        if (sets.size() > kMostSets) return false;
        const int32_t first = (int32_t)locks_.size();
        for (const House& house : network_.houses()) {
            std::vector<Cell> outside, rest;
            for (const Cell cell : cells)
                if (!std::ranges::binary_search(house.cells(), cell)) outside.push_back(cell);
            if (outside.size() + 1 >= cells.size()) continue;
            for (const Cell cell : house.cells())
                if (std::ranges::find(cells, cell) == cells.end()) rest.push_back(cell);
            if (!rest.empty()) locks_.push_back({list(outside), list(rest)});
        }
        sets_.push_back({list(cells), list_of_masks(sets), since(first, locks_)});
        return true;
    }

    bool add_line(std::span<const Cell> cells, std::span<const Split> splits) {
        const auto known = known_splits_.find(splits.data());
        if (known != known_splits_.end()) {
            lines_.push_back({list(cells), known->second});
            return true;
        }
        const int32_t first = (int32_t)splits_.size();
        for (const Split& split : splits) {
            SwarmPlan::Split entry{{-1, -1}, {0, 0}, network_.all_digits(), list_of_places(split.inside),
                                   list_of_places(split.outside), list_of_masks(split.sets)};
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

    SwarmSpan list_of_places(Places places) {
        const int32_t first = (int32_t)numbers_.size();
        for (; places; places &= places - 1) numbers_.push_back(std::countr_zero(places));
        return since(first, numbers_);
    }

    bool add_sum(const Linear& sum) {
        const size_t n = sum.cells.size();
        if (n == 0 || n > 32 || sum.low < -kMostTotal || sum.high > kMostTotal) return false;
        if (!std::ranges::all_of(sum.coefficients, [](int32_t factor) { return factor == 1 || factor == -1; })) return false;
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
    std::vector<Cell> cells_;
    std::vector<int32_t> numbers_, others_;
    std::vector<Mask> masks_;
    std::vector<SwarmPlan::House> houses_;
    std::vector<SwarmPlan::Cut> cuts_;
    std::vector<SwarmPlan::Segment> segments_;
    std::vector<int32_t> first_segments_, next_segments_;  // by their first cell: the first one; by segment: the next one
    std::vector<std::pair<int32_t, int32_t>> rivals_;
    std::vector<SwarmPlan::Pair> pairs_;
    std::vector<SwarmPlan::Sets> sets_;
    std::vector<SwarmPlan::Lock> locks_;
    std::vector<SwarmPlan::Triple> triples_;
    std::vector<SwarmPlan::Sum> sums_;
    std::vector<SwarmPlan::Clique> cliques_;
    std::vector<SwarmPlan::Line> lines_;
    std::vector<SwarmPlan::Split> splits_;
    std::vector<SwarmPlan::Skyline> skylines_;
    std::map<const Split*, SwarmSpan> known_splits_;  // lines with the same clue share them
};

}  // namespace farandole
