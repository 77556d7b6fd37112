#include "csp/simd/search.hpp"

#include <deque>
#include <exception>
#include <numeric>
#include <optional>
#include <system_error>
#include <thread>

#include "csp/simd/frames.hpp"
#include "csp/simd/layout.hpp"
#include "isa.hpp"

namespace farandole {

namespace {

const SimdKernel& chosen_kernel() {
    const Isa* forced = forced_isa();
    switch (forced ? *forced : usable_isas().back()) {
#if defined(__x86_64__)
        case Isa::avx512:
        case Isa::avx512vl: return simd_avx512;
        case Isa::avx2: return simd_avx2;
#endif
        default: return simd_baseline;
    }
}

template <class Do>
void for_each_lane(uint32_t lanes, Do act) {
    for (; lanes; lanes &= lanes - 1) act(std::countr_zero(lanes));
}

}  // namespace

class SimdSearch::Search {
  public:
    virtual ~Search() = default;

    // Searches until this many solutions are in `found`. Returns false if there are fewer, for the reasons of `next`.
    virtual bool find(int64_t enough, int64_t budget, StopToken stop) = 0;
    virtual int64_t nodes() const = 0;

    std::deque<std::vector<Mask>> found;
    bool is_over = false;  // no solutions beyond those found
};

namespace {

// The lanes of one thread.
template <class Word>
class LanesOf {
  public:
    static constexpr int kLanes = 64 / sizeof(Word);

    LanesOf(const Network& network, const SimdLayout& layout, const SimdPlan& plan, std::span<const Mask> masks,
            std::span<const float> weights, const SimdWidth& width)
        : network_(network), layout_(layout), plan_(plan), width_(width), masks_(masks.size()),
          segments_(2 * (size_t)plan.n_segments), weights_(weights.begin(), weights.end()), rates_(masks.size()) {
        for (auto& frames : frames_) frames.set_n_cells(masks.size());
        last_.fill(-1);
        if (!layout.others().empty()) candidates_.emplace(network.begin(masks));
    }

    bool is_idle() const { return !live_; }
    int64_t nodes() const { return nodes_; }

    // Solutions that were not taken yet.
    std::deque<std::vector<Mask>>& found() { return found_; }

    // Makes a pass, then chooses or backtracks in each lane. `claim(n)` returns how many of n lanes may choose. Returns
    // false if not all may.
    template <class Claim>
    bool step(Claim claim) {
        const int32_t first_house = plan_.n_houses ? (int32_t)(kStride * n_passes_ % plan_.n_houses) : 0;
        SimdLanes lanes{masks_.data(), segments_.data(), first_house, ~live_ & all_lanes(), 0, 0, weights_.data()};
        width_.pass(plan_, lanes);
        uint32_t dead = lanes.dead & live_, quiet = live_ & ~dead & ~lanes.changed;
        for_each_lane(quiet, [&](int lane) {
            const Answer answer = ask_others(lane);
            if (answer != Answer::quiet) quiet &= ~(1u << lane);
            if (answer == Answer::dead) dead |= 1u << lane;
        });
        for_each_lane(dead, [&](int lane) {
            if (last_[lane] >= 0) weights_[last_[lane]] += 1;
        });
        bool is_within = true;
        if (quiet) {
            if (n_passes_ < kFresh || n_passes_ % kRest == 0) set_rates();
            std::array<int32_t, kLanes> cells;
            width_.choose(plan_, lanes, rates_.data(), cells.data());
            for_each_lane(quiet, [&](int lane) {
                if (cells[lane] >= 0) return;
                found_.push_back(held(lane));
                dead |= 1u << lane;
            });
            quiet &= ~dead;
            const int64_t n_quiet = std::popcount(quiet), n_may = claim(n_quiet);
            is_within = n_may == n_quiet;
            while (std::popcount(quiet) > n_may) quiet &= ~std::bit_floor(quiet);
            const uint32_t free = dead | (~live_ & all_lanes());
            if (free && quiet) {
                const uint32_t helped = share(lanes, cells, quiet, free);
                quiet &= ~helped;
                dead &= ~helped;
            }
            for_each_lane(quiet, [&](int lane) { take(lane, cells[lane]); });
        }
        ++n_passes_;
        for_each_lane(dead, [&](int lane) { go_back(lane); });
        employ();
        return is_within;
    }

