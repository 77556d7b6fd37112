// Python bindings of isomorphism/: random grids, minimal puzzles, canonical forms.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <new>
#include <optional>

#include "bindings/interruptible.hpp"
#include "isomorphism/grids.hpp"
#include "isomorphism/kernel.hpp"
#include "isomorphism/minimal.hpp"
#include "isomorphism/ranks/places.hpp"
#include "isomorphism/tables/bands.hpp"
#include "isomorphism/tables/nibbles.hpp"
#include "share_out.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace farandole;

template <class T, class... Shape>
using Array = nb::ndarray<T, nb::device::cpu, nb::c_contig, Shape...>;
using Digits = Array<uint8_t, nb::shape<-1, 81>>;

// Whether all rows and columns are permutations, which the lanes rely on.
template <class Grids>
bool are_grids(const Grids& grids) {
    for (size_t i = 0; i < grids.shape(0); ++i)
        for (int line = 0; line < 9; ++line) {
            unsigned row = 0, column = 0;
            for (int at = 0; at < 9; ++at) {
                const uint8_t one = grids.data()[81 * i + 9 * line + at], other = grids.data()[81 * i + 9 * at + line];
                if (one > 9 || other > 9) return false;
                row |= 1u << one;
                column |= 1u << other;
            }
            if (row != 01776 || column != 01776) return false;
        }
    return true;
}

bool are_orders(const Digits& orders) {
    for (size_t i = 0; i < orders.shape(0); ++i) {
        std::array<bool, 81> is_there{};
        for (int place = 0; place < 81; ++place) {
            const uint8_t cell = orders.data()[81 * i + place];
            if (cell > 80 || is_there[cell]) return false;
            is_there[cell] = true;
        }
    }
    return true;
}

void make(const Making& making, size_t threads) {
    run_interruptible([&](StopToken stop) { make_minimal(making, threads, stop); });
}

void check(bool is_right) {
    if (!is_right) throw std::invalid_argument("expected arrays of as many puzzles");
}

// Returns the index of the first puzzle with a repeated digit in a house, if any.
std::optional<size_t> canonical(Array<const uint8_t, nb::shape<-1, 81>> puzzles, size_t threads, Digits forms,
                                Array<int64_t, nb::shape<-1>> symmetries) {
    const size_t n = puzzles.shape(0);
    check(forms.shape(0) == n && symmetries.shape(0) == n);
    std::atomic<bool> has_room{true};
    run_interruptible([&](StopToken stop) {
        const IsomorphismKernel& kernel = chosen_isomorphism();
        const Bands& bands = Bands::table();
        const Nibbles& nibbles = Nibbles::table();
        share_out(n, 1024, threads, stop, [&] {
            return [&](size_t start, size_t count, StopToken) {
                const size_t from = 81 * start;
                has_room = kernel.canonical(bands, nibbles, puzzles.data() + from, count, forms.data() + from,
                                            symmetries.data() + start);
                return has_room.load();
            };
        });
    });
    if (!has_room) throw std::bad_alloc();
    const int64_t* const found = std::find(symmetries.data(), symmetries.data() + n, 0);
    if (found == symmetries.data() + n) return std::nullopt;
    return found - symmetries.data();
}

using Numbers = Array<int64_t, nb::shape<-1>>;

void places_of(Array<const uint8_t, nb::shape<-1, 81>> grids, size_t threads, Numbers blocks, Numbers before) {
    const size_t n = grids.shape(0);
    check(blocks.shape(0) == n && before.shape(0) == n && are_grids(grids));
    run_interruptible(
        [&](StopToken stop) { find_places(grids.data(), n, threads, blocks.data(), before.data(), stop); });
}

void grids_at(Numbers blocks, Numbers before, size_t threads, Digits grids) {
    const size_t n = grids.shape(0);
    check(blocks.shape(0) == n && before.shape(0) == n);
    for (size_t i = 0; i < n; ++i)
        check(blocks.data()[i] >= 0 && blocks.data()[i] < kNumRankBlocks && before.data()[i] >= 0);
    run_interruptible(
        [&](StopToken stop) { find_grids(blocks.data(), before.data(), n, threads, grids.data(), stop); });
}

void counts_of(int in_class, Array<uint32_t, nb::shape<-1>> counts) {
    check(in_class >= 0 && in_class < Bands::kNumClasses && counts.shape(0) == Buckets::kNumBlocks);
    run_interruptible([&](StopToken stop) { count_blocks(in_class, counts.data(), stop); });
}

}  // namespace

