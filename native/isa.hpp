// Which instruction set the kernels use. For files without instruction set flags of their own: a kernel must not
// include what a linker could share.
#pragma once
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace farandole {

enum class Isa { baseline, avx2, avx512vl, avx512 };

constexpr const char* name_of(Isa isa) {
    constexpr const char* names[] = {"baseline", "avx2", "avx512vl", "avx512"};
    return names[static_cast<int>(isa)];
}

// Those that this machine runs, widest last.
inline const std::vector<Isa>& usable_isas() {
    static const std::vector<Isa> usable = [] {
        std::vector<Isa> found = {Isa::baseline};
#if defined(__x86_64__)
        const auto has_all = [](auto... supported) { return (supported && ...); };
        __builtin_cpu_init();
        if (!has_all(__builtin_cpu_supports("avx2"), __builtin_cpu_supports("bmi"), __builtin_cpu_supports("bmi2")))
            return found;
        found.push_back(Isa::avx2);
        if (has_all(__builtin_cpu_supports("avx512f"), __builtin_cpu_supports("avx512bw"),
                    __builtin_cpu_supports("avx512dq"), __builtin_cpu_supports("avx512vl")))
            found.insert(found.end(), {Isa::avx512vl, Isa::avx512});
#endif
        return found;
    }();
    return usable;
}

// The one that the environment variable FARANDOLE_ISA names; null where it names none.
// Throws std::invalid_argument if this machine has no such instruction set.
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
