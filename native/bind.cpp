// The one place that knows Python: arrays in, arrays out, the GIL released, signals honored.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_cover(nb::module_& m);
void bind_implications(nb::module_& m);
void bind_lanes(nb::module_& m);
void bind_lines(nb::module_& m);
void bind_multi(nb::module_& m);
void bind_propagate(nb::module_& m);
void bind_singles(nb::module_& m);
void bind_subsets(nb::module_& m);
void bind_zdd(nb::module_& m);

NB_MODULE(_core, m) {
    nb::set_leak_warnings(false);  // what a grid keeps for its next search may outlive the interpreter
    m.doc() = "Farandole's engines in C++: loops that run a million times.";
    bind_cover(m);
    bind_implications(m);
    bind_lanes(m);
    bind_lines(m);
    bind_multi(m);
    bind_propagate(m);
    bind_singles(m);
    bind_subsets(m);
    bind_zdd(m);
}
