// Fish: the places of a digit in a few base houses, all of which, except fins, are in as many cover houses. No Python
// here; logic/techniques/fish_search.py says which houses may be bases and covers, and names the fish.
//
// Base sets come in order, each before its extensions; the cover sets of each come in order, too. A search can pause
// after each base set. It counts its steps, and ends when they exceed a budget, so that what it finds doesn't depend on
// the machine.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logic/index_set.hpp"
#include "stop_token.hpp"

namespace farandole {

// The cells of the houses of a grid, and which cells see each other.
struct FishGrid {
    FishGrid(int32_t n_cells, const std::vector<std::vector<int32_t>>& houses)
        : houses(houses.size(), IndexSet(n_cells)), peers(n_cells, IndexSet(n_cells)) {
        for (size_t house = 0; house < houses.size(); ++house)
            for (const int32_t cell : houses[house]) {
                if (cell < 0 || cell >= n_cells) throw std::invalid_argument("expected cells from 0 to n_cells - 1");
                this->houses[house].add(cell);
            }
        for (const IndexSet& cells : this->houses) cells.each([&](int32_t cell) { peers[cell] |= cells; });
        for (int32_t cell = 0; cell < n_cells; ++cell) {
            IndexSet own(n_cells);
            own.add(cell);
            peers[cell] -= own;
        }
    }

    int32_t n_cells() const { return (int32_t)peers.size(); }

    std::vector<IndexSet> houses;
    std::vector<IndexSet> peers;
};

// What to look for.
struct FishQuestion {
    IndexSet places;                // of the digit
    IndexSet targets;               // the places that may be eliminated
    std::vector<int32_t> bases;     // houses that may be bases
    std::vector<int32_t> covers;    // houses that may be covers
    int32_t least = 2, most = 2;    // bases of a fish
    int32_t width = INT32_MAX;      // covers that the bases of a fish meet
    int32_t max_fins = 0;           // 0: no fins; otherwise fish with at least one fin
    int32_t max_endo_fins = 0;      // fins in several bases
    bool wants_no_effect = false;   // instead of fish that eliminate a target, those with fins that eliminate none
    int64_t max_steps = INT64_MAX;  // of the whole search
};

struct Fish {
    std::vector<int32_t> bases, covers;
    IndexSet fins;       // base places outside the covers, or in several bases
    IndexSet endo_fins;  // those in several bases
    IndexSet twice;      // places in several covers
    IndexSet eliminated;
};

class FishSearch {
  public:
    static constexpr int32_t kMaxSize = 16;   // bases of a fish
    static constexpr int64_t kStepsEach = 4;  // steps of a `StopToken` in one iteration of a loop

    virtual ~FishSearch() = default;

    // The fish of the next base set that has any; empty at the end. If `stop` throws, the call can be repeated.
    virtual std::vector<Fish> next(StopToken& stop) = 0;

    // Whether the search ended because it exceeded its budget.
    bool was_cut() const { return was_cut_; }
    int64_t n_steps() const { return n_steps_; }

  protected:
    bool was_cut_ = false;
    int64_t n_steps_ = 0;
};

// A set of places by their numbers among all places of the digit, so that few words hold it.
template <int W>
struct PlaceSet {
    std::array<uint64_t, W> words = {};

    void add(int32_t place) { words[place / 64] |= uint64_t{1} << place % 64; }
    bool has(int32_t place) const { return words[place / 64] >> place % 64 & 1; }
    bool any() const {
        uint64_t all = 0;
        for (const uint64_t word : words) all |= word;
        return all != 0;
    }
    int32_t count() const {
        int32_t n = 0;
        for (const uint64_t word : words) n += std::popcount(word);
        return n;
    }
    PlaceSet operator&(const PlaceSet& other) const {
        PlaceSet result;
        for (int at = 0; at < W; ++at) result.words[at] = words[at] & other.words[at];
        return result;
    }
    PlaceSet operator|(const PlaceSet& other) const {
        PlaceSet result;
        for (int at = 0; at < W; ++at) result.words[at] = words[at] | other.words[at];
        return result;
    }
    PlaceSet operator-(const PlaceSet& other) const {
        PlaceSet result;
        for (int at = 0; at < W; ++at) result.words[at] = words[at] & ~other.words[at];
        return result;
    }
    template <class Visit>
    void each(Visit visit) const {
        for (int at = 0; at < W; ++at)
            for (uint64_t left = words[at]; left; left &= left - 1) visit(64 * at + std::countr_zero(left));
    }
};

template <int W>
class FishSearchOf final : public FishSearch {
    using Set = PlaceSet<W>;
    struct House {
        int32_t number;
        Set places;
    };
    struct Frame {  // after a base was chosen
        int32_t base = 0;
        Set held, endo;
        IndexSet touched;
    };
    struct BudgetExceeded {};

