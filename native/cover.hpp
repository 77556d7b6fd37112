// Exact cover with secondary items and colors: Knuth's Algorithm C on counts and marks. No Python here.
//
// The search is that of TAOCP 4B, 7.2.2.1, level by level and option by option, and the covers come in the
// order in which dancing links find them. What differs is how an option is hidden and comes back. Links
// unlink each of its nodes from two neighbors and link them in again. Here hiding an option sets *one* mark
// and takes one from the size of each of its primary items; coming back clears the mark. Lists are read
// through the marks, and once half of the options are hidden, a copy of the lists without them (a `Pack`)
// serves the levels below: so a list is seldom more than twice too long, it keeps its order, and nothing in
// it is ever undone. An option that leaves some item without options is dropped halfway. (Knuth's "dancing
// cells", SSXCC, swap a hidden node to the far end of its item's list instead. To see links dance, read
// `dance` in cover.py.)
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
// Invariants, whenever `next` looks at a level:
//   - trail_[0, n_hidden_) are the options with hidden_[o] = 1, each once
//   - size_[i] of an item to cover is the number of its options that are not hidden; in a new level none is 0
//   - size_[i] >= kClosed for an item covered, so it is neither empty nor smallest
//   - open_ is the number of items to cover; when it is 0, the options of levels_ are a cover
//   - the last pack lists, ascending, each option that is not hidden under each of its items not yet taken
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace farandole {

class CoverSearch {
  public:
    // Asked now and then in a long search, with the context that came along; true stops it.
    using Interrupted = bool (*)(void* context);

    using Integers = std::span<const int32_t>;

    // Items 0 to n_primary - 1 are primary, the others up to n_items - 1 secondary. Option o has the items
    // items[starts[o]] to items[starts[o + 1] - 1], each once; colors[k] colors items[k], 0 means no color.
    // Next to cover is the item with the fewest options, the first of them at a tie; or simply the first item.
    CoverSearch(int32_t n_primary, int32_t n_items, Integers starts, Integers items, Integers colors,
                bool first = false)
        : n_primary_(n_primary), n_items_(n_items), first_(first), open_(n_primary) {
        validate(starts, items, colors);
        n_options_ = (int32_t)starts.size() - 1;
        size_.assign((n_primary + kBlock - 1) / kBlock * kBlock, kClosed);
        std::fill_n(size_.begin(), n_primary, 0);
        taker_.assign(n_items, -1);
        hidden_.assign(n_options_, 0);
        // One place more than there can be entries: the loops write first and then see whether to keep it.
        trail_.resize(n_options_ + 1);
        candidates_.resize(n_options_ + 1);
        has_snapshots_ = n_primary <= kSnapshotItems;

        Pack& all = packs_.emplace_back();
        all.n_options = n_options_;
        all.begin.assign(n_items + 1, 0);
        for (const int32_t item : items) ++all.begin[item + 1];
        for (int32_t item = 0; item < n_items; ++item) all.begin[item + 1] += all.begin[item];
        all.entries.resize(items.size());
        std::vector<int32_t> place(all.begin);
        members_begin_.push_back(0);
        fringe_begin_.push_back(0);
        for (int32_t option = 0; option < n_options_; ++option) {
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                const int32_t item = items[k];
                all.entries[place[item]++] = {option, colors[k]};
                if (item < n_primary) {
                    members_.push_back(item);
                    ++size_[item];
                } else {
                    fringe_.push_back({item, colors[k]});
                }
            }
            members_begin_.push_back((int32_t)members_.size());
            fringe_begin_.push_back((int32_t)fringe_.size());
        }
    }

    // Moves on to the next cover. False: there is none, or `interrupted` stopped us and a later call goes on.
    bool next(Interrupted interrupted = nullptr, void* context = nullptr) {
        if (!started_) {
            started_ = true;
            if (open_ == 0) return true;  // nothing to cover: the empty cover, once
            if (std::count(size_.begin(), size_.end(), 0) == 0) enter();
        }
        while (!levels_.empty()) {
            if (work_ >= kBreath) {
                work_ = 0;
                if (interrupted && interrupted(context)) return false;
            }
            Level& level = levels_.back();
            if (level.option >= 0) give_back(level);
            if (level.next == level.end) {
                leave();
                continue;
            }
            level.option = candidates_[level.next++];
            ++nodes_;
            const bool fits = take(level.option);
            work_ += 1 + n_hidden_ - level.n_hidden;
            if (!fits) continue;
            if (open_ == 0) return true;
            enter();
        }
        return false;
    }

    // Counts the covers to come, at most `limit` of them, and moves past them.
    int64_t count(int64_t limit, Interrupted interrupted = nullptr, void* context = nullptr) {
        int64_t n = 0;
        while (n < limit && next(interrupted, context)) {
            ++n;
            if (levels_.empty()) continue;
            // Where one item was left to cover, each of its other candidates makes a cover too.
            Level& level = levels_.back();
            const int64_t others = level.end - level.next;
            if (level.is_last && others <= limit - n) {
                n += others;
                level.next = level.end;
            }
        }
        return n;
    }

    // The options of the cover that `next` moved to, in the order in which they were taken.
    std::vector<int32_t> cover() const {
        std::vector<int32_t> options;
        options.reserve(levels_.size());
        for (const Level& level : levels_) options.push_back(level.option);
        return options;
    }

    // Options tried so far: the nodes of the search tree below its root.
    int64_t nodes() const { return nodes_; }

  private:
    static constexpr int32_t kClosed = 1 << 30;     // above any size
    static constexpr int32_t kBlock = 16;           // sizes compared at once: a few SIMD registers
    static constexpr int32_t kSnapshotItems = 256;  // up to here sizes come back as a copy, then by counting
    static constexpr int64_t kWorthPacking = 32;    // lists that are shorter on average stay as they are
    static constexpr int64_t kBreath = 1 << 14;     // options tried or hidden between two `interrupted`

    struct Colored {
        int32_t name;  // an item in fringe_, an option in a pack
        int32_t color;
    };
    struct Pack {
        int64_t n_options;
        std::vector<int32_t> begin;  // of each item's list in entries; the next one's is its end
        std::vector<Colored> entries;
    };
    struct Level {
        int32_t option;     // taken now, or -1
        int32_t next, end;  // candidates_[next, end) are to be tried
        int32_t n_hidden;   // options hidden on entry
        bool is_last;       // one item was left to cover
        bool is_packed;     // the last pack was made for this level
    };

    void validate(Integers starts, Integers items, Integers colors) const {
        const auto require = [](bool holds, const char* what) {
            if (!holds) throw std::invalid_argument(what);
        };
        require(0 <= n_primary_ && n_primary_ <= n_items_, "0 <= n_primary <= n_items expected");
        require(n_items_ < kClosed && items.size() < (size_t)kClosed && starts.size() < (size_t)kClosed,
                "fewer than 2**30 of everything expected");
        require(colors.size() == items.size(), "a color for each item expected");
        require(!starts.empty() && starts.front() == 0 && (size_t)starts.back() == items.size() &&
                    std::is_sorted(starts.begin(), starts.end()),
                "starts that rise from 0 to the number of items expected");
        std::vector<int32_t> last_option(n_items_, -1);
        for (size_t option = 0; option + 1 < starts.size(); ++option) {
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                const int32_t item = items[k];
                require(0 <= item && item < n_items_, "items from 0 to n_items - 1 expected");
                require(item >= n_primary_ || colors[k] == 0, "colors on secondary items only expected");
                require(last_option[item] != (int32_t)option, "each item once in an option expected");
                last_option[item] = (int32_t)option;
            }
        }
    }

    // Opens a level: chooses an item and lists its candidates.
    void enter() {
        const bool is_packed = pack();
        const int32_t item = first_ ? leftmost() : smallest();
        const int32_t begin = levels_.empty() ? 0 : levels_.back().end;
        int32_t end = begin;
        const Pack& lists = packs_[n_packs_ - 1];
        for (int32_t k = lists.begin[item]; k < lists.begin[item + 1]; ++k) {
            const int32_t option = lists.entries[k].name;
            candidates_[end] = option;
            end += !hidden_[option];
        }
        if (has_snapshots_) snapshots_.insert(snapshots_.end(), size_.begin(), size_.end());
        levels_.push_back({-1, begin, end, n_hidden_, open_ == 1, is_packed});
        work_ += (int64_t)size_.size() / kBlock;
    }

    // Closes the last level, whose candidates have all been tried.
    void leave() {
        if (levels_.back().is_packed) --n_packs_;
        if (has_snapshots_) snapshots_.resize(snapshots_.size() - size_.size());
        levels_.pop_back();
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

    // Takes an option: covers its items and hides every option in its way. False as soon as that leaves an
    // item that is to cover without options. Either way `give_back` undoes it.
    bool take(int32_t option) {
        const int32_t members_begin = members_begin_[option], members_end = members_begin_[option + 1];
        const int32_t fringe_begin = fringe_begin_[option], fringe_end = fringe_begin_[option + 1];
        for (int32_t k = members_begin; k < members_end; ++k) size_[members_[k]] += kClosed;
        open_ -= members_end - members_begin;
        for (int32_t k = fringe_begin; k < fringe_end; ++k) {
            int32_t& taker = taker_[fringe_[k].name];
            if (taker < 0) taker = option;
        }
        if (open_ == 0) return true;  // a cover: nothing is left that could be in the way

        const int32_t* begin = packs_[n_packs_ - 1].begin.data();
        const Colored* entries = packs_[n_packs_ - 1].entries.data();
        uint8_t* hidden = hidden_.data();
        int32_t* trail = trail_.data();
        for (int32_t k = members_begin; k < members_end; ++k) {
            const int32_t item = members_[k];
            int32_t n = n_hidden_;
            for (int32_t e = begin[item], end = begin[item + 1]; e < end; ++e) {
                const int32_t other = entries[e].name;
                trail[n] = other;
                n += 1 - hidden[other];
                hidden[other] = 1;
            }
            if (!shrink(n)) return false;
        }
        for (int32_t k = fringe_begin; k < fringe_end; ++k) {
            const auto [item, color] = fringe_[k];
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

    // Takes the options trail_[n_hidden_, n), marked already, from the sizes. False at the first item left
    // without options; the rest of them is unmarked then.
    bool shrink(int32_t n) {
        int32_t* size = size_.data();
        const int32_t* members = members_.data();
        const int32_t* begin = members_begin_.data();
        for (int32_t k = n_hidden_; k < n; ++k) {
            const int32_t option = trail_[k];
            bool fits = true;
            const int32_t end = begin[option + 1];
            for (int32_t m = begin[option]; m < end; ++m) fits &= --size[members[m]] != 0;
            if (!fits) {
                n_hidden_ = k + 1;
                while (++k < n) hidden_[trail_[k]] = 0;
                return false;
            }
        }
        n_hidden_ = n;
        return true;
    }

    // Undoes the `take` of a level's option.
    void give_back(const Level& level) {
        const int32_t option = level.option;
        for (int32_t k = level.n_hidden; k < n_hidden_; ++k) hidden_[trail_[k]] = 0;
        const int32_t begin = members_begin_[option], end = members_begin_[option + 1];
        if (has_snapshots_) {
            const auto snapshot = snapshots_.end() - size_.size();
            std::copy(snapshot, snapshots_.end(), size_.begin());
        } else {
            for (int32_t k = level.n_hidden; k < n_hidden_; ++k) {
                const int32_t other = trail_[k], other_end = members_begin_[other + 1];
                for (int32_t m = members_begin_[other]; m < other_end; ++m) ++size_[members_[m]];
            }
            for (int32_t k = begin; k < end; ++k) size_[members_[k]] -= kClosed;
        }
        open_ += end - begin;
        for (int32_t k = fringe_begin_[option]; k < fringe_begin_[option + 1]; ++k) {
            int32_t& taker = taker_[fringe_[k].name];
            if (taker == option) taker = -1;
        }
        n_hidden_ = level.n_hidden;
    }

    // Copies the lists without what is hidden, once that halves them, and unless they are short anyway.
    bool pack() {
        const int64_t n_left = n_options_ - n_hidden_;
        const int64_t n_listed = packs_[n_packs_ - 1].n_options;
        const int64_t n_entries = packs_[n_packs_ - 1].entries.size();
        if (2 * n_left >= n_listed || n_entries <= kWorthPacking * n_items_) return false;
        if (n_packs_ == (int32_t)packs_.size()) packs_.emplace_back();  // a pack left behind keeps its memory
        const Pack& from = packs_[n_packs_ - 1];
        Pack& to = packs_[n_packs_++];
        to.n_options = n_left;
        to.begin.resize(n_items_ + 1);
        to.entries.resize(n_entries + 1);
        int32_t n = 0;
        for (int32_t item = 0; item < n_items_; ++item) {
            to.begin[item] = n;
            const bool is_taken = item < n_primary_ ? size_[item] >= kClosed : taker_[item] >= 0;
            if (is_taken) continue;  // nobody below will ask
            for (int32_t k = from.begin[item]; k < from.begin[item + 1]; ++k) {
                to.entries[n] = from.entries[k];
                n += !hidden_[from.entries[k].name];
            }
        }
        to.begin[n_items_] = n;
        to.entries.resize(n);
        return true;
    }

    int32_t n_primary_, n_items_, n_options_ = 0;
    bool first_, has_snapshots_ = false, started_ = false;
    std::vector<int32_t> members_begin_, members_, fringe_begin_;
    std::vector<Colored> fringe_;

    int32_t open_;                       // primary items to cover
    std::vector<int32_t> size_, taker_;  // by item; size_ is filled up to whole blocks with kClosed
    std::vector<uint8_t> hidden_;        // by option
    int32_t n_hidden_ = 0, n_packs_ = 1;
    std::vector<int32_t> trail_, candidates_;
    std::vector<int32_t> snapshots_;     // size_ as it was when each level began, one after another
    std::vector<Pack> packs_;
    std::vector<Level> levels_;
    int64_t nodes_ = 0, work_ = 0;
};

}  // namespace farandole
