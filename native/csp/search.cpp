#include "csp/search.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <system_error>

#include "csp/cdcl/cdcl.hpp"
#include "csp/simd/search.hpp"
#include "stop_source.hpp"

namespace farandole {

namespace {

std::vector<int32_t> digits_of(std::span<const Mask> masks) {
    std::vector<int32_t> digits(masks.size());
    std::ranges::transform(masks, digits.begin(), least_digit);
    return digits;
}

}  // namespace

// An engine that takes turns with the SIMD search.
class OtherEngine {
  public:
    virtual ~OtherEngine() = default;
    virtual bool next(int64_t budget, StopToken stop) = 0;
    virtual std::span<const Mask> masks() const = 0;
    virtual int64_t nodes() const = 0;
    virtual bool exhausted() const = 0;
};

template <class Inner>
class EngineOf final : public OtherEngine {
  public:
    template <class... Arguments>
    explicit EngineOf(Arguments&&... arguments) : inner_(std::forward<Arguments>(arguments)...) {}

    bool next(int64_t budget, StopToken stop) override { return inner_.next(budget, stop); }
    std::span<const Mask> masks() const override { return inner_.masks(); }
    int64_t nodes() const override { return inner_.nodes(); }
    bool exhausted() const override { return inner_.exhausted(); }

