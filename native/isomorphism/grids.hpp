// Full grids by classes of bands.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace farandole {

// The classes, 0 to 415, of the three bands and three stacks of n grids.
void band_classes(const uint8_t* grids, size_t n, uint16_t* classes);

// How many of the 72,576 bands with named digits and sorted columns are in a class, and how many grids each of them
// extends to. Each of the 72,576 represents 9! * 36 bands.
struct BandCount {
    uint64_t n_bands, n_grids;
};
BandCount count_bands_of_class(int in_class);

}  // namespace farandole
