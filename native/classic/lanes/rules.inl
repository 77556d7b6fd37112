// The rules of a pass, over all lanes at once. Part of lanes.inl, which shows the layout of words.

struct State {
    Lanes cells[9][9];    // boxes where each digit may go, by place in the box
    Lanes rows[9][3];     // minirows that the count of three leaves to each digit, by row of the band
    Lanes columns[9][3];  // the same for minicolumns, by column of the stack
    Lanes fresh;          // all flags set in lanes with new cells, where rows and columns are not valid
    // Results of a pass, and input of a guess.
    Lanes minirows[9][3], minicolumns[9][3];  // the living ones
    Lanes forced_rows[9][3];                  // living minirows that are alone in their row
    Lanes forced_columns[9][3];               // living minicolumns that are alone in their column
    Lanes placed[9];                          // boxes where the digit has one cell
    Lanes orders[2][9][2];                    // living orders: of bands and of stacks, even and odd
};

// What a pass finds in each lane.
struct Findings {
    Lanes changed;  // nonzero: a candidate was eliminated
    Lanes dead;     // nonzero: there is no solution from here
    Lanes open;     // zero: before the pass, every cell had at most one candidate
};

// Of nine words, where exactly three bits are set, and where four or more: by carry-save addition.
struct ThreeFour {
    Lanes three, four;
};
template <class Get>
INLINE ThreeFour count_to_four(Get get) {
    const Lanes a = odd_of(get(0), get(1), get(2)), b = odd_of(get(3), get(4), get(5)),
                c = odd_of(get(6), get(7), get(8));
    const Lanes p = two_of(get(0), get(1), get(2)), q = two_of(get(3), get(4), get(5)),
                r = two_of(get(6), get(7), get(8));
    const Lanes ones = odd_of(a, b, c), s = two_of(a, b, c);  // p, q, r, s count two each
    const Lanes four = two_of(p, q, r) | (s & any_of(p, q, r));
    return {but_not(odd_of(p, q, r) ^ s, ones, four), four};
}

// For each box, what is set in either of the other two boxes of its band, or stack.
INLINE Lanes beside_in_band(Lanes v) {
    const Lanes v2 = twice(v);
    return (v2 >> 3) | (v2 >> 6);
}
INLINE Lanes beside_in_stack(Lanes v) { return bands_up(v) | bands_down(v); }

// Updates the flags of a digit from its cells, row by row and column by column, then its cells from the flags. Cells
// where an earlier digit is placed are taken. (If two digits are placed in one cell, the later one has no cell left in
// its box, so the next pass finds the lane dead. A band where a digit has no living order has no minicolumn of it, so
// this pass does.)
INLINE void restrict_digit(State& s, int d, const Lanes single[9], Lanes taken[9], Lanes& dead, Lanes& changed) {
    // Naked singles are removed from the rest of their boxes; the orders handle rows and columns.
    Lanes w[9], naked[3];
    for (int r = 0; r < 3; ++r) {
        const auto here = [&](int c) { return s.cells[d][3 * r + c] & single[3 * r + c]; };
        naked[r] = any_of(here(0), here(1), here(2));
    }
    const Lanes box = any_of(naked[0], naked[1], naked[2]);
    for (int i = 0; i < 9; ++i) w[i] = if_not(s.cells[d][i], single[i], box) & ~taken[i];

    // Orders of bands, over minirows.
    Lanes flags[3];
    for (int r = 0; r < 3; ++r) flags[r] = any_of(w[3 * r], w[3 * r + 1], w[3 * r + 2]) & (s.rows[d][r] | s.fresh);
    const Lanes flags1 = twice(flags[1]), flags2 = twice(flags[2]);
    const Lanes even = flags[0] & (flags1 >> 3) & (flags2 >> 6), odd = flags[0] & (flags1 >> 6) & (flags2 >> 3);
    s.orders[0][d][0] = even;
    s.orders[0][d][1] = odd;
    const Lanes even2 = twice(even), odd2 = twice(odd);
    const Lanes row[3] = {even | odd, ((even2 >> 6) | (odd2 >> 3)) & kRow, ((even2 >> 3) | (odd2 >> 6)) & kRow};

    // Orders of stacks, over minicolumns.
    Lanes c[3];
    for (int k = 0; k < 3; ++k)
        c[k] = any_of(w[k] & row[0], w[3 + k] & row[1], w[6 + k] & row[2]) & (s.columns[d][k] | s.fresh);
    const Lanes even_column = c[0] & bands_down(c[1]) & bands_up(c[2]),
                odd_column = c[0] & bands_up(c[1]) & bands_down(c[2]);
    s.orders[1][d][0] = even_column;
    s.orders[1][d][1] = odd_column;
    const Lanes column[3] = {even_column | odd_column, bands_up(even_column) | bands_down(odd_column),
                             bands_down(even_column) | bands_up(odd_column)};
    dead |= ~any_of(column[0], column[0] >> 1, column[0] >> 2) & kFirsts;

    for (int k = 0; k < 3; ++k) {
        s.minirows[d][k] = row[k];
        s.forced_rows[d][k] = row[k] & ~beside_in_band(row[k]);
        s.minicolumns[d][k] = column[k];
        s.forced_columns[d][k] = column[k] & ~beside_in_stack(column[k]);
    }
    // If a digit has one minirow and one minicolumn in a box, it is a single where they cross.
    const Lanes placed = one_of(row[0], row[1], row[2]) & one_of(column[0], column[1], column[2]);
    s.placed[d] = placed;
    for (int i = 0; i < 9; ++i) {
        const Lanes kept = w[i] & row[i / 3] & column[i % 3];
        changed |= s.cells[d][i] ^ kept;
        s.cells[d][i] = kept;
        taken[i] |= kept & placed;
    }
}

