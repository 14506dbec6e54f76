// Clash kinds of parts with repeated faces: walls between their bodies, sheets outside of them, shells in
// shells, in any order of corners and triangles. Kinds are compared with those of an oracle that classifies
// pieces of triangles in integer arithmetic.
#include "clash_support.hpp"
#include "oracle/solid_soup.hpp"
#include "oracle/types.hpp"
#include "support/effort.hpp"

#include <allide/allide.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace allide {
namespace {

using oracle::Dice;
using oracle::IntegerPoint;
using oracle::IntegerTriangle;
using test::kind_of;
using Soup = std::vector<IntegerTriangle>;

template <typename T>
void shuffle(Dice& dice, T& some) {
    for (std::size_t i = some.size(); i > 1; --i) std::swap(some[i - 1], some[dice.below(i)]);
}

// A rotation or reflection that maps axes to axes, and an integer shift.
struct SoupPlace {
    std::array<int, 3> axis{0, 1, 2}, sign{1, 1, 1}, shift{0, 0, 0};
    double scale = 1;

    std::array<double, 3> operator()(const IntegerPoint& p) const {
        std::array<double, 3> x{};
        for (std::size_t k = 0; k < 3; ++k) x[k] = scale * (sign[k] * p[axis[k]] + shift[k]);
        return x;
    }
};

// Triangles and their corners in random order; a position has one vertex or several.
Model model_in_any_order(Dice& dice, Soup soup, const SoupPlace& place) {
    shuffle(dice, soup);
    MeshData data;
    for (IntegerTriangle& f : soup) {
        shuffle(dice, f);
        TriangleIndices t{};
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [x, y, z] = place(f[k]);
            const auto known = std::find(data.vertices.begin(), data.vertices.end(), Vec3{x, y, z});
            t[k] = static_cast<std::uint32_t>(known - data.vertices.begin());
            if (known != data.vertices.end() && !dice.one_in(4)) continue;
            t[k] = static_cast<std::uint32_t>(data.vertices.size());
            data.vertices.push_back({x, y, z});
        }
        data.triangles.push_back(t);
    }
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

void add(Soup& soup, const Soup& more) {
    soup.insert(soup.end(), more.begin(), more.end());
}

Soup box_soup(const IntegerPoint& lo, const IntegerPoint& hi) {
    Soup soup;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const int at : {lo[axis], hi[axis]}) {
            const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
            std::array<IntegerPoint, 4> corner{};
            for (std::size_t k = 0; k < 4; ++k) {
                corner[k][axis] = at;
                corner[k][u] = k == 1 || k == 2 ? hi[u] : lo[u];
                corner[k][v] = k >= 2 ? hi[v] : lo[v];
            }
            soup.push_back({corner[0], corner[1], corner[2]});
            soup.push_back({corner[0], corner[2], corner[3]});
        }
    return soup;
}

// ------------------------------------------------------------ by hand

std::set<std::string> kinds_in_any_order(const Soup& a, const Soup& b) {
    Dice dice(1);
    std::set<std::string> kinds;
    for (int round = 0; round < 12; ++round) {
        const Model one = model_in_any_order(dice, a, {}), other = model_in_any_order(dice, b, {});
        kinds.insert(kind_of(find_clash(one.at_rest(), other.at_rest())));
        kinds.insert(kind_of(find_clash(other.at_rest(), one.at_rest())));
    }
    return kinds;
}
using Kinds = std::set<std::string>;

