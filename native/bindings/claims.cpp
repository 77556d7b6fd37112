// Python bindings of the searches of Sudoku Explainer: from lists of masks, to lists of claims and their reasons.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "bindings/sets.hpp"
#include "logic/aligned_exclusion.hpp"
#include "logic/claim_chains.hpp"
#include "logic/claim_propagation.hpp"
#include "logic/pair_loops.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::AlignedExclusion;
using farandole::Cause;
using farandole::Claim;
using farandole::ClaimChains;
using farandole::ClaimPropagation;
using farandole::HouseOrder;
using farandole::PairLoops;

namespace {

using Numbers = std::vector<int32_t>;
using Masks = std::vector<uint32_t>;
using Candidates = std::vector<std::pair<int32_t, int32_t>>;
using HopTuple = std::tuple<int32_t, int32_t, int32_t, Cause, Cause>;
using CycleTuple = std::pair<std::vector<HopTuple>, Candidates>;
using ReasonTuple = std::tuple<Cause, int32_t, std::vector<Claim>>;

std::vector<CycleTuple> cycles(ClaimChains& chains, int32_t source, int32_t limit) {
    std::vector<CycleTuple> found;
    for (auto& [hops, eliminated] : chains.cycles(source, limit)) {
        std::vector<HopTuple> path;
        for (const auto& hop : hops) path.push_back({hop.on, hop.before, hop.off, hop.off_cause, hop.on_cause});
        found.emplace_back(std::move(path), std::move(eliminated));
    }
    return found;
}

using Links = std::vector<std::pair<Claim, Cause>>;

Links chain(const ClaimChains& chains, Claim start) {
    Links links;
    for (const auto& [claim, cause] : chains.chain(start)) links.emplace_back(claim, cause);
    return links;
}

// For each source, from one to another, through which something is found: all cycles, and the chains to the opposite.
std::vector<std::tuple<int32_t, std::vector<CycleTuple>, std::vector<Links>>> find_all(ClaimChains& chains,
                                                                                       size_t begin, size_t end) {
    std::vector<std::tuple<int32_t, std::vector<CycleTuple>, std::vector<Links>>> found;
    for (size_t at = begin; at < std::min(end, chains.sources().size()); ++at) {
        const int32_t source = chains.sources()[at];
        auto all_cycles = cycles(chains, source, INT32_MAX);
        std::vector<Links> opposites;
        for (const Claim start : {2 * source + 1, 2 * source})
            if (chains.has_chain(start)) opposites.push_back(chain(chains, start));
        if (!all_cycles.empty() || !opposites.empty())
            found.push_back({source, std::move(all_cycles), std::move(opposites)});
    }
    return found;
}

ReasonTuple tuple_of(const ClaimPropagation::Reason& reason) { return {reason.cause, reason.nested, reason.parents}; }

using ConflictTuple = std::tuple<Claim, ReasonTuple, ReasonTuple, int32_t, Numbers>;

// The true claim, why it is true, why it is false, the ancestors of both in all, and the nested steps among these.
ConflictTuple conflict(const ClaimPropagation& propagation) {
    const auto& [on, off] = propagation.conflict();
    auto [n_on, nested] = propagation.ancestors(on);
    const auto [n_off, more] = propagation.ancestors(off);
    nested.insert(nested.end(), more.begin(), more.end());
    return {on.claim, tuple_of(on), tuple_of(off), n_on + n_off, std::move(nested)};
}

std::vector<std::pair<Claim, int32_t>> common(const std::vector<const ClaimPropagation*>& some) {
    if (some.empty()) throw std::invalid_argument("expected one propagation or more");
    for (const ClaimPropagation* one : some)
        if (&one->order() != &some[0]->order()) throw std::invalid_argument("expected propagations of one grid");
    return ClaimPropagation::common(some);
}

std::vector<std::tuple<Numbers, Numbers, Candidates>> find_exclusions(AlignedExclusion& exclusion, size_t at) {
    std::vector<std::tuple<Numbers, Numbers, Candidates>> found;
    for (auto& [cells, excluders, eliminated] : exclusion.find(at))
        found.push_back({std::move(cells), std::move(excluders), std::move(eliminated)});
    return found;
}

}  // namespace

