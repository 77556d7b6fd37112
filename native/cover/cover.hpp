// Exact cover with secondary items and colors: Knuth's Algorithm C on counts and marks. No Python here.
//
// The search is that of TAOCP 4B, 7.2.2.1, level by level and option by option, and finds the covers in the order of
// dancing links. It differs in how options are hidden and restored. Dancing links unlink each node of an option from
// its neighbors, and link it in again. Here, hiding an option sets *one* mark and decrements the size of each of its
// primary items; restoring it clears the mark. Lists are read through the marks. Once half of the options are hidden,
// the levels below use a copy of the lists without them (a `Pack`). So a list is seldom more than twice too long, it
// keeps its order, and nothing in it is ever undone. Hiding stops early if it leaves an item without options. (Knuth's
// "dancing cells", SSXCC, instead swap a hidden node to the end of its item's list. `dance` in cover.py shows dancing
// links.)
//
//     options 0 to 3:   a c | a b | b x:1 | c x:2        a b c are primary, x is secondary
//
//                                                                                            Knuth's field
//     members_          a c | a b | b     | c            the primary items of each option    TOP
//     fringe_               |     | x:1   | x:2          its secondary items, their colors   TOP, COLOR
//     packs_, the last  a: 0 1   b: 1 2   c: 0 3         what may be tried, item by item;    ULINK, DLINK
//                       x: 2:1 3:2                       some of it may be hidden
//     size_             a 2   b 2   c 2                  options left to an item to cover    LEN
//     hidden_           0 0 0 0                          1: in the way of an option taken    not in the rings
//     taker_            x -1                             who took a secondary item           COLOR = -1
//     levels_           one for each option taken                                            x_l
//     candidates_       level 0: 0 1 | level 1: 2 | ...  the options for each level to try   DLINK(x_l)
//     trail_            level 0: 0 1 3                   the options hidden, oldest first    in the links
//
// Invariants, when `run` looks at a level:
//   - trail_[0, n_hidden_) are the options with hidden_[o] = 1, each once
//   - size_[i] of an item to cover is the number of its options that are not hidden; in a new level none is 0
//   - size_[i] >= kClosed for an item covered, so it is neither empty nor smallest
//   - open_ is the number of items to cover; when it is 0, the options of levels_ are a cover
//   - the last pack lists, ascending, each option that is not hidden under each of its items not yet taken
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cover/bit_search.hpp"
#include "cover/control.hpp"
#include "cover/lists.hpp"
#include "cover/problem.hpp"
#include "stop_token.hpp"

namespace farandole {

// How to choose the item to cover next. kSmallest: the one with the fewest options, the first of them at a tie. kFirst:
// the first one. kSharp: the smallest preferred one, unless another has one option or none (7.2.2.1, exercise 10).
// kWeighted: the one with the fewest options per weight; the weight is how often it was left without options. kRandom:
// one of the smallest at random.
enum class Choice { kSmallest, kFirst, kSharp, kWeighted, kRandom };

// For each part of a search, the options that it takes first.
using Pieces = Lists<int32_t>;

struct Plan {
    Choice choice = Choice::kSmallest;
    std::vector<uint8_t> preferred{};  // by primary item, for kSharp
    uint64_t seed = 0;                 // for kRandom
    Pieces pieces = whole();           // parts of the search, in order

    // The whole search as one piece that takes no options first.
    static Pieces whole() {
        Pieces pieces;
        pieces.close();
        return pieces;
    }

    int32_t depth = INT32_MAX;  // report the options taken this many levels below a piece, as if they were a cover
    const BitKernel* kernel = nullptr;  // bit sets, used where they are faster
};

class CoverSearch {
  public:
    CoverSearch(const CoverProblem& problem, Plan plan, StopToken stop = {})
        : problem_(problem), plan_(std::move(plan)), open_(problem.n_primary) {
        const bool is_known = plan_.choice == Choice::kSmallest || plan_.choice == Choice::kFirst;
        if (plan_.kernel && is_known && plan_.depth == INT32_MAX) bit_search_.emplace(problem, *plan_.kernel);
        if (plan_.choice == Choice::kWeighted) weight_.assign(problem.n_primary, 1);
        size_.assign((problem.n_primary + kBlock - 1) / kBlock * kBlock, kClosed);
        std::fill_n(size_.begin(), problem.n_primary, 0);
        taker_.assign(problem.n_items, -1);
        hidden_.assign(problem.n_options, 0);
        // One place more than entries: the loops write first and then decide whether to keep the entry.
        trail_.resize(problem.n_options + 1);
        candidates_.resize(problem.n_options + 1);
        has_snapshots_ = problem.n_primary <= kSnapshotItems;
        list_all(stop);
    }

