// Connected cells: those of a rectangle whose digit is in a set form one region, joined side by side.
//
// A cell is in the region, out of it, or open. The region lies among the cells that are not out, so from any cell that
// is in, a search through them reaches the whole region:
//
//     in .  .  #  .       # out, . open. The right column can't be reached: it is out.
//     #  #  .  #  .       The marked cell x is the only way from one cell that is in to the other: it is in.
//     in x  .  #  .
//
// With a size, an open cell is out if too many open cells lie between it and the region.
#pragma once
#include <deque>

#include "csp/network.hpp"

namespace farandole {

// The cells of a rectangle, row by row, and their neighbors.
class Rectangle {
  public:
    Rectangle(int32_t n_cells, int32_t width) : n_cells_(n_cells), width_(width) {}

    template <class Act>
    void for_each_neighbor(int32_t place, Act act) const {
        const int32_t column = place % width_;
        if (place >= width_) act(place - width_);
        if (column > 0) act(place - 1);
        if (column + 1 < width_) act(place + 1);
        if (place + width_ < n_cells_) act(place + width_);
    }

    bool is_at_edge(int32_t place) const {
        const int32_t column = place % width_;
        return place < width_ || column == 0 || column + 1 == width_ || place + width_ >= n_cells_;
    }

    int32_t n_cells() const { return n_cells_; }

  private:
    int32_t n_cells_, width_;
};

class ConnectedConstraint final : public Constraint {
  public:
    struct Options {
        int32_t size = -1;     // the number of cells of the region; -1 for any number from 1
        bool outside = false;  // what is outside the rectangle belongs to the region, which may have no cell inside
        bool tree = false;     // no cells of the region form a cycle
    };

    // cells: row by row. digits: those of the region.
    ConnectedConstraint(std::vector<Cell> cells, int32_t width, Mask digits, Options options)
        : Constraint(std::move(cells)), rectangle_((int32_t)cells_.size(), width), digits_(digits), options_(options) {}

    bool revise(Candidates& candidates) const override {
        const int32_t n = rectangle_.n_cells(), n_nodes = n + (options_.outside ? 1 : 0);
        std::vector<State> states(n_nodes, kIn);
        int32_t n_in = 0, n_possible = 0, seed = options_.outside ? n : -1;
        for (int32_t place = 0; place < n; ++place) {
            const Mask mask = candidates[cells_[place]];
            states[place] = !(mask & digits_) ? kOut : (mask & ~digits_) ? kOpen : kIn;
            n_possible += states[place] != kOut;
            n_in += states[place] == kIn;
            if (seed < 0 && states[place] == kIn) seed = place;
        }
        const int32_t size = options_.size;
        if (size >= 0 && (n_in > size || n_possible < size)) return false;
        if (options_.tree && !strike_cycles(candidates, states)) return false;
        if (seed < 0) {
            if (n_possible == 0) return false;
            if (n_possible > std::max(size, 1)) return true;
            for (int32_t place = 0; place < n; ++place)
                if (states[place] == kOpen && !candidates.keep(cells_[place], digits_)) return false;
            return true;
        }
        return size >= 0 && !strike_far(candidates, states, seed, size - n_in) ? false
                                                                               : narrow(candidates, states, seed, size);
    }

  private:
    enum State : uint8_t { kOut, kOpen, kIn };

    template <class Act>
    void for_each_neighbor(int32_t node, Act act) const {
        const int32_t n = rectangle_.n_cells();
        if (node == n) {
            for (int32_t place = 0; place < n; ++place)
                if (rectangle_.is_at_edge(place)) act(place);
            return;
        }
        rectangle_.for_each_neighbor(node, act);
        if (options_.outside && rectangle_.is_at_edge(node)) act(n);
    }

