#include "papers/simulation.hpp"

#include "kernel/pose/vec.hpp"
#include "support/stopwatch.hpp"

#include <cmath>

namespace allide::bench {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

double norm(const Vec3& v) {
    return std::sqrt(dot(v, v));
}

struct Body {
    Vec3 place, velocity, spin;
    std::array<double, 4> turn{1, 0, 0, 0};

    Pose pose() const { return Pose::from_quaternion(place, turn).value(); }

    void move(double step) {
        place = place + step * velocity;
        const auto [w, x, y, z] = turn;
        const Vec3 h = 0.5 * step * spin;
        turn = {w - h.x * x - h.y * y - h.z * z, x + h.x * w + h.y * z - h.z * y,
                y + h.y * w + h.z * x - h.x * z, z + h.z * w + h.x * y - h.y * x};
        const double length =
            std::sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
        for (double& q : turn) q /= length;
    }
};

struct Plane {
    Vec3 point, normal;
};

// Approximate contact point and normal: centroid and normal of the ground's triangle.
Plane plane_of(const Model& ground, std::uint32_t triangle) {
    const auto [p, q, r] = ground.mesh().corners(triangle);
    const Vec3 normal = cross(q - p, r - p);
    return {(1.0 / 3) * (p + q + r), (1 / std::max(norm(normal), 1e-300)) * normal};
}

// Applies an impulse along the plane's normal so strong that the body moves away with at least `least_speed`.
void push(Body& body, const Plane& plane, const Fall& fall, double least_speed) {
    const Vec3 arm = plane.point - body.place;
    const double speed = dot(plane.normal, body.velocity + cross(body.spin, arm));
    const double wanted = std::max(-fall.bounce * speed, least_speed);
    if (speed >= wanted) return;
    const Vec3 lever = cross(arm, plane.normal);
    const double impulse = (wanted - speed) / (1 + dot(lever, lever) / fall.inertia);
    body.velocity = body.velocity + impulse * plane.normal;
    body.spin = body.spin + (impulse / fall.inertia) * lever;
}

void add(FallCounts& counts, const Contacts& found, double seconds) {
    ++counts.steps;
    counts.contacts += found.size();
    counts.steps_in_contact += found.empty() ? 0 : 1;
    counts.stats.volume_tests += found.stats.volume_tests;
    counts.stats.mixed_tests += found.stats.mixed_tests;
    counts.stats.triangle_tests += found.stats.triangle_tests;
    counts.query_seconds += seconds;
}

}  // namespace

FallCounts simulate(const Model& body_model, const Model& ground, const Fall& fall) {
    Body body{fall.start, fall.velocity, fall.spin};
    FallCounts counts;
    for (int n = 0; n < fall.steps; ++n) {
        const Vec3 pull = fall.gravity(body.place);
        const Body before = body;
        body.velocity = body.velocity + fall.step * pull;
        body.move(fall.step);
        const double start = cpu_now();
        const Contacts found = contacts(body_model.at(body.pose()), ground.at_rest());
        add(counts, found, cpu_now() - start);
        if (found.empty()) continue;
        for (const Contact& contact : found)
            push(body, plane_of(ground, contact.triangle_b), fall, 1.5 * fall.step * norm(pull));
        // Returns to the last pose without contact, so that the bodies never interpenetrate, and slows the
        // body down a little. Otherwise a body that is caught between edges of the ground would gain energy.
        body.place = before.place;
        body.turn = before.turn;
        body.velocity = 0.995 * body.velocity;
        body.spin = 0.98 * body.spin;
    }
    return counts;
}

}  // namespace allide::bench
