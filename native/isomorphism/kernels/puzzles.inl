// The canonical form of a puzzle: of all isomorphic puzzles, the one whose 81 values (0 for empty) come first in
// lexicographic order. Part of isomorphism.inl.
//
// It grows row by row; only the least prefixes are kept. Empty cells come first, so boxes and columns without a clue so
// far are to the left of the others, in an order that is still open. Among what is not distinguished yet, empty cells
// come first, then labeled digits by label, then new digits, which get the next labels from left to right. Prefixes
// that tie have assigned the same labels. So rows compare as nine labels, with 15 for "new", and only tied new digits
// branch: their order is open until a later row distinguishes them.

// A prefix. Place 4 b + 1 + c is column c of box b; places 0, 4, 8 and from 12 on are unused.
struct alignas(16) Beginning {
    uint8_t columns[16];  // the puzzle's column at each place, or kNowhere
    uint8_t labels[16];   // of digits; kNew = none yet; 0 for 0
    uint8_t is_transposed, next_label;
    uint8_t n_empty;                      // boxes without a clue so far, which are leftmost
    uint8_t n_free[3];                    // of each box, columns without a clue so far
    uint8_t band, rows_left, bands_left;  // the last row's band; rows of it, and bands, that are not taken yet
    uint8_t padding[7];
};

// A growing array without the standard library.
struct Beginnings {
    static constexpr size_t kMaxAtOnce = 6 * 216;  // children of one prefix: orders of boxes, and of columns in each

    Beginning* of = nullptr;
    size_t n = 0, room = 0;

    Beginnings() = default;
    Beginnings(const Beginnings&) = delete;
    ~Beginnings() { free(of); }

    void change_places(Beginnings& other) {
        Beginning* const of_other = other.of;
        const size_t n_other = other.n, room_of_other = other.room;
        other.of = of, other.n = n, other.room = room;
        of = of_other, n = n_other, room = room_of_other;
    }

    INLINE bool make_room() { return n + kMaxAtOnce <= room || grow(); }
    [[gnu::noinline]] bool grow() {
        const size_t more = 2 * (n + kMaxAtOnce);
        void* moved = realloc(of, more * sizeof *of);  // aligned to 16 on every machine with 128-bit vectors
        if (!moved) return false;
        of = static_cast<Beginning*>(moved);
        room = more;
        return true;
    }
};

// The line and position of each cell.
struct Places {
    uint8_t row[81], column[81], box[81];
};
constexpr Places places() {
    Places of{};
    for (int cell = 0; cell < 81; ++cell) {
        of.row[cell] = cell / 9;
        of.column[cell] = cell % 9;
        of.box[cell] = cell / 27 * 3 + cell % 9 / 3;
    }
    return of;
}
constexpr Places kPlacesOf = places();

struct Three {
    unsigned box[3];
};

class PuzzleForm {
  public:
    PuzzleForm(const Bands& bands, const Nibbles& nibbles) : bands_(bands), nibbles_(nibbles) {
        start_ = {};
        for (int i = 0; i < 16; ++i) {
            start_.columns[i] = i < 12 && i % 4 ? 3 * (i / 4) + i % 4 - 1 : Bands::kNowhere;
            start_.labels[i] = i ? Nibbles::kNew : 0;
        }
        start_.next_label = 1;
        start_.n_empty = start_.n_free[0] = start_.n_free[1] = start_.n_free[2] = 3;
        for (int k = 0; k < 6; ++k) {
            const auto [a, b, c] = bands.rows[k];
            columns_in_box_[k] = (1u + a) << 8 | (1u + b) << 16 | (1u + c) << 24;
            boxes_[k] =
                (Row)(Quad{kPlaces + 4 * kOnes * a, kPlaces + 4 * kOnes * b, kPlaces + 4 * kOnes * c, kNoPlaces});
        }
    }

