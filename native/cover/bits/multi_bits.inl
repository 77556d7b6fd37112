// Multiplicities on bit sets: Algorithm M as in cover/multi.hpp, for up to some thousands of options. Included by
// bits.inl; uses its sets, rows and vectors.
//
// An item may be covered `most` more times, of which `slack` are optional. Items with most = 0 are closed, and none of
// their options is active. All else follows from the active options, for all items side by side:
//
//     least = most - slack, or 0                how often it must be covered
//     spare = options active - least            below 0: the item is short, a dead end
//
// The item with the least spare is next; at a tie the one with less slack, then with more options, then the first.

namespace multi {

// Like BitPack, with the additional data of each item. Its levels follow in memory.
struct Pack {
    Pack* outer;
    int32_t n_options, n_items, n_words, n_padded;
    Word* rows;   // [rows of the problem][n_words]
    Word* has;    // [n_words][n_padded]
    Word* slack;  // [n_padded]
    int32_t* options;
    int32_t* items;
    int32_t* places;  // [n_items of the problem]: the index of an item in this pack
    Word *first, *level;
};

// A level has two sets: the options that are active once an option of it is taken, and the candidates yet to be tried.
// Then, for each item, its `most` once this level's item is covered once more.
struct Notes {
    int32_t item;          // in the pack
    int32_t row;           // of the problem
    int32_t n_candidates;  // at first
    int32_t n_tried;
    int32_t n_fitting;   // after this many the item is short
    int32_t option;      // of the problem, taken now; or kNobody, or kNone
    bool may_pass;       // the item need not be covered again
    bool is_closed;      // it may be covered only once more
    bool is_last;        // and it is the last item, and must be covered
    int16_t size_class;  // the class of its sample, or -1
    int64_t nodes_before;
};

constexpr int32_t kNobody = -1, kNone = -2;
constexpr int64_t kShort = -1, kEmpty = INT64_MAX;  // instead of a key: an item is short; no item is open

INLINE Word* active(Word* level) { return level; }
INLINE Word* candidates(const Pack& pack, Word* level) { return level + pack.n_words; }
INLINE int most_at(int n_words) { return (2 * n_words + kLanes - 1) / kLanes * kLanes; }
INLINE Word* most(const Pack& pack, Word* level) { return level + most_at(pack.n_words); }
INLINE Notes& notes(const Pack& pack, Word* level) { return *(Notes*)(most(pack, level) + pack.n_padded); }
INLINE int level_size(int n_words, int n_padded) {
    return most_at(n_words) + n_padded + ((int)sizeof(Notes) + 63) / 64 * 8;
}

// The key of the item to choose, with its index in the lowest 16 bits; or kShort, or kEmpty.
template <int kWords>
INLINE int64_t survey(const Pack& pack, const Word* active, const Word* most, bool first) {
    const int n_words = kWords ? kWords : pack.n_words, n_groups = pack.n_padded / kLanes;
    Lanes lane = Lanes{};
    for (int k = 0; k < kLanes; ++k) lane[k] = k;
    Keys best = Keys{} + kEmpty, is_short = Keys{};
    for (int group = 0; group < n_groups; ++group) {
        const Lanes* has = (const Lanes*)pack.has + group;
        Lanes size = Lanes{};
        for (int w = 0; w < n_words; ++w) size += sum_bytes(count_bytes(has[w * n_groups] & spread(active[w])));
        const Keys left = (Keys)((const Lanes*)most)[group], slack = (Keys)((const Lanes*)pack.slack)[group];
        const Keys is_open = left > 0, needs = left > slack;
        const Keys least = (left - slack) & needs, spare = (Keys)size - least;
        is_short |= is_open & (spare < 0);
        const Keys place = (Keys)(lane + (Word)(group * kLanes));
        const Keys ease = needs ? slack : left;  // the optional part of what is left
        const Keys key = first ? place : spare << 48 | ease << 32 | (0x7fff - least) << 16 | place;
        const Keys open_key = is_open ? key : Keys{} + kEmpty;
        best = open_key < best ? open_key : best;
    }
    if (!is_zero((Lanes)is_short)) return kShort;
    int64_t key = best[0];
    for (int k = 1; k < kLanes; ++k) key = best[k] < key ? best[k] : key;
    return key;
}

// Makes a level from the active options and `most`; its item is that of the key.
template <int kWords>
INLINE void open_level(const Pack& pack, Word* level, int64_t key) {
    const int n_words = kWords ? kWords : pack.n_words, item = (int)(key & 0xffff);
    Notes& note = notes(pack, level);
    Word& left = most(pack, level)[item];
    const Word slack = pack.slack[item];
    note.item = item;
    note.row = pack.items[item];
    note.may_pass = left <= slack;
    note.is_closed = left == 1;
    --left;
    int n = 0;
    for (int w = 0; w < n_words; ++w) {
        const Word some = active(level)[w] & pack.has[w * pack.n_padded + item];
        candidates(pack, level)[w] = some;
        n += __builtin_popcountll(some);
        if (note.is_closed) active(level)[w] &= ~some;
    }
    note.n_candidates = n;
    note.n_tried = 0;
    note.n_fitting = note.is_closed || left <= slack ? n : n - (int)(left - slack);
    note.option = kNobody;
    note.is_last = false;
    if (note.is_closed && !note.may_pass) {
        Lanes open = Lanes{};
        const Lanes* all = (const Lanes*)most(pack, level);
        for (int group = 0; group < pack.n_padded / kLanes; ++group) open |= all[group];
        note.is_last = is_zero(open);
    }
    note.size_class = -1;
}

// Writes to `next` the active options and `most` once the option is taken. Returns the key of the item to choose there.
template <int kWords>
INLINE int64_t take(const BitProblem& problem, const Pack& pack, Word* level, int option, Word* next, bool first) {
    const int n_words = kWords ? kWords : pack.n_words, n_groups = pack.n_padded / kLanes;
    const Notes& note = notes(pack, level);
    const int name = pack.options[option], w_of = option >> 6, bit = option & 63;
    const Word* had = most(pack, level);
    for (int w = 0; w < n_words; ++w) active(next)[w] = active(level)[w];
    const auto strike = [&](int32_t row, int32_t but) {
        for (int w = 0; w < n_words; ++w)
            active(next)[w] &=
                ~pack.rows[(size_t)row * n_words + w] | (but < 0 ? 0 : pack.rows[(size_t)but * n_words + w]);
    };
    for (int m = problem.members_begin[name]; m < problem.members_begin[name + 1]; ++m) {
        const int32_t row = problem.members[m];
        if (row != note.row && had[pack.places[row]] == 1) strike(row, -1);
    }
    for (int f = problem.fringe_begin[name]; f < problem.fringe_begin[name + 1]; ++f)
        strike(problem.fringe[f].item, problem.fringe[f].shade);
    for (int group = 0; group < n_groups; ++group) {
        const Lanes covers = ((const Lanes*)pack.has)[w_of * n_groups + group] >> bit & spread(1);
        ((Lanes*)most(pack, next))[group] = ((const Lanes*)had)[group] - covers;
    }
    most(pack, next)[note.item] = had[note.item];
    return survey<kWords>(pack, active(next), most(pack, next), first);
}

// The same once the item of the level is not covered again.
template <int kWords>
INLINE int64_t pass(const Pack& pack, Word* level, Word* next, bool first) {
    const int n_words = kWords ? kWords : pack.n_words;
    for (int w = 0; w < n_words; ++w) active(next)[w] = active(level)[w];
    memcpy(most(pack, next), most(pack, level), (size_t)pack.n_padded * sizeof(Word));
    most(pack, next)[notes(pack, level).item] = 0;
    return survey<kWords>(pack, active(next), most(pack, next), first);
}

INLINE Word* lay_out(const BitProblem& problem, Pack* pack, int n_options, int n_items) {
    pack->n_options = n_options;
    pack->n_items = n_items;
    pack->n_words = n_options > 64 ? (n_options + 63) / 64 : 1;
    pack->n_padded = (n_items + kLanes - 1) / kLanes * kLanes;
    pack->has = (Word*)aligned(pack + 1);
    pack->slack = pack->has + (size_t)pack->n_words * pack->n_padded;
    pack->rows = pack->slack + pack->n_padded;
    pack->options = (int32_t*)(pack->rows + (size_t)pack->n_words * problem.n_rows);
    pack->items = pack->options + n_options;
    pack->places = pack->items + n_items;
    return (Word*)aligned(pack->places + problem.n_items);
}

// Makes the rows of a pack from its options, items and slack, and its first level, still without an item. `most` is
// that of its items.
// are those of its items.
void open_pack(MultiBitState& search, Pack* pack, Word* level, const Word* left) {
    const BitProblem& problem = search.problem;
    const int n_words = pack->n_words;
    memset(pack->rows, 0, (size_t)n_words * problem.n_rows * sizeof(Word));
    for (int option = 0; option < pack->n_options; ++option) {
        Word* rows = pack->rows + (option >> 6);
        const Word bit = (Word)1 << (option & 63);
        const int name = pack->options[option];
        for (int k = problem.members_begin[name]; k < problem.members_begin[name + 1]; ++k)
            rows[(size_t)problem.members[k] * n_words] |= bit;
        for (int k = problem.fringe_begin[name]; k < problem.fringe_begin[name + 1]; ++k) {
            rows[(size_t)problem.fringe[k].item * n_words] |= bit;
            if (problem.fringe[k].shade != problem.n_items) rows[(size_t)problem.fringe[k].shade * n_words] |= bit;
        }
    }
    for (int item = 0; item < pack->n_padded; ++item) {
        const bool is_spare = item >= pack->n_items;
        const Word* row = is_spare ? nullptr : pack->rows + (size_t)pack->items[item] * n_words;
        for (int w = 0; w < n_words; ++w) pack->has[w * pack->n_padded + item] = row ? row[w] : 0;
        pack->slack[item] = is_spare ? 0 : search.slack[pack->items[item]];
        if (!is_spare) pack->places[pack->items[item]] = item;
    }
    pack->outer = (Pack*)search.pack;
    search.pack = pack;
    pack->first = pack->level = level;
    memset(level, 0, (size_t)multi::level_size(n_words, pack->n_padded) * sizeof(Word));
    for (int option = 0; option < pack->n_options; ++option) put(active(level), option);
    for (int item = 0; item < pack->n_items; ++item) most(*pack, level)[item] = left[item];
}

// Continues at a level without an item in a new pack.
void push_pack(MultiBitState& search, Word* level, int n_options) {
    const Pack& from = *(const Pack*)search.pack;
    Pack* pack = (Pack*)aligned(level + multi::level_size(from.n_words, from.n_padded));
    int n_items = 0;
    int32_t items[kMaxItems];
    Word left[kMaxItems];
    for (int item = 0; item < from.n_items; ++item) {
        items[n_items] = from.items[item];
        left[n_items] = most(from, level)[item];
        n_items += left[n_items] != 0;
    }
    Word* first = lay_out(search.problem, pack, n_options, n_items);
    memcpy(pack->items, items, (size_t)n_items * sizeof(int32_t));
    int32_t* option = pack->options;
    for (int w = 0; w < from.n_words; ++w)
        for (Word rest = active(level)[w]; rest; rest &= rest - 1)
            *option++ = from.options[64 * w + __builtin_ctzll(rest)];
    open_pack(search, pack, first, left);
}

// Like for a BitPack.
INLINE bool is_worthwhile(const MultiBitState& search, const Pack& pack, int n_options) {
    constexpr int64_t kNodeCost = 3, kEntryCost = 3, kPackCost = 200;
    const int n_words = (n_options + 63) / 64, n_groups = pack.n_padded / kLanes;
    const BitSample& sample = search.samples[size_class(n_options)];
    const int64_t saved = kNodeCost * (pack.n_words - n_words) * n_groups * sample.nodes;
    const int64_t spent = kPackCost + kEntryCost * n_options * search.entries_per_option + n_words * pack.n_padded;
    return saved > spent * sample.n;
}

// Searches the newest pack until it is done, until another pack is made, or until the search pauses.
template <int kWords>
Next explore(MultiBitState& search, Control& control, int64_t solutions, bool counts) {
    Pack pack = *(Pack*)search.pack;
    if (kWords) pack.n_words = kWords;
    const BitProblem problem = search.problem;
    const int size = multi::level_size(pack.n_words, pack.n_padded);
    Word* level = pack.level;
    const auto pause = [&] {
        ((Pack*)search.pack)->level = level;
        return Next::kPause;
    };
    for (;;) {
        Notes& note = notes(pack, level);
        const bool is_done = note.n_tried == note.n_candidates;
        if (is_done && !note.may_pass) {
            if (note.size_class >= 0) {
                BitSample& sample = search.samples[note.size_class];
                sample.nodes += search.nodes - note.nodes_before;
                ++sample.n;
            }
            if (level == pack.first) return Next::kLeave;
            level -= size;
            continue;
        }
        if (search.nodes >= control.next_poll) {
            ((Pack*)search.pack)->level = level;
            if (control.pauses(search.nodes)) return Next::kPause;
        }
        ++search.nodes;
        note.option = kNobody;
        Word* next = level + size;
        int64_t key;
        if (is_done) {
            note.may_pass = false;
            note.option = kNone;
            key = pass<kWords>(pack, level, next, search.first);
        } else {
            if (note.n_tried++ >= note.n_fitting) continue;
            Word* rest = candidates(pack, level);
            int w = 0;
            while (!rest[w]) ++w;
            const int option = 64 * w + __builtin_ctzll(rest[w]);
            rest[w] &= rest[w] - 1;
            if (!note.is_closed) active(level)[w] &= ~((Word)1 << (option & 63));
            note.option = problem.names[pack.options[option]];
            key = take<kWords>(problem, pack, level, option, next, search.first);
        }
        if (key == kShort) continue;
        if (key == kEmpty) {
            ++search.solutions;
            const int64_t others = note.n_candidates - note.n_tried;
            if (counts && note.is_last && others <= solutions - search.solutions) {
                search.solutions += others;
                note.n_tried = note.n_candidates;
            }
            if (search.solutions == solutions) return pause();
            continue;
        }
        const int n_active = kWords == 1 ? 64 : count(active(next), pack.n_words);
        const bool is_sparse = kWords != 1 && n_active > 0 && 4 * ((n_active + 63) / 64) <= 3 * pack.n_words;
        if (is_sparse && is_worthwhile(search, pack, n_active)) {
            ((Pack*)search.pack)->level = level;
            push_pack(search, next, n_active);
            return Next::kPack;
        }
        open_level<kWords>(pack, next, key);
        if (is_sparse) {
            notes(pack, next).size_class = (int16_t)size_class(n_active);
            notes(pack, next).nodes_before = search.nodes;
        }
        level = next;
    }
}

// Gives the first level of the newest pack its item. Returns false if there is nothing to search.
bool begin_pack(MultiBitState& search) {
    Pack& pack = *(Pack*)search.pack;
    const int64_t key = survey<0>(pack, active(pack.first), most(pack, pack.first), search.first);
    if (key == kShort || key == kEmpty) return false;
    open_level<0>(pack, pack.first, key);
    if (pack.outer) notes(pack, pack.first).size_class = (int16_t)size_class(pack.n_options);
    notes(pack, pack.first).nodes_before = search.nodes;
    return true;
}

size_t memory_for(const BitProblem& problem, int64_t n_levels) {
    const size_t n_padded = (size_t)(problem.n_items + kLanes);
    const auto pack_size = [&](int64_t n_options) {
        const size_t words = (size_t)(n_options + 63) / 64 + 1;
        return sizeof(Pack) + 4 * 64 + ((size_t)problem.n_rows + n_padded) * words * sizeof(Word) +
               n_padded * sizeof(Word) + ((size_t)n_options + 2 * (size_t)problem.n_items) * sizeof(int32_t);
    };
    const int64_t n_words = (problem.n_options + 63) / 64 + 1;
    size_t size = pack_size(problem.n_options);
    for (int64_t words = n_words; words > 0; words = 3 * words / 4) size += pack_size(64 * words);
    return size + (size_t)n_levels * (size_t)multi::level_size((int)n_words, (int)n_padded) * sizeof(Word);
}

bool begin(MultiBitState& search) {
    const BitProblem& problem = search.problem;
    Pack* pack = (Pack*)search.memory;
    Word* first = lay_out(problem, pack, problem.n_options, problem.n_items);
    for (int option = 0; option < pack->n_options; ++option) pack->options[option] = option;
    for (int item = 0; item < pack->n_items; ++item) pack->items[item] = item;
    search.pack = nullptr;
    for (int c = 0; c < BitState::kClasses; ++c) search.samples[c] = {(int64_t)1 << c / 2, 1};
    open_pack(search, pack, first, search.most);
    return begin_pack(search);
}

bool run(MultiBitState& search, Control& control, int64_t solutions, bool counts) {
    if (search.solutions >= solutions) return false;
    for (;;) {
        Next next;
        switch (((Pack*)search.pack)->n_words) {
            case 1: next = explore<1>(search, control, solutions, counts); break;
            case 2: next = explore<2>(search, control, solutions, counts); break;
            default: next = explore<0>(search, control, solutions, counts);
        }
        if (next == Next::kPause) return false;
        if (next == Next::kPack) begin_pack(search);
        if (next == Next::kLeave) {
            if (!((Pack*)search.pack)->outer) return true;
            search.pack = ((Pack*)search.pack)->outer;
        }
    }
}

// Calls `visit` with each level, from the first to the newest.
template <class See>
void for_each_level(const Pack* pack, See see) {
    if (pack->outer) for_each_level(pack->outer, see);
    for (Word* level = pack->first; level <= pack->level; level += multi::level_size(pack->n_words, pack->n_padded))
        see(notes(*pack, level));
}

int32_t path(const MultiBitState& search, int32_t* out) {
    int32_t n = 0;
    for_each_level((const Pack*)search.pack, [&](const Notes& note) {
        if (note.option >= 0) out[n++] = note.option;
    });
    return n;
}

double share(const MultiBitState& search) {
    double behind = 0, part = 1;
    for_each_level((const Pack*)search.pack, [&](const Notes& note) {
        const bool passes = note.option == kNone;
        const int n = note.n_candidates + (note.may_pass || passes);
        behind += part * (passes ? note.n_candidates : note.n_tried - (note.option >= 0)) / (n ? n : 1);
        part /= n ? n : 1;
    });
    return behind;
}

}  // namespace multi
