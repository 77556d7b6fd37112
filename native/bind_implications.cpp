// What follows from what, as Python sees it: lists of nodes in, tables out.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "implications.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::Node;
using farandole::Signals;
using farandole::Tables;

namespace {

using Nodes = std::vector<Node>;

void enter_links(Tables& tables, const std::vector<Nodes>& links, const std::vector<std::vector<int32_t>>& costs) {
    if (links.size() != (size_t)tables.n_nodes()) throw std::invalid_argument("a list of links for each node expected");
    if (!costs.empty() && costs.size() != links.size()) throw std::invalid_argument("costs as links expected");
    for (Node node = 0; node < tables.n_nodes(); ++node) {
        const std::vector<int32_t> some = costs.empty() ? std::vector<int32_t>{} : costs[node];
        if (!some.empty() && some.size() != links[node].size()) throw std::invalid_argument("costs as links expected");
        tables.link(node, links[node], some);
    }
}

template <class Work>
void honoring_signals(Work work) {
    Signals signals;
    {
        const nb::gil_scoped_release release;
        work(&Signals::arrived, &signals);
    }
    signals.raise_if_arrived();
}

void expand(Tables& tables) {
    honoring_signals([&](auto interrupted, void* context) { tables.expand(interrupted, context); });
}

void deduce(Tables& tables, const std::vector<Nodes>& alternatives, const std::vector<std::pair<Node, Nodes>>& groups) {
    std::vector<Tables::Group> some;
    for (const auto& [on, rest] : groups) some.push_back({on, rest});
    honoring_signals(
        [&](auto interrupted, void* context) { tables.deduce(alternatives, some, interrupted, context); });
}

void look_ahead(Tables& tables, int32_t n_digits, const std::vector<uint32_t>& masks,
                const std::vector<std::vector<int32_t>>& houses, const std::vector<bool>& is_full, int rounds) {
    if (houses.size() != is_full.size()) throw std::invalid_argument("for each house whether it is full expected");
    for (const auto& house : houses)
        for (const int32_t cell : house)
            if (cell < 0 || cell >= (int32_t)masks.size()) throw std::invalid_argument("no such cell in a house");
    tables.look_ahead({n_digits, masks, houses, is_full}, rounds);
}

// The rows of all premises, each a bit for each node and whole bytes.
nb::bytes reached(const Tables& tables) {
    const size_t n_bytes = (tables.n_nodes() + 7) / 8;
    std::vector<char> rows(n_bytes * tables.n_premises(), 0);
    for (Node table = 0; table < tables.n_premises(); ++table)
        for (const auto& entry : tables.entries(table))
            rows[table * n_bytes + entry.node / 8] |= (char)(1 << entry.node % 8);
    return nb::bytes(rows.data(), rows.size());
}

nb::list entries(const Tables& tables, Node table) {
    nb::list rows;
    for (const auto& entry : tables.entries(table)) {
        std::vector<int16_t> parents;
        std::ranges::copy_if(entry.parents, std::back_inserter(parents), [](int16_t parent) { return parent != 0; });
        rows.append(nb::make_tuple(entry.node, entry.distance, entry.source, parents));
    }
    return rows;
}

}  // namespace

void bind_implications(nb::module_& m) {
    nb::class_<Tables>(m, "Tables", R"(What follows from each assumption that a candidate is true, and that it is false.

Nodes are 0 to ``n - 1``: candidate true; n to ``2 n - 1``: candidate false; from ``2 n`` on: what else can follow.

Parameters
----------
n_candidates : int
n_nodes : int
    All nodes, at least ``2 * n_candidates``.
limit : int
    Most entries of a table.

Raises
------
ValueError
    If the numbers are not as said.)")
        .def(nb::init<int32_t, int32_t, int32_t>(), "n_candidates"_a, "n_nodes"_a, "limit"_a)
        .def("link", &enter_links, "links"_a, "costs"_a = nb::list(), R"(Enter what follows at once.

Parameters
----------
links : list of list of int
    For each node, nodes.
costs : list of list of int
    As links: what each costs beyond a step; an empty list for a node whose links cost nothing.)")
        .def("look_ahead", &look_ahead, "n_digits"_a, "masks"_a, "houses"_a, "is_full"_a, "rounds"_a,
             R"(Try each assumption, and enter what follows by singles in some rounds.

Parameters
----------
n_digits : int
masks : list of int
    Of each cell: bit d - 1 for digit d. Candidates are numbered cell by cell, digits ascending.
houses : list of list of int
is_full : list of bool
    For each house, whether it holds each digit.
rounds : int)")
        .def("expand", &expand, "Take over what follows from what follows, nearest first.")
        .def("deduce", &deduce, "alternatives"_a, "groups"_a,
             R"(Enter what follows from several entries together, until nothing new comes up.

Parameters
----------
alternatives : list of list of int
    Candidates of which one is true.
groups : list of (on, rest)
    The node of a group, and the candidates beside it in a house: if all of these are false, the group is true.)")
        .def("reached", &reached, nb::sig("def reached(self) -> bytes"),
             "Tell what follows from each candidate, true, then false: a row each, a bit for each node, least first.")
        .def("refuted", &Tables::refuted, "alternatives"_a, nb::sig("def refuted(self, alternatives: list[list[int]]) -> list[int]"),
             "List assumptions from which a candidate follows true and false, or all of some alternatives false.")
        .def("path", &Tables::path, "premise"_a, "node"_a, nb::sig("def path(self, premise: int, node: int) -> list[int]"),
             "List the nodes from an assumption to what follows from it, each from the one before; only before `deduce`.")
        .def("entries", &entries, "node"_a,
             nb::sig("def entries(self, node: int) -> list[tuple[int, int, int, list[int]]]"),
             "List the table of a node: node, distance, the table that it was taken from or -1, and entries it follows from.");
}
