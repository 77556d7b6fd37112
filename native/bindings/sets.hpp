// Sets of cells between Python and C++: an integer of Python, with bit c for cell c.
#pragma once
#include <nanobind/nanobind.h>

#include <bit>

#include "logic/index_set.hpp"

namespace farandole {

inline nanobind::object integer_of(const IndexSet& set) {
    static PyObject* const from_bytes = PyUnicode_InternFromString("from_bytes");
    static PyObject* const little = PyUnicode_InternFromString("little");
    const auto words = set.words();
    static_assert(std::endian::native == std::endian::little);
    const nanobind::bytes bytes(reinterpret_cast<const char*>(words.data()), words.size_bytes());
    PyObject* const integer =
        PyObject_CallMethodObjArgs(reinterpret_cast<PyObject*>(&PyLong_Type), from_bytes, bytes.ptr(), little, nullptr);
    if (!integer) throw nanobind::python_error();
    return nanobind::steal(integer);
}

}  // namespace farandole
