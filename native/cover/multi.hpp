// Exact cover with multiplicities: Knuth's Algorithm M, with colors, on counts and marks. No Python here.
//
// A primary item is covered `low` to `high` times. During the search, most_ is how many more times it may be covered,
// and least = max(most_ - (high - low), 0) how many more times it must be. With `size` options left it can lose spare_
// = size - least of them, and it has spare_ + 1 branches if it is chosen: an option that was passed over is not tried
// again below, so each set of options is found once. The item with the smallest spare_ is next; at a tie the one with
// less slack, then with more options, then the first.
//
//     item a, twice of w x y z       most_ 2, least 2, spare_ 2: three branches
//         take w                     most_ 1 and least 1 of x y z
//         pass w, take x             most_ 1 and least 1 of y z
//         pass w x, take y           most_ 1 and least 1 of z
//     item b, up to once of x y      most_ 1, least 0, spare_ 2: three branches
//         take x, take y, or none
//
// Hiding an option sets one mark and decrements the spare_ of its items, once even if several of its items are covered;
// restoring it undoes both. An item with spare_ < 0 is *short*, which ends the branch. Once half of the options are
// hidden, the levels below read lists without them (a `Pack`).
//
//                                                             Knuth's field
//     members_, fringe_   the items of an option              TOP, COLOR
//     packs_, the last    the options of an item              ULINK, DLINK
//     most_, slack_       of an item                          BOUND, SLACK
//     spare_              of an item                          LEN, BOUND, SLACK
//     trail_              options hidden, oldest first        FT, and in the links
//     levels_             one for each option taken, or for none of an item
//
// References: D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm M and exercise 166.
#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "cover/control.hpp"
#include "cover/problem.hpp"
#include "stop_token.hpp"

namespace farandole {

class MultiSearch {
  public:
    using Integers = CoverProblem::Integers;

    // Primary item i is covered low[i] to high[i] times; if these are empty, once. first: choose the first item, not
    // the one with the fewest branches.
    MultiSearch(const CoverProblem& problem, Integers low, Integers high, bool first = false, StopToken stop = {})
        : first_(first) {
        require_bounds(problem.n_primary, low, high);
        place(problem, low, high);
        hidden_.assign(problem.n_options, 0);
        trail_.resize(problem.n_options + 1);
        taker_.assign(n_all_, -1);
        list(problem, stop);
        for (int32_t item = 0; item < n_items_; ++item) {
            if (most_[item] == 0) {
                close(item);
                hide_all(item);
                stop.count_steps(packs_[0].of(item).size() * 64);
            }
        }
    }

    // Finds the next cover. Returns false if there is none, or if the search pauses; a later call continues.
    bool next(Control& control) {
        const bool is_met = advance(control);
        n_met_ += is_met;
        return is_met;
    }

    // Counts the remaining covers, up to `limit`, and moves past them.
    int64_t count(int64_t limit, Control& control) {
        int64_t n = 0;
        while (n < limit && next(control)) {
            ++n;
            if (levels_.empty()) continue;
            // If one item was left to cover, each of its other candidates completes a cover too.
            Level& level = levels_.back();
            const int64_t others = level.end - level.next;
            if (level.is_last && others <= limit - n) {
                n += others;
                n_met_ += others;
                level.next = level.end;
            }
        }
        return n;
    }

    // Covers found so far.
    int64_t n_met() const { return n_met_; }

    // The options of the cover that `next` found, in the order in which they were taken.
    std::vector<int32_t> cover() const {
        std::vector<int32_t> options;
        for (const Level& level : levels_) {
            if (level.option >= 0) options.push_back(level.option);
        }
        return options;
    }

    // Options tried and items passed so far: the nodes of the search tree below the root.
    int64_t nodes() const { return nodes_; }

