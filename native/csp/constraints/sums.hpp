// Sums of digits, and cells whose digits together are one of some sets.
//
// Both use *cliques*: cells that all see each other, so that they hold a set of digits. A cage of four cells with the
// sum 12 holds {1,2,3,6} or {1,2,4,5}. The candidates rule out some sets; the others determine which digits a cell may
// hold and which the clique must hold. A sum over cells that don't all see each other is partitioned into cliques.
// Their totals must add up; shifts of a bit set of sums check that for all totals at once.
#pragma once
#include <array>
#include <cstdlib>
#include <mutex>
#include <numeric>

#include "csp/network.hpp"

namespace farandole {

// All sets of `size` of the digits 1 to n_digits, in order of their totals.
class DigitSets {
  public:
    DigitSets(int32_t n_digits, int32_t size) : least_(size * (size + 1) / 2) {
        const int32_t greatest = size * (2 * n_digits - size + 1) / 2;
        std::vector<std::vector<Mask>> by_total(greatest - least_ + 1);
        const uint64_t end = uint64_t{1} << n_digits;
        for (uint64_t set = (uint64_t{1} << size) - 1; set < end;) {
            by_total[total((Mask)set) - least_].push_back((Mask)set);
            const uint64_t low = set & (0 - set), next = set + low;  // Gosper's hack: the next number with as many bits
            set = next | ((set ^ next) / low >> 2);
        }
        for (const auto& sets : by_total) {
            sets_.insert(sets_.end(), sets.begin(), sets.end());
            ends_.push_back(sets_.size());
        }
    }

    int32_t least() const { return least_; }
    int32_t n_totals() const { return (int32_t)ends_.size() - 1; }

    // The sets with totals from least() + first to least() + last.
    std::span<const Mask> between(int32_t first, int32_t last) const {
        first = std::max(first, 0);
        last = std::min(last, n_totals() - 1);
        if (first > last) return {};
        return {sets_.data() + ends_[first], sets_.data() + ends_[last + 1]};
    }

    static int32_t total(Mask set) {
        int32_t sum = 0;
        for (; set; set &= set - 1) sum += least_digit(set);
        return sum;
    }

    static int64_t count(int32_t n_digits, int32_t size) {
        int64_t n = 1;
        for (int32_t i = 0; i < size; ++i) n = n * (n_digits - i) / (i + 1);
        return n;
    }

  private:
    int32_t least_;
    std::vector<Mask> sets_;
    std::vector<size_t> ends_{0};  // by total
};

// The sets for a number of digits: made once and shared by all puzzles.
inline const DigitSets& digit_sets(int32_t n_digits, int32_t size) {
    static std::array<std::array<std::unique_ptr<const DigitSets>, 33>, 33> known;
    static std::array<std::array<std::once_flag, 33>, 33> is_known;
    std::call_once(is_known[n_digits][size],
                   [&] { known[n_digits][size] = std::make_unique<const DigitSets>(n_digits, size); });
    return *known[n_digits][size];
}

// Which cells see each other.
class Sight {
  public:
    explicit Sight(const Network& network) : network_(network) {}

    bool sees(Cell one, Cell other) const {
        const auto ours = houses_of(one), theirs = houses_of(other);  // both ascending
        for (auto a = ours.begin(), b = theirs.begin(); a != ours.end() && b != theirs.end();) {
            if (*a == *b) return true;
            *a < *b ? ++a : ++b;
        }
        return false;
    }

    std::span<const House> houses() const { return network_.houses(); }
    std::span<const int32_t> houses_of(Cell cell) const { return network_.houses_of(cell); }

  private:
    const Network& network_;
};

// The union and the intersection of some sets.
struct DigitBounds {
    Mask may = 0, must = ~Mask{0};

