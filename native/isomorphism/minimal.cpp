#include "isomorphism/minimal.hpp"

#include <memory>
#include <vector>

#include "classic/dispatch.hpp"
#include "isomorphism/kernel.hpp"
#include "isomorphism/tables/splits.hpp"
#include "share_out.hpp"

namespace farandole {

// Puzzles per chunk: at the end of each chunk some lanes wait for the others.
static constexpr size_t kChunk = 4096;

bool make_minimal(const Making& making, size_t n_threads, StopToken stop) {
    const Kernel& lanes = chosen_kernel(making.n);
    const IsomorphismKernel& forms = chosen_isomorphism();
    const Splits& splits = Splits::table();
    const auto make_worker = [&] {
        return [&, scratch = std::make_unique<Scratch>(lanes), room = std::vector<uint8_t>()](size_t start, size_t n,
                                                                                              StopToken stop) mutable {
            const auto from = [&](uint8_t* array) { return array ? array + 81 * start : nullptr; };
            uint8_t* orders = from(making.orders);
            if (!orders && making.puzzles) {
                room.resize(81 * kChunk);
                orders = room.data();
            }
            forms.draw(splits, making.seed, making.first + start, n, making.are_given ? nullptr : from(making.grids),
                       making.are_ordered ? nullptr : orders);
            if (!making.puzzles) return true;
            const Thinning thinning{.solutions = from(making.grids),
                                    .puzzles = making.are_given ? from(making.puzzles) : nullptr,
                                    .orders = orders,
                                    .n = n,
                                    .minimal = from(making.puzzles),
                                    .stop = stop};
            return lanes.minimize(thinning, scratch->memory());
        };
    };
    return share_out(making.n, kChunk, n_threads, stop, make_worker);
}

}  // namespace farandole
