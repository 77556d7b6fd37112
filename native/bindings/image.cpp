// Python bindings of image/: arrays of gray pixels, masks, labels.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>
#include <vector>

#include "image/mesh.hpp"
#include "image/paths.hpp"
#include "image/picture.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace farandole;

template <class T, class... Shape>
using Array = nb::ndarray<T, nb::device::cpu, nb::c_contig, Shape...>;
using Pixels = Array<const uint8_t, nb::ndim<2>>;
using Marks = Array<uint8_t, nb::ndim<2>>;
using Labels = Array<int32_t, nb::ndim<2>>;
using Box = std::tuple<int32_t, int32_t, int32_t, int32_t, int32_t>;

constexpr size_t most_pixels = size_t(1) << 28;  // so that sums and labels fit

template <class A>
void expect(bool holds, const A&, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}

Picture picture_of(const Pixels& pixels) {
    expect(pixels.size() > 0 && pixels.size() <= most_pixels, pixels, "expected a picture of 1 to 2**28 pixels");
    return {pixels.data(), (int32_t)pixels.shape(0), (int32_t)pixels.shape(1)};
}

template <class A, class B>
void expect_same_size(const A& a, const B& b) {
    expect(a.shape(0) == b.shape(0) && a.shape(1) == b.shape(1), a, "expected arrays of the same size");
}

void dark(Pixels pixels, int32_t radius, float ratio, Marks marks) {
    const Picture picture = picture_of(pixels);
    expect_same_size(pixels, marks);
    expect(radius >= 1 && radius <= 1 << 20, pixels, "expected a radius of 1 or more");
    nb::gil_scoped_release nogil;
    mark_dark(picture, radius, ratio, marks.data());
}

void measure_darkness(Pixels pixels, int32_t radius, Array<float, nb::ndim<2>> darkness) {
    const Picture picture = picture_of(pixels);
    expect_same_size(pixels, darkness);
    expect(radius >= 1 && radius <= 1 << 20, pixels, "expected a radius of 1 or more");
    nb::gil_scoped_release nogil;
    farandole::darkness(picture, radius, darkness.data());
}

std::vector<Box> components(Pixels mask, Labels labels, int32_t least) {
    const Picture picture = picture_of(mask);
    expect_same_size(mask, labels);
    std::vector<Box> boxes;
    nb::gil_scoped_release nogil;
    for (const auto& [area, left, top, right, bottom] : Components(picture, least, labels.data()).list)
        boxes.emplace_back(area, left, top, right, bottom);
    return boxes;
}

std::vector<std::pair<int32_t, int32_t>> hull_of(Labels labels, int32_t label, Box box) {
    const auto& [area, left, top, right, bottom] = box;
    nb::gil_scoped_release nogil;
    return hull(labels.data(), (int32_t)labels.shape(0), (int32_t)labels.shape(1), label,
                {area, left, top, right, bottom});
}

void through_mesh(Pixels pixels, Array<const float, nb::shape<-1, -1, 2>> nodes, int32_t size, Marks out) {
    const Picture picture = picture_of(pixels);
    expect(nodes.shape(0) >= 2 && nodes.shape(1) >= 2, nodes, "expected a mesh of 2 x 2 nodes or more");
    const Mesh mesh{nodes.data(), (int32_t)nodes.shape(0) - 1, (int32_t)nodes.shape(1) - 1};
    expect(size >= 1 && out.shape(0) == (size_t)mesh.rows * size && out.shape(1) == (size_t)mesh.columns * size, out,
           "expected room for the squares of the mesh");
    nb::gil_scoped_release nogil;
    resample(picture, mesh, size, out.data());
}

void paths(Array<const float, nb::ndim<3>> gains, double stiffness, Array<double, nb::ndim<2>> offsets) {
    expect(gains.size() > 0 && gains.size() <= most_pixels, gains, "expected gains of strips by lines by offsets");
    expect(offsets.shape(0) == gains.shape(1) && offsets.shape(1) == gains.shape(0), gains,
           "expected room for lines by strips");
    nb::gil_scoped_release nogil;
    best_offsets({gains.data(), (int32_t)gains.shape(0), (int32_t)gains.shape(1), (int32_t)gains.shape(2)}, stiffness,
                 offsets.data());
}

}  // namespace

void bind_image(nb::module_& m) {
    m.def("mark_dark", &dark, "pixels"_a, "radius"_a, "ratio"_a, "marks"_a,
          "Mark the pixels below the mean of the square around them times a ratio.");
    m.def("darkness", &measure_darkness, "pixels"_a, "radius"_a, "darkness"_a,
          "Measure how much darker pixels are than the paper around them: from 0 to 1.");
    m.def("components", &components, "mask"_a, "labels"_a, "least"_a = 1,
          R"(Number the connected components of a mask, from 1, but none less than ``least`` pixels high or wide.

Returns
-------
list of (int, int, int, int, int)
    Of each component: its pixels, left, top, right, bottom; the last two are the first ones beyond it.)");
    m.def("hull", &hull_of, "labels"_a, "label"_a, "box"_a,
          "List the corners (x, y) of a component's convex hull, in order.");
    m.def("resample", &through_mesh, "pixels"_a, "nodes"_a, "size"_a, "out"_a,
          "Resample each quadrilateral of a mesh of nodes (x, y) to a square of ``size`` pixels.");
    m.def("best_offsets", &paths, "gains"_a, "stiffness"_a, "offsets"_a,
          R"(Find the path with the most gain for each line: its offset in each strip, from minus half the width.

The gains are strips by lines by offsets, the offsets found lines by strips. A step of a pixel costs ``stiffness``.)");
}
