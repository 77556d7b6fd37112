// Sub-problems of an exact cover problem as keys of bits, and a memo of them. No Python here.
//
// Each bit of a key is a resource that options may need and that an option may use up:
//
//     primary items     1: to be covered                options need all of theirs; taking one spends those that
//                                                       are covered once
//     own bits          1: not decided on yet           of options without an item that is covered once
//     secondary items   a bit for each way to be used,  an option needs its way and spends all others; plain use
//                       plainly or in a color           spends its own too
//
// followed by a word for each other primary item: the minimum and maximum number of times it is still to be covered. An
// option is *active* if the key has all bits that it needs. Two keys with the same active options, items to cover and
// counts are the same sub-problem, whatever led there; so a search clears the bits that no active option needs.
//
// Primary items have a *rank*, which is their bit: first those that are covered once, then the others.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <vector>

#include "cover/lists.hpp"
#include "cover/zdd/blocks.hpp"
#include "cover/zdd/zdd_order.hpp"
#include "stop_token.hpp"

namespace farandole {

struct Patch {  // bits of one word of a key
    int32_t word;
    uint64_t bits;
};

// Finishes a list with these bits, word by word.
inline void add_patches(Lists<Patch>& lists, std::vector<int32_t>& bits) {
    std::sort(bits.begin(), bits.end());
    for (size_t k = 0; k < bits.size(); ++k) {
        if (k == 0 || bits[k] / 64 != bits[k - 1] / 64) lists.entries.push_back({bits[k] / 64, 0});
        lists.entries.back().bits |= uint64_t{1} << bits[k] % 64;
    }
    lists.close();
}

class ZddKeys {
  public:
    using Integers = std::span<const int32_t>;

    // Items, options and colors as for CoverSearch. Primary item i is covered low[i] to high[i] times; if both are
    // empty, all are covered once.
    ZddKeys(int32_t n_primary, int32_t n_items, Integers starts, Integers items, Integers colors, Integers low,
            Integers high, StopToken stop = {})
        : n_primary_(n_primary), n_options_(static_cast<int32_t>(starts.size()) - 1) {
        validate(n_items, starts, items, colors, low, high, stop);
        rank_items(starts, items, low, high, stop);
        number_bits(n_items, starts, items, colors, stop);
        for (int32_t option = 0; option < n_options_; ++option) {
            const int32_t size = starts[option + 1] - starts[option];
            list_option(option, items.subspan(starts[option], size), colors.subspan(starts[option]));
            stop.count_steps(200 + 50 * size);
        }
    }

    int32_t n_primary() const { return n_primary_; }
    int32_t n_plain() const { return n_plain_; }  // items with lower ranks are covered exactly once
    int32_t n_options() const { return n_options_; }
    int32_t n_bits() const { return n_bits_; }
    int32_t n_words() const { return n_words_; }
    int32_t width() const { return n_words_ + n_primary_ - n_plain_; }  // words of a key, counts included

    // By option; empty for an option without primary items, which is in no cover.
    std::span<const int32_t> bits(int32_t option) const { return bits_[option]; }
    std::span<const Patch> needs(int32_t option) const { return needs_[option]; }

    std::vector<uint64_t> root() const {
        std::vector<uint64_t> key(width());
        for (int32_t bit = 0; bit < n_bits_; ++bit) key[bit / 64] |= uint64_t{1} << bit % 64;
        for (int32_t rank = n_plain_; rank < n_primary_; ++rank) {
            counts(key.data(), rank) = counts_[rank - n_plain_];
            if (high(key.data(), rank) == 0) clear(key.data(), rank);
        }
        return key;
    }

    bool is_active(const uint64_t* key, int32_t option) const {
        uint64_t missing = 0;
        for (const Patch& patch : needs_[option]) missing |= patch.bits & ~key[patch.word];
        return missing == 0;
    }

    void take(uint64_t* key, int32_t option) const {
        clear(key, spends_[option]);
        for (const Paint& paint : paints_[option]) paint_over(key, paint);
        const auto bits = bits_[option];
        for (size_t k = 0; k < bits.size() && bits[k] < n_primary_; ++k) {
            if (bits[k] < n_plain_) continue;
            uint64_t& count = counts(key, bits[k]);
            count = pack(count_low(count) - (count_low(count) > 0), count_high(count) - 1);
            if (count == 0) clear(key, bits[k]);
        }
    }

