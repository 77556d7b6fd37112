// Perturbed puzzles by the million: givens removed, altered, swapped, candidates struck. Every kernel of this machine
// solves them in batches, so that lanes mix; all must give the same bits, and the counts of a counter that shares no
// code with them: the slow and obvious one below.
//
//     perturb_lanes [PUZZLES] [SEED]
#include <algorithm>
#include <array>
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "dispatch.hpp"

using namespace farandole;

using Values = std::array<uint8_t, 81>;
using Masks = std::array<uint16_t, 81>;

// --- The independent counter -----------------------------------------------------------------------------------------

static std::array<std::array<int, 9>, 27> houses_of_classic() {
    std::array<std::array<int, 9>, 27> houses;
    for (int i = 0; i < 9; ++i)
        for (int j = 0; j < 9; ++j) {
            houses[i][j] = 9 * i + j;
            houses[9 + i][j] = 9 * j + i;
            houses[18 + i][j] = 9 * (i / 3 * 3 + j / 3) + i % 3 * 3 + j % 3;
        }
    return houses;
}

static const auto HOUSES = houses_of_classic();

static bool are_peers(int one, int other) {
    return one != other && (one / 9 == other / 9 || one % 9 == other % 9 ||
                            (one / 27 == other / 27 && one % 9 / 3 == other % 9 / 3));
}

static std::array<std::vector<int>, 81> peers_of_classic() {
    std::array<std::vector<int>, 81> peers;
    for (int one = 0; one < 81; ++one)
        for (int other = 0; other < 81; ++other)
            if (are_peers(one, other)) peers[one].push_back(other);
    return peers;
}

static const auto PEERS = peers_of_classic();

// Counts solutions up to a limit, and keeps the first.
struct Counter {
    int limit;
    int count = 0;
    Values first{};

    void search(Masks masks, std::array<bool, 81> placed) {
        int cell = -1;  // the one with the fewest candidates
        for (int c = 0; c < 81; ++c)
            if (!placed[c] && (cell < 0 || std::popcount(masks[c]) < std::popcount(masks[cell]))) cell = c;
        if (cell < 0) {
            if (count++ == 0)
                for (int c = 0; c < 81; ++c) first[c] = std::countr_zero(masks[c]) + 1;
            return;
        }
        if (std::popcount(masks[cell]) > 1) {
            const auto [only_cell, digit] = only_place(masks, placed);
            if (digit) {
                cell = only_cell;
                masks[cell] = digit;  // its other candidates lead nowhere
            }
        }
        placed[cell] = true;
        for (uint16_t left = masks[cell]; left && count < limit; left &= left - 1) {
            Masks next = masks;
            next[cell] = left & -left;
            for (const int peer : PEERS[cell]) next[peer] &= ~next[cell];
            search(next, placed);
        }
    }

    // A cell that alone in one of its houses can take a digit, and that digit's mask; or the mask 0.
    static std::pair<int, uint16_t> only_place(const Masks& masks, const std::array<bool, 81>& placed) {
        for (const auto& house : HOUSES) {
            uint16_t once = 0, twice = 0;
            for (const int c : house) {
                twice |= once & masks[c];
                once |= masks[c];
            }
            for (const int c : house)
                if (const uint16_t digit = masks[c] & once & ~twice; !placed[c] && digit)
                    return {c, static_cast<uint16_t>(digit & -digit)};
        }
        return {0, 0};
    }
};

static Counter counted(const Masks& masks, int limit) {
    Counter counter{limit};
    counter.search(masks, {});
    return counter;
}

static Masks masks_of(const Values& values) {
    Masks masks;
    for (int c = 0; c < 81; ++c) masks[c] = values[c] ? 1 << (values[c] - 1) : 511;
    return masks;
}

// --- Making puzzles --------------------------------------------------------------------------------------------------

// The standard fixes what the engine draws, but not what its distributions and shuffle make of it.
struct Random {
    std::mt19937_64 engine;
    int below(int n) { return static_cast<int>(engine() % n); }
    bool chance(int percent) { return below(100) < percent; }

    std::vector<int> order(int n) {
        std::vector<int> numbers(n);
        for (int i = 0; i < n; ++i) {
            numbers[i] = i;
            std::swap(numbers[i], numbers[below(i + 1)]);
        }
        return numbers;
    }
};

