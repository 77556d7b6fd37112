// Python bindings of logic/equivalences.hpp: takes lists of cells, returns lists of numbers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "bindings/interruptible.hpp"
#include "logic/equivalences.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::EquivalenceSearch;
using farandole::run_interruptible;
using farandole::StopToken;

namespace {

using Numbers = std::vector<int32_t>;
using Starts = std::vector<EquivalenceSearch::Start>;

std::vector<std::pair<Numbers, Numbers>> find(int32_t n_cells,
                                              const std::vector<std::pair<std::vector<int32_t>, int32_t>>& houses,
                                              const Starts& starts, const Starts& more) {
    std::vector<EquivalenceSearch::House> taken;
    for (const auto& [cells, direction] : houses) taken.push_back({cells, direction});
    EquivalenceSearch search(n_cells, std::move(taken));
    const auto found = run_interruptible([&](StopToken stop) { return search.find(starts, more, stop); });
    std::vector<std::pair<Numbers, Numbers>> told;
    for (const auto& [sum, counts] : found)
        told.emplace_back(Numbers(sum.begin(), sum.end()), Numbers(counts.begin(), counts.end()));
    return told;
}

}  // namespace

void bind_equivalences(nb::module_& m) {
    m.def("find_equivalences", &find, "n_cells"_a, "houses"_a, "starts"_a, "more"_a,
          R"(Find sums of houses that leave few cells, those that leave the fewest first.

Parameters
----------
n_cells : int
houses : list of (cells, direction)
    The direction is 0 for rows, 1 for columns, -1 for other houses.
starts : list of list of (house, number)
    Sums to begin with: how often each house is added, negative if it is taken away.
more : list of list of (house, number)
    Starts that only help where a sum of houses is itself like a house.

Returns
-------
list of (sum, counts)
    How often each house is added, and how often each cell counts.

Raises
------
ValueError
    If a cell is out of range.)");
}
