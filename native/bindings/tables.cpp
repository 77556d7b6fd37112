// Python bindings of links and tables: takes lists of nodes, returns rows of bits.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "bindings/interruptible.hpp"
#include "logic/links.hpp"
#include "logic/nice_loops.hpp"
#include "logic/tables.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::Links;
using farandole::NiceLoops;
using farandole::Node;
using farandole::Position;
using farandole::run_interruptible;
using farandole::StopToken;
using farandole::Tables;

namespace {

using Nodes = std::vector<Node>;
using Cells = std::vector<int32_t>;

Position position_of(int32_t n_digits, std::vector<uint32_t> masks, std::vector<Cells> houses,
                     std::vector<bool> is_full) {
    if (!(1 <= n_digits && n_digits <= 32)) throw std::invalid_argument("expected 1 to 32 digits");
    for (const uint32_t mask : masks)
        if (n_digits < 32 && mask >> n_digits) throw std::invalid_argument("expected masks of digits 1 to n_digits");
    if (houses.size() != is_full.size()) throw std::invalid_argument("expected for each house whether it is full");
    for (const Cells& house : houses)
        for (const int32_t cell : house)
            if (cell < 0 || cell >= (int32_t)masks.size()) throw std::invalid_argument("no such cell in a house");
    return {n_digits, std::move(masks), std::move(houses), std::move(is_full)};
}

void begin_links(Links* self, int32_t n_digits, std::vector<uint32_t> masks, std::vector<Cells> houses,
                 std::vector<bool> is_full, const std::vector<std::tuple<int32_t, Cells, int32_t, int32_t>>& groups) {
    const Position position = position_of(n_digits, std::move(masks), std::move(houses), std::move(is_full));
    const auto n_houses = (int32_t)position.houses.size();
    std::vector<Links::Group> some;
    for (const auto& [digit, cells, line, box] : groups) {
        if (digit < 1 || digit > n_digits || std::min(line, box) < 0 || std::max(line, box) >= n_houses)
            throw std::invalid_argument("expected groups of a digit and two houses");
        for (const int32_t cell : cells)
            if (cell < 0 || cell >= (int32_t)position.masks.size())
                throw std::invalid_argument("no such cell in a group");
        some.push_back({digit, cells, line, box});
    }
    new (self) Links(position, some);
}

void check(const Links& links, Node node) {
    if (node < 0 || node >= links.n_nodes()) throw nb::index_error("no such node");
}

void expand(Tables& tables) {
    run_interruptible([&](StopToken stop) { tables.expand(stop); });
}

void deduce(Tables& tables, const std::vector<Nodes>& alternatives, const std::vector<std::pair<Node, Nodes>>& groups) {
    std::vector<Tables::Group> some;
    for (const auto& [on, rest] : groups) some.push_back({on, rest});
    run_interruptible([&](StopToken stop) { tables.deduce(alternatives, some, stop); });
}

void look_ahead(Tables& tables, int32_t n_digits, std::vector<uint32_t> masks, std::vector<Cells> houses,
                std::vector<bool> is_full, int rounds) {
    tables.look_ahead(position_of(n_digits, std::move(masks), std::move(houses), std::move(is_full)), rounds);
}

// Rows with a bit for each node, padded to bytes.
class Rows {
  public:
    Rows(int32_t n_rows, int32_t n_nodes) : n_bytes_((n_nodes + 7) / 8), bytes_(n_bytes_ * n_rows, 0) {}

    void add(int32_t row, Node node) { bytes_[row * n_bytes_ + node / 8] |= (char)(1 << node % 8); }

    nb::bytes bytes() const { return nb::bytes(bytes_.data(), bytes_.size()); }

  private:
    size_t n_bytes_;
    std::vector<char> bytes_;
};

nb::bytes linked(const Links& links) {
    Rows rows(2 * links.n_candidates(), links.n_nodes());
    for (Node node = 0; node < 2 * links.n_candidates(); ++node)
        for (const auto& link : links.from(node)) rows.add(node, link.node);
    return rows.bytes();
}

nb::bytes reached(const Tables& tables) {
    Rows rows(tables.n_premises(), tables.n_nodes());
    for (Node table = 0; table < tables.n_premises(); ++table)
        for (const auto& entry : tables.entries(table)) rows.add(table, entry.node);
    return rows.bytes();
}

std::tuple<Node, Node, std::vector<int16_t>> entry(const Tables& tables, Node table, size_t at) {
    const auto& entry = tables.entries(table).at(at);
    std::vector<int16_t> parents;
    std::ranges::copy_if(entry.parents, std::back_inserter(parents), [](int16_t parent) { return parent != 0; });
    return {entry.node, entry.source, std::move(parents)};
}

}  // namespace