  public:
    FishSearchOf(std::shared_ptr<const FishGrid> grid, FishQuestion question)
        : grid_(std::move(grid)), question_(std::move(question)), frames_(question_.most + 1) {
        std::vector<int32_t> number_of(grid_->n_cells(), -1);
        question_.places.each([&](int32_t cell) {
            number_of[cell] = (int32_t)cells_.size();
            cells_.push_back(cell);
        });
        const auto places_of = [&](const IndexSet& cells) {
            Set found;
            (cells & question_.places).each([&](int32_t cell) { found.add(number_of[cell]); });
            return found;
        };
        for (const int32_t cell : cells_) peers_.push_back(places_of(grid_->peers[cell]));
        targets_ = places_of(question_.targets);
        const auto take = [&](const std::vector<int32_t>& houses, std::vector<House>& found, int32_t largest) {
            for (const int32_t house : houses) {
                const Set places = places_of(grid_->houses[house]);
                const int32_t n = places.count();
                if (n && n <= largest) found.push_back({house, places});
            }
        };
        take(question_.bases, bases_, question_.wants_no_effect || question_.max_fins ? INT32_MAX : question_.most);
        take(question_.covers, covers_, INT32_MAX);
        covers_of_.resize(cells_.size());
        for (size_t n = 0; n < covers_.size(); ++n)
            covers_[n].places.each([&](int32_t place) { covers_of_[place].push_back((int32_t)n); });
        is_usable_.resize(covers_.size());
        is_narrow_ = question_.width < (int32_t)covers_.size();
        frames_[0].touched = IndexSet((int32_t)covers_.size());
        if (is_narrow_)
            for (const House& base : bases_) {
                touched_.emplace_back((int32_t)covers_.size());
                for (size_t n = 0; n < covers_.size(); ++n)
                    if ((base.places & covers_[n].places).any()) touched_.back().add((int32_t)n);
            }
    }

    std::vector<Fish> next(StopToken& stop) override {
        stop_ = &stop;
        try {
            while (is_pending_ || advance()) {
                is_pending_ = true;  // so that a call that was stopped is repeated
                std::vector<Fish> found = question_.wants_no_effect ? nearly_covered() : covered();
                is_pending_ = false;
                if (!found.empty()) return found;
            }
        } catch (const BudgetExceeded&) {
            was_cut_ = true;
            is_pending_ = false;
            is_done_ = true;
        }
        return {};
    }

  private:
    void count_step() {
        if (++n_steps_ > question_.max_steps) throw BudgetExceeded{};
        stop_->count_steps(kStepsEach);
    }

    // Goes to the next base set. An interruption leaves the place from where to go on.
    bool advance() {
        if (is_done_) return false;
        const int32_t n_bases = (int32_t)bases_.size();
        while (true) {
            if (n_chosen_ < question_.most && extend(n_bases)) {
                if (n_chosen_ >= question_.least) return true;
                continue;
            }
            if (!n_chosen_) {
                is_done_ = true;
                return false;
            }
            from_ = frames_[n_chosen_--].base + 1;
        }
    }

    // Adds a base, from `from_` on.
    bool extend(int32_t n_bases) {
        const Frame& last = frames_[n_chosen_];
        for (const int32_t end = n_bases - std::max(0, question_.least - n_chosen_ - 1); from_ < end; ++from_) {
            count_step();
            const Set& places = bases_[from_].places;
            const Set common = last.held & places;
            if ((last.endo | common).count() > question_.max_endo_fins) continue;
            Frame& next = frames_[n_chosen_ + 1];
            if (is_narrow_) {
                next.touched = last.touched | touched_[from_];
                int32_t n_touched = 0;
                next.touched.each([&](int32_t) { ++n_touched; });
                if (n_touched > question_.width) continue;
            }
            next.base = from_++;
            next.held = last.held | places;
            next.endo = last.endo | common;
            ++n_chosen_;
            return true;
        }
        return false;
    }

