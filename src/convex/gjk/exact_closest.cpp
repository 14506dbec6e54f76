#include "convex/gjk/exact_closest.hpp"

#include "base/infinity.hpp"
#include "kernel/number/exact_number.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace allide::convex {
namespace {

using kernel::cross_of;
using kernel::dot_of;
using kernel::Exact;
using kernel::minus;
using ExactVector = kernel::NumberPoint<Exact>;
using CornerPair = std::array<std::uint32_t, 2>;

ExactVector times(const Exact& s, const ExactVector& v) {
    return {s * v[0], s * v[1], s * v[2]};
}
ExactVector plus(const ExactVector& a, const ExactVector& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
bool is_zero_vector(const ExactVector& v) {
    return v[0].sign() == 0 && v[1].sign() == 0 && v[2].sign() == 0;
}

struct ExactCorner {
    CornerPair number;
    ExactVector a, w;
};

// A set of corners whose convex hull has its point nearest to the origin in its relative interior.
struct ExactFeature {
    unsigned members = 0;  // bit i is set if corner i belongs to the set
    std::vector<Exact> weights = {};
    Exact total_weight{1.0};
    ExactVector direction = {};  // from the origin towards the nearest point; 0 if that is the origin itself
    kernel::ExactRatio squared = {};
};

bool all_positive(const std::vector<Exact>& weights) {
    return std::all_of(weights.begin(), weights.end(), [](const Exact& weight) { return weight.sign() > 0; });
}

std::optional<ExactFeature> feature_of_edge(const ExactVector& p, const ExactVector& q) {
    const ExactVector e = minus(q, p);
    ExactFeature edge{.weights = {dot_of(q, e), -dot_of(p, e)}};
    if (is_zero_vector(e) || !all_positive(edge.weights)) return std::nullopt;
    edge.total_weight = dot_of(e, e);
    edge.direction = plus(times(edge.weights[0], p), times(edge.weights[1], q));
    const ExactVector n = cross_of(p, q);
    edge.squared = {dot_of(n, n), edge.total_weight};
    return edge;
}

std::optional<ExactFeature> feature_of_face(const ExactVector& p, const ExactVector& q,
                                            const ExactVector& r) {
    const ExactVector n = cross_of(minus(q, p), minus(r, p));
    if (is_zero_vector(n)) return std::nullopt;
    ExactFeature face{
        .weights = {dot_of(cross_of(q, r), n), dot_of(cross_of(r, p), n), dot_of(cross_of(p, q), n)}};
    if (!all_positive(face.weights)) return std::nullopt;
    face.total_weight = dot_of(n, n);
    const Exact height = dot_of(p, n);
    if (height.sign() != 0) face.direction = height.sign() > 0 ? n : times(Exact(-1.0), n);
    face.squared = {height * height, face.total_weight};
    return face;
}

std::optional<ExactFeature> feature_of_tetrahedron(const std::vector<ExactCorner>& s) {
    const ExactVector pq = cross_of(s[0].w, s[1].w), rs = cross_of(s[2].w, s[3].w);
    ExactFeature body{
        .weights = {dot_of(rs, s[1].w), -dot_of(rs, s[0].w), dot_of(pq, s[3].w), -dot_of(pq, s[2].w)}};
    if (body.weights[0].sign() < 0)
        for (Exact& weight : body.weights) weight = -weight;
    if (!all_positive(body.weights)) return std::nullopt;
    body.total_weight = body.weights[0] + body.weights[1] + body.weights[2] + body.weights[3];
    return body;
}

std::optional<ExactFeature> feature_of(const std::vector<ExactCorner>& s, unsigned members) {
    std::vector<std::size_t> at;
    for (std::size_t i = 0; i < s.size(); ++i)
        if ((members >> i & 1u) != 0) at.push_back(i);
    std::optional<ExactFeature> feature;
    if (at.size() == 1)
        feature = ExactFeature{.weights = {Exact(1.0)},
                               .direction = s[at[0]].w,
                               .squared = {dot_of(s[at[0]].w, s[at[0]].w), Exact(1.0)}};
    if (at.size() == 2) feature = feature_of_edge(s[at[0]].w, s[at[1]].w);
    if (at.size() == 3) feature = feature_of_face(s[at[0]].w, s[at[1]].w, s[at[2]].w);
    if (at.size() == 4) feature = feature_of_tetrahedron(s);
    if (feature) feature->members = members;
    return feature;
}

// True if no other corner is lower along the feature's direction, so that no point is nearer to the origin.
bool is_nearest(const std::vector<ExactCorner>& s, const ExactFeature& feature) {
    if (is_zero_vector(feature.direction)) return true;
    const auto own = static_cast<std::size_t>(std::countr_zero(feature.members));
    const Exact height = dot_of(feature.direction, s[own].w);
    for (std::size_t i = 0; i < s.size(); ++i)
        if ((feature.members >> i & 1u) == 0 && dot_of(feature.direction, s[i].w) < height) return false;
    return true;
}

// The nearest point is unique, and in the relative interior of one affinely independent set of corners.
ExactFeature nearest_feature(const std::vector<ExactCorner>& s) {
    const unsigned all = (1u << s.size()) - 1;
    for (const int size : {4, 3, 2, 1})
        for (unsigned members = all; members > 0; --members)
            if (std::popcount(members) == size)
                if (auto feature = feature_of(s, members); feature && is_nearest(s, *feature))
                    return *feature;
    return feature_of(s, 1u).value();  // not reached: one of the sets always contains the nearest point
}

class ExactSearch {
  public:
    ExactSearch(const BodyPair& pair, const Simplex& start) : pair_(pair) {
        for (std::size_t i = 0; i < start.size; ++i)
            add({start.corner[i].corner_a, start.corner[i].corner_b});
        if (corners_.empty()) add({0, 0});
    }

    ExactClosest run() {
        for (;;) {
            feature_ = nearest_feature(corners_);
            keep_members();
            if (is_zero_vector(feature_.direction)) break;
            const CornerPair next = nearest_along(feature_.direction);
            add(next);
            const Exact here = dot_of(feature_.direction, corners_.front().w);
            if (dot_of(feature_.direction, corners_.back().w) < here) continue;
            corners_.pop_back();
            break;
        }
        return result();
    }

  private:
    void add(const CornerPair& number) {
        ExactCorner corner{.number = number, .a = image_a(number[0]), .w = {}};
        corner.w = minus(corner.a, image_b(number[1]));
        corners_.push_back(std::move(corner));
    }

    ExactVector image_a(std::uint32_t corner) const {
        return kernel::image<Exact>(pair_.placed_a().pose(), data_of(pair_.placed_a()).vertices[corner]);
    }
    ExactVector image_b(std::uint32_t corner) const {
        return kernel::image<Exact>(pair_.placed_b().pose(), data_of(pair_.placed_b()).vertices[corner]);
    }

    void keep_members() {
        std::vector<ExactCorner> kept;
        for (std::size_t i = 0; i < corners_.size(); ++i)
            if ((feature_.members >> i & 1u) != 0) kept.push_back(std::move(corners_[i]));
        corners_ = std::move(kept);
    }

    // Vertex of A − B with the least height along the direction: A's lowest vertex minus B's highest.
    CornerPair nearest_along(const ExactVector& direction) const {
        const Vec3 rounded = rounded_direction(direction);
        return {farthest_corner(pair_.placed_a(), direction, rounded, -1),
                farthest_corner(pair_.placed_b(), direction, rounded, 1)};
    }

    // The direction scaled and rounded to double precision: each component has a relative error of at most
    // 2⁻⁵², and the largest one lies between 2⁻¹ and 2.
    static Vec3 rounded_direction(const ExactVector& direction) {
        std::array<kernel::Approximate, 3> part;
        int highest = -1'000'000'000;
        for (std::size_t k = 0; k < 3; ++k) {
            part[k] = direction[k].approximate();
            if (part[k].mantissa != 0) highest = std::max(highest, part[k].exponent);
        }
        const auto scaled = [&](std::size_t k) {
            return part[k].mantissa == 0
                       ? 0
                       : std::ldexp(part[k].mantissa, std::max(part[k].exponent - highest, -300) - 64);
        };
        return {scaled(0), scaled(1), scaled(2)};
    }

    // Support vertex of a body. Only vertices that double precision cannot distinguish from the farthest one
    // are compared exactly.
    std::uint32_t farthest_corner(const PlacedBody& placed, const ExactVector& direction, const Vec3& rounded,
                                  int sign) const {
        const auto& vertices = data_of(placed).vertices;
        const auto& m = placed.pose().matrix();
        const Vec3 into{m[0] * rounded.x + m[4] * rounded.y + m[8] * rounded.z,
                        m[1] * rounded.x + m[5] * rounded.y + m[9] * rounded.z,
                        m[2] * rounded.x + m[6] * rounded.y + m[10] * rounded.z};
        std::vector<double> height(vertices.size());
        double most = -base::infinity;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            height[i] = sign * kernel::dot(into, vertices[i]);
            most = std::max(most, height[i]);
        }
        // Bound of the rounding error of the difference of two heights, in units of 2⁻⁵³ · |rounded|₁ · norm:
        // each height has an error of at most 8 units, 2 from the rounded direction and 6 from the rotation
        // and the dot product. Two heights have 16 units; the factor 32 leaves a reserve.
        const double doubt = 32 * 0x1p-53 * kernel::norm_1(rounded) * data_of(placed).norm;
        const bool filter = data_of(placed).norm >= 0x1p-300 && data_of(placed).norm <= 0x1p300;
        const ExactVector turned_direction = turned_back(placed.pose(), direction);
        std::uint32_t best = 0;
        Exact best_height;
        bool found = false;
        for (std::uint32_t i = 0; i < vertices.size(); ++i) {
            if (filter && height[i] < most - doubt) continue;
            Exact exact = dot_of(turned_direction, kernel::as_given<Exact>(vertices[i]));
            if (sign < 0) exact = -exact;
            if (found && !(best_height < exact)) continue;
            best = i;
            best_height = std::move(exact);
            found = true;
        }
        return best;
    }

    // Rᵀ d for the rotation R of the pose: a vertex v has the height v · Rᵀ d along d, up to a constant.
    static ExactVector turned_back(const Pose& pose, const ExactVector& d) {
        const auto& m = pose.matrix();
        ExactVector out;
        for (std::size_t j = 0; j < 3; ++j)
            for (std::size_t k = 0; k < 3; ++k)
                if (m[4 * k + j] != 0) out[j] = out[j] + Exact(m[4 * k + j]) * d[k];
        return out;
    }

    ExactClosest result() const {
        ExactClosest closest;
        closest.touching = is_zero_vector(feature_.direction);
        ExactVector a, b;
        for (std::size_t i = 0; i < corners_.size(); ++i) {
            closest.corners.push_back(corners_[i].number);
            a = plus(a, times(feature_.weights[i], corners_[i].a));
            b = plus(b, times(feature_.weights[i], minus(corners_[i].a, corners_[i].w)));
        }
        closest.weights = feature_.weights;
        closest.total_weight = feature_.total_weight;
        closest.squared = feature_.squared;
        closest.point_a = divided(a, feature_.total_weight);
        closest.point_b = divided(b, feature_.total_weight);
        return closest;
    }

    static Vec3 divided(const ExactVector& v, const Exact& by) {
        const auto part = [&](const Exact& x) { return x.sign() == 0 ? 0.0 : kernel::quotient(x, by); };
        return {part(v[0]), part(v[1]), part(v[2])};
    }

    const BodyPair& pair_;
    std::vector<ExactCorner> corners_;
    ExactFeature feature_;
};

}  // namespace

