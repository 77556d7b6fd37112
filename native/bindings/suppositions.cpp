// Python bindings of csp/fillings.hpp and csp/suppositions.hpp: takes lists of masks, returns lists.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "bindings/interruptible.hpp"
#include "bindings/masks.hpp"
#include "csp/suppositions.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::Cell;
using farandole::check_masks;
using farandole::Fillings;
using farandole::Mask;
using farandole::Network;
using farandole::run_interruptible;
using farandole::StopToken;
using farandole::Suppositions;

namespace {

using Masks = std::vector<Mask>;
using Candidate = std::pair<Cell, int32_t>;

std::vector<bool> flags(const std::vector<Cell>& cells, int32_t n_cells) {
    std::vector<bool> flags(n_cells, false);
    for (const Cell cell : cells) {
        if (cell < 0 || cell >= n_cells) throw std::invalid_argument("expected numbers of cells");
        flags[cell] = true;
    }
    return flags;
}

using Groups = std::vector<std::pair<Fillings*, std::vector<Cell>>>;
using FilledHouses = std::vector<std::tuple<int32_t, Fillings*, std::vector<Cell>>>;

void make(Suppositions* self, int32_t n_digits, int32_t n_cells, std::vector<std::vector<Cell>> houses,
          const Groups& groups, const Groups& needing, const FilledHouses& filled) {
    if (n_digits < 1 || n_digits > 32 || n_cells < 0) throw std::invalid_argument("expected 1 to 32 digits");
    const auto check = [&](Fillings* fillings, const std::vector<Cell>& cells) {
        if (cells.size() != (size_t)fillings->network().n_cells())
            throw std::invalid_argument("expected the cells of a group");
        flags(cells, n_cells);
        return Suppositions::Group{fillings, cells};
    };
    std::vector<Suppositions::Group> listed, listed_needing;
    std::vector<Suppositions::FilledHouse> listed_houses;
    for (const auto& [fillings, cells] : groups) listed.push_back(check(fillings, cells));
    for (const auto& [fillings, cells] : needing) listed_needing.push_back(check(fillings, cells));
    for (const auto& house : houses) flags(house, n_cells);
    for (const auto& [house, fillings, cells] : filled) {
        if (house < 0 || (size_t)house >= houses.size()) throw std::invalid_argument("expected numbers of houses");
        listed_houses.push_back({house, check(fillings, cells)});
    }
    new (self)
        Suppositions(n_digits, n_cells, std::move(houses), std::move(listed), std::move(listed_needing), listed_houses);
}

Suppositions::Outcome suppose(const Suppositions& self, const Masks& masks, const std::vector<bool>& placed,
                              Candidate candidate, int32_t max_rounds, StopToken stop) {
    const auto [cell, digit] = candidate;
    if (cell < 0 || cell >= self.n_cells() || digit < 1 || digit > self.n_digits())
        throw std::invalid_argument("expected a candidate");
    return self.suppose(masks, placed, cell, Mask{1} << (digit - 1), max_rounds, stop);
}

std::pair<int32_t, Masks> suppose_one(const Suppositions& self, const Masks& masks, const std::vector<Cell>& placed,
                                      Candidate candidate, int32_t max_rounds) {
    check_masks(masks, self.n_cells(), self.n_digits());
    return run_interruptible([&](StopToken stop) {
        auto outcome = suppose(self, masks, flags(placed, self.n_cells()), candidate, max_rounds, stop);
        return std::pair(outcome.n_rounds, std::move(outcome.masks));
    });
}

std::vector<std::pair<int32_t, int32_t>> refute(const Suppositions& self, const Masks& masks,
                                                const std::vector<Cell>& placed,
                                                const std::vector<Candidate>& candidates, int32_t max_rounds,
                                                int64_t max_work) {
    check_masks(masks, self.n_cells(), self.n_digits());
    const std::vector<bool> is_placed = flags(placed, self.n_cells());
    return run_interruptible([&](StopToken stop) {
        std::vector<std::pair<int32_t, int32_t>> outcomes;
        int64_t work = 0;
        for (const Candidate& candidate : candidates) {
            if (work > max_work || stop.stop_requested()) break;
            const auto outcome = suppose(self, masks, is_placed, candidate, max_rounds, stop);
            int32_t n_left = 0;
            for (const Mask mask : outcome.masks) n_left += std::popcount(mask);
            outcomes.emplace_back(outcome.n_rounds, n_left);
            work += outcome.work;
        }
        return outcomes;
    });
}

}  // namespace

