// A puzzle as plain data, and the network built from it.
#pragma once
#include "csp/constraints/counts.hpp"
#include "csp/constraints/rule_of_45.hpp"
#include "csp/constraints/skyscrapers.hpp"
#include "csp/constraints/splits.hpp"
#include "csp/constraints/stated.hpp"
#include "csp/constraints/sums.hpp"

namespace farandole {

struct Model {
    struct Pair {
        Cell one, other;
        std::vector<Mask> partners;  // by digit of `one`
    };
    struct Table {
        std::vector<std::vector<Cell>> groups;  // each of these groups holds one of the tuples
        std::vector<Mask> bits;                 // one tuple after another
    };
    struct Sets {
        std::vector<Cell> cells;  // all in one house
        std::vector<Mask> sets;
    };
    struct CountedSum {
        std::vector<Cell> cells;  // the first cell says how many cells add up, itself included
        int32_t total;
    };
    struct Sandwich {
        std::vector<Cell> cells;  // a full house in line: the digits between 1 and n_digits add up to the total
        int32_t total;
    };
    struct Skyscrapers {
        std::vector<Cell> cells;  // a full house in line, from the clue on
        int32_t count;
    };
    struct Count {
        Cell control;  // CountConstraint::kNone, or the cell whose digit decides the case
        std::vector<Cell> cells;
        std::vector<std::vector<DigitClass>> cases;  // disjoint classes with their counts
    };
    struct Distinct {
        Cell control;
        std::vector<Cell> cells;
        std::vector<int32_t> numbers;  // by digit of the control cell, or all that are possible
    };
    struct Lines {
        std::vector<std::vector<Cell>> lines;  // lines of equal length; a cell may occur twice
        Automaton automaton;
    };