    // Estimates the nodes and covers of the whole tree from one random path: what they would be if all branches were
    // like this one. The expected values are exact (Knuth, "Estimating the efficiency of backtrack programs", 1975).
    // `below(n)` returns a random number from 0 to n - 1. For a search that has not begun. The result is invalid if the
    // control pauses.
    struct Guess {
        double nodes, covers;
    };
    template <class Below>
    Guess guess(Below below, Control& control) {
        Guess found{0, open_ == 0 ? 1.0 : 0.0};
        if (open_ == 0 || n_short_ > 0) return found;
        double weight = 1;
        bool fits = true;
        while (fits && open_ > 0 && !pauses(control)) {
            enter();
            Level& level = levels_.back();
            const int32_t n_candidates = level.end - level.next;
            const bool all = level.is_closed || level.may_pass;  // otherwise some of the last ones are needed
            const int32_t degree = all ? n_candidates + level.may_pass : spare_[level.item];
            weight *= degree;
            found.nodes += weight;
            for (int32_t n = below(degree); n > 0; --n, ++level.next) {
                if (!level.is_closed) hide(candidates_[level.next]);
            }
            fits = level.next < level.end ? try_next(level) : pass(level);
        }
        if (fits && open_ == 0) found.covers = weight;
        while (!levels_.empty()) {
            give_back(levels_.back());
            leave();
        }
        nodes_ = 0;
        n_short_ = 0;
        return found;
    }

    // The fraction of the search that is done, if all branches of a level were alike.
    double share() const {
        if (levels_.empty()) return started_ ? 1 : 0;
        double share = 0, part = 1;
        int32_t begin = 0;
        for (const Level& level : levels_) {
            const int32_t n_options = level.end - begin;
            const bool passes = level.option == kNone;
            const int32_t n = std::max(n_options + (level.may_pass || passes), 1);
            share += part * (passes ? n_options : level.next - begin - (level.option >= 0)) / n;
            part /= n;
            begin = level.end;
        }
        return share;
    }

    // Whether all covers were found.
    bool is_exhausted() const { return started_ && levels_.empty(); }

  protected:
    static constexpr int32_t kClosed = kMaxSize;  // above any size
    static constexpr int32_t kBlock = 16;         // sizes compared at once: a few SIMD registers
    static constexpr int64_t kWorthPacking = 8;   // shorter lists, on average, are not copied
    static constexpr int32_t kNobody = -1;        // the level has taken no option
    static constexpr int32_t kNone = -2;          // the level covers its item no more

    struct Colored {
        int32_t name;  // an item in fringe_, an option in a pack
        int32_t color;
    };
    struct Pack {
        int64_t n_options;
        std::vector<int32_t> begin;  // where each item's list begins in entries; it ends where the next one begins
        std::vector<Colored> entries;

        std::span<const Colored> of(int32_t item) const {
            return {entries.data() + begin[item], entries.data() + begin[item + 1]};
        }
    };
    struct Level {
        int32_t item;
        int32_t option;     // taken now, or kNobody, or kNone
        int32_t next, end;  // candidates_[next, end) are still to be tried
        int32_t
            n_hidden;  // options hidden before one is taken: those passed over, and those of the item if it is closed
        int32_t was_hidden;  // options hidden on entry
        int32_t n_short;     // items that are short with n_hidden options hidden
        bool may_pass;       // the item need not be covered again
        bool is_closed;      // the item may be covered only once more
        bool is_last;        // and it is the last item, and must be covered
        bool is_packed;      // whether the last pack was made for this level
    };

    static void require_bounds(int32_t n_primary, Integers low, Integers high) {
        bool fits = low.size() == high.size() && (low.empty() || low.size() == (size_t)n_primary);
        for (size_t item = 0; fits && item < low.size(); ++item) fits = 0 <= low[item] && low[item] <= high[item];
        if (!fits) throw std::invalid_argument("expected 0 <= low <= high for each primary item");
    }

