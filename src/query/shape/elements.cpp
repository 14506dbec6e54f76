#include "query/shape/elements.hpp"

#include "base/infinity.hpp"
#include "convex/body/body_data.hpp"
#include "convex/body/small_body.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace allide::query {
namespace {

using base::infinity;

// The error of a sum: sum + error is exactly a + b. Zero if the sum is exact.
double error_of_sum(double a, double b, double sum) {
    const double part = sum - a;
    return (a - (sum - part)) + (b - part);
}

bool is_exact(const ConvexBody& body) {
    return convex::is_rounded_polytope(data_of(body)) || body.kind() == BodyKind::half_space;
}

// Adds the clearance to A's radius and tests whether the bodies overlap. Undecided only if that sum is not a
// double and the two doubles next to it give different verdicts.
BodyVerdict verdict_of_rounded(const PlacedBody& a, const PlacedBody& b, double clearance) {
    const detail::BodyData& body = data_of(a);
    const double radius = body.radius + clearance, error = error_of_sum(body.radius, clearance, radius);
    const ConvexBody core = detail::BodyAccess::borrow(body);
    const auto verdict_with = [&](double r) {
        const ConvexBody rounded = convex::rounded_body(core, r);
        return overlap_solid(rounded.at(a.pose()), b).verdict;
    };
    const BodyVerdict verdict = verdict_with(radius);
    if (error == 0) return verdict;
    // The true sum lies between `radius` and this neighbour.
    const BodyVerdict other = verdict_with(std::nextafter(radius, error > 0 ? infinity : -infinity));
    return verdict == other ? verdict : BodyVerdict::undecided;
}

BodyVerdict both(BodyVerdict x, BodyVerdict y) {
    if (x == BodyVerdict::no || y == BodyVerdict::no) return BodyVerdict::no;
    return x == y ? x : BodyVerdict::undecided;
}

}  // namespace

Structure structure_of(const detail::ShapeData& shape) {
    switch (shape.kind) {
        case ShapeKind::mesh:
        case ShapeKind::height_field:
        case ShapeKind::points:
        case ShapeKind::cells:
            return Structure::tree;
        case ShapeKind::plane:
        case ShapeKind::half_space:
            return Structure::flat;
        default:
            return Structure::parts;
    }
}

std::uint32_t count_of(const detail::ShapeData& shape) {
    const std::size_t count =
        structure_of(shape) == Structure::tree ? shape.model.mesh().triangles().size() : shape.parts.size();
    return static_cast<std::uint32_t>(count);
}

Element element_of(const ShapeSide& side, std::uint32_t number) {
    const detail::ShapeData& shape = side.shape;
    switch (shape.kind) {
        case ShapeKind::mesh:
        case ShapeKind::height_field:
            return {convex::triangle_body(shape.model.mesh().corners(number), 0), side.pose};
        case ShapeKind::points:
            return {convex::ball_body(shape.centers[number], shape.radius), side.pose};
        case ShapeKind::cells:
            return {convex::box_body(shape.boxes[number], 0), side.pose};
        case ShapeKind::compound:
            return {shape.parts[number].body, side.pose * shape.parts[number].pose};
        default:
            return {shape.parts[number].body, side.pose};
    }
}

Element element_with_faces(const ShapeSide& side, std::uint32_t number) {
    const Element element = element_of(side, number);
    if (structure_of(side.shape) != Structure::tree || side.shape.kind == ShapeKind::points) return element;
    return {ConvexBody::from_points(element.body.vertices()).value(), element.pose};
}

double reach_of(const detail::ShapeData& shape) {
    return shape.kind == ShapeKind::cells ? shape.outer : shape.radius;
}

BodyVerdict verdict_within(const PlacedBody& a, const PlacedBody& b, double clearance) {
    if (clearance == 0) return overlap_solid(a, b).verdict;
    const BodyDistance gap = distance(a, b);
    if (gap.upper <= clearance) return BodyVerdict::yes;
    if (gap.lower > clearance) return BodyVerdict::no;
    const bool exact_a = is_exact(detail::BodyAccess::borrow(data_of(a))),
               exact_b = is_exact(detail::BodyAccess::borrow(data_of(b)));
    if (!exact_a || !exact_b) return BodyVerdict::undecided;
    if (data_of(a).kind != BodyKind::half_space) return verdict_of_rounded(a, b, clearance);
    if (data_of(b).kind != BodyKind::half_space) return verdict_of_rounded(b, a, clearance);
    return BodyVerdict::undecided;
}

BodyVerdict verdict_within_flat(const PlacedBody& body, const ShapeSide& flat, double clearance) {
    BodyVerdict verdict = BodyVerdict::yes;
    for (const CompoundPart& half : flat.shape.parts)
        verdict = both(verdict, verdict_within(body, half.body.at(flat.pose), clearance));
    return verdict;
}

LengthSum sum_of(double a, double b, double c) {
    const double ab = a + b, error_ab = error_of_sum(a, b, ab);
    const double abc = ab + c, error = error_of_sum(ab, c, abc);
    if (error_ab == 0 && error == 0) return {abc, true};
    // The sum is rounded twice, by at most half a unit in the last place each time.
    return {std::nextafter(std::nextafter(abc, infinity), infinity), false};
}

}  // namespace allide::query
