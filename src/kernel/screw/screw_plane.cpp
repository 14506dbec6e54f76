#include "kernel/screw/screw_plane.hpp"

#include "kernel/number/number_vectors.hpp"

#include <optional>

namespace allide::kernel {
namespace {

// The contact function of two features under a screw without advance, multiplied by v²: α + β cos ωt + δ |v|
// sin ωt, where v is the screw's axis as given, of any length, and ω its angle.
struct ExactWave {
    Exact alpha, beta, delta, square;

    bool vanishes() const { return alpha.sign() == 0 && beta.sign() == 0 && delta.sign() == 0; }
    // True if an extremum is 0: |α| equals the amplitude of the other two terms.
    bool swings_just_to_zero() const {
        return (beta * beta + square * delta * delta - alpha * alpha).sign() == 0;
    }
};

// For an edge of A from q along u and an edge of B from b along e, the contact function is Ru·(e × b) − R(q ×
// u)·e, where R is the rotation about v. Each product Rx·y is (v·x)(v·y)/v² plus terms with the cosine and
// the sine.
ExactWave wave_of_edges(const Screw& screw, const Pose& pose_a, const Triangle& a, std::size_t i,
                        const Pose& pose_b, const Triangle& b, std::size_t j) {
    using Point = NumberPoint<Exact>;
    const Point point = as_given<Exact>(screw.point), v = as_given<Exact>(screw.axis);
    const NumberTriangle<Exact> of_a = image<Exact>(pose_a, a), of_b = image<Exact>(pose_b, b);
    const Point q = minus(of_a[i], point), u = minus(of_a[(i + 1) % 3], of_a[i]);
    const Point e = minus(of_b[(j + 1) % 3], of_b[j]), g = cross_of(e, minus(of_b[j], point));
    const Point k = cross_of(q, u);
    const Exact square = dot_of(v, v), along = dot_of(v, u) * dot_of(v, g) - dot_of(v, k) * dot_of(v, e);
    return {along, square * (dot_of(u, g) - dot_of(k, e)) - along,
            dot_of(cross_of(v, u), g) - dot_of(cross_of(v, k), e), square};
}

// Let v be the axis as given, q and c the vertex and a point of the plane relative to the axis point, and n
// the normal. The vertex is at (v·q) v/v² + (the component perpendicular to v, rotated) + (an advance along
// v). The coefficients of its height above the plane are α = (n·v)(v·q) − v²(n·c), β = v²(n·q) − (n·v)(v·q),
// δ = n·(v × q): no square roots. Empty if the vertex also advances across the plane.
std::optional<ExactWave> height_above(const Screw& screw, const Pose& pose_of_corner, const Vec3& corner,
                                      const Pose& pose_of_face, const Triangle& face) {
    using Point = NumberPoint<Exact>;
    const Point point = as_given<Exact>(screw.point), v = as_given<Exact>(screw.axis);
    const Point q = minus(image<Exact>(pose_of_corner, corner), point);
    const NumberTriangle<Exact> f = image<Exact>(pose_of_face, face);
    const Point n = cross_of(minus(f[1], f[0]), minus(f[2], f[0])), c = minus(f[0], point);
    const Exact across = dot_of(n, v), along = across * dot_of(v, q), square = dot_of(v, v);
    if (screw.advance != 0 && across.sign() != 0) return std::nullopt;
    return ExactWave{along - square * dot_of(n, c), square * dot_of(n, q) - along, dot_of(n, cross_of(v, q)),
                     square};
}

}  // namespace

// 1, cos and sin are linearly independent: a height that is constantly 0 has only zero coefficients.
bool stays_in_plane(const Screw& screw, const Pose& pose_of_corner, const Vec3& corner,
                    const Pose& pose_of_face, const Triangle& face) {
    const auto height = height_above(screw, pose_of_corner, corner, pose_of_face, face);
    return height && height->vanishes();
}

bool grazes_plane(const Screw& screw, const Pose& pose_of_corner, const Vec3& corner,
                  const Pose& pose_of_face, const Triangle& face) {
    const auto height = height_above(screw, pose_of_corner, corner, pose_of_face, face);
    return height && height->swings_just_to_zero();
}

bool edges_graze(const Screw& screw, const Pose& pose_a, const Triangle& a, std::size_t i, const Pose& pose_b,
                 const Triangle& b, std::size_t j) {
    return screw.advance == 0 && wave_of_edges(screw, pose_a, a, i, pose_b, b, j).swings_just_to_zero();
}

bool edges_stay_in_plane(const Screw& screw, const Pose& pose_a, const Triangle& a, std::size_t i,
                         const Pose& pose_b, const Triangle& b, std::size_t j) {
    return screw.advance == 0 && wave_of_edges(screw, pose_a, a, i, pose_b, b, j).vanishes();
}

}  // namespace allide::kernel
