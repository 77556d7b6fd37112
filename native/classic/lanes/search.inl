// The search. Part of lanes.inl.
//
// A lane starts a puzzle alone. Lanes share a puzzle after some dead ends; or from its first guess on, if the puzzles
// before it ended below their limit. A lane at a dead end then takes the second branch of a lane that guesses in the
// same pass, so no state is saved. If no lane guesses, it takes the newest frame of its own stack, a new puzzle, or the
// oldest frame of another lane. Once no puzzle is left, all are shared: no lane is idle while another has a frame.
//
// The result doesn't depend on which lane does what. A path is its position in the order of a sequential search, and
// the reported solution is the first in that order. If a puzzle ends below its limit, its guesses and passes are the
// same too, because its whole tree is searched.

// Dead ends of a puzzle after which lanes share it. A puzzle with many solutions has few, and ends soon.
constexpr int kDeadEnds = 8;

// A lane with this many frames takes only its own, so that those above belong to one path.
constexpr int kMaxFramesToHelp = 64;
constexpr int kCapacity = kMaxFramesToHelp + kDeepest;

constexpr uint32_t kAll = (uint32_t)((1ull << kWidth) - 1);

// The branches that lead to a node: a bit for each guess, set if it is the second branch. Compared as numbers, they are
// in the order of a sequential search. (Paths of more than 128 guesses compare by the first 128. No such path is
// known.)
struct Path {
    uint64_t high, low;
    int32_t length;
    int32_t job;  // whose tree it belongs to

    INLINE void take_first() { ++length; }
    INLINE Path second() const {
        Path path = *this;
        const uint64_t bit = 1ull << (63 - length % 64);
        path.high |= length < 64 ? bit : 0;
        path.low |= length / 64 == 1 ? bit : 0;
        path.take_first();
        return path;
    }
    INLINE bool is_before(const Path& other) const { return high != other.high ? high < other.high : low < other.low; }
};

struct Frame {
    uint16_t words[9][9];
    Path path;
};

// A puzzle being solved.
struct Job {
    int64_t puzzle, found, guesses, passes;
    int64_t last_found;  // guesses when the last solution was found
    int64_t next_check;  // guesses at which the houses are checked
    uint32_t lanes;      // the lanes that work on it
    int32_t frames;      // on all stacks, if it is shared
    int32_t dead_ends;
    Path first;  // path to the first solution
};

struct alignas(64) Search : Board {
    Path paths[kWidth];
    int64_t since[kWidth];  // the pass in which the lane began its job
    int depth[kWidth];      // frames on its stack
    Job jobs[kWidth];
    Binary binary;   // for lanes with a solution
    Lanes in_place;  // the number of each lane
    // Sets of lanes: at work; at work on a shared job; with frames of shared jobs.
    uint32_t busy, helping, stocked;
    // Sets of jobs: free slots; shared; never to be shared; waiting to start again.
    uint32_t vacant, shared, solitary, again;
    bool is_cursor;      // one lane works, and continues after each solution
    bool is_eager;       // lanes share while there are puzzles left
    int share_cooldown;  // puzzles that must end below the limit before lanes share from the first guess on
    int64_t n_passes;    // of all lanes together
    int64_t next;        // the first puzzle not taken
    Frame stack[kWidth][kCapacity];

    INLINE Job& job_of(int lane) { return jobs[paths[lane].job]; }

    // Gives a lane a puzzle.
    [[gnu::noinline]] void load(int lane, int at, int64_t puzzle, const Batch& batch) {
        if (batch.values) words_of_values(batch.values + 81 * puzzle, put(lane));
        else words_of_candidates(batch.candidates + 81 * puzzle, put(lane));
        Job& job = jobs[at];
        job.puzzle = puzzle;
        job.found = job.guesses = job.passes = job.last_found = 0;
        job.next_check = kCheckHousesAfter;
        job.lanes = 1u << lane;
        job.frames = job.dead_ends = 0;
        paths[lane] = {0, 0, 0, at};
        since[lane] = n_passes;
    }