    // Gives away the oldest frames of the fullest lanes: one for every other lane of another thread.
    std::vector<Word> give() {
        std::vector<Word> given;
        for (int n = 0; n < kLanes / 2; ++n) {
            Frames<Word>& most = fullest();
            if (most.is_empty()) break;
            given.insert(given.end(), most.oldest(), most.oldest() + masks_.size());
            most.drop_oldest();
        }
        return given;
    }

    // Adds these frames to the search.
    void receive(std::span<const Word> frames) {
        for (int lane = 0; !frames.empty(); lane = (lane + 1) % kLanes) {
            std::copy_n(frames.begin(), masks_.size(), frames_[lane].push());
            frames = frames.subspan(masks_.size());
        }
        employ();
    }

    // Drops all frames and searches below these masks; the weights stay.
    void begin_anew(std::span<const Word> masks) {
        for (auto& frames : frames_) frames.clear();
        std::ranges::fill(masks_, Block{});
        live_ = 0;
        n_passes_ = 0;
        receive(masks);
    }

    // How much each cell weighs.
    std::vector<float>& weights() { return weights_; }

  private:
    static constexpr int64_t kStride = 7;  // houses between the starts of two consecutive passes
    // A lane with this many frames takes only its own: those above belong to one path.
    static constexpr size_t kMaxFramesToHelp = 64;
    // The rates follow the weights after each of the first kFresh passes, then after every kRest.
    static constexpr int64_t kFresh = 64, kRest = 16;

    struct alignas(64) Block {
        Word lanes[kLanes] = {};
    };

    static constexpr uint32_t all_lanes() { return ~0u >> (32 - kLanes); }

    // Lanes choose the cell with the lowest product of candidates and rate.
    void set_rates() {
        const float least = *std::ranges::min_element(weights_);
        const float whole = 60'000.0f / (float)network_.n_digits();
        for (size_t cell = 0; cell < rates_.size(); ++cell)
            rates_[cell] = (uint16_t)std::max(1.0f, whole * least / weights_[cell]);
    }

    enum class Answer { quiet, changed, dead };

    // Revises the constraints without a vector form, in one lane.
    Answer ask_others(int lane) {
        if (layout_.others().empty()) return Answer::quiet;
        const std::vector<Mask> before = held(lane);
        Candidates& candidates = *candidates_;
        candidates.restore(before.data());
        bool holds = true;
        for (const int32_t number : layout_.others()) {
            const Constraint& constraint = *network_.constraints()[number];
            holds = constraint.revise(candidates);
            if (holds) continue;
            for (const Cell cell : constraint.cells()) weights_[cell] += 1;
            break;
        }
        candidates.houses.clear_all();
        candidates.constraints.clear_all();
        if (!holds) return Answer::dead;
        if (std::ranges::equal(before, candidates.masks())) return Answer::quiet;
        for (size_t cell = 0; cell < masks_.size(); ++cell) masks_[cell].lanes[lane] = (Word)candidates[(Cell)cell];
        return Answer::changed;
    }

    std::vector<Mask> held(int lane) const {
        std::vector<Mask> masks(masks_.size());
        for (size_t cell = 0; cell < masks.size(); ++cell) masks[cell] = masks_[cell].lanes[lane];
        return masks;
    }

    // Lanes that choose give their second branches to free lanes. Returns all of these lanes. Nothing is saved.
    uint32_t share(SimdLanes& lanes, const std::array<int32_t, kLanes>& cells, uint32_t quiet, uint32_t free) {
        std::array<int32_t, kLanes> from;
        std::iota(from.begin(), from.end(), 0);
        uint32_t choosing = 0, helping = 0;
        for (; free && quiet; free &= free - 1) {
            const int other = std::countr_zero(free);
            if (frames_[other].size() >= kMaxFramesToHelp) continue;
            from[other] = std::countr_zero(quiet);
            helping |= 1u << other;
            choosing |= lowest(quiet);
            quiet &= quiet - 1;
        }
        width_.copy(plan_, lanes, from.data());
        for_each_lane(helping, [&](int other) {
            const int lane = from[other];
            Block& block = masks_[cells[lane]];
            block.lanes[lane] = (Word)lowest(block.lanes[lane]);
            block.lanes[other] &= (Word)~block.lanes[lane];
            last_[lane] = last_[other] = cells[lane];
        });
        nodes_ += std::popcount(choosing);
        live_ |= helping;
        return choosing | helping;
    }

    void take(int lane, Cell cell) {
        ++nodes_;
        Word* frame = frames_[lane].push();
        for (size_t i = 0; i < masks_.size(); ++i) frame[i] = masks_[i].lanes[lane];
        const Word digit = (Word)lowest(frame[cell]);
        frame[cell] &= (Word)~digit;
        masks_[cell].lanes[lane] = digit;
        last_[lane] = cell;
    }

