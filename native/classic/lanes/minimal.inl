// Minimal puzzles: each lane removes the givens of a puzzle in order, as long as its solution stays unique. Part of
// lanes.inl.
//
// A given is redundant if the others leave no solution with another digit in its cell. So a test is a search without
// that digit in the cell, which ends at the first solution. From a full grid, some thirty givens are nearly always
// redundant, so they are removed together in one test: is there another solution? If there is, the last of these cells
// (in order) where it differs is needed once the cells before it are gone; those are the next test. The result is the
// same as with one test per given.
//
// A test takes two passes if there is no other solution, and fifteen if there is. Some of the latter are avoided: two
// rows of a band (or columns of a stack) decompose into cycles that can be swapped. Each cycle is an unavoidable set:
// without any of its givens there are two solutions. So its last given is needed.

// The work of a lane.
struct Task {
    int64_t puzzle;
    int n, next;                    // givens in order; the first one not tried
    int n_struck;                   // givens removed in the current test
    uint8_t order[81], struck[81];  // cells; indices in order
    uint8_t cycles_of[81][4];       // of each cell, in two pairs of rows and two pairs of columns
    uint8_t n_left[2 * 9 * 4];      // givens left in each cycle: nine pairs of lines with at most four cycles each

    INLINE bool is_needed(int cell) const {
        const uint8_t* cycle = cycles_of[cell];
        return n_left[cycle[0]] == 1 || n_left[cycle[1]] == 1 || n_left[cycle[2]] == 1 || n_left[cycle[3]] == 1;
    }

    INLINE void count(int cell, int change) {
        for (const uint8_t cycle : cycles_of[cell]) n_left[cycle] += change;
    }

    // Finds the cycles of pairs of lines in a band; in_columns: of a stack.
    void find_cycles(const uint8_t* solution, bool in_columns) {
        const int line = in_columns ? 1 : 9, along = in_columns ? 9 : 1;
        for (int first = 0; first < 9; ++first) {
            const int second = first / 3 * 3 + (first + 1) % 3, pair = 9 * in_columns + first;
            uint8_t place[10];
            for (int i = 0; i < 9; ++i) place[solution[first * line + i * along]] = i;
            unsigned open = kRow;
            for (int cycle = 4 * pair; open; ++cycle) {
                const int start = __builtin_ctz(open);
                int at = start;
                do {
                    open &= ~(1u << at);
                    const int one = first * line + at * along, other = second * line + at * along;
                    cycles_of[one][2 * in_columns] = cycles_of[other][2 * in_columns + 1] = cycle;
                    at = place[solution[other]];
                } while (at != start);
            }
        }
    }
};

struct alignas(64) Thinner : Board {
    int depth[kWidth];  // frames on the stack
    uint16_t stack[kWidth][kDeepest][9][9];
    Lanes grid[9][9];  // the solution: the boxes of each digit, by place
    Lanes empty[9];    // cells that are open in the test, by place
    Task tasks[kWidth];
    int64_t next;  // the first puzzle that no lane has taken

    // Cells of the solution whose givens are removed or restored.
    INLINE void strike(int lane, int index) {
        Task& task = tasks[lane];
        const int cell = task.order[index];
        task.struck[task.n_struck++] = index;
        task.count(cell, -1);
        lane_of(empty, lane)[place_of(cell) * kWidth] |= 1 << box_of(cell);
    }

    INLINE void give_back_last(int lane) {
        Task& task = tasks[lane];
        const int cell = task.order[task.struck[--task.n_struck]];
        task.count(cell, 1);
        lane_of(empty, lane)[place_of(cell) * kWidth] &= ~(1 << box_of(cell));
    }

    // Chooses the givens of the next test: up to n that are not known to be needed. Returns false when all were tried.
    bool choose_test(int lane, int n) {
        Task& task = tasks[lane];
        task.n_struck = 0;
        for (; task.next < task.n && task.n_struck < n; ++task.next)
            if (!task.is_needed(task.order[task.next])) strike(lane, task.next);
        return task.n_struck > 0;
    }

    void take(int lane, const Thinning& all) {
        Task& task = tasks[lane];
        task.puzzle = next++;
        const uint8_t *const solution = all.solutions + 81 * task.puzzle, *const order = all.orders + 81 * task.puzzle;
        const uint8_t* const givens = (all.puzzles ? all.puzzles : all.solutions) + 81 * task.puzzle;
        Word* const words = lane_of(grid, lane);
        for (int i = 0; i < 81; ++i) words[i * kWidth] = 0;
        for (int i = 0; i < 9; ++i) lane_of(empty, lane)[i * kWidth] = 0;
        for (int cell = 0; cell < 81; ++cell)
            words[(9 * (solution[cell] - 1) + place_of(cell)) * kWidth] |= 1 << box_of(cell);
        task.find_cycles(solution, false);
        task.find_cycles(solution, true);
        memset(task.n_left, 0, sizeof task.n_left);
        task.n = task.next = 0;
        for (int i = 0; i < 81; ++i) {
            const int cell = order[i];
            if (givens[cell]) {
                task.order[task.n++] = cell;
                task.count(cell, 1);
            } else {
                lane_of(empty, lane)[place_of(cell) * kWidth] |= 1 << box_of(cell);
            }
        }
    }