    void admit(Mask set) {
        may |= set;
        must &= set;
    }
    void admit(const DigitBounds& other) {
        may |= other.may;
        must &= other.must;
    }
};

class Clique {
  public:
    Clique(std::vector<Cell> cells, const Sight& sight) : cells_(std::move(cells)) {
        if (cells_.size() < 2) return;
        thread_local std::vector<std::pair<int32_t, uint32_t>> ours;  // houses, and which of our cells they contain
        ours.clear();
        for (size_t i = 0; i < cells_.size(); ++i)
            for (const int32_t house : sight.houses_of(cells_[i])) {
                const auto at = std::ranges::find(ours, house, &std::pair<int32_t, uint32_t>::first);
                if (at == ours.end()) ours.push_back({house, 1u << i});
                else at->second |= 1u << i;
            }
        size_t n_others = 0;
        std::erase_if(ours, [&](const auto& known) {
            const size_t size = sight.houses()[known.first].cells().size(), n = (size_t)std::popcount(known.second);
            if (n < 2 || n == size) return true;
            n_others += size - n;
            return false;
        });
        std::ranges::sort(ours);
        shared_.reserve(ours.size());
        others_.reserve(n_others);
        for (const auto& [house, places] : ours) {
            for (const Cell cell : sight.houses()[house].cells())
                if (std::ranges::find(cells_, cell) == cells_.end()) others_.push_back(cell);
            shared_.push_back({places, (uint32_t)others_.size()});
        }
    }

    std::span<const Cell> cells() const { return cells_; }

    // What the candidates say about the digits of a clique.
    struct View {
        Mask any = 0, placed = 0;
        std::array<Mask, 32> open;  // of each unsolved cell: its candidates not placed elsewhere
        int32_t n_open = 0;
    };

    // Returns false if a digit is placed twice.
    bool see(const Candidates& candidates, View& view) const {
        for (const Cell cell : cells_) {
            const Mask mask = candidates[cell];
            view.any |= mask;
            if (!is_single(mask)) {
                view.open[view.n_open++] = mask;
                continue;
            }
            if (view.placed & mask) return false;
            view.placed |= mask;
        }
        for (int32_t i = 0; i < view.n_open; ++i) view.open[i] &= ~view.placed;
        return true;
    }

    // Calls `admit` with each set that the candidates allow.
    template <class Admit>
    static void sift(const View& view, std::span<const Mask> sets, Admit admit) {
        for (const Mask set : sets) {
            if ((set & ~view.any) | (view.placed & ~set)) continue;
            bool fits = true;
            for (int32_t i = 0; i < view.n_open; ++i) fits &= (view.open[i] & set) != 0;
            if (fits) admit(set);
        }
    }

    // Keeps the digits that the cells may hold. A digit that they must hold is placed if it has one place left, and
    // removed from the houses that contain all its places.
    bool narrow(Candidates& candidates, DigitBounds bounds) const {
        if (!bounds.may) return false;
        Mask once = 0, twice = 0, placed = 0;
        for (const Cell cell : cells_) {
            if (!candidates.keep(cell, bounds.may)) return false;
            const Mask mask = candidates[cell];
            twice |= once & mask;
            once |= mask;
            if (is_single(mask)) placed |= mask;
        }
        if (bounds.must & ~once) return false;
        if (const Mask hidden = bounds.must & ~twice & ~placed) {
            for (const Cell cell : cells_)
                if (candidates[cell] & hidden && !candidates.keep(cell, hidden)) return false;
        }
        for (Mask open = bounds.must & ~placed; open; open &= open - 1)
            if (!strike_around(candidates, lowest(open))) return false;
        return true;
    }

  private:
    bool strike_around(Candidates& candidates, Mask digit) const {
        uint32_t places = 0;
        for (size_t i = 0; i < cells_.size(); ++i) places |= (uint32_t)((candidates[cells_[i]] & digit) != 0) << i;
        uint32_t begin = 0;
        for (const auto& [ours, end] : shared_) {
            for (uint32_t i = begin; i < end && !(places & ~ours); ++i)
                if (!candidates.keep(others_[i], ~digit)) return false;
            begin = end;
        }
        return true;
    }

    std::vector<Cell> cells_;
    struct Shared {
        uint32_t places, end;  // which of our cells, and where the other cells end
    };
    std::vector<Shared> shared_;  // each house that contains some of our cells and others
    std::vector<Cell> others_;
};

// Cells that see each other and together hold one of some sets of digits: a cage with a sum, a renban line.
class SetConstraint final : public Constraint {
  public:
    SetConstraint(std::vector<Cell> cells, std::vector<Mask> sets, const Sight& sight)
        : Constraint(cells), clique_(std::move(cells), sight), own_(std::move(sets)), sets_(own_) {}

