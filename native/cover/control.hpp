// When a long search pauses: its budget of nodes is spent, or whoever started it says so. No Python here, and no STL:
// kernels compiled for one instruction set include it.
#pragma once
#include <stdint.h>

namespace farandole {

// An engine keeps a count of its nodes and compares it with `next_look` at each: one test serves all.
//
//     if (++nodes >= control.next_look && control.pauses(nodes)) return ...;
//
// A search that pauses can go on: the caller sees that it isn't exhausted.
struct Control {
    static constexpr int64_t kNever = INT64_MAX;
    // Nodes between two looks: well below a tenth of a second of any engine.
    static constexpr int64_t kBreath = 1 << 12;

    int64_t budget = kNever;  // pause before this node; nodes are counted from the beginning of the search
    bool (*stops)(void* context, int64_t nodes) = nullptr;  // true: time is up, a signal came, ...
    void* context = nullptr;
    int64_t next_look = 0;

    // Whether to pause after this number of nodes. True again at once when asked again, until budget or `stops` change.
    // (Inlined by force: a function shared by objects of several instruction sets would be one of them for all.)
    [[gnu::always_inline]] inline bool pauses(int64_t nodes) {
        if (nodes >= budget) return true;
        if (stops && stops(context, nodes)) return true;
        next_look = budget - nodes > kBreath ? nodes + kBreath : budget;
        return false;
    }
};

}  // namespace farandole
