#include "fallback.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "csp/model.hpp"
#include "csp/search.hpp"

namespace farandole {

namespace {

std::unique_ptr<Network> network_of_classic() {
    Model model{9, 81, std::vector<std::vector<Cell>>(27)};
    for (Cell cell = 0; cell < 81; ++cell) {
        const Cell row = cell / 9, column = cell % 9;
        for (const Cell house : {row, 9 + column, 18 + row / 3 * 3 + column / 3}) model.houses[house].push_back(cell);
    }
    return make_network(std::move(model));
}

}  // namespace

bool solve_given_up(const Batch& batch, size_t puzzle) {
    static const std::unique_ptr<const Network> network = network_of_classic();
    std::vector<Mask> masks(81);
    for (size_t cell = 0; cell < 81; ++cell) {
        const size_t place = 81 * puzzle + cell;
        const uint8_t digit = batch.candidates ? 0 : batch.values[place];
        masks[cell] = batch.candidates ? batch.candidates[place] : digit ? 1 << digit >> 1 : 511;
    }
    Search search(*network, masks, INT64_MAX, Search::kSwitchAfter);
    bool is_first = given_up(batch.counts[puzzle]) == 0;
    int64_t count = 0;
    for (; count < batch.limit && search.next(batch.stop); ++count) {
        if (is_first && batch.solutions) std::ranges::copy(search.digits(), batch.solutions + 81 * puzzle);
        is_first = false;
    }
    batch.counts[puzzle] = count;
    if (batch.guesses) batch.guesses[puzzle] += search.nodes();
    return count >= batch.limit || search.exhausted();
}

}  // namespace farandole