// A puzzle to perturb, and a solution of it.
struct Base {
    Values values, solution;
};

// A full grid: boxes on the diagonal at random, a few more cells too as long as there is a solution.
static Values make_grid(Random& random) {
    Values values{};
    for (int box = 0; box < 9; box += 4) {
        const auto digits = random.order(9);
        for (int i = 0; i < 9; ++i) values[HOUSES[18 + box][i]] = digits[i] + 1;
    }
    for (const int cell : random.order(81)) {
        if (values[cell]) continue;
        Values trial = values;
        trial[cell] = 1 + random.below(9);
        if (counted(masks_of(trial), 1).count) values = trial;
        if (random.chance(10)) break;
    }
    return counted(masks_of(values), 1).first;
}

// Three in four keep one solution: givens go while it is the only one, until 22 to 30 are left or, of one in four, to the
// end: a minimal puzzle. The others keep 22 to 30 givens at random, and mostly have many solutions.
static Base make_base(Random& random) {
    const Values solution = make_grid(random);
    Base base{solution, solution};
    const int kind = random.below(4), n_left = 22 + random.below(9);
    int n = 81;
    for (const int cell : random.order(81)) {
        if (kind && n <= n_left) break;
        Values trial = base.values;
        trial[cell] = 0;
        if (kind == 3 || counted(masks_of(trial), 2).count == 1) base.values = trial, --n;
    }
    return base;
}

// Givens removed (half of the time), altered, swapped with another cell; or new ones.
static Values perturbed(const Base& base, Random& random) {
    enum Kind { ALTERED, SWAPPED, ADDED, REMOVED };
    const int kind = std::min<int>(random.below(6), REMOVED);
    const int n = 1 + random.below(kind == REMOVED ? 4 : 2);
    Values values = base.values;
    const auto cells = random.order(81);
    for (int i = 0, done = 0; i < 80 && done < n; ++i) {
        uint8_t &one = values[cells[i]], &other = values[cells[i + 1]];
        if (!one == (kind != ADDED)) continue;
        ++done;
        if (kind == REMOVED) one = 0;
        else if (kind == SWAPPED) std::swap(one, other);
        else one = 1 + random.below(9);
    }
    return values;
}

// Candidates struck from empty cells, now and then one of the solution; some givens get candidates beside them.
static Masks struck(const Base& base, Random& random) {
    Masks masks = masks_of(base.values);
    const int loosened = random.below(30), strikes = 10 * random.below(31);
    const bool keeps_solution = random.chance(70);
    for (int c = 0; c < 81; ++c)
        if (base.values[c] && random.chance(loosened)) masks[c] |= random.below(512) & random.below(512);
    for (int i = 0; i < strikes; ++i) {
        const int c = random.below(81), digit = random.below(9);
        if (base.values[c] || (digit + 1 == base.solution[c] && (keeps_solution || random.chance(95)))) continue;
        masks[c] &= ~(1 << digit);
    }
    return masks;
}

// --- Comparing -------------------------------------------------------------------------------------------------------

struct Puzzles {
    std::vector<Values> values;  // these or
    std::vector<Masks> masks;    // those
    size_t size() const { return values.size() + masks.size(); }
    Masks candidates(size_t i) const { return values.empty() ? masks[i] : masks_of(values[i]); }
};

struct Answers {
    std::vector<Values> solutions;
    std::vector<int64_t> counts, guesses, passes;
    bool operator==(const Answers&) const = default;
};

static Answers solved(const Kernel& kernel, const Puzzles& puzzles, int limit) {
    const size_t n = puzzles.size();
    Answers answers{std::vector<Values>(n), std::vector<int64_t>(n), std::vector<int64_t>(n), std::vector<int64_t>(n)};
    const Batch batch{puzzles.values.empty() ? nullptr : puzzles.values[0].data(),
                      puzzles.masks.empty() ? nullptr : puzzles.masks[0].data(), n, limit, answers.solutions[0].data(),
                      answers.counts.data(), answers.guesses.data(), answers.passes.data(),
                      [](void*) { return false; }, nullptr};
    Scratch scratch(kernel);
    if (!kernel.solve(batch, scratch.memory())) std::abort();
    return answers;
}

