#include "forms/forms.hpp"
#include "isa.hpp"

namespace farandole {

const FormsKernel& chosen_forms() {
#if defined(__x86_64__)
    const Isa* forced = forced_isa();
    if ((forced ? *forced : usable_isas().back()) != Isa::baseline) return forms_avx2;
#endif
    return forms_baseline;
}

}  // namespace farandole
