// Any bytes are a small picture and a mesh. Marks agree with means counted pixel by pixel, components with a flood
// fill; hulls hold their pixels; a mesh, however wild, is seen within the picture's grays; no path gains more than the
// best one.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "image/mesh.hpp"
#include "image/paths.hpp"
#include "image/picture.hpp"

using namespace farandole;

static void check(bool holds) {
    if (!holds) std::abort();
}

static void check_marks(Picture picture, int32_t radius, const std::vector<uint8_t>& marks) {
    for (int32_t y = 0; y < picture.height; ++y)
        for (int32_t x = 0; x < picture.width; ++x) {
            uint32_t sum = 0, n = 0;
            for (int32_t v = std::max(y - radius, 0); v < std::min(y + radius + 1, picture.height); ++v)
                for (int32_t u = std::max(x - radius, 0); u < std::min(x + radius + 1, picture.width); ++u)
                    sum += picture.at(v, u), ++n;
            check(marks[(size_t)y * picture.width + x] == ((float)picture.at(y, x) * (float)n < .9f * (float)sum));
        }
}

// The mean of the window around a place, counted one by one.
template <class Value>
static float mean_around(Picture picture, int32_t radius, int32_t y, int32_t x, Value&& value) {
    double sum = 0;
    int32_t n = 0;
    for (int32_t v = std::max(y - radius, 0); v < std::min(y + radius + 1, picture.height); ++v)
        for (int32_t u = std::max(x - radius, 0); u < std::min(x + radius + 1, picture.width); ++u)
            sum += value(v, u), ++n;
    return (float)(sum / n);
}

static void check_darkness(Picture picture, int32_t radius, const std::vector<float>& dark) {
    std::vector<float> paper(dark.size());
    const auto gray = [&](int32_t y, int32_t x) { return (float)picture.at(y, x); };
    const auto place = [&](int32_t y, int32_t x) { return (size_t)y * picture.width + x; };
    for (int32_t y = 0; y < picture.height; ++y)
        for (int32_t x = 0; x < picture.width; ++x)
            paper[place(y, x)] = std::max(gray(y, x), mean_around(picture, radius, y, x, gray));
    for (int32_t y = 0; y < picture.height; ++y)
        for (int32_t x = 0; x < picture.width; ++x) {
            const float light =
                mean_around(picture, radius, y, x, [&](int32_t v, int32_t u) { return paper[place(v, u)]; });
            const float expected = std::clamp((light - gray(y, x)) / std::max(light, 16.f), 0.f, 1.f);
            check(std::abs(dark[place(y, x)] - expected) < 1e-4f);
        }
}

static int32_t flooded(Picture mask, std::vector<int32_t>& seen, int32_t y, int32_t x, int32_t label) {
    if (y < 0 || x < 0 || y >= mask.height || x >= mask.width || !mask.at(y, x)) return 0;
    int32_t& at = seen[(size_t)y * mask.width + x];
    if (at) return 0;
    at = label;
    int32_t area = 1;
    for (int32_t v = -1; v <= 1; ++v)
        for (int32_t u = -1; u <= 1; ++u) area += flooded(mask, seen, y + v, x + u, label);
    return area;
}

static void check_components(Picture mask, const std::vector<int32_t>& labels, const std::vector<Component>& list) {
    std::vector<int32_t> seen(labels.size());
    int32_t n = 0;
    for (int32_t y = 0; y < mask.height; ++y)
        for (int32_t x = 0; x < mask.width; ++x)
            if (const int32_t area = flooded(mask, seen, y, x, n + 1)) check(list.at(n++).area == area);
    check(n == (int32_t)list.size() && seen == labels);
    for (int32_t label = 1; label <= n; ++label) {
        const auto corners = hull(labels.data(), mask.height, mask.width, label, list[label - 1]);
        check(!corners.empty());
        for (size_t k = 0; corners.size() > 2 && k < corners.size(); ++k) {
            const auto [ax, ay] = corners[k];
            const auto [bx, by] = corners[(k + 1) % corners.size()];
            for (int32_t y = 0; y < mask.height; ++y)
                for (int32_t x = 0; x < mask.width; ++x)
                    if (labels[(size_t)y * mask.width + x] == label)
                        check((int64_t)(by - ay) * (x - ax) - (int64_t)(bx - ax) * (y - ay) >= 0);
        }
    }
}