ExactClosest exact_closest(const BodyPair& pair, const Simplex& start) {
    return ExactSearch(pair, start).run();
}

kernel::Exact sum_of_radii(const BodyPair& pair) {
    return Exact(data_of(pair.placed_a()).radius) + Exact(data_of(pair.placed_b()).radius);
}

int compare_with_radii(const BodyPair& pair, const ExactClosest& closest) {
    if (closest.touching) return -1;
    const Exact radii = sum_of_radii(pair);
    return (closest.squared.numerator - radii * radii * closest.squared.denominator).sign();
}

// Computes D − r, where D = √squared and r = radii, as (D² − r²) / (D + r), which avoids cancellation. All
// lengths are first scaled by a power of two to about 1, so that no square overflows or underflows.
double length_beyond(const kernel::ExactRatio& squared, const kernel::Exact& radii) {
    if (radii.sign() == 0) return kernel::root_of_quotient(squared.numerator, squared.denominator);
    const double size = kernel::quotient(radii, Exact(1.0));
    const int exponent = -std::ilogb(std::min(size, std::numeric_limits<double>::max()));
    // The power of two is applied in two steps, because it may not be representable as a double.
    const Exact half(std::ldexp(1.0, exponent / 2)), rest(std::ldexp(1.0, exponent - exponent / 2));
    const Exact factor = half * rest;
    const Exact scaled_radii = radii * factor, scaled_square = squared.numerator * factor * factor;
    const double length = kernel::root_of_quotient(scaled_square, squared.denominator);
    const Exact beyond = scaled_square - scaled_radii * scaled_radii * squared.denominator;
    const double scaled =
        kernel::quotient(beyond, squared.denominator) / (length + kernel::quotient(scaled_radii, Exact(1.0)));
    return std::ldexp(scaled, -exponent);
}

}  // namespace allide::convex
