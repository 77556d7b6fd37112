// From lines of puzzles to rows of answers. Each thread reads, solves and writes a few thousand lines at a time, which
// stay in its cache; Python sees only the rows.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "classic/dispatch.hpp"
#include "fallback.hpp"
#include "share_out.hpp"
#include "text/lines.hpp"
#include "text/rows.hpp"

namespace farandole {

// A pool: allocating such an object for each block would take as long as filling it.
template <class T>
class Spares : public std::enable_shared_from_this<Spares<T>> {
  public:
    // Lends a free object, or else one from `make`. It returns to the pool when its last owner is gone.
    template <class Make>
    std::shared_ptr<T> take(const Make& make) {
        std::unique_ptr<T> thing;
        {
            const std::lock_guard lock(busy_);
            if (!spare_.empty()) {
                thing = std::move(spare_.back());
                spare_.pop_back();
            }
        }
        if (!thing) thing = make();
        return {thing.release(), [spares = this->shared_from_this()](T* left) { spares->give_back(left); }};
    }

  private:
    void give_back(T* thing) {
        const std::lock_guard lock(busy_);
        spare_.emplace_back(thing);
    }

    std::mutex busy_;
    std::vector<std::unique_ptr<T>> spare_;
};

// Memory for the rows of a batch.
struct Room {
    explicit Room(size_t size) : bytes(new char[size]) {}
    std::unique_ptr<char[]> bytes;
};

// Consecutive rows.
struct Piece {
    std::shared_ptr<Room> room;
    char* text;
    size_t size;
};

// A line without a puzzle and the reason, or a puzzle with a repeated digit in a house.
struct BadLine {
    int64_t number;
    std::string reason;  // empty if the line could be read
    std::array<uint8_t, 81> values;
    int64_t guesses, passes;
};

struct AnsweredText {
    std::vector<std::optional<Piece>> pieces;  // in order; nullopt for a bad line
    std::vector<BadLine> bad;
    std::array<int64_t, 3> tally{};  // puzzles without a solution, with one, with several
    int64_t next_number = 0;         // of the line after the text
};

class TextSolver {
  public:
    // A column and its words: "text" with one word, "verdict" with three (for no solution, one, several), and without
    // words "puzzle", "solution", and the numbers "line", "count", "guesses", "passes".
    using Column = std::pair<std::string, std::vector<std::string>>;

    // batch_size: how many puzzles are solved together.
    TextSolver(std::vector<Column> layout, std::optional<Field> field, int64_t limit, size_t n_threads,
               size_t batch_size)
        : layout_(std::move(layout)), field_(field), limit_(limit), n_threads_(n_threads), batch_size_(batch_size),
          room_size_(batch_size * Desk(layout_, batch_size).rows.widest()),
          is_numbered_(std::any_of(layout_.begin(), layout_.end(),
                                   [](const Column& column) { return column.first == "line"; })) {}

    // Returns nullopt if it was stopped.
    std::optional<AnsweredText> solve(const uint8_t* text, size_t size, int64_t number, StopToken stop) const {
        const uint8_t* const end = text + size;
        std::vector<Slice> slices = cut(LineReader::past_mark(text, end), end, number);
        const auto make_worker = [&] {
            return [&, desk = desks_->take([&] { return std::make_unique<Desk>(layout_, batch_size_); })](
                       size_t start, size_t, StopToken stop) { return answer(slices[start], *desk, stop); };
        };
        if (!share_out(slices.size(), 1, n_threads_, stop, make_worker)) return std::nullopt;
        return joined(std::move(slices), number);
    }

  private:
    // Consecutive lines and their answers.
    struct Slice {
        const uint8_t *text, *end;
        int64_t number;  // of its first line
        AnsweredText answered;
    };

    // The buffers of a thread.
    struct Desk {
        std::vector<uint8_t> values, solutions;
        std::vector<int64_t> numbers, counts, guesses, passes, verdicts;
        std::unique_ptr<bool[]> always, is_solved;
        Faults faults;
        Rows rows;

        Desk(const std::vector<Column>& layout, size_t n)
            : values(81 * n), solutions(81 * n), numbers(n), counts(n), guesses(n), passes(n), verdicts(n),
              always(new bool[n]), is_solved(new bool[n]), rows{n, {}} {
            std::fill_n(always.get(), n, true);
            for (const auto& [name, words] : layout) add(name, words);
        }
        Desk(const Desk&) = delete;

        void add(const std::string& name, const std::vector<std::string>& words) {
            const size_t n_words = name == "text" ? 1 : name == "verdict" ? 3 : 0;
            if (words.size() != n_words)
                throw std::invalid_argument(name + ": expected " + std::to_string(n_words) + " words");
            if (name == "text") rows.columns.push_back(Text{words[0]});
            else if (name == "verdict") rows.columns.push_back(Words{verdicts.data(), words});
            else if (name == "puzzle") rows.columns.push_back(Digits{values.data(), 81, always.get(), '.'});
            else if (name == "solution") rows.columns.push_back(Digits{solutions.data(), 81, is_solved.get(), '.'});
            else if (name == "line") rows.columns.push_back(Integers{numbers.data()});
            else if (name == "count") rows.columns.push_back(Integers{counts.data()});
            else if (name == "guesses") rows.columns.push_back(Integers{guesses.data()});
            else if (name == "passes") rows.columns.push_back(Integers{passes.data()});
            else throw std::invalid_argument("expected a column, found " + name);
        }
    };

