// Python bindings of logic/whips.hpp: takes lists of candidates, returns lists of links.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "bindings/interruptible.hpp"
#include "logic/whips.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::run_interruptible;
using farandole::StopToken;
using farandole::Whips;

namespace {

using Proofs = std::vector<std::pair<int32_t, std::vector<std::tuple<int32_t, int32_t, int32_t, int32_t>>>>;

Proofs listed(const std::vector<Whips::Proof>& proofs) {
    Proofs lists;
    for (const auto& [target, links] : proofs) {
        auto& list = lists.emplace_back(target, Proofs::value_type::second_type{}).second;
        for (const auto& [variable, left, cause, right] : links) list.emplace_back(variable, left, cause, right);
    }
    return lists;
}

}  // namespace

void bind_whips(nb::module_& m) {
    nb::class_<Whips>(m, "Whips", R"(Finds whips and braids: short proofs that a candidate is false.

Parameters
----------
excluded : list of list of int
    For each candidate, those that can't be true beside it.
variables : list of list of int
    Sets of candidates of which exactly one is true.

Raises
------
ValueError
    If there is no such candidate.)")
        .def(nb::init<std::vector<std::vector<int32_t>>, std::vector<std::vector<int32_t>>>(), "excluded"_a,
             "variables"_a)
        .def("add_group", &Whips::add_group, "members"_a, nb::sig("def add_group(self, members: list[int]) -> int"),
             "Add two or three candidates of a variable, ascending, as a group; return its number, which the links of "
             "whips may then have.")
        .def(
            "find_whips",
            [](Whips& whips, int32_t max_length, int64_t work) {
                return listed(
                    run_interruptible([&](StopToken stop) { return whips.find_whips(max_length, work, stop); }));
            },
            "max_length"_a, "work"_a, R"(Find the shortest whips, all of one length.

Parameters
----------
max_length : int
    Maximum number of variables.
work : int
    How many variables the search may look at.

Returns
-------
list of (target, links)
    The false candidate, and links of a variable, an excluded candidate of it, the true candidate that excludes it, and
    the candidate that is left in the variable: -1 at the end.)")
        .def(
            "find_braids",
            [](Whips& whips, int32_t max_length) {
                return listed(run_interruptible([&](StopToken stop) { return whips.find_braids(max_length, stop); }));
            },
            "max_length"_a, R"(Find a short braid for each candidate that singles refute.

Parameters
----------
max_length : int
    Maximum number of variables.

Returns
-------
list of (target, links)
    As from `find_whips`.)");
}
