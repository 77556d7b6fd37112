// Drawn grids, minimal puzzles and canonical forms as Python sees them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <optional>

#include "bind/signals.hpp"
#include "forms/forms.hpp"
#include "forms/minimal.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace farandole;

template <class T, class... Shape>
using Array = nb::ndarray<T, nb::device::cpu, nb::c_contig, Shape...>;
using Digits = Array<uint8_t, nb::shape<-1, 81>>;

// Whether all rows and columns are permutations: what the lanes count on.
bool are_grids(const Digits& grids) {
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

void make(const Making& making, size_t threads) {
    Signals signals;
    {
        const nb::gil_scoped_release nogil;
        make_minimal(making, threads, {Signals::arrived, &signals});
    }
    signals.raise_if_arrived();
}

void check(bool is_right) {
    if (!is_right) throw std::invalid_argument("expected arrays of as many puzzles");
}

}  // namespace

void bind_forms(nb::module_& m) {
    m.def(
        "draw_grids",
        [](uint64_t seed, uint64_t first, size_t threads, Digits grids) {
            make({.seed = seed, .first = first, .n = grids.shape(0), .grids = grids.data()}, threads);
        },
        "seed"_a, "first"_a, "threads"_a, "grids"_a.noconvert(), "Draw full grids, all as likely, into an array of shape (n, 81).");
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
        "Draw full grids and strike givens, in any order, while the solution stays the only one.");
    m.def(
        "minimize",
        [](uint64_t seed, uint64_t first, size_t threads, Digits grids, Digits puzzles) {
            check(grids.shape(0) == puzzles.shape(0) && are_grids(grids));
            make({.seed = seed, .first = first, .n = grids.shape(0), .grids = grids.data(), .are_given = true, .puzzles = puzzles.data()},
                 threads);
        },
        "seed"_a, "first"_a, "threads"_a, "grids"_a.noconvert(), "puzzles"_a.noconvert(),
        "Strike givens of puzzles, in any order, while their solution, which is given, stays the only one.");
}
