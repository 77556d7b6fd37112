// The exact cover engines as Python sees them: buffers of int32 in, covers out, as lists of numbers or tuples of labels.
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
#include <type_traits>

#include "cover.hpp"
#include "crew.hpp"
#include "dispatch.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace farandole;

namespace {

using Clock = std::chrono::steady_clock;
using Integers = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Pieces = std::vector<std::vector<int32_t>>;

std::span<const int32_t> span_of(const Integers& integers) { return {integers.data(), integers.size()}; }

Choice choice_of(const std::string& name) {
    if (name == "smallest") return Choice::kSmallest;
    if (name == "first") return Choice::kFirst;
    if (name == "sharp") return Choice::kSharp;
    if (name == "weighted") return Choice::kWeighted;
    if (name == "random") return Choice::kRandom;
    throw std::invalid_argument("choice: 'smallest', 'first', 'sharp', 'weighted' or 'random' expected");
}

// A search that one thread at a time may move on, and that all may watch. A second one that wants to move it on is told so,
// as by a generator: to let it wait could block forever, for a signal handler may call us in the midst of our own call.
class Search {
  public:
    Search(int32_t n_primary, int32_t n_items, const Integers& starts, const Integers& items, const Integers& colors,
           const std::string& choice, uint64_t seed, std::vector<uint8_t> preferred, Pieces pieces,
           std::optional<int64_t> budget, std::optional<double> seconds, int64_t threads, bool ordered, bool bits,
           std::optional<nb::tuple> labels)
        : problem_(n_primary, n_items, span_of(starts), span_of(items), span_of(colors)),
          budget_(budget.value_or(Control::kNever)),
          seconds_left_(seconds.value_or(std::numeric_limits<double>::infinity())),
          labels_(std::move(labels)) {
        plan_.choice = choice_of(choice);
        preferred.resize(n_primary);
        plan_.preferred = std::move(preferred);
        plan_.seed = seed;
        plan_.pieces = std::move(pieces);
        require_pieces();
        plan_.kernel = bits ? &chosen_bits() : nullptr;
        if (threads > 1)
            crew_ = std::make_unique<Crew>(problem_, plan_, threads, ordered);
        else
            alone_ = std::make_unique<CoverSearch>(problem_, plan_);
    }

    std::optional<std::vector<int32_t>> next() {
        return alone([&]() -> std::optional<std::vector<int32_t>> {
            if (!fetch()) return std::nullopt;
            const int32_t* cover = next_cover();
            return std::vector<int32_t>(cover + 1, cover + 1 + *cover);
        });
    }

    // The next cover by its labels, or a null handle.
    nb::object next_labels() {
        return alone([&]() -> nb::object {
            if (!fetch()) return nb::object();
            const int32_t* cover = next_cover();
            nb::object tuple = nb::steal(PyTuple_New(*cover));
            if (!tuple.is_valid()) throw nb::python_error();
            for (int32_t k = 0; k < *cover; ++k) {
                PyObject* label = labels_ ? PyTuple_GET_ITEM(labels_->ptr(), cover[k + 1]) : PyLong_FromLong(cover[k + 1]);
                if (labels_) Py_INCREF(label);
                PyTuple_SET_ITEM(tuple.ptr(), k, label);
            }
            return tuple;
        });
    }

    int64_t count(std::optional<int64_t> limit, std::optional<double> seconds) {
        return alone([&] {
            const int64_t most = limit.value_or(Control::kNever), before = yielded_;
            while (yielded_ - before < most && at_ < found_.used) next_cover();
            const int64_t rest = most - (yielded_ - before);
            const int64_t goal = rest < Control::kNever - searched() ? searched() + rest : Control::kNever;
            const int64_t searched_before = searched();
            if (rest > 0) run(goal, nullptr, seconds.value_or(std::numeric_limits<double>::infinity()));
            yielded_ += searched() - searched_before;
            return yielded_ - before;
        });
    }

    int64_t nodes() const { return nodes_; }
    int64_t found() const { return yielded_; }
    double share() const { return share_; }
    bool exhausted() const { return is_exhausted_ && at_ == found_.used; }

    Pieces split(size_t n) const { return cut(problem_, plan_, n); }

  private:
    static constexpr int64_t kMostAtOnce = 256;  // covers found ahead of the caller,
    static constexpr auto kLongestAhead = std::chrono::milliseconds(5);  // if they come as quickly as that

    // What the engine asks every few thousand nodes.
    struct Watch {
        Search& search;
        Signals signals;
        Clock::time_point shown, served;  // when progress was shown last; when to hand over what there is
        static bool stops(void* self, int64_t nodes) { return static_cast<Watch*>(self)->look(nodes); }
        bool look(int64_t nodes) {
            search.nodes_ = nodes;
            const auto now = Clock::now();
            if (now - shown > std::chrono::milliseconds(20)) {
                shown = now;
                search.share_ = search.engine_share();
            }
            return (search.found_.used > 0 && now > served) || Signals::arrived(&signals);
        }
    };

    void require_pieces() const {
        for (const auto& piece : plan_.pieces)
            for (const int32_t option : piece)
                if (option < 0 || option >= problem_.n_options || problem_.members_of(option).empty())
                    throw std::invalid_argument("pieces: options with primary items expected");
    }

    int64_t searched() const { return crew_ ? crew_->solutions() : alone_->solutions(); }
    int64_t engine_nodes() const { return crew_ ? crew_->nodes() : alone_->nodes(); }
    double engine_share() const { return crew_ ? crew_->share() : alone_->share(); }

