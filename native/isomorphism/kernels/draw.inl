// Random full grids, uniform over all 6,670,903,752,021,072,936,960. Part of isomorphism.inl.
//
// Top band: one of 9! 56 6^6. The columns of each stack's top box leave 56 splits to the boxes below. If all nine
// columns of a band are given, `Splits::n_bands` is the number of ways to order them into rows. Draw the splits of two
// stacks. Let W be the sum, over the splits of the third stack, of the ways of the middle band times those of the
// bottom band. Accept with probability W / kMaxPairs, or start again. Then draw the third split in proportion to its
// term of W, and the orders of both bands.

constexpr uint8_t kThree[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

INLINE void put_in_any_order(Random& random, int mask, uint8_t* cells) {
    const uint8_t* order = kThree[random.below(6)];
    for (int i = 0; mask; mask &= mask - 1) cells[order[i++]] = __builtin_ctz(mask);
}

INLINE int least_of(int mask) { return mask & -mask; }

// The ways to choose a digit from each of three columns.
INLINE void list_choices(const uint16_t columns[3], uint16_t choices[27]) {
    int n = 0;
    for (int a = columns[0]; a; a &= a - 1)
        for (int b = columns[1]; b; b &= b - 1)
            for (int c = columns[2]; c; c &= c - 1) choices[n++] = least_of(a) | least_of(b) | least_of(c);
}

// The possible first rows of a band with given columns: choices in boxes 1 and 2 that leave a digit for each column of
// box 3.
class FirstRows {
  public:
    explicit FirstRows(const uint16_t columns[9]) : third_(columns + 6) {
        list_choices(columns, one_);
        list_choices(columns + 3, two_);
        memset(one_ + 27, 0xFF, sizeof one_ - 27 * sizeof *one_);  // padding that never fits
        for (int first = 0; first < 32; first += kWidth) {
            Many one, misfits{};
            memcpy(&one, one_ + first, sizeof one);
            for (int k = 0; k < 27; ++k) {
                const Many left = ~(one | two_[k]);
                Many misfit = (Many)((one & two_[k]) != 0);
                for (int column = 0; column < 3; ++column) misfit |= (Many)((left & third_[column]) == 0);
                misfits -= misfit;
            }
            const Many count = 27 - misfits;
            memcpy(count_ + first, &count, sizeof count);
        }
        for (int i = 0; i < 27; ++i) n_ += count_[i];
    }

    int n() const { return n_; }

    // The digits of the first row of each box.
    void row(int pick, uint16_t boxes[3]) const {
        int i = 0, k = 0;
        for (; pick >= count_[i]; ++i) pick -= count_[i];
        for (;; ++k) {
            const int left = kAll & ~(one_[i] | two_[k]);
            if (!(one_[i] & two_[k]) && left & third_[0] && left & third_[1] && left & third_[2] && !pick--) break;
        }
        boxes[0] = one_[i];
        boxes[1] = two_[k];
        boxes[2] = kAll ^ one_[i] ^ two_[k];
    }

  private:
#if defined(__AVX2__)
    static constexpr int kWidth = 16;
#else
    static constexpr int kWidth = 8;
#endif
    typedef uint16_t Many __attribute__((vector_size(2 * kWidth)));

    uint16_t one_[32], two_[27], count_[32];
    const uint16_t* third_;
    int n_ = 0;
};

// A uniformly random band with these columns. Given the first row, two digits are left in each column, and cycles of
// columns have two orientations. There are at most four cycles, so a first row with k of them is accepted with
// probability 2^k / 16.
void draw_band(Random& random, const uint16_t columns[9], uint8_t* band) {
    const FirstRows rows(columns);
    uint8_t column_of[3][16];  // by box and digit
    for (int c = 0; c < 9; ++c)
        for (int left = columns[c]; left; left &= left - 1) column_of[c / 3][__builtin_ctz(left)] = c;
    for (;;) {
        uint16_t first[3];
        rows.row(random.below(rows.n()), first);
        const uint64_t coins = random.next();
        int n_cycles = 0;
        for (unsigned open = kAll; open; ++n_cycles) {
            const int start = __builtin_ctz(open), pair = columns[start] & ~first[start / 3];
            int at = start, second = coins >> n_cycles & 1 ? pair ^ least_of(pair) : least_of(pair);
            do {
                open &= ~(1u << at);
                const int box = at / 3, row_one = columns[at] & first[box], third = columns[at] ^ row_one ^ second;
                const int digit = __builtin_ctz(third);
                band[at] = __builtin_ctz(row_one);
                band[9 + at] = __builtin_ctz(second);
                band[18 + at] = digit;
                // If a digit of row three is not in row one of the other box, it is in row two there.
                const int one = box == 0 ? 1 : 0, other = box == 2 ? 1 : 2;
                at = column_of[first[one] >> digit & 1 ? other : one][digit];
                second = third;
            } while (at != start);
        }
        if ((coins >> 32 & 15) < 1u << n_cycles) return;
    }
}

void draw_top(const Splits& splits, Random& random, uint8_t* band) {
    const int partition = random.below(280), split = random.below(56);
    const uint8_t* order = kThree[random.below(6)];
    for (int row = 0; row < 3; ++row) {
        const int a = splits.columns[partition][order[row]], b = splits.middle[partition][split][order[row]];
        put_in_any_order(random, a, band + 9 * row);
        put_in_any_order(random, b, band + 9 * row + 3);
        put_in_any_order(random, kAll ^ a ^ b, band + 9 * row + 6);
    }
}

bool draw_below(const Splits& splits, Random& random, uint8_t* grid) {
    uint16_t top[9];
    for (int c = 0; c < 9; ++c) top[c] = 1 << grid[c] | 1 << grid[9 + c] | 1 << grid[18 + c];
    int tops[3], chosen[3];
    for (int s = 0; s < 3; ++s) tops[s] = splits.partition_of(top[3 * s], top[3 * s + 1]);
    for (int s = 0; s < 2; ++s) chosen[s] = random.below(56);
    const int middle = splits.middles[tops[0]][chosen[0]], bottom = splits.bottoms[tops[0]][chosen[0]];
    const uint16_t *seen_middle = splits.seen_from[middle], *seen_bottom = splits.seen_from[bottom];
    const uint16_t* middle_bands = splits.n_bands[seen_middle[splits.middles[tops[1]][chosen[1]]]];
    const uint16_t* bottom_bands = splits.n_bands[seen_bottom[splits.bottoms[tops[1]][chosen[1]]]];
    uint32_t total = 0, sums[56];
    for (int k = 0; k < 56; ++k)
        sums[k] = total += (uint32_t)middle_bands[seen_middle[splits.middles[tops[2]][k]]] *
                           bottom_bands[seen_bottom[splits.bottoms[tops[2]][k]]];
    const uint32_t pick = random.below(Splits::kMaxPairs);
    if (pick >= total) return false;
    for (chosen[2] = 0; sums[chosen[2]] <= pick;) ++chosen[2];

    uint16_t columns[2][9];
    for (int c = 0; c < 9; ++c) {
        const int partition = tops[c / 3];
        int place = 0;
        while (splits.columns[partition][place] != top[c]) ++place;
        columns[0][c] = splits.middle[partition][chosen[c / 3]][place];
        columns[1][c] = kAll ^ top[c] ^ columns[0][c];
    }
    draw_band(random, columns[0], grid + 27);
    draw_band(random, columns[1], grid + 54);
    return true;
}

int draw_grid(const Splits& splits, Random& random, uint8_t* grid) {
    int tries = 0;
    do {
        draw_top(splits, random, grid);
        ++tries;
    } while (!draw_below(splits, random, grid));
    for (int cell = 0; cell < 81; ++cell) ++grid[cell];
    return tries;
}
