#include "base/float_environment.hpp"
#include "base/tasks.hpp"
#include "query/clash/find_clash.hpp"
#include "scene/clash_of_objects.hpp"

#include <allide/scene.hpp>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace allide {
namespace {

// Surface data of the objects, computed when needed and shared by objects with the same mesh.
class SurfacesOfObjects {
  public:
    explicit SurfacesOfObjects(const Scene& scene) : scene_(scene) {
        std::unordered_map<const void*, std::shared_ptr<query::LazySolidSurface>> by_mesh;
        for (const ObjectId id : scene.objects()) {
            auto& surface = by_mesh[scene.mesh(id).triangles().data()];
            if (!surface) surface = std::make_shared<query::LazySolidSurface>();
            if (surfaces_.size() <= id.number) surfaces_.resize(id.number + std::size_t{1});
            surfaces_[id.number] = surface;
        }
    }

    query::ClashPart part(ObjectId id) const {
        return {scene_.model(id), scene_.placed(id), *surfaces_[id.number]};
    }

    query::LazySolidSurface& surface(ObjectId id) const { return *surfaces_[id.number]; }

  private:
    const Scene& scene_;
    std::vector<std::shared_ptr<query::LazySolidSurface>> surfaces_;
};

// Reports progress to the caller and stores whether the caller has stopped the work.
class ClashProgress {
  public:
    // The callback may stop the work even before the first pair.
    ClashProgress(const ClashOptions& options, std::size_t all) : options_(options), all_(all) {
        stopped_ = options.progress && !options.progress(0, all);
    }

    bool is_running() const { return !stopped_.load(std::memory_order_relaxed); }
    void add_one() {
        const std::size_t done = done_.fetch_add(1) + 1;
        if (!options_.progress || (done % 16 != 0 && done != all_)) return;
        const std::lock_guard lock(mutex_);
        if (!options_.progress(std::max(done, reported_), all_)) stopped_ = true;
        reported_ = std::max(done, reported_);
    }

  private:
    const ClashOptions& options_;
    std::size_t all_, reported_ = 0;
    std::atomic<std::size_t> done_ = 0;
    std::atomic<bool> stopped_ = false;
    std::mutex mutex_;
};

struct PairVerdict {
    bool done = false;
    std::optional<Clash> clash = {};
};

PairVerdict judge(const SurfacesOfObjects& objects, const CandidatePair& pair, const ClashOptions& options) {
    const query::ClashPart a = objects.part(pair.a), b = objects.part(pair.b);
    const ClashLimits limits = options.limits
                                   ? options.limits(pair.a, pair.b)
                                   : ClashLimits{.clearance = pair.clearance, .touch = options.touch};
    PairVerdict verdict{.done = true};
    verdict.clash = scene::clash_of_objects(a, b, limits, options.detail, pair.a, pair.b);
    return verdict;
}

}  // namespace

std::optional<Clash> scene::clash_of_objects(const query::ClashPart& a, const query::ClashPart& b,
                                             const ClashLimits& limits, ClashDetail detail, ObjectId id_a,
                                             ObjectId id_b) {
    const auto found = query::find_clash(
        a, b, limits, detail == ClashDetail::regions ? query::PlacesWanted::yes : query::PlacesWanted::no);
    if (!found) return std::nullopt;
    Clash clash{found->clash, id_a, id_b, {}};
    for (const query::ContactPlace& place : found->places)
        clash.regions.push_back({place.contacts, place.point, place.depth});
    return clash;
}

Clashes Scene::clashes(const ClashOptions& options) {
    const base::DefaultFloatEnvironment environment;
    for (const ObjectId id : objects())
        if (!is_mesh(id))
            throw PreconditionError("clashes: object " + std::to_string(id.number) + " (" +
                                    std::string(name_of(shape(id).kind())) +
                                    ") is no mesh; only meshes clash");
    std::vector<CandidatePair> pairs =
        candidate_pairs({.clearance = std::max(options.clearance, options.touch),
                         .threads = options.threads,
                         .search = options.search});
    Clashes answer{.candidate_pairs = pairs.size()};
    if (options.wanted)
        std::erase_if(pairs, [&](const CandidatePair& pair) { return !options.wanted(pair.a, pair.b); });
    const SurfacesOfObjects objects(*this);
    for (const CandidatePair& pair : pairs)
        for (const ObjectId id : {pair.a, pair.b}) objects.surface(id).announce_use();
    std::vector<PairVerdict> verdicts(pairs.size());
    ClashProgress progress(options, pairs.size());
    std::atomic<std::size_t> next = 0;
    base::with_threads(options.threads, [&] {
        // All threads take pairs in ascending order, so that an object's surface data can be freed early.
        base::do_pieces(pairs.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t n = begin; n < end && progress.is_running(); ++n) {
                const std::size_t i = next.fetch_add(1);
                verdicts[i] = judge(objects, pairs[i], options);
                for (const ObjectId id : {pairs[i].a, pairs[i].b}) objects.surface(id).release_use();
                progress.add_one();
            }
        });
    });
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (verdicts[i].done)
            ++answer.tested_pairs;
        else
            answer.untested.push_back({pairs[i].a, pairs[i].b});
        if (verdicts[i].clash) answer.list.push_back(std::move(*verdicts[i].clash));
    }
    return answer;
}

}  // namespace allide