    // Searches on, without the GIL, until so many solutions were found or something stops it.
    void run(int64_t solutions, Covers* covers, double seconds = std::numeric_limits<double>::infinity()) {
        if (is_exhausted_ || engine_nodes() >= budget_ || seconds_left_ <= 0) return;
        const auto began = Clock::now();
        Watch watch{*this, Signals(std::min(seconds, seconds_left_)), began, began + kLongestAhead};
        Control control;
        control.budget = budget_;
        control.stops = &Watch::stops;
        control.context = &watch;
        {
            const nb::gil_scoped_release release;
            is_exhausted_ = crew_ ? crew_->run(control, solutions, covers) : alone_->run(control, solutions, covers);
        }
        seconds_left_ -= std::chrono::duration<double>(Clock::now() - began).count();
        nodes_ = engine_nodes();
        share_ = is_exhausted_ ? 1 : engine_share();
        watch.signals.raise_if_arrived();
    }

    // Whether there is a cover to hand out. Covers are searched a few at a time, more and more as they are asked for.
    bool fetch() {
        if (at_ < found_.used) return true;
        const size_t longest = (size_t)problem_.n_primary + 1;
        room_.resize(std::max(longest, std::min<size_t>(longest * at_once_, 1 << 16)));
        found_ = {room_.data(), 0, room_.size()};
        at_ = 0;
        run(searched() + at_once_, &found_);
        at_once_ = std::min(2 * at_once_, kMostAtOnce);
        return found_.used > 0;
    }

    const int32_t* next_cover() {
        const int32_t* cover = found_.data + at_;
        at_ += *cover + 1;
        ++yielded_;
        return cover;
    }

    template <class Work>
    std::invoke_result_t<Work> alone(Work work) {
        if (running_.exchange(true)) throw std::runtime_error("this search is running already");
        const struct Leave {
            std::atomic_bool& running;
            ~Leave() { running = false; }
        } leave{running_};
        return work();
    }

    std::atomic_bool running_ = false;
    const CoverProblem problem_;
    Plan plan_;
    std::unique_ptr<CoverSearch> alone_;
    std::unique_ptr<Crew> crew_;
    const int64_t budget_;
    double seconds_left_;
    std::optional<nb::tuple> labels_;
    std::vector<int32_t> room_;
    Covers found_{};     // ahead of the caller, who has had those before at_
    size_t at_ = 0;
    int64_t at_once_ = 1;
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
    nb::class_<Search>(m, "CoverSearch", nb::type_slots(kSlots), R"(A search for exact covers; an iterator over tuples of labels.

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
preferred : list of int, shape (n_primary,)
    For a sharp choice: 1 for each item that is preferred.
pieces : list of lists of int
    Search only where the options of one of these are taken.
budget : int, optional
    Pause after so many nodes.
seconds : float, optional
    Pause after so much time in the search.
threads : int
    Share the search out.
ordered : bool
    Whether covers come in the order of one thread.
bits : bool
    Whether bit sets may be used.
labels : tuple, shape (n_options,), optional
    What to call the options; by default, their numbers.

Raises
------
ValueError
    If the arguments are not as said above.
RuntimeError
    By ``next``, ``count`` and iteration, if another thread is in one of them.)")
        .def(nb::init<int32_t, int32_t, const Integers&, const Integers&, const Integers&, const std::string&, uint64_t,
                      std::vector<uint8_t>, Pieces, std::optional<int64_t>, std::optional<double>, int64_t, bool, bool,
                      std::optional<nb::tuple>>(),
             "n_primary"_a, "n_items"_a, "starts"_a, "items"_a, "colors"_a, "choice"_a = "smallest", "seed"_a = 0,
             "preferred"_a = std::vector<uint8_t>(), "pieces"_a = Pieces{{}}, "budget"_a = nb::none(),
             "seconds"_a = nb::none(), "threads"_a = 1, "ordered"_a = true, "bits"_a = true, "labels"_a = nb::none(),
             nb::sig("def __init__(self, n_primary: int, n_items: int, starts: array.array[int], "
                     "items: array.array[int], colors: array.array[int], choice: str = 'smallest', seed: int = 0, "
                     "preferred: Sequence[int] = (), pieces: Sequence[Sequence[int]] = ((),), "
                     "budget: int | None = None, seconds: float | None = None, threads: int = 1, "
                     "ordered: bool = True, bits: bool = True, labels: tuple[object, ...] | None = None) -> None"))
        .def("next", &Search::next, nb::sig("def next(self) -> list[int] | None"),
             "Move to the next cover: its options in the order of their choice, or None if there is none.")
        .def("count", &Search::count, "limit"_a = nb::none(), "seconds"_a = nb::none(),
             nb::sig("def count(self, limit: int | None = None, seconds: float | None = None) -> int"),
             "Count the covers to come, up to ``limit`` of them if given, and move past them.")
        .def("cut", &Search::split, "n"_a, nb::sig("def cut(self, n: int) -> list[list[int]]"),
             "Cut the search into pieces, ``n`` or more if it can be.")
        .def_prop_ro("nodes", &Search::nodes, "Options tried so far: nodes of the search tree.")
        .def_prop_ro("found", &Search::found, "Covers found so far.")
        .def_prop_ro("share", &Search::share, "Which part of the search is done, from 0 to 1: an estimate.")
        .def_prop_ro("exhausted", &Search::exhausted, "Whether all was searched.");
}
