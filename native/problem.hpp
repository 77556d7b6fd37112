// An exact cover problem as numbers, and the check that the numbers make one. No Python here.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace farandole {

// Items 0 to n_primary - 1 are primary, the others up to n_items - 1 secondary. Option o has the items
// items[starts[o]] to items[starts[o + 1] - 1], each once; colors[k] colors items[k], 0 means no color.
// A primary item is to be covered low to high times: once, if these are empty. An option costs what `costs`
// says: nothing, if that is empty.
struct Problem {
    using Integers = std::span<const int32_t>;

    int32_t n_primary, n_items;
    Integers starts, items, colors, low, high;
    std::span<const int64_t> costs;

    int32_t n_options() const { return (int32_t)starts.size() - 1; }
    Integers items_of(int32_t option) const {
        return items.subspan(starts[option], starts[option + 1] - starts[option]);
    }

    void validate() const {
        const auto require = [](bool holds, const char* what) {
            if (!holds) throw std::invalid_argument(what);
        };
        const size_t most = 1 << 30;
        require(0 <= n_primary && n_primary <= n_items, "0 <= n_primary <= n_items expected");
        require((size_t)n_items < most && items.size() < most && starts.size() < most,
                "fewer than 2**30 of everything expected");
        require(colors.size() == items.size(), "a color for each item expected");
        require(!starts.empty() && starts.front() == 0 && (size_t)starts.back() == items.size() &&
                    std::is_sorted(starts.begin(), starts.end()),
                "starts that rise from 0 to the number of items expected");
        require(low.size() == high.size() && (low.empty() || low.size() == (size_t)n_primary),
                "low and high for each primary item expected");
        for (size_t item = 0; item < low.size(); ++item) {
            require(0 <= low[item] && low[item] <= high[item], "0 <= low <= high expected");
        }
        require(costs.empty() || (int32_t)costs.size() == n_options(), "a cost for each option expected");
        std::vector<int32_t> last_option(n_items, -1);
        for (int32_t option = 0; option < n_options(); ++option) {
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                const int32_t item = items[k];
                require(0 <= item && item < n_items, "items from 0 to n_items - 1 expected");
                require(item >= n_primary || colors[k] == 0, "colors on secondary items only expected");
                require(last_option[item] != option, "each item once in an option expected");
                last_option[item] = option;
            }
        }
    }
};

}  // namespace farandole
