// Python bindings of the searches for the places of a digit, fish and arrangements: places are bytes, sets integers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "bindings/exclusive.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/sets.hpp"
#include "logic/arrangements.hpp"
#include "logic/fish.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using farandole::Arrangements;
using farandole::Exclusive;
using farandole::Fish;
using farandole::FishGrid;
using farandole::FishQuestion;
using farandole::FishSearch;
using farandole::IndexSet;
using farandole::integer_of;
using farandole::run_interruptible;
using farandole::StopToken;

struct FishHouses {
    std::shared_ptr<const FishGrid> grid;
};

class PausedFishSearch {
  public:
    explicit PausedFishSearch(std::unique_ptr<FishSearch> search) : search_(std::move(search)) {}

    nb::list next() {
        const std::vector<Fish> found =
            exclusive_.run([&] { return run_interruptible([&](StopToken stop) { return search_->next(stop); }); });
        nb::list list;
        for (const Fish& fish : found)
            list.append(nb::make_tuple(fish.bases, fish.covers, integer_of(fish.fins), integer_of(fish.endo_fins),
                                       integer_of(fish.twice), integer_of(fish.eliminated)));
        return list;
    }

    bool was_cut() const { return search_->was_cut(); }
    int64_t n_steps() const { return search_->n_steps(); }

  private:
    std::unique_ptr<FishSearch> search_;
    Exclusive exclusive_;
};

IndexSet cells_of(const nb::bytes& bytes, int32_t n_cells) {
    IndexSet cells(n_cells);
    const auto* data = static_cast<const uint8_t*>(bytes.data());
    for (size_t at = 0; at < bytes.size(); ++at)
        for (uint32_t left = data[at]; left; left &= left - 1) {
            const int32_t cell = (int32_t)(8 * at) + std::countr_zero(left);
            if (cell >= n_cells) throw std::invalid_argument("expected cells from 0 to n_cells - 1");
            cells.add(cell);
        }
    return cells;
}

void begin_search(PausedFishSearch* self, const FishHouses& houses, const nb::bytes& places, const nb::bytes& targets,
                  std::vector<int32_t> bases, std::vector<int32_t> covers, std::pair<int32_t, int32_t> sizes,
                  int32_t width, int32_t max_fins, int32_t max_endo_fins, bool wants_no_effect, int64_t max_steps) {
    const int32_t n_cells = houses.grid->n_cells();
    FishQuestion question{
        .places = cells_of(places, n_cells),
        .targets = cells_of(targets, n_cells),
        .bases = std::move(bases),
        .covers = std::move(covers),
        .least = sizes.first,
        .most = sizes.second,
        .width = width,
        .max_fins = max_fins,
        .max_endo_fins = max_endo_fins,
        .wants_no_effect = wants_no_effect,
        .max_steps = max_steps,
    };
    new (self) PausedFishSearch(search_fish(houses.grid, std::move(question)));
}

}  // namespace

void bind_fish(nb::module_& m) {
    nb::class_<FishHouses>(m, "FishHouses", R"(The houses of a grid, for `FishSearch`.

Parameters
----------
n_cells : int
houses : list of list of int

Raises
------
ValueError
    If a cell is out of range.)")
        .def(
            "__init__",
            [](FishHouses* self, int32_t n_cells, const std::vector<std::vector<int32_t>>& houses) {
                new (self) FishHouses{std::make_shared<const FishGrid>(n_cells, houses)};
            },
            "n_cells"_a, "houses"_a);
    nb::class_<PausedFishSearch>(m, "FishSearch",
                                 R"(A search for fish, which pauses after each set of bases that has any.

Parameters
----------
houses : FishHouses
places, targets : bytes
    The places of the digit, and those that may be eliminated: bit c of the bytes, little-endian, for cell c.
bases, covers : list of int
    The houses that may be bases, and those that may be covers, in order.
sizes : tuple of (int, int)
    The fewest and the most bases, at most 16.
width : int
    Most covers that the bases of a fish meet.
max_fins : int
    0 for fish without fins; otherwise they have at least one fin.
max_endo_fins : int
    Most fins in several bases.
wants_no_effect : bool
    Whether to find fish with fins that eliminate no target, instead of those that eliminate one.
max_steps : int
    Steps after which the search ends.

Raises
------
ValueError
    If a number is out of range.)")
        .def("__init__", &begin_search, "houses"_a, "places"_a, "targets"_a, "bases"_a, "covers"_a, "sizes"_a,
             nb::kw_only(), "width"_a, "max_fins"_a, "max_endo_fins"_a, "wants_no_effect"_a, "max_steps"_a)
        .def("next", &PausedFishSearch::next,
             nb::sig("def next(self) -> list[tuple[list[int], list[int], int, int, int, int]]"),
             R"(Find the fish of the next set of bases that has any; none at the end.

Returns
-------
list of (bases, covers, fins, endo_fins, twice, eliminated)
    `twice`: places in several covers.)")
        .def_prop_ro("was_cut", &PausedFishSearch::was_cut, "Whether the search ended because of `max_steps`.")
        .def_prop_ro("n_steps", &PausedFishSearch::n_steps, "Steps so far.");
    nb::class_<Arrangements>(
        m, "Arrangements",
        R"(The arrangements of one digit: a place in each house that needs it, none in sight of another.

Parameters
----------
houses : list of list of int
    The cells of the houses that need the digit.
peers : list of list of int
    For each cell, the cells that it sees.

Raises
------
ValueError
    If a cell is out of range.)")
        .def(nb::init<const std::vector<std::vector<int32_t>>&, const std::vector<std::vector<int32_t>>&>(), "houses"_a,
             "peers"_a)
        .def(
            "impossible",
            [](const Arrangements& self, const nb::bytes& places) {
                const IndexSet set = cells_of(places, self.n_cells());
                return integer_of(run_interruptible([&](StopToken stop) { return self.impossible(set, stop); }));
            },
            "places"_a, nb::sig("def impossible(self, places: bytes) -> int"),
            "Return the places that no arrangement uses; `places` has bit c, little-endian, for cell c.");
}
