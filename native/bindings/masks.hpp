// Checks of the masks that Python passes.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "csp/network.hpp"

namespace farandole {

// Throws std::invalid_argument unless there is a mask of n_digits bits for each cell. An engine would read beyond its
// tables.
inline void check_masks(const std::vector<Mask>& masks, int32_t n_cells, int32_t n_digits) {
    if (masks.size() != (size_t)n_cells) throw std::invalid_argument("expected a mask for each cell");
    for (const Mask mask : masks)
        if (uint64_t{mask} >> n_digits) throw std::invalid_argument("expected masks of n_digits bits");
}

inline void check_masks(const std::vector<Mask>& masks, const Network& network) {
    check_masks(masks, network.n_cells(), network.n_digits());
}

}  // namespace farandole
