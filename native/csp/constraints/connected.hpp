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
        const auto tell = [&](int32_t place, State state, auto) {
            return candidates.keep(cells_[place], digits_of(state));
        };
        return infer(candidates.masks(), tell);
    }

    bool explains() const override { return true; }
    Mask shading() const override { return digits_; }

    bool explain(std::span<const Mask> masks, const Tell& tell) const override {
        std::vector<Fact> facts;
        return infer(masks, [&](int32_t place, State state, auto reasons) {
            facts.clear();
            for (const auto& [other, its_state] : reasons())
                if (other < rectangle_.n_cells()) facts.push_back({cells_[other], digits_of(its_state)});
            return tell({cells_[place], digits_of(state)}, facts);
        });
    }

  private:
    enum State : uint8_t { kOut, kOpen, kIn };
    using Reasons = std::vector<std::pair<int32_t, State>>;  // places and their states

    Mask digits_of(State state) const { return state == kIn ? digits_ : ~digits_; }

    // Calls `tell` with each place whose state follows, that state, and a function that lists the reasons. Ends when
    // it returns false. A contradiction is a place with another state than before.
    template <class TellPlace>
    bool infer(std::span<const Mask> masks, TellPlace tell) const {
        const int32_t n = rectangle_.n_cells(), size = options_.size;
        std::vector<State> states(n + (options_.outside ? 1 : 0), kIn);
        int32_t n_in = 0, n_possible = 0, seed = options_.outside ? n : -1;
        for (int32_t place = 0; place < n; ++place) {
            const Mask mask = masks[cells_[place]];
            states[place] = !(mask & digits_) ? kOut : (mask & ~digits_) ? kOpen : kIn;
            n_possible += states[place] != kOut;
            n_in += states[place] == kIn;
            if (seed < 0 && states[place] == kIn) seed = place;
        }
        const auto all_but = [&](State state, int32_t but) {
            Reasons reasons;
            for (int32_t place = 0; place < n; ++place)
                if (states[place] == state && place != but) reasons.emplace_back(place, state);
            return reasons;
        };
        const auto last = [&](State state) {
            return (int32_t)(std::find(states.rend() - n, states.rend(), state).base() - states.begin()) - 1;
        };
        const auto oppose = [&](State state) {
            const int32_t place = last(state);
            if (place < 0) {  // a region larger than the rectangle
                const auto none = [] { return Reasons(); };
                return tell(0, kIn, none) && tell(0, kOut, none);
            }
            return tell(place, state == kIn ? kOut : kIn, [&] { return all_but(state, place); });
        };
        if (size >= 0 && n_in > size) return oppose(kIn);
        if (n_possible < std::max(size, options_.outside ? 0 : 1)) return oppose(kOut);
        if (options_.tree && !strike_cycles(states, tell)) return false;
        if (seed < 0) {
            if (n_possible > std::max(size, 1)) return true;
            for (int32_t place = 0; place < n; ++place)
                if (states[place] == kOpen && !tell(place, kIn, [&] { return all_but(kOut, -1); })) return false;
            return true;
        }
        if (size >= 0 && !strike_far(states, seed, size - n_in, tell)) return false;
        return narrow(states, seed, tell);
    }

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

    // The nodes that a search from a node reaches without another one, which may be -1, and the places that bound it.
    struct Island {
        std::vector<uint8_t> is_inside;
        Reasons shore;
    };
    Island island(const std::vector<State>& states, int32_t from, int32_t without) const {
        Island island{std::vector<uint8_t>(states.size(), 0), {}};
        std::vector<uint8_t> is_shore(states.size(), 0);
        std::vector<int32_t> open{from};
        island.is_inside[from] = 1;
        while (!open.empty()) {
            const int32_t node = open.back();
            open.pop_back();
            for_each_neighbor(node, [&](int32_t other) {
                if (other == without) return;
                if (states[other] == kOut) {
                    if (!std::exchange(is_shore[other], 1)) island.shore.emplace_back(other, kOut);
                } else if (!std::exchange(island.is_inside[other], 1)) {
                    open.push_back(other);
                }
            });
        }
        return island;
    }

    // Why two nodes are apart, except by way of another one, which may be -1: they are in, and one has a shore.
    Reasons apart(const std::vector<State>& states, int32_t one, int32_t other, int32_t without) const {
        Reasons ours = island(states, one, without).shore, theirs = island(states, other, without).shore;
        Reasons& reasons = ours.size() < theirs.size() ? ours : theirs;
        reasons.emplace_back(one, kIn);
        return std::move(reasons);
    }

    // Strikes the cells that more than `budget` open cells would join to the seed.
    template <class TellPlace>
    bool strike_far(std::vector<State>& states, int32_t seed, int32_t budget, TellPlace tell) const {
        const int32_t n = rectangle_.n_cells();
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
        // All cells that are in; unless they are all of the region, what bounds the cells that are near enough, too.
        Reasons near;
        const auto reasons_for = [&](int32_t far) {
            if (near.empty()) {
                for (int32_t place = 0; place < n; ++place) {
                    bool is_shore = false;
                    if (states[place] == kOut && budget > 0)
                        for_each_neighbor(place, [&](int32_t other) { is_shore |= distances[other] >= 0; });
                    if (states[place] == kIn || is_shore) near.emplace_back(place, states[place]);
                }
            }
            Reasons reasons;
            std::ranges::copy_if(near, std::back_inserter(reasons), [&](auto& one) { return one.first != far; });
            return reasons;
        };
        std::vector<int32_t> struck;
        for (int32_t place = 0; place < n; ++place) {
            if (states[place] == kOut || distances[place] >= 0) continue;
            if (!tell(place, kOut, [&] { return reasons_for(place); })) return false;
            struck.push_back(place);
        }
        for (const int32_t place : struck) states[place] = kOut;
        return true;
    }

    // Strikes what can't be reached from the seed, and places the open cells without which the region falls apart.
    template <class TellPlace>
    bool narrow(const std::vector<State>& states, int32_t seed, TellPlace tell) const {
        const auto n_nodes = (int32_t)states.size();
        const int32_t size = options_.size;
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
        const auto with_seed = [&](Reasons reasons) {
            reasons.emplace_back(seed, kIn);
            return reasons;
        };
        if (n_reached < size && !options_.outside)
            return tell(seed, kOut, [&] { return island(states, seed, -1).shore; });
        for (int32_t place = 0; place < rectangle_.n_cells(); ++place) {
            if (states[place] == kOut) continue;
            if (numbers[place] < 0) {
                if (!tell(place, kOut, [&] { return apart(states, seed, place, -1); })) return false;
            } else if (states[place] == kOpen && is_needed[place]) {
                const auto reasons = [&] {
                    const auto ours = island(states, seed, place).is_inside;
                    int32_t other = 0;  // a cell that is in, beyond this one
                    while (states[other] != kIn || ours[other] || numbers[other] < 0) ++other;
                    auto reasons = apart(states, seed, other, place);
                    reasons.emplace_back(other, kIn);
                    return reasons;
                };
                if (!tell(place, kIn, reasons)) return false;
            } else if (states[place] == kOpen && size >= 0 && n_reached - n_cut[place] - 1 < size) {
                if (!tell(place, kIn, [&] { return with_seed(island(states, seed, place).shore); })) return false;
            }
        }
        return true;
    }

    // Strikes open cells that would close a cycle, and a cell of a cycle.
    template <class TellPlace>
    bool strike_cycles(std::vector<State>& states, TellPlace tell) const {
        const int32_t n = rectangle_.n_cells();
        std::vector<int32_t> roots(n);
        for (int32_t place = 0; place < n; ++place) roots[place] = place;
        const auto find = [&](int32_t place) {
            while (roots[place] != place) place = roots[place] = roots[roots[place]];
            return place;
        };
        std::pair<int32_t, int32_t> closing{-1, -1};
        for (int32_t place = 0; place < n; ++place) {
            if (states[place] != kIn) continue;
            rectangle_.for_each_neighbor(place, [&](int32_t other) {
                if (other > place || states[other] != kIn) return;
                const int32_t one = find(place), root = find(other);
                if (one == root) closing = {place, other};
                roots[one] = root;
            });
        }
        if (const auto [place, other] = closing; place >= 0)
            return tell(place, kOut, [&, place = place, other = other] { return path(states, other, place); });
        for (int32_t place = 0; place < n; ++place) {
            if (states[place] != kOpen) continue;
            std::array<int32_t, 4> seen;
            int32_t n_seen = 0, first = -1, second = -1;
            rectangle_.for_each_neighbor(place, [&](int32_t other) {
                if (states[other] != kIn) return;
                for (int32_t i = 0; i < n_seen; ++i)
                    if (find(seen[i]) == find(other)) first = seen[i], second = other;
                seen[n_seen++] = other;
            });
            if (first < 0) continue;
            const auto reasons = [&] {
                auto reasons = path(states, first, second);
                reasons.emplace_back(second, kIn);
                return reasons;
            };
            if (!tell(place, kOut, reasons)) return false;
            states[place] = kOut;
        }
        return true;
    }

    // The places of a way through cells that are in, without its end and not by the edge between both.
    Reasons path(const std::vector<State>& states, int32_t from, int32_t to) const {
        std::vector<int32_t> parents(states.size(), -1), queue{from};
        parents[from] = from;
        for (size_t at = 0; at < queue.size() && parents[to] < 0; ++at) {
            rectangle_.for_each_neighbor(queue[at], [&](int32_t other) {
                if (states[other] != kIn || parents[other] >= 0 || (queue[at] == from && other == to)) return;
                parents[other] = queue[at];
                queue.push_back(other);
            });
        }
        Reasons reasons;
        for (int32_t place = parents[to];; place = parents[place]) {
            reasons.emplace_back(place, kIn);
            if (place == from) return reasons;
        }
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
        return infer(candidates.masks(), [&](Fact fact, auto) { return candidates.keep(fact.cell, fact.digits); });
    }

    bool explains() const override { return true; }

    bool explain(std::span<const Mask> masks, const Tell& tell) const override {
        return infer(masks, [&](Fact fact, auto reasons) { return tell(fact, reasons()); });
    }

  private:
    using Facts = std::vector<Fact>;

    // Calls `tell` with each fact that follows and a function that lists the reasons. Ends when it returns false.
    template <class TellFact>
    bool infer(std::span<const Mask> masks, TellFact tell) const {
        for (Mask left = labels_; left; left &= left - 1)
            if (!infer(masks, lowest(left), tell)) return false;
        return true;
    }

    template <class TellFact>
    bool infer(std::span<const Mask> masks, Mask label, TellFact tell) const {
        const auto label_of = [&](int32_t place) { return masks[cells_[n_ + place]]; };
        const auto digit_of = [&](int32_t place) { return masks[cells_[place]]; };
        const auto is_labeled = [&](int32_t place) { return Fact{cells_[n_ + place], label}; };
        Mask held = 0;
        std::array<int32_t, 32> holders;  // by digit: its place in the region
        // The places of these digits in the region.
        const auto who_holds = [&](Mask digits) {
            Facts facts;
            for (Mask left = digits; left; left &= left - 1) {
                const int32_t holder = holders[std::countr_zero(left)];
                facts.push_back(is_labeled(holder));
                facts.push_back({cells_[holder], lowest(left)});
            }
            return facts;
        };
        const auto with = [](Facts facts, Fact fact) {
            facts.push_back(fact);
            return facts;
        };
        for (int32_t place = 0; place < n_; ++place) {
            const Mask digit = digit_of(place);
            if (label_of(place) != label || !is_single(digit)) continue;
            if (held & digit)
                return tell({cells_[place], ~digit}, [&] { return with(who_holds(digit), is_labeled(place)); });
            held |= digit;
            holders[std::countr_zero(digit)] = place;
        }
        for (int32_t place = 0; place < n_; ++place) {
            if (!(label_of(place) & label)) continue;
            const Mask digits = digit_of(place);
            if (label_of(place) == label) {
                if (is_single(digits)) continue;
                for (Mask left = digits & held; left; left &= left - 1) {
                    const Mask digit = lowest(left);
                    if (!tell({cells_[place], ~digit}, [&] { return with(who_holds(digit), is_labeled(place)); }))
                        return false;
                }
            } else if (!(digits & ~held)) {
                const Fact fact{cells_[n_ + place], ~label};
                if (!tell(fact, [&] { return with(who_holds(digits), {cells_[place], digits}); })) return false;
            }
        }
        if (!is_full_) return true;
        for (Mask left = digits_ & ~held; left; left &= left - 1) {
            const Mask digit = lowest(left);
            int32_t n_places = 0, last = 0;
            for (int32_t place = 0; place < n_ && n_places < 2; ++place) {
                if (!(label_of(place) & label) || !(digit_of(place) & digit)) continue;
                ++n_places;
                last = place;
            }
            if (n_places == 2) continue;
            const auto others = [&] {
                Facts facts;
                for (int32_t place = 0; place < n_; ++place) {
                    if (place == last) continue;
                    const bool is_away = !(label_of(place) & label);
                    facts.push_back(is_away ? Fact{cells_[n_ + place], ~label} : Fact{cells_[place], ~digit});
                }
                return facts;
            };
            if (!tell({cells_[last], digit}, others) || !tell(is_labeled(last), others)) return false;
        }
        return true;
    }

    int32_t n_;
    Mask labels_, digits_;
    bool is_full_;
};

}  // namespace farandole
