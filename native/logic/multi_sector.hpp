// Multi-sector locked sets and multifish: as many truths as covers.
//
// Candidates are points (a, b, c) of a cube, such as (row, column, digit). A truth is a pair (a, b), a cell, and
// exactly one of its points is true. A cover is a pair (a, c) or (b, c), a digit in a row or a column, and at most one
// of its points is true. If covers hold all points of some truths, and are no more than these, each of them has a true
// point among the truths, and its other points are false. So is a point of a truth in two covers.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "stop_token.hpp"

namespace farandole {

class MultiSector {
  public:
    static constexpr int32_t kMaxSize = 9;  // all subsets of a and b are tried
    using Mask = uint32_t;

    struct LockedSet {
        Mask a, b;  // the truths are the pairs of these that have a point
        int32_t n_truths;
        int32_t n_false;                            // points that turn out to be false
        std::vector<std::pair<Mask, Mask>> covers;  // for each c: the covers (a, c) and (b, c)
    };

    // For each a and b, the mask of c; 0 where there is no truth.
    explicit MultiSector(const std::vector<std::vector<Mask>>& cube) : n_((int32_t)cube.size()) {
        if (n_ > kMaxSize) throw std::invalid_argument("expected at most 9 rows");
        for (int32_t a = 0; a < n_; ++a) {
            if ((int32_t)cube[a].size() != n_) throw std::invalid_argument("expected a cube");
            for (int32_t b = 0; b < n_; ++b) {
                if (cube[a][b] >> n_) throw std::invalid_argument("expected a cube");
                if (cube[a][b]) truths_[b] |= Mask{1} << a;
                for (int32_t c = 0; c < n_; ++c)
                    if (cube[a][b] >> c & 1) points_[c][b] |= Mask{1} << a;
            }
        }
    }

    // The locked sets of at least two a and two b that have false points and the fewest truths of all; those with the
    // most false points come first.
    std::vector<LockedSet> find(const StopToken& stop) {
        found_.clear();
        for (Mask a = 1; a < Mask{1} << n_; ++a) {
            if (stop.stop_requested()) return {};
            const int32_t size = std::popcount(a);
            if (2 <= size && size < n_) grow(a, 0, 0, 0, Matchings{});
        }
        std::ranges::stable_sort(found_, {},
                                 [](const LockedSet& set) { return std::pair(set.n_truths, -set.n_false); });
        return std::move(found_);
    }

  private:
    // For each c, the b that each a is matched to, plus 1; 0 if it is free.
    using Matchings = std::array<std::array<uint8_t, kMaxSize>, kMaxSize>;

    // Adds each b from `first` on to a set, with the matchings that say how many covers each c needs.
    void grow(Mask a, Mask b, int32_t first, int32_t slack, const Matchings& matchings) {
        for (int32_t next = first; next < n_; ++next) {
            Matchings longer = matchings;
            int32_t more = -std::popcount(truths_[next] & a);
            for (int32_t c = 0; c < n_; ++c) {
                Mask met = 0;
                more += augment(longer[c], points_[c], a, next, met);
            }
            const Mask with = b | Mask{1} << next;
            const int32_t size = std::popcount(with);
            if (slack + more == 0 && 2 <= size && size < n_) note(a, with, longer);
            grow(a, with, next + 1, slack + more, longer);
        }
    }

    static bool augment(std::array<uint8_t, kMaxSize>& match, const std::array<Mask, kMaxSize>& points, Mask a,
                        int32_t b, Mask& met) {
        for (Mask left = points[b] & a & ~met; left; left = points[b] & a & ~met) {
            const int32_t at = std::countr_zero(left);
            met |= Mask{1} << at;
            if (!match[at] || augment(match, points, a, match[at] - 1, met)) {
                match[at] = (uint8_t)(b + 1);
                return true;
            }
        }
        return false;
    }

    // Chooses for each c the covers with the most false points.
    void note(Mask a, Mask b, const Matchings& matchings) {
        LockedSet set{a, b, 0, 0, {}};
        for (int32_t at = 0; at < n_; ++at)
            if (b >> at & 1) set.n_truths += std::popcount(truths_[at] & a);
        Mask used = 0;
        for (int32_t at = 0; at < n_; ++at) {
            if (!(b >> at & 1)) continue;
            if (!(truths_[at] & a)) return;  // the same set without this b
            used |= truths_[at] & a;
        }
        if (used != a) return;
        if (!found_.empty() && set.n_truths > found_.back().n_truths) return;
        for (int32_t c = 0; c < n_; ++c) {
            int32_t n_covers = 0;
            for (int32_t at = 0; at < n_; ++at) n_covers += matchings[c][at] != 0;
            int32_t most = -1;
            std::pair<Mask, Mask> best;
            for (Mask of_a = a;; of_a = (of_a - 1) & a) {
                Mask of_b = 0;
                for (int32_t at = 0; at < n_; ++at)
                    if (b >> at & 1 && points_[c][at] & a & ~of_a) of_b |= Mask{1} << at;
                if (std::popcount(of_a) + std::popcount(of_b) == n_covers) {
                    const int32_t n_false = count_false(a, b, c, of_a, of_b);
                    if (n_false > most) most = n_false, best = {of_a, of_b};
                }
                if (!of_a) break;
            }
            set.n_false += most;
            set.covers.push_back(best);
        }
        if (!set.n_false) return;
        if (!found_.empty() && set.n_truths < found_.back().n_truths) found_.clear();
        found_.push_back(std::move(set));
    }

    int32_t count_false(Mask a, Mask b, int32_t c, Mask of_a, Mask of_b) const {
        int32_t count = 0;
        for (int32_t at = 0; at < n_; ++at) {
            const Mask points = points_[c][at];
            count += std::popcount(points & of_a & (b >> at & 1 ? 0 : ~Mask{0}));
            if (of_b >> at & 1) count += std::popcount(points & (~a | of_a));
        }
        return count;
    }

    int32_t n_;
    std::array<Mask, kMaxSize> truths_{};                        // for each b, the a of its truths
    std::array<std::array<Mask, kMaxSize>, kMaxSize> points_{};  // for each c and b, the a of its points
    std::vector<LockedSet> found_;
};

}  // namespace farandole
