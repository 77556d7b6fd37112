// The state of the lanes, and how a lane guesses and backtracks. Part of lanes.inl.

struct Board {
    State state;
    Choices choices;  // for the quiet lanes

    // A lane of the first vector; that of the k-th vector is kWidth * k words further, a constant offset.
    template <class Vectors>
    INLINE static Word* lane_of(Vectors& vectors, int lane) {
        return reinterpret_cast<Word*>(&vectors) + lane;
    }

    // Returns a function that writes a lane's words.
    INLINE auto put(int lane) {
        *lane_of(state.fresh, lane) = kRow;
        return
            [words = lane_of(state.cells, lane)](int d, int row, Word word) { words[(9 * d + row) * kWidth] = word; };
    }

    INLINE void restore(int lane, const uint16_t words[9][9]) {
        const auto put_word = put(lane);
        for (int d = 0; d < 9; ++d)
            for (int row = 0; row < 9; ++row) put_word(d, row, words[d][row]);
    }

    // Takes one branch and saves the other.
    INLINE void guess(int lane, uint16_t words[9][9]) {
        const Word* const from = lane_of(state.cells, lane);
        uint16_t* const to = words[0];
        // Four words per store, because stores are the bottleneck.
        for (int i = 0; i < 80; i += 4) {
            const auto word = [&](int k) { return (uint64_t)from[(i + k) * kWidth] << (16 * k); };
            const uint64_t four = word(0) | word(1) | word(2) | word(3);
            memcpy(to + i, &four, sizeof four);
        }
        words[8][8] = from[80 * kWidth];
        if (const unsigned orders = choices.orders[lane]) {
            const auto& cells_of = kOrders.of[__builtin_ctz(choices.line[lane])];
            branch(lane, words[choices.digit[lane]], choices.digit[lane], cells_of[__builtin_ctz(orders)],
                   cells_of[__builtin_ctz(orders & (orders - 1))]);
        } else {
            const Guess cell = guess_cell(words);
            branch(lane, words[cell.digit], cell.digit, cell.taken, cell.left);
        }
    }

    INLINE void branch(int lane, uint16_t words[9], int digit, const uint16_t taken[9], const uint16_t left[9]) {
        Word* const cells = lane_of(state.cells[digit], lane);
        for (int row = 0; row < 9; ++row) {
            cells[row * kWidth] = words[row] & taken[row];
            words[row] &= left[row];
        }
    }
};
