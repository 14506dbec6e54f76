#include "scene/brute_force.hpp"

#include "scene/boxes.hpp"
#include "scene/pair_query.hpp"

namespace allide::scene {
namespace {

// Calls found(a, b, clearance) in ascending order for all pairs that are neither ignored nor filtered out.
template <typename Found>
void for_all_pairs(const PairTracker::Question& question, const Found& found) {
    const Objects& objects = question.objects;
    for (std::uint32_t a = 0; a < objects.end(); ++a)
        for (std::uint32_t b = a + 1; b < objects.end(); ++b) {
            if (objects.box(a).is_empty() || objects.box(b).is_empty()) continue;
            const auto clearance = question.clearance_of(a, b);
            if (clearance && question.allowed(a, b)) found(a, b, *clearance);
        }
}

}  // namespace

std::vector<CandidatePair> all_candidates(const PairTracker::Question& question) {
    const Objects& objects = question.objects;
    std::vector<CandidatePair> pairs;
    for_all_pairs(question, [&](std::uint32_t a, std::uint32_t b, double clearance) {
        if (within(objects.box(a), objects.box(b), clearance))
            pairs.push_back({objects.id(a), objects.id(b), clearance});
    });
    return pairs;
}

std::vector<ObjectPair> all_colliding(const PairTracker::Question& question) {
    const Objects& objects = question.objects;
    std::vector<ObjectPair> pairs;
    for_all_pairs(question, [&](std::uint32_t a, std::uint32_t b, double) {
        if (verdict_of(objects, a, b, 0, nullptr) != BodyVerdict::no)
            pairs.push_back({objects.id(a), objects.id(b)});
    });
    return pairs;
}

}  // namespace allide::scene
