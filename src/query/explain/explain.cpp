#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/number/exact_text.hpp"
#include "kernel/triangle/exact_closest_points.hpp"
#include "model/model_data.hpp"
#include "query/explain/separation_search.hpp"

#include <allide/extra/explain.hpp>

namespace allide {
namespace {

ExactPointOnTriangle point_of(std::uint32_t triangle, const kernel::ExactWeights& weights) {
    return {triangle,
            {kernel::text_of(weights[0]), kernel::text_of(weights[1]), kernel::text_of(weights[2])}};
}

std::array<ExactPointOnTriangle, 2> closest_points(const query::WorldPoints& a, const query::WorldPoints& b,
                                                   std::uint32_t triangle_a, std::uint32_t triangle_b) {
    const kernel::ExactClosestPoints closest =
        kernel::exact_closest_points(a.exact_triangle(triangle_a), b.exact_triangle(triangle_b));
    return {point_of(triangle_a, closest.weights_p), point_of(triangle_b, closest.weights_q)};
}

bool has_triangles(const Placed& placed) {
    return !data_of(placed).mesh.triangles().empty();
}

// The vertices of both models, relative to the first corner of A's mesh.
struct PairOfPoints {
    query::ExactPosition origin;
    query::WorldPoints a, b;

    PairOfPoints(const Placed& first, const Placed& second)
        : origin(query::exact_first_corner(data_of(first).mesh, first.pose())),
          a(data_of(first).mesh, first.pose(), origin),
          b(data_of(second).mesh, second.pose(), origin) {}
};

}  // namespace

CollisionCertificate explain_collision(const Placed& a, const Placed& b) {
    CollisionCertificate certificate;
    if (!has_triangles(a) || !has_triangles(b)) {
        certificate.separation.push_back({.direction = {0, 0, 1}});
        return certificate;
    }
    const base::DefaultFloatEnvironment environment;
    const PairOfPoints points(a, b);
    if (const std::optional<Contact> contact = any_contact(a, b))
        certificate.common = closest_points(points.a, points.b, contact->triangle_a, contact->triangle_b);
    else
        certificate.separation = query::SeparationSearch(points.a, points.b, 0).run();
    return certificate;
}

DistanceCertificate explain_distance(const Placed& a, const Placed& b, const Distance& answer) {
    base::expect(has_triangles(a) && has_triangles(b) && answer.closest,
                 "a certificate of a distance needs two models with triangles");
    const auto& [triangle_a, triangle_b, point_a, point_b] = *answer.closest;
    base::expect(
        triangle_a < data_of(a).mesh.triangles().size() && triangle_b < data_of(b).mesh.triangles().size(),
        "the answer is not about these models: no such triangle");
    const base::DefaultFloatEnvironment environment;
    const PairOfPoints points(a, b);
    DistanceCertificate certificate{
        answer.lower, answer.upper, closest_points(points.a, points.b, triangle_a, triangle_b), {}};
    if (answer.lower > 0)
        certificate.separation = query::SeparationSearch(points.a, points.b, answer.lower).run();
    return certificate;
}

}  // namespace allide