    void put(int lane, const Word* frame) {
        last_[lane] = -1;
        for (size_t i = 0; i < masks_.size(); ++i) masks_[i].lanes[lane] = frame[i];
    }

    void go_back(int lane) {
        if (!frames_[lane].is_empty()) {
            put(lane, frames_[lane].newest());
            frames_[lane].drop_newest();
            return;
        }
        live_ &= ~(1u << lane);
        for (Block& block : masks_) block.lanes[lane] = 0;
    }

    // Idle lanes take the oldest frames.
    void employ() {
        for (uint32_t idle = ~live_ & all_lanes(); idle; idle &= idle - 1) {
            Frames<Word>& most = fullest();
            if (most.is_empty()) return;
            put(std::countr_zero(idle), most.oldest());
            most.drop_oldest();
            live_ |= lowest(idle);
        }
    }

    Frames<Word>& fullest() {
        return *std::ranges::max_element(frames_, {}, [](const auto& frames) { return frames.n_words(); });
    }

    const Network& network_;
    const SimdLayout& layout_;
    const SimdPlan& plan_;
    const SimdWidth& width_;
    std::vector<Block> masks_;     // by cell
    std::vector<Block> segments_;  // scratch of a pass
    std::vector<float> weights_;
    std::vector<uint16_t> rates_;
    std::optional<Candidates> candidates_;  // of one lane, if there are constraints without a vector form
    std::array<Frames<Word>, kLanes> frames_;
    // By lane: the cell that it chose last, which gains weight by a contradiction; -1 in a branch that was saved.
    std::array<Cell, kLanes> last_;
    uint32_t live_ = 0;
    int64_t n_passes_ = 0, nodes_ = 0;
    std::deque<std::vector<Mask>> found_;
};

template <class Word>
class SearchOf final : public SimdSearch::Search {
  public:
    SearchOf(const Network& network, std::span<const Mask> masks, std::span<const float> weights,
             const SimdWidth& width, int32_t n_threads)
        : n_cells_(masks.size()), layout_(network), plan_(layout_.plan()) {
        for (int32_t k = 0; k < n_threads; ++k) lanes_.emplace_back(network, layout_, plan_, masks, weights, width);
        is_over = std::ranges::find(masks, Mask{0}) != masks.end();
        whole_.assign(masks.begin(), masks.end());
        if (!is_over) lanes_[0].receive(whole_);
    }

    int64_t nodes() const override {
        int64_t nodes = 0;
        for (const auto& lanes : lanes_) nodes += lanes.nodes();
        return nodes;
    }

    bool find(int64_t enough, int64_t budget, StopToken stop) override {
        const auto n_found = [&] { return (int64_t)found.size(); };
        if (n_found() >= enough) return true;
        while (!is_over && trial_ < std::size(kTrialEnds))
            if (!try_first(enough, budget, stop)) return n_found() >= enough;
        if (is_over) return n_found() >= enough;
        WorkQueue<Word> queue((int32_t)lanes_.size(), budget - nodes());
        const auto is_stopped = [=] { return stop.stop_requested(); };
        const auto search = [&, wanted = enough - n_found()](size_t k, auto stops) {
            work(lanes_[k], queue, wanted, stops);
        };
        if (lanes_.size() == 1) search(0, is_stopped);
        else search_together(search, queue, is_stopped);
        is_over = true;
        for (auto& lanes : lanes_) {
            std::ranges::move(lanes.found(), std::back_inserter(found));
            lanes.found().clear();
            is_over = is_over && lanes.is_idle();
        }
        return n_found() >= enough;
    }