    int32_t n_digits, n_cells;
    std::vector<std::vector<Cell>> houses;
    std::vector<Sum> sums{};
    std::vector<Sets> sets{};
    std::vector<Pair> pairs{};
    std::vector<Table> tables{};
    std::vector<Lines> automata{};
    std::vector<CountedSum> counted{};
    std::vector<Sandwich> sandwiches{};
    std::vector<Skyscrapers> skyscrapers{};
    std::vector<Count> counts{};
    std::vector<Distinct> distinct{};
};

// A derived sum of more cliques propagates hardly anything before it is nearly filled.
inline constexpr size_t kMaxCliques = 3;

// Arcs of all automata, unrolled along their lines: 12 bytes each.
inline constexpr size_t kMaxArcs = 8'000'000;

// The sums derived from these by the rule of 45.
inline Network::Owned derived_sums(const Network& network, std::span<const Sum> sums) {
    Network::Owned constraints;
    const Sight sight(network);
    SumMaker maker(network.n_digits(), sight);
    RuleOf45(network.n_digits(), network.n_cells(), sight, sums).derive([&](const Sum& sum) {
        if (auto constraint = maker.make(sum, kMaxCliques)) constraints.push_back(std::move(constraint));
    });
    return constraints;
}

// Cheap constraints come first, because they are revised first. houses: shared with another network, instead of the
// model's.
inline std::unique_ptr<Network> make_network(Model model, std::shared_ptr<const Houses> houses = nullptr) {
    const auto require = [](bool holds, const char* what) {
        if (!holds) throw std::invalid_argument(what);
    };
    const auto require_range = [&](std::span<const Cell> cells) {
        require(std::ranges::all_of(cells, [&](Cell cell) { return 0 <= cell && cell < model.n_cells; }),
                "expected cells from 0 to n_cells - 1");
    };
    std::vector<size_t> marks(std::max(model.n_cells, 0), 0);  // by cell: the last constraint that contains it
    size_t n_marks = 0;
    const auto require_cells = [&](std::span<const Cell> cells) {
        require_range(cells);
        const size_t mark = ++n_marks;
        for (const Cell cell : cells)
            require(std::exchange(marks[cell], mark) != mark, "expected each cell once in a constraint");
    };
    const auto require_masks = [&](std::span<const Mask> masks) {
        require(std::ranges::all_of(masks, [&](Mask mask) { return mask >> (model.n_digits - 1) < 2; }),
                "expected masks of n_digits bits");
    };
    if (!houses) houses = std::make_shared<const Houses>(model.n_digits, model.n_cells, std::move(model.houses));
    require(model.n_digits == houses->n_digits() && model.n_cells == houses->n_cells(),
            "expected houses of as many digits and cells");
    auto network = std::make_unique<Network>(std::move(houses));
    Network::Owned constraints;
    for (const auto& [one, other, partners] : model.pairs) {
        require_cells(std::array{one, other});
        require(partners.size() == (size_t)model.n_digits, "expected partners of each digit");
        require_masks(partners);
        constraints.push_back(std::make_unique<PairConstraint>(one, other, partners));
    }

    const Sight sight(*network);
    for (const Sum& sum : model.sums) {
        require_cells(sum.cells);
        require(sum.coefficients.size() == sum.cells.size(), "expected a coefficient for each cell of a sum");
    }
    SumMaker maker(model.n_digits, sight);
    for (const Sum& sum : model.sums) constraints.push_back(maker.make(sum));
    for (auto& [cells, sets] : model.sets) {
        require_cells(cells);
        require_masks(sets);
        require(!cells.empty(), "expected sets for the cells of a house");
        for (size_t i = 0; i < cells.size(); ++i)
            for (size_t j = 0; j < i; ++j)
                require(sight.sees(cells[i], cells[j]), "expected sets for the cells of a house");
        for (const Mask set : sets)
            require((size_t)std::popcount(set) == cells.size(), "expected sets of a digit a cell");
        constraints.push_back(std::make_unique<SetConstraint>(std::move(cells), std::move(sets), sight));
    }
    for (auto& [groups, bits] : model.tables) {
        const auto shared = std::make_shared<const std::vector<Mask>>(std::move(bits));
        for (auto& cells : groups) {
            require_cells(cells);
            require(!cells.empty() && cells.size() <= TableConstraint::kMaxCells && shared->size() % cells.size() == 0,
                    "expected a table of tuples for 1 to 32 cells");
            constraints.push_back(std::make_unique<TableConstraint>(std::move(cells), shared));
        }
    }
    std::vector<Cell> sorted;
    const auto is_full_house = [&](std::span<const Cell> cells) {
        if (cells.size() != (size_t)model.n_digits) return false;
        sorted.assign(cells.begin(), cells.end());
        std::ranges::sort(sorted);
        return std::ranges::any_of(network->houses_of(cells[0]), [&](int32_t house) {
            return std::ranges::equal(network->houses()[house].cells(), sorted);
        });
    };
    SplitMaker split(model.n_digits);
    for (auto& [cells, total] : model.counted) {
        require_cells(cells);
        require(!cells.empty(), "expected cells of a counted sum");
        auto constraint = is_full_house(cells) ? split.x_sum(cells, total) : nullptr;
        if (!constraint) constraint = std::make_unique<CountedSumConstraint>(std::move(cells), total);
        constraints.push_back(std::move(constraint));
    }
    for (const auto& [cells, total] : model.sandwiches) {
        require_cells(cells);
        require(is_full_house(cells), "expected a house with each digit for a sandwich");
        auto constraint = split.sandwich(cells, total);
        require(constraint != nullptr, "expected a sandwich with fewer sets of digits");
        constraints.push_back(std::move(constraint));
    }
    for (auto& [cells, count] : model.skyscrapers) {
        require_cells(cells);
        require(is_full_house(cells), "expected a house with each digit for skyscrapers");
        require(1 <= count && count <= model.n_digits, "expected 1 to n_digits skyscrapers");
        constraints.push_back(std::make_unique<SkyscraperConstraint>(std::move(cells), count));
    }
    for (auto& [control, cells, cases] : model.counts) {
        require_cells(cells);
        require(cells.size() <= CountConstraint::kMaxCells, "expected at most 255 cells to count");
        const bool has_control = control != CountConstraint::kNone;
        if (has_control) require_range(std::array{control});
        require(!has_control || marks[control] != n_marks, "expected a control cell that is not counted");
        require(cases.size() == (has_control ? (size_t)model.n_digits : 1), "expected a case for each digit");
        for (const auto& classes : cases) {
            Mask all = 0;
            for (const auto& [digits, _] : classes) {
                require_masks(std::array{digits});
                require(!(all & digits), "expected disjoint classes of digits");
                all |= digits;
            }
        }
        constraints.push_back(std::make_unique<CountConstraint>(control, std::move(cells), std::move(cases), sight,
                                                                network->all_digits()));
    }
    for (auto& [control, cells, numbers] : model.distinct) {
        require_cells(cells);
        const bool has_control = control != CountConstraint::kNone;
        if (has_control) require_range(std::array{control});
        require(!has_control || numbers.size() == (size_t)model.n_digits, "expected a number for each digit");
        constraints.push_back(std::make_unique<DistinctConstraint>(control, std::move(cells), std::move(numbers)));
    }
    size_t n_arcs = 0;
    for (auto& [lines, automaton] : model.automata) {
        const auto is_state = [n_states = automaton.n_states](int32_t state) { return 0 <= state && state < n_states; };
        require(std::ranges::all_of(automaton.arcs,
                                    [&](const auto& arc) { return is_state(arc.from) && is_state(arc.to); }) &&
                    std::ranges::all_of(automaton.accepting, is_state),
                "expected states from 0 to n_states - 1");
        for (const auto& arc : automaton.arcs) require_masks(std::array{arc.digits});
        if (lines.empty()) continue;
        const size_t length = lines[0].size();
        const auto shared = std::make_shared<const Unrolled>(automaton, length, kMaxArcs - n_arcs);
        n_arcs += shared->n_arcs();
        for (auto& cells : lines) {
            require(cells.size() == length, "expected lines of as many cells");
            require_range(cells);
            constraints.push_back(std::make_unique<AutomatonConstraint>(std::move(cells), shared));
        }
    }
    // If there are few sums, derive at once: if nothing follows from them, clauses may express the puzzle.
    const size_t n_sums = model.sums.size();
    const auto derive = [sums = std::move(model.sums), network = network.get()] {
        return derived_sums(*network, sums);
    };
    if (n_sums < (size_t)model.n_digits) {
        for (auto& constraint : derive()) constraints.push_back(std::move(constraint));
        network->add(std::move(constraints));
    } else {
        network->add(std::move(constraints), derive);
    }
    return network;
}

}  // namespace farandole
