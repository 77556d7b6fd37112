#include "isomorphism/tables/bands.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

namespace farandole {

namespace {

constexpr int kAll = 511, kNumWays = 6 * Bands::kNumColumnOrders;
constexpr uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
constexpr uint16_t kUnknown = 0xFFFF;

using Rows = std::array<std::array<uint8_t, 9>, 3>;
using Least = std::array<uint8_t, 27>;

// A class under construction; it gets its number when all are known.
struct Found {
    Least least;
    std::vector<uint16_t> symmetries;
};

int order_number(const uint8_t* order) {
    for (int k = 0; k < 6; ++k)
        if (std::equal(order, order + 3, kOrders[k])) return k;
    return 0;
}

uint16_t way_of(const std::array<uint8_t, 3>& rows, const std::array<uint8_t, 9>& columns) {
    const uint8_t boxes[3] = {uint8_t(columns[0] / 3), uint8_t(columns[3] / 3), uint8_t(columns[6] / 3)};
    int way = order_number(rows.data()) * 6 + order_number(boxes);
    for (int box = 0; box < 3; ++box) {
        const uint8_t* c = columns.data() + 3 * box;
        const uint8_t inside[3] = {uint8_t(c[0] % 3), uint8_t(c[1] % 3), uint8_t(c[2] % 3)};
        way = way * 6 + order_number(inside);
    }
    return static_cast<uint16_t>(way);
}

void list_orders(Bands& bands) {
    std::memset(bands.order, 0, sizeof bands.order);
    for (int k = 0; k < 6; ++k) {
        const auto [x, y, z] = kOrders[k];
        bands.order[(x < y) | (y < z) << 1 | (x < z) << 2] = static_cast<uint8_t>(k);
        std::copy_n(kOrders[k], 3, bands.rows[k]);
    }
    for (int a = 0; a < 6; ++a) {
        uint8_t at[3];
        for (uint8_t i = 0; i < 3; ++i) at[kOrders[a][i]] = i;
        for (int b = 0; b < 6; ++b) {
            const uint8_t seen[3] = {kOrders[b][at[0]], kOrders[b][at[1]], kOrders[b][at[2]]};
            bands.relative[a][b] = static_cast<uint8_t>(order_number(seen));
            uint8_t* sorted = bands.sorted[6 * a + b];
            std::memset(sorted, Bands::kNowhere, 16);
            for (uint8_t i = 0; i < 3; ++i) {
                sorted[i] = i;
                sorted[3 + kOrders[a][i]] = uint8_t(3 + i);
                sorted[6 + kOrders[b][i]] = uint8_t(6 + i);
            }
        }
    }
    for (int k = 0; k < Bands::kNumColumnOrders; ++k) {
        std::memset(bands.columns[k], Bands::kNowhere, 16);
        const int inside[3] = {k / 36 % 6, k / 6 % 6, k % 6};
        for (int c = 0; c < 9; ++c)
            bands.columns[k][c] = static_cast<uint8_t>(3 * kOrders[k / 216][c / 3] + kOrders[inside[c / 3]][c % 3]);
    }
}

// How the names of three rows are distributed to boxes 2 and 3: the masks of box 2's rows.
std::vector<std::array<int, 3>> list_splits(Bands& bands) {
    std::vector<std::array<int, 3>> splits;
    std::memset(bands.split, 0, sizeof bands.split);
    const auto is_triple = [](int mask) { return std::popcount(static_cast<unsigned>(mask)) == 3; };
    for (int a = 0; a <= kAll; ++a)
        for (int b = 0; b <= kAll; ++b) {
            const int c = kAll ^ a ^ b;
            if (!is_triple(a) || !is_triple(b) || a & 0007 || b & (a | 0070) || c & 0700) continue;
            bands.split[a >> 3][(b & 7) | b >> 6 << 3] = static_cast<uint8_t>(splits.size());
            splits.push_back({a, b, c});
        }
    return splits;
}

Rows rows_of(int band, const std::vector<std::array<int, 3>>& splits) {
    Rows rows;
    const auto& split = splits[band / 1296];
    const int orders[2][3] = {{0, band / 216 % 6, band / 36 % 6}, {0, band / 6 % 6, band % 6}};
    for (int r = 0; r < 3; ++r) {
        const int own = 7 << (3 * r);
        for (int c = 0; c < 3; ++c) rows[r][c] = static_cast<uint8_t>(3 * r + c);
        for (int box = 0; box < 2; ++box) {
            uint8_t names[3] = {};
            int n = 0;
            for (int left = box ? kAll ^ own ^ split[r] : split[r]; left; left &= left - 1)
                names[n++] = static_cast<uint8_t>(std::countr_zero(static_cast<unsigned>(left)));
            for (int c = 0; c < 3; ++c) rows[r][3 + 3 * box + c] = names[kOrders[orders[box][r]][c]];
        }
    }
    return rows;
}

Rows moved(const Bands& bands, const Rows& rows, int way) {
    Rows result;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 9; ++c) result[r][c] = rows[bands.rows[way / 1296][r]][bands.columns[way % 1296][c]];
    return result;
}

// The composition of the inverse of one way and another; `columns` are places that were sorted in between.
// between.
uint16_t back_and_forth(const Bands& bands, int back, int forth, const uint8_t* sorted) {
    std::array<uint8_t, 3> row_back, rows;
    std::array<uint8_t, 9> column_back, place, columns;
    for (uint8_t r = 0; r < 3; ++r) row_back[bands.rows[back / 1296][r]] = r;
    for (uint8_t c = 0; c < 9; ++c) {
        column_back[bands.columns[back % 1296][c]] = c;
        place[sorted[c]] = c;
    }
    for (int r = 0; r < 3; ++r) rows[r] = row_back[bands.rows[forth / 1296][r]];
    for (int c = 0; c < 9; ++c) columns[c] = place[column_back[bands.columns[forth % 1296][c]]];
    return way_of(rows, columns);
}

// Tries all ways from a band, to find the least band and all bands of its class.
Found explore(Bands& bands, const Rows& rows, uint16_t number) {
    Found found;
    std::vector<int> ways;
    for (int way = 0; way < kNumWays; ++way) {
        const Rows here = moved(bands, rows, way);
        Least digits;
        uint8_t name[9];
        for (uint8_t c = 0; c < 9; ++c) name[here[0][c]] = c;
        for (int i = 0; i < 27; ++i) digits[i] = name[here[i / 9][i % 9]];
        if (ways.empty() || digits < found.least) {
            found.least = digits;
            ways.clear();
        }
        if (digits == found.least) ways.push_back(way);
    }
    for (int way = 0; way < kNumWays; ++way) {
        const Rows here = moved(bands, rows, way);
        const Bands::Named named = bands.name(here[0].data(), here[1].data(), here[2].data());
        Bands::Band& entry = bands.of[named.band];
        if (entry.in_class == kUnknown)
            entry = {number, back_and_forth(bands, way, ways[0], bands.sorted[named.sorting])};
    }
    const uint8_t unsorted[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (const int way : ways)
        if (way != ways[0]) found.symmetries.push_back(back_and_forth(bands, ways[0], way, unsorted));
    return found;
}

struct Made : Bands {
    std::vector<uint16_t> all_symmetries;
};

std::unique_ptr<Made> make() {
    auto made = std::make_unique<Made>();
    Made& bands = *made;
    list_orders(bands);
    const auto splits = list_splits(bands);
    for (auto& entry : bands.of) entry = {kUnknown, 0};
    std::vector<Found> found;
    for (int band = 0; band < Bands::N; ++band)
        if (bands.of[band].in_class == kUnknown)
            found.push_back(explore(bands, rows_of(band, splits), static_cast<uint16_t>(found.size())));

    std::vector<uint16_t> in_order(found.size()), number(found.size());
    std::iota(in_order.begin(), in_order.end(), uint16_t{0});
    std::sort(in_order.begin(), in_order.end(), [&](int a, int b) { return found[a].least < found[b].least; });
    for (size_t i = 0; i < found.size(); ++i) {
        const Found& here = found[in_order[i]];
        number[in_order[i]] = static_cast<uint16_t>(i);
        std::copy(here.least.begin(), here.least.end(), bands.least[i]);
        bands.first_symmetry[i] = static_cast<uint16_t>(bands.all_symmetries.size());
        bands.all_symmetries.insert(bands.all_symmetries.end(), here.symmetries.begin(), here.symmetries.end());
    }
    bands.first_symmetry[found.size()] = static_cast<uint16_t>(bands.all_symmetries.size());
    bands.symmetries = bands.all_symmetries.data();
    for (auto& entry : bands.of) entry.in_class = number[entry.in_class];
    return made;
}

}  // namespace

const Bands& Bands::table() {
    static const std::unique_ptr<Made> made = make();
    return *made;
}

}  // namespace farandole