    // Searches until `solutions` were found in all, `covers` (if any) has no room for another, or the control pauses.
    // Returns true if the search is done.
    bool run(Control& control, int64_t solutions, Covers* covers) {
        if (solutions_ >= solutions) return false;
        for (;;) {
            if (in_bits_) {
                in_bits_ = !bit_search_->run(control, solutions, covers);
                nodes_ = bit_search_->nodes();
                solutions_ = bit_search_->solutions();
                if (in_bits_) return false;
            } else if (!levels_.empty()) {
                if (!step(control, covers)) return false;
            } else {
                if (piece_ + 1 == plan_.pieces.size()) return true;
                if (!begin_next(covers)) return false;
            }
            if (solutions_ >= solutions) return false;
        }
    }

    // Once the search is done: continues with another piece.
    void go_on_with(std::span<const int32_t> piece) {
        plan_.pieces.clear();
        plan_.pieces.add(piece);
        piece_ = -1;
    }

    // Options tried so far: the nodes of the search tree below the root.
    int64_t nodes() const { return nodes_; }
    int64_t solutions() const { return in_bits_ ? bit_search_->solutions() : solutions_; }

    // The rest of a paused search as pieces, in order: a search for these pieces finds the remaining covers.
    Pieces rest() const {
        Pieces pieces;
        if (in_bits_) bit_search_->add_rest(pieces);
        std::vector<int32_t> taken;
        for (const Level& level : levels_) taken.push_back(level.option);
        for (size_t depth = levels_.size(); depth-- > 0;)
            for (int32_t k = levels_[depth].next; k < levels_[depth].end; ++k) {
                if (depth < piece().size())  // on the way to the start of the current piece
                    pieces.add(piece());
                else pieces.add(std::span(taken).first(depth), candidates_[k]);
            }
        for (int64_t piece = piece_ + 1; piece < plan_.pieces.size(); ++piece) pieces.add(plan_.pieces[piece]);
        return pieces;
    }

    // The fraction of the search that is done, from 0 to 1, if all options of a level take equally long.
    double share() const {
        double part = 1.0 / std::max<int64_t>(plan_.pieces.size(), 1), behind = part * std::max<int64_t>(piece_, 0);
        for (const Level& level : levels_) {
            part /= std::max(level.end - level.begin, 1);
            behind += part * (level.next - level.begin - (level.option >= 0));
        }
        if (in_bits_) return behind + part * bit_search_->share();
        return levels_.empty() && piece_ >= 0 ? behind + part : behind;
    }

  private:
    static constexpr int32_t kClosed = kMaxSize;    // above any size
    static constexpr int32_t kBlock = 16;           // sizes compared at once: a few SIMD registers
    static constexpr int32_t kSnapshotItems = 256;  // sizes of more items are restored by counting, not from a copy
    static constexpr int64_t kWorthPacking = 32;    // shorter lists, on average, are not copied

    struct Colored {
        int32_t option, color;
    };
    struct Pack {
        int64_t n_options;
        std::vector<int32_t> begin;  // where each item's list begins in entries; it ends where the next one begins
        std::vector<Colored> entries;
    };
    struct Level {
        int32_t option;            // taken now, or -1
        int32_t begin, next, end;  // candidates_[next, end) are still to be tried
        int32_t n_hidden;          // options hidden on entry
        bool is_packed;            // whether the last pack was made for this level
    };

    // Makes the first pack, of all options, and counts the sizes. Options without primary items are hidden for good.
    void list_all(StopToken& stop) {
        Pack& all = packs_.emplace_back();
        all.n_options = problem_.n_options;
        all.begin.assign(problem_.n_items + 1, 0);
        for (const int32_t item : problem_.members) ++size_[item], ++all.begin[item + 1];
        for (const auto& tint : problem_.fringe) ++all.begin[tint.item + 1];
        for (int32_t item = 0; item < problem_.n_items; ++item) all.begin[item + 1] += all.begin[item];
        all.entries.resize(problem_.members.size() + problem_.fringe.size());
        std::vector<int32_t> place(all.begin);
        for (int32_t option = 0; option < problem_.n_options; ++option) {
            for (const int32_t item : problem_.members_of(option)) all.entries[place[item]++] = {option, 0};
            for (const auto& tint : problem_.fringe_of(option)) all.entries[place[tint.item]++] = {option, tint.color};
            stop.count_steps(8 + 8 * (problem_.members_of(option).size() + problem_.fringe_of(option).size()));
            if (!problem_.members_of(option).empty()) continue;
            hidden_[option] = 1;
            trail_[n_hidden_++] = option;
        }
    }