    // Strikes the cells that more than `budget` open cells would join to the seed.
    bool strike_far(Candidates& candidates, std::vector<State>& states, int32_t seed, int32_t budget) const {
        std::vector<int32_t> distances(states.size(), -1);
        std::deque<int32_t> queue{seed};
        distances[seed] = 0;
        std::vector<uint8_t> is_done(states.size(), 0);
        while (!queue.empty()) {
            const int32_t node = queue.front();
            queue.pop_front();
            if (std::exchange(is_done[node], 1)) continue;
            for_each_neighbor(node, [&](int32_t other) {
                if (states[other] == kOut) return;
                const int32_t distance = distances[node] + (states[other] == kOpen);
                if (distance > budget || (distances[other] >= 0 && distances[other] <= distance)) return;
                distances[other] = distance;
                if (states[other] == kOpen) queue.push_back(other);
                else queue.push_front(other);
            });
        }
        for (int32_t place = 0; place < rectangle_.n_cells(); ++place) {
            if (states[place] == kOut || distances[place] >= 0) continue;
            if (states[place] == kIn || !candidates.keep(cells_[place], ~digits_)) return false;
            states[place] = kOut;
        }
        return true;
    }

    // Strikes what can't be reached from the seed, and places the open cells without which the region falls apart.
    bool narrow(Candidates& candidates, const std::vector<State>& states, int32_t seed, int32_t size) const {
        const auto n_nodes = (int32_t)states.size();
        // A depth-first search. By node: its number, the lowest number that its subtree reaches, the nodes and the
        // cells that are in in its subtree, and those in subtrees that only it joins to the rest.
        std::vector<int32_t> numbers(n_nodes, -1), lows(n_nodes), parents(n_nodes, -1), n_subtree(n_nodes, 1),
            n_in(n_nodes, 0), n_cut(n_nodes, 0), order;
        std::vector<uint8_t> is_needed(n_nodes, 0);
        struct Frame {
            int32_t node, n_neighbors, at;
            std::array<int32_t, 5> neighbors;
        };
        std::vector<Frame> stack;
        std::vector<int32_t> edges;  // the neighbors of the node outside, which has many
        size_t at_edge = 0;
        if (options_.outside) for_each_neighbor(rectangle_.n_cells(), [&](int32_t other) { edges.push_back(other); });
        const auto enter = [&](int32_t node, int32_t parent) {
            numbers[node] = lows[node] = (int32_t)order.size();
            parents[node] = parent;
            order.push_back(node);
            Frame frame{node, 0, 0, {}};
            if (node < rectangle_.n_cells())
                for_each_neighbor(node, [&](int32_t other) { frame.neighbors[frame.n_neighbors++] = other; });
            stack.push_back(frame);
        };
        const auto next = [&](Frame& frame) {
            if (frame.node < rectangle_.n_cells())
                return frame.at < frame.n_neighbors ? frame.neighbors[frame.at++] : -1;
            return at_edge < edges.size() ? edges[at_edge++] : -1;
        };
        for (enter(seed, -1); !stack.empty();) {
            const int32_t node = stack.back().node, other = next(stack.back());
            if (other >= 0) {
                if (states[other] == kOut) continue;
                if (numbers[other] < 0) enter(other, node);
                else lows[node] = std::min(lows[node], numbers[other]);
                continue;
            }
            stack.pop_back();
            n_in[node] += states[node] == kIn;
            const int32_t parent = parents[node];
            if (parent < 0) continue;
            n_subtree[parent] += n_subtree[node];
            n_in[parent] += n_in[node];
            lows[parent] = std::min(lows[parent], lows[node]);
            if (lows[node] < numbers[parent]) continue;
            n_cut[parent] += n_subtree[node];
            if (n_in[node] > 0) is_needed[parent] = 1;
        }
        const auto n_reached = (int32_t)order.size();
        if (size >= 0 && n_reached < size) return false;
        for (int32_t place = 0; place < rectangle_.n_cells(); ++place) {
            if (states[place] == kOut) continue;
            if (numbers[place] < 0) {
                if (states[place] == kIn || !candidates.keep(cells_[place], ~digits_)) return false;
            } else if (states[place] == kOpen) {
                const bool is_in = is_needed[place] || (size >= 0 && n_reached - n_cut[place] - 1 < size);
                if (is_in && !candidates.keep(cells_[place], digits_)) return false;
            }
        }
        return true;
    }

