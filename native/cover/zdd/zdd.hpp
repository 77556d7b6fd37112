// All exact covers at once: a search with a memo, and the decision diagram that it builds. No Python here.
//
// The search covers one item after another, as Algorithm C does, but looks up each sub-problem in a memo (M. Nishino,
// N. Yasuda, S. Minato, M. Nagata, "Dancing with Decision Diagrams", AAAI 2017; Knuth's DLX6). The results are nodes of
// a zero-suppressed decision diagram: "take this option and continue at `hi`, or leave it and continue at `lo`". A node
// of the search with the branches 3, 5 and 8, of which 5 leads to no cover, becomes
//
//          (3) --lo--> (8) --lo--> 0         0: no cover; 1: nothing is left to cover
//           |hi         |hi
//
// The item to cover next must be a function of the sub-problem, or the memo would miss. There are two rules. Either can
// be thousands of times faster than the other:
//
//     first       in the order of ranks. Nothing is kept but a key, so a node costs a few words; sub-problems
//                 are told apart by the frontier between what is covered and what is not, and the bits that no
//                 later item's options need are cleared.
//     smallest    the item with the fewest active options. A list of these is kept for each level, and for
//                 each bit how many of them need it: a bit that none needs is cleared, and an item without
//                 options is seen at once.
//
// Items with multiplicities come last under either rule. A node for such an item decides on one option only, to take it
// or to leave it; the option's own bit stores the decision.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cover/zdd/zdd_keys.hpp"

namespace farandole {

// A node of a diagram. Nodes 0 and 1 are the terminals; every other node comes after both of its branches.
struct ZddNode {
    int32_t option, lo, hi;
};

class ZddSearch {
  public:
    enum class Rule { kFirst, kSmallest };
    enum class Outcome { kDone, kPaused, kNoMemory };

    ZddSearch(ZddKeys keys, Rule rule, StopToken stop = {})
        : keys_(std::move(keys)), rule_(rule), memo_(keys_.width()), child_(keys_.root()) {
        const int32_t n = keys_.n_bits();
        is_pure_ = keys_.n_plain() == n;
        if (rule_ == Rule::kFirst) {
            list_by_first(stop);
        } else {
            list_needs(stop);
            size_.assign(n, 0);
        }
    }

    // Continues for `steps` steps of about 10 ns, unless it tries `budget` options in all or needs more than `memory`
    // bytes before. The token may stop it between steps; a later call continues.
    Outcome run(int64_t steps, int64_t budget, size_t memory, StopToken stop = {}) {
        const int64_t end = steps_ + steps;
        if (nodes_.size() == 0) begin();
        while (!frames_.empty()) {
            if (steps_ >= end || n_tried_ >= budget) return Outcome::kPaused;
            if (!has_room(memory)) return Outcome::kNoMemory;
            memo_.make_room(stop);
            const int64_t before = steps_;
            advance();
            stop.count_steps(8 * (steps_ - before));
        }
        return Outcome::kDone;
    }

    // The diagram, once done.
    const Blocks<ZddNode>& nodes() const { return nodes_; }
    int32_t root() const { return root_; }

    int64_t n_tried() const { return n_tried_; }

    // The fraction of the search that is done, if all branches of a frame took equally long.
    double share() const {
        double behind = 0, part = 1;
        for (size_t k = 0; k < frames_.size(); ++k) {
            const size_t end = k + 1 < frames_.size() ? frames_[k + 1].begin : branches_.size();
            part /= (double)(end - frames_[k].begin);
            behind += part * (double)(frames_[k].next - frames_[k].begin);
        }
        return frames_.empty() && nodes_.size() ? 1 : behind;
    }

    size_t memory() const {
        return memo_.memory() + nodes_.bytes() + bytes_with(frames_, 0) + bytes_with(branches_, 0) +
               bytes_with(active_, 0) + bytes_with(trail_, 0) + bytes_with(snapshots_, 0);
    }

