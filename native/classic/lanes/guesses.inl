// The guess when a lane is quiet. Part of lanes.inl, which shows the layout of words.

// The guess of each lane: a digit with two living orders, in the line with the fewest living orders of all digits, but
// more than nine.
struct Choices {
    Lanes line;  // one bit: 0, 1, 2 for a band, 3, 6, 9 for a stack; or none
    Lanes digit;
    // Two bits: even orders at their flags, odd ones shifted by 1 (in a band) or 3 (in a stack); or none.
    Lanes orders;
};

// A full adder.
struct Sum {
    Lanes one, two;
};
INLINE Sum add(Lanes a, Lanes b, Lanes c) { return {odd_of(a, b, c), two_of(a, b, c)}; }

// The number of living orders of each line, a word for each binary digit. A line is at the first of its three flags,
// which are `step` apart.
INLINE void count_orders(const Lanes orders[18], int step, Lanes total[6]) {
    // Adds over the digits, even and odd orders: six sums with ones and twos, then the carries.
    Sum six[6];
    for (int i = 0; i < 6; ++i) six[i] = add(orders[3 * i], orders[3 * i + 1], orders[3 * i + 2]);
    const Sum ones0 = add(six[0].one, six[1].one, six[2].one), ones1 = add(six[3].one, six[4].one, six[5].one);
    const Sum twos0 = add(six[0].two, six[1].two, six[2].two), twos1 = add(six[3].two, six[4].two, six[5].two);
    const Sum twos2 = add(ones0.two, ones1.two, ones0.one & ones1.one);
    const Sum twos = add(twos0.one, twos1.one, twos2.one), fours = add(twos0.two, twos1.two, twos2.two);
    const Lanes eight = fours.one & twos.two;
    const Lanes flags[5] = {ones0.one ^ ones1.one, twos.one, fours.one ^ twos.two, fours.two ^ eight,
                            fours.two & eight};
    // Adds over the three flags.
    Sum sums[5];
    for (int bit = 0; bit < 5; ++bit) sums[bit] = add(flags[bit], flags[bit] >> step, flags[bit] >> 2 * step);
    Lanes carry{};
    total[0] = sums[0].one;
    for (int bit = 1; bit < 5; ++bit) {
        const Sum sum = add(sums[bit].one, sums[bit - 1].two, carry);
        total[bit] = sum.one;
        carry = sum.two;
    }
    total[5] = sums[4].two ^ carry;
}

// Converts even orders of a stack between the column of box 0 and the box of column 0; the first of two orders is
// chosen by the former.
INLINE Lanes turned(Lanes orders, Lanes even_flags) {
    const Lanes even = orders & even_flags;
    return (orders & ~even_flags) | (merge(kFirsts, even, merge(kFirsts << 1, even >> 1, even << 1)) & even_flags);
}

INLINE Choices choose(const State& s) {
    Lanes bands[6], stacks[6], total[6];
    count_orders(&s.orders[0][0][0], 3, bands);
    count_orders(&s.orders[1][0][0], 1, stacks);
    for (int bit = 0; bit < 6; ++bit) total[bit] = (bands[bit] & 07) | (stacks[bit] & kFirsts) << 3;
    Lanes fewest = total[5] | total[4] | (total[3] & (total[2] | total[1]));  // of the lines with ten or more
    for (int bit = 5; bit >= 0; --bit) {
        const Lanes fewer = fewest & ~total[bit];
        fewest = fewer == 0 ? fewest : fewer;
    }
    Choices chosen{};
    chosen.line = fewest & -fewest;
    const Lanes in_stack = (Lanes)(chosen.line > 7);
    const Lanes even_flags =
        in_stack ? spread(chosen.line >> 3) : any_of(chosen.line, chosen.line << 3, chosen.line << 6);
    const Lanes odd_flags = in_stack ? even_flags << 3 : even_flags << 1;
#pragma GCC unroll 9
    for (int d = 8; d >= 0; --d) {
        const Lanes even = (s.orders[0][d][0] & ~in_stack) | (s.orders[1][d][0] & in_stack);
        const Lanes odd = (s.orders[0][d][1] << 1 & ~in_stack) | (s.orders[1][d][1] << 3 & in_stack);
        const Lanes living = (even & even_flags) | (odd & odd_flags);
        const Lanes second = living & (living - 1), third = second & (second - 1);
        const Lanes is_pair = (Lanes)(second != 0) & (Lanes)(third == 0);
        chosen.orders = is_pair ? living : chosen.orders;
        chosen.digit = is_pair ? Lanes{} + (Word)d : chosen.digit;
    }
    chosen.orders = in_stack ? turned(chosen.orders, even_flags) : chosen.orders;
    return chosen;
}

// The cells that an order leaves to a digit, by place; lines and orders are indexed by their bits in Choices.
struct Orders {
    uint16_t of[10][12][9];  // [bit of the line][bit of the order][place]
};

constexpr Orders make_orders() {
    Orders orders{};
    for (int line = 0; line < 3; ++line)
        for (int k = 0; k < 3; ++k)
            for (int odd = 0; odd < 2; ++odd)
                for (int place = 0; place < 9; ++place) {
                    const int row = place / 3, column = place % 3;
                    uint16_t in_band = kRow & ~(kFirsts << line), in_stack = kRow & ~(7 << 3 * line);
                    for (int i = 0; i < 3; ++i) {
                        if ((k + (1 + odd) * row) % 3 == i) in_band |= 1 << (3 * i + line);
                        if ((k + (1 + odd) * i) % 3 == column) in_stack |= 1 << (3 * line + i);
                    }
                    orders.of[line][line + 3 * k + odd][place] = in_band;
                    orders.of[3 + 3 * line][3 * line + k + 3 * odd][place] = in_stack;
                }
    return orders;
}
constexpr Orders kOrders = make_orders();