    // Writes the form, and returns the number of automorphisms: 0 if a house has a repeated digit, -1 if memory runs
    // out.
    int64_t operator()(const uint8_t* digits, uint8_t* canonical) {
        if (is_full(digits)) return canonical_grid(bands_, digits, canonical);
        if (!take(digits)) return 0;
        uint64_t keys[9];
        now_.n = 0;
        if (!first_row(keys[0])) return -1;
        for (int level = 1; level < 9; ++level)
            if (!one_more_row(level, keys[level])) return -1;
        write(keys, canonical);
        return now_.n * orders_of_empty_lines();
    }

  private:
    typedef uint32_t Quad __attribute__((vector_size(16)));
    static constexpr uint32_t kPlaces = 0x03020100, kOnes = 0x01010101, kNoPlaces = 0x80808080;

    static bool is_full(const uint8_t* digits) {
        unsigned empty = !digits[80];
        for (int first = 0; first < 80; first += 16) empty |= mask_of((Row)(row_at(digits + first) == 0));
        return !empty;
    }

    // Copies the clues into lines, both ways. Returns false if a house has a repeated digit.
    bool take(const uint8_t* digits) {
        memset(lines_, 0, sizeof lines_);
        memset(clues_, 0, sizeof clues_);
        unsigned repeated = 0, rows[9] = {}, columns[9] = {}, boxes[9] = {};
        const auto clue = [&](int cell) {
            const int row = kPlacesOf.row[cell], column = kPlacesOf.column[cell], box = kPlacesOf.box[cell],
                      digit = digits[cell];
            const unsigned bit = 1u << digit;
            repeated |= (rows[row] | columns[column] | boxes[box]) & bit;
            rows[row] |= bit;
            columns[column] |= bit;
            boxes[box] |= bit;
            lines_[0][row][column] = lines_[1][column][row] = digit;
            clues_[0][row] |= 1 << column;
            clues_[1][column] |= 1 << row;
        };
        for (int first = 0; first < 80; first += 16)
            for (unsigned full = mask_of((Row)(row_at(digits + first) != 0)); full; full &= full - 1)
                clue(first + __builtin_ctz(full));
        if (digits[80]) clue(80);
        return !repeated;
    }

    // The labels of a row, three per word, in the order of places.
    INLINE static Three labels_of(const Beginning& from, Row row) {
        const Quad labels = (Quad)shuffled(row_at(from.labels), shuffled(row, row_at(from.columns)));
        // Packs bytes a, b, c into nibbles abc: the factor moves them to bits 24, 20 and 16, and all other products
        // elsewhere.
        const auto packed = [&](int box) { return (unsigned)((uint64_t)(labels[box] >> 8) * 0x1001001 >> 16) & 0xFFF; };
        return {{packed(0), packed(1), packed(2)}};
    }

    INLINE static void sort_two(unsigned& a, unsigned& b) {
        const unsigned less = a < b ? a : b;
        b = a < b ? b : a;
        a = less;
    }

    // The candidates for the next row. Empty rows of a band are interchangeable, and so are empty bands: one is enough.
    template <class Do>
    INLINE void each_row(int way, int band, unsigned rows, Do act) const {
        bool had_empty = false;
        for (; rows; rows &= rows - 1) {
            const int row = 3 * band + __builtin_ctz(rows);
            if (!clues_[way][row] && had_empty) continue;
            had_empty |= !clues_[way][row];
            act(band, row);
        }
    }
    template <class Do>
    INLINE void each_band(int way, unsigned bands, Do act) const {
        bool had_empty = false;
        for (; bands; bands &= bands - 1) {
            const int band = __builtin_ctz(bands);
            const bool is_empty = !(clues_[way][3 * band] | clues_[way][3 * band + 1] | clues_[way][3 * band + 2]);
            if (is_empty && had_empty) continue;
            had_empty |= is_empty;
            each_row(way, band, 7, act);
        }
    }

