// Python bindings of subsets and almost locked sets: takes lists of masks, returns sets as integers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#include <algorithm>
#include <tuple>
#include <vector>

#include "bindings/interruptible.hpp"
#include "bindings/sets.hpp"
#include "logic/almost_locked.hpp"
#include "logic/subsets.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using farandole::AlmostLocked;
using farandole::IndexSet;
using farandole::integer_of;
using farandole::run_interruptible;
using farandole::StopToken;
using farandole::Subsets;
using Masks = std::vector<Subsets::Mask>;

nb::dict by_digit(const std::vector<std::pair<int32_t, IndexSet>>& some) {
    nb::dict found;
    for (const auto& [digit, cells] : some) found[nb::int_(digit)] = integer_of(cells);
    return found;
}

void check(const Subsets& subsets, const Masks& masks) {
    if ((int32_t)masks.size() != subsets.n_cells()) throw std::invalid_argument("expected a mask for each cell");
    for (const auto mask : masks)
        if (subsets.n_digits() < 32 && mask >> subsets.n_digits())
            throw std::invalid_argument("expected masks of digits 1 to n_digits");
}

void check(const Subsets& subsets, int32_t house) {
    if (house < 0 || house >= subsets.n_houses()) throw nb::index_error("no such house");
}

int32_t checked(const AlmostLocked& sets, int32_t number) {
    if (number < 0 || number >= sets.size()) throw nb::index_error("no such set");
    return number;
}

nb::list naked(const Subsets& subsets, const Masks& masks, const std::vector<int32_t>& houses, int32_t size) {
    check(subsets, masks);
    nb::list found;
    for (const int32_t house : houses) {
        check(subsets, house);
        for (const auto& subset : subsets.naked(masks, house, size))
            found.append(nb::make_tuple(integer_of(subset.cells), subset.digits, integer_of(subset.struck)));
    }
    return found;
}

nb::list hidden(const Subsets& subsets, const Masks& masks, const std::vector<int32_t>& houses, int32_t size) {
    check(subsets, masks);
    nb::list found;
    for (const int32_t house : houses) {
        check(subsets, house);
        for (const auto& subset : subsets.hidden(masks, house, size))
            found.append(nb::make_tuple(house, integer_of(subset.cells), subset.digits));
    }
    return found;
}

nb::list splits(const Subsets& subsets, const Masks& masks, int32_t first, int32_t second) {
    check(subsets, masks);
    check(subsets, first);
    check(subsets, second);
    nb::list found;
    for (const auto& split :
         run_interruptible([&](StopToken stop) { return subsets.splits(masks, first, second, stop); })) {
        nb::list parts;
        for (const auto& part : split.parts) parts.append(nb::make_tuple(integer_of(part.cells), part.digits));
        found.append(nb::make_tuple(parts, by_digit(split.struck)));
    }
    return found;
}

AlmostLocked almost_locked(const Subsets& subsets, const Masks& masks, bool overlap,
                           const std::vector<std::tuple<int32_t, int32_t, int32_t>>& sights) {
    check(subsets, masks);
    std::vector<AlmostLocked::Sight> checked_sights;
    for (const auto& [digit, cell, other] : sights) {
        if (std::min(cell, other) < 0 || std::max(cell, other) >= subsets.n_cells())
            throw std::invalid_argument("expected cells from 0 to n_cells - 1");
        checked_sights.push_back({digit, cell, other});
    }
    return run_interruptible(
        [&](StopToken stop) { return AlmostLocked(subsets, masks, overlap, checked_sights, stop); });
}

nb::tuple entry(const AlmostLocked& sets, int32_t number) {
    const AlmostLocked::Set& set = sets[checked(sets, number)];
    nb::dict places, seen;
    for (const auto& share : set.shares) {
        places[nb::int_(share.digit)] = integer_of(share.places);
        seen[nb::int_(share.digit)] = integer_of(share.seen);
    }
    return nb::make_tuple(integer_of(set.cells), set.digits, places, seen);
}

nb::list pairs(const AlmostLocked& sets, int32_t number) {
    nb::list found;
    for (const auto& [other, digits, struck] : sets.pairs(checked(sets, number)))
        found.append(nb::make_tuple(other, digits, by_digit(struck)));
    return found;
}

nb::list wings(const AlmostLocked& sets, int32_t number) {
    checked(sets, number);
    nb::list found;
    for (const auto& [wing, pivot, last, digits, others, struck] :
         run_interruptible([&](StopToken stop) { return sets.wings(number, stop); }))
        found.append(nb::make_tuple(wing, pivot, last, digits, others, by_digit(struck)));
    return found;
}

nb::list chains(const AlmostLocked& sets, bool ascending, int32_t max_links) {
    nb::list found;
    for (const auto& [start, digit, end, struck] :
         run_interruptible([&](StopToken stop) { return sets.chains(ascending, max_links, stop); }))
        found.append(nb::make_tuple(start, digit, end.set, end.digits, by_digit(struck)));
    return found;
}

nb::list watching(const AlmostLocked& sets, int32_t digit) {
    if (digit < 1 || digit > sets.n_digits()) throw nb::index_error("no such digit");
    nb::list found;
    for (const IndexSet& some : sets.watching(digit)) found.append(integer_of(some));
    return found;
}

nb::list onward(const AlmostLocked& sets, int32_t number) {
    nb::list found;
    for (const auto& [other, digits] : sets.onward(checked(sets, number))) found.append(nb::make_tuple(other, digits));
    return found;
}

}  // namespace

