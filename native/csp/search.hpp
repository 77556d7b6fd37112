// Solves a puzzle of any shape with three engines: propagation with backtracking, SIMD search, CDCL.
//
// Propagation alone solves most puzzles. After kCheckHousesAfter choices without a solution we check each house as a
// whole (all-different), because the puzzle may have no solution. After `switch_after` choices the SIMD search starts
// from the root; much later if it doesn't suit the network. If clauses can express the puzzle, CDCL takes turns with
// it. If not, and there are joint sums, propagation does, because it alone looks at these. Each turn is twice as long
// as the one before, so that both together take about twice the time of the faster engine, whichever that is. Each
// engine skips the solutions that the others found before. Once there are too many to remember, only the SIMD search
// goes on.
//
// Several threads can count together: one runs CDCL if clauses can express the puzzle, the others run the SIMD search.
// Each side counts all solutions, and the first to finish answers.
#pragma once
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "csp/propagate.hpp"
#include "stop_token.hpp"

namespace farandole {

class OtherEngine;
class SimdSearch;

// Which engines take over from propagation: both in turns, one of them, or none.
enum class Engine { turns, simd, cdcl, propagation };

class Search {
  public:
    static constexpr int64_t kSwitchAfter = 10;
    static constexpr int64_t kCheckHousesAfter = 100;  // choices without a solution

    // budget: the maximum number of choices, of all engines. switch_after: choices without a solution after which other
    // engines take over; a tenth of that if sums are derived from sums, because then each choice takes longer.
    // n_threads: for `count`.
    Search(const Network& network, std::span<const Mask> masks, int64_t budget, int64_t switch_after,
           Engine engine = Engine::turns, int32_t n_threads = 1);
    ~Search();

    // Finds the next solution. Returns false if there is none (`exhausted`), if the budget is spent, or if it was
    // stopped; a later call continues.
    bool next(StopToken stop = {});

    // Counts the remaining solutions, up to `limit`, and moves past them. Uses several threads only as the first call.
    int64_t count(int64_t limit, StopToken stop = {});

    // The solution that `next` moved to: the digit of each cell.
    const std::vector<int32_t>& digits() const { return solution_; }

    // Choices so far.
    int64_t nodes() const;

    // Whether all solutions were found.
    bool exhausted() const;

  private:
    // over: no more solutions, or no budget, or stopped. hard: other engines should take over.
    enum class Outcome { found, over, hard };

    static constexpr size_t kMaxKnown = 100;        // solutions that an engine remembers to skip
    static constexpr int64_t kThreadsAfter = 1000;  // solutions: fewer are not worth starting threads
    // CDCL is usually faster with more digits than this, if constraints explain themselves, and if the SIMD search
    // doesn't suit them. Then it starts and gets longer turns.
    static constexpr int32_t kMaxNarrowDigits = 16;
    // Where the SIMD search doesn't suit the network, propagation goes on for so many times as many choices.
    static constexpr int64_t kSwitchLate = 300;

    // Nodes of the first turn of each engine. Both turns take about as long, but for houses alone, where the SIMD
    // search is nearly always faster. The more often it is, the longer its turn.
    struct FirstTurns {
        int64_t other, simd;
    };
    static constexpr FirstTurns kForHouses{250, 16'000}, kForSets{500, 16'000}, kForPairs{800, 8'000},
        kForCdcl{250, 12}, kForImplied{300, 8'000};

    // An engine that takes turns: the node at which its turn ends, and solutions to skip when it finds them.
    template <class Engine>
    struct Turns {
        bool is_wanted = false;
        std::unique_ptr<Engine> engine;
        int64_t turn = 0;
        std::set<std::vector<int32_t>> known;

        // Returns false if there are too many to remember.
        bool remember(const std::vector<int32_t>& solution) {
            if (is_wanted) known.insert(solution);
            return known.size() <= kMaxKnown;
        }
        int64_t nodes() const { return engine ? engine->nodes() : 0; }
        bool exhausted() const { return engine && engine->exhausted(); }
    };

    Outcome propagate(StopToken stop);
    void begin_others();
    bool favors_cdcl() const;
    FirstTurns first_turns() const;

    // An engine is made when its first turn comes: the SIMD search often finishes in its first turn, and writing the
    // clauses for CDCL takes as long.
    void make(Turns<SimdSearch>& turns, int32_t n_threads = 1);
    void make(Turns<OtherEngine>& turns);

    int64_t count_together(int64_t limit, StopToken stop);

    // Runs the SIMD search and CDCL side by side until one of them has counted all solutions, or both have to stop.
    int64_t count_side_by_side(int64_t limit, StopToken stop);

    bool take_turns(StopToken stop);

    // Continues with an engine until its next solution or the end of its turn.
    template <class Engine>
    bool go_on(Turns<Engine>& turns, int64_t first, StopToken stop);

    // Checks each house as a whole, once. Returns true if the puzzle has no solution.
    bool check_houses();

    const Network& network_;
    std::vector<Mask> masks_;
    Propagation propagation_;
    Turns<SimdSearch> simd_;
    Turns<OtherEngine> other_;
    std::vector<int32_t> solution_;
    int64_t budget_, switch_after_;
    int32_t n_threads_;
    bool suits_simd_, takes_turns_;
    bool learns_ = false;  // whether the other engine is CDCL
    bool has_begun_ = false, is_hard_ = false, has_checked_houses_ = false, is_impossible_ = false;
    bool is_simds_turn_ = true, is_turn_over_ = false;
};

}  // namespace farandole