void bind_claims(nb::module_& m) {
    nb::class_<HouseOrder>(m, "HouseOrder", R"(The houses of each cell, in an order on which results depend.

Parameters
----------
n_digits : int
    At most 32.
houses : list of list of int
    The cells of each.
is_full : list of bool
    For each house, whether it holds each digit.
houses_of : list of list of int
    For each cell, its houses in order.

Raises
------
ValueError
    If a number is out of range.)")
        .def(nb::init<int32_t, const std::vector<Numbers>&, const std::vector<bool>&, const std::vector<Numbers>&>(),
             "n_digits"_a, "houses"_a, "is_full"_a, "houses_of"_a);

    nb::class_<ClaimChains>(m, "ClaimChains",
                            R"(Cycles and chains of claims, as `farandole.logic.explainer` numbers them.

Parameters
----------
order : HouseOrder
masks : list of int
    Of each cell: bit d - 1 for digit d.
in_houses : bool
    Whether links of the places of a digit count.
in_cells : bool
    Whether links of the candidates of a cell count.

Raises
------
ValueError
    If a number is out of range.)")
        .def(nb::init<const HouseOrder&, Masks, bool, bool>(), "order"_a, "masks"_a, "in_houses"_a, "in_cells"_a,
             nb::keep_alive<1, 2>())
        .def_prop_ro("sources", &ClaimChains::sources, "The candidates from which chains start, in order.")
        .def("cycles", &cycles, "source"_a, "limit"_a,
             nb::sig("def cycles(self, source: int, limit: int) -> list[tuple[list[tuple[int, int, int, int, int]], "
                     "list[tuple[int, int]]]]"),
             "List the cycles through a candidate of at most so many claims that eliminate something.\n\nFor each, its "
             "hops, the last one first: the candidate that is true, the true and the false one before it, why that is "
             "false, and why the first is true; and the cells and digits that it eliminates.")
        .def("all", &find_all, "begin"_a, "end"_a,
             nb::sig("def all(self, begin: int, end: int) -> list[tuple[int, list[tuple[list[tuple[int, int, int, int, "
                     "int]], list[tuple[int, int]]]], list[list[tuple[int, int]]]]]"),
             "List the sources, from one index to another, through which there is something: the source, its `cycles` "
             "of any length, and each `chain` from it to its opposite, true and then false.")
        .def("length", &ClaimChains::length, "start"_a, "limit"_a,
             "Count the claims of the shortest chain from a claim to its opposite; 0 if it is longer than the limit.")
        .def("chain", &chain, "start"_a, nb::sig("def chain(self, start: int) -> list[tuple[int, int]]"),
             "List the claims of the shortest chain from a claim to its opposite, that one first, each with its "
             "cause; none if there is no chain.");

    nb::class_<ClaimPropagation>(m, "ClaimPropagation", R"(All consequences of a claim, up to the first conflict.

A reason is the cause of a claim, the number of the nested step that gave it or -1, and the claims that it follows from.

Parameters
----------
order : HouseOrder
masks : list of int
    Of each cell: bit d - 1 for digit d.
start : int
    The claim.
in_cells : bool
    Whether it counts that a cell holds exactly one digit.
is_dynamic : bool
    Whether to eliminate false candidates, so that several claims together may imply another.

Raises
------
ValueError
    If a number is out of range, or a claim doesn't follow.)")
        .def(nb::init<const HouseOrder&, Masks, Claim, bool, bool>(), "order"_a, "masks"_a, "start"_a, "in_cells"_a,
             "is_dynamic"_a, nb::keep_alive<1, 2>())
        .def("run", &ClaimPropagation::run, "Find what follows from what was added; not beyond a conflict.")
        .def("add_nested", &ClaimPropagation::add_nested, "nested"_a, "claims"_a, "parents"_a,
             "Add the false candidates of a nested step that are not known; return whether there are some.")
        .def_prop_ro("has_conflict", &ClaimPropagation::has_conflict)
        .def("conflict", &conflict,
             nb::sig("def conflict(self) -> tuple[int, tuple[int, int, list[int]], tuple[int, int, list[int]], int, "
                     "list[int]]"),
             "Return the claim that is true, why it is true, why it is false, the number of claims that both follow "
             "from, and the nested steps among their reasons.")
        .def(
            "reason",
            [](const ClaimPropagation& propagation, Claim claim) { return tuple_of(propagation.reason(claim)); },
            "claim"_a, nb::sig("def reason(self, claim: int) -> tuple[int, int, list[int]]"),
            "Return why a claim follows.")
        .def(
            "nested",
            [](const ClaimPropagation& propagation, Claim claim) {
                return propagation.ancestors(propagation.reason(claim)).second;
            },
            "claim"_a, "List the nested steps among the reasons of a claim, direct and indirect.")
        .def("masks", &ClaimPropagation::masks, "Return the candidates that are not eliminated, of each cell.")
        .def(
            "places",
            [](const ClaimPropagation& propagation) {
                nb::list places;
                for (const farandole::IndexSet& cells : propagation.places()) places.append(integer_of(cells));
                return places;
            },
            nb::sig("def places(self) -> list[int]"), "Return the places of each digit, from 0 on, as sets of cells.")
        .def_static("common", &common, "some"_a,
                    nb::sig("def common(some: list[ClaimPropagation]) -> list[tuple[int, int]]"),
                    "List the claims that follow from each of some assumptions, each with the number of claims that "
                    "they follow from in all; true candidates first, then in the order of the first assumption.");

    nb::class_<AlignedExclusion>(m, "AlignedExclusion", R"(Aligned exclusions of some cells.

The length is the number of cells that an exclusion may begin with.

Parameters
----------
order : HouseOrder
masks : list of int
    Of each cell: bit d - 1 for digit d.
size : int
    2 or 3 cells.

Raises
------
ValueError
    If a number is out of range.)")
        .def(nb::init<const HouseOrder&, Masks, int32_t>(), "order"_a, "masks"_a, "size"_a, nb::keep_alive<1, 2>())
        .def("__len__", &AlignedExclusion::n_cells)
        .def("find", &find_exclusions, "at"_a,
             nb::sig("def find(self, at: int) -> list[tuple[list[int], list[int], list[tuple[int, int]]]]"),
             R"(List the exclusions that begin with a cell, by its index; to be asked for each in turn.

Returns
-------
list of (cells, excluders, eliminated)
    The cells; those that all of them see, of which each has to keep a candidate; cells and digits that can't be.

Raises
------
IndexError
    If there is no such cell.)");

    nb::class_<PairLoops>(m, "PairLoops",
                          R"(Loops of cells that have both digits of a cell with two: a search step by step.

Each house with a cell of a loop has two of them, an even number of steps apart from the start and an odd one. At most
two cells have different extra digits.

Parameters
----------
order : HouseOrder
masks : list of int
    Of each cell: bit d - 1 for digit d.
start : int
    A cell with two candidates.

Raises
------
ValueError
    If a number is out of range, or the cell does not have two candidates.)")
        .def(nb::init<const HouseOrder&, Masks, int32_t>(), "order"_a, "masks"_a, "start"_a, nb::keep_alive<1, 2>())
        .def_prop_ro("is_done", &PairLoops::is_done, "Whether all loops are found.")
        .def("run", &PairLoops::run, "most_steps"_a, nb::sig("def run(self, most_steps: int) -> list[list[int]]"),
             "Go on for so many steps; list the loops that were found, each from the start in order.");
}
