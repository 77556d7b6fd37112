// Vectors with a mask in each lane: `Word` is a mask, `Value` a signed number of the same width. Included by simd.inl.

constexpr int kNumLanes = 64 / sizeof(Word);
constexpr int kNumParts = 64 / FARANDOLE_BYTES;
constexpr int kBits = 8 * sizeof(Word);

typedef Word Part __attribute__((vector_size(FARANDOLE_BYTES), may_alias));
typedef Value Values __attribute__((vector_size(FARANDOLE_BYTES), may_alias));

// A mask in each lane; as a condition, all ones or zero in each.
struct alignas(64) Masks {
    Part part[kNumParts];
};

template <class Make>
INLINE Masks each(Make make) {
    Masks made;
#pragma GCC unroll 4
    for (int i = 0; i < kNumParts; ++i) made.part[i] = make(i);
    return made;
}

// clang-format off: an operator a line
INLINE Masks operator&(const Masks& a, const Masks& b) { return each([&](int i) { return a.part[i] & b.part[i]; }); }
INLINE Masks operator|(const Masks& a, const Masks& b) { return each([&](int i) { return a.part[i] | b.part[i]; }); }
INLINE Masks operator^(const Masks& a, const Masks& b) { return each([&](int i) { return a.part[i] ^ b.part[i]; }); }
INLINE Masks operator+(const Masks& a, const Masks& b) { return each([&](int i) { return a.part[i] + b.part[i]; }); }
INLINE Masks operator-(const Masks& a, const Masks& b) { return each([&](int i) { return a.part[i] - b.part[i]; }); }
INLINE Masks operator*(const Masks& a, const Masks& b) { return each([&](int i) { return a.part[i] * b.part[i]; }); }
INLINE Masks operator~(const Masks& a) { return each([&](int i) { return ~a.part[i]; }); }

// Shifts each lane.
INLINE Masks operator<<(const Masks& a, int n) { return each([&](int i) { return a.part[i] << n; }); }
INLINE Masks operator>>(const Masks& a, int n) { return each([&](int i) { return a.part[i] >> n; }); }

INLINE Masks none() { return each([](int) { return Part{}; }); }
INLINE Masks spread(int value) { return each([&](int) { return Part{} + (Word)value; }); }
// clang-format on

INLINE Masks less_of(const Masks& a, const Masks& b) {
    return each([&](int i) { return (Part)((Values)a.part[i] < (Values)b.part[i] ? a.part[i] : b.part[i]); });
}
INLINE Masks greater_of(const Masks& a, const Masks& b) {
    return each([&](int i) { return (Part)((Values)a.part[i] < (Values)b.part[i] ? b.part[i] : a.part[i]); });
}

