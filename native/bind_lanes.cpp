// The lane kernels as Python sees them.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_lanes(nb::module_&) {}
