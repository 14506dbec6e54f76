#include "scene/contacts_of_objects.hpp"

#include "base/tasks.hpp"
#include "query/shape/elements.hpp"
#include "scene/boxes.hpp"
#include "scene/missing_models.hpp"

#include <algorithm>
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

// The triangles of two meshes, or the elements of two shapes that touch or may touch.
std::vector<Contact> contacts_of_pair(const Objects& objects, std::uint32_t a, std::uint32_t b,
                                      const CollidingOptions& options) {
    if (objects.is_mesh(a) && objects.is_mesh(b) && objects.padding(a) == 0 && objects.padding(b) == 0)
        return contacts(objects.placed(a), objects.placed(b), {.search = options.search}).pairs;
    const double padding = query::sum_of(objects.padding(a), objects.padding(b), 0).sum;
    const ShapeContacts touching = contacts(objects.shape(a), objects.shape(b), {.clearance = padding});
    std::vector<Contact> pairs;
    for (const auto* list : {&touching.pairs, &touching.undecided})
        for (const ShapeContact& pair : *list) pairs.push_back({pair.element_a, pair.element_b});
    std::sort(pairs.begin(), pairs.end());
    return pairs;
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
                found[i].pairs = contacts_of_pair(objects, found[i].a.number, found[i].b.number, options);
        });
    });
    std::erase_if(found, [](const ObjectContacts& pair) { return pair.pairs.empty(); });
    return found;
}

}  // namespace allide::scene
