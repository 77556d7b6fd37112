// A picture seen through a mesh of nodes: each of its quadrilaterals becomes a square.
#pragma once
#include <cmath>

#include "photo/picture.hpp"

namespace farandole {

struct Mesh {
    const float* nodes;  // x and y of each node, row by row
    int32_t rows, columns;  // of squares: there is one more of nodes

    const float* node(int32_t row, int32_t column) const { return nodes + 2 * ((size_t)row * (columns + 1) + column); }
};

// The value between four pixels; what is outside has the value of the nearest pixel.
inline float between(Picture picture, float x, float y) {
    // Not finite or far away is an edge, too: a comparison with NaN is false.
    x = x > 0 ? std::min(x, (float)(picture.width - 1)) : 0;
    y = y > 0 ? std::min(y, (float)(picture.height - 1)) : 0;
    const auto left = (int32_t)x, top = (int32_t)y;
    const int32_t right = std::min(left + 1, picture.width - 1), bottom = std::min(top + 1, picture.height - 1);
    const float across = x - (float)left, down = y - (float)top;
    const float above = (1 - across) * picture.at(top, left) + across * picture.at(top, right);
    const float below = (1 - across) * picture.at(bottom, left) + across * picture.at(bottom, right);
    return (1 - down) * above + down * below;
}

// Squares of `size` pixels, side by side: rows * size rows of columns * size pixels. Where a square is smaller than what
// it shows, each pixel is the mean of several.
inline void resample(Picture picture, Mesh mesh, int32_t size, uint8_t* out) {
    const size_t width = (size_t)mesh.columns * size;
    for (int32_t row = 0; row < mesh.rows; ++row)
        for (int32_t column = 0; column < mesh.columns; ++column) {
            const float* const corners[] = {mesh.node(row, column), mesh.node(row, column + 1), mesh.node(row + 1, column),
                                            mesh.node(row + 1, column + 1)};
            const float side = std::hypot(corners[3][0] - corners[0][0], corners[3][1] - corners[0][1]) / 1.4f;
            const float ratio = side / (float)size;
            const int32_t fine = ratio > 1.25f ? std::min((int32_t)std::ceil(std::min(ratio, 4.f)), 4) : 1;
            const float step = 1 / (float)(size * fine);
            for (int32_t y = 0; y < size; ++y)
                for (int32_t x = 0; x < size; ++x) {
                    float sum = 0;
                    for (int32_t i = 0; i < fine; ++i)
                        for (int32_t j = 0; j < fine; ++j) {
                            const float down = ((float)(y * fine + i) + .5f) * step, across = ((float)(x * fine + j) + .5f) * step;
                            const float a = (1 - down) * (1 - across), b = (1 - down) * across, c = down * (1 - across),
                                        d = down * across;
                            sum += between(picture, a * corners[0][0] + b * corners[1][0] + c * corners[2][0] + d * corners[3][0],
                                           a * corners[0][1] + b * corners[1][1] + c * corners[2][1] + d * corners[3][1]);
                        }
                    out[((size_t)row * size + y) * width + (size_t)column * size + x] =
                        (uint8_t)(sum / (float)(fine * fine) + .5f);
                }
        }
}

}  // namespace farandole
