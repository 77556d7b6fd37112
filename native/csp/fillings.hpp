// The fillings of a few cells under their constraints: which candidates take part in one, and which digits all have.
//
// Fillings that a search finds are kept. One that fits the candidates asked about supports all its digits, so only the
// others are searched for: residual supports (Lecoutre and Hemery, "A study of residual supports in arc consistency",
// IJCAI 2007). The answers are those of searches alone: a candidate goes only if its search ends without a filling, and
// then none is known.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "csp/search.hpp"
#include "stop_token.hpp"

namespace farandole {

class Fillings {
  public:
    static constexpr int64_t kQuick = 30;

    // allowed: the digits that each cell of the network may ever hold. budget: choices of a search for one filling.
    // quick: choices of the search before it, which looks for digits without support. The network must outlive us.
    Fillings(const Network& network, std::vector<Mask> allowed, int64_t budget, int64_t quick = kQuick)
        : network_(network), allowed_(std::move(allowed)), budget_(budget), quick_(quick) {}

    const Network& network() const { return network_; }

    // The candidates that take part in a filling; all 0 if there is none. One whose search has to stop stays.
    std::vector<Mask> supports(std::vector<Mask> masks, StopToken stop) {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return Fillings(network_, allowed_, budget_, quick_).supports(std::move(masks), stop);
        masks = restrict(std::move(masks));
        std::vector<Mask> supported(masks.size(), 0);
        if (const auto entry = answers_.find(masks); entry != answers_.end()) return entry->second;
        for (size_t n = known_.size(); n-- > 0 && supported != masks;)
            if (fits(known_[n], masks)) add(supported, known_[n]);
        if (supported != masks) supported = search(masks, std::move(supported), stop);
        if (stop.stop_requested()) return supported;
        if (answers_.size() >= kMaxAnswers) answers_.clear();
        return answers_[std::move(masks)] = std::move(supported);
    }

    // The digits that each filling has somewhere, as a mask; 0 if there is no filling.
    Mask must_hold(std::vector<Mask> masks, StopToken stop) {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) return Fillings(network_, allowed_, budget_, quick_).must_hold(std::move(masks), stop);
        masks = restrict(std::move(masks));
        Mask held = ~Mask{0};
        for (const Filling& filling : known_)
            if (fits(filling, masks)) held &= digits_of(filling);
        if (held == ~Mask{0}) {
            const Answer answer = find(masks, stop);
            if (answer == Answer::none) return 0;
            held = digits_of(answer == Answer::found ? last() : masks);
        }
        Mask needed = 0;
        for (; held; held &= held - 1) {
            std::vector<Mask> without = masks;
            for (Mask& mask : without) mask &= ~lowest(held);
            const Answer answer = find(without, stop);
            if (answer == Answer::found) held &= digits_of(last()) | lowest(held);
            if (answer == Answer::none) needed |= lowest(held);
        }
        return needed;
    }

  private:
    using Filling = std::vector<Mask>;  // a mask of one digit for each cell

    enum class Answer { none, found, unknown };  // whether there is a filling

    struct Hash {
        size_t operator()(const std::vector<Mask>& masks) const {
            uint64_t hash = 0;
            for (const Mask mask : masks) hash = (hash ^ mask) * 0x9E3779B97F4A7C15, hash ^= hash >> 29;
            return (size_t)hash;
        }
    };

    static constexpr size_t kMaxKnown = 256, kMaxAnswers = 512;

