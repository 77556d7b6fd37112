// Python bindings of logic/singles.hpp and logic/basic_steps.hpp: from and to lists.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <string>

#include "logic/basic_steps.hpp"
#include "logic/singles.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using farandole::BasicSteps;
using farandole::Singles;
using Candidates = std::vector<Singles::Candidate>;

// Values, masks, places of each digit as bytes, counts, naked singles, hidden singles.
using StateTuple = std::tuple<std::vector<int32_t>, std::vector<Singles::Mask>, std::vector<nb::bytes>,
                              std::vector<std::vector<int32_t>>, Candidates, Candidates>;

// For each digit, its possible cells: bit c for cell c, the lowest byte first.
std::vector<nb::bytes> places_of(const Singles::State& state, int32_t n_digits) {
    std::vector<nb::bytes> places;
    for (int32_t digit = 0; digit < n_digits; ++digit) {
        std::string bytes((state.masks.size() + 7) / 8, '\0');
        for (size_t cell = 0; cell < state.masks.size(); ++cell)
            if (state.masks[cell] >> digit & 1) bytes[cell / 8] |= (char)(1 << cell % 8);
        places.emplace_back(bytes.data(), bytes.size());
    }
    return places;
}

StateTuple tuple_of(Singles::State state) {
    const int32_t n_digits = state.counts.empty() ? 0 : (int32_t)state.counts[0].size() - 1;
    auto places = places_of(state, n_digits);
    return {std::move(state.values),
            std::move(state.masks),
            std::move(places),
            std::move(state.counts),
            Candidates(state.naked.begin(), state.naked.end()),
            Candidates(state.hidden.begin(), state.hidden.end())};
}

Singles::State state_of(const Singles& singles, std::vector<int32_t> values, std::vector<Singles::Mask> masks,
                        const Candidates& naked, const Candidates& hidden) {
    const auto n_cells = (int32_t)values.size();
    Singles::State state = singles.state_of(std::move(values), std::move(masks));
    for (const Candidates* queue : {&naked, &hidden})
        for (const auto& [cell, digit] : *queue)
            if (cell < 0 || cell >= n_cells || digit < 1 || digit > 32)
                throw std::invalid_argument("expected singles of cells and digits");
    state.naked.assign(naked.begin(), naked.end());
    state.hidden.assign(hidden.begin(), hidden.end());
    return state;
}

std::pair<std::vector<std::tuple<int32_t, int32_t, int32_t, int32_t>>, StateTuple> walk(
    const Singles& singles, std::vector<int32_t> values, std::vector<Singles::Mask> masks, const Candidates& naked,
    const Candidates& hidden) {
    Singles::State state = state_of(singles, std::move(values), std::move(masks), naked, hidden);
    std::vector<std::tuple<int32_t, int32_t, int32_t, int32_t>> steps;
    for (const auto& [kind, cell, digit, house] : singles.walk(state))
        steps.push_back({(int32_t)kind, cell, digit, house});
    return {std::move(steps), tuple_of(std::move(state))};
}

// How many singles of each kind solve a puzzle, or come before the first harder step, and how many cells they leave.
std::tuple<int32_t, int32_t, int32_t, int32_t> tally(const Singles& singles, const std::vector<int32_t>& givens) {
    Singles::State state = singles.begin(givens);
    std::array<int32_t, 3> n{};
    for (const Singles::Step& step : singles.walk(state)) ++n[(size_t)step.kind];
    return {n[0], n[1], n[2], (int32_t)std::ranges::count(state.values, 0)};
}

using Crossings = std::vector<std::pair<int32_t, std::vector<int32_t>>>;
using Weights = std::array<int32_t, BasicSteps::kKinds>;

std::vector<BasicSteps::Crossing> crossings_of(const Crossings& pairs) {
    std::vector<BasicSteps::Crossing> crossings;
    for (const auto& [base, targets] : pairs) crossings.push_back({base, targets});
    return crossings;
}

BasicSteps* basic_steps(int32_t n_digits, int32_t n_cells, const std::vector<std::vector<int32_t>>& houses,
                        std::vector<int32_t> order, std::vector<bool> boxes, const Crossings& from_boxes,
                        const Crossings& from_lines) {
    return new BasicSteps(n_digits, n_cells, houses, std::move(order), std::move(boxes), crossings_of(from_boxes),
                          crossings_of(from_lines));
}

