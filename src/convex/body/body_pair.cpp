#include "convex/body/body_pair.hpp"

#include <cmath>

namespace allide::convex {

using kernel::dot;

namespace {

// False if the pose has the identity rotation, as is common; matrix products are then not needed.
bool is_turned(const std::array<double, 12>& m) {
    return m[0] != 1 || m[5] != 1 || m[10] != 1 || m[1] != 0 || m[2] != 0 || m[4] != 0 || m[6] != 0 ||
           m[8] != 0 || m[9] != 0;
}

// Radius of a ball that rolls freely inside an ellipsoid: the square of the smallest semi-axis divided by the
// largest one, reduced by the deviation of the pose from a rotation. The placed ellipsoid is the Minkowski
// sum of this ball and a convex core.
double rolling_ball(const PlacedBody& placed) {
    if (data_of(placed).kind != BodyKind::ellipsoid) return 0;
    const Vec3& e = data_of(placed).extent;
    const double least = std::min({e.x, e.y, e.z}), most = std::max({e.x, e.y, e.z});
    if (!(most > 0)) return 0;
    const auto& m = placed.pose().matrix();
    const Vec3 x{m[0], m[4], m[8]}, y{m[1], m[5], m[9]}, z{m[2], m[6], m[10]};
    const double deviation =
        std::max({std::abs(dot(x, x) - 1), std::abs(dot(y, y) - 1), std::abs(dot(z, z) - 1),
                  std::abs(dot(x, y)), std::abs(dot(y, z)), std::abs(dot(z, x))});
    return least * (least / most) * (1 - 8 * deviation - 0x1p-50);
}

}  // namespace

BodyPair::BodyPair(const PlacedBody& a, const PlacedBody& b) : placed_a_(&a), placed_b_(&b) {
    const auto& m = a.pose().matrix();
    const auto& n = b.pose().matrix();
    origin_ = {m[3], m[7], m[11]};
    a_ = {&data_of(a), m.data(), {}, is_turned(m)};
    b_ = {&data_of(b), n.data(), {n[3] - m[3], n[7] - m[7], n[11] - m[11]}, is_turned(n)};
    a_.ball = rolling_ball(a);
    b_.ball = rolling_ball(b);
    scale_ = data_of(a).norm + data_of(b).norm + kernel::norm_1(b_.shift);
}

// Evaluates two vertices at a time and avoids branches, which would often be mispredicted. The arrays have an
// even length because they are padded with the first vertex.
BodyPair::LocalSupport BodyPair::local_support_by_scan(const detail::BodyData& body, const Vec3& d) {
    const double *x = body.x.data(), *y = body.y.data(), *z = body.z.data();
    const auto height_at = [&](std::size_t i) {
        return d.x * two_at(x + i) + d.y * two_at(y + i) + d.z * two_at(z + i);
    };
    TwoDoubles most = height_at(0), number{0, 1}, best = number;
    for (std::size_t i = 2; i < body.x.size(); i += 2) {
        const TwoDoubles height = height_at(i);
        number += 2;
        best = height > most ? number : best;
        most = height > most ? height : most;
    }
    const int lane = most[1] > most[0] ? 1 : 0;
    auto corner = static_cast<std::uint32_t>(best[lane]);
    if (corner >= body.vertices.size()) corner = 0;
    return {body.vertices[corner], corner, most[lane]};
}

BodyPair::LocalSupport BodyPair::local_support_of_corners(const detail::BodyData& body, const Vec3& d) {
    if (!body.graph.available()) return local_support_by_scan(body, d);
    const std::optional<std::uint32_t> top = climb(body.graph, body.vertices, d);
    if (!top) return local_support_by_scan(body, d);
    return {body.vertices[*top], *top, dot(d, body.vertices[*top])};
}

BodyPair::LocalSupport BodyPair::local_support(const detail::BodyData& body, const Vec3& d) {
    const Vec3& e = body.extent;
    switch (body.kind) {
        case BodyKind::cylinder: {
            const double across = std::sqrt(d.x * d.x + d.y * d.y), share = across > 0 ? e.x / across : 0;
            const double top = d.z < 0 ? -e.z : e.z;
            return {{share * d.x, share * d.y, top}, d.z < 0 ? 1u : 0u, e.x * across + top * d.z};
        }
        case BodyKind::cone: {
            const double across = std::sqrt(d.x * d.x + d.y * d.y), share = across > 0 ? e.x / across : 0;
            const double rim = e.x * across - e.z * d.z, apex = e.z * d.z;
            if (apex >= rim) return {{0, 0, e.z}, 0, apex};
            return {{share * d.x, share * d.y, -e.z}, 1, rim};
        }
        case BodyKind::ellipsoid: {
            const Vec3 s{e.x * d.x, e.y * d.y, e.z * d.z};
            const double length = std::sqrt(dot(s, s));
            if (!(length > 0)) return {{}, 0, 0};
            const double share = 1 / length;
            return {{e.x * (share * s.x), e.y * (share * s.y), e.z * (share * s.z)}, 0, length};
        }
        default:
            return local_support_of_corners(body, d);
    }
}

BodyPair::Support BodyPair::support(const Vec3& direction) const {
    Support far = joined(direction, local_support(*a_.body, a_.to_local(direction)),
                         local_support(*b_.body, -1 * b_.to_local(direction)));
    if (a_.ball > 0 || b_.ball > 0) subtract_balls(direction, far);
    return far;
}

void BodyPair::subtract_balls(const Vec3& direction, Support& far) const {
    const double length = std::sqrt(dot(direction, direction));
    if (!(length > 0)) return;
    far.at.a = far.at.a - (a_.ball / length) * direction;
    far.at.b = far.at.b + (b_.ball / length) * direction;
    far.at.w = far.at.a - far.at.b;
    far.height -= (a_.ball + b_.ball) * length;
}

Vec3 BodyPair::middle_difference() const {
    return a_.place(a_.body->middle) - b_.place(b_.body->middle);
}

Difference BodyPair::corners(std::uint32_t corner_a, std::uint32_t corner_b) const {
    Difference d;
    d.a = a_.place(a_.body->vertices[corner_a]);
    d.b = b_.place(b_.body->vertices[corner_b]);
    d.w = d.a - d.b;
    d.corner_a = corner_a;
    d.corner_b = corner_b;
    return d;
}

Vec3 BodyPair::between() const {
    return -1 * middle_difference();
}

}  // namespace allide::convex
