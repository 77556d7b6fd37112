// The houses of each cell in an order that the caller chooses, for searches whose results depend on that order.
#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logic/index_set.hpp"

namespace farandole {

class HouseOrder {
  public:
    // The peers of a cell in one of its houses, without those in an earlier one, ascending.
    struct Part {
        int32_t house;
        std::vector<int32_t> cells;
    };

    // houses: their cells. houses_of: for each cell, its houses in order.
    HouseOrder(int32_t n_digits, const std::vector<std::vector<int32_t>>& houses, const std::vector<bool>& is_full,
               const std::vector<std::vector<int32_t>>& houses_of)
        : n_digits_(n_digits), n_cells_((int32_t)houses_of.size()), houses_(houses.size(), IndexSet(n_cells_)),
          parts_(n_cells_), full_houses_(n_cells_), peers_(n_cells_, IndexSet(n_cells_)) {
        if (!(1 <= n_digits && n_digits <= 32)) throw std::invalid_argument("expected 1 to 32 digits");
        if (is_full.size() != houses.size()) throw std::invalid_argument("expected for each house whether it is full");
        for (size_t house = 0; house < houses.size(); ++house)
            for (const int32_t cell : houses[house]) {
                if (cell < 0 || cell >= n_cells_) throw std::invalid_argument("no such cell in a house");
                houses_[house].add(cell);
            }
        for (int32_t cell = 0; cell < n_cells_; ++cell) {
            IndexSet& peers = peers_[cell];
            peers.add(cell);
            for (const int32_t house : houses_of[cell]) {
                if (house < 0 || house >= (int32_t)houses.size()) throw std::invalid_argument("no such house");
                Part part{house, {}};
                (houses_[house] - peers).each([&](int32_t peer) { part.cells.push_back(peer); });
                parts_[cell].push_back(std::move(part));
                peers |= houses_[house];
                if (is_full[house]) full_houses_[cell].push_back(house);
            }
            IndexSet self(n_cells_);
            self.add(cell);
            peers -= self;
        }
    }

    int32_t n_digits() const { return n_digits_; }
    int32_t n_cells() const { return n_cells_; }
    int32_t n_houses() const { return (int32_t)houses_.size(); }
    const IndexSet& house(int32_t house) const { return houses_[house]; }
    const IndexSet& peers(int32_t cell) const { return peers_[cell]; }
    std::span<const Part> parts(int32_t cell) const { return parts_[cell]; }
    std::span<const int32_t> full_houses(int32_t cell) const { return full_houses_[cell]; }  // that hold every digit

    // Throws unless there is a mask of n_digits bits for each cell.
    void check(std::span<const uint32_t> masks) const {
        if (masks.size() != (size_t)n_cells_) throw std::invalid_argument("expected a mask for each cell");
        for (const uint32_t mask : masks)
            if (uint64_t{mask} >> n_digits_) throw std::invalid_argument("expected masks of n_digits bits");
    }

    // For each digit from 1, its places. Checks the masks.
    std::vector<IndexSet> places_of(std::span<const uint32_t> masks) const {
        check(masks);
        std::vector<IndexSet> places(n_digits_ + 1, IndexSet(n_cells_));
        for (int32_t cell = 0; cell < n_cells_; ++cell)
            for (uint32_t left = masks[cell]; left; left &= left - 1) places[std::countr_zero(left) + 1].add(cell);
        return places;
    }

  private:
    int32_t n_digits_, n_cells_;
    std::vector<IndexSet> houses_;
    std::vector<std::vector<Part>> parts_;
    std::vector<std::vector<int32_t>> full_houses_;
    std::vector<IndexSet> peers_;
};

// Numbers of candidates and claims, and causes of claims, as in farandole.logic.explainer.propagation: a candidate is
// its digit times the number of cells, plus its cell; a claim is twice that, and one more if the candidate is true.
using Claim = int32_t;
using Cause = int32_t;          // a house, or one of these
constexpr Cause kByCell = -1;   // the cell has one candidate left, or holds another digit
constexpr Cause kAssumed = -2;  // the claim is the assumption

}  // namespace farandole
