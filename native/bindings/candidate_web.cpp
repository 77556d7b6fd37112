// Python bindings of logic/candidate_web.hpp: takes lists of links, returns chains.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bindings/interruptible.hpp"
#include "bindings/sets.hpp"
#include "logic/candidate_web.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::CandidateWeb;
using farandole::HouseOrder;
using farandole::integer_of;
using farandole::run_interruptible;
using farandole::StopToken;

void bind_candidate_web(nb::module_& m) {
    using Nodes = CandidateWeb::Nodes;
    nb::class_<CandidateWeb>(m, "CandidateWeb", R"(Candidates, and the strong and weak links between them.

Nodes are numbered from 0. By a strong link, a node is true if the other one is false; by a weak link, it is false if
the other one is true. A hop is a weak link and then a strong one.

Parameters
----------
order : HouseOrder
    Links are tried house by house, in the order of the houses of a cell; those to cells in no house of it come first.
cells : list of int
    Of each node.
strong, weak : list of list of int
    For each node, the nodes at the other ends of its links.

Raises
------
ValueError
    If a number is out of range.)")
        .def(nb::init<const HouseOrder&, std::vector<int32_t>, std::vector<Nodes>, std::vector<Nodes>>(), "order"_a,
             "cells"_a, "strong"_a, "weak"_a)
        .def("strong", &CandidateWeb::strong, "node"_a, nb::sig("def strong(self, node: int) -> list[int]"),
             "List the nodes at the ends of the strong links of a node, in the order in which they are tried.")
        .def("weak", &CandidateWeb::weak, "node"_a, nb::sig("def weak(self, node: int) -> list[int]"),
             "List the nodes at the ends of the weak links of a node, in the order in which they are tried.")
        .def(
            "reached",
            [](const CandidateWeb& web, int32_t start, int32_t most_hops) {
                return integer_of(web.reached(start, most_hops));
            },
            "start"_a, "most_hops"_a, nb::sig("def reached(self, start: int, most_hops: int) -> int"),
            "Return what is true if a node is false, by a strong link and one to so many hops: bit n for node n.")
        .def(
            "chain",
            [](const CandidateWeb& web, int32_t start, const Nodes& ends, int32_t hops, bool exact) {
                return run_interruptible([&](StopToken stop) { return web.chain(start, ends, hops, exact, stop); });
            },
            "start"_a, "ends"_a, "hops"_a, nb::kw_only(), "exact"_a,
            nb::sig("def chain(self, start: int, ends: list[int], hops: int, *, exact: bool) -> list[int]"),
            R"(Find a chain from a node to one of some ends, depth first.

Parameters
----------
start : int
ends : list of int
hops : int
    Maximum number of hops after the first strong link.
exact : bool
    Whether exactly as many hops are wanted.

Returns
-------
list of int
    The nodes of the first chain in which no cell occurs twice; it may end where it began. Empty if there is none.)");
}
