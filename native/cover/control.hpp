// When a long search pauses: its budget of nodes is spent, or a stop is requested. No Python here, and no STL: kernels
// compiled for one instruction set include it.
#pragma once
#include <stdint.h>

#include "stop_token.hpp"

namespace farandole {

// An engine counts its nodes and compares the count with `next_poll` at each: one test serves all.
//
//     if (++nodes >= control.next_poll && control.pauses(nodes)) return ...;
//
// A paused search can be resumed: the caller sees that it isn't exhausted.
struct Control {
    static constexpr int64_t kUnlimited = INT64_MAX;

    int64_t budget = kUnlimited;  // pause before this node; nodes are counted from the beginning of the search
    StopToken stop;
    void (*show_progress)(void* context, int64_t nodes) = nullptr;  // called before each poll
    void* context = nullptr;
    int64_t next_poll = 0;

    // Whether to pause after this number of nodes. Once true, it stays true until the budget or the token is replaced.
    // (Inlined by force: objects of several instruction sets would share a function, compiled for one of them.)
    [[gnu::always_inline]] inline bool pauses(int64_t nodes) {
        if (nodes >= budget || is_stopped(nodes)) return true;
        next_poll = budget - nodes > kPollIntervalCoverNodes ? nodes + kPollIntervalCoverNodes : budget;
        return false;
    }

    // Polls at once.
    [[gnu::always_inline]] inline bool is_stopped(int64_t nodes) const {
        if (show_progress) show_progress(context, nodes);
        return stop.stop_requested();
    }
};

}  // namespace farandole
