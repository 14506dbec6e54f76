#include "query/explain/moving_contact.hpp"

#include "kernel/number/exact_text.hpp"
#include "query/explain/exact_translation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace allide::query {
namespace {

using kernel::DoubleDouble;
using kernel::Exact;
using kernel::ExactRatio;
using FineCorners = std::array<PrecisePoint, 3>;

std::vector<double> times_to_try(double from, double to) {
    std::vector<double> times{to};
    for (const double share : {0.5, 0.75, 0.25, 0.875, 0.125}) times.push_back(from + share * (to - from));
    times.push_back(from);
    return times;
}

ExactPointOnTriangle exact_point(std::uint32_t triangle, const kernel::ExactWeights& weights) {
    return {triangle,
            {kernel::text_of(weights[0]), kernel::text_of(weights[1]), kernel::text_of(weights[2])}};
}

std::string text_of_time(const ExactRatio& time) {
    return kernel::text_of(time.numerator) + "/" + kernel::text_of(time.denominator);
}

bool is_within(const ExactRatio& time, double from, double to) {
    return compare(time, {Exact(from), Exact(1.0)}) >= 0 && compare(time, {Exact(to), Exact(1.0)}) <= 0;
}

// Looks for a contact under a translation, exactly, at rational times. closest_points() multiplies all
// lengths by the time's denominator, so the clearance is multiplied by it too.
std::optional<MovingContact> translated_contact(const ContactQuestion& question, const Contact& pair) {
    const ExactTranslation pair_of_triangles(
        kernel::image<Exact>(question.segment.start, question.a.corners(pair.triangle_a)),
        kernel::image<Exact>(question.pose_b, question.b.corners(pair.triangle_b)),
        question.segment.translation);
    std::vector<ExactRatio> times;
    if (const auto first = pair_of_triangles.first_contact()) times.push_back(*first);
    for (const double t : times_to_try(question.from, question.to)) times.push_back({Exact(t), Exact(1.0)});
    const Exact limit(question.clearance);
    for (const ExactRatio& time : times) {
        if (!is_within(time, question.from, question.to)) continue;
        const kernel::ExactClosestPoints closest = pair_of_triangles.closest_points(time);
        const Exact reach = limit * time.denominator;
        if (compare(closest.squared, {reach * reach, Exact(1.0)}) > 0) continue;
        MovingContact contact;
        contact.kind =
            question.clearance > 0 ? MovingContact::Kind::near_points : MovingContact::Kind::common_point;
        contact.time = text_of_time(time);
        contact.points = {exact_point(pair.triangle_a, closest.weights_p),
                          exact_point(pair.triangle_b, closest.weights_q)};
        return contact;
    }
    return std::nullopt;
}

// Sign of the determinant of a, b, c, whose coordinates have errors up to `error`; 0 if it is not proven.
int sure_sign(const PrecisePoint& a, const PrecisePoint& b, const PrecisePoint& c, double error) {
    const auto size = [](const PrecisePoint& x) {
        return std::abs(x[0].high) + std::abs(x[1].high) + std::abs(x[2].high);
    };
    const double value = kernel::dot_of(kernel::cross_of(a, b), c).rounded();
    const double bound = 64 * error * (size(a) * size(b) + size(b) * size(c) + size(c) * size(a)) + 0x1p-1000;
    return value > bound ? 1 : value < -bound ? -1 : 0;
}

bool surely_pierces(const PrecisePoint& from, const PrecisePoint& to, const FineCorners& t, double error) {
    const PrecisePoint e = kernel::minus(t[1], t[0]), f = kernel::minus(t[2], t[0]);
    const int above = sure_sign(e, f, kernel::minus(from, t[0]), error),
              below = sure_sign(e, f, kernel::minus(to, t[0]), error);
    if (above * below >= 0) return false;
    const PrecisePoint edge = kernel::minus(to, from);
    for (std::size_t j = 0; j < 3; ++j)
        if (sure_sign(kernel::minus(t[j], from), kernel::minus(t[(j + 1) % 3], from), edge, error) != -above)
            return false;
    return true;
}

std::optional<MovingContact> piercing_at(const MovingPoints& points, const Contact& pair, double t) {
    const MovingPoints::Moment moment = points.moment(t);
    FineCorners p, q;
    for (std::size_t i = 0; i < 3; ++i) {
        p[i] = points.place_a(points.mesh_a().triangles()[pair.triangle_a][i], moment);
        q[i] = points.place_b(points.mesh_b().triangles()[pair.triangle_b][i]);
    }
    for (const bool of_a : {true, false})
        for (std::size_t i = 0; i < 3; ++i) {
            const FineCorners &edges = of_a ? p : q, &face = of_a ? q : p;
            if (!surely_pierces(edges[i], edges[(i + 1) % 3], face, points.error())) continue;
            MovingContact contact;
            contact.kind = MovingContact::Kind::piercing;
            contact.time = kernel::text_of(Exact(t));
            contact.triangles = pair;
            contact.of_a = of_a;
            contact.number = static_cast<int>(i);
            return contact;
        }
    return std::nullopt;
}

// True if `corner` and all corners of `face` are exactly at one height along the axis.
bool is_in_plane(const ExactPosition& axis, const ExactPosition& corner, const ExactCorners& face) {
    const Exact height = kernel::dot_of(axis, corner);
    for (const ExactPosition& other : face)
        if (!(kernel::dot_of(axis, other) == height)) return false;
    return true;
}

// True if x, in the triangle's plane, is strictly on the same side of all edges, seen along the axis.
bool is_surely_inside(const PrecisePoint& x, const FineCorners& t, const PrecisePoint& axis, double error) {
    int side = 0;
    for (std::size_t j = 0; j < 3; ++j) {
        const int sign = sure_sign(kernel::minus(t[(j + 1) % 3], t[j]), kernel::minus(x, t[j]), axis, error);
        if (sign == 0 || (side != 0 && sign != side)) return false;
        side = sign;
    }
    return true;
}

// Looks for a corner of one triangle that slides in the plane of the other one. Only for rotations without an
// advance, since these keep heights along the axis.
std::optional<MovingContact> sliding_at(const ContactQuestion& question, const MovingPoints& points,
                                        const Contact& pair, double t) {
    const Screw& screw = question.segment.screw;
    if (screw.advance != 0) return std::nullopt;
    const ExactPosition axis = kernel::as_given<Exact>(screw.axis);
    const double size = std::max({std::abs(screw.axis.x), std::abs(screw.axis.y), std::abs(screw.axis.z)});
    const PrecisePoint direction =
        kernel::as_given<DoubleDouble>(screw.axis * std::ldexp(1.0, -std::ilogb(size)));
    const ExactCorners start =
                           kernel::image<Exact>(question.segment.start, question.a.corners(pair.triangle_a)),
                       rest = kernel::image<Exact>(question.pose_b, question.b.corners(pair.triangle_b));
    const MovingPoints::Moment moment = points.moment(t);
    FineCorners p, q;
    for (std::size_t i = 0; i < 3; ++i) {
        p[i] = points.place_a(points.mesh_a().triangles()[pair.triangle_a][i], moment);
        q[i] = points.place_b(points.mesh_b().triangles()[pair.triangle_b][i]);
    }
    for (const bool of_a : {true, false})
        for (std::size_t i = 0; i < 3; ++i) {
            if (!is_in_plane(axis, of_a ? start[i] : rest[i], of_a ? rest : start)) continue;
            if (!is_surely_inside(of_a ? p[i] : q[i], of_a ? q : p, direction, points.error())) continue;
            MovingContact contact;
            contact.kind = MovingContact::Kind::sliding;
            contact.time = kernel::text_of(Exact(t));
            contact.triangles = pair;
            contact.of_a = of_a;
            contact.number = static_cast<int>(i);
            return contact;
        }
    return std::nullopt;
}

ExactPosition exact_of(const PrecisePoint& x) {
    return {Exact(x[0].high) + Exact(x[0].low), Exact(x[1].high) + Exact(x[1].low),
            Exact(x[2].high) + Exact(x[2].low)};
}

// Rounds the weights to doubles. They then describe another point, which is also a point of the triangle.
ExactPointOnTriangle rounded_point_of(std::uint32_t triangle, const kernel::ExactWeights& weights) {
    const Exact sum = weights[0] + weights[1] + weights[2];
    ExactPointOnTriangle point{triangle, {}};
    for (std::size_t i = 0; i < 3; ++i) point.weights[i] = kernel::text_of(Exact(quotient(weights[i], sum)));
    return point;
}

std::optional<MovingContact> near_points_at(const MovingPoints& points, const Contact& pair, double t,
                                            double clearance) {
    const MovingPoints::Moment moment = points.moment(t);
    ExactCorners p, q;
    for (std::size_t i = 0; i < 3; ++i) {
        p[i] = exact_of(points.place_a(points.mesh_a().triangles()[pair.triangle_a][i], moment));
        q[i] = exact_of(points.place_b(points.mesh_b().triangles()[pair.triangle_b][i]));
    }
    const kernel::ExactClosestPoints closest = kernel::exact_closest_points(p, q);
    const double distance = root_of_quotient(closest.squared.numerator, closest.squared.denominator);
    // The margin covers the effect of rounding the weights.
    if (distance > points.scaled(clearance) - 0x1p-50) return std::nullopt;
    MovingContact contact;
    contact.kind = MovingContact::Kind::near_points;
    contact.time = kernel::text_of(Exact(t));
    contact.points = {rounded_point_of(pair.triangle_a, closest.weights_p),
                      rounded_point_of(pair.triangle_b, closest.weights_q)};
    return contact;
}

}  // namespace

std::optional<MovingContact> find_moving_contact(const ContactQuestion& question,
                                                 std::span<const Contact> pairs) {
    if (question.segment.is_linear) {
        for (const Contact& pair : pairs)
            if (const auto contact = translated_contact(question, pair)) return contact;
        return std::nullopt;
    }
    const MovingPoints points(question.a, question.segment, question.b, question.pose_b);
    for (const double t : times_to_try(question.from, question.to))
        for (const Contact& pair : pairs) {
            if (question.clearance > 0) {
                if (auto contact = near_points_at(points, pair, t, question.clearance)) return contact;
                continue;
            }
            if (auto contact = piercing_at(points, pair, t)) return contact;
            if (auto contact = sliding_at(question, points, pair, t)) return contact;
        }
    return std::nullopt;
}

}  // namespace allide::query
