// The rule of 45: derives sums over the few cells where houses and cages differ.
//
// Disjoint full houses (a region) have a known sum. Cages cover most of their cells. The cells that cages leave
// uncovered are *innies*, the covered cells outside are *outies*; innies minus outies have a known sum.
//
//     a row, 45:   | 12 12 | 20 20 20 | 9 | 9 | ? |      The cage 9 sticks out by a cell.
//                                       | o |            With it, 45 - 12 - 20 - 9 = 4 = ? - o;
//                                                        without it, 45 - 12 - 20 = 13: its two cells here and ?
//
// There are hundreds of regions of up to four houses, and nearly all leave too many cells. So a region is first rated
// by how many cells each cage has in it, which adds up over its houses. The cells themselves are only looked at if few
// are left.
#pragma once
#include "csp/constraints/sums.hpp"

namespace farandole {

class RuleOf45 {
  public:
    RuleOf45(int32_t n_digits, int32_t n_cells, const Sight& sight, std::span<const Sum> sums)
        : whole_(n_digits * (n_digits + 1) / 2), sight_(sight), inside_(n_cells), covered_(n_cells),
          found_{{}, {}, 0, 0} {
        for (const Sum& sum : sums) {
            const bool is_plain = std::ranges::all_of(sum.coefficients, [](int32_t factor) { return factor == 1; });
            const bool is_modest = 0 <= sum.low && sum.low == sum.high && sum.high <= whole_ * kMaxHouses;
            if (is_plain && is_modest) cages_.push_back(&sum);
            if (sum.cells.size() <= kMaxCells) note(sum);
        }
        std::ranges::stable_sort(cages_, {}, [](const Sum* cage) { return cage->cells.size(); });
    }

    // Calls `take` with each derived sum of few cells.
    template <class Take>
    void derive(Take take) {
        if (cages_.empty()) return;
        link_houses();
        count_cells();
        for (size_t house = 0; house < houses_.size(); ++house) grow({}, (int32_t)house, take);
    }

  private:
    static constexpr int32_t kMaxHouses = 4;
    static constexpr size_t kMaxCells = 5, kHopeless = 12;
    static constexpr size_t kMaxTouched = 64;       // houses that a useful cage may touch
    static constexpr size_t kMaxFull = 4'096;       // full houses: their links are a table of bits
    static constexpr size_t kMaxRegions = 100'000;  // regions: a tenth of a second of work

    // Full houses as ascending indices in houses_.
    struct Region {
        std::array<int32_t, kMaxHouses> houses{};
        int32_t size = 0;

        Region with(int32_t house) const {
            Region wider = *this;
            int32_t place = wider.size++;
            for (; place > 0 && wider.houses[place - 1] > house; --place) wider.houses[place] = wider.houses[place - 1];
            wider.houses[place] = house;
            return wider;
        }

        uint64_t key() const {  // never 0
            uint64_t key = 0;
            for (int32_t i = 0; i < size; ++i) key = key << 16 | (uint64_t)(houses[i] + 1);
            return key;
        }
    };

    // Ascending cells, their coefficients, and the bounds. Never all zeros, because unused cells are -1.
    using Term = std::pair<Cell, int32_t>;
    using Key = std::array<int32_t, 2 * kMaxCells + 2>;

    static Key key(std::span<const Term> terms, int32_t low, int32_t high) {
        Key key;
        key.fill(-1);
        for (size_t i = 0; i < terms.size(); ++i) key[2 * i] = terms[i].first, key[2 * i + 1] = terms[i].second;
        key[2 * kMaxCells] = low;
        key[2 * kMaxCells + 1] = high;
        return key;
    }

    void note(const Sum& sum) {
        std::vector<Term> terms;
        for (size_t i = 0; i < sum.cells.size(); ++i) terms.push_back({sum.cells[i], sum.coefficients[i]});
        std::ranges::sort(terms);
        known_.insert(key(terms, sum.low, sum.high));
    }

