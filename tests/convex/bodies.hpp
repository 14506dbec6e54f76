// Convex hulls of many kinds at many kinds of poses, for the tests of convex bodies.
#pragma once

#include "oracle/convex.hpp"
#include "oracle/poses.hpp"

#include <allide/convex.hpp>

#include <vector>

namespace allide::test {

struct Hull {
    std::vector<oracle::Point> points;

    ConvexBody body() const {
        std::vector<Vec3> corners;
        for (const oracle::Point& p : points) corners.push_back({p[0], p[1], p[2]});
        return ConvexBody::from_points(corners).value();
    }
};

enum class HullKind { cloud, lattice, box, flat, needle, segment, point, sliver };
inline constexpr std::array<HullKind, 8> all_hull_kinds{HullKind::cloud, HullKind::lattice, HullKind::box,
                                                        HullKind::flat,  HullKind::needle,  HullKind::segment,
                                                        HullKind::point, HullKind::sliver};

inline Hull random_hull(oracle::Dice& dice, HullKind kind, double size = 1) {
    Hull hull;
    const auto add = [&](const oracle::Point& p) {
        hull.points.push_back({size * p[0], size * p[1], size * p[2]});
    };
    switch (kind) {
        case HullKind::cloud:
            for (std::uint64_t n = 4 + dice.below(8); n > 0; --n) add(oracle::random_point(dice, 1));
            break;
        case HullKind::lattice:
            for (std::uint64_t n = 4 + dice.below(8); n > 0; --n) add(oracle::integer_point(dice, 2));
            break;
        case HullKind::box: {
            const oracle::Point half{dice.between(0.1, 1.0), dice.between(0.1, 1.0), dice.between(0.1, 1.0)};
            for (unsigned corner = 0; corner < 8; ++corner)
                add({corner & 1u ? half[0] : -half[0], corner & 2u ? half[1] : -half[1],
                     corner & 4u ? half[2] : -half[2]});
            break;
        }
        case HullKind::flat:
            for (std::uint64_t n = 3 + dice.below(4); n > 0; --n) {
                oracle::Point p = oracle::random_point(dice, 1);
                p[2] = dice.one_in(2) ? 0 : 1e-14 * p[2];
                add(p);
            }
            break;
        case HullKind::needle:
            for (int n = 0; n < 5; ++n) {
                oracle::Point p = oracle::random_point(dice, 1);
                add({p[0], 1e-9 * p[1], 1e-9 * p[2]});
            }
            break;
        case HullKind::segment:
            for (int n = 0; n < 2; ++n) add(oracle::random_point(dice, 1));
            break;
        case HullKind::sliver: {
            // A tetrahedron with further points very near one of its edges, which gives needle-shaped faces.
            std::array<oracle::Point, 4> corner{};
            for (oracle::Point& p : corner) add(p = oracle::random_point(dice, 1));
            for (int n = 0; n < 4; ++n) {
                const double t = dice.unit(), off = std::pow(10, dice.between(-15.0, -8.0));
                oracle::Point p{};
                for (std::size_t k = 0; k < 3; ++k)
                    p[k] = corner[0][k] + t * (corner[1][k] - corner[0][k]) + off * dice.between(-1.0, 1.0);
                add(p);
            }
            break;
        }
        case HullKind::point:
            add(oracle::random_point(dice, 1));
            break;
    }
    return hull;
}

inline HullKind random_kind(oracle::Dice& dice) {
    return all_hull_kinds[dice.below(all_hull_kinds.size())];
}

inline Pose pose_of(const oracle::Matrix& m) {
    return Pose::from_matrix(m).value();
}

// The pose matrix with `by` added to its translation; the sums are rounded.
inline oracle::Matrix moved(oracle::Matrix m, const Vec3& by) {
    return oracle::shifted(m, {by.x, by.y, by.z});
}

}  // namespace allide::test
