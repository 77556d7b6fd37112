// An exact cover problem: options as lists of numbered items. Immutable; searches share it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "stop_token.hpp"

namespace farandole {

// Upper bound of items, options and entries, so that sums of two fit.
constexpr int32_t kMaxSize = 1 << 30;

//     options 0 to 3:   a c | a b | b x:1 | c x:2        a b c are primary, x is secondary
//
//     members           a c | a b | b     | c            the primary items of each option
//     fringe                |     | x:1   | x:2          its secondary items, their colors
//
// An option without members is never tried, because it is in no cover.
struct CoverProblem {
    using Integers = std::span<const int32_t>;

    struct Tint {
        int32_t item, color;  // a secondary item; 0 means no color
        int32_t shade;        // a number for each pair of an item and a color
    };

    // Items 0 to n_primary - 1 are primary, those up to n_items - 1 secondary. Option o has the items items[starts[o]]
    // to items[starts[o + 1] - 1], each once. colors[k] is the color of items[k]; 0 means none.
    CoverProblem(int32_t primary_items, int32_t all_items, Integers starts, Integers items, Integers colors,
                 StopToken stop = {})
        : n_primary(primary_items), n_items(all_items) {
        validate(starts, items, colors, stop);
        n_options = (int32_t)starts.size() - 1;
        members_begin = fringe_begin = {0};
        for (int32_t option = 0; option < n_options; ++option) {
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                if (items[k] < n_primary) members.push_back(items[k]);
                else fringe.push_back({items[k], colors[k], 0});
            }
            members_begin.push_back((int32_t)members.size());
            fringe_begin.push_back((int32_t)fringe.size());
            stop.count_steps(8 + 4 * (starts[option + 1] - starts[option]));
        }
        number_shades(stop);
    }

    Integers members_of(int32_t option) const {
        return {members.data() + members_begin[option], members.data() + members_begin[option + 1]};
    }
    std::span<const Tint> fringe_of(int32_t option) const {
        return {fringe.data() + fringe_begin[option], fringe.data() + fringe_begin[option + 1]};
    }

    int32_t n_primary, n_items, n_options = 0, n_shades = 0;
    std::vector<int32_t> members_begin, members, fringe_begin;
    std::vector<Tint> fringe;

  private:
    void validate(Integers starts, Integers items, Integers colors, StopToken& stop) const {
        const auto require = [](bool holds, const char* what) {
            if (!holds) throw std::invalid_argument(what);
        };
        require(0 <= n_primary && n_primary <= n_items, "expected 0 <= n_primary <= n_items");
        require(n_items < kMaxSize && items.size() < (size_t)kMaxSize && starts.size() < (size_t)kMaxSize,
                "expected fewer than 2**30 of everything");
        require(colors.size() == items.size(), "expected a color for each item");
        require(!starts.empty() && starts.front() == 0 && (size_t)starts.back() == items.size() &&
                    std::is_sorted(starts.begin(), starts.end()),
                "expected starts that rise from 0 to the number of items");
        std::vector<int32_t> last_option(n_items, -1);
        for (size_t option = 0; option + 1 < starts.size(); ++option) {
            for (int32_t k = starts[option]; k < starts[option + 1]; ++k) {
                const int32_t item = items[k];
                require(0 <= item && item < n_items, "expected items from 0 to n_items - 1");
                require(item >= n_primary || colors[k] == 0, "expected colors on secondary items only");
                require(last_option[item] != (int32_t)option, "expected each item once in an option");
                last_option[item] = (int32_t)option;
            }
            stop.count_steps(4 + 4 * (starts[option + 1] - starts[option]));
        }
    }

    void number_shades(StopToken& stop) {
        using Shade = std::pair<int32_t, int32_t>;
        std::vector<Shade> shades;
        for (const Tint& tint : fringe) shades.push_back({tint.item, tint.color});
        std::sort(shades.begin(), shades.end(), [&](const Shade& a, const Shade& b) {
            stop.count_steps();
            return a < b;
        });
        shades.erase(std::unique(shades.begin(), shades.end()), shades.end());
        n_shades = (int32_t)shades.size();
        for (Tint& tint : fringe) {
            const auto place = std::lower_bound(shades.begin(), shades.end(), Shade{tint.item, tint.color});
            tint.shade = (int32_t)(place - shades.begin());
            stop.count_steps(64);
        }
    }
};

}  // namespace farandole