    // Strikes open cells that would close a cycle. Returns false if there is one.
    bool strike_cycles(Candidates& candidates, std::vector<State>& states) const {
        const int32_t n = rectangle_.n_cells();
        std::vector<int32_t> roots(n);
        for (int32_t place = 0; place < n; ++place) roots[place] = place;
        const auto find = [&](int32_t place) {
            while (roots[place] != place) place = roots[place] = roots[roots[place]];
            return place;
        };
        bool has_cycle = false;
        for (int32_t place = 0; place < n; ++place) {
            if (states[place] != kIn) continue;
            rectangle_.for_each_neighbor(place, [&](int32_t other) {
                if (other > place || states[other] != kIn) return;
                const int32_t one = find(place), root = find(other);
                has_cycle |= one == root;
                roots[one] = root;
            });
        }
        if (has_cycle) return false;
        for (int32_t place = 0; place < n; ++place) {
            if (states[place] != kOpen) continue;
            std::array<int32_t, 4> seen;
            int32_t n_seen = 0;
            bool closes = false;
            rectangle_.for_each_neighbor(place, [&](int32_t other) {
                if (states[other] != kIn) return;
                const int32_t root = find(other);
                closes |= std::find(seen.begin(), seen.begin() + n_seen, root) != seen.begin() + n_seen;
                seen[n_seen++] = root;
            });
            if (!closes) continue;
            if (!candidates.keep(cells_[place], ~digits_)) return false;
            states[place] = kOut;
        }
        return true;
    }

    Rectangle rectangle_;
    Mask digits_;
    Options options_;
};

// Regions to be found: cells whose labels are equal hold different digits. Each label of `labels` is on `size` cells;
// if that is the number of digits, a region holds each digit.
class RegionConstraint final : public Constraint {
  public:
    // cells: those with digits, then as many with labels. labels: digit k stands for region k.
    RegionConstraint(std::vector<Cell> cells, Mask labels, Mask digits, bool is_full)
        : Constraint(std::move(cells)), n_((int32_t)cells_.size() / 2), labels_(labels), digits_(digits),
          is_full_(is_full) {}

    bool revise(Candidates& candidates) const override {
        for (Mask left = labels_; left; left &= left - 1)
            if (!revise(candidates, lowest(left))) return false;
        return true;
    }

  private:
    bool revise(Candidates& candidates, Mask label) const {
        const auto label_of = [&](int32_t place) { return candidates[cells_[n_ + place]]; };
        const auto digit_of = [&](int32_t place) { return candidates[cells_[place]]; };
        Mask held = 0;
        for (int32_t place = 0; place < n_; ++place) {
            if (label_of(place) != label || !is_single(digit_of(place))) continue;
            if (held & digit_of(place)) return false;
            held |= digit_of(place);
        }
        for (int32_t place = 0; place < n_; ++place) {
            if (!(label_of(place) & label)) continue;
            if (label_of(place) == label) {
                if (!is_single(digit_of(place)) && !candidates.keep(cells_[place], ~held)) return false;
            } else if (!(digit_of(place) & ~held) && !candidates.keep(cells_[n_ + place], ~label)) {
                return false;
            }
        }
        if (!is_full_) return true;
        for (Mask left = digits_ & ~held; left; left &= left - 1) {
            const Mask digit = lowest(left);
            int32_t n_places = 0, last = -1;
            for (int32_t place = 0; place < n_ && n_places < 2; ++place) {
                if (!(label_of(place) & label) || !(digit_of(place) & digit)) continue;
                ++n_places;
                last = place;
            }
            if (n_places == 0) return false;
            if (n_places == 1 && (!candidates.keep(cells_[last], digit) || !candidates.keep(cells_[n_ + last], label)))
                return false;
        }
        return true;
    }

    int32_t n_;
    Mask labels_, digits_;
    bool is_full_;
};

}  // namespace farandole
