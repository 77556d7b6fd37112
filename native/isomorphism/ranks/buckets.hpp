// The essentially different full grids, one after the other: by band class, then by the splits of their stacks, then as
// they read.
//
// Seen from a band (or stack) of its least class, turned into the least band of the class, a grid has a bucket: the
// splits of its three stacks. Of the two other bands, that is the middle one which has digit 2 in column 1. A grid is
// seen in as many ways as it has such bands, times the symmetries of the least band. It belongs to its least bucket;
// and of the ways to see it there, rows sorted by column 1, to that which reads least. So each essentially different
// grid is in one place.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <array>
#include <vector>

#include "isomorphism/ranks/laid_bands.hpp"
#include "isomorphism/tables/bands.hpp"
#include "isomorphism/tables/splits.hpp"

namespace farandole {

using FullGrid = std::array<uint8_t, 81>;  // digits from 0

// Where a grid belongs.
struct Home {
    int in_class, bucket;
    FullGrid grid;
};

// The least class of a grid's bands and stacks.
int least_class(const Bands& bands, const uint8_t* grid);

class Buckets {
  public:
    static constexpr int kNumMiddles = Splits::kNumSplits / 2;                       // that have digit 2 in column 1
    static constexpr int N = kNumMiddles * Splits::kNumSplits * Splits::kNumSplits;  // of a class
    static constexpr int kBlock = 28;                                                // counted together
    static constexpr int kNumBlocks = N / kBlock;

    Buckets();

    // Where a grid, of digits from 0 or from 1, belongs.
    Home home_of(const uint8_t* grid);

    // The number of grids that belong to a bucket of a class, and the grids in order.
    uint32_t count(int in_class, int bucket);
    void list(int in_class, int bucket, std::vector<FullGrid>& grids);

  private:
    static constexpr uint8_t kSure = 0, kTied = 1, kLess = 4, kNone = 255;
    static constexpr int kNumSplits = Splits::kNumSplits;

    // A symmetry of the least band, as it acts on splits.
    struct Turn {
        uint8_t from[3];               // the stack that comes here
        uint8_t split[3][kNumSplits];  // and what its splits become
    };

    // The boxes of a stack in the middle or at the bottom, as LaidBands has them: digits by row and column, and which
    // of the 36 boxes of Bands that is, once the stack is seen as a band.
    struct Boxes {
        uint8_t in_stack[36], digits[36][3][3];
        int filled_for = -1;
    };

    using Bucket = std::array<uint8_t, 3>;  // a split of each stack

    void take_up(int in_class);
    void note_turn(const uint8_t* rows, const uint8_t* columns);
    Bucket splits_of(int bucket) const;
    int bucket_of(Bucket splits) const;
    int turned(const Turn& turn, const Bucket& splits) const;
    // What a column holds in the middle (0) or at the bottom (1).
    uint16_t below(int side, int column, int split) const;
    const Boxes& boxes(int side, int stack, const Bucket& splits);
    void fill(Boxes& boxes, int side, int stack, const Bucket& splits) const;
    int bucket_of(const FullGrid& grid) const;
    FullGrid laid(const LaidBands::Band& middle, const LaidBands::Band& bottom, const Boxes* const (&of)[2][3]) const;

    // Call take(bucket, what makes the grid as it is seen) for each way to see a grid, while it returns true.
    template <class Take>
    bool see(const uint8_t* grid, const Take& take);
    bool belongs(int bucket, const FullGrid& grid);  // a grid as it is seen in a bucket of the class

    // Call visit for each middle and bottom band, with how the classes of all bands and stacks compare, and with the
    // boxes: kSure, where all are greater; kTied, where one is the same, or a symmetry keeps the bucket; kLess and
    // more, where one is less.
    template <class Visit>
    void visit(int in_class, int bucket, const Visit& visit);

    const Bands& bands_;
    const Splits& splits_;
    const LaidBands& laid_;
    int class_ = -1;
    uint8_t compared_[Bands::N];  // with the class: kSure, kTied, kLess
    const uint8_t* top_ = nullptr;
    int tops_[3];                      // partitions
    uint16_t top_columns_[9];          // masks
    uint8_t place_[9];                 // of a column in its partition
    uint8_t opposite_[3][kNumSplits];  // middle and bottom exchanged
    uint8_t split_of_[3][84][84];      // by the triples of the middle's first two columns
    uint8_t middle_[kNumSplits];       // of stack 1, numbered, where digit 2 is in column 1; else kNone
    uint8_t middles_[kNumMiddles];     // and back
    std::vector<Turn> turns_;
    Boxes boxes_[2][3][kNumSplits];
};

}  // namespace farandole
