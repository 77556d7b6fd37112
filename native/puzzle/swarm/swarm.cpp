#include "puzzle/swarm/swarm.hpp"

#include <deque>

#include "isa.hpp"
#include "puzzle/swarm/chart.hpp"

namespace farandole {

namespace {

const SwarmKernel& chosen_kernel() {
    const Isa* forced = forced_isa();
    switch (forced ? *forced : usable_isas().back()) {
#if defined(__x86_64__)
        case Isa::avx512:
        case Isa::avx512vl: return swarm_avx512;
        case Isa::avx2: return swarm_avx2;
#endif
        default: return swarm_baseline;
    }
}

template <class Do>
void for_each_lane(uint32_t lanes, Do act) {
    for (; lanes; lanes &= lanes - 1) act(std::countr_zero(lanes));
}

}  // namespace

class Swarm::Lanes {
  public:
    virtual ~Lanes() = default;
    virtual bool next(int64_t budget, Interrupted interrupted, void* context) = 0;

    std::vector<Mask> solution;
    int64_t nodes = 0;
    bool exhausted = false;
};

namespace {

// The frames of a lane, each the masks of all cells; they come and go at the newer end, and are stolen at the older one.
template <class Word>
class Frames {
  public:
    size_t size() const { return (words_.size() - begin_) / n_cells_; }
    bool is_empty() const { return words_.size() == begin_; }
    void clear() {
        words_.clear();
        begin_ = 0;
    }
    void set_n_cells(size_t n_cells) { n_cells_ = n_cells; }

    Word* push() {
        words_.resize(words_.size() + n_cells_);
        return newest();
    }
    Word* newest() { return words_.data() + words_.size() - n_cells_; }
    Word* oldest() { return words_.data() + begin_; }
    void drop_newest() {
        words_.resize(words_.size() - n_cells_);
        clean();
    }
    void drop_oldest() {
        begin_ += n_cells_;
        clean();
    }

  private:
    // What was stolen is given back once it is most of the array.
    void clean() {
        if (2 * begin_ < words_.size()) return;
        words_.erase(words_.begin(), words_.begin() + (ptrdiff_t)begin_);
        begin_ = 0;
    }

    std::vector<Word> words_;
    size_t begin_ = 0, n_cells_ = 1;
};

template <class Word>
class LanesOf final : public Swarm::Lanes {
  public:
    static constexpr int kLanes = 64 / sizeof(Word);

    LanesOf(const Network& network, std::span<const Mask> masks, std::span<const float> weights, const SwarmWidth& width)
        : network_(network),
          chart_(network),
          plan_(chart_.plan()),
          width_(width),
          masks_(masks.size()),
          weights_(weights.begin(), weights.end()),
          rates_(masks.size()),
          candidates_(network.begin(masks)) {
        for (auto& frames : frames_) frames.set_n_cells(masks.size());
        whole_.assign(masks.begin(), masks.end());
        begin();
        exhausted = std::ranges::find(masks, Mask{0}) != masks.end();
        if (exhausted) live_ = 0;
    }

    bool next(int64_t budget, Swarm::Interrupted interrupted, void* context) override {
        for (int64_t steps = 0;; ++steps) {
            if (exhausted || (steps % kBreath == 0 && interrupted && interrupted(context))) return false;
            if (!found_.empty()) break;
            if (!step(budget)) return false;
        }
        solution = std::move(found_.front());
        found_.pop_front();
        exhausted = !live_ && found_.empty();
        return true;
    }

  private:
    static constexpr int64_t kBreath = 16;  // passes between two `interrupted`
    // Nodes after which all begins anew, once, where nothing is found: the first choices were made when the weights said little.
    static constexpr int64_t kTrial = 500;
    static constexpr int64_t kFresh = 64, kRest = 16;  // passes after which weights count: in the beginning, each

    struct alignas(64) Block {
        Word lanes[kLanes] = {};
    };

    // One lane holds the whole puzzle.
    void begin() {
        for (auto& frames : frames_) frames.clear();
        std::ranges::fill(masks_, Block{});
        put(0, whole_.data());
        live_ = 1;
        n_passes_ = 0;
    }

