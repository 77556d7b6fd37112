// A pass over all lanes, for one width of masks. Included by simd.inl.

struct Pass {
    const SimdPlan& plan;
    Masks *masks, *segments;  // segments: the digits that they hold, then those that they lock
    float* weights;
    Which dead;
    Masks changed, all;

    INLINE void put(int32_t cell, const Masks& before, const Masks& after) {
        changed = changed | (before ^ after);
        masks[cell] = after;
    }

    INLINE void strike(int32_t cell, const Masks& out) {
        const Masks before = masks[cell];
        put(cell, before, before & ~out);
    }

    // Marks the lanes as dead; the cells gain weight.
    INLINE void blame(const Which& bad, SimdSpan cells) {
        const Which fresh = but_not(bad, dead);
        if (__builtin_expect(!is_any(fresh), 1)) return;
        dead = dead | fresh;
        const float n = (float)__builtin_popcount(lanes_of(fresh));
        for (int32_t i = cells.begin; i < cells.end; ++i) weights[plan.cells[i]] += n;
    }

    INLINE Masks union_of(SimdSpan cells) const {
        Masks all_of = none();
        for (int32_t i = cells.begin; i < cells.end; ++i) all_of = all_of | masks[plan.cells[i]];
        return all_of;
    }

    // Naked and hidden singles. kSize: the number of cells, or 0 if not known at compile time.
    template <bool kIsFull, int kSize>
    INLINE void house(const SimdPlan::House& house) {
        const int32_t* cells = plan.cells + house.cells.begin;
        const int n = kSize ? kSize : house.cells.end - house.cells.begin;
        Masks once = none(), twice = none(), placed = none(), clash = none(), singles[kSize ? kSize : kBits];
        for (int i = 0; i < n; ++i) {
            const Masks mask = masks[cells[i]], digit = singles[i] = single(mask);
            twice = twice | (once & mask);
            once = once | mask;
            clash = clash | (placed & digit);
            placed = placed | digit;
        }
        const Masks hidden = all & ~twice & ~placed;
        if (kIsFull) clash = clash | (all & ~once);
        Which bad = nowhere();
        for (int i = 0; i < n; ++i) {
            const Masks mask = masks[cells[i]];
            Masks left = mask & (~placed | singles[i]);
            if (kIsFull) {
                const Masks here = mask & hidden;
                clash = clash | without_least(here);
                left = either(is_some(here), here, left);
            }
            bad = bad | is_zero(left);
            put(cells[i], mask, left);
        }
        blame(bad | is_some(clash), house.cells);
    }

    template <bool kIsFull>
    INLINE void house(const SimdPlan::House& house) {
        switch (house.cells.end - house.cells.begin) {
            case 2: return this->house<kIsFull, 2>(house);
            case 9: return this->house<kIsFull, 9>(house);
            default: return this->house<kIsFull, 0>(house);
        }
    }

    // Locked candidates in a band of segments: a digit that only one segment of a full row can hold is removed from the
    // other segments of its column, and vice versa. kSize: the number of rows, of columns and of cells in a segment, or
    // 0 if not known at compile time.
    template <int kSize>
    INLINE void band(const SimdPlan::Band& band) {
        const int32_t* cells = plan.cells + band.cells.begin;
        const int n_rows = kSize ? kSize : band.n_rows, n_columns = kSize ? kSize : band.n_columns,
                  n = n_rows * n_columns;
        const int size = kSize ? kSize : (band.cells.end - band.cells.begin) / n;
        Masks digits[kSize ? kSize * kSize : SimdPlan::Band::kMaxSegments], in_row[kSize ? kSize : kBits],
            in_column[kSize ? kSize : kBits];
        for (int i = 0; i < n; ++i) {
            digits[i] = none();
            for (int j = 0; j < size; ++j) digits[i] = digits[i] | masks[cells[i * size + j]];
        }
        const auto twice = [&](const Masks* first, int stride, int number) {
            Masks once = none(), found = none();
            for (int i = 0; i < number; ++i, first += stride) {
                found = found | (once & *first);
                once = once | *first;
            }
            return found;
        };
        for (int i = 0; i < n_rows; ++i) in_row[i] = twice(digits + i * n_columns, 1, n_columns);
        for (int i = 0; i < n_columns; ++i) in_column[i] = twice(digits + i, n_columns, n_rows);
        // Digits that no other segment of the column can hold are removed from the rest of the row.
        for (int i = 0; i < n_rows; ++i)
            for (int j = 0; j < n_columns; ++j) {
                Masks out = none();
                for (int k = 0; k < n_columns; ++k)
                    if (k != j) out = out | (digits[i * n_columns + k] & ~in_column[k]);
                for (int k = 0; k < n_rows; ++k)
                    if (k != i) out = out | (digits[k * n_columns + j] & ~in_row[k]);
                for (int k = 0; k < size; ++k) strike(cells[(i * n_columns + j) * size + k], out);
            }
    }

