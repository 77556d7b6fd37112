// Gray pictures: what is dark against its surroundings, and which dark pixels hang together.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace farandole {

// Rows of pixels, 0 black to 255 white; or 1 where a mask holds.
struct Picture {
    const uint8_t* pixels;
    int32_t height, width;

    uint8_t at(int32_t y, int32_t x) const { return pixels[(size_t)y * width + x]; }
};

// The mean of a square window around each pixel, by sums of all pixels above and to the left.
class Means {
  public:
    explicit Means(Picture picture)
        : height_(picture.height), width_(picture.width), sums_((size_t)(height_ + 1) * (width_ + 1)) {
        for (int32_t y = 0; y < height_; ++y) {
            uint32_t row = 0;
            for (int32_t x = 0; x < width_; ++x) {
                row += picture.at(y, x);
                at(y + 1, x + 1) = at(y, x + 1) + row;
            }
        }
    }

    // The sum of the window that the picture's edges cut, and its pixels.
    std::pair<uint32_t, uint32_t> around(int32_t y, int32_t x, int32_t radius) {
        const int32_t top = std::max(y - radius, 0), bottom = std::min(y + radius + 1, height_);
        const int32_t left = std::max(x - radius, 0), right = std::min(x + radius + 1, width_);
        const uint32_t sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
        return {sum, (uint32_t)(bottom - top) * (uint32_t)(right - left)};
    }

  private:
    uint32_t& at(int32_t y, int32_t x) { return sums_[(size_t)y * (width_ + 1) + x]; }  // sums wrap; differences don't

    int32_t height_, width_;
    std::vector<uint32_t> sums_;
};

// Mark what is darker than the mean around it, times a ratio.
inline void mark_dark(Picture picture, int32_t radius, float ratio, uint8_t* dark) {
    Means means(picture);
    for (int32_t y = 0; y < picture.height; ++y)
        for (int32_t x = 0; x < picture.width; ++x) {
            const auto [sum, n] = means.around(y, x, radius);
            *dark++ = (float)picture.at(y, x) * (float)n < ratio * (float)sum;
        }
}

// Pixels of a mask that hang together, diagonally too.
struct Component {
    int32_t area, left, top, right, bottom;  // the right and the bottom are the first pixels beyond it
};

class Components {
  public:
    // Number the components from 1 in the order of their first pixels; 0 is what the mask leaves out.
    Components(Picture mask, int32_t* labels) {
        std::vector<int32_t> parents{0};
        const auto root = [&](int32_t label) {
            while (parents[label] != label) label = parents[label] = parents[parents[label]];
            return label;
        };
        for (int32_t y = 0; y < mask.height; ++y)
            for (int32_t x = 0; x < mask.width; ++x) {
                int32_t& label = labels[(size_t)y * mask.width + x];
                label = 0;
                if (!mask.at(y, x)) continue;
                for (const auto& [dy, dx] : {std::pair{0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}) {
                    if (y + dy < 0 || x + dx < 0 || x + dx >= mask.width) continue;
                    const int32_t found = labels[(size_t)(y + dy) * mask.width + x + dx];
                    if (!found) continue;
                    const int32_t other = root(found);
                    if (!label) {
                        label = other;
                    } else if (label != other) {
                        const auto [less, more] = std::minmax(label, other);
                        parents[more] = less;
                        label = less;
                    }
                }
                if (!label) {
                    label = (int32_t)parents.size();
                    parents.push_back(label);
                }
            }
        std::vector<int32_t> numbers(parents.size(), 0);
        for (int32_t y = 0; y < mask.height; ++y)
            for (int32_t x = 0; x < mask.width; ++x) {
                int32_t& label = labels[(size_t)y * mask.width + x];
                if (!label) continue;
                int32_t& number = numbers[root(label)];
                if (!number) {
                    list.push_back({0, x, y, x + 1, y + 1});
                    number = (int32_t)list.size();
                }
                label = number;
                Component& component = list[number - 1];
                ++component.area;
                component.left = std::min(component.left, x);
                component.right = std::max(component.right, x + 1);
                component.bottom = y + 1;
            }
    }

    std::vector<Component> list;
};

// The corners of the convex hull of one component, in order around it.
inline std::vector<std::pair<int32_t, int32_t>> hull(const int32_t* labels, int32_t height, int32_t width, int32_t label,
                                                      const Component& box) {
    if (box.left < 0 || box.top < 0 || box.right > width || box.bottom > height)
        throw std::invalid_argument("expected a box inside the picture");
    using Point = std::pair<int32_t, int32_t>;
    std::vector<Point> ends;  // the first and the last pixel of each row, sorted by row
    for (int32_t y = box.top; y < box.bottom; ++y) {
        const int32_t* const row = labels + (size_t)y * width;
        int32_t left = box.left, right = box.right - 1;
        while (left < box.right && row[left] != label) ++left;
        if (left == box.right) continue;
        while (row[right] != label) --right;
        ends.emplace_back(left, y);
        if (right > left) ends.emplace_back(right, y);
    }
    const auto turn = [](Point a, Point b, Point c) {
        return (int64_t)(b.second - a.second) * (c.first - a.first) - (int64_t)(b.first - a.first) * (c.second - a.second);
    };
    std::vector<Point> corners;
    const auto walk = [&](auto begin, auto end) {
        const size_t kept = corners.size();
        for (; begin != end; ++begin) {
            while (corners.size() >= kept + 2 && turn(corners[corners.size() - 2], corners.back(), *begin) <= 0)
                corners.pop_back();
            corners.push_back(*begin);
        }
        if (!corners.empty()) corners.pop_back();
    };
    if (ends.size() < 3) return ends;
    walk(ends.begin(), ends.end());
    walk(ends.rbegin(), ends.rend());
    return corners;
}

}  // namespace farandole