  private:
    static constexpr int32_t kOpened = -1, kDead = 0, kEmpty = 1;  // not a node yet; the two terminals
    static constexpr int32_t kLeave = -1;                          // not an option: leave the one before
    static constexpr int64_t kVisit = 8;  // steps to make a key and look it up; two more per word

    struct Branch {
        int32_t option, node;
    };
    struct Mark {  // the sizes of lists
        size_t active, trail, snapshots;
    };
    struct Frame {
        int32_t entry;       // the entry of the memo that waits for the result
        int32_t item;        // by rank
        size_t begin, next;  // its branches: from `begin` to those of the next frame; `next` is being searched
        Mark mark;           // its active options: from mark.active to those of the next frame
    };

    // ── Either rule ─────────────────────────────────────────────────────────────────────────────────────────

    void begin() {
        *nodes_.add() = {-1, 0, 0};
        *nodes_.add() = {-1, 1, 1};
        if (rule_ == Rule::kSmallest) {
            for (int32_t option = 0; option < keys_.n_options(); ++option)
                if (!keys_.bits(option).empty()) active_.push_back(option);
        }
        const int32_t node = rule_ == Rule::kFirst ? visit_first(0) : visit_smallest(0);
        if (node != kOpened) root_ = node;
    }

    // Searches the next branch of the last frame, or closes the frame.
    void advance() {
        const Frame& frame = frames_.back();
        if (frame.next == branches_.size()) return close();
        const uint64_t* key = memo_.key(frame.entry);
        std::copy(key, key + keys_.width(), child_.data());
        const int32_t option = branches_[frame.next].option;
        if (option == kLeave) keys_.leave(child_.data(), branches_[frame.next - 1].option);
        else keys_.take(child_.data(), option);
        ++n_tried_;
        steps_ += kVisit + 2 * keys_.width();
        const int32_t node = rule_ == Rule::kFirst ? visit_first(frame.item) : visit_smallest(frame.mark.active);
        if (node != kOpened) branches_[frames_.back().next++].node = node;
    }

    // Chains the branches of the last frame, the first one on top.
    void close() {
        const Frame frame = frames_.back();
        int32_t node = kDead;
        for (size_t k = branches_.size(); k-- > frame.begin;) {
            const Branch branch = branches_[k];
            if (branch.option == kLeave) {
                node = branch.node;
            } else if (branch.node != kDead) {
                *nodes_.add() = {branch.option, node, branch.node};
                node = static_cast<int32_t>(nodes_.size()) - 1;
            }
        }
        memo_.result(frame.entry) = node;
        branches_.resize(frame.begin);
        frames_.pop_back();
        if (rule_ == Rule::kSmallest) go_back(frame.mark);
        if (frames_.empty()) root_ = node;
        else branches_[frames_.back().next++].node = node;
    }

    // Opens a frame for the sub-problem in child_; its branches are listed from `begin` on.
    int32_t open(int32_t item, size_t begin, Mark mark) {
        frames_.push_back({memo_.insert(child_.data()), item, begin, begin, mark});
        return kOpened;
    }

    // Whether a key, the nodes of all open frames and the lists of another frame fit.
    bool has_room(size_t memory) const {
        const size_t n_active =
            rule_ == Rule::kSmallest && !frames_.empty() ? active_.size() - frames_.back().mark.active : 0;
        const size_t needed = memo_.memory_to_insert() + nodes_.bytes_with(branches_.size()) + bytes_with(frames_, 1) +
                              bytes_with(branches_, std::max(n_active, most_branches_) + 1) +
                              bytes_with(active_, n_active) + bytes_with(trail_, n_active) +
                              bytes_with(snapshots_, size_.size());
        return needed <= memory && nodes_.size() + static_cast<int64_t>(branches_.size()) < INT32_MAX &&
               !memo_.is_full();
    }

    // Bytes of a list in the worst case, while `more` values are added: its old and its new memory.
    template <class T>
    static size_t bytes_with(const std::vector<T>& list, size_t more) {
        const size_t size = list.size() + more, capacity = list.capacity();
        return (size <= capacity ? capacity : capacity + std::max(2 * capacity, size)) * sizeof(T);
    }