    // Decides against an option that has its own bit.
    void leave(uint64_t* key, int32_t option) const { clear(key, spends_[option]); }

    // The first item to cover from a rank on, or n_primary.
    int32_t next_open(const uint64_t* key, int32_t rank) const {
        for (int32_t word = rank / 64; 64 * word < n_primary_; ++word) {
            const uint64_t bits = word == rank / 64 ? key[word] >> rank % 64 << rank % 64 : key[word];
            if (bits) return std::min(64 * word + std::countr_zero(bits), n_primary_);
        }
        return n_primary_;
    }

    // How often an item, of rank n_plain or more, must still be covered.
    int32_t low(const uint64_t* key, int32_t rank) const { return count_low(key[n_words_ + rank - n_plain_]); }
    int32_t high(const uint64_t* key, int32_t rank) const { return count_high(key[n_words_ + rank - n_plain_]); }
    void limit(uint64_t* key, int32_t rank, int32_t most) const {
        counts(key, rank) = pack(low(key, rank), std::min(high(key, rank), most));
    }
    void close(uint64_t* key, int32_t rank) const {
        clear(key, rank);
        counts(key, rank) = 0;
    }

    static bool has(const uint64_t* key, int32_t bit) { return key[bit / 64] >> bit % 64 & 1; }
    static void clear(uint64_t* key, int32_t bit) { key[bit / 64] &= ~(uint64_t{1} << bit % 64); }
    static void clear(uint64_t* key, std::span<const Patch> patches) {
        for (const Patch& patch : patches) key[patch.word] &= ~patch.bits;
    }

  private:
    struct Paint {  // uses up the bits of a secondary item, from begin to end, except one (-1: all)
        int32_t begin, end, keep;
    };

    static uint64_t pack(uint32_t low, uint32_t high) { return static_cast<uint64_t>(high) << 32 | low; }
    static int32_t count_low(uint64_t count) { return static_cast<int32_t>(count & UINT32_MAX); }
    static int32_t count_high(uint64_t count) { return static_cast<int32_t>(count >> 32); }
    uint64_t& counts(uint64_t* key, int32_t rank) const { return key[n_words_ + rank - n_plain_]; }

    static void paint_over(uint64_t* key, const Paint& paint) {
        for (int32_t word = paint.begin / 64; 64 * word < paint.end; ++word) {
            const int32_t from = std::max(paint.begin - 64 * word, 0), to = std::min(paint.end - 64 * word, 64);
            uint64_t bits = ~uint64_t{0} >> (64 - (to - from)) << from;
            if (paint.keep >= 0 && paint.keep / 64 == word) bits &= ~(uint64_t{1} << paint.keep % 64);
            key[word] &= ~bits;
        }
    }

    void validate(int32_t n_items, Integers starts, Integers items, Integers colors, Integers low, Integers high,
                  StopToken& stop) const {
        const auto require = [](bool holds, const char* what) {
            if (!holds) throw std::invalid_argument(what);
        };
        require(0 <= n_primary_ && n_primary_ <= n_items, "expected 0 <= n_primary <= n_items");
        require(n_items < 1 << 30 && items.size() < 1 << 30 && starts.size() < 1 << 30,
                "expected fewer than 2**30 of everything");
        require(colors.size() == items.size(), "expected a color for each item");
        require(!starts.empty() && starts.front() == 0 && static_cast<size_t>(starts.back()) == items.size() &&
                    std::is_sorted(starts.begin(), starts.end()),
                "expected starts that rise from 0 to the number of items");
        std::vector<int32_t> last_option(n_items, -1);
        for (int32_t option = 0; option < n_options_; ++option) {
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                const int32_t item = items[k];
                require(0 <= item && item < n_items, "expected items from 0 to n_items - 1");
                require(item >= n_primary_ || colors[k] == 0, "expected colors on secondary items only");
                require(last_option[item] != option, "expected each item once in an option");
                last_option[item] = option;
            }
            stop.count_steps(4 + 4 * (starts[option + 1] - starts[option]));
        }
        require(low.size() == high.size() && (low.empty() || low.size() == static_cast<size_t>(n_primary_)),
                "expected low and high for each primary item, or neither");
        for (size_t item = 0; item < low.size(); ++item)
            require(0 <= low[item] && low[item] <= high[item], "expected 0 <= low <= high");
    }