    // Lists the covers that meet the base places, except the bases.
    void list_usable() {
        usable_.clear();
        for (int32_t n = 0; n < (int32_t)covers_.size(); ++n) {
            is_usable_[n] = (covers_[n].places & frames_[n_chosen_].held).any();
            for (int32_t at = 1; at <= n_chosen_; ++at)
                is_usable_[n] &= bases_[frames_[at].base].number != covers_[n].number;
            if (is_usable_[n]) usable_.push_back(n);
        }
    }

    using CoverSet = std::array<int32_t, kMaxSize>;  // numbers of covers, ascending; then -1

    // Chooses as many covers as bases so that few fins are left and a target sees all of them.
    std::vector<Fish> covered() {
        const Set &held = frames_[n_chosen_].held, &endo = frames_[n_chosen_].endo;
        Set targets = targets_;
        endo.each([&](int32_t place) { targets = targets & peers_[place]; });
        if (!targets.any()) return {};
        list_usable();
        Set all;
        for (const int32_t n : usable_) all = all | covers_[n].places;
        cover_sets_.clear();
        (targets & all).each([&](int32_t target) {
            Set hidden = held;  // the places that must be covered: the target, and those that it doesn't see
            if (question_.max_fins) {
                hidden.add(target);
                hidden = hidden - peers_[target];
            }
            int32_t largest = 0;
            for (const int32_t n : usable_) largest = std::max(largest, (covers_[n].places & hidden).count());
            cover(0, hidden, largest);
        });
        std::ranges::sort(cover_sets_);
        cover_sets_.erase(std::unique(cover_sets_.begin(), cover_sets_.end()), cover_sets_.end());
        std::vector<Fish> found;
        for (const CoverSet& numbers : cover_sets_) {
            const Draft draft = finish(std::span(numbers).first(n_chosen_), targets);
            const int32_t n_fins = draft.fins.count();
            if (draft.eliminated.any() && n_fins <= question_.max_fins && (n_fins > 0) == (question_.max_fins > 0))
                found.push_back(fish_of(draft, std::span(numbers).first(n_chosen_)));
        }
        return found;
    }

    // Chooses covers for the missing places, after the first n covers: one of the covers of each place is needed. So
    // the place with the fewest comes first.
    void cover(int32_t n, const Set& missing, int32_t largest) {
        count_step();
        if (!missing.any()) {
            add_any(n, n, 0);
            return;
        }
        if (missing.count() > (n_chosen_ - n) * largest) return;
        int32_t tightest = -1;
        missing.each([&](int32_t place) {
            if (tightest < 0 || covers_of_[place].size() < covers_of_[tightest].size()) tightest = place;
        });
        for (const int32_t number : covers_of_[tightest])
            if (is_usable_[number]) {
                chosen_[n] = number;
                cover(n + 1, missing - covers_[number].places, largest);
            }
    }

    // Adds any covers to the first n, in every way.
    void add_any(int32_t n, int32_t size, size_t from) {
        if (size == n_chosen_) {
            CoverSet sorted = chosen_;
            std::sort(sorted.begin(), sorted.begin() + size);
            std::fill(sorted.begin() + size, sorted.end(), -1);
            cover_sets_.push_back(sorted);
            return;
        }
        for (; from < usable_.size(); ++from)
            if (std::find(chosen_.begin(), chosen_.begin() + n, usable_[from]) == chosen_.begin() + n) {
                count_step();
                chosen_[size] = usable_[from];
                add_any(n, size + 1, from + 1);
            }
    }

