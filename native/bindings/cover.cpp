// Python bindings of exact cover: takes buffers of int32, returns covers as lists of numbers or tuples of labels.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "bindings/exclusive.hpp"
#include "bindings/interruptible.hpp"
#include "cover/bits/dispatch.hpp"
#include "cover/cover.hpp"
#include "cover/threaded_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace farandole;

namespace {

using Clock = StopSource::Clock;
using Integers = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
constexpr double kForever = std::numeric_limits<double>::infinity();

std::span<const int32_t> span_of(const Integers& integers) { return {integers.data(), integers.size()}; }

// Pieces from an array: the number of options of each, then the options.
Pieces pieces_of(std::span<const int32_t> numbers) {
    Pieces pieces;
    for (size_t at = 0; at < numbers.size();) {
        const int32_t n = numbers[at++];
        if (n < 0 || (size_t)n > numbers.size() - at) throw std::invalid_argument("pieces: expected lengths that fit");
        pieces.add(numbers.subspan(at, n));
        at += n;
    }
    return pieces;
}

Choice choice_of(const std::string& name) {
    if (name == "smallest") return Choice::kSmallest;
    if (name == "first") return Choice::kFirst;
    if (name == "sharp") return Choice::kSharp;
    if (name == "weighted") return Choice::kWeighted;
    if (name == "random") return Choice::kRandom;
    throw std::invalid_argument("choice: expected 'smallest', 'first', 'sharp', 'weighted' or 'random'");
}

// A search that one thread at a time can advance, while others read its progress. The engine is made at the first use,
// because a thousand pieces share a problem and most of them wait.
class Search {
  public:
    Search(int32_t n_primary, int32_t n_items, const Integers& starts, const Integers& items, const Integers& colors,
           const std::string& choice, uint64_t seed, nb::bytes preferred, const std::optional<Integers>& pieces,
           std::optional<int64_t> budget, std::optional<double> seconds, int64_t threads, bool ordered, bool bits,
           std::optional<nb::tuple> labels)
        : budget_(budget.value_or(Control::kUnlimited)), seconds_(seconds.value_or(kForever)), threads_(threads),
          is_ordered_(ordered), labels_(std::move(labels)) {
        plan_.choice = choice_of(choice);
        plan_.seed = seed;
        plan_.kernel = bits ? &chosen_bits() : nullptr;
        problem_ = run_interruptible([&](StopToken stop) {
            return std::make_shared<const CoverProblem>(n_primary, n_items, span_of(starts), span_of(items),
                                                        span_of(colors), stop);
        });
        plan_.preferred.assign(preferred.c_str(), preferred.c_str() + preferred.size());
        plan_.preferred.resize(n_primary);
        if (labels_ && labels_->size() != (size_t)problem_->n_options)
            throw std::invalid_argument("expected a label for each option");
        if (pieces) take_pieces(*pieces);
        else start_clock();
    }

    // Some pieces of another search. Their time limit begins with their first step.
    Search(const Search& whole, const Integers& pieces)
        : problem_(whole.problem_), plan_(whole.plan_), budget_(whole.budget_), seconds_(whole.seconds_),
          threads_(whole.threads_), is_ordered_(whole.is_ordered_), labels_(whole.labels_) {
        take_pieces(pieces);
    }

    std::optional<std::vector<int32_t>> next() {
        return exclusive_.run([&]() -> std::optional<std::vector<int32_t>> {
            if (!fetch()) return std::nullopt;
            const int32_t* cover = next_cover();
            return std::vector<int32_t>(cover + 1, cover + 1 + *cover);
        });
    }

    // The next cover by its labels, or a null handle.
    nb::object next_labels() {
        return exclusive_.run([&]() -> nb::object {
            if (!fetch()) return nb::object();
            const int32_t* cover = next_cover();
            nb::object tuple = nb::steal(PyTuple_New(*cover));
            if (!tuple.is_valid()) throw nb::python_error();
            for (int32_t k = 0; k < *cover; ++k) {
                PyObject* label =
                    labels_ ? NB_TUPLE_GET_ITEM(labels_->ptr(), cover[k + 1]) : PyLong_FromLong(cover[k + 1]);
                if (labels_) Py_INCREF(label);
                NB_TUPLE_SET_ITEM(tuple.ptr(), k, label);
            }
            return tuple;
        });
    }

