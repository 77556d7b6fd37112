// Python bindings of TextSolver: takes blocks of lines, returns rows of answers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/interruptible.hpp"
#include "text/solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace farandole;

using Bytes = nb::ndarray<const uint8_t, nb::device::cpu, nb::c_contig, nb::shape<-1>>;

int view(PyObject* self, Py_buffer* buffer, int flags) {
    const Piece* piece = nb::inst_ptr<Piece>(nb::handle(self));
    return PyBuffer_FillInfo(buffer, self, piece->text, static_cast<Py_ssize_t>(piece->size), 1, flags);
}

PyType_Slot piece_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(view)}, {0, nullptr}};

nb::object seen(Piece piece) {
    PyObject* bytes = PyMemoryView_FromObject(nb::cast(std::move(piece)).ptr());
    if (!bytes) throw nb::python_error();
    return nb::steal(bytes);
}

// The result for one block, as a tuple: faster than a class, and unpacked at once.
nb::object rows_of(const TextSolver& solver, Bytes text, int64_t number) {
    std::optional<AnsweredText> answered =
        run_interruptible([&](StopToken stop) { return solver.solve(text.data(), text.size(), number, stop); });
    nb::list pieces, bad;
    for (std::optional<Piece>& piece : answered->pieces) pieces.append(piece ? seen(std::move(*piece)) : nb::none());
    for (const BadLine& line : answered->bad)
        bad.append(nb::make_tuple(line.number, line.reason, nb::bytes(line.values.data(), line.values.size()),
                                  line.guesses, line.passes));
    const auto& [none, one, several] = answered->tally;
    return nb::make_tuple(pieces, bad, nb::make_tuple(none, one, several), answered->next_number);
}

}  // namespace

void bind_text(nb::module_& m) {
    nb::class_<Piece>(m, "Piece", nb::type_slots(piece_slots), "The bytes of some rows, for memoryview.");
    nb::class_<TextSolver>(m, "TextSolver",
                           "Solves lines of puzzles and writes rows of answers with the given columns.")
        .def(
            "__init__",
            [](TextSolver* self, std::vector<TextSolver::Column> layout, std::optional<std::pair<int, uint8_t>> field,
               int64_t limit, size_t threads, size_t batch_size) {
                if (!batch_size) throw std::invalid_argument("expected at least one puzzle at a time");
                std::optional<Field> place;
                if (field) place = Field{field->first, field->second};
                new (self) TextSolver(std::move(layout), place, limit, threads, batch_size);
            },
            "layout"_a, "field"_a.none(), "limit"_a, "threads"_a, "batch_size"_a = 4096)
        .def("solve", &rows_of, "text"_a.noconvert(), "number"_a,
             nb::sig("def solve(self, text: memoryview, number: int) -> tuple[list[memoryview | None], "
                     "list[tuple[int, str, bytes, int, int]], tuple[int, int, int], int]"),
             "Solve whole lines; the first has this line number. Return pieces of the output, with None for each bad\n"
             "line; of each bad line its number, the reason (empty if a house has a repeated digit), 81 digits, "
             "guesses\n"
             "and passes; how many puzzles have no solution, one, several; the number of the next line.");
}
