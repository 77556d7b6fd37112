#include "isomorphism/ranks/buckets.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace farandole {

namespace {

constexpr int kAll = 511;

uint16_t column_mask(const uint8_t* rows, int column) {
    return 1 << rows[column] | 1 << rows[9 + column] | 1 << rows[18 + column];
}

}  // namespace

Buckets::Buckets() : bands_(Bands::table()), splits_(Splits::table()), laid_(LaidBands::table()) {}

uint16_t Buckets::below(int side, int column, int split) const {
    const uint16_t middle = splits_.middle[tops_[column / 3]][split][place_[column]];
    return side ? kAll ^ top_columns_[column] ^ middle : middle;
}

Buckets::Bucket Buckets::splits_of(int bucket) const {
    return {middles_[bucket / (kNumSplits * kNumSplits)], uint8_t(bucket / kNumSplits % kNumSplits),
            uint8_t(bucket % kNumSplits)};
}

int Buckets::bucket_of(Bucket splits) const {
    if (middle_[splits[0]] == kNone)
        for (int stack = 0; stack < 3; ++stack) splits[stack] = opposite_[stack][splits[stack]];
    return (middle_[splits[0]] * kNumSplits + splits[1]) * kNumSplits + splits[2];
}

int Buckets::bucket_of(const FullGrid& grid) const {
    Bucket splits;
    for (int stack = 0; stack < 3; ++stack) {
        int triples[3];
        for (int column = 3 * stack; column < 3 * stack + 3; ++column)
            triples[place_[column]] = splits_.triple[column_mask(grid.data() + 27, column)];
        splits[stack] = split_of_[stack][triples[0]][triples[1]];
    }
    return bucket_of(splits);
}

int Buckets::turned(const Turn& turn, const Bucket& splits) const {
    Bucket image;
    for (int stack = 0; stack < 3; ++stack) image[stack] = turn.split[stack][splits[turn.from[stack]]];
    return bucket_of(image);
}

void Buckets::take_up(int in_class) {
    if (class_ == in_class) return;
    class_ = in_class;
    top_ = bands_.least[in_class];
    for (int band = 0; band < Bands::N; ++band) {
        const int other = bands_.of[band].in_class;
        compared_[band] = other < in_class ? kLess : other == in_class ? kTied : kSure;
    }
    for (int column = 0; column < 9; ++column) top_columns_[column] = column_mask(top_, column);
    int n_middles = 0;
    for (int stack = 0; stack < 3; ++stack) {
        const uint16_t* const columns = top_columns_ + 3 * stack;
        const int top = tops_[stack] = splits_.partition_of(columns[0], columns[1]);
        const uint16_t* const above = splits_.columns[top];
        for (int c = 0; c < 3; ++c) place_[3 * stack + c] = uint8_t(std::find(above, above + 3, columns[c]) - above);
        const auto triple = [&](int mask) { return splits_.triple[mask]; };
        for (uint8_t split = 0; split < kNumSplits; ++split) {
            const uint16_t* const middle = splits_.middle[top][split];
            split_of_[stack][triple(middle[0])][triple(middle[1])] = split;
        }
        for (int split = 0; split < kNumSplits; ++split) {
            const uint16_t* const middle = splits_.middle[top][split];
            opposite_[stack][split] =
                split_of_[stack][triple(kAll ^ above[0] ^ middle[0])][triple(kAll ^ above[1] ^ middle[1])];
        }
    }
    for (int split = 0; split < kNumSplits; ++split) {
        const bool is_middle = below(0, 0, split) & 2;
        middle_[split] = is_middle ? uint8_t(n_middles) : kNone;
        if (is_middle) middles_[n_middles++] = uint8_t(split);
    }
    turns_.clear();
    for (int k = bands_.first_symmetry[in_class]; k < bands_.first_symmetry[in_class + 1]; ++k)
        note_turn(bands_.rows[bands_.symmetries[k] / 1296], bands_.columns[bands_.symmetries[k] % 1296]);
    for (auto& side : boxes_)
        for (auto& stack : side)
            for (Boxes& boxes : stack) boxes.filled_for = -1;
}

