// Subsets of the cells of a house: naked and hidden ones, with as many digits as cells; almost locked ones, with one
// more; and pairs that share the digits of an intersection of two houses. No Python here; logic/subsets.py, als.py and
// sue_de_coq.py draw conclusions.
//
// Subsets of a house come in order, each before its extensions. Sizes are small, but large grids with many candidates
// have many subsets, so the long loops count steps on a `StopToken`.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

#include "logic/index_set.hpp"
#include "stop_token.hpp"

namespace farandole {

class Subsets {
  public:
    using Cell = int32_t;
    using Mask = uint32_t;  // digit d is bit d - 1

    static constexpr int32_t kMaxDigits = 32;
    static constexpr int64_t kStepsEach = 64;  // steps of a `StopToken` in one iteration of a loop
    // Iterations of a search in one house or two. Those of 9x9 never need as many; in an empty one of 32x32, 2^32
    // subsets are there to look at.
    static constexpr int64_t kMaxIterations = 1 << 17;

    struct Subset {
        IndexSet cells;
        Mask digits;
    };
    struct Striking : Subset {
        IndexSet struck;  // the cells that lose candidates
    };
    struct Split {
        std::array<Subset, 3> parts;                       // of the intersection, of the first house, of the second
        std::vector<std::pair<int32_t, IndexSet>> struck;  // digits, and the cells that lose them
    };

    Subsets(int32_t n_digits, int32_t n_cells, std::vector<std::vector<Cell>> houses)
        : n_digits_(n_digits), houses_(std::move(houses)), houses_of_(n_cells), peers_(n_cells, IndexSet(n_cells)) {
        if (!(1 <= n_digits && n_digits <= kMaxDigits)) throw std::invalid_argument("expected 1 to 32 digits");
        for (int32_t house = 0; house < (int32_t)houses_.size(); ++house) {
            members_.emplace_back(n_cells);
            if (houses_[house].size() > kMaxDigits) throw std::invalid_argument("expected at most 32 cells in a house");
            for (const Cell cell : houses_[house]) {
                if (cell < 0 || cell >= n_cells) throw std::invalid_argument("expected cells from 0 to n_cells - 1");
                members_[house].add(cell);
                houses_of_[cell].push_back(house);
            }
        }
        for (Cell cell = 0; cell < n_cells; ++cell) {
            for (const int32_t house : houses_of_[cell]) peers_[cell] |= members_[house];
            IndexSet own(n_cells);
            own.add(cell);
            peers_[cell] -= own;
        }
    }

    int32_t n_cells() const { return (int32_t)houses_of_.size(); }
    int32_t n_digits() const { return n_digits_; }
    int32_t n_houses() const { return (int32_t)houses_.size(); }
    const IndexSet& peers(Cell cell) const { return peers_[cell]; }

    // Naked subsets: cells of a house with as many digits as cells, where another cell of a house that contains them
    // loses a candidate.
    std::vector<Striking> naked(std::span<const Mask> masks, int32_t house, int32_t size) const {
        std::vector<Cell> small;
        for (const Cell cell : houses_[house])
            if (masks[cell] && std::popcount(masks[cell]) <= size) small.push_back(cell);
        std::vector<Striking> found;
        std::vector<Cell> chosen;
        const auto extend = [&](auto& self, size_t at, Mask digits) -> void {
            if ((int32_t)chosen.size() == size) {
                if (std::popcount(digits) == size) strike(masks, chosen, digits, found);
                return;
            }
            for (; at + size - chosen.size() <= small.size(); ++at) {
                const Mask together = digits | masks[small[at]];
                if (std::popcount(together) > size) continue;
                chosen.push_back(small[at]);
                self(self, at + 1, together);
                chosen.pop_back();
            }
        };
        extend(extend, 0, 0);
        return found;
    }

