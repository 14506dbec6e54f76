#include "index/search/near_pairs.hpp"

#include "scene/boxes.hpp"
#include "scene/dynamic_tree.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace allide::index {
namespace {

struct BoxedObject {
    Box box;
    std::uint32_t leaf = 0;
    std::uint64_t triangles = 0;
};

std::vector<BoxedObject> boxed_objects(const Reader& reader) {
    std::vector<BoxedObject> objects(reader.header().objects);
    ReadCount count;
    for (std::uint32_t i = 0; i < reader.header().leaves; ++i) {
        const std::shared_ptr<const Leaf> leaf = reader.leaf(reader.leaf_place(i, count), count);
        for (const LeafObject& object : leaf->objects) {
            if (object.id >= objects.size())
                throw_damaged("expected object numbers below the number of objects");
            objects[object.id] = {object.summary.box, i, object.summary.triangles};
        }
    }
    return objects;
}

}  // namespace

std::vector<NearPair> near_pairs(const Reader& reader, double clearance,
                                 const std::function<bool(ObjectId, ObjectId)>& filter) {
    const std::vector<BoxedObject> objects = boxed_objects(reader);
    scene::DynamicTree tree;
    std::vector<scene::DynamicTree::Entry> entries;
    for (std::uint32_t i = 0; i < objects.size(); ++i)
        entries.push_back({i, scene::bounds_of(objects[i].box)});
    tree.build(std::move(entries));
    std::vector<NearPair> pairs;
    std::vector<std::uint32_t> stack;
    for (std::uint32_t a = 0; a < objects.size(); ++a) {
        tree.find(scene::grown(scene::bounds_of(objects[a].box), clearance), stack, [&](std::uint32_t b) {
            if (a < b && scene::within(objects[a].box, objects[b].box, clearance) &&
                (!filter || filter({a}, {b})))
                pairs.push_back(
                    {a, b, objects[a].leaf, objects[b].leaf, objects[a].triangles + objects[b].triangles});
        });
    }
    std::sort(pairs.begin(), pairs.end(), [](const NearPair& x, const NearPair& y) {
        return std::tie(x.leaf_a, x.leaf_b, x.a, x.b) < std::tie(y.leaf_a, y.leaf_b, y.a, y.b);
    });
    return pairs;
}

}  // namespace allide::index