void bind_suppositions(nb::module_& m) {
    nb::class_<Fillings>(m, "Fillings", R"(Says which candidates of a network's cells take part in a solution.

It keeps the solutions that it meets, so it is faster than `Network.supports` when asked again.

Parameters
----------
network : Network
allowed : list of int, length n_cells
    The digits that each cell may ever hold: bit d - 1 for digit d.
budget : int
    Choices of a search for one solution; where they don't suffice, a candidate stays.
quick : int, optional
    Choices of the simpler search before it. If they are no fewer than the budget, it is the only one.

Raises
------
ValueError
    If there is not a mask of n_digits bits for each cell.)")
        .def(
            "__init__",
            [](Fillings* self, const Network& network, Masks allowed, int64_t budget, int64_t quick) {
                check_masks(allowed, network);
                new (self) Fillings(network, std::move(allowed), budget, quick);
            },
            "network"_a, "allowed"_a, "budget"_a, "quick"_a = Fillings::kQuick, nb::keep_alive<1, 2>())
        .def(
            "supports",
            [](Fillings& self, Masks masks) {
                check_masks(masks, self.network());
                return run_interruptible([&](StopToken stop) { return self.supports(std::move(masks), stop); });
            },
            "masks"_a, nb::sig("def supports(self, masks: Sequence[int]) -> list[int]"),
            "Return the candidates that take part in a solution, as a mask for each cell; all 0 if there is none.")
        .def(
            "must_hold",
            [](Fillings& self, Masks masks) {
                check_masks(masks, self.network());
                return run_interruptible([&](StopToken stop) { return self.must_hold(std::move(masks), stop); });
            },
            "masks"_a, nb::sig("def must_hold(self, masks: Sequence[int]) -> int"),
            "Return the digits that each solution has somewhere, as a mask; 0 if there is no solution.");

    nb::class_<Suppositions>(m, "Suppositions", R"(What follows when a candidate is supposed, in rounds.

Singles, digits with at most three places in a house, cells with the same two candidates, and what groups of cells allow
are looked at in the cells that the round before has changed.

Parameters
----------
n_digits, n_cells : int
houses : list of list of int
groups : list of (Fillings, list of int)
    Each with its cells, in the order of the network.
needing, filled : list, optional
    If given, the rounds are thorough: where nothing else follows, they ask groups for the digits that they must hold,
    and houses filled together with rules. These are (int, Fillings, list of int) with the number of the house.

Raises
------
ValueError
    If a number is out of range.)")
        .def("__init__", &make, "n_digits"_a, "n_cells"_a, "houses"_a, "groups"_a, "needing"_a = Groups{},
             "filled"_a = FilledHouses{}, nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(), nb::keep_alive<1, 7>())
        .def("suppose", &suppose_one, "masks"_a, "placed"_a, "candidate"_a, "max_rounds"_a,
             nb::sig("def suppose(self, masks: Sequence[int], placed: Sequence[int], candidate: tuple[int, int], "
                     "max_rounds: int) -> tuple[int, list[int]]"),
             R"(Return the round of the contradiction, 0 if there is none, and the candidates that are left.

Parameters
----------
masks : list of int, length n_cells
    The candidates of each cell; the digit of a cell that has one.
placed : list of int
    The cells with a digit.
candidate : (cell, digit)
max_rounds : int)")
        .def(
            "refute", &refute, "masks"_a, "placed"_a, "candidates"_a, "max_rounds"_a, "max_work"_a,
            nb::sig("def refute(self, masks: Sequence[int], placed: Sequence[int], "
                    "candidates: Sequence[tuple[int, int]], max_rounds: int, max_work: int) -> list[tuple[int, int]]"),
            "Return for each candidate the round of the contradiction, 0 if there is none, and how many candidates are "
            "left on the board; for as many as the work allows, which is the candidates of groups times the square of "
            "their cells.");
}
