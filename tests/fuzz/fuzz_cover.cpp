// Any bytes are a small exact cover problem. What the search finds must be exact covers, all different, and as many as
// brute force finds; counting must agree, by either choice of an item.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

#include "cover.hpp"

using farandole::CoverSearch;

static void check(bool holds) {
    if (!holds) std::abort();
}

struct Problem {
    int32_t n_primary, n_items;
    std::vector<int32_t> starts{0}, items, colors;

    // The first two bytes say how many items there are, and each pair of others is an option, perhaps an empty one: a
    // mask of its items, then two bits of color for each secondary item.
    Problem(const uint8_t* data, size_t size) : n_primary(data[0] % 6), n_items(n_primary + data[1] % 4) {
        for (size_t at = 2; at + 1 < size && starts.size() <= 12; at += 2) {
            for (int32_t item = 0; item < n_items; ++item) {
                if (!(data[at] >> item & 1)) continue;
                items.push_back(item);
                colors.push_back(item < n_primary ? 0 : data[at + 1] >> 2 * (item - n_primary) & 3);
            }
            starts.push_back(static_cast<int32_t>(items.size()));
        }
    }

    bool is_cover(unsigned options) const {
        std::vector<int> uses(n_items), color(n_items, -1);
        for (size_t option = 0; option + 1 < starts.size(); ++option) {
            if (!(options >> option & 1)) continue;
            if (starts[option] == starts[option + 1] || items[starts[option]] >= n_primary) return false;  // idle
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                const int32_t item = items[k];
                if (uses[item]++ && (colors[k] == 0 || color[item] != colors[k])) return false;
                color[item] = colors[k];
            }
        }
        for (int32_t item = 0; item < n_primary; ++item)
            if (!uses[item]) return false;
        return true;
    }
};

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const Problem problem(data, size);
    int64_t n_covers = 0;
    const unsigned end = 1u << (problem.starts.size() - 1);
    for (unsigned options = 0; options < end; ++options) n_covers += problem.is_cover(options);
    for (const bool first : {false, true}) {
        const auto& [n_primary, n_items, starts, items, colors] = problem;
        const CoverSearch search(n_primary, n_items, starts, items, colors, first);
        std::set<unsigned> found;
        for (CoverSearch lazy = search; lazy.next();) {
            unsigned options = 0;
            for (const int32_t option : lazy.cover()) options |= 1u << option;
            check(problem.is_cover(options) && found.insert(options).second);
        }
        check(static_cast<int64_t>(found.size()) == n_covers);
        CoverSearch counter = search;
        check(counter.count(1) == (n_covers > 0) && counter.count(1 << 20) == n_covers - (n_covers > 0));
    }
    return 0;
}

#ifndef LIBFUZZER  // which brings its own
int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
        LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    }
    std::printf("fuzz_cover: %d inputs\n", argc - 1);
}
#endif