    // False: a lane would choose, but the budget is spent.
    bool step(int64_t budget) {
        SwarmLanes lanes{masks_.data(), ~live_ & all_lanes(), 0, 0, weights_.data()};
        width_.pass(plan_, lanes);
        uint32_t dead = lanes.dead & live_, quiet = live_ & ~dead & ~lanes.changed;
        for_each_lane(quiet, [&](int lane) {
            const Answer answer = ask_others(lane);
            if (answer != Answer::quiet) quiet &= ~(1u << lane);
            if (answer == Answer::dead) dead |= 1u << lane;
        });
        bool is_within = true;
        if (quiet) {
            if (n_passes_ < kFresh || n_passes_ % kRest == 0) set_rates();
            std::array<int32_t, kLanes> cells;
            width_.choose(plan_, lanes, rates_.data(), cells.data());
            for_each_lane(quiet, [&](int lane) {
                if (cells[lane] < 0) {
                    found_.push_back(held(lane));
                    is_trial_ = false;
                    dead |= 1u << lane;
                } else if (nodes < budget) {
                    take(lane, cells[lane]);
                } else {
                    is_within = false;
                }
            });
        }
        ++n_passes_;
        for_each_lane(dead, [&](int lane) { go_back(lane); });
        for_each_lane(~live_ & all_lanes(), [&](int lane) { steal(lane); });
        exhausted = !live_ && found_.empty();
        if (is_trial_ && live_ && nodes >= kTrial) {
            is_trial_ = false;
            begin();
        }
        return is_within || !found_.empty();
    }

    static constexpr uint32_t all_lanes() { return ~0u >> (32 - kLanes); }

    // Cells with few candidates and much weight have the least product of candidates and rate.
    void set_rates() {
        const float least = *std::ranges::min_element(weights_);
        const float whole = 60'000.0f / (float)network_.n_digits();
        for (size_t cell = 0; cell < rates_.size(); ++cell)
            rates_[cell] = (uint16_t)std::max(1.0f, whole * least / weights_[cell]);
    }

    enum class Answer { quiet, changed, dead };

    // Revises the relations that no kernel knows, in one lane.
    Answer ask_others(int lane) {
        if (chart_.others().empty()) return Answer::quiet;
        const std::vector<Mask> before = held(lane);
        candidates_.restore(before.data());
        bool holds = true;
        for (const int32_t number : chart_.others()) {
            const Relation& relation = *network_.relations()[number];
            holds = relation.revise(candidates_);
            if (holds) continue;
            for (const Cell cell : relation.cells()) weights_[cell] += 1;
            break;
        }
        candidates_.houses.clear_all();
        candidates_.relations.clear_all();
        if (!holds) return Answer::dead;
        if (std::ranges::equal(before, candidates_.masks())) return Answer::quiet;
        for (size_t cell = 0; cell < masks_.size(); ++cell) masks_[cell].lanes[lane] = (Word)candidates_[(Cell)cell];
        return Answer::changed;
    }

    std::vector<Mask> held(int lane) const {
        std::vector<Mask> masks(masks_.size());
        for (size_t cell = 0; cell < masks.size(); ++cell) masks[cell] = masks_[cell].lanes[lane];
        return masks;
    }

    void take(int lane, Cell cell) {
        ++nodes;
        Word* frame = frames_[lane].push();
        for (size_t i = 0; i < masks_.size(); ++i) frame[i] = masks_[i].lanes[lane];
        const Word digit = (Word)lowest(frame[cell]);
        frame[cell] &= (Word)~digit;
        masks_[cell].lanes[lane] = digit;
    }

    void put(int lane, const Word* frame) {
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

    void steal(int lane) {
        const auto most = std::ranges::max_element(frames_, {}, [](const auto& frames) { return frames.size(); });
        if (most->is_empty()) return;
        put(lane, most->oldest());
        most->drop_oldest();
        live_ |= 1u << lane;
    }

    const Network& network_;
    const SwarmChart chart_;
    const SwarmPlan plan_;
    const SwarmWidth& width_;
    std::vector<Block> masks_;  // by cell
    std::vector<float> weights_;
    std::vector<uint16_t> rates_;
    Candidates candidates_;  // of one lane, for relations that no kernel knows
    std::array<Frames<Word>, kLanes> frames_;
    std::vector<Word> whole_;  // the masks to begin with
    uint32_t live_;
    bool is_trial_ = true;
    int64_t n_passes_ = 0;
    std::deque<std::vector<Mask>> found_;
};

}  // namespace

Swarm::Swarm(const Network& network, std::span<const Mask> masks, std::span<const float> weights) {
    const SwarmKernel& kernel = chosen_kernel();
    if (network.n_digits() <= 16)
        lanes_ = std::make_unique<LanesOf<uint16_t>>(network, masks, weights, kernel.narrow);
    else
        lanes_ = std::make_unique<LanesOf<uint32_t>>(network, masks, weights, kernel.wide);
}

Swarm::~Swarm() = default;

bool Swarm::next(int64_t budget, Interrupted interrupted, void* context) {
    return lanes_->next(budget, interrupted, context);
}

std::span<const Mask> Swarm::masks() const { return lanes_->solution; }
int64_t Swarm::nodes() const { return lanes_->nodes; }
bool Swarm::exhausted() const { return lanes_->exhausted; }

}  // namespace farandole