// A box with a two-sided sheet like a flag: one edge of it begins inside the box, the rest is outside.
TEST(ClashWalls, ABodyWithAFlagKeepsItsInside) {
    Soup flagged = box_soup({0, 0, 0}, {4, 4, 4});
    for (int i = 0; i < 2; ++i)
        flagged.push_back({IntegerPoint{2, 2, 2}, IntegerPoint{2, 2, 8}, IntegerPoint{4, 2, 8}});
    EXPECT_EQ(kinds_in_any_order(flagged, box_soup({1, 1, 6}, {3, 3, 7})), Kinds{"hard"});
    EXPECT_EQ(kinds_in_any_order(flagged, box_soup({1, 2, 6}, {3, 3, 7})), Kinds{"touch"});
    EXPECT_EQ(kinds_in_any_order(flagged, box_soup({0, 0, 4}, {1, 1, 5})), Kinds{"touch"});
    EXPECT_EQ(kinds_in_any_order(flagged, box_soup({0, 0, 1}, {1, 1, 2})), Kinds{"contained"});
    EXPECT_EQ(kinds_in_any_order(flagged, box_soup({1, 1, 1}, {3, 3, 3})), Kinds{"contained"});
    EXPECT_EQ(kinds_in_any_order(flagged, box_soup({0, 0, 2}, {4, 4, 6})), Kinds{"hard"});
    EXPECT_EQ(kinds_in_any_order(flagged, box_soup({0, 0, 0}, {4, 4, 5})), Kinds{"hard"});
    EXPECT_EQ(kinds_in_any_order(flagged, box_soup({0, 0, 0}, {4, 4, 8})), Kinds{"contained"});
}

// Two boxes with a common face, and a third one across that face. By the odd rule, the third box is a cavity.
TEST(ClashWalls, AWallThatAShellCutsLeavesTheSolid) {
    Soup part = box_soup({0, 0, 0}, {2, 4, 4});
    add(part, box_soup({2, 0, 0}, {4, 4, 4}));
    EXPECT_EQ(kinds_in_any_order(part, box_soup({1, 1, 1}, {3, 3, 3})), Kinds{"contained"});
    add(part, box_soup({1, 1, 1}, {3, 3, 3}));
    EXPECT_EQ(kinds_in_any_order(part, box_soup({0, 0, 0}, {4, 4, 1})), Kinds{"contained"});
    EXPECT_EQ(kinds_in_any_order(part, box_soup({0, 0, 0}, {4, 4, 2})), Kinds{"hard"});
    // Boxes inside the cavity: one next to the piece of the common face that remains there, and one across
    // it.
    EXPECT_EQ(kinds_in_any_order(part, box_soup({1, 1, 1}, {2, 3, 3})), Kinds{"touch"});
    EXPECT_EQ(kinds_in_any_order(part, box_soup({1, 1, 1}, {3, 3, 2})), Kinds{"hard"});
}

// A sheet on a face of its part does not count as outside of the part, and a shell that is listed twice
// counts once.
TEST(ClashWalls, RepeatedFacesWithinAPart) {
    Soup part = box_soup({0, 0, 0}, {4, 4, 4});
    for (int i = 0; i < 2; ++i)
        part.push_back({IntegerPoint{1, 1, 4}, IntegerPoint{3, 1, 4}, IntegerPoint{1, 2, 4}});
    EXPECT_EQ(kinds_in_any_order(part, box_soup({0, 0, 2}, {4, 4, 6})), Kinds{"hard"});
    EXPECT_EQ(kinds_in_any_order(part, box_soup({0, 0, 4}, {4, 4, 6})), Kinds{"touch"});
    for (int i = 0; i < 2; ++i) add(part, box_soup({5, 0, 0}, {8, 4, 4}));
    EXPECT_EQ(kinds_in_any_order(part, box_soup({6, 1, 1}, {7, 2, 2})), Kinds{"contained"});
}

