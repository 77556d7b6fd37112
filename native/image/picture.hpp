// Gray pictures: dark pixels relative to their surroundings, and connected components.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace farandole {

// Rows of pixels, 0 black to 255 white; in a mask, 1 where it is set.
struct Picture {
    const uint8_t* pixels;
    int32_t height, width;

    uint8_t at(int32_t y, int32_t x) const { return pixels[(size_t)y * width + x]; }
};

// The mean of a square window around each pixel, from an integral image.
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

    // The sum and the number of pixels of a window, clipped to the picture.
    std::pair<uint32_t, uint32_t> around(int32_t y, int32_t x, int32_t radius) {
        const int32_t top = std::max(y - radius, 0), bottom = std::min(y + radius + 1, height_);
        const int32_t left = std::max(x - radius, 0), right = std::min(x + radius + 1, width_);
        const uint32_t sum = at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
        return {sum, (uint32_t)(bottom - top) * (uint32_t)(right - left)};
    }

  private:
    uint32_t& at(int32_t y, int32_t x) {
        return sums_[(size_t)y * (width_ + 1) + x];
    }  // unsigned: sums wrap around, differences are right

    int32_t height_, width_;
    std::vector<uint32_t> sums_;
};

// Marks pixels darker than the mean around them times a ratio.
inline void mark_dark(Picture picture, int32_t radius, float ratio, uint8_t* dark) {
    Means means(picture);
    for (int32_t y = 0; y < picture.height; ++y)
        for (int32_t x = 0; x < picture.width; ++x) {
            const auto [sum, n] = means.around(y, x, radius);
            *dark++ = (float)picture.at(y, x) * (float)n < ratio * (float)sum;
        }
}

// The mean of a square window around each value, clipped to the picture: first down, then across.
inline std::vector<float> box_mean(const std::vector<float>& values, int32_t height, int32_t width, int32_t radius) {
    std::vector<float> means((size_t)height * width), sums(width, 0.f), column(width);
    std::vector<double> before(width + 1, 0.);  // the sum of the means of columns to the left
    const auto row = [&](int32_t y) { return values.data() + (size_t)y * width; };
    const auto window = [&](float* mean, int32_t x) {
        const int32_t left = std::max(x - radius, 0), right = std::min(x + radius + 1, width);
        mean[x] = (float)((before[right] - before[left]) / (right - left));
    };
    for (int32_t y = 0; y < std::min(radius, height); ++y)
        for (int32_t x = 0; x < width; ++x) sums[x] += row(y)[x];
    for (int32_t y = 0; y < height; ++y) {
        if (y + radius < height)
            for (int32_t x = 0; x < width; ++x) sums[x] += row(y + radius)[x];
        if (y > radius)
            for (int32_t x = 0; x < width; ++x) sums[x] -= row(y - radius - 1)[x];
        const auto n = (float)(std::min(y + radius + 1, height) - std::max(y - radius, 0));
        for (int32_t x = 0; x < width; ++x) column[x] = sums[x] / n;
        for (int32_t x = 0; x < width; ++x) before[x + 1] = before[x] + column[x];
        float* const mean = means.data() + (size_t)y * width;
        const int32_t end = std::max(width - radius, std::min(radius, width));  // of the windows that aren't clipped
        for (int32_t x = 0; x < std::min(radius, width); ++x) window(mean, x);
        const double *const left = before.data() - radius, *const right = before.data() + radius + 1;
        for (int32_t x = radius; x < width - radius; ++x) mean[x] = (float)((right[x] - left[x]) / (2 * radius + 1));
        for (int32_t x = end; x < width; ++x) window(mean, x);
    }
    return means;
}

// Measures how much darker each pixel is than the paper around it: 0 for paper, up to 1. The brightness of paper is the
// mean of the pixels that are at least as bright as the mean.
inline void darkness(Picture picture, int32_t radius, float* dark) {
    const size_t size = (size_t)picture.height * picture.width;
    std::vector<float> paper(picture.pixels, picture.pixels + size);
    paper = box_mean(paper, picture.height, picture.width, radius);
    for (size_t at = 0; at < size; ++at) paper[at] = std::max(paper[at], (float)picture.pixels[at]);
    paper = box_mean(paper, picture.height, picture.width, radius);
    for (size_t at = 0; at < size; ++at)
        dark[at] = std::clamp((paper[at] - (float)picture.pixels[at]) / std::max(paper[at], 16.f), 0.f, 1.f);
}

// The connected components of a mask, with diagonal neighbors.
struct Component {
    int32_t area, left, top, right, bottom;  // right and bottom are exclusive
};

class Components {
  public:
    // Numbers the components from 1, in the order of their first pixels; 0 is outside the mask, or in a component less
    // than `least` pixels high or wide.
    Components(Picture mask, int32_t least, int32_t* labels) {
        std::vector<Run> runs;
        std::vector<int32_t> parents;  // union-find over runs; the first run of a component is its root
        const auto root = [&](int32_t run) {
            while (parents[run] != run) run = parents[run] = parents[parents[run]];
            return run;
        };
        size_t above = 0;  // the first run of the row above
        for (int32_t y = 0; y < mask.height; ++y) {
            const uint8_t* const row = mask.pixels + (size_t)y * mask.width;
            const size_t first = runs.size();
            for (int32_t x = 0; x < mask.width;) {
                if (!row[x]) {
                    ++x;
                    continue;
                }
                const int32_t left = x;
                while (x < mask.width && row[x]) ++x;
                const auto run = (int32_t)runs.size();
                runs.push_back({y, left, x});
                parents.push_back(run);
                while (above < first && runs[above].right < left) ++above;
                for (size_t other = above; other < first && runs[other].left <= x; ++other) {
                    const auto [less, more] = std::minmax({root((int32_t)other), root(run)});
                    parents[more] = less;
                }
            }
            above = first;
        }
        std::fill_n(labels, (size_t)mask.height * mask.width, 0);
        std::vector<Component> whole(runs.size());  // by its first run
        for (size_t run = 0; run < runs.size(); ++run) {
            const auto [y, left, right] = runs[run];
            const int32_t first = root((int32_t)run);
            Component& component = whole[first];
            if (first == (int32_t)run) component = {0, left, y, right, y + 1};
            component.area += right - left;
            component.left = std::min(component.left, left);
            component.right = std::max(component.right, right);
            component.bottom = y + 1;
        }
        std::vector<int32_t> numbers(runs.size(), 0);
        for (size_t run = 0; run < runs.size(); ++run) {
            const auto [y, left, right] = runs[run];
            const int32_t first = root((int32_t)run);
            const Component& component = whole[first];
            if (component.right - component.left < least || component.bottom - component.top < least) continue;
            if (!numbers[first]) {
                list.push_back(component);
                numbers[first] = (int32_t)list.size();
            }
            std::fill_n(labels + (size_t)y * mask.width + left, right - left, numbers[first]);
        }
    }

    std::vector<Component> list;

  private:
    struct Run {  // adjacent pixels of a row
        int32_t y, left, right;
    };
};

// The corners of the convex hull of a component, in order.
inline std::vector<std::pair<int32_t, int32_t>> hull(const int32_t* labels, int32_t height, int32_t width,
                                                     int32_t label, const Component& box) {
    if (box.left < 0 || box.top < 0 || box.right > width || box.bottom > height)
        throw std::invalid_argument("expected a box inside the picture");
    using Point = std::pair<int32_t, int32_t>;
    std::vector<Point> ends;  // the first and last pixel of each row, by row
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
        return (int64_t)(b.second - a.second) * (c.first - a.first) -
               (int64_t)(b.first - a.first) * (c.second - a.second);
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