    // Links houses that are disjoint but share a cage.
    void link_houses() {
        std::vector<int32_t> place_of(sight_.houses().size(), -1);
        for (size_t house = 0; house < place_of.size() && houses_.size() < kMaxFull; ++house) {
            if (!sight_.houses()[house].is_full()) continue;
            place_of[house] = (int32_t)houses_.size();
            houses_.push_back(sight_.houses()[house].cells());
        }
        links_ = meets_ = BitRows(houses_.size(), houses_.size());
        std::vector<int32_t> touched;
        const auto touch = [&](Cell cell) {
            for (const int32_t house : sight_.houses_of(cell))
                if (place_of[house] >= 0) touched.push_back(place_of[house]);
        };
        for (Cell cell = 0; cell < (Cell)inside_.size(); ++cell) {
            touched.clear();
            touch(cell);
            for (const int32_t one : touched)
                for (const int32_t other : touched) meets_.set(one, other);
        }
        for (const Sum* cage : cages_) {
            touched.clear();
            for (const Cell cell : cage->cells) touch(cell);
            std::ranges::sort(touched);
            touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
            if (touched.size() > kMaxTouched) continue;
            for (const int32_t one : touched)
                for (const int32_t other : touched) links_.set(one, other);
        }
    }

    // The size of each cage, its cells in each house, and whether any cages overlap.
    void count_cells() {
        const size_t n = cages_.size();
        for (const Sum* cage : cages_) sizes_.push_back((int32_t)cage->cells.size());
        std::vector<std::vector<int32_t>> cages_of(inside_.size());
        for (size_t cage = 0; cage < n; ++cage)
            for (const Cell cell : cages_[cage]->cells) cages_of[cell].push_back((int32_t)cage);
        overlap_ = std::ranges::any_of(cages_of, [](const auto& cages) { return cages.size() > 1; });
        in_house_.assign(houses_.size() * n, 0);
        for (size_t house = 0; house < houses_.size(); ++house)
            for (const Cell cell : houses_[house])
                for (const int32_t cage : cages_of[cell]) ++in_house_[house * n + cage];
        for (auto& in : in_) in.assign(n, 0);
    }

    // Visits the regions that extend this one by a house, recursively.
    template <class Take>
    void grow(const Region& narrow, int32_t house, Take& take) {
        if (seen_.size() >= kMaxRegions) return;
        const Region region = narrow.with(house);
        if (!seen_.insert(region.key())) return;
        const size_t n = cages_.size();
        const int32_t *before = in_[narrow.size].data(), *more = &in_house_[house * n];
        int32_t* in = in_[region.size].data();
        for (size_t cage = 0; cage < n; ++cage) in[cage] = before[cage] + more[cage];
        const size_t fewest = measure(region, in, take);
        if (region.size < kMaxHouses && fewest <= kHopeless)
            for (size_t word = 0; word < links_.n_words(); ++word) {
                uint64_t linked = 0, met = 0;
                for (int32_t i = 0; i < region.size; ++i) {
                    linked |= links_[region.houses[i]][word];
                    met |= meets_[region.houses[i]][word];
                }
                for (uint64_t next = linked & ~met; next; next &= next - 1)
                    grow(region, (int32_t)(64 * word) + std::countr_zero(next), take);
            }
    }

    // A cage that sticks out can be ignored, counted in full, or counted if that leaves fewer cells. Returns how many
    // are left.
    template <class Take>
    size_t measure(const Region& region, const int32_t* in, Take& take) {
        const auto is_inside = [](int32_t, int32_t outside) { return outside == 0; };
        const auto any = [](int32_t, int32_t) { return true; };
        const auto is_mostly_inside = [](int32_t inside, int32_t outside) { return inside > outside; };
        int32_t n_cells = 0;
        for (int32_t i = 0; i < region.size; ++i) n_cells += (int32_t)houses_[region.houses[i]].size();
        if (overlap_)
            return std::min({weigh(region, n_cells, in, is_inside, take), weigh(region, n_cells, in, any, take),
                             weigh(region, n_cells, in, is_mostly_inside, take)});
        int32_t inner = n_cells, all = n_cells, most = n_cells;
        const int32_t* sizes = sizes_.data();
        for (size_t cage = 0, n = cages_.size(); cage < n; ++cage) {  // no branches, so that the compiler vectorizes it
            const int32_t inside = in[cage], outside = sizes[cage] - inside;
            inner -= inside & -(int32_t)(outside == 0);
            all += (outside - inside) & -(int32_t)(inside > 0);
            most += (outside - inside) & -(int32_t)(inside > outside);
        }
        constexpr auto kMaxSize = (int32_t)kMaxCells;
        if (inner <= kMaxSize) weigh(region, n_cells, in, is_inside, take);
        if (all <= kMaxSize) weigh(region, n_cells, in, any, take);
        if (most <= kMaxSize) weigh(region, n_cells, in, is_mostly_inside, take);
        return (size_t)std::min({inner, all, most});
    }

