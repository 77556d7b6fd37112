// The one file that knows Python: arrays in, arrays out, the GIL released, signals honored.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

NB_MODULE(_core, m) {
    m.doc() = "Farandole's engines in C++: loops that run a million times.";
}
