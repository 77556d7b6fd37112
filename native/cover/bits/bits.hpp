// The interface of the bit-set kernels: plain data and function pointers, so that objects built for different
// instruction sets share nothing that a linker could merge.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "cover/control.hpp"

namespace farandole {

// A problem: options that may be taken, and items that must be covered; each item has an option. A row is a set of
// options that have an item or a color in common.
struct BitProblem {
    struct Tint {
        int32_t item, shade;  // rows: of a secondary item; of those that give it the same color, or an empty row
    };

    static constexpr int kMaxItems = 4096, kMaxOptions = 1 << 14;

    int32_t n_options, n_items, n_rows;      // row i, for i < n_items: the options that cover item i; row n_items: none
    const int32_t *members_begin, *members;  // the items of option o: members[members_begin[o], members_begin[o + 1])
    const int32_t* fringe_begin;             // likewise
    const Tint* fringe;                      // its secondary items
    const int32_t* names;                    // the option's number in a cover
};

// A buffer for covers, one after another: the number of options, then the options.
struct Covers {
    int32_t* data;
    size_t used, size;
};

// The number of nodes below n levels of about the same size.
struct BitSample {
    int64_t nodes, n;
};

// A search. The caller owns its memory.
struct BitState {
    BitProblem problem;
    bool first;     // cover the first item next, not the one with the fewest options
    int32_t* path;  // the names of the options taken; path[0, depth) were taken before the start
    int32_t depth;
    void* memory;       // as many bytes as memory_for returns, aligned to 64
    int64_t nodes;      // options tried, counted on
    int64_t solutions;  // covers found, counted on
    static constexpr int kClasses = 40;
    BitSample samples[kClasses];
    int32_t entries_per_option;
    struct BitPack* pack;  // used by the kernel: the newest pack
};

// A search for covers with multiplicities. The caller owns its memory.
struct MultiBitState {
    BitProblem problem;
    // By item: the maximum number of times it is covered, and how many of these are optional.
    const uint64_t *most, *slack;
    bool first;                // cover the first item next
    void* memory;              // as many bytes as memory_for returns, aligned to 64
    int64_t nodes, solutions;  // options tried and items passed; covers found
    BitSample samples[BitState::kClasses];
    int32_t entries_per_option;
    void* pack;  // used by the kernel: the newest pack
};

struct MultiBitKernel {
    // Bytes of memory for a search that takes options and passes items at most n_levels times.
    size_t (*memory_for)(const BitProblem& problem, int64_t n_levels);

    // Opens the first level. Returns false if there is none: nothing to cover, or an item that cannot be covered.
    bool (*begin)(MultiBitState& search);

    // Searches until this many covers were found in all, or the control pauses. Returns true if the search is done.
    // With `counts`, the options of the last item to cover are counted without trying each.
    bool (*run)(MultiBitState& search, Control& control, int64_t solutions, bool counts);

    // Writes the options taken, in this order, and returns their number.
    int32_t (*path)(const MultiBitState& search, int32_t* out);

    // The fraction of the search that is done, if all branches of a level were alike.
    double (*share)(const MultiBitState& search);
};

struct BitKernel {
    const char* name;

    // Bytes of memory for a search of the problem.
    size_t (*memory_for)(const BitProblem& problem);

    // Opens the first level. The problem has at least one item.
    void (*begin)(BitState& search);

    // Searches until `solutions` were found in all, `covers` (if any) has no room for another, or the control pauses.
    // Returns true if the search is done.
    bool (*run)(BitState& search, Control& control, int64_t solutions, Covers* covers);

    // The fraction of the search that is done, from 0 to 1, if all options of a level take equally long.
    double (*share)(const BitState& search);

    // Lists what a paused search still has to try, in order: the options taken, path[0, depth), and one more.
    void (*rest)(const BitState& search, void* context,
                 void (*piece)(void* context, const int32_t* path, int32_t depth, int32_t option));

    MultiBitKernel multi;
};

extern const BitKernel bits_baseline, bits_avx2, bits_avx512;

}  // namespace farandole
