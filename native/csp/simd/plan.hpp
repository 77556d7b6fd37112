// What the SIMD kernels read: a network as plain arrays, and nothing that a linker could share between objects
// built for different instruction sets.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace farandole {

// A half-open range of entries in an array.
struct SimdSpan {
    int32_t begin, end;
};

// Lists of cells are in `cells`, lists of masks in `masks`, lists of segments and of places in `numbers`.
struct SimdPlan {
    struct House {
        SimdSpan cells;
        bool is_full;  // it holds each digit
    };
    // Some cells of a house. Its rivals are other segments of that house, which can't hold what this one locks.
    struct Segment {
        SimdSpan cells, rivals;
    };
    // A full house cut into segments by overlapping houses. A digit that only one segment can hold is locked there.
    struct Cut {
        SimdSpan segments;
    };
    // Full houses that cut each other into the same segments, arranged in rows and columns, all of the same size.
    struct Band {
        static constexpr int32_t kMaxSegments = 64;
        SimdSpan cells;
        int32_t n_rows, n_columns;
    };
    struct Pair {
        SimdSpan cells;             // first and second
        int32_t forward, backward;  // masks by digit: what the second may hold, what the first may hold
    };
    // Cells that hold one of some sets. A digit that the cells must hold and that none of them outside a house can hold
    // is removed from the rest of that house.
    struct Sets {
        SimdSpan cells, sets, locks;
    };
    struct Lock {
        SimdSpan outside, rest;
    };
    // Three cells with signs 1 or -1 and a single total: arc consistent.
    struct Triple {
        SimdSpan cells;
        int32_t signs[3], total;
    };
    // Cells, one clique after another, that add up to `low` to `high`.
    struct Sum {
        SimdSpan cells, cliques;
        int32_t low, high;
    };
    struct Clique {  // cells with one sign that hold no digit twice
        int32_t size, sign;
    };
    // A full house in line that satisfies one of some splits: one or two fixed digits (the second place may be -1),
    // sets for the places inside, the other digits outside.
    struct Line {
        SimdSpan cells, splits;
    };
    struct Split {
        int32_t places[2];
        uint32_t digits[2], left;  // left: all but these digits
        SimdSpan inside, outside, sets;
    };

    // A full house in line with a skyscraper clue.
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

// The searches, one in each lane. The masks of a cell in all lanes are 64 bytes, aligned.
struct SimdLanes {
    void* masks;
    void* segments;          // scratch: twice as many entries as the plan has segments, 64 bytes each, aligned
    int32_t first_house;     // where a pass begins; the first house to fail gains weight, so this should vary
    uint32_t idle;           // lanes without a search, as bits
    uint32_t dead, changed;  // results of a pass: lanes with a contradiction, or idle; lanes where a mask changed
    float* weights;          // by cell; increased at each contradiction
};

// The functions for one width of masks.
struct SimdWidth {
    int32_t n_lanes;
    // Revises everything once, in all lanes.
    void (*pass)(const SimdPlan& plan, SimdLanes& lanes);
    // For each lane, the open cell with the lowest product of candidates and rate, or -1.
    void (*choose)(const SimdPlan& plan, const SimdLanes& lanes, const uint16_t* rates, int32_t* cells);
    // Gives each lane the masks of lane from[lane]; a source lane keeps its own.
    void (*copy)(const SimdPlan& plan, SimdLanes& lanes, const int32_t* from);
};

struct SimdKernel {
    const char* name;
    SimdWidth narrow, wide;  // 16-bit masks in 32 lanes, 32-bit masks in 16 lanes
};

extern const SimdKernel simd_baseline, simd_avx2, simd_avx512;

}  // namespace farandole
