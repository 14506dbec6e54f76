#include "query/clash/solid_parity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace allide::query {
namespace {

using kernel::BoundedDouble;
using kernel::cross_of;
using kernel::dot_of;
using kernel::Exact;
using kernel::minus;
using kernel::NumberPoint;
using kernel::NumberTriangle;

// Directions nearly along x, so that half-lines meet few boxes. The other coordinates are odd numbers that
// change from direction to direction, so that half-lines rarely meet edges.
constexpr double half_line_ahead = 0x1p20, half_line_aside = 0x1p11;
Vec3 half_line_direction(std::uint32_t number) {
    std::uint32_t state = 0x9e3779b9u * (number + 1);
    const auto next = [&state] {
        state = state * 1664525u + 1013904223u;
        return static_cast<double>((state >> 20) | 1u) - half_line_aside;
    };
    const double y = next(), z = next();
    return {half_line_ahead, y, z};
}

Box box_of_corners(const std::array<Vec3, 3>& t) {
    const auto& [a, b, c] = t;
    return {{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})},
            {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})}};
}

Box box_of_certain(const NumberTriangle<BoundedDouble>& t) {
    const auto range = [&](std::size_t k) {
        const double low = std::min({t[0][k].low(), t[1][k].low(), t[2][k].low()});
        const double high = std::max({t[0][k].high(), t[1][k].high(), t[2][k].high()});
        // The widening exceeds the rounding errors of both ends.
        return std::pair(low - std::abs(low) * 0x1p-50, high + std::abs(high) * 0x1p-50);
    };
    const auto [x0, x1] = range(0);
    const auto [y0, y1] = range(1);
    const auto [z0, z1] = range(2);
    return {{x0, y0, z0}, {x1, y1, z1}};
}

// Tests whether a half-line may meet a box. The half-line starts within the error bounds of `place`, and the
// first coordinate of its direction is positive.
class HalfLineReach {
  public:
    HalfLineReach(const NumberPoint<BoundedDouble>& place, const Vec3& direction)
        : place_(place), slope_{direction.y / direction.x, direction.z / direction.x} {}

    // False only if the half-line certainly misses the box.
    bool may_meet(const Box& box) const {
        if (box.hi.x < place_[0].low()) return false;
        const double from = std::max(0.0, box.lo.x - place_[0].high()), to = box.hi.x - place_[0].low();
        return may_meet(0, from, to, box.lo.y, box.hi.y) && may_meet(1, from, to, box.lo.z, box.hi.z);
    }

  private:
    // `slack` exceeds the sum of all rounding errors.
    bool may_meet(std::size_t side, double from, double to, double low, double high) const {
        const BoundedDouble& start = place_[side + 1];
        const double near = slope_[side] * from, far = slope_[side] * to;
        const double slack =
            0x1p-48 * (std::abs(start.value) + std::abs(far) + std::abs(place_[0].value)) + start.error;
        return low <= start.value + std::max(near, far) + slack &&
               high >= start.value + std::min(near, far) - slack;
    }

    const NumberPoint<BoundedDouble>& place_;
    std::array<double, 2> slope_;
};

// True if the half-line's line misses the triangle: it passes two of the edges on different sides.
bool misses(const std::array<int, 3>& turns) {
    const auto [low, high] = std::minmax({turns[0], turns[1], turns[2]});
    return low < 0 && high > 0;
}

}  // namespace

SolidTriangles::SolidTriangles(const SolidSurface& surface, const Pose& pose, std::uint32_t component)
    : mesh_(surface.model().mesh()), pose_(pose) {
    const auto count = static_cast<std::uint32_t>(mesh_.triangles().size());
    const bool at_rest = pose == Pose::identity();
    for (std::uint32_t t = 0; t < count; ++t) {
        if (surface.bounding(t) != t) continue;
        if (component != SolidSurface::none && surface.component(t) != component) continue;
        numbers_.push_back(t);
        boxes_.push_back(at_rest ? box_of_corners(mesh_.corners(t))
                                 : box_of_certain(corners<BoundedDouble>(numbers_.size() - 1)));
    }
}

const HalfLine& SolidTriangles::half_line(const RationalPoint& place, std::uint32_t direction) const {
    RoughPlace rough{};
    for (std::size_t k = 0; k < 3; ++k)
        if (place.numerator[k].sign() != 0)
            rough[k] = static_cast<float>(quotient(place.numerator[k], place.denominator));
    // Consecutive queries are about the same few places, so the cache can be small.
    constexpr std::size_t most_known = 64;
    if (known_.size() >= most_known && known_.count(rough) == 0) known_.clear();
    std::vector<Known>& there = known_[rough];
    auto known = std::find_if(there.begin(), there.end(), [&](const Known& one) {
        for (std::size_t k = 0; k < 3; ++k)
            if (!(one.place.numerator[k] * place.denominator == place.numerator[k] * one.place.denominator))
                return false;
        return true;
    });
    if (known == there.end()) known = there.insert(there.end(), Known{place, {}});
    while (known->half_lines.size() <= direction)
        known->half_lines.push_back(std::make_unique<const HalfLine>(
            cast(place, half_line_direction(static_cast<std::uint32_t>(known->half_lines.size())))));
    return *known->half_lines[direction];
}

HalfLine SolidTriangles::cast(const RationalPoint& place, const Vec3& direction) const {
    const auto coordinate = [&](std::size_t k) {
        const double x = place.numerator[k].sign() == 0 ? 0 : quotient(place.numerator[k], place.denominator);
        return BoundedDouble(x, std::abs(x) * 0x1p-49 + 0x1p-1000);
    };
    const NumberPoint<BoundedDouble> rounded{coordinate(0), coordinate(1), coordinate(2)};
    const HalfLineReach reach(rounded, direction);
    HalfLine line;
    for (std::size_t i = 0; i < boxes_.size(); ++i)
        if (reach.may_meet(boxes_[i])) test_triangle(i, place, rounded, direction, line);
    return line;
}

