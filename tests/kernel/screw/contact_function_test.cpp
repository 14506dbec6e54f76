// Zeros of contact functions: no zero is lost, and every zero reported as certain exists. Values of the
// functions are compared with arithmetic of 60 digits.
#include "base/random.hpp"
#include "kernel/screw/contact_features.hpp"
#include "kernel/screw/crossing_line.hpp"
#include "kernel/screw/screw_plane.hpp"
#include "oracle/high_precision.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace allide::kernel {
namespace {

using oracle::HighPrecision;

template <typename Number>
ContactFunction<Number> random_function(base::Random& random, double angle) {
    ContactFunction<Number> h;
    h.angle = angle;
    const auto some = [&] { return Number(random.between(-1, 1)); };
    h.alpha = some();
    h.beta = some();
    h.delta = some();
    if (random.between(0, 1) < 0.5) h.kappa = some();
    if (random.between(0, 1) < 0.5) {
        h.gamma = some();
        h.epsilon = some();
    }
    h.error = 64 * Precision<Number>::unit;
    return h;
}

template <typename Number>
void expect_all_zeros(double angle, std::uint64_t seed) {
    base::Random random(seed);
    for (int i = 0; i < 60; ++i) {
        const auto h = random_function<Number>(random, angle);
        std::vector<ZeroSpan<Number>> spans;
        for_each_zero(h, Number(0), Number(1), [&](const ZeroSpan<Number>& span) {
            spans.push_back(span);
            return true;
        });
        // Wherever successive samples differ in sign a span must be reported, and every certain span must
        // contain a change of sign.
        constexpr int samples = 1000;
        int before = h.sign_at(Number(0));
        for (int k = 1; k <= samples; ++k) {
            const double t = static_cast<double>(k) / samples;
            const int sign = h.sign_at(Number(t));
            if (sign * before < 0) {
                const double from = t - 1.0 / samples;
                EXPECT_TRUE(std::any_of(spans.begin(), spans.end(), [&](const auto& span) {
                    return rounded(span.lo) <= t && rounded(span.hi) >= from;
                })) << i;
            }
            before = sign;
        }
        double last = 0;
        for (const auto& span : spans) {
            EXPECT_GE(rounded(span.lo), last);
            last = rounded(span.hi);
            if (!span.certain) continue;
            EXPECT_LT(h.sign_at(span.lo) * h.sign_at(span.hi), 0);
            const auto narrow = narrowed(h, span, 1e-13);
            ASSERT_TRUE(narrow);
            EXPECT_LE(rounded(narrow->hi - narrow->lo), 1e-10);
            EXPECT_LE(h.sign_at(narrow->lo) * h.sign_at(narrow->hi), 0);
        }
    }
}

TEST(ContactFunction, no_zero_is_lost) {
    for (const double angle : {0.0, 1.0, -3.0, 20.0}) {
        expect_all_zeros<double>(angle, 3);
        expect_all_zeros<DoubleDouble>(angle, 4);
    }
}

TEST(ContactFunction, a_double_zero_is_a_doubt_or_two_zeros) {
    // The function 1 − cos(t − ½), which touches 0 at ½, with an error bound above its rounding error.
    ContactFunction<DoubleDouble> h;
    h.angle = 1;
    const DoubleDoubleSinCos half = double_double_sin_cos(DoubleDouble(0.5));
    h.alpha = 1;
    h.beta = -half.cos;
    h.delta = -half.sin;
    h.error = 64 * Precision<DoubleDouble>::unit;
    int spans = 0;
    for_each_zero(h, DoubleDouble(0), DoubleDouble(1), [&](const ZeroSpan<DoubleDouble>& span) {
        ++spans;
        EXPECT_NEAR(span.lo.rounded(), 0.5, 1e-12);
        EXPECT_FALSE(span.certain);
        return true;
    });
    EXPECT_GE(spans, 1);
    // Raised by more than the error bound, the function has no zero; lowered by as much, it has two.
    h.alpha = DoubleDouble(1 + 0x1p-52);
    for_each_zero(h, DoubleDouble(0), DoubleDouble(1), [&](const ZeroSpan<DoubleDouble>&) {
        ADD_FAILURE();
        return true;
    });
    h.alpha = DoubleDouble(1 - 0x1p-52);
    spans = 0;
    for_each_zero(h, DoubleDouble(0), DoubleDouble(1), [&](const ZeroSpan<DoubleDouble>& span) {
        spans += span.certain;
        return true;
    });
    EXPECT_EQ(spans, 2);
}

using HighPrecisionVec = oracle::Vec<HighPrecision>;

HighPrecisionVec turned(const HighPrecisionVec& x, const HighPrecisionVec& w, const HighPrecision& angle) {
    const HighPrecision c = cos(angle), s = sin(angle), along = oracle::inner(w, x) * (1 - c);
    const HighPrecisionVec beside = oracle::outer(w, x);
    return {c * x[0] + s * beside[0] + along * w[0], c * x[1] + s * beside[1] + along * w[1],
            c * x[2] + s * beside[2] + along * w[2]};
}

// Compares contact functions of random triangles with 60 digits: the errors, including those of mapping
// corners, are below the bounds. For a face of A, the vertex of B moves along the inverse screw.
template <typename Number>
void expect_errors_below_bounds(std::uint64_t seed) {
    base::Random random(seed);
    const auto vec = [&](double size) {
        return Vec3{random.between(-size, size), random.between(-size, size), random.between(-size, size)};
    };
    for (int i = 0; i < 60; ++i) {
        MotionSegment segment;
        segment.start = Pose::rotation(vec(1), radians(random.between(-3, 3))).translated(vec(2));
        segment.screw = {.point = vec(3),
                         .axis = vec(5),
                         .angle = radians(random.between(-40, 40)),
                         .advance = random.between(-2, 2)};
        const Pose pose_b = Pose::rotation(vec(1), radians(random.between(-3, 3))).translated(vec(2));
        const double size = std::ldexp(1.0, -(i % 12));
        const Vec3 at_a = vec(1), at_b = vec(1);
        const auto corner = [&](const Vec3& at) {
            const Vec3 off = vec(size);
            return Vec3{at.x + off.x, at.y + off.y, at.z + off.z};
        };
        const Triangle a{corner(at_a), corner(at_a), corner(at_a)},
            b{corner(at_b), corner(at_b), corner(at_b)};
        const ScrewScene scene(segment, pose_b, 8, 8);
        const auto ta = scene.triangle_a<Number>(a);
        const auto tb = scene.triangle_b<Number>(b);
        const double t = random.between(0, 1);

        const auto double_double_image = [](const Pose& pose, const Vec3& x) {
            const auto& m = pose.matrix();
            HighPrecisionVec out;
            for (std::size_t k = 0; k < 3; ++k)
                out[k] = HighPrecision(m[4 * k]) * x.x + HighPrecision(m[4 * k + 1]) * x.y +
                         HighPrecision(m[4 * k + 2]) * x.z + m[4 * k + 3];
            return out;
        };
        const HighPrecision length = sqrt(HighPrecision(segment.screw.axis.x) * segment.screw.axis.x +
                                          HighPrecision(segment.screw.axis.y) * segment.screw.axis.y +
                                          HighPrecision(segment.screw.axis.z) * segment.screw.axis.z);
        const HighPrecisionVec w{segment.screw.axis.x / length, segment.screw.axis.y / length,
                                 segment.screw.axis.z / length};
        const HighPrecisionVec p{segment.screw.point.x, segment.screw.point.y, segment.screw.point.z};
        std::array<HighPrecisionVec, 3> now, rest;
        for (std::size_t k = 0; k < 3; ++k) {
            const HighPrecisionVec q = turned(oracle::operator-(double_double_image(segment.start, a[k]), p),
                                              w, HighPrecision(segment.screw.angle.in_radians()) * t);
            now[k] = oracle::operator+(oracle::operator+(p, q),
                                       oracle::scaled(HighPrecision(segment.screw.advance) * t, w));
            rest[k] = double_double_image(pose_b, b[k]);
        }
        const auto volume = [&](const HighPrecisionVec& u, const HighPrecisionVec& v,
                                const HighPrecisionVec& x) {
            return HighPrecision(oracle::inner(oracle::outer(u, v), x) *
                                 pow(HighPrecision(2), -3 * scene.unit));
        };
        const auto minus_fine = [](const HighPrecisionVec& x, const HighPrecisionVec& y) {
            return oracle::operator-(x, y);
        };
        const auto value_of = [](const Number& x) {
            if constexpr (std::is_same_v<Number, double>)
                return HighPrecision(x);
            else
                return HighPrecision(HighPrecision(x.high) + HighPrecision(x.low));
        };
        const auto expect_near = [&](const ContactFunction<Number>& h, const HighPrecision& truth,
                                     double spread) {
            EXPECT_LE(abs(value_of(h.value(Number(t))) - truth),
                      HighPrecision(function_error<Number>(spread, scene.angle)))
                << i << " " << static_cast<double>(abs(value_of(h.value(Number(t))) - truth)) / spread;
        };
        const HighPrecisionVec e0 = minus_fine(rest[1], rest[0]), e1 = minus_fine(rest[2], rest[1]);
        expect_near(point_and_plane(ta.corner[0], tb.normal, tb.corner[0], scene.angle, scene.advance),
                    volume(e0, e1, minus_fine(now[0], rest[0])), tb.spread);
        const HighPrecisionVec u0 = minus_fine(now[1], now[0]), u1 = minus_fine(now[2], now[1]);
        expect_near(point_and_plane(tb.corner[0], ta.normal, ta.corner[0], -scene.angle, -scene.advance),
                    volume(u0, u1, minus_fine(rest[0], now[0])), ta.spread);
        expect_near(
            edge_and_edge(ta.corner[0], ta.edge[0], tb.corner[0], tb.edge[0], scene.angle, scene.advance),
            volume(u0, e0, minus_fine(rest[0], now[0])), ta.length[0] * tb.length[0]);
    }
}

TEST(ContactFunction, errors_are_below_their_bounds) {
    expect_errors_below_bounds<double>(5);
    expect_errors_below_bounds<DoubleDouble>(6);
}

NumberTriangle<BoundedDoubleDouble> enclosed_of(const Triangle& t, double error) {
    NumberTriangle<BoundedDoubleDouble> out;
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = {BoundedDoubleDouble(t[i].x, error), BoundedDoubleDouble(t[i].y, error),
                  BoundedDoubleDouble(t[i].z, error)};
    return out;
}

TEST(CertainlyCross, mirrored_triangles_whose_edges_meet) {
    // The triangles are mirror images of each other in the plane x = 0, in which their edges cross.
    const Triangle a{{{-1, 0, 0}, {2, 0, 1}, {2, 0.5, -1}}}, b{{{1, 0, 0}, {-2, 0, 1}, {-2, 0.5, -1}}};
    EXPECT_TRUE(certainly_cross(enclosed_of(a, 1e-20), enclosed_of(b, 1e-20)));
    EXPECT_FALSE(certainly_cross(enclosed_of(a, 1), enclosed_of(b, 1)));
    const Triangle away{{{1, 0, 5}, {-2, 0, 6}, {-2, 0.5, 4}}};
    EXPECT_FALSE(certainly_cross(enclosed_of(a, 1e-20), enclosed_of(away, 1e-20)));
}

TEST(StaysInPlane, only_at_right_angles_to_the_axis) {
    const Triangle face{{{0, 0, 1}, {4, 0, 1}, {0, 4, 1}}};
    const Screw spin{.point = {5, 6, 7}, .axis = {0, 0, 3}, .angle = radians(1)};
    const Pose rest;
    EXPECT_TRUE(stays_in_plane(spin, rest, {9, 9, 1}, rest, face));
    EXPECT_FALSE(stays_in_plane(spin, rest, {9, 9, std::nextafter(1.0, 2.0)}, rest, face));
    EXPECT_FALSE(
        stays_in_plane({.axis = {0, 0, 1}, .angle = radians(1), .advance = 1}, rest, {9, 9, 1}, rest, face));
    EXPECT_FALSE(stays_in_plane({.axis = {0, 1e-300, 1}, .angle = radians(1)}, rest, {9, 9, 1}, rest, face));
    // A slanted axis of irrational length, perpendicular to the plane x + y + z = 3.
    const Triangle slanted{{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}}};
    EXPECT_TRUE(stays_in_plane({.axis = {1, 1, 1}, .angle = radians(1)}, rest, {1, 1, 1}, rest, slanted));
    EXPECT_TRUE(stays_in_plane({.axis = {1, 1, 1}, .angle = radians(1)}, rest, {7, -5, 1}, rest, slanted));
    EXPECT_FALSE(stays_in_plane({.axis = {1, 1, 1}, .angle = radians(1)}, rest, {7, -5, 1.5}, rest, slanted));
    // A point on the axis does not move at all.
    EXPECT_TRUE(stays_in_plane({.point = {1, 1, 1}, .axis = {1, 2, 5}, .angle = radians(1)}, rest, {1, 1, 1},
                               rest, face));
}

}  // namespace
}  // namespace allide::kernel
