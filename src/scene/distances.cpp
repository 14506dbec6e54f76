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
#include <optional>
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
                 z = scene::interval_gap(a.lo.z, a.hi.z, b.lo.z, b.hi.z), most = std::max({x, y, z});
    // hypot, which neither overflows nor underflows, takes several times as long.
    const bool in_range = most > 0x1p-500 && most < 0x1p500;
    return (in_range ? std::sqrt(x * x + y * y + z * z) : std::hypot(x, y, z)) * (1 - 0x1p-49);
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

// The pair of two neighbours in the tree with the smallest gap between their boxes, usually close to the
// smallest gap of all. Empty if the filters leave out all neighbours.
std::optional<Candidate> closest_neighbours(const scene::PairTracker::Question& question,
                                            const scene::PairTracker& tracker) {
    const scene::Objects& objects = question.objects;
    std::optional<Candidate> closest;
    tracker.tree().find_siblings([&](std::uint32_t i, std::uint32_t j) {
        const Candidate pair{box_gap(objects.box(i), objects.box(j)), std::min(i, j), std::max(i, j)};
        if ((!closest || pair < *closest) && !question.reason(i, j)) closest = pair;
    });
    return closest;
}

// The pairs whose boxes are at most `limit` apart.
std::vector<Candidate> near_pairs(const scene::PairTracker::Question& question,
                                  const scene::PairTracker& tracker, double limit) {
    const scene::Objects& objects = question.objects;
    std::vector<Candidate> candidates;
    const auto offer = [&](std::uint32_t i, std::uint32_t j) {
        const Candidate candidate{box_gap(objects.box(i), objects.box(j)), std::min(i, j), std::max(i, j)};
        if (candidate.gap <= limit && !question.reason(i, j)) candidates.push_back(candidate);
    };
    tracker.tree().find_near_pairs([&] { return limit; }, offer);
    // Objects with infinite boxes are not in the tree. A pair of two such objects is offered once, by the
    // larger number.
    for (const std::uint32_t i : tracker.unbounded())
        for (std::uint32_t j = 0; j < objects.end(); ++j)
            if (!objects.box(j).is_empty() && (tracker.tree().has(j) || j < i)) offer(i, j);
    return candidates;
}

// A pair with a small gap between its boxes, as a start for the search. Empty if all pairs are left out.
std::optional<Candidate> good_start(const scene::PairTracker::Question& question,
                                    const scene::PairTracker& tracker) {
    if (const auto neighbours = closest_neighbours(question, tracker)) return neighbours;
    const double size = tracker.tree().girth();  // at least the largest gap in the tree
    for (double limit = size / 1024;; limit *= 2) {
        const std::vector<Candidate> near = near_pairs(question, tracker, limit);
        if (!near.empty()) return *std::min_element(near.begin(), near.end());
        if (limit >= size) return std::nullopt;
    }
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
    const auto start = good_start(question, state_->tracker);
    if (start) best = {*start, measure(start->a, start->b), true};
    std::vector<Candidate> candidates;
    if (start && best.upper() > 0) candidates = near_pairs(question, state_->tracker, best.upper());
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
