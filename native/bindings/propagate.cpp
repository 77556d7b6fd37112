// Python bindings of csp/: takes lists of cells, returns lists of digits.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <optional>
#include <type_traits>

#include "bindings/exclusive.hpp"
#include "bindings/interruptible.hpp"
#include "bindings/masks.hpp"
#include "csp/fillings.hpp"
#include "csp/model.hpp"
#include "csp/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::Cell;
using farandole::check_masks;
using farandole::Exclusive;
using farandole::Houses;
using farandole::Mask;
using farandole::Model;
using farandole::Network;
using farandole::StopSource;
using farandole::StopToken;

namespace {

// A search that one thread at a time can advance, and that any thread can stop.
class PuzzleSearch {
  public:
    PuzzleSearch(const Network& network, const std::vector<Mask>& masks, std::optional<int64_t> budget,
                 std::optional<double> seconds, int64_t switch_after, const std::string& engine, int32_t threads)
        : search_(network, masks, budget.value_or(std::numeric_limits<int64_t>::max()), switch_after, engine_of(engine),
                  threads),
          deadline_(StopSource::deadline_after(seconds.value_or(std::numeric_limits<double>::infinity()))) {}

    std::optional<std::vector<int32_t>> next() {
        return run([&](StopToken stop) -> std::optional<std::vector<int32_t>> {
            if (!search_.next(stop)) return std::nullopt;
            return search_.digits();
        });
    }

    int64_t count(std::optional<int64_t> limit) {
        return run([&](StopToken stop) {
            const int64_t most = limit.value_or(std::numeric_limits<int64_t>::max());
            return search_.count(most, stop);
        });
    }

    int64_t nodes() {
        return run([&](StopToken) { return search_.nodes(); });
    }

    // For another thread: stops the current call and all later ones.
    void stop() { cancelled_.request_stop(); }

    bool exhausted() {
        return run([&](StopToken) { return search_.exhausted(); });
    }

  private:
    static farandole::Engine engine_of(const std::string& name) {
        using farandole::Engine;
        for (const auto& [known, engine] :
             {std::pair{"turns", Engine::turns}, std::pair{"simd", Engine::simd}, std::pair{"cdcl", Engine::cdcl},
              std::pair{"propagation", Engine::propagation}})
            if (name == known) return engine;
        throw std::invalid_argument("engine: expected turns, simd, cdcl or propagation, found " + name);
    }

    template <class Work>
    std::invoke_result_t<Work, StopToken> run(Work work) {
        return exclusive_.run([&] {
            StopSource source(deadline_, farandole::check_python_signals, cancelled_.token());
            return farandole::run_without_gil(source, [&] { return work(source.token()); });
        });
    }