void bind_subsets(nb::module_& m) {
    nb::class_<AlmostLocked>(m, "AlmostLocked",
                             R"(Almost locked sets, numbered, and their restricted commons. A set of sets is an integer.

`Subsets.almost_locked` makes them.)")
        .def("__len__", &AlmostLocked::size)
        .def("__getitem__", &entry, "number"_a,
             nb::sig("def __getitem__(self, number: int) -> tuple[int, int, dict[int, int], dict[int, int]]"),
             "Return cells and digits of a set; by digit, its places; by digit, cells with it that see all of them.")
        .def(
            "overlap",
            [](const AlmostLocked& sets, int32_t number) { return integer_of(sets[checked(sets, number)].overlap); },
            "number"_a, nb::sig("def overlap(self, number: int) -> int"),
            "Return the sets that share a cell with a set, itself included.")
        .def(
            "commons",
            [](const AlmostLocked& sets, int32_t first, int32_t second) {
                return sets.commons(checked(sets, first), checked(sets, second));
            },
            "first"_a, "second"_a, "Return the restricted commons of two sets, as a mask.")
        .def(
            "partners",
            [](const AlmostLocked& sets, int32_t number) { return integer_of(sets.partners(checked(sets, number))); },
            "number"_a, nb::sig("def partners(self, number: int) -> int"),
            "Return the sets that have a restricted common with a set.")
        .def("onward", &onward, "number"_a, nb::sig("def onward(self, number: int) -> list[tuple[int, int]]"),
             "List the partners with a greater number, each with its restricted commons as a mask.")
        .def("watching", &watching, "digit"_a, nb::sig("def watching(self, digit: int) -> list[int]"),
             "List for each cell the sets in which it sees all places of a digit.")
        .def("pairs", &pairs, "number"_a,
             nb::sig("def pairs(self, number: int) -> list[tuple[int, int, dict[int, int]]]"),
             R"(List the eliminations of the XZ-rule, for a set and sets with greater numbers.

Returns
-------
list of (other, digits, struck)
    One or two restricted commons, as a mask; by digit, the cells that lose it.)")
        .def("wings", &wings, "number"_a,
             nb::sig("def wings(self, number: int) -> list[tuple[int, int, int, int, int, dict[int, int]]]"),
             R"(List wings with a set as wing or pivot; the other one of these has a greater number.

Returns
-------
list of (wing, pivot, last, digits, others, struck)
    The restricted commons of wing and pivot, and one or two of pivot and last, as masks; by digit, the cells that
    lose it.)")
        .def(
            "chains", &chains, "ascending"_a, "max_links"_a,
            nb::sig(
                "def chains(self, ascending: bool, max_links: int) -> list[tuple[int, int, int, int, dict[int, int]]]"),
            R"(List the ends of chains of three links or more that eliminate something.

Parameters
----------
ascending : bool
    Whether each set must have a greater number than the one before.
max_links : int
    Maximum number of links, for sets in any order.

Returns
-------
list of (start, digit, end, digits, struck)
    A set and its restricted common with the next; a set and, as a mask, its restricted commons with the previous set
    that are in effect; by digit, the cells that lose it.)");

    nb::class_<Subsets>(m, "Subsets", R"(Subsets of the cells of houses that have as many digits as cells, or one more.

Masks are those of all cells, 0 where a cell has its digit. Sets are integers, bit c for cell c.

Parameters
----------
n_digits : int
    Digits are 1 to ``n_digits``, at most 32. In a mask, digit d is bit d - 1.
n_cells : int
    Cells are 0 to ``n_cells - 1``.
houses : list of list of int
    Cells that hold no digit twice, at most 32; with as many cells as digits, each digit once.

Raises
------
ValueError
    If a number is out of range.
IndexError
    If there is no such house.)")
        .def(nb::init<int32_t, int32_t, std::vector<std::vector<int32_t>>>(), "n_digits"_a, "n_cells"_a, "houses"_a)
        .def("naked", &naked, "masks"_a, "houses"_a, "size"_a,
             nb::sig("def naked(self, masks: collections.abc.Sequence[int], houses: collections.abc.Sequence[int], "
                     "size: int)"
                     " -> list[tuple[int, int, int]]"),
             R"(Find naked subsets, house by house: cells with as many digits, where other cells lose candidates.

Returns
-------
list of (cells, digits, struck)
    `struck`: the cells that lose candidates, in all houses that hold these cells.)")
        .def("hidden", &hidden, "masks"_a, "houses"_a, "size"_a,
             nb::sig("def hidden(self, masks: collections.abc.Sequence[int], houses: collections.abc.Sequence[int], "
                     "size: int)"
                     " -> list[tuple[int, int, int]]"),
             R"(Find hidden subsets, house by house: digits with as many places, where these have other candidates.

Returns
-------
list of (house, cells, digits))")
        .def("splits", &splits, "masks"_a, "first"_a, "second"_a,
             nb::sig("def splits(self, masks: collections.abc.Sequence[int], first: int, second: int)"
                     " -> list[tuple[list[tuple[int, int]], dict[int, int]]]"),
             R"(Find cells of two houses and their intersection with as many digits as cells (Sue de Coq).

No digit of the intersection is in both of the other parts, so each digit is locked in a house.

Returns
-------
list of (parts, struck)
    Cells and digits in the intersection, the first house and the second; by digit, the cells that lose it.)")
        .def("almost_locked", &almost_locked, "masks"_a, "overlap"_a, "sights"_a,
             R"(Find almost locked sets, house by house, each once: cells with one digit more than cells.

Parameters
----------
overlap : bool
    Whether sets that have a restricted common may share cells.
sights : list of (digit, cell, other)
    Cells that can't both hold a digit, though no house says so.

Raises
------
ValueError
    If a number is out of range.)");
}