void Buckets::note_turn(const uint8_t* rows, const uint8_t* columns) {
    Turn turn;
    uint8_t name[9];
    for (uint8_t c = 0; c < 9; ++c) name[top_[9 * rows[0] + columns[c]]] = c;
    for (int stack = 0; stack < 3; ++stack) {
        turn.from[stack] = columns[3 * stack] / 3;
        for (int split = 0; split < kNumSplits; ++split) {
            int triples[3];
            for (int column = 3 * stack; column < 3 * stack + 3; ++column) {
                int renamed = 0;
                for (unsigned left = below(0, columns[column], split); left; left &= left - 1)
                    renamed |= 1 << name[std::countr_zero(left)];
                triples[place_[column]] = splits_.triple[renamed];
            }
            turn.split[stack][split] = split_of_[stack][triples[0]][triples[1]];
        }
    }
    turns_.push_back(turn);
}

// LaidBands names digits so that the columns of stack 1 are the first partition.
void Buckets::fill(Boxes& boxes, int side, int stack, const Bucket& splits) const {
    const auto& partitions = side ? splits_.bottoms : splits_.middles;
    uint8_t digit_of[9], name[9], in_stack[9];
    int n = 0;
    for (const unsigned column : splits_.columns[partitions[tops_[0]][splits[0]]])
        for (unsigned left = column; left; left &= left - 1) {
            digit_of[n] = uint8_t(std::countr_zero(left));
            name[digit_of[n]] = uint8_t(n);
            ++n;
        }
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) in_stack[top_[9 * r + 3 * stack + c]] = uint8_t(3 * c + r);

    int renamed[3] = {}, column_at[3] = {};
    for (int c = 0; c < 3; ++c)
        for (unsigned left = below(side, 3 * stack + c, splits[stack]); left; left &= left - 1)
            renamed[c] |= 1 << name[std::countr_zero(left)];
    const uint16_t* const sorted = splits_.columns[splits_.partition_of(renamed[0], renamed[1])];
    for (int c = 0; c < 3; ++c) column_at[std::find(sorted, sorted + 3, renamed[c]) - sorted] = c;
    for (int box = 0; box < 36; ++box) {
        const int orders[3] = {0, box / 6, box % 6};
        for (int k = 0; k < 3; ++k) {
            uint8_t digits[3];
            int found = 0;
            for (unsigned left = sorted[k]; left; left &= left - 1) digits[found++] = digit_of[std::countr_zero(left)];
            for (int r = 0; r < 3; ++r) boxes.digits[box][r][column_at[k]] = digits[kOrders[orders[k]][r]];
        }
        int seen[3];
        for (int c = 0; c < 3; ++c) {
            const auto at = [&](int r) { return in_stack[boxes.digits[box][r][c]]; };
            seen[c] = bands_.order[(at(0) < at(1)) | (at(1) < at(2)) << 1 | (at(0) < at(2)) << 2];
        }
        boxes.in_stack[box] = uint8_t(6 * bands_.relative[seen[0]][seen[1]] + bands_.relative[seen[0]][seen[2]]);
    }
    boxes.filled_for = splits[0];
}

const Buckets::Boxes& Buckets::boxes(int side, int stack, const Bucket& splits) {
    Boxes& boxes = boxes_[side][stack][splits[stack]];
    if (boxes.filled_for != splits[0]) fill(boxes, side, stack, splits);
    return boxes;
}

