// Support heights of the Minkowski difference A − B, restricted to a few support features. A body is the
// convex hull of features: a point, a disc (the rims of cylinders and cones) or an ellipsoid. A convex
// combination of features lies in the body, so its support height bounds the body's from below; it is smooth,
// with the derivatives that Newton's method and the bounds of facets need.
#pragma once

#include "convex/body/body_pair.hpp"

#include <array>
#include <optional>

namespace allide::convex {

// Round part of a feature. Its support height is N(n), with N(n)² = whole |n|² + Σ part_i (axis_i · n)².
struct RoundPart {
    double whole = 0;
    std::array<double, 2> part{};
    std::array<Vec3, 2> axis{};
    std::size_t axes = 0;

    bool is_round() const { return whole > 0; }
    double squared(const Vec3& n) const;
};

// One body of a pair as a set of numbered features. B is reflected, so that A − B becomes a sum.
class FeatureBody {
  public:
    // Empty if the pose of a curved body deviates from a rotation by more than 2⁻⁴⁴.
    static std::optional<FeatureBody> of_a(const BodyPair& pair);
    static std::optional<FeatureBody> of_b(const BodyPair& pair);

    const RoundPart& round() const { return round_; }
    Vec3 center(std::uint32_t feature) const;
    // 1 if the feature includes the round part, 0 if it is a point.
    double roundness(std::uint32_t feature) const {
        return data_->kind == BodyKind::cone && feature == 0 ? 0 : round_.is_round() ? 1 : 0;
    }
    bool is_polytope() const { return !round_.is_round(); }
    bool has_disc() const { return data_->kind == BodyKind::cylinder || data_->kind == BodyKind::cone; }
    // True if the direction is the normal of the body's discs, up to rounding.
    bool is_along_disc(const Vec3& n) const;
    // Up to three features whose heights along a unit direction are within `level` of the largest, the
    // highest first; repeated if there are fewer.
    std::array<std::uint32_t, 3> highest(const Vec3& direction, double level) const;
    // Radius of the largest disc about a point, perpendicular to a unit direction, that lies in the hull of
    // the vertices within `level` of the largest height. 0 if the point is not strictly inside.
    double face_radius(const Vec3& direction, const Vec3& point, double level) const;
    // Bound on the Hausdorff distance from the exact body.
    double error() const { return error_; }

  private:
    FeatureBody(const BodyPair& pair, bool second) : pair_(&pair), second_(second) {}
    static std::optional<FeatureBody> of(const BodyPair& pair, const PlacedBody& placed, bool second);
    Vec3 place(const Vec3& local) const;

    const BodyPair* pair_;
    const detail::BodyData* data_ = nullptr;
    bool second_;
    RoundPart round_;
    double error_ = 0;
};

// Height c · n + a · N_a(n) + b · N_b(n), where N_a and N_b are the heights of the round parts of A and B.
struct HeightTerms {
    Vec3 c;
    double a = 0, b = 0;
};

// Convex combination of features of both bodies: a + b + Σ weight_k · edge_k. An edge is the difference of
// two features of one body; its height is 0 along directions in which both are equally high.
struct FeatureSum {
    HeightTerms a, b;  // the terms of A, with factor b = 0, and those of B, with factor a = 0
    struct Edge {
        HeightTerms height;
        double weight = 0;
        bool of_b = false;
    };
    std::array<Edge, 2> edge;
    std::size_t edges = 0;
    // Radius of a disc about the sum's point that lies in a face of a polytope. 0 unless the sum's minimum is
    // at the normal of that face. Bounds then use the disc instead of that body's edges.
    double face_disc = 0;

    HeightTerms total() const;
    // Terms of one body only, including its weighted edges.
    HeightTerms part(bool of_b) const;
    // False if a feature has a negative weight, so that the sum's points may be outside of the bodies.
    bool is_convex() const;
};

// Removes an edge; its second feature takes the place of the first if `second_feature`.
void drop_edge(FeatureSum& sum, std::size_t edge, bool second_feature);

// Value and derivatives of a height at a unit direction, along two orthonormal tangents of the unit sphere.
struct HeightDerivatives {
    double value = 0;
    std::array<double, 2> gradient{};
    double xx = 0, xy = 0, yy = 0;
};

// Angle from the first tangent to the principal direction of the larger second derivative.
struct PrincipalAngle {
    double cosine = 1, sine = 0;
};
PrincipalAngle principal_angle(const HeightDerivatives& d);

// Points of both bodies, without their radii.
struct FeaturePoints {
    Vec3 a, b;
};

class FeatureHeight {
  public:
    FeatureHeight(const FeatureBody& a, const FeatureBody& b) : a_(&a), b_(&b) {}

    // The features of A and of B at a support point, and their weight.
    struct Weighted {
        std::uint32_t a = 0, b = 0;
        double weight = 0;
    };
    // Weighted sum of the features of up to three support points. Empty if it has more than two edges.
    std::optional<FeatureSum> sum_of(const std::array<Weighted, 3>& features) const;

    const FeatureBody& a() const { return *a_; }
    const FeatureBody& b() const { return *b_; }
    double value(const HeightTerms& terms, const Vec3& n) const;
    // Gradient of the height in space, which is the support point.
    Vec3 gradient(const HeightTerms& terms, const Vec3& n) const;
    // Support points of both bodies along n. On a disc perpendicular to n, chooses the point for which a − b
    // is nearest to height · n.
    FeaturePoints points(const FeatureSum& sum, const Vec3& n) const;
    HeightDerivatives derivatives(const HeightTerms& terms, const Vec3& n, const Vec3& x,
                                  const Vec3& y) const;

  private:
    const FeatureBody *a_, *b_;
};

// Result of Newton's method for a local minimum of the height over unit directions. Edges that keep a weight
// strictly between 0 and 1 have height 0 at the minimum. `most_angle` limits the angle between the minimum
// and the start direction.
struct LocalMinimum {
    FeatureSum sum;
    Vec3 direction;
    bool converged = false;  // the gradient vanishes
    // The gradient vanishes, except perhaps along a direction without a minimum nearby.
    bool balanced = false;
};
LocalMinimum minimize_height(const FeatureHeight& height, const FeatureSum& start, const Vec3& direction,
                             double most_angle);

}  // namespace allide::convex
