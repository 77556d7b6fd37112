// Any bytes are houses over a few cells, and givens. Singles are placed until there are none: each must be one when it
// is placed, the counts must be those of the candidates, and in the end no house may have a single left.
#include <cstdlib>
#include <set>

#include "logic/singles.hpp"

using namespace farandole;

static void check(bool holds) {
    if (!holds) std::abort();
}

static void check_counts(const Singles::State& state, const std::vector<std::vector<int32_t>>& houses,
                         int32_t n_digits) {
    for (size_t house = 0; house < houses.size(); ++house)
        for (int32_t digit = 1; digit <= n_digits; ++digit) {
            int32_t n = 0;
            for (const int32_t cell : houses[house]) n += state.masks[cell] >> (digit - 1) & 1;
            check(state.counts[house][digit] == n);
        }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const uint8_t* const end = data + size;
    const auto below = [&](int32_t limit) { return data == end ? 0 : *data++ % limit; };
    const int32_t n_digits = 1 + below(6), n_cells = 1 + below(9);
    std::vector<int32_t> givens(n_cells);
    for (int32_t& given : givens) given = below(3) ? 0 : below(n_digits + 1);
    std::vector<std::vector<int32_t>> houses;
    while (data != end) {
        std::set<int32_t> cells;
        for (int32_t i = 1 + below(n_digits); i-- > 0;) cells.insert(below(n_cells));
        houses.emplace_back(cells.begin(), cells.end());
    }
    const Singles singles(n_digits, n_cells, houses);
    Singles::State state = singles.begin(givens);
    check_counts(state, houses, n_digits);
    Singles::State copy = singles.state_of(state.values, state.masks);
    copy.naked = state.naked;
    copy.hidden = state.hidden;
    const auto steps = singles.walk(state);
    check(singles.walk(copy).size() == steps.size() && copy.values == state.values && copy.masks == state.masks);
    check_counts(state, houses, n_digits);
    std::set<int32_t> placed;
    for (const Singles::Step& step : steps) {
        check(givens[step.cell] == 0 && placed.insert(step.cell).second && state.values[step.cell] == step.digit);
        check((step.house < 0) == (step.kind == Singles::Kind::naked));
    }
    check(singles.walk(state).empty());
    return 0;
}