    // Line numbers are counted here only if a column shows them. Otherwise each slice after the first counts from 0.
    std::vector<Slice> cut(const uint8_t* text, const uint8_t* end, int64_t number) const {
        const size_t most = 82 * batch_size_ - 81;  // the slice then ends with a whole line, if all lines are puzzles
        std::vector<Slice> slices;
        while (text < end) {
            const uint8_t* slice_end = end;
            if (static_cast<size_t>(end - text) > most)
                if (const void* last = std::memchr(text + most - 1, '\n', end - text - most + 1))
                    slice_end = static_cast<const uint8_t*>(last) + 1;
            slices.push_back({text, slice_end, number, {}});
            number = is_numbered_ && slice_end < end ? number + LineReader::count_ends(text, slice_end) : 0;
            text = slice_end;
        }
        return slices;
    }

    // Returns false if it was stopped.
    bool answer(Slice& slice, Desk& desk, StopToken stop) const {
        AnsweredText& answered = slice.answered;
        answered.next_number = slice.number;
        for (const uint8_t* text = slice.text; text < slice.end;) {
            desk.faults.clear();
            const auto found = LineReader::read(text, slice.end, answered.next_number, field_ ? &*field_ : nullptr,
                                                desk.values.data(), desk.numbers.data(), desk.faults, batch_size_);
            const size_t n = static_cast<size_t>(found.n);
            // 81 nines: a contradiction that ends at once.
            for (const auto& [index, _] : desk.faults) std::fill_n(&desk.values[81 * index], 81, uint8_t{9});
            Batch batch{};
            batch.values = desk.values.data();
            batch.n = n;
            batch.limit = limit_;
            batch.give_up_after = kGiveUpAfter;
            batch.solve_given_up = solve_given_up;
            batch.solutions = desk.solutions.data();
            batch.counts = desk.counts.data();
            batch.guesses = desk.guesses.data();
            batch.passes = desk.passes.data();
            batch.stop = stop;
            if (n && !farandole::solve(batch, 1)) return false;
            write(n, desk, answered);
            answered.next_number = found.next_number;
            text = found.rest;
        }
        return true;
    }

    void write(size_t n, Desk& desk, AnsweredText& answered) const {
        const std::shared_ptr<Room> room = rooms_->take([&] { return std::make_unique<Room>(room_size_); });
        char* out = room->bytes.get();
        size_t start = 0;
        const auto write_until = [&](size_t row) {
            char* const text = out;
            out = desk.rows.write(out, start, row);
            if (out > text) answered.pieces.push_back(Piece{room, text, static_cast<size_t>(out - text)});
            start = row + 1;
        };
        auto fault = desk.faults.begin();
        const auto is_bad = [&](size_t row) {
            if (desk.counts[row]) return false;
            return (fault != desk.faults.end() && fault->first == static_cast<int64_t>(row)) ||
                   clashes(&desk.values[81 * row]);
        };
        for (size_t row = 0; row < n; ++row) {
            const int64_t verdict = std::min<int64_t>(desk.counts[row], 2);
            desk.verdicts[row] = verdict;
            desk.is_solved[row] = verdict > 0;
            if (verdict == 0 && is_bad(row)) {
                write_until(row);
                answered.pieces.push_back(std::nullopt);
                BadLine bad{desk.numbers[row], {}, {}, desk.guesses[row], desk.passes[row]};
                if (fault != desk.faults.end() && fault->first == static_cast<int64_t>(row))
                    bad.reason = std::move(fault++->second);
                std::copy_n(&desk.values[81 * row], 81, bad.values.begin());
                answered.bad.push_back(std::move(bad));
            } else {
                ++answered.tally[static_cast<size_t>(verdict)];
            }
        }
        write_until(n);
    }

    // Whether a house holds a digit twice.
    static bool clashes(const uint8_t* values) {
        std::array<uint16_t, 27> houses{};
        bool found = false;
        for (int cell = 0; cell < 81; ++cell) {
            const uint16_t bit = static_cast<uint16_t>(1 << values[cell] & ~1);
            const int row = cell / 9, column = cell % 9;
            for (const int house : {row, 9 + column, 18 + row / 3 * 3 + column / 3}) {
                found |= (houses[house] & bit) != 0;
                houses[house] |= bit;
            }
        }
        return found;
    }

    AnsweredText joined(std::vector<Slice>&& slices, int64_t number) const {
        AnsweredText whole;
        whole.next_number = number;
        for (Slice& slice : slices) {
            AnsweredText& part = slice.answered;
            const int64_t before = is_numbered_ || &slice == &slices.front() ? 0 : whole.next_number;
            for (BadLine& line : part.bad) line.number += before;
            std::move(part.pieces.begin(), part.pieces.end(), std::back_inserter(whole.pieces));
            std::move(part.bad.begin(), part.bad.end(), std::back_inserter(whole.bad));
            for (size_t verdict = 0; verdict < 3; ++verdict) whole.tally[verdict] += part.tally[verdict];
            whole.next_number = before + part.next_number;
        }
        return whole;
    }

    const std::vector<Column> layout_;
    const std::optional<Field> field_;
    const int64_t limit_;
    const size_t n_threads_, batch_size_;
    const size_t room_size_;
    const bool is_numbered_;
    const std::shared_ptr<Spares<Desk>> desks_ = std::make_shared<Spares<Desk>>();
    const std::shared_ptr<Spares<Room>> rooms_ = std::make_shared<Spares<Room>>();
};

}  // namespace farandole
