#include "isomorphism/tables/nibbles.hpp"

#include <algorithm>
#include <bit>
#include <memory>

namespace farandole {

namespace {

constexpr uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

Nibbles::Sorted sort(int n_free, int labels) {
    const int of[3] = {labels >> 8, labels >> 4 & 15, labels & 15};
    Nibbles::Sorted least{0xFFFF, 0};
    for (uint16_t k = 0; k < 6; ++k) {
        bool keeps = true;
        for (int i = n_free < 2 ? 0 : n_free; i < 3; ++i) keeps &= kOrders[k][i] == i;
        const int moved = of[kOrders[k][0]] << 8 | of[kOrders[k][1]] << 4 | of[kOrders[k][2]];
        if (keeps && moved < least.labels) least = {static_cast<uint16_t>(moved), k};
    }
    return least;
}

std::unique_ptr<Nibbles> make() {
    auto made = std::make_unique<Nibbles>();
    for (int n_free = 0; n_free < 4; ++n_free)
        for (int labels = 0; labels < 4096; ++labels) {
            made->sorted[n_free][labels] = sort(n_free, labels);
            Nibbles::Counts& counts = made->counts[n_free][labels] = {0, 0};
            for (int i = 0; i < n_free; ++i) {
                const int label = labels >> (8 - 4 * i) & 15;
                counts.clues += label > 0;
                counts.fresh += label == Nibbles::kNew;
            }
        }
    for (unsigned clues = 0; clues < 512; ++clues) {
        int n[3] = {std::popcount(clues & 7), std::popcount(clues >> 3 & 7), std::popcount(clues >> 6)};
        std::sort(n, n + 3);
        uint64_t row = 0;
        for (const int in_box : n) row = row << 12 | ((1u << 4 * in_box) - 1);
        made->first_rows[clues] = row;
    }
    return made;
}

}  // namespace

const Nibbles& Nibbles::table() {
    static const std::unique_ptr<Nibbles> made = make();
    return *made;
}

}  // namespace farandole
