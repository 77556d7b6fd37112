// All consequences of a claim, in the order of Sudoku Explainer, each with the claims that it follows from, up to the
// first conflict. No Python here; Python takes nested steps, and explains what follows.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "logic/house_order.hpp"

namespace farandole {

class ClaimPropagation {
  public:
    struct Reason {
        Claim claim;
        Cause cause;
        int32_t nested;  // the number of the nested step that gave the claim; -1: none
        std::vector<Claim> parents;
    };

    // in_cells: whether it counts that a cell holds exactly one digit. is_dynamic: whether false candidates are
    // eliminated, so that several claims together may imply another.
    ClaimPropagation(const HouseOrder& order, std::vector<uint32_t> masks, Claim start, bool in_cells, bool is_dynamic)
        : order_(&order), start_(std::move(masks)), masks_(start_), start_places_(order.places_of(start_)),
          places_(start_places_), n_(order.n_cells()), in_cells_(in_cells), is_dynamic_(is_dynamic),
          where_((size_t)2 * (order.n_digits() + 1) * n_, -1) {
        check(start);
        add({start, kAssumed, -1, {}});
        run();
    }

    // Finds what follows from what was added; not beyond a conflict.
    void run() {
        while (!has_conflict()) {
            if (next_on_ < on_.size()) from_on(on_[next_on_++]);
            else if (next_off_ < off_.size()) from_off(off_[next_off_++]);
            else return;
        }
    }

    // Adds false candidates that a nested step gives, unless they are known; returns whether some are new.
    bool add_nested(int32_t nested, const std::vector<Claim>& claims, const std::vector<Claim>& parents) {
        for (const Claim parent : parents)
            if (!has(check(parent))) throw std::invalid_argument("expected parents that follow");
        bool is_new = false;
        for (const Claim claim : claims) {
            if (check(claim) & 1) throw std::invalid_argument("expected claims that candidates are false");
            if (has(claim)) continue;
            add({claim, kByCell, nested, parents});
            is_new = true;
        }
        return is_new;
    }

    bool has(Claim claim) const { return where_[claim] >= 0; }
    bool has_conflict() const { return on_side_.claim >= 0; }

    // A candidate that would be both true and false: why it is true, and why it is false.
    std::pair<const Reason&, const Reason&> conflict() const {
        if (!has_conflict()) throw std::invalid_argument("there is no conflict");
        return {on_side_, off_side_};
    }

    const Reason& reason(Claim claim) const {
        if (!has(check(claim))) throw std::invalid_argument("this claim doesn't follow");
        return reasons_[where_[claim]];
    }

    // The claims that a claim follows from, directly or indirectly, and itself: how many, and the nested steps among
    // their reasons.
    std::pair<int32_t, std::vector<int32_t>> ancestors(const Reason& of) const {
        std::vector<char> is_known(reasons_.size(), false);
        std::vector<int32_t> nested;
        std::vector<const Reason*> todo{&of};
        for (size_t at = 0; at < todo.size(); ++at) {
            if (todo[at]->nested >= 0) nested.push_back(todo[at]->nested);
            for (const Claim parent : todo[at]->parents)
                if (!std::exchange(is_known[where_[parent]], true)) todo.push_back(&reasons_[where_[parent]]);
        }
        return {(int32_t)todo.size(), std::move(nested)};
    }

    // The claims that follow from each of some assumptions, each with the number of its ancestors in all; those that a
    // candidate is true first, then in the order of the first propagation.
    static std::vector<std::pair<Claim, int32_t>> common(std::span<const ClaimPropagation* const> some) {
        std::vector<std::pair<Claim, int32_t>> found;
        for (const bool is_on : {true, false})
            for (const Reason& first : some[0]->reasons_) {
                const Claim claim = first.claim;
                const auto follows = [&](const ClaimPropagation* one) { return one->has(claim); };
                if ((bool)(claim & 1) != is_on || !std::ranges::all_of(some, follows)) continue;
                int32_t n = 0;
                for (const ClaimPropagation* one : some) n += one->ancestors(one->reason(claim)).first;
                found.emplace_back(claim, n);
            }
        return found;
    }