    // Opens the first level of the next piece. Returns false if its only cover has no room; the next call tries again.
    bool begin_next(Covers* covers) {
        ++piece_;
        if (open_ == 0 || (plan_.depth == 0 && piece().empty())) {  // nothing to cover: the empty cover, once
            if (found(covers)) return true;
            --piece_;
            return false;
        }
        if (std::count(size_.begin(), size_.end(), 0) == 0) enter();
        return true;
    }

    // Tries the next option of the last level, or closes the level. Returns false if the search pauses.
    bool step(Control& control, Covers* covers) {
        Level& level = levels_.back();
        if (level.option >= 0) give_back(level);
        if (level.next == level.end) {
            leave();
            return true;
        }
        if (work_ >= kPollIntervalCoverOptions) work_ = control.next_poll = 0;
        if (nodes_ >= control.next_poll && control.pauses(nodes_)) return false;
        level.option = candidates_[level.next++];
        const bool is_new = levels_.size() > piece().size();
        nodes_ += is_new;
        const bool fits = take(level.option);
        work_ += 1 + n_hidden_ - level.n_hidden;
        if (!fits) return true;
        if (open_ > 0 && (int64_t)levels_.size() < (int64_t)piece().size() + plan_.depth) {
            enter();
        } else if (!found(covers)) {
            --level.next;
            nodes_ -= is_new;
            return false;
        }
        return true;
    }

    // The options that the current piece takes first.
    std::span<const int32_t> piece() const { return plan_.pieces[piece_]; }

    // Reports a cover. Returns false if there was no room.
    bool found(Covers* covers) {
        if (covers) {
            if (covers->size - covers->used < levels_.size() + 1) return false;
            int32_t* out = covers->data + covers->used;
            *out++ = (int32_t)levels_.size();
            for (const Level& level : levels_) *out++ = level.option;
            covers->used += levels_.size() + 1;
        }
        ++solutions_;
        return true;
    }

    // Opens a level with its candidates, or hands the rest to the bit sets.
    void enter() {
        const bool is_new = levels_.size() >= piece().size();
        if (is_new && bit_search_ && BitSearch::suits(problem_.n_options - n_hidden_, open_)) return hand_over();
        const bool is_packed = pack();
        const int32_t begin = levels_.empty() ? 0 : levels_.back().end;
        int32_t end = begin;
        if (is_new) {
            const Pack& lists = packs_[n_packs_ - 1];
            const int32_t item = choose();
            for (int32_t k = lists.begin[item]; k < lists.begin[item + 1]; ++k) {
                const int32_t option = lists.entries[k].option;
                candidates_[end] = option;
                end += !hidden_[option];
            }
        } else {
            candidates_[end] = piece()[levels_.size()];
            end += !hidden_[candidates_[end]];
        }
        if (has_snapshots_) snapshots_.insert(snapshots_.end(), size_.begin(), size_.end());
        levels_.push_back({-1, begin, begin, end, n_hidden_, is_packed});
        work_ += (int64_t)size_.size() / kBlock;
    }

    void hand_over() {
        taken_.clear();
        for (const Level& level : levels_) taken_.push_back(level.option);
        active_.clear();
        for (int32_t option = 0; option < problem_.n_options; ++option)
            if (!hidden_[option]) active_.push_back(option);
        open_items_.clear();
        for (int32_t item = 0; item < problem_.n_primary; ++item)
            if (size_[item] < kClosed) open_items_.push_back(item);
        bit_search_->begin(taken_, active_, open_items_, plan_.choice == Choice::kFirst, nodes_, solutions_);
        in_bits_ = true;
    }

    // Closes the last level once its candidates are tried.
    void leave() {
        if (levels_.back().is_packed) --n_packs_;
        if (has_snapshots_) snapshots_.resize(snapshots_.size() - size_.size());
        levels_.pop_back();
    }