// A set of lanes: the result of a comparison.
#if FARANDOLE_BYTES == 64 && defined(__AVX512BW__)
struct Which {
    uint32_t lanes;
};
INLINE __m512i whole(const Masks& a) { return (__m512i)a.part[0]; }
INLINE Masks masks_of(__m512i a) { return {{(Part)a}}; }
INLINE Which operator&(Which a, Which b) { return {a.lanes & b.lanes}; }
INLINE Which operator|(Which a, Which b) { return {a.lanes | b.lanes}; }
INLINE Which but_not(Which a, Which b) { return {a.lanes & ~b.lanes}; }
INLINE bool is_any(Which a) { return a.lanes != 0; }
INLINE uint32_t lanes_of(Which a) { return a.lanes; }
INLINE Which from_lanes(uint32_t lanes) { return {lanes}; }
INLINE Which meet(const Masks& a, const Masks& b) {
    return {kBits == 16 ? _mm512_test_epi16_mask(whole(a), whole(b)) : _mm512_test_epi32_mask(whole(a), whole(b))};
}
INLINE Which meet(Which within, const Masks& a, const Masks& b) {
    return {kBits == 16 ? _mm512_mask_test_epi16_mask(within.lanes, whole(a), whole(b))
                        : _mm512_mask_test_epi32_mask((__mmask16)within.lanes, whole(a), whole(b))};
}
INLINE Which is_zero(const Masks& a) {
    return {kBits == 16 ? _mm512_testn_epi16_mask(whole(a), whole(a)) : _mm512_testn_epi32_mask(whole(a), whole(a))};
}
INLINE Which is_less(const Masks& a, const Masks& b) {
    return {kBits == 16 ? _mm512_cmplt_epi16_mask(whole(a), whole(b)) : _mm512_cmplt_epi32_mask(whole(a), whole(b))};
}
INLINE Which is_below(const Masks& a, const Masks& b) {
    return {kBits == 16 ? _mm512_cmplt_epu16_mask(whole(a), whole(b)) : _mm512_cmplt_epu32_mask(whole(a), whole(b))};
}
INLINE Masks only(Which which, const Masks& a) {
    return masks_of(kBits == 16 ? _mm512_maskz_mov_epi16(which.lanes, whole(a))
                                : _mm512_maskz_mov_epi32((__mmask16)which.lanes, whole(a)));
}
INLINE Masks either(Which which, const Masks& a, const Masks& b) {
    return masks_of(kBits == 16 ? _mm512_mask_mov_epi16(whole(b), which.lanes, whole(a))
                                : _mm512_mask_mov_epi32(whole(b), (__mmask16)which.lanes, whole(a)));
}
#else
struct Which {
    Masks all;  // all ones, or nothing
};
INLINE Which operator&(const Which& a, const Which& b) { return {a.all & b.all}; }
INLINE Which operator|(const Which& a, const Which& b) { return {a.all | b.all}; }
INLINE Which but_not(const Which& a, const Which& b) { return {a.all & ~b.all}; }
INLINE Which is_zero(const Masks& a) {
    return {each([&](int i) { return (Part)(a.part[i] == 0); })};
}
INLINE Which meet(const Masks& a, const Masks& b) { return {~is_zero(a & b).all}; }
INLINE Which meet(const Which& within, const Masks& a, const Masks& b) { return but_not(within, is_zero(a & b)); }
INLINE Which is_less(const Masks& a, const Masks& b) {
    return {each([&](int i) { return (Part)((Values)a.part[i] < (Values)b.part[i]); })};
}
INLINE Which is_below(const Masks& a, const Masks& b) {
    return {each([&](int i) { return (Part)(a.part[i] < b.part[i]); })};
}
INLINE Masks only(const Which& which, const Masks& a) { return which.all & a; }
INLINE Masks either(const Which& which, const Masks& a, const Masks& b) { return (which.all & a) | (b & ~which.all); }
#endif
INLINE Which is_some(const Masks& a) { return meet(a, a); }

INLINE bool is_any(const Masks& a) {
#if FARANDOLE_BYTES == 64 && defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)a.part[0], (__m512i)a.part[0]) != 0;
#elif FARANDOLE_BYTES == 32 && defined(__AVX2__)
    const __m256i all = (__m256i)(a.part[0] | a.part[1]);
    return !_mm256_testz_si256(all, all);
#elif FARANDOLE_BYTES == 16 && defined(__SSE2__)
    const __m128i all = (__m128i)((a.part[0] | a.part[1]) | (a.part[2] | a.part[3]));
    return _mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128())) != 0xFFFF;
#else
    Word all = 0;
    for (int lane = 0; lane < kNumLanes; ++lane) all |= ((const Word*)&a)[lane];
    return all != 0;
#endif
}

#if !(FARANDOLE_BYTES == 64 && defined(__AVX512BW__))
INLINE bool is_any(const Which& a) { return is_any(a.all); }

// A bit for each lane.
INLINE uint32_t lanes_of(const Which& a) {
    uint32_t lanes = 0;
    for (int lane = 0; lane < kNumLanes; ++lane) lanes |= (uint32_t)(((const Word*)&a.all)[lane] != 0) << lane;
    return lanes;
}

INLINE Which from_lanes(uint32_t lanes) {
    Which made;
    for (int lane = 0; lane < kNumLanes; ++lane) ((Word*)&made.all)[lane] = (Word)(lanes >> lane & 1 ? -1 : 0);
    return made;
}
#endif