    const HouseOrder& order() const { return *order_; }
    const std::vector<uint32_t>& masks() const { return masks_; }  // without the false candidates
    const std::vector<IndexSet>& places() const { return places_; }

  private:
    Claim check(Claim claim) const {
        if (claim < 2 * n_ || claim >= (int32_t)where_.size()) throw std::invalid_argument("no such claim");
        return claim;
    }

    Claim number(int32_t digit, int32_t cell) const { return 2 * (digit * n_ + cell); }

    void add(Reason reason) {
        where_[reason.claim] = (int32_t)reasons_.size();
        (reason.claim & 1 ? on_ : off_).push_back(reason.claim);
        reasons_.push_back(std::move(reason));
    }

    // Strikes a candidate because another is true; returns whether it would be true, too.
    bool strike(Claim claim, Claim because, Cause cause) {
        if (has(claim + 1)) {
            on_side_ = reason(claim + 1);
            off_side_ = {claim, cause, -1, {because}};
            return true;
        }
        if (!has(claim)) add({claim, cause, -1, {because}});
        return false;
    }

    void from_on(Claim claim) {
        const int32_t digit = claim / 2 / n_, cell = claim / 2 % n_;
        if (in_cells_)
            for (uint32_t left = masks_[cell] & ~(1u << (digit - 1)); left; left &= left - 1)
                if (strike(number(std::countr_zero(left) + 1, cell), claim, kByCell)) return;
        for (const auto& [house, cells] : order_->parts(cell))
            for (const int32_t peer : cells)
                if (places_[digit].has(peer) && strike(number(digit, peer), claim, house)) return;
    }

    // Finds the candidates that are true because one is false, and eliminates that one.
    void from_off(Claim claim) {
        const int32_t digit = claim / 2 / n_, cell = claim / 2 % n_;
        std::vector<Reason> found;
        if (in_cells_ && std::popcount(masks_[cell]) == 2) {
            const int32_t other = std::bit_width(masks_[cell] & ~(1u << (digit - 1)));
            Reason reason{number(other, cell) + 1, kByCell, -1, {claim}};
            for (uint32_t gone = start_[cell] & ~masks_[cell]; gone; gone &= gone - 1)
                reason.parents.push_back(number(std::countr_zero(gone) + 1, cell));
            found.push_back(std::move(reason));
        }
        for (const int32_t house : order_->full_houses(cell)) {
            int32_t n_places = 0, place = -1;
            (places_[digit] & order_->house(house)).each([&](int32_t at) {
                if (at != cell) ++n_places, place = at;
            });
            const auto is_known = [&](const Reason& one) { return one.claim == number(digit, place) + 1; };
            if (n_places != 1 || std::ranges::any_of(found, is_known)) continue;
            Reason reason{number(digit, place) + 1, house, -1, {claim}};
            ((start_places_[digit] & order_->house(house)) - places_[digit]).each([&](int32_t gone) {
                reason.parents.push_back(number(digit, gone));
            });
            found.push_back(std::move(reason));
        }
        if (is_dynamic_) eliminate(digit, cell);
        for (Reason& reason : found) {
            const Claim off = reason.claim - 1;
            if (has(off)) {
                off_side_ = this->reason(off);
                on_side_ = std::move(reason);
                return;
            }
            if (!has(reason.claim)) add(std::move(reason));
        }
    }

    void eliminate(int32_t digit, int32_t cell) {
        masks_[cell] &= ~(1u << (digit - 1));
        IndexSet here(n_);
        here.add(cell);
        places_[digit] -= here;
    }

    const HouseOrder* order_;
    std::vector<uint32_t> start_, masks_;
    std::vector<IndexSet> start_places_, places_;
    int32_t n_;
    bool in_cells_, is_dynamic_;
    std::vector<Reason> reasons_;
    std::vector<int32_t> where_;  // by claim: the index of its reason, or -1
    std::vector<Claim> on_, off_;
    size_t next_on_ = 0, next_off_ = 0;
    Reason on_side_{-1, 0, -1, {}}, off_side_{-1, 0, -1, {}};
};

}  // namespace farandole
