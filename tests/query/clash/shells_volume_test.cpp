// Volumes shared by parts whose shells cross or lie flush with each other, against counted unit cells: a
// point in an even number of shells is outside.
#include "support/effort.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace allide::shells_volume_test {
namespace {

struct Block {
    std::array<int, 3> lo, hi;
    bool has(int x, int y, int z) const {
        return lo[0] <= x && x < hi[0] && lo[1] <= y && y < hi[1] && lo[2] <= z && z < hi[2];
    }
};
using Blocks = std::vector<Block>;

constexpr int size = 6;

// Repeated triangles would count once, so no two blocks of a part have a face in common.
bool share_a_face(const Block& a, const Block& b) {
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        const bool same_outline =
            a.lo[i] == b.lo[i] && a.hi[i] == b.hi[i] && a.lo[j] == b.lo[j] && a.hi[j] == b.hi[j];
        const bool same_plane =
            a.lo[k] == b.lo[k] || a.hi[k] == b.hi[k] || a.lo[k] == b.hi[k] || a.hi[k] == b.lo[k];
        if (same_outline && same_plane) return true;
    }
    return false;
}

Blocks random_blocks(std::mt19937& random) {
    Blocks out;
    const std::size_t count = 1 + random() % 4;
    while (out.size() < count) {
        Block block{};
        for (std::size_t k = 0; k < 3; ++k) {
            block.lo[k] = static_cast<int>(random() % (size - 1));
            block.hi[k] = block.lo[k] + 1 + static_cast<int>(random()) % (size - block.lo[k]);
            block.hi[k] = std::clamp(block.hi[k], block.lo[k] + 1, size);
        }
        if (std::none_of(out.begin(), out.end(), [&](const Block& b) { return share_a_face(b, block); }))
            out.push_back(block);
    }
    return out;
}

// Replaces each triangle by nine, around random points inside it.
void refine(MeshData& data, std::mt19937& random) {
    std::uniform_real_distribution<double> share(0.2, 0.8);
    for (int pass = 0; pass < 2; ++pass) {
        std::vector<TriangleIndices> finer;
        for (const TriangleIndices& t : data.triangles) {
            const Vec3 &a = data.vertices[t[0]], &b = data.vertices[t[1]], &c = data.vertices[t[2]];
            const double u = share(random), v = share(random) * (1 - u);
            const auto middle = [&](double p, double q, double r) {
                return p == q && q == r ? p : p + u * (q - p) + v * (r - p);
            };
            const auto number = static_cast<std::uint32_t>(data.vertices.size());
            data.vertices.push_back({middle(a.x, b.x, c.x), middle(a.y, b.y, c.y), middle(a.z, b.z, c.z)});
            for (std::size_t k = 0; k < 3; ++k) finer.push_back({t[k], t[(k + 1) % 3], number});
        }
        data.triangles = std::move(finer);
    }
}

enum class Facets { coarse, fine };

Model model_of(const Blocks& blocks, const Pose& turn, std::mt19937& random, Facets facets) {
    MeshData data;
    for (const Block& block : blocks) {
        const auto first = static_cast<std::uint32_t>(data.vertices.size());
        for (std::size_t i = 0; i < 8; ++i)
            data.vertices.push_back({static_cast<double>(i % 2 ? block.hi[0] : block.lo[0]),
                                     static_cast<double>(i / 2 % 2 ? block.hi[1] : block.lo[1]),
                                     static_cast<double>(i / 4 ? block.hi[2] : block.lo[2])});
        for (TriangleIndices t : std::vector<TriangleIndices>{{0, 2, 3},
                                                              {0, 3, 1},
                                                              {4, 5, 7},
                                                              {4, 7, 6},
                                                              {0, 1, 5},
                                                              {0, 5, 4},
                                                              {2, 6, 7},
                                                              {2, 7, 3},
                                                              {0, 4, 6},
                                                              {0, 6, 2},
                                                              {1, 3, 7},
                                                              {1, 7, 5}}) {
            for (std::uint32_t& v : t) v += first;
            if (random() % 2 == 0) std::swap(t[0], t[1]);
            data.triangles.push_back(t);
        }
    }
    if (facets == Facets::fine) refine(data, random);
    for (Vec3& x : data.vertices) x = turn.apply(x);
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

double counted_volume(const Blocks& a, const Blocks& b) {
    const auto is_inside = [](const Blocks& blocks, int x, int y, int z) {
        return std::count_if(blocks.begin(), blocks.end(),
                             [&](const Block& block) { return block.has(x, y, z); }) %
                   2 ==
               1;
    };
    double volume = 0;
    for (int x = 0; x < size; ++x)
        for (int y = 0; y < size; ++y)
            for (int z = 0; z < size; ++z) volume += is_inside(a, x, y, z) && is_inside(b, x, y, z);
    return volume;
}

// Fine facets make parts too large to be cut along all their intersections, so the components of a part are
// treated one by one.
void expect_volumes(const Pose& turn, unsigned seed, int rounds, Facets facets = Facets::coarse) {
    std::mt19937 random(seed);
    int shared = 0, narrow = 0;
    for (int round = 0; round < rounds; ++round) {
        const Blocks a = random_blocks(random), b = random_blocks(random);
        const Model one = model_of(a, turn, random, facets), other = model_of(b, turn, random, facets);
        const auto clash = find_clash(one.at_rest(), other.at_rest());
        const double truth = counted_volume(a, b);
        SCOPED_TRACE("round " + std::to_string(round));
        ASSERT_TRUE(clash || truth == 0);
        if (!clash || !clash->volume) continue;
        EXPECT_LE(clash->volume->lower, truth + 1e-9);
        EXPECT_GE(clash->volume->upper, truth - 1e-9);
        if (truth > 0) ++shared;
        // Where too many triangles intersect, and three components overlap, the bounds are wide.
        if (clash->volume->upper - clash->volume->lower > 1e-6) continue;
        if (truth > 0) ++narrow;
        const double smaller = std::min(counted_volume(a, a), counted_volume(b, b));
        if (smaller > 0 && facets == Facets::coarse) {
            EXPECT_NEAR(clash->volume->fraction, std::min(1.0, truth / smaller), 1e-7);
        }
        if (testing::Test::HasFailure()) return;
    }
    // A small sample need not contain any parts that share a volume.
    if (rounds < 12) return;
    EXPECT_GT(shared, rounds / 4);
    EXPECT_GT(narrow, shared / 2);
}

// Faces of different shells lie exactly in one plane.
TEST(ShellsVolume, EqualsCountedCells) {
    expect_volumes(Pose::identity(), 21, test::effort(100, 3000));
}

// After a rotation, such faces cross each other at distances of rounding errors.
TEST(ShellsVolume, EqualsCountedCellsAfterARotation) {
    expect_volumes(Pose::rotation({1, 2, 3}, degrees(37)), 22, test::effort(40, 2000));
}

TEST(ShellsVolume, OfManyTrianglesEqualsCountedCells) {
    expect_volumes(Pose::identity(), 23, test::effort(40, 2000), Facets::fine);
}
TEST(ShellsVolume, OfManyTrianglesEqualsCountedCellsAfterARotation) {
    expect_volumes(Pose::rotation({1, 2, 3}, degrees(37)), 24, test::effort(15, 1500), Facets::fine);
}

}  // namespace
}  // namespace allide::shells_volume_test
