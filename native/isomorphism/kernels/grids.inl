// The canonical form of a full grid: of all isomorphic grids, the one whose 81 digits come first in lexicographic
// order. Part of isomorphism.inl. It begins with the least class of the grid's six bands and stacks; a table has the
// ways there.

// The rows of a grid, and the first eight digits of each as a number: rows that agree in these are equal.
struct Arranged {
    Row rows[9];
    uint64_t keys[9];
};

INLINE uint64_t key_of(Row row) {
    uint64_t eight;
    memcpy(&eight, &row, 8);
    return __builtin_bswap64(eight);  // little-endian only, like the lanes
}

INLINE void sort_two(Arranged& grid, int a, int b) {
    const bool is_more = grid.keys[a] > grid.keys[b];
    const Row row_a = grid.rows[a], row_b = grid.rows[b];
    const uint64_t key_a = grid.keys[a], key_b = grid.keys[b];
    grid.rows[a] = is_more ? row_b : row_a;
    grid.rows[b] = is_more ? row_a : row_b;
    grid.keys[a] = is_more ? key_b : key_a;
    grid.keys[b] = is_more ? key_a : key_b;
}

// A grid with a given band first, its rows and all columns in a given order, digits named in order of appearance, the
// other rows sorted.
INLINE void arrange(const Row* grid, int band, const uint8_t* row_order, Row columns, Arranged& to) {
    alignas(16) uint8_t first[16], names[16] = {};
    const Row top = shuffled(grid[3 * band + row_order[0]], columns);
    memcpy(first, &top, 16);
    for (int c = 0; c < 9; ++c) names[first[c]] = c + 1;
    Row name;
    memcpy(&name, names, 16);
    const auto put = [&](int from, int at) {
        to.rows[at] = shuffled(name, shuffled(grid[from], columns));
        to.keys[at] = key_of(to.rows[at]);
    };
    const int second = band == 0 ? 3 : 0, third = band == 2 ? 3 : 6;
    for (int r = 0; r < 3; ++r) {
        put(3 * band + row_order[r], r);
        put(second + r, 3 + r);
        put(third + r, 6 + r);
    }
    for (int first_row = 3; first_row < 9; first_row += 3) {
        sort_two(to, first_row, first_row + 1);
        sort_two(to, first_row + 1, first_row + 2);
        sort_two(to, first_row, first_row + 1);
    }
    if (to.keys[3] > to.keys[6])
        for (int r = 3; r < 6; ++r) {
            const Row row = to.rows[r];
            const uint64_t key = to.keys[r];
            to.rows[r] = to.rows[r + 3];
            to.keys[r] = to.keys[r + 3];
            to.rows[r + 3] = row;
            to.keys[r + 3] = key;
        }
}

// The least form so far, and how often it was found.
struct LeastGrid {
    Arranged grid;
    int n_found = 0;

    INLINE void consider(const Arranged& other) {
        int row = 3;
        while (n_found && row < 9 && other.keys[row] == grid.keys[row]) ++row;
        if (!n_found || (row < 9 && other.keys[row] < grid.keys[row])) {
            grid = other;
            n_found = 1;
        } else if (row == 9) {
            ++n_found;
        }
    }
};

// For each of sixteen places, the digits seen in some lines: 1 to 8 as bits, and 9.
struct Seen {
    Row low, nine;

    INLINE Seen(const uint8_t (*lines)[16], int n) : low{}, nine{} {
        const Row bits = {0, 1, 2, 4, 8, 16, 32, 64, 128}, is_nine = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
        for (int line = 0; line < n; ++line) {
            low |= shuffled(bits, row_at(lines[line]));
            nine |= shuffled(is_nine, row_at(lines[line]));
        }
    }

    // The places where all nine digits were seen, as bits.
    INLINE unsigned all() const { return mask_of((Row)(low == 0xFF) & (Row)(nine == 1)); }
};

// Whether a grid, given as rows and as columns, has all digits in each house.
INLINE bool is_grid(const uint8_t (*rows)[16], const uint8_t (*columns)[16]) {
    if ((Seen(rows, 9).all() & Seen(columns, 9).all() & kAll) != kAll) return false;
    const Row next = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, Bands::kNowhere};
    unsigned boxes = 0111;
    for (int band = 0; band < 3; ++band) {
        Seen seen(rows + 3 * band, 3);
        const auto gather = [&](Row& digits) {
            const Row second = shuffled(digits, next);
            digits |= second | shuffled(second, next);
        };
        gather(seen.low);
        gather(seen.nine);
        boxes &= seen.all();
    }
    return boxes == 0111;
}

// Writes the canonical form, and returns the number of automorphisms: 0 if a house has a repeated digit.
int canonical_grid(const Bands& bands, const uint8_t* digits, uint8_t* canonical) {
    alignas(16) uint8_t lines[2][9][16] = {};
    for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column)
            lines[0][row][column] = lines[1][column][row] = digits[9 * row + column];
    if (!is_grid(lines[0], lines[1])) return 0;
    Bands::Named named[6];
    int least_class = Bands::kNumClasses;
    for (int i = 0; i < 6; ++i) {
        const auto* const band = lines[i / 3] + i % 3 * 3;
        named[i] = bands.name(band[0], band[1], band[2]);
        const int in_class = bands.of[named[i].band].in_class;
        least_class = in_class < least_class ? in_class : least_class;
    }
    LeastGrid least;
    for (int i = 0; i < 6; ++i) {
        const Bands::Band& band = bands.of[named[i].band];
        if (band.in_class != least_class) continue;
        Row rows[9];
        for (int row = 0; row < 9; ++row) rows[row] = row_at(lines[i / 3][row]);
        const Row columns = shuffled(row_at(bands.sorted[named[i].sorting]), row_at(bands.columns[band.way % 1296]));
        Arranged one, other;
        arrange(rows, i % 3, bands.rows[band.way / 1296], columns, one);
        least.consider(one);
        for (int k = bands.first_symmetry[least_class]; k < bands.first_symmetry[least_class + 1]; ++k) {
            const int way = bands.symmetries[k];
            arrange(one.rows, 0, bands.rows[way / 1296], row_at(bands.columns[way % 1296]), other);
            least.consider(other);
        }
    }
    for (int row = 0; row < 9; ++row) memcpy(canonical + 9 * row, &least.grid.rows[row], 9);
    return least.n_found;
}
