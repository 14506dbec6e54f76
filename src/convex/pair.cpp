#include "convex/pair.hpp"

#include <cmath>

namespace allide::convex {

using kernel::dot;
using kernel::operator-;
using kernel::operator+;

BodyPair::BodyPair(const PlacedBody& a, const PlacedBody& b) : placed_a_(a), placed_b_(b) {
    const auto& m = a.pose().matrix();
    const auto& n = b.pose().matrix();
    origin_ = {m[3], m[7], m[11]};
    a_ = {&a.data(), {m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}, {}};
    b_ = {&b.data(),
          {n[0], n[1], n[2], n[4], n[5], n[6], n[8], n[9], n[10]},
          {n[3] - m[3], n[7] - m[7], n[11] - m[11]}};
    scale_ = a.data().norm + b.data().norm + kernel::norm_1(b_.shift);
}

Vec3 BodyPair::Side::into(const Vec3& d) const {
    return {turn[0] * d.x + turn[3] * d.y + turn[6] * d.z, turn[1] * d.x + turn[4] * d.y + turn[7] * d.z,
            turn[2] * d.x + turn[5] * d.y + turn[8] * d.z};
}

Vec3 BodyPair::Side::place(const Vec3& x) const {
    return {turn[0] * x.x + turn[1] * x.y + turn[2] * x.z + shift.x,
            turn[3] * x.x + turn[4] * x.y + turn[5] * x.z + shift.y,
            turn[6] * x.x + turn[7] * x.y + turn[8] * x.z + shift.z};
}

BodyPair::Reach BodyPair::reach_of_corners(const detail::BodyData& body, const Vec3& d) {
    const std::size_t count = body.x.size();
    const double *x = body.x.data(), *y = body.y.data(), *z = body.z.data();
    std::uint32_t best = 0;
    double most = d.x * x[0] + d.y * y[0] + d.z * z[0];
    for (std::uint32_t i = 1; i < count; ++i) {
        const double height = d.x * x[i] + d.y * y[i] + d.z * z[i];
        best = height > most ? i : best;
        most = height > most ? height : most;
    }
    return {body.vertices[best], best, most};
}

BodyPair::Reach BodyPair::reach(const detail::BodyData& body, const Vec3& d) {
    const Vec3& e = body.extent;
    const double across = std::sqrt(d.x * d.x + d.y * d.y);
    const double share = across > 0 ? e.x / across : 0;
    switch (body.kind) {
        case BodyKind::cylinder: {
            const double top = d.z < 0 ? -e.z : e.z;
            return {{share * d.x, share * d.y, top}, 0, e.x * across + top * d.z};
        }
        case BodyKind::cone: {
            const double rim = e.x * across - e.z * d.z, apex = e.z * d.z;
            if (apex >= rim) return {{0, 0, e.z}, 0, apex};
            return {{share * d.x, share * d.y, -e.z}, 0, rim};
        }
        case BodyKind::ellipsoid: {
            const Vec3 s{e.x * d.x, e.y * d.y, e.z * d.z};
            const double length = std::sqrt(dot(s, s));
            if (!(length > 0)) return {{}, 0, 0};
            return {{e.x * (s.x / length), e.y * (s.y / length), e.z * (s.z / length)}, 0, length};
        }
        default:
            return reach_of_corners(body, d);
    }
}

BodyPair::Support BodyPair::support(const Vec3& direction) const {
    const Vec3 into_a = a_.into(direction), into_b = b_.into(direction);
    const Reach far_a = reach(*a_.body, into_a);
    const Reach far_b = reach(*b_.body, {-into_b.x, -into_b.y, -into_b.z});
    Support support;
    support.at.a = a_.place(far_a.local);
    support.at.b = b_.place(far_b.local);
    support.at.w = support.at.a - support.at.b;
    support.at.corner_a = far_a.corner;
    support.at.corner_b = far_b.corner;
    support.height = far_a.height + far_b.height - dot(direction, b_.shift);
    return support;
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
    return b_.place(b_.body->middle) - a_.place(a_.body->middle);
}

}  // namespace allide::convex
