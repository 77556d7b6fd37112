// Reads puzzles from lines of text: 81 characters, alone or in a column of a table.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "text/characters.hpp"

namespace farandole {

// The index of each puzzle that can't be read, and the reason.
using Faults = std::vector<std::pair<int64_t, std::string>>;

// The column of a table that has the puzzle: its index and the separator.
struct Field {
    int index;
    uint8_t separator;
};

class LineReader {
  public:
    struct Found {
        int64_t n;            // number of puzzles
        int64_t next_number;  // of the next line
        const uint8_t* rest;  // where the next line begins
    };

    // Skips a byte order mark.
    static const uint8_t* past_mark(const uint8_t* text, const uint8_t* end) {
        return end - text >= 3 && std::memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? text + 3 : text;
    }

    // Reads values (81 digits per puzzle, 255 if it can't be read) and line numbers, for as many puzzles as fit.
    // Without a field, a line begins with a puzzle, or with # if it is a comment.
    static Found read(const uint8_t* text, const uint8_t* end, int64_t number, const Field* field, uint8_t* values,
                      int64_t* numbers, Faults& faults, size_t room) {
        int64_t n = 0;
        while (text < end && static_cast<size_t>(n) < room) {
            // Fast path: most lines are a puzzle and nothing else.
            if ((!field || !field->index) && end - text > 82 && read_cells(text, values + 81 * n))
                if (const int width = width_of_end(text + 81)) {
                    numbers[n++] = number++;
                    text += 81 + width;
                    continue;
                }
            const uint8_t* const stop = end_of_line(text, end);
            const uint8_t* start = skip_blanks(text, stop);
            if (start < stop && (field || *start != '#')) {
                uint8_t* const cells = values + 81 * n;
                const int missing = field ? skip_fields(start, stop, *field) : 0;
                const bool is_whole = !missing && read_puzzle(start, stop, field, cells);
                if (!is_whole || (!field && stop - start > 81 + kMaxNameLetters && !is_plain_after(start + 81, stop))) {
                    std::string reason = missing    ? too_short(field->index + 1 - missing, *field)
                                         : is_whole ? fault_after(start + 81, stop)
                                                    : fault(text, start, stop);
                    faults.emplace_back(n, std::move(reason));
                    std::memset(cells, 255, 81);
                }
                numbers[n++] = number;
            }
            if (stop < end) ++number;
            text = stop < end ? stop + 1 : end;
        }
        return {n, number, text};
    }

    // Counts the lines of a text that ends with "
    // ".
    static int64_t count_ends(const uint8_t* text, const uint8_t* end) {
        int64_t n = 1;
        while (end - text > 1) {
            // Within a block, a byte can count the ends.
            const uint8_t* const stop = text + std::min<ptrdiff_t>(end - text - 1, 128);
            uint8_t ends = 0;
            for (; text < stop; ++text) ends += (text[0] == '\n') | ((text[0] == '\r') & (text[1] != '\n'));
            n += ends;
        }
        return n;
    }

    // An upper bound of the puzzles in the text.
    static size_t count(const uint8_t* text, size_t size) {
        constexpr size_t kBlock = 128;  // within a block, a byte can count the ends of lines
        size_t n = 1;
        for (size_t start = 0; start < size; start += kBlock) {
            const size_t stop = std::min(start + kBlock, size);
            uint8_t ends = 0;
            for (size_t i = start; i < stop; ++i) ends += (text[i] == '\n') | (text[i] == '\r');
            n += ends;
        }
        return n;
    }

    // Reads the values of 81 characters. Returns false if one is not a cell.
    static bool read_cells(const uint8_t* text, uint8_t* values) {
        Sixteen cells = ~Sixteen{};
        by_sixteens(81, [&](size_t at) {
            const Sixteen c = sixteen_at(text + at), digit = c - '0';
            const Sixteen is_digit = digit <= 9;
            const Sixteen is_empty = (c == '.') | (c == '_') | (c == '*') | (c == '?') | (c == '-');
            const Sixteen value = digit & is_digit;
            std::memcpy(values + at, &value, sizeof value);
            cells &= is_digit | is_empty;
        });
        return !has_any(~cells);
    }

  private:
    enum : uint8_t { kOther = 255, kEnd = 254 };

    // The digit that each character stands for.
    static constexpr std::array<uint8_t, 256> kMeanings = [] {
        std::array<uint8_t, 256> meanings{};
        meanings.fill(kOther);
        for (const char empty : {'.', '0', '_', '*', '?', '-'}) meanings[static_cast<uint8_t>(empty)] = 0;
        for (const char end : {' ', '\t', '\r', ',', ';'}) meanings[static_cast<uint8_t>(end)] = kEnd;
        for (uint8_t digit = 1; digit <= 9; ++digit) meanings['0' + digit] = digit;
        return meanings;
    }();
    static uint8_t meaning(uint8_t character) { return kMeanings[character]; }