    Exclusive exclusive_;
    StopSource cancelled_;
    farandole::Search search_;
    StopSource::Clock::time_point deadline_;
};

using Cells = std::vector<Cell>;

using Sums = std::vector<std::tuple<Cells, Cells, int32_t, int32_t>>;
using Sets = std::vector<std::pair<Cells, std::vector<Mask>>>;
using Pairs = std::vector<std::tuple<Cell, Cell, size_t>>;
using Tables = std::vector<std::pair<std::vector<Cells>, std::vector<Mask>>>;
using Automata = std::vector<std::tuple<std::vector<Cells>, int32_t, std::vector<Mask>, Cells>>;
using Numbered = std::vector<std::pair<Cells, int32_t>>;
using Counts = std::vector<std::tuple<Cell, Cells, std::vector<std::vector<std::pair<Mask, Cells>>>>>;
using Distinct = std::vector<std::tuple<Cell, Cells, Cells>>;
using Connected = std::vector<std::tuple<Cells, int32_t, Mask, int32_t, bool, bool>>;
using Regions = std::vector<std::tuple<Cells, Mask, bool>>;
using Islands = std::vector<std::tuple<Cells, int32_t, Mask, Cells>>;
using Ranks = std::vector<std::tuple<std::vector<Cells>, int32_t, int32_t, int32_t>>;
using Runs = std::vector<std::tuple<Cells, Cells, int32_t>>;
using Disjunctions = std::vector<std::vector<const Model*>>;

Model model_of(int32_t n_digits, int32_t n_cells, Sums sums, Sets sets, Pairs pairs,
               std::vector<std::vector<Mask>> partners, Tables tables, Automata automata, Numbered counted,
               Numbered sandwiches, Numbered skyscrapers, Counts counts, Distinct distinct, Connected connected,
               Regions regions, Islands islands, Ranks ranks, Runs runs, const Disjunctions& disjunctions,
               const std::vector<const Model*>& negations) {
    Model model{n_digits, n_cells, {}};
    for (auto& [cells, coefficients, low, high] : sums)
        model.sums.push_back({std::move(cells), std::move(coefficients), low, high});
    for (auto& [cells, masks] : sets) model.sets.push_back({std::move(cells), std::move(masks)});
    for (const auto& [one, other, number] : pairs) {
        if (number >= partners.size()) throw std::invalid_argument("expected pairs with one of the partners");
        model.pairs.push_back({one, other, partners[number]});
    }
    for (auto& [lines, masks] : tables) model.tables.push_back({std::move(lines), std::move(masks)});
    for (auto& [lines, n_states, arcs, accepting] : automata) {
        if (arcs.size() % 3) throw std::invalid_argument("expected three numbers an arc");
        farandole::Automaton automaton{n_states, {}, accepting};
        for (size_t i = 0; i < arcs.size(); i += 3)
            automaton.arcs.push_back({(int32_t)arcs[i], (int32_t)arcs[i + 1], arcs[i + 2]});
        model.automata.push_back({std::move(lines), std::move(automaton)});
    }
    for (auto& [cells, total] : counted) model.counted.push_back({std::move(cells), total});
    for (auto& [cells, total] : sandwiches) model.sandwiches.push_back({std::move(cells), total});
    for (auto& [cells, count] : skyscrapers) model.skyscrapers.push_back({std::move(cells), count});
    for (auto& [control, cells, cases] : counts) {
        Model::Count count{control, std::move(cells), {}};
        for (const auto& classes : cases) {
            count.cases.emplace_back();
            for (const auto& [digits, allowed] : classes) {
                farandole::DigitClass made{digits, {}};
                for (const int32_t number : allowed) {
                    if (number < 0 || number > (int32_t)farandole::CountConstraint::kMaxCells)
                        throw std::invalid_argument("expected counts from 0 to 255");
                    made.counts.set(number);
                }
                count.cases.back().push_back(made);
            }
        }
        model.counts.push_back(std::move(count));
    }
    for (auto& [control, cells, numbers] : distinct)
        model.distinct.push_back({control, std::move(cells), std::move(numbers)});
    for (auto& [cells, width, digits, size, outside, tree] : connected)
        model.connected.push_back({std::move(cells), width, digits, {size, outside, tree}});
    for (auto& [cells, labels, is_full] : regions) model.regions.push_back({std::move(cells), labels, is_full});
    for (auto& [cells, width, sea, sizes] : islands)
        model.islands.push_back({std::move(cells), width, sea, std::move(sizes)});
    for (auto& [lines, ranked, rank, ties] : ranks) {
        if (ties < 0 || ties > 2) throw std::invalid_argument("expected ties from 0 to 2");
        model.ranks.push_back({std::move(lines), ranked, rank, (farandole::RankConstraint::Ties)ties});
    }
    for (auto& [cells, sizes, offset] : runs) model.runs.push_back({std::move(cells), std::move(sizes), offset});
    const auto copy = [](const Model* inner) {
        if (!inner) throw std::invalid_argument("expected a Submodel, found None");
        return *inner;
    };
    for (const auto& alternatives : disjunctions) {
        auto& models = model.disjunctions.emplace_back();
        std::ranges::transform(alternatives, std::back_inserter(models), copy);
    }
    std::ranges::transform(negations, std::back_inserter(model.negations), copy);
    return model;
}

// Leaves a model only these cells, all of its constraints' cells among them, and numbers them in this order.
void keep_cells(Model& model, const Cells& cells) {
    std::vector<Cell> numbers(std::max(model.n_cells, 0), -1);
    const auto number_of = [&](Cell cell) -> Cell& {
        if (cell < 0 || cell >= model.n_cells) throw std::invalid_argument("expected cells from 0 to n_cells - 1");
        return numbers[cell];
    };
    for (size_t n = 0; n < cells.size(); ++n)
        if (std::exchange(number_of(cells[n]), (Cell)n) >= 0) throw std::invalid_argument("expected each cell once");
    farandole::for_each_scope(model, [&](std::span<Cell> some) {
        for (Cell& cell : some)
            if ((cell = number_of(cell)) < 0) throw std::invalid_argument("expected constraints of the cells to keep");
    });
    model.n_cells = (int32_t)cells.size();
}

// Makes networks and submodels of the constraints that `model_of` takes.
template <class... Constraints>
struct Make {
    static Network* network(int32_t n_digits, int32_t n_cells, std::variant<const Network*, std::vector<Cells>> houses,
                            Constraints... constraints, const std::optional<Cells>& cells) {
        Model model = model_of(n_digits, n_cells, std::move(constraints)...);
        std::shared_ptr<const Houses> shared;
        if (auto* lists = std::get_if<std::vector<Cells>>(&houses)) model.houses = std::move(*lists);
        else if (const Network* other = std::get<const Network*>(houses)) shared = other->shared_houses();
        else throw std::invalid_argument("expected houses, or a network that has them");
        if (cells) {
            if (shared) throw std::invalid_argument("expected houses of the cells that are kept");
            keep_cells(model, *cells);
        }
        return farandole::make_network(std::move(model), std::move(shared)).release();
    }

