// All-different on a house as a whole: every cell takes a digit of its own. No Python here.
//
// Singles look at one cell or at one digit. Ten cells with the same nine digits look consistent to them until eight are
// filled, so a search with singles alone tries 9! assignments. A bipartite matching of cells and digits finds the
// contradiction at once. It also finds the candidates in no matching: those that lie neither on an alternating cycle
// (each cell takes the digit of the next) nor on an alternating path to a free digit.
//
// Reference: J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994. A house has at most
// 32 cells, so reachability is a bit set per cell, and Warshall's transitive closure is faster than strongly connected
// components.
#pragma once
#include <array>

#include "csp/candidates.hpp"

namespace farandole {

class Assignment {
  public:
    Assignment(const Candidates& candidates, std::span<const Cell> cells) : cells_(cells) {
        takers_.fill(-1);
        for (size_t place = 0; place < cells.size(); ++place) masks_[place] = candidates[cells[place]];
    }

    // Eliminates the candidates that are in no matching. Returns false if there is no matching.
    bool strike(Candidates& candidates) {
        const int n = (int)cells_.size();
        for (int place = 0; place < n; ++place) {
            Mask tried = 0;
            if (!take(place, tried)) return false;
        }
        std::array<uint32_t, 32> leads{};  // by place: the places whose digits it can reach
        std::array<Mask, 32> own{};
        uint32_t is_free = 0;  // places that can reach a free digit
        Mask taken = 0;
        for (int digit = 0; digit < 32; ++digit)
            if (takers_[digit] >= 0) own[takers_[digit]] = Mask{1} << digit, taken |= Mask{1} << digit;
        for (int place = 0; place < n; ++place) {
            for (int other = 0; other < n; ++other)
                leads[place] |= (uint32_t)((masks_[place] & own[other]) != 0) << other;
            is_free |= (uint32_t)((masks_[place] & ~taken) != 0) << place;
        }
        for (int via = 0; via < n; ++via)
            for (int place = 0; place < n; ++place)
                if (leads[place] >> via & 1) leads[place] |= leads[via];
        for (int place = 0; place < n; ++place) {
            Mask fits = ~taken;
            for (int other = 0; other < n; ++other)
                if (other == place || leads[other] >> place & 1 || leads[other] & is_free) fits |= own[other];
            if (!candidates.keep(cells_[place], fits)) return false;
        }
        return true;
    }

  private:
    // Gives a place a digit; other places may have to change theirs (an augmenting path).
    bool take(int place, Mask& tried) {
        for (Mask left; (left = masks_[place] & ~tried);) {
            const Mask digit = lowest(left);
            tried |= digit;
            int8_t& taker = takers_[std::countr_zero(digit)];
            if (taker < 0 || take(taker, tried)) {
                taker = (int8_t)place;
                return true;
            }
        }
        return false;
    }

    std::span<const Cell> cells_;
    std::array<Mask, 32> masks_{};   // by place
    std::array<int8_t, 32> takers_;  // by digit: a place, or -1
};

}  // namespace farandole
