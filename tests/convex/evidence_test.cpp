// Very many pairs of boxes and tetrahedra: verdicts are checked with separating axes in long double where
// these are conclusive, otherwise with a linear program in rational arithmetic; then the same for nearly
// touching pairs. ALLIDE_TEST_LONG=1 runs ten million pairs of each.
#include "bodies.hpp"
#include "support/effort.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace allide::test {
namespace {

using oracle::Dice;
using Real = long double;
using Axis = std::array<Real, 3>;

Axis minus(const Axis& a, const Axis& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Axis cross(const Axis& a, const Axis& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Real dot(const Axis& a, const Axis& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// A box or a tetrahedron in the world: its vertices, its edge directions, and for each face two edge
// directions that span it.
struct Solid {
    // Coordinates are relative to the translation of `origin`, which leaves more bits for the shape. The
    // difference of two translations is exact, or nearly so, in long double: it has only a few bits more than
    // the doubles.
    Solid(const Hull& hull, const oracle::Matrix& m, const oracle::Matrix& origin) {
        for (const oracle::Point& p : hull.points) {
            Axis x{};
            for (std::size_t k = 0; k < 3; ++k) {
                x[k] = Real(m[4 * k]) * p[0] + Real(m[4 * k + 1]) * p[1] + Real(m[4 * k + 2]) * p[2] +
                       (Real(m[4 * k + 3]) - origin[4 * k + 3]);
                reach = std::max(reach, std::abs(x[k]));
            }
            corners.push_back(x);
        }
        if (corners.size() == 8) {
            for (const std::size_t i : {1u, 2u, 4u}) edges.push_back(minus(corners[i], corners[0]));
            faces = {{0, 1}, {1, 2}, {2, 0}};
        } else {
            for (std::size_t i = 0; i < 4; ++i)
                for (std::size_t j = i + 1; j < 4; ++j) edges.push_back(minus(corners[i], corners[j]));
            faces = {{0, 1}, {0, 2}, {1, 2}, {3, 4}};
        }
    }
    std::vector<Axis> corners, edges;
    std::vector<std::array<std::size_t, 2>> faces;
    Real reach = 0;  // largest magnitude of a coordinate
};

enum class Doubt { apart, sharing, open };

class Axes {
  public:
    Axes(const Solid& a, const Solid& b) : a_(a), b_(b) {}

    Doubt decide() {
        for (const auto& [i, j] : a_.faces) look_along(a_.edges[i], a_.edges[j]);
        for (const auto& [i, j] : b_.faces) look_along(b_.edges[i], b_.edges[j]);
        for (const Axis& e : a_.edges)
            for (const Axis& f : b_.edges) {
                if (apart_ && !decide_all_) return Doubt::apart;
                look_along(e, f);
            }
        return apart_ ? Doubt::apart : open_ ? Doubt::open : Doubt::sharing;
    }

    // The widest gap between the bodies' projections over all tested axes, negative for an overlap; `along`
    // is its axis, pointing from A to B.
    struct Gap {
        Real width = -std::numeric_limits<Real>::infinity();
        Axis along{};
    };
    Gap widest() {
        decide_all_ = true;
        decide();
        return widest_;
    }

  private:
    // The margin covers rounding. With u = 2⁻⁶⁴, a vertex has an error of 6 u · reach and an edge one of 12 u
    // · reach, so the cross product errs by 12 u · reach · (|e| + |f|). The factor 128 also covers the
    // rounding of products and sums, and √3 between a vector's length and its largest coordinate.
    void look_along(const Axis& e, const Axis& f) {
        const Axis axis = cross(e, f);
        const Real length = std::sqrt(dot(axis, axis)), sizes = std::sqrt(dot(e, e) * dot(f, f));
        const auto [low_a, high_a] = span(a_, axis);
        const auto [low_b, high_b] = span(b_, axis);
        const Real gap = std::max(low_b - high_a, low_a - high_b);
        const Real reach = a_.reach + b_.reach;
        const Real lengths = std::sqrt(dot(e, e)) + std::sqrt(dot(f, f));
        const Real margin = 128 * 0x1p-64L * (sizes + lengths * reach) * reach;
        apart_ = apart_ || gap > margin;
        open_ = open_ || gap > -margin;
        if (!decide_all_ || length < 1e-6L * sizes || gap <= widest_.width * length) return;
        const Real sign = low_b - high_a > low_a - high_b ? 1 : -1;
        widest_ = {gap / length, {sign * axis[0] / length, sign * axis[1] / length, sign * axis[2] / length}};
    }
    static std::array<Real, 2> span(const Solid& solid, const Axis& axis) {
        Real low = dot(axis, solid.corners[0]), high = low;
        for (const Axis& corner : solid.corners) {
            low = std::min(low, dot(axis, corner));
            high = std::max(high, dot(axis, corner));
        }
        return {low, high};
    }

    const Solid &a_, &b_;
    bool apart_ = false, open_ = false, decide_all_ = false;
    Gap widest_;
};

Hull solid_hull(Dice& dice, double size = 1) {
    if (dice.one_in(2)) return random_hull(dice, HullKind::box, size);
    Hull hull;
    for (int i = 0; i < 4; ++i) hull.points.push_back(oracle::random_point(dice, size));
    return hull;
}

TEST(ConvexEvidence, BoxesAndTetrahedra) {
    Dice dice(41);
    const int bodies = effort(100, 20'000), poses = effort(50, 500);
    std::uint64_t pairs = 0, sharing = 0, by_program = 0, exact = 0, wrong = 0;
    for (int i = 0; i < bodies; ++i) {
        const Hull a = solid_hull(dice), b = solid_hull(dice);
        const ConvexBody body_a = a.body(), body_b = b.body();
        for (int j = 0; j < poses; ++j) {
            const oracle::Matrix pose_a = oracle::rotation(dice);
            const oracle::Matrix pose_b =
                oracle::shifted(oracle::rotation(dice), oracle::random_point(dice, 1.5));
            const BodyOverlap found = overlap_solid(body_a.at(pose_of(pose_a)), body_b.at(pose_of(pose_b)));
            const Solid solid_a(a, pose_a, pose_a), solid_b(b, pose_b, pose_a);
            const Doubt doubt = Axes(solid_a, solid_b).decide();
            const bool truth = doubt == Doubt::open ? oracle::hulls_touch(a.points, pose_a, b.points, pose_b)
                                                    : doubt == Doubt::sharing;
            ++pairs;
            sharing += truth ? 1 : 0;
            by_program += doubt == Doubt::open ? 1 : 0;
            exact += found.certificate == Certificate::exact ? 1 : 0;
            wrong += (found.verdict == BodyVerdict::yes) != truth ? 1 : 0;
        }
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(sharing, pairs / 5);
    EXPECT_LT(sharing, pairs * 4 / 5);
    EXPECT_LT(exact, pairs / 100 + 1);
    RecordProperty("pairs", static_cast<int>(pairs));
    RecordProperty("by_linear_program", static_cast<int>(by_program));
    RecordProperty("exact", static_cast<int>(exact));
    if (long_run())
        std::printf(
            "%llu pairs, %llu share a point, %llu by linear program, %llu by exact arithmetic, %llu wrong\n",
            static_cast<unsigned long long>(pairs), static_cast<unsigned long long>(sharing),
            static_cast<unsigned long long>(by_program), static_cast<unsigned long long>(exact),
            static_cast<unsigned long long>(wrong));
}

// B is moved along the widest gap until the gap has nearly the requested width: positive or negative, and
// from 1e-15 to 1e-3 times the size.
TEST(ConvexEvidence, NearlyTouching) {
    Dice dice(42);
    const int bodies = effort(100, 20'000), poses = effort(50, 500);
    std::uint64_t pairs = 0, sharing = 0, by_program = 0, exact = 0, wrong = 0;
    for (int i = 0; i < bodies; ++i) {
        const double size = i % 4 == 0 ? std::pow(10, dice.between(-7.0, 5.0)) : 1;
        const double away = i % 3 == 0 ? 1e6 * size : 0;
        const Hull a = solid_hull(dice, size), b = solid_hull(dice, size);
        const ConvexBody body_a = a.body(), body_b = b.body();
        for (int j = 0; j < poses; ++j) {
            const oracle::Point place = oracle::random_point(dice, away);
            const oracle::Matrix pose_a = oracle::shifted(oracle::rotation(dice), place);
            const oracle::Matrix turn = oracle::rotation(dice);
            const oracle::Point start = oracle::random_point(dice, size);
            const Solid solid_a(a, pose_a, pose_a), solid_start(b, oracle::shifted(turn, start), {});
            const Axes::Gap widest = Axes(solid_a, solid_start).widest();
            const Real wanted = (dice.one_in(2) ? 1 : -1) * std::pow(10, dice.between(-15.0, -3.0)) * size;
            oracle::Point shift{};
            for (std::size_t k = 0; k < 3; ++k)
                shift[k] =
                    static_cast<double>(place[k] + start[k] + (wanted - widest.width) * widest.along[k]);
            const oracle::Matrix pose_b = oracle::shifted(turn, shift);
            const Doubt doubt = Axes(solid_a, Solid(b, pose_b, pose_a)).decide();
            const bool truth = doubt == Doubt::open ? oracle::hulls_touch(a.points, pose_a, b.points, pose_b)
                                                    : doubt == Doubt::sharing;
            const BodyOverlap found = overlap_solid(body_a.at(pose_of(pose_a)), body_b.at(pose_of(pose_b)));
            ++pairs;
            sharing += truth ? 1 : 0;
            by_program += doubt == Doubt::open ? 1 : 0;
            exact += found.certificate == Certificate::exact ? 1 : 0;
            wrong += (found.verdict == BodyVerdict::yes) != truth ? 1 : 0;
        }
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(sharing, pairs / 4);
    EXPECT_LT(sharing, pairs * 3 / 4);
    if (long_run())
        std::printf(
            "%llu pairs that nearly touch, %llu share a point, %llu by linear program, %llu by exact "
            "arithmetic, "
            "%llu wrong\n",
            static_cast<unsigned long long>(pairs), static_cast<unsigned long long>(sharing),
            static_cast<unsigned long long>(by_program), static_cast<unsigned long long>(exact),
            static_cast<unsigned long long>(wrong));
}

}  // namespace
}  // namespace allide::test
