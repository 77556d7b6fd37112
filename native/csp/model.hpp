// A puzzle as plain data, and the network built from it.
#pragma once
#include <memory>

#include "csp/constraints/connected.hpp"
#include "csp/constraints/counts.hpp"
#include "csp/constraints/ranks.hpp"
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
    struct Connected {
        std::vector<Cell> cells;  // a rectangle, row by row
        int32_t width;
        Mask digits;  // of the cells that are connected
        ConnectedConstraint::Options options;
    };
    struct Regions {
        std::vector<Cell> cells;  // those with digits, then as many with labels
        Mask labels;
        bool is_full;  // whether each region holds each digit
    };
    struct Islands {
        std::vector<Cell> cells;  // a rectangle, row by row
        int32_t width;
        Mask sea;                    // the digits of cells in no island
        std::vector<int32_t> sizes;  // by cell: of the island with this number; 0 without a number
    };
    struct Rank {
        std::vector<std::vector<Cell>> lines;  // of equal length
        int32_t ranked, rank;                  // the line with a rank, and that, from 1
        RankConstraint::Ties ties;
    };
    struct Run {
        std::vector<Cell> cells;     // a control cell, a start, then arms
        std::vector<int32_t> sizes;  // of the arms
        int32_t offset;              // the control cell says so many cells less
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
    std::vector<Connected> connected{};
    std::vector<Regions> regions{};
    std::vector<Islands> islands{};
    std::vector<Rank> ranks{};
    std::vector<Run> runs{};
    std::vector<std::vector<Model>> disjunctions{};  // of each list, one holds
    std::vector<Model> negations{};                  // none of these holds
    std::vector<std::pair<Cell, Mask>> masks{};      // what cells may hold; only in disjunctions and negations
};

// Calls `act` with each list of cells in a model, and in the models inside it.
template <class SomeModel, class Act>
void for_each_scope(SomeModel& model, Act act) {
    for (auto& cells : model.houses) act(cells);
    for (auto& sum : model.sums) act(sum.cells);
    for (auto& sets : model.sets) act(sets.cells);
    for (auto& table : model.tables) std::ranges::for_each(table.groups, act);
    for (auto& automaton : model.automata) std::ranges::for_each(automaton.lines, act);
    for (auto& counted : model.counted) act(counted.cells);
    for (auto& sandwich : model.sandwiches) act(sandwich.cells);
    for (auto& skyscraper : model.skyscrapers) act(skyscraper.cells);
    const auto act_on_control = [&](auto& control) {
        if (control != CountConstraint::kNone) act(std::span(&control, 1));
    };
    for (auto& count : model.counts) act(count.cells), act_on_control(count.control);
    for (auto& distinct : model.distinct) act(distinct.cells), act_on_control(distinct.control);
    for (auto& connected : model.connected) act(connected.cells);
    for (auto& regions : model.regions) act(regions.cells);
    for (auto& islands : model.islands) act(islands.cells);
    for (auto& run : model.runs) act(run.cells);
    for (auto& rank : model.ranks) std::ranges::for_each(rank.lines, act);
    for (auto& pair : model.pairs) act(std::span(&pair.one, 1)), act(std::span(&pair.other, 1));
    for (auto& mask : model.masks) act(std::span(&mask.first, 1));
    for (auto& models : model.disjunctions)
        for (auto& inner : models) for_each_scope(inner, act);
    for (auto& inner : model.negations) for_each_scope(inner, act);
}

// houses: shared with another network, instead of the model's. Throws std::invalid_argument if the model is none.
std::unique_ptr<Network> make_network(Model model, std::shared_ptr<const Houses> houses = nullptr);

}  // namespace farandole