    void put_out(int lane, const Thinning& all) {
        const int64_t first = 81 * tasks[lane].puzzle;
        for (int cell = 0; cell < 81; ++cell) {
            const bool is_open = lane_of(empty, lane)[place_of(cell) * kWidth] >> box_of(cell) & 1;
            all.minimal[first + cell] = is_open ? 0 : all.solutions[first + cell];
        }
    }

    // Goes on to the next puzzle with a given to test. Returns false if there is none.
    [[gnu::noinline]] bool begin(int lane, const Thinning& all) {
        while (next < (int64_t)all.n) {
            take(lane, all);
            // Nearly all puzzles keep a unique solution with this many givens.
            constexpr int kPlenty = 53;
            if (choose_test(lane, tasks[lane].n > kPlenty ? tasks[lane].n - kPlenty : 1)) return true;
            put_out(lane, all);
        }
        return false;
    }

    // The test of a lane is over: there is another solution that differs in these cells (words of bits), or none. Sets
    // up the next test. Returns false if no puzzle is left.
    [[gnu::noinline]] bool go_on(int lane, const Word* differs, const Thinning& all) {
        Task& task = tasks[lane];
        if (differs) {
            for (bool is_needed = false; task.n_struck && !is_needed;) {
                const int index = task.struck[task.n_struck - 1], cell = task.order[index];
                is_needed = differs[place_of(cell) * kWidth] >> box_of(cell) & 1;
                give_back_last(lane);
                task.next = index + is_needed;
            }
            if (task.n_struck) return true;
        }
        if (choose_test(lane, 1)) return true;
        put_out(lane, all);
        return begin(lane, all);
    }

    // Loads the new tests of these lanes together.
    void load(uint32_t fresh) {
        Lanes chosen{};
        for_each(fresh, [&](int lane) { chosen[lane] = 0xFFFF; });
        for (int d = 0; d < 9; ++d)
            for (int i = 0; i < 9; ++i) {
                Lanes& cells = state.cells[d][i];
                cells = ((grid[d][i] | empty[i]) & chosen) | (cells & ~chosen);
            }
        state.fresh |= chosen & kRow;
        for_each(fresh, [&](int lane) {
            const Task& task = tasks[lane];
            depth[lane] = 0;
            if (task.n_struck > 1) return;
            const int place = place_of(task.order[task.struck[0]]), box = box_of(task.order[task.struck[0]]);
            for (int d = 0; d < 9; ++d)
                lane_of(state.cells, lane)[(9 * d + place) * kWidth] &= ~(lane_of(grid[d][place], lane)[0] & 1 << box);
        });
    }

    // Where the lanes' solutions differ from the known ones.
    struct Difference {
        Lanes words[9], any;
    };
    Difference difference() const {
        Difference found{};
        for (int i = 0; i < 9; ++i) {
            for (int d = 0; d < 9; ++d) found.words[i] |= state.cells[d][i] & ~grid[d][i];
            found.any |= found.words[i];
        }
        return found;
    }

    // Backtracks to the newest guess. Returns false if there is none.
    [[gnu::noinline]] bool backtrack(int lane) {
        if (!depth[lane]) return false;
        restore(lane, stack[lane][--depth[lane]]);
        return true;
    }

    bool run(const Thinning& all) {
        memset(&state, 0, sizeof state);
        memset(grid, 0, sizeof grid);
        memset(empty, 0, sizeof empty);
        next = 0;
        uint32_t busy = 0;
        for (int lane = 0; lane < kWidth; ++lane)
            if (begin(lane, all)) busy |= 1u << lane;
        uint32_t fresh = busy;
        for (int64_t n_passes = 1; busy; ++n_passes) {
            if (fresh) load(fresh);
            fresh = 0;
            const Findings findings = pass(state);
            if (n_passes % kPollIntervalClassicPasses == 0 && all.stop.stop_requested()) return false;
            const uint32_t dead = busy & nonzero(findings.dead), alive = busy & ~dead;
            const uint32_t open = alive & nonzero(findings.open), quiet = open & ~nonzero(findings.changed);
            const auto end_test = [&](int lane, const Word* differs) {
                (go_on(lane, differs, all) ? fresh : busy) ^= 1u << lane;
            };
            if (quiet) {
                choices = choose(state);
                for_each(quiet, [&](int lane) { guess(lane, stack[lane][depth[lane]++]); });
            }
            for_each(dead, [&](int lane) {
                if (!backtrack(lane)) end_test(lane, nullptr);
            });
            if (const uint32_t full = alive & ~open) {
                Difference found = difference();
                const uint32_t others = nonzero(found.any);
                for_each(full, [&](int lane) {
                    if (others >> lane & 1) end_test(lane, lane_of(found.words, lane));
                    else if (!backtrack(lane)) end_test(lane, nullptr);
                });
            }
        }
        return true;
    }
};

bool minimize(const Thinning& thinning, void* scratch) { return static_cast<Thinner*>(scratch)->run(thinning); }

constexpr size_t kScratch = sizeof(Search) > sizeof(Thinner) ? sizeof(Search) : sizeof(Thinner);