template <class Visit>
void Buckets::visit(int in_class, int bucket, const Visit& visit) {
    take_up(in_class);
    const Bucket splits = splits_of(bucket);
    bool is_fixed = false;
    for (const Turn& turn : turns_) {
        const int image = turned(turn, splits);
        if (image < bucket) return;
        is_fixed |= image == bucket;
    }
    struct Range {
        const LaidBands::Band *begin, *end;
    } ranges[2];
    for (int side = 0; side < 2; ++side) {
        const auto& partitions = side ? splits_.bottoms : splits_.middles;
        const uint16_t* const seen = splits_.seen_from[partitions[tops_[0]][splits[0]]];
        const int second = seen[partitions[tops_[1]][splits[1]]], third = seen[partitions[tops_[2]][splits[2]]];
        Range& range = ranges[side];
        range = {laid_.begin(second, third), laid_.end(second, third)};
        range.end =
            std::partition_point(range.begin, range.end, [&](const auto& band) { return band.in_class >= in_class; });
        if (range.begin == range.end) return;
    }
    const Boxes* of[2][3];
    const uint8_t* compared[3];
    for (int stack = 0; stack < 3; ++stack) {
        for (int side = 0; side < 2; ++side) of[side][stack] = &boxes(side, stack, splits);
        int masks[2] = {};  // the middle box, by the positions of its digits above
        for (int c = 0; c < 2; ++c)
            for (int digit = 0; digit < 27; ++digit)
                if (digit % 9 / 3 == stack && below(0, 3 * stack + c, splits[stack]) >> top_[digit] & 1)
                    masks[c] |= 1 << (3 * (digit % 3) + digit / 9);
        compared[stack] = compared_ + 1296 * bands_.split[masks[0] >> 3][(masks[1] & 7) | masks[1] >> 6 << 3];
    }
    for (const auto* middle = ranges[0].begin; middle < ranges[0].end; ++middle) {
        const uint8_t* stacks[3];
        for (int stack = 0; stack < 3; ++stack)
            stacks[stack] = compared[stack] + 36 * of[0][stack]->in_stack[middle->boxes[stack]];
        const uint8_t tied = is_fixed || middle->in_class == in_class ? kTied : kSure;
        for (const auto* bottom = ranges[1].begin; bottom < ranges[1].end; ++bottom) {
            uint8_t compares = tied | uint8_t(bottom->in_class == in_class);
            for (int stack = 0; stack < 3; ++stack)
                compares |= stacks[stack][of[1][stack]->in_stack[bottom->boxes[stack]]];
            visit(*middle, *bottom, compares, of);
        }
    }
}

FullGrid Buckets::laid(const LaidBands::Band& middle, const LaidBands::Band& bottom,
                       const Boxes* const (&of)[2][3]) const {
    FullGrid grid;
    std::copy_n(top_, 27, grid.data());
    const LaidBands::Band* const bands[2] = {&middle, &bottom};
    for (int side = 0; side < 2; ++side) {
        const LaidBands::Band& band = *bands[side];
        const uint8_t* const rows[3] = {kOrders[0], kOrders[band.rows / 6], kOrders[band.rows % 6]};
        const auto& first = of[side][0]->digits[band.boxes[0]];
        for (int r = 0; r < 3; ++r) {
            int at = 0;  // rows are sorted by their first digit
            for (int other = 0; other < 3; ++other) at += first[other][0] < first[r][0];
            for (int stack = 0; stack < 3; ++stack)
                std::copy_n(of[side][stack]->digits[band.boxes[stack]][rows[stack][r]], 3,
                            &grid[27 + 27 * side + 9 * at + 3 * stack]);
        }
    }
    return grid;
}

namespace {

// A grid with its lines in some order, digits named in the order of row 1, and the rows below the top band sorted.
FullGrid seen_from(const uint8_t (*lines)[9], int band, const uint8_t* row_order, const uint8_t* columns) {
    FullGrid grid;
    uint8_t name[10];  // digits may be from 0 or from 1
    for (uint8_t c = 0; c < 9; ++c) name[lines[3 * band + row_order[0]][columns[c]]] = c;
    const auto put = [&](const uint8_t* line, int at) {
        for (int c = 0; c < 9; ++c) grid[9 * at + c] = name[line[columns[c]]];
    };
    for (int r = 0; r < 3; ++r) put(lines[3 * band + row_order[r]], r);
    const auto first_of = [&](int line) { return name[lines[line][columns[0]]]; };
    int others[6], n = 0;
    for (int line = 0; line < 9; ++line)
        if (line / 3 != band) others[n++] = line;
    for (int half = 0; half < 6; half += 3)
        std::sort(others + half, others + half + 3,
                  [&](int one, int other) { return first_of(one) < first_of(other); });
    if (first_of(others[0]) > first_of(others[3])) std::swap_ranges(others, others + 3, others + 3);
    for (int r = 0; r < 6; ++r) put(lines[others[r]], 3 + r);
    return grid;
}

// A grid's three bands and three stacks, and their least class.
struct Named {
    uint8_t lines[2][9][9];
    Bands::Named bands[6];
    int least_class = Bands::kNumClasses;