    // The sets must outlive the constraint.
    SetConstraint(std::vector<Cell> cells, std::span<const Mask> sets, const Sight& sight)
        : Constraint(cells), clique_(std::move(cells), sight), sets_(sets) {}

    bool revise(Candidates& candidates) const override {
        Clique::View view;
        if (!clique_.see(candidates, view)) return false;
        DigitBounds bounds;
        clique_.sift(view, sets_, [&](Mask set) { bounds.admit(set); });
        return clique_.narrow(candidates, bounds);
    }

    std::span<const Mask> sets() const override { return sets_; }

  private:
    Clique clique_;
    std::vector<Mask> own_;
    std::span<const Mask> sets_;
};

// low <= sum of coefficient * digit <= high.
struct Sum {
    std::vector<Cell> cells;
    std::vector<int32_t> coefficients;
    int32_t low, high;
};

// A sum over several cliques; the cells of a clique have the same coefficient.
class SumConstraint final : public Constraint {
  public:
    struct Term {
        Clique clique;
        int32_t coefficient;
        const DigitSets* sets;

        // The bounds of coefficient * total of the clique.
        int64_t least() const { return std::min(at(0), at(sets->n_totals() - 1)); }
        int64_t at(int32_t total) const { return (int64_t)coefficient * (sets->least() + total); }
        int64_t span() const { return std::abs(at(sets->n_totals() - 1) - at(0)); }
    };

    SumConstraint(std::vector<Cell> cells, std::vector<Term> terms, int32_t low, int32_t high)
        : Constraint(std::move(cells)), terms_(std::move(terms)), low_(low), high_(high) {
        for (const Term& term : terms_) {
            least_ += term.least();
            span_ += term.span();
        }
    }

    static constexpr int32_t kTotals = 64;  // maximum number of totals of a clique

    bool revise(Candidates& candidates) const override {
        thread_local std::vector<Totals> scratch;
        if (scratch.size() < terms_.size()) scratch.resize(terms_.size());
        const std::span<Totals> totals(scratch.data(), terms_.size());
        for (size_t i = 0; i < terms_.size(); ++i)
            if (!survey(candidates, terms_[i], totals[i])) return false;
        if (span_ < kBits ? !add_up(totals) : !stay_within(totals)) return false;
        for (size_t i = 0; i < terms_.size(); ++i)
            if (!narrow(candidates, terms_[i], totals[i])) return false;
        return true;
    }

    Linear linear() const override {
        Linear sum{{}, {}, {}, low_, high_};
        for (const Term& term : terms_) {
            sum.sizes.push_back((int32_t)term.clique.cells().size());
            for (const Cell cell : term.clique.cells()) {
                sum.cells.push_back(cell);
                sum.coefficients.push_back(term.coefficient);
            }
        }
        return sum;
    }

  private:
    using Bits = unsigned __int128;  // a bit for each sum; bit 0 is the smallest
    static constexpr int32_t kBits = 128;

    // The possible totals of a clique, for each of them the digits that the clique then holds (except for one or two
    // cells, where they are known at once), and the sums of the cliques before it.
    struct Totals {
        uint64_t possible;
        std::array<DigitBounds, kTotals> bounds;
        Bits before;
    };

    static bool survey(const Candidates& candidates, const Term& term, Totals& totals) {
        const std::span<const Cell> cells = term.clique.cells();
        totals.possible = 0;
        if (cells.size() == 1) {
            totals.possible = candidates[cells[0]];
        } else if (cells.size() == 2) {
            for (Mask left = candidates[cells[0]]; left; left &= left - 1)
                totals.possible |= totals_with(lowest(left), candidates[cells[1]]);
        } else {
            Clique::View view;
            if (!term.clique.see(candidates, view)) return false;
            for (int32_t total = 0; total < term.sets->n_totals(); ++total) {
                DigitBounds bounds;
                term.clique.sift(view, term.sets->between(total, total), [&](Mask set) { bounds.admit(set); });
                if (!bounds.may) continue;
                totals.possible |= uint64_t{1} << total;
                totals.bounds[total] = bounds;
            }
        }
        return totals.possible != 0;
    }

