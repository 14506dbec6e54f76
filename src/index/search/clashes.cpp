// Finds clashes within an index. The boxes of all objects are in memory; models are read only for the current
// pairs. Pairs are tested leaf by leaf, because neighbouring pairs need the same models.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "base/tasks.hpp"
#include "index/file/index_access.hpp"
#include "query/clash/find_clash.hpp"
#include "scene/boxes.hpp"
#include "scene/clash_of_objects.hpp"
#include "scene/dynamic_tree.hpp"

#include <allide/index.hpp>

#include <algorithm>
#include <atomic>
#include <list>
#include <mutex>
#include <tuple>
#include <unordered_map>

namespace allide::index {
namespace {

struct BoxedObject {
    Box box;
    LeafPlace leaf;
    std::uint32_t number = 0;  // index of the object in its leaf
    std::uint64_t triangles = 0;
};

std::vector<BoxedObject> boxed_objects(const Reader& reader) {
    std::vector<BoxedObject> objects(reader.header().objects);
    ReadCount count;
    for (std::uint32_t i = 0; i < reader.header().leaves; ++i) {
        const std::shared_ptr<const Leaf> leaf = reader.leaf(reader.leaf_place(i, count), count);
        for (std::uint32_t k = 0; k < leaf->objects.size(); ++k) {
            const LeafObject& object = leaf->objects[k];
            if (object.id >= objects.size())
                throw_damaged("expected object numbers below the number of objects");
            objects[object.id] = {object.summary.box, leaf->place, k, object.summary.triangles};
        }
    }
    return objects;
}

struct NumberPair {
    std::uint32_t a, b;
};

std::vector<NumberPair> near_pairs(const std::vector<BoxedObject>& objects, double clearance,
                                   const std::function<bool(ObjectId, ObjectId)>& filter) {
    scene::DynamicTree tree;
    std::vector<scene::DynamicTree::Entry> entries;
    for (std::uint32_t i = 0; i < objects.size(); ++i)
        entries.push_back({i, scene::bounds_of(objects[i].box)});
    tree.build(std::move(entries));
    std::vector<NumberPair> pairs;
    std::vector<std::uint32_t> stack;
    for (std::uint32_t a = 0; a < objects.size(); ++a) {
        tree.find(scene::grown(scene::bounds_of(objects[a].box), clearance), stack, [&](std::uint32_t b) {
            if (a < b && scene::within(objects[a].box, objects[b].box, clearance) &&
                (!filter || filter({a}, {b})))
                pairs.push_back({a, b});
        });
    }
    return pairs;
}

// LRU cache of models and their solid surfaces, bounded in bytes. Thread-safe.
class ObjectCache {
  public:
    struct CachedObject {
        std::shared_ptr<const Model> model;
        query::LazySolidSurface surface;
        std::uint64_t bytes = 0;
    };

    ObjectCache(const Reader& reader, const std::vector<BoxedObject>& objects, std::uint64_t limit)
        : reader_(reader), objects_(objects), limit_(limit) {}

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
        const BoxedObject& object = objects_[id];
        auto cached = std::make_shared<CachedObject>();
        const std::shared_ptr<const Leaf> leaf = reader_.leaf(object.leaf, count);
        cached->model = reader_.model(*leaf, object.number, count);
        // The tree of an instance is a refit of its shape's tree. Rebuilding it makes the search proceed as
        // without an index and report the same one of several equally near places.
        if (leaf->objects[object.number].summary.matrix)
            cached->model = std::make_shared<const Model>(Model::build(cached->model->mesh()).value());
        cached->bytes = 4096 + bytes_per_triangle * object.triangles;
        return cached;
    }
    void evict_last() {
        bytes_ -= order_.back().second->bytes;
        places_.erase(order_.back().first);
        order_.pop_back();
    }

    using Entry = std::pair<std::uint32_t, std::shared_ptr<CachedObject>>;
    const Reader& reader_;
    const std::vector<BoxedObject>& objects_;
    std::uint64_t limit_, bytes_ = 0;
    std::mutex mutex_;
    std::list<Entry> order_;  // most recently used first
    std::unordered_map<std::uint32_t, std::list<Entry>::iterator> places_;
};

class IndexClashes {
  public:
    IndexClashes(const Reader& reader, const IndexClashOptions& options)
        : options_(options.pairs),
          objects_(boxed_objects(reader)),
          pairs_(near_pairs(objects_, std::max(options_.clearance, options_.touch), options.filter)),
          cache_(reader, objects_, options.memory_limit) {}