    int64_t count(std::optional<int64_t> limit, std::optional<double> seconds) {
        return exclusive_.run([&] {
            const int64_t most = limit.value_or(Control::kUnlimited), before = yielded_;
            while (yielded_ - before < most && at_ < found_.used) next_cover();
            const int64_t rest = most - (yielded_ - before);
            const int64_t goal = rest < Control::kUnlimited - searched() ? searched() + rest : Control::kUnlimited;
            const int64_t searched_before = searched();
            before_run_ = yielded_;
            if (rest > 0) run(goal, nullptr, seconds.value_or(kForever));
            yielded_ = before_run_ + searched() - searched_before;
            return yielded_ - before;
        });
    }

    int64_t nodes() const { return nodes_; }
    int64_t found() const { return yielded_; }
    double share() const { return share_; }
    bool exhausted() const { return is_exhausted_ && at_ == found_.used; }

    // At most n runs of neighboring pieces, each with several pieces, because some are faster than others.
    std::vector<nb::bytes> split(int64_t n) {
        return exclusive_.run([&] {
            constexpr int64_t kPiecesEach = 8;
            const Pieces pieces = run_interruptible([&](StopToken stop) {
                return n > 1 ? cut(*problem_, plan_, n < kMaxSize ? kPiecesEach * n : kMaxSize, n, stop) : plan_.pieces;
            });
            const int64_t n_runs = std::min(n, pieces.size());
            std::vector<nb::bytes> runs;
            std::vector<int32_t> run;
            for (int64_t k = 0; k < n_runs; ++k) {
                if (k % 1024 == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
                run.clear();
                const int64_t each = pieces.size() / n_runs, more = pieces.size() % n_runs;
                const auto end = [&](int64_t of) { return each * of + std::min(of, more); };
                for (int64_t piece = end(k); piece < end(k + 1); ++piece) {
                    run.push_back((int32_t)pieces[piece].size());
                    run.insert(run.end(), pieces[piece].begin(), pieces[piece].end());
                }
                runs.emplace_back(run.data(), run.size() * sizeof(int32_t));
            }
            return runs;
        });
    }

    // The rest of the search, as pieces.
    nb::bytes rest() {
        return exclusive_.run([&] {
            if (at_ < found_.used)
                throw std::runtime_error("expected all covers found to be taken, found more of them");
            if (threaded_) throw std::runtime_error("expected a search in one thread, found several");
            std::vector<int32_t> numbers;
            if (!is_exhausted_) {
                const Pieces pieces = single_ ? single_->rest() : plan_.pieces;
                for (int64_t piece = 0; piece < pieces.size(); ++piece) {
                    numbers.push_back((int32_t)pieces[piece].size());
                    numbers.insert(numbers.end(), pieces[piece].begin(), pieces[piece].end());
                }
            }
            return nb::bytes(numbers.data(), numbers.size() * sizeof(int32_t));
        });
    }

  private:
    static constexpr int64_t kMaxAtOnce = 256;  // covers that are searched ahead of the caller,
    static constexpr auto kLongestAhead = std::chrono::milliseconds(5);  // within this time

    // Publishes the progress of a run at each poll.
    struct Monitor {
        Search& search;
        StopSource& source;
        bool is_counting;
        int64_t searched_before;
        Clock::time_point last_share, delivery;  // deliver covers from this time on, however few

        static void show(void* self, int64_t nodes) { static_cast<Monitor*>(self)->show(nodes); }
        void show(int64_t nodes) {
            search.nodes_ = nodes;
            if (is_counting) search.yielded_ = search.before_run_ + search.searched() - searched_before;
            const auto now = Clock::now();
            if (now - last_share > std::chrono::milliseconds(20)) {
                last_share = now;
                search.share_ = search.engine_share();
            }
            if (search.found_.used > 0 && now > delivery) source.request_stop();
        }
    };

    void take_pieces(const Integers& numbers) {
        plan_.pieces = pieces_of(span_of(numbers));
        for (int64_t piece = 0; piece < plan_.pieces.size(); ++piece)
            for (const int32_t option : plan_.pieces[piece])
                if (option < 0 || option >= problem_->n_options || problem_->members_of(option).empty())
                    throw std::invalid_argument("pieces: expected options with primary items");
    }

    void start_clock() {
        deadline_ = StopSource::deadline_after(seconds_);
        is_timed_ = true;
    }
    bool is_late() const { return Clock::now() >= deadline_; }

    int64_t searched() const { return threaded_ ? threaded_->solutions() : single_ ? single_->solutions() : 0; }
    int64_t engine_nodes() const { return threaded_ ? threaded_->nodes() : single_ ? single_->nodes() : 0; }
    double engine_share() const { return threaded_ ? threaded_->share() : single_ ? single_->share() : 0; }

    // Returns false if the time limit has passed.
    bool make_engine() {
        if (threaded_ || single_) return true;
        const auto make = [&](StopToken stop) {
            if (threads_ > 1)
                threaded_ = std::make_unique<ThreadedSearch>(*problem_, plan_, threads_, is_ordered_, stop);
            else single_ = std::make_unique<CoverSearch>(*problem_, plan_, stop);
        };
        try {
            run_interruptible(make, deadline_);
        } catch (const WorkStopped&) {
            return false;
        }
        return true;
    }

    // Searches without the GIL until this many solutions were found or it is stopped.
    void run(int64_t solutions, Covers* covers, double seconds = kForever) {
        if (!is_timed_) start_clock();
        if (is_exhausted_ || engine_nodes() >= budget_ || is_late()) return;
        const auto began = Clock::now();
        if (!make_engine()) return;
        StopSource source(std::min(StopSource::deadline_after(seconds), deadline_), check_python_signals);
        Monitor monitor{*this, source, covers == nullptr, searched(), began, began + kLongestAhead};
        Control control;
        control.budget = budget_;
        control.stop = source.token();
        control.show_progress = &Monitor::show;
        control.context = &monitor;
        run_without_gil(source, [&] {
            is_exhausted_ =
                threaded_ ? threaded_->run(control, solutions, covers) : single_->run(control, solutions, covers);
            nodes_ = engine_nodes();
            share_ = is_exhausted_ ? 1 : engine_share();
        });
    }

    // Whether there is a cover to return. Searches a few covers at a time, then more and more.
    bool fetch() {
        if (at_ < found_.used) return true;
        const size_t longest = (size_t)problem_->n_primary + 1;
        room_.resize(std::max(longest, std::min<size_t>(longest * at_once_, 1 << 16)));
        found_ = {room_.data(), 0, room_.size()};
        at_ = 0;
        run(searched() + at_once_, &found_);
        at_once_ = std::min(2 * at_once_, kMaxAtOnce);
        return found_.used > 0;
    }

    const int32_t* next_cover() {
        const int32_t* cover = found_.data + at_;
        at_ += *cover + 1;
        ++yielded_;
        return cover;
    }

    Exclusive exclusive_;
    std::shared_ptr<const CoverProblem> problem_;
    Plan plan_;
    const int64_t budget_;
    const double seconds_;
    Clock::time_point deadline_ = StopSource::kNoDeadline;
    bool is_timed_ = false;  // whether the deadline is set
    const int64_t threads_;
    const bool is_ordered_;
    std::optional<nb::tuple> labels_;
    std::unique_ptr<CoverSearch> single_;  // one of these, made at the first use
    std::unique_ptr<ThreadedSearch> threaded_;
    std::vector<int32_t> room_;
    Covers found_{};  // covers ahead of the caller, from at_ on
    size_t at_ = 0;
    int64_t at_once_ = 1, before_run_ = 0;
    std::atomic<int64_t> nodes_ = 0, yielded_ = 0;
    std::atomic<double> share_ = 0;
    std::atomic_bool is_exhausted_ = false;
};

PyObject* next_of(PyObject* self) {
    try {
        return nb::inst_ptr<Search>(self)->next_labels().release().ptr();
    } catch (nb::python_error& error) {
        error.restore();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

PyType_Slot kSlots[] = {{Py_tp_iter, (void*)PyObject_SelfIter}, {Py_tp_iternext, (void*)next_of}, {0, nullptr}};

}  // namespace

void bind_cover(nb::module_& m) {
    m.def("bits", [] { return std::string(chosen_bits().name); }, "Name of the bit-set kernel in use.");
    nb::class_<Search>(m, "CoverSearch", nb::type_slots(kSlots),
                       R"(A search for exact covers; an iterator over tuples of labels.

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
choice : {"smallest", "first", "sharp", "weighted", "random"}
    The item to cover next.
seed : int
    For a random choice.
preferred : bytes, shape (n_primary,)
    For a sharp choice: 1 for each item that is preferred.
pieces : buffer of int32, optional
    Search only where the options of one of these are taken: for each piece how many options, then these.
budget : int, optional
    Pause after this number of nodes.
seconds : float, optional
    Pause when so much time has passed since now, or for pieces since their first step.
threads : int
    Share the search out.
ordered : bool
    Whether covers come in the order of one thread.
bits : bool
    Whether bit sets may be used.
labels : tuple, shape (n_options,), optional
    What to call the options; by default, their numbers.

`CoverSearch(whole, pieces)` is a search for some pieces of another one, with the same limits to itself.

Raises
------
ValueError
    If the arguments are not as said above.
RuntimeError
    By ``next``, ``count`` and iteration, if another thread is in one of them.)")
        .def(nb::init<int32_t, int32_t, const Integers&, const Integers&, const Integers&, const std::string&, uint64_t,
                      nb::bytes, const std::optional<Integers>&, std::optional<int64_t>, std::optional<double>, int64_t,
                      bool, bool, std::optional<nb::tuple>>(),
             "n_primary"_a, "n_items"_a, "starts"_a, "items"_a, "colors"_a, "choice"_a = "smallest", "seed"_a = 0,
             "preferred"_a = nb::bytes(""), "pieces"_a = nb::none(), "budget"_a = nb::none(), "seconds"_a = nb::none(),
             "threads"_a = 1, "ordered"_a = true, "bits"_a = true, "labels"_a = nb::none(),
             nb::sig("def __init__(self, n_primary: int, n_items: int, starts: array.array[int], "
                     "items: array.array[int], colors: array.array[int], choice: str = 'smallest', seed: int = 0, "
                     "preferred: bytes = b'', pieces: array.array[int] | None = None, "
                     "budget: int | None = None, seconds: float | None = None, threads: int = 1, "
                     "ordered: bool = True, bits: bool = True, labels: tuple[object, ...] | None = None) -> None"))
        .def(nb::init<const Search&, const Integers&>(), "whole"_a, "pieces"_a,
             nb::sig("def __init__(self, whole: CoverSearch, pieces: array.array[int]) -> None"))
        .def("next", &Search::next, nb::sig("def next(self) -> list[int] | None"),
             "Move to the next cover: its options in the order of their choice, or None if there is none.")
        .def("count", &Search::count, "limit"_a = nb::none(), "seconds"_a = nb::none(),
             nb::sig("def count(self, limit: int | None = None, seconds: float | None = None) -> int"),
             "Count the remaining covers, up to ``limit`` if given, and move past them.")
        .def("cut", &Search::split, "n"_a, nb::sig("def cut(self, n: int) -> list[bytes]"),
             "Cut the search into at most ``n`` runs of pieces, each int32 like ``pieces``.")
        .def("left", &Search::rest, nb::sig("def left(self) -> bytes"),
             "The rest of a paused search as pieces, int32 like ``pieces``.")
        .def_prop_ro("nodes", &Search::nodes, "Options tried so far: nodes of the search tree.")
        .def_prop_ro("found", &Search::found, "Covers found so far.")
        .def_prop_ro("share", &Search::share, "An estimate of the fraction of the search that is done, from 0 to 1.")
        .def_prop_ro("exhausted", &Search::exhausted, "Whether the search is done.");
}
