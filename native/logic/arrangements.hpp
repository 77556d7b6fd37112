// The arrangements of one digit: a place in each house that needs it, no two of which see each other. No Python here;
// logic/inference/one_digit.py asks which places no arrangement uses.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "logic/index_set.hpp"
#include "stop_token.hpp"

namespace farandole {

class Arrangements {
  public:
    using Cell = int32_t;

    // houses: the cells of those that need the digit. peers: for each cell, those that it sees.
    Arrangements(const std::vector<std::vector<Cell>>& houses, const std::vector<std::vector<Cell>>& peers)
        : n_cells_((int32_t)peers.size()) {
        for (const auto* const lists : {&houses, &peers})
            for (const auto& cells : *lists) {
                IndexSet set(n_cells_);
                for (const Cell cell : cells) {
                    if (cell < 0 || cell >= n_cells_)
                        throw std::invalid_argument("expected a list of peers for each cell");
                    set.add(cell);
                }
                (lists == &houses ? houses_ : peers_).push_back(set);
            }
    }

    int32_t n_cells() const { return n_cells_; }

    // The places that no arrangement uses.
    IndexSet impossible(const IndexSet& places, StopToken& stop) const {
        std::vector<IndexSet> in_houses;
        for (const IndexSet& house : houses_)
            if (house.meets(places)) in_houses.push_back(house & places);
        IndexSet live(n_cells_);
        places.each([&](Cell cell) {
            if (live.has(cell)) return;
            IndexSet chosen(n_cells_);
            chosen.add(cell);
            if (arrange(in_houses, chosen, places - peers_[(size_t)cell], live, stop)) live |= chosen;
        });
        return places - live;
    }

  private:
    // Adds a free place to `chosen` for each house that has none. Returns whether there are such places.
    bool arrange(const std::vector<IndexSet>& in_houses, IndexSet& chosen, const IndexSet& free, const IndexSet& live,
                 StopToken& stop) const {
        stop.count_steps((int64_t)in_houses.size());
        IndexSet tightest;
        int32_t least = n_cells_ + 1;
        for (const IndexSet& in_house : in_houses) {
            if (in_house.meets(chosen)) continue;
            IndexSet left = in_house & free;
            const int32_t n = left.size();
            if (n >= least) continue;
            least = n;
            tightest = std::move(left);
            if (n < 2) break;
        }
        if (least > n_cells_) return true;  // each house has its place
        // First the places of which nothing is known yet, because they are tested next.
        for (const IndexSet& part : {tightest - live, tightest & live})
            for (Cell cell = part.first(); cell >= 0; cell = part.first(cell + 1)) {
                chosen.add(cell);
                if (arrange(in_houses, chosen, free - peers_[(size_t)cell], live, stop)) return true;
                chosen.remove(cell);
            }
        return false;
    }

    int32_t n_cells_;
    std::vector<IndexSet> houses_, peers_;
};

}  // namespace farandole