    Clashes run() {
        Clashes answer{.candidate_pairs = pairs_.size()};
        if (options_.wanted)
            std::erase_if(pairs_,
                          [&](const NumberPair& pair) { return !options_.wanted({pair.a}, {pair.b}); });
        std::sort(pairs_.begin(), pairs_.end(),
                  [this](const NumberPair& x, const NumberPair& y) { return place_of(x) < place_of(y); });
        found_.resize(pairs_.size());
        done_.assign(pairs_.size(), 0);
        base::with_threads(options_.threads, [this] {
            base::do_pieces(pairs_.size(), 1, [this](std::size_t begin, std::size_t end) {
                for (std::size_t n = begin; n < end && !ended_; ++n) test(next_.fetch_add(1));
            });
        });
        if (failure_) throw IndexFailure{*failure_};
        collect(answer);
        return answer;
    }

  private:
    std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t> place_of(
        const NumberPair& p) const {
        return {objects_[p.a].leaf.number, objects_[p.b].leaf.number, p.a, p.b};
    }

    void test(std::size_t i) {
        try {
            judge(i);
        } catch (const IndexFailure& failure) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = failure.error;
            ended_ = true;
            return;
        }
        done_[i] = 1;
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
        const ClashLimits limits =
            options_.limits ? options_.limits(id_a, id_b)
                            : ClashLimits{.clearance = std::max(options_.clearance, options_.touch),
                                          .touch = options_.touch};
        const query::ClashPart part_a{*a->model, a->model->at_rest(), a->surface};
        const query::ClashPart part_b{*b->model, b->model->at_rest(), b->surface};
        found_[i] = scene::clash_of_objects(part_a, part_b, limits, options_.detail, id_a, id_b);
    }

    void collect(Clashes& answer) {
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            if (done_[i] != 0)
                ++answer.tested_pairs;
            else
                answer.untested.push_back({{pairs_[i].a}, {pairs_[i].b}});
            if (found_[i]) answer.list.push_back(std::move(*found_[i]));
        }
        std::sort(answer.list.begin(), answer.list.end(),
                  [](const Clash& x, const Clash& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); });
        std::sort(answer.untested.begin(), answer.untested.end());
    }

    const ClashOptions& options_;
    std::vector<BoxedObject> objects_;
    std::vector<NumberPair> pairs_;
    ObjectCache cache_;
    std::vector<std::optional<Clash>> found_;
    std::vector<char> done_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> ended_ = false;
    std::mutex mutex_;
    std::size_t tested_ = 0;
    std::optional<Error> failure_;
};

std::vector<IndexedPart> read_parts(const Reader& reader) {
    std::vector<IndexedPart> parts(reader.header().objects);
    ReadCount count;
    for (std::uint32_t i = 0; i < reader.header().leaves; ++i) {
        const std::shared_ptr<const Leaf> leaf = reader.leaf(reader.leaf_place(i, count), count);
        for (const LeafObject& object : leaf->objects) {
            if (object.id >= parts.size())
                throw_damaged("expected object numbers below the number of objects");
            const ObjectSummary& summary = object.summary;
            parts[object.id] = {{.id = object.id, .name = summary.name},
                                summary.box,
                                summary.triangles,
                                summary.digest,
                                summary.traits};
        }
    }
    return parts;
}

Model read_model(const Reader& reader, std::uint32_t id) {
    ReadCount count;
    const std::shared_ptr<const Leaf> leaf = reader.leaf(reader.leaf_of(id, count), count);
    for (std::uint32_t k = 0; k < leaf->objects.size(); ++k)
        if (leaf->objects[k].id == id) return *reader.model(*leaf, k, count);
    throw_damaged("expected an object in the leaf that the table states");
}

}  // namespace
}  // namespace allide::index

namespace allide {

Result<Clashes> clashes(const Index& scene, const IndexClashOptions& options) {
    const base::DefaultFloatEnvironment environment;
    return index::as_result([&] { return index::IndexClashes(reader_of(scene), options).run(); });
}

Result<std::vector<IndexedPart>> parts_of(const Index& scene) {
    return index::as_result([&] { return index::read_parts(reader_of(scene)); });
}

Result<Model> model_of(const Index& scene, std::uint32_t id) {
    base::expect(id < scene.info().objects, "there is no object with this number");
    return index::as_result([&] { return index::read_model(reader_of(scene), id); });
}

}  // namespace allide