    int32_t choose() const {
        switch (plan_.choice) {
            case Choice::kFirst: return leftmost();
            case Choice::kSmallest: return smallest();
            case Choice::kSharp:
                return least([&](int32_t item) {
                    return size_[item] <= 1 || plan_.preferred[item] ? size_[item] : size_[item] + (double)kClosed;
                });
            case Choice::kWeighted:
                return least([&](int32_t item) { return size_[item] <= 1 ? 0 : size_[item] / (double)weight_[item]; });
            case Choice::kRandom: break;
        }
        uint64_t state = plan_.seed;  // a function of the sub-problem, because pieces depend on it
        for (const Level& level : levels_) state = mixed(state ^ (uint64_t)level.option);
        const int32_t smallest_size = size_[smallest()];
        return least([&](int32_t item) { return size_[item] > smallest_size ? 2 : mixed(state + item) / 0x1p64; });
    }

    // The open item with the least value of a function, the first of them at a tie.
    template <class Key>
    int32_t least(Key key) const {
        int32_t best = leftmost();
        double least_key = key(best);
        for (int32_t item = best + 1; item < problem_.n_primary; ++item) {
            if (size_[item] >= kClosed) continue;
            if (const double k = key(item); k < least_key) best = item, least_key = k;
        }
        return best;
    }

    // SplitMix64 (Steele, Lea and Flood 2014), as a hash function.
    static uint64_t mixed(uint64_t x) {
        x += 0x9e3779b97f4a7c15;
        x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
        x = (x ^ x >> 27) * 0x94d049bb133111eb;
        return x ^ x >> 31;
    }

    // The item to cover with the fewest options, the first of them at a tie.
    int32_t smallest() const {
        const int32_t* size = size_.data();
        int32_t best = kClosed, item = 0;
        for (int32_t block = 0; block < (int32_t)size_.size(); block += kBlock) {
            int32_t low = kClosed;
            for (int32_t k = 0; k < kBlock; ++k) low = std::min(low, size[block + k]);  // vectorized
            if (low < best) {
                best = low;
                item = block;
                if (low == 1) break;
            }
        }
        while (size[item] != best) ++item;
        return item;
    }

    int32_t leftmost() const {
        int32_t item = 0;
        while (size_[item] >= kClosed) ++item;
        return item;
    }

    // Takes an option: covers its items and hides every conflicting option. Returns false as soon as that leaves an
    // open item without options. Either way, `give_back` undoes it.
    bool take(int32_t option) {
        const auto members = problem_.members_of(option);
        const auto fringe = problem_.fringe_of(option);
        for (const int32_t item : members) size_[item] += kClosed;
        open_ -= (int32_t)members.size();
        for (const auto& tint : fringe) {
            int32_t& taker = taker_[tint.item];
            if (taker < 0) taker = option;
        }
        if (open_ == 0) return true;  // a cover: nothing is left that could conflict

        const int32_t* begin = packs_[n_packs_ - 1].begin.data();
        const Colored* entries = packs_[n_packs_ - 1].entries.data();
        uint8_t* hidden = hidden_.data();
        int32_t* trail = trail_.data();
        for (const int32_t item : members) {
            int32_t n = n_hidden_;
            for (int32_t e = begin[item], end = begin[item + 1]; e < end; ++e) {
                const int32_t other = entries[e].option;
                trail[n] = other;
                n += 1 - hidden[other];
                hidden[other] = 1;
            }
            if (!shrink(n)) return false;
        }
        for (const auto& [item, color, shade] : fringe) {
            if (taker_[item] != option) continue;  // an option above gave it this color
            int32_t n = n_hidden_;
            for (int32_t e = begin[item], end = begin[item + 1]; e < end; ++e) {
                const auto [other, other_color] = entries[e];
                const uint8_t disagrees = (color == 0) | (other_color != color);
                trail[n] = other;
                n += disagrees & (1 - hidden[other]);
                hidden[other] |= disagrees;
            }
            if (!shrink(n)) return false;
        }
        return true;
    }

    // Subtracts the options trail_[n_hidden_, n), already marked, from the sizes. Returns false at the first item
    // without options; the other options are then unmarked.
    bool shrink(int32_t n) {
        int32_t* size = size_.data();
        const int32_t* members = problem_.members.data();
        const int32_t* begin = problem_.members_begin.data();
        for (int32_t k = n_hidden_; k < n; ++k) {
            const int32_t option = trail_[k];
            bool fits = true;
            const int32_t end = begin[option + 1];
            for (int32_t m = begin[option]; m < end; ++m) fits &= --size[members[m]] != 0;
            if (!fits) {
                if (!weight_.empty())
                    for (int32_t m = begin[option]; m < end; ++m) weight_[members[m]] += size[members[m]] == 0;
                n_hidden_ = k + 1;
                while (++k < n) hidden_[trail_[k]] = 0;
                return false;
            }
        }
        n_hidden_ = n;
        return true;
    }