void bind_isomorphism(nb::module_& m) {
    m.def(
        "draw_grids",
        [](uint64_t seed, uint64_t first, size_t threads, Digits grids) {
            make({.seed = seed, .first = first, .n = grids.shape(0), .grids = grids.data()}, threads);
        },
        "seed"_a, "first"_a, "threads"_a, "grids"_a.noconvert(),
        "Draw uniformly random full grids into an array of shape (n, 81).");
    m.def(
        "make_minimal",
        [](uint64_t seed, uint64_t first, size_t threads, Digits grids, Digits puzzles, Digits orders) {
            check(grids.shape(0) == puzzles.shape(0) && grids.shape(0) == orders.shape(0));
            make({.seed = seed,
                  .first = first,
                  .n = grids.shape(0),
                  .grids = grids.data(),
                  .puzzles = puzzles.data(),
                  .orders = orders.data()},
                 threads);
        },
        "seed"_a, "first"_a, "threads"_a, "grids"_a.noconvert(), "puzzles"_a.noconvert(), "orders"_a.noconvert(),
        "Draw full grids and remove givens in random order, as long as the solution stays unique.");
    m.def(
        "minimize",
        [](uint64_t seed, uint64_t first, size_t threads, Digits grids, Digits puzzles, std::optional<Digits> orders) {
            check(grids.shape(0) == puzzles.shape(0) && are_grids(grids));
            check(!orders || (orders->shape(0) == grids.shape(0) && are_orders(*orders)));
            make({.seed = seed,
                  .first = first,
                  .n = grids.shape(0),
                  .grids = grids.data(),
                  .are_given = true,
                  .puzzles = puzzles.data(),
                  .orders = orders ? orders->data() : nullptr,
                  .are_ordered = orders.has_value()},
                 threads);
        },
        "seed"_a, "first"_a, "threads"_a, "grids"_a.noconvert(), "puzzles"_a.noconvert(),
        "orders"_a.noconvert() = nb::none(),
        "Remove givens of puzzles in random order, as long as the given solution stays unique.");
    m.def(
        "band_classes",
        [](Digits grids, Array<uint16_t, nb::shape<-1, 6>> classes) {
            check(grids.shape(0) == classes.shape(0) && are_grids(grids));
            const nb::gil_scoped_release nogil;
            band_classes(grids.data(), grids.shape(0), classes.data());
        },
        "grids"_a.noconvert(), "classes"_a.noconvert(),
        "Find the classes, of 416, of each grid's three bands and three stacks.");
    m.def(
        "count_bands_of_class",
        [](int in_class) {
            if (in_class < 0 || in_class >= Bands::kNumClasses)
                throw std::invalid_argument("expected a class from 0 to 415");
            const auto [n_bands, n_grids] = count_bands_of_class(in_class);
            return std::pair(n_bands, n_grids);
        },
        "in_class"_a,
        "Count the bands of a class, with digits named and columns sorted, and the grids that each extends to.");
    m.def(
        "variants",
        [](Array<const uint8_t, nb::shape<-1, 81>> puzzles, uint64_t seed, uint64_t first, size_t threads,
           Digits made) {
            check(puzzles.shape(0) > 0);
            run_interruptible([&](StopToken stop) {
                const Bands& bands = Bands::table();
                share_out(made.shape(0), 1 << 14, threads, stop, [&] {
                    return [&](size_t start, size_t n, StopToken) {
                        chosen_isomorphism().variants(bands, seed, first + start, puzzles.data(), puzzles.shape(0), n,
                                                      made.data() + 81 * start);
                        return true;
                    };
                });
            });
        },
        "puzzles"_a.noconvert(), "seed"_a, "first"_a, "threads"_a, "made"_a.noconvert(),
        "Apply random symmetries to puzzles, cycling through them.");
    m.def("find_places", &places_of, "grids"_a.noconvert(), "threads"_a, "blocks"_a.noconvert(), "before"_a.noconvert(),
          "Find the block of each grid among the essentially different ones, and how many of the block come before.");
    m.def("find_grids", &grids_at, "blocks"_a.noconvert(), "before"_a.noconvert(), "threads"_a, "grids"_a.noconvert(),
          "Find the grids at such places; zeros if there is none.");
    m.def("count_blocks", &counts_of, "in_class"_a, "counts"_a.noconvert(),
          "Count the essentially different grids in each block of a band class.");
    m.def("canonical", &canonical, "puzzles"_a.noconvert(), "threads"_a, "forms"_a.noconvert(),
          "symmetries"_a.noconvert(),
          R"(Write the canonical forms of puzzles, and how many symmetries each has.

Return None; or the index of a puzzle without a form, because a house has a repeated digit.)");
}
