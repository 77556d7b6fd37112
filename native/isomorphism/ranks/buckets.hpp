// Enumerates the essentially different full grids: by band class, then by the splits of their stacks, then
// lexicographically.
//
// Take a band (or stack) of the grid's least class, and transform it into the least band of the class. The splits of
// the three stacks are then the grid's bucket. (Of the other two bands, the middle one has digit 2 in column 1.) A grid
// has as many such views as it has bands of that class, times the symmetries of the least band. It belongs to its least
// bucket, and there, with rows sorted by column 1, to its least view. So each essentially different grid has exactly
// one place.
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

// The place of a grid.
struct Home {
    int in_class, bucket;
    FullGrid grid;
};

// The least class of a grid's bands and stacks.
int least_class(const Bands& bands, const uint8_t* grid);

class Buckets {
  public:
    static constexpr int kNumMiddles = Splits::kNumSplits / 2;                       // that have digit 2 in column 1
    static constexpr int N = kNumMiddles * Splits::kNumSplits * Splits::kNumSplits;  // buckets of a class
    static constexpr int kBlock = 28;  // buckets that are counted together
    static constexpr int kNumBlocks = N / kBlock;

    Buckets();

    // The bucket and the view of a grid, with digits from 0 or from 1.
    Home home_of(const uint8_t* grid);

    // The number of grids in a bucket of a class, and the grids in order.
    uint32_t count(int in_class, int bucket);
    void list(int in_class, int bucket, std::vector<FullGrid>& grids);

  private:
    static constexpr uint8_t kSure = 0, kTied = 1, kLess = 4, kNone = 255;
    static constexpr int kNumSplits = Splits::kNumSplits;

    // A symmetry of the least band, as a map of splits.
    struct Turn {
        uint8_t from[3];               // the stack that moves here
        uint8_t split[3][kNumSplits];  // and what its splits become
    };

    // The boxes of a stack in the middle or at the bottom, as in LaidBands: digits by row and column, and the index of
    // the box in Bands if the stack is seen as a band.
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
    // The digits of a column in the middle (0) or at the bottom (1).
    uint16_t below(int side, int column, int split) const;
    const Boxes& boxes(int side, int stack, const Bucket& splits);
    void fill(Boxes& boxes, int side, int stack, const Bucket& splits) const;
    int bucket_of(const FullGrid& grid) const;
    FullGrid laid(const LaidBands::Band& middle, const LaidBands::Band& bottom, const Boxes* const (&of)[2][3]) const;

    // Calls take(bucket, view) for each view of a grid, as long as it returns true.
    template <class Take>
    bool see(const uint8_t* grid, const Take& take);
    bool belongs(int bucket, const FullGrid& grid);  // whether a view in a bucket of the class is its grid's place

    // Calls visit for each middle and bottom band, with its boxes and how the classes of all bands and stacks compare:
    // kSure if all are greater; kTied if one is equal or a symmetry keeps the bucket; kLess and more if one is less.
    template <class Visit>
    void visit(int in_class, int bucket, const Visit& visit);

    const Bands& bands_;
    const Splits& splits_;
    const LaidBands& laid_;
    int class_ = -1;
    uint8_t compared_[Bands::N];  // compared with the class: kSure, kTied, kLess
    const uint8_t* top_ = nullptr;
    int tops_[3];                      // partitions
    uint16_t top_columns_[9];          // masks
    uint8_t place_[9];                 // of a column in its partition
    uint8_t opposite_[3][kNumSplits];  // middle and bottom exchanged
    uint8_t split_of_[3][84][84];      // by the triples of the first two columns of the middle box
    uint8_t middle_[kNumSplits];       // of stack 1, numbered, where digit 2 is in column 1; else kNone
    uint8_t middles_[kNumMiddles];     // and back
    std::vector<Turn> turns_;
    Boxes boxes_[2][3][kNumSplits];
};

}  // namespace farandole
