// The exact cover engine as Python sees it.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_cover(nb::module_&) {}
