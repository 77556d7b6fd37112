// The rule of 45: what the sums of whole houses say about the few cells where cages and houses disagree.
//
// Some full houses without a common cell have a known sum. Cages cover most of their cells; what they leave out are the
// *innies*, what they cover outside are the *outies*, and innies less outies have a known sum too.
//
//     a row, 45:   | 12 12 | 20 20 20 | 9 | 9 | ? |      the cage 9 hangs out by a cell: with it, 45 - 12 - 20 - 9 =
//                                       | o |            4 = ? - o; without it, 45 - 12 - 20 = 13 = 9 + 9 + ?
#pragma once
#include "puzzle/relations/sums.hpp"

namespace farandole {

class RuleOf45 {
  public:
    RuleOf45(int32_t n_digits, int32_t n_cells, const Sight& sight, std::span<const Sum> sums)
        : whole_(n_digits * (n_digits + 1) / 2), sight_(sight) {
        inside_.resize(n_cells);
        covered_.resize(n_cells);
        for (const Sum& sum : sums) {
            const bool is_plain = std::ranges::all_of(sum.coefficients, [](int32_t factor) { return factor == 1; });
            const bool is_modest = 0 <= sum.low && sum.low == sum.high && sum.high <= whole_ * kMostHouses;
            if (is_plain && is_modest) cages_.push_back(&sum);
            known_.insert(key(sum));
        }
        std::ranges::stable_sort(cages_, {}, [](const Sum* cage) { return cage->cells.size(); });
    }

    // Sums of a few cells that follow.
    std::vector<Sum> derive() {
        if (cages_.empty()) return {};
        note_cages();
        link_houses();
        for (int32_t house = 0; house < (int32_t)sight_.houses().size(); ++house)
            if (sight_.houses()[house].is_full()) grow({house});
        return std::move(derived_);
    }

  private:
    static constexpr int32_t kMostHouses = 4;
    static constexpr size_t kMostCells = 5, kHopeless = 12;
    static constexpr size_t kMostTouched = 64;       // houses that a cage of some use may touch
    static constexpr size_t kMostRegions = 100'000;  // to look at: a second's work
    using Region = std::vector<int32_t>;  // houses, ascending
    using Key = std::pair<std::vector<std::pair<Cell, int32_t>>, std::pair<int32_t, int32_t>>;

    static Key key(const Sum& sum) {
        Key key{{}, {sum.low, sum.high}};
        for (size_t i = 0; i < sum.cells.size(); ++i) key.first.push_back({sum.cells[i], sum.coefficients[i]});
        std::ranges::sort(key.first);
        return key;
    }

    // By cell, the places of its cages in their order.
    void note_cages() {
        cages_of_.resize(inside_.size());
        for (size_t i = 0; i < cages_.size(); ++i)
            for (const Cell cell : cages_[i]->cells) cages_of_[cell].push_back(i);
    }

    // Houses are linked if they have no cell in common, but a cage.
    void link_houses() {
        const auto houses = sight_.houses();
        links_.resize(houses.size());
        for (const Sum* cage : cages_) {
            std::set<int32_t> touched;
            for (const Cell cell : cage->cells)
                for (const int32_t house : sight_.houses_of(cell))
                    if (houses[house].is_full()) touched.insert(house);
            if (touched.size() > kMostTouched) continue;
            for (const int32_t one : touched)
                for (const int32_t other : touched)
                    if (!meet(one, other)) links_[one].insert(other);
        }
    }

    // Cells of houses are ascending.
    bool meet(int32_t one, int32_t other) const {
        const auto cells = sight_.houses()[one].cells(), others = sight_.houses()[other].cells();
        auto a = cells.begin();
        auto b = others.begin();
        while (a != cells.end() && b != others.end()) {
            if (*a == *b) return true;
            *a < *b ? ++a : ++b;
        }
        return false;
    }

    void grow(const Region& region) {
        if (seen_.size() >= kMostRegions || !seen_.insert(region).second) return;
        const size_t fewest = measure(region);
        if (region.size() == (size_t)kMostHouses || fewest > kHopeless) return;
        std::set<int32_t> next;
        for (const int32_t house : region) next.insert(links_[house].begin(), links_[house].end());
        for (const int32_t house : next) {
            if (std::ranges::any_of(region, [&](int32_t one) { return meet(one, house); })) continue;
            Region wider = region;
            wider.insert(std::ranges::upper_bound(wider, house), house);
            grow(wider);
        }
    }

    // Three ways to count a cage that hangs out: not, fully, or as it leaves fewer cells. Says how few are left.
    size_t measure(const Region& region) {
        std::vector<Cell> inside;
        std::set<size_t> around;  // the cages of these cells
        for (const int32_t house : region)
            for (const Cell cell : sight_.houses()[house].cells()) {
                inside_[cell] = 1;
                inside.push_back(cell);
                around.insert(cages_of_[cell].begin(), cages_of_[cell].end());
            }
        const int32_t whole = whole_ * (int32_t)region.size();
        const size_t fewest =
            std::min({keep(weigh(whole, inside, around, [](size_t, size_t outside) { return outside == 0; })),
                      keep(weigh(whole, inside, around, [](size_t, size_t) { return true; })),
                      keep(weigh(whole, inside, around, [](size_t in, size_t outside) { return in > outside; }))});
        for (const Cell cell : inside) inside_[cell] = 0;
        return fewest;
    }

    template <class Counts>
    Sum weigh(int32_t whole, const std::vector<Cell>& inside, const std::set<size_t>& around, Counts counts) {
        std::set<Cell> cells(inside.begin(), inside.end());
        std::vector<Cell> covered_cells;
        for (const size_t number : around) {
            const Sum* cage = cages_[number];
            size_t in = 0, covered = 0;
            for (const Cell cell : cage->cells) {
                in += inside_[cell];
                covered += covered_[cell];
            }
            if (covered || !counts(in, cage->cells.size() - in)) continue;
            for (const Cell cell : cage->cells) {
                covered_[cell] = 1;
                covered_cells.push_back(cell);
            }
            whole -= cage->low;
        }
        cells.insert(covered_cells.begin(), covered_cells.end());
        Sum sum{{}, {}, whole, whole};
        for (const Cell cell : cells)
            if (inside_[cell] != covered_[cell]) add(sum, cell, inside_[cell] - covered_[cell]);
        for (const Cell cell : covered_cells) covered_[cell] = 0;
        return sum;
    }

    static void add(Sum& sum, Cell cell, int32_t factor) {
        sum.cells.push_back(cell);
        sum.coefficients.push_back(factor);
    }

    size_t keep(Sum sum) {
        const size_t n_cells = sum.cells.size();
        if (n_cells > kMostCells || (n_cells == 0 && sum.low == 0)) return n_cells;
        if (n_cells && sum.coefficients.front() < 0) {  // outies first
            for (int32_t& factor : sum.coefficients) factor = -factor;
            sum.low = sum.high = -sum.low;
        }
        if (known_.insert(key(sum)).second) derived_.push_back(std::move(sum));
        return n_cells;
    }

    int32_t whole_;
    const Sight& sight_;
    std::vector<const Sum*> cages_;
    std::vector<std::set<int32_t>> links_;  // by house
    std::vector<std::vector<size_t>> cages_of_;  // by cell
    std::vector<uint8_t> inside_, covered_;      // by cell
    std::set<Region> seen_;
    std::set<Key> known_;
    std::vector<Sum> derived_;
};

}  // namespace farandole