void SolidTriangles::test_triangle(std::size_t triangle, const RationalPoint& place,
                                   const NumberPoint<BoundedDouble>& rounded, const Vec3& direction,
                                   HalfLine& line) const {
    const NumberTriangle<BoundedDouble> rough = corners<BoundedDouble>(triangle);
    const auto rough_way = kernel::as_given<BoundedDouble>(direction);
    const NumberTriangle<BoundedDouble> seen{minus(rough[0], rounded), minus(rough[1], rounded),
                                             minus(rough[2], rounded)};
    std::array<int, 3> turns{};
    bool doubt = false;
    for (std::size_t k = 0; k < 3; ++k)
        turns[k] = sign_of(dot_of(rough_way, cross_of(seen[k], seen[(k + 1) % 3])), doubt);
    if (misses(turns)) return;
    const auto rough_normal = cross_of(minus(rough[1], rough[0]), minus(rough[2], rough[0]));
    bool doubtful_height = false;
    const int height = sign_of(dot_of(rough_normal, seen[0]), doubtful_height);
    const int turn = turns[0] + turns[1] + turns[2];
    if (height * turn < 0) return;  // the triangle is behind the start
    if (height != 0 && turns[0] != 0 && turns[1] != 0 && turns[2] != 0) {
        line.odd = !line.odd;
        return;
    }
    const NumberTriangle<Exact> t = corners<Exact>(triangle);
    const ExactVector exact_direction = kernel::as_given<Exact>(direction);
    HalfLine::Doubtful found{};
    for (std::size_t k = 0; k < 3; ++k) {
        const ExactVector &a = t[k], &b = t[(k + 1) % 3];
        found.vectors[k] = cross_of(minus(a, b), exact_direction);
        found.at_place[k] = (place.denominator * dot_of(exact_direction, cross_of(a, b)) +
                             dot_of(place.numerator, found.vectors[k]))
                                .sign();
    }
    if (misses({found.at_place[0], found.at_place[1], found.at_place[2]})) return;
    // The negated normal, because the plane's height above the start decreases as the start rises.
    found.vectors[3] = cross_of(minus(t[2], t[0]), minus(t[1], t[0]));
    found.at_place[3] =
        (dot_of(found.vectors[3], place.numerator) - place.denominator * dot_of(found.vectors[3], t[0]))
            .sign();
    line.doubtful.push_back(std::move(found));
}

namespace {
constexpr std::int8_t sign_unknown = 2;
}  // namespace

void ParityNearPoint::cast_in_direction(std::uint32_t direction) {
    direction_ = direction;
    half_line_ = &solid_.half_line(place_, direction);
    std::array<std::array<std::int8_t, 4>, 3> none{};
    for (auto& signs : none) signs.fill(sign_unknown);
    by_step_.assign(half_line_->doubtful.size(), none);
}

int ParityNearPoint::sign_at(std::size_t doubtful, std::size_t vector, const Path& path) {
    const HalfLine::Doubtful& triangle = half_line_->doubtful[doubtful];
    int sign = triangle.at_place[vector];
    for (std::size_t i = 0; i < 3 && sign == 0; ++i) {
        if (path[i] == 0) continue;
        const auto step = static_cast<std::size_t>(std::abs(path[i]) - 1);
        std::int8_t& known = by_step_[doubtful][step][vector];
        if (known == sign_unknown)
            known = static_cast<std::int8_t>(dot_of(steps_[step], triangle.vectors[vector]).sign());
        sign = path[i] > 0 ? known : -known;
    }
    return sign;
}

ParityNearPoint::Meets ParityNearPoint::meets(std::size_t doubtful, const Path& path) {
    const std::array<int, 3> turns{sign_at(doubtful, 0, path), sign_at(doubtful, 1, path),
                                   sign_at(doubtful, 2, path)};
    if (misses(turns)) return Meets::no;
    const int height = sign_at(doubtful, 3, path), turn = turns[0] + turns[1] + turns[2];
    if (height * turn < 0) return Meets::no;  // the triangle is behind the start
    // The start is on an edge, or the half-line meets an edge or runs in the triangle's plane.
    if (turns[0] == 0 || turns[1] == 0 || turns[2] == 0) return Meets::degenerate;
    return height == 0 ? Meets::on_triangle : Meets::yes;
}

PointLocation ParityNearPoint::at(const Path& path) {
    constexpr std::uint32_t directions_tried = 64;
    for (; direction_ < directions_tried; cast_in_direction(direction_ + 1)) {
        bool odd = half_line_->odd, degenerate = false;
        for (std::size_t i = 0; i < by_step_.size() && !degenerate; ++i) {
            const Meets met = meets(i, path);
            if (met == Meets::on_triangle) return PointLocation::boundary;
            degenerate = met == Meets::degenerate;
            odd = odd != (met == Meets::yes);
        }
        if (!degenerate) return odd ? PointLocation::inside : PointLocation::outside;
    }
    // Every direction was degenerate, so the point is on an edge.
    cast_in_direction(0);
    return PointLocation::boundary;
}

ParityNearPoint parity_near_first_corner(const SolidTriangles& solid, const std::array<Vec3, 3>& triangle,
                                         const Pose& pose) {
    const ExactVector a = placed_corner<Exact>(pose, triangle[0]);
    const ExactVector along = minus(placed_corner<Exact>(pose, triangle[1]), a),
                      within = minus(placed_corner<Exact>(pose, triangle[2]), a);
    return {solid, {a}, {along, within, cross_of(along, within)}};
}

}  // namespace allide::query