// Two tetrahedra overlap inside a box. By the odd rule, the solid is the part of the box that is in none or
// in both of them. An open part runs from the one region to the other through the line in which faces of the
// tetrahedra cross. It passes through faces, but is inside the solid.
TEST(ClashWalls, AnOpenPartThroughTheLineInWhichShellsCross) {
    Soup part = box_soup({0, 0, 0}, {2, 2, 2});
    add(part, {{IntegerPoint{2, 1, 2}, IntegerPoint{1, 2, 0}, IntegerPoint{0, 0, 1}},
               {IntegerPoint{2, 1, 2}, IntegerPoint{1, 2, 0}, IntegerPoint{0, 0, 2}},
               {IntegerPoint{2, 1, 2}, IntegerPoint{0, 0, 1}, IntegerPoint{0, 0, 2}},
               {IntegerPoint{1, 2, 0}, IntegerPoint{0, 0, 1}, IntegerPoint{0, 0, 2}}});
    add(part, {{IntegerPoint{2, 1, 2}, IntegerPoint{1, 0, 1}, IntegerPoint{0, 2, 0}},
               {IntegerPoint{2, 1, 2}, IntegerPoint{1, 0, 1}, IntegerPoint{0, 0, 1}},
               {IntegerPoint{2, 1, 2}, IntegerPoint{0, 2, 0}, IntegerPoint{0, 0, 1}},
               {IntegerPoint{1, 0, 1}, IntegerPoint{0, 2, 0}, IntegerPoint{0, 0, 1}}});
    const Soup sheets{{IntegerPoint{1, 2, 0}, IntegerPoint{0, 0, 1}, IntegerPoint{0, 0, 2}},
                      {IntegerPoint{1, 2, 0}, IntegerPoint{2, 2, 0}, IntegerPoint{1, 1, 1}}};
    EXPECT_EQ(kinds_in_any_order(part, sheets), Kinds{"contained"});
}

// ------------------------------------------------------------ at random

class SoupMaker {
  public:
    SoupMaker(Dice& dice, int span) : dice_(dice), span_(span) {}

    Soup part(std::uint64_t most_shells) {
        Soup soup;
        for (std::uint64_t i = 0; i < 1 + dice_.below(most_shells); ++i) add(soup, shell(soup));
        for (int i = 0; i < 2; ++i)
            if (dice_.one_in(3)) add_sheet(soup);
        if (dice_.one_in(6)) soup.push_back(soup[dice_.below(soup.size())]);
        if (dice_.one_in(8)) soup.erase(soup.begin() + static_cast<std::ptrdiff_t>(dice_.below(soup.size())));
        return soup;
    }

  private:
    IntegerPoint spot() {
        IntegerPoint p{};
        for (int& x : p) x = static_cast<int>(dice_.below(static_cast<std::uint64_t>(span_) + 1));
        return p;
    }
    IntegerPoint corner_of(const Soup& soup) {
        return soup.empty() || dice_.one_in(3) ? spot() : soup[dice_.below(soup.size())][dice_.below(3)];
    }

    Soup shell(const Soup& before) {
        const std::uint64_t kind = dice_.below(8);
        Soup made = kind < 2                      ? random_box()
                    : kind < 5 && !before.empty() ? tetrahedron_on(before[dice_.below(before.size())], spot())
                    : kind == 5 && !before.empty() ? before
                                                   : tetrahedron(before);
        if (dice_.one_in(6)) add(made, Soup(made));
        return made;
    }
    Soup random_box() {
        IntegerPoint lo = spot(), hi = spot();
        for (std::size_t k = 0; k < 3; ++k) {
            if (lo[k] > hi[k]) std::swap(lo[k], hi[k]);
            if (lo[k] == hi[k]) (lo[k] > 0 ? --lo[k] : ++hi[k]);
        }
        return box_soup(lo, hi);
    }
    Soup tetrahedron(const Soup& before) {
        const IntegerTriangle face = triangle(before);
        return tetrahedron_on(face, corner_of(before));
    }
    // Flat tetrahedra, whose faces may have no area, are left out.
    Soup tetrahedron_on(const IntegerTriangle& face, IntegerPoint top) {
        while (oracle::height(face, top) == 0) top = spot();
        return {face, {face[0], face[1], top}, {face[0], face[2], top}, {face[1], face[2], top}};
    }
    IntegerTriangle triangle(const Soup& before) {
        IntegerTriangle face{corner_of(before), corner_of(before), corner_of(before)};
        while (!oracle::has_area(face)) face = {corner_of(before), spot(), spot()};
        return face;
    }
    void add_sheet(Soup& soup) {
        const IntegerTriangle face = triangle(soup);
        for (int i = 0; i < 2; ++i) soup.push_back(face);
        // In one of three cases, adds a second two-sided sheet at an edge of the first.
        if (!dice_.one_in(3)) return;
        IntegerTriangle neighbour{face[0], face[1], corner_of(soup)};
        while (!oracle::has_area(neighbour)) neighbour[2] = spot();
        for (int i = 0; i < 2; ++i) soup.push_back(neighbour);
    }