    bool first_row(uint64_t& best) {
        best = UINT64_MAX;
        bool has_room = true;
        for (int way = 0; way < 2; ++way)
            each_band(way, 7, [&](int band, int row) {
                const uint64_t key = nibbles_.first_rows[clues_[way][row]];
                if (key > best) return;
                if (key < best) now_.n = 0;
                best = key;
                Beginning from = start_;
                from.is_transposed = way;
                from.band = band;
                from.rows_left = 7 & ~(1 << row % 3);
                from.bands_left = 7 & ~(1 << band);
                has_room &= extend(from, row, key, now_);
            });
        return has_room;
    }

    bool one_more_row(int level, uint64_t& best) {
        best = UINT64_MAX;
        bool has_room = true;
        then_.n = 0;
        for (size_t i = 0; i < now_.n; ++i) {
            const Beginning& from = now_.of[i];
            const auto consider = [&](int band, int row) {
                const Three labels = labels_of(from, row_at(lines_[from.is_transposed][row]));
                unsigned a = sorted(from, 0, labels).labels, b = sorted(from, 1, labels).labels,
                         c = sorted(from, 2, labels).labels;
                if (from.n_empty > 1) sort_two(a, b);
                if (from.n_empty > 2) {
                    sort_two(b, c);
                    sort_two(a, b);
                }
                const uint64_t key = (uint64_t)a << 24 | b << 12 | c;
                if (key > best) return;
                if (key < best) then_.n = 0;
                best = key;
                Beginning next = from;
                next.band = band;
                next.rows_left = (level % 3 ? from.rows_left : 7) & ~(1 << row % 3);
                next.bands_left &= ~(1 << band);
                has_room &= extend(next, row, key, then_);
            };
            if (level % 3) each_row(from.is_transposed, from.band, from.rows_left, consider);
            else each_band(from.is_transposed, from.bands_left, consider);
        }
        now_.change_places(then_);
        return has_room;
    }

    INLINE Nibbles::Sorted sorted(const Beginning& from, int box, const Three& labels) const {
        return nibbles_.sorted[from.n_free[box]][labels.box[box]];
    }

    // Lists the children of a prefix with one more row, in all orders of tied new digits. Returns false if memory runs
    // out.
    INLINE bool extend(const Beginning& from, int row_number, uint64_t key, Beginnings& to) {
        if (!to.make_room()) return false;
        if (!key) {
            to.of[to.n++] = from;
            return true;
        }
        const Row row = row_at(lines_[from.is_transposed][row_number]);
        const Three found = labels_of(from, row);
        const Nibbles::Sorted boxes[3] = {sorted(from, 0, found), sorted(from, 1, found), sorted(from, 2, found)};
        Row columns = shuffled(row_at(from.columns),
                               (Row)(Quad{columns_in_box_[boxes[0].order], columns_in_box_[boxes[1].order] + 4 * kOnes,
                                          columns_in_box_[boxes[2].order] + 8 * kOnes, kNoPlaces}));
        // Sorts empty boxes by their labels; the order of equal ones is open.
        unsigned a = boxes[0].labels * 4, b = boxes[1].labels * 4 + 1, c = boxes[2].labels * 4 + 2;
        unsigned tie = 0;  // bit 0: boxes 0 and 1; bit 1: boxes 1 and 2
        if (from.n_empty > 1) {
            sort_two(a, b);
            if (from.n_empty > 2) {
                sort_two(b, c);
                sort_two(a, b);
            }
            const Quad places = {kPlaces + 4 * kOnes * (a & 3), kPlaces + 4 * kOnes * (b & 3),
                                 kPlaces + 4 * kOnes * (c & 3), kNoPlaces};
            columns = shuffled(columns, (Row)places);
            tie = (a >> 2 && a >> 2 == b >> 2) | (from.n_empty > 2 && b >> 2 && b >> 2 == c >> 2) << 1;
        }
        const Three labels = {{a >> 2, b >> 2, c >> 2}};
        Beginning next = from;
        int n_fresh[3], most = 0;  // of each box: new digits in columns without a clue so far
        for (int box = 0; box < 3; ++box) {
            const Nibbles::Counts counts = nibbles_.counts[from.n_free[box]][labels.box[box]];
            n_fresh[box] = counts.fresh;
            most = counts.fresh > most ? counts.fresh : most;
            next.n_free[box] -= counts.clues;
            next.n_empty -= box < from.n_empty && counts.clues;
        }
        const auto put = [&](Row in_order) { name_new_digits(next, row, in_order, to.of[to.n++]); };
        static constexpr uint8_t kOrdersOfTies[4][6] = {{0}, {0, 2}, {0, 1}, {0, 1, 2, 3, 4, 5}},
                                 kNumOrders[4] = {1, 2, 2, 6};
        for (int k = 0; k < kNumOrders[tie]; ++k) {
            const Row in_order = tie ? shuffled(columns, boxes_[kOrdersOfTies[tie][k]]) : columns;
            if (most < 2) put(in_order);
            else each_order(in_order, 0, n_fresh, labels, next, put);
        }
        return true;
    }

