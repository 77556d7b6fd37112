// The extension module. Only bindings/ uses Python: arrays in, arrays out, the GIL released, signals handled.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_claims(nb::module_& m);
void bind_cover(nb::module_& m);
void bind_equivalences(nb::module_& m);
void bind_fish(nb::module_& m);
void bind_tables(nb::module_& m);
void bind_text(nb::module_& m);
void bind_isomorphism(nb::module_& m);
void bind_lanes(nb::module_& m);
void bind_lines(nb::module_& m);
void bind_multi(nb::module_& m);
void bind_candidate_web(nb::module_& m);
void bind_multi_sector(nb::module_& m);
void bind_image(nb::module_& m);
void bind_plain(nb::module_& m);
void bind_propagate(nb::module_& m);
void bind_singles(nb::module_& m);
void bind_subsets(nb::module_& m);
void bind_sum_bounds(nb::module_& m);
void bind_suppositions(nb::module_& m);
void bind_whips(nb::module_& m);
void bind_zdd(nb::module_& m);

// Defined below. It can't be called `_core`, because PyInit__core first checks the interpreter.
NB_MODULE(core_of_main, m) {
    nb::set_leak_warnings(false);  // a grid keeps a search, which may outlive the interpreter
    m.doc() = "Farandole's engines in C++: loops that run a million times.";
    m.attr("VERSION") = FARANDOLE_VERSION;  // of the package; its metadata take 80 ms to read
    bind_claims(m);
    bind_cover(m);
    bind_equivalences(m);
    bind_fish(m);
    bind_tables(m);
    bind_text(m);
    bind_isomorphism(m);
    bind_lanes(m);
    bind_lines(m);
    bind_multi(m);
    bind_candidate_web(m);
    bind_multi_sector(m);
    bind_image(m);
    bind_plain(m);
    bind_propagate(m);
    bind_singles(m);
    bind_subsets(m);
    bind_sum_bounds(m);
    bind_suppositions(m);
    bind_whips(m);
    bind_zdd(m);
}

// The entry point of `farandole._core`. Types and functions belong to the interpreter that made them, and a second
// interpreter would replace them; so only the main interpreter may import them.
extern "C" NB_EXPORT PyObject* PyInit__core() {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {  // the main one is the first
        PyErr_SetString(PyExc_ImportError,
                        "farandole: expected the main interpreter, found a subinterpreter, where it can't run");
        return nullptr;
    }
    return PyInit_core_of_main();
}
