// What the kernels of lanes and boxes share: cell coordinates, when a search checks its houses, and the guess when
// there is no better one. Part of lanes.inl and boxes.inl; like them, it uses no standard library beyond C headers.

// Functions on vectors are small; a call would pass the vectors through memory.
#define INLINE [[gnu::always_inline]] inline

constexpr uint16_t kRow = 0777;     // nine boxes, nine flags or nine digits
constexpr uint16_t kFirsts = 0111;  // the first bit of each three

// The place of a cell in its box.
constexpr int place_of(int cell) { return cell / 9 % 3 * 3 + cell % 3; }
constexpr int box_of(int cell) { return cell % 9 / 3 * 3 + cell / 27; }
constexpr int box_of(int band, int stack) { return 3 * stack + band; }
constexpr int cell_of(int place, int box) { return 27 * (box % 3) + 9 * (place / 3) + 3 * (box / 3) + place % 3; }

// Guesses after which a lane checks the boxes of its puzzle. Few puzzles take that many; an earlier check would cost
// time.
constexpr int64_t kCheckHousesAfter = 16;

// A puzzle with more solutions is not given up: csp/ would not be faster.
constexpr int64_t kMaxSolutionsToGiveUp = 100;

// The maximum number of frames: a guess settles a digit in a band or a stack (54 of them), or a cell (81).
constexpr int kDeepest = 54 + 81;

// Whether a box has repeated givens: the only repeat that the rules find after guessing only.
[[gnu::noinline]] bool repeats_in_box(const Batch& batch, int64_t puzzle) {
    if (!batch.values && !batch.candidates) return false;  // for a search that pauses, the puzzle may be gone
    uint32_t repeated = 0;
    for (int box = 0; box < 9; ++box) {
        uint32_t once = 0;
        for (int k = 0; k < 9; ++k) {
            const int64_t cell = 81 * puzzle + 27 * (box / 3) + 3 * (box % 3) + 9 * (k / 3) + k % 3;
            const uint32_t mask = batch.values ? 1u << batch.values[cell] >> 1 : batch.candidates[cell];
            if (mask & (mask - 1)) continue;
            repeated |= once & mask;
            once |= mask;
        }
    }
    return repeated != 0;
}

// The two branches of a guess: masks for the places of one digit.
struct Guess {
    int digit;
    uint16_t taken[9], left[9];
};

// For the rare lane without such a digit: a cell with two candidates, the one with the most such peers; else a cell
// with the fewest candidates. Ties go to the first, row by row.
[[gnu::noinline]] Guess guess_cell(const uint16_t words[9][9]) {
    uint32_t two[9] = {};  // by row, bit = column: exactly two candidates
    for (int place = 0; place < 9; ++place) {
        uint32_t at_least[4] = {kRow, 0, 0, 0};
        for (int d = 0; d < 9; ++d)
            for (int k = 3; k > 0; --k) at_least[k] |= at_least[k - 1] & words[d][place];
        const uint32_t boxes = at_least[2] & ~at_least[3];
        for (int band = 0; band < 3; ++band) two[3 * band + place / 3] |= (boxes >> band & kFirsts) << place % 3;
    }
    int best = -1, best_score = -1;
    for (int row = 0; row < 9; ++row)
        for (uint32_t left = two[row]; left; left &= left - 1) {
            const int column = __builtin_ctz(left), band = row / 3 * 3;
            const uint32_t box = 7u << (column / 3 * 3) & ~(1u << column);
            int score = __builtin_popcount(two[row]);
            for (int r = 0; r < 9; ++r) score += two[r] >> column & 1;
            for (int r = band; r < band + 3; ++r) score += r == row ? 0 : __builtin_popcount(two[r] & box);
            if (score > best_score) best = 9 * row + column, best_score = score;
        }
    for (int cell = 0, fewest = 10; best_score < 0 && cell < 81; ++cell) {
        int n = 0;
        for (int d = 0; d < 9; ++d) n += words[d][place_of(cell)] >> box_of(cell) & 1;
        if (n > 1 && n < fewest) best = cell, fewest = n;
    }
    const int place = place_of(best), box = box_of(best);
    Guess guess{};
    while (!(words[guess.digit][place] >> box & 1)) ++guess.digit;
    // Guessing a digit here means removing it from the other cells of the box; the rules do the rest.
    for (int i = 0; i < 9; ++i) {
        const int here = (i == place) << box;
        guess.taken[i] = (kRow & ~(1 << box)) | here;
        guess.left[i] = kRow & ~here;
    }
    return guess;
}