  private:
    Inner inner_;
};

Search::Search(const Network& network, std::span<const Mask> masks, int64_t budget, int64_t switch_after, Engine engine,
               int32_t n_threads)
    : network_(network), masks_(masks.begin(), masks.end()), propagation_(network, masks, budget), budget_(budget),
      switch_after_(network.derives() ? switch_after / 10 : switch_after), n_threads_(n_threads),
      suits_simd_(SimdSearch::suits(network)), takes_turns_(engine == Engine::turns) {
    simd_.is_wanted = engine == Engine::turns || engine == Engine::simd;
    learns_ = (engine == Engine::turns || engine == Engine::cdcl) && Clauses::can_say(network);
    other_.is_wanted = learns_;
    if (engine == Engine::turns && !other_.is_wanted && !suits_simd_) switch_after_ = kSwitchLate * switch_after;
}

Search::~Search() = default;

bool Search::next(StopToken stop) {
    has_begun_ = true;
    if (is_impossible_) return false;
    if (!is_hard_) {
        const Outcome outcome = propagate(stop);
        if (outcome != Outcome::hard) return outcome == Outcome::found;
        begin_others();
    }
    return take_turns(stop);
}

int64_t Search::count(int64_t limit, StopToken stop) {
    if (n_threads_ > 1 && simd_.is_wanted && !std::exchange(has_begun_, true)) return count_together(limit, stop);
    int64_t n = 0;
    while (n < limit && next(stop)) ++n;
    return n;
}

int64_t Search::nodes() const { return propagation_.nodes() + simd_.nodes() + other_.nodes(); }

bool Search::exhausted() const {
    return is_impossible_ || propagation_.exhausted() || simd_.exhausted() || other_.exhausted();
}

Search::Outcome Search::propagate(StopToken stop) {
    const int64_t begin = propagation_.nodes(), left = budget_ - begin;
    const int64_t most = simd_.is_wanted || other_.is_wanted ? std::min(switch_after_, left) : left;
    // A few choices first; then, after the houses are checked, the rest.
    for (const int64_t some : {has_checked_houses_ ? most : std::min(kCheckHousesAfter, most), most}) {
        propagation_.allow(begin + some);
        if (propagation_.next(stop)) {
            solution_ = digits_of(propagation_.masks());
            if (!(simd_.remember(solution_) && other_.remember(solution_))) simd_ = {}, other_ = {};
            return Outcome::found;
        }
        if (propagation_.exhausted() || propagation_.nodes() < begin + some) return Outcome::over;
        if (!has_checked_houses_ && check_houses()) return Outcome::over;
    }
    return most == left ? Outcome::over : Outcome::hard;
}

void Search::begin_others() {
    is_hard_ = true;
    // Solutions found before are not remembered, so that propagation would find them again.
    const auto is_implied = [](const Constraint* constraint) { return constraint->is_implied(); };
    if (simd_.is_wanted && !other_.is_wanted && solution_.empty())
        other_.is_wanted = takes_turns_ && std::ranges::any_of(network_.all().list, is_implied);
    is_simds_turn_ = simd_.is_wanted && !(learns_ && favors_cdcl());
}

bool Search::favors_cdcl() const {
    return network_.n_digits() > kMaxNarrowDigits || !suits_simd_ || Clauses::explain(network_);
}

Search::FirstTurns Search::first_turns() const {
    const auto& constraints = network_.stated().list;
    if (!learns_) return kForImplied;
    if (favors_cdcl()) return kForCdcl;
    if (constraints.empty()) return kForHouses;
    const auto is_pair = [](const Constraint* constraint) { return constraint->partners() != nullptr; };
    return std::ranges::all_of(constraints, is_pair) ? kForPairs : kForSets;
}

void Search::make(Turns<SimdSearch>& turns, int32_t n_threads) {
    turns.engine = std::make_unique<SimdSearch>(network_, masks_, propagation_.weights(), n_threads);
}

void Search::make(Turns<OtherEngine>& turns) {
    if (learns_) turns.engine = std::make_unique<EngineOf<CdclSearch>>(network_, masks_);
    else turns.engine = std::make_unique<EngineOf<Propagation>>(network_, masks_, 0);
}

int64_t Search::count_together(int64_t limit, StopToken stop) {
    int64_t n = 0;
    for (; n < kThreadsAfter; ++n) {
        if (n == limit) return n;
        const Outcome outcome = propagate(stop);
        if (outcome == Outcome::over) return n;
        if (outcome == Outcome::hard) break;
    }
    // Both engines start from the root, and count again what propagation counted.
    simd_ = {}, other_ = {};
    simd_.is_wanted = true;
    begin_others();
    other_.is_wanted = learns_;  // propagation doesn't count beside the SIMD search
    make(simd_, learns_ ? n_threads_ - 1 : n_threads_);
    if (learns_) make(other_);
    if (learns_) return std::max(n, count_side_by_side(limit, stop));
    return std::max(n, simd_.engine->count(limit, budget_ - nodes(), stop));
}

int64_t Search::count_side_by_side(int64_t limit, StopToken stop) {
    StopSource source(stop);
    const int64_t share = (budget_ - nodes()) / 2;
    std::future<int64_t> learned;
    try {
        learned = std::async(std::launch::async, [&, &other = *other_.engine] {
            int64_t n = 0;
            while (n < limit && n <= (int64_t)kMaxKnown && other.next(share, source.token())) ++n;
            if (n == limit || other.exhausted()) source.request_stop();
            return n;
        });
    } catch (const std::system_error&) {  // the system has no more threads
        other_ = {};
        return simd_.engine->count(limit, share, stop);
    }
    int64_t n = 0;
    try {
        n = simd_.engine->count(limit, share, source.token());
        if (n == limit || simd_.engine->exhausted()) source.request_stop();
        while (learned.wait_for(std::chrono::milliseconds(kPollIntervalMs)) != std::future_status::ready)
            source.stop_requested();
    } catch (...) {
        source.request_stop();
        throw;
    }
    const int64_t n_learned = learned.get();
    if (other_.exhausted() || n < n_learned)  // only the engine that is done, or that found more, goes on
        simd_ = {};
    else other_ = {};
    is_simds_turn_ = simd_.is_wanted;
    return std::max(n, n_learned);
}

bool Search::take_turns(StopToken stop) {
    const FirstTurns turns = first_turns();
    for (;;) {
        if (simd_.exhausted() || other_.exhausted()) return false;
        const bool found = is_simds_turn_ ? go_on(simd_, turns.simd, stop) : go_on(other_, turns.other, stop);
        if (found) {
            if ((is_simds_turn_ ? simd_.known : other_.known).erase(solution_)) continue;
            if (simd_.is_wanted && !(is_simds_turn_ ? other_.remember(solution_) : simd_.remember(solution_))) {
                other_ = {};
                is_simds_turn_ = true;
            }
            return true;
        }
        if (!is_turn_over_) return false;
        is_simds_turn_ = !is_simds_turn_;
    }
}

template <class Engine>
bool Search::go_on(Turns<Engine>& turns, int64_t first, StopToken stop) {
    const bool is_alone = !simd_.is_wanted || !other_.is_wanted;
    if (!turns.engine) make(turns);
    if (turns.turn <= turns.nodes()) turns.turn = std::max(first, 2 * turns.nodes());
    const int64_t begin = turns.engine->nodes(), left = budget_ - nodes();
    const int64_t most = is_alone ? left : std::min(left, turns.turn - begin);
    const bool found = turns.engine->next(begin + most, stop);
    if (found) solution_ = digits_of(turns.engine->masks());
    is_turn_over_ = !is_alone && !found && !turns.engine->exhausted() && turns.engine->nodes() >= turns.turn;
    return found;
}

bool Search::check_houses() {
    if (propagation_.root().empty()) return false;  // stopped before the root was propagated
    has_checked_houses_ = true;
    Candidates candidates = network_.begin(propagation_.root());
    candidates.houses.clear_all();  // propagation has revised all of them
    candidates.constraints.clear_all();
    is_impossible_ = !network_.narrow(candidates);
    masks_.assign(candidates.masks().begin(), candidates.masks().end());
    return is_impossible_;
}

}  // namespace farandole
