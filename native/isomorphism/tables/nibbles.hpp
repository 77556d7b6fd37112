// Three labels of four bits each, as sorted by the search for a canonical form.
#pragma once
#include <stdint.h>

namespace farandole {

struct Nibbles {
    static constexpr int kNew = 15;  // the label of digits without one

    // The order of the first `free` columns of a box is open, so their labels can be exchanged.
    struct Sorted {
        uint16_t labels, order;  // in the least order; which of the six orders (of Bands::rows) that is
    };
    Sorted sorted[4][4096];  // [free][labels]
    struct Counts {
        uint8_t fresh, clues;  // among the first `free` labels
    };
    Counts counts[4][4096];
    uint64_t first_rows[512];  // for the clues of a row, as bits: the row at its least, when nothing has a label or an
                               // order yet

    static const Nibbles& table();  // made at the first call
};

}  // namespace farandole
