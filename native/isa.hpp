// Chooses the instruction set of the kernels. Only for files without instruction set flags of their own: kernels must
// not include anything that a linker could merge.
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

// The instruction sets of this machine, widest last.
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
