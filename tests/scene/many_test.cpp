// Many parts, compared with a sweep along x that shares no code with the scene's tree: no pair is lost.
#include "support/effort.hpp"
#include "support/random_geometry.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// All pairs of overlapping boxes, in ascending order.
Pairs swept(const std::vector<Box>& boxes) {
    std::vector<std::uint32_t> order(boxes.size()), open;
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return boxes[i].lo.x; });
    Pairs pairs;
    for (const std::uint32_t i : order) {
        std::erase_if(open, [&](std::uint32_t j) { return boxes[j].hi.x < boxes[i].lo.x; });
        for (const std::uint32_t j : open)
            if (boxes[i].lo.y <= boxes[j].hi.y && boxes[j].lo.y <= boxes[i].hi.y &&
                boxes[i].lo.z <= boxes[j].hi.z && boxes[j].lo.z <= boxes[i].hi.z)
                pairs.emplace_back(std::min(i, j), std::max(i, j));
        open.push_back(i);
    }
    std::ranges::sort(pairs);
    return pairs;
}

// Pipes, plates and bolts: long, flat and small parts, as in assemblies.
TEST(SceneOfManyParts, LosesNoPair) {
    const int count = effort(20'000, 100'000);
    base::Random random(8);
    std::vector<Model> models;
    for (const Vec3& half : {Vec3{0.1, 0.1, 0.1}, Vec3{8, 0.2, 0.2}, Vec3{4, 4, 0.05}, Vec3{0.3, 0.2, 1.5}}) {
        const Mesh cube = generate(GeneratedShape::cube).value();
        MeshData data;
        data.triangles.assign(cube.triangles().begin(), cube.triangles().end());
        for (const Vec3& v : cube.vertices())
            data.vertices.push_back({half.x * v.x, half.y * v.y, half.z * v.z});
        models.push_back(Model::build(Mesh::from(std::move(data)).value()).value());
    }
    Scene scene;
    const double reach = 1.5 * std::cbrt(count);
    for (int i = 0; i < count; ++i) {
        const Vec3 place = random_point(random, reach);
        const Pose turned = random.below(3) == 0 ? random_rotation(random) : Pose();
        scene.add(models[random.below(models.size())], turned.translated(place));
    }
    std::vector<Box> boxes;
    for (const ObjectId id : scene.objects()) boxes.push_back(scene.box(id));
    const Pairs expected = swept(boxes);
    Pairs found;
    for (const CandidatePair& pair : scene.candidate_pairs())
        found.emplace_back(pair.a.number, pair.b.number);
    EXPECT_GT(found.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(found, expected);

    // The reported pairs are exactly the candidates that touch.
    Pairs touching;
    for (const ObjectPair& pair : scene.colliding_pairs())
        touching.emplace_back(pair.a.number, pair.b.number);
    const std::vector<ObjectId> ids = scene.objects();
    Pairs expected_touching;
    for (const auto& [a, b] : expected)
        if (collides(scene.placed(ids[a]), scene.placed(ids[b]))) expected_touching.emplace_back(a, b);
    EXPECT_EQ(touching, expected_touching);
}

}  // namespace
}  // namespace allide::test
