#include "csp/model.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "csp/constraints/compound.hpp"
#include "csp/constraints/islands.hpp"
#include "csp/constraints/joint_sums.hpp"
#include "csp/constraints/rule_of_45.hpp"
#include "csp/constraints/runs.hpp"
#include "csp/constraints/skyscrapers.hpp"
#include "csp/constraints/splits.hpp"
#include "csp/propagate.hpp"

namespace farandole {

namespace {

// A derived sum of more cliques propagates hardly anything before it is nearly filled.
constexpr size_t kMaxCliques = 3;

// Arcs of all automata, unrolled along their lines: 12 bytes each.
constexpr size_t kMaxArcs = 8'000'000;

// The sums derived from these by the rule of 45.
Network::Owned derived_sums(const Network& network, std::span<const Sum> sums) {
    Network::Owned constraints;
    const Sight sight(network);
    SumMaker maker(network.n_digits(), sight);
    RuleOf45(network.n_digits(), network.n_cells(), sight, sums).derive([&](const Sum& sum) {
        if (auto constraint = maker.make(sum, kMaxCliques)) constraints.push_back(std::move(constraint));
    });
    return constraints;
}

// Sums of several of these together.
Network::Owned joint_sums(const Network& network, std::span<const Sum> sums) {
    Network::Owned constraints;
    JointSums(network.n_digits(), network.n_cells(), Sight(network), sums).derive([&](auto constraint) {
        constraints.push_back(std::move(constraint));
    });
    return constraints;
}

std::unique_ptr<Network> make_network(Model model, std::shared_ptr<const Houses> houses, size_t& n_arcs);

// The cells of a model, ascending. Throws std::invalid_argument if there are others than those of the network.
std::vector<Cell> scope_of(const Model& model, const Network& network) {
    std::vector<Cell> cells;
    for_each_scope(model, [&](std::span<const Cell> some) { cells.insert(cells.end(), some.begin(), some.end()); });
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    if (!cells.empty() && (cells.front() < 0 || cells.back() >= network.n_cells()))
        throw std::invalid_argument("expected cells from 0 to n_cells - 1");
    return cells;
}

// The network of a model on these cells, all of its cells among them; with the houses of the network around it.
Alternative make_alternative(Model model, std::vector<Cell> cells, const Network& around, size_t& n_arcs) {
    const auto number_of = [&](Cell cell) { return (Cell)(std::ranges::lower_bound(cells, cell) - cells.begin()); };
    for_each_scope(model, [&](std::span<Cell> some) {
        for (Cell& cell : some) cell = number_of(cell);
    });
    model.n_digits = around.n_digits();
    model.n_cells = (int32_t)cells.size();
    std::map<int32_t, std::vector<Cell>> inside;  // by house around: the cells in it
    for (Cell place = 0; place < model.n_cells; ++place)
        for (const int32_t house : around.houses_of(cells[place])) inside[house].push_back(place);
    for (auto& [house, some] : inside)
        if (some.size() > 1) model.houses.push_back(std::move(some));
    std::vector<Mask> masks(cells.size(), around.all_digits());
    for (const auto& [place, mask] : model.masks) masks[place] &= mask;
    return {std::move(cells), std::move(masks), make_network(std::move(model), nullptr, n_arcs)};
}

// With at most so many ways to fill the cells of a disjunction, all that hold become a table.
constexpr size_t kMaxWays = 1'000, kMaxTuples = 300;

// The tuples that the alternatives allow, which have the same cells, in no order; none if there are too many.
std::optional<std::vector<Mask>> tuples_of(std::span<const Alternative> alternatives, int32_t n_digits) {
    const std::vector<Mask> all(alternatives[0].cells().size(), ~Mask{0} >> (32 - n_digits));
    std::set<std::vector<Mask>> tuples;
    for (const Alternative& alternative : alternatives) {
        std::vector<Mask> left;
        if (!alternative.narrow([&](Cell) { return all[0]; }, left)) continue;
        Propagation search(alternative.network(), left, kMaxWays);
        while (search.next()) {
            tuples.emplace(search.masks().begin(), search.masks().end());
            if (tuples.size() > kMaxTuples) return std::nullopt;
        }
        if (!search.exhausted()) return std::nullopt;
    }
    std::vector<Mask> bits;
    for (const auto& tuple : tuples) bits.insert(bits.end(), tuple.begin(), tuple.end());
    return bits;
}

// A disjunction; on two cells a pair.
std::unique_ptr<Constraint> make_disjunction(std::vector<Model> models, const Network& around, size_t& n_arcs) {
    std::vector<std::vector<Cell>> scopes;
    std::vector<Cell> cells;
    for (const Model& model : models) {
        const auto& scope = scopes.emplace_back(scope_of(model, around));
        cells.insert(cells.end(), scope.begin(), scope.end());
    }
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    if (std::ranges::any_of(scopes, [](const auto& scope) { return scope.empty(); }))
        throw std::invalid_argument("expected alternatives with cells");
    double n_ways = 1;
    for (size_t i = 0; i < cells.size(); ++i) n_ways *= around.n_digits();
    const bool is_small = n_ways <= kMaxWays;
    std::vector<Alternative> alternatives;
    for (size_t i = 0; i < models.size(); ++i)
        alternatives.push_back(
            make_alternative(std::move(models[i]), is_small ? cells : std::move(scopes[i]), around, n_arcs));
    std::unique_ptr<const TableConstraint> table;
    const bool are_alike = std::ranges::all_of(
        alternatives, [&](const Alternative& alternative) { return alternative.cells().size() == cells.size(); });
    if (are_alike && cells.size() <= TableConstraint::kMaxCells) {
        if (const auto bits = tuples_of(alternatives, around.n_digits())) {
            if (cells.size() == 2) {
                std::vector<Mask> partners(around.n_digits(), 0);
                for (size_t i = 0; i < bits->size(); i += 2) partners[std::countr_zero((*bits)[i])] |= (*bits)[i + 1];
                return std::make_unique<PairConstraint>(cells[0], cells[1], partners);
            }
            table = std::make_unique<TableConstraint>(cells, std::make_shared<const std::vector<Mask>>(*bits));
        }
    }
    return std::make_unique<Disjunction>(std::move(cells), std::move(alternatives), std::move(table));
}

// Cheap constraints come first, because they are revised first. n_arcs: of all automata so far.
std::unique_ptr<Network> make_network(Model model, std::shared_ptr<const Houses> houses, size_t& n_arcs) {
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
    std::set<std::pair<int32_t, Mask>> counted;  // houses, and digits or all others
    for (auto& [cells, width, digits, options] : model.connected) {
        require_cells(cells);
        require_masks(std::array{digits});
        for (const Cell cell : cells)
            for (const int32_t house : network->houses_of(cell)) {
                const House& its_house = network->houses()[house];
                const Mask others = network->all_digits() & ~digits;
                if (!its_house.is_full() || !digits || !others) continue;
                if (!counted.emplace(house, std::min(digits, others)).second) continue;
                DigitClass shaded{digits, {}};
                shaded.counts.set(std::popcount(digits));
                constraints.push_back(std::make_unique<CountConstraint>(
                    CountConstraint::kNone, std::vector<Cell>(its_house.cells().begin(), its_house.cells().end()),
                    std::vector<std::vector<DigitClass>>{{shaded}}, sight, network->all_digits()));
            }
        require(width >= 1 && !cells.empty() && cells.size() % width == 0, "expected rows of as many connected cells");
        constraints.push_back(std::make_unique<ConnectedConstraint>(std::move(cells), width, digits, options));
    }
    for (auto& [cells, labels, is_full] : model.regions) {
        require_cells(cells);
        require_masks(std::array{labels});
        require(cells.size() % 2 == 0, "expected as many labels as cells");
        constraints.push_back(
            std::make_unique<RegionConstraint>(std::move(cells), labels, network->all_digits(), is_full));
    }
    for (auto& [cells, width, sea, sizes] : model.islands) {
        require_cells(cells);
        require_masks(std::array{sea});
        require(width >= 1 && !cells.empty() && cells.size() % width == 0, "expected rows of as many cells of islands");
        require(sizes.size() == cells.size(), "expected a size for each cell of islands");
        require(
            std::ranges::all_of(sizes, [n = (int32_t)cells.size()](int32_t size) { return 0 <= size && size <= n; }),
            "expected islands of at most all cells");
        constraints.push_back(std::make_unique<IslandConstraint>(std::move(cells), width, sea, std::move(sizes)));
    }
    for (auto& [cells, sizes, offset] : model.runs) {
        require_range(cells);
        size_t n = 2;
        for (const int32_t size : sizes) {
            require(size >= 0, "expected arms of 0 cells or more");
            n += size;
        }
        require(n == cells.size() && n <= RunConstraint::kMaxSeen, "expected a control cell, a start and arms");
        require(std::abs(offset) < RunConstraint::kMaxSeen, "expected an offset from -62 to 62");
        constraints.push_back(std::make_unique<RunConstraint>(std::move(cells), std::move(sizes), offset));
    }
    for (auto& [lines, ranked, rank, ties] : model.ranks) {
        for (const auto& line : lines) require_cells(line);
        require(0 <= ranked && ranked < (int32_t)lines.size(), "expected a rank of one of the lines");
        require(std::ranges::all_of(lines, [n = lines[0].size()](auto& line) { return n && line.size() == n; }),
                "expected ranked lines of as many cells");
        constraints.push_back(std::make_unique<RankConstraint>(std::move(lines), ranked, rank, ties));
    }
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
    for (auto& models : model.disjunctions) {
        require(!models.empty(), "expected alternatives of a disjunction");
        auto constraint = make_disjunction(std::move(models), *network, n_arcs);
        const bool is_pair = constraint->partners() != nullptr;
        constraints.insert(is_pair ? constraints.begin() : constraints.end(), std::move(constraint));
    }
    for (auto& inner : model.negations) {
        auto scope = scope_of(inner, *network);
        require(!scope.empty(), "expected cells of a negation");
        constraints.push_back(
            std::make_unique<Negation>(make_alternative(std::move(inner), std::move(scope), *network, n_arcs)));
    }
    // If there are few sums, derive at once: if nothing follows from them, clauses may express the puzzle.
    const bool derives_now = model.sums.size() < (size_t)model.n_digits;
    if (derives_now)
        for (auto& constraint : derived_sums(*network, model.sums)) constraints.push_back(std::move(constraint));
    const bool may_join = JointSums::may_derive(sight, model.sums);
    if (derives_now && !may_join) {
        network->add(std::move(constraints));
        return network;
    }
    network->add(std::move(constraints), [derives_now, sums = std::move(model.sums), network = network.get()] {
        Network::Owned derived = joint_sums(*network, sums);
        if (derives_now) return derived;
        for (auto& constraint : derived_sums(*network, sums)) derived.push_back(std::move(constraint));
        return derived;
    });
    return network;
}

}  // namespace

std::unique_ptr<Network> make_network(Model model, std::shared_ptr<const Houses> houses) {
    size_t n_arcs = 0;
    return make_network(std::move(model), std::move(houses), n_arcs);
}

}  // namespace farandole
