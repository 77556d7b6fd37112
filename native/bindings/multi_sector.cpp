// Python bindings of logic/multi_sector.hpp: takes a cube of masks, returns tuples.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "bindings/interruptible.hpp"
#include "logic/multi_sector.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::MultiSector;
using farandole::run_interruptible;
using farandole::StopToken;

namespace {

using Cover = std::pair<uint32_t, uint32_t>;

std::vector<std::tuple<uint32_t, uint32_t, int32_t, std::vector<Cover>>> find(
    const std::vector<std::vector<uint32_t>>& cube) {
    MultiSector search(cube);
    const auto found = run_interruptible([&](StopToken stop) { return search.find(stop); });
    std::vector<std::tuple<uint32_t, uint32_t, int32_t, std::vector<Cover>>> sets;
    for (const auto& [a, b, n_truths, n_false, covers] : found) sets.emplace_back(a, b, n_truths, covers);
    return sets;
}

}  // namespace

void bind_multi_sector(nb::module_& m) {
    m.def("find_locked_sets", &find, "cube"_a, R"(Find multi-sector locked sets: as many truths as covers.

Parameters
----------
cube : list of list of int
    For each a and b, the mask of c: bit c for the point (a, b, c). At most 9 of each.

Returns
-------
list of (a, b, n_truths, covers)
    Masks of a and b, whose pairs are the truths; how many of these have points; and for each c, the masks of a and b
    whose points with that c are covered. Only the sets with the fewest truths are listed.

Raises
------
ValueError
    If there are more than 9, or not as many of each.)");
}
