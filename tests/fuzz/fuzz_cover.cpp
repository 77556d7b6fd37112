// Any bytes are a small exact cover problem. What the search finds must be exact covers, all different, and as many as
// brute force finds; counting must agree, by any choice of an item; bit sets and pieces must list the same in the same
// order.
#include <cstdlib>
#include <set>
#include <vector>

#include "cover/bits/dispatch.hpp"
#include "cover/cover.hpp"
#include "small_problem.hpp"

using farandole::BitKernel, farandole::Choice, farandole::Control, farandole::CoverProblem, farandole::Covers;
using farandole::CoverSearch, farandole::cut;

static void check(bool holds) {
    if (!holds) std::abort();
}

struct Problem : SmallProblem {
    // The first two bytes say how many items there are, and each pair of others is an option.
    Problem(const uint8_t* data, size_t size) : SmallProblem(data[0], data[1]) {
        low.assign(n_primary, 1);
        high = low;
        for (size_t at = 2; at + 1 < size && starts.size() <= 12; at += 2) add_option(data[at], data[at + 1]);
    }
};

// Every kernel that this machine can run.
static std::vector<const BitKernel*> usable_bits() {
    std::vector<const BitKernel*> kernels;
    for (const char* isa : {"baseline", "avx2", "avx512"}) {
        setenv("FARANDOLE_ISA", isa, 1);
        try {
            kernels.push_back(&farandole::chosen_bits());
        } catch (const std::invalid_argument&) {}
    }
    return kernels;
}

// All covers, with room for a few at a time and a pause after every other node.
static std::vector<std::vector<int32_t>> list(const CoverProblem& problem, farandole::Plan plan) {
    CoverSearch search(problem, plan);
    std::vector<std::vector<int32_t>> listed;
    std::vector<int32_t> room(problem.n_primary + 3);
    for (bool is_done = false; !is_done;) {
        Covers covers{room.data(), 0, room.size()};
        Control control;
        control.budget = search.nodes() + 2;
        is_done = search.run(control, Control::kUnlimited, &covers);
        check(0 <= search.share() && search.share() <= 1 + 1e-9);
        for (size_t k = 0; k < covers.used; k += room[k] + 1)
            listed.emplace_back(room.begin() + k + 1, room.begin() + k + 1 + room[k]);
    }
    return listed;
}

// Hundreds of options made from a seed, too many for brute force: the kernels must list what marks list.
static void check_large(uint32_t seed) {
    const auto random = [&seed](uint32_t n) {
        seed = seed * 1664525 + 1013904223;
        return (int32_t)((seed >> 8) % n);
    };
    const int32_t n_primary = 10 + random(15), n_items = n_primary + random(5);
    std::vector<int32_t> starts{0}, items, colors;
    for (int32_t option = 0, end = 100 + random(900); option < end; ++option) {
        std::set<int32_t> chosen;
        while ((int32_t)chosen.size() < 3 + option % 3) chosen.insert(random(n_items));
        for (const int32_t item : chosen) {
            items.push_back(item);
            colors.push_back(item < n_primary ? 0 : random(3));
        }
        starts.push_back((int32_t)items.size());
    }
    const CoverProblem problem(n_primary, n_items, starts, items, colors);
    const auto first = [&](const BitKernel* kernel) {
        CoverSearch search(problem, {.kernel = kernel});
        std::vector<int32_t> room(1 << 16);
        Covers covers{room.data(), 0, room.size()};
        Control control;
        control.budget = 20000;
        search.run(control, 1000, &covers);
        room.resize(covers.used);
        room.push_back((int32_t)search.nodes());
        return room;
    };
    for (const BitKernel* kernel : usable_bits()) check(first(kernel) == first(nullptr));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 2) return 0;
    if (data[0] >> 7) {
        check_large(data[0] * 251 + data[1]);
        return 0;
    }
    const Problem problem(data, size);
    int64_t n_covers = 0;
    const unsigned end = 1u << (problem.starts.size() - 1);
    for (unsigned options = 0; options < end; ++options) n_covers += problem.is_cover(options);
    const auto& [n_primary, n_items, starts, items, colors, low, high] = static_cast<const SmallProblem&>(problem);
    const CoverProblem cover_problem(n_primary, n_items, starts, items, colors);
    for (const Choice choice :
         {Choice::kSmallest, Choice::kFirst, Choice::kSharp, Choice::kWeighted, Choice::kRandom}) {
        const auto listed = list(cover_problem, {.choice = choice, .preferred = {1, 0, 1, 0, 1, 0}, .seed = size});
        std::set<unsigned> found;
        for (const auto& cover : listed) {
            unsigned options = 0;
            for (const int32_t option : cover) options |= 1u << option;
            check(problem.is_cover(options) && found.insert(options).second);
        }
        check(static_cast<int64_t>(found.size()) == n_covers);
        if (choice > Choice::kFirst) continue;
        for (const BitKernel* kernel : usable_bits()) {
            check(list(cover_problem, {.choice = choice, .kernel = kernel}) == listed);
            Control control;
            CoverSearch counter(cover_problem, {.choice = choice, .kernel = kernel});
            check(counter.run(control, 1, nullptr) <= (n_covers == 0) && counter.solutions() == (n_covers > 0));
            check(counter.run(control, Control::kUnlimited, nullptr) && counter.solutions() == n_covers);
            check(list(cover_problem,
                       {.choice = choice, .pieces = cut(cover_problem, {.choice = choice}, 5, 5), .kernel = kernel}) ==
                  listed);
        }
    }
    return 0;
}
