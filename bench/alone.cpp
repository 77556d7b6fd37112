// One puzzle a call: each kernel of boxes, and each kernel of lanes with more and more puzzles a call, beside a rival.
// No Python.
//
//     alone FILE...    lines of 81 characters, at most 500 of a file
//
// Rounds of all are interleaved, and the best of each counts, by CPU time. The rival is tdoku, where FARANDOLE_RIVALS
// names the folder of libtdoku.so (rivals.py says what that is): its loop calls it with one puzzle after the other.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "classic/dispatch.hpp"
#include "fallback.hpp"

using namespace farandole;

static constexpr size_t kMaxPuzzles = 500, kCells = 81;
static constexpr int kRounds = 20, kLimit = 2;
static constexpr size_t kSizes[] = {1, 4, 8, 16, 64};

using Rival = double (*)(const char* puzzles, size_t n, size_t limit, uint32_t* counts, uint64_t* guesses);

static Rival found_rival() {
    const char* folder = std::getenv("FARANDOLE_RIVALS");
    if (!folder) return nullptr;
    void* const library = dlopen((std::string(folder) + "/libtdoku.so").c_str(), RTLD_NOW);
    return library ? reinterpret_cast<Rival>(dlsym(library, "rival_run")) : nullptr;
}

static double cpu_seconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Puzzles {
    std::string texts;  // 82 bytes each
    std::vector<uint8_t> values;
    size_t n = 0;
};

static Puzzles read(const char* path) {
    Puzzles puzzles;
    std::ifstream file(path);
    for (std::string line; puzzles.n < kMaxPuzzles && std::getline(file, line);) {
        if (line.size() < kCells || line[0] == '#') continue;
        ++puzzles.n;
        for (size_t i = 0; i < kCells; ++i) {
            const bool is_digit = line[i] >= '1' && line[i] <= '9';
            puzzles.texts.push_back(is_digit ? line[i] : '.');
            puzzles.values.push_back(is_digit ? static_cast<uint8_t>(line[i] - '0') : 0);
        }
        puzzles.texts.push_back(0);
    }
    return puzzles;
}

// Seconds for all puzzles, so many a call; their counts.
static double timed(const Searcher& searcher, const Puzzles& puzzles, size_t size, std::vector<int64_t>& counts) {
    static std::vector<uint8_t> solutions(kMaxPuzzles * kCells);
    const Scratch scratch(searcher);
    const double start = cpu_seconds();
    for (size_t i = 0; i < puzzles.n; i += size) {
        Batch batch{.values = &puzzles.values[kCells * i],
                    .n = std::min(size, puzzles.n - i),
                    .limit = kLimit,
                    .give_up_after = kGiveUpAfter,
                    .solutions = &solutions[kCells * i],
                    .counts = &counts[i]};
        searcher.solve(batch, scratch.memory());
        for (size_t k = 0; k < batch.n; ++k)
            if (batch.counts[k] < 0) solve_given_up(batch, k);
    }
    return cpu_seconds() - start;
}

struct Row {
    const Searcher* searcher;
    std::string name;
    size_t size;
    double best = std::numeric_limits<double>::infinity();
};

int main(int argc, char** argv) {
    const Rival rival = found_rival();
    if (!rival) std::printf("no tdoku: FARANDOLE_RIVALS names no folder with libtdoku.so\n");
    for (int file = 1; file < argc; ++file) {
        const Puzzles puzzles = read(argv[file]);
        if (!puzzles.n) {
            std::fprintf(stderr, "%s: expected lines of 81 characters, found none\n", argv[file]);
            return 1;
        }
        std::vector<Row> rows;
        for (const Searcher* boxes : usable_boxes()) rows.push_back({boxes, std::string("boxes ") + boxes->name, 1});
        for (const Kernel* lanes : usable_kernels())
            for (const size_t size : kSizes) rows.push_back({lanes, std::string("lanes ") + lanes->name, size});
        double theirs = std::numeric_limits<double>::infinity();
        std::vector<uint32_t> their_counts(puzzles.n);
        std::vector<int64_t> counts(puzzles.n), expected(puzzles.n);
        for (int round = 0; round < kRounds; ++round) {
            uint64_t guesses;
            if (rival)
                theirs =
                    std::min(theirs, rival(puzzles.texts.data(), puzzles.n, kLimit, their_counts.data(), &guesses));
            for (Row& row : rows) {
                row.best = std::min(row.best, timed(*row.searcher, puzzles, row.size, counts));
                if (&row == &rows[0]) expected = counts;
                const bool is_theirs = !rival || std::equal(counts.begin(), counts.end(), their_counts.begin());
                if (counts != expected || !is_theirs) {
                    std::fprintf(stderr, "%s: %s counts other solutions\n", argv[file], row.name.c_str());
                    return 1;
                }
            }
        }
        const double n = static_cast<double>(puzzles.n);
        std::printf("\n%s: %zu puzzles", argv[file], puzzles.n);
        if (rival) std::printf(", tdoku %.3f µs each", 1e6 * theirs / n);
        std::printf("\n");
        for (const Row& row : rows) {
            std::printf("  %-16s %3zu a call %9.3f µs each", row.name.c_str(), row.size, 1e6 * row.best / n);
            if (rival) std::printf(" %6.2f times tdoku", theirs / row.best);
            std::printf("\n");
        }
    }
}
