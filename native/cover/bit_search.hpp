// The part of a search on bit sets: what remains of a problem, possibly all of it, as a pack for the kernels.
#pragma once
#include <cstring>
#include <span>
#include <vector>

#include "cover/bits/bits.hpp"
#include "cover/lists.hpp"
#include "cover/problem.hpp"

namespace farandole {

class BitSearch {
  public:
    BitSearch(const CoverProblem& problem, const BitKernel& kernel)
        : problem_(&problem), kernel_(&kernel), row_of_item_(problem.n_items, -1), row_of_shade_(problem.n_shades, -1) {
    }

    // Whether bit sets are faster: when a pass over all sets is short (docs/internals/tuning.md, "Exact covers").
    static bool suits(int64_t n_options, int64_t n_items) {
        const int64_t n_words = (n_options + 63) / 64, n_groups = (n_items + 7) / 8;
        return n_options <= kMaxOptions && n_words * n_groups <= kMaxWork;
    }

    // Starts below the options taken, with the remaining options and the items to cover, both ascending; each item has
    // an option. Nodes and solutions are counted on from the given numbers.
    void begin(std::span<const int32_t> taken, std::span<const int32_t> options, std::span<const int32_t> items,
               bool first, int64_t nodes, int64_t solutions) {
        number(options, items);
        names_.assign(options.begin(), options.end());
        state_.problem = {(int32_t)options.size(), (int32_t)items.size(), n_rows_,        members_begin_.data(),
                          members_.data(),         fringe_begin_.data(),  fringe_.data(), names_.data()};
        memory_.resize(kernel_->memory_for(state_.problem) / sizeof(Line) + 1);
        path_.assign(taken.begin(), taken.end());
        path_.resize(taken.size() + items.size() + 1);
        state_.entries_per_option = (int32_t)((members_.size() + 2 * fringe_.size()) / options.size());
        state_.first = first;
        state_.path = path_.data();
        state_.depth = (int32_t)taken.size();
        state_.memory = memory_.data();
        state_.nodes = nodes;
        state_.solutions = solutions;
        kernel_->begin(state_);
    }

    bool run(Control& control, int64_t solutions, Covers* covers) {
        return kernel_->run(state_, control, solutions, covers);
    }

    int64_t nodes() const { return state_.nodes; }
    int64_t solutions() const { return state_.solutions; }
    double share() const { return kernel_->share(state_); }

    // Adds the rest of the search as pieces, in order.
    void add_rest(Lists<int32_t>& pieces) const {
        kernel_->rest(state_, &pieces, [](void* context, const int32_t* path, int32_t depth, int32_t option) {
            static_cast<Lists<int32_t>*>(context)->add(std::span(path, depth), option);
        });
    }

  private:
    static constexpr int64_t kMaxOptions = 1 << 14;
    static constexpr int64_t kMaxWork = 512;  // words times groups of eight items

    struct alignas(64) Line {
        uint64_t words[8];
    };

    // Renumbers the rows: each item to cover, the empty row, then the secondary items and shades of the options.
    void number(std::span<const int32_t> options, std::span<const int32_t> items) {
        n_rows_ = 0;
        for (const int32_t item : items) row_of_item_[item] = n_rows_++;
        const int32_t empty = n_rows_++;
        for (const int32_t option : options)
            for (const auto& tint : problem_->fringe_of(option))
                row_of_item_[tint.item] = row_of_shade_[tint.shade] = -1;
        const auto row = [&](int32_t& number) { return number < 0 ? number = n_rows_++ : number; };
        members_begin_.clear();
        members_.clear();
        fringe_begin_.clear();
        fringe_.clear();
        for (const int32_t option : options) {
            members_begin_.push_back((int32_t)members_.size());
            fringe_begin_.push_back((int32_t)fringe_.size());
            for (const int32_t item : problem_->members_of(option)) members_.push_back(row_of_item_[item]);
            for (const auto& tint : problem_->fringe_of(option)) {
                const int32_t item = row(row_of_item_[tint.item]);
                fringe_.push_back({item, tint.color ? row(row_of_shade_[tint.shade]) : empty});
            }
        }
        members_begin_.push_back((int32_t)members_.size());
        fringe_begin_.push_back((int32_t)fringe_.size());
    }

    const CoverProblem* problem_;
    const BitKernel* kernel_;
    std::vector<int32_t> row_of_item_, row_of_shade_;
    int32_t n_rows_ = 0;
    std::vector<int32_t> members_begin_, members_, fringe_begin_, names_, path_;
    std::vector<BitProblem::Tint> fringe_;
    std::vector<Line> memory_;
    BitState state_{};
};

}  // namespace farandole
