// Clash kinds of parts that consist of many shells, and of open parts in closed ones. The shells of a part
// cross, lie flush with each other, and cancel each other by the odd rule (a point in an even number of
// shells is outside). Kinds are compared with those computed from the cells of a grid, at any scale and far
// from the origin.
#include "clash_support.hpp"
#include "support/effort.hpp"

#include <allide/allide.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

using IntegerPoint = std::array<int, 3>;
// A box, rectangle, segment or point of the grid.
struct Block {
    IntegerPoint lo, hi;
};

// Position and scale of the grid, chosen such that doubles represent all of its points exactly.
struct GridPlace {
    std::array<int, 9> map{1, 0, 0, 0, 1, 0, 0, 0, 1};
    double scale = 1;
    double offset = 0;

    Vec3 operator()(double x, double y, double z) const {
        const auto row = [&](int i) {
            return offset + scale * (map[i] * x + map[i + 1] * y + map[i + 2] * z);
        };
        return {row(0), row(3), row(6)};
    }
};

// Divides a face into a fan around an inner point that differs from shell to shell, so that no triangle is
// repeated.
void add_rectangle(MeshData& data, const GridPlace& place, const Block& block, int axis, int number) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const auto first = static_cast<std::uint32_t>(data.vertices.size());
    std::array<double, 3> at{};
    at[axis] = block.lo[axis];
    for (int k = 0; k < 4; ++k) {
        at[u] = k == 1 || k == 2 ? block.hi[u] : block.lo[u];
        at[v] = k >= 2 ? block.hi[v] : block.lo[v];
        data.vertices.push_back(place(at[0], at[1], at[2]));
    }
    at[u] = block.lo[u] + (2 * number + 1) / 16.0;
    at[v] = block.lo[v] + 0.5 * (block.hi[v] - block.lo[v]);
    data.vertices.push_back(place(at[0], at[1], at[2]));
    for (std::uint32_t k = 0; k < 4; ++k)
        data.triangles.push_back({first + k, first + (k + 1) % 4, first + 4});
}

void add_shell(MeshData& data, const GridPlace& place, const Block& block, int number) {
    for (int axis = 0; axis < 3; ++axis) {
        Block side = block;
        add_rectangle(data, place, side, axis, number);
        side.lo[axis] = block.hi[axis];
        add_rectangle(data, place, side, axis, number);
    }
}