    INLINE void band(const SimdPlan::Band& band) {
        const bool is_square = band.n_rows == 3 && band.n_columns == 3 && band.cells.end - band.cells.begin == 27;
        is_square ? this->band<3>(band) : this->band<0>(band);
    }

    // Locked candidates: if all places of a digit in a house lie in a segment, it is removed from the other houses of
    // that segment.
    INLINE void cuts() {
        Masks* digits = segments;
        Masks* locked = segments + plan.n_segments;
        for (int32_t i = 0; i < plan.n_segments; ++i) {
            digits[i] = union_of(plan.segments[i].cells);
            locked[i] = none();
        }
        for (int32_t i = 0; i < plan.n_cuts; ++i) {
            const int32_t *part = plan.numbers + plan.cuts[i].segments.begin,
                          *end = plan.numbers + plan.cuts[i].segments.end;
            Masks once = none(), twice = none();
            for (const int32_t* at = part; at < end; ++at) {
                twice = twice | (once & digits[*at]);
                once = once | digits[*at];
            }
            for (const int32_t* at = part; at < end; ++at) locked[*at] = locked[*at] | (digits[*at] & ~twice);
        }
        for (int32_t i = 0; i < plan.n_segments; ++i) {
            const SimdPlan::Segment& segment = plan.segments[i];
            if (segment.rivals.begin == segment.rivals.end) continue;
            Masks out = none();
            for (int32_t at = segment.rivals.begin; at < segment.rivals.end; ++at) out = out | locked[plan.numbers[at]];
            out = out & digits[i];
            if (!is_any(out)) continue;
            for (int32_t at = segment.cells.begin; at < segment.cells.end; ++at) strike(plan.cells[at], out);
        }
    }

    INLINE Masks beside(const Masks& mask, const uint32_t* partners) const {
        Masks found = none();
        for (int digit = 0; digit < plan.n_digits; ++digit)
            found = found | only(meet(mask, spread(1 << digit)), spread((int)partners[digit]));
        return found;
    }

    INLINE void pair(const SimdPlan::Pair& pair) {
        const int32_t one = plan.cells[pair.cells.begin], other = plan.cells[pair.cells.begin + 1];
        const Masks before = masks[one], after = masks[other];
        const Masks second = after & beside(before, plan.masks + pair.forward);
        const Masks first = before & beside(second, plan.masks + pair.backward);
        put(one, before, first);
        put(other, after, second);
        blame(is_zero(first) | is_zero(second), pair.cells);
    }

    INLINE void sets(const SimdPlan::Sets& sets) {
        const int32_t* cells = plan.cells + sets.cells.begin;
        const int n = sets.cells.end - sets.cells.begin;
        Masks held[kBits], singles[kBits], once = none(), twice = none(), placed = none(), clash = none();
        for (int i = 0; i < n; ++i) {
            held[i] = masks[cells[i]];
            singles[i] = single(held[i]);
            twice = twice | (once & held[i]);
            once = once | held[i];
            clash = clash | (placed & singles[i]);
            placed = placed | singles[i];
        }
        Masks may = none(), must = all;
        for (int32_t i = sets.sets.begin; i < sets.sets.end; ++i) {
            const Masks set = spread((int)plan.masks[i]);
            Which fits = is_zero((set & ~once) | (placed & ~set));
            for (int j = 0; j < n; ++j) fits = meet(fits, held[j], set);
            may = may | only(fits, set);
            must = either(fits, must & set, must);
        }
        const Masks hidden = must & ~twice & ~placed;
        Which bad = is_zero(may);
        for (int i = 0; i < n; ++i) {
            const Masks here = held[i] & hidden;
            clash = clash | without_least(here);
            const Masks left = either(is_some(here), here, held[i] & may & (~placed | singles[i]));
            bad = bad | is_zero(left);
            put(cells[i], held[i], left);
        }
        bad = bad | is_some(clash);
        blame(bad, sets.cells);
        const Masks open = either(bad, none(), must & ~placed);
        for (int32_t i = sets.locks.begin; i < sets.locks.end; ++i) {
            const SimdPlan::Lock& lock = plan.locks[i];
            const Masks here = open & ~union_of(lock.outside);
            if (!is_any(here)) continue;
            for (int32_t j = lock.rest.begin; j < lock.rest.end; ++j) strike(plan.cells[j], here);
        }
    }