    INLINE void report(const Job& job, const Batch& batch) {
        if (batch.counts) batch.counts[job.puzzle] = job.found < batch.limit ? job.found : batch.limit;
        if (batch.guesses) batch.guesses[job.puzzle] = job.guesses;
        if (batch.passes) batch.passes[job.puzzle] = job.passes;
        share_cooldown = job.found >= batch.limit ? kWidth : share_cooldown - (share_cooldown > 0);
    }

    // ---- A lane alone with its job

    // The job is done; the next puzzle takes its slot.
    [[gnu::noinline]] void replace(int lane, const Batch& batch) {
        const int at = paths[lane].job;
        jobs[at].passes = n_passes - since[lane];
        report(jobs[at], batch);
        if (is_cursor) return (void)(busy = 0);
        depth[lane] = 0;
        solitary &= ~(1u << at);
        if (next < (int64_t)batch.n) return load(lane, at, next++, batch);
        busy &= ~(1u << lane);
        vacant |= 1u << at;
    }

    INLINE void dead_alone(int lane, const Batch& batch) {
        if (!depth[lane]) return replace(lane, batch);
        Job& job = job_of(lane);
        back(lane);
        if (++job.dead_ends == kDeadEnds && is_eager) share(paths[lane].job, batch);
    }

    INLINE void found_alone(int lane, const Batch& batch) {
        Job& job = job_of(lane);
        job.last_found = job.guesses;
        if (++job.found == 1) {
            job.first = paths[lane];
            if (batch.solutions) digits_of_bits(lane_of(binary, lane), batch.solutions + 81 * job.puzzle);
        }
        if (job.found < batch.limit && depth[lane]) return back(lane);
        replace(lane, batch);
    }

    // Backtracks to the newest frame.
    [[gnu::noinline]] void back(int lane) {
        const Frame& frame = stack[lane][--depth[lane]];
        paths[lane] = frame.path;
        restore(lane, frame.words);
    }

    // ---- Lanes that share a job

    // Shares the job with all lanes.
    [[gnu::noinline]] void share(int at, const Batch& batch) {
        Job& job = jobs[at];
        if (solitary >> at & 1 || (batch.give_up_after && job.next_check == INT64_MAX)) return;
        const int lane = __builtin_ctz(job.lanes);
        if (batch.give_up_after && job.next_check > batch.give_up_after && job.next_check < INT64_MAX)
            job.next_check = batch.give_up_after;
        job.frames = depth[lane];
        shared |= 1u << at;
        helping |= 1u << lane;
        stocked |= (uint32_t)(depth[lane] > 0) << lane;
    }

    INLINE void work(int lane, const Path& path) {
        paths[lane] = path;
        since[lane] = n_passes;
        jobs[path.job].lanes |= 1u << lane;
        busy |= 1u << lane;
        helping |= 1u << lane;
    }

    // The branch is searched.
    INLINE void leave(int lane) {
        Job& job = job_of(lane);
        job.passes += n_passes - since[lane];
        job.lanes &= ~(1u << lane);
        busy &= ~(1u << lane);
        helping &= ~(1u << lane);
    }

    void finish_if_done(int at, const Batch& batch) {
        if (jobs[at].lanes || jobs[at].frames) return;
        report(jobs[at], batch);
        shared &= ~(1u << at);
        vacant |= 1u << at;
    }

    INLINE void dead_shared(int lane, const Batch& batch) {
        leave(lane);
        finish_if_done(paths[lane].job, batch);
    }

    [[gnu::noinline]] void found_shared(int lane, const Batch& batch) {
        const int at = paths[lane].job;
        Job& job = jobs[at];
        if (!job.found++ || paths[lane].is_before(job.first)) {
            job.first = paths[lane];
            if (batch.solutions) digits_of_bits(lane_of(binary, lane), batch.solutions + 81 * job.puzzle);
        }
        leave(lane);
        // Solutions are enough: only what comes before the first one in order is still searched.
        if (job.found >= batch.limit) drop(at, [&](const Path& path) { return !path.is_before(job.first); });
        finish_if_done(at, batch);
    }

