// Chooses the instruction set of the kernels. Only for files without instruction set flags of their own: kernels must
// not include anything that a linker could merge.
#pragma once
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace farandole {

enum class Isa { baseline, avx2, avx512vl, avx512 };

constexpr const char* name_of(Isa isa) {
    constexpr const char* names[] = {"baseline", "avx2", "avx512vl", "avx512"};
    return names[static_cast<int>(isa)];
}

#if defined(__x86_64__)
// What the processor says of itself (Intel, Software Developer's Manual, volume 2, CPUID), and the registers that the
// system saves. Compilers have functions for it, but on Windows those need a library that isn't always there.
class Features {
  public:
    Features() {
        uint32_t a = 0, b = 0, c = 0, d = 0;
        if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1)) return;  // the system saves no registers of vectors
        __asm__("xgetbv" : "=a"(saved_), "=d"(d) : "c"(0));
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) leaf_7_ = b;
    }
    bool has_avx2() const { return saves(0x06) && has({3, 5, 8}); }                         // BMI1, AVX2, BMI2
    bool has_avx512() const { return has_avx2() && saves(0xe6) && has({16, 17, 30, 31}); }  // F, DQ, BW, VL

  private:
    bool saves(uint32_t registers) const { return (saved_ & registers) == registers; }
    bool has(std::initializer_list<int> bits) const {
        for (const int bit : bits)
            if (!(leaf_7_ >> bit & 1)) return false;
        return true;
    }
    uint32_t saved_ = 0, leaf_7_ = 0;
};
#endif

// The instruction sets of this machine, widest last.
inline const std::vector<Isa>& usable_isas() {
    static const std::vector<Isa> usable = [] {
        std::vector<Isa> found = {Isa::baseline};
#if defined(__x86_64__)
        const Features features;
        if (!features.has_avx2()) return found;
        found.push_back(Isa::avx2);
        if (features.has_avx512()) found.insert(found.end(), {Isa::avx512vl, Isa::avx512});
#endif
        return found;
    }();
    return usable;
}

// The instruction set that the environment variable FARANDOLE_ISA names, or null if it is not set. Throws
// std::invalid_argument if this machine doesn't have it.
inline const Isa* forced_isa() {
    const char* forced = std::getenv("FARANDOLE_ISA");
    if (!forced || !*forced) return nullptr;
    std::string names;
    for (const Isa& isa : usable_isas()) {
        if (std::strcmp(name_of(isa), forced) == 0) return &isa;
        names += (names.empty() ? "" : " or ") + std::string(name_of(isa));
    }
    throw std::invalid_argument("FARANDOLE_ISA: expected " + names + " on this machine, found '" + forced + "'");
}

}  // namespace farandole
