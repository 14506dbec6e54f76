#include "convex/depth/feature_height.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <cmath>

namespace allide::convex {
namespace {

using kernel::cross;
using kernel::dot;

constexpr double most_deviation_of_features = 0x1p-44;
// Squared sine below which a direction counts as a disc's normal.
constexpr double least_disc_share = 1e-28;

// Largest deviation of an entry of RᵀR from the identity.
double deviation_from_rotation(const std::array<Vec3, 3>& c) {
    return std::max({std::abs(dot(c[0], c[0]) - 1), std::abs(dot(c[1], c[1]) - 1),
                     std::abs(dot(c[2], c[2]) - 1), std::abs(dot(c[0], c[1])), std::abs(dot(c[1], c[2])),
                     std::abs(dot(c[2], c[0]))});
}

RoundPart disc(double radius, const Vec3& axis) {
    RoundPart round;
    round.whole = radius * radius;
    round.part[0] = -round.whole;
    round.axis[0] = axis;
    round.axes = 1;
    return round;
}

// Uses two equal semi-axes as the base, if there are any, so that a spheroid has only one axis left.
RoundPart ellipsoid(const Vec3& e, const std::array<Vec3, 3>& column) {
    const std::array<double, 3> semi{e.x, e.y, e.z};
    const std::size_t base = semi[0] == semi[1] || semi[0] == semi[2] ? 0 : 2;
    RoundPart round;
    round.whole = semi[base] * semi[base];
    for (std::size_t i = 0; i < 3; ++i) {
        if (i == base || semi[i] == semi[base]) continue;
        round.part[round.axes] = (semi[i] - semi[base]) * (semi[i] + semi[base]);
        round.axis[round.axes++] = column[i];
    }
    return round;
}

HeightTerms operator+(const HeightTerms& p, const HeightTerms& q) {
    return {p.c + q.c, p.a + q.a, p.b + q.b};
}
HeightTerms operator-(const HeightTerms& p, const HeightTerms& q) {
    return {p.c - q.c, p.a - q.a, p.b - q.b};
}
HeightTerms operator*(double s, const HeightTerms& p) {
    return {s * p.c, s * p.a, s * p.b};
}

// Gradient of N at n. Along the axis of a disc, any point of the disc is a support point; returns the center.
Vec3 round_gradient(const RoundPart& round, const Vec3& n) {
    const double squared = round.squared(n);
    if (!(squared > least_disc_share * round.whole)) return {};
    Vec3 sum;
    if (round.axes == 1) {
        // Orthogonalized twice, since the difference may be dominated by rounding near the axis.
        const Vec3& axis = round.axis[0];
        const double u = dot(axis, n);
        Vec3 across = n - u * axis;
        across = across - dot(across, axis) * axis;
        sum = round.whole * across + ((round.whole + round.part[0]) * u) * axis;
    } else {
        sum = round.whole * n;
        for (std::size_t i = 0; i < round.axes; ++i)
            sum = sum + (round.part[i] * dot(round.axis[i], n)) * round.axis[i];
    }
    return (1 / std::sqrt(squared)) * sum;
}

// Adds factor · N(n), the height of a round part, and its derivatives along the tangents x and y.
void add_round(const RoundPart& round, double factor, const Vec3& n, const Vec3& x, const Vec3& y,
               HeightDerivatives& sum) {
    if (factor == 0) return;
    const double size = std::sqrt(round.squared(n));
    if (!(size > 0)) return;
    const Vec3 g = round_gradient(round, n);
    double xx = round.whole, xy = 0, yy = round.whole;
    for (std::size_t i = 0; i < round.axes; ++i) {
        const double ux = dot(round.axis[i], x), uy = dot(round.axis[i], y);
        xx += round.part[i] * ux * ux;
        xy += round.part[i] * ux * uy;
        yy += round.part[i] * uy * uy;
    }
    const double gx = dot(g, x), gy = dot(g, y), share = factor / size;
    sum.value += factor * size;
    sum.gradient[0] += factor * gx;
    sum.gradient[1] += factor * gy;
    // A height is homogeneous of degree 1 and a great circle of unit speed has n″ = −n, so the second
    // derivative along the circle is that along its tangent minus the height itself.
    sum.xx += share * (xx - gx * gx) - factor * size;
    sum.xy += share * (xy - gx * gy);
    sum.yy += share * (yy - gy * gy) - factor * size;
}

}  // namespace

double RoundPart::squared(const Vec3& n) const {
    if (axes == 1) {  // a sum of two squares, in which nothing cancels
        const double u = dot(axis[0], n);
        const Vec3 across = n - u * axis[0];
        return whole * dot(across, across) + (whole + part[0]) * u * u;
    }
    double sum = whole * dot(n, n);
    for (std::size_t i = 0; i < axes; ++i) {
        const double u = dot(axis[i], n);
        sum += part[i] * u * u;
    }
    return std::max(sum, 0.0);
}

Vec3 FeatureBody::place(const Vec3& local) const {
    return second_ ? -1 * pair_->place_b(local) : pair_->place_a(local);
}

std::optional<FeatureBody> FeatureBody::of(const BodyPair& pair, const PlacedBody& placed, bool second) {
    FeatureBody body(pair, second);
    body.data_ = &data_of(placed);
    if (is_rounded_polytope(*body.data_)) return body;
    const auto& m = placed.pose().matrix();
    std::array<Vec3, 3> column{Vec3{m[0], m[4], m[8]}, Vec3{m[1], m[5], m[9]}, Vec3{m[2], m[6], m[10]}};
    const double deviation = deviation_from_rotation(column);
    if (!(deviation <= most_deviation_of_features)) return std::nullopt;
    body.error_ = 4 * deviation * body.data_->norm;
    for (Vec3& c : column) c = (1 / std::sqrt(dot(c, c))) * c;
    const Vec3& e = body.data_->extent;
    body.round_ = body.data_->kind == BodyKind::ellipsoid ? ellipsoid(e, column) : disc(e.x, column[2]);
    return body;
}
std::optional<FeatureBody> FeatureBody::of_a(const BodyPair& pair) {
    return of(pair, pair.placed_a(), false);
}
std::optional<FeatureBody> FeatureBody::of_b(const BodyPair& pair) {
    return of(pair, pair.placed_b(), true);
}

Vec3 FeatureBody::center(std::uint32_t feature) const {
    const double h = data_->extent.z;
    switch (data_->kind) {
        case BodyKind::cylinder:
        case BodyKind::cone:
            return place({0, 0, feature == 0 ? h : -h});
        case BodyKind::ellipsoid:
            return place({});
        default:
            return place(data_->vertices[feature]);
    }
}

bool FeatureBody::is_along_disc(const Vec3& n) const {
    return has_disc() && !(round_.squared(n) > least_disc_share * round_.whole);
}

std::array<std::uint32_t, 3> FeatureBody::highest(const Vec3& direction, double level) const {
    const std::size_t count = has_disc()                           ? 2
                              : data_->kind == BodyKind::ellipsoid ? 1
                                                                   : data_->vertices.size();
    const auto height_of = [&](std::uint32_t f) {
        return dot(center(f), direction) + roundness(f) * std::sqrt(round_.squared(direction));
    };
    std::uint32_t best = 0;
    for (std::uint32_t f = 1; f < count; ++f)
        if (height_of(f) > height_of(best)) best = f;
    const double least = height_of(best) - level;
    std::array<std::uint32_t, 3> found{best, best, best};
    std::size_t size = 1;
    for (std::uint32_t f = 0; f < count && size < 3; ++f)
        if (f != best && height_of(f) >= least) found[size++] = f;
    return found;
}

namespace {

// Distance of the origin from the boundary of the hull of points in a plane; 0 if it is not inside.
double radius_within(const std::array<std::array<double, 2>, 8>& p, std::size_t count) {
    double least = base::infinity;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < count; ++k) {
            const double ex = p[k][0] - p[i][0], ey = p[k][1] - p[i][1], size = std::sqrt(ex * ex + ey * ey);
            if (!(size > 0)) continue;
            // Signed distance to the left of the line from point i to point k.
            const auto left = [&](double x, double y) {
                return (ex * (y - p[i][1]) - ey * (x - p[i][0])) / size;
            };
            bool is_boundary = true;
            for (std::size_t j = 0; j < count; ++j) is_boundary &= left(p[j][0], p[j][1]) >= -1e-9 * size;
            if (is_boundary) least = std::min(least, left(0, 0) * (1 - 1e-6) - 1e-8 * size);
        }
    return least > 0 && least < base::infinity ? least : 0;
}

Vec3 some_perpendicular(const Vec3& n) {
    const Vec3 v = cross(n, std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
    return (1 / std::sqrt(dot(v, v))) * v;
}

}  // namespace

double FeatureBody::face_radius(const Vec3& direction, const Vec3& point, double level) const {
    if (!is_polytope() || data_->vertices.size() < 3) return 0;
    const Vec3 x = some_perpendicular(direction), y = cross(direction, x);
    const double least = dot(point, direction) - level;
    std::array<std::array<double, 2>, 8> found{};
    std::size_t count = 0;
    for (std::uint32_t f = 0; f < data_->vertices.size() && count < found.size(); ++f) {
        const Vec3 at = center(f);
        if (dot(at, direction) >= least) found[count++] = {dot(at - point, x), dot(at - point, y)};
    }
    return count < 3 ? 0 : radius_within(found, count);
}

HeightTerms FeatureSum::part(bool of_b) const {
    HeightTerms sum = of_b ? b : a;
    for (std::size_t i = 0; i < edges; ++i)
        if (edge[i].of_b == of_b) sum = sum + edge[i].weight * edge[i].height;
    return sum;
}
HeightTerms FeatureSum::total() const {
    return part(false) + part(true);
}
bool FeatureSum::is_convex() const {
    double of_a = 0, of_b = 0;
    for (std::size_t i = 0; i < edges; ++i) {
        if (!(edge[i].weight >= 0)) return false;
        (edge[i].of_b ? of_b : of_a) += edge[i].weight;
    }
    return of_a <= 1 && of_b <= 1;
}

std::optional<FeatureSum> FeatureHeight::sum_of(const std::array<Weighted, 3>& features) const {
    FeatureSum sum;
    for (const bool of_b : {false, true}) {
        const FeatureBody& body = of_b ? *b_ : *a_;
        std::array<std::uint32_t, 3> id{};
        std::array<double, 3> weight{};
        std::size_t count = 0;
        for (const Weighted& f : features) {
            const std::uint32_t feature = of_b ? f.b : f.a;
            std::size_t i = 0;
            while (i < count && id[i] != feature) ++i;
            if (i == count) id[count++] = feature;
            weight[i] += f.weight;
        }
        const auto terms = [&](std::uint32_t feature) {
            HeightTerms found{.c = body.center(feature)};
            (of_b ? found.b : found.a) = body.roundness(feature);
            return found;
        };
        const auto base =
            static_cast<std::size_t>(std::max_element(weight.begin(), weight.end()) - weight.begin());
        const HeightTerms first = terms(id[base]);
        (of_b ? sum.b : sum.a) = first;
        for (std::size_t i = 0; i < count; ++i) {
            if (i == base) continue;
            if (sum.edges == 2) return std::nullopt;
            sum.edge[sum.edges++] = {terms(id[i]) - first, weight[i], of_b};
        }
    }
    return sum;
}

double FeatureHeight::value(const HeightTerms& terms, const Vec3& n) const {
    double sum = dot(terms.c, n);
    if (terms.a != 0) sum += terms.a * std::sqrt(a_->round().squared(n));
    if (terms.b != 0) sum += terms.b * std::sqrt(b_->round().squared(n));
    return sum;
}

Vec3 FeatureHeight::gradient(const HeightTerms& terms, const Vec3& n) const {
    Vec3 sum = terms.c;
    if (terms.a != 0) sum = sum + terms.a * round_gradient(a_->round(), n);
    if (terms.b != 0) sum = sum + terms.b * round_gradient(b_->round(), n);
    return sum;
}

FeaturePoints FeatureHeight::points(const FeatureSum& sum, const Vec3& n) const {
    FeaturePoints found{gradient(sum.part(false), n), -1 * gradient(sum.part(true), n)};
    const double height = value(sum.total(), n);
    for (const bool of_b : {false, true}) {
        const FeatureBody& body = of_b ? *b_ : *a_;
        const HeightTerms part = sum.part(of_b);
        if (!body.has_disc() || !body.is_along_disc(n)) continue;
        const Vec3 miss = found.a - found.b - height * n;
        const double radius = std::sqrt(body.round().whole) * (of_b ? part.b : part.a),
                     far = std::sqrt(dot(miss, miss));
        const Vec3 shift = (far > radius ? radius / far : 1.0) * miss;
        (of_b ? found.b : found.a) = of_b ? found.b + shift : found.a - shift;
    }
    return found;
}

HeightDerivatives FeatureHeight::derivatives(const HeightTerms& terms, const Vec3& n, const Vec3& x,
                                             const Vec3& y) const {
    HeightDerivatives sum;
    sum.value = dot(terms.c, n);
    sum.gradient = {dot(terms.c, x), dot(terms.c, y)};
    sum.xx = sum.yy = -sum.value;
    add_round(a_->round(), terms.a, n, x, y, sum);
    add_round(b_->round(), terms.b, n, x, y, sum);
    return sum;
}

PrincipalAngle principal_angle(const HeightDerivatives& d) {
    // The angle is half of the one whose cosine and sine are proportional to xx − yy and 2 xy.
    const double along = 0.5 * (d.xx - d.yy), size = std::sqrt(along * along + d.xy * d.xy);
    if (!(size > 0)) return {};
    const double larger = std::sqrt(0.5 * (size + std::abs(along)) / size),
                 smaller = 0.5 * d.xy / (size * larger);
    if (along >= 0) return {larger, smaller};
    return {smaller, larger};
}

namespace {

double length_of(double x, double y) {
    return std::sqrt(x * x + y * y);
}

// Step of the Lagrange-Newton method: the move along both tangents and the new weights of the edges.
struct NewtonStep {
    double x = 0, y = 0;
    std::array<double, 2> weight{};
};

using EdgeDerivatives = std::array<HeightDerivatives, 2>;

// Keeps the heights of both edges at 0, which determines the move; the weights then balance the gradient.
std::optional<NewtonStep> step_along_two_edges(const HeightDerivatives& f, const EdgeDerivatives& e) {
    const double det = e[0].gradient[0] * e[1].gradient[1] - e[0].gradient[1] * e[1].gradient[0];
    const double size =
        length_of(e[0].gradient[0], e[0].gradient[1]) * length_of(e[1].gradient[0], e[1].gradient[1]);
    if (!(std::abs(det) > 1e-9 * size)) return std::nullopt;
    NewtonStep step;
    step.x = (-e[0].value * e[1].gradient[1] + e[1].value * e[0].gradient[1]) / det;
    step.y = (-e[1].value * e[0].gradient[0] + e[0].value * e[1].gradient[0]) / det;
    const double gx = f.gradient[0] + f.xx * step.x + f.xy * step.y,
                 gy = f.gradient[1] + f.xy * step.x + f.yy * step.y;
    step.weight = {(-gx * e[1].gradient[1] + gy * e[1].gradient[0]) / det,
                   (-gy * e[0].gradient[0] + gx * e[0].gradient[1]) / det};
    return step;
}

// Newton's step in one variable. Returns 0 if the minimum is farther away than `most` or does not exist,
// since the step along another direction may still be well determined.
double step_in(double slope, double curvature, double most) {
    return curvature > 0 && std::abs(slope) <= curvature * most ? -slope / curvature : 0;
}

// Moves along the curve on which the edge's height is 0, to the least height on that curve.
std::optional<NewtonStep> step_along_one_edge(const HeightDerivatives& f, const HeightDerivatives& e,
                                              double most) {
    const double size = length_of(e.gradient[0], e.gradient[1]);
    if (!(size > 0)) return std::nullopt;
    const double ux = e.gradient[0] / size, uy = e.gradient[1] / size, vx = -uy, vy = ux;
    const double up = -e.value / size;
    const double slope = f.gradient[0] * vx + f.gradient[1] * vy +
                         up * (ux * (f.xx * vx + f.xy * vy) + uy * (f.xy * vx + f.yy * vy));
    const double along = step_in(slope, f.xx * vx * vx + 2 * f.xy * vx * vy + f.yy * vy * vy, most);
    NewtonStep step;
    step.x = up * ux + along * vx;
    step.y = up * uy + along * vy;
    const double gx = f.gradient[0] + f.xx * step.x + f.xy * step.y,
                 gy = f.gradient[1] + f.xy * step.x + f.yy * step.y;
    step.weight[0] = -(gx * ux + gy * uy) / size;
    return step;
}

// Newton steps along both principal directions of the curvature.
NewtonStep free_step(const HeightDerivatives& f, double most) {
    const auto [c, s] = principal_angle(f);
    const double first = step_in(c * f.gradient[0] + s * f.gradient[1],
                                 c * c * f.xx + 2 * c * s * f.xy + s * s * f.yy, most),
                 second = step_in(c * f.gradient[1] - s * f.gradient[0],
                                  s * s * f.xx - 2 * c * s * f.xy + c * c * f.yy, most);
    NewtonStep step;
    step.x = c * first - s * second;
    step.y = s * first + c * second;
    return step;
}

// True if the largest principal curvature is clearly positive.
bool has_steep_direction(const HeightDerivatives& f) {
    const double mean = 0.5 * (f.xx + f.yy), half = 0.5 * (f.xx - f.yy);
    return mean + length_of(half, f.xy) > 1e-3 * std::abs(f.value);
}

}  // namespace

void drop_edge(FeatureSum& sum, std::size_t i, bool second_feature) {
    const FeatureSum::Edge dropped = sum.edge[i];
    if (second_feature) {
        HeightTerms& base = dropped.of_b ? sum.b : sum.a;
        base = base + dropped.height;
        for (std::size_t k = 0; k < sum.edges; ++k)
            if (k != i && sum.edge[k].of_b == dropped.of_b)
                sum.edge[k].height = sum.edge[k].height - dropped.height;
    }
    if (i == 0) sum.edge[0] = sum.edge[1];
    --sum.edges;
}

LocalMinimum minimize_height(const FeatureHeight& height, const FeatureSum& start, const Vec3& direction,
                             double most_angle) {
    constexpr int most_newton_steps = 8;
    LocalMinimum found{start, direction};
    FeatureSum& sum = found.sum;
    for (int i = 0; i < most_newton_steps; ++i) {
        const Vec3& n = found.direction;
        const Vec3 x = some_perpendicular(n), y = cross(n, x);
        const HeightDerivatives f = height.derivatives(sum.total(), n, x, y);
        EdgeDerivatives e;
        for (std::size_t k = 0; k < sum.edges; ++k) e[k] = height.derivatives(sum.edge[k].height, n, x, y);
        const std::optional<NewtonStep> step = sum.edges == 0   ? free_step(f, most_angle)
                                               : sum.edges == 1 ? step_along_one_edge(f, e[0], most_angle)
                                                                : step_along_two_edges(f, e);
        if (!step || !(length_of(step->x, step->y) <= 2 * most_angle)) return found;
        double change = length_of(step->x, step->y);
        for (std::size_t k = 0; k < sum.edges; ++k) {
            sum.edge[k].weight += step->weight[k];
            change += std::abs(step->weight[k]);
        }
        bool dropped = false;
        for (std::size_t k = sum.edges; k-- > 0;) {
            if (sum.edge[k].weight > 0 && sum.edge[k].weight < 1) continue;
            drop_edge(sum, k, sum.edge[k].weight >= 1);
            dropped = true;
        }
        const Vec3 next = n + step->x * x + step->y * y;
        found.direction = (1 / std::sqrt(dot(next, next))) * next;
        // Convergence is quadratic: the next step would be within rounding.
        if (dropped || !(change < 1e-8)) continue;
        const double slope = length_of(f.gradient[0], f.gradient[1]);
        found.converged = slope <= 1e-6 * std::abs(f.value);
        found.balanced = found.converged || sum.edges > 0 || has_steep_direction(f);
        return found;
    }
    return found;
}

}  // namespace allide::convex