void bind_tables(nb::module_& m) {
    nb::class_<Links>(m, "Links",
                      R"(What follows in one step from a candidate that is true or false, and from groups of cells.

Nodes are 0 to ``n - 1``: candidate true; n to ``2 n - 1``: candidate false; from ``2 n`` on: groups, true and false in
turn, and what `add` adds. The links of a node come in order: of its cell, of its houses, of groups.

Parameters
----------
n_digits : int
    At most 32.
masks : list of int
    Of each cell: bit d - 1 for digit d. Candidates are numbered cell by cell, digits ascending.
houses : list of list of int
is_full : list of bool
    For each house, whether it holds each digit.
groups : list of (digit, cells, line, box)
    Cells that have a digit where two houses meet, and the numbers of these.

Raises
------
ValueError
    If a number is out of range.
IndexError
    If there is no such node.)")
        .def("__init__", &begin_links, "n_digits"_a, "masks"_a, "houses"_a, "is_full"_a, "groups"_a)
        .def("__len__", &Links::n_nodes)
        .def("add", &Links::add, "Add a node and return its number.")
        .def(
            "link",
            [](Links& links, Node node, const Nodes& others, int32_t cost) {
                check(links, node);
                for (const Node other : others) {
                    check(links, other);
                    links.link(node, other, cost);
                }
            },
            "node"_a, "others"_a, "cost"_a = 0, "Link a node to others; the cost is added to the step.")
        .def("linked", &linked, nb::sig("def linked(self) -> bytes"),
             "Return what follows in one step from each candidate, true, then false: a row each, a bit for each node, "
             "lowest first.");

    nb::class_<Tables>(m, "Tables", R"(What follows from each assumption that a candidate is true, and that it is false.

Nodes are 0 to ``n - 1``: candidate true; n to ``2 n - 1``: candidate false; from ``2 n`` on: what else can follow.

Parameters
----------
n_candidates : int
n_nodes : int
    All nodes, at least ``2 * n_candidates``.
limit : int
    Maximum number of entries of a table.

Raises
------
ValueError
    If a number is out of range.)")
        .def(nb::init<int32_t, int32_t, int32_t>(), "n_candidates"_a, "n_nodes"_a, "limit"_a)
        .def("link", &Tables::link, "links"_a, "beyond_cells"_a = false,
             "Add what follows in one step; if asked, only what needs groups.")
        .def("look_ahead", &look_ahead, "n_digits"_a, "masks"_a, "houses"_a, "is_full"_a, "rounds"_a,
             R"(For each assumption, add what follows by some rounds of singles.

Parameters
----------
n_digits : int
masks : list of int
    Of each cell: bit d - 1 for digit d. Candidates are numbered cell by cell, digits ascending.
houses : list of list of int
is_full : list of bool
    For each house, whether it holds each digit.
rounds : int)")
        .def("expand", &expand, "Add the transitive closure, nearest first.")
        .def("deduce", &deduce, "alternatives"_a, "groups"_a,
             R"(Add what follows from several entries together, until nothing changes.

Parameters
----------
alternatives : list of list of int
    Candidates of which one is true.
groups : list of (on, rest)
    The node of a group, and the candidates beside it in a house: if all of these are false, the group is true.)")
        .def(
            "reached", &reached, nb::sig("def reached(self) -> bytes"),
            "Return what follows from each candidate, true, then false: a row each, a bit for each node, lowest first.")
        .def("refuted", &Tables::refuted, "alternatives"_a,
             nb::sig("def refuted(self, alternatives: list[list[int]]) -> list[int]"),
             "List refuted assumptions: a candidate would be true and false, or all of some alternatives false.")
        .def("path", &Tables::path, "premise"_a, "node"_a,
             nb::sig("def path(self, premise: int, node: int) -> list[int]"),
             "List the nodes from an assumption to what follows from it, each from the one before; only before "
             "`deduce`.")
        .def(
            "loops", [](const Tables& tables, const Links& links) { return NiceLoops(tables, links).loops(); },
            "links"_a, nb::sig("def loops(self, links: Links) -> list[tuple[int, int]]"),
            "List the assumptions and what follows from them in the same cell, by a path that neither begins nor ends "
            "with a link within it, and proves something; only before `deduce`.")
        .def(
            "joins", [](const Tables& tables, const Links& links) { return NiceLoops(tables, links).joins(); },
            "links"_a, nb::sig("def joins(self, links: Links) -> list[tuple[int, int]]"),
            "List the assumptions that a candidate is false, each with a candidate that is then true, not directly, if "
            "by cells and houses both exclude at least two others; only before `deduce`.")
        .def("index", &Tables::index, "table"_a, "node"_a, nb::sig("def index(self, table: int, node: int) -> int"),
             "Return the index of a node in a table; -1 if it does not follow.")
        .def("entry", &entry, "table"_a, "at"_a,
             nb::sig("def entry(self, table: int, at: int) -> tuple[int, int, list[int]]"),
             "Return an entry of a table: its node, the table that it was taken from or -1, and the entries it follows "
             "from.");
}