INLINE Which nowhere() { return from_lanes(0); }
INLINE Which everywhere() { return from_lanes(~0u >> (32 - kNumLanes)); }

INLINE Masks without_least(const Masks& a) { return a & (a - spread(1)); }
INLINE Masks single(const Masks& a) { return only(is_zero(without_least(a)), a); }

INLINE Masks count(Masks a) {
#if FARANDOLE_BYTES == 64 && defined(__AVX512BW__)
    if (kBits == 16) {  // a table lookup for each nibble
        const __m512i counts =
            _mm512_maskz_broadcast_i32x4((__mmask16)-1, _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
        const auto of_halves = [&](const Masks& b) {
            return _mm512_maskz_shuffle_epi8(~__mmask64{0}, counts, whole(b & spread(0x0F0F)));
        };
        const Masks bytes = masks_of(_mm512_add_epi8(of_halves(a), of_halves(a >> 4)));
        return (bytes + (bytes >> 8)) & spread(0x1F);
    }
#endif
    a = a - ((a >> 1) & spread(0x55555555));
    a = (a & spread(0x33333333)) + ((a >> 2) & spread(0x33333333));
    a = (a + (a >> 4)) & spread(0x0F0F0F0F);
    a = a + (a >> 8);
    if (kBits == 32) a = a + (a >> (kBits / 2));
    return a & spread(0x3F);
}

// All digits above the lowest one; none if the mask is empty.
INLINE Masks above_least(const Masks& a) { return ~(a ^ (a - spread(1))); }

// All digits below the highest one; none if the mask is empty.
INLINE Masks below_greatest(Masks a) {
    for (int n = 1; n < kBits; n *= 2) a = a | (a >> n);
    return a >> 1;
}

// For masks of the form 0...01...1: the number of ones.
INLINE Masks width_of(const Masks& a) {
#if FARANDOLE_BYTES == 64 && defined(__AVX512BW__)
    // The upper five bits of the product differ for each number of ones from 0 to 16; they index a table.
    if (kBits == 16) {
        alignas(64) static constexpr uint16_t kWidths[32] = {0, 1, 5, 2, 10, 6, 0,  3, 0, 11, 13, 7, 0, 0, 15, 0,
                                                             4, 9, 0, 0, 12, 0, 14, 0, 8, 0,  0,  0, 0, 0, 16, 0};
        return masks_of(_mm512_maskz_permutexvar_epi16((__mmask32)-1, whole((a * spread(0x8CB)) >> 11),
                                                       _mm512_load_si512(kWidths)));
    }
#endif
    return count(a);
}

INLINE Masks least_digit(const Masks& a) { return width_of(a ^ (a - spread(1))); }
INLINE Masks greatest_digit(Masks a) {
    for (int n = 1; n < kBits; n *= 2) a = a | (a >> n);
    return width_of(a);
}

// Shifted up, or down if n is negative.
INLINE Masks moved(const Masks& a, int n) {
    if (n >= kBits || n <= -kBits) return none();
    return n >= 0 ? a << n : a >> -n;
}

// The digits from low to high.
INLINE Masks between(const Masks& low, const Masks& high, [[maybe_unused]] int n_digits) {
#if FARANDOLE_BYTES == 64 && defined(__AVX512BW__)
    const auto ones_from = [](const Masks& n) {  // all ones shifted up by n, for each lane
        const __m512i ones = _mm512_set1_epi32(-1);
        return masks_of(kBits == 16 ? _mm512_sllv_epi16(ones, whole(n))
                                    : _mm512_maskz_sllv_epi32((__mmask16)-1, ones, whole(n)));
    };
    return ones_from(greater_of(low, spread(1)) - spread(1)) & ~ones_from(greater_of(high, none()));
#else
    Masks digits = none();
    for (int digit = 1; digit <= n_digits; ++digit) {
        const Masks value = spread(digit);
        digits = digits | (spread(1 << (digit - 1)) & ~(is_less(value, low).all | is_less(high, value).all));
    }
    return digits;
#endif
}
