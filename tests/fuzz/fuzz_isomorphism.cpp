// Any bytes are 81 cells, or a seed. Every kernel must find the same form and the same number of symmetries; a variant
// has the same form; grids and minimal puzzles of the seed are the same on every instruction set; givens of the bytes'
// own grid are struck. A grid has one place among all that are essentially different, whatever it looks like, and is
// found there.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "classic/dispatch.hpp"
#include "isa.hpp"
#include "isomorphism/grids.hpp"
#include "isomorphism/kernel.hpp"
#include "isomorphism/ranks/places.hpp"
#include "isomorphism/tables/bands.hpp"
#include "isomorphism/tables/nibbles.hpp"
#include "isomorphism/tables/splits.hpp"

using namespace farandole;

static void check(bool holds) {
    if (!holds) std::abort();
}

static std::vector<const IsomorphismKernel*> kernels() {
    std::vector<const IsomorphismKernel*> usable = {&isomorphism_baseline};
#if defined(__x86_64__)
    if (usable_isas().size() > 1) usable.push_back(&isomorphism_avx2);
#endif
    return usable;
}

static void check_forms(const uint8_t* puzzle, uint64_t seed) {
    const Bands& bands = Bands::table();
    const Nibbles& nibbles = Nibbles::table();
    uint8_t form[81], other[81], variant[81];
    int64_t n, n_other;
    check(isomorphism_baseline.canonical(bands, nibbles, puzzle, 1, form, &n));
    for (const IsomorphismKernel* kernel : kernels()) {
        check(kernel->canonical(bands, nibbles, puzzle, 1, other, &n_other) && n == n_other);
        check(!n || !std::memcmp(form, other, 81));
        kernel->variants(bands, seed, 0, puzzle, 1, 1, variant);
        check(kernel->canonical(bands, nibbles, variant, 1, other, &n_other) && n == n_other);
        check(!n || !std::memcmp(form, other, 81));
    }
    check(!n || std::memcmp(form, puzzle, 81) <= 0);
}

static void check_places(const uint8_t* grid, uint64_t seed) {
    const StopToken never;
    uint8_t both[162], found[162], forms[162];
    int64_t blocks[2], before[2], n_symmetries[2];
    std::memcpy(both, grid, 81);
    isomorphism_baseline.variants(Bands::table(), seed, 1, grid, 1, 1, both + 81);
    check(find_places(both, 2, 1, blocks, before, never) && blocks[0] == blocks[1] && before[0] == before[1]);
    before[1] = static_cast<int64_t>(seed % (1 << 20));  // another grid of the block, or none
    check(find_grids(blocks, before, 2, 1, found, never));
    check(isomorphism_baseline.canonical(Bands::table(), Nibbles::table(), both, 1, forms, n_symmetries));
    check(isomorphism_baseline.canonical(Bands::table(), Nibbles::table(), found, 1, forms + 81, n_symmetries + 1));
    check(!std::memcmp(forms, forms + 81, 81) && n_symmetries[0] == n_symmetries[1]);
    if (!found[81]) return;
    check(find_places(found + 81, 1, 1, blocks, before, never));
    check(blocks[0] == blocks[1] && before[0] == before[1]);
}

static void check_minimal(uint64_t seed, const uint8_t* is_given) {
    uint8_t grid[81], order[81], other[81], puzzle[81], minimal[81], first[81];
    isomorphism_baseline.draw(Splits::table(), seed, 7, 1, grid, order);
    for (const IsomorphismKernel* kernel : kernels()) {
        kernel->draw(Splits::table(), seed, 7, 1, other, nullptr);
        check(!std::memcmp(grid, other, 81));
    }
    check_forms(grid, seed);
    check_places(grid, seed);
    for (int cell = 0; cell < 81; ++cell) puzzle[cell] = is_given[cell] ? grid[cell] : 0;
    // A puzzle of several solutions too: nothing can be struck that is right, but nothing may break.
    for (const uint8_t* givens : {static_cast<const uint8_t*>(nullptr), static_cast<const uint8_t*>(puzzle)})
        for (const Kernel* kernel : usable_kernels()) {
            Scratch scratch(*kernel);
            const Thinning thinning{.solutions = grid, .puzzles = givens, .orders = order, .n = 1, .minimal = minimal};
            check(kernel->minimize(thinning, scratch.memory()));
            if (kernel == &lanes_baseline) std::memcpy(first, minimal, 81);
            check(!std::memcmp(first, minimal, 81));
            for (int cell = 0; cell < 81; ++cell)
                check(!minimal[cell] || minimal[cell] == (givens ? givens : grid)[cell]);
        }
    check_forms(first, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    uint8_t cells[81] = {};
    uint64_t seed = 0;
    for (size_t i = 0; i < size; ++i) seed = seed * 257 + data[i];
    for (size_t i = 0; i < 81 && i < size; ++i) cells[i] = data[i] % 16 < 10 ? data[i] % 16 : 0;
    check_forms(cells, seed);
    check_minimal(seed, cells);
    return 0;
}
