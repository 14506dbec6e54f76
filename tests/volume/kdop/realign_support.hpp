// Random point sets as nodes of a tree, realigned by each of the six strategies.
#pragma once

#include "support/exact_map.hpp"
#include "support/random_geometry.hpp"
#include "volume/kdop/realign.hpp"

#include <vector>

namespace allide::volume {

// Point sets of a random kind: round, flat, elongated or spherical sets, single triangles, segments and
// points, near and far from the origin.
inline std::vector<Vec3> random_node(base::Random& random, double size, double place) {
    std::vector<Vec3> points;
    const std::uint64_t kind = random.below(6),
                        count = kind == 4 ? 1 + random.below(3) : 4 + random.below(40);
    const Vec3 stretch{random.unit(), random.unit(), random.unit()};
    const auto turn = test::random_rotation(random);
    for (std::uint64_t i = 0; i < count; ++i) {
        Vec3 p = test::random_point(random, 1);
        if (kind == 1) p = {p.x, p.y, 0.05 * p.x * p.x};  // a curved patch
        if (kind == 2) p = {p.x, 0.1 * p.y, 0.03 * p.z};  // elongated
        if (kind == 3) {
            const double length = std::hypot(p.x, p.y, p.z) + 1e-3;
            p = {p.x / length, p.y / length, p.z / length};
        }
        if (kind == 5) p = {p.x * stretch.x, p.y * stretch.y, p.z * stretch.z};
        const test::LongVec turned = test::image(turn, p);
        points.push_back({size * static_cast<double>(turned[0]) + place,
                          size * static_cast<double>(turned[1]),
                          size * static_cast<double>(turned[2]) - place});
    }
    return points;
}

inline double norm_of(const std::vector<Vec3>& points) {
    double norm = 0;
    for (const Vec3& p : points) norm = std::max(norm, std::abs(p.x) + std::abs(p.y) + std::abs(p.z));
    return norm * (1 + 0x1p-50);
}

inline constexpr std::array<Realign, 6> strategies{Realign::zachmann,  Realign::zachmann_multi,
                                                   Realign::vertices,  Realign::major_axes,
                                                   Realign::occupancy, Realign::hill_climb};

// A node of B, its realignments to A's directions, and the error margins that these claim.
template <int K>
struct RealignedNode {
    RealignedNode(const std::vector<Vec3>& points, const Pose& pose_a, const Pose& pose_b) {
        const double norm = norm_of(points);
        const kernel::RelativePose b_in_a(pose_a, pose_b);
        const TurnedDirections<K> turned(b_in_a, norm, norm);
        dop = fit_kdop<K>(points);
        for (const Realign strategy : strategies) {
            const RealignData<K> data = data_for(strategy, points, norm);
            const auto realigner = make_realigner<K>(strategy, turned, data);
            const auto result = realigner->realign(dop, 0);
            realigned.push_back(result.dop);
            margin.push_back(realigner->margin());
            multiplications.push_back(result.multiplications);
        }
    }

    Kdop<K> dop;
    std::vector<Kdop<K>> realigned;  // in the order of `strategies`
    std::vector<double> margin;
    std::vector<std::uint64_t> multiplications;

  private:
    RealignData<K> data_for(Realign strategy, const std::vector<Vec3>& points, double norm) const {
        if (strategy == Realign::vertices) {
            CornerLists lists{.ranges = {}, .corners = corners_of(dop, norm), .error = corner_error<K>(norm)};
            lists.ranges.push_back({0, static_cast<std::uint32_t>(lists.corners.size())});
            return lists;
        }
        if (strategy == Realign::occupancy) return OccupancyTables<K>{{fit_occupancy<K>(points)}};
        if (strategy == Realign::hill_climb) {
            NodeHulls hulls(1, directions<K>());
            hulls.set(0, points);
            return hulls;
        }
        return {};
    }
};

// Extents of the node's points along A's directions, in higher precision.
template <int K>
std::vector<std::array<long double, 2>> true_extents(const std::vector<Vec3>& points, const Pose& pose_a,
                                                     const Pose& pose_b) {
    std::vector<std::array<long double, 2>> extents(K / 2, {1e4900L, -1e4900L});
    for (const Vec3& p : points) {
        const test::LongVec in_a = test::preimage(pose_a, test::image(pose_b, p));
        for (std::size_t i = 0; i < K / 2; ++i) {
            const long double along = test::dot(directions<K>()[i], in_a);
            extents[i] = {std::min(extents[i][0], along), std::max(extents[i][1], along)};
        }
    }
    return extents;
}

}  // namespace allide::volume
