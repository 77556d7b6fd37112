// Exact cover on bit sets: Algorithm C for up to some thousands of options. All kernels compile this text: a bits_X.cpp
// file sets
//
//     FARANDOLE_KERNEL   the name of the kernel, a namespace
//     FARANDOLE_LANES    words in a vector: 2, 4 or 8
//
// and is compiled with the flags of its instruction set. As in lanes.inl, it uses no standard library, and only the
// kernel itself is visible outside.
//
// The active options are a bit set, and so is each row: the options that cover an item, have a secondary item, or give
// it a certain color. Taking an option removes the rows of its items. Nothing has to be undone, because each level has
// its own sets. To check all items at once, their rows are side by side in vectors:
//
//     options 3 to 0:  c | b | a b | a c         active   1111   take 1 (a b):   1000   active & ~a & ~b
//                                                taken    0000                   0010
//     item    a     b     c
//     has     0011  0110  1001                   of each item, (active | taken) & has: an empty lane is a dead end
//                                                active & has: its size, 0 if it is covered
//
// When no option is active and no item is a dead end, all items are covered.
//
// As options get fewer, the remaining ones are renumbered and get new rows: a pack, with which the levels below are
// faster. With at most 64 options a set is one word, and the smallest item is found without counting: remove the lowest
// option of every item again and again, and see which item runs out first.

#include "cover/bits/bits.hpp"

#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace farandole {

// Some options and items, renumbered in their old order. Its levels follow in memory, one after another.
//
//     n_words   words of a set of options: n_options / 64, rounded up
//     n_stride  words from one set to the next: if there are more than two, whole vectors
// items, padded to fill vectors; the additional ones have every option
struct BitPack {
    BitPack* outer;  // whose newest level continues here
    int32_t n_options, n_items, n_words, n_stride, n_padded;
    uint64_t* rows;    // [rows of the problem][n_stride]; valid for the items and options that remain
    uint64_t* has;     // [n_words][n_padded]: the rows of the items, side by side
    int32_t* options;  // [n_options], [n_items]: their numbers in the problem
    int32_t* items;
    uint64_t *first, *level;  // the first and the newest level
};

