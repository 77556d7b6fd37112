// Writes rows of text from columns.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <variant>
#include <vector>

#include "text/characters.hpp"

namespace farandole {

// The same text in each row.
struct Text {
    std::string text;

    size_t widest() const { return text.size(); }
    size_t size(size_t) const { return text.size(); }
    char* put(size_t, char* out) const {
        std::memcpy(out, text.data(), text.size());
        return out + text.size();
    }
};

// Digits, with a character for 0; empty in some rows.
struct Digits {
    const uint8_t* values;
    size_t width;
    const bool* shown;
    char empty;

    size_t widest() const { return width; }
    size_t size(size_t row) const { return shown[row] ? width : 0; }
    char* put(size_t row, char* out) const {
        if (!shown[row]) return out;
        const uint8_t* digits = values + width * row;
        if (width < 16) {
            for (size_t i = 0; i < width; ++i) out[i] = digits[i] ? static_cast<char>('0' + digits[i]) : empty;
            return out + width;
        }
        by_sixteens(width, [&](size_t at) {
            const Sixteen digit = sixteen_at(digits + at), is_empty = digit == 0;
            const Sixteen characters = (is_empty & static_cast<uint8_t>(empty)) | (~is_empty & (digit + '0'));
            std::memcpy(out + at, &characters, sizeof characters);
        });
        return out + width;
    }
};

// One of several words.
struct Words {
    const int64_t* which;
    std::vector<std::string> words;

    size_t widest() const {
        size_t most = 0;
        for (const std::string& word : words) most = std::max(most, word.size());
        return most;
    }
    const std::string& word(size_t row) const { return words[which[row]]; }
    size_t size(size_t row) const { return word(row).size(); }
    char* put(size_t row, char* out) const {
        std::memcpy(out, word(row).data(), word(row).size());
        return out + word(row).size();
    }
};

struct Integers {
    static constexpr size_t kWidest = 20;

    const int64_t* values;

    size_t widest() const { return kWidest; }
    size_t size(size_t row) const {
        char text[kWidest];
        return put(row, text) - text;
    }
    char* put(size_t row, char* out) const {
        // `out` may have less room than the widest number takes.
        char text[kWidest];
        const size_t width = std::to_chars(text, text + kWidest, values[row]).ptr - text;
        std::memcpy(out, text, width);
        return out + width;
    }
};

// Columns side by side without separators.
struct Rows {
    size_t n;
    std::vector<std::variant<Text, Digits, Words, Integers>> columns;

    size_t size() const {
        size_t total = 0;
        for (const auto& column : columns)
            std::visit(
                [&](const auto& c) {
                    for (size_t row = 0; row < n; ++row) total += c.size(row);
                },
                column);
        return total;
    }

    // The maximum number of bytes of a row.
    size_t widest() const {
        size_t total = 0;
        for (const auto& column : columns) total += std::visit([](const auto& c) { return c.widest(); }, column);
        return total;
    }

    // Writes the rows from `from` to before `to`. Returns where they end.
    char* write(char* out, size_t from, size_t to) const {
        for (size_t row = from; row < to; ++row)
            for (const auto& column : columns) out = std::visit([&](const auto& c) { return c.put(row, out); }, column);
        return out;
    }
};

}  // namespace farandole