    // ── First ───────────────────────────────────────────────────────────────────────────────────────────────

    // Lists the options by first item, and the bits that no option needs after an item.
    void list_by_first(StopToken& stop) {
        std::vector<std::vector<int32_t>> options(keys_.n_primary()), bits(keys_.n_primary());
        std::vector<int32_t> last(keys_.n_bits(), -1);
        for (int32_t option = 0; option < keys_.n_options(); ++option) {
            if (keys_.bits(option).empty()) continue;
            const int32_t first = keys_.bits(option)[0];
            options[first].push_back(option);
            for (const int32_t bit : keys_.bits(option)) last[bit] = std::max(last[bit], first);
            stop.count_steps(32 + 8 * keys_.bits(option).size());
        }
        for (int32_t bit = keys_.n_primary(); bit < keys_.n_bits(); ++bit) bits[last[bit]].push_back(bit);
        for (int32_t rank = 0; rank < keys_.n_primary(); ++rank) {
            by_first_.add(options[rank]);
            most_branches_ = std::max(most_branches_, options[rank].size());
            add_patches(dying_, bits[rank]);
            stop.count_steps(32 + 4 * options[rank].size() + 64 * bits[rank].size());
        }
    }

    // The node of the sub-problem in child_, in which all items below a rank are passed, or kOpened.
    int32_t visit_first(int32_t rank) {
        const uint64_t* key = child_.data();
        const int32_t item = settle(rank);
        if (item < 0) return kDead;
        if (item == keys_.n_primary()) return kEmpty;
        if (const int32_t entry = memo_.find(key); entry >= 0) return memo_.result(entry);
        const bool is_plain = item < keys_.n_plain();
        const size_t begin = branches_.size();
        for (const int32_t option : by_first_[item]) {
            ++steps_;
            if (!keys_.is_active(key, option)) continue;
            branches_.push_back({option, kDead});
            if (!is_plain) break;
        }
        if (!is_plain) branches_.push_back({kLeave, kDead});
        return branches_.size() > begin ? open(item, begin, {}) : kDead;
    }

    // Passes covered items, and clears bits that no option needs any more. Returns the item to cover next, n_primary if
    // there is none, or -1 if an item cannot be covered often enough.
    int32_t settle(int32_t rank) {
        uint64_t* key = child_.data();
        for (;;) {
            const int32_t item = keys_.next_open(key, rank);
            steps_ += item - rank;
            for (; rank < item; ++rank) ZddKeys::clear(key, dying_[rank]);
            if (item < keys_.n_plain() || item == keys_.n_primary()) return item;
            const auto options = by_first_[item];
            steps_ += static_cast<int64_t>(options.size());
            if (std::any_of(options.begin(), options.end(), [&](int32_t o) { return keys_.is_active(key, o); }))
                return item;
            if (keys_.low(key, item) > 0) return -1;
            keys_.close(key, item);
        }
    }

    // ── Smallest ────────────────────────────────────────────────────────────────────────────────────────────

    // Stores the needs of options word by word, if keys are short.
    void list_needs(StopToken& stop) {
        n_needed_ = keys_.n_words() <= kShort ? keys_.n_words() : 0;
        needed_.resize(static_cast<size_t>(keys_.n_options()) * n_needed_);
        for (int32_t option = 0; n_needed_ && option < keys_.n_options(); ++option) {
            for (const Patch& patch : keys_.needs(option))
                needed_[static_cast<size_t>(option) * n_needed_ + patch.word] = patch.bits;
            stop.count_steps(16);
        }
    }

    // The node of the sub-problem in child_, or kOpened. The active options of its parent begin at `begin`.
    int32_t visit_smallest(size_t begin) {
        if (is_pure_) {  // the key is final: it has only items to cover
            if (const int32_t entry = memo_.find(child_.data()); entry >= 0) return memo_.result(entry);
        }
        const Mark mark{active_.size(), trail_.size(), snapshots_.size()};
        part(begin);
        int32_t node = kDead;
        if (lower_sizes(mark) && limit_counts()) node = enter(mark);
        if (node != kOpened) go_back(mark);
        return node;
    }

