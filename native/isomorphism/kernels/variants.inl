// Applies random symmetries to puzzles, uniformly. Part of isomorphism.inl.

void draw_lines(Random& random, const Bands& bands, uint8_t lines[16]) {
    memcpy(lines, bands.columns[random.below(Bands::kNumColumnOrders)], 16);
}

void draw_variant(const Bands& bands, Random& random, const uint8_t* puzzle, uint8_t* variant) {
    alignas(16) uint8_t rows[16], columns[16], names[16] = {};
    draw_lines(random, bands, rows);
    draw_lines(random, bands, columns);
    for (int digit = 1; digit <= 9; ++digit) names[digit] = digit;
    random.shuffle(names + 1, 9);
    const Row order = row_at(columns), name = row_at(names);
    alignas(16) uint8_t lines[9][16] = {};
    const bool is_transposed = random.next() >> 63;
    for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column)
            lines[row][column] = is_transposed ? puzzle[9 * column + row] : puzzle[9 * row + column];
    for (int row = 0; row < 9; ++row) {
        const Row moved = shuffled(name, shuffled(row_at(lines[rows[row]]), order));
        memcpy(variant + 9 * row, &moved, 9);
    }
}

// Cycles through the n_puzzles, from index `first` on.
void variants(const Bands& bands, uint64_t seed, uint64_t first, const uint8_t* puzzles, size_t n_puzzles, size_t n,
              uint8_t* made) {
    for (size_t i = 0; i < n; ++i) {
        Random random(seed, first + i);
        draw_variant(bands, random, puzzles + 81 * ((first + i) % n_puzzles), made + 81 * i);
    }
}