    // Hidden subsets: digits of a house with as many places as digits, where these cells have other candidates. None if
    // the house need not hold each digit.
    std::vector<Subset> hidden(std::span<const Mask> masks, int32_t house, int32_t size) const {
        const std::vector<Cell>& cells = houses_[house];
        std::vector<Subset> found;
        if ((int32_t)cells.size() != n_digits_) return found;
        std::array<uint32_t, kMaxDigits> places{};  // cells by index in the house
        int32_t n_open = 0;
        for (size_t at = 0; at < cells.size(); ++at) {
            n_open += masks[cells[at]] != 0;
            for (Mask left = masks[cells[at]]; left; left &= left - 1)
                places[std::countr_zero(left)] |= uint32_t{1} << at;
        }
        if (n_open <= size) return found;
        const auto extend = [&](auto& self, int32_t digit, int32_t left, uint32_t together, Mask digits) -> void {
            if (!left) {
                if (std::popcount(together) != size) return;
                Subset subset{IndexSet(n_cells()), digits};
                bool has_others = false;
                for (uint32_t rest = together; rest; rest &= rest - 1) {
                    const Cell cell = cells[std::countr_zero(rest)];
                    subset.cells.add(cell);
                    has_others |= (masks[cell] & ~digits) != 0;
                }
                if (has_others) found.push_back(std::move(subset));
                return;
            }
            for (; digit < n_digits_; ++digit)
                if (places[digit] && std::popcount(together | places[digit]) <= size)
                    self(self, digit + 1, left - 1, together | places[digit], digits | Mask{1} << digit);
        };
        extend(extend, 0, size, 0, 0);
        return found;
    }

    // Almost locked sets: cells of a house with one digit more than cells; house by house, each once. Where a house has
    // too many subsets, those met first.
    std::vector<Subset> almost_locked(std::span<const Mask> masks, StopToken& stop) const {
        std::vector<Subset> found;
        std::unordered_set<IndexSet, IndexSetHash> known;
        for (const auto& house : houses_) {
            std::vector<Part> parts;
            for (size_t at = 0; at < house.size(); ++at)
                if (masks[house[at]]) parts.push_back({uint64_t{1} << at, masks[house[at]]});
            const int32_t n = (int32_t)parts.size(), most = std::min((int32_t)house.size(), n_digits_) - 1;
            Budget budget(stop);
            const auto extend = [&](auto& self, int32_t at, int32_t size, uint64_t some, Mask digits) -> void {
                for (; at < n && budget.spend(); ++at) {
                    const Mask together = digits | parts[at].mask;
                    const int32_t excess = std::popcount(together) - size - 1;
                    if (excess == 1) {
                        IndexSet cells = cells_of(house, some | parts[at].bit);
                        if (known.insert(cells).second) found.push_back({std::move(cells), together});
                    }
                    if (excess - 1 <= n - at - 1 && size + 1 < most)
                        self(self, at + 1, size + 1, some | parts[at].bit, together);
                }
            };
            extend(extend, 0, 0, 0, 0);
        }
        return found;
    }

    // Sue de Coq: two or three cells in the intersection of two houses, cells of the first house and cells of the
    // second: as many cells as digits, and no digit of the intersection in both of the others. So each digit is locked
    // in a house. Only those that eliminate something; where there are too many subsets, those met first.
    std::vector<Split> splits(std::span<const Mask> masks, int32_t first, int32_t second, StopToken& stop) const {
        std::vector<Split> found;
        std::vector<Cell> cells;
        std::vector<Part> in_first, in_second, in_both;
        (members_[first] | members_[second]).each([&](Cell cell) { cells.push_back(cell); });
        for (size_t at = 0; at < cells.size(); ++at) {
            const Part part{uint64_t{1} << at, masks[cells[at]]};
            if (!part.mask) continue;
            if (members_[first].has(cells[at])) in_first.push_back(part);
            if (members_[second].has(cells[at])) in_second.push_back(part);
            if (members_[first].has(cells[at]) && members_[second].has(cells[at])) in_both.push_back(part);
        }
        Budget budget(stop);
        each_subset(in_both, 0, 3, budget, [&](uint64_t some, Mask digits, int32_t size) {
            // The cells of the two houses must use up this many digits: at least one each.
            const int32_t excess = std::popcount(digits) - size;
            if (size < 2 || excess < 2) return;
            std::vector<Taking> others;
            each_subset(without(in_second, some), digits, kMaxDigits, budget,
                        [&](uint64_t of_second, Mask own, int32_t taken) {
                            if (taken < excess) others.push_back({of_second, own, excess - taken});
                        });
            if (others.empty()) return;
            each_subset(without(in_first, some), digits, kMaxDigits, budget,
                        [&](uint64_t of_first, Mask own, int32_t taken) {
                            for (const Taking& other : others) {
                                if (!budget.spend()) return;
                                if (other.rest != taken || other.digits & own & digits || other.cells & of_first)
                                    continue;
                                Split split{{Subset{cells_of(cells, some), digits},
                                             {cells_of(cells, of_first), own},
                                             {cells_of(cells, other.cells), other.digits}},
                                            {}};
                                strike(masks, first, second, split);
                                if (!split.struck.empty()) found.push_back(std::move(split));
                            }
                        });
        });
        return found;
    }