    // Undoes the `take` of a level's option.
    void give_back(Level& level) {
        const int32_t option = level.option;
        const auto members = problem_.members_of(option);
        for (int32_t k = level.n_hidden; k < n_hidden_; ++k) hidden_[trail_[k]] = 0;
        if (has_snapshots_) {
            const auto snapshot = snapshots_.end() - size_.size();
            std::copy(snapshot, snapshots_.end(), size_.begin());
        } else {
            for (int32_t k = level.n_hidden; k < n_hidden_; ++k) {
                for (const int32_t item : problem_.members_of(trail_[k])) ++size_[item];
            }
            for (const int32_t item : members) size_[item] -= kClosed;
        }
        open_ += (int32_t)members.size();
        for (const auto& tint : problem_.fringe_of(option)) {
            int32_t& taker = taker_[tint.item];
            if (taker == option) taker = -1;
        }
        n_hidden_ = level.n_hidden;
        level.option = -1;
    }

    // Copies the lists without hidden options, once that halves them, unless they are short anyway.
    bool pack() {
        const int64_t n_left = problem_.n_options - n_hidden_;
        const int64_t n_listed = packs_[n_packs_ - 1].n_options;
        const int64_t n_entries = packs_[n_packs_ - 1].entries.size();
        if (2 * n_left >= n_listed || n_entries <= kWorthPacking * problem_.n_items) return false;
        if (n_packs_ == (int32_t)packs_.size()) packs_.emplace_back();  // reuses the memory of an old pack
        const Pack& from = packs_[n_packs_ - 1];
        Pack& to = packs_[n_packs_++];
        to.n_options = n_left;
        to.begin.resize(problem_.n_items + 1);
        to.entries.resize(n_entries + 1);
        int32_t n = 0;
        for (int32_t item = 0; item < problem_.n_items; ++item) {
            to.begin[item] = n;
            const bool is_taken = item < problem_.n_primary ? size_[item] >= kClosed : taker_[item] >= 0;
            if (is_taken) continue;  // never read below
            for (int32_t k = from.begin[item]; k < from.begin[item + 1]; ++k) {
                to.entries[n] = from.entries[k];
                n += !hidden_[from.entries[k].option];
            }
        }
        to.begin[problem_.n_items] = n;
        to.entries.resize(n);
        return true;
    }

    const CoverProblem& problem_;
    Plan plan_;
    int64_t piece_ = -1;  // the current piece of the plan
    bool has_snapshots_ = false, in_bits_ = false;
    std::optional<BitSearch> bit_search_;
    std::vector<int32_t> taken_, active_, open_items_;  // input of bit_search_

    int32_t open_;                       // primary items to cover
    std::vector<int32_t> size_, taker_;  // by item; size_ is padded to whole blocks with kClosed
    std::vector<uint8_t> hidden_;        // by option
    int32_t n_hidden_ = 0, n_packs_ = 1;
    std::vector<int32_t> trail_, candidates_;
    std::vector<int32_t> snapshots_;  // a copy of size_ at the start of each level, one after another
    std::vector<Pack> packs_;
    std::vector<int64_t> weight_;  // by item, for kWeighted
    std::vector<Level> levels_;
    int64_t nodes_ = 0, solutions_ = 0, work_ = 0;
};

// Cuts the pieces of a plan into at least n, if possible, in the order of the search. Stops before there are far more
// than `enough`.
inline Pieces cut(const CoverProblem& problem, Plan plan, int64_t n, int64_t enough, StopToken stop = {}) {
    constexpr int64_t kFarTooMany = 64;  // times as many as are enough
    Control control;
    control.stop = stop;
    std::vector<int32_t> room((size_t)problem.n_primary + 1 + (1 << 16));
    Pieces pieces = plan.pieces;
    for (plan.depth = 1; pieces.size() > 0 && pieces.size() < n && plan.depth <= problem.n_primary; ++plan.depth) {
        const int64_t most = pieces.size() < enough ? INT64_MAX : kFarTooMany * enough;
        CoverSearch search(problem, plan, stop);
        Pieces finer;
        for (bool is_done = false; !is_done;) {
            Covers found{room.data(), 0, room.size()};
            is_done = search.run(control, INT64_MAX, &found);
            for (size_t k = 0; k < found.used; k += found.data[k] + 1)
                finer.add(std::span(found.data + k + 1, found.data[k]));
            if (!is_done && stop.stop_requested()) throw WorkStopped{};
            if (finer.size() > most) return pieces;
        }
        pieces = std::move(finer);
    }
    return pieces;
}

}  // namespace farandole
