// What the bit-set kernels offer to the rest of the core: plain data and function pointers, nothing that a linker could
// share between objects built for different instruction sets.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "cover/control.hpp"

namespace farandole {

// What there is to search: options that may all be taken, items that must all be covered, each by one option at least.
// A row is the set of options that have something in common.
struct BitProblem {
    struct Tint {
        int32_t item, shade;  // rows: of a secondary item; of those that give it the same color, or an empty row
    };

    static constexpr int kMaxItems = 4096, kMaxOptions = 1 << 14;

    int32_t n_options, n_items, n_rows;      // row i, for i < n_items: the options that cover item i; row n_items: none
    const int32_t *members_begin, *members;  // the items of option o: members[members_begin[o], members_begin[o + 1])
    const int32_t* fringe_begin;             // and likewise
    const Tint* fringe;                      // its secondary items
    const int32_t* names;                    // what to call it in a cover
};

// Where covers are written, one after another: its length, then its options.
struct Covers {
    int32_t* data;
    size_t used, size;
};

// How many nodes there were below n levels of about the same size.
struct BitSample {
    int64_t nodes, n;
};

// A search. Its memory belongs to who made it.
struct BitState {
    BitProblem problem;
    bool first;     // cover the first item next, not the one with the fewest options
    int32_t* path;  // the names of the options taken; path[0, depth) were there at the beginning
    int32_t depth;
    void* memory;       // as many bytes as the kernel wants, aligned to 64
    int64_t nodes;      // options tried, counted on
    int64_t solutions;  // covers found, counted on
    static constexpr int kClasses = 40;
    BitSample samples[kClasses];
    int32_t entries_per_option;
    struct BitPack* pack;  // what the kernel keeps in the memory: the newest pack
};

// A search for covers with multiplicities. Its memory belongs to who made it.
struct MultiBitState {
    BitProblem problem;
    const uint64_t *most, *slack;  // by item: how often it is covered at most, and how much of that may be left out
    bool first;                    // cover the first item next
    void* memory;                  // as many bytes as the kernel wants, aligned to 64
    int64_t nodes, solutions;      // options tried and items passed, covers met
    BitSample samples[BitState::kClasses];
    int32_t entries_per_option;
    void* pack;  // what the kernel keeps in the memory: the newest pack
};

struct MultiBitKernel {
    // Bytes of memory for a search of the problem, which takes so many options and passes so many items at most.
    size_t (*memory_for)(const BitProblem& problem, int64_t n_levels);

    // Opens the first level. False: there is none, for nothing is left to cover, or some item can't be.
    bool (*begin)(MultiBitState& search);

    // Searches until so many covers were met in all, or the control pauses. True: there is nothing left to search. If
    // it only `counts`, the last item to cover need not be looked at for each of its options.
    bool (*run)(MultiBitState& search, Control& control, int64_t solutions, bool counts);

    // Writes the options taken, in this order, and returns how many they are.
    int32_t (*path)(const MultiBitState& search, int32_t* out);

    // Which part of the search lies behind, as if all branches of a level were alike.
    double (*share)(const MultiBitState& search);
};

struct BitKernel {
    const char* name;

    // Bytes of memory for a search of the problem.
    size_t (*memory_for)(const BitProblem& problem);

    // Opens the first level. The problem has an item.
    void (*begin)(BitState& search);

    // Searches until `solutions` of them were found in all, `covers` (if any) has no room for one more, or the control
    // pauses. True: there is nothing left to search.
    bool (*run)(BitState& search, Control& control, int64_t solutions, Covers* covers);

    // Which part of the search lies behind, from 0 to 1, if all options of a level take equally long.
    double (*share)(const BitState& search);

    // Names what a paused search still has to try, in the order in which it would: the options taken, path[0, depth),
    // and one more.
    void (*rest)(const BitState& search, void* context,
                 void (*piece)(void* context, const int32_t* path, int32_t depth, int32_t option));

    MultiBitKernel multi;
};

extern const BitKernel bits_baseline, bits_avx2, bits_avx512;

}  // namespace farandole
