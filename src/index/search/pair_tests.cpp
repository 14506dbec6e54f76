#include "index/search/pair_tests.hpp"

#include "base/tasks.hpp"
#include "query/clash/find_clash.hpp"
#include "scene/clash_of_objects.hpp"

#include <algorithm>
#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace allide::index {
namespace {

// LRU cache of models and their solid surfaces, bounded in bytes. Thread-safe.
class ObjectCache {
  public:
    struct CachedObject {
        std::shared_ptr<const Model> model;
        query::LazySolidSurface surface;
        std::uint64_t bytes = 0;
    };

    ObjectCache(const Reader& reader, std::uint64_t limit) : reader_(reader), limit_(limit) {}

    std::shared_ptr<const CachedObject> get(std::uint32_t id) {
        {
            const std::lock_guard lock(mutex_);
            if (const auto it = places_.find(id); it != places_.end()) {
                order_.splice(order_.begin(), order_, it->second);
                return order_.front().second;
            }
        }
        const std::shared_ptr<CachedObject> cached = read(id);
        const std::lock_guard lock(mutex_);
        if (const auto it = places_.find(id); it != places_.end()) return it->second->second;
        order_.emplace_front(id, cached);
        places_[id] = order_.begin();
        bytes_ += cached->bytes;
        while (bytes_ > limit_ && order_.size() > 1) evict_last();
        return cached;
    }

  private:
    // Approximate memory of a model and its solid surface per triangle.
    static constexpr std::uint64_t bytes_per_triangle = 400;

    std::shared_ptr<CachedObject> read(std::uint32_t id) const {
        ReadCount count;
        auto cached = std::make_shared<CachedObject>();
        const std::shared_ptr<const Leaf> leaf = reader_.leaf(reader_.leaf_of(id, count), count);
        const std::size_t number = place_in(*leaf, id);
        const ObjectSummary& summary = leaf->objects[number].summary;
        cached->model = reader_.model(*leaf, number, count);
        // The tree of an instance is a refit of its shape's tree. Rebuilding it makes the search proceed as
        // without an index and report the same one of several equally near places.
        if (summary.matrix)
            cached->model = std::make_shared<const Model>(Model::build(cached->model->mesh()).value());
        cached->bytes = 4096 + bytes_per_triangle * summary.triangles;
        return cached;
    }
    void evict_last() {
        bytes_ -= order_.back().second->bytes;
        places_.erase(order_.back().first);
        order_.pop_back();
    }

    using Entry = std::pair<std::uint32_t, std::shared_ptr<CachedObject>>;
    const Reader& reader_;
    std::uint64_t limit_, bytes_ = 0;
    std::mutex mutex_;
    std::list<Entry> order_;  // most recently used first
    std::unordered_map<std::uint32_t, std::list<Entry>::iterator> places_;
};

class PairTests {
  public:
    PairTests(const Reader& reader, std::span<const NumberPair> pairs, const PairTestOptions& options)
        : options_(options), pairs_(pairs), cache_(reader, options.memory_limit) {}

    PairOutcomes run() {
        outcomes_.clashes.resize(pairs_.size());
        outcomes_.done.assign(pairs_.size(), 0);
        base::with_threads(options_.threads, [this] {
            base::do_pieces(pairs_.size(), 1, [this](std::size_t begin, std::size_t end) {
                for (std::size_t n = begin; n < end && !ended_; ++n) test(next_.fetch_add(1));
            });
        });
        if (failure_) throw IndexFailure{*failure_};
        return std::move(outcomes_);
    }

  private:
    void test(std::size_t i) {
        try {
            judge(i);
        } catch (const IndexFailure& failure) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = failure.error;
            ended_ = true;
            return;
        }
        outcomes_.done[i] = 1;
        const std::lock_guard lock(mutex_);
        ++tested_;
        if (options_.progress && (tested_ % 16 == 0 || tested_ == pairs_.size()) &&
            !options_.progress(tested_, pairs_.size()))
            ended_ = true;
    }

    void judge(std::size_t i) {
        const auto& [number_a, number_b] = pairs_[i];
        const ObjectId id_a{number_a}, id_b{number_b};
        const std::shared_ptr<const ObjectCache::CachedObject> a = cache_.get(number_a),
                                                               b = cache_.get(number_b);
        const query::ClashPart part_a{*a->model, a->model->at_rest(), a->surface};
        const query::ClashPart part_b{*b->model, b->model->at_rest(), b->surface};
        outcomes_.clashes[i] =
            scene::clash_of_objects(part_a, part_b, options_.limits(i), options_.detail, id_a, id_b);
    }

    const PairTestOptions& options_;
    std::span<const NumberPair> pairs_;
    ObjectCache cache_;
    PairOutcomes outcomes_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> ended_ = false;
    std::mutex mutex_;
    std::size_t tested_ = 0;
    std::optional<Error> failure_;
};

}  // namespace

PairOutcomes test_pairs(const Reader& reader, std::span<const NumberPair> pairs,
                        const PairTestOptions& options) {
    return PairTests(reader, pairs, options).run();
}

}  // namespace allide::index
