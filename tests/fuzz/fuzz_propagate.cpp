// Any bytes are a small puzzle: houses, sums, sets, pairs, tables, automata, counts, connected cells, regions, islands
// and ranks, and disjunctions and negations of these over a few cells. The search must find what looking at every
// filling finds, each solution once, whoever searches and however soon; counting must agree.
#include <cstdlib>
#include <set>
#include <vector>

#include "csp/fillings.hpp"
#include "csp/model.hpp"
#include "csp/search.hpp"

using namespace farandole;

static void check(bool holds) {
    if (!holds) std::abort();
}

// Reads a puzzle off bytes, zeros once they are used up.
class Reader {
  public:
    Reader(const uint8_t* data, size_t size) : data_(data), end_(data + size) {}

    bool is_over() const { return data_ == end_; }
    int32_t below(int32_t limit) { return is_over() ? 0 : *data_++ % limit; }

    Model model() {
        Model model{.n_digits = 1 + below(4), .n_cells = 1 + below(5), .houses = {}};
        while (!is_over()) add_to(model, 0);
        return model;
    }

  private:
    static bool is_empty(const Model& model) {
        bool is_empty = true;
        for_each_scope(model, [&](std::span<const Cell> cells) { is_empty = is_empty && cells.empty(); });
        return is_empty;
    }

    Model inner_model(const Model& model, int32_t depth) {
        Model inner{.n_digits = model.n_digits, .n_cells = model.n_cells, .houses = {}};
        for (int32_t i = 1 + below(3); i-- > 0;) add_to(inner, depth + 1);
        return inner;
    }

    // Adds a constraint; depth: of models inside models.
    void add_to(Model& model, int32_t depth) {
        const int32_t byte = below(256);  // the last ones are combinations
        const int32_t kind = byte < 225 ? byte % 9 : byte < 243 ? byte % 7 + 12 : byte % 3 + 9;
        const Mask all = (Mask{1} << model.n_digits) - 1;
        std::vector<Cell> cells = some_cells(model.n_cells);
        const size_t n = cells.size();
        if (kind == 0 || kind == 1) {
            cells.resize(std::min(n, (size_t)model.n_digits));
            model.houses.push_back(cells);
            if (kind == 0 || cells.empty()) return;
            model.sets.push_back({cells, {}});
            for (int32_t i = below(4); i-- > 0;)
                if (const Mask set = below((int32_t)all + 1); (size_t)std::popcount(set) == cells.size())
                    model.sets.back().sets.push_back(set);
        } else if (kind == 2) {
            const int32_t low = below(20) - 5;
            model.sums.push_back({cells, std::vector<int32_t>(n, 1), low, low + below(2)});
            for (int32_t& factor : model.sums.back().coefficients) factor = below(3) ? 1 : below(90) - 45;
        } else if (kind == 3 && n >= 2) {
            model.pairs.push_back({cells[0], cells[1], {}});
            for (int32_t i = 0; i < model.n_digits; ++i) model.pairs.back().partners.push_back(below(256) & all);
        } else if (kind == 4 && n >= 1) {
            model.tables.push_back({{cells}, {}});
            for (size_t i = n * below(6); i-- > 0;) model.tables.back().bits.push_back(1u << below(model.n_digits));
        } else if (kind == 6 && n >= 1) {
            model.counted.push_back({cells, below(20)});
        } else if (kind == 7 && n == (size_t)model.n_digits) {
            model.houses.push_back(cells);
            model.sandwiches.push_back({cells, below(12)});
        } else if (kind == 8 && n == (size_t)model.n_digits) {
            model.houses.push_back(cells);
            model.skyscrapers.push_back({cells, 1 + below(model.n_digits)});
        } else if (kind == 9 && depth < 2) {
            std::vector<Model> models;
            for (int32_t i = 1 + below(3); i-- > 0;) models.push_back(inner_model(model, depth));
            if (std::ranges::none_of(models, is_empty)) model.disjunctions.push_back(models);
        } else if (kind == 10 && depth < 2) {
            if (const Model negated = inner_model(model, depth); !is_empty(negated)) model.negations.push_back(negated);
        } else if (kind == 11 && depth > 0 && n >= 1) {
            model.masks.push_back({cells[0], below(256) & all});
        } else if (kind == 12) {
            Model::Count count{CountConstraint::kNone, cells, {}};
            if (n >= 2 && below(2)) count.control = cells[0], count.cells.erase(count.cells.begin());
            for (int32_t i = count.control == CountConstraint::kNone ? 1 : model.n_digits; i-- > 0;)
                count.cases.push_back({{below(256) & all, CountSet((uint64_t)below(64))}});
            model.counts.push_back(count);
        } else if (kind == 13) {
            Model::Distinct distinct{CountConstraint::kNone, cells, {below(6)}};
            if (n >= 1 && below(2)) {
                distinct.control = cells[0];
                distinct.numbers.clear();
                for (int32_t i = 0; i < model.n_digits; ++i) distinct.numbers.push_back(below(6));
            }
            model.distinct.push_back(distinct);
        } else if (kind == 14 && n >= 1) {
            const int32_t width = width_of(n), size = below(8) - 1;
            model.connected.push_back({cells, width, below(256) & all, {size, below(4) == 1, below(2) == 1}});
        } else if (kind == 15 && n >= 2) {
            if (n % 2) cells.pop_back();
            model.regions.push_back({cells, below(256) & all, below(2) == 1});
        } else if (kind == 16 && n >= 1) {
            model.islands.push_back({cells, width_of(n), below(256) & all, std::vector<int32_t>(n, 0)});
            for (int32_t& size : model.islands.back().sizes) size = below((int32_t)n + 1);
        } else if (kind == 17 && n >= 1) {
            Model::Rank rank{{cells}, 0, below(5), (RankConstraint::Ties)below(3)};
            for (int32_t i = below(4); i-- > 0;)
                if (auto line = some_cells(model.n_cells); line.size() == n) rank.lines.push_back(line);
            rank.ranked = below((int32_t)rank.lines.size());
            model.ranks.push_back(rank);
        } else if (kind == 18 && n >= 2) {
            Model::Run run{cells, {}, below(3)};
            if (below(2)) run.cells[0] = run.cells[1];  // the start says how far it sees
            for (int32_t left = (int32_t)n - 2; left > 0; left -= run.sizes.back())
                run.sizes.push_back(1 + below(left));
            model.runs.push_back(run);
        } else if (kind == 5) {
            model.automata.push_back({{cells}, {.n_states = below(4), .arcs = {}, .accepting = {}}});
            Automaton& automaton = model.automata.back().automaton;
            if (automaton.n_states == 0) return;
            automaton.accepting.push_back(below(automaton.n_states));
            for (int32_t i = below(8); i-- > 0;)
                automaton.arcs.push_back({below(automaton.n_states), below(automaton.n_states), below(256) & all});
        }
    }

