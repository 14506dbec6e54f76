#include "scene/contacts_of_objects.hpp"

#include "base/tasks.hpp"
#include "scene/boxes.hpp"
#include "scene/missing_models.hpp"

#include <utility>

namespace allide::scene {
namespace {

// The candidate pairs whose boxes overlap. If there is a clearance, other pairs are candidates, too.
std::vector<ObjectContacts> pairs_whose_boxes_meet(const Objects& objects,
                                                   const std::vector<CandidatePair>& pairs) {
    std::vector<ObjectContacts> kept;
    for (const CandidatePair& pair : pairs)
        if (objects.box(pair.a.number).overlaps(objects.box(pair.b.number))) kept.push_back({pair.a, pair.b});
    return kept;
}

}  // namespace

std::vector<ObjectContacts> contacts_of(const Objects& objects, const std::vector<CandidatePair>& pairs,
                                        const CollidingOptions& options) {
    std::vector<ObjectContacts> found = pairs_whose_boxes_meet(objects, pairs);
    std::vector<std::uint32_t> numbers;
    for (const ObjectContacts& pair : found) numbers.insert(numbers.end(), {pair.a.number, pair.b.number});
    build_models(objects, numbers, options.threads);
    base::with_threads(options.threads, [&] {
        constexpr std::size_t few = 4;
        base::do_pieces(found.size(), few, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                found[i].pairs = contacts(objects.placed(found[i].a.number),
                                          objects.placed(found[i].b.number), {.search = options.search})
                                     .pairs;
        });
    });
    std::erase_if(found, [](const ObjectContacts& pair) { return pair.pairs.empty(); });
    return found;
}

}  // namespace allide::scene