    // Chooses as many covers as bases, in every way that leaves at least one and at most `max_fins` fins.
    std::vector<Fish> nearly_covered() {
        const Set &held = frames_[n_chosen_].held, &endo = frames_[n_chosen_].endo;
        list_usable();
        std::vector<Set> rest(usable_.size() + 1);  // the places of each cover and all later ones
        int32_t largest = 0;
        for (size_t n = usable_.size(); n-- > 0;) {
            rest[n] = rest[n + 1] | covers_[usable_[n]].places;
            largest = std::max(largest, (covers_[usable_[n]].places & held).count());
        }
        std::vector<Fish> found;
        std::vector<int32_t> chosen(n_chosen_);
        const auto extend = [&](auto& self, int32_t size, int32_t from, const Set& missing) -> void {
            const int32_t left = n_chosen_ - size - 1;
            for (int32_t n = from; n < (int32_t)usable_.size() - left; ++n) {
                count_step();
                if ((missing - rest[n]).count() > question_.max_fins) return;
                const Set still = missing - covers_[usable_[n]].places;
                if (still.count() > question_.max_fins + left * largest) continue;
                chosen[size] = usable_[n];
                if (left) {
                    self(self, size + 1, n + 1, still);
                } else if (still.any() || endo.any()) {
                    const Draft draft = finish(chosen, targets_);
                    if (!draft.eliminated.any() && draft.fins.count() <= question_.max_fins)
                        found.push_back(fish_of(draft, chosen));
                }
            }
        };
        extend(extend, 0, 0, held);
        return found;
    }

    struct Draft {
        Set fins, twice, eliminated;
    };

    Draft finish(std::span<const int32_t> chosen, const Set& targets) const {
        const Set &held = frames_[n_chosen_].held, &endo = frames_[n_chosen_].endo;
        Set covered;
        Draft draft;
        for (const int32_t n : chosen) {
            draft.twice = draft.twice | (covered & covers_[n].places);
            covered = covered | covers_[n].places;
        }
        draft.fins = (held - covered) | endo;
        draft.eliminated = ((covered - held) | draft.twice) & targets;
        draft.fins.each([&](int32_t fin) { draft.eliminated = draft.eliminated & peers_[fin]; });
        return draft;
    }

    Fish fish_of(const Draft& draft, std::span<const int32_t> chosen) const {
        const auto cells = [&](const Set& places) {
            IndexSet found(grid_->n_cells());
            places.each([&](int32_t place) { found.add(cells_[place]); });
            return found;
        };
        Fish fish{
            {}, {}, cells(draft.fins), cells(frames_[n_chosen_].endo), cells(draft.twice), cells(draft.eliminated)};
        for (int32_t n = 1; n <= n_chosen_; ++n) fish.bases.push_back(bases_[frames_[n].base].number);
        for (const int32_t n : chosen) fish.covers.push_back(covers_[n].number);
        return fish;
    }

    std::shared_ptr<const FishGrid> grid_;
    FishQuestion question_;
    std::vector<int32_t> cells_;  // of each place
    std::vector<Set> peers_;      // of each place
    Set targets_;
    std::vector<House> bases_, covers_;
    std::vector<std::vector<int32_t>> covers_of_;  // of each place
    bool is_narrow_ = false;
    std::vector<IndexSet> touched_;  // covers that each base meets, if that is limited
    std::vector<Frame> frames_;      // frame n: after n bases were chosen
    int32_t n_chosen_ = 0;
    int32_t from_ = 0;                // the next base to try
    std::vector<int32_t> usable_;     // covers of the base set
    std::vector<uint8_t> is_usable_;  // each cover
    CoverSet chosen_ = {};
    std::vector<CoverSet> cover_sets_;
    bool is_pending_ = false, is_done_ = false;
    StopToken* stop_ = nullptr;
};

inline std::unique_ptr<FishSearch> search_fish(std::shared_ptr<const FishGrid> grid, FishQuestion question) {
    if (!(1 <= question.least && question.least <= question.most && question.most <= FishSearch::kMaxSize))
        throw std::invalid_argument("expected fish of 1 to 16 bases");
    for (const auto* houses : {&question.bases, &question.covers})
        for (const int32_t house : *houses)
            if (house < 0 || house >= (int32_t)grid->houses.size()) throw std::invalid_argument("no such house");
    int32_t n_places = 0;
    question.places.each([&](int32_t) { ++n_places; });
    if (n_places <= 64) return std::make_unique<FishSearchOf<1>>(std::move(grid), std::move(question));
    if (n_places <= 128) return std::make_unique<FishSearchOf<2>>(std::move(grid), std::move(question));
    if (n_places <= 256) return std::make_unique<FishSearchOf<4>>(std::move(grid), std::move(question));
    if (n_places <= 1024) return std::make_unique<FishSearchOf<16>>(std::move(grid), std::move(question));
    if (n_places <= 64 * 160) return std::make_unique<FishSearchOf<160>>(std::move(grid), std::move(question));
    throw std::invalid_argument("expected at most 10,240 places of a digit");
}

}  // namespace farandole
