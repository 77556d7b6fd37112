// The 416 classes of bands, and for each band the way to the least band of its class.
#pragma once
#include <stdint.h>

namespace farandole {

// Name the digits of a band by their place in box 1, row by row, and sort the columns of boxes 2 and 3 by their first
// row: that leaves 56 * 36 * 36 bands (56 ways to distribute three rows to two boxes, 6 * 6 orders of the other rows of
// a box). A way is an order of rows, an order of boxes, and an order of columns in each box: 6^5 ways. The least band
// of a class has the least digits, named in order of appearance.
struct Bands {
    static constexpr int N = 56 * 36 * 36, kNumClasses = 416, kNumColumnOrders = 1296;
    static constexpr uint8_t kNowhere = 0x80;  // byte shuffles write zero there

    struct Band {
        uint16_t in_class, way;  // 0 to 415, by least band; a way to it
    };
    Band of[N];
    uint8_t split[64][64];                              // rows 1 and 2 of box 2, as masks of possible names -> 0 to 55
    uint8_t order[8];                                   // of three values, by comparisons -> 0 to 5
    uint8_t relative[6][6];                             // an order, relative to columns sorted by another
    alignas(16) uint8_t sorted[36][16];                 // columns that sort the first row of boxes 2 and 3
    alignas(16) uint8_t columns[kNumColumnOrders][16];  // of a way
    uint8_t rows[6][3];                                 // of a way
    uint8_t least[kNumClasses][27];                     // digits from 0
    const uint16_t* symmetries;  // ways of each class's least band to itself, except the identity
    uint16_t first_symmetry[kNumClasses + 1];

    // The band of three rows, and how its columns were sorted.
    struct Named {
        int band, sorting;
    };
    [[gnu::always_inline]] inline Named name(const uint8_t* row0, const uint8_t* row1, const uint8_t* row2) const {
        uint8_t names[16];
        for (int c = 0; c < 3; ++c) {
            names[row0[c]] = c;
            names[row1[c]] = 3 + c;
            names[row2[c]] = 6 + c;
        }
        const uint8_t* const all[3] = {row0, row1, row2};
        int orders[2][3], masks[3];
        for (int r = 0; r < 3; ++r)
            for (int box = 0; box < 2; ++box) {
                const int x = names[all[r][3 + 3 * box]], y = names[all[r][4 + 3 * box]],
                          z = names[all[r][5 + 3 * box]];
                orders[box][r] = order[(x < y) | (y < z) << 1 | (x < z) << 2];
                if (box == 0) masks[r] = 1 << x | 1 << y | 1 << z;
            }
        const auto [a, b, c] = orders[0];
        const auto [d, e, f] = orders[1];
        const int shares = split[masks[0] >> 3][(masks[1] & 7) | masks[1] >> 6 << 3];
        return {shares * 1296 + (relative[a][b] * 6 + relative[a][c]) * 36 + relative[d][e] * 6 + relative[d][f],
                6 * a + d};
    }

    static const Bands& table();  // made at the first call
};

}  // namespace farandole