    struct Seen {
        Masks any, placed;
    };

    INLINE static Seen see(const Masks* held, const int32_t* places, const int32_t* end) {
        Seen seen{none(), none()};
        for (; places < end; ++places) {
            seen.any = seen.any | held[*places];
            seen.placed = seen.placed | single(held[*places]);
        }
        return seen;
    }

    // A full house in line: keeps what the possible splits allow.
    INLINE void line(const SimdPlan::Line& line) {
        const int32_t* cells = plan.cells + line.cells.begin;
        const int n = line.cells.end - line.cells.begin;
        Masks held[kBits], found[kBits];
        for (int i = 0; i < n; ++i) {
            held[i] = masks[cells[i]];
            found[i] = none();
        }
        for (int32_t i = line.splits.begin; i < line.splits.end; ++i) admit(plan.splits[i], held, found);
        Which bad = nowhere();
        for (int i = 0; i < n; ++i) {
            const Masks left = held[i] & found[i];
            bad = bad | is_zero(left);
            put(cells[i], held[i], left);
        }
        blame(bad, line.cells);
    }

    INLINE void admit(const SimdPlan::Split& split, const Masks* held, Masks* found) {
        Which fits = everywhere();
        for (int i = 0; i < 2; ++i)
            if (split.places[i] >= 0) fits = meet(fits, held[split.places[i]], spread((int)split.digits[i]));
        if (!is_any(fits)) return;
        const int32_t *inside = plan.numbers + split.inside.begin, *inside_end = plan.numbers + split.inside.end;
        const int32_t *outside = plan.numbers + split.outside.begin, *outside_end = plan.numbers + split.outside.end;
        const Seen in = see(held, inside, inside_end), out = see(held, outside, outside_end);
        Masks may = none(), may_outside = none();
        Which possible = nowhere();
        for (int32_t i = split.sets.begin; i < split.sets.end; ++i) {
            const Masks set = spread((int)plan.masks[i]), rest = spread((int)(split.left & ~plan.masks[i]));
            Which holds =
                fits & is_zero((set & ~in.any) | (in.placed & ~set) | (rest & ~out.any) | (out.placed & ~rest));
            if (!is_any(holds)) continue;
            for (const int32_t* at = inside; at < inside_end; ++at) holds = meet(holds, held[*at], set);
            for (const int32_t* at = outside; at < outside_end; ++at) holds = meet(holds, held[*at], rest);
            possible = possible | holds;
            may = may | only(holds, set);
            may_outside = may_outside | only(holds, rest);
        }
        for (int i = 0; i < 2; ++i) {
            if (split.places[i] < 0) continue;
            Masks& fixed = found[split.places[i]];
            fixed = fixed | only(possible, spread((int)split.digits[i]));
        }
        for (const int32_t* at = inside; at < inside_end; ++at) found[*at] = found[*at] | may;
        for (const int32_t* at = outside; at < outside_end; ++at) found[*at] = found[*at] | may_outside;
    }

    // The possible heights up to each place of a skyscraper clue, forward and backward, by count
    // (constraints/skyscrapers.hpp).
    INLINE void skyline(const SimdPlan::Skyline& line) {
        const int32_t* cells = plan.cells + line.cells.begin;
        const int n = line.cells.end - line.cells.begin;
        if (n < 1) return;  // never: compilers would warn about empty arrays
        Masks held[kBits], fair[kBits], reached[kBits][kBits + 2], wanted[kBits + 2];
        Masks behind = none(), before = none();
        for (int i = n; i-- > 0; behind = behind | held[i]) {
            held[i] = masks[cells[i]];
            fair[i] = all & ~below_greatest(all & ~behind);
        }
        for (int i = 0; i < n; ++i) {
            before = before | held[i];
            Masks high = before;
            for (int j = 0; j < i; ++j) high = without_least(high);
            fair[i] = fair[i] & high;
        }
        for (int seen = 0; seen <= line.count + 1; ++seen) wanted[seen] = reached[0][seen] = none();
        reached[0][1] = held[0] & fair[0];
        for (int i = 1; i < n; ++i) {
            const Masks hiding = above_least(held[i]);
            reached[i][0] = none();
            for (int seen = 1; seen <= line.count; ++seen) {
                const Masks higher = held[i] & above_least(reached[i - 1][seen - 1]);
                reached[i][seen] = fair[i] & ((reached[i - 1][seen] & hiding) | higher);
            }
        }
        wanted[line.count] = reached[n - 1][line.count];
        Which bad = is_zero(wanted[line.count]);
        for (int i = n; --i > 0;) {
            const Masks hiding = above_least(held[i]);
            Masks found = none();
            for (int seen = 1; seen <= line.count; ++seen) {
                const Masks earlier = reached[i - 1][seen];
                const Masks hidden = wanted[seen] & earlier & hiding;
                const Masks higher = wanted[seen + 1] & held[i] & above_least(earlier);
                found = found | below_greatest(hidden) | higher;
                wanted[seen] = hidden | (earlier & below_greatest(higher));
            }
            const Masks left = held[i] & found;
            bad = bad | is_zero(left);
            put(cells[i], held[i], left);
        }
        const Masks left = held[0] & wanted[1];
        put(cells[0], held[0], left);
        blame(bad | is_zero(left), line.cells);
    }

