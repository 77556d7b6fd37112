// The rules, over all boxes and digits at once. Part of boxes.inl, which shows the layout.

struct State {
    Boxes cells[9];    // possible digits, by place in the box
    Boxes rows[3];     // digits that the count of three leaves to each minirow, by row of the band
    Boxes columns[3];  // the same for minicolumns, by column of the stack

    INLINE void free_lines() {
        for (int k = 0; k < 3; ++k) rows[k] = columns[k] = same(kRow);
    }
};

// What a pass finds.
struct Findings {
    Boxes rows[3], columns[3];      // digits with a living minirow, or minicolumn
    Boxes even_bands, odd_bands;    // living orders, at the box of row 0
    Boxes even_stacks, odd_stacks;  // living orders, at the box of column 0
    Boxes placed;                   // digits with one cell in the box
    bool is_dead, has_changed;
};

// Applies the rules on cells once: naked singles, locked candidates by orders, hidden singles.
INLINE Findings pass(State& s) {
    Findings found;
    // Naked singles are removed from the rest of their boxes; the orders handle rows and columns.
    Boxes single[9], w[9];
    for (int i = 0; i < 9; ++i) single[i] = where_zero(s.cells[i], s.cells[i] - 1, s.cells[i]);
    const Boxes box = any_of(any_of(single[0], single[1], single[2]), any_of(single[3], single[4], single[5]),
                             any_of(single[6], single[7], single[8]));
    for (int i = 0; i < 9; ++i) w[i] = if_not(s.cells[i], single[i], box);

    // Orders of bands, over minirows.
    Boxes flags[3];
    for (int r = 0; r < 3; ++r) flags[r] = any_of(w[3 * r], w[3 * r + 1], w[3 * r + 2]) & s.rows[r];
    const Boxes even = all_of(flags[0], next_in_band(flags[1]), last_in_band(flags[2]));
    const Boxes odd = all_of(flags[0], last_in_band(flags[1]), next_in_band(flags[2]));
    const Boxes row[3] = {even | odd, last_in_band(even) | next_in_band(odd), next_in_band(even) | last_in_band(odd)};

    // Orders of stacks, over minicolumns.
    Boxes c[3];
    for (int k = 0; k < 3; ++k)
        c[k] = or_both(or_both(w[k] & row[0], w[3 + k], row[1]), w[6 + k], row[2]) & s.columns[k];
    const Boxes even_column = all_of(c[0], next_in_stack(c[1]), last_in_stack(c[2]));
    const Boxes odd_column = all_of(c[0], last_in_stack(c[1]), next_in_stack(c[2]));
    const Boxes column[3] = {even_column | odd_column, last_in_stack(even_column) | next_in_stack(odd_column),
                             next_in_stack(even_column) | last_in_stack(odd_column)};

    // If a digit has one minirow and one minicolumn in a box, it is a single where they cross, and no other digit goes
    // there.
    const Boxes placed = one_of(row[0], row[1], row[2]) & one_of(column[0], column[1], column[2]);
    Boxes changed[3], least[3];  // by row: three short dependency chains instead of a long one
    for (int r = 0; r < 3; ++r) {
        changed[r] = Boxes{};
        least[r] = same(kRow);
        for (int k = 0; k < 3; ++k) {
            const int i = 3 * r + k;
            const Boxes cell = narrowed(all_of(w[i], row[r], column[k]), placed);
            changed[r] = or_unlike(changed[r], cell, s.cells[i]);
            least[r] = both(least[r], cell);
            s.cells[i] = cell;
        }
    }
    for (int k = 0; k < 3; ++k) found.rows[k] = row[k], found.columns[k] = column[k];
    found.even_bands = even, found.odd_bands = odd, found.even_stacks = even_column, found.odd_stacks = odd_column;
    found.placed = placed;
    // A cell without a digit; or a digit without a minicolumn, because it has no living order.
    found.is_dead =
        any_zero(both(both(least[0], least[1]), least[2])) || any(any_of(column[0], column[1], column[2]) ^ kRow);
    found.has_changed = any(any_of(changed[0], changed[1], changed[2]));
    return found;
}

// Each minirow (minicolumn) holds exactly three digits: clears the flags of other digits, for the next pass.
template <class Next, class Last>
INLINE void count_three(const Boxes living[3], Boxes left[3], Next next, Last last, Boxes& least, Boxes& fourth,
                        Boxes& struck) {
    for (int k = 0; k < 3; ++k) {
        const Boxes line = living[k], forced = but_neither(line, next(line), last(line));  // alone in their row
        const Boxes two = line & (line - 1), three = two & (two - 1);  // nonzero: more than one, more than two
        least = both(least, three);
        // If only three digits can go there, they do: nowhere else in their row, and by the orders, nowhere else in
        // their box.
        const Boxes must = where_zero(three, three - 1, line & ~forced);
        const Boxes may = but_neither(same(kRow), next(must), last(must));
        // If three are forced, no other digit can go there.
        const Boxes second = forced & (forced - 1), third = second & (second - 1);
        fourth = or_both(fourth, third, third - 1);
        left[k] = (may & forced) | where_zero(third, third, may);
        struck = struck | (line & ~left[k]);
    }
}

// A quiet state is open if a cell has several candidates, and dead if two digits are placed in one cell. The count of
// three may still change it.
struct Quiet {
    bool is_open, is_dead, has_changed;
};
INLINE Quiet look(State& s, const Findings& found) {
    Boxes several{}, twice{};
    for (const Boxes& cell : s.cells) {
        const Boxes more = cell & (cell - 1);
        several = several | more;
        twice = or_both(twice, more, found.placed);
    }
    if (!any(seen(several))) return {false, false, false};
    Boxes least = same(kRow), fourth{}, struck{};
    count_three(
        found.rows, s.rows, [](Boxes v) __attribute__((always_inline)) { return next_in_band(v); },
        [](Boxes v) __attribute__((always_inline)) { return last_in_band(v); }, least, fourth, struck);
    count_three(
        found.columns, s.columns, [](Boxes v) __attribute__((always_inline)) { return next_in_stack(v); },
        [](Boxes v) __attribute__((always_inline)) { return last_in_stack(v); }, least, fourth, struck);
    return {true, any_zero(least) || any(fourth | twice), any(struck)};
}
