// The rule of 45: what the sums of whole houses say about the few cells where cages and houses disagree.
//
// Some full houses without a common cell have a known sum. Cages cover most of their cells; what they leave out are the
// *innies*, what they cover outside are the *outies*, and innies less outies have a known sum too.
//
//     a row, 45:   | 12 12 | 20 20 20 | 9 | 9 | ? |      the cage 9 hangs out by a cell: with it, 45 - 12 - 20 - 9 =
//                                       | o |            4 = ? - o; without it, 45 - 12 - 20 = 13 = 9 + 9 + ?
//
// There are thousands of regions of up to four houses. So a region is measured by what its cages count, as houses come and
// go; cells are looked at only where few are left.
#pragma once
#include <unordered_set>

#include "puzzle/relations/sums.hpp"

namespace farandole {

class RuleOf45 {
  public:
    RuleOf45(int32_t n_digits, int32_t n_cells, const Sight& sight, std::span<const Sum> sums)
        : whole_(n_digits * (n_digits + 1) / 2), sight_(sight), inside_(n_cells), covered_(n_cells) {
        for (const Sum& sum : sums) {
            const bool is_plain = std::ranges::all_of(sum.coefficients, [](int32_t factor) { return factor == 1; });
            const bool is_modest = 0 <= sum.low && sum.low == sum.high && sum.high <= whole_ * kMostHouses;
            if (is_plain && is_modest) cages_.push_back(&sum);
            if (sum.cells.size() <= kMostCells) note(sum);
        }
        std::ranges::stable_sort(cages_, {}, [](const Sum* cage) { return cage->cells.size(); });
    }

    // Sums of a few cells that follow.
    std::vector<Sum> derive() {
        if (cages_.empty()) return {};
        note_cages();
        link_houses();
        for (size_t house = 0; house < houses_.size(); ++house) grow({}, (int32_t)house);
        return std::move(derived_);
    }

  private:
    static constexpr int32_t kMostHouses = 4;
    static constexpr size_t kMostCells = 5, kHopeless = 12;
    static constexpr size_t kMostTouched = 64;       // houses that a cage of some use may touch
    static constexpr size_t kMostFull = 4'096;       // full houses to look at: their links are a table of bits
    static constexpr size_t kMostRegions = 100'000;  // to look at: a tenth of a second's work

    // Full houses by their places in houses_, ascending.
    struct Region {
        std::array<int32_t, kMostHouses> houses{};
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

    // Cells ascending, their coefficients, and the bounds.
    using Term = std::pair<Cell, int32_t>;
    using Key = std::array<int32_t, 2 * kMostCells + 2>;
    struct Hash {
        size_t operator()(uint64_t key) const { return key * 0x9E3779B97F4A7C15u >> 17; }
        size_t operator()(const Key& key) const {
            uint64_t hash = 0;
            for (const int32_t entry : key) hash = (hash ^ (uint32_t)entry) * 0x9E3779B97F4A7C15u;
            return hash ^ hash >> 32;
        }
    };

    static Key key(std::span<const Term> terms, int32_t low, int32_t high) {
        Key key;
        key.fill(-1);
        for (size_t i = 0; i < terms.size(); ++i) key[2 * i] = terms[i].first, key[2 * i + 1] = terms[i].second;
        key[2 * kMostCells] = low;
        key[2 * kMostCells + 1] = high;
        return key;
    }

    void note(const Sum& sum) {
        std::vector<Term> terms;
        for (size_t i = 0; i < sum.cells.size(); ++i) terms.push_back({sum.cells[i], sum.coefficients[i]});
        std::ranges::sort(terms);
        known_.insert(key(terms, sum.low, sum.high));
    }

    void note_cages() {
        cages_of_ = Lists::by_entry(inside_.size(), cages_, [](const Sum* cage) { return std::span(cage->cells); });
        in_.resize(cages_.size());
        for (size_t cell = 0; cell < inside_.size(); ++cell) overlap_ |= cages_of_[cell].size() > 1;
    }

    // Houses are linked if they have no cell in common, but a cage.
    void link_houses() {
        std::vector<int32_t> place_of(sight_.houses().size(), -1);
        for (size_t house = 0; house < place_of.size() && houses_.size() < kMostFull; ++house) {
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
            if (touched.size() > kMostTouched) continue;
            for (const int32_t one : touched)
                for (const int32_t other : touched) links_.set(one, other);
        }
    }

    // Looks at a region that is wider by a house, and at those that are wider still.
    void grow(const Region& narrow, int32_t house) {
        if (seen_.size() >= kMostRegions) return;
        const Region region = narrow.with(house);
        if (!seen_.insert(region.key()).second) return;
        enter(house);
        const size_t fewest = measure(region);
        if (region.size < kMostHouses && fewest <= kHopeless)
            for (size_t word = 0; word < links_.n_words(); ++word) {
                uint64_t linked = 0, met = 0;
                for (int32_t i = 0; i < region.size; ++i) {
                    linked |= links_[region.houses[i]][word];
                    met |= meets_[region.houses[i]][word];
                }
                for (uint64_t next = linked & ~met; next; next &= next - 1)
                    grow(region, (int32_t)(64 * word) + std::countr_zero(next));
            }
        leave(house);
    }