    // Bit n - 1 - d for digit d instead of bit d - 1.
    INLINE Masks reversed(const Masks& mask) const {
        Masks found = none();
        for (int digit = 0; digit < plan.n_digits; ++digit)
            found = found | only(meet(mask, spread(1 << digit)), spread(1 << (plan.n_digits - 1 - digit)));
        return found;
    }

    // Three cells with signs and a total: each digit needs support in the other two cells.
    INLINE void triple(const SimdPlan::Triple& sum) {
        const int32_t* cells = plan.cells + sum.cells.begin;
        const int32_t* signs = sum.signs;
        Masks held[3] = {masks[cells[0]], masks[cells[1]], masks[cells[2]]};
        Which bad = nowhere();
        for (int at = 0; at < 3; ++at) {
            const int one = (at + 1) % 3, other = (at + 2) % 3;
            const bool is_turned = signs[at] == signs[other];
            const Masks moving = is_turned ? reversed(held[other]) : held[other];
            Masks found = none();
            for (int digit = 1; digit <= plan.n_digits; ++digit) {
                // The digit of this cell is `rest`, plus or minus that of the other cell.
                const int rest = signs[at] * (sum.total - signs[one] * digit);
                const Which has = meet(held[one], spread(1 << (digit - 1)));
                found = found | only(has, moved(moving, is_turned ? rest - 1 - plan.n_digits : rest));
            }
            const Masks left = held[at] & found;
            bad = bad | is_zero(left);
            put(cells[at], masks[cells[at]], left);
            held[at] = left;
        }
        blame(bad, sum.cells);
    }

    // The smallest and the largest total of some cells.
    struct Range {
        Masks low, high;
    };
    struct CliqueRange {
        Range all, others;  // others: of all cells but this one
    };

    // The totals of `size` different digits of a set.
    INLINE static CliqueRange range_of(const Masks& digits, int size) {
        CliqueRange range{{none(), none()}, {none(), none()}};
        Masks rising = digits, falling = digits;
        for (int i = 0; i < size; ++i) {
            range.others = range.all;
            range.all = {range.all.low + least_digit(rising), range.all.high + greatest_digit(falling)};
            rising = without_least(rising);
            falling = falling & below_greatest(falling);
        }
        return range;
    }

    // Bounds consistency: each cell keeps the digits between the smallest and the largest total of all other cells. The
    // total of a clique is at least the sum of its lowest digits, and because they differ, at least the sum of the
    // lowest digits of their union.
    INLINE void bounds(const SimdPlan::Sum& sum) {
        const int32_t* cells = plan.cells + sum.cells.begin;
        const SimdPlan::Clique* cliques = plan.cliques + sum.cliques.begin;
        const int n = sum.cliques.end - sum.cliques.begin;
        // of cells; of cliques, cell by cell, and with different digits
        Range held[32], alone[32], apart[32], others[32];
        Masks low = none(), high = none();
        for (int i = 0, at = 0; i < n; ++i) {
            Masks digits = none();
            alone[i] = {none(), none()};
            for (const int end = at + cliques[i].size; at < end; ++at) {
                const Masks mask = masks[cells[at]];
                held[at] = {least_digit(mask), greatest_digit(mask)};
                alone[i] = {alone[i].low + held[at].low, alone[i].high + held[at].high};
                digits = digits | mask;
            }
            apart[i] = alone[i];
            if (cliques[i].size > 1) {
                const CliqueRange range = range_of(digits, cliques[i].size);
                apart[i] = {greater_of(alone[i].low, range.all.low), less_of(alone[i].high, range.all.high)};
                others[i] = range.others;
            }
            low = low + (cliques[i].sign > 0 ? apart[i].low : none() - apart[i].high);
            high = high + (cliques[i].sign > 0 ? apart[i].high : none() - apart[i].low);
        }
        const Masks most = spread(sum.high), fewest = spread(sum.low);
        Which bad = is_less(most, low) | is_less(high, fewest);
        for (int i = 0, at = 0; i < n; ++i) {
            // The total that the other cliques leave to this one.
            const Masks up = cliques[i].sign > 0 ? most - (low - apart[i].low) : (high + apart[i].low) - fewest;
            const Masks down = cliques[i].sign > 0 ? fewest - (high - apart[i].high) : (low + apart[i].high) - most;
            for (const int end = at + cliques[i].size; at < end; ++at) {
                Range rest{none(), none()};
                if (cliques[i].size > 1)
                    rest = {greater_of(alone[i].low - held[at].low, others[i].low),
                            less_of(alone[i].high - held[at].high, others[i].high)};
                const Masks mask = masks[cells[at]];
                const Masks left = mask & between(down - rest.high, up - rest.low, plan.n_digits);
                bad = bad | is_zero(left);
                put(cells[at], mask, left);
            }
        }
        blame(bad, sum.cells);
    }
};