    // A divisor of a number of cells.
    int32_t width_of(size_t n) {
        int32_t width = 1 + below((int32_t)n);
        while (n % width) --width;
        return width;
    }

    std::vector<Cell> some_cells(int32_t n_cells) {
        std::vector<Cell> cells;
        for (int32_t left = below(1 << n_cells); left; left &= left - 1) cells.push_back(std::countr_zero((Mask)left));
        if (below(2)) std::ranges::reverse(cells);
        return cells;
    }

    const uint8_t *data_, *end_;
};

static bool accepts(const Automaton& automaton, const std::vector<int32_t>& digits, const std::vector<Cell>& cells) {
    std::set<int32_t> states;
    if (automaton.n_states) states.insert(0);
    for (const Cell cell : cells) {
        std::set<int32_t> next;
        for (const auto& arc : automaton.arcs)
            if (states.contains(arc.from) && arc.digits >> (digits[cell] - 1) & 1) next.insert(arc.to);
        states = next;
    }
    return std::ranges::any_of(automaton.accepting, [&](int32_t state) { return states.contains(state); });
}

// The places of a rectangle, from 0, that these are joined to side by side; with its edge, if `has_edge`.
static std::set<int32_t> reach(const std::set<int32_t>& places, std::set<int32_t> reached, int32_t n, int32_t width,
                               bool has_edge = false) {
    for (size_t before = SIZE_MAX; before != reached.size();) {
        before = reached.size();
        for (const int32_t one : places) {
            const int32_t row = one / width, column = one % width;
            if (has_edge && (!row || !column || column == width - 1 || row == n / width - 1)) reached.insert(one);
            for (const int32_t other : places) {
                const int32_t distance = std::abs(row - other / width) + std::abs(column - other % width);
                if (distance == 1 && reached.contains(other)) reached.insert(one);
            }
        }
    }
    return reached;
}

