// Whether linear sums and bounds can hold together: the simplex of solvers modulo theories.
//
// Each row defines a new variable as a sum of the first ones. Each variable has bounds. The variables are split into
// basic ones, each a sum of the others, and others, which lie within their bounds:
//
//             others     x3   x1   x7
//     basic  x5 =         1   -1    .       a pivot swaps a basic variable that is out of its bounds
//            x2 =         .    2    1       with another one that can still move
//
// If no other variable can move, the row is a proof that the bounds can't hold together.
//
// Source: B. Dutertre and L. de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)", CAV 2006, pages 81 to 94.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace farandole {

class Simplex {
  public:
    using Terms = std::vector<std::pair<int32_t, double>>;  // variables and their coefficients

    static constexpr double kNear = 1e-7;         // numbers so near count as equal
    static constexpr double kNothing = 1e-7;      // coefficients that count as zero
    static constexpr int32_t kFreeChoices = 200;  // pivots after which the choice is Bland's, which can't go in circles

    enum class Outcome { kHolds, kConflict, kGaveUp };

    explicit Simplex(int32_t n_variables) : n_(n_variables), others_(n_variables) {
        for (int32_t at = 0; at < n_; ++at) {
            others_[at] = at;
            add_variable(~at);
        }
    }

    // Defines a variable as a sum of some of the first ones; returns its number.
    int32_t add_row(const Terms& terms, double low, double high) {
        std::vector<double> row(n_);
        double value = 0;
        for (const auto& [variable, coefficient] : terms) {
            value += coefficient * value_[variable];
            if (place_[variable] < 0) {
                row[~place_[variable]] += coefficient;
            } else {
                const auto& other = rows_[place_[variable]];
                for (int32_t at = 0; at < n_; ++at) row[at] += coefficient * other[at];
            }
        }
        const int32_t number = add_variable((int32_t)rows_.size());
        value_[number] = value, low_[number] = low, high_[number] = high;
        rows_.push_back(std::move(row));
        basic_.push_back(number);
        return number;
    }

    void set_bounds(int32_t variable, double low, double high) {
        low_[variable] = low, high_[variable] = high;
        if (place_[variable] >= 0) return;
        const double value = value_[variable];
        if (value < low) move(~place_[variable], low - value);
        if (value > high) move(~place_[variable], high - value);
    }

    int32_t n_variables() const { return (int32_t)value_.size(); }
    double value(int32_t variable) const { return value_[variable]; }
    double low(int32_t variable) const { return low_[variable]; }
    double high(int32_t variable) const { return high_[variable]; }

    // Looks for values within all bounds. Each pivot takes the numbers of the table from `work`.
    Outcome solve(int64_t& work) {
        for (int32_t turn = 0;; ++turn) {
            const bool is_free = turn < kFreeChoices;
            const int32_t row = choose_row(is_free);
            if (row < 0) return Outcome::kHolds;
            const int32_t variable = basic_[row];
            const bool rises = value_[variable] < low_[variable];
            const int32_t at = choose_other(row, rises, is_free);
            if (at < 0) {
                note_conflict(row);
                return Outcome::kConflict;
            }
            work -= (int64_t)rows_.size() * n_;
            if (work < 0) return Outcome::kGaveUp;
            const double goal = rises ? low_[variable] : high_[variable];
            move(at, (goal - value_[variable]) / rows_[row][at]);
            pivot(row, at);
        }
    }

    // The variables of the last conflict, whose sum with these factors is 0 for all values, but not within the bounds.
    const Terms& conflict() const { return conflict_; }

  private:
    int32_t add_variable(int32_t place) {
        place_.push_back(place);
        value_.push_back(0), low_.push_back(0), high_.push_back(0);
        return (int32_t)place_.size() - 1;
    }

    void move(int32_t at, double step) {
        value_[others_[at]] += step;
        for (size_t row = 0; row < rows_.size(); ++row) value_[basic_[row]] += step * rows_[row][at];
    }

    // The basic variable that is farthest out of its bounds, or the first one; -1 if there is none.
    int32_t choose_row(bool is_free) const {
        int32_t best = -1;
        double most = kNear;
        for (int32_t row = 0; row < (int32_t)rows_.size(); ++row) {
            const int32_t variable = basic_[row];
            const double out = std::fmax(low_[variable] - value_[variable], value_[variable] - high_[variable]);
            if (is_free ? out > most : out > kNear && (best < 0 || variable < basic_[best])) best = row, most = out;
        }
        return best;
    }

    int32_t choose_other(int32_t row, bool rises, bool is_free) const {
        int32_t best = -1;
        for (int32_t at = 0; at < n_; ++at) {
            const double coefficient = rows_[row][at];
            if (std::fabs(coefficient) < kNothing) continue;
            const int32_t other = others_[at];
            const bool can_move =
                (coefficient > 0) == rises ? value_[other] < high_[other] - kNear : value_[other] > low_[other] + kNear;
            if (!can_move) continue;
            if (best < 0 || (is_free ? std::fabs(coefficient) > std::fabs(rows_[row][best]) : other < others_[best]))
                best = at;
        }
        return best;
    }

    void note_conflict(int32_t row) {
        conflict_ = {{basic_[row], 1.0}};
        for (int32_t at = 0; at < n_; ++at)
            if (std::fabs(rows_[row][at]) >= kNothing) conflict_.push_back({others_[at], -rows_[row][at]});
    }

    void pivot(int32_t row, int32_t at) {
        auto& own = rows_[row];
        const double inverse = 1 / own[at];
        for (double& coefficient : own) coefficient *= -inverse;
        own[at] = inverse;
        for (int32_t other = 0; other < (int32_t)rows_.size(); ++other) {
            auto& changed = rows_[other];
            const double factor = changed[at];
            if (other == row || factor == 0) continue;
            changed[at] = 0;
            for (int32_t column = 0; column < n_; ++column) changed[column] += factor * own[column];
        }
        std::swap(basic_[row], others_[at]);
        place_[basic_[row]] = row;
        place_[others_[at]] = ~at;
    }

    int32_t n_;                    // others, as many as the first variables
    std::vector<int32_t> others_;  // which variable a column is
    std::vector<int32_t> basic_;   // which variable a row is
    std::vector<int32_t> place_;   // of each variable: its row, or ~ its column
    std::vector<double> value_, low_, high_;
    std::vector<std::vector<double>> rows_;
    Terms conflict_;
};

}  // namespace farandole
