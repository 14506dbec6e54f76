// Finds the touching objects, and the pairs that filters left out: within a scene, of two scenes, and of a
// scene and a shape.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "base/tasks.hpp"
#include "scene/boxes.hpp"
#include "scene/filtered_pairs.hpp"
#include "scene/missing_models.hpp"
#include "scene/pair_query.hpp"
#include "scene/scene_state.hpp"

#include <algorithm>
#include <cmath>

namespace allide {
namespace {

void expect_length(double length) {
    base::expect(length >= 0 && std::isfinite(length), "a clearance must be finite and not negative");
}

// Asks for the verdicts on all pairs, in parallel.
template <typename Pair, typename Ask>
std::vector<BodyVerdict> verdicts_of(const std::vector<Pair>& pairs, unsigned threads, const Ask& ask) {
    std::vector<BodyVerdict> verdicts(pairs.size());
    constexpr std::size_t few = 4;
    const auto work = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) verdicts[i] = ask(pairs[i]);
    };
    if (threads == 1 || pairs.size() <= few)
        work(0, pairs.size());
    else
        base::with_threads(threads, [&] { base::do_pieces(pairs.size(), few, work); });
    return verdicts;
}

}  // namespace

std::string_view name_of(FilterReason reason) {
    switch (reason) {
        case FilterReason::pair:
            return "pair";
        case FilterReason::groups:
            return "groups";
        case FilterReason::masks:
            return "masks";
        case FilterReason::filter:
            return "filter";
    }
    throw PreconditionError("no such FilterReason");
}

Collisions Scene::collisions(const SceneQueryOptions& options) {
    expect_length(options.clearance);
    const base::DefaultFloatEnvironment environment;
    const std::vector<CandidatePair> pairs = candidate_pairs(
        {.clearance = options.clearance, .threads = options.threads, .search = options.search});
    const scene::Objects& objects = state_->objects;
    std::vector<std::uint32_t> numbers;
    for (const CandidatePair& pair : pairs) numbers.insert(numbers.end(), {pair.a.number, pair.b.number});
    build_models(objects, numbers, options.threads);
    const auto verdicts = verdicts_of(pairs, options.threads, [&](const CandidatePair& pair) {
        return verdict_of(objects, pair.a.number, pair.b.number, pair.clearance, nullptr);
    });
    Collisions found;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (verdicts[i] == BodyVerdict::yes) found.pairs.push_back({pairs[i].a, pairs[i].b});
        if (verdicts[i] == BodyVerdict::undecided) found.undecided.push_back({pairs[i].a, pairs[i].b});
    }
    state_->update(options.threads);
    found.filtered = filtered_pairs(state_->question(options.clearance, options.threads), state_->tracker,
                                    options.clearance);
    return found;
}

Collisions Scene::collisions(Scene& other, const SceneQueryOptions& options) {
    expect_length(options.clearance);
    const base::DefaultFloatEnvironment environment;
    state_->update(options.threads);
    other.state_->update(options.threads);
    const scene::Objects &objects = state_->objects, &others = other.state_->objects;
    Collisions found;
    std::vector<ObjectPair> pairs;
    std::vector<std::uint32_t> stack;
    for (std::uint32_t a = 0; a < objects.end(); ++a) {
        const Box& box = objects.box(a);
        if (box.is_empty()) continue;
        const auto offer = [&](std::uint32_t b) {
            if (!scene::within(box, others.box(b), options.clearance)) return;
            const ObjectPair pair{objects.id(a), others.id(b)};
            if (objects.masks_allow(a, others.category(b), others.mask(b)))
                pairs.push_back(pair);
            else
                found.filtered.push_back({pair.a, pair.b, FilterReason::masks});
        };
        if (options.search == Search::brute_force) {
            for (std::uint32_t b = 0; b < others.end(); ++b)
                if (!others.box(b).is_empty()) offer(b);
        } else {
            for_objects_near(other.state_->tracker, box, options.clearance, stack, offer);
        }
    }
    const auto verdicts = verdicts_of(pairs, options.threads, [&](const ObjectPair& pair) {
        const double clearance = scene::padded(others, pair.b.number, options.clearance);
        return verdict_of(objects, pair.a.number, others.shape(pair.b.number), clearance);
    });
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (verdicts[i] == BodyVerdict::yes) found.pairs.push_back(pairs[i]);
        if (verdicts[i] == BodyVerdict::undecided) found.undecided.push_back(pairs[i]);
    }
    std::sort(found.pairs.begin(), found.pairs.end());
    std::sort(found.undecided.begin(), found.undecided.end());
    scene::sort_pairs(found.filtered);
    return found;
}

TouchingObjects Scene::colliding_with(const PlacedShape& shape, const OneToManyOptions& options) {
    expect_length(options.clearance);
    const base::DefaultFloatEnvironment environment;
    state_->update(1);
    const scene::Objects& objects = state_->objects;
    const Box box = bounding_box(shape);
    TouchingObjects found;
    if (box.is_empty()) return found;
    std::vector<std::uint32_t> stack, near;
    for_objects_near(state_->tracker, box, options.clearance, stack, [&](std::uint32_t number) {
        if (scene::within(box, objects.box(number), options.clearance)) near.push_back(number);
    });
    std::sort(near.begin(), near.end());
    for (const std::uint32_t number : near) {
        const ObjectId id = objects.id(number);
        if (!objects.masks_allow(number, options.category, options.mask) ||
            (options.filter && !options.filter(id))) {
            found.filtered.push_back(id);
            continue;
        }
        const BodyVerdict verdict = verdict_of(objects, number, shape, options.clearance);
        if (verdict == BodyVerdict::yes) found.objects.push_back(id);
        if (verdict == BodyVerdict::undecided) found.undecided.push_back(id);
    }
    return found;
}

}  // namespace allide