static bool is_region(const std::set<int32_t>& places, int32_t n, int32_t width,
                      const ConnectedConstraint::Options& options) {
    if (options.size >= 0 && (int32_t)places.size() != options.size) return false;
    if (places.empty()) return options.outside;
    std::set<int32_t> start;
    if (!options.outside) start.insert(*places.begin());
    if (reach(places, start, n, width, options.outside) != places) return false;
    if (!options.tree) return true;
    int32_t n_edges = 0, n_parts = 0;
    std::set<int32_t> left = places;
    for (const int32_t one : places)
        for (const int32_t other : places)
            n_edges +=
                other > one && std::abs(one / width - other / width) + std::abs(one % width - other % width) == 1;
    for (; !left.empty(); ++n_parts)
        for (const int32_t place : reach(places, {*left.begin()}, n, width)) left.erase(place);
    return n_edges + n_parts == (int32_t)places.size();
}

static bool holds_on_rectangles(const Model& model, const std::vector<int32_t>& digits) {
    const auto places_with = [&](const std::vector<Cell>& cells, Mask mask) {
        std::set<int32_t> places;
        for (size_t i = 0; i < cells.size(); ++i)
            if (mask >> (digits[cells[i]] - 1) & 1) places.insert((int32_t)i);
        return places;
    };
    for (const auto& [cells, width, mask, options] : model.connected)
        if (!is_region(places_with(cells, mask), (int32_t)cells.size(), width, options)) return false;
    for (const auto& [cells, labels, is_full] : model.regions) {
        const size_t n = cells.size() / 2;
        for (Mask left = labels; left; left &= left - 1) {
            Mask held = 0;
            for (size_t i = 0; i < n; ++i) {
                if (digits[cells[n + i]] != least_digit(left)) continue;
                const Mask digit = Mask{1} << (digits[cells[i]] - 1);
                if (held & digit) return false;
                held |= digit;
            }
            if (is_full && held != (Mask{1} << model.n_digits) - 1) return false;
        }
    }
    for (const auto& [cells, width, sea, sizes] : model.islands) {
        const auto n = (int32_t)cells.size();
        auto left = places_with(cells, ~sea);
        for (int32_t place = 0; place < n; ++place)
            if (sizes[place] && !left.contains(place)) return false;
        while (!left.empty()) {
            const auto island = reach(left, {*left.begin()}, n, width);
            int32_t n_numbers = 0, size = 0;
            for (const int32_t place : island) {
                left.erase(place);
                n_numbers += sizes[place] != 0;
                size += sizes[place];
            }
            if (n_numbers != 1 || size != (int32_t)island.size()) return false;
        }
    }
    return true;
}

static bool has_rank(const Model::Rank& rank, const std::vector<int32_t>& digits) {
    std::vector<std::vector<int32_t>> numbers;
    for (const auto& line : rank.lines) {
        numbers.emplace_back();
        for (const Cell cell : line) numbers.back().push_back(digits[cell]);
    }
    const auto ours = numbers[rank.ranked];
    int32_t n_less = 0, n_equal = -1;
    for (const auto& number : numbers) n_less += number < ours, n_equal += number == ours;
    if (rank.ties == RankConstraint::Ties::any) return n_less < rank.rank && rank.rank <= n_less + n_equal + 1;
    if (rank.ties == RankConstraint::Ties::none && std::set(numbers.begin(), numbers.end()).size() < numbers.size())
        return false;
    return n_equal == 0 && rank.rank == n_less + 1;
}

static bool holds_counts(const Model& model, const std::vector<int32_t>& digits) {
    for (const auto& [control, cells, cases] : model.counts)
        for (const auto& [mask, counts] : cases[control == CountConstraint::kNone ? 0 : digits[control] - 1]) {
            size_t n = 0;
            for (const Cell cell : cells) n += mask >> (digits[cell] - 1) & 1;
            if (!counts[n]) return false;
        }
    for (const auto& [control, cells, numbers] : model.distinct) {
        std::set<int32_t> held;
        for (const Cell cell : cells) held.insert(digits[cell]);
        const auto n = (int32_t)held.size();
        if (control == CountConstraint::kNone ? !std::ranges::count(numbers, n) : numbers[digits[control] - 1] != n)
            return false;
    }
    return true;
}

