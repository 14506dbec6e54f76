// The closest two objects, and the distances of all pairs that are near each other. Candidates are measured
// in the order of the gaps between their boxes, until the gap exceeds the smallest distance so far.
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "base/tasks.hpp"
#include "scene/filtered_pairs.hpp"
#include "scene/missing_models.hpp"
#include "scene/pair_query.hpp"
#include "scene/scene_state.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

namespace allide {
namespace {

using base::infinity;

struct Candidate {
    double gap = 0;  // lower bound of the distance
    std::uint32_t a = 0, b = 0;
    friend bool operator<(const Candidate& x, const Candidate& y) {
        return std::tie(x.gap, x.a, x.b) < std::tie(y.gap, y.a, y.b);
    }
};

// Lower bound of the distance of two boxes.
double box_gap(const Box& a, const Box& b) {
    const double x = scene::interval_gap(a.lo.x, a.hi.x, b.lo.x, b.hi.x),
                 y = scene::interval_gap(a.lo.y, a.hi.y, b.lo.y, b.hi.y),
                 z = scene::interval_gap(a.lo.z, a.hi.z, b.lo.z, b.hi.z);
    return std::hypot(x, y, z) * (1 - 0x1p-49);
}

struct Best {
    Candidate pair;
    ShapeDistance distance;
    bool found = false;
    double upper() const { return found ? distance.upper : infinity; }
};

using Measure = std::function<ShapeDistance(std::uint32_t a, std::uint32_t b)>;

void measure_in_order(std::vector<Candidate>& candidates, const Measure& measure, Best& best) {
    std::sort(candidates.begin(), candidates.end());
    double lower = best.found ? best.distance.lower : infinity;
    for (const Candidate& candidate : candidates) {
        if (candidate.gap > best.upper() || best.upper() == 0) break;
        if (best.found && candidate.a == best.pair.a && candidate.b == best.pair.b) continue;
        const ShapeDistance distance = measure(candidate.a, candidate.b);
        lower = std::min(lower, distance.lower);
        if (!best.found || distance.upper < best.upper()) best = {candidate, distance, true};
    }
    if (!best.found) return;
    best.distance.lower = std::min(best.distance.lower, lower);
    best.distance.value = std::clamp(best.distance.value, best.distance.lower, best.distance.upper);
}

// Objects in the order of their boxes' lower ends along x.
std::vector<std::uint32_t> along_x(const scene::Objects& objects) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < objects.end(); ++i)
        if (!objects.box(i).is_empty()) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        const double x = objects.box(i).lo.x, y = objects.box(j).lo.x;
        return x != y ? x < y : i < j;
    });
    return order;
}

// Finds a pair with a small gap between its boxes, usually close to the smallest, as a start for the search.
// Each object doubles its search radius until it meets another one that the filters allow.
Candidate good_start(const scene::PairTracker::Question& question, const scene::PairTracker& tracker) {
    const scene::Objects& objects = question.objects;
    const std::vector<std::uint32_t> order = along_x(objects);
    Candidate start{infinity, 0, 0};
    const auto offer = [&](std::uint32_t i, std::uint32_t j) {
        if (i == j || question.reason(i, j)) return;
        const Candidate candidate{box_gap(objects.box(i), objects.box(j)), std::min(i, j), std::max(i, j)};
        start = std::min(start, candidate);
    };
    constexpr std::size_t ahead = 4;
    for (std::size_t k = 0; k < order.size(); ++k)
        for (std::size_t next = k + 1; next <= k + ahead && next < order.size(); ++next)
            offer(order[k], order[next]);
    if (start.gap == infinity) return start;
    // The second round asks the tree for all pairs of boxes closer than the first candidate.
    std::vector<std::uint32_t> stack;
    for (const std::uint32_t i : order) {
        if (start.gap == 0) break;
        if (tracker.tree().has(i))
            for_objects_near(tracker, objects.box(i), start.gap, stack,
                             [&](std::uint32_t j) { offer(i, j); });
    }
    return start;
}

ObjectDistance named(const Scene& scene, ObjectId a, ObjectId b, const ShapeDistance& distance) {
    return {a, b, scene.name(a), scene.name(b), distance};
}

}  // namespace

