// Random numbers. Each puzzle has its own stream, from the seed and its index, so it doesn't depend on threads or
// lanes.
#pragma once
#include <stdint.h>

namespace farandole {
namespace {  // kernels include this, and may share nothing

// xoshiro256**, of D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (2021).
class Random {
  public:
    [[gnu::always_inline]] inline Random(uint64_t seed, uint64_t index) {
        uint64_t from = mixed(seed + kGolden) + index * kGolden;
        for (uint64_t& word : state_) word = mixed(from += kGolden);
    }

    [[gnu::always_inline]] inline uint64_t next() {
        const uint64_t result = rotated(state_[1] * 5, 7) * 9, moved = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= moved;
        state_[3] = rotated(state_[3], 45);
        return result;
    }

    // A uniformly random number below n, by rejection if 2^32 is not a multiple of n.
    [[gnu::always_inline]] inline uint32_t below(uint32_t n) {
        uint64_t product = (next() >> 32) * n;
        if (static_cast<uint32_t>(product) < n)
            for (const uint32_t least = -n % n; static_cast<uint32_t>(product) < least;) product = (next() >> 32) * n;
        return product >> 32;
    }

    template <class T>
    [[gnu::always_inline]] inline void shuffle(T* things, uint32_t n) {
        for (uint32_t last = n - 1; last > 0; --last) {
            const uint32_t other = below(last + 1);
            const T moved = things[last];
            things[last] = things[other];
            things[other] = moved;
        }
    }

  private:
    static constexpr uint64_t kGolden = 0x9E3779B97F4A7C15;

    static uint64_t rotated(uint64_t x, int k) { return x << k | x >> (64 - k); }

    static uint64_t mixed(uint64_t x) {  // splitmix64
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return x ^ (x >> 31);
    }

    uint64_t state_[4];
};

}  // namespace
}  // namespace farandole