Model built(MeshData data) {
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

Model body_of(const std::vector<Block>& shells, const GridPlace& place, int first_number) {
    MeshData data;
    for (std::size_t i = 0; i < shells.size(); ++i)
        add_shell(data, place, shells[i], first_number + static_cast<int>(i));
    return built(std::move(data));
}

// True if the cell is in an odd number of shells.
bool is_solid(const std::vector<Block>& shells, const IntegerPoint& cell) {
    int count = 0;
    for (const Block& s : shells) {
        bool within = true;
        for (int k = 0; k < 3; ++k) within = within && s.lo[k] <= cell[k] && cell[k] < s.hi[k];
        count += within ? 1 : 0;
    }
    return count % 2 != 0;
}

using test::kind_of;

std::string kind_of_bodies(const std::vector<Block>& a, const std::vector<Block>& b, int span, bool meet) {
    bool both = false, only_a = false, only_b = false;
    for (int i = 0; i < span * span * span; ++i) {
        const IntegerPoint cell{i % span, i / span % span, i / span / span};
        const bool in_a = is_solid(a, cell), in_b = is_solid(b, cell);
        both = both || (in_a && in_b);
        only_a = only_a || (in_a && !in_b);
        only_b = only_b || (in_b && !in_a);
    }
    if (both) return only_a && only_b ? "hard" : "contained";
    return meet ? "touch" : "none";
}

Block random_box(std::mt19937& random, int span) {
    Block block{};
    for (int k = 0; k < 3; ++k) {
        const int a = int(random() % span), b = int(random() % span);
        block.lo[k] = std::min(a, b);
        block.hi[k] = std::max(a, b) + 1;
    }
    return block;
}

// A box that has most of its sides in common with `block`, so that shells lie flush with each other.
Block neighbour_of(std::mt19937& random, Block block, int span) {
    const int axis = int(random() % 3);
    if (random() % 2 == 0) {
        if (block.hi[axis] < span) {
            block.lo[axis] = block.hi[axis];
            block.hi[axis] += 1;
        }
    } else if (block.hi[axis] - block.lo[axis] > 1) {
        block.hi[axis] -= 1;
    }
    return block;
}

std::vector<Block> random_shells(std::mt19937& random, int span, std::size_t most) {
    std::vector<Block> shells{random_box(random, span)};
    while (shells.size() < 1 + random() % most)
        shells.push_back(random() % 2 == 0 ? random_box(random, span)
                                           : neighbour_of(random, shells[random() % shells.size()], span));
    return shells;
}

GridPlace random_place(std::mt19937& random) {
    constexpr std::array<double, 5> scales{1, 0x1p-300, 0x1p260, 0x1p-30, 0x1p-1030};
    GridPlace place;
    if (random() % 2 == 0) place.map = {3, 1, 0, -1, 2, 1, 1, 0, 4};
    place.scale = scales[random() % scales.size()];
    // At this offset, multiples of a sixteenth of the grid's step are still exact.
    if (random() % 3 == 0) place.offset = place.scale * 0x1p47;
    return place;
}

std::string told(const std::vector<Block>& shells) {
    std::string out;
    for (const Block& s : shells) {
        for (int k = 0; k < 3; ++k) out += std::to_string(s.lo[k]) + "-" + std::to_string(s.hi[k]) + " ";
        out += "; ";
    }
    return out;
}

TEST(ClashShells, KindsEqualThoseOfGridCells) {
    std::mt19937 random(11);
    const int rounds = test::effort(120, 20000);
    std::set<std::string> seen;
    for (int round = 0; round < rounds; ++round) {
        const int span = 2 + int(random() % 3);
        const std::vector<Block> a = random_shells(random, span, 3), b = random_shells(random, span, 2);
        const GridPlace place = random_place(random);
        const Model body_a = body_of(a, place, 0), body_b = body_of(b, place, 4);
        const std::string expected = kind_of_bodies(a, b, span, collides(body_a.at_rest(), body_b.at_rest()));
        ASSERT_EQ(kind_of(find_clash(body_a.at_rest(), body_b.at_rest())), expected)
            << "round " << round << ": " << told(a) << "and " << told(b) << "scale " << place.scale
            << " offset " << place.offset;
        ASSERT_EQ(kind_of(find_clash(body_b.at_rest(), body_a.at_rest())), expected) << "round " << round;
        seen.insert(expected);
    }
    EXPECT_EQ(seen, (std::set<std::string>{"contained", "hard", "touch", "none"}));
}

// Two adjacent boxes have coincident faces at x = 4 that are divided differently, so they are not a wall of
// repeated triangles. A part that passes through them is inside.
TEST(ClashShells, AWallBetweenFlushShellsIsNotCrossed) {
    const std::vector<Block> both{{{0, 0, 0}, {4, 4, 4}}, {{4, 0, 0}, {8, 4, 4}}};
    const auto kind_beside_both = [&](const std::vector<Block>& other) {
        const Model a = body_of(both, {}, 0), b = body_of(other, {}, 4);
        return kind_of(find_clash(a.at_rest(), b.at_rest()));
    };
    EXPECT_EQ(kind_beside_both({{{3, 1, 1}, {5, 3, 3}}}), "contained");
    EXPECT_EQ(kind_beside_both({{{3, 1, 1}, {5, 5, 3}}}), "hard");
    // The part rests on both boxes. Its own shells overlap in the middle, where they cancel out.
    EXPECT_EQ(kind_beside_both({{{3, 1, 4}, {5, 3, 6}}, {{4, 1, 4}, {6, 3, 5}}}), "touch");
    // The part goes around an edge of one box like a step, so that no face plane separates the two.
    EXPECT_EQ(kind_beside_both({{{7, 1, 4}, {9, 3, 6}}, {{8, 1, 2}, {9, 3, 5}}}), "touch");
}

// Moving both solids to a common pose, without rounding, changes no kind.
TEST(ClashShells, KindsDoNotDependOnACommonPose) {
    std::mt19937 random(12);
    const Pose turned = Pose::rotation({1, 2, 3}, degrees(37)).translated({100, -20, 3});
    for (int round = 0; round < 40; ++round) {
        const std::vector<Block> a = random_shells(random, 3, 3), b = random_shells(random, 3, 2);
        const Model body_a = body_of(a, {}, 0), body_b = body_of(b, {}, 4);
        const std::string expected = kind_of_bodies(a, b, 3, collides(body_a.at_rest(), body_b.at_rest()));
        ASSERT_EQ(kind_of(find_clash(body_a.at(turned), body_b.at(turned))), expected)
            << "round " << round << ": " << told(a) << "and " << told(b);
    }
}

// ------------------------------------------------------------ open parts

// Rectangles, segments and points at half-integer coordinates.
Block random_piece(std::mt19937& random, int span) {
    Block block{};
    for (int k = 0; k < 3; ++k) {
        const int a = int(random() % (2 * span + 1)), b = int(random() % (2 * span + 1));
        block.lo[k] = std::min(a, b);
        block.hi[k] = std::max(a, b);
    }
    const int axis = int(random() % 3);
    block.hi[axis] = block.lo[axis];
    if (random() % 4 == 0) block.hi[(axis + 1) % 3] = block.lo[(axis + 1) % 3];
    return block;
}

void add_piece(MeshData& data, const GridPlace& place, const Block& piece, int number) {
    int flat = 0, axis = 0;
    for (int k = 0; k < 3; ++k)
        if (piece.lo[k] == piece.hi[k]) {
            ++flat;
            axis = k;
        }
    if (flat == 1) return add_rectangle(data, place, piece, axis, number);
    const auto first = static_cast<std::uint32_t>(data.vertices.size());
    data.vertices.push_back(place(piece.lo[0], piece.lo[1], piece.lo[2]));
    data.vertices.push_back(place(piece.hi[0], piece.hi[1], piece.hi[2]));
    data.triangles.push_back({first, first + 1, first});
}

struct PieceSides {
    bool within = true, some_inside = false;
};

// Divides a piece into units of half the grid's step (squares, segments or a point) and looks at the cells
// around each. The piece is within the solid if each unit has a solid cell around it; some of it is inside if
// a unit has only solid cells around it.
void look_around(const std::vector<Block>& shells, const Block& piece, PieceSides& sides) {
    std::array<std::vector<std::array<int, 2>>, 3> along;
    for (int k = 0; k < 3; ++k) {
        if (piece.lo[k] == piece.hi[k]) along[k].push_back({piece.lo[k] - 1, piece.lo[k]});
        for (int i = piece.lo[k]; i < piece.hi[k]; ++i) along[k].push_back({i, i});
    }
    const auto halved = [](int x) { return static_cast<int>(std::floor(x / 2.0)); };
    for (const auto& x : along[0])
        for (const auto& y : along[1])
            for (const auto& z : along[2]) {
                int inside = 0;
                for (int i = 0; i < 8; ++i)
                    inside += is_solid(shells, {halved(x[i % 2]), halved(y[i / 2 % 2]), halved(z[i / 4])});
                sides.within = sides.within && inside > 0;
                sides.some_inside = sides.some_inside || inside == 8;
            }
}

TEST(ClashShells, ContainOpenParts) {
    std::mt19937 random(13);
    const int rounds = test::effort(400, 20000);
    int contained = 0, others = 0;
    for (int round = 0; round < rounds; ++round) {
        const int span = 2 + int(random() % 2);
        const std::vector<Block> shells = random_shells(random, span, 3);
        std::vector<Block> doubled = shells;
        for (Block& s : doubled)
            for (int k = 0; k < 3; ++k) {
                s.lo[k] *= 2;
                s.hi[k] *= 2;
            }
        const GridPlace place = random_place(random);
        MeshData data;
        PieceSides sides;
        for (std::size_t i = 0; i < 1 + random() % 2; ++i) {
            const Block piece = random_piece(random, span);
            add_piece(data, place, piece, 4 + static_cast<int>(i));
            look_around(shells, piece, sides);
        }
        const bool expected = sides.within && sides.some_inside;
        const Model open = built(std::move(data)), body = body_of(doubled, place, 0);
        for (const auto& found :
             {find_clash(open.at_rest(), body.at_rest()), find_clash(body.at_rest(), open.at_rest())})
            ASSERT_EQ(kind_of(found) == "contained", expected)
                << "round " << round << ": " << told(shells) << kind_of(found) << " scale " << place.scale;
        ++(expected ? contained : others);
    }
    EXPECT_GT(contained, rounds / 20);
    EXPECT_GT(others, rounds / 20);
}

}  // namespace
}  // namespace allide