    // Searches for each candidate that isn't known to be supported.
    std::vector<Mask> search(const std::vector<Mask>& masks, std::vector<Mask> supported, StopToken stop) {
        if (std::ranges::count(masks, Mask{0})) return std::vector<Mask>(masks.size(), 0);
        Candidates root = network_.begin(masks);
        if (!propagate(root)) return std::vector<Mask>(masks.size(), 0);
        const std::vector<Mask> left(root.masks().begin(), root.masks().end());
        for (size_t cell = 0; cell < masks.size(); ++cell) {
            for (Mask open = left[cell]; open; open &= open - 1) {
                const Mask digit = lowest(open);
                if (supported[cell] & digit) continue;
                root.restore(left.data());
                root.keep((Cell)cell, digit);
                int64_t choices = quick_;
                Answer answer = descend(root, supported, choices);
                if (answer == Answer::unknown && budget_ > quick_) {
                    std::vector<Mask> supposed = left;
                    supposed[cell] = digit;
                    answer = find(supposed, stop);
                }
                if (answer == Answer::found) add(supported, last());
                if (answer == Answer::unknown) supported[cell] |= digit;
            }
        }
        return supported;
    }

    bool propagate(Candidates& candidates) const {
        return network_.propagate(candidates, [](std::span<const Cell>) {});
    }

    // Looks for a filling by depth-first search, first with digits that aren't supported yet; `choices` are left. How
    // many it takes to find that there is none doesn't depend on their order, so the answers don't depend on what is
    // known.
    Answer descend(Candidates& candidates, const std::vector<Mask>& supported, int64_t& choices) {
        if (!propagate(candidates)) return Answer::none;
        const std::vector<Mask> masks(candidates.masks().begin(), candidates.masks().end());
        size_t best = masks.size();
        for (size_t cell = 0; cell < masks.size(); ++cell)
            if (!is_single(masks[cell]) &&
                (best == masks.size() || std::popcount(masks[cell]) < std::popcount(masks[best])))
                best = cell;
        if (best == masks.size()) {
            know(masks);
            return Answer::found;
        }
        for (const Mask some : {masks[best] & ~supported[best], masks[best] & supported[best]}) {
            for (Mask open = some; open; open &= open - 1) {
                if (choices-- <= 0) return Answer::unknown;
                candidates.restore(masks.data());
                candidates.keep((Cell)best, lowest(open));
                if (const Answer answer = descend(candidates, supported, choices); answer != Answer::none)
                    return answer;
            }
        }
        return Answer::none;
    }

    static void add(std::vector<Mask>& supported, const Filling& filling) {
        for (size_t cell = 0; cell < filling.size(); ++cell) supported[cell] |= filling[cell];
    }

    static bool fits(const Filling& filling, const std::vector<Mask>& masks) {
        for (size_t cell = 0; cell < masks.size(); ++cell)
            if (!(filling[cell] & masks[cell])) return false;
        return true;
    }

    static Mask digits_of(const std::vector<Mask>& masks) {
        Mask digits = 0;
        for (const Mask mask : masks) digits |= mask;
        return digits;
    }

    std::vector<Mask> restrict(std::vector<Mask> masks) const {
        for (size_t cell = 0; cell < masks.size(); ++cell) masks[cell] &= allowed_[cell];
        return masks;
    }

    // Looks for a filling with all engines.
    Answer find(const std::vector<Mask>& masks, StopToken stop) {
        if (std::ranges::count(masks, Mask{0})) return Answer::none;
        Search search(network_, masks, budget_, Search::kSwitchAfter);
        if (!search.next(stop)) return search.exhausted() ? Answer::none : Answer::unknown;
        Filling filling(masks.size());
        std::ranges::transform(search.digits(), filling.begin(), [](int32_t digit) { return Mask{1} << (digit - 1); });
        know(std::move(filling));
        return Answer::found;
    }

    void know(Filling filling) {
        last_ = last_ + 1 == kMaxKnown ? 0 : last_ + 1;
        if (last_ == known_.size()) known_.push_back(std::move(filling));
        else known_[last_] = std::move(filling);
    }

    const Filling& last() const { return known_[last_]; }

    const Network& network_;
    std::vector<Mask> allowed_;
    int64_t budget_, quick_;
    std::vector<Filling> known_;
    size_t last_ = kMaxKnown - 1;  // the newest of these
    std::unordered_map<std::vector<Mask>, std::vector<Mask>, Hash> answers_;
    std::mutex mutex_;
};

}  // namespace farandole