    // Partitions the active options of the parent: those of the child go to the end of the list, the others to the
    // trail.
    void part(size_t begin) {
        switch (n_needed_) {
            case 1: return part_by_words<1>(begin);
            case 2: return part_by_words<2>(begin);
            case 3: return part_by_words<3>(begin);
            case 4: return part_by_words<4>(begin);
            default: return part_by([this](int32_t option) { return keys_.is_active(child_.data(), option); }, begin);
        }
    }

    template <int n_words>
    void part_by_words(size_t begin) {
        uint64_t gone[n_words];
        for (int word = 0; word < n_words; ++word) gone[word] = ~child_[word];
        part_by(
            [&, needed = needed_.data()](int32_t option) {
                uint64_t missing = 0;
                for (int word = 0; word < n_words; ++word)
                    missing |= needed[size_t{n_words} * option + word] & gone[word];
                return missing == 0;
            },
            begin);
    }

    template <class IsActive>
    void part_by(IsActive is_active, size_t begin) {
        const size_t end = active_.size();
        size_t n_active = end, n_trail = trail_.size();
        active_.resize(n_active + (end - begin));
        trail_.resize(n_trail + (end - begin));
        for (size_t k = begin; k < end; ++k) {  // without a branch, which would be unpredictable
            const int32_t option = active_[k];
            const bool stays = is_active(option);
            active_[n_active] = trail_[n_trail] = option;
            n_active += stays;
            n_trail += !stays;
        }
        active_.resize(n_active);
        trail_.resize(n_trail);
        steps_ += end - begin;
    }

    // Counts for each bit the active options that need it, incrementally or, if few are left, from scratch. Clears the
    // bits that no option needs. Returns false if one of them is an item to cover.
    bool lower_sizes(Mark mark) {
        uint64_t* key = child_.data();
        if (active_.size() - mark.active < trail_.size() - mark.trail || frames_.empty()) {
            trail_.resize(mark.trail);
            snapshots_.insert(snapshots_.end(), size_.begin(), size_.end());
            std::fill(size_.begin(), size_.end(), 0);
            for (size_t k = mark.active; k < active_.size(); ++k)
                for (const int32_t bit : keys_.bits(active_[k])) ++size_[bit];
            for (int32_t word = 0; word < keys_.n_words(); ++word) {
                for (uint64_t bits = key[word]; bits; bits &= bits - 1) {
                    const int32_t bit = 64 * word + std::countr_zero(bits);
                    if (size_[bit]) continue;
                    if (bit < keys_.n_plain()) return false;
                    ZddKeys::clear(key, bit);
                }
            }
            return true;
        }
        for (size_t k = mark.trail; k < trail_.size(); ++k) {
            bool fits = true;
            for (const int32_t bit : keys_.bits(trail_[k])) {
                if (--size_[bit] || !ZddKeys::has(key, bit)) continue;
                ZddKeys::clear(key, bit);
                fits &= bit >= keys_.n_plain();
            }
            if (!fits) {
                trail_.resize(k + 1);
                return false;
            }
        }
        return true;
    }

    // Limits the counts of each item to its options. Returns false if it must be covered more often.
    bool limit_counts() {
        uint64_t* key = child_.data();
        for (int32_t rank = keys_.n_plain(); rank < keys_.n_primary(); ++rank) {
            const int32_t most = ZddKeys::has(key, rank) ? size_[rank] : 0;
            if (keys_.low(key, rank) > most) return false;
            keys_.limit(key, rank, most);
        }
        return true;
    }