static bool holds(const Model& model, const std::vector<int32_t>& digits) {
    if (!holds_counts(model, digits) || !holds_on_rectangles(model, digits)) return false;
    for (const auto& rank : model.ranks)
        if (!has_rank(rank, digits)) return false;
    for (const auto& [cells, sizes, offset] : model.runs) {
        int32_t seen = 1;
        size_t at = 2;
        for (const int32_t size : sizes) {
            int32_t length = 0;
            while (length < size && digits[cells[at + length]] == digits[cells[1]]) ++length;
            seen += length;
            at += size;
        }
        if (digits[cells[0]] + offset != seen) return false;
    }
    const auto bit = [&](Cell cell) { return Mask{1} << (digits[cell] - 1); };
    const auto set_of = [&](const std::vector<Cell>& cells) {
        Mask set = 0;
        for (const Cell cell : cells) set |= bit(cell);
        return set;
    };
    for (const auto& cells : model.houses)
        if ((size_t)std::popcount(set_of(cells)) != cells.size()) return false;
    for (const auto& [cells, sets] : model.sets)
        if (!std::ranges::count(sets, set_of(cells))) return false;
    for (const auto& [cells, coefficients, low, high] : model.sums) {
        int32_t sum = 0;
        for (size_t i = 0; i < cells.size(); ++i) sum += coefficients[i] * digits[cells[i]];
        if (sum < low || sum > high) return false;
    }
    for (const auto& [one, other, partners] : model.pairs)
        if (!(partners[digits[one] - 1] & bit(other))) return false;
    for (const auto& [groups, bits] : model.tables) {
        const auto& cells = groups[0];
        bool found = false;
        for (size_t tuple = 0; tuple < bits.size(); tuple += cells.size()) {
            bool fits = true;
            for (size_t i = 0; i < cells.size(); ++i) fits &= bits[tuple + i] == bit(cells[i]);
            found |= fits;
        }
        if (!found) return false;
    }
    for (const auto& [cells, total] : model.counted) {
        if ((size_t)digits[cells[0]] > cells.size()) return false;
        int32_t sum = 0;
        for (int32_t i = 0; i < digits[cells[0]]; ++i) sum += digits[cells[i]];
        if (sum != total) return false;
    }
    for (const auto& [cells, total] : model.sandwiches) {
        int32_t sum = 0, crusts = 0;
        for (const Cell cell : cells) {
            const bool is_crust = digits[cell] == 1 || digits[cell] == model.n_digits;
            crusts += is_crust;
            if (!is_crust && crusts == 1) sum += digits[cell];
        }
        if (crusts != 2 || sum != total) return false;
    }
    for (const auto& [cells, count] : model.skyscrapers) {
        int32_t seen = 0, highest = 0;
        for (const Cell cell : cells)
            if (digits[cell] > highest) highest = digits[cell], ++seen;
        if (seen != count) return false;
    }
    for (const auto& [cell, mask] : model.masks)
        if (!(mask & bit(cell))) return false;
    const auto is_true = [&](const Model& inner) { return holds(inner, digits); };
    for (const auto& models : model.disjunctions)
        if (std::ranges::none_of(models, is_true)) return false;
    if (std::ranges::any_of(model.negations, is_true)) return false;
    return std::ranges::all_of(model.automata, [&](auto& one) { return accepts(one.automaton, digits, one.lines[0]); });
}

// Digits of `n_cells` cells of which each two differ; and by less or more than the places between them, if they are
// queens.
static Model differing(int32_t n_cells, int32_t n_digits, bool are_queens) {
    Model model{.n_digits = n_digits, .n_cells = n_cells, .houses = {}};
    for (Cell other = 0; other < n_cells; ++other)
        for (Cell one = 0; one < other; ++one) {
            model.pairs.push_back({one, other, std::vector<Mask>(n_digits, 0)});
            auto& partners = model.pairs.back().partners;
            for (int32_t i = 0; i < n_digits; ++i)
                for (int32_t j = 0; j < n_digits; ++j)
                    if (i != j && !(are_queens && std::abs(i - j) == other - one)) partners[i] |= 1u << j;
        }
    return model;
}

static int64_t count(const Network& network, const std::vector<Mask>& masks, Engine engine, int64_t limit,
                     int64_t& nodes) {
    Search search(network, masks, 1 << 20, 0, engine);
    const int64_t n = search.count(limit);
    nodes = search.nodes();
    check(n == limit || search.exhausted());
    return n;
}