    // Of overlapping cages the first counts.
    template <class Counts, class Take>
    size_t weigh(const Region& region, int32_t n_left, const int32_t* in, Counts counts, Take& take) {
        int32_t whole = whole_ * region.size;
        counted_.clear();
        ++weighing_;
        for (size_t number = 0; number < cages_.size(); ++number) {
            const Sum& cage = *cages_[number];
            const int32_t outside = sizes_[number] - in[number];
            if (in[number] == 0 || !counts(in[number], outside) || (overlap_ && !cover(cage))) continue;
            counted_.push_back((int32_t)number);
            n_left += outside - in[number];
            whole -= cage.low;
        }
        if (n_left <= (int32_t)kMaxCells && (n_left > 0 || whole != 0)) keep(region, whole, take);
        return (size_t)n_left;
    }

    // Marks the cells of a cage, unless one of them is marked already.
    bool cover(const Sum& cage) {
        if (std::ranges::any_of(cage.cells, [&](Cell cell) { return covered_[cell] == weighing_; })) return false;
        for (const Cell cell : cage.cells) covered_[cell] = weighing_;
        return true;
    }

    // Passes on the sum over what the cages leave of a region, unless it is known already.
    template <class Take>
    void keep(const Region& region, int32_t whole, Take& take) {
        std::array<Term, kMaxCells> left;
        size_t n = 0;
        const auto add = [&](Cell cell, int32_t factor) {
            size_t place = n++;
            for (; place > 0 && left[place - 1].first > cell; --place) left[place] = left[place - 1];
            left[place] = {cell, factor};
        };
        if (!overlap_)
            for (const int32_t cage : counted_) cover(*cages_[cage]);
        for (int32_t i = 0; i < region.size; ++i)
            for (const Cell cell : houses_[region.houses[i]]) {
                inside_[cell] = weighing_;
                if (covered_[cell] != weighing_) add(cell, 1);
            }
        for (const int32_t cage : counted_)
            for (const Cell cell : cages_[cage]->cells)
                if (inside_[cell] != weighing_) add(cell, -1);
        const int32_t sign = n > 0 && left[0].second < 0 ? -1 : 1;  // outies first
        for (size_t i = 0; i < n; ++i) left[i].second *= sign;
        if (!known_.insert(key({left.data(), n}, sign * whole, sign * whole))) return;
        found_.low = found_.high = sign * whole;
        found_.cells.clear();
        found_.coefficients.clear();
        for (const auto& [cell, factor] : std::span(left.data(), n)) {
            found_.cells.push_back(cell);
            found_.coefficients.push_back(factor);
        }
        take(std::as_const(found_));
    }

    int32_t whole_;
    const Sight& sight_;
    std::vector<const Sum*> cages_;
    bool overlap_ = false;                                 // whether some cages overlap
    std::vector<std::span<const Cell>> houses_;            // full houses
    BitRows links_, meets_;                                // by index in houses_
    std::vector<int32_t> sizes_, in_house_;                // by cage: its size; by house and cage: the cells they share
    std::array<std::vector<int32_t>, kMaxHouses + 1> in_;  // by cage: its cells in a region of so many houses
    // By cell: the last region that contains it, and the last one that counted a cage on it.
    std::vector<uint32_t> inside_, covered_;
    uint32_t weighing_ = 0;
    std::vector<int32_t> counted_;  // cages that were counted for the last region
    FlatSet<uint64_t> seen_;
    FlatSet<Key> known_;
    Sum found_;
};

}  // namespace farandole
