// Resamples a picture through a mesh of nodes: each quadrilateral becomes a square.
#pragma once
#include <cmath>

#include "image/picture.hpp"

namespace farandole {

struct Mesh {
    const float* nodes;     // x and y of each node, row by row
    int32_t rows, columns;  // number of squares; one more node in each direction

    const float* node(int32_t row, int32_t column) const { return nodes + 2 * ((size_t)row * (columns + 1) + column); }
};

// Bilinear interpolation; outside the picture, the nearest pixel.
inline float between(Picture picture, float x, float y) {
    // NaN compares as false, so values that are not finite also take the edge.
    x = x > 0 ? std::min(x, (float)(picture.width - 1)) : 0;
    y = y > 0 ? std::min(y, (float)(picture.height - 1)) : 0;
    const auto left = (int32_t)x, top = (int32_t)y;
    const uint8_t* const above = picture.pixels + (size_t)top * picture.width + left;
    const uint8_t* const below = above + (top + 1 < picture.height ? picture.width : 0);
    const int32_t right = left + 1 < picture.width;
    const float across = x - (float)left, down = y - (float)top;
    const float upper = (float)above[0] + across * (float)(above[right] - above[0]);
    const float lower = (float)below[0] + across * (float)(below[right] - below[0]);
    return upper + down * (lower - upper);
}

// A line of samples in the order of the output.
struct Line {
    float x, y;              // where it begins
    float along_x, along_y;  // to its end
    float step;              // between samples, relative to its length

    float place(int32_t sample) const { return ((float)sample + .5f) * step; }
};

// Samples along lines inside a picture, in steps that the compiler vectorizes: all but the loads.
class Sampler {
  public:
    Sampler(Picture picture, int32_t n)
        : picture_(picture), offsets_(n), across_(n), down_(n), pixels_{Bytes(n), Bytes(n), Bytes(n), Bytes(n)},
          samples_(n) {}

    // The same values as `between` gives.
    const float* samples(Line line) {
        const auto n = (int32_t)samples_.size();
        const int32_t width = picture_.width;
        for (int32_t i = 0; i < n; ++i) {
            const float x = line.x + line.place(i) * line.along_x, y = line.y + line.place(i) * line.along_y;
            const auto left = (int32_t)x, top = (int32_t)y;
            across_[i] = x - (float)left;
            down_[i] = y - (float)top;
            offsets_[i] = top * width + left;
        }
        for (int32_t i = 0; i < n; ++i) {
            const uint8_t* const above = picture_.pixels + offsets_[i];
            const uint8_t* const below = above + width;
            pixels_[0][i] = above[0], pixels_[1][i] = above[1], pixels_[2][i] = below[0], pixels_[3][i] = below[1];
        }
        for (int32_t i = 0; i < n; ++i) {
            const float upper = (float)pixels_[0][i] + across_[i] * (float)(pixels_[1][i] - pixels_[0][i]);
            const float lower = (float)pixels_[2][i] + across_[i] * (float)(pixels_[3][i] - pixels_[2][i]);
            samples_[i] = upper + down_[i] * (lower - upper);
        }
        return samples_.data();
    }

  private:
    using Bytes = std::vector<uint8_t>;

    Picture picture_;
    std::vector<int32_t> offsets_;
    std::vector<float> across_, down_;
    Bytes pixels_[4];
    std::vector<float> samples_;
};

// Whether all samples between four corners have four pixels around them, with a pixel to spare for rounding.
inline bool is_inside(Picture picture, const float* const corners[4]) {
    bool inside = (int64_t)picture.width * picture.height < INT32_MAX;
    for (int32_t k = 0; k < 4; ++k)
        inside &= corners[k][0] >= 1 && corners[k][0] < (float)(picture.width - 2) && corners[k][1] >= 1 &&
                  corners[k][1] < (float)(picture.height - 2);
    return inside;
}

// Squares of `size` pixels side by side: rows * size rows of columns * size pixels. If a square is smaller than its
// part of the picture, each pixel is the mean of several samples.
inline void resample(Picture picture, Mesh mesh, int32_t size, uint8_t* out) {
    const size_t width = (size_t)mesh.columns * size;
    std::vector<float> sums(size);
    std::vector<Sampler> samplers;
    for (int32_t fine = 1; fine <= 3; ++fine) samplers.emplace_back(picture, size * fine);
    for (int32_t row = 0; row < mesh.rows; ++row)
        for (int32_t column = 0; column < mesh.columns; ++column) {
            const float* const corners[] = {mesh.node(row, column), mesh.node(row, column + 1),
                                            mesh.node(row + 1, column), mesh.node(row + 1, column + 1)};
            const float side = std::hypot(corners[3][0] - corners[0][0], corners[3][1] - corners[0][1]) / 1.4f;
            const float ratio = side / (float)size;
            // A sample between four pixels is their mean, so two per row cover four pixels.
            const int32_t fine = ratio > 1.25f ? (ratio > 3 ? 3 : 2) : 1;
            const float step = 1 / (float)(size * fine);
            const bool inside = is_inside(picture, corners);
            for (int32_t y = 0; y < size; ++y) {
                std::fill(sums.begin(), sums.end(), 0.f);
                for (int32_t i = 0; i < fine; ++i) {
                    const float down = ((float)(y * fine + i) + .5f) * step;
                    const float left[] = {corners[0][0] + down * (corners[2][0] - corners[0][0]),
                                          corners[0][1] + down * (corners[2][1] - corners[0][1])};
                    const Line line{left[0], left[1], corners[1][0] + down * (corners[3][0] - corners[1][0]) - left[0],
                                    corners[1][1] + down * (corners[3][1] - corners[1][1]) - left[1], step};
                    const float* const samples = inside ? samplers[fine - 1].samples(line) : nullptr;
                    for (int32_t x = 0; x < size; ++x)
                        for (int32_t j = 0; j < fine; ++j) {
                            const float at = line.place(x * fine + j);
                            sums[x] += inside
                                           ? samples[x * fine + j]
                                           : between(picture, line.x + at * line.along_x, line.y + at * line.along_y);
                        }
                }
                uint8_t* const pixels = out + ((size_t)row * size + y) * width + (size_t)column * size;
                for (int32_t x = 0; x < size; ++x) pixels[x] = (uint8_t)(sums[x] / (float)(fine * fine) + .5f);
            }
        }
}

}  // namespace farandole
