// Islands: the cells of a rectangle that are not sea form islands, each with exactly one number, which is its size.
//
//     .  2  .  #        The 2 needs one of its neighbors. The last cell of the upper row is sea: no island is near
//     #  .  3  .        enough. The cell between 2 and 3 is sea, because it would join them.
#pragma once
#include "csp/constraints/connected.hpp"

namespace farandole {

class IslandConstraint final : public Constraint {
  public:
    // cells: row by row. sea: the digits of cells that are in no island. sizes: by cell, 0 where there is no number.
    IslandConstraint(std::vector<Cell> cells, int32_t width, Mask sea, std::vector<int32_t> sizes)
        : Constraint(std::move(cells)), rectangle_((int32_t)cells_.size(), width), sea_(sea), sizes_(std::move(sizes)) {
    }

    bool revise(Candidates& candidates) const override {
        const int32_t n = rectangle_.n_cells();
        for (int32_t place = 0; place < n; ++place)
            if (sizes_[place] && !candidates.keep(cells_[place], ~sea_)) return false;
        const auto may_be_land = [&](int32_t place) { return (candidates[cells_[place]] & ~sea_) != 0; };
        const auto is_land = [&](int32_t place) { return !(candidates[cells_[place]] & sea_); };
        const auto parts = parts_of(is_land);
        for (const Part& part : parts.list)
            if (part.n_numbers > 1 || (part.n_numbers == 1 && (int32_t)part.places.size() > part.size)) return false;
        // By place: the island that it would belong to, if it is land beside land with a number; -2 if several.
        std::vector<int32_t> owners(n, -1);
        for (int32_t place = 0; place < n; ++place) {
            if (is_land(place)) {
                if (const int32_t part = parts.of[place]; parts.list[part].n_numbers) owners[place] = part;
                continue;
            }
            rectangle_.for_each_neighbor(place, [&](int32_t other) {
                const int32_t part = parts.of[other];
                if (part < 0 || !parts.list[part].n_numbers) return;
                owners[place] = owners[place] == -1 || owners[place] == part ? part : -2;
            });
        }
        std::vector<uint8_t> is_near(n, 0);  // to a number: an island can reach it
        for (int32_t number = 0; number < (int32_t)parts.list.size(); ++number) {
            const Part& part = parts.list[number];
            if (part.n_numbers && !reach(part, number, owners, may_be_land, is_near)) return false;
        }
        for (int32_t place = 0; place < n; ++place) {
            if (is_near[place] || !may_be_land(place)) continue;
            if (is_land(place) || !candidates.keep(cells_[place], sea_)) return false;
        }
        return true;
    }

  private:
    // Land joined side by side.
    struct Part {
        std::vector<int32_t> places;
        int32_t n_numbers = 0, size = 0;
    };
    struct Parts {
        std::vector<Part> list;
        std::vector<int32_t> of;  // by place; -1 if it isn't land
    };

    template <class IsLand>
    Parts parts_of(IsLand is_land) const {
        Parts parts{{}, std::vector<int32_t>(rectangle_.n_cells(), -1)};
        for (int32_t first = 0; first < rectangle_.n_cells(); ++first) {
            if (parts.of[first] >= 0 || !is_land(first)) continue;
            const auto number = (int32_t)parts.list.size();
            Part part;
            part.places.push_back(first);
            parts.of[first] = number;
            for (size_t at = 0; at < part.places.size(); ++at) {
                const int32_t place = part.places[at];
                part.n_numbers += sizes_[place] != 0;
                part.size = std::max(part.size, sizes_[place]);
                rectangle_.for_each_neighbor(place, [&](int32_t other) {
                    if (parts.of[other] >= 0 || !is_land(other)) return;
                    parts.of[other] = number;
                    part.places.push_back(other);
                });
            }
            parts.list.push_back(std::move(part));
        }
        return parts;
    }

    // Marks the places that an island can reach: each more step needs a cell. Returns false if they are too few.
    template <class MayBeLand>
    bool reach(const Part& part, int32_t number, const std::vector<int32_t>& owners, MayBeLand may_be_land,
               std::vector<uint8_t>& is_near) const {
        std::vector<int32_t> queue = part.places, distances(rectangle_.n_cells(), -1);
        for (const int32_t place : queue) distances[place] = 0;
        const int32_t budget = part.size - (int32_t)part.places.size();
        for (size_t at = 0; at < queue.size(); ++at) {
            const int32_t place = queue[at];
            is_near[place] = 1;
            if (distances[place] == budget) continue;
            rectangle_.for_each_neighbor(place, [&](int32_t other) {
                if (distances[other] >= 0 || !may_be_land(other)) return;
                if (owners[other] != number && owners[other] != -1) return;
                // Land without a number costs what any cell does: a bound that may be too low, but never too high.
                distances[other] = distances[place] + 1;
                queue.push_back(other);
            });
        }
        return (int32_t)queue.size() >= part.size;
    }

    Rectangle rectangle_;
    Mask sea_;
    std::vector<int32_t> sizes_;
};

}  // namespace farandole
