// Any bytes are a small cover problem with multiplicities and costs. The search must meet each cover once, by either choice
// of an item, and the cheapest ones must be those of brute force.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

#include "cover/cheapest.hpp"

using namespace farandole;

static void check(bool holds) {
    if (!holds) std::abort();
}

struct Problem {
    int32_t n_primary, n_items;
    std::vector<int32_t> starts{0}, items, colors, low, high;
    std::vector<double> costs;

    // The first two bytes say how many items there are, the next ones how often each primary one is covered, and each three
    // of the others are an option: a mask of its items, two bits of color for each secondary item, its cost.
    Problem(const uint8_t* data, size_t size) : n_primary(data[0] % 6), n_items(n_primary + data[1] % 4) {
        size_t at = 2;
        for (int32_t item = 0; item < n_primary; ++item, ++at) {
            const int byte = at < size ? data[at] : 0x11;
            low.push_back(byte & 3);
            high.push_back(low.back() + (byte >> 4 & 3));
        }
        for (; at + 2 < size && starts.size() <= 10; at += 3) {
            for (int32_t item = 0; item < n_items; ++item) {
                if (!(data[at] >> item & 1)) continue;
                items.push_back(item);
                colors.push_back(item < n_primary ? 0 : data[at + 1] >> 2 * (item - n_primary) & 3);
            }
            starts.push_back(static_cast<int32_t>(items.size()));
            costs.push_back(static_cast<int8_t>(data[at + 2]) / 4.0);
        }
    }

    bool is_cover(unsigned options) const {
        std::vector<int> uses(n_items), color(n_items, -1);
        for (size_t option = 0; option + 1 < starts.size(); ++option) {
            if (!(options >> option & 1)) continue;
            if (starts[option] == starts[option + 1] || items[starts[option]] >= n_primary) return false;  // idle
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                const int32_t item = items[k];
                if (uses[item]++ && item >= n_primary && (colors[k] == 0 || color[item] != colors[k])) return false;
                color[item] = colors[k];
            }
        }
        for (int32_t item = 0; item < n_primary; ++item)
            if (uses[item] < low[item] || uses[item] > high[item]) return false;
        return true;
    }

    double cost(unsigned options) const {
        double sum = 0;
        for (size_t option = 0; option < costs.size(); ++option) sum += options >> option & 1 ? costs[option] : 0;
        return sum;
    }
};

static unsigned set_of(const std::vector<int32_t>& cover) {
    unsigned options = 0;
    for (const int32_t option : cover) options |= 1u << option;
    return options;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const Problem problem(data, size);
    const CoverProblem numbers(problem.n_primary, problem.n_items, problem.starts, problem.items, problem.colors);
    std::vector<double> costs;
    const unsigned end = 1u << (problem.starts.size() - 1);
    for (unsigned options = 0; options < end; ++options)
        if (problem.is_cover(options)) costs.push_back(problem.cost(options));
    std::sort(costs.begin(), costs.end());

    for (const bool first : {false, true}) {
        Control control;
        std::set<unsigned> found;
        MultiSearch lazy(numbers, problem.low, problem.high, first);
        unsigned random = 1;
        const auto below = [&](int32_t n) { return (int32_t)((random = random * 1103515245 + 12345) >> 16) % n; };
        const auto guess = lazy.guess(below, control);
        check(guess.covers == 0 || !costs.empty());
        while (lazy.next(control)) {
            const unsigned options = set_of(lazy.cover());
            check(problem.is_cover(options) && found.insert(options).second);
        }
        check(lazy.is_exhausted() && found.size() == costs.size());
        MultiSearch counter(numbers, problem.low, problem.high, first);
        check(counter.count(1 << 20, control) == (int64_t)costs.size());
    }
    for (const int64_t k : {1, 3, 2000}) {
        CheapestSearch search(numbers, problem.low, problem.high, problem.costs, k);
        Control control;  // that pauses again and again
        for (control.budget = 1; !search.run(control); control.budget += 2) control.next_look = 0;
        std::vector<std::vector<int32_t>> covers;
        const auto listed = search.covers();
        for (size_t at = 0; at < listed.size(); at += 1 + listed[at])
            covers.emplace_back(listed.begin() + at + 1, listed.begin() + at + 1 + listed[at]);
        check((int64_t)covers.size() == std::min<int64_t>(k, costs.size()));
        for (size_t n = 0; n < covers.size(); ++n) {
            check(problem.is_cover(set_of(covers[n])) && problem.cost(set_of(covers[n])) == costs[n]);
        }
    }
    return 0;
}