    // The totals of a digit plus one of some others; bit 0 is 1 + 2.
    static uint64_t totals_with(Mask digit, Mask others) {
        return (uint64_t{others & ~digit} << std::countr_zero(digit)) >> 1;
    }

    static bool narrow(Candidates& candidates, const Term& term, const Totals& totals) {
        const std::span<const Cell> cells = term.clique.cells();
        if (cells.size() == 1) return candidates.keep(cells[0], (Mask)totals.possible);
        DigitBounds bounds;
        if (cells.size() == 2) {
            Mask first = 0, second = 0;
            for (Mask left = candidates[cells[0]]; left; left &= left - 1) {
                const Mask digit = lowest(left);
                const uint64_t fitting = totals_with(digit, candidates[cells[1]]) & totals.possible;
                const Mask others = (Mask)(fitting << 1 >> std::countr_zero(digit));
                if (!others) continue;
                first |= digit;
                second |= others;
                bounds.admit({digit | others, is_single(others) ? digit | others : digit});
            }
            if (!candidates.keep(cells[0], first) || !candidates.keep(cells[1], second)) return false;
        } else {
            for (uint64_t left = totals.possible; left; left &= left - 1)
                bounds.admit(totals.bounds[std::countr_zero(left)]);
        }
        return term.clique.narrow(candidates, bounds);
    }

    // Keeps the totals that are part of a sum from low to high.
    bool add_up(std::span<Totals> totals) const {
        Bits sums = 1;
        for (size_t i = 0; i < terms_.size(); ++i) {
            totals[i].before = sums;
            sums = 0;
            for (uint64_t left = totals[i].possible; left; left &= left - 1)
                sums |= totals[i].before << (terms_[i].at(std::countr_zero(left)) - terms_[i].least());
        }
        const int64_t first = std::max(low_ - least_, int64_t{0}), last = std::min(high_ - least_, span_);
        if (first > last) return false;
        Bits wanted = (~Bits{0} >> (kBits - 1 - (last - first))) << first;
        for (size_t i = terms_.size(); i-- > 0;) {
            Bits earlier = 0;
            for (uint64_t left = totals[i].possible; left; left &= left - 1) {
                const int32_t total = std::countr_zero(left);
                const Bits fitting = wanted >> (terms_[i].at(total) - terms_[i].least()) & totals[i].before;
                if (!fitting) totals[i].possible &= ~(uint64_t{1} << total);
                earlier |= fitting;
            }
            wanted = earlier;
        }
        return wanted != 0;
    }

    // The same if there are too many sums for bits: keeps the totals within the bounds of the others.
    bool stay_within(std::span<Totals> totals) const {
        const auto ends = [&](size_t i) {
            const int64_t one = terms_[i].at(std::countr_zero(totals[i].possible));
            const int64_t other = terms_[i].at(63 - std::countl_zero(totals[i].possible));
            return std::pair(std::min(one, other), std::max(one, other));
        };
        int64_t low = 0, high = 0;
        for (size_t i = 0; i < terms_.size(); ++i) {
            low += ends(i).first;
            high += ends(i).second;
        }
        for (size_t i = 0; i < terms_.size(); ++i) {
            const auto [least, greatest] = ends(i);
            for (uint64_t left = totals[i].possible; left; left &= left - 1) {
                const int32_t total = std::countr_zero(left);
                const int64_t value = terms_[i].at(total);
                if (value + low - least > high_ || value + high - greatest < low_)
                    totals[i].possible &= ~(uint64_t{1} << total);
            }
            if (!totals[i].possible) return false;
        }
        return true;
    }

    std::vector<Term> terms_;
    int64_t low_, high_, least_ = 0, span_ = 0;
};

// Makes constraints of sums.
class SumMaker {
  public:
    SumMaker(int32_t n_digits, const Sight& sight) : n_digits_(n_digits), sight_(sight), begun_(sight.houses().size()) {
        for (int32_t size = 1; size <= n_digits; ++size) {
            const int64_t n_sets = DigitSets::count(n_digits, size);
            const bool is_narrow = size * (n_digits - size) < SumConstraint::kTotals;
            fits_alone_[size] = is_narrow && n_sets <= kMaxSetsAlone;
            fits_[size] = is_narrow && n_sets <= kMaxSets;
        }
    }

