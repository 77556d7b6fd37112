// Python bindings of exact cover with multiplicities and costs: takes buffers, returns lists of option numbers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <optional>
#include <random>
#include <type_traits>

#include "bindings/exclusive.hpp"
#include "bindings/interruptible.hpp"
#include "cover/bits/dispatch.hpp"
#include "cover/cheapest.hpp"
#include "cover/multi_bit_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::CheapestSearch;
using farandole::Control;
using farandole::CoverProblem;
using farandole::Exclusive;
using farandole::MultiBitSearch;
using farandole::StopSource;
using farandole::StopToken;

namespace {

using Integers = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Array>
auto span_of(const Array& array) {
    return std::span(array.data(), array.size());
}

using Budget = std::optional<int64_t>;
using Seconds = std::optional<double>;

// An engine that one thread at a time can advance, until a budget, a time limit or a signal pauses it. Others read its
// progress.
template <class Engine>
class Observed {
  public:
    // make(StopToken) makes the engine.
    template <class Make>
    explicit Observed(Make make) : engine_(farandole::run_interruptible(make)) {}

    template <class Work>
    auto run(Budget budget, Seconds seconds, Work work) {
        return exclusive_.run([&] {
            StopSource source(StopSource::deadline_after(seconds.value_or(std::numeric_limits<double>::infinity())),
                              farandole::check_python_signals);
            Control control;
            control.budget = budget.value_or(Control::kUnlimited);
            control.stop = source.token();
            control.show_progress = [](void* self, int64_t) { static_cast<Observed*>(self)->show(true); };
            control.context = this;
            return farandole::run_without_gil(source, [&] {
                auto answer = work(*engine_, control);
                show(false);
                return answer;
            });
        });
    }

    int64_t nodes() const { return nodes_; }

  protected:
    // Under the GIL: no thread can start meanwhile.
    bool is_running() const { return exclusive_.is_running(); }
    const Engine& engine() const { return *engine_; }

    std::atomic<int64_t> nodes_ = 0, found_ = 0;
    std::atomic<double> share_ = 0;
    std::atomic_bool is_exhausted_ = false;

  private:
    // The share takes longest; while no thread runs, it is computed when asked for.
    void show(bool with_share) {
        nodes_ = engine_->nodes();
        if constexpr (std::is_same_v<Engine, MultiBitSearch>) {
            found_ = engine_->n_met();
            is_exhausted_ = engine_->is_exhausted();
            if (with_share) share_ = engine_->share();
        }
    }

    Exclusive exclusive_;
    std::unique_ptr<Engine> engine_;
};

class Multi : public Observed<MultiBitSearch> {
  public:
    Multi(int32_t n_primary, int32_t n_items, const Integers& starts, const Integers& items, const Integers& colors,
          const Integers& low, const Integers& high, bool first, bool bits)
        : Observed([&](StopToken stop) {
              const CoverProblem problem(n_primary, n_items, span_of(starts), span_of(items), span_of(colors), stop);
              const farandole::BitKernel* kernel = bits ? &farandole::chosen_bits() : nullptr;
              return std::make_unique<MultiBitSearch>(problem, span_of(low), span_of(high), first, kernel, stop);
          }) {}

    std::optional<std::vector<int32_t>> next(Budget budget, Seconds seconds) {
        return run(budget, seconds, [](MultiBitSearch& search, Control& control) {
            return search.next(control) ? std::optional(search.cover()) : std::nullopt;
        });
    }

    int64_t count(std::optional<int64_t> limit, Budget budget, Seconds seconds) {
        return run(budget, seconds, [&](MultiBitSearch& search, Control& control) {
            return search.count(limit.value_or(std::numeric_limits<int64_t>::max()), control);
        });
    }

    std::vector<std::pair<double, double>> guess(int64_t samples, uint64_t seed) {
        return run({}, {}, [&](MultiBitSearch& search, Control& control) {
            std::mt19937_64 random(seed);
            const auto below = [&](int32_t n) { return (int32_t)((unsigned __int128)random() * n >> 64); };
            std::vector<std::pair<double, double>> guesses;
            while ((int64_t)guesses.size() < samples) {
                const auto [nodes, covers] = search.guess(below, control);
                if (control.is_stopped(0)) break;
                guesses.push_back({nodes, covers});
            }
            return guesses;
        });
    }

    int64_t found() const { return found_; }
    double share() {
        if (!is_running()) share_ = engine().share();
        return share_;
    }
    bool is_exhausted() const { return is_exhausted_; }
};

class Cheapest : public Observed<CheapestSearch> {
  public:
    Cheapest(int32_t n_primary, int32_t n_items, const Integers& starts, const Integers& items, const Integers& colors,
             const Integers& low, const Integers& high, const Numbers& costs, int64_t k)
        : Observed([&](StopToken stop) {
              const CoverProblem problem(n_primary, n_items, span_of(starts), span_of(items), span_of(colors), stop);
              return std::make_unique<CheapestSearch>(problem, span_of(low), span_of(high), span_of(costs), k, stop);
          }) {}

