// Torture cases with the question "touch": pairs of triangles.
#include "torture_cases.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace allide::cli::torture {

namespace {

constexpr int triangle_copies = 12;

struct TrianglePair {
    Corners a, b;
};

RawMesh mesh_of(const Corners& t) {
    return {{t[0], t[1], t[2]}, {{0, 1, 2}}};
}

void write_corners(JsonWriter& json, const char* key, const Corners& t) {
    json.key(key).begin_array();
    for (const Vec3& corner : t) json.value(corner);
    json.end_array();
}

Corners shuffled(Corners t, Dice& dice) {
    std::swap(t[0], t[static_cast<std::size_t>(dice.integer(0, 2))]);
    std::swap(t[1], t[static_cast<std::size_t>(dice.integer(1, 2))]);
    return t;
}

class TriangleFamily {
  public:
    TriangleFamily(Cases& cases, Dice& dice, const char* name, const char* why)
        : family_(cases, "triangles", name), dice_(dice), why_(why) {}

    // Adds the pair after one random exact map of both triangles. `touch` is the answer known by
    // construction; if it is empty, the exact predicate decides.
    void add(const TrianglePair& pair, std::optional<bool> touch, int lowest = -8, int highest = 8) {
        const ExactMap map = ExactMap::random(dice_, lowest, highest);
        Corners a = shuffled(map(pair.a), dice_), b = shuffled(map(pair.b), dice_);
        if (dice_.coin()) std::swap(a, b);
        add_placed(a, b, Pose(), Pose(), touch);
    }

    void add_placed(const Corners& a, const Corners& b, const Pose& pose_a, const Pose& pose_b,
                    std::optional<bool> touch) {
        const Model model_a = model_of(mesh_of(a)), model_b = model_of(mesh_of(b));
        const bool found = collides(model_a.at(pose_a), model_b.at(pose_b));
        if (touch && *touch != found)
            throw std::logic_error(std::string("a case of known answer was decided otherwise: ") + why_);
        family_.add(
            "touch",
            [&](JsonWriter& json) {
                write_corners(json, "a", a);
                write_corners(json, "b", b);
                json.key("pose_a").value(pose_a);
                json.key("pose_b").value(pose_b);
            },
            [&](JsonWriter& json) { json.key("touch").value(found); }, why_);
    }