    // Drops branches of a job.
    template <class Which>
    void drop(int at, Which is_dropped) {
        for_each(jobs[at].lanes, [&](int lane) {
            if (is_dropped(paths[lane])) leave(lane);
        });
        for_each(stocked, [&](int lane) {
            int n = 0;
            for (int i = 0; i < depth[lane]; ++i) {
                const Frame& frame = stack[lane][i];
                if (frame.path.job == at && is_dropped(frame.path)) --jobs[at].frames;
                else if (n++ < i) stack[lane][n - 1] = frame;
            }
            set_depth(lane, n);
        });
    }

    INLINE void set_depth(int lane, int n) {
        depth[lane] = n;
        if (!n) stocked &= ~(1u << lane);
    }

    // As many lanes guess as idle lanes can take second branches. Returns the lanes that guessed.
    INLINE uint32_t split(uint32_t quiet, uint32_t idle, const Batch& batch) {
        uint32_t guessed = 0, helped = 0;
        alignas(64) Word from[kWidth];
        memcpy(from, &in_place, sizeof from);
        for (; quiet && idle; idle &= idle - 1) {
            const int other = __builtin_ctz(idle);
            if (depth[other] >= kMaxFramesToHelp) continue;
            while (quiet && leaves_at_check(__builtin_ctz(quiet), batch)) quiet &= busy;
            if (!quiet) break;
            const int lane = __builtin_ctz(quiet);
            quiet &= quiet - 1;
            guessed |= 1u << lane;
            helped |= 1u << other;
            from[other] = (Word)lane;
            ++job_of(lane).guesses;
            work(other, paths[lane].second());
            paths[lane].take_first();
        }
#if FARANDOLE_PERMUTES
        if (guessed & (guessed - 1)) {
            Lanes lanes;
            memcpy(&lanes, from, sizeof lanes);
            split_all(*this, lanes, lanes_of(guessed), lanes_of(helped));
            return guessed;
        }
#endif
        for_each(helped, [&](int other) { split_one(*this, from[other], other); });
        return guessed;
    }

    // Gives idle lanes a frame or a puzzle.
    [[gnu::noinline]] void employ(uint32_t idle, const Batch& batch) {
        for (; idle; idle &= idle - 1) {
            const int lane = __builtin_ctz(idle);
            if (depth[lane]) take(lane, lane, depth[lane] - 1);
            else if (again) begin_again(lane, batch);
            else if (vacant && next < (int64_t)batch.n) begin_next(lane, batch);
            else if (stocked) take(lane, __builtin_ctz(stocked), 0);
            else break;
        }
        if (idle)  // nothing is left for them
            for_each(kAll & ~(vacant | shared | solitary | again), [&](int at) { share(at, batch); });
    }

    // A lane takes a frame from a stack; the newest frame fills its slot.
    INLINE void take(int lane, int owner, int place) {
        Frame& frame = stack[owner][place];
        --jobs[frame.path.job].frames;
        restore(lane, frame.words);
        work(lane, frame.path);
        set_depth(owner, depth[owner] - 1);
        if (place < depth[owner]) frame = stack[owner][depth[owner]];
    }

    void begin_next(int lane, const Batch& batch) {
        const int at = __builtin_ctz(vacant);
        vacant &= vacant - 1;
        busy |= 1u << lane;
        load(lane, at, next++, batch);
    }

    void begin_again(int lane, const Batch& batch) {
        const int at = __builtin_ctz(again);
        again &= again - 1;
        solitary |= 1u << at;
        busy |= 1u << lane;
        load(lane, at, jobs[at].puzzle, batch);
    }

    // ---- All lanes

    INLINE void guess(int lane) {
        Frame& frame = stack[lane][depth[lane]++];
        Job& job = job_of(lane);
        ++job.guesses;
        ++job.frames;
        stocked |= helping & 1u << lane;
        frame.path = paths[lane].second();
        paths[lane].take_first();
        Board::guess(lane, frame.words);
    }

    INLINE bool leaves_at_check(int lane, const Batch& batch) {
        const Job& job = job_of(lane);
        return job.guesses >= job.next_check && leaves(lane, batch);
    }

