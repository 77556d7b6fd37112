// Python bindings of text/: reads puzzles from lines, writes rows.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "text/lines.hpp"
#include "text/rows.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace farandole;

template <class T, class... Shape>
using Array = nb::ndarray<T, nb::device::cpu, nb::c_contig, Shape...>;
using Bytes = Array<const uint8_t, nb::shape<-1>>;
using Numbers = Array<const int64_t, nb::shape<-1>>;

auto read_lines(Bytes text, int64_t first_number, Array<uint8_t, nb::shape<-1, 81>> values,
                Array<int64_t, nb::shape<-1>> numbers, std::optional<std::pair<int, uint8_t>> field) {
    if (std::min(values.shape(0), numbers.shape(0)) < LineReader::count(text.data(), text.size()))
        throw std::invalid_argument("expected room for a puzzle a line");
    const Field place = field ? Field{field->first, field->second} : Field{};
    Faults faults;
    nb::gil_scoped_release nogil;
    const uint8_t* const end = text.data() + text.size();
    const auto found =
        LineReader::read(LineReader::past_mark(text.data(), end), end, first_number, field ? &place : nullptr,
                         values.data(), numbers.data(), faults, values.shape(0));
    return std::tuple(found.n, found.next_number, std::move(faults));
}

// Reads a puzzle from each string. Returns false if one is not a string of 81 cells; which one, and why, takes longer.
bool read_strings(const nb::typed<nb::list, nb::object>& puzzles, Array<uint8_t, nb::shape<-1, 81>> values) {
    const size_t n = puzzles.size();
    if (values.shape(0) < n) throw std::invalid_argument("expected room for a puzzle a string");
    for (size_t i = 0; i < n; ++i) {
        const nb::object puzzle = puzzles[i];
        if (!PyUnicode_Check(puzzle.ptr())) return false;
        Py_ssize_t size = 0;
        const char* const text = PyUnicode_AsUTF8AndSize(puzzle.ptr(), &size);
        if (!text) PyErr_Clear();  // a lone surrogate
        if (!text || size != 81) return false;
        if (!LineReader::read_cells(reinterpret_cast<const uint8_t*>(text), values.data() + 81 * i)) return false;
    }
    return true;
}

// Rows, and references to the arrays of their columns.
class KeptRows {
  public:
    explicit KeptRows(size_t n) : rows_{n, {}} {}

    void text(std::string text) { rows_.columns.push_back(Text{std::move(text)}); }

    void digits(Array<const uint8_t, nb::ndim<2>> values, Array<const bool, nb::shape<-1>> shown, char empty) {
        check(values.shape(0));
        check(shown.shape(0));
        rows_.columns.push_back(Digits{values.data(), values.shape(1), shown.data(), empty});
        kept_.emplace_back(values);
        kept_.emplace_back(shown);
    }

    void words(Numbers which, std::vector<std::string> words) {
        check(which.shape(0));
        for (size_t row = 0; row < rows_.n; ++row)
            if (which.data()[row] < 0 || which.data()[row] >= static_cast<int64_t>(words.size()))
                throw std::invalid_argument("expected the index of a word");
        rows_.columns.push_back(Words{which.data(), std::move(words)});
        kept_.emplace_back(which);
    }

    void numbers(Numbers values) {
        check(values.shape(0));
        rows_.columns.push_back(Integers{values.data()});
        kept_.emplace_back(values);
    }

    nb::bytes write() const {
        const auto unlocked = [](auto call) {
            nb::gil_scoped_release nogil;
            return call();
        };
        const size_t size = unlocked([&] { return rows_.size(); });
        PyObject* bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
        if (!bytes) throw nb::python_error();
        char* const text = PyBytes_AsString(bytes);
        unlocked([&] { return rows_.write(text, 0, rows_.n); });
        return nb::steal<nb::bytes>(bytes);
    }

  private:
    void check(size_t n) const {
        if (n != rows_.n)
            throw std::invalid_argument("expected " + std::to_string(rows_.n) + " rows, found " + std::to_string(n));
    }

    Rows rows_;
    std::vector<nb::ndarray<nb::ro>> kept_;
};

}  // namespace

void bind_lines(nb::module_& m) {
    m.def(
        "count_lines", [](Bytes text) { return LineReader::count(text.data(), text.size()); }, "text"_a.noconvert(),
        "Count the lines of a text.");
    m.def(
        "read_lines", &read_lines, "text"_a.noconvert(), "first_number"_a, "values"_a.noconvert(),
        "numbers"_a.noconvert(), "field"_a.none() = nb::none(),
        "Read one puzzle per line, or per field (its index and the separator's code). Return their number, the number\n"
        "of the next line, and the reason for each that can't be read.");
    m.def("read_strings", &read_strings, "puzzles"_a, "values"_a.noconvert(),
          "Read a puzzle from each string of a list. Return whether each is one of 81 cells; else the values are of no "
          "use.");
    nb::class_<KeptRows>(m, "Rows", "Text of n rows, assembled from columns without separators.")
        .def(nb::init<size_t>(), "n"_a)
        .def("text", &KeptRows::text, "text"_a, "Add the same text to each row.")
        .def("digits", &KeptRows::digits, "values"_a.noconvert(), "shown"_a.noconvert(), "empty"_a,
             "Add digits, with a character for 0, to the rows that show them.")
        .def("words", &KeptRows::words, "which"_a.noconvert(), "words"_a, "Add one of several words to each row.")
        .def("numbers", &KeptRows::numbers, "values"_a.noconvert(), "Add a number to each row.")
        .def("write", &KeptRows::write, "Return the rows as bytes.");
}
