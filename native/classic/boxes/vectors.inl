// Operations on vectors of boxes. Part of boxes.inl.

#if defined(__AVX2__)

typedef uint16_t Boxes __attribute__((vector_size(32), may_alias));

INLINE Boxes same(uint16_t word) { return Boxes{} + word; }
INLINE bool any(Boxes v) { return !_mm256_testz_si256((__m256i)v, (__m256i)v); }
INLINE Boxes both(Boxes a, Boxes b) { return (Boxes)_mm256_min_epu16((__m256i)a, (__m256i)b); }

// Each box gets the next (or previous) box of its band or stack. Blind lanes keep their own.
INLINE Boxes next_in_band(Boxes v) {
    return __builtin_shufflevector(v, v, 1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 13, 14, 12, 15);
}
INLINE Boxes last_in_band(Boxes v) {
    return __builtin_shufflevector(v, v, 2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 14, 12, 13, 15);
}
INLINE Boxes next_in_stack(Boxes v) {
    return __builtin_shufflevector(v, v, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15);
}
INLINE Boxes last_in_stack(Boxes v) {
    return __builtin_shufflevector(v, v, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15);
}

#else

// Two bands; a band and the blind lanes. If a vector is wider than the machine's, compilers process it lane by lane.
typedef uint16_t Half __attribute__((vector_size(16), may_alias));
struct Boxes {
    Half first, second;

    INLINE uint16_t operator[](int lane) const { return lane < 8 ? first[lane] : second[lane - 8]; }
    INLINE Boxes operator~() const { return {~first, ~second}; }
    INLINE Boxes operator>>(int n) const { return {first >> n, second >> n}; }
};

#define FARANDOLE_OPERATOR(op)                                                                                        \
    INLINE Boxes operator op(Boxes a, Boxes b) { return {(Half)(a.first op b.first), (Half)(a.second op b.second)}; } \
    INLINE Boxes operator op(Boxes a, uint16_t b) { return {(Half)(a.first op b), (Half)(a.second op b)}; }
FARANDOLE_OPERATOR(+)
FARANDOLE_OPERATOR(-)
FARANDOLE_OPERATOR(&)
FARANDOLE_OPERATOR(|)
FARANDOLE_OPERATOR(^)
FARANDOLE_OPERATOR(==)
#undef FARANDOLE_OPERATOR

INLINE Boxes same(uint16_t word) { return {Half{} + word, Half{} + word}; }
INLINE bool any(Boxes v) {
    uint64_t parts[2];
    const Half either = v.first | v.second;
    memcpy(parts, &either, sizeof parts);
    return parts[0] | parts[1];
}
INLINE Boxes both(Boxes a, Boxes b) { return b & ~(a == 0); }

INLINE Half next(Half v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3, 5, 6, 4, 7); }
INLINE Half last(Half v) { return __builtin_shufflevector(v, v, 2, 0, 1, 3, 6, 4, 5, 7); }
INLINE Boxes next_in_band(Boxes v) { return {next(v.first), next(v.second)}; }
INLINE Boxes last_in_band(Boxes v) { return {last(v.first), last(v.second)}; }
INLINE Boxes next_in_stack(Boxes v) {
    return {__builtin_shufflevector(v.first, v.second, 4, 5, 6, 7, 8, 9, 10, 11),
            __builtin_shufflevector(v.first, v.second, 0, 1, 2, 3, 12, 13, 14, 15)};
}
INLINE Boxes last_in_stack(Boxes v) {
    return {__builtin_shufflevector(v.first, v.second, 8, 9, 10, 11, 0, 1, 2, 3),
            __builtin_shufflevector(v.first, v.second, 4, 5, 6, 7, 12, 13, 14, 15)};
}

#endif

INLINE Boxes load(const uint16_t* words) {
    Boxes v;
    memcpy(&v, words, sizeof v);
    return v;
}

// All but the blind lanes.
INLINE Boxes seen(Boxes v) {
    constexpr uint16_t kAll[kLanes] = {0xFFFF, 0xFFFF, 0xFFFF, 0, 0xFFFF, 0xFFFF, 0xFFFF, 0, 0xFFFF, 0xFFFF, 0xFFFF};
    return v & load(kAll);
}

// Functions of three bits: with AVX-512 each is one instruction, which g++ finds only for the simplest ones. And
// functions of which lanes are zero.
#if defined(__AVX512VL__) && defined(__AVX512BW__)
template <int kTable>
INLINE Boxes ternary(Boxes a, Boxes b, Boxes c) {
    return (Boxes)_mm256_ternarylogic_epi32((__m256i)a, (__m256i)b, (__m256i)c, kTable);
}
INLINE Boxes any_of(Boxes a, Boxes b, Boxes c) { return ternary<0xFE>(a, b, c); }
INLINE Boxes all_of(Boxes a, Boxes b, Boxes c) { return ternary<0x80>(a, b, c); }
INLINE Boxes one_of(Boxes a, Boxes b, Boxes c) { return ternary<0x16>(a, b, c); }
INLINE Boxes if_not(Boxes a, Boxes b, Boxes c) { return ternary<0xD0>(a, b, c); }
INLINE Boxes but_neither(Boxes a, Boxes b, Boxes c) { return ternary<0x10>(a, b, c); }
INLINE Boxes or_both(Boxes a, Boxes b, Boxes c) { return ternary<0xF8>(a, b, c); }
INLINE Boxes or_unlike(Boxes a, Boxes b, Boxes c) { return ternary<0xF6>(a, b, c); }
INLINE Boxes where_zero(Boxes a, Boxes b, Boxes v) {
    return (Boxes)_mm256_maskz_mov_epi16(_mm256_testn_epi16_mask((__m256i)a, (__m256i)b), (__m256i)v);
}
INLINE Boxes narrowed(Boxes a, Boxes b) {
    return (Boxes)_mm256_mask_mov_epi16((__m256i)a, _mm256_test_epi16_mask((__m256i)a, (__m256i)b), (__m256i)(a & b));
}
INLINE bool any_zero(Boxes v) { return _mm256_testn_epi16_mask((__m256i)v, (__m256i)v); }
#else
INLINE Boxes any_of(Boxes a, Boxes b, Boxes c) { return a | b | c; }
INLINE Boxes all_of(Boxes a, Boxes b, Boxes c) { return a & b & c; }
INLINE Boxes one_of(Boxes a, Boxes b, Boxes c) { return (a ^ b ^ c) & ~(a & b & c); }
INLINE Boxes if_not(Boxes a, Boxes b, Boxes c) { return a & ~(c & ~b); }  // a, where b or not c
INLINE Boxes but_neither(Boxes a, Boxes b, Boxes c) { return a & ~(b | c); }
INLINE Boxes or_both(Boxes a, Boxes b, Boxes c) { return a | (b & c); }
INLINE Boxes or_unlike(Boxes a, Boxes b, Boxes c) { return a | (b ^ c); }
INLINE Boxes where_zero(Boxes a, Boxes b, Boxes v) {
    return (Boxes)((a & b) == 0) & v;
}  // v in the lanes where a & b is zero
INLINE Boxes narrowed(Boxes a, Boxes b) { return (a & b) | where_zero(a, b, a); }  // a & b if that is nonzero, else a
INLINE bool any_zero(Boxes v) { return any((Boxes)(v == 0)); }
#endif