MinDistance Scene::min_distance() {
    const base::DefaultFloatEnvironment environment;
    state_->update(0);
    const scene::Objects& objects = state_->objects;
    const auto question = state_->question(0, 0);
    const Measure measure = [&](std::uint32_t a, std::uint32_t b) {
        return distance_of(objects, a, b, nullptr);
    };
    Best best;
    const Candidate start = good_start(question, state_->tracker);
    if (start.gap < infinity) best = {start, measure(start.a, start.b), true};
    std::vector<Candidate> candidates;
    std::vector<std::uint32_t> stack;
    for (std::uint32_t a = 0; a < objects.end() && best.upper() > 0; ++a) {
        const Box& box = objects.box(a);
        if (box.is_empty()) continue;
        const auto offer = [&](std::uint32_t b) {
            if (a == b || (b < a && state_->tracker.tree().has(b))) return;
            const Candidate candidate{box_gap(box, objects.box(b)), std::min(a, b), std::max(a, b)};
            if (candidate.gap <= best.upper() && !question.reason(a, b)) candidates.push_back(candidate);
        };
        if (best.upper() < infinity && state_->tracker.tree().has(a))
            for_objects_near(state_->tracker, box, best.upper(), stack, offer);
        else if (best.upper() == infinity)
            for (std::uint32_t b = a + 1; b < objects.end(); ++b)
                if (!objects.box(b).is_empty()) offer(b);
    }
    // Pairs of two unbounded objects are tested here, because neither is in the tree.
    const auto& unbounded = state_->tracker.unbounded();
    for (std::size_t i = 0; i < unbounded.size(); ++i)
        for (std::size_t j = i + 1; j < unbounded.size(); ++j)
            if (!question.reason(unbounded[i], unbounded[j]))
                candidates.push_back({0, unbounded[i], unbounded[j]});
    measure_in_order(candidates, measure, best);
    MinDistance answer;
    if (best.found) {
        answer.closest = named(*this, objects.id(best.pair.a), objects.id(best.pair.b), best.distance);
        answer.filtered = filtered_pairs(question, state_->tracker, std::min(best.upper(), 0x1p1000));
    }
    return answer;
}

std::optional<ObjectPair> Scene::closest_pair() {
    const MinDistance found = min_distance();
    if (!found.closest) return std::nullopt;
    return ObjectPair{found.closest->a, found.closest->b};
}

MinDistance Scene::min_distance(Scene& other) {
    const base::DefaultFloatEnvironment environment;
    const scene::Objects &objects = state_->objects, &others = other.state_->objects;
    std::vector<Candidate> candidates;
    std::vector<FilteredPair> filtered;
    std::vector<double> gaps;
    for (std::uint32_t a = 0; a < objects.end(); ++a)
        for (std::uint32_t b = 0; b < others.end(); ++b) {
            if (objects.box(a).is_empty() || others.box(b).is_empty()) continue;
            const double gap = box_gap(objects.box(a), others.box(b));
            if (objects.masks_allow(a, others.category(b), others.mask(b))) {
                candidates.push_back({gap, a, b});
            } else {
                filtered.push_back({objects.id(a), others.id(b), FilterReason::masks});
                gaps.push_back(gap);
            }
        }
    Best best;
    measure_in_order(
        candidates,
        [&](std::uint32_t a, std::uint32_t b) { return distance(objects.shape(a), others.shape(b)); }, best);
    MinDistance answer;
    if (!best.found) return answer;
    const ObjectId a = objects.id(best.pair.a), b = others.id(best.pair.b);
    answer.closest = ObjectDistance{a, b, name(a), other.name(b), best.distance};
    for (std::size_t i = 0; i < filtered.size(); ++i)
        if (gaps[i] <= best.upper()) answer.filtered.push_back(filtered[i]);
    return answer;
}

MinDistance Scene::min_distance(const PlacedShape& shape) {
    const base::DefaultFloatEnvironment environment;
    const scene::Objects& objects = state_->objects;
    const Box box = bounding_box(shape);
    std::vector<Candidate> candidates;
    for (std::uint32_t a = 0; a < objects.end() && !box.is_empty(); ++a)
        if (!objects.box(a).is_empty()) candidates.push_back({box_gap(objects.box(a), box), a, 0});
    Best best;
    measure_in_order(
        candidates, [&](std::uint32_t a, std::uint32_t) { return distance(objects.shape(a), shape); }, best);
    MinDistance answer;
    if (best.found) {
        const ObjectId a = objects.id(best.pair.a);
        answer.closest = ObjectDistance{a, {}, name(a), "", best.distance};
    }
    return answer;
}

SceneDistances Scene::distances(const SceneDistanceOptions& options) {
    base::expect(options.within >= 0 && std::isfinite(options.within),
                 "the limit of a distance must be finite and not negative");
    const base::DefaultFloatEnvironment environment;
    const auto question = state_->question(options.within, options.threads);
    state_->tracker.update(question);
    const scene::Objects& objects = state_->objects;
    std::vector<scene::TrackedPair*> near;
    std::vector<std::uint32_t> numbers;
    for (scene::TrackedPair& pair : state_->tracker.pairs())
        if (scene::within(objects.box(pair.a), objects.box(pair.b), options.within)) {
            near.push_back(&pair);
            numbers.insert(numbers.end(), {pair.a, pair.b});
        }
    build_models(objects, numbers, options.threads);
    for (scene::TrackedPair* pair : near) state_->tracker.cache(*pair);
    std::vector<QueryCache*> caches;
    for (scene::TrackedPair* pair : near) caches.push_back(&state_->tracker.cache(*pair));
    std::vector<ShapeDistance> measured(near.size());
    const auto work = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            measured[i] = distance_of(objects, near[i]->a, near[i]->b, caches[i]);
    };
    if (options.threads == 1)
        work(0, near.size());
    else
        base::with_threads(options.threads, [&] { base::do_pieces(near.size(), 8, work); });
    SceneDistances answer;
    for (std::size_t i = 0; i < near.size(); ++i)
        if (measured[i].lower <= options.within)
            answer.list.push_back(named(*this, objects.id(near[i]->a), objects.id(near[i]->b), measured[i]));
    answer.filtered = filtered_pairs(question, state_->tracker, options.within);
    return answer;
}

}  // namespace allide
