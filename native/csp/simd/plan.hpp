// What the SIMD kernels read: a network as plain arrays, and nothing that a linker could share between objects
// built for different instruction sets.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace farandole {

// Entries of an array, from one to before another.
struct SimdSpan {
    int32_t begin, end;
};

// Lists of cells lie in `cells`, lists of masks in `masks`, lists of segments and of places in `numbers`.
struct SimdPlan {
    struct House {
        SimdSpan cells;
        bool is_full;  // it holds each digit
    };
    // Some cells of a house. Its rivals are segments of that house, too: what one of them locks, it doesn't hold.
    struct Segment {
        SimdSpan cells, rivals;
    };
    // A full house cut into segments where others overlap it; a digit that one of them holds alone is locked there.
    struct Cut {
        SimdSpan segments;
    };
    // Full houses that are cut by others into the same segments: these in rows and columns, as many cells in each.
    struct Band {
        static constexpr int32_t kMaxSegments = 64;  // segments
        SimdSpan cells;
        int32_t n_rows, n_columns;
    };
    struct Pair {
        SimdSpan cells;             // one and other
        int32_t forward, backward;  // masks by digit: what the other may hold, what the one may hold
    };
    // Cells that hold one of some sets. Where some of them lie in a house, the digits that they must hold and that no
    // other of them (`outside`) may hold leave the rest of that house.
    struct Sets {
        SimdSpan cells, sets, locks;
    };
    struct Lock {
        SimdSpan outside, rest;
    };
    // Three cells with their signs, 1 or -1, and one total: kept exactly.
    struct Triple {
        SimdSpan cells;
        int32_t signs[3], total;
    };
    // Cells, clique after clique, that add up to `low` to `high`.
    struct Sum {
        SimdSpan cells, cliques;
        int32_t low, high;
    };
    struct Clique {  // cells with one sign that hold no digit twice
        int32_t size, sign;
    };
    // A house in line that keeps one of some splits: fixed digits, sets for the places inside, the others outside. Of
    // the fixed ones the second may be -1.
    struct Line {
        SimdSpan cells, splits;
    };
    struct Split {
        int32_t places[2];
        uint32_t digits[2], left;  // left: all but these digits
        SimdSpan inside, outside, sets;
    };

    // A house in line, as seen from a clue that counts skyscrapers.
    struct Skyline {
        SimdSpan cells;
        int32_t count;
    };

    int32_t n_digits, n_cells;
    const int32_t *cells, *numbers;
    const uint32_t* masks;
    const House* houses;
    const Band* bands;
    const Cut* cuts;
    const Segment* segments;
    const Pair* pairs;
    const Sets* sets;
    const Lock* locks;
    const Triple* triples;
    const Sum* sums;
    const Clique* cliques;
    const Line* lines;
    const Split* splits;
    const Skyline* skylines;
    int32_t n_houses, n_bands, n_cuts, n_segments, n_pairs, n_sets, n_triples, n_sums, n_lines, n_skylines;
};

// The searches, one in each lane: a cell's masks in all of them are 64 bytes, aligned.
struct SimdLanes {
    void* masks;
    void* segments;          // scratch: twice as many entries as the plan has segments, 64 bytes each, aligned
    int32_t first_house;     // where a pass begins; the first house to fail is blamed, so this should change
    uint32_t idle;           // lanes without a search, a bit each
    uint32_t dead, changed;  // what a pass found: lanes where nothing fits, idle ones among them; where a mask changed
    float* weights;          // by cell; they grow where something fails
};

// The lanes of one width of masks.
struct SimdWidth {
    int32_t n_lanes;
    // Revises everything once in every lane.
    void (*pass)(const SimdPlan& plan, SimdLanes& lanes);
    // By lane, the open cell for which candidates times its rate is least, or -1.
    void (*choose)(const SimdPlan& plan, const SimdLanes& lanes, const uint16_t* rates, int32_t* cells);
    // Gives each lane the masks of another one: from[lane], which itself keeps its own; or of itself.
    void (*copy)(const SimdPlan& plan, SimdLanes& lanes, const int32_t* from);
};

struct SimdKernel {
    const char* name;
    SimdWidth narrow, wide;  // masks of up to 16 digits in 32 lanes, of up to 32 digits in 16
};

extern const SimdKernel simd_baseline, simd_avx2, simd_avx512;

}  // namespace farandole
