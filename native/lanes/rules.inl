// The rules of a pass, over all lanes at once. Part of lanes.inl, which says how words are laid out.

struct State {
    Lanes cells[9][9];    // where each digit may go, by row
    Lanes rows[9][3];     // minirows that the count of three leaves to each digit, by row of the band
    Lanes columns[9][3];  // minicolumns likewise, by band
    Lanes fresh;          // all flags set where a lane got other cells: rows and columns mean nothing there
    // Scratch of a pass, and what a guess reads.
    Lanes minirows[9][3];              // living minirows
    Lanes forced[9][3];                // living minirows that are alone in their row
    Lanes minicolumns[9][3];           // living minicolumns
    Lanes placed[9][3];                // by band: the boxes, spread to minirows, in which the digit has one cell
    Lanes orders[2][9][2];             // living orders: of bands and of stacks, even and odd
};

// What a pass over the rules found, lane by lane.
struct Findings {
    Lanes changed;  // not zero: a candidate was struck
    Lanes dead;     // not zero: no solution from here
    Lanes open;     // zero: before the pass, every cell had at most one candidate
};

// Of nine words, where at least one bit is set, and where at least two are.
struct OneTwo {
    Lanes one, two;
};
template <class Get>
INLINE OneTwo count_to_two(Get get) {
    const Lanes a = any_of(get(0), get(1), get(2)), b = any_of(get(3), get(4), get(5)), c = any_of(get(6), get(7), get(8));
    const Lanes two = any_of(two_of(get(0), get(1), get(2)), two_of(get(3), get(4), get(5)), two_of(get(6), get(7), get(8)));
    return {any_of(a, b, c), two | two_of(a, b, c)};
}

// Of nine words, where exactly three bits are set, and where four or more are: by carry-save addition.
struct ThreeFour {
    Lanes three, four;
};
template <class Get>
INLINE ThreeFour count_to_four(Get get) {
    const Lanes a = odd_of(get(0), get(1), get(2)), b = odd_of(get(3), get(4), get(5)), c = odd_of(get(6), get(7), get(8));
    const Lanes p = two_of(get(0), get(1), get(2)), q = two_of(get(3), get(4), get(5)), r = two_of(get(6), get(7), get(8));
    const Lanes ones = odd_of(a, b, c), s = two_of(a, b, c);  // and p, q, r, s count two each
    const Lanes four = two_of(p, q, r) | (s & any_of(p, q, r));
    return {(odd_of(p, q, r) ^ s) & ones & ~four, four};
}

// What the cells of a digit tell, row by row and column by column; then its cells are struck by it. Cells where an earlier
// digit is placed are taken. (Where two are, the later one has no cell left in its box: dead, in the next pass. And a band
// where a digit has no living order has none of its minicolumns: dead in this one.)
INLINE void restrict_digit(State& s, int d, const Lanes single[9], Lanes taken[9], Lanes& dead, Lanes& changed) {
    // Naked singles leave the rest of their boxes; rows and columns follow from the orders.
    Lanes w[9];
    for (int b = 0; b < 9; b += 3) {
        Lanes naked[3];
        for (int r = 0; r < 3; ++r) naked[r] = s.cells[d][b + r] & single[b + r];
        const Lanes boxes = spread_minirow(any_of_minirow(any_of(naked[0], naked[1], naked[2])));
        for (int r = 0; r < 3; ++r) w[b + r] = s.cells[d][b + r] & (naked[r] | ~boxes) & ~taken[b + r];
    }

    // Orders of bands, over minirows.
    Lanes flags[3];
    for (int r = 0; r < 3; ++r) {
        const Lanes u = w[r], v = w[3 + r], x = w[6 + r];  // of bands 0, 1, 2
        flags[r] = merge(FIRSTS, any_of(u, u >> 1, u >> 2),
                         merge(FIRSTS << 1, any_of(v + v, v, v >> 1), any_of(x << 2, x + x, x))) & (s.rows[d][r] | s.fresh);
    }
    const Lanes flags1 = twice(flags[1]), flags2 = twice(flags[2]);
    const Lanes even = flags[0] & (flags1 >> 3) & (flags2 >> 6), odd = flags[0] & (flags1 >> 6) & (flags2 >> 3);
    s.orders[0][d][0] = even;
    s.orders[0][d][1] = odd;
    const Lanes even2 = twice(even), odd2 = twice(odd);
    const Lanes row[3] = {even | odd, ((even2 >> 6) | (odd2 >> 3)) & ROW, ((even2 >> 3) | (odd2 >> 6)) & ROW};
    for (int r = 0; r < 3; ++r) {
        const Lanes row2 = twice(row[r]);
        s.minirows[d][r] = row[r];
        s.forced[d][r] = row[r] & ~((row2 >> 3) | (row2 >> 6));
        for (int b = 0; b < 3; ++b) w[3 * b + r] &= spread_minirow((row[r] >> b) & FIRSTS);
    }

    // Orders of stacks, over minicolumns.
    Lanes c[3];
    for (int b = 0; b < 3; ++b) c[b] = any_of(w[3 * b], w[3 * b + 1], w[3 * b + 2]) & (s.columns[d][b] | s.fresh);
    const Lanes even_column = c[0] & columns_down(c[1]) & columns_up(c[2]);
    const Lanes odd_column = c[0] & columns_up(c[1]) & columns_down(c[2]);
    s.orders[1][d][0] = even_column;
    s.orders[1][d][1] = odd_column;
    const Lanes column[3] = {even_column | odd_column, columns_up(even_column) | columns_down(odd_column),
                             columns_down(even_column) | columns_up(odd_column)};
    dead |= ~any_of(column[0], column[0] >> 1, column[0] >> 2) & FIRSTS;

    // A box with one minirow and one minicolumn has a single where they meet.
    const Lanes one_row = one_of(row[0], row[1], row[2]);
    for (int b = 0; b < 3; ++b) {
        const Lanes one_column = one_of(column[b], column[b] >> 1, column[b] >> 2);
        s.minicolumns[d][b] = column[b];
        s.placed[d][b] = spread_minirow(one_column & (one_row >> b) & FIRSTS);
        for (int r = 0; r < 3; ++r) {
            const Lanes kept = w[3 * b + r] & column[b];
            changed |= s.cells[d][3 * b + r] ^ kept;
            s.cells[d][3 * b + r] = kept;
            taken[3 * b + r] |= kept & s.placed[d][b];
        }
    }
}