    static Model* submodel(std::vector<std::pair<Cell, Mask>> masks, std::vector<Cells> houses,
                           Constraints... constraints) {
        auto model = std::make_unique<Model>(model_of(0, 0, std::move(constraints)...));
        model->masks = std::move(masks);
        model->houses = std::move(houses);
        return model.release();
    }
};

using MakeAny =
    Make<Sums, Sets, Pairs, std::vector<std::vector<Mask>>, Tables, Automata, Numbered, Numbered, Numbered, Counts,
         Distinct, Connected, Regions, Islands, Ranks, Runs, Disjunctions, std::vector<const Model*>>;

// The masks after propagation of all constraints; none if a cell has no candidate left.
std::optional<std::vector<Mask>> propagate(const Network& network, const std::vector<Mask>& masks) {
    check_masks(masks, network);
    return farandole::run_interruptible([&](StopToken) -> std::optional<std::vector<Mask>> {
        farandole::Candidates candidates = network.begin(masks);
        if (std::ranges::count(masks, Mask{0}) || !network.propagate(candidates, [](std::span<const Cell>) {}))
            return std::nullopt;
        const auto left = candidates.masks();
        return std::vector<Mask>(left.begin(), left.end());
    });
}

// The candidates that take part in a solution. One whose search has to stop stays.
std::vector<Mask> supports(const Network& network, std::vector<Mask> masks, int64_t budget) {
    check_masks(masks, network);
    return farandole::run_interruptible([&](StopToken stop) {
        farandole::Fillings fillings(network, masks, budget);
        return fillings.supports(std::move(masks), stop);
    });
}

}  // namespace

