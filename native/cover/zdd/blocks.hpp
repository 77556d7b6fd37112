// A list that grows by blocks. Blocks never move, so growth takes constant time and memory.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace farandole {

// Each entry has the same number of values.
template <class T>
class Blocks {
  public:
    explicit Blocks(int32_t width = 1) : width_(width) {}

    // Adds an entry and returns its values, to be set.
    T* add() {
        if (size_ % kBlock == 0) blocks_.emplace_back(new T[values()]);
        return at(size_++);
    }
    T* at(int64_t entry) { return blocks_[entry / kBlock].get() + static_cast<size_t>(entry % kBlock) * width_; }
    const T* at(int64_t entry) const {
        return blocks_[entry / kBlock].get() + static_cast<size_t>(entry % kBlock) * width_;
    }
    T& operator[](int64_t entry) { return *at(entry); }
    const T& operator[](int64_t entry) const { return *at(entry); }

    int64_t size() const { return size_; }
    size_t bytes() const { return blocks_.size() * values() * sizeof(T); }
    size_t bytes_with(int64_t more) const {  // after adding `more` entries
        const auto n_blocks = static_cast<size_t>((size_ + more + kBlock - 1) / kBlock);
        return std::max(n_blocks, blocks_.size()) * values() * sizeof(T);
    }

  private:
    static constexpr int64_t kBlock = 1 << 10;  // entries

    size_t values() const { return static_cast<size_t>(kBlock) * width_; }

    int32_t width_;
    int64_t size_ = 0;
    std::vector<std::unique_ptr<T[]>> blocks_;
};

}  // namespace farandole