    INLINE static void name_new_digits(const Beginning& next, Row row, Row columns, Beginning& to) {
        const Row numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        Row labels = row_at(next.labels);
        const Row digits = shuffled(row, columns);
        unsigned fresh = mask_of((Row)(shuffled(labels, digits) == Nibbles::kNew)) & 0xFFF;
        uint8_t label = next.next_label;
        if (fresh) {
            alignas(16) uint8_t digit_in[16];
            memcpy(digit_in, &digits, 16);
            for (; fresh; fresh &= fresh - 1) {
                const Row here = (Row)(numbers == digit_in[__builtin_ctz(fresh)]);
                labels = (labels & ~here) | (here & label++);
            }
        }
        memcpy(&to.is_transposed, &next.is_transposed, 16);
        to.next_label = label;
        memcpy(to.columns, &columns, 16);
        memcpy(to.labels, &labels, 16);
    }

    // All orders of the new digits in columns without a clue so far, box by box.
    template <class Put>
    void each_order(Row columns, int box, const int n_fresh[3], const Three& labels, const Beginning& next,
                    const Put& put) const {
        while (box < 3 && n_fresh[box] < 2) ++box;
        if (box == 3) return put(columns);
        int first = next.n_free[box];  // after the columns that stay free and the labeled digits
        while ((labels.box[box] >> (8 - 4 * first) & 15) != Nibbles::kNew) ++first;
        alignas(16) uint8_t place[16], moved[16];
        memcpy(place, &columns, 16);
        const int n_orders = n_fresh[box] == 2 ? 2 : 6;
        for (int k = 0; k < n_orders; ++k) {
            memcpy(moved, place, 16);
            const uint8_t* order = bands_.rows[n_orders == 2 ? 2 * k : k];
            for (int i = 0; i < n_fresh[box]; ++i)
                moved[4 * box + 1 + first + i] = place[4 * box + 1 + first + order[i]];
            each_order(row_at(moved), box + 1, n_fresh, labels, next, put);
        }
    }

    static void write(const uint64_t keys[9], uint8_t* canonical) {
        int next = 1;
        for (int row = 0; row < 9; ++row)
            for (int column = 0; column < 9; ++column) {
                const int label = keys[row] >> (32 - 4 * column) & 15;
                canonical[9 * row + column] = label == Nibbles::kNew ? next++ : label;
            }
    }

    // The number of permutations of empty lines, which were not tried.
    int64_t orders_of_empty_lines() const {
        constexpr int kWays[4] = {1, 1, 2, 6};
        int64_t orders = 1;
        for (int way = 0; way < 2; ++way) {
            int n_bands = 0;
            for (int band = 0; band < 3; ++band) {
                int n = 0;
                for (int row = 0; row < 3; ++row) n += !clues_[way][3 * band + row];
                orders *= kWays[n];
                n_bands += n == 3;
            }
            orders *= kWays[n_bands];
        }
        return orders;
    }

    const Bands& bands_;
    const Nibbles& nibbles_;
    Beginning start_;
    uint32_t columns_in_box_[6];
    Row boxes_[6];
    alignas(16) uint8_t lines_[2][9][16];
    uint16_t clues_[2][9];  // of each line, as bits
    Beginnings now_, then_;
};
