#include "isomorphism/tables/splits.hpp"

#include <array>
#include <bit>
#include <memory>
#include <vector>

namespace farandole {

namespace {

constexpr int kAll = 511;
using Columns = std::array<int, 9>;  // masks of three digits

bool is_triple(int mask) { return std::popcount(static_cast<unsigned>(mask)) == 3; }

// The cycles of columns with two digits each, where each digit is in two columns.
int count_cycles(const Columns& pairs) {
    int n = 0;
    for (int open = kAll; open; ++n) {
        const int start = std::countr_zero(static_cast<unsigned>(open));
        int digit = pairs[start] & -pairs[start], at = start;
        do {
            open &= ~(1 << at);
            digit ^= pairs[at];
            int following = start;
            for (int c = 0; c < 9; ++c)
                if (open >> c & 1 && pairs[c] & digit) following = c;
            at = following;
        } while (at != start);
    }
    return n;
}

// The ways to order nine columns into rows: choose the digits of the first row; each cycle of the rest has two
// orientations.
int count_bands(const Columns& columns) {
    int total = 0;
    Columns left = columns;
    const auto choose = [&](auto& self, int at, int used) -> void {
        if (at == 9) {
            total += 1 << count_cycles(left);
            return;
        }
        for (int open = columns[at] & ~used; open; open &= open - 1) {
            left[at] = columns[at] & ~(open & -open);
            self(self, at + 1, used | (open & -open));
        }
    };
    choose(choose, 0, 0);
    return total;
}

void list_partitions(Splits& s) {
    int n_triples = 0, n = 0;
    for (int mask = 0; mask <= kAll; ++mask) s.triple[mask] = is_triple(mask) ? n_triples++ : 0;
    for (int a = 1; a <= kAll; a += 2)
        for (int b = 0; b <= kAll; ++b) {
            if (!is_triple(a) || !is_triple(b) || a & b || (b & -b) != (~a & -~a)) continue;
            const int of[3] = {a, b, kAll ^ a ^ b};
            for (int i = 0; i < 3; ++i) {
                s.columns[n][i] = of[i];
                for (int j = 0; j < 3; ++j)
                    if (i != j) s.partition[s.triple[of[i]]][s.triple[of[j]]] = n;
            }
            ++n;
        }
}

void list_splits(Splits& s, int top) {
    const uint16_t* above = s.columns[top];
    int n = 0;
    for (int a = 0; a <= kAll; ++a)
        for (int b = 0; is_triple(a) && !(a & above[0]) && b <= kAll; ++b) {
            const int c = kAll ^ a ^ b;
            if (!is_triple(b) || b & (a | above[1]) || c & above[2]) continue;
            s.middle[top][n][0] = a;
            s.middle[top][n][1] = b;
            s.middle[top][n][2] = c;
            s.middles[top][n] = s.partition_of(a, b);
            s.bottoms[top][n] = s.partition_of(kAll ^ a ^ above[0], kAll ^ b ^ above[1]);
            ++n;
        }
}

// A partition, once each digit has its new name.
uint16_t rename(const Splits& s, int partition, const uint8_t name[9]) {
    int renamed[2] = {};
    for (int i = 0; i < 2; ++i)
        for (int digit = 0; digit < 9; ++digit)
            if (s.columns[partition][i] >> digit & 1) renamed[i] |= 1 << name[digit];
    return s.partition_of(renamed[0], renamed[1]);
}

void see_all_from(Splits& s, int a) {
    uint8_t name[9] = {}, n = 0;
    for (const int column : s.columns[a])
        for (int digit = 0; digit < 9; ++digit)
            if (column >> digit & 1) name[digit] = n++;
    for (int b = 0; b < Splits::kNumPartitions; ++b) s.seen_from[a][b] = rename(s, b, name);
}

// The bands whose boxes have the first partition, a, and b.
uint16_t count_bands(const Splits& s, int a, int b) {
    Columns columns = {0007, 0070, 0700};
    for (int i = 0; i < 3; ++i) {
        columns[3 + i] = s.columns[a][i];
        columns[6 + i] = s.columns[b][i];
    }
    return static_cast<uint16_t>(count_bands(columns));
}

// Renaming digits changes no number of bands, and 1,296 renamings keep the first partition. They join the other
// partitions to five orbits: one row of the table is counted in each orbit, and the others follow from it.
void count_all_bands(Splits& s) {
    // Generators: swap two digits of a triple, turn its digits, swap two triples, turn the triples.
    constexpr uint8_t kRenamings[4][9] = {{1, 0, 2, 3, 4, 5, 6, 7, 8},
                                          {1, 2, 0, 3, 4, 5, 6, 7, 8},
                                          {3, 4, 5, 0, 1, 2, 6, 7, 8},
                                          {3, 4, 5, 6, 7, 8, 0, 1, 2}};
    uint16_t renamed[4][Splits::kNumPartitions];
    for (int k = 0; k < 4; ++k)
        for (int a = 0; a < Splits::kNumPartitions; ++a) renamed[k][a] = rename(s, a, kRenamings[k]);
    std::vector<uint16_t> reached;
    std::array<bool, Splits::kNumPartitions> is_known{};
    for (int start = 0; start < Splits::kNumPartitions; ++start) {
        if (is_known[start]) continue;
        for (int b = 0; b < Splits::kNumPartitions; ++b)
            s.n_bands[start][b] = is_known[b] ? s.n_bands[b][start] : count_bands(s, start, b);
        is_known[start] = true;
        for (reached = {static_cast<uint16_t>(start)}; !reached.empty();) {
            const int a = reached.back();
            reached.pop_back();
            for (const auto& of : renamed) {
                if (is_known[of[a]]) continue;
                for (int b = 0; b < Splits::kNumPartitions; ++b) s.n_bands[of[a]][of[b]] = s.n_bands[a][b];
                is_known[of[a]] = true;
                reached.push_back(of[a]);
            }
        }
    }
}

std::unique_ptr<Splits> make() {
    auto made = std::make_unique<Splits>();
    Splits& s = *made;
    list_partitions(s);
    for (int a = 0; a < Splits::kNumPartitions; ++a) {
        list_splits(s, a);
        see_all_from(s, a);
    }
    count_all_bands(s);
    return made;
}

}  // namespace

const Splits& Splits::table() {
    static const std::unique_ptr<Splits> made = make();
    return *made;
}

}  // namespace farandole
