// Paths through strips, by dynamic programming: lines of a grid that bend a little.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farandole {

// What a path gains in each strip, for each line and each offset from where the line is expected.
struct Gains {
    const float* values;
    int32_t strips, lines, width;

    const float* at(int32_t strip, int32_t line) const {
        return values + ((size_t)strip * lines + line) * (size_t)width;
    }
};

// The offsets of the path with the most gain for each line, lines by strips; a step between two strips costs
// `stiffness` per pixel.
inline void best_offsets(Gains gains, double stiffness, double* found) {
    const int32_t strips = gains.strips, width = gains.width;
    std::vector<double> totals((size_t)strips * width), from_left(width);
    const auto slope = [&](int32_t offset) { return stiffness * (offset - width / 2); };
    for (int32_t line = 0; line < gains.lines; ++line) {
        for (int32_t strip = 0; strip < strips; ++strip) {
            const float* const gain = gains.at(strip, line);
            double* const total = totals.data() + (size_t)strip * width;
            if (!strip) {
                std::copy_n(gain, width, total);
                continue;
            }
            // The best path to each offset comes from its left or its right, at the cost of the slope.
            const double* const before = total - width;
            double most = -INFINITY;
            for (int32_t x = 0; x < width; ++x) {
                most = std::max(most, before[x] + slope(x));
                from_left[x] = most - slope(x);
            }
            most = -INFINITY;
            for (int32_t x = width; x--;) {
                most = std::max(most, before[x] - slope(x));
                total[x] = std::max(from_left[x], most + slope(x)) + (double)gain[x];
            }
        }
        int32_t at = 0;
        for (int32_t strip = strips; strip--;) {
            const double* const total = totals.data() + (size_t)strip * width;
            const int32_t after = at;
            const auto value = [&](int32_t x) {
                return total[x] - (strip + 1 < strips ? stiffness * std::abs(x - after) : 0);
            };
            at = 0;
            for (int32_t x = 1; x < width; ++x)
                if (value(x) > value(at)) at = x;
            found[(size_t)line * strips + strip] = at - width / 2;
        }
    }
}

}  // namespace farandole
