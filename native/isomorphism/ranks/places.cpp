#include "isomorphism/ranks/places.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <tuple>
#include <vector>

#include "share_out.hpp"

namespace farandole {

namespace {

constexpr size_t kChunk = 256;

// Buckets, with the last counts and the last list: sequential queries are cheap.
class BucketCache {
  public:
    Home home_of(const uint8_t* digits) { return buckets_->home_of(digits); }

    // How many grids of the bucket's block come before the bucket.
    uint32_t before(int in_class, int bucket) {
        const int first = bucket / Buckets::kBlock * Buckets::kBlock;
        if (in_class != counted_class_ || first != first_) {
            counted_class_ = in_class;
            first_ = first;
            sums_.assign(1, 0);
        }
        while (first_ + static_cast<int>(sums_.size()) <= bucket)
            sums_.push_back(sums_.back() + buckets_->count(in_class, first_ + static_cast<int>(sums_.size()) - 1));
        return sums_[bucket - first_];
    }

    const std::vector<FullGrid>& list(int in_class, int bucket) {
        if (in_class != listed_class_ || bucket != listed_) {
            buckets_->list(in_class, bucket, grids_);
            listed_class_ = in_class;
            listed_ = bucket;
        }
        return grids_;
    }

  private:
    std::unique_ptr<Buckets> buckets_ = std::make_unique<Buckets>();  // too large for a stack
    int counted_class_ = -1, first_ = -1, listed_class_ = -1, listed_ = -1;
    std::vector<uint32_t> sums_;
    std::vector<FullGrid> grids_;
};

void put_grid(BucketCache& cache, int64_t block, int64_t before, uint8_t* grid) {
    std::memset(grid, 0, 81);
    const int in_class = static_cast<int>(block / Buckets::kNumBlocks);
    const int first = static_cast<int>(block % Buckets::kNumBlocks) * Buckets::kBlock;
    for (int bucket = first; bucket < first + Buckets::kBlock; ++bucket) {
        const int64_t left = before - cache.before(in_class, bucket);
        if (bucket + 1 < first + Buckets::kBlock && before >= cache.before(in_class, bucket + 1)) continue;
        const std::vector<FullGrid>& grids = cache.list(in_class, bucket);
        if (left >= static_cast<int64_t>(grids.size())) return;
        for (int cell = 0; cell < 81; ++cell) grid[cell] = grids[left][cell] + 1;
        return;
    }
}

}  // namespace

bool count_blocks(int in_class, uint32_t* counts, StopToken stop) {
    const auto buckets = std::make_unique<Buckets>();
    for (int block = 0; block < Buckets::kNumBlocks; ++block) {
        if (stop.stop_requested()) return false;
        counts[block] = 0;
        for (int k = 0; k < Buckets::kBlock; ++k)
            counts[block] += buckets->count(in_class, block * Buckets::kBlock + k);
    }
    return true;
}

bool find_places(const uint8_t* grids, size_t n, size_t n_threads, int64_t* blocks, int64_t* before, StopToken stop) {
    // Groups grids by class, because changing the class costs as much as many grids.
    std::vector<uint16_t> classes(n);
    for (size_t i = 0; i < n; ++i) classes[i] = static_cast<uint16_t>(least_class(Bands::table(), grids + 81 * i));
    std::vector<size_t> in_order(n);
    std::iota(in_order.begin(), in_order.end(), size_t{0});
    std::stable_sort(in_order.begin(), in_order.end(),
                     [&](size_t one, size_t other) { return classes[one] < classes[other]; });
    struct Asked {
        Home home;
        size_t at;
    };
    return share_out(n, kChunk, n_threads, stop, [&] {
        return [&, cache = BucketCache(), asked = std::vector<Asked>()](size_t start, size_t count,
                                                                        StopToken stop) mutable {
            asked.clear();
            for (size_t i = start; i < start + count; ++i)
                asked.push_back({cache.home_of(grids + 81 * in_order[i]), in_order[i]});
            std::sort(asked.begin(), asked.end(), [](const Asked& one, const Asked& other) {
                return std::tie(one.home.in_class, one.home.bucket) < std::tie(other.home.in_class, other.home.bucket);
            });
            for (const auto& [home, at] : asked) {
                if (stop.stop_requested()) return false;
                const auto& all = cache.list(home.in_class, home.bucket);
                blocks[at] = int64_t{home.in_class} * Buckets::kNumBlocks + home.bucket / Buckets::kBlock;
                before[at] = cache.before(home.in_class, home.bucket) +
                             (std::lower_bound(all.begin(), all.end(), home.grid) - all.begin());
            }
            return true;
        };
    });
}

bool find_grids(const int64_t* blocks, const int64_t* before, size_t n, size_t n_threads, uint8_t* grids,
                StopToken stop) {
    return share_out(n, kChunk, n_threads, stop, [&] {
        return [&, cache = BucketCache()](size_t start, size_t count, StopToken stop) mutable {
            for (size_t i = start; i < start + count; ++i) {
                if (stop.stop_requested()) return false;
                put_grid(cache, blocks[i], before[i], grids + 81 * i);
            }
            return true;
        };
    });
}

}  // namespace farandole
