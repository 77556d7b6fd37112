// Any bytes are 81 cells: values in one half of the inputs, masks of candidates in the other. Every kernel that this
// machine runs, of lanes or of boxes, must give the same answers, and a solution must be one. Of a puzzle that reaches
// its limit, guesses and passes hang on who worked on it.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <vector>

#include "classic/dispatch.hpp"
#include "fallback.hpp"
#include "text/lines.hpp"
#include "text/solver.hpp"

using namespace farandole;

struct Answer {
    uint8_t digits[81] = {};
    int64_t count = 0, guesses = 0, passes = 0;
    bool operator==(const Answer&) const = default;
};

constexpr int64_t kLimit = 3;

static void check(bool holds) {
    if (!holds) std::abort();
}

// Rows of text are as many as puzzles, however few are solved together.
static void check_rows(const uint8_t* data, size_t size, const Field* field, int64_t n) {
    const std::optional<Field> place = field ? std::optional(*field) : std::nullopt;
    const TextSolver solver(
        {{"line", {}}, {"verdict", {"none", "", "several"}}, {"solution", {}}, {"passes", {}}, {"text", {"\n"}}}, place,
        2, 1, 1 + size % 3);
    const auto answered = solver.solve(data, size, 1, {[](void*) { return false; }, nullptr});
    check(answered.has_value());
    const auto& [none, one, several] = answered->tally;
    check(none + one + several + (int64_t)answered->bad.size() == n);
    int64_t rows = 0;
    for (const auto& piece : answered->pieces)
        rows += piece ? std::count(piece->text, piece->text + piece->size, '\n') : 1;
    check(rows == n);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size < 1) return 0;
    uint8_t values[81] = {};
    uint16_t masks[81];
    for (size_t cell = 0; cell < 81; ++cell) {
        const uint8_t byte = data[(cell + 1) % size];
        values[cell] = cell + 1 < size && byte <= 9 ? byte : 0;
        masks[cell] = cell + 1 < size ? (byte | data[cell] << 5) & 511 : 511;
    }
    const bool by_values = data[0] & 1;
    const auto answer_of = [&](const Searcher& kernel) {
        Answer answer;
        Batch batch{.values = by_values ? values : nullptr,
                    .candidates = by_values ? nullptr : masks,
                    .n = 1,
                    .limit = kLimit,
                    .give_up_after = kGiveUpAfter,
                    .solutions = answer.digits,
                    .counts = &answer.count,
                    .guesses = &answer.guesses,
                    .passes = &answer.passes};
        Scratch scratch(kernel);
        check(kernel.solve(batch, scratch.memory()));
        batch.give_up_after = 0;
        if (answer.count < 0) check(solve_given_up(batch, 0));
        if (answer.count == kLimit) answer.guesses = answer.passes = 0;
        return answer;
    };
    const Answer expected = answer_of(lanes_baseline), alone = answer_of(boxes_baseline);
    for (const Kernel* lanes : usable_kernels()) check(answer_of(*lanes) == expected);
    for (const Searcher* boxes : usable_boxes()) check(answer_of(*boxes) == alone);
    // Boxes apply the rules in another order.
    check(alone.count == expected.count && std::memcmp(alone.digits, expected.digits, 81) == 0);
    if (expected.count) {
        for (int i = 0; i < 81; ++i) {
            const int digit = expected.digits[i];
            check(1 <= digit && digit <= 9);
            check(by_values ? values[i] == 0 || values[i] == digit : masks[i] >> (digit - 1) & 1);
            for (int j = 0; j < i; ++j)
                if (i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3))
                    check(expected.digits[j] != digit);
        }
    }
    const size_t lines = LineReader::count(data, size);
    std::vector<uint8_t> read(81 * lines);
    std::vector<int64_t> numbers(lines);
    const Field second{1, ','};
    for (const Field* field : {static_cast<const Field*>(nullptr), &second}) {
        Faults faults;
        const int64_t n = LineReader::read(data, data + size, 1, field, read.data(), numbers.data(), faults, lines).n;
        check(n <= static_cast<int64_t>(lines) && static_cast<int64_t>(faults.size()) <= n);
        check_rows(data, size, field, n);
    }
    return 0;
}
