// How the digits of a grid can be distributed to its columns.
#pragma once
#include <stdint.h>

namespace farandole {

// The columns of a box hold three digits each. Up to order that is one of 280 partitions of nine digits into triples.
// In a stack, the columns of the top box leave 56 splits of the remaining digits between the middle and the bottom box.
struct Splits {
    static constexpr int kNumPartitions = 280, kNumSplits = 56;

    // The maximum number of pairs of bands for given columns of two stacks and the top box of the third: a sum over the
    // splits of the third. Found by trying all of them; tests/fuzz/fuzz_isomorphism.cpp checks it.
    static constexpr uint32_t kMaxPairs = 7'962'624;

    uint8_t triple[512];                             // a mask of three digits -> 0 to 83
    uint16_t partition[84][84];                      // of two of its triples
    uint16_t columns[kNumPartitions][3];             // masks, by their least digit
    uint16_t middle[kNumPartitions][kNumSplits][3];  // masks in the middle box, below `columns` in the top box
    uint16_t middles[kNumPartitions][kNumSplits], bottoms[kNumPartitions][kNumSplits];  // the partitions of those boxes
    uint16_t seen_from[kNumPartitions]
                      [kNumPartitions];  // b, once digits are renamed so that a becomes the first partition
    // Bands whose boxes have the first partition, a, and b, for columns in a given order.
    uint16_t n_bands[kNumPartitions][kNumPartitions];

    [[gnu::always_inline]] inline int partition_of(int a, int b) const { return partition[triple[a]][triple[b]]; }

    static const Splits& table();  // made at the first call
};

}  // namespace farandole