    void rank_items(Integers starts, Integers items, Integers low, Integers high, StopToken& stop) {
        std::vector<int32_t> plain, number(n_primary_, -1);
        rank_.resize(n_primary_);
        for (int32_t item = 0; item < n_primary_; ++item) {
            if (!low.empty() && (low[item] != 1 || high[item] != 1)) continue;
            number[item] = static_cast<int32_t>(plain.size());
            plain.push_back(item);
        }
        n_plain_ = static_cast<int32_t>(plain.size());
        Lists<int32_t> options;
        for (int32_t option = 0; option < n_options_; ++option) {
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k)
                if (items[k] < n_primary_ && number[items[k]] >= 0) options.entries.push_back(number[items[k]]);
            options.close();
            stop.count_steps(8 + 4 * (starts[option + 1] - starts[option]));
        }
        std::vector<std::span<const int32_t>> spans;
        for (int32_t option = 0; option < n_options_; ++option) spans.push_back(options[option]);
        int32_t rank = 0;
        const FrontierOrder frontier(n_plain_, spans, stop);
        for (const int32_t item : frontier.order()) rank_[plain[item]] = rank++;
        for (int32_t item = 0; item < n_primary_; ++item) {
            if (number[item] >= 0) continue;
            rank_[item] = rank++;
            counts_.push_back(pack(low[item], high[item]));
        }
    }

    // Numbers the bits of options without plain items, and of the ways to use secondary items.
    void number_bits(int32_t n_items, Integers starts, Integers items, Integers colors, StopToken& stop) {
        n_bits_ = n_primary_;
        own_.assign(n_options_, -1);
        std::vector<std::vector<int32_t>> uses(n_items - n_primary_);
        for (int32_t option = 0; option < n_options_; ++option) {
            bool has_plain = false, has_primary = false;
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                has_primary |= items[k] < n_primary_;
                has_plain |= items[k] < n_primary_ && rank_[items[k]] < n_plain_;
            }
            if (!has_primary) continue;
            if (!has_plain) own_[option] = n_bits_++;
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k)
                if (items[k] >= n_primary_) uses[items[k] - n_primary_].push_back(colors[k]);
            stop.count_steps(8 + 16 * (starts[option + 1] - starts[option]));
        }
        for (std::vector<int32_t>& ways : uses) {
            const size_t n_uses = ways.size();
            std::sort(ways.begin(), ways.end(), [&](int32_t a, int32_t b) {
                stop.count_steps();
                return a < b;
            });
            ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
            const bool all_agree = ways.size() == 1 && (n_uses == 1 || ways[0] != 0);
            if (all_agree) ways.clear();  // no conflicts are possible
            first_way_.push_back(n_bits_);
            n_bits_ += static_cast<int32_t>(ways.size());
            ways_.entries.insert(ways_.entries.end(), ways.begin(), ways.end());
            ways_.close();
        }
        n_words_ = (n_bits_ + 63) / 64;
    }

    void list_option(int32_t option, Integers items, Integers colors) {
        std::vector<int32_t> needs, spends;
        const bool is_idle = std::none_of(items.begin(), items.end(), [&](int32_t item) { return item < n_primary_; });
        for (size_t k = 0; k < items.size() && !is_idle; ++k) {
            if (items[k] < n_primary_) {
                needs.push_back(rank_[items[k]]);
                if (needs.back() < n_plain_) spends.push_back(needs.back());
                continue;
            }
            const int32_t secondary = items[k] - n_primary_, begin = first_way_[secondary];
            const auto ways = ways_[secondary];
            if (ways.empty()) continue;
            const auto way = std::lower_bound(ways.begin(), ways.end(), colors[k]) - ways.begin();
            needs.push_back(begin + static_cast<int32_t>(way));
            paints_.entries.push_back(
                {begin, begin + static_cast<int32_t>(ways.size()), colors[k] ? needs.back() : -1});
        }
        if (own_[option] >= 0) {
            needs.push_back(own_[option]);
            spends.push_back(own_[option]);
        }
        add_patches(needs_, needs);
        add_patches(spends_, spends);
        bits_.entries.insert(bits_.entries.end(), needs.begin(), needs.end());  // sorted at this point
        bits_.close();
        paints_.close();
    }

    int32_t n_primary_, n_options_, n_plain_ = 0, n_bits_ = 0, n_words_ = 0;
    std::vector<int32_t> rank_;             // by primary item
    std::vector<uint64_t> counts_;          // by rank from n_plain on
    std::vector<int32_t> own_, first_way_;  // bits: by option, or -1; by secondary item
    Lists<int32_t> ways_, bits_;            // the colors of a secondary item, the bits an option needs; ascending
    Lists<Patch> needs_, spends_;
    Lists<Paint> paints_;
};

