// Aligned exclusion: the digits that two or three cells can't hold, because some cell that all of them see would have
// none left. No Python here.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logic/house_order.hpp"

namespace farandole {

class AlignedExclusion {
  public:
    static constexpr int kMostCells = 3;

    struct Found {
        std::vector<int32_t> cells;
        std::vector<int32_t> excluders;                       // cells that all of them see
        std::vector<std::pair<int32_t, int32_t>> eliminated;  // cells and digits
    };

    // size: of the sets of cells, each of which sees two cells or more with at most as many candidates.
    AlignedExclusion(const HouseOrder& order, std::vector<uint32_t> masks, int32_t size)
        : order_(&order), masks_(std::move(masks)), size_(size),
          excluders_(order.n_cells(), IndexSet(order.n_cells())) {
        order.check(masks_);
        if (size < 2 || size > kMostCells) throw std::invalid_argument("expected 2 or 3 cells");
        IndexSet small(order.n_cells()), singles(order.n_cells());
        for (int32_t cell = 0; cell < order.n_cells(); ++cell) {
            const int32_t n_digits = std::popcount(masks_[cell]);
            if (n_digits == 1) singles.add(cell);
            else if (2 <= n_digits && n_digits <= size) small.add(cell);
        }
        for (int32_t cell = 0; cell < order.n_cells(); ++cell) {
            if (std::popcount(masks_[cell]) < 2 || order.peers(cell).meets(singles)) continue;
            excluders_[cell] = order.peers(cell) & small;
            if (excluders_[cell].any()) cells_.push_back(cell);
        }
    }

    // The cells that exclusions may begin with.
    size_t n_cells() const { return cells_.size(); }

    // The exclusions of such a cell, by its index, with cells before it, in the order of Sudoku Explainer. It is asked
    // for all of them in turn, because a triple counts only once.
    std::vector<Found> find(size_t at) {
        std::vector<Found> found;
        const int32_t second = cells_.at(at);
        for (const int32_t first : std::span(cells_).first(at)) {
            const IndexSet common = excluders_[first] & excluders_[second];
            if (!has_two(common)) continue;
            if (size_ == 2) {
                exclude({first, second}, common, found);
                continue;
            }
            for (const int32_t third : thirds(first, second)) {
                const IndexSet seen = common & excluders_[third];
                std::array<int32_t, kMostCells> triple{first, second, third};
                std::ranges::sort(triple);
                if (has_two(seen) && done_.insert(triple).second) exclude({first, second, third}, seen, found);
            }
        }
        return found;
    }

  private:
    static bool has_two(const IndexSet& some) {
        int32_t n = 0;
        for (const uint64_t word : some.words()) n += std::popcount(word);
        return n > 1;
    }

    // The cells that may join two others, those near the first one first.
    std::vector<int32_t> thirds(int32_t first, int32_t second) const {
        std::vector<int32_t> some;
        for (const auto& part : order_->parts(first))
            for (const int32_t cell : part.cells)
                if (excluders_[first].has(cell) && cell != second && excluders_[cell].any()) some.push_back(cell);
        for (const auto& part : order_->parts(second))
            for (const int32_t cell : part.cells)
                if (excluders_[second].has(cell) && !excluders_[first].has(cell) && cell != first &&
                    excluders_[cell].any())
                    some.push_back(cell);
        return some;
    }

    void exclude(std::vector<int32_t> cells, const IndexSet& seen, std::vector<Found>& found) {
        Found now{std::move(cells), {}, {}};
        left_.clear();
        seen.each([&](int32_t cell) {
            now.excluders.push_back(cell);
            left_.push_back(masks_[cell]);
        });
        std::array<uint32_t, kMostCells> possible{}, filling{};
        const auto n = (int32_t)now.cells.size();
        for (int32_t at = 0; at < n; ++at)
            for (uint32_t left = masks_[now.cells[at]]; left; left &= left - 1) {
                const uint32_t bit = left & -left;
                if (possible[at] & bit) continue;
                filling = {};
                filling[at] = bit;
                if (fill(now.cells, filling, 0)) {
                    for (int32_t other = 0; other < n; ++other) possible[other] |= filling[other];
                } else {
                    now.eliminated.emplace_back(now.cells[at], std::bit_width(bit));
                }
            }
        if (!now.eliminated.empty()) found.push_back(std::move(now));
    }

    // Fills the cells from `at` on so that each excluder keeps a candidate.
    bool fill(const std::vector<int32_t>& cells, std::array<uint32_t, kMostCells>& filling, int32_t at) const {
        uint32_t used = 0;
        for (const uint32_t bit : filling) used |= bit;
        for (const uint32_t mask : left_)
            if (!(mask & ~used)) return false;
        while (at < (int32_t)cells.size() && filling[at]) ++at;
        if (at == (int32_t)cells.size()) return true;
        uint32_t left = masks_[cells[at]];
        for (size_t other = 0; other < cells.size(); ++other)
            if (filling[other] && order_->peers(cells[at]).has(cells[other])) left &= ~filling[other];
        for (; left; left &= left - 1) {
            filling[at] = left & -left;
            if (fill(cells, filling, at + 1)) return true;
        }
        filling[at] = 0;
        return false;
    }

    const HouseOrder* order_;
    std::vector<uint32_t> masks_;
    int32_t size_;
    std::vector<IndexSet> excluders_;  // by cell
    std::vector<int32_t> cells_;       // that have some
    std::vector<uint32_t> left_;       // the masks of the excluders
    std::set<std::array<int32_t, kMostCells>> done_;
};

}  // namespace farandole