void bind_propagate(nb::module_& m) {
    nb::class_<Model>(m, "Submodel", R"(The constraints of an alternative, for a `Network`.

Parameters are those of `Network`, and:

Parameters
----------
masks : list of (cell, mask)
    The digits that cells may hold.
houses : list of list of int
    The houses of the alternative; those of the network hold too.)")
        .def(nb::new_(&MakeAny::submodel), "masks"_a, "houses"_a, "sums"_a = nb::list(), "sets"_a = nb::list(),
             "pairs"_a = nb::list(), "partners"_a = nb::list(), "tables"_a = nb::list(), "automata"_a = nb::list(),
             "counted"_a = nb::list(), "sandwiches"_a = nb::list(), "skyscrapers"_a = nb::list(),
             "counts"_a = nb::list(), "distinct"_a = nb::list(), "connected"_a = nb::list(), "regions"_a = nb::list(),
             "islands"_a = nb::list(), "ranks"_a = nb::list(), "runs"_a = nb::list(), "disjunctions"_a = nb::list(),
             "negations"_a = nb::list());

    nb::class_<Network>(m, "Network",
                        R"(The houses and constraints of a puzzle. Immutable; searches share it.

Parameters
----------
n_digits : int
    Digits are 1 to ``n_digits``, at most 32. In a mask, digit d is bit d - 1.
n_cells : int
    Cells are 0 to ``n_cells - 1``.
houses : list of list of int, or Network
    Cells that hold no digit twice; as many cells as digits hold each digit once. Or a network with the same houses.
sums : list of (cells, coefficients, low, high)
    Digits times coefficients add up to ``low`` to ``high``.
sets : list of (cells, masks)
    Cells of one house that together hold one of some sets of digits.
pairs : list of (cell, cell, int)
    Two cells, and the index of their entry in ``partners``.
partners : list of masks
    For each digit of the first cell of a pair, the digits that the second may hold.
tables : list of (list of cells, masks)
    Groups of cells that each hold one of the same tuples: tuple after tuple, a mask of one digit each.
automata : list of (list of cells, n_states, arcs, accepting)
    Lines of as many cells whose digits lead from state 0 to an accepting one; a cell may come twice. Three numbers an
    arc: from, to, and a mask of digits.
counted : list of (cells, total)
    Cells of which the first says how many of them, itself among them, add up to a total.
sandwiches : list of (cells, total)
    Houses with each digit, in line, whose digits between 1 and ``n_digits`` add up to a total.
skyscrapers : list of (cells, count)
    Houses with each digit, in line, in which so many digits, 1 to ``n_digits``, are higher than all before them.
counts : list of (control, cells, cases)
    Cells, each once, that hold certain numbers of digits. A case is a list of disjoint masks of digits, each with the
    numbers of cells that may hold one of them. There is a case for each digit of the control cell, which is not
    counted; or one case, where ``control`` is -1.
distinct : list of (control, cells, numbers)
    Cells, each once, that hold so many different digits: a number for each digit of the control cell, which may be one
    of the cells; or the possible numbers, where ``control`` is -1.
connected : list of (cells, width, digits, size, outside, tree)
    Rectangles, row by row, whose cells with a digit of the mask form one region, joined side by side. ``size`` is the
    number of its cells, or -1. With ``outside``, what is outside belongs to it, and it may have no cell. With ``tree``,
    its cells form no cycle.
regions : list of (cells, labels, is_full)
    Cells with digits, then as many cells with labels: cells with the same label of the mask hold different digits, and
    each digit if ``is_full``.
islands : list of (cells, width, sea, sizes)
    Rectangles, row by row. The cells without a digit of the mask ``sea`` form islands, each with one number, which is
    its size; ``sizes`` has the number of each cell, or 0.
ranks : list of (lines, ranked, rank, ties)
    Lines of as many cells, read as numbers; the one at the place ``ranked`` has this rank, from 1 for the least.
    ``ties`` is 0 if no lines may be equal, 1 if others may be equal to each other, 2 if any may.
runs : list of (cells, sizes, offset)
    A control cell, a start, and arms of these sizes, at most 63 cells in all. Along each arm, cells are seen up to the
    first one with another digit than the start. The number of cells seen, the start among them, is the digit of the
    control cell and ``offset``.
disjunctions : list of list of Submodel
    Of each list, at least one holds.
negations : list of Submodel
    None of these holds.
cells : list of int, optional
    Keep only these cells, which have all houses and constraints, and number them in this order. A network of few cells
    is faster.

Raises
------
ValueError
    If a number is out of range, or if automata, unrolled along their lines, become too large.)")
        .def(nb::new_(&MakeAny::network), "n_digits"_a, "n_cells"_a, "houses"_a, "sums"_a = nb::list(),
             "sets"_a = nb::list(), "pairs"_a = nb::list(), "partners"_a = nb::list(), "tables"_a = nb::list(),
             "automata"_a = nb::list(), "counted"_a = nb::list(), "sandwiches"_a = nb::list(),
             "skyscrapers"_a = nb::list(), "counts"_a = nb::list(), "distinct"_a = nb::list(),
             "connected"_a = nb::list(), "regions"_a = nb::list(), "islands"_a = nb::list(), "ranks"_a = nb::list(),
             "runs"_a = nb::list(), "disjunctions"_a = nb::list(), "negations"_a = nb::list(), "cells"_a = nb::none())
        .def("propagate", &propagate, "masks"_a,
             nb::sig("def propagate(self, masks: Sequence[int]) -> list[int] | None"),
             R"(Return the masks of the cells after propagation of all constraints, None if that shows a contradiction.

Raises
------
ValueError
    If the masks are not one of ``n_digits`` bits for each cell.)")
        .def("supports", &supports, "masks"_a, "budget"_a,
             nb::sig("def supports(self, masks: Sequence[int], budget: int) -> list[int]"),
             R"(Return the candidates that take part in a solution, as a mask for each cell.

A candidate for which ``budget`` choices, at least 30, are too few stays.

Raises
------
ValueError
    If the masks are not one of ``n_digits`` bits for each cell.)");

    nb::class_<PuzzleSearch>(m, "PuzzleSearch", R"(A search for the solutions of a network, one at a time.

It starts with propagation and backtracking. On hard puzzles the SIMD search takes over, in turns with CDCL if the
network has only houses, pairs and sets.

Parameters
----------
network : Network
masks : list of int, length n_cells
    The candidates of each cell: bit d - 1 for digit d.
budget : int, optional
    Maximum number of choices.
seconds : float, optional
    Time limit, counted from this call, also while no method runs.
switch_after : int, optional
    Choices without a solution after which other engines take over; a tenth of that if sums are derived from sums.
engine : str
    Which engines take over: ``turns`` (both), ``simd``, ``cdcl``, or ``propagation`` (none).
threads : int
    Number of threads of a `count` that is the first call.

Raises
------
ValueError
    If the masks are not one of ``n_digits`` bits for each cell, or if the engine is unknown.
RuntimeError
    By each method, if another thread is in a method of this search.)")
        .def(nb::init<const Network&, const std::vector<Mask>&, std::optional<int64_t>, std::optional<double>, int64_t,
                      const std::string&, int32_t>(),
             "network"_a, "masks"_a, "budget"_a = nb::none(), "seconds"_a = nb::none(),
             "switch_after"_a = farandole::Search::kSwitchAfter, "engine"_a = "turns", "threads"_a = 1,
             nb::keep_alive<1, 2>())
        .def("next", &PuzzleSearch::next, nb::sig("def next(self) -> list[int] | None"),
             "Return the next solution, the digit of each cell. None if there is none, or if the search has to stop.")
        .def("count", &PuzzleSearch::count, "limit"_a = nb::none(),
             nb::sig("def count(self, limit: int | None = None) -> int"),
             "Count the remaining solutions, up to ``limit`` if given, and move past them.")
        .def("stop", &PuzzleSearch::stop, "Stop the current call of another thread, and all later calls.")
        .def_prop_ro("nodes", &PuzzleSearch::nodes, "Choices so far.")
        .def_prop_ro("exhausted", &PuzzleSearch::exhausted,
                     "Whether all solutions were found. If not, there may be more.");
}
