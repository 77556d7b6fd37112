// The exact cover engine as Python sees it: buffers of int32 in, lists of option numbers out.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <limits>
#include <optional>
#include <type_traits>

#include "cover.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::CoverSearch;
using farandole::Signals;

namespace {

using Integers = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::span<const int32_t> span_of(const Integers& integers) { return {integers.data(), integers.size()}; }

// A search that one thread at a time may move on. A second one is told so, as by a generator: to let it wait
// could block forever, for a signal handler may call us in the midst of our own call.
class Search {
  public:
    Search(int32_t n_primary, int32_t n_items, const Integers& starts, const Integers& items,
           const Integers& colors, bool first)
        : search_(n_primary, n_items, span_of(starts), span_of(items), span_of(colors), first) {}

    std::optional<std::vector<int32_t>> next() {
        return alone([&](Signals& signals) -> std::optional<std::vector<int32_t>> {
            if (!search_.next(&Signals::arrived, &signals)) return std::nullopt;
            return search_.cover();
        });
    }

    int64_t count(std::optional<int64_t> limit) {
        return alone([&](Signals& signals) {
            const int64_t most = limit.value_or(std::numeric_limits<int64_t>::max());
            return search_.count(most, &Signals::arrived, &signals);
        });
    }

    int64_t nodes() {
        return alone([&](Signals&) { return search_.nodes(); });
    }

  private:
    template <class Work>
    std::invoke_result_t<Work, Signals&> alone(Work work) {
        if (running_.exchange(true)) throw std::runtime_error("this search is running already");
        const struct Leave {
            std::atomic_bool& running;
            ~Leave() { running = false; }
        } leave{running_};
        Signals signals;
        auto answer = [&] {
            const nb::gil_scoped_release release;
            return work(signals);
        }();
        signals.raise_if_arrived();
        return answer;
    }

    std::atomic_bool running_ = false;
    CoverSearch search_;
};

}  // namespace

void bind_cover(nb::module_& m) {
    nb::class_<Search>(m, "CoverSearch", R"(A search for exact covers that stops at each of them.

Parameters
----------
n_primary, n_items : int
    Items 0 to ``n_primary - 1`` are covered exactly once, the others at most once or in one color.
starts : buffer of int32, shape (n_options + 1,)
    Option ``o`` has the entries ``starts[o]`` to ``starts[o + 1] - 1`` of the other two.
items : buffer of int32, shape (n_entries,)
    Each item at most once in an option.
colors : buffer of int32, shape (n_entries,)
    The color that the option gives the item; 0 for none, and always for a primary item.
first : bool
    Cover the first item next, not the one with the fewest options.

Raises
------
ValueError
    If the numbers are not as said above.
RuntimeError
    By each method, if another thread is in a method of this search.)")
        .def(nb::init<int32_t, int32_t, const Integers&, const Integers&, const Integers&, bool>(),
             "n_primary"_a, "n_items"_a, "starts"_a, "items"_a, "colors"_a, "first"_a = false,
             nb::sig("def __init__(self, n_primary: int, n_items: int, starts: array.array[int], "
                     "items: array.array[int], colors: array.array[int], first: bool = False) -> None"))
        .def("next", &Search::next, nb::sig("def next(self) -> list[int] | None"),
             "Move to the next cover: its options in the order of their choice, or None if there is none.")
        .def("count", &Search::count, "limit"_a = nb::none(),
             nb::sig("def count(self, limit: int | None = None) -> int"),
             "Count the covers to come, up to ``limit`` of them if given, and move past them.")
        .def_prop_ro("nodes", &Search::nodes, "Options tried so far: nodes of the search tree.");
}
