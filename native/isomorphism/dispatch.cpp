#include "isa.hpp"
#include "isomorphism/kernel.hpp"

namespace farandole {

const IsomorphismKernel& chosen_isomorphism() {
#if defined(__x86_64__)
    const Isa* forced = forced_isa();
    if ((forced ? *forced : usable_isas().back()) != Isa::baseline) return isomorphism_avx2;
#endif
    return isomorphism_baseline;
}

}  // namespace farandole
