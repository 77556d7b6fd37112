// Fast checks of arguments that are plain tuples of plain integers, as nearly always. The checks in Python take ten
// times as long, and every rule and house needs them. If one of these fails, Python looks for the fault and names it.
// The NB_ macros are CPython's macros, and functions where the module is compiled for the stable ABI.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Calls `take` with each integer of a plain tuple. Returns false if it is not one, or if `take` did.
template <class Take>
bool each_number(PyObject* values, Take take) {
    if (!PyTuple_CheckExact(values)) return false;
    const Py_ssize_t n = NB_TUPLE_GET_SIZE(values);
    for (Py_ssize_t i = 0; i < n; ++i) {
        PyObject* const value = NB_TUPLE_GET_ITEM(values, i);
        int is_beyond = 0;
        if (!PyLong_CheckExact(value)) return false;
        const int64_t number = PyLong_AsLongLongAndOverflow(value, &is_beyond);
        if (is_beyond || !take(number)) return false;
    }
    return true;
}

bool are_numbers(nb::handle values, int64_t low, int64_t high) {
    return each_number(values.ptr(), [=](int64_t number) { return low <= number && number <= high; });
}

bool are_cells(nb::handle values, int64_t low, int64_t high) {
    constexpr int64_t kMaxCells = 32;  // more are left to Python
    int64_t known[kMaxCells], n = 0;
    return each_number(
               values.ptr(),
               [&](int64_t cell) {
                   if (cell < low || cell > high || n == kMaxCells || std::find(known, known + n, cell) != known + n)
                       return false;
                   known[n++] = cell;
                   return true;
               }) &&
           n > 0;
}

bool are_pairs(nb::handle values, int64_t low, int64_t high) {
    if (!PyTuple_CheckExact(values.ptr())) return false;
    const Py_ssize_t n = NB_TUPLE_GET_SIZE(values.ptr());
    for (Py_ssize_t i = 0; i < n; ++i) {
        PyObject* const pair = NB_TUPLE_GET_ITEM(values.ptr(), i);
        if (!PyTuple_CheckExact(pair) || NB_TUPLE_GET_SIZE(pair) != 2 || !are_numbers(pair, low, high)) return false;
    }
    return true;
}

bool are_houses(const nb::list& lists, int64_t n_cells, Py_ssize_t max_size) {
    // By cell: the last house that contains it, from 1.
    std::vector<Py_ssize_t> owners((size_t)std::max<int64_t>(n_cells, 0), 0);
    for (Py_ssize_t i = 0; i < NB_LIST_GET_SIZE(lists.ptr()); ++i) {
        PyObject* const cells = NB_LIST_GET_ITEM(lists.ptr(), i);
        const bool holds = each_number(cells, [&](int64_t cell) {
            return 0 <= cell && cell < n_cells && std::exchange(owners[(size_t)cell], i + 1) != i + 1;
        });
        if (!holds || NB_TUPLE_GET_SIZE(cells) < 1 || NB_TUPLE_GET_SIZE(cells) > max_size) return false;
    }
    return true;
}

// The givens that a grid allows.
class GivenCheck {
  public:
    GivenCheck(const std::vector<std::vector<uint32_t>>& houses, size_t n_cells, int64_t n_digits)
        : n_cells_(n_cells), n_digits_(n_digits) {
        if (n_digits > 32) throw std::invalid_argument("expected at most 32 digits");
        for (const std::vector<uint32_t>& house : houses) {
            for (const uint32_t cell : house)
                if (cell >= n_cells) throw std::invalid_argument("expected cells below n_cells");
            cells_.insert(cells_.end(), house.begin(), house.end());
            ends_.push_back(cells_.size());
        }
    }

    bool allows(nb::handle values) const {
        std::vector<uint64_t> bits;  // of each cell's digit; none for an empty cell
        bits.reserve(n_cells_);
        const bool are_digits = each_number(values.ptr(), [&](int64_t digit) {
            if (digit < 0 || digit > n_digits_ || bits.size() == n_cells_) return false;
            bits.push_back(uint64_t{1} << digit & ~uint64_t{1});
            return true;
        });
        if (!are_digits || bits.size() != n_cells_) return false;
        size_t k = 0;
        for (const size_t end : ends_)
            for (uint64_t held = 0; k < end; ++k) {
                const uint64_t bit = bits[cells_[k]];
                if (held & bit) return false;
                held |= bit;
            }
        return true;
    }

  private:
    size_t n_cells_;
    int64_t n_digits_;
    std::vector<uint32_t> cells_;  // those of the first house, then those of the next
    std::vector<size_t> ends_;     // of each house, in `cells_`
};

}  // namespace

void bind_plain(nb::module_& m) {
    m.def("are_numbers", &are_numbers, "values"_a.none(), "low"_a, "high"_a,
          nb::sig("def are_numbers(values: object, low: int, high: int) -> bool"),
          "Return whether this is a plain tuple of plain integers from ``low`` to ``high``.");
    m.def(
        "are_cells", &are_cells, "values"_a.none(), "low"_a, "high"_a,
        nb::sig("def are_cells(values: object, low: int, high: int) -> bool"),
        "Return whether this is a plain tuple of plain integers from ``low`` to ``high``, 1 to 32 of them, each once.");
    m.def("are_pairs", &are_pairs, "values"_a.none(), "low"_a, "high"_a,
          nb::sig("def are_pairs(values: object, low: int, high: int) -> bool"),
          "Return whether this is a plain tuple of pairs: tuples of two plain integers from ``low`` to ``high``.");
    m.def("are_houses", &are_houses, "lists"_a, "n_cells"_a, "max_size"_a,
          nb::sig("def are_houses(lists: list[tuple[int, ...]], n_cells: int, max_size: int) -> bool"),
          "Return whether each list has 1 to ``max_size`` cells, plain integers below ``n_cells``, each once.");
    nb::class_<GivenCheck>(m, "GivenCheck", "Tells which givens a grid allows; it has no more than 32 digits.")
        .def(nb::init<const std::vector<std::vector<uint32_t>>&, size_t, int64_t>(), "houses"_a, "n_cells"_a,
             "n_digits"_a)
        .def("allows", &GivenCheck::allows, "givens"_a.none(), nb::sig("def allows(self, givens: object) -> bool"),
             "Return whether this is a plain tuple with a plain integer for each cell: a digit that no other cell of "
             "its "
             "house holds, or 0.");
}