    void enter(int32_t house) {
        for (const Cell cell : houses_[house]) {
            inside_[cell] = 1;
            for (const int32_t cage : cages_of_[cell])
                if (in_[cage]++ == 0) around_.push_back(cage);
        }
    }

    void leave(int32_t house) {
        for (const Cell cell : houses_[house]) {
            inside_[cell] = 0;
            for (const int32_t cage : cages_of_[cell]) --in_[cage];
        }
        while (!around_.empty() && in_[around_.back()] == 0) around_.pop_back();
    }

    // Three ways to count a cage that hangs out: not, fully, or as it leaves fewer cells. Says how few are left.
    size_t measure(const Region& region) {
        const auto is_inside = [](size_t, size_t outside) { return outside == 0; };
        const auto any = [](size_t, size_t) { return true; };
        const auto is_mostly_inside = [](size_t in, size_t outside) { return in > outside; };
        ordered_ = around_;
        if (overlap_) {
            std::ranges::sort(ordered_);  // of cages with a common cell the first counts
            return std::min({weigh(region, is_inside), weigh(region, any), weigh(region, is_mostly_inside)});
        }
        // Nearly all regions leave too many cells.
        size_t inner = 0;
        for (int32_t i = 0; i < region.size; ++i) inner += houses_[region.houses[i]].size();
        size_t all = inner, most = inner;
        for (const int32_t number : ordered_) {
            const size_t in = (size_t)in_[number], outside = cages_[number]->cells.size() - in;
            inner -= is_inside(in, outside) ? in : 0;
            all += outside - in;
            most += is_mostly_inside(in, outside) ? outside - in : 0;
        }
        if (inner <= kMostCells) weigh(region, is_inside);
        if (all <= kMostCells) weigh(region, any);
        if (most <= kMostCells) weigh(region, is_mostly_inside);
        return std::min({inner, all, most});
    }

    template <class Counts>
    size_t weigh(const Region& region, Counts counts) {
        int32_t whole = whole_ * region.size;
        size_t n_left = 0;
        for (int32_t i = 0; i < region.size; ++i) n_left += houses_[region.houses[i]].size();
        counted_.clear();
        ++weighing_;
        for (const int32_t number : ordered_) {
            const Sum& cage = *cages_[number];
            const size_t in = (size_t)in_[number], outside = cage.cells.size() - in;
            if (!counts(in, outside) || (overlap_ && !cover(cage))) continue;
            counted_.push_back(number);
            n_left = n_left - in + outside;
            whole -= cage.low;
        }
        if (n_left <= kMostCells && (n_left > 0 || whole != 0)) keep(region, whole);
        return n_left;
    }

    // Marks the cells of a cage, unless one is marked.
    bool cover(const Sum& cage) {
        if (std::ranges::any_of(cage.cells, [&](Cell cell) { return covered_[cell] == weighing_; })) return false;
        for (const Cell cell : cage.cells) covered_[cell] = weighing_;
        return true;
    }

    // Notes the sum of what the cages leave of a region.
    void keep(const Region& region, int32_t whole) {
        std::array<Term, kMostCells> left;
        size_t n = 0;
        const auto add = [&](Cell cell, int32_t factor) {
            size_t place = n++;
            for (; place > 0 && left[place - 1].first > cell; --place) left[place] = left[place - 1];
            left[place] = {cell, factor};
        };
        if (!overlap_)
            for (const int32_t cage : counted_) cover(*cages_[cage]);
        for (int32_t i = 0; i < region.size; ++i)
            for (const Cell cell : houses_[region.houses[i]])
                if (covered_[cell] != weighing_) add(cell, 1);
        for (const int32_t cage : counted_)
            for (const Cell cell : cages_[cage]->cells)
                if (!inside_[cell]) add(cell, -1);
        const int32_t sign = n > 0 && left[0].second < 0 ? -1 : 1;  // outies first
        for (size_t i = 0; i < n; ++i) left[i].second *= sign;
        if (!known_.insert(key({left.data(), n}, sign * whole, sign * whole)).second) return;
        Sum& sum = derived_.emplace_back(Sum{{}, {}, sign * whole, sign * whole});
        sum.cells.reserve(n);
        sum.coefficients.reserve(n);
        for (const auto& [cell, factor] : std::span(left.data(), n)) {
            sum.cells.push_back(cell);
            sum.coefficients.push_back(factor);
        }
    }

    int32_t whole_;
    const Sight& sight_;
    std::vector<const Sum*> cages_;
    bool overlap_ = false;     // some cages have a cell in common
    Lists cages_of_;           // by cell
    std::vector<std::span<const Cell>> houses_;  // those that are full
    BitRows links_, meets_;    // by place in houses_
    std::vector<uint8_t> inside_;     // by cell: whether it is in the region
    std::vector<uint32_t> covered_;   // by cell: the last weighing that counted a cage of it
    uint32_t weighing_ = 0;
    std::vector<int32_t> in_;         // by cage: its cells in the region
    std::vector<int32_t> around_, ordered_, counted_;  // cages with a cell in the region: as they came, to be weighed, weighed
    std::unordered_set<uint64_t, Hash> seen_;
    std::unordered_set<Key, Hash> known_;
    std::vector<Sum> derived_;
};

}  // namespace farandole
