// Digits for the cells of a house as a whole: each cell takes one that no other has. No Python here.
//
// Singles look at one cell, or one digit. Ten cells with the same nine digits look fine to them until eight are filled,
// and a search that only has them tries 9! ways. A matching of cells and digits sees it at once, and which candidates
// are in no matching: those that lead neither round a circle of cells, each of which takes the next one's digit, nor to
// a free digit.
//
// Reference: J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994. A house has at most
// 32 cells, so what leads where is a bit set, and its closure by Warshall's rule is quicker than strong components.
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

    // Strikes the candidates that are in no assignment. False: there is none at all.
    bool strike(Candidates& candidates) {
        const int n = (int)cells_.size();
        for (int place = 0; place < n; ++place) {
            Mask tried = 0;
            if (!take(place, tried)) return false;
        }
        std::array<uint32_t, 32> leads{};  // by place: those whose digit it may take, and so on from there
        std::array<Mask, 32> own{};
        uint32_t is_free = 0;  // places from which a digit that nobody has can be reached
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
    // Give a place a digit, though others may have to take another for it.
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
