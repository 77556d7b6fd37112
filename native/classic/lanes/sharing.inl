// Lanes pass the second branches of their guesses to idle lanes, so that no state is saved. Part of lanes.inl.

#if defined(__AVX512BW__) && FARANDOLE_WIDTH == 32
#define FARANDOLE_PERMUTES 1
INLINE Lanes lanes_of(uint32_t set) { return (Lanes)_mm512_movm_epi16(set); }
INLINE Lanes permute(Lanes v, Lanes from) { return (Lanes)_mm512_permutexvar_epi16((__m512i)from, (__m512i)v); }
#elif defined(__AVX512BW__) && defined(__AVX512VL__) && FARANDOLE_WIDTH == 16
#define FARANDOLE_PERMUTES 1
INLINE Lanes lanes_of(uint32_t set) { return (Lanes)_mm256_movm_epi16((__mmask16)set); }
INLINE Lanes permute(Lanes v, Lanes from) { return (Lanes)_mm256_permutexvar_epi16((__m256i)from, (__m256i)v); }
#else
#define FARANDOLE_PERMUTES 0  // with AVX2 it costs as much as it saves
#endif

#if FARANDOLE_PERMUTES
// Each lane gets the words of lane `from`. Lanes in `guess` take the first branch of its guess, lanes in `help` the
// second.
INLINE void split_all(Board& board, Lanes from, Lanes guess, Lanes help) {
    const Choices& choices = board.choices;
    const Lanes line = permute(choices.line, from), orders = permute(choices.orders, from);
    const Lanes digit = permute(choices.digit, from) | ~(guess | help);
    const Lanes lowest = orders & -orders, order = lowest ^ (orders & help);
    const Lanes in_stack = (Lanes)(line > 7);
    const Lanes flags = in_stack ? spread(line >> 3) : any_of(line, line << 3, line << 6), rest = kRow & ~flags;
    const Lanes in_line = in_stack ? turned(order, flags) : order;
    const Lanes even = in_line & flags, odd = (in_stack ? in_line >> 3 : in_line >> 1) & flags & ~even;
    // In a band: the boxes of each row. In a stack: those of each column.
    const Lanes even2 = twice(even), odd2 = twice(odd);
    const Lanes row[3] = {any_of(rest, even, odd), any_of(rest, even2 >> 6, odd2 >> 3),
                          any_of(rest, even2 >> 3, odd2 >> 6)};
    const Lanes column[3] = {row[0], any_of(rest, bands_up(even), bands_down(odd)),
                             any_of(rest, bands_down(even), bands_up(odd))};
    Lanes allowed[9];
    for (int i = 0; i < 9; ++i) allowed[i] = in_stack ? column[i % 3] : row[i / 3];
#pragma GCC unroll 1
    for (int d = 0; d < 9; ++d) {
        const Word number = d;
        const Lanes elsewhere = (Lanes)(digit != number);
        for (int i = 0; i < 9; ++i) {
            Lanes& cells = board.state.cells[d][i];
            cells = permute(cells, from) & (allowed[i] | elsewhere);
        }
    }
    board.state.fresh |= help & kRow;
}
#endif

// The same for one lane that guesses and one that helps.
[[gnu::noinline]] void split_one(Board& board, int lane, int other) {
    const Word* const from = board.lane_of(board.state.cells, lane);
    Word* const to = board.lane_of(board.state.cells, other);
    for (int i = 0; i < 81; ++i) to[i * kWidth] = from[i * kWidth];
    *board.lane_of(board.state.fresh, other) = kRow;
    const Choices& choices = board.choices;
    const unsigned orders = choices.orders[lane];
    const auto& cells_of = kOrders.of[__builtin_ctz(choices.line[lane])];
    const uint16_t *taken = cells_of[__builtin_ctz(orders)], *left = cells_of[__builtin_ctz(orders & (orders - 1))];
    Word* const cells = board.lane_of(board.state.cells[choices.digit[lane]], lane);
    Word* const others = board.lane_of(board.state.cells[choices.digit[lane]], other);
    for (int row = 0; row < 9; ++row) {
        const Word word = cells[row * kWidth];
        cells[row * kWidth] = word & taken[row];
        others[row * kWidth] = word & left[row];
    }
}