std::pair<BasicSteps::Counts, int32_t> tally_basics(const BasicSteps& basics, const std::vector<int32_t>& givens,
                                                    const Weights& weights, double most) {
    Singles::State state = basics.singles().begin(givens);
    BasicSteps::Counts counts{};
    basics.walk(state, weights, most, counts);
    return {counts, (int32_t)std::ranges::count(state.values, 0)};
}

std::pair<BasicSteps::Counts, StateTuple> walk_basics(const BasicSteps& basics, std::vector<int32_t> values,
                                                      std::vector<Singles::Mask> masks, const Candidates& naked,
                                                      const Candidates& hidden, const Weights& weights, double most) {
    Singles::State state = state_of(basics.singles(), std::move(values), std::move(masks), naked, hidden);
    BasicSteps::Counts counts{};
    basics.walk(state, weights, most, counts);
    return {counts, tuple_of(std::move(state))};
}

}  // namespace

void bind_singles(nb::module_& m) {
    nb::class_<Singles>(m, "Singles",
                        R"(Places full houses, naked and hidden singles in a fixed order.

Parameters
----------
n_digits : int
    Digits are 1 to ``n_digits``, at most 32. In a mask, digit d is bit d - 1.
n_cells : int
    Cells are 0 to ``n_cells - 1``.
houses : list of list of int
    Cells that hold no digit twice; with as many cells as digits, each digit once.

Raises
------
ValueError
    If a number is out of range.)")
        .def(nb::init<int32_t, int32_t, std::vector<std::vector<int32_t>>>(), "n_digits"_a, "n_cells"_a, "houses"_a)
        .def(
            "begin",
            [](const Singles& singles, const std::vector<int32_t>& givens) { return tuple_of(singles.begin(givens)); },
            "givens"_a, R"(Place the givens, cell by cell.

Returns
-------
values, masks, places, counts, naked, hidden
    The digit of each cell, its candidates, the cells of each digit as bytes (the lowest first), for each house how many
    cells have each candidate (from index 1 on), and the singles that came up.)")
        .def("tally", &tally, "givens"_a, R"(Count the singles of a puzzle until there are none.

Returns
-------
full_houses, naked, hidden, left
    How many there are of each kind, and how many cells stay open.)")
        .def("walk", &walk, "values"_a, "masks"_a, "naked"_a, "hidden"_a, R"(Place singles until there are none.

Returns
-------
steps, state
    Steps are (kind, cell, digit, house): 0 full house, 1 naked, 2 hidden; the state is as from `begin`.)");

    nb::class_<BasicSteps>(
        m, "BasicSteps",
        R"(Counts singles, locked candidates, pairs and triples as they come on a path, each applied before the next.

There are counts and weights of full houses, naked and hidden singles, locked pairs and triples, pointing, claiming,
naked pairs and triples, hidden pairs and triples, which are tried in this order.

Parameters
----------
n_digits, n_cells, houses
    As for `Singles`.
order : list of int
    Houses, in the order in which they are searched for subsets.
boxes : list of bool
    Whether each house is a box.
from_boxes, from_lines : list of (int, list of int)
    For pointing and claiming: a house, and the houses that can lose a digit whose places are all in both.

Raises
------
ValueError
    If a number is out of range.)")
        .def(nb::new_(&basic_steps), "n_digits"_a, "n_cells"_a, "houses"_a, "order"_a, "boxes"_a, "from_boxes"_a,
             "from_lines"_a)
        .def("tally", &tally_basics, "givens"_a, "weights"_a, "most"_a,
             R"(Count the steps of a puzzle until there are none, or until their weights add up to more than `most`.

Returns
-------
counts, left
    How many there are of each kind, and how many cells stay open.)")
        .def("walk", &walk_basics, "values"_a, "masks"_a, "naked"_a, "hidden"_a, "weights"_a, "most"_a,
             R"(Count and apply the steps from a state on, as `tally` does.

Returns
-------
counts, state
    The state is as from `Singles.begin`.)");
}
