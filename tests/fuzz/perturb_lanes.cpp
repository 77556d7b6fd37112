// Perturbed puzzles by the million: givens removed, altered, swapped, candidates struck; and grids of 0 to 81 givens or
// of few candidates here and there, drawn at random, most of them with a fault. Every kernel of this machine solves
// them in batches, so that lanes mix; all must give the same bits, and the counts of a counter that shares no code with
// them: the slow and obvious one below. So must the search of any shape and the cursor, each on some of them. Nobody
// may take long.
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

#include "classic/dispatch.hpp"
#include "fallback.hpp"

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

static const auto kHouses = houses_of_classic();

static bool are_peers(int one, int other) {
    return one != other &&
           (one / 9 == other / 9 || one % 9 == other % 9 || (one / 27 == other / 27 && one % 9 / 3 == other % 9 / 3));
}

static std::array<std::vector<int>, 81> peers_of_classic() {
    std::array<std::vector<int>, 81> peers;
    for (int one = 0; one < 81; ++one)
        for (int other = 0; other < 81; ++other)
            if (are_peers(one, other)) peers[one].push_back(other);
    return peers;
}

static const auto kPeers = peers_of_classic();

// Counts solutions up to a limit, and keeps the first; or gives up.
struct Counter {
    static constexpr int64_t kMaxNodes = 5'000;

    int limit;
    int count = 0;
    Values first{};
    int64_t nodes = 0;

    bool gave_up() const { return nodes > kMaxNodes; }

