// The search: one puzzle after another. Part of boxes.inl.

struct alignas(64) Search {
    State state;
    int depth;       // frames on the stack
    bool is_busy;    // there is a state to continue from
    bool is_midway;  // stopped
    int64_t found, guesses, passes;
    int64_t last_found;  // guesses when the last solution was found
    int64_t next_check;  // guesses at which the houses are checked
    int64_t n_passes;    // of all puzzles
    Boxes stack[kDeepest][9];

    INLINE void load(const Batch& batch, int64_t puzzle) {
        if (batch.values) put_values(batch.values + 81 * puzzle, state.cells);
        else put_candidates(batch.candidates + 81 * puzzle, state.cells);
        state.free_lines();
        depth = 0;
        is_busy = true;
        is_midway = false;
        found = guesses = passes = last_found = 0;
        next_check = kCheckHousesAfter;
    }

    // Backtracks to the newest frame; if there is none, the search is done.
    INLINE void back(State& s) {
        if (!depth) return (void)(is_busy = false);
        memcpy(s.cells, stack[--depth], sizeof s.cells);
        s.free_lines();
    }

    // After many guesses: whether to leave a puzzle, because it has no solution or takes too long.
    [[gnu::noinline]] bool leaves(const Batch& batch, int64_t puzzle) {
        const bool is_first = next_check == kCheckHousesAfter;
        next_check =
            batch.give_up_after && found <= kMaxSolutionsToGiveUp ? last_found + batch.give_up_after : INT64_MAX;
        const bool is_long = guesses >= next_check;
        if (is_long) found = given_up(found);
        return is_long || (is_first && !found && repeats_in_box(batch, puzzle));
    }

    // Searches until the batch's limit is reached or the tree is searched. Returns false if it was stopped.
    bool run(const Batch& batch, int64_t puzzle) {
        State s = state;  // a local copy stays in registers
        while (is_busy) {
            const Findings findings = pass(s);
            ++passes;
            if (++n_passes % kPollIntervalClassicPasses == 0 && batch.stop.stop_requested()) return state = s, false;
            if (findings.is_dead) {
                back(s);
                continue;
            }
            if (findings.has_changed) continue;
            const Quiet quiet = look(s, findings);
            if (!quiet.is_open) {
                last_found = guesses;
                if (!found++ && batch.solutions) digits_of(s.cells, batch.solutions + 81 * puzzle);
                back(s);
                if (found >= batch.limit) return state = s, true;
                continue;
            }
            if (quiet.is_dead) {
                back(s);
                continue;
            }
            if (quiet.has_changed) continue;
            if (guesses >= next_check && leaves(batch, puzzle)) {
                is_busy = false;
                return true;
            }
            ++guesses;
            if (!guess_order(s, findings, stack[depth])) guess_in_cell(s, stack[depth]);
            ++depth;
        }
        return true;
    }
};

bool solve(const Batch& batch, void* scratch) {
    Search& search = *static_cast<Search*>(scratch);
    search.n_passes = 0;
    for (size_t i = 0; i < batch.n; ++i) {
        search.load(batch, (int64_t)i);
        if (!search.run(batch, (int64_t)i)) return false;
        if (batch.counts) batch.counts[i] = search.found;
        if (batch.guesses) batch.guesses[i] = search.guesses;
        if (batch.passes) batch.passes[i] = search.passes;
    }
    return true;
}

void begin(const Batch& batch, void* scratch) {
    Search& search = *static_cast<Search*>(scratch);
    search.n_passes = 0;
    search.load(batch, 0);
}

bool resume(const Batch& batch, void* scratch, int64_t* found) {
    Search& search = *static_cast<Search*>(scratch);
    if (!search.is_midway) search.found = 0;
    const bool complete = search.run(batch, 0);
    search.is_midway = !complete;
    *found = search.found;
    return complete;
}