    // Orders the items: first those that are covered exactly once, because `smallest` compares many of them at once;
    // then other primary items; then secondary ones.
    void place(const CoverProblem& problem, Integers low, Integers high) {
        const auto is_single = [&](int32_t item) { return low.empty() || (low[item] == 1 && high[item] == 1); };
        for (const bool single : {true, false}) {
            for (int32_t item = 0; item < problem.n_primary; ++item) {
                if (is_single(item) == single) order_.push_back(item);
            }
            if (single) order_.resize((order_.size() + kBlock - 1) / kBlock * kBlock, kClosed);
            if (single) n_singles_ = (int32_t)order_.size();
        }
        n_items_ = (int32_t)order_.size();
        n_all_ = n_items_ + problem.n_items - problem.n_primary;
        places_.resize(problem.n_items);
        std::iota(places_.begin() + problem.n_primary, places_.end(), n_items_);
        spare_.assign(n_items_, kClosed);
        most_.assign(n_items_, 1);
        slack_.assign(n_items_, 0);
        for (int32_t place = 0; place < n_items_; ++place) {
            const int32_t item = order_[place];
            if (item == kClosed) continue;
            places_[item] = place;
            if (!is_single(item)) {
                most_[place] = high[item];
                slack_[place] = high[item] - low[item];
            }
            spare_[place] = -least(place);
            n_short_ += least(place) > 0;
            ++open_;
        }
    }

    void list(const CoverProblem& problem, StopToken& stop) {
        members_begin_ = problem.members_begin;
        fringe_begin_ = problem.fringe_begin;
        for (const int32_t item : problem.members) members_.push_back(places_[item]);
        for (const auto& tint : problem.fringe) fringe_.push_back({places_[tint.item], tint.color});

        Pack& all = packs_.emplace_back();
        all.n_options = problem.n_options;
        all.begin.assign(n_all_ + 1, 0);
        for (const int32_t item : members_) ++all.begin[item + 1];
        for (const auto& [item, color] : fringe_) ++all.begin[item + 1];
        for (int32_t item = 0; item < n_all_; ++item) all.begin[item + 1] += all.begin[item];
        all.entries.resize(members_.size() + fringe_.size());
        std::vector<int32_t> end(all.begin);
        for (int32_t option = 0; option < problem.n_options; ++option) {
            for (int32_t k = members_begin_[option]; k < members_begin_[option + 1]; ++k) {
                all.entries[end[members_[k]]++] = {option, 0};
                n_short_ -= ++spare_[members_[k]] == 0;
            }
            for (int32_t k = fringe_begin_[option]; k < fringe_begin_[option + 1]; ++k) {
                all.entries[end[fringe_[k].name]++] = {option, fringe_[k].color};
            }
            stop.count_steps(8 + 8 * (problem.members_of(option).size() + problem.fringe_of(option).size()));
        }
    }

    bool advance(Control& control) {
        if (!started_) {
            started_ = true;
            if (open_ == 0) return true;  // nothing to cover: the empty cover, once
            if (n_short_ == 0) enter();
        }
        while (!levels_.empty()) {
            if (pauses(control)) return false;
            Level& level = levels_.back();
            give_back(level);
            if (is_done(level)) {
                leave();
            } else if (level.next < level.end ? try_next(level) : pass(level)) {
                if (open_ == 0) return true;
                enter();
            }
        }
        return false;
    }

    bool pauses(Control& control) {
        if (nodes_ < control.next_poll && work_ < kPollIntervalCoverOptions) return false;
        work_ = 0;
        return control.pauses(nodes_);
    }

    // Opens a level: chooses an item and lists its candidates.
    void enter() {
        const bool is_packed = pack();
        const int32_t item = first_ ? leftmost() : smallest();
        const int32_t begin = levels_.empty() ? 0 : levels_.back().end;
        const auto options = packs_[n_packs_ - 1].of(item);
        candidates_.resize(std::max(candidates_.size(), begin + options.size() + 1));
        int32_t end = begin;
        for (const auto& [option, color] : options) {
            candidates_[end] = option;
            end += !hidden_[option];
        }
        const bool may_pass = least(item) == 0, is_closed = most_[item] == 1;
        const bool is_last = open_ == 1 && is_closed && !may_pass;
        Level level{item, kNobody, begin, end, 0, n_hidden_, 0, may_pass, is_closed, is_last, is_packed};
        cover_once(item);
        if (level.is_closed) hide_all(item);
        level.n_hidden = n_hidden_;
        level.n_short = n_short_;
        levels_.push_back(level);
        work_ += n_items_ / kBlock + end - begin;
    }

