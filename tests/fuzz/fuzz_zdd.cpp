// Any bytes are a small exact cover problem with multiplicities. The diagrams of either rule must hold the covers that
// brute force finds, each once, and where each item is covered once as many as the search engine counts; a search that
// pauses at each step must end with the same diagram.
#include <cstdlib>
#include <set>
#include <vector>

#include "cover/cover.hpp"
#include "cover/zdd/zdd.hpp"
#include "small_problem.hpp"

using namespace farandole;

static void check(bool holds) {
    if (!holds) std::abort();
}

struct Problem : SmallProblem {
    bool is_plain = true;

    // The first two bytes say how many items there are, the next ones how often each primary item is covered, and each
    // pair of others is an option.
    Problem(const uint8_t* data, size_t size) : SmallProblem(data[0], data[1]) {
        size_t at = 2;
        for (int32_t item = 0; item < n_primary; ++item, ++at) {
            const int byte = at < size ? data[at] : 0;
            low.push_back(byte % 4 == 0 ? 1 : byte % 4 - 1);
            high.push_back(low.back() + (byte >> 2) % 3);
            is_plain &= low.back() == 1 && high.back() == 1;
        }
        for (; at + 1 < size && starts.size() <= 12; at += 2) add_option(data[at], data[at + 1]);
    }
};

static void collect(const ZddSearch& search, int32_t node, unsigned options, std::set<unsigned>& covers) {
    if (node == 1) check(covers.insert(options).second);
    if (node < 2) return;
    const ZddNode& at = search.nodes()[node];
    check(at.lo < node && at.hi < node && at.hi != 0 && !(options >> at.option & 1));
    collect(search, at.lo, options, covers);
    collect(search, at.hi, options | 1u << at.option, covers);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    const Problem problem(data, size);
    const auto& [n_primary, n_items, starts, items, colors, low, high] = static_cast<const SmallProblem&>(problem);
    std::set<unsigned> expected;
    const unsigned end = 1u << (starts.size() - 1);
    for (unsigned options = 0; options < end; ++options)
        if (problem.is_cover(options)) expected.insert(options);
    if (problem.is_plain) {
        const CoverProblem cover_problem(n_primary, n_items, starts, items, colors);
        CoverSearch search(cover_problem, {});
        Control control;
        check(search.run(control, Control::kUnlimited, nullptr));
        check(search.solutions() == static_cast<int64_t>(expected.size()));
    }
    const ZddKeys keys(n_primary, n_items, starts, items, colors, low, high);
    for (const auto rule : {ZddSearch::Rule::kFirst, ZddSearch::Rule::kSmallest}) {
        ZddSearch search(keys, rule), halting(keys, rule);
        check(search.run(1 << 30, 1 << 30, 1 << 30) == ZddSearch::Outcome::kDone);
        check(halting.run(1 << 30, 1 << 30, 0) != ZddSearch::Outcome::kPaused);
        while (halting.run(1, 1 << 30, 1 << 30) != ZddSearch::Outcome::kDone) {}
        check(halting.root() == search.root() && halting.nodes().size() == search.nodes().size());
        std::set<unsigned> covers;
        collect(search, search.root(), 0, covers);
        check(covers == expected);
        std::vector<ZddNode> nodes;
        for (int64_t node = 0; node < search.nodes().size(); ++node) nodes.push_back(search.nodes()[node]);
        CoverCounts counts(nodes);
        check(counts.ends().size() == nodes.size());
        const size_t end = counts.ends()[search.root()], begin = search.root() ? counts.ends()[search.root() - 1] : 0;
        check(end - begin == !expected.empty() && (begin == end || counts.words()[begin] == expected.size()));
    }
    return 0;
}
