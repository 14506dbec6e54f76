#include "scene/filtered_pairs.hpp"

#include "query/shape/elements.hpp"

#include <algorithm>
#include <tuple>

namespace allide::scene {

double padded(const Objects& objects, std::uint32_t number, double clearance) {
    return query::sum_of(objects.padding(number), clearance, 0).sum;
}

std::vector<FilteredPair> filtered_pairs(const PairTracker::Question& question, const PairTracker& tracker,
                                         double clearance) {
    std::vector<FilteredPair> pairs;
    if (!question.may_leave_out()) return pairs;
    const Objects& objects = question.objects;
    std::vector<std::uint32_t> stack;
    for (std::uint32_t a = 0; a < objects.end(); ++a) {
        const Box& box = objects.box(a);
        if (box.is_empty()) continue;
        const double reach = std::max(clearance, question.interest.reach(objects.group(a), clearance));
        const auto offer = [&](std::uint32_t b) {
            if (b <= a) return;
            const double limit = question.clearance_of(a, b).value_or(clearance);
            if (!within(box, objects.box(b), limit)) return;
            if (const auto reason = question.reason(a, b))
                pairs.push_back({objects.id(a), objects.id(b), *reason});
        };
        const bool finite = tracker.tree().has(a);
        if (finite) {
            for_objects_near(tracker, box, reach, stack, offer);
        } else {
            for (std::uint32_t b = a + 1; b < objects.end(); ++b)
                if (!objects.box(b).is_empty()) offer(b);
        }
    }
    // A pair of unbounded objects is found only by the one with the smaller number, so no pair is found
    // twice.
    sort_pairs(pairs);
    return pairs;
}

void sort_pairs(std::vector<FilteredPair>& pairs) {
    std::sort(pairs.begin(), pairs.end(), [](const FilteredPair& x, const FilteredPair& y) {
        return std::tie(x.a, x.b) < std::tie(y.a, y.b);
    });
}

}  // namespace allide::scene