    static const uint8_t* end_of_line(const uint8_t* text, const uint8_t* end) {
        const uint8_t* stop = static_cast<const uint8_t*>(std::memchr(text, '\n', end - text));
        if (!stop) stop = end;
        // A carriage return without a line feed also ends a line.
        const uint8_t* carriage = static_cast<const uint8_t*>(std::memchr(text, '\r', stop - text));
        return carriage && carriage + 1 < stop ? carriage : stop;
    }

    static const uint8_t* skip_blanks(const uint8_t* text, const uint8_t* stop) {
        while (text < stop && (*text == ' ' || *text == '\t' || *text == '\r')) ++text;
        return text;
    }

    // Moves to the field, past its quote. Returns how many fields are missing.
    static int skip_fields(const uint8_t*& text, const uint8_t* stop, const Field& field) {
        for (int missing = field.index; missing; --missing) {
            bool is_quoted = false;
            while (text < stop && (is_quoted || *text != field.separator)) is_quoted ^= *text++ == '"';
            if (text == stop) return missing;
            ++text;
        }
        while (text < stop && *text == ' ') ++text;
        if (text < stop && *text == '"') ++text;
        return 0;
    }

    // The width of "
    // " or "\r
    // " here, or 0.
    static int width_of_end(const uint8_t* at) { return *at == '\n' ? 1 : *at == '\r' && at[1] == '\n' ? 2 : 0; }

    static bool read_puzzle(const uint8_t* text, const uint8_t* stop, const Field* field, uint8_t* values) {
        if (stop - text < 81) return false;
        return read_cells(text, values) &&
               (text + 81 == stop || meaning(text[81]) == kEnd || (field && text[81] == '"'));
    }

    static std::string too_short(int n_fields, const Field& field) {
        return "expected " + std::to_string(field.index + 1) + " fields, found " + std::to_string(n_fields);
    }

    static std::string fault(const uint8_t* line, const uint8_t* text, const uint8_t* stop) {
        const uint8_t* at = text;
        while (at < stop && meaning(*at) <= 9) ++at;
        if (at == stop || meaning(*at) == kEnd || *at == '"')
            return "expected 81 cells, found " + std::to_string(at - text);
        const std::string place = "column " + std::to_string(at - line + 1);
        std::string found = "byte " + std::to_string(*at);
        if (*at > 32 && *at < 127) found = {'\'', static_cast<char>(*at), '\''};
        return place + ": expected a digit or one of . 0 _ * ? - for empty, found " + found;
    }

    static constexpr int kMaxNameLetters = 28;  // longer than any single-word name

    static const uint8_t* skip_gap(const uint8_t* at, const uint8_t* stop) {
        while (at < stop && (meaning(*at) == kEnd || *at == '#')) ++at;
        return at;
    }

    static bool has_many_letters(const uint8_t* text, const uint8_t* stop) {
        if (stop - text < kMaxNameLetters) return false;
        for (int i = 0; i < kMaxNameLetters; ++i)
            if ((text[i] | 32) < 'a' || (text[i] | 32) > 'z') return false;
        return true;
    }

    // Whether 81 digits follow on their own; then they should be a solution.
    static bool has_81_digits(const uint8_t* text, const uint8_t* stop) {
        if (stop - text < 81) return false;
        uint8_t strays = 0;
        for (int i = 0; i < 81; ++i) strays |= static_cast<uint8_t>(text[i] - '1') > 8;
        return !strays && (text + 81 == stop || meaning(text[81]) == kEnd || text[81] == '#');
    }

    static int row_with_a_digit_twice(const uint8_t* text) {
        for (int row = 0; row < 9; ++row, text += 9) {
            int seen = 0;
            for (int i = 0; i < 9; ++i) seen |= 1 << (text[i] - '0');
            if (seen != 0x3FE) return row;
        }
        return -1;
    }

    // Whether the rest is at most a name or a solution; other letters or digits may mark regions.
    static bool is_plain_after(const uint8_t* text, const uint8_t* stop) {
        text = skip_gap(text, stop);
        return !has_many_letters(text, stop) && !(has_81_digits(text, stop) && row_with_a_digit_twice(text) >= 0);
    }

    static std::string fault_after(const uint8_t* text, const uint8_t* stop) {
        text = skip_gap(text, stop);
        if (has_many_letters(text, stop))
            return "expected a name, a solution or nothing after 81 cells; found '" +
                   std::string(text, text + kMaxNameLetters) + "'";
        const int row = row_with_a_digit_twice(text);
        return "expected each digit once in row " + std::to_string(row + 1) +
               " of the solution after 81 cells; found '" + std::string(text + 9 * row, text + 9 * row + 9) + "'";
    }
};

}  // namespace farandole
