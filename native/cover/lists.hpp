// Lists of numbers in one array: one list for each option, item, and so on.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace farandole {

template <class T>
class Lists {
  public:
    std::vector<T> entries;  // the list under construction is at the end

    void close() { begin_.push_back(entries.size()); }
    void add(std::span<const T> list) {
        entries.insert(entries.end(), list.begin(), list.end());
        close();
    }
    void add(std::span<const T> list, T last) {
        entries.insert(entries.end(), list.begin(), list.end());
        entries.push_back(last);
        close();
    }
    void clear() {
        entries.clear();
        begin_.resize(1);
    }
    int64_t size() const { return static_cast<int64_t>(begin_.size()) - 1; }
    std::span<const T> operator[](int64_t i) const { return {entries.data() + begin_[i], begin_[i + 1] - begin_[i]}; }
    std::span<T> open() { return {entries.data() + begin_.back(), entries.size() - begin_.back()}; }

  private:
    std::vector<size_t> begin_ = std::vector<size_t>(1);
};

}  // namespace farandole