  private:
    Family family_;
    Dice& dice_;
    const char* why_;
};

Vec3 lattice(Dice& dice, int size) {
    return {static_cast<double>(dice.integer(-size, size)), static_cast<double>(dice.integer(-size, size)),
            static_cast<double>(dice.integer(-size, size))};
}

// The point of the plane z = x + 2y above (x, y).
Vec3 on_plane(double x, double y) {
    return {x, y, x + 2 * y};
}

void add_coplanar(Cases& cases, Dice& dice) {
    TriangleFamily random(cases, dice, "coplanar",
                          "Both triangles lie exactly in one plane: all six orientations are 0, and the test "
                          "must continue in the plane.");
    for (int i = 0; i < 4 * triangle_copies; ++i) {
        TrianglePair pair;
        const auto flat = [&] { return on_plane(dice.integer(-4, 4), dice.integer(-4, 4)); };
        for (std::size_t k = 0; k < 3; ++k) pair.a[k] = flat(), pair.b[k] = flat();
        random.add(pair, std::nullopt);
    }
    TriangleFamily nested(cases, dice, "coplanar-nested",
                          "One coplanar triangle lies inside the other, and no edges cross.");
    TriangleFamily corner(cases, dice, "coplanar-corner",
                          "Coplanar triangles that share exactly one point, a corner on an edge.");
    for (int i = 0; i < triangle_copies; ++i) {
        const double s = dice.integer(1, 3);
        nested.add({{on_plane(-9, -9), on_plane(9, -9), on_plane(0, 9)},
                    {on_plane(-s, -1), on_plane(s, -1), on_plane(0, 1)}},
                   true);
        corner.add({{on_plane(0, 0), on_plane(8, 0), on_plane(0, 8)},
                    {on_plane(4, 4), on_plane(9 + s, 4), on_plane(4 + s, 9)}},
                   true);
    }
}

void add_shared(Cases& cases, Dice& dice) {
    TriangleFamily edge(cases, dice, "shared-edge",
                        "Neighbours in a mesh: the triangles share two corners and the edge between them.");
    TriangleFamily vertex(cases, dice, "shared-vertex",
                          "The triangles share one corner and nothing else; rounding may lose it.");
    for (int i = 0; i < 2 * triangle_copies; ++i) {
        const Vec3 p = lattice(dice, 9), q = lattice(dice, 9);
        edge.add({{p, q, lattice(dice, 9)}, {q, p, lattice(dice, 9)}}, true);
        const Vec3 u = {1.0 + dice.unit(), dice.unit(), dice.unit()},
                   v = {dice.unit(), 1.0 + dice.unit(), dice.unit()};
        vertex.add({{Vec3{}, u, v}, {Vec3{}, -u, -v}}, true);
    }
}

// A lies in z = 0. One corner of B is at height `z` above A's interior; the rest of B is higher.
TrianglePair corner_over_face(Dice& dice, double z) {
    const Vec3 tip{0.25 + 0.25 * dice.unit(), 0.25 + 0.25 * dice.unit(), z};
    return {{Vec3{0, 0, 0}, Vec3{2, 0, 0}, Vec3{0, 2, 0}},
            {tip, Vec3{dice.unit(), dice.unit(), 1}, Vec3{-1 - dice.unit(), dice.unit(), 2}}};
}

void add_touching(Cases& cases, Dice& dice) {
    TriangleFamily on(cases, dice, "corner-on-face", "A corner lies exactly in the other triangle's plane.");
    TriangleFamily above(cases, dice, "corner-above-face",
                         "A corner is one step of the doubles above the other triangle: no contact.");
    TriangleFamily below(cases, dice, "corner-below-face",
                         "A corner is one step of the doubles below the other triangle: contact.");
    TriangleFamily crossing(cases, dice, "edges-cross", "Two edges meet in one point of both interiors.");
    TriangleFamily passing(cases, dice, "edges-pass",
                           "Two edges pass each other at a distance of one step of the doubles.");
    const double tiny = std::numeric_limits<double>::denorm_min();
    for (int i = 0; i < triangle_copies; ++i) {
        on.add(corner_over_face(dice, 0), true);
        above.add(corner_over_face(dice, tiny), false, 0, 0);
        below.add(corner_over_face(dice, -tiny), true, 0, 0);
        const double x = dice.integer(1, 9), y = dice.integer(1, 9);
        const auto cross_at = [&](double z) {
            return TrianglePair{{Vec3{-x, 0, 0}, Vec3{x, 0, 0}, Vec3{0, 0.5, -4}},
                                {Vec3{0, -y, z}, Vec3{0, y, z}, Vec3{0.5, 0, 8}}};
        };
        crossing.add(cross_at(0), true);
        passing.add(cross_at(tiny), false, 0, 0);
    }
}

void add_parallel(Cases& cases, Dice& dice) {
    TriangleFamily gap(
        cases, dice, "parallel-one-ulp",
        "Parallel triangles one step of the doubles apart, far from the origin along their normal.");
    for (int i = 0; i < triangle_copies; ++i) {
        const double z = std::ldexp(1 + dice.unit(), dice.integer(0, 30));
        gap.add({{Vec3{0, 0, z}, Vec3{4, 0, z}, Vec3{0, 4, z}},
                 {Vec3{0, 0, next_up(z)}, Vec3{4, 1, next_up(z)}, Vec3{1, 4, next_up(z)}}},
                false, 0, 0);
    }
}

void add_needles(Cases& cases, Dice& dice) {
    TriangleFamily through(cases, dice, "needle-through",
                           "A needle 2^50 times as long as wide pierces the other triangle.");
    TriangleFamily beside(cases, dice, "needle-beside", "The needle passes beside it by its own width.");
    for (int i = 0; i < triangle_copies; ++i) {
        const double w = 0x1p-25, l = 0x1p25 * dice.integer(1, 7);
        const auto needle = [&](double x) {
            return Corners{Vec3{x, 1, -l}, Vec3{x + w, 1, -l}, Vec3{x, 1, l}};
        };
        const Corners face{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};
        through.add({needle(0), face}, true);
        beside.add({needle(-2 * w), face}, false);
    }
}

void add_extreme(Cases& cases, Dice& dice) {
    TriangleFamily huge(cases, dice, "huge", "Coordinates near 2^1020: products of two overflow.");
    TriangleFamily tiny(cases, dice, "subnormal",
                        "Coordinates are small multiples of 2^-1074: products of two underflow.");
    TriangleFamily both(cases, dice, "huge-and-tiny", "One triangle is 2^2000 times as large as the other.");
    TriangleFamily far(
        cases, dice, "far",
        "Offsets of 2^49 leave few bits for the shape; differences are exact, products are not.");
    for (int i = 0; i < 2 * triangle_copies; ++i) {
        TrianglePair pair;
        for (std::size_t k = 0; k < 3; ++k) pair.a[k] = lattice(dice, 6), pair.b[k] = lattice(dice, 6);
        const ExactMap grow{{0, 1, 2}, {0x1p1020, 0x1p1020, 0x1p1020}};
        huge.add({grow(pair.a), grow(pair.b)}, std::nullopt, 0, 0);
        const double least = std::numeric_limits<double>::denorm_min();
        const ExactMap shrink{{0, 1, 2}, {least, least, least}};
        tiny.add({shrink(pair.a), shrink(pair.b)}, std::nullopt, 0, 0);
        both.add({grow(pair.a), shrink(pair.b)}, std::nullopt, 0, 0);
        const Vec3 offset = 0x1p49 * (Vec3{1, 1, 1} + lattice(dice, 3));
        for (std::size_t k = 0; k < 3; ++k) pair.a[k] += offset, pair.b[k] += offset;
        far.add(pair, std::nullopt, 0, 0);
    }
}

void add_degenerate(Cases& cases, Dice& dice) {
    TriangleFamily point(cases, dice, "point-on-face",
                         "A triangle of three equal corners lies on the other.");
    TriangleFamily segment(
        cases, dice, "segment-on-face",
        "A triangle with collinear corners is the segment that it covers; it ends on the other.");
    TriangleFamily segments(cases, dice, "segments", "Both triangles have collinear corners.");
    TriangleFamily lattices(cases, dice, "small-lattice",
                            "Corners on a lattice of 27 points: every degeneracy occurs.");
    for (int i = 0; i < triangle_copies; ++i) {
        const Corners face{Vec3{0, 0, 0}, Vec3{8, 0, 8}, Vec3{0, 8, 16}};
        const double x = dice.integer(1, 3), y = dice.integer(1, 3);
        const Vec3 on{x, y, x + 2 * y}, away = lattice(dice, 5) + Vec3{0, 0, 40};
        point.add({face, {on, on, on}}, true);
        segment.add({face, {on, 0.5 * (on + away), away}}, true);
        const Vec3 p = lattice(dice, 2), d = lattice(dice, 2), q = lattice(dice, 2), e = lattice(dice, 2);
        segments.add({{p, p + d, p + 2 * d}, {q, q + e, q - e}}, std::nullopt);
    }
    for (int i = 0; i < 8 * triangle_copies; ++i) {
        TrianglePair pair;
        for (std::size_t k = 0; k < 3; ++k) pair.a[k] = lattice(dice, 1), pair.b[k] = lattice(dice, 1);
        lattices.add(pair, std::nullopt);
    }
}

Pose random_pose(Dice& dice) {
    const Vec3 axis{dice.unit() + 0.125, dice.unit() - 0.5, dice.unit() - 0.5};
    return Pose::rotation(axis, degrees(360 * dice.unit()))
        .translated({dice.unit(), dice.unit(), dice.unit()});
}

void add_placed_pairs(Cases& cases, Dice& dice) {
    TriangleFamily same(
        cases, dice, "one-pose",
        "Touching or coplanar triangles at one common pose: contact does not depend on it, but the "
        "rounded corners differ.");
    TriangleFamily turned(
        cases, dice, "two-poses",
        "B is at a pose whose 12 doubles bring a corner within about 1e-16 of A; the exact affine "
        "map decides.");
    for (int i = 0; i < 2 * triangle_copies; ++i) {
        const Pose pose = random_pose(dice);
        const double x = dice.integer(-3, 3), y = dice.integer(-3, 3);
        same.add_placed({on_plane(0, 0), on_plane(7, 1), on_plane(1, 6)},
                        {on_plane(x, y), on_plane(x + 5, y), on_plane(x, y + 5)}, pose, pose, std::nullopt);
        // B's first corner is mapped to about (1, 1, 0), a point of A.
        const Pose other = random_pose(dice);
        const Vec3 tip = other.inverse() * Vec3{1, 1, 0};
        const auto beyond = [&](double u, double v) { return other.inverse() * Vec3{u, v, 3}; };
        turned.add_placed({Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}}, {tip, beyond(1, 2), beyond(2, 1)},
                          Pose(), other, std::nullopt);
    }
}

}  // namespace

void add_triangles(Cases& cases, Dice& dice) {
    add_coplanar(cases, dice);
    add_shared(cases, dice);
    add_touching(cases, dice);
    add_parallel(cases, dice);
    add_needles(cases, dice);
    add_extreme(cases, dice);
    add_degenerate(cases, dice);
    add_placed_pairs(cases, dice);
}

}  // namespace allide::cli::torture
