// Torture cases with the question "distance": two small meshes.
#include "torture_cases.hpp"

#include <allide/query.hpp>

#include <cmath>
#include <limits>

namespace allide::cli::torture {

namespace {

class DistanceFamily {
  public:
    DistanceFamily(Cases& cases, const char* name, const char* why)
        : family_(cases, "distances", name), why_(why) {}

    void add(const RawMesh& a, const RawMesh& b, const Pose& pose_a = {}, const Pose& pose_b = {}) {
        const Model model_a = model_of(a), model_b = model_of(b);
        const Distance found = distance(model_a.at(pose_a), model_b.at(pose_b));
        family_.add(
            "distance",
            [&](JsonWriter& json) {
                write_mesh(json, "a", a);
                write_mesh(json, "b", b);
                json.key("pose_a").value(pose_a);
                json.key("pose_b").value(pose_b);
            },
            [&](JsonWriter& json) {
                json.key("lower").value(found.lower);
                json.key("upper").value(found.upper);
            },
            why_);
    }

  private:
    Family family_;
    const char* why_;
};

// A square plate of 2 · n² triangles at height z; (x, y) is its corner with the smallest coordinates.
RawMesh plate(int n, double size, double x, double y, double z) {
    RawMesh mesh;
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i) mesh.vertices.push_back({x + size * i / n, y + size * j / n, z});
    const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(j * (n + 1) + i); };
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
            mesh.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    return mesh;
}

RawMesh triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
    return {{p, q, r}, {{0, 1, 2}}};
}

Pose some_pose(Dice& dice) {
    return Pose::rotation({dice.unit() + 0.125, dice.unit(), dice.unit() - 0.5}, degrees(360 * dice.unit()))
        .translated({dice.unit(), dice.unit(), dice.unit()});
}

void add_plates(Cases& cases, Dice& dice) {
    DistanceFamily plates(
        cases, "parallel-plates",
        "Parallel plates: every pair of triangles is equally close, and no bound excludes any.");
    DistanceFamily turned(
        cases, "turned-plates",
        "The same at one rotated pose: the rounded corners are closer or farther than the exact ones.");
    DistanceFamily touching(cases, "touching-plates",
                            "Plates that lie on each other: the distance is exactly 0.");
    for (int i = 0; i < copies; ++i) {
        const double gap = std::ldexp(1 + dice.unit(), dice.integer(-45, -1));
        const RawMesh a = plate(2, 2, 0, 0, 0), b = plate(2, 2, 0.3125, 0.1875, gap);
        plates.add(a, b);
        const Pose pose = some_pose(dice);
        turned.add(a, b, pose, pose);
        touching.add(a, plate(2, 2, 0.25 * dice.integer(-4, 4), 0.5, 0));
    }
}

void add_ties(Cases& cases, Dice& dice) {
    DistanceFamily ties(cases, "near-ties",
                        "Two pairs of triangles whose distances differ by one step of the doubles.");
    DistanceFamily edges(
        cases, "nearly-parallel-edges",
        "Edges at an angle of 2^-30: the quotient for their closest points nearly vanishes.");
    for (int i = 0; i < copies; ++i) {
        const double d = 1 + dice.unit();
        const RawMesh base =
            joined(triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), triangle({8, 0, 0}, {9, 0, 0}, {8, 1, 0}));
        ties.add(base, joined(triangle({0.25, 0.25, dice.coin() ? d : next_up(d)}, {0, 0, 4}, {1, 1, 5}),
                              triangle({8.25, 0.25, dice.coin() ? d : next_up(d)}, {8, 0, 4}, {9, 1, 5})));
        const double tilt = 0x1p-30 * dice.integer(1, 9);
        edges.add(triangle({-1, 0, 0}, {1, 0, 0}, {0, 0, -3}),
                  triangle({-1, -tilt, 1 + tilt * dice.unit()}, {1, tilt, 1}, {0, 0, 4}));
    }
}

void add_far(Cases& cases, Dice& dice) {
    DistanceFamily far(
        cases, "far-from-origin",
        "Both meshes are 2^40 from the origin by their poses: their distance is that of the offsets.");
    DistanceFamily large(cases, "far-apart", "Small meshes at a distance of 2^60 of their sizes.");
    DistanceFamily tiny(cases, "subnormal",
                        "A distance of a few multiples of 2^-1074: its square underflows.");
    DistanceFamily huge(cases, "huge", "Coordinates near 2^1000: squares overflow.");
    for (int i = 0; i < copies; ++i) {
        const RawMesh a = triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
        const RawMesh b = triangle({dice.unit(), dice.unit(), 1}, {1, 1, 2 + dice.unit()}, {0, 1, 3});
        const Vec3 away{0x1p40, -0x1p40, 0x1p39};
        far.add(a, b, Pose::translation(away), some_pose(dice).translated(away));
        large.add(a, b, Pose(), Pose::translation({0x1p60, 0x1p59 * dice.unit(), 0}));
        const double least = std::numeric_limits<double>::denorm_min();
        const ExactMap shrink{{0, 1, 2}, {least, least, least}},
            grow{{0, 1, 2}, {0x1p1000, 0x1p1000, 0x1p1000}};
        const auto corner = [&](int z) {
            return Vec3{static_cast<double>(dice.integer(-9, 9)), static_cast<double>(dice.integer(-9, 9)),
                        static_cast<double>(z)};
        };
        const RawMesh low = triangle(corner(0), corner(-3), corner(-6)),
                      high = triangle(corner(dice.integer(1, 3)), corner(5), corner(7));
        tiny.add(mapped(low, shrink), mapped(high, shrink));
        huge.add(mapped(low, grow), mapped(high, grow));
    }
}

}  // namespace

void add_distances(Cases& cases, Dice& dice) {
    add_plates(cases, dice);
    add_ties(cases, dice);
    add_far(cases, dice);
}

}  // namespace allide::cli::torture
