// Any bytes are a small cover problem with multiplicities and costs. The search must meet each cover once, by either
// choice of an item, and the cheapest ones must be those of brute force.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

#include "cover/cheapest.hpp"
#include "cover/multi_bit_search.hpp"
#include "small_problem.hpp"

using namespace farandole;

static void check(bool holds) {
    if (!holds) std::abort();
}

struct Problem : SmallProblem {
    std::vector<double> costs;

    // The first two bytes say how many items there are, the next ones how often each primary one is covered, and each
    // three of the others are an option and its cost.
    Problem(const uint8_t* data, size_t size) : SmallProblem(data[0], data[1]) {
        size_t at = 2;
        for (int32_t item = 0; item < n_primary; ++item, ++at) {
            const int byte = at < size ? data[at] : 0x11;
            low.push_back(byte & 3);
            high.push_back(low.back() + (byte >> 4 & 3));
        }
        for (; at + 2 < size && starts.size() <= 10; at += 3) {
            add_option(data[at], data[at + 1]);
            costs.push_back(static_cast<int8_t>(data[at + 2]) / 4.0);
        }
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
        MultiSearch marks(numbers, problem.low, problem.high, first);
        MultiBitSearch bits(numbers, problem.low, problem.high, first, &bits_baseline);
        while (marks.next(control))
            check(bits.next(control) && bits.cover() == marks.cover() && bits.nodes() == marks.nodes());
        check(!bits.next(control) && bits.is_exhausted() && bits.nodes() == marks.nodes());
    }
    for (const int64_t k : {1, 3, 2000}) {
        CheapestSearch search(numbers, problem.low, problem.high, problem.costs, k);
        Control control;  // that pauses again and again
        for (control.budget = 1; !search.run(control); control.budget += 2) control.next_poll = 0;
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