    Dice& dice_;
    int span_;
};

// A random placement of a part: rotated or reflected, shifted, and sometimes scaled.
SoupPlace random_place(Dice& dice) {
    SoupPlace place;
    shuffle(dice, place.axis);
    for (int& s : place.sign) s = dice.one_in(2) ? 1 : -1;
    for (int& s : place.shift) s = static_cast<int>(dice.between(std::int64_t{-9}, std::int64_t{9}));
    if (dice.one_in(3)) place.scale = std::ldexp(1.0, static_cast<int>(dice.below(600)) - 300);
    return place;
}

Pose quarter_turn() {
    return Pose::from_matrix({0, -1, 0, 5, 1, 0, 0, 7, 0, 0, 1, -3}).value();
}
constexpr SoupPlace turned_back{{1, 0, 2}, {1, -1, 1}, {-7, 5, 3}};

std::string told(const Soup& soup) {
    std::string out;
    for (const IntegerTriangle& f : soup) {
        for (const IntegerPoint& p : f)
            out += std::to_string(p[0]) + "," + std::to_string(p[1]) + "," + std::to_string(p[2]) + " ";
        out += "; ";
    }
    return out;
}

TEST(ClashWalls, KindsOfSoupsInAnyOrder) {
    const auto rounds = static_cast<std::uint64_t>(test::effort(1000, 40'000));
    const char* const first = std::getenv("ALLIDE_TEST_SEED");
    const std::uint64_t seed = first != nullptr ? std::strtoull(first, nullptr, 10) : 0;
    std::set<std::string> seen;
    int with_sheets = 0;
    for (std::uint64_t round = seed; round < seed + rounds; ++round) {
        Dice dice(round);
        SoupMaker maker(dice, 2 + static_cast<int>(dice.below(4)));
        const Soup soup_a = maker.part(3);
        Soup soup_b = maker.part(2);
        if (dice.one_in(8)) add(soup_b, soup_a);
        if (dice.one_in(20)) add(soup_b = soup_a, Soup{soup_a[0]});
        const oracle::SoupPart a = oracle::soup_part(soup_a), b = oracle::soup_part(soup_b);
        with_sheets += a.sheets.empty() && b.sheets.empty() ? 0 : 1;
        std::string expected;
        for (int order = 0; order < 4; ++order) {
            const SoupPlace place = order == 1 || order == 2 ? random_place(dice) : SoupPlace{};
            // In the last round one part is rotated back, and its pose rotates it again.
            const Pose pose = order == 1 || order == 3 ? quarter_turn() : Pose::identity();
            const Model model_a = model_in_any_order(dice, soup_a, order == 3 ? turned_back : place),
                        model_b = model_in_any_order(dice, soup_b, place);
            const Placed at_a = model_a.at(pose), at_b = model_b.at(order == 3 ? Pose::identity() : pose);
            if (order == 0) expected = oracle::kind_of_soups(a, b, collides(at_a, at_b));
            ASSERT_EQ(kind_of(find_clash(at_a, at_b)), expected)
                << "round " << round << " order " << order << ": " << told(soup_a) << "and " << told(soup_b);
            ASSERT_EQ(kind_of(find_clash(at_b, at_a)), expected) << "round " << round << " order " << order;
        }
        seen.insert(expected);
    }
    EXPECT_EQ(seen, (std::set<std::string>{"contained", "duplicate", "hard", "touch", "none"}));
    EXPECT_GT(with_sheets, static_cast<int>(rounds / 50));
}

}  // namespace
}  // namespace allide
