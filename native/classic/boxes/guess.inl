// The guess when a pass changes nothing: the same as in a lane. Part of boxes.inl.

// The six orders of a line (three bands, then three stacks), in the sequence in which they are tried. Of a band: by the
// box of row 0, even before odd. Of a stack: even before odd, even orders by the column of box 0, odd orders by the box
// of column 0.
struct Order {
    int first;  // the box of the line for row 0, or column 0
    bool is_odd;
};
constexpr Order order_of(int line, int n) {
    return line < 3 ? Order{n / 2, n % 2 == 1} : Order{n < 3 ? (3 - n) % 3 : n - 3, n >= 3};
}
constexpr int lane_in(int line, int box) { return line < 3 ? lane_of(line, box) : lane_of(box, line - 3); }

// The candidates that an order of a digit eliminates, by place.
struct Struck {
    alignas(32) uint16_t of[6][6][9][kLanes];  // [line][order][place]
};
constexpr Struck make_struck() {
    Struck struck{};
    for (int line = 0; line < 6; ++line)
        for (int n = 0; n < 6; ++n)
            for (int place = 0; place < 9; ++place)
                for (int box = 0; box < 3; ++box) {
                    const Order order = order_of(line, n);
                    const int across = line < 3 ? place / 3 : place % 3;  // the row of the band, or column of the stack
                    const bool is_taken = (order.first + (order.is_odd ? 2 : 1) * across) % 3 == box;
                    struck.of[line][n][place][lane_in(line, box)] = is_taken ? 0 : 0xFFFF;
                }
    return struck;
}
constexpr Struck kStruck = make_struck();

// Counts the bits of two vectors together.
INLINE Boxes count_bits(Boxes a, Boxes b) {
    const auto by_four = [](Boxes v) __attribute__((always_inline)) {
        const Boxes pairs = v - (v >> 1 & 0x5555);
        return (pairs & 0x3333) + (pairs >> 2 & 0x3333);
    };
    const Boxes fours = by_four(a) + by_four(b), bytes = (fours & 0x0F0F) + (fours >> 4 & 0x0F0F);
    return (bytes & 0xFF) + (bytes >> 8);
}

// Guesses a digit with two living orders, in the line with the fewest living orders of all digits, but more than nine:
// the first order here, the second in `other`. Returns false if there is none.
INLINE bool guess_order(State& s, const Findings& found, Boxes other[9]) {
    const Boxes band = count_bits(found.even_bands, found.odd_bands),
                stack = count_bits(found.even_stacks, found.odd_stacks);
    const Boxes bands = band + next_in_band(band) + last_in_band(band),
                stacks = stack + next_in_stack(stack) + last_in_stack(stack);
    uint32_t fewest = UINT32_MAX;
    for (int line = 0; line < 6; ++line) {
        const uint32_t n = line < 3 ? bands[lane_of(line, 0)] : stacks[lane_of(0, line - 3)];
        const uint32_t rank = n < 10 ? UINT32_MAX : 8 * n + line;
        fewest = rank < fewest ? rank : fewest;
    }
    if (fewest == UINT32_MAX) return false;
    const int line = fewest % 8;
    uint16_t words[2][kLanes];
    memcpy(words[0], line < 3 ? &found.even_bands : &found.even_stacks, sizeof words[0]);
    memcpy(words[1], line < 3 ? &found.odd_bands : &found.odd_stacks, sizeof words[1]);
    uint32_t living[6], at_least[4] = {kRow};
    for (int n = 0; n < 6; ++n) {
        const Order order = order_of(line, n);
        living[n] = words[order.is_odd][lane_in(line, order.first)];
        for (int k = 3; k > 0; --k) at_least[k] |= at_least[k - 1] & living[n];
    }
    const uint32_t pairs = at_least[2] & ~at_least[3];
    if (!pairs) return false;
    const int digit = __builtin_ctz(pairs);
    uint32_t orders = 0;
    for (int n = 0; n < 6; ++n) orders |= (living[n] >> digit & 1) << n;
    const auto* const first = kStruck.of[line][__builtin_ctz(orders)];
    const auto* const second = kStruck.of[line][__builtin_ctz(orders & (orders - 1))];
    const Boxes bit = same((uint16_t)(1 << digit));
    for (int i = 0; i < 9; ++i) {
        const Boxes cell = s.cells[i];
        other[i] = cell & ~(load(second[i]) & bit);
        s.cells[i] = cell & ~(load(first[i]) & bit);
    }
    return true;
}

// Guesses a cell; `guess_cell` needs the words of lanes.inl.
[[gnu::noinline]] void guess_in_cell(State& s, Boxes other[9]) {
    uint16_t cells[9][kLanes], words[9][9] = {};
    memcpy(cells, s.cells, sizeof cells);
    for (int d = 0; d < 9; ++d)
        for (int place = 0; place < 9; ++place)
            for (int box = 0; box < 9; ++box) words[d][place] |= (cells[place][lane_of(box)] >> d & 1) << box;
    const Guess guess = guess_cell(words);
    const auto put = [&](Boxes to[9], const uint16_t kept[9]) {
        uint16_t branch[9][kLanes];
        memcpy(branch, cells, sizeof branch);
        for (int place = 0; place < 9; ++place)
            for (int box = 0; box < 9; ++box)
                if (!(kept[place] >> box & 1)) branch[place][lane_of(box)] &= ~(1 << guess.digit);
        memcpy(to, branch, sizeof branch);
    };
    put(other, guess.left);
    put(s.cells, guess.taken);
}