    Named(const Bands& table, const uint8_t* grid) {
        for (int cell = 0; cell < 81; ++cell) lines[0][cell / 9][cell % 9] = lines[1][cell % 9][cell / 9] = grid[cell];
        for (int k = 0; k < 6; ++k) {
            const auto* const band = lines[k / 3] + k % 3 * 3;
            bands[k] = table.name(band[0], band[1], band[2]);
            least_class = std::min<int>(least_class, table.of[bands[k].band].in_class);
        }
    }
};

}  // namespace

int least_class(const Bands& bands, const uint8_t* grid) { return Named(bands, grid).least_class; }

template <class Take>
bool Buckets::see(const uint8_t* grid, const Take& take) {
    const Named named(bands_, grid);
    take_up(named.least_class);
    for (int k = 0; k < 6; ++k) {
        const Bands::Band& band = bands_.of[named.bands[k].band];
        if (band.in_class != class_) continue;
        uint8_t columns[9];
        for (int c = 0; c < 9; ++c)
            columns[c] = bands_.sorted[named.bands[k].sorting][bands_.columns[band.way % 1296][c]];
        const FullGrid seen = seen_from(named.lines[k / 3], k % 3, bands_.rows[band.way / 1296], columns);
        const int bucket = bucket_of(seen);
        if (!take(bucket, [&] { return seen; })) return false;
        uint8_t rows[9][9];
        std::memcpy(rows, seen.data(), sizeof rows);
        const Bucket splits = splits_of(bucket);
        for (size_t i = 0; i < turns_.size(); ++i) {
            const int way = bands_.symmetries[bands_.first_symmetry[class_] + i];
            const auto turned_grid = [&] {
                return seen_from(rows, 0, bands_.rows[way / 1296], bands_.columns[way % 1296]);
            };
            if (!take(turned(turns_[i], splits), turned_grid)) return false;
        }
    }
    return true;
}

Home Buckets::home_of(const uint8_t* grid) {
    Home home{.in_class = 0, .bucket = N, .grid = {}};
    see(grid, [&](int bucket, const auto& seen_so) {
        if (bucket > home.bucket) return true;
        const FullGrid seen = seen_so();
        if (bucket < home.bucket || seen < home.grid) home.grid = seen;
        home.bucket = bucket;
        return true;
    });
    home.in_class = class_;
    return home;
}

bool Buckets::belongs(int bucket, const FullGrid& grid) {
    return see(grid.data(), [&](int other, const auto& seen_so) {
        return other > bucket || (other == bucket && seen_so() >= grid);
    });
}

uint32_t Buckets::count(int in_class, int bucket) {
    uint32_t n = 0;
    visit(in_class, bucket, [&](const auto& middle, const auto& bottom, uint8_t compares, const auto& of) {
        n += compares == kSure;
        if (compares != kTied) return;
        const FullGrid grid = laid(middle, bottom, of);
        n += belongs(bucket, grid);
    });
    return n;
}

void Buckets::list(int in_class, int bucket, std::vector<FullGrid>& grids) {
    grids.clear();
    visit(in_class, bucket, [&](const auto& middle, const auto& bottom, uint8_t compares, const auto& of) {
        if (compares >= kLess) return;
        const FullGrid grid = laid(middle, bottom, of);
        if (compares == kSure || belongs(bucket, grid)) grids.push_back(grid);
    });
    std::sort(grids.begin(), grids.end());
}

}  // namespace farandole
