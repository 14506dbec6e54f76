#include "query/manifold/support_feature.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

constexpr std::uint32_t rim_corners = 32;

// Orders the corners as the convex polygon that they span across the direction (Andrew's monotone chain);
// corners inside it are dropped.
void order_as_polygon(std::vector<FeatureCorner>& corners, const Vec3& direction) {
    const TangentPlane plane(direction);
    struct Flat {
        double x, y;
        FeatureCorner corner;
    };
    std::vector<Flat> flat;
    for (const FeatureCorner& c : corners) flat.push_back({dot(c.point, plane.u), dot(c.point, plane.v), c});
    std::sort(flat.begin(), flat.end(),
              [](const Flat& p, const Flat& q) { return p.x < q.x || (p.x == q.x && p.y < q.y); });
    const auto left = [](const Flat& p, const Flat& q, const Flat& r) {
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    };
    std::vector<Flat> hull;
    for (int half = 0; half < 2; ++half) {
        const std::size_t least = hull.size() + 2;
        for (const Flat& p : flat) {
            while (hull.size() >= least && left(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(flat.begin(), flat.end());
    }
    corners.clear();
    for (const Flat& p : hull) corners.push_back(p.corner);
}

class FeatureFinder {
  public:
    FeatureFinder(const PlacedBody& placed, const Vec3& direction, double flush)
        : pose_(placed.pose()), body_(data_of(placed)), direction_(direction), flush_(std::sin(flush)) {
        const auto& m = pose_.matrix();
        local_ = {m[0] * direction.x + m[4] * direction.y + m[8] * direction.z,
                  m[1] * direction.x + m[5] * direction.y + m[9] * direction.z,
                  m[2] * direction.x + m[6] * direction.y + m[10] * direction.z};
    }

    SupportFeature run() {
        switch (body_.kind) {
            case BodyKind::half_space:
                out_.is_plane = true;
                return out_;
            case BodyKind::cylinder:
                round_end(body_.extent.x, body_.extent.x);
                break;
            case BodyKind::cone:
                round_end(body_.extent.x, 0);
                break;
            case BodyKind::ellipsoid:
                ellipsoid();
                break;
            default:
                corners();
        }
        if (out_.corners.size() > 2) order_as_polygon(out_.corners, direction_);
        return out_;
    }

  private:
    void add(const Vec3& local, std::uint32_t number) {
        out_.corners.push_back({pose_.apply(local) + body_.radius * direction_, number});
    }

    void corners() {
        std::uint32_t top = 0;
        double most = -base::infinity;
        for (std::uint32_t i = 0; i < body_.vertices.size(); ++i)
            if (const double height = dot(local_, body_.vertices[i]); height > most) {
                most = height;
                top = i;
            }
        for (std::uint32_t i = 0; i < body_.vertices.size(); ++i) {
            const Vec3 arm = body_.vertices[i] - body_.vertices[top];
            if (-dot(local_, arm) <= flush_ * std::sqrt(dot(arm, arm)) * (1 + 1e-12))
                add(body_.vertices[i], i);
        }
        double best = -base::infinity;
        for (std::uint32_t i = 0; i < body_.faces.size(); ++i)
            if (const double along = dot(body_.planes[i].normal, local_); along > best) {
                best = along;
                out_.face = i;
            }
    }

    // Adds the corners of a cylinder or a cone that has these radii at its lower and its upper end.
    void round_end(double low_radius, double high_radius) {
        const double high = body_.extent.z, across = std::hypot(local_.x, local_.y);
        const Vec3 out = across > 0 ? Vec3{local_.x / across, local_.y / across, 0} : Vec3{1, 0, 0};
        const Vec3 low_point = low_radius * out - Vec3{0, 0, high},
                   high_point = high_radius * out + Vec3{0, 0, high};
        const double low = dot(local_, low_point), top = dot(local_, high_point);
        const bool is_low = low > top;
        const double radius = is_low ? low_radius : high_radius;
        if (across <= flush_ && radius > 0)
            return rim(radius, is_low ? -high : high, is_low ? 0 : rim_corners);
        const Vec3 side = high_point - low_point;
        if (std::abs(top - low) <= flush_ * std::sqrt(dot(side, side))) {
            add(low_point, 2 * rim_corners);
            add(high_point, 2 * rim_corners + 1);
        } else {
            add(is_low ? low_point : high_point, 2 * rim_corners + (is_low ? 0 : 1));
        }
    }
    void rim(double radius, double z, std::uint32_t first_number) {
        for (std::uint32_t i = 0; i < rim_corners; ++i) {
            const double angle = 2 * std::numbers::pi * i / rim_corners;
            add({radius * std::cos(angle), radius * std::sin(angle), z}, first_number + i);
        }
    }

    void ellipsoid() {
        const Vec3& e = body_.extent;
        const Vec3 s{e.x * local_.x, e.y * local_.y, e.z * local_.z};
        const double length = std::sqrt(dot(s, s));
        const double share = length > 0 ? 1 / length : 0;
        add({e.x * share * s.x, e.y * share * s.y, e.z * share * s.z}, 0);
    }

    Pose pose_;
    const detail::BodyData& body_;
    Vec3 direction_, local_;
    double flush_;
    SupportFeature out_;
};

}  // namespace

SupportFeature support_feature(const PlacedBody& body, const Vec3& direction, double flush) {
    return FeatureFinder(body, direction, flush).run();
}

// Duff et al., "Building an orthonormal basis, revisited" (2017).
TangentPlane::TangentPlane(const Vec3& n) {
    const double sign = std::copysign(1.0, n.z), a = -1 / (sign + n.z), b = n.x * n.y * a;
    u = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
    v = {b, sign + n.y * n.y * a, -n.y};
}

}  // namespace allide::query
