// Puzzles from lines of 81 characters.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace farandole {

// A reason for each puzzle that can't be read, by its index.
using Faults = std::vector<std::pair<int64_t, std::string>>;

class LineReader {
  public:
    // Reads values (81 digits a puzzle, 255 for one that can't be read) and the number of its line, for as many
    // puzzles as there are lines at most; gives back how many there were.
    static int64_t read(const uint8_t* text, size_t size, int64_t number, uint8_t* values, int64_t* numbers,
                        Faults& faults) {
        const uint8_t* const end = text + size;
        if (size >= 3 && std::memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
        int64_t n = 0;
        for (; text < end; ++number) {
            const uint8_t* stop = static_cast<const uint8_t*>(std::memchr(text, '\n', end - text));
            if (!stop) stop = end;
            // A carriage return without a line feed ends a line, too.
            const uint8_t* carriage = static_cast<const uint8_t*>(std::memchr(text, '\r', stop - text));
            if (carriage && carriage + 1 < stop) stop = carriage;
            const uint8_t* const start = skip_blanks(text, stop);
            if (start < stop && *start != '#') {
                if (!read_puzzle(start, stop, values + 81 * n)) {
                    faults.emplace_back(n, fault(text, start, stop));
                    std::memset(values + 81 * n, 255, 81);
                }
                numbers[n++] = number;
            }
            text = stop + 1;
        }
        return n;
    }

    // No more puzzles than this are in the text.
    static size_t count(const uint8_t* text, size_t size) {
        size_t n = 1;
        for (size_t i = 0; i < size; ++i) n += text[i] == '\n' || text[i] == '\r';
        return n;
    }

  private:
    enum : uint8_t { OTHER = 255, END = 254 };

    // The digit that each character stands for.
    static constexpr std::array<uint8_t, 256> MEANINGS = [] {
        std::array<uint8_t, 256> meanings{};
        meanings.fill(OTHER);
        for (const char empty : {'.', '0', '_', '*', '?'}) meanings[static_cast<uint8_t>(empty)] = 0;
        for (const char end : {' ', '\t', '\r', ',', ';'}) meanings[static_cast<uint8_t>(end)] = END;
        for (uint8_t digit = 1; digit <= 9; ++digit) meanings['0' + digit] = digit;
        return meanings;
    }();
    static uint8_t meaning(uint8_t character) { return MEANINGS[character]; }

    static const uint8_t* skip_blanks(const uint8_t* text, const uint8_t* stop) {
        while (text < stop && (*text == ' ' || *text == '\t' || *text == '\r')) ++text;
        return text;
    }

    static bool read_puzzle(const uint8_t* text, const uint8_t* stop, uint8_t* values) {
        if (stop - text < 81) return false;
        uint8_t worst = 0;
        for (int i = 0; i < 81; ++i) {
            values[i] = meaning(text[i]);
            worst = values[i] > worst ? values[i] : worst;
        }
        return worst <= 9 && (text + 81 == stop || meaning(text[81]) == END);
    }

    static std::string fault(const uint8_t* line, const uint8_t* text, const uint8_t* stop) {
        const uint8_t* at = text;
        while (at < stop && meaning(*at) <= 9) ++at;
        if (at == stop || meaning(*at) == END)
            return "81 cells expected, " + std::to_string(at - text) + " found";
        const std::string place = "column " + std::to_string(at - line + 1);
        const std::string found = *at > 32 && *at < 127 ? "'" + std::string(1, static_cast<char>(*at)) + "'"
                                                        : "byte " + std::to_string(*at);
        return place + ": a digit or one of . 0 _ * ? for empty expected, " + found + " found";
    }
};

}  // namespace farandole