// Small components are left out, and the others keep their order.
static void check_large_components(Picture mask, int32_t least, const std::vector<Component>& every) {
    std::vector<int32_t> labels((size_t)mask.height * mask.width);
    const Components large(mask, least, labels.data());
    size_t n = 0;
    for (const Component& one : every) {
        if (one.right - one.left < least || one.bottom - one.top < least) continue;
        const Component& other = large.list.at(n++);
        check(other.area == one.area && other.left == one.left && other.top == one.top);
        check(std::count(labels.begin(), labels.end(), (int32_t)n) == one.area);
    }
    check(n == large.list.size());
}

// The gain of the best path from a strip on, found by trying all of them.
static double best_gain(const Gains& gains, double stiffness, int32_t line, int32_t strip, int32_t from) {
    double most = -INFINITY;
    for (int32_t x = 0; x < gains.width; ++x) {
        const double after = strip + 1 < gains.strips ? best_gain(gains, stiffness, line, strip + 1, x) : 0;
        const double step = strip ? stiffness * std::abs(x - from) : 0;
        most = std::max(most, (double)gains.at(strip, line)[x] + after - step);
    }
    return most;
}

static void check_paths(const Gains& gains, double stiffness) {
    std::vector<double> found((size_t)gains.strips * gains.lines);
    best_offsets(gains, stiffness, found.data());
    for (int32_t line = 0; line < gains.lines; ++line) {
        double gain = 0;
        for (int32_t strip = 0; strip < gains.strips; ++strip) {
            const double* const offset = found.data() + (size_t)line * gains.strips + strip;
            const int32_t x = (int32_t)*offset + gains.width / 2;
            check(x >= 0 && x < gains.width);
            gain += (double)gains.at(strip, line)[x] - (strip ? stiffness * std::abs(offset[0] - offset[-1]) : 0);
        }
        check(std::abs(gain - best_gain(gains, stiffness, line, 0, 0)) < 1e-6);
    }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const uint8_t* const end = data + size;
    const auto byte = [&] { return data == end ? 0 : *data++; };
    const int32_t height = 1 + byte() % 12, width = 1 + byte() % 12, radius = 1 + byte() % 20;
    std::vector<uint8_t> pixels((size_t)height * width), marks(pixels.size());
    for (uint8_t& pixel : pixels) pixel = (uint8_t)byte();
    const Picture picture{pixels.data(), height, width};
    mark_dark(picture, radius, .9f, marks.data());
    check_marks(picture, radius, marks);

    std::vector<float> dark(pixels.size());
    darkness(picture, radius, dark.data());
    check_darkness(picture, radius, dark);

    std::vector<int32_t> labels(pixels.size());
    const Picture mask{marks.data(), height, width};
    const std::vector<Component> every = Components(mask, 1, labels.data()).list;
    check_components(mask, labels, every);
    check_large_components(mask, 1 + radius % 4, every);

    const int32_t rows = 1 + byte() % 3, columns = 1 + byte() % 3, square = 1 + byte() % 5;
    std::vector<float> nodes((size_t)2 * (rows + 1) * (columns + 1));
    const bool is_wild = byte() % 4 == 0;
    for (float& node : nodes) {
        uint32_t bits = 0;
        for (int32_t k = 0; k < 4; ++k) bits = bits << 8 | (uint32_t)byte();
        if (is_wild) std::memcpy(&node, &bits, sizeof node);  // infinite, too, and no number
        else node = (float)(bits % 4096) / 128 - 8;
    }
    std::vector<uint8_t> out((size_t)rows * columns * square * square);
    resample(picture, {nodes.data(), rows, columns}, square, out.data());
    const auto [least, most] = std::minmax_element(pixels.begin(), pixels.end());
    if (!is_wild)
        for (const uint8_t pixel : out) check(pixel >= *least && pixel <= *most);

    const int32_t strips = 1 + byte() % 4, lines = 1 + byte() % 3, offsets = 1 + byte() % 4;
    std::vector<float> values((size_t)strips * lines * offsets);
    for (float& value : values) value = (float)byte() / 255;
    check_paths({values.data(), strips, lines, offsets}, (double)byte() / 512);
    return 0;
}
