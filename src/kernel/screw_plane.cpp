#include "kernel/screw_plane.hpp"

#include "kernel/numbers.hpp"

namespace allide::kernel {

// With v the axis as given, q and c the corner and a point of the plane from the axis' point, and n the
// normal: the corner is at (v·q) v/v² + (what is at right angles to v, turned) + (an advance along v), so its
// height above the plane is constant, and 0, if and only if four products vanish: those with 1, t, cos and
// sin, which are independent. None of them has a root in it once it is multiplied by v² or |v|.
bool stays_in_plane(const Screw& screw, const Pose& pose_of_corner, const Vec3& corner,
                    const Pose& pose_of_face, const Triangle& face) {
    using Point = NumberPoint<Exact>;
    const Point point = as_given<Exact>(screw.point), v = as_given<Exact>(screw.axis);
    const Point q = minus(image<Exact>(pose_of_corner, corner), point);
    const NumberTriangle<Exact> f = image<Exact>(pose_of_face, face);
    const Point n = cross_of(minus(f[1], f[0]), minus(f[2], f[0])), c = minus(f[0], point);
    const Exact across = dot_of(n, v), along = across * dot_of(v, q), square = dot_of(v, v);
    return (screw.advance == 0 || across.sign() == 0) && (square * dot_of(n, c) - along).sign() == 0 &&
           (square * dot_of(n, q) - along).sign() == 0 && dot_of(n, cross_of(v, q)).sign() == 0;
}

}  // namespace allide::kernel