// Enough conflicts for CDCL to minimize and delete clauses.
static void check_hard(const Model& model, int64_t expected) {
    const auto network = make_network(model);
    const std::vector<Mask> masks(model.n_cells, (Mask{1} << model.n_digits) - 1);
    int64_t nodes;
    for (const Engine engine : {Engine::turns, Engine::simd, Engine::cdcl, Engine::propagation}) {
        check(count(*network, masks, engine, 1 << 20, nodes) == expected);
        check(engine != Engine::cdcl || nodes > 4000);
    }
}

// A grid with boxes of some height and width, of which some sixteenths are given, and a few hundred solutions at most.
static void check_grid(int32_t height, int32_t width, uint32_t sixteenths) {
    const int32_t n = height * width;
    Model model{.n_digits = n, .n_cells = n * n, .houses = std::vector<std::vector<Cell>>(3 * n)};
    std::vector<Mask> masks(n * n, ~Mask{0} >> (32 - n));
    for (Cell cell = 0; cell < n * n; ++cell) {
        const Cell row = cell / n, column = cell % n;
        for (const Cell house : {row, n + column, 2 * n + row / height * height + column / width})
            model.houses[house].push_back(cell);
        if (((uint32_t)cell * 2'654'435'761u >> 16 & 15) < sixteenths)
            masks[cell] = Mask{1} << (row % height * width + row / height + column) % n;
    }
    const auto network = make_network(model);
    int64_t nodes;
    const int64_t expected = count(*network, masks, Engine::propagation, 1000, nodes);
    check(0 < expected && expected < 1000 && count(*network, masks, Engine::simd, 1000, nodes) == expected);
}

// What is too large for brute force, once.
static bool check_larger() {
    check_hard(differing(8, 7, false), 0);
    check_hard(differing(10, 10, true), 724);  // Source: OEIS A000170
    check_grid(2, 3, 6), check_grid(3, 3, 6), check_grid(4, 4, 8), check_grid(3, 6, 7), check_grid(5, 5, 8);
    return true;
}

// Asks for less and less, so that what is known from before must not leak into an answer.
static void check_fillings(const Network& network, std::vector<Mask> masks, std::set<std::vector<int32_t>> expected) {
    Fillings fillings(network, masks, 1 << 20);
    for (size_t cell = 0;; cell = (cell + 1) % masks.size()) {
        std::vector<Mask> supported(masks.size(), 0);
        Mask needed = expected.empty() ? 0 : ~Mask{0};
        for (const auto& digits : expected) {
            Mask held = 0;
            for (size_t n = 0; n < digits.size(); ++n) {
                supported[n] |= Mask{1} << (digits[n] - 1);
                held |= Mask{1} << (digits[n] - 1);
            }
            needed &= held;
        }
        check(fillings.supports(masks, {}) == supported && fillings.must_hold(masks, {}) == needed);
        if (!masks[cell]) break;
        masks[cell] &= masks[cell] - 1;
        std::erase_if(expected, [&](const auto& digits) { return !(masks[cell] >> (digits[cell] - 1) & 1); });
    }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    [[maybe_unused]] static const bool is_larger_checked = check_larger();
    if (size > 200) return 0;
    const Model model = Reader(data, size).model();
    std::set<std::vector<int32_t>> expected;
    for (std::vector<int32_t> digits(model.n_cells, 1);;) {
        if (holds(model, digits)) expected.insert(digits);
        Cell cell = 0;
        while (cell < model.n_cells && digits[cell] == model.n_digits) digits[cell++] = 1;
        if (cell == model.n_cells) break;
        ++digits[cell];
    }
    const auto network = make_network(model);
    const std::vector<Mask> masks(model.n_cells, (Mask{1} << model.n_digits) - 1);
    check_fillings(*network, masks, expected);
    for (const int64_t switch_after : {1 << 20, 3, 1, 0})
        for (const Engine engine : {Engine::turns, Engine::simd, Engine::cdcl, Engine::propagation}) {
            std::set<std::vector<int32_t>> found;
            Search lazy(*network, masks, 1 << 20, switch_after, engine);
            while (lazy.next()) check(found.insert(lazy.digits()).second);
            check(lazy.exhausted() && found == expected);
        }
    Search counter(*network, masks, 1 << 20, 2);
    check(counter.count(1) == !expected.empty());
    check(counter.count(1 << 20) == (int64_t)expected.size() - !expected.empty());
    for (const int32_t n_threads : {2, 3}) {
        Search together(*network, masks, 1 << 20, 0, Engine::turns, n_threads);
        check(together.count(1 << 20) == (int64_t)expected.size() && together.exhausted());
    }
    return 0;
}
