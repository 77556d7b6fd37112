#include "isomorphism/grids.hpp"

#include <algorithm>

#include "isomorphism/tables/bands.hpp"
#include "isomorphism/tables/splits.hpp"

namespace farandole {

void band_classes(const uint8_t* grids, size_t n, uint16_t* classes) {
    const Bands& bands = Bands::table();
    for (size_t i = 0; i < n; ++i) {
        uint8_t lines[2][9][9];
        for (int cell = 0; cell < 81; ++cell)
            lines[0][cell / 9][cell % 9] = lines[1][cell % 9][cell / 9] = grids[81 * i + cell];
        for (int k = 0; k < 6; ++k) {
            const auto* const band = lines[k / 3] + k % 3 * 3;
            classes[6 * i + k] = bands.of[bands.name(band[0], band[1], band[2]).band].in_class;
        }
    }
}

BandCount count_bands_of_class(int in_class) {
    const Bands& bands = Bands::table();
    const Splits& splits = Splits::table();
    const uint64_t n_bands = std::count_if(bands.of, bands.of + Bands::N,
                                           [&](const Bands::Band& band) { return band.in_class == in_class; });
    int tops[3];
    const uint8_t* const band = bands.least[in_class];
    for (int stack = 0; stack < 3; ++stack) {
        const auto column = [&](int c) { return 1 << band[c] | 1 << band[9 + c] | 1 << band[18 + c]; };
        tops[stack] = splits.partition_of(column(3 * stack), column(3 * stack + 1));
    }
    uint64_t n_grids = 0;
    for (int a = 0; a < Splits::kNumSplits; ++a) {
        const uint16_t *middle = splits.seen_from[splits.middles[tops[0]][a]],
                       *bottom = splits.seen_from[splits.bottoms[tops[0]][a]];
        for (int b = 0; b < Splits::kNumSplits; ++b) {
            const uint16_t* const middle_bands = splits.n_bands[middle[splits.middles[tops[1]][b]]];
            const uint16_t* const bottom_bands = splits.n_bands[bottom[splits.bottoms[tops[1]][b]]];
            for (int c = 0; c < Splits::kNumSplits; ++c)
                n_grids += uint64_t{middle_bands[middle[splits.middles[tops[2]][c]]]} *
                           bottom_bands[bottom[splits.bottoms[tops[2]][c]]];
        }
    }
    return {n_bands, n_grids};
}

}  // namespace farandole