    bool go(Budget budget, Seconds seconds) {
        return run(budget, seconds, [](CheapestSearch& search, Control& control) { return search.run(control); });
    }
    nb::bytes covers() {
        const auto numbers = run({}, {}, [](CheapestSearch& search, Control&) { return search.covers(); });
        return nb::bytes(numbers.data(), numbers.size() * sizeof(int32_t));
    }
};

}  // namespace

void bind_multi(nb::module_& m) {
    nb::class_<Multi>(m, "MultiSearch", R"(A search for covers with multiplicities that stops at each of them.

Parameters
----------
n_primary, n_items, starts, items, colors, first
    As for `CoverSearch`.
low, high : buffer of int32, shape (n_primary,) or (0,)
    How often a primary item is covered; once, if they are empty.
bits : bool
    Whether to use bit sets where they are faster.

Raises
------
ValueError
    If a number is out of range.
RuntimeError
    By each method, if another thread is in a method of this search. What it has found by then can be read.)")
        .def(nb::init<int32_t, int32_t, const Integers&, const Integers&, const Integers&, const Integers&,
                      const Integers&, bool, bool>(),
             "n_primary"_a, "n_items"_a, "starts"_a, "items"_a, "colors"_a, "low"_a, "high"_a, "first"_a = false,
             "bits"_a = true,
             nb::sig("def __init__(self, n_primary: int, n_items: int, starts: array.array[int], "
                     "items: array.array[int], colors: array.array[int], low: array.array[int], "
                     "high: array.array[int], first: bool = False, bits: bool = True) -> None"))
        .def("next", &Multi::next, "budget"_a = nb::none(), "seconds"_a = nb::none(),
             nb::sig("def next(self, budget: int | None = None, seconds: float | None = None) -> list[int] | None"),
             "Return the next cover, its options in the order of choice. None if there is none, or if the search "
             "pauses: "
             "before node ``budget``, or after ``seconds``.")
        .def("count", &Multi::count, "limit"_a = nb::none(), "budget"_a = nb::none(), "seconds"_a = nb::none(),
             nb::sig("def count(self, limit: int | None = None, budget: int | None = None, "
                     "seconds: float | None = None) -> int"),
             "Count the remaining covers, up to ``limit`` if given, or until the search pauses; move past them.")
        .def("guess", &Multi::guess, "samples"_a, "seed"_a,
             nb::sig("def guess(self, samples: int, seed: int) -> list[tuple[float, float]]"),
             "Estimate the number of nodes and covers from random paths, for a search that has not begun.")
        .def_prop_ro("nodes", &Multi::nodes, "Options tried and items passed so far: nodes of the search tree.")
        .def_prop_ro("found", &Multi::found, "Covers found so far.")
        .def_prop_ro("share", &Multi::share, "An estimate of the fraction of the search that is done.")
        .def_prop_ro("exhausted", &Multi::is_exhausted, "Whether all covers were found.");

    nb::class_<Cheapest>(m, "CheapestSearch", R"(A search for the k cheapest covers.

Parameters
----------
n_primary, n_items, starts, items, colors, low, high
    As for `MultiSearch`.
costs : buffer of float64, shape (n_options,) or (0,)
    What an option costs; nothing, if it is empty.
k : int
    How many covers to find.

Raises
------
ValueError
    If the numbers are not as said above, or if the costs have no finite sum.
RuntimeError
    By each method, if another thread is in a method of this search.)")
        .def(nb::init<int32_t, int32_t, const Integers&, const Integers&, const Integers&, const Integers&,
                      const Integers&, const Numbers&, int64_t>(),
             "n_primary"_a, "n_items"_a, "starts"_a, "items"_a, "colors"_a, "low"_a, "high"_a, "costs"_a, "k"_a,
             nb::sig("def __init__(self, n_primary: int, n_items: int, starts: array.array[int], "
                     "items: array.array[int], colors: array.array[int], low: array.array[int], "
                     "high: array.array[int], costs: array.array[float], k: int) -> None"))
        .def("run", &Cheapest::go, "budget"_a = nb::none(), "seconds"_a = nb::none(),
             nb::sig("def run(self, budget: int | None = None, seconds: float | None = None) -> bool"),
             "Continue the search. Return False if it pauses, before node ``budget`` or after ``seconds``.")
        .def_prop_ro(
            "covers", &Cheapest::covers,
            "The cheapest covers so far, cheapest first, as int32: the number of options of each, then the options.")
        .def_prop_ro("nodes", &Cheapest::nodes, "Options tried and items passed so far: nodes of the search tree.");
}
