// Small moving bodies, for the library and for the oracle, and checks of predictions.
#pragma once

#include "base/random.hpp"
#include "oracle/contact_times.hpp"
#include "support/random_geometry.hpp"

#include <allide/extra/shapes.hpp>
#include <allide/predict.hpp>

#include <string>

#include <gtest/gtest.h>

namespace allide::test {

using oracle::HighPrecision;
using oracle::ScrewMotion;
using oracle::SmallMesh;

inline Model model_of(const SmallMesh& mesh) {
    MeshData data;
    for (const auto& [x, y, z] : mesh.points) data.vertices.push_back({x, y, z});
    for (const auto& f : mesh.faces) data.triangles.push_back(f);
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

inline SmallMesh small_of(const Mesh& mesh) {
    SmallMesh small;
    for (const Vec3& v : mesh.vertices()) small.points.push_back({v.x, v.y, v.z});
    for (const auto& t : mesh.triangles()) small.faces.push_back({t[0], t[1], t[2]});
    return small;
}

inline SmallMesh mapped(SmallMesh mesh, const Pose& pose) {
    const auto& m = pose.matrix();
    for (auto& p : mesh.points) {
        const auto x = p;
        for (std::size_t i = 0; i < 3; ++i)
            p[i] = m[4 * i] * x[0] + m[4 * i + 1] * x[1] + m[4 * i + 2] * x[2] + m[4 * i + 3];
    }
    return mesh;
}

inline SmallMesh stretched(SmallMesh mesh, double x, double y, double z) {
    for (auto& p : mesh.points) p = {x * p[0], y * p[1], z * p[2]};
    return mesh;
}

// The box from corner lo to corner hi.
inline SmallMesh box(const Vec3& lo, const Vec3& hi) {
    SmallMesh mesh = small_of(generate(GeneratedShape::cube).value());
    for (auto& p : mesh.points) p = {p[0] < 0 ? lo.x : hi.x, p[1] < 0 ? lo.y : hi.y, p[2] < 0 ? lo.z : hi.z};
    return mesh;
}

inline SmallMesh tetrahedron() {
    return {{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}};
}

inline oracle::Point random_array(base::Random& random, double size) {
    const Vec3 p = random_point(random, size);
    return {p.x, p.y, p.z};
}

inline SmallMesh random_small_body(base::Random& random) {
    static constexpr GeneratedShape shapes[] = {GeneratedShape::cube, GeneratedShape::octahedron,
                                                GeneratedShape::icosahedron};
    const std::uint64_t kind = random.below(4);
    const SmallMesh plain = kind == 3 ? tetrahedron() : small_of(generate(shapes[kind]).value());
    const SmallMesh shaped =
        stretched(plain, random.between(0.3, 1.2), random.between(0.3, 1.2), random.between(0.3, 1.2));
    return mapped(shaped, random_rotation(random));
}

// A moves along the screw from pose_a; B rests at pose_b.
struct MovingPair {
    SmallMesh a, b;
    ScrewMotion screw;
    Pose pose_a = {}, pose_b = {};
};

inline Screw screw_of(const ScrewMotion& s) {
    return {
        {s.point[0], s.point[1], s.point[2]}, {s.axis[0], s.axis[1], s.axis[2]}, radians(s.angle), s.advance};
}
inline Motion motion_of(const MovingPair& pair) {
    return Motion::screw(screw_of(pair.screw)).from(pair.pose_a);
}
inline oracle::ContactTimes times_of(const MovingPair& pair) {
    return {pair.a, pair.pose_a.matrix(), pair.b, pair.pose_b.matrix(), pair.screw};
}
inline Prediction predicted(const MovingPair& pair, const PredictOptions& options = {}) {
    const Model a = model_of(pair.a), b = model_of(pair.b);
    return predict(a.along(motion_of(pair)), b.at(pair.pose_b), options);
}
inline ContactIntervals predicted_intervals(const MovingPair& pair, const PredictOptions& options = {}) {
    const Model a = model_of(pair.a), b = model_of(pair.b);
    return contact_intervals(a.along(motion_of(pair)), b.at(pair.pose_b), options);
}

// The longer of the two bounding boxes' diagonals.
inline double size_of(const MovingPair& pair) {
    double most = 0;
    for (const SmallMesh* mesh : {&pair.a, &pair.b}) {
        double squared = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            double lo = mesh->points[0][i], hi = lo;
            for (const auto& p : mesh->points) lo = std::min(lo, p[i]), hi = std::max(hi, p[i]);
            squared += (hi - lo) * (hi - lo);
        }
        most = std::max(most, std::sqrt(squared));
    }
    return most;
}

inline std::string text_of(const Prediction& p) {
    return std::string(name_of(p.outcome)) + " free_until " + std::to_string(p.free_until) +
           (p.impact ? " [" + std::to_string(p.impact->t_lo) + ", " + std::to_string(p.impact->t_hi) + "]"
                     : "");
}

// Expects that an answer does not contradict the true first contact, if any. Grazes may be undecided.
inline void expect_safe(const Prediction& p, const std::optional<HighPrecision>& truth) {
    if (truth) {
        EXPECT_NE(p.outcome, Outcome::clear) << "it hits at " << *truth;
        EXPECT_LE(HighPrecision(p.free_until), *truth);
    } else {
        EXPECT_TRUE(p.outcome == Outcome::clear || p.outcome == Outcome::undecided) << text_of(p);
    }
    if (p.outcome == Outcome::clear) {
        EXPECT_EQ(p.free_until, 1);
    }
    if (p.outcome == Outcome::clear) return;
    ASSERT_TRUE(p.impact);
    EXPECT_EQ(p.free_until, p.impact->t_lo);
    EXPECT_LE(p.impact->t_lo, p.impact->t_hi);
}

// Checks that the two triangles of the impact meet at its point.
inline void expect_witness(const MovingPair& pair, const Impact& impact) {
    const auto a = oracle::coarse(oracle::body_of(pair.a, pair.pose_a.matrix()));
    const auto b = oracle::coarse(oracle::body_of(pair.b, pair.pose_b.matrix()));
    const auto screw = oracle::coarse(oracle::turning_of(pair.screw));
    ASSERT_LT(impact.triangle_a, a.faces.size());
    ASSERT_LT(impact.triangle_b, b.faces.size());
    const auto moved = oracle::moved(a, screw, (impact.t_lo + impact.t_hi) / 2);
    const oracle::Vec<double> x{impact.point.x, impact.point.y, impact.point.z};
    EXPECT_LE(oracle::squared_gap(x, oracle::face_of(moved, impact.triangle_a)), 1e-14);
    EXPECT_LE(oracle::squared_gap(x, oracle::face_of(b, impact.triangle_b)), 1e-14);
}

// For a pair that does not graze: the answer is decided, and its bracket is narrow and contains the truth.
inline void expect_right(const MovingPair& pair, const Prediction& p,
                         const std::optional<HighPrecision>& truth, double width = 1e-9) {
    expect_safe(p, truth);
    ASSERT_EQ(p.outcome, truth ? Outcome::impact : Outcome::clear) << text_of(p);
    if (!truth) return;
    EXPECT_LE(HighPrecision(p.impact->t_lo), *truth);
    EXPECT_GE(HighPrecision(p.impact->t_hi), *truth);
    EXPECT_LE(p.impact->t_hi - p.impact->t_lo, width);
    EXPECT_LE(*truth - HighPrecision(p.free_until), HighPrecision(width));
    EXPECT_TRUE(p.impact->features);
    expect_witness(pair, *p.impact);
}

}  // namespace allide::test