    // Closes the last level once its candidates are tried.
    void leave() {
        const Level& level = levels_.back();
        unhide(level.was_hidden);
        cover_once_less(level.item);
        n_packs_ -= level.is_packed;
        levels_.pop_back();
    }

    static bool is_done(const Level& level) { return level.next == level.end && !level.may_pass; }

    // Takes the next candidate of a level; it is passed over afterwards. Returns false if an item is short.
    bool try_next(Level& level) {
        const int32_t option = candidates_[level.next++];
        ++nodes_;
        if (!level.is_closed) {
            hide(option);
            level.n_hidden = n_hidden_;
            level.n_short = n_short_;
        }
        level.option = option;
        return take(level);
    }

    // Goes on without covering the item again.
    bool pass(Level& level) {
        ++nodes_;
        level.may_pass = false;
        level.option = kNone;
        if (!level.is_closed) close(level.item);
        return n_short_ == 0;
    }

    bool take(const Level& level) {
        const int32_t option = level.option;
        const int32_t begin = members_begin_[option], end = members_begin_[option + 1];
        for (int32_t k = begin; k < end; ++k) {
            if (members_[k] != level.item) cover_once(members_[k]);
        }
        for (int32_t k = fringe_begin_[option]; k < fringe_begin_[option + 1]; ++k) {
            int32_t& taker = taker_[fringe_[k].name];
            if (taker < 0) taker = option;
        }
        if (n_short_ > 0) return false;
        if (open_ == 0) return true;  // a cover: nothing is left that could conflict
        for (int32_t k = begin; k < end; ++k) {
            const int32_t item = members_[k];
            if (item != level.item && most_[item] == 0 && !hide_all(item)) return false;
        }
        for (int32_t k = fringe_begin_[option]; k < fringe_begin_[option + 1]; ++k) {
            const auto [item, color] = fringe_[k];
            // Otherwise an option above gave it this color.
            if (taker_[item] == option && !hide_others(item, color)) return false;
        }
        return true;
    }

    // Undoes what a level did, whether it took an option or not.
    void give_back(Level& level) {
        const int32_t option = level.option;
        if (option == kNobody) return;
        level.option = kNobody;
        unhide(level.n_hidden);
        if (option == kNone) {
            if (!level.is_closed) reopen(level.item);
        } else {
            for (int32_t k = members_begin_[option]; k < members_begin_[option + 1]; ++k) {
                if (members_[k] != level.item) cover_once_less(members_[k]);
            }
            for (int32_t k = fringe_begin_[option]; k < fringe_begin_[option + 1]; ++k) {
                int32_t& taker = taker_[fringe_[k].name];
                if (taker == option) taker = -1;
            }
        }
        n_short_ = level.n_short;
    }

    // ── Items ──

    int32_t least(int32_t item) const { return std::max(most_[item] - slack_[item], 0); }

    bool is_open(int32_t item) const { return spare_[item] < kClosed / 2; }

    void close(int32_t item) {
        n_short_ -= spare_[item] < 0;
        spare_[item] += kClosed;
        --open_;
    }
    void reopen(int32_t item) {
        spare_[item] -= kClosed;
        ++open_;
    }

    void cover_once(int32_t item) {
        const bool is_needed = most_[item] > slack_[item];
        if (--most_[item] == 0) {
            close(item);
        } else if (is_needed) {
            n_short_ -= ++spare_[item] == 0;
        }
    }
    void cover_once_less(int32_t item) {
        if (++most_[item] == 1) {
            reopen(item);
        } else {
            spare_[item] -= most_[item] > slack_[item];
        }
    }

    int32_t leftmost() const {
        int32_t best = kClosed;
        for (int32_t item = 0; item < n_items_; ++item) {
            if (is_open(item) && order_[item] < best) best = order_[item];
        }
        return places_[best];
    }