[[noreturn]] static void fail(const Puzzles& puzzles, size_t i, const char* what, const char* kernel, int limit) {
    std::printf("perturb_lanes: %s, kernel %s, limit %d, candidates:\n", what, kernel, limit);
    for (const uint16_t mask : puzzles.candidates(i)) std::printf("%d ", mask);
    std::printf("\n");
    std::exit(1);
}

static bool is_solution(const Values& digits, const Masks& masks) {
    for (int c = 0; c < 81; ++c) {
        if (digits[c] < 1 || digits[c] > 9 || !(masks[c] >> (digits[c] - 1) & 1)) return false;
        for (const int peer : PEERS[c])
            if (digits[c] == digits[peer]) return false;
    }
    return true;
}

// What was found, to show that the puzzles were of every kind.
struct Tally {
    int64_t puzzles = 0, of_count[4] = {}, guessing = 0, most_guesses = 0;
};

static void compare(const Puzzles& puzzles, Tally& tally) {
    std::vector<Counter> expected;
    for (size_t i = 0; i < puzzles.size(); ++i) expected.push_back(counted(puzzles.candidates(i), 3));
    for (const int limit : {2, 3}) {
        const Answers first = solved(lanes_baseline, puzzles, limit);
        for (size_t i = 0; i < puzzles.size(); ++i) {
            const int count = std::min(expected[i].count, limit);
            const Values& digits = first.solutions[i];
            if (first.counts[i] != count) fail(puzzles, i, "another count", "baseline", limit);
            if (count == 0 ? digits != Values{} : !is_solution(digits, puzzles.candidates(i)))
                fail(puzzles, i, "no solution", "baseline", limit);
            if (count == 1 && digits != expected[i].first) fail(puzzles, i, "another solution", "baseline", limit);
            tally.most_guesses = std::max(tally.most_guesses, first.guesses[i]);
            if (limit == 2) ++tally.puzzles, ++tally.of_count[expected[i].count], tally.guessing += first.guesses[i] > 0;
        }
        for (const Kernel* kernel : usable_kernels()) {
            const Answers answers = solved(*kernel, puzzles, limit);
            for (size_t i = 0; i < puzzles.size(); ++i)
                if (answers.solutions[i] != first.solutions[i] || answers.counts[i] != first.counts[i] ||
                    answers.guesses[i] != first.guesses[i] || answers.passes[i] != first.passes[i])
                    fail(puzzles, i, "not what baseline says", kernel->name, limit);
        }
    }
}

int main(int argc, char** argv) {
    const int64_t n = argc > 1 ? std::atoll(argv[1]) : 10'000;
    Random random{std::mt19937_64(argc > 2 ? std::atoll(argv[2]) : 1)};
    std::vector<Base> bases;
    Tally tally;
    while (tally.puzzles < n) {
        for (int i = 0; i < 8; ++i) bases.push_back(make_base(random));
        if (bases.size() > 1000) bases.erase(bases.begin(), bases.begin() + 500);
        Puzzles puzzles;
        const bool by_values = random.chance(50);
        // From one puzzle, most lanes empty, to all of them filled many times over.
        const int64_t size = std::min<int64_t>(n - tally.puzzles, 1 + random.below(random.chance(20) ? 40 : 2000));
        for (int64_t i = 0; i < size; ++i) {
            const Base& base = bases[random.below(bases.size())];
            if (by_values) puzzles.values.push_back(perturbed(base, random));
            else puzzles.masks.push_back(struck(base, random));
        }
        compare(puzzles, tally);
    }
    std::printf("perturb_lanes: %" PRId64 " puzzles on", tally.puzzles);
    for (const Kernel* kernel : usable_kernels()) std::printf(" %s", kernel->name);
    std::printf(": the same bits, and the counter's counts\n");
    std::printf("  solutions: %" PRId64 " have none, %" PRId64 " one, %" PRId64 " two, %" PRId64 " more;"
                " %" PRId64 " need guesses, at most %" PRId64 "\n",
                tally.of_count[0], tally.of_count[1], tally.of_count[2], tally.of_count[3], tally.guessing,
                tally.most_guesses);
}