    // After many guesses: whether to leave a puzzle, because it has no solution or takes too long. A shared puzzle
    // starts again in one lane, because the order in which lanes find solutions would decide otherwise.
    [[gnu::noinline]] bool leaves(int lane, const Batch& batch) {
        const int at = paths[lane].job;
        Job& job = jobs[at];
        const bool is_first = job.next_check == kCheckHousesAfter, is_shared = shared >> at & 1;
        const bool may_be_long = batch.give_up_after && (is_shared || job.found <= kMaxSolutionsToGiveUp);
        job.next_check = may_be_long ? (is_shared ? 0 : job.last_found) + batch.give_up_after : INT64_MAX;
        const bool is_long = job.guesses >= job.next_check;
        if (!is_long && !(is_first && !job.found && repeats_in_box(batch, job.puzzle))) return false;
        if (is_shared) {
            drop(at, [](const Path&) { return true; });
            shared &= ~(1u << at);
            again |= 1u << at;
        } else {
            if (is_long) job.found = given_up(job.found);
            replace(lane, batch);
        }
        return true;
    }

    // Searches until every lane is idle. Returns false if it was stopped.
    bool run(const Batch& batch) {
        while (busy) {
            const Findings findings = pass(state);
            if (++n_passes % kPollIntervalClassicPasses == 0 && batch.stop.stop_requested()) return false;
            const uint32_t dead = busy & nonzero(findings.dead), alive = busy & ~dead;
            const uint32_t open = alive & nonzero(findings.open), full = alive & ~open;
            uint32_t quiet = open & ~nonzero(findings.changed);
            for_each(dead & helping, [&](int lane) { dead_shared(lane, batch); });
            for_each(dead & busy & ~helping, [&](int lane) { dead_alone(lane, batch); });
            if (full) {
                binary = binary_of(state);
                for_each(full & ~helping, [&](int lane) { found_alone(lane, batch); });
                for_each(full & helping, [&](int lane) {
                    if (busy >> lane & 1) found_shared(lane, batch);
                });
                quiet &= busy;
            }
            if (quiet) {
                choices = choose(state);
                if (is_eager && !share_cooldown)
                    for_each(quiet & ~helping, [&](int lane) { share(paths[lane].job, batch); });
                const uint32_t idle = ~busy & kAll, may_split = idle ? quiet & helping & nonzero(choices.orders) : 0;
                if (may_split) quiet &= ~split(may_split, idle, batch) & busy;
                for_each(quiet, [&](int lane) {
                    if (busy >> lane & 1 && !leaves_at_check(lane, batch)) guess(lane);
                });
            }
            if (const uint32_t idle = ~busy & kAll; idle && !is_cursor) employ(idle, batch);
        }
        return true;
    }

    void begin(const Batch& batch, bool cursor) {
        is_cursor = cursor;
        busy = helping = stocked = shared = again = 0;
        vacant = kAll;
        solitary = is_cursor ? kAll : 0;
        is_eager = FARANDOLE_PERMUTES && batch.limit > 1;
        share_cooldown = 0;
        n_passes = next = 0;
        memset(&state, 0, sizeof state);
        memset(depth, 0, sizeof depth);
        for (int lane = 0; lane < kWidth; ++lane) in_place[lane] = (Word)lane;
        for (int lane = 0; lane < kWidth && next < (int64_t)batch.n; ++lane) begin_next(lane, batch);
    }
};

bool solve(const Batch& batch, void* scratch) {
    Search& search = *static_cast<Search*>(scratch);
    search.begin(batch, false);
    return search.run(batch);
}

void begin(const Batch& batch, void* scratch) { static_cast<Search*>(scratch)->begin(batch, true); }

bool resume(const Batch& batch, void* scratch, int64_t* found) {
    Search& search = *static_cast<Search*>(scratch);
    Job& job = search.jobs[0];
    // Idle: the last call ended with a solution, or the search is done. Busy: this is the first call, or the last one
    // was stopped.
    if (!search.busy) {
        if (!job.found || !search.depth[0]) return *found = 0, true;
        search.back(0);
        job.found = 0;
        search.busy = 1;
    }
    const bool complete = search.run(batch);
    *found = job.found;
    return complete;
}