    int32_t smallest() const {
        const int32_t* spare = spare_.data();
        int32_t best = kClosed / 2, item = -1;
        for (int32_t block = 0; block < n_singles_; block += kBlock) {
            int32_t low = kClosed;
            for (int32_t k = 0; k < kBlock; ++k) low = std::min(low, spare[block + k]);  // vectorized
            if (low < best) {
                best = low;
                item = block;
            }
        }
        if (item >= 0) {
            while (spare[item] != best) ++item;
        }
        const auto rank = [&](int32_t i) { return std::tuple(std::min(slack_[i], most_[i]), -least(i), order_[i]); };
        for (int32_t other = n_singles_; other < n_items_; ++other) {
            if (spare[other] > best) continue;
            if (spare[other] < best || rank(other) < rank(item)) item = other;
            best = spare[other];
        }
        return item;
    }

    // ── Options ──

    void hide(int32_t option) {
        hidden_[option] = 1;
        trail_[n_hidden_++] = option;
        for (int32_t k = members_begin_[option]; k < members_begin_[option + 1]; ++k) {
            n_short_ += --spare_[members_[k]] == -1;
        }
    }

    void unhide(int32_t n_hidden) {
        work_ += n_hidden_ - n_hidden;
        while (n_hidden_ > n_hidden) {
            const int32_t option = trail_[--n_hidden_];
            hidden_[option] = 0;
            for (int32_t k = members_begin_[option]; k < members_begin_[option + 1]; ++k) ++spare_[members_[k]];
        }
    }

    // Hides the options of an item. Returns false, possibly early, if that leaves an item short.
    bool hide_all(int32_t item) {
        for (const auto& [option, color] : packs_[n_packs_ - 1].of(item)) {
            if (!hidden_[option]) hide(option);
        }
        return n_short_ == 0;
    }

    // Hides the options with another color of a secondary item.
    bool hide_others(int32_t item, int32_t color) {
        for (const auto& [option, other] : packs_[n_packs_ - 1].of(item)) {
            if ((color == 0 || other != color) && !hidden_[option]) hide(option);
        }
        return n_short_ == 0;
    }

    // Copies the lists without hidden options, once that halves them, unless they are short anyway.
    bool pack() {
        const int64_t n_left = (int64_t)hidden_.size() - n_hidden_;
        const int64_t n_entries = packs_[n_packs_ - 1].entries.size();
        if (2 * n_left >= packs_[n_packs_ - 1].n_options || n_entries <= kWorthPacking * n_all_) return false;
        if (n_packs_ == (int32_t)packs_.size()) packs_.emplace_back();  // reuses the memory of an old pack
        const Pack& from = packs_[n_packs_ - 1];
        Pack& to = packs_[n_packs_++];
        to.n_options = n_left;
        to.begin.resize(n_all_ + 1);
        to.entries.resize(n_entries + 1);
        int32_t n = 0;
        for (int32_t item = 0; item < n_all_; ++item) {
            to.begin[item] = n;
            const bool is_taken = item < n_items_ ? most_[item] == 0 : taker_[item] >= 0;
            if (is_taken) continue;  // never read below
            for (const Colored entry : from.of(item)) {
                to.entries[n] = entry;
                n += !hidden_[entry.name];
            }
        }
        to.begin[n_all_] = n;
        to.entries.resize(n);
        return true;
    }

    int32_t n_items_ = 0, n_all_ = 0, n_singles_ = 0;  // primary items, all items, items covered exactly once
    bool first_, started_ = false;
    std::vector<int32_t> order_, places_;  // the item at each place, and its place
    std::vector<int32_t> members_begin_, members_, fringe_begin_;
    std::vector<Colored> fringe_;

    int32_t open_ = 0;     // primary items that must or may be covered
    int32_t n_short_ = 0;  // items that are short
    std::vector<int32_t> spare_, most_, slack_, taker_;
    std::vector<uint8_t> hidden_;
    int32_t n_hidden_ = 0, n_packs_ = 1;
    std::vector<int32_t> trail_, candidates_;
    std::vector<Pack> packs_;
    std::vector<Level> levels_;
    int64_t nodes_ = 0, n_met_ = 0, work_ = 0;
};

}  // namespace farandole