namespace FARANDOLE_KERNEL {
namespace {

constexpr int kLanes = FARANDOLE_LANES;
constexpr int kMaxItems = BitProblem::kMaxItems;

typedef uint64_t Word;
typedef Word Lanes __attribute__((vector_size(8 * kLanes), may_alias));
typedef uint8_t Bytes __attribute__((vector_size(8 * kLanes), may_alias));
typedef int64_t Keys __attribute__((vector_size(8 * kLanes), may_alias));

#define INLINE [[gnu::always_inline]] inline

INLINE Lanes spread(Word word) { return word - Lanes{}; }

// A bit for each lane that is zero.
INLINE unsigned zeros(Lanes x) {
#if defined(__AVX512F__) && FARANDOLE_LANES == 8
    return _mm512_testn_epi64_mask((__m512i)x, (__m512i)x);
#elif defined(__AVX2__) && FARANDOLE_LANES == 4
    return _mm256_movemask_pd((__m256d)(x == 0));
#else
    unsigned bits = 0;
    for (int lane = 0; lane < kLanes; ++lane) bits |= (unsigned)(x[lane] == 0) << lane;
    return bits;
#endif
}

INLINE bool is_zero(Word x) { return x == 0; }
INLINE bool is_zero(Lanes x) { return zeros(x) == (1u << kLanes) - 1; }

// The number of bits in each byte, by table lookups or additions.
INLINE Lanes counts_of_halves() {
    Lanes table = Lanes{};
    for (int k = 0; k < kLanes; ++k) table[k] = k % 2 ? 0x0403030203020201 : 0x0302020102010100;
    return table;
}
INLINE Lanes count_bytes(Lanes x) {
#if defined(__AVX512BW__) && FARANDOLE_LANES == 8
    const __m512i table = (__m512i)counts_of_halves();
    const __m512i low = (__m512i)(x & 0x0f0f0f0f0f0f0f0f), high = (__m512i)(x >> 4 & 0x0f0f0f0f0f0f0f0f);
    return (Lanes)_mm512_add_epi8(_mm512_shuffle_epi8(table, low), _mm512_shuffle_epi8(table, high));
#elif defined(__AVX2__) && FARANDOLE_LANES == 4
    const __m256i table = (__m256i)counts_of_halves();
    const __m256i low = (__m256i)(x & 0x0f0f0f0f0f0f0f0f), high = (__m256i)(x >> 4 & 0x0f0f0f0f0f0f0f0f);
    return (Lanes)_mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
#else
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    return (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
#endif
}

// The sum of the eight bytes of each lane.
INLINE Lanes sum_bytes(Lanes x) {
#if defined(__AVX512BW__) && FARANDOLE_LANES == 8
    return (Lanes)_mm512_sad_epu8((__m512i)x, _mm512_setzero_si512());
#elif defined(__AVX2__) && FARANDOLE_LANES == 4
    return (Lanes)_mm256_sad_epu8((__m256i)x, _mm256_setzero_si256());
#else
    x = (x & 0x00ff00ff00ff00ff) + (x >> 8 & 0x00ff00ff00ff00ff);
    x += x >> 16;
    x += x >> 32;
    return x & 0xffff;
#endif
}

INLINE int count(const Word* set, int n_words) {
    int n = 0;
    for (int w = 0; w < n_words; ++w) n += __builtin_popcountll(set[w]);
    return n;
}

INLINE void put(Word* set, int bit) { set[bit >> 6] |= (Word)1 << (bit & 63); }

// ---------------------------------------------------------------------------------------------------------------------
// Levels

// A level has three sets: the active options, those taken since the pack was made, and the candidates: the options yet
// to be tried at this level. Then a few numbers follow.
struct Notes {
    int32_t n_candidates;  // at first
    bool is_taken;         // whether an option of this level is taken now
    int16_t size_class;    // the class of its sample, or -1
    int64_t nodes_before;  // search.nodes at the start of that sample
};

INLINE Word* active(Word* level) { return level; }
INLINE Word* taken(const BitPack& pack, Word* level) { return level + pack.n_stride; }
INLINE Word* candidates(const BitPack& pack, Word* level) { return level + 2 * pack.n_stride; }
INLINE Notes& notes(const BitPack& pack, Word* level) { return *(Notes*)(level + 3 * pack.n_stride); }

// Words between levels; the sets stay aligned to vectors.
INLINE int level_size(int n_stride) { return 3 * n_stride + (n_stride <= 2 ? (int)(sizeof(Notes) / sizeof(Word)) : 8); }

// The unit of work on a set: a word, or a vector of words.
template <class Part>
INLINE Part& part(Word* set, int k) {
    return ((Part*)set)[k];
}

// Writes to `next` the sets below the level once the option is taken, and their union. Returns false if no option is
// active any more.
template <class Part>
INLINE bool take(const BitProblem& problem, const BitPack& pack, Word* level, int option, Word* next, Word* standing) {
    const int name = pack.options[option], n_parts = pack.n_stride * (int)sizeof(Word) / (int)sizeof(Part);
    const auto row = [&](int32_t number, int k) { return part<Part>(pack.rows + (size_t)number * pack.n_stride, k); };
    for (int k = 0; k < n_parts; ++k) part<Part>(taken(pack, next), k) = part<Part>(taken(pack, level), k);
    put(taken(pack, next), option);
    Part any = Part{};
    for (int k = 0; k < n_parts; ++k) {
        Part left = part<Part>(active(level), k);
        for (int m = problem.members_begin[name]; m < problem.members_begin[name + 1]; ++m)
            left &= ~row(problem.members[m], k);
        for (int f = problem.fringe_begin[name]; f < problem.fringe_begin[name + 1]; ++f)
            left &= ~row(problem.fringe[f].item, k) | row(problem.fringe[f].shade, k);
        part<Part>(active(next), k) = left;
        part<Part>(standing, k) = left | part<Part>(taken(pack, next), k);
        any |= left;
    }
    return !is_zero(any);
}

// Whether every item is covered or has an option left. Starts with the group of items that failed last, because it is
// likely to fail again.
INLINE bool is_alive(const BitPack& pack, const Word* standing, int& group) {
    const int n_groups = pack.n_padded / kLanes;
    for (int k = 0; k < n_groups; ++k) {
        const Lanes* has = (const Lanes*)pack.has + group;
        Lanes left = Lanes{};
        for (int w = 0; w < pack.n_words; ++w) left |= has[w * n_groups] & spread(standing[w]);
        if (zeros(left)) return false;
        if (++group == n_groups) group = 0;
    }
    return true;
}

// The same for sets of one word.
INLINE bool is_alive(const BitPack& pack, Word standing) {
    const Lanes* has = (const Lanes*)pack.has;
    for (int group = 0; group < pack.n_padded / kLanes; ++group)
        if (zeros(has[group] & spread(standing))) return false;
    return true;
}

// The item with the fewest active options, the first of them at a tie; items without any are covered. For sets of one
// word.
INLINE int smallest_by_striking(const BitPack& pack, Word active) {
    const int n_groups = pack.n_padded / kLanes;
    const Lanes* has = (const Lanes*)pack.has;
    Lanes left[kMaxItems / kLanes];
    uint8_t open[kMaxItems / kLanes];
    for (int group = 0; group < n_groups; ++group) {
        const Lanes some = has[group] & spread(active);
        left[group] = some & (some - 1);
        open[group] = ~zeros(some);
        if (const unsigned ended = zeros(left[group]) & open[group]) return group * kLanes + __builtin_ctz(ended);
    }
    for (;;) {
        for (int group = 0; group < n_groups; ++group) {
            left[group] &= left[group] - 1;
            if (const unsigned ended = zeros(left[group]) & open[group]) return group * kLanes + __builtin_ctz(ended);
        }
    }
}

// The same for sets of any size.
INLINE int smallest_by_counting(const BitPack& pack, const Word* active) {
    constexpr int kBytesHold = 31;  // the number of words whose counts per byte fit into a byte
    const int n_groups = pack.n_padded / kLanes;
    Lanes lane = Lanes{};
    for (int k = 0; k < kLanes; ++k) lane[k] = k;
    Keys best = Keys{} + INT64_MAX;
    for (int group = 0; group < n_groups; ++group) {
        const Lanes* has = (const Lanes*)pack.has + group;
        Lanes size = Lanes{};
        for (int w = 0; w < pack.n_words;) {
            const int end = w + kBytesHold < pack.n_words ? w + kBytesHold : pack.n_words;
            Bytes bytes = Bytes{};
            for (; w < end; ++w) bytes += (Bytes)count_bytes(has[w * n_groups] & spread(active[w]));
            size += sum_bytes((Lanes)bytes);
        }
        const Keys is_covered = (Keys)(size == 0) & INT64_MAX;
        const Keys key = (Keys)(size << 32 | (lane + (Word)(group * kLanes))) | is_covered;
        best = key < best ? key : best;
    }
    int64_t key = best[0];
    for (int k = 1; k < kLanes; ++k) key = best[k] < key ? best[k] : key;
    return (int)(uint32_t)key;
}

INLINE int leftmost(const BitPack& pack, const Word* active) {
    for (int item = 0;; ++item)
        for (int w = 0; w < pack.n_words; ++w)
            if (pack.has[w * pack.n_padded + item] & active[w]) return item;
}

// Chooses the item to cover at a level, and lists its candidates.
template <int kWords>
INLINE void choose(const BitPack& pack, bool first, Word* level) {
    const int item = first         ? leftmost(pack, active(level))
                     : kWords == 1 ? smallest_by_striking(pack, *active(level))
                                   : smallest_by_counting(pack, active(level));
    int n = 0;
    for (int w = 0; w < pack.n_words; ++w) {
        const Word word = active(level)[w] & pack.has[w * pack.n_padded + item];
        candidates(pack, level)[w] = word;
        n += __builtin_popcountll(word);
    }
    notes(pack, level) = {n, 0, -1, 0};
}

// ---------------------------------------------------------------------------------------------------------------------
// Packs

INLINE void* aligned(void* memory) { return (void*)(((uintptr_t)memory + 63) & ~(uintptr_t)63); }

// Lays out a pack for this many options and items. Returns where its levels begin.
INLINE Word* lay_out(const BitProblem& problem, BitPack* pack, int n_options, int n_items) {
    pack->n_options = n_options;
    pack->n_items = n_items;
    pack->n_words = (n_options + 63) / 64;
    pack->n_stride = pack->n_words <= 2 ? pack->n_words : (pack->n_words + kLanes - 1) / kLanes * kLanes;
    pack->n_padded = (n_items + kLanes - 1) / kLanes * kLanes;
    pack->has = (Word*)aligned(pack + 1);
    pack->rows = (Word*)aligned(pack->has + (size_t)pack->n_words * pack->n_padded);
    pack->options = (int32_t*)(pack->rows + (size_t)pack->n_stride * problem.n_rows);
    pack->items = pack->options + n_options;
    return (Word*)aligned(pack->items + n_items);
}

// Makes the rows of a pack from its options and items, and opens its first level.
void open_pack(BitState& search, BitPack* pack, Word* level) {
    const BitProblem& problem = search.problem;
    const int n_words = pack->n_words, n_stride = pack->n_stride;
    memset(pack->rows, 0, (size_t)n_stride * problem.n_rows * sizeof(Word));
    for (int option = 0; option < pack->n_options; ++option) {
        Word* rows = pack->rows + (option >> 6);
        const Word bit = (Word)1 << (option & 63);
        const int name = pack->options[option];
        for (int k = problem.members_begin[name]; k < problem.members_begin[name + 1]; ++k)
            rows[(size_t)problem.members[k] * n_stride] |= bit;
        for (int k = problem.fringe_begin[name]; k < problem.fringe_begin[name + 1]; ++k) {
            rows[(size_t)problem.fringe[k].item * n_stride] |= bit;
            if (problem.fringe[k].shade != problem.n_items) rows[(size_t)problem.fringe[k].shade * n_stride] |= bit;
        }
    }
    for (int item = 0; item < pack->n_padded; ++item) {
        const Word* row = item < pack->n_items ? pack->rows + (size_t)pack->items[item] * n_stride : nullptr;
        for (int w = 0; w < n_words; ++w) pack->has[w * pack->n_padded + item] = row ? row[w] : ~(Word)0;
    }
    pack->outer = search.pack;
    search.pack = pack;
    pack->first = pack->level = level;
    memset(level, 0, level_size(pack->n_stride) * sizeof(Word));
    for (int option = 0; option < pack->n_options; ++option) put(active(level), option);
    if (n_words == 1) choose<1>(*pack, search.first, level);
    else choose<0>(*pack, search.first, level);
}

// Two classes per doubling of the number of options.
INLINE int size_class(int n) {
    const int octave = 31 - __builtin_clz(n);
    return 2 * octave + (octave ? n >> (octave - 1) & 1 : 0);
}

// Continues below a level in a new pack, without the options and items that are gone.
void push_pack(BitState& search, Word* level, int n_options) {
    const BitPack& from = *search.pack;
    BitPack* pack = (BitPack*)aligned(level + level_size(from.n_stride));
    int n_items = 0;
    int32_t items[kMaxItems];
    for (int item = 0; item < from.n_items; ++item) {
        Word any = 0;
        for (int w = 0; w < from.n_words; ++w) any |= from.has[w * from.n_padded + item] & active(level)[w];
        items[n_items] = from.items[item];
        n_items += any != 0;
    }
    Word* first = lay_out(search.problem, pack, n_options, n_items);
    memcpy(pack->items, items, n_items * sizeof(int32_t));
    int32_t* option = pack->options;
    for (int w = 0; w < from.n_words; ++w)
        for (Word rest = active(level)[w]; rest; rest &= rest - 1)
            *option++ = from.options[64 * w + __builtin_ctzll(rest)];
    open_pack(search, pack, first);
    notes(*pack, first).size_class = size_class(n_options);
    notes(*pack, first).nodes_before = search.nodes;
}

// Whether a new pack for this many options would save more time than it costs, judging by the number of nodes below
// levels of this size. Unit: an operation on a vector; the factors were measured.
INLINE bool is_worthwhile(const BitState& search, const BitPack& pack, int n_options) {
    constexpr int64_t kNodeCost = 3, kEntryCost = 3, kPackCost = 200;
    const int n_words = (n_options + 63) / 64, n_groups = pack.n_padded / kLanes;
    const BitSample& sample = search.samples[size_class(n_options)];
    const int64_t saved = kNodeCost * (pack.n_words - n_words) * n_groups * sample.nodes;
    const int64_t spent = kPackCost + kEntryCost * n_options * search.entries_per_option + n_words * pack.n_padded;
    return saved > spent * sample.n;
}

// ---------------------------------------------------------------------------------------------------------------------
// The search

// Writes the path as a cover. Returns false if there is no room.
INLINE bool write(const BitState& search, Covers* covers) {
    if (!covers) return true;
    if (covers->size - covers->used < (size_t)search.depth + 1) return false;
    int32_t* out = covers->data + covers->used;
    *out = search.depth;
    for (int k = 0; k < search.depth; ++k) out[k + 1] = search.path[k];
    covers->used += search.depth + 1;
    return true;
}

template <int kWords>
struct PartOfSet {
    typedef Word Type;
};
template <>
struct PartOfSet<0> {
    typedef Lanes Type;
};

enum class Next { kPack, kLeave, kPause };

// Searches the newest pack until it is done, until another pack is made, or until the search pauses. kWords is the
// pack's n_words, or 0 if it is not known at compile time.
template <int kWords>
Next explore(BitState& search, Control& control, int64_t solutions, Covers* covers) {
    typedef typename PartOfSet<kWords>::Type Part;
    BitPack pack = *search.pack;
    if (kWords) pack.n_words = pack.n_stride = kWords;
    const BitProblem problem = search.problem;
    const int size = level_size(pack.n_stride);
    Word* level = pack.level;
    int group = 0;
    alignas(64) Word standing[kWords ? kWords : BitProblem::kMaxOptions / 64];
    const auto pause = [&] {
        search.pack->level = level;
        return Next::kPause;
    };
    for (;;) {
        Word* rest = candidates(pack, level);
        int w = 0;
        while (w < pack.n_words && !rest[w]) ++w;
        if (w == pack.n_words) {
            notes(pack, level).is_taken = 0;
            if (notes(pack, level).size_class >= 0) {
                BitSample& sample = search.samples[notes(pack, level).size_class];
                sample.nodes += search.nodes - notes(pack, level).nodes_before;
                ++sample.n;
            }
            if (level == pack.first) return Next::kLeave;
            level -= size;
            --search.depth;
            continue;
        }
        if (search.nodes >= control.next_poll) {
            search.pack->level = level;
            if (control.pauses(search.nodes)) return Next::kPause;
        }
        const int option = 64 * w + __builtin_ctzll(rest[w]);
        rest[w] &= rest[w] - 1;
        ++search.nodes;
        notes(pack, level).is_taken = 1;
        Word* next = level + size;
        const bool goes_on = take<Part>(problem, pack, level, option, next, standing);
        if (!(kWords == 1 ? is_alive(pack, *standing) : is_alive(pack, standing, group))) continue;
        search.path[search.depth++] = problem.names[pack.options[option]];
        if (!goes_on) {
            const bool is_written = write(search, covers);
            --search.depth;
            if (!is_written) {
                put(rest, option);
                --search.nodes;
                return pause();
            }
            if (++search.solutions == solutions) return pause();
            continue;
        }
        const int n_active = kWords == 1 ? 64 : count(active(next), pack.n_words);
        const bool is_sparse = kWords != 1 && 4 * ((n_active + 63) / 64) <= 3 * pack.n_words;
        if (is_sparse && is_worthwhile(search, pack, n_active)) {
            search.pack->level = level;
            push_pack(search, next, n_active);
            return Next::kPack;
        }
        choose<kWords>(pack, search.first, next);
        if (is_sparse) {
            notes(pack, next).size_class = size_class(n_active);
            notes(pack, next).nodes_before = search.nodes;
        }
        level = next;
    }
}

size_t memory_for(const BitProblem& problem) {
    const auto pack_size = [&](int64_t n_options) {
        const size_t words = (n_options + 63) / 64;
        return sizeof(BitPack) + 4 * 64 +
               (problem.n_rows + problem.n_items + kLanes) * (words + kLanes) * sizeof(Word) +
               (n_options + problem.n_items) * sizeof(int32_t);
    };
    const int64_t n_words = (problem.n_options + 63) / 64;
    size_t size = pack_size(problem.n_options);
    for (int64_t words = 3 * n_words / 4; words > 0; words = 3 * words / 4) size += pack_size(64 * words);
    return size + (problem.n_items + 2) * level_size(n_words + kLanes) * sizeof(Word);  // at most a level per item
}

void begin(BitState& search) {
    BitPack* pack = (BitPack*)search.memory;
    Word* first = lay_out(search.problem, pack, search.problem.n_options, search.problem.n_items);
    for (int option = 0; option < pack->n_options; ++option) pack->options[option] = option;
    for (int item = 0; item < pack->n_items; ++item) pack->items[item] = item;
    search.pack = nullptr;
    for (int c = 0; c < BitState::kClasses; ++c) search.samples[c] = {(int64_t)1 << c / 2, 1};
    open_pack(search, pack, first);
}

bool run(BitState& search, Control& control, int64_t solutions, Covers* covers) {
    if (search.solutions >= solutions) return false;
    for (;;) {
        Next next;
        switch (search.pack->n_words) {
            case 1: next = explore<1>(search, control, solutions, covers); break;
            case 2: next = explore<2>(search, control, solutions, covers); break;
            default: next = explore<0>(search, control, solutions, covers);
        }
        if (next == Next::kPause) return false;
        if (next == Next::kLeave) {
            if (!search.pack->outer) return true;
            search.pack = search.pack->outer;
            --search.depth;
        }
    }
}

// The fraction of the search done in this pack and those before it; `part` becomes the fraction of one option of the
// newest level.
double share_of(const BitPack* pack, double& part) {
    double behind = pack->outer ? share_of(pack->outer, part) : 0;
    for (Word* level = pack->first; level <= pack->level; level += level_size(pack->n_stride)) {
        part /= notes(*pack, level).n_candidates;
        const int ahead = count(candidates(*pack, level), pack->n_words) + notes(*pack, level).is_taken;
        behind += part * (notes(*pack, level).n_candidates - ahead);
    }
    return behind;
}

double share(const BitState& search) {
    double part = 1;
    return share_of(search.pack, part);
}

void rest(const BitState& search, void* context,
          void (*piece)(void* context, const int32_t* path, int32_t depth, int32_t option)) {
    int32_t depth = search.depth;  // of the level: each level is one option below the level before it, across packs too
    for (BitPack* pack = search.pack; pack; pack = pack->outer) {
        for (Word* level = pack->level; level >= pack->first; level -= level_size(pack->n_stride), --depth)
            for (int w = 0; w < pack->n_words; ++w)
                for (Word left = candidates(*pack, level)[w]; left; left &= left - 1)
                    piece(context, search.path, depth,
                          search.problem.names[pack->options[64 * w + __builtin_ctzll(left)]]);
    }
}

#include "cover/bits/multi_bits.inl"

}  // namespace
}  // namespace FARANDOLE_KERNEL

#define FARANDOLE_STRING2(x) #x
#define FARANDOLE_STRING(x) FARANDOLE_STRING2(x)
#define FARANDOLE_JOIN2(a, b) a##b
#define FARANDOLE_JOIN(a, b) FARANDOLE_JOIN2(a, b)

extern const BitKernel FARANDOLE_JOIN(bits_, FARANDOLE_KERNEL) = {
    FARANDOLE_STRING(FARANDOLE_KERNEL),
    FARANDOLE_KERNEL::memory_for,
    FARANDOLE_KERNEL::begin,
    FARANDOLE_KERNEL::run,
    FARANDOLE_KERNEL::share,
    FARANDOLE_KERNEL::rest,
    {FARANDOLE_KERNEL::multi::memory_for, FARANDOLE_KERNEL::multi::begin, FARANDOLE_KERNEL::multi::run,
     FARANDOLE_KERNEL::multi::path, FARANDOLE_KERNEL::multi::share}};

}  // namespace farandole