  private:
    // Counts the iterations of a search, and ends it.
    class Budget {
      public:
        explicit Budget(StopToken& stop) : stop_(stop) {}

        // Whether another iteration may begin.
        bool spend() {
            stop_.count_steps(kStepsEach);
            return left_-- > 0;
        }

      private:
        StopToken& stop_;
        int64_t left_ = kMaxIterations;
    };

    struct Part {
        uint64_t bit;  // a cell
        Mask mask;
    };
    struct Taking {
        uint64_t cells;
        Mask digits;
        int32_t rest;  // how many digits are left to the other house
    };

    IndexSet cells_of(const std::vector<Cell>& cells, uint64_t some) const {
        IndexSet found(n_cells());
        for (; some; some &= some - 1) found.add(cells[std::countr_zero(some)]);
        return found;
    }

    static std::vector<Part> without(std::vector<Part> parts, uint64_t some) {
        std::erase_if(parts, [&](const Part& part) { return part.bit & some; });
        return parts;
    }

    void strike(std::span<const Mask> masks, const std::vector<Cell>& chosen, Mask digits,
                std::vector<Striking>& found) const {
        IndexSet together(n_cells()), struck(n_cells());
        for (const Cell cell : chosen) together.add(cell);
        for (const int32_t house : houses_of_[chosen[0]])
            if (std::ranges::all_of(chosen, [&](Cell cell) { return members_[house].has(cell); }))
                for (const Cell cell : houses_[house])
                    if (masks[cell] & digits && !together.has(cell)) struck.add(cell);
        if (struck.any()) found.push_back({{std::move(together), digits}, std::move(struck)});
    }

    // A digit in two parts but not in the intersection is locked in both houses. Any other digit is locked in the
    // houses whose parts with the intersection hold it.
    void strike(std::span<const Mask> masks, int32_t first, int32_t second, Split& split) const {
        const auto& [meeting, one, other] = split.parts;
        const Mask both = one.digits & other.digits;
        const IndexSet in_first = members_[first] - one.cells - meeting.cells;
        const IndexSet in_second = members_[second] - other.cells - meeting.cells;
        const Mask by_first = ((meeting.digits | one.digits) & ~other.digits) | both;
        const Mask by_second = ((meeting.digits | other.digits) & ~one.digits) | both;
        for (int32_t digit = 0; digit < n_digits_; ++digit) {
            IndexSet struck(n_cells());
            const auto take = [&](Cell cell) {
                if (masks[cell] >> digit & 1) struck.add(cell);
            };
            if (by_first >> digit & 1) in_first.each(take);
            if (by_second >> digit & 1) in_second.each(take);
            if (struck.any()) split.struck.push_back({digit + 1, std::move(struck)});
        }
    }

    // Calls `visit` with subsets of cells, their digits, and how many of the digits `within` they use up: the number of
    // cells minus the number of digits that are not within.
    template <class Visit>
    static void each_subset(const std::vector<Part>& parts, Mask within, int32_t max_size, Budget& budget,
                            Visit visit) {
        const Mask outside = within ? ~within : 0;
        const int32_t n = (int32_t)parts.size();
        const auto extend = [&](auto& self, int32_t at, uint64_t some, Mask digits, int32_t size) -> void {
            for (; at < n && budget.spend(); ++at) {
                const Mask together = digits | parts[at].mask;
                const int32_t taken = size + 1 - std::popcount(together & outside);
                if (taken > 0 && (together & within || !within)) visit(some | parts[at].bit, together, taken);
                if (taken + n - at - 1 > 0 && size + 1 < max_size)
                    self(self, at + 1, some | parts[at].bit, together, size + 1);
            }
        };
        extend(extend, 0, 0, 0, 0);
    }

    int32_t n_digits_;
    std::vector<std::vector<Cell>> houses_;
    std::vector<IndexSet> members_;                // of each house
    std::vector<std::vector<int32_t>> houses_of_;  // of each cell
    std::vector<IndexSet> peers_;
};

}  // namespace farandole
