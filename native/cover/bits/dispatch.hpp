// Chooses the bit-set kernel for this machine.
#pragma once
#include "cover/bits/bits.hpp"
#include "isa.hpp"

namespace farandole {

// The kernel that FARANDOLE_ISA names, or the widest. Throws std::invalid_argument if this machine doesn't have it.
inline const BitKernel& chosen_bits() {
    const Isa* forced = forced_isa();
    switch (forced ? *forced : usable_isas().back()) {
#if defined(__x86_64__)
        case Isa::avx512:
        case Isa::avx512vl: return bits_avx512;
        case Isa::avx2: return bits_avx2;
#endif
        default: return bits_baseline;
    }
}

}  // namespace farandole