    void search(Masks masks, std::array<bool, 81> placed) {
        if (++nodes > kMaxNodes) return;
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
            for (const int peer : kPeers[cell]) next[peer] &= ~next[cell];
            search(next, placed);
        }
    }

    // A cell that alone in one of its houses can take a digit, and that digit's mask; or the mask 0.
    static std::pair<int, uint16_t> only_place(const Masks& masks, const std::array<bool, 81>& placed) {
        for (const auto& house : kHouses) {
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
        for (int i = 0; i < 9; ++i) values[kHouses[18 + box][i]] = digits[i] + 1;
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

// Three in four keep one solution: givens go while it is the only one, until 22 to 30 are left or, of one in four, to
// the end: a minimal puzzle. The others keep 22 to 30 givens at random, and mostly have many solutions.
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
    enum Kind { kAltered, kSwapped, kAdded, kRemoved };
    const int kind = std::min<int>(random.below(6), kRemoved);
    const int n = 1 + random.below(kind == kRemoved ? 4 : 2);
    Values values = base.values;
    const auto cells = random.order(81);
    for (int i = 0, done = 0; i < 80 && done < n; ++i) {
        uint8_t &one = values[cells[i]], &other = values[cells[i + 1]];
        if (!one == (kind != kAdded)) continue;
        ++done;
        if (kind == kRemoved) one = 0;
        else if (kind == kSwapped) std::swap(one, other);
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

// Digits anywhere: 0 to 81 of them, mostly few; of a full grid or at random. Then some faults: a digit once more in a
// house.
static Values scattered(const Base& base, Random& random) {
    Values values{};
    const int n = random.chance(80) ? random.below(26) : random.below(82),
              wrong = random.chance(50) ? 0 : random.below(30);
    const auto cells = random.order(81);
    for (int i = 0; i < n; ++i) values[cells[i]] = random.chance(wrong) ? 1 + random.below(9) : base.solution[cells[i]];
    for (int i = random.below(3); i > 0; --i) {
        const auto& house = kHouses[random.below(27)];
        const int one = house[random.below(9)], other = house[random.below(9)];
        if (!values[one]) values[one] = 1 + random.below(9);
        values[other] = values[one];
    }
    return values;
}

// Nearly all candidates everywhere, but for a few cells of a few houses: so few digits for so many cells, or so few
// cells for so many digits, that it just fits, or just doesn't. Some digits of a full grid may help.
static Masks crowded(const Base& base, Random& random) {
    Masks masks;
    masks.fill(511);
    for (int i = random.chance(50) ? 0 : random.below(25); i > 0; --i) {
        const int cell = random.below(81);
        masks[cell] = 1 << (base.solution[cell] - 1);
    }
    for (int i = 1 + random.below(3); i > 0; --i) {
        const auto& house = kHouses[random.below(27)];
        const auto cells = random.order(9), digits = random.order(9);
        const int n_digits = 1 + random.below(5), n_cells = std::min(8, n_digits + random.below(2));
        uint16_t few = 0;
        for (int k = 0; k < n_digits; ++k) few |= 1 << digits[k];
        const bool in_few_cells = random.chance(50);
        for (int k = 0; k < 9; ++k) {
            uint16_t& mask = masks[house[cells[k]]];
            // Few digits for some cells; or, seen from the other side, those digits in no other cell.
            if (in_few_cells) mask &= k < n_digits - (n_cells - n_digits) ? 511 : 511 & ~few;
            else if (k < n_cells) mask &= few;
        }
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

// Passes for a puzzle alone, and choices of the search that takes over: below a tenth of a second. For a batch they add
// up, as lanes take them in step, or as boxes do, one after the other.
static constexpr int64_t kMaxPasses = 1 << 15;
static constexpr size_t kInStep = 100, kOneAfterTheOther = 4;  // puzzles that may take as many
static constexpr int64_t kMaxChoices = 10'000;

// Stops a kernel after so many polls.
struct PollLimit {
    int64_t polls;
    StopToken token() {
        return {[](void* self) { return --static_cast<PollLimit*>(self)->polls < 0; }, this};
    }
};

static Answers begun(size_t n) {
    return {std::vector<Values>(n), std::vector<int64_t>(n), std::vector<int64_t>(n), std::vector<int64_t>(n)};
}

static Batch batch_of(const Puzzles& puzzles, int limit, Answers& answers, PollLimit& poll_limit) {
    return {.values = puzzles.values.empty() ? nullptr : puzzles.values[0].data(),
            .candidates = puzzles.masks.empty() ? nullptr : puzzles.masks[0].data(),
            .n = puzzles.size(),
            .limit = limit,
            .give_up_after = kGiveUpAfter,
            .solutions = answers.solutions[0].data(),
            .counts = answers.counts.data(),
            .guesses = answers.guesses.data(),
            .passes = answers.passes.data(),
            .stop = poll_limit.token()};
}

[[noreturn]] static void fail(const Puzzles& puzzles, size_t i, const char* what, const char* kernel, int limit) {
    std::printf("perturb_lanes: %s, kernel %s, limit %d, candidates:\n", what, kernel, limit);
    for (const uint16_t mask : puzzles.candidates(i)) std::printf("%d ", mask);
    std::printf("\n");
    std::exit(1);
}

// What was found, to show that the puzzles were of every kind.
struct Tally {
    int64_t puzzles = 0, of_count[4] = {}, guessing = 0, most_guesses = 0, most_passes = 0, too_hard = 0, given_up = 0,
            most_choices = 0;
};

static Answers solved(const Searcher& kernel, const Puzzles& puzzles, int limit, Tally& tally,
                      size_t together = kInStep) {
    Scratch scratch(kernel);
    Answers answers = begun(puzzles.size());
    PollLimit poll_limit{kMaxPasses / farandole::kPollIntervalClassicPasses * (int64_t)(1 + puzzles.size() / together)};
    Batch batch = batch_of(puzzles, limit, answers, poll_limit);
    if (kernel.solve(batch, scratch.memory())) {
        poll_limit = {INT64_MAX};
        batch.give_up_after = 0;  // from now on nobody gives up
        for (size_t i = 0; i < puzzles.size(); ++i) {
            if (batch.counts[i] >= 0) continue;
            const int64_t guesses = batch.guesses[i];
            if (!solve_given_up(batch, i)) std::abort();
            tally.given_up += 1;
            tally.most_choices = std::max(tally.most_choices, batch.guesses[i] - guesses);
            if (batch.guesses[i] - guesses > kMaxChoices)
                fail(puzzles, i, "long after the lane gave up", kernel.name, limit);
        }
        return answers;
    }
    for (size_t i = 0; i < puzzles.size(); ++i) {  // Which one is it?
        Puzzles one;
        if (puzzles.values.empty()) one.masks = {puzzles.masks[i]};
        else one.values = {puzzles.values[i]};
        poll_limit = {kMaxPasses / farandole::kPollIntervalClassicPasses};
        Answers answer = begun(1);
        if (!kernel.solve(batch_of(one, limit, answer, poll_limit), scratch.memory()))
            fail(puzzles, i, "no end", kernel.name, limit);
    }
    std::printf("perturb_lanes: %zu puzzles of kernel %s take long, but none alone\n", puzzles.size(), kernel.name);
    std::exit(1);
}

// Whether no house holds a digit twice.
static bool is_sound(const Values& values) {
    for (int c = 0; c < 81; ++c)
        for (const int peer : kPeers[c])
            if (values[c] && values[c] == values[peer]) return false;
    return true;
}

// One solution at each call, as the cursor of Python asks for them.
static int counted_by_cursor(const Searcher& kernel, const Puzzles& puzzles, size_t i, int limit) {
    const Masks masks = puzzles.candidates(i);
    Scratch scratch(kernel);
    PollLimit poll_limit{kMaxPasses / farandole::kPollIntervalClassicPasses};
    Batch batch{.candidates = masks.data(), .n = 1, .limit = 1, .stop = poll_limit.token()};
    kernel.begin(batch, scratch.memory());
    int count = 0;
    for (int64_t found = 1; found && count < limit; count += found)
        if (!kernel.resume(batch, scratch.memory(), &found))
            fail(puzzles, i, "no end of the cursor", kernel.name, limit);
    return count;
}

static int counted_by_search(const Puzzles& puzzles, size_t i, int limit) {
    static constexpr int64_t kMaxNodes = 10'000;
    const Masks masks = puzzles.candidates(i);
    int64_t count = farandole::given_up(0), nodes = 0;
    farandole::Batch batch;
    batch.candidates = masks.data();
    batch.n = 1;
    batch.limit = limit;
    batch.counts = &count;
    batch.guesses = &nodes;
    if (!farandole::solve_given_up(batch, 0) || nodes > kMaxNodes) fail(puzzles, i, "no end", "any shape", limit);
    return static_cast<int>(count);
}

static bool is_solution(const Values& digits, const Masks& masks) {
    for (int c = 0; c < 81; ++c) {
        if (digits[c] < 1 || digits[c] > 9 || !(masks[c] >> (digits[c] - 1) & 1)) return false;
        for (const int peer : kPeers[c])
            if (digits[c] == digits[peer]) return false;
    }
    return true;
}

// The kernels of lanes and of boxes.
static std::vector<const Searcher*> searchers() {
    std::vector<const Searcher*> all(usable_boxes());
    all.insert(all.end(), usable_kernels().begin(), usable_kernels().end());
    return all;
}

static void compare(const Puzzles& puzzles, Tally& tally) {
    static constexpr int kMaxCount = 3;
    static constexpr size_t kSample = 16;  // the cursor and the search of any shape take one of so many
    std::vector<Counter> expected;
    for (size_t i = 0; i < puzzles.size(); ++i) {
        Counter counter = counted(puzzles.candidates(i), kMaxCount);
        if (counter.gave_up() || i % kSample == 0) {
            const int count = counted_by_search(puzzles, i, kMaxCount);
            if (counter.gave_up()) ++tally.too_hard, counter.count = count;
            if (counter.count != count) fail(puzzles, i, "another count", "any shape", kMaxCount);
        }
        expected.push_back(counter);
    }
    for (const int limit : {2, kMaxCount}) {
        const Answers first = solved(lanes_baseline, puzzles, limit, tally);
        for (size_t i = 0; i < puzzles.size(); ++i) {
            const int count = std::min(expected[i].count, limit);
            const Values& digits = first.solutions[i];
            if (first.counts[i] != count) fail(puzzles, i, "another count", "baseline", limit);
            if (first.passes[i] > kMaxPasses) fail(puzzles, i, "long", "baseline", limit);
            if (count == 0 ? digits != Values{} : !is_solution(digits, puzzles.candidates(i)))
                fail(puzzles, i, "no solution", "baseline", limit);
            if (count == 1 && !expected[i].gave_up() && digits != expected[i].first)
                fail(puzzles, i, "another solution", "baseline", limit);
            tally.most_guesses = std::max(tally.most_guesses, first.guesses[i]);
            tally.most_passes = std::max(tally.most_passes, first.passes[i]);
            if (limit == 2)
                ++tally.puzzles, ++tally.of_count[expected[i].count], tally.guessing += first.guesses[i] > 0;
        }
        for (const Kernel* kernel : usable_kernels()) {
            const Answers answers = solved(*kernel, puzzles, limit, tally);
            for (size_t i = 0; i < puzzles.size(); ++i)
                // Where the limit is reached, guesses and passes hang on who worked on it.
                if (answers.solutions[i] != first.solutions[i] || answers.counts[i] != first.counts[i] ||
                    (answers.counts[i] < limit &&
                     (answers.guesses[i] != first.guesses[i] || answers.passes[i] != first.passes[i])))
                    fail(puzzles, i, "not what baseline says", kernel->name, limit);
        }
        // Boxes apply the rules in another order, but all of them in the same one.
        const Answers alone = solved(boxes_baseline, puzzles, limit, tally, kOneAfterTheOther);
        for (size_t i = 0; i < puzzles.size(); ++i)
            if (alone.solutions[i] != first.solutions[i] || alone.counts[i] != first.counts[i])
                fail(puzzles, i, "not what lanes say", "baseline of boxes", limit);
        for (const Searcher* boxes : usable_boxes())
            if (solved(*boxes, puzzles, limit, tally, kOneAfterTheOther) != alone)
                fail(puzzles, 0, "here or later: not what baseline says", boxes->name, limit);
    }
    for (const Searcher* kernel : searchers())
        for (size_t i = 0; i < puzzles.values.size(); i += kSample)
            if (is_sound(puzzles.values[i]) && counted_by_cursor(*kernel, puzzles, i, kMaxCount) != expected[i].count)
                fail(puzzles, i, "another count of the cursor", kernel->name, kMaxCount);
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
            const bool is_near = random.chance(50);
            if (by_values) puzzles.values.push_back(is_near ? perturbed(base, random) : scattered(base, random));
            else puzzles.masks.push_back(is_near ? struck(base, random) : crowded(base, random));
        }
        compare(puzzles, tally);
    }
    std::printf("perturb_lanes: %" PRId64 " puzzles on", tally.puzzles);
    for (const Kernel* kernel : usable_kernels()) std::printf(" %s", kernel->name);
    std::printf(": the same bits, and the counter's counts\n");
    std::printf("  solutions: %" PRId64 " have none, %" PRId64 " one, %" PRId64 " two, %" PRId64 " more;"
                " %" PRId64 " need guesses, at most %" PRId64 ", and at most %" PRId64 " passes\n"
                "  %" PRId64 " were too hard for the counter; the search of any shape counted them\n"
                "  %" PRId64 " times a kernel gave up; the search that learns took at most %" PRId64 " choices\n",
                tally.of_count[0], tally.of_count[1], tally.of_count[2], tally.of_count[3], tally.guessing,
                tally.most_guesses, tally.most_passes, tally.too_hard, tally.given_up, tally.most_choices);
}
