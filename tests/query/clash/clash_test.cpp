// Clash kinds of solids whose common points are known without geometry: sets of unit cubes, and tetrahedra
// with small integer coordinates, for which separating axes decide.
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

using Cell = std::array<int, 3>;
using Cells = std::set<Cell>;

// A linear map with integer entries, which slants cubes without rounding.
using WholeMap = std::array<int, 9>;
constexpr WholeMap plain{1, 0, 0, 0, 1, 0, 0, 0, 1};
constexpr WholeMap slanted{3, 1, 0, -1, 2, 1, 1, 0, 4};

Vec3 mapped(const WholeMap& m, const Cell& p) {
    return {double(m[0] * p[0] + m[1] * p[1] + m[2] * p[2]), double(m[3] * p[0] + m[4] * p[1] + m[5] * p[2]),
            double(m[6] * p[0] + m[7] * p[1] + m[8] * p[2])};
}

// The surface of a set of cubes with sides of `size`; each face is cut along either diagonal, with either
// orientation.
Model body(const Cells& cells, int size, const WholeMap& map, std::mt19937& random) {
    MeshData data;
    for (const Cell& cell : cells)
        for (int axis = 0; axis < 3; ++axis)
            for (int side = 0; side < 2; ++side) {
                Cell neighbour = cell;
                neighbour[axis] += side == 0 ? -1 : 1;
                if (cells.count(neighbour) != 0) continue;
                const auto first = static_cast<std::uint32_t>(data.vertices.size());
                for (int k = 0; k < 4; ++k) {
                    Cell corner = cell;
                    corner[axis] += side;
                    corner[(axis + 1) % 3] += k == 1 || k == 2 ? 1 : 0;
                    corner[(axis + 2) % 3] += k >= 2 ? 1 : 0;
                    for (int& x : corner) x *= size;
                    data.vertices.push_back(mapped(map, corner));
                }
                const std::uint32_t turn = random() % 2;
                for (std::uint32_t half = 0; half < 2; ++half) {
                    TriangleIndices t{first + turn, first + turn + 1 + half, first + (turn + 2 + half) % 4};
                    if (random() % 2 != 0) std::swap(t[1], t[2]);
                    data.triangles.push_back(t);
                }
            }
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

// The same set, as cubes of half the side length.
Cells halved(const Cells& cells) {
    Cells out;
    for (const Cell& c : cells)
        for (int i = 0; i < 8; ++i) out.insert({2 * c[0] + i % 2, 2 * c[1] + i / 2 % 2, 2 * c[2] + i / 4});
    return out;
}

// The vertices, edges and faces of the grid on the surface of a set of cubes. Surfaces meet if and only if
// they share one, since both are unions of such pieces.
std::set<std::array<int, 3>> surface_pieces(const Cells& cells) {
    std::set<std::array<int, 3>> pieces;  // twice the centre of each piece
    for (const Cell& cell : cells)
        for (int axis = 0; axis < 3; ++axis)
            for (const int side : {-1, 1}) {
                Cell neighbour = cell;
                neighbour[axis] += side;
                if (cells.count(neighbour) != 0) continue;
                for (int u = -1; u <= 1; ++u)
                    for (int v = -1; v <= 1; ++v) {
                        std::array<int, 3> piece{2 * cell[0] + 1, 2 * cell[1] + 1, 2 * cell[2] + 1};
                        piece[axis] += side;
                        piece[(axis + 1) % 3] += u;
                        piece[(axis + 2) % 3] += v;
                        pieces.insert(piece);
                    }
            }
    return pieces;
}

std::string expected_kind(const Cells& a, const Cells& b) {
    std::vector<Cell> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    if (!both.empty()) return both.size() == a.size() || both.size() == b.size() ? "contained" : "hard";
    const auto pieces_a = surface_pieces(a), pieces_b = surface_pieces(b);
    const bool meet = std::any_of(pieces_a.begin(), pieces_a.end(),
                                  [&](const auto& piece) { return pieces_b.count(piece) != 0; });
    return meet ? "touch" : "none";
}

using test::kind_of;

Cells random_cells(std::mt19937& random, int span, std::size_t count) {
    Cells cells;
    Cell at{int(random() % span), int(random() % span), int(random() % span)};
    while (cells.size() < count) {
        cells.insert(at);
        if (random() % 6 == 0)
            at = {int(random() % span), int(random() % span), int(random() % span)};
        else
            at[random() % 3] += random() % 2 == 0 ? 1 : -1;
    }
    return cells;
}

void check_cells(const Cells& a, int size_a, const Cells& b, int size_b, const WholeMap& map,
                 std::mt19937& random) {
    const Cells fine_a = size_a == 2 ? halved(a) : a, fine_b = size_b == 2 ? halved(b) : b;
    const Model model_a = body(a, size_a, map, random), model_b = body(b, size_b, map, random);
    std::string expected = expected_kind(fine_a, fine_b);
    std::string found = kind_of(find_clash(model_a.at_rest(), model_b.at_rest()));
    // Equal sets of cubes are duplicates if their faces happen to be cut in the same way.
    if (found == "duplicate" && fine_a == fine_b) found = "contained";
    EXPECT_EQ(found, expected) << model_a.mesh().triangles().size() << " and "
                               << model_b.mesh().triangles().size() << " triangles";
    EXPECT_EQ(kind_of(find_clash(model_b.at_rest(), model_a.at_rest())) == "hard", expected == "hard");
}

TEST(ClashKinds, EqualThoseOfSetsOfCubes) {
    std::mt19937 random(7);
    const int rounds = test::effort(400, 20000);
    for (int round = 0; round < rounds; ++round) {
        const int span = 2 + int(random() % 3);
        const Cells a = random_cells(random, span, 1 + random() % 8),
                    b = random_cells(random, span, 1 + random() % 8);
        check_cells(a, 1 + int(random() % 2), b, 1 + int(random() % 2), round % 2 == 0 ? plain : slanted,
                    random);
        if (HasFailure()) {
            FAIL() << "round " << round;
        }
    }
}

// A body with a cavity, against bodies that fill the cavity exactly, are smaller than it, or are larger.
TEST(ClashKinds, OfBodiesWithCavities) {
    std::mt19937 random(8);
    Cells hollow;
    for (int i = 0; i < 125; ++i) {
        const Cell cell{i % 5, i / 5 % 5, i / 25};
        const bool inner = std::all_of(cell.begin(), cell.end(), [](int x) { return x > 0 && x < 4; });
        if (!inner) hollow.insert(cell);
    }
    Cells filling;
    for (int i = 0; i < 27; ++i) filling.insert({1 + i % 3, 1 + i / 3 % 3, 1 + i / 9});
    const Cells small{{2, 2, 2}}, wide{{0, 2, 2}, {1, 2, 2}}, in_wall{{0, 2, 2}};
    for (const WholeMap& map : {plain, slanted}) {
        check_cells(hollow, 1, filling, 1, map, random);
        check_cells(hollow, 1, small, 1, map, random);
        check_cells(hollow, 1, wide, 1, map, random);
        check_cells(hollow, 1, in_wall, 1, map, random);
        check_cells(filling, 1, in_wall, 1, map, random);
    }
}

// ------------------------------------------------------------ tetrahedra

using Tetra = std::array<Cell, 4>;

long long dot(const std::array<long long, 3>& n, const Cell& p) {
    return n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
}
std::array<long long, 3> across(const Cell& a, const Cell& b, const Cell& c, const Cell& d) {
    const long long u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const long long v[3] = {d[0] - c[0], d[1] - c[1], d[2] - c[2]};
    return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

// The interiors of convex bodies are disjoint if and only if the normal of a face or the cross product of two
// edges is a separating axis.
bool insides_meet(const Tetra& a, const Tetra& b) {
    std::vector<std::array<long long, 3>> axes;
    for (const Tetra* t : {&a, &b})
        for (int i = 0; i < 4; ++i)
            axes.push_back(
                across((*t)[(i + 1) % 4], (*t)[(i + 2) % 4], (*t)[(i + 1) % 4], (*t)[(i + 3) % 4]));
    for (int i = 0; i < 4; ++i)
        for (int j = i + 1; j < 4; ++j)
            for (int k = 0; k < 4; ++k)
                for (int l = k + 1; l < 4; ++l) axes.push_back(across(a[i], a[j], b[k], b[l]));
    for (const auto& n : axes) {
        if (n[0] == 0 && n[1] == 0 && n[2] == 0) continue;
        long long low_a = dot(n, a[0]), high_a = low_a, low_b = dot(n, b[0]), high_b = low_b;
        for (int i = 1; i < 4; ++i) {
            low_a = std::min(low_a, dot(n, a[i]));
            high_a = std::max(high_a, dot(n, a[i]));
            low_b = std::min(low_b, dot(n, b[i]));
            high_b = std::max(high_b, dot(n, b[i]));
        }
        if (high_a <= low_b || high_b <= low_a) return false;
    }
    return true;
}

long long volume(const Tetra& t) {
    return dot(across(t[0], t[1], t[0], t[2]), t[3]) - dot(across(t[0], t[1], t[0], t[2]), t[0]);
}

// True if all corners of a are on the inner side of each face of b.
bool lies_in(const Tetra& a, const Tetra& b) {
    for (int i = 0; i < 4; ++i) {
        const Cell &p = b[(i + 1) % 4], &q = b[(i + 2) % 4], &r = b[(i + 3) % 4];
        const auto n = across(p, q, p, r);
        const long long own = dot(n, b[i]) - dot(n, p);
        for (const Cell& x : a)
            if ((dot(n, x) - dot(n, p)) * (own > 0 ? 1 : -1) < 0) return false;
    }
    return true;
}

Tetra random_tetra(std::mt19937& random, int span) {
    Tetra t{};
    do {
        for (Cell& corner : t)
            for (int& x : corner) x = int(random() % span);
    } while (volume(t) == 0);
    return t;
}

Model model_of(const Tetra& t, std::mt19937& random) {
    MeshData data;
    for (const Cell& corner : t) data.vertices.push_back(mapped(plain, corner));
    for (std::uint32_t i = 0; i < 4; ++i) {
        TriangleIndices face{(i + 1) % 4, (i + 2) % 4, (i + 3) % 4};
        if (random() % 2 != 0) std::swap(face[0], face[1]);
        data.triangles.push_back(face);
    }
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

TEST(ClashKinds, EqualThoseOfTetrahedra) {
    std::mt19937 random(9);
    const int rounds = test::effort(3000, 200000);
    std::array<int, 3> seen{};
    for (int round = 0; round < rounds; ++round) {
        const int span = 3 + int(random() % 5);
        const Tetra a = random_tetra(random, span);
        Tetra b = random_tetra(random, span);
        if (round % 8 == 0) {  // b is within a: its corners are corners of a, or halfway between two of them
            for (std::size_t i = 0; i < 4; ++i)
                for (std::size_t k = 0; k < 3; ++k) b[i][k] = (a[i][k] + a[random() % 2 == 0 ? 0 : i][k]) / 2;
        }
        for (int shared = int(random() % 4); shared > 0; --shared) b[random() % 4] = a[random() % 4];
        if (volume(b) == 0) continue;
        const Model model_a = model_of(a, random), model_b = model_of(b, random);
        const auto clash = find_clash(model_a.at_rest(), model_b.at_rest());
        const std::string found = kind_of(clash);
        Tetra sorted_a = a, sorted_b = b;
        std::sort(sorted_a.begin(), sorted_a.end());
        std::sort(sorted_b.begin(), sorted_b.end());
        if (sorted_a == sorted_b) {
            ASSERT_EQ(found, "duplicate") << "round " << round;
        } else if (lies_in(a, b) || lies_in(b, a)) {
            ASSERT_EQ(found, "contained") << "round " << round;
            ++seen[0];
        } else if (insides_meet(a, b)) {
            ASSERT_EQ(found, "hard") << "round " << round;
            ASSERT_GT(clash->depth->upper, 0);
            ASSERT_LE(clash->depth->lower, clash->depth->upper);
            ++seen[1];
        } else {
            ASSERT_EQ(found, collides(model_a.at_rest(), model_b.at_rest()) ? "touch" : "none")
                << "round " << round;
            ++seen[2];
        }
    }
    for (const int count : seen) EXPECT_GE(count, rounds / 300);
}

// The same tetrahedra, scaled by a power of two into the subnormals or up to the largest doubles, have the
// same kind of clash.
TEST(ClashKinds, DoNotDependOnTheScale) {
    std::mt19937 random(10);
    const auto scaled = [](const Model& model, int exponent) {
        MeshData data{.triangles = {model.mesh().triangles().begin(), model.mesh().triangles().end()}};
        for (const Vec3& x : model.mesh().vertices())
            data.vertices.push_back(
                {std::ldexp(x.x, exponent), std::ldexp(x.y, exponent), std::ldexp(x.z, exponent)});
        return Model::build(Mesh::from(std::move(data)).value()).value();
    };
    const int rounds = test::effort(150, 2000);
    for (int round = 0; round < rounds; ++round) {
        const int span = 3 + int(random() % 5);
        const Model a = model_of(random_tetra(random, span), random),
                    b = model_of(random_tetra(random, span), random);
        const auto expected = find_clash(a.at_rest(), b.at_rest());
        for (const int exponent : {-1074, -1072, -1060, -700, 700, 1019, 1021}) {
            const Model scaled_a = scaled(a, exponent), scaled_b = scaled(b, exponent);
            for (const auto& found : {find_clash(scaled_a.at_rest(), scaled_b.at_rest()),
                                      find_clash(scaled_b.at_rest(), scaled_a.at_rest())}) {
                ASSERT_EQ(kind_of(found), kind_of(expected)) << "round " << round << " exponent " << exponent;
                if (!found) continue;
                EXPECT_TRUE(std::isfinite(found->depth->upper))
                    << "round " << round << " exponent " << exponent;
                EXPECT_EQ(found->shallow, expected->shallow) << "round " << round << " exponent " << exponent;
                // The bounds hold for the same depth, also among the subnormals.
                const double low = std::ldexp(expected->depth->lower * (1 - 1e-9), exponent),
                             high = std::ldexp(expected->depth->upper * (1 + 1e-9), exponent);
                EXPECT_GE(found->depth->upper, low);
                EXPECT_LE(found->depth->upper, 1.12 * high + 0x1p-1072);
                EXPECT_LE(found->depth->lower, high);
            }
        }
    }
}

// ------------------------------------------------------------ by hand

Model box(const Vec3& lo, const Vec3& hi) {
    MeshData data;
    for (int i = 0; i < 8; ++i)
        data.vertices.push_back({i % 2 ? hi.x : lo.x, i / 2 % 2 ? hi.y : lo.y, i / 4 ? hi.z : lo.z});
    data.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

std::string kind_of(const Model& a, const Model& b, const ClashLimits& limits = {}) {
    return kind_of(find_clash(a.at_rest(), b.at_rest(), limits));
}

TEST(ClashKinds, OfBoxes) {
    const Model cube = box({0, 0, 0}, {1, 1, 1});
    EXPECT_EQ(kind_of(cube, cube), "duplicate");
    EXPECT_EQ(kind_of(cube, box({0.5, 0, 0}, {1.5, 1, 1})), "hard");  // aligned: no two faces cross
    EXPECT_EQ(kind_of(cube, box({1, 0, 0}, {2, 1, 1})), "touch");
    EXPECT_EQ(kind_of(cube, box({1, 0.25, 0.25}, {2, 0.75, 0.75})), "touch");
    EXPECT_EQ(kind_of(cube, box({1, 1, 0}, {2, 2, 1})), "touch");  // an edge
    EXPECT_EQ(kind_of(cube, box({1, 1, 1}, {2, 2, 2})), "touch");  // a corner
    EXPECT_EQ(kind_of(cube, box({0.25, 0.25, 0.25}, {0.75, 0.75, 0.75})), "contained");
    EXPECT_EQ(kind_of(cube, box({0, 0.25, 0.25}, {0.5, 0.75, 0.75})), "contained");
    EXPECT_EQ(kind_of(cube, box({-1, 0.25, 0.25}, {2, 0.75, 0.75})), "hard");
    EXPECT_EQ(kind_of(cube, box({2, 0, 0}, {3, 1, 1})), "none");
    EXPECT_EQ(kind_of(cube, box({2, 0, 0}, {3, 1, 1}), {.clearance = 1}), "clearance");
    EXPECT_EQ(kind_of(cube, box({2, 0, 0}, {3, 1, 1}), {.clearance = 2, .touch = 1}), "touch");
    EXPECT_EQ(kind_of(cube, box({0.75, 0, 0}, {3, 1, 1}), {.touch = 0.125}), "hard");
    EXPECT_EQ(kind_of(cube, box({0.75, 0, 0}, {3, 1, 1}), {.touch = 0.375}), "touch");
}

TEST(ClashKinds, ComeWithDepthAndDistance) {
    const Model cube = box({0, 0, 0}, {1, 1, 1}), late = box({0.75, 0, 0}, {3, 1, 1});
    const auto hard = find_clash(cube.at_rest(), late.at_rest());
    ASSERT_TRUE(hard);
    EXPECT_NEAR(hard->depth->upper, 0.25, 1e-12);
    EXPECT_NEAR(hard->depth->lower, 0.25, 1e-9);
    EXPECT_FALSE(hard->shallow);
    EXPECT_EQ(hard->contacts, contacts(cube.at_rest(), late.at_rest()).size());
    const Model barely = box({1 - 1e-9, 0, 0}, {2, 1, 1});
    const auto shallow = find_clash(cube.at_rest(), barely.at_rest());
    ASSERT_TRUE(shallow);
    EXPECT_EQ(name_of(shallow->kind), "hard");
    EXPECT_TRUE(shallow->shallow);
    const Model far = box({2, 0, 0}, {3, 1, 1});
    const auto gap = find_clash(cube.at_rest(), far.at_rest(), {.clearance = 1.5});
    ASSERT_TRUE(gap);
    EXPECT_GE(gap->distance, 1);
    EXPECT_LE(gap->distance, 1 + 1e-12);
    EXPECT_EQ(gap->contacts, 0u);
}

// Boxes that touch in a face keep this kind of clash when both get the same pose, be its numbers exact or
// rounded.
TEST(ClashKinds, OfPlacedBoxes) {
    const Model cube = box({0, 0, 0}, {1, 1, 1}), adjacent = box({1, 0.25, 0}, {2, 1.5, 1});
    const Pose turned = Pose::rotation({1, 2, 3}, degrees(37)).translated({100, -20, 3});
    EXPECT_EQ(kind_of(find_clash(cube.at(turned), adjacent.at(turned))), "touch");
    EXPECT_EQ(kind_of(find_clash(cube.at(turned), cube.at(turned))), "duplicate");
    const Pose aside = Pose::translation({1, 0, 0});
    EXPECT_EQ(kind_of(find_clash(cube.at_rest(), cube.at(aside))), "touch");
    EXPECT_EQ(kind_of(find_clash(cube.at(aside), adjacent.at_rest())), "hard");
}

// A mesh that lists every face twice, as two-sided meshes do, is the same solid as if faces were listed once.
TEST(ClashKinds, OfDoubledFaces) {
    const Model cube = box({0, 0, 0}, {1, 1, 1});
    MeshData data{.vertices = {cube.mesh().vertices().begin(), cube.mesh().vertices().end()}};
    for (const TriangleIndices& t : cube.mesh().triangles()) {
        data.triangles.push_back(t);
        data.triangles.push_back({t[0], t[2], t[1]});
    }
    const Model doubled = Model::build(Mesh::from(data).value()).value();
    EXPECT_EQ(kind_of(doubled, box({0.5, 0, 0}, {1.5, 1, 1})), "hard");
    EXPECT_EQ(kind_of(doubled, box({1, 0, 0}, {1.5, 1, 1})), "touch");
    EXPECT_EQ(kind_of(doubled, box({0.25, 0.25, 0.25}, {0.5, 0.5, 0.5})), "contained");
    EXPECT_EQ(kind_of(doubled, cube), "duplicate");
    const Model inner = box({0.25, 0.25, 0.25}, {0.5, 0.5, 0.5});
    EXPECT_GT(find_clash(doubled.at_rest(), inner.at_rest())->depth->upper, 0.49);
}

// Two boxes whose common face is listed twice are one solid. A two-sided sheet outside of them counts as an
// open part.
TEST(ClashKinds, OfSharedFacesAndSheets) {
    const Model left = box({0, 0, 0}, {1, 1, 1}), right = box({1, 0, 0}, {2, 1, 1});
    MeshData data{.vertices = {left.mesh().vertices().begin(), left.mesh().vertices().end()}};
    data.vertices.insert(data.vertices.end(), right.mesh().vertices().begin(), right.mesh().vertices().end());
    for (const TriangleIndices& t : left.mesh().triangles()) data.triangles.push_back(t);
    for (std::size_t i = 0; i < 8; ++i) {
        const TriangleIndices& t = right.mesh().triangles()[i];
        data.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
    }
    // The face at x = 1 has the same diagonal on both sides.
    for (const TriangleIndices& t : {TriangleIndices{1, 3, 7}, {1, 7, 5}}) data.triangles.push_back(t);
    for (const TriangleIndices& t : {TriangleIndices{9, 11, 15}, {9, 15, 13}}) data.triangles.push_back(t);
    const Model joined = Model::build(Mesh::from(data).value()).value();
    EXPECT_EQ(kind_of(joined, box({0.5, 0.25, 0.25}, {1.5, 0.75, 0.75})), "contained");
    EXPECT_EQ(kind_of(joined, box({0, 1, 0}, {2, 2, 1})), "touch");
    EXPECT_EQ(kind_of(joined, box({0.5, 0.5, 0}, {1.5, 2, 1})), "hard");
    const auto first = static_cast<std::uint32_t>(data.vertices.size());
    for (const Vec3& p : {Vec3{5, 0, 0}, Vec3{6, 0, 0}, Vec3{5, 1, 0}}) data.vertices.push_back(p);
    data.triangles.push_back({first, first + 1, first + 2});
    data.triangles.push_back({first, first + 2, first + 1});
    const Model sheeted = Model::build(Mesh::from(data).value()).value();
    EXPECT_EQ(kind_of(sheeted, box({5.125, 0.125, -1}, {5.25, 0.25, 1})), "hard");
    EXPECT_EQ(kind_of(sheeted, box({5.125, 0.125, 0}, {5.25, 0.25, 1})), "touch");
}

// Open parts clash hard only where triangles cross.
TEST(ClashKinds, OfOpenSheets) {
    const auto sheet = [](const Vec3& a, const Vec3& b, const Vec3& c) {
        MeshData data{.vertices = {a, b, c}, .triangles = {{0, 1, 2}}};
        return Model::build(Mesh::from(data).value()).value();
    };
    const Model flat = sheet({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
    EXPECT_EQ(kind_of(flat, sheet({1, 1, -1}, {1, 1, 1}, {2, 1, 1})), "hard");
    EXPECT_EQ(kind_of(flat, sheet({1, 1, 0}, {1, 1, 1}, {2, 1, 1})), "touch");  // a corner on it
    EXPECT_EQ(kind_of(flat, sheet({1, 1, 0}, {2, 1, 0}, {2, 1, 1})), "touch");  // an edge on it
    EXPECT_EQ(kind_of(flat, sheet({1, 1, 0}, {2, 1, 0}, {1, 2, 0})), "touch");  // lies in its plane
    EXPECT_EQ(kind_of(box({-1, -1, -1}, {5, 5, 5}), flat), "contained");
    EXPECT_EQ(kind_of(box({1, 1, -1}, {2, 2, 1}), flat), "hard");
    EXPECT_EQ(kind_of(box({1, 1, 0}, {2, 2, 1}), flat), "touch");
}

}  // namespace
}  // namespace allide
