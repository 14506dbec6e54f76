// Penetration depths of convex bodies at degenerate poses, where a whole circle of directions has the same
// depth: allide, FCL and libccd. Prints microseconds per query, the ratios to allide, and a hash of the
// depths, rounded to 1e-9.
//
//     bench_convex_depths
#include "base/random.hpp"
#include "support/stopwatch.hpp"

#include <allide/allide.hpp>
#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <ccd/ccd.h>
#include <fcl/fcl.h>

namespace {

using namespace allide;

// One body for all three libraries: allide's, FCL's, and the dimensions for libccd's support function.
struct Shape {
    BodyKind kind;
    Vec3 measure;
    ConvexBody body;
    std::shared_ptr<fcl::CollisionGeometry<double>> fcl;
};

Shape cylinder(double r, double h) {
    return {BodyKind::cylinder,
            {r, r, h},
            ConvexBody::cylinder(r, h).value(),
            std::make_shared<fcl::Cylinder<double>>(r, 2 * h)};
}
Shape cone(double r, double h) {
    return {BodyKind::cone,
            {r, r, h},
            ConvexBody::cone(r, h).value(),
            std::make_shared<fcl::Cone<double>>(r, 2 * h)};
}
Shape capsule(double r, double h) {
    return {BodyKind::capsule,
            {r, r, h},
            ConvexBody::capsule(r, h).value(),
            std::make_shared<fcl::Capsule<double>>(r, 2 * h)};
}
Shape ellipsoid(double a, double b, double c) {
    return {BodyKind::ellipsoid,
            {a, b, c},
            ConvexBody::ellipsoid({a, b, c}).value(),
            std::make_shared<fcl::Ellipsoid<double>>(a, b, c)};
}
Shape box(double a, double b, double c) {
    return {BodyKind::polytope,
            {a, b, c},
            ConvexBody::box({a, b, c}).value(),
            std::make_shared<fcl::Box<double>>(2 * a, 2 * b, 2 * c)};
}

struct Pair {
    Shape a, b;
    std::array<double, 12> pose_a, pose_b;
};

struct PlacedShape {
    const Shape* shape;
    const std::array<double, 12>* pose;
};

Vec3 farthest(const Shape& shape, const Vec3& d) {
    const Vec3& e = shape.measure;
    const double across = std::hypot(d.x, d.y), share = across > 0 ? e.x / across : 0;
    const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    switch (shape.kind) {
        case BodyKind::cylinder:
            return {share * d.x, share * d.y, std::copysign(e.z, d.z)};
        case BodyKind::cone:
            if (2 * e.z * d.z >= e.x * across) return {0, 0, e.z};
            return {share * d.x, share * d.y, -e.z};
        case BodyKind::capsule:
            return {e.x * d.x / length, e.x * d.y / length, e.x * d.z / length + std::copysign(e.z, d.z)};
        case BodyKind::ellipsoid: {
            const Vec3 s{e.x * d.x, e.y * d.y, e.z * d.z};
            const double size = std::hypot(s.x, s.y, s.z);
            return {e.x * s.x / size, e.y * s.y / size, e.z * s.z / size};
        }
        default:
            return {std::copysign(e.x, d.x), std::copysign(e.y, d.y), std::copysign(e.z, d.z)};
    }
}

void ccd_support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* result) {
    const auto& placed = *static_cast<const PlacedShape*>(object);
    const auto& m = *placed.pose;
    const double* d = direction->v;
    const Vec3 p = farthest(*placed.shape,
                            {m[0] * d[0] + m[4] * d[1] + m[8] * d[2], m[1] * d[0] + m[5] * d[1] + m[9] * d[2],
                             m[2] * d[0] + m[6] * d[1] + m[10] * d[2]});
    ccdVec3Set(result, m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3],
               m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7], m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]);
}

double depth_by_ccd(const Pair& pair) {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = ccd_support;
    ccd.max_iterations = 500;
    ccd.epa_tolerance = 1e-6;
    const PlacedShape a{&pair.a, &pair.pose_a}, b{&pair.b, &pair.pose_b};
    ccd_real_t depth = 0;
    ccd_vec3_t direction, position;
    return ccdGJKPenetration(&a, &b, &ccd, &depth, &direction, &position) == 0 ? depth : 0;
}

fcl::Transform3<double> fcl_pose(const std::array<double, 12>& m) {
    fcl::Transform3<double> pose = fcl::Transform3<double>::Identity();
    pose.linear() << m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10];
    pose.translation() << m[3], m[7], m[11];
    return pose;
}

double depth_by_fcl(const Pair& pair) {
    const fcl::CollisionRequest<double> request(1, true);
    fcl::CollisionResult<double> result;
    fcl::collide(pair.a.fcl.get(), fcl_pose(pair.pose_a), pair.b.fcl.get(), fcl_pose(pair.pose_b), request,
                 result);
    return result.isCollision() && result.numContacts() > 0 ? result.getContact(0).penetration_depth : 0;
}

double depth_by_allide(const Pair& pair) {
    const Pose a = Pose::from_matrix(pair.pose_a).value(), b = Pose::from_matrix(pair.pose_b).value();
    return penetration(pair.a.body.at(a), pair.b.body.at(b)).upper;
}