// Every minirow and minicolumn holds exactly three digits: strike the flags of the others, for the next pass.
INLINE void count_digits(State& s, Lanes& dead, Lanes& changed) {
    for (int r = 0; r < 3; ++r) {
        const ThreeFour living = count_to_four([&](int d) { return s.minirows[d][r]; });
        const ThreeFour forced = count_to_four([&](int d) { return s.forced[d][r]; });
        dead |= (ROW & ~(living.three | living.four)) | forced.four;
        for (int d = 0; d < 9; ++d) {
            // Where only three digits can go, they must: no other minirow of their row, and none of their box by the orders.
            const Lanes must = twice(s.minirows[d][r] & living.three & ~s.forced[d][r]);
            const Lanes struck = (forced.three & ~s.forced[d][r]) | (must >> 3) | (must >> 6);
            changed |= s.minirows[d][r] & struck;
            s.rows[d][r] = ROW & ~struck;
        }
    }
    ThreeFour living[3], forced[3];
    const auto alone = [&s](int d, int b) {
        return s.minicolumns[d][b] & ~s.minicolumns[d][(b + 1) % 3] & ~s.minicolumns[d][(b + 2) % 3];
    };
    for (int b = 0; b < 3; ++b) {
        living[b] = count_to_four([&](int d) { return s.minicolumns[d][b]; });
        forced[b] = count_to_four([&](int d) { return alone(d, b); });
        dead |= (ROW & ~(living[b].three | living[b].four)) | forced[b].four;
    }
    for (int d = 0; d < 9; ++d) {
        Lanes must[3], out[3];
        for (int b = 0; b < 3; ++b) {
            must[b] = s.minicolumns[d][b] & living[b].three & ~alone(d, b);
            out[b] = forced[b].three & ~alone(d, b);
        }
        for (int b = 0; b < 3; ++b) {
            const Lanes struck = any_of(out[b], must[(b + 1) % 3], must[(b + 2) % 3]);
            changed |= s.minicolumns[d][b] & struck;
            s.columns[d][b] = ROW & ~struck;
        }
    }
}

// Strike what the rules strike, once: naked and hidden singles, locked candidates by orders, three digits a minirow and
// a minicolumn.
INLINE Findings pass(State& s) {
    Findings found{};
    Lanes single[9], taken[9] = {};
    for (int r = 0; r < 9; ++r) {
        const OneTwo count = count_to_two([&](int d) { return s.cells[d][r]; });
        single[r] = count.one & ~count.two;
        found.open |= count.two;
    }
#pragma GCC unroll 1
    for (int d = 0; d < 9; ++d) restrict_digit(s, d, single, taken, found.dead, found.changed);
    count_digits(s, found.dead, found.changed);
    s.fresh = Lanes{};
    // A cell where a digit is placed has no other, also no earlier one; and every cell has a digit.
#pragma GCC unroll 1
    for (int r = 0; r < 9; ++r) {
        Lanes any{};
        for (int d = 0; d < 9; ++d) {
            const Lanes struck = s.cells[d][r] & taken[r] & ~s.placed[d][r / 3];
            found.changed |= struck;
            s.cells[d][r] ^= struck;
            any |= s.cells[d][r];
        }
        found.dead |= any ^ ROW;
    }
    return found;
}