  private:
    // If this many nodes find no solution, the search starts again: the first choices were made with uninformed
    // weights. There are two such trials; the second one ends after this many nodes of both.
    static constexpr int64_t kTrialEnds[] = {500, 4'500};

    // One thread searches alone until it finds a solution or starts again; then the others get its weights. Returns
    // false if it found enough, if the search is done, or if it has to stop.
    bool try_first(int64_t enough, int64_t budget, StopToken stop) {
        LanesOf<Word>& lanes = lanes_[0];
        const int64_t end = kTrialEnds[trial_];
        WorkQueue<Word> queue(1, std::min(budget, end) - nodes());
        bool is_stopped = false;
        work(lanes, queue, enough, [&] { return is_stopped = stop.stop_requested(); });
        if (!lanes.found().empty()) trial_ = std::size(kTrialEnds);
        std::ranges::move(lanes.found(), std::back_inserter(found));
        lanes.found().clear();
        is_over = lanes.is_idle();
        if (trial_ == std::size(kTrialEnds)) return !is_over && (int64_t)found.size() < enough && !is_stopped;
        if (is_over || is_stopped || nodes() < end) return false;
        ++trial_;
        lanes.begin_anew(whole_);
        for (size_t k = 1; k < lanes_.size(); ++k) lanes_[k].weights() = lanes.weights();
        return true;
    }

    // The loop of one thread until the search pauses.
    template <class Stops>
    void work(LanesOf<Word>& lanes, WorkQueue<Word>& queue, int64_t wanted, Stops stops) {
        for (int64_t steps = 0; !queue.is_over(); ++steps) {
            if (steps % kPollIntervalSimdPasses == 0 && stops()) return queue.end();
            if (lanes.is_idle()) {
                lanes.receive(queue.take(n_cells_, stops));
                continue;
            }
            if (queue.is_wanted()) {
                if (auto frames = lanes.give(); !frames.empty()) queue.put(frames);
            }
            const size_t before = lanes.found().size();
            const bool is_within = lanes.step([&](int64_t n) { return queue.claim(n); });
            const int64_t n_new = (int64_t)(lanes.found().size() - before);
            if ((n_new && queue.found(n_new, wanted)) || !is_within) return queue.end();
        }
    }

    // The calling thread is one of the workers, and the only one that polls.
    template <class Work, class Stops>
    void search_together(Work search, WorkQueue<Word>& queue, Stops stops) {
        std::exception_ptr thrown;
        std::mutex mutex;
        const auto guarded = [&](size_t k, auto stops_it) {
            try {
                search(k, stops_it);
            } catch (...) {
                queue.end();
                const std::lock_guard lock(mutex);
                thrown = std::current_exception();
            }
        };
        std::vector<std::thread> others;
        try {
            for (size_t k = 1; k < lanes_.size(); ++k)
                others.emplace_back([&guarded, k] { guarded(k, [] { return false; }); });
        } catch (const std::system_error&) {  // the system has no more threads
            queue.miss((int32_t)(lanes_.size() - 1 - others.size()));
        }
        guarded(0, stops);
        for (auto& thread : others) thread.join();
        lanes_[0].receive(queue.left_over());
        if (thrown) std::rethrow_exception(thrown);
    }

    const size_t n_cells_;
    const SimdLayout layout_;
    const SimdPlan plan_;
    std::deque<LanesOf<Word>> lanes_;
    std::vector<Word> whole_;  // the initial masks
    size_t trial_ = 0;         // the current one, from 0
};

}  // namespace

bool SimdSearch::suits(const Network& network) {
    const auto& constraints = network.stated().list;
    const auto n = (size_t)std::ranges::count_if(
        constraints, [](const Constraint* constraint) { return SimdLayout::has_vector_form(*constraint); });
    return 2 * n >= constraints.size();
}

SimdSearch::SimdSearch(const Network& network, std::span<const Mask> masks, std::span<const float> weights,
                       int32_t n_threads) {
    const SimdKernel& kernel = chosen_kernel();
    if (network.n_digits() <= 16)
        search_ = std::make_unique<SearchOf<uint16_t>>(network, masks, weights, kernel.narrow, n_threads);
    else search_ = std::make_unique<SearchOf<uint32_t>>(network, masks, weights, kernel.wide, n_threads);
}

SimdSearch::~SimdSearch() = default;

bool SimdSearch::next(int64_t budget, StopToken stop) {
    if (stop.stop_requested()) return false;
    if (search_->found.empty()) search_->find(1, budget, stop);
    if (search_->found.empty()) return false;
    solution_ = std::move(search_->found.front());
    search_->found.pop_front();
    return true;
}

int64_t SimdSearch::count(int64_t limit, int64_t budget, StopToken stop) {
    int64_t n = 0;
    for (bool goes_on = true; goes_on && n < limit;) {
        goes_on = search_->find(std::min(kAtOnce, limit - n), budget, stop);
        const int64_t some = std::min((int64_t)search_->found.size(), limit - n);
        search_->found.erase(search_->found.begin(), search_->found.begin() + some);
        n += some;
    }
    return n;
}

std::span<const Mask> SimdSearch::masks() const { return solution_; }
int64_t SimdSearch::nodes() const { return search_->nodes(); }
bool SimdSearch::exhausted() const { return search_->is_over && search_->found.empty(); }

}  // namespace farandole