std::array<double, 12> random_turn(base::Random& random) {
    for (;;) {
        std::array<double, 4> q{};
        double square = 0;
        for (double& part : q) {
            part = random.between(-1, 1);
            square += part * part;
        }
        if (square > 1 || square < 0.01) continue;
        for (double& part : q) part /= std::sqrt(square);
        return Pose::from_quaternion({}, q).value().matrix();
    }
}

// B's origin is at `offset` in A's frame. Both have the same random orientation unless `tilted` is set.
Pair placed(const Shape& a, const Shape& b, const Vec3& offset, base::Random& random, bool tilted = false) {
    Pair pair{a, b, random_turn(random), {}};
    const auto& m = pair.pose_a;
    pair.pose_b = tilted ? random_turn(random) : m;
    pair.pose_b[3] = m[0] * offset.x + m[1] * offset.y + m[2] * offset.z;
    pair.pose_b[7] = m[4] * offset.x + m[5] * offset.y + m[6] * offset.z;
    pair.pose_b[11] = m[8] * offset.x + m[9] * offset.y + m[10] * offset.z;
    return pair;
}

std::vector<double> times_of(const std::vector<Pair>& pairs, double (*depth_of)(const Pair&)) {
    std::vector<double> times;
    for (const Pair& pair : pairs) {
        double best = 1;
        for (int round = 0; round < 5; ++round)
            best = std::min(best, bench::seconds_of([&] { bench::keep(depth_of(pair)); }));
        times.push_back(1e6 * best);
    }
    std::sort(times.begin(), times.end());
    return times;
}

void compare(const char* name, const std::vector<Pair>& pairs) {
    std::uint64_t hash = 14695981039346656037u;
    for (const Pair& pair : pairs) {
        const auto rounded = static_cast<std::uint64_t>(std::llround(1e9 * depth_by_allide(pair)));
        hash = (hash ^ rounded) * 1099511628211u;
    }
    const auto ours = times_of(pairs, depth_by_allide), fcl = times_of(pairs, depth_by_fcl),
               ccd = times_of(pairs, depth_by_ccd);
    const auto middle = [](const std::vector<double>& times) { return times[times.size() / 2]; };
    std::printf("%-28s %8.2f %8.2f %8.2f %8.2f %8.2f %8.2f   %016llx\n", name, middle(ours), ours.back(),
                middle(fcl), middle(ccd), middle(fcl) / middle(ours), middle(ccd) / middle(ours),
                static_cast<unsigned long long>(hash));
}

void compare_with_mesh() {
    const Model mesh = Model::build(generate(GeneratedShape::torus, {.triangles = 512}).value()).value();
    const ConvexBody body = ConvexBody::cone(1, 1).value();
    std::size_t found = 0;
    const double seconds =
        bench::seconds_of([&] { found = contacts(body.at_rest(), mesh.at_rest()).triangles.size(); });
    std::printf("cone against a mesh of %zu triangles: %.2f ms, %zu contacts\n",
                mesh.mesh().triangles().size(), 1e3 * seconds, found);
}

}  // namespace

int main() {
    base::Random random(24);
    std::printf("%-28s %8s %8s %8s %8s %8s %8s   %s\n", "median microseconds", "allide", "max", "FCL",
                "libccd", "FCL/our", "ccd/our", "hash");
    const auto family = [&](const char* name, const auto& make) {
        std::vector<Pair> pairs;
        for (int i = 0; i < 40; ++i) pairs.push_back(make());
        compare(name, pairs);
    };
    const auto some = [&] { return random.between(0.3, 1); };
    family("equal cylinders", [&] {
        const ::Shape a = cylinder(some(), some());
        return placed(a, a, {}, random);
    });
    family("equal cones", [&] {
        const ::Shape a = cone(some(), some());
        return placed(a, a, {}, random);
    });
    family("equal spheroids", [&] {
        const double r = some();
        const ::Shape a = ellipsoid(r, r, some());
        return placed(a, a, {}, random);
    });
    family("peg in a cylinder",
           [&] { return placed(cylinder(0.1, 1), cylinder(some(), some()), {}, random); });
    family("coaxial cone and cylinder", [&] {
        return placed(cone(some(), some()), cylinder(some(), some()), {0, 0, 0.2}, random);
    });
    family("coaxial capsule and cone", [&] {
        return placed(capsule(some(), some()), cone(some(), some()), {0, 0, 0.2}, random);
    });
    family("coplanar caps", [&] {
        const ::Shape a = cylinder(some(), some()), b = box(some(), some(), some());
        return placed(a, b, {0.2, 0, a.measure.z - b.measure.z}, random);
    });
    family("apex on a face", [&] {
        const ::Shape a = box(some(), some(), some()), b = cone(some(), some());
        return placed(a, b, {0.1, 0.1, a.measure.z - b.measure.z}, random);
    });
    family("corner on an axis", [&] {
        const ::Shape a = box(some(), some(), some()), b = cylinder(some(), 1);
        return placed(a, b, a.measure, random, true);
    });
    family("random cylinder and cone", [&] {
        return placed(cylinder(some(), some()), cone(some(), some()), {0.2, 0.1, 0.3}, random, true);
    });
    family("random box and cylinder", [&] {
        return placed(box(some(), some(), some()), cylinder(some(), some()), {0.2, 0.1, 0.3}, random, true);
    });
    compare_with_mesh();
}
