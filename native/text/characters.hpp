// Characters, sixteen at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace farandole {

using Sixteen = uint8_t __attribute__((vector_size(16)));

inline Sixteen sixteen_at(const void* from) {
    Sixteen characters;
    std::memcpy(&characters, from, sizeof characters);
    return characters;
}

inline bool has_any(const Sixteen& characters) {
    uint64_t halves[2];
    std::memcpy(halves, &characters, sizeof halves);
    return halves[0] | halves[1];
}

// Calls each with the offset of sixteen of n >= 16 characters; the last sixteen may overlap those before.
template <class Each>
inline void by_sixteens(size_t n, Each each) {
    size_t at = 0;
    for (; at + 16 <= n; at += 16) each(at);
    if (at < n) each(n - 16);
}

}  // namespace farandole