    std::unique_ptr<Constraint> make(const Sum& sum) {
        cut(sum, fits_alone_);
        if (n_cliques_ > 1 && fits_ != fits_alone_) cut(sum, fits_);
        return make_as_cut(sum);
    }

    // Null if there are more cliques than this.
    std::unique_ptr<Constraint> make(const Sum& sum, size_t most_cliques) {
        cut(sum, fits_);
        if (n_cliques_ > most_cliques) return nullptr;
        return fits_ == fits_alone_ ? make_as_cut(sum) : make(sum);
    }

  private:
    static constexpr int64_t kMaxSets = 2'000, kMaxSetsAlone = 20'000;
    using Fits = std::array<bool, 33>;  // by size: whether a clique can have it

    struct Part {
        int32_t coefficient;
        std::vector<Cell> cells;
    };

    // Partitions the cells by coefficient; each cell goes into the first clique where it sees all cells and the number
    // of sets stays small. Such a clique begins with a cell that it sees, so only the cliques of its houses are tried.
    void cut(const Sum& sum, const Fits& fits_size) {
        n_cliques_ = 0;
        for (size_t i = 0; i < sum.cells.size(); ++i) {
            const Cell ours = sum.cells[i];
            const auto fits = [&](const Part& clique) {
                return clique.coefficient == sum.coefficients[i] && clique.cells.size() < (size_t)n_digits_ &&
                       fits_size[clique.cells.size() + 1] &&
                       std::ranges::all_of(clique.cells, [&](Cell cell) { return sight_.sees(cell, ours); });
            };
            size_t taker = n_cliques_;
            for (const int32_t house : sight_.houses_of(ours))
                for (const size_t clique : begun_[house]) {
                    if (clique >= taker) break;
                    if (fits(cliques_[clique])) taker = clique;
                }
            if (taker == n_cliques_) {
                if (n_cliques_++ == cliques_.size()) cliques_.emplace_back();
                cliques_[taker].coefficient = sum.coefficients[i];
                cliques_[taker].cells.clear();
                for (const int32_t house : sight_.houses_of(ours)) begun_[house].push_back(taker);
            }
            cliques_[taker].cells.push_back(ours);
        }
        for (size_t clique = 0; clique < n_cliques_; ++clique)
            for (const int32_t house : sight_.houses_of(cliques_[clique].cells.front())) begun_[house].clear();
    }

    std::unique_ptr<Constraint> make_as_cut(const Sum& sum) const {
        return n_cliques_ == 1 ? make_set(sum) : make_sum(sum);
    }

    // The sets with the right totals (they are adjacent), for a single clique.
    std::unique_ptr<Constraint> make_set(const Sum& sum) const {
        const auto& cells = cliques_[0].cells;
        const int64_t coefficient = cliques_[0].coefficient;
        const DigitSets& all = digit_sets(n_digits_, (int32_t)cells.size());
        int32_t first = 0, last = all.n_totals() - 1;
        const auto fits = [&](int32_t total) {
            const int64_t value = coefficient * (all.least() + total);
            return sum.low <= value && value <= sum.high;
        };
        while (first <= last && !fits(first)) ++first;
        while (first <= last && !fits(last)) --last;
        const auto sets = first <= last ? all.between(first, last) : std::span<const Mask>{};
        return std::make_unique<SetConstraint>(cells, sets, sight_);
    }

    std::unique_ptr<Constraint> make_sum(const Sum& sum) const {
        std::vector<SumConstraint::Term> terms;
        terms.reserve(n_cliques_);
        for (const auto& [coefficient, cells] : std::span(cliques_.data(), n_cliques_))
            terms.push_back({Clique(cells, sight_), coefficient, &digit_sets(n_digits_, (int32_t)cells.size())});
        return std::make_unique<SumConstraint>(sum.cells, std::move(terms), sum.low, sum.high);
    }

    int32_t n_digits_;
    const Sight& sight_;
    Fits fits_{}, fits_alone_{};
    std::vector<Part> cliques_;  // of the last partitioned sum: the first n_cliques_ are in use
    size_t n_cliques_ = 0;
    std::vector<std::vector<size_t>> begun_;  // by house, during partitioning: the cliques that begin in it, ascending
};

}  // namespace farandole
