// Python bindings of decision diagrams: takes buffers of int32, returns bytes of int32 and counts.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "bindings/exclusive.hpp"
#include "bindings/interruptible.hpp"
#include "cover/zdd/zdd.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using farandole::CoverCounts;
using farandole::Exclusive;
using farandole::run_interruptible;
using farandole::StopToken;
using farandole::ZddKeys;
using farandole::ZddNode;
using farandole::ZddSearch;

namespace {

using Integers = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::span<const int32_t> span_of(const Integers& integers) { return {integers.data(), integers.size()}; }

// A search that one thread at a time can advance. (nanobind requires unique class names across files.)
class Diagrammer {
  public:
    Diagrammer(int32_t n_primary, int32_t n_items, const Integers& starts, const Integers& items,
               const Integers& colors, const Integers& low, const Integers& high, bool first)
        : search_(run_interruptible([&](StopToken stop) {
              return std::make_unique<ZddSearch>(ZddKeys(n_primary, n_items, span_of(starts), span_of(items),
                                                         span_of(colors), span_of(low), span_of(high), stop),
                                                 first ? ZddSearch::Rule::kFirst : ZddSearch::Rule::kSmallest, stop);
          })) {}

    const char* run(int64_t steps, int64_t budget, int64_t memory) {
        return exclusive_.run([&] {
            outcome_ = run_interruptible([&](StopToken stop) {
                return search_->run(std::max<int64_t>(steps, 0), budget, std::max<int64_t>(memory, 0), stop);
            });
            switch (outcome_) {
                case ZddSearch::Outcome::kDone: return "done";
                case ZddSearch::Outcome::kPaused: return "paused";
                default: return "full";
            }
        });
    }

    // About a million nodes from `begin` on: all at once would delay Ctrl-C.
    nb::bytes nodes_from(int64_t begin) {
        return exclusive_.run([&] {
            const farandole::Blocks<ZddNode>& nodes = done().nodes();
            std::vector<ZddNode> some;
            for (int64_t node = std::max<int64_t>(begin, 0); node < std::min(nodes.size(), begin + (1 << 20)); ++node)
                some.push_back(nodes[node]);
            return nb::bytes(some.data(), some.size() * sizeof(ZddNode));
        });
    }

    int32_t root() {
        return exclusive_.run([&] { return done().root(); });
    }

    int64_t nodes() {
        return exclusive_.run([&] { return search_->n_tried(); });
    }
    double share() {
        return exclusive_.run([&] { return search_->share(); });
    }
    int64_t memory() {
        return exclusive_.run([&] { return static_cast<int64_t>(search_->memory()); });
    }

  private:
    const ZddSearch& done() const {
        if (outcome_ != ZddSearch::Outcome::kDone) throw std::runtime_error("this search is not done");
        return *search_;
    }

    Exclusive exclusive_;
    ZddSearch::Outcome outcome_ = ZddSearch::Outcome::kPaused;
    std::unique_ptr<ZddSearch> search_;
};

// Numbers that Python reads without a copy.
nb::object memory_of(std::vector<uint64_t>& numbers) {
    auto* kept = new std::vector<uint64_t>(std::move(numbers));
    const nb::capsule owner(kept, [](void* kept) noexcept { delete static_cast<std::vector<uint64_t>*>(kept); });
    return nb::cast(nb::ndarray<nb::memview, const uint64_t, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
}

nb::tuple count_covers(const Integers& numbers, int32_t n_options) {
    static_assert(sizeof(ZddNode) == 3 * sizeof(int32_t));
    const std::span<const ZddNode> nodes{reinterpret_cast<const ZddNode*>(numbers.data()), numbers.size() / 3};
    if (numbers.size() % 3 != 0 || nodes.size() < 2)
        throw std::invalid_argument("expected two nodes or more of three numbers");
    CoverCounts counts = run_interruptible([&](StopToken stop) {
        for (size_t node = 2; node < nodes.size(); ++node) {
            const auto [option, lo, hi] = nodes[node];
            const auto most = static_cast<int32_t>(node);
            if (option < 0 || option >= n_options)
                throw std::invalid_argument("expected options from 0 to n_options - 1");
            if (lo < 0 || lo >= most || hi < 0 || hi >= most)
                throw std::invalid_argument("expected nodes after both of their branches");
            stop.count_steps(4);
        }
        return CoverCounts(nodes, stop);
    });
    return nb::make_tuple(memory_of(counts.words()), memory_of(counts.ends()));
}

}  // namespace

void bind_zdd(nb::module_& m) {
    nb::class_<Diagrammer>(m, "ZddSearch", R"(A search for all exact covers at once, as a decision diagram.

Parameters
----------
n_primary, n_items, starts, items, colors
    As for `CoverSearch`.
low, high : buffer of int32, shape (n_primary,)
    How often at least and at most a primary item is covered; both empty: each once.
first : bool
    Cover the first item next, in an order that the search makes, not the one with the fewest options.

Raises
------
ValueError
    If a number is out of range.
RuntimeError
    By each method, if another thread is in a method of this search; by `nodes_from` and `root`, if it is not done.)")
        .def(nb::init<int32_t, int32_t, const Integers&, const Integers&, const Integers&, const Integers&,
                      const Integers&, bool>(),
             "n_primary"_a, "n_items"_a, "starts"_a, "items"_a, "colors"_a, "low"_a, "high"_a, "first"_a,
             nb::sig("def __init__(self, n_primary: int, n_items: int, starts: array.array[int], "
                     "items: array.array[int], colors: array.array[int], low: array.array[int], "
                     "high: array.array[int], first: bool) -> None"))
        .def("run", &Diagrammer::run, "steps"_a, "budget"_a, "memory"_a,
             nb::sig("def run(self, steps: int, budget: int, memory: int) -> str"),
             R"(Continue for ``steps`` steps of about 10 ns.

Returns "done"; "paused", also when ``budget`` nodes are tried; or "full" when more than ``memory`` bytes would
be needed. A search that is not done can continue.)")
        .def("nodes_from", &Diagrammer::nodes_from, "begin"_a, nb::sig("def nodes_from(self, begin: int) -> bytes"),
             R"(Return up to a million nodes of a finished diagram, from one on, as int32 of shape (n_nodes, 3).

A node is an option, the node without it and the node with it, both earlier ones; 0 and 1 are the terminals.)")
        .def_prop_ro("root", &Diagrammer::root, "The root of a finished diagram.")
        .def_prop_ro("nodes", &Diagrammer::nodes, "Options tried so far: nodes of the search.")
        .def_prop_ro("share", &Diagrammer::share, "An estimate of the fraction of the search that is done.")
        .def_prop_ro("memory", &Diagrammer::memory, "Bytes of memo and diagram.");
    m.def("count_covers", &count_covers, "nodes"_a, "n_options"_a,
          nb::sig("def count_covers(nodes: array.array[int], n_options: int) -> tuple[memoryview, memoryview]"),
          R"(Count the covers below each node of a diagram.

Parameters
----------
nodes : buffer of int32, shape (3 * n_nodes,)
    As `ZddSearch.nodes_from` gives them.

Returns
-------
tuple
    The counts one after another, in words of 64 bits, least first, as many as each needs; and where each ends.

Raises
------
ValueError
    If the numbers are not those of a diagram with this number of options.)");
}
