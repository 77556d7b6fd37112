// Any bytes are houses over a few cells, the places of a digit, and a question. The fish must be those that trying all
// bases and covers gives, and no placement of the digit that gives each base a place may have it where fish eliminate.
#include <cstdlib>
#include <memory>
#include <set>

#include "logic/fish.hpp"

using namespace farandole;

using Cells = uint32_t;  // as bits
using Key = std::pair<std::vector<int32_t>, std::vector<int32_t>>;

static void check(bool holds) {
    if (!holds) std::abort();
}

static Cells bits_of(const IndexSet& cells) {
    Cells found = 0;
    cells.each([&](int32_t cell) { found |= Cells{1} << cell; });
    return found;
}

namespace {

struct Grid {
    int32_t n_cells;
    std::vector<Cells> houses;

    Cells peers(int32_t cell) const {
        Cells seen = 0;
        for (const Cells house : houses)
            if (house >> cell & 1) seen |= house;
        return seen & ~(Cells{1} << cell);
    }
};

struct Parts {
    Cells held = 0, endo = 0, covered = 0, twice = 0, fins = 0, eliminated = 0;
};

}  // namespace

static Parts parts_of(const Grid& grid, Cells places, Cells targets, const Key& fish) {
    Parts parts;
    for (const int32_t base : fish.first) {
        parts.endo |= parts.held & grid.houses[base] & places;
        parts.held |= grid.houses[base] & places;
    }
    for (const int32_t cover : fish.second) {
        parts.twice |= parts.covered & grid.houses[cover] & places;
        parts.covered |= grid.houses[cover] & places;
    }
    parts.fins = (parts.held & ~parts.covered) | parts.endo;
    parts.eliminated = ((parts.covered & ~parts.held) | parts.twice) & targets;
    for (int32_t cell = 0; cell < grid.n_cells; ++cell)
        if (parts.fins >> cell & 1) parts.eliminated &= grid.peers(cell);
    return parts;
}

// Calls `visit` with each choice of so many houses, ascending.
template <class Visit>
static void choose(const std::vector<int32_t>& houses, size_t size, size_t from, std::vector<int32_t>& chosen,
                   Visit visit) {
    if (chosen.size() == size) return visit();
    for (size_t n = from; n < houses.size(); ++n) {
        chosen.push_back(houses[n]);
        choose(houses, size, n + 1, chosen, visit);
        chosen.pop_back();
    }
}

static std::set<Key> all_fish(const Grid& grid, Cells places, Cells targets, const FishQuestion& question) {
    std::set<Key> found;
    Key fish;
    std::vector<int32_t> bases, covers;
    const bool has_fins = question.wants_no_effect || question.max_fins;
    for (const int32_t house : question.bases)
        if (const int32_t n = std::popcount(grid.houses[house] & places); n && (has_fins || n <= question.most))
            bases.push_back(house);
    const auto add = [&] {
        const Parts parts = parts_of(grid, places, targets, fish);
        const int32_t n_fins = std::popcount(parts.fins);
        if (std::popcount(parts.endo) > question.max_endo_fins || n_fins > question.max_fins) return;
        for (const int32_t cover : fish.second) {
            if (!(grid.houses[cover] & parts.held)) return;
            if (std::ranges::find(fish.first, cover) != fish.first.end()) return;
        }
        if ((n_fins > 0) == has_fins && (parts.eliminated != 0) != question.wants_no_effect) found.insert(fish);
    };
    for (int32_t size = question.least; size <= question.most; ++size)
        choose(bases, (size_t)size, 0, fish.first, [&] { choose(question.covers, (size_t)size, 0, fish.second, add); });
    return found;
}

// No set of cells that don't see each other, with one in each base, has a cell that the fish eliminates.
static void check_placements(const Grid& grid, Cells places, const Key& fish, Cells eliminated) {
    for (Cells placed = places;; placed = (placed - 1) & places) {
        bool is_possible = true;
        for (const Cells house : grid.houses) is_possible &= std::popcount(house & placed) <= 1;
        for (const int32_t base : fish.first) is_possible &= std::popcount(grid.houses[base] & placed) == 1;
        if (is_possible) check(!(placed & eliminated));
        if (!placed) return;
    }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const uint8_t* const end = data + size;
    const auto below = [&](int32_t limit) { return data == end ? 0 : *data++ % limit; };
    Grid grid{2 + below(9), {}};
    const Cells all = (Cells{1} << grid.n_cells) - 1;
    const auto some_cells = [&] { return ((Cells)below(256) << 8 | (Cells)below(256)) & all; };
    FishQuestion question;
    const Cells places = some_cells() | some_cells(), targets = some_cells() | some_cells();
    const auto set_of = [&](Cells cells) {
        IndexSet found(grid.n_cells);
        for (int32_t cell = 0; cell < grid.n_cells; ++cell)
            if (cells >> cell & 1) found.add(cell);
        return found;
    };
    question.places = set_of(places);
    question.targets = set_of(places & targets);
    question.least = 1 + below(2);
    question.most = question.least + below(3);
    question.max_fins = below(4);
    question.max_endo_fins = below(3);
    question.wants_no_effect = question.max_fins && below(4) == 0;
    if (below(4) == 0) question.max_steps = below(200);
    if (below(4) == 0) question.width = 1 + below(4);
    std::vector<std::vector<int32_t>> houses;
    while (data != end && houses.size() < 9) {
        const int32_t role = below(4);
        grid.houses.push_back(some_cells());
        std::vector<int32_t>& cells = houses.emplace_back();
        for (int32_t cell = 0; cell < grid.n_cells; ++cell)
            if (grid.houses.back() >> cell & 1) cells.push_back(cell);
        if (role != 1) question.bases.push_back((int32_t)houses.size() - 1);
        if (role != 2) question.covers.push_back((int32_t)houses.size() - 1);
    }
    const auto search = search_fish(std::make_shared<const FishGrid>(grid.n_cells, houses), question);
    StopToken stop;
    std::set<Key> found;
    for (auto fish = search->next(stop); !fish.empty(); fish = search->next(stop))
        for (const Fish& each : fish) {
            Key key{each.bases, each.covers};
            const Parts parts = parts_of(grid, places, places & targets, key);
            check(bits_of(each.fins) == parts.fins && bits_of(each.endo_fins) == parts.endo);
            check(bits_of(each.twice) == parts.twice && bits_of(each.eliminated) == parts.eliminated);
            check_placements(grid, places, key, parts.eliminated);
            std::ranges::sort(key.second);
            check(found.insert(key).second);
        }
    const std::set<Key> expected = all_fish(grid, places, places & targets, question);
    for (const Key& fish : found) check(expected.contains(fish));
    if (!search->was_cut() && question.width == INT32_MAX) check(found.size() == expected.size());
    return 0;
}
