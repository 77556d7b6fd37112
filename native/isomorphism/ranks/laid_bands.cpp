#include "isomorphism/ranks/laid_bands.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "isomorphism/tables/bands.hpp"
#include "isomorphism/tables/splits.hpp"

namespace farandole {

namespace {

constexpr int kAll = 511;
using Digits = std::array<std::array<uint8_t, 3>, 3>;  // by row and column
using Masks = std::array<int, 3>;                      // of rows

// The columns of a partition as one of 36 boxes.
Digits box_of(const uint16_t columns[3], int box) {
    const int orders[3] = {0, box / 6, box % 6};
    Digits digits;
    for (int c = 0; c < 3; ++c) {
        uint8_t sorted[3];
        int n = 0;
        for (unsigned left = columns[c]; left; left &= left - 1)
            sorted[n++] = static_cast<uint8_t>(std::countr_zero(left));
        for (int r = 0; r < 3; ++r) digits[r][c] = sorted[kOrders[orders[c]][r]];
    }
    return digits;
}

Masks masks_of(const Digits& box) {
    Masks masks;
    for (int r = 0; r < 3; ++r) masks[r] = 1 << box[r][0] | 1 << box[r][1] | 1 << box[r][2];
    return masks;
}

// Two boxes side by side, and the digits that remain for the rows of the third.
struct Pair {
    uint8_t boxes[2], row_order;
    Digits digits[2];
    Masks left;
};

std::vector<Pair> pairs_of(const Splits& splits, int second) {
    std::vector<Pair> pairs;
    for (uint8_t one = 0; one < 36; ++one)
        for (uint8_t two = 0; two < 36; ++two)
            for (uint8_t order = 0; order < 6; ++order) {
                Pair pair{.boxes = {one, two},
                          .row_order = order,
                          .digits = {box_of(splits.columns[0], one), {}},
                          .left = {}};
                const Digits sorted = box_of(splits.columns[second], two);
                for (int r = 0; r < 3; ++r) pair.digits[1][r] = sorted[kOrders[order][r]];
                const Masks a = masks_of(pair.digits[0]), b = masks_of(pair.digits[1]);
                for (int r = 0; r < 3; ++r) pair.left[r] = a[r] & b[r] ? 0 : kAll ^ a[r] ^ b[r];
                if (pair.left[0] && pair.left[1] && pair.left[2]) pairs.push_back(pair);
            }
    return pairs;
}

bool fits(const Masks& rows, const uint16_t columns[3]) {
    for (const int row : rows)
        for (int c = 0; c < 3; ++c)
            if (std::popcount(static_cast<unsigned>(row & columns[c])) != 1) return false;
    return true;
}

// A pair of boxes, and columns for the third: there is one way to combine them.
LaidBands::Band completed(const Bands& bands, const Pair& pair, const uint16_t columns[3]) {
    uint8_t rows[3][9];
    int place[3][3];  // by column and row: the position of a digit in its column
    for (int r = 0; r < 3; ++r) {
        for (int box = 0; box < 2; ++box) std::copy_n(pair.digits[box][r].data(), 3, rows[r] + 3 * box);
        for (int c = 0; c < 3; ++c) {
            const unsigned digit = static_cast<unsigned>(pair.left[r] & columns[c]);
            rows[r][6 + c] = static_cast<uint8_t>(std::countr_zero(digit));
            place[c][r] = std::popcount((digit - 1) & columns[c]);
        }
    }
    int row_of[3];
    for (int r = 0; r < 3; ++r) row_of[place[0][r]] = r;
    const auto order_of = [&](int c) { return order_number(place[c][row_of[0]], place[c][row_of[1]]); };
    const auto box = static_cast<uint8_t>(6 * order_of(1) + order_of(2));
    const auto row_order = static_cast<uint8_t>(6 * pair.row_order + order_number(place[0][0], place[0][1]));
    return {
        bands.of[bands.name(rows[0], rows[1], rows[2]).band].in_class, {pair.boxes[0], pair.boxes[1], box}, row_order};
}

LaidBands make() {
    const Bands& bands = Bands::table();
    const Splits& splits = Splits::table();
    LaidBands laid;
    laid.bands.reserve(2'612'736);
    laid.starts.push_back(0);
    for (int second = 0; second < Splits::kNumPartitions; ++second) {
        const std::vector<Pair> pairs = pairs_of(splits, second);
        for (int third = 0; third < Splits::kNumPartitions; ++third) {
            for (const Pair& pair : pairs)
                if (fits(pair.left, splits.columns[third]))
                    laid.bands.push_back(completed(bands, pair, splits.columns[third]));
            std::stable_sort(laid.bands.begin() + laid.starts.back(), laid.bands.end(),
                             [](const auto& one, const auto& other) { return one.in_class > other.in_class; });
            laid.starts.push_back(static_cast<uint32_t>(laid.bands.size()));
        }
    }
    return laid;
}

}  // namespace

const LaidBands& LaidBands::table() {
    static const LaidBands laid = make();
    return laid;
}

}  // namespace farandole
