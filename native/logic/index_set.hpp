// A bit set of small numbers: cells, or almost locked sets.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farandole {

// The operands of an operation have the same size.
class IndexSet {
  public:
    IndexSet() = default;
    explicit IndexSet(int32_t room) : words_((room + 63) / 64) {}

    // A copy of words.
    IndexSet(int32_t room, std::span<const uint64_t> words) : words_(words.begin(), words.end()) {
        words_.resize((room + 63) / 64);
    }

    void add(int32_t number) { words_[number / 64] |= uint64_t{1} << number % 64; }
    void remove(int32_t number) { words_[number / 64] &= ~(uint64_t{1} << number % 64); }
    bool has(int32_t number) const { return words_[number / 64] >> number % 64 & 1; }

    bool any() const {
        for (const uint64_t word : words_)
            if (word) return true;
        return false;
    }

    int32_t size() const {
        int32_t n = 0;
        for (const uint64_t word : words_) n += std::popcount(word);
        return n;
    }

    // The first number from `from` on; -1 if there is none.
    int32_t first(int32_t from = 0) const {
        uint64_t left = ~uint64_t{0} << from % 64;
        for (size_t at = (size_t)from / 64; at < words_.size(); ++at, left = ~uint64_t{0})
            if (left &= words_[at]) return (int32_t)(64 * at) + std::countr_zero(left);
        return -1;
    }

    bool is_within(const IndexSet& other) const {
        for (size_t at = 0; at < words_.size(); ++at)
            if (words_[at] & ~other.words_[at]) return false;
        return true;
    }

    bool meets(const IndexSet& other) const {
        for (size_t at = 0; at < words_.size(); ++at)
            if (words_[at] & other.words_[at]) return true;
        return false;
    }

    bool operator==(const IndexSet& other) const = default;

    IndexSet& operator|=(const IndexSet& other) {
        for (size_t at = 0; at < words_.size(); ++at) words_[at] |= other.words_[at];
        return *this;
    }

    IndexSet& operator&=(const IndexSet& other) {
        for (size_t at = 0; at < words_.size(); ++at) words_[at] &= other.words_[at];
        return *this;
    }

    IndexSet& operator-=(const IndexSet& other) {
        for (size_t at = 0; at < words_.size(); ++at) words_[at] &= ~other.words_[at];
        return *this;
    }

    friend IndexSet operator&(IndexSet one, const IndexSet& other) { return one &= other; }
    friend IndexSet operator|(IndexSet one, const IndexSet& other) { return one |= other; }
    friend IndexSet operator-(IndexSet one, const IndexSet& other) { return one -= other; }

    // Calls `visit` with each number from `first` on, ascending.
    template <class Visit>
    void each(Visit visit, int32_t first = 0) const {
        for (size_t at = first / 64; at < words_.size(); ++at) {
            uint64_t left = words_[at];
            if (at == (size_t)first / 64) left &= ~uint64_t{0} << first % 64;
            for (; left; left &= left - 1) visit((int32_t)(64 * at) + std::countr_zero(left));
        }
    }

    std::span<const uint64_t> words() const { return words_; }

    size_t hash() const {
        uint64_t mixed = 0;
        for (const uint64_t word : words_) {
            mixed = (mixed ^ word) * 0x9e3779b97f4a7c15;
            mixed ^= mixed >> 32;
        }
        return (size_t)mixed;
    }

  private:
    std::vector<uint64_t> words_;
};

struct IndexSetHash {
    size_t operator()(const IndexSet& some) const { return some.hash(); }
};

}  // namespace farandole