void pass(const SimdPlan& plan, SimdLanes& lanes) {
    const Word digits = (Word)(~0u >> (32 - plan.n_digits));
    Pass pass{plan,   (Masks*)lanes.masks, (Masks*)lanes.segments, lanes.weights, from_lanes(lanes.idle),
              none(), spread(digits)};
    for (int32_t k = 0, i = lanes.first_house; k < plan.n_houses; ++k, i = i + 1 < plan.n_houses ? i + 1 : 0)
        plan.houses[i].is_full ? pass.house<true>(plan.houses[i]) : pass.house<false>(plan.houses[i]);
    for (int32_t i = 0; i < plan.n_bands; ++i) pass.band(plan.bands[i]);
    pass.cuts();
    for (int32_t i = 0; i < plan.n_pairs; ++i) pass.pair(plan.pairs[i]);
    for (int32_t i = 0; i < plan.n_sets; ++i) pass.sets(plan.sets[i]);
    for (int32_t i = 0; i < plan.n_lines; ++i) pass.line(plan.lines[i]);
    for (int32_t i = 0; i < plan.n_skylines; ++i) pass.skyline(plan.skylines[i]);
    for (int32_t i = 0; i < plan.n_triples; ++i) pass.triple(plan.triples[i]);
    for (int32_t i = 0; i < plan.n_sums; ++i) pass.bounds(plan.sums[i]);
    lanes.dead = lanes_of(pass.dead);
    lanes.changed = lanes_of(is_some(pass.changed));
}

// Gives lanes the masks of other lanes.
void copy(const SimdPlan& plan, SimdLanes& lanes, const int32_t* from) {
    Masks* masks = (Masks*)lanes.masks;
#if FARANDOLE_BYTES == 64 && defined(__AVX512BW__)
    alignas(64) Word lanes_from[kNumLanes];
    for (int lane = 0; lane < kNumLanes; ++lane) lanes_from[lane] = (Word)from[lane];
    const __m512i order = _mm512_load_si512(lanes_from);
    for (int32_t cell = 0; cell < plan.n_cells; ++cell)
        masks[cell] = masks_of(kBits == 16 ? _mm512_maskz_permutexvar_epi16((__mmask32)-1, order, whole(masks[cell]))
                                           : _mm512_maskz_permutexvar_epi32((__mmask16)-1, order, whole(masks[cell])));
#else
    for (int lane = 0; lane < kNumLanes; ++lane) {
        if (from[lane] == lane) continue;
        Word *ours = (Word*)masks + lane, *theirs = (Word*)masks + from[lane];
        for (int32_t cell = 0; cell < plan.n_cells; ++cell) ours[cell * kNumLanes] = theirs[cell * kNumLanes];
    }
#endif
}

void choose(const SimdPlan& plan, const SimdLanes& lanes, const uint16_t* rates, int32_t* cells) {
    const Masks* masks = (const Masks*)lanes.masks;
    Masks fewest = spread(-1), best = spread(-1);
    for (int32_t cell = 0; cell < plan.n_cells; ++cell) {
        const Masks score = count(masks[cell]) * spread(rates[cell]);
        const Which better = is_some(without_least(masks[cell])) & is_below(score, fewest);
        fewest = either(better, score, fewest);
        best = either(better, spread(cell), best);
    }
    for (int lane = 0; lane < kNumLanes; ++lane) cells[lane] = (Value)((const Word*)&best)[lane];
}
