// Python bindings of logic/sum_bounds.hpp: takes lists of cells and sums, returns tuples.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/interruptible.hpp"
#include "logic/sum_bounds.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::run_interruptible;
using farandole::StopToken;
using farandole::SumBounds;

namespace {

using Numbers = std::vector<int32_t>;
using Found = std::tuple<std::vector<std::pair<int32_t, int32_t>>, std::vector<std::tuple<int32_t, Numbers, int32_t>>,
                         std::vector<std::pair<int32_t, int32_t>>>;

std::optional<Found> find(int32_t n_digits, const std::vector<Numbers>& houses,
                          const std::vector<std::tuple<Numbers, Numbers, int32_t>>& sums,
                          const std::vector<uint32_t>& masks, int64_t work, int32_t good_cost, int32_t max_sums,
                          int32_t max_factor) {
    std::vector<SumBounds::Sum> taken;
    for (const auto& [cells, coefficients, total] : sums) taken.push_back({cells, coefficients, total});
    SumBounds search(n_digits, houses, std::move(taken), masks);
    const auto found =
        run_interruptible([&](StopToken stop) { return search.find({work, good_cost, max_sums, max_factor}, stop); });
    if (!found) return std::nullopt;
    Found told{found->times, {}, {}};
    for (const auto& part : found->parts) std::get<1>(told).emplace_back(part.times, part.cells, part.bound);
    for (const auto& each : found->candidates) std::get<2>(told).emplace_back(each.cell, each.digit);
    return told;
}

}  // namespace

void bind_sum_bounds(nb::module_& m) {
    m.def("find_sum_bounds", &find, "n_digits"_a, "houses"_a, "sums"_a, "masks"_a, "work"_a, "good_cost"_a,
          "max_sums"_a, "max_factor"_a,
          R"(Combine sums so that the cells that they leave can hardly have the total that is left.

Parameters
----------
n_digits : int
houses : list of list of int
    The cells of each house.
sums : list of (cells, coefficients, total)
    Known sums, those of full houses among them.
masks : list of int
    The digits that each cell may hold; of a filled cell, its digit.
work : int
    A limit: about as many numbers are changed.
good_cost : int
    The cost of a proof that ends the search for a simpler one: three for each sum, two for each part.
max_sums, max_factor : int
    Sums of a proof, and how often one of its sums or parts may count.

Returns
-------
(times, parts, candidates), optional
    How often each sum counts, as (number, times); the parts by which what they leave is bounded, as (times, cells,
    bound), where times are positive if the cells have at least that bound, and negative if at most; the candidates that
    would make what is left at least more than the total, as (cell, digit). None if nothing was found.

Raises
------
ValueError
    If a cell or house is out of range, or a cell has no digit.)");
}
