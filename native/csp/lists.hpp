// Lists of integers and rows of bits, each in one array.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace farandole {

// Lists of integers in one array.
class Lists {
  public:
    void append(std::span<const int32_t> list) {
        entries_.insert(entries_.end(), list.begin(), list.end());
        end();
    }
    std::span<const int32_t> operator[](size_t i) const {
        return {entries_.data() + ends_[i], entries_.data() + ends_[i + 1]};
    }
    size_t size() const { return ends_.size() - 1; }
    void reserve(size_t n_lists, size_t n_entries) {
        ends_.reserve(n_lists + 1);
        entries_.reserve(n_entries);
    }

    // Append an entry to the list under construction, and finish that list.
    void push(int32_t entry) { entries_.push_back(entry); }
    void end() { ends_.push_back((int32_t)entries_.size()); }

    // For each number below n, the groups that hold it, ascending. numbers_of: the numbers of a group.
    template <class Groups, class Numbers>
    static Lists by_entry(size_t n, const Groups& groups, Numbers numbers_of) {
        Lists lists;
        lists.ends_.assign(n + 1, 0);
        for (const auto& group : groups)
            for (const int32_t number : numbers_of(group)) ++lists.ends_[number + 1];
        for (size_t i = 0; i < n; ++i) lists.ends_[i + 1] += lists.ends_[i];
        lists.entries_.resize(lists.ends_[n]);
        std::vector<int32_t> at(lists.ends_.begin(), lists.ends_.end() - 1);
        int32_t place = 0;
        for (const auto& group : groups) {
            for (const int32_t number : numbers_of(group)) lists.entries_[at[number]++] = place;
            ++place;
        }
        return lists;
    }

  private:
    std::vector<int32_t> ends_{0}, entries_;
};

// Rows of bits of equal length.
class BitRows {
  public:
    BitRows() = default;
    BitRows(size_t n_rows, size_t n_bits) : n_words_((n_bits + 63) / 64), words_(n_rows * n_words_) {}

    void set(size_t row, size_t bit) { words_[row * n_words_ + bit / 64] |= uint64_t{1} << bit % 64; }
    std::span<const uint64_t> operator[](size_t row) const { return {words_.data() + row * n_words_, n_words_}; }
    size_t n_words() const { return n_words_; }

  private:
    size_t n_words_ = 0;
    std::vector<uint64_t> words_;
};

// A hash set of numbers, or of arrays of 32-bit numbers, in one array. The key of zeros marks an empty slot.
template <class Key>
class FlatSet {
  public:
    size_t size() const { return size_; }

    // Returns false if the key was already there.
    bool insert(const Key& key) {
        if (2 * (size_ + 1) > keys_.size()) grow();
        Key& place = find(key);
        if (place == key) return false;
        place = key;
        ++size_;
        return true;
    }

  private:
    static size_t hash(uint64_t key) { return key * 0x9E3779B97F4A7C15u >> 32; }
    template <class Array>
    static size_t hash(const Array& key) {
        uint64_t hash = 0;
        for (const auto entry : key) hash = (hash ^ (uint32_t)entry) * 0x9E3779B97F4A7C15u;
        return hash >> 32;
    }

    // The slot of a key, or the empty slot where it belongs.
    Key& find(const Key& key) {
        size_t place = hash(key) & (keys_.size() - 1);
        while (keys_[place] != Key{} && keys_[place] != key) place = (place + 1) & (keys_.size() - 1);
        return keys_[place];
    }

    void grow() {
        std::vector<Key> before(std::max<size_t>(64, 2 * keys_.size()), Key{});
        std::swap(before, keys_);
        for (const Key& key : before)
            if (key != Key{}) find(key) = key;
    }

    std::vector<Key> keys_;  // the size is a power of two
    size_t size_ = 0;
};

}  // namespace farandole
