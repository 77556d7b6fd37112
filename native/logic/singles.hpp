// Singles: places digits in a fixed order, as soon as they have only one place. No Python here; Python names and
// explains the steps.
//
// A single that an elimination leaves is appended to the queue of naked or of hidden singles. A full house is taken
// first (from the queue of naked singles), then the first naked single, then the first hidden one.
#pragma once
#include <bit>
#include <cstdint>
#include <deque>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace farandole {

class Singles {
  public:
    using Cell = int32_t;
    using Mask = uint32_t;  // digit d is bit d - 1
    using Candidate = std::pair<Cell, int32_t>;

    enum class Kind : int32_t { full_house, naked, hidden };
    struct Step {
        Kind kind;
        Cell cell;
        int32_t digit;
        int32_t house;  // -1: none
    };

    // Placed digits and candidates; the counts of a house are its candidates, by digit.
    struct State {
        std::vector<int32_t> values;
        std::vector<Mask> masks;
        std::vector<std::vector<int32_t>> counts;
        std::deque<Candidate> naked, hidden;
    };

    // houses: their cells. peers and houses_of of a cell are ascending.
    Singles(int32_t n_digits, int32_t n_cells, std::vector<std::vector<Cell>> houses)
        : n_digits_(n_digits), houses_(std::move(houses)), houses_of_(n_cells), peers_(n_cells) {
        if (!(1 <= n_digits && n_digits <= 32)) throw std::invalid_argument("expected 1 to 32 digits");
        std::vector<std::vector<uint8_t>> sees(n_cells, std::vector<uint8_t>(n_cells, 0));
        for (size_t house = 0; house < houses_.size(); ++house) {
            for (const Cell cell : houses_[house])
                if (cell < 0 || cell >= n_cells) throw std::invalid_argument("expected cells from 0 to n_cells - 1");
            for (const Cell cell : houses_[house]) {
                houses_of_[cell].push_back((int32_t)house);
                for (const Cell other : houses_[house]) sees[cell][other] = cell != other;
            }
        }
        for (Cell cell = 0; cell < n_cells; ++cell)
            for (Cell other = 0; other < n_cells; ++other)
                if (sees[cell][other]) peers_[cell].push_back(other);
    }

    // All candidates, then each given placed, cell by cell.
    State begin(std::span<const int32_t> givens) const {
        if (givens.size() != houses_of_.size()) throw std::invalid_argument("expected a given or 0 for each cell");
        State state = state_of(std::vector<int32_t>(houses_of_.size(), 0),
                               std::vector<Mask>(houses_of_.size(), ~Mask{0} >> (32 - n_digits_)));
        for (Cell cell = 0; cell < (Cell)givens.size(); ++cell) {
            if (givens[cell] < 0 || givens[cell] > n_digits_) throw std::invalid_argument("expected digits");
            if (givens[cell]) place(state, cell, givens[cell]);
        }
        return state;
    }

    // A state with these values and candidates, and empty queues.
    State state_of(std::vector<int32_t> values, std::vector<Mask> masks) const {
        if (values.size() != houses_of_.size() || masks.size() != houses_of_.size())
            throw std::invalid_argument("expected a value and a mask for each cell");
        State state{std::move(values), std::move(masks), {}, {}, {}};
        state.counts.assign(houses_.size(), std::vector<int32_t>(n_digits_ + 1, 0));
        for (size_t house = 0; house < houses_.size(); ++house)
            for (const Cell cell : houses_[house])
                for (Mask left = state.masks[cell]; left; left &= left - 1)
                    ++state.counts[house][std::countr_zero(left) + 1];
        return state;
    }

    // Places singles until there are none. Returns the steps.
    std::vector<Step> walk(State& state) const {
        std::vector<Step> steps;
        for (Step step; find(state, step);) {
            steps.push_back(step);
            place(state, step.cell, step.digit);
        }
        return steps;
    }

    // Strikes candidates of a cell, digit by digit.
    void strike_all(State& state, Cell cell, Mask digits) const {
        for (; digits; digits &= digits - 1) strike(state, cell, std::countr_zero(digits) + 1);
    }

  private:
    static Mask bit(int32_t digit) { return Mask{1} << (digit - 1); }

    bool is_full(int32_t house) const { return houses_[house].size() == (size_t)n_digits_; }

    bool find(State& state, Step& step) const {
        drop_placed(state.naked, state);
        for (const auto& [cell, digit] : state.naked) {
            if (state.values[cell]) continue;
            for (const int32_t house : houses_of_[cell])
                if (is_full(house) && is_last(state, house, digit)) {
                    step = {Kind::full_house, cell, digit, house};
                    return true;
                }
        }
        if (!state.naked.empty()) {
            step = {Kind::naked, state.naked.front().first, state.naked.front().second, -1};
            return true;
        }
        drop_placed(state.hidden, state);
        for (const auto& [cell, digit] : state.hidden) {
            if (state.values[cell]) continue;
            for (const int32_t house : houses_of_[cell])
                if (is_full(house) && state.counts[house][digit] == 1) {
                    step = {Kind::hidden, cell, digit, house};
                    return true;
                }
        }
        return false;
    }

    // Whether no other digit has a place in a house.
    bool is_last(const State& state, int32_t house, int32_t digit) const {
        for (int32_t other = 1; other <= n_digits_; ++other)
            if (other != digit && state.counts[house][other]) return false;
        return true;
    }

    static void drop_placed(std::deque<Candidate>& queue, const State& state) {
        while (!queue.empty() && state.values[queue.front().first]) queue.pop_front();
    }

    void place(State& state, Cell cell, int32_t digit) const {
        const Mask held = std::exchange(state.masks[cell], 0);
        state.values[cell] = digit;
        for (const Cell peer : peers_[cell]) strike(state, peer, digit);
        for (Mask left = held; left; left &= left - 1) {
            const int32_t other = std::countr_zero(left) + 1;
            for (const int32_t house : houses_of_[cell])
                if (--state.counts[house][other] == 1 && other != digit) note_hidden(state, house, other);
        }
    }

    void strike(State& state, Cell cell, int32_t digit) const {
        Mask& mask = state.masks[cell];
        if (!(mask & bit(digit))) return;
        mask ^= bit(digit);
        if (std::has_single_bit(mask)) state.naked.push_back({cell, std::countr_zero(mask) + 1});
        for (const int32_t house : houses_of_[cell])
            if (--state.counts[house][digit] == 1) note_hidden(state, house, digit);
    }

    void note_hidden(State& state, int32_t house, int32_t digit) const {
        if (!is_full(house)) return;
        for (const Cell cell : houses_[house])
            if (state.masks[cell] & bit(digit)) {
                state.hidden.push_back({cell, digit});
                return;
            }
    }

    int32_t n_digits_;
    std::vector<std::vector<Cell>> houses_;
    std::vector<std::vector<int32_t>> houses_of_;
    std::vector<std::vector<Cell>> peers_;
};

}  // namespace farandole