    // Undoes `part` and `lower_sizes`.
    void go_back(Mark mark) {
        if (snapshots_.size() > mark.snapshots) {
            std::copy(snapshots_.begin() + mark.snapshots, snapshots_.end(), size_.begin());
            snapshots_.resize(mark.snapshots);
        }
        for (size_t k = mark.trail; k < trail_.size(); ++k)
            for (const int32_t bit : keys_.bits(trail_[k])) ++size_[bit];
        trail_.resize(mark.trail);
        active_.resize(mark.active);
    }

    int32_t enter(Mark mark) {
        if (!is_pure_) {
            if (const int32_t entry = memo_.find(child_.data()); entry >= 0) return memo_.result(entry);
        }
        const int32_t item = smallest();
        if (item < 0) return kEmpty;
        const bool is_plain = item < keys_.n_plain();
        const size_t begin = branches_.size();
        for (size_t k = mark.active; k < active_.size(); ++k) {
            const auto bits = keys_.bits(active_[k]);
            if (!std::binary_search(bits.begin(), bits.end(), item)) continue;
            branches_.push_back({active_[k], kDead});
            if (!is_plain) break;
        }
        if (!is_plain) branches_.push_back({kLeave, kDead});
        return open(item, begin, mark);
    }

    // The open item with the fewest active options, the first at a tie; an item with multiplicities only if all others
    // are covered; -1 if no item is left.
    int32_t smallest() const {
        int32_t best = -1;
        for (int32_t word = 0; 64 * word < keys_.n_primary(); ++word) {
            for (uint64_t bits = child_[word]; bits; bits &= bits - 1) {
                const int32_t rank = 64 * word + std::countr_zero(bits);
                if (rank >= (best < 0 ? keys_.n_primary() : keys_.n_plain())) return best;
                if (best < 0 || size_[rank] < size_[best]) best = rank;
            }
        }
        return best;
    }

    static constexpr int32_t kShort = 4;

    ZddKeys keys_;
    Rule rule_;
    bool is_pure_;  // whether all items are covered exactly once
    ZddMemo memo_;
    Blocks<ZddNode> nodes_;
    std::vector<Frame> frames_;
    std::vector<Branch> branches_;
    std::vector<uint64_t> child_;  // the key of the current sub-problem
    int32_t root_ = kDead;
    int64_t steps_ = 0, n_tried_ = 0;

    Lists<int32_t> by_first_;  // first
    size_t most_branches_ = 0;
    Lists<Patch> dying_;

    int32_t n_needed_ = 0;  // smallest
    std::vector<uint64_t> needed_;
    std::vector<int32_t> active_, trail_, size_, snapshots_;
};

// The number of covers below each node of a diagram: as many 64-bit words as it needs, the least significant first.
class CoverCounts {
  public:
    explicit CoverCounts(std::span<const ZddNode> nodes, StopToken stop = {}) {
        ends_.reserve(nodes.size());
        for (size_t node = 0; node < nodes.size(); ++node) {
            if (node < 2) words_.insert(words_.end(), node, 1);
            else add(nodes[node].lo, nodes[node].hi);
            ends_.push_back(words_.size());
            stop.count_steps(16 + 2 * (words_.size() - ends_[node]));
        }
    }

    std::vector<uint64_t>& words() { return words_; }  // the numbers, one after another
    std::vector<uint64_t>& ends() { return ends_; }    // where each ends

  private:
    std::pair<size_t, size_t> place(int32_t node) const { return {node ? ends_[node - 1] : 0, ends_[node]}; }

    void add(int32_t lo, int32_t hi) {
        auto [a, a_end] = place(lo);
        auto [b, b_end] = place(hi);
        uint64_t carry = 0;
        for (; a < a_end || b < b_end; ++a, ++b) {
            const unsigned __int128 sum =
                static_cast<unsigned __int128>(a < a_end ? words_[a] : 0) + (b < b_end ? words_[b] : 0) + carry;
            words_.push_back(static_cast<uint64_t>(sum));
            carry = static_cast<uint64_t>(sum >> 64);
        }
        if (carry) words_.push_back(carry);
    }

    std::vector<uint64_t> words_, ends_;
};

}  // namespace farandole
