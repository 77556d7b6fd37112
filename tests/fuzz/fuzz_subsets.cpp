// Any bytes are houses over a few cells, and masks. Subsets found must be what they are said to be, and each almost
// locked set must be found; links must be those of the masks; and what relates two sets is reckoned once more, cell by
// cell.
#include <cstdlib>
#include <set>

#include "logic/almost_locked.hpp"
#include "logic/links.hpp"
#include "logic/subsets.hpp"

using namespace farandole;

static void check(bool holds) {
    if (!holds) std::abort();
}

static std::vector<int32_t> numbers(const IndexSet& some) {
    std::vector<int32_t> found;
    some.each([&](int32_t number) { found.push_back(number); });
    return found;
}

static uint32_t together(const std::vector<uint32_t>& masks, const std::vector<int32_t>& cells) {
    uint32_t digits = 0;
    for (const int32_t cell : cells) digits |= masks[cell];
    return digits;
}

static void check_relations(const Subsets& subsets, const AlmostLocked& sets, const std::vector<uint32_t>& masks) {
    const auto sees = [&](int32_t cell, const IndexSet& others) {
        for (const int32_t other : numbers(others))
            if (!subsets.peers(cell).has(other)) return false;
        return true;
    };
    for (int32_t one = 0; one < sets.size(); ++one) {
        const auto cells = numbers(sets[one].cells);
        check(together(masks, cells) == sets[one].digits && std::popcount(sets[one].digits) == (int)cells.size() + 1);
        for (const auto& share : sets[one].shares) {
            for (int32_t cell = 0; cell < subsets.n_cells(); ++cell)
                check(share.seen.has(cell) == ((masks[cell] >> (share.digit - 1) & 1) && sees(cell, share.places)));
            for (int32_t other = 0; other < sets.size(); ++other)
                for (const auto& theirs : sets[other].shares)
                    if (theirs.digit == share.digit) {
                        bool is_common = share.seen.any() && !sets[one].cells.meets(sets[other].cells);
                        for (const int32_t cell : numbers(theirs.places)) is_common &= sees(cell, share.places);
                        check(share.partners.has(other) == is_common);
                        check(sets.mates(share).has(other) == share.seen.meets(theirs.seen));
                    }
        }
    }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const uint8_t* const end = data + size;
    const auto below = [&](int32_t limit) { return data == end ? 0 : *data++ % limit; };
    const int32_t n_digits = 1 + below(6), n_cells = 1 + below(12);
    std::vector<uint32_t> masks(n_cells);
    for (uint32_t& mask : masks) mask = (uint32_t)below(1 << n_digits);
    std::vector<std::vector<int32_t>> houses;
    std::vector<bool> is_full;
    while (data != end && houses.size() < 12) {
        std::set<int32_t> cells;
        for (int32_t i = 1 + below(n_digits); i-- > 0;) cells.insert(below(n_cells));
        houses.emplace_back(cells.begin(), cells.end());
        is_full.push_back((int32_t)cells.size() == n_digits);
    }
    const Subsets subsets(n_digits, n_cells, houses);
    StopToken stop;
    for (int32_t house = 0; house < subsets.n_houses(); ++house)
        for (int32_t size = 2; size <= 4; ++size) {
            for (const auto& subset : subsets.naked(masks, house, size)) {
                const auto cells = numbers(subset.cells);
                check((int32_t)cells.size() == size && together(masks, cells) == subset.digits && subset.struck.any());
                for (const int32_t cell : numbers(subset.struck))
                    check((masks[cell] & subset.digits) && !subset.cells.has(cell));
            }
            for (const auto& subset : subsets.hidden(masks, house, size)) {
                check((int32_t)numbers(subset.cells).size() == size && std::popcount(subset.digits) == size);
                for (const int32_t cell : houses[house])
                    check(subset.cells.has(cell) || !(masks[cell] & subset.digits));
            }
        }
    for (int32_t first = 0; first < subsets.n_houses(); ++first)
        for (int32_t second = 0; second < subsets.n_houses(); ++second)
            if (first != second)
                for (const auto& split : subsets.splits(masks, first, second, stop)) {
                    uint32_t digits = 0;
                    size_t n = 0;
                    for (const auto& part : split.parts) {
                        check(together(masks, numbers(part.cells)) == part.digits);
                        digits |= part.digits;
                        n += numbers(part.cells).size();
                    }
                    check((size_t)std::popcount(digits) <= n);
                }
    const AlmostLocked sets(subsets, masks, false, {}, stop);
    check_relations(subsets, sets, masks);
    for (int32_t one = 0; one < sets.size(); ++one) {
        for (const auto& pair : sets.pairs(one)) check(pair.other > one && pair.digits && !pair.struck.empty());
        for (const auto& wing : sets.wings(one, stop)) check(wing.last != wing.wing && !wing.struck.empty());
    }
    for (const auto& chain : sets.chains(true, sets.size(), stop)) check(chain.start < chain.end.set);
    const AlmostLocked overlapping(subsets, masks, true, {}, stop);
    if (overlapping.size() < 40) overlapping.chains(false, 5, stop);

    std::vector<Links::Group> groups;
    if (houses.size() > 1 && houses[0].size() > 1) groups.push_back({1, {houses[0][0], houses[0][1]}, 0, 1});
    const Links links({n_digits, masks, houses, is_full}, groups);
    for (Node node = 0; node < links.n_nodes(); ++node)
        for (const auto& link : links.from(node))
            check(link.node >= 0 && link.node < links.n_nodes() && link.node != node);
    return 0;
}
