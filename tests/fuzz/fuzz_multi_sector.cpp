// Any bytes are candidates in a small cube. Each locked set must have as many covers as truths, which hold all of their
// points. No filling may have a point that it calls false. The sets must be those that trying all covers gives.
#include <cstdlib>
#include <map>

#include "logic/multi_sector.hpp"

using namespace farandole;

using Mask = MultiSector::Mask;
using Cube = std::vector<std::vector<Mask>>;

static void check(bool holds) {
    if (!holds) std::abort();
}

static bool has(Mask mask, int32_t number) { return mask >> number & 1; }

// The false points, as a cube; and whether the covers hold all points of the truths.
static std::pair<Cube, bool> judge(const Cube& cube, const MultiSector::LockedSet& set) {
    const auto n = (int32_t)cube.size();
    Cube wrong(n, std::vector<Mask>(n));
    bool is_covered = true;
    for (int32_t a = 0; a < n; ++a)
        for (int32_t b = 0; b < n; ++b)
            for (int32_t c = 0; c < n; ++c) {
                if (!has(cube[a][b], c)) continue;
                const int32_t n_covers = has(set.covers[c].first, a) + has(set.covers[c].second, b);
                const bool is_of_truth = has(set.a, a) && has(set.b, b);
                if (is_of_truth) is_covered &= n_covers > 0;
                if (n_covers > (is_of_truth ? 1 : 0)) wrong[a][b] |= Mask{1} << c;
            }
    return {wrong, is_covered};
}

// Fills the pairs from a number on in each way, and sees whether one has a false point.
static void check_fillings(const Cube& cube, const Cube& wrong, int32_t number, std::vector<Mask>& of_a,
                           std::vector<Mask>& of_b, bool is_wrong) {
    const auto n = (int32_t)cube.size();
    if (number == n * n) return check(!is_wrong);
    const int32_t a = number / n, b = number % n;
    if (!cube[a][b]) return check_fillings(cube, wrong, number + 1, of_a, of_b, is_wrong);
    for (int32_t c = 0; c < n; ++c) {
        const Mask bit = Mask{1} << c;
        if (!has(cube[a][b], c) || (of_a[a] & bit) || (of_b[b] & bit)) continue;
        of_a[a] |= bit;
        of_b[b] |= bit;
        check_fillings(cube, wrong, number + 1, of_a, of_b, is_wrong || (wrong[a][b] & bit));
        of_a[a] &= ~bit;
        of_b[b] &= ~bit;
    }
}

// The most false points that the fewest covers of some truths can show; -1 if there are more covers than truths.
static int32_t most_false(const Cube& cube, Mask a, Mask b, int32_t n_truths) {
    const auto n = (int32_t)cube.size();
    int32_t n_covers = 0, n_false = 0;
    for (int32_t c = 0; c < n; ++c) {
        int32_t fewest = INT32_MAX, most = 0;
        for (Mask of_a = 0; of_a < Mask{1} << n; ++of_a)
            for (Mask of_b = 0; of_b < Mask{1} << n; ++of_b) {
                if ((of_a & ~a) || (of_b & ~b)) continue;
                std::vector<std::pair<Mask, Mask>> covers(n);
                covers[c] = {of_a, of_b};
                Cube layer(n, std::vector<Mask>(n));
                for (int32_t at = 0; at < n; ++at)
                    for (int32_t to = 0; to < n; ++to) layer[at][to] = cube[at][to] & Mask{1} << c;
                const auto& [wrong, is_covered] = judge(layer, {a, b, 0, 0, covers});
                const int32_t size = std::popcount(of_a) + std::popcount(of_b);
                if (!is_covered || size > fewest) continue;
                if (size < fewest) fewest = size, most = 0;
                int32_t count = 0;
                for (const auto& row : wrong)
                    for (const Mask points : row) count += std::popcount(points);
                most = std::max(most, count);
            }
        n_covers += fewest;
        n_false += most;
    }
    return n_covers == n_truths ? n_false : -1;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const uint8_t* const end = data + size;
    const auto below = [&](int32_t limit) { return data == end ? 0 : *data++ % limit; };
    const int32_t n = 2 + below(3);
    Cube cube(n, std::vector<Mask>(n));
    for (auto& row : cube)
        for (Mask& mask : row) mask = below(4) ? (Mask)below(1 << n) : 0;
    StopToken stop;
    std::map<std::pair<Mask, Mask>, int32_t> found;
    int32_t n_truths = INT32_MAX;
    for (const auto& set : MultiSector(cube).find(stop)) {
        int32_t n_covers = 0, n_false = 0;
        for (const auto& [of_a, of_b] : set.covers) n_covers += std::popcount(of_a) + std::popcount(of_b);
        const auto& [wrong, is_covered] = judge(cube, set);
        for (const auto& row : wrong)
            for (const Mask points : row) n_false += std::popcount(points);
        check(is_covered && n_covers == set.n_truths && n_false == set.n_false && n_false > 0);
        std::vector<Mask> of_a(n), of_b(n);
        check_fillings(cube, wrong, 0, of_a, of_b, false);
        check(found.emplace(std::pair(set.a, set.b), n_false).second);
        check(n_truths == INT32_MAX || n_truths == set.n_truths);
        n_truths = set.n_truths;
    }
    for (Mask a = 1; a + 1 < Mask{1} << n; ++a)
        for (Mask b = 1; b + 1 < Mask{1} << n; ++b) {
            if (std::popcount(a) < 2 || std::popcount(b) < 2) continue;
            int32_t truths = 0;
            Mask used_a = 0, used_b = 0;
            for (int32_t at = 0; at < n; ++at)
                for (int32_t to = 0; to < n; ++to)
                    if (has(a, at) && has(b, to) && cube[at][to]) {
                        ++truths;
                        used_a |= Mask{1} << at;
                        used_b |= Mask{1} << to;
                    }
            if (used_a != a || used_b != b || truths > n_truths) continue;
            const int32_t expected = most_false(cube, a, b, truths);
            check(expected <= 0 || (truths == n_truths && found.contains({a, b}) && found[{a, b}] == expected));
        }
    return 0;
}
