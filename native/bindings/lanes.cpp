// Python bindings of the lane kernels.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "bindings/exclusive.hpp"
#include "bindings/interruptible.hpp"
#include "classic/dispatch.hpp"
#include "fallback.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace farandole;

template <class T, class... Shape>
using Array = nb::ndarray<T, nb::device::cpu, nb::c_contig, Shape...>;
using Digits = Array<uint8_t, nb::shape<-1, 81>>;
using Numbers = Array<int64_t, nb::shape<-1>>;
using Table = Array<int64_t, nb::shape<3, -1>>;

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

// The index of the first value above the highest; the size if there is none.
template <class T>
size_t first_above(const T* values, size_t size, T highest) {
    constexpr size_t kBlock = 4096;
    for (size_t start = 0; start < size; start += kBlock) {
        const T* const block = values + start;
        const size_t n = std::min(kBlock, size - start);
        T worst = 0;
        for (size_t i = 0; i < n; ++i) worst = std::max(worst, block[i]);
        if (worst > highest) return std::find_if(block, block + n, [=](T value) { return value > highest; }) - values;
    }
    return size;
}

// One name for digits and masks; the dtype of the array decides.
template <class T>
void bind_solve(nb::module_& m, const T* Batch::* puzzles, T highest, const char* doc) {
    m.def(
        "solve",
        [puzzles, highest](Array<const T, nb::shape<-1, 81>> array, int64_t limit, size_t threads, Digits solutions,
                           Table numbers) -> std::optional<size_t> {
            Batch batch{};
            batch.*puzzles = array.data();
            batch.n = array.shape(0);
            if (solutions.shape(0) != batch.n || numbers.shape(1) != batch.n)
                throw std::invalid_argument("expected an answer for each puzzle");
            batch.limit = limit;
            batch.give_up_after = kGiveUpAfter;
            batch.solve_given_up = solve_given_up;
            batch.solutions = solutions.data();
            batch.counts = numbers.data();
            batch.guesses = batch.counts + batch.n;
            batch.passes = batch.guesses + batch.n;
            return run_interruptible([&](StopToken stop) -> std::optional<size_t> {
                const size_t bad = first_above(array.data(), array.size(), highest);
                if (bad < array.size()) return bad;
                batch.stop = stop;
                solve(batch, threads);
                for (size_t i = 0; i < batch.n; ++i)
                    if (!batch.counts[i]) std::fill_n(batch.solutions + 81 * i, 81, uint8_t{0});
                return std::nullopt;
            });
        },
        "puzzles"_a.noconvert(), "limit"_a, "threads"_a, "solutions"_a.noconvert(), "numbers"_a.noconvert(), doc);
}

// The solutions of a classic puzzle, each computed when it is asked for.
class Cursor {
  public:
    // Digits come as bytes, because each number of a list costs calls of Python's functions, which the stable ABI does
    // not inline: a third of a search.
    explicit Cursor(nb::bytes digits) : Cursor() {
        expect_81(digits.size(), "digits");
        const auto* const values = static_cast<const uint8_t*>(digits.data());
        if (first_above(values, 81, uint8_t{9}) < 81) throw std::invalid_argument("expected digits from 0 to 9");
        batch_.values = values;
        begin();
    }

    explicit Cursor(const std::vector<uint16_t>& masks) : Cursor() {
        expect_81(masks.size(), "masks");
        if (first_above(masks.data(), 81, uint16_t{511}) < 81) throw std::invalid_argument("expected masks of 9 bits");
        batch_.candidates = masks.data();
        begin();
    }

    std::optional<std::vector<uint8_t>> next() {
        std::vector<uint8_t> digits(81);
        if (!resume(1, digits.data())) return std::nullopt;
        return digits;
    }

    int64_t count(std::optional<int64_t> limit) {
        if (limit && *limit <= 0) return 0;
        return resume(limit.value_or(kUnlimited), nullptr);
    }

  private:
    Cursor() : searcher_(chosen_searcher(1)), scratch_(searcher_) { batch_.n = 1; }

    static void expect_81(size_t n, const char* what) {
        if (n != 81) throw std::invalid_argument(std::string("expected 81 ") + what + ", found " + std::to_string(n));
    }

    // Takes the puzzle, which need not live longer.
    void begin() {
        searcher_.begin(batch_, scratch_.memory());
        batch_.values = nullptr;
        batch_.candidates = nullptr;
    }

    int64_t resume(int64_t limit, uint8_t* solution) {
        return exclusive_.run([&] {
            batch_.limit = limit;
            batch_.solutions = solution;
            return run_interruptible([&](StopToken stop) {
                batch_.stop = stop;
                int64_t found = 0;
                searcher_.resume(batch_, scratch_.memory(), &found);
                return found;
            });
        });
    }

    const Searcher& searcher_;
    Batch batch_{};
    Scratch scratch_;
    Exclusive exclusive_;
};

std::vector<std::string> isas() {
    std::vector<std::string> names;
    for (const Kernel* kernel : usable_kernels()) names.emplace_back(kernel->name);
    return names;
}

}  // namespace

void bind_lanes(nb::module_& m) {
    bind_solve(m, &Batch::values, uint8_t{9}, R"(Solve n puzzles of 81 digits each (0 = empty).

Write solutions (zeros if there is none) and numbers (rows: counts, guesses, passes). Return None; if a value is too
large, solve nothing and return its index.)");
    bind_solve(m, &Batch::candidates, uint16_t{511},
               "Solve n puzzles of 81 masks each (bit d - 1 for digit d); otherwise the same.");
    m.def("isas", &isas, "Names of the kernels that this machine can run, widest last.");
    m.def("isa", [] { return std::string(chosen_kernel(SIZE_MAX).name); }, "Name of the kernel in use.");
    m.def("lanes", [] { return chosen_kernel(SIZE_MAX).width; }, "Puzzles that the kernel in use solves side by side.");
    nb::class_<Cursor>(m, "Cursor",
                       "The solutions of a classic puzzle (81 digits as bytes, or 81 masks), one per call.")
        .def(nb::init<nb::bytes>(), "digits"_a)
        .def(nb::init<const std::vector<uint16_t>&>(), "masks"_a)
        .def("next", &Cursor::next, "Return the next solution, 81 digits; None after the last.")
        .def("count", &Cursor::count, "limit"_a.none(), "Count the remaining solutions, up to a limit.");
}
