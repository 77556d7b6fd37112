// All bands, by the digits of their columns.
#pragma once
#include <stdint.h>

#include <vector>

namespace farandole {

inline constexpr uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// The index of a permutation, from its first two elements.
inline int order_number(int first, int second) { return 2 * first + (second > 3 - first - second); }

// Box 1 has the columns of the first partition (Splits), boxes 2 and 3 those of two others. The order of rows is free;
// here it follows the first column of box 1. With its rows sorted by its first column, a box is one of 36: orders of
// columns 2 and 3. So a band is three boxes, and the rows of boxes 2 and 3 next to those of box 1.
struct LaidBands {
    struct Band {
        uint16_t in_class;
        uint8_t boxes[3];  // 6 * order of column 2 + order of column 3
        uint8_t rows;      // 6 * order of rows in box 2 + order of rows in box 3
    };
    std::vector<Band> bands;       // 2,612,736; those of each pair of partitions, in descending order of class
    std::vector<uint32_t> starts;  // of each pair of partitions

    const Band* begin(int second, int third) const { return bands.data() + starts[280 * second + third]; }
    const Band* end(int second, int third) const { return bands.data() + starts[280 * second + third + 1]; }

    static const LaidBands& table();  // made at the first call
};

}  // namespace farandole
