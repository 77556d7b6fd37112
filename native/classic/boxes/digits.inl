// Puzzles in, solutions out. Part of boxes.inl.

// Fills the cells from a function that gives the mask of a cell.
template <class Mask>
INLINE void put(Boxes cells[9], Mask mask) {
    for (int place = 0; place < 9; ++place) {
        uint64_t bands[4];  // three boxes and a blind lane each
        for (int band = 0; band < 4; ++band) {
            const int cell = cell_of(place, box_of(band, 0));
            const auto at = [&](int stack) __attribute__((always_inline)) {
                return stack < 3 && band < 3 ? (uint64_t)mask(cell + 3 * stack) << 16 * stack
                                             : (uint64_t)kRow << 16 * stack;
            };
            bands[band] = at(0) | at(1) | at(2) | at(3);
        }
        memcpy(&cells[place], bands, sizeof bands);
    }
}

INLINE void put_candidates(const uint16_t* masks, Boxes cells[9]) {
    put(cells, [=](int cell) __attribute__((always_inline)) { return (uint16_t)(masks[cell] & kRow); });
}

#if defined(__AVX2__)

#define FARANDOLE_TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

// From digits, 0 for empty. A given removes all other candidates of its cell.
INLINE void put_values(const uint8_t* values, Boxes cells[9]) {
    // Each lane has the digit in both bytes: the low byte becomes the mask of 1 to 8, the high byte that of 9.
    const __m256i low = FARANDOLE_TWICE(-1, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0);
    const __m256i high = FARANDOLE_TWICE(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0);
    for (int r = 0; r < 3; ++r) {
        __m128i rows[3];
        for (int band = 0; band < 3; ++band) {
            const uint8_t* const row = values + 27 * band + 9 * r;
            // The last row is loaded from 7 bytes earlier, to stay within the 81.
            rows[band] = r + band < 4 ? _mm_loadu_si128((const __m128i*)row)
                                      : _mm_srli_si128(_mm_loadu_si128((const __m128i*)(row - 7)), 7);
        }
        for (int c = 0; c < 3; ++c) {
            const char i = (char)c, j = (char)(c + 3), k = (char)(c + 6);
            const __m128i lanes =
                _mm_setr_epi8(i, i, j, j, k, k, -128, -128, -128, -128, -128, -128, -128, -128, -128, -128);
            const auto band = [&](int of) __attribute__((always_inline)) { return _mm_shuffle_epi8(rows[of], lanes); };
            const __m256i digits = _mm256_set_m128i(band(2), _mm_unpacklo_epi64(band(0), band(1)));
            const __m256i eight = _mm256_shuffle_epi8(low, digits), ninth = _mm256_shuffle_epi8(high, digits);
            cells[3 * r + c] = ((Boxes)eight & 0xFF) | ((Boxes)ninth & 0xFF00);
        }
    }
}

// The digits of a full grid.
INLINE void digits_of(const Boxes cells[9], uint8_t* digits) {
    const __m256i low = FARANDOLE_TWICE(0, 1, 2, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0);   // of 1 to 4; and 1 for 9
    const __m256i high = FARANDOLE_TWICE(0, 5, 6, 0, 7, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0);  // of 5 to 8
    const __m256i row = FARANDOLE_TWICE(0, 1, 2, 4, 5, 6, 8, 9, 10, -1, -1, -1, -1, -1, -1, -1);
    const auto digit = [&](Boxes cell) __attribute__((always_inline)) {
        const __m256i some = _mm256_shuffle_epi8(low, (__m256i)(cell & 0x0F0F));
        const __m256i others = _mm256_shuffle_epi8(high, (__m256i)(cell >> 4 & 0x0F0F));
        return _mm256_maddubs_epi16(_mm256_add_epi8(some, others), _mm256_set1_epi16(0x0901));
    };
    for (int r = 0; r < 3; ++r) {
        const __m256i two = _mm256_or_si256(digit(cells[3 * r]), _mm256_slli_epi16(digit(cells[3 * r + 1]), 8));
        const __m256i third = digit(cells[3 * r + 2]);
        const __m256i even = _mm256_shuffle_epi8(_mm256_unpacklo_epi16(two, third), row);  // bands 0 and 2
        const __m256i odd = _mm256_shuffle_epi8(_mm256_unpackhi_epi16(two, third), row);   // band 1
        const auto write = [&](int band, __m128i nine) __attribute__((always_inline)) {
            uint8_t* const to = digits + 27 * band + 9 * r;
            _mm_storel_epi64((__m128i*)to, nine);
            to[8] = (uint8_t)_mm_extract_epi8(nine, 8);
        };
        write(0, _mm256_castsi256_si128(even));
        write(1, _mm256_castsi256_si128(odd));
        write(2, _mm256_extracti128_si256(even, 1));
    }
}

#undef FARANDOLE_TWICE

#else

INLINE void put_values(const uint8_t* values, Boxes cells[9]) {
    static constexpr uint16_t kMasks[11] = {kRow, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0};
    put(cells, [=](int cell) __attribute__((always_inline)) { return kMasks[values[cell] < 10 ? values[cell] : 10]; });
}

INLINE void digits_of(const Boxes cells[9], uint8_t* digits) {
    uint16_t words[9][kLanes];
    memcpy(words, cells, sizeof words);
    for (int cell = 0; cell < 81; ++cell)
        digits[cell] = (uint8_t)(1 + __builtin_ctz(words[place_of(cell)][lane_of(box_of(cell))]));
}

#endif