// Each minirow and minicolumn holds exactly three digits: clears the flags of other digits, for the next pass. `forced`
// are those that are alone in their row (column), `beside` gives the other boxes of it.
template <class Beside>
INLINE void count_digits(const Lanes living[9][3], const Lanes forced[9][3], Lanes left[9][3], Beside beside,
                         Lanes& dead, Lanes& changed) {
#pragma GCC unroll 1
    for (int k = 0; k < 3; ++k) {
        const ThreeFour some = count_to_four([&](int d) { return living[d][k]; });
        const ThreeFour alone = count_to_four([&](int d) { return forced[d][k]; });
        dead |= (kRow & ~(some.three | some.four)) | alone.four;
        for (int d = 0; d < 9; ++d) {
            // If only three digits can go there, they do: nowhere else in their row (column), and by the orders,
            // nowhere else in their box.
            const Lanes must = but_not(living[d][k], some.three, forced[d][k]);
            const Lanes struck = (alone.three & ~forced[d][k]) | beside(must);
            changed |= living[d][k] & struck;
            left[d][k] = kRow & ~struck;
        }
    }
}

// Applies all rules once: naked and hidden singles, locked candidates by orders, three digits per minirow and
// minicolumn.
INLINE Findings pass(State& s) {
    Findings found{};
    Lanes single[9], taken[9] = {};
    for (int i = 0; i < 9; ++i) {
        const auto at = [&](int d) { return s.cells[d][i]; };
        const Lanes a = any_of(at(0), at(1), at(2)), b = any_of(at(3), at(4), at(5)), c = any_of(at(6), at(7), at(8));
        const Lanes in_three =
            any_of(two_of(at(0), at(1), at(2)), two_of(at(3), at(4), at(5)), two_of(at(6), at(7), at(8)));
        const Lanes across = two_of(a, b, c);
        single[i] = but_neither(any_of(a, b, c), in_three, across);
        found.open = any_of(found.open, in_three, across);
    }
#pragma GCC unroll 1
    for (int d = 0; d < 9; ++d) restrict_digit(s, d, single, taken, found.dead, found.changed);
    count_digits(s.minirows, s.forced_rows, s.rows, beside_in_band, found.dead, found.changed);
    count_digits(s.minicolumns, s.forced_columns, s.columns, beside_in_stack, found.dead, found.changed);
    s.fresh = Lanes{};
    // A placed digit removes all other digits of its cell, earlier ones too; and every cell needs a digit.
#pragma GCC unroll 1
    for (int i = 0; i < 9; ++i) {
        Lanes any{};
        for (int d = 0; d < 9; ++d) {
            const Lanes struck = but_not(s.cells[d][i], taken[i], s.placed[d]);
            found.changed |= struck;
            s.cells[d][i] ^= struck;
            any |= s.cells[d][i];
        }
        found.dead |= any ^ kRow;
    }
    return found;
}
