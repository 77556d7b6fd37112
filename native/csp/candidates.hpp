// The candidates of every cell, and queues of the houses and constraints to revise when they change.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "csp/lists.hpp"

namespace farandole {

using Cell = int32_t;
using Mask = uint32_t;  // digit d is bit d - 1

inline bool is_single(Mask mask) { return (mask & (mask - 1)) == 0; }
inline Mask lowest(Mask mask) { return mask & (0 - mask); }
inline int least_digit(Mask mask) { return std::countr_zero(mask) + 1; }
inline int greatest_digit(Mask mask) { return 32 - std::countl_zero(mask); }

// A set of numbers from 0, with the digits for which each was added.
class WakeQueue {
  public:
    explicit WakeQueue(int32_t size) : words_((size + 63) / 64, 0), digits_(size, 0) {}

    void wake(int32_t number, Mask digits) {
        words_[number / 64] |= uint64_t{1} << number % 64;
        digits_[number] |= digits;
    }

    void clear(int32_t number) {
        words_[number / 64] &= ~(uint64_t{1} << number % 64);
        digits_[number] = 0;
    }

    void clear_all() {
        for (int32_t number; (number = first()) >= 0;) clear(number);
    }

    Mask digits(int32_t number) const { return digits_[number]; }

    // The first in the queue, or -1.
    int32_t first() const {
        for (size_t word = 0; word < words_.size(); ++word)
            if (words_[word]) return (int32_t)(64 * word) + std::countr_zero(words_[word]);
        return -1;
    }

    // The next one after the last that was returned, or -1: round-robin.
    int32_t next() {
        if (words_.empty()) return -1;
        size_t word = last_ / 64;
        uint64_t awake = words_[word] & ~uint64_t{1} << last_ % 64;
        for (size_t tries = words_.size(); !awake; --tries) {
            if (tries == 0) return -1;
            word = word + 1 == words_.size() ? 0 : word + 1;
            awake = words_[word];
        }
        return last_ = (int32_t)(64 * word) + std::countr_zero(awake);
    }

  private:
    std::vector<uint64_t> words_;
    std::vector<Mask> digits_;
    int32_t last_ = 0;
};

// The candidate masks of all cells. When a cell loses a candidate, its houses and constraints are queued for revision;
// houses come before constraints.
//
// Invariant: no mask is empty, except between a `keep` that returned false and the next `restore`.
class Candidates {
  public:
    // houses_of, constraints_of: for each cell, ascending numbers. n_wide: houses with smaller numbers have more than
    // two cells.
    Candidates(std::span<const Mask> masks, const Lists& houses_of, int32_t n_houses, int32_t n_wide,
               const Lists& constraints_of, int32_t n_constraints)
        : houses(n_houses), constraints(n_constraints), masks_(masks.begin(), masks.end()), houses_of_(&houses_of),
          constraints_of_(&constraints_of), n_wide_(n_wide) {}

    WakeQueue houses, constraints;

    Mask operator[](Cell cell) const { return masks_[cell]; }
    std::span<const Mask> masks() const { return masks_; }

    // Eliminates the candidates that are not in `mask`. Returns false if none is left.
    bool keep(Cell cell, Mask mask) {
        const Mask before = masks_[cell], after = before & mask;
        if (after == before) return true;
        masks_[cell] = after;
        wake_around(cell, before ^ after);
        return after != 0;
    }

    // The cell lost these digits. A house of two cells can only be revised once one of them is placed.
    void wake_around(Cell cell, Mask digits) {
        const bool is_placed = is_single(masks_[cell]);
        for (const int32_t house : (*houses_of_)[cell]) {
            if (house >= n_wide_ && !is_placed) break;
            houses.wake(house, digits);
        }
        for (const int32_t constraint : (*constraints_of_)[cell]) constraints.wake(constraint, digits);
    }

    void restore(const Mask* masks) { std::copy_n(masks, masks_.size(), masks_.begin()); }

  private:
    std::vector<Mask> masks_;
    const Lists *houses_of_, *constraints_of_;
    int32_t n_wide_;
};

}  // namespace farandole
