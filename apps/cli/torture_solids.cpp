// Torture cases with the questions "contains" and "overlap_solid": closed meshes as solids.
#include "torture_cases.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace allide::cli::torture {

namespace {

const char* text_of(PointLocation location) {
    switch (location) {
        case PointLocation::inside:
            return "inside";
        case PointLocation::boundary:
            return "boundary";
        case PointLocation::open:
            return "open";
        case PointLocation::outside:
            break;
    }
    return "outside";
}

const char* text_of(SolidOverlap overlap) {
    return overlap == SolidOverlap::yes ? "yes" : overlap == SolidOverlap::no ? "no" : "open";
}

class SolidFamily {
  public:
    SolidFamily(Cases& cases, const char* name, const char* why)
        : family_(cases, "solids", name), name_(name), why_(why) {}

    // Adds a case whose `location` is known by construction.
    void point(const RawMesh& mesh, const Vec3& point, PointLocation location,
               InsideRule rule = InsideRule::odd) {
        const Model model = model_of(mesh);
        expect(contains(model.at_rest(), point, {.rule = rule}) == location);
        family_.add(
            "contains",
            [&](JsonWriter& json) {
                write_mesh(json, "mesh", mesh);
                json.key("point").value(point);
                json.key("rule").value(rule == InsideRule::odd ? "odd" : "winding");
            },
            [&](JsonWriter& json) { json.key("location").value(text_of(location)); }, why_);
    }
    void pair(const RawMesh& a, const RawMesh& b, SolidOverlap overlap) {
        const Model model_a = model_of(a), model_b = model_of(b);
        expect(overlap_solid(model_a.at_rest(), model_b.at_rest()) == overlap);
        family_.add(
            "overlap_solid",
            [&](JsonWriter& json) {
                write_mesh(json, "a", a);
                write_mesh(json, "b", b);
            },
            [&](JsonWriter& json) { json.key("overlap").value(text_of(overlap)); }, why_);
    }

  private:
    void expect(bool holds) const {
        if (!holds) throw std::logic_error(fmt::format("solids-{}: another answer was expected", name_));
    }

    Family family_;
    const char* name_;
    const char* why_;
};

RawMesh cube(double half) {
    return box_mesh({-half, -half, -half}, {half, half, half});
}

RawMesh reversed(RawMesh mesh) {
    for (TriangleIndices& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
    return mesh;
}

RawMesh octahedron(double size) {
    return {{{size, 0, 0}, {-size, 0, 0}, {0, size, 0}, {0, -size, 0}, {0, 0, size}, {0, 0, -size}},
            {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
}

void add_points(Cases& cases, Dice& dice) {
    SolidFamily ray(cases, "ray-through-corners",
                    "Every ray along an axis from the point passes through a corner, an edge or a diagonal.");
    SolidFamily border(cases, "on-the-border", "The point lies on a face, an edge or a corner.");
    SolidFamily beside(cases, "one-ulp-outside", "The point is one step of the doubles outside a face.");
    SolidFamily within(cases, "one-ulp-inside", "The point is one step of the doubles inside a face.");
    for (int i = 0; i < copies; ++i) {
        const ExactMap map = ExactMap::random(dice, -20, 20);
        const double s = dice.integer(1, 7);
        ray.point(mapped(octahedron(8), map), map(Vec3{0, 0, 0}), PointLocation::inside);
        ray.point(mapped(octahedron(8), map), map(Vec3{s + 8, 0, 0}), PointLocation::outside);
        border.point(mapped(cube(8), map), map(Vec3{8, dice.coin() ? s : 8, dice.coin() ? s : 8}),
                     PointLocation::boundary);
        beside.point(mapped(cube(s), map), map(Vec3{next_up(s), 0.5, 0.25}), PointLocation::outside);
        within.point(mapped(cube(next_up(s)), map), map(Vec3{s, 0.5, 0.25}), PointLocation::inside);
    }
}

void add_shells(Cases& cases, Dice& dice) {
    SolidFamily cavity(cases, "cavity",
                       "A shell inside a shell: by the rule of parity, the inner one is a cavity.");
    SolidFamily winding(
        cases, "winding",
        "Two nested shells of the same orientation: by the winding number, the inside is inside.");
    SolidFamily inverted(cases, "inverted", "The triangles face inward: parity does not care.");
    SolidFamily open(cases, "open", "A box without one triangle has no inside.");
    for (int i = 0; i < copies; ++i) {
        const ExactMap map = ExactMap::random(dice);
        const double s = dice.integer(1, 7);
        const RawMesh shells = mapped(joined(cube(16), cube(s)), map);
        cavity.point(shells, map(Vec3{0.25, 0.125, 0}), PointLocation::outside);
        cavity.point(shells, map(Vec3{0.25, 0.125, s + 1}), PointLocation::inside);
        winding.point(shells, map(Vec3{0.25, 0.125, 0}), PointLocation::inside, InsideRule::winding);
        inverted.point(reversed(mapped(cube(s), map)), map(Vec3{0.25, 0.125, 0}), PointLocation::inside);
        RawMesh broken = mapped(cube(s), map);
        broken.triangles.pop_back();
        open.point(broken, map(Vec3{0.25, 0.125, 0}), PointLocation::open);
    }
}

void add_pairs(Cases& cases, Dice& dice) {
    SolidFamily contained(cases, "contained",
                          "One solid is inside the other, and their surfaces do not meet.");
    SolidFamily flush(cases, "flush",
                      "Two boxes share a part of a face, an edge or a corner: closed sets that touch.");
    SolidFamily apart(cases, "one-ulp-apart", "Two boxes are one step of the doubles apart.");
    SolidFamily hollow(cases, "in-a-cavity", "A solid in the cavity of another: no common point.");
    for (int i = 0; i < copies; ++i) {
        const ExactMap map = ExactMap::random(dice);
        const double s = dice.integer(1, 7), t = dice.integer(1, 7);
        contained.pair(mapped(cube(16), map), mapped(octahedron(s), map), SolidOverlap::yes);
        const Vec3 corner{s, dice.coin() ? -s : s, dice.coin() ? -s : s};
        flush.pair(mapped(cube(s), map), mapped(box_mesh(corner, corner + Vec3{t, t, t}), map),
                   SolidOverlap::yes);
        apart.pair(mapped(cube(s), map), mapped(box_mesh({next_up(s), -t, -t}, {s + t, t, t}), map),
                   SolidOverlap::no);
        hollow.pair(mapped(joined(cube(16), cube(8)), map), mapped(octahedron(s), map), SolidOverlap::no);
    }
}

}  // namespace

void add_solids(Cases& cases, Dice& dice) {
    add_points(cases, dice);
    add_shells(cases, dice);
    add_pairs(cases, dice);
}

}  // namespace allide::cli::torture
