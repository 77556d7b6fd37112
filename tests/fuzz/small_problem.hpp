// An exact cover problem made of a few bytes, and what a cover of it is, by the definition.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

struct SmallProblem {
    int32_t n_primary, n_items;
    std::vector<int32_t> starts{0}, items, colors, low, high;

    SmallProblem(uint8_t primary, uint8_t secondary) : n_primary(primary % 6), n_items(n_primary + secondary % 4) {}

    // An option, perhaps an empty one: a mask of its items, and two bits of color for each secondary item.
    void add_option(uint8_t mask, uint8_t shades) {
        for (int32_t item = 0; item < n_items; ++item) {
            if (!(mask >> item & 1)) continue;
            items.push_back(item);
            colors.push_back(item < n_primary ? 0 : shades >> 2 * (item - n_primary) & 3);
        }
        starts.push_back(static_cast<int32_t>(items.size()));
    }

    bool is_cover(unsigned options) const {
        std::vector<int32_t> uses(n_items), color(n_items, -1);
        for (size_t option = 0; option + 1 < starts.size(); ++option) {
            if (!(options >> option & 1)) continue;
            if (starts[option] == starts[option + 1] || items[starts[option]] >= n_primary) return false;  // idle
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                const int32_t item = items[k];
                if (uses[item]++ && item >= n_primary && (colors[k] == 0 || color[item] != colors[k])) return false;
                color[item] = colors[k];
            }
        }
        for (int32_t item = 0; item < n_primary; ++item)
            if (uses[item] < low[item] || uses[item] > high[item]) return false;
        return true;
    }
};
