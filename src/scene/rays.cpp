// Casts rays against all objects, in the order in which the rays enter their boxes.
#include "base/float_environment.hpp"
#include "query/shape/ray_box.hpp"
#include "scene/scene_state.hpp"

#include <algorithm>
#include <tuple>

namespace allide {
namespace {

struct NearBox {
    double t = 0;  // lower bound of the t of all hits of the object
    std::uint32_t object = 0;
};

std::vector<NearBox> boxes_on(const scene::Objects& objects, const Ray& ray) {
    std::vector<NearBox> near;
    for (std::uint32_t number = 0; number < objects.end(); ++number) {
        if (objects.box(number).is_empty()) continue;
        if (const auto t = query::entry_of(ray, objects.box(number))) near.push_back({*t, number});
    }
    std::sort(near.begin(), near.end(), [](const NearBox& a, const NearBox& b) {
        return std::tie(a.t, a.object) < std::tie(b.t, b.object);
    });
    return near;
}

bool hit_before(const ObjectHit& a, const ObjectHit& b) {
    return std::tie(a.hit.t, a.object, a.hit.element) < std::tie(b.hit.t, b.object, b.hit.element);
}

}  // namespace

std::optional<ObjectHit> Scene::first_hit(const Ray& ray) {
    query::check(ray);
    const base::DefaultFloatEnvironment environment;
    const scene::Objects& objects = state_->objects;
    std::optional<ObjectHit> best;
    for (const NearBox& near : boxes_on(objects, ray)) {
        if (best && near.t > best->hit.t) break;
        const auto hit = allide::first_hit(objects.shape(near.object), ray);
        if (!hit) continue;
        const ObjectHit found{objects.id(near.object), *hit};
        if (!best || hit_before(found, *best)) best = found;
    }
    return best;
}

std::vector<ObjectHit> Scene::all_hits(const Ray& ray) {
    query::check(ray);
    const base::DefaultFloatEnvironment environment;
    const scene::Objects& objects = state_->objects;
    std::vector<ObjectHit> hits;
    for (const NearBox& near : boxes_on(objects, ray))
        for (const ShapeHit& hit : allide::all_hits(objects.shape(near.object), ray))
            hits.push_back({objects.id(near.object), hit});
    std::sort(hits.begin(), hits.end(), hit_before);
    return hits;
}

}  // namespace allide
