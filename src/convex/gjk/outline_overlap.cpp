#include "convex/gjk/outline_overlap.hpp"

#include "convex/gjk/simplex.hpp"
#include "kernel/pose/vec.hpp"

#include <bit>
#include <cmath>
#include <utility>

namespace allide::convex {
namespace {

using kernel::operator-;

using FourFloats __attribute__((vector_size(16))) = float;
using FourWords __attribute__((vector_size(16))) = std::int32_t;

struct Vec {
    float x = 0, y = 0, z = 0;
};
Vec operator-(const Vec& a, const Vec& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Vec operator-(const Vec& a) {
    return {-a.x, -a.y, -a.z};
}
float dot(const Vec& a, const Vec& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Vec cross(const Vec& a, const Vec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
float norm_1(const Vec& a) {
    return std::abs(a.x) + std::abs(a.y) + std::abs(a.z);
}

static_assert(outline_corners == 16);
constexpr std::int32_t index_bits = 15;

// The largest product of `d` with a corner, with that corner's index in its last four bits.
[[gnu::always_inline]] inline float highest(const Outline& body, const Vec& d) {
    const auto four_at = [](const OutlineRow& from, std::size_t i) {
        return FourFloats{from[i], from[i + 1], from[i + 2], from[i + 3]};
    };
    FourWords index{0, 1, 2, 3};
    const auto height_at = [&](std::size_t i) {
        const FourFloats height = d.x * four_at(body.corner[0], i) + d.y * four_at(body.corner[1], i) +
                                  d.z * four_at(body.corner[2], i);
        return std::bit_cast<FourFloats>((std::bit_cast<FourWords>(height) & ~index_bits) | index);
    };
    FourFloats most = height_at(0);
    for (std::size_t i = 4; i < outline_corners; i += 4) {
        index += 4;
        const FourFloats height = height_at(i);
        most = height > most ? height : most;
    }
    const float low = most[0] > most[1] ? most[0] : most[1], high = most[2] > most[3] ? most[2] : most[3];
    return low > high ? low : high;
}

Vec corner(const Outline& body, float height) {
    const auto i = static_cast<std::size_t>(std::bit_cast<std::int32_t>(height) & index_bits);
    return {body.corner[0][i], body.corner[1][i], body.corner[2][i]};
}

// Portal refinement as in gjk/portal, on the difference A − B of the two outlines.
class OutlinePair {
  public:
    OutlinePair(const Outline& a, const Outline& b, const Vec3& offset, double size, double limit)
        : a_(a),
          b_(b),
          offset_{static_cast<float>(offset.x), static_cast<float>(offset.y), static_cast<float>(offset.z)},
          inside_(-offset_),
          error_(a.error + b.error),
          size_(size),
          unit_(static_cast<float>((0x1p-18 * size_ + error_) * (1 + 0x1p-20))),
          reach_(static_cast<float>((limit + a.radius + b.radius) * (1 + 0x1p-20))) {}

    BodyVerdict verdict() {
        // Within this range, products of four lengths neither overflow nor underflow.
        if (!(size_ > 0x1p-24 && size_ < 0x1p24 && reach_ < 0x1p24f)) return BodyVerdict::undecided;
        search();
        return verdict_;
    }

  private:
    using Corners = std::array<Vec, 3>;
    static constexpr int most_steps = 24;

    static bool in_range(const Vec& direction) {
        const float size = norm_1(direction);
        return size > 0x1p-50f && size < 0x1p52f;
    }
    // True if a plane across `direction` certainly separates the bodies by more than the limit, or if the
    // direction is too short or too long to tell. Stores the support point of A − B in `support_`.
    bool ends(const Vec& direction) {
        if (!in_range(direction)) return true;
        const float of_a = highest(a_, direction), of_b = highest(b_, -direction);
        const float height = of_a + of_b - dot(direction, offset_);
        float bound = unit_ * norm_1(direction);
        if (reach_ > 0) bound += reach_ * std::sqrt(dot(direction, direction)) * (1 + 0x1p-20f);
        support_ = corner(a_, of_a) - corner(b_, of_b) - offset_;
        if (height < -bound) verdict_ = BodyVerdict::no;
        return height < -bound;
    }

    void search() {
        if (ends(-inside_)) return;
        corner_[0] = support_;
        Vec normal = cross(corner_[0], inside_);
        if (ends(normal)) return;
        corner_[1] = support_;
        normal = cross(corner_[0] - inside_, corner_[1] - inside_);
        if (dot(normal, inside_) > 0) {
            std::swap(corner_[0], corner_[1]);
            normal = -normal;
        }
        for (int step = 0; step < most_steps; ++step) {
            if (ends(normal)) return;
            corner_[2] = support_;
            if (dot(cross(corner_[0], corner_[2]), inside_) < 0)
                corner_[1] = corner_[2];
            else if (dot(cross(corner_[2], corner_[1]), inside_) < 0)
                corner_[0] = corner_[2];
            else
                return move_outward();
            normal = cross(corner_[0] - inside_, corner_[1] - inside_);
        }
    }

    void move_outward() {
        for (int step = 0; step < most_steps; ++step) {
            const Vec normal = cross(corner_[1] - corner_[0], corner_[2] - corner_[0]);
            const float height = dot(normal, corner_[0]);
            if (height >= 0 && certainly_inside()) {
                verdict_ = BodyVerdict::yes;
                return;
            }
            if (ends(normal)) return;
            if (!(dot(normal, support_) > height + unit_ * norm_1(normal))) return;
            const Vec across = cross(support_, inside_);
            const bool first = dot(corner_[0], across) > 0, second = dot(corner_[1], across) > 0,
                       third = dot(corner_[2], across) > 0;
            if (first)
                corner_[second ? 0 : 2] = support_;
            else
                corner_[third ? 1 : 0] = support_;
        }
    }

    // True if the origin certainly lies in the tetrahedron of the portal's three corners and `inside_`. This
    // holds if the four volumes that the origin forms with three of these points each certainly have the same
    // sign. Their error bound is that of gjk/simplex: 18 e |w|² for an error e of each coordinate (here 20 e
    // |w|²), and the rounding of the products.
    bool certainly_inside() const {
        std::array<Vec3, 4> w;
        for (std::size_t i = 0; i < 3; ++i) w[i] = {corner_[i].x, corner_[i].y, corner_[i].z};
        w[3] = {inside_.x, inside_.y, inside_.z};
        const double e = error_ + 0x1p-22 * size_, bound = (20 * e + 0x1p-45 * size_) * size_ * size_;
        const auto [v0, v1, v2, v3] = volumes_about_origin(w);
        const double low = std::min(std::min(v0, v1), std::min(v2, v3)),
                     high = std::max(std::max(v0, v1), std::max(v2, v3));
        return low > bound || high < -bound;
    }

    const Outline &a_, &b_;
    const Vec offset_, inside_;  // from the middle of A to that of B, and back
    const double error_, size_;
    const float unit_, reach_;
    Corners corner_;
    Vec support_;
    BodyVerdict verdict_ = BodyVerdict::undecided;
};

}  // namespace

BodyVerdict overlap_of_outlines(const Outline& a, const Outline& b, double limit) {
    const Vec3 offset = b.center - a.center;
    const double size = a.outer_ball + b.outer_ball + kernel::largest(offset),
                 radii = a.radius + b.radius + limit;
    // Within this range, products of four lengths neither overflow nor underflow.
    if (!(size > 0x1p-24 && size < 0x1p24 && radii < 0x1p24)) return BodyVerdict::undecided;
    const double length = std::sqrt(allide::dot(offset, offset)),
                 error = 2 * (a.error + b.error) + 0x1p-48 * length;
    if (length + error < (a.inner_ball + b.inner_ball + radii) * (1 - 0x1p-50)) return BodyVerdict::yes;
    if (length - error > (a.outer_ball + b.outer_ball + radii) * (1 + 0x1p-50)) return BodyVerdict::no;
    return OutlinePair(a, b, offset, size, limit).verdict();
}

}  // namespace allide::convex