// The memo: keys of one width, each with a result. An open-addressing hash table of entry numbers; keys are compared in
// full.
class ZddMemo {
  public:
    explicit ZddMemo(int32_t width)
        : width_(width), keys_(width), n_slots_(kFirstSlots), slots_(empty_slots(n_slots_)) {}

    // The entry with this key, or -1; then `insert` stores it at the slot found.
    int32_t find(const uint64_t* key) {
        const uint64_t hash = hashed(key);
        const size_t mask = n_slots_ - 1;
        tag_ = hash >> 32;
        for (at_ = hash & mask; slots_[at_].number; at_ = (at_ + 1) & mask) {
            if (slots_[at_].tag != tag_) continue;
            const int32_t entry = static_cast<int32_t>(slots_[at_].number) - 1;
            if (std::equal(key, key + width_, this->key(entry))) return entry;
        }
        return -1;
    }

    // There must be room.
    int32_t insert(const uint64_t* key) {
        const auto entry = static_cast<int32_t>(keys_.size());
        std::copy(key, key + width_, keys_.add());
        *results_.add() = 0;
        slots_[at_] = {static_cast<uint32_t>(entry) + 1, tag_};
        return entry;
    }

    const uint64_t* key(int32_t entry) const { return keys_.at(entry); }
    int32_t& result(int32_t entry) { return results_[entry]; }

    size_t memory() const { return keys_.bytes() + results_.bytes() + n_slots_ * sizeof(Slot); }

    // Bytes in the worst case, while room for another key is made and it is inserted.
    size_t memory_to_insert() const {
        const size_t more = has_room() ? 0 : 2 * n_slots_ * sizeof(Slot);
        return keys_.bytes_with(1) + results_.bytes_with(1) + n_slots_ * sizeof(Slot) + more;
    }

    bool is_full() const { return keys_.size() >= INT32_MAX - 1; }

    // Makes room for another key, which may take a while. If it is stopped, nothing has changed.
    void make_room(StopToken& stop) {
        if (has_room()) return;
        const size_t n_slots = 2 * n_slots_;
        Slots slots = empty_slots(n_slots);
        for (int32_t entry = 0; entry < keys_.size(); ++entry) {
            const uint64_t hash = hashed(key(entry));
            size_t at = hash & (n_slots - 1);
            while (slots[at].number) at = (at + 1) & (n_slots - 1);
            slots[at] = {static_cast<uint32_t>(entry) + 1, static_cast<uint32_t>(hash >> 32)};
            stop.count_steps(64);
        }
        slots_ = std::move(slots);
        n_slots_ = n_slots;
    }

  private:
    struct Slot {
        uint32_t number, tag;  // entry number + 1, 0 if empty; half of its hash
    };
    struct Free {
        void operator()(Slot* slots) const { std::free(slots); }
    };
    using Slots = std::unique_ptr<Slot[], Free>;
    static constexpr size_t kFirstSlots = 1 << 10;

    // Pages of zeros take no memory before they are written.
    static Slots empty_slots(size_t n) {
        Slots slots(static_cast<Slot*>(std::calloc(n, sizeof(Slot))));
        if (!slots) throw std::bad_alloc();
        return slots;
    }

    bool has_room() const { return 2 * static_cast<size_t>(keys_.size() + 1) <= n_slots_; }

    // Multiplies word by word and folds the product, like wyhash.
    uint64_t hashed(const uint64_t* key) const {
        uint64_t hash = 0x9E3779B97F4A7C15;
        for (int32_t word = 0; word < width_; ++word) {
            const unsigned __int128 product = static_cast<unsigned __int128>(hash ^ key[word]) * 0xD1B54A32D192ED03;
            hash = static_cast<uint64_t>(product >> 64) + static_cast<uint64_t>(product) + 0x9E3779B97F4A7C15;
        }
        return hash;
    }

    int32_t width_;
    Blocks<uint64_t> keys_;
    Blocks<int32_t> results_;
    size_t n_slots_;
    Slots slots_;
    size_t at_ = 0;  // where the last `find` ended, and its tag
    uint32_t tag_ = 0;
};

}  // namespace farandole
