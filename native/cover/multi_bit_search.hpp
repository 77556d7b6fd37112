// Covers with multiplicities: on bit sets where they are faster, else on counts and marks. Both find the same covers in
// the same order with the same number of nodes. No Python here.
#pragma once
#include <optional>
#include <vector>

#include "cover/bit_search.hpp"
#include "cover/multi.hpp"

namespace farandole {

class MultiBitSearch {
  public:
    using Integers = CoverProblem::Integers;

    // As for MultiSearch. kernel: null to use marks only.
    MultiBitSearch(const CoverProblem& problem, Integers low, Integers high, bool first, const BitKernel* kernel,
                   StopToken stop = {})
        : marks_(problem, low, high, first, stop) {
        if (kernel && suits(problem, high)) lay_out(problem, low, high, first, kernel->multi);
    }

    bool next(Control& control) {
        if (!kernel_) return marks_.next(control);
        return run(control, state_.solutions + 1, false);
    }

    int64_t count(int64_t limit, Control& control) {
        if (!kernel_) return marks_.count(limit, control);
        const int64_t before = state_.solutions;
        if (limit > 0) run(control, limit < INT64_MAX - before ? before + limit : INT64_MAX, true);
        return state_.solutions - before;
    }

    int64_t n_met() const { return kernel_ ? state_.solutions : marks_.n_met(); }
    int64_t nodes() const { return kernel_ ? state_.nodes : marks_.nodes(); }
    bool is_exhausted() const { return kernel_ ? is_over_ : marks_.is_exhausted(); }

    std::vector<int32_t> cover() const {
        if (!kernel_) return marks_.cover();
        std::vector<int32_t> options((size_t)n_levels_);
        options.resize(is_over_ ? 0 : (size_t)kernel_->path(state_, options.data()));
        return options;
    }

    double share() const {
        if (!kernel_) return marks_.share();
        return is_over_ ? 1 : is_begun_ ? kernel_->share(state_) : 0;
    }

    template <class Below>
    MultiSearch::Guess guess(Below below, Control& control) {
        return marks_.guess(below, control);
    }

  private:
    static constexpr int32_t kMaxOptions = 1 << 12, kMaxTimes = 0x7fff;

    struct alignas(64) Line {
        uint64_t words[8];
    };

    static bool suits(const CoverProblem& problem, Integers high) {
        return problem.n_options <= kMaxOptions && problem.n_primary <= BitProblem::kMaxItems &&
               BitSearch::suits(problem.n_options, problem.n_primary) &&
               std::all_of(high.begin(), high.end(), [](int32_t times) { return times <= kMaxTimes; });
    }

    // Rows are those of BitSearch: each primary item, the empty row, each secondary item, each shade.
    void lay_out(const CoverProblem& problem, Integers low, Integers high, bool first, const MultiBitKernel& kernel) {
        const int32_t n = problem.n_primary;
        for (int32_t item = 0; item < n; ++item) {
            most_.push_back(high.empty() ? 1 : (uint64_t)high[item]);
            slack_.push_back(high.empty() ? 0 : (uint64_t)(high[item] - low[item]));
        }
        members_begin_ = fringe_begin_ = {0};
        for (int32_t option = 0; option < problem.n_options; ++option) {
            const auto members = problem.members_of(option);
            const auto is_closed = [&](int32_t item) { return most_[item] == 0; };
            if (members.empty() || std::any_of(members.begin(), members.end(), is_closed)) continue;
            names_.push_back(option);
            members_.insert(members_.end(), members.begin(), members.end());
            for (const auto& [item, color, shade] : problem.fringe_of(option))
                fringe_.push_back({item + 1, color ? problem.n_items + 1 + shade : n});
            members_begin_.push_back((int32_t)members_.size());
            fringe_begin_.push_back((int32_t)fringe_.size());
        }
        const auto n_options = (int32_t)names_.size();
        state_.problem = {n_options,
                          n,
                          problem.n_items + 1 + problem.n_shades,
                          members_begin_.data(),
                          members_.data(),
                          fringe_begin_.data(),
                          fringe_.data(),
                          names_.data()};
        state_.most = most_.data();
        state_.slack = slack_.data();
        state_.first = first;
        state_.entries_per_option = n_options ? (int32_t)((members_.size() + 2 * fringe_.size()) / names_.size()) : 0;
        n_levels_ = n_options + n + 2;
        kernel_ = &kernel;
    }

    // Returns true once this many covers were found; false if there are no more, or if the control pauses.
    bool run(Control& control, int64_t solutions, bool counts) {
        if (is_over_) return false;
        if (!is_begun_) {
            is_begun_ = true;
            const bool is_empty = std::all_of(most_.begin(), most_.end(), [](uint64_t times) { return times == 0; });
            memory_.resize(kernel_->memory_for(state_.problem, n_levels_) / sizeof(Line) + 1);
            state_.memory = memory_.data();
            if (is_empty || !kernel_->begin(state_)) {
                is_over_ = true;
                state_.solutions += is_empty;
                return is_empty;
            }
        }
        is_over_ = kernel_->run(state_, control, solutions, counts);
        return state_.solutions >= solutions;
    }

    MultiSearch marks_;
    const MultiBitKernel* kernel_ = nullptr;
    bool is_begun_ = false, is_over_ = false;
    int64_t n_levels_ = 0;
    std::vector<uint64_t> most_, slack_;
    std::vector<int32_t> members_begin_, members_, fringe_begin_, names_;
    std::vector<BitProblem::Tint> fringe_;
    std::vector<Line> memory_;
    MultiBitState state_{};
};

}  // namespace farandole
