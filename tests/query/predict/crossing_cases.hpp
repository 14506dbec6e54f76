// Random motions of many turns about distant axes in which a corner of A certainly crosses the middle of B's
// triangle, and an oracle in arithmetic of 90 digits. The oracle computes the time of that crossing and
// checks that a reported impact is a contact.
#pragma once

#include "base/random.hpp"
#include "oracle/high_precision.hpp"

#include <allide/predict.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace allide::test {

// A path of 2⁵⁰ sizes, resolved to 10⁻³⁰ of a size, needs 45 decimal digits; 90 are used.
using Digits90 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<90>, boost::multiprecision::et_off>;
using Vec90 = oracle::Vec<Digits90>;
using Triangle90 = std::array<Vec90, 3>;

using oracle::operator+;
using oracle::operator-;

enum class Mover { point, segment, triangle };

struct CrossingCase {
    Mover mover = Mover::triangle;
    std::array<Vec3, 3> a, b;  // corners; some are equal if the triangle is a segment or a point
    Pose pose_a;
    Screw screw;
    double tolerance = 1e-9;
};

inline Vec90 digits90(const Vec3& x) {
    return {Digits90(x.x), Digits90(x.y), Digits90(x.z)};
}
inline Vec3 rounded(const Vec90& x) {
    return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}
inline Vec90 cross90(const Vec90& a, const Vec90& b) {
    return oracle::outer(a, b);
}
inline Vec90 unit90(const Vec90& x) {
    return oracle::scaled(Digits90(1 / sqrt(oracle::inner(x, x))), x);
}

// The motion of a case, with 90 digits.
class Motion90 {
  public:
    explicit Motion90(const Screw& screw) {
        screw_.point = digits90(screw.point);
        screw_.axis = unit90(digits90(screw.axis));
        screw_.angle = Digits90(screw.angle.in_radians());
        screw_.advance = Digits90(screw.advance);
    }
    Vec90 at(const Vec90& x, const Digits90& t) const { return screw_.at(x, t); }
    // The position at t = 0 of a point that is at x at time t.
    Vec90 start_of(const Vec90& x, const Digits90& t) const {
        oracle::Turning<Digits90> back = screw_;
        back.angle = -back.angle;
        back.advance = -back.advance;
        return back.at(x, t);
    }
    const oracle::Turning<Digits90>& turning() const { return screw_; }

  private:
    oracle::Turning<Digits90> screw_;
};

class CrossingOracle {
  public:
    explicit CrossingOracle(const CrossingCase& c) : motion_(c.screw), angle_(c.screw.angle.in_radians()) {
        const auto& m = c.pose_a.matrix();
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec90 x = digits90(c.a[i]);
            for (std::size_t k = 0; k < 3; ++k)
                start_[i][k] = Digits90(m[4 * k]) * x[0] + Digits90(m[4 * k + 1]) * x[1] +
                               Digits90(m[4 * k + 2]) * x[2] + Digits90(m[4 * k + 3]);
            b_[i] = digits90(c.b[i]);
        }
    }

    Triangle90 a_at(const Digits90& t) const {
        return {motion_.at(start_[0], t), motion_.at(start_[1], t), motion_.at(start_[2], t)};
    }

    // The time near `near` at which corner 0 of A crosses B's plane transversally, at a point well inside B's
    // triangle; empty if there is none.
    std::optional<Digits90> crossing(double near) const {
        const Vec90 normal = unit90(cross90(Vec90(b_[1] - b_[0]), Vec90(b_[2] - b_[0])));
        Digits90 t = near;
        const oracle::Turning<Digits90>& s = motion_.turning();
        for (int step = 0; step < 40; ++step) {
            const Vec90 x = motion_.at(start_[0], t);
            const Vec90 velocity = oracle::scaled(s.angle, cross90(s.axis, Vec90(x - s.point))) +
                                   oracle::scaled(s.advance, s.axis);
            const Digits90 speed = sqrt(oracle::inner(velocity, velocity));
            const Digits90 along = oracle::inner(normal, velocity);
            if (abs(along) < 0.1 * speed) return {};
            const Digits90 by = oracle::inner(normal, Vec90(x - b_[0])) / along;
            t -= by;
            if (abs(by) * speed < Digits90("1e-60")) break;
        }
        if (!(t > 0 && t < 1)) return {};
        const Vec90 x = motion_.at(start_[0], t);
        return least_weight(x, b_) > 0.1 ? std::optional(t) : std::nullopt;
    }

    // True if the triangles certainly begin or cease to touch between the two times: one of the fifteen
    // contact functions (6 of vertex and face, 9 of two edges) changes its sign where the two features meet
    // in their interiors.
    bool certainly_meet(double t_lo, double t_hi, int parts = 1) const {
        for (int i = 0; i < parts; ++i) {
            const Digits90 lo = t_lo + (Digits90(t_hi) - t_lo) * i / parts,
                           hi = t_lo + (Digits90(t_hi) - t_lo) * (i + 1) / parts;
            if (meet_between(lo, hi)) return true;
        }
        return false;
    }

  private:
    // The smallest barycentric coordinate of a point in the triangle's plane.
    static Digits90 least_weight(const Vec90& x, const Triangle90& f) {
        const Vec90 n = cross90(Vec90(f[1] - f[0]), Vec90(f[2] - f[0]));
        const Digits90 whole = oracle::inner(n, n);
        if (whole == 0) return -1;
        Digits90 least = 2;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec90 edge = f[(k + 1) % 3] - f[k];
            const Digits90 w = oracle::inner(n, cross90(edge, Vec90(x - f[k]))) / whole;
            if (w < least) least = w;
        }
        return least;
    }
    static Digits90 volume(const Vec90& p, const Vec90& q, const Vec90& r, const Vec90& s) {
        return oracle::inner(Vec90(q - p), cross90(Vec90(r - p), Vec90(s - p)));
    }
    Digits90 value(int k, const Triangle90& a) const {
        if (k < 3) return volume(a[static_cast<std::size_t>(k)], b_[0], b_[1], b_[2]);
        if (k < 6) return volume(b_[static_cast<std::size_t>(k - 3)], a[0], a[1], a[2]);
        const std::size_t i = static_cast<std::size_t>(k - 6) / 3, j = static_cast<std::size_t>(k - 6) % 3;
        return volume(a[i], a[(i + 1) % 3], b_[j], b_[(j + 1) % 3]);
    }
    bool meets_inside(int k, const Triangle90& a) const {
        if (k < 3) return least_weight(a[static_cast<std::size_t>(k)], b_) > 0;
        if (k < 6) return least_weight(b_[static_cast<std::size_t>(k - 3)], a) > 0;
        const std::size_t i = static_cast<std::size_t>(k - 6) / 3, j = static_cast<std::size_t>(k - 6) % 3;
        const Vec90 u = a[(i + 1) % 3] - a[i], e = b_[(j + 1) % 3] - b_[j], w = b_[j] - a[i];
        const Vec90 n = cross90(u, e);
        const Digits90 whole = oracle::inner(n, n);
        if (whole == 0) return false;
        const Digits90 s = oracle::inner(cross90(w, e), n) / whole,
                       r = oracle::inner(cross90(w, u), n) / whole;
        return s > 0 && s < 1 && r > 0 && r < 1;
    }
    bool meet_between(Digits90 lo, Digits90 hi) const {
        const Triangle90 first = a_at(lo), last = a_at(hi);
        for (int k = 0; k < 15; ++k) {
            Digits90 from = value(k, first), to = value(k, last);
            if (!(from * to < 0)) continue;
            Digits90 l = lo, h = hi;
            Triangle90 now;
            // Two steps of regula falsi, then one of bisection, and so on.
            for (int step = 0; step < 140 && (h - l) > Digits90("1e-50"); ++step) {
                const Digits90 m =
                    step % 3 == 2 ? Digits90((l + h) / 2) : Digits90(l + (h - l) * from / (from - to));
                now = a_at(m);
                const Digits90 v = value(k, now);
                if (v == 0) break;
                if ((v < 0) == (from < 0))
                    l = m, from = v;
                else
                    h = m, to = v;
            }
            if (meets_inside(k, a_at((l + h) / 2))) return true;
        }
        return false;
    }

    Motion90 motion_;
    double angle_;
    Triangle90 start_, b_;
};

// A random number whose logarithm is uniformly distributed.
inline double log_between(base::Random& random, double low, double high) {
    return std::exp2(random.between(std::log2(low), std::log2(high)));
}
inline Vec3 vec_between(base::Random& random, double low, double high) {
    return {random.between(low, high), random.between(low, high), random.between(low, high)};
}

// The largest product of angle and distance from the axis that is generated, in units of the models' size.
inline constexpr double most_travel = 0x1p50;

// A case in which a corner of A crosses the middle of B at the time t.
struct KnownCrossing {
    CrossingCase is;
    Digits90 t;
};
inline KnownCrossing random_crossing(base::Random& random, double least_angle = 1e3,
                                     double travel_limit = most_travel, double angle_limit = 0x1p35) {
    for (;;) {
        CrossingCase c;
        c.mover = static_cast<Mover>(random.below(3));
        c.tolerance = log_between(random, 1e-13, 0.1);
        const double scale = random.below(3) == 0 ? log_between(random, 1e-6, 1e6) : 1;
        const double most_angle = std::min(angle_limit, travel_limit / 0.1);
        const double angle = log_between(random, least_angle, most_angle);
        const double axis_distance =
            log_between(random, 0.1, std::max(0.11, std::min(0x1p40, travel_limit / angle)));
        for (Vec3& x : c.b) x = vec_between(random, -0.5 * scale, 0.5 * scale);
        const Vec3 middle{(c.b[0].x + c.b[1].x + c.b[2].x) / 3, (c.b[0].y + c.b[1].y + c.b[2].y) / 3,
                          (c.b[0].z + c.b[1].z + c.b[2].z) / 3};
        const Vec3 axis = vec_between(random, -1, 1), aside = vec_between(random, -1, 1);
        const Vec90 out = unit90(cross90(digits90(axis), digits90(aside)));
        c.screw.axis = axis;
        c.screw.angle = radians(random.below(2) == 0 ? angle : -angle);
        c.screw.point = rounded(digits90(middle) + oracle::scaled(Digits90(axis_distance * scale), out));
        if (random.below(4) != 0)
            c.screw.advance = scale * random.between(-1, 1) * log_between(random, 1e-3, 1e3);
        const double near = random.between(0.02, 0.999);
        const Motion90 motion(c.screw);
        std::array<Vec90, 3> a;
        const Vec3 offset = vec_between(random, -0.02 * scale, 0.02 * scale);
        for (std::size_t i = 0; i < 3; ++i) {
            const bool same = i > 0 && (c.mover == Mover::point || (c.mover == Mover::segment && i == 2));
            a[i] = same ? a[i - 1]
                        : motion.start_of(digits90(middle) +
                                              digits90(i == 0 ? offset : vec_between(random, -scale, scale)),
                                          Digits90(near));
        }
        // Half of the models have their corners near their own origin and are moved to their place by a pose.
        const bool posed = random.below(2) == 0;
        const Vec3 at = posed ? rounded(a[1]) : Vec3{};
        if (posed) c.pose_a = Pose::translation(at);
        for (std::size_t i = 0; i < 3; ++i) c.a[i] = rounded(a[i] - digits90(at));
        // Motions beyond this limit are rejected by predict().
        const auto side = [&c](double Vec3::*k) {
            const auto ends = std::minmax({c.b[0].*k, c.b[1].*k, c.b[2].*k});
            return ends.second - ends.first;
        };
        const double size = std::hypot(side(&Vec3::x), side(&Vec3::y), side(&Vec3::z));
        if ((axis_distance + 3) * scale * angle > 0.99 * most_travel * size) continue;
        const auto t = CrossingOracle(c).crossing(near);
        if (t) return {c, *t};
    }
}

inline Model triangle_model(const std::array<Vec3, 3>& corners, Mover mover) {
    MeshData data;
    data.vertices = {corners[0], corners[1], corners[2]};
    if (mover == Mover::point) {
        data.vertices.resize(1);
        data.triangles = {{0, 0, 0}};
    } else if (mover == Mover::segment) {
        data.vertices.resize(2);
        data.triangles = {{0, 1, 1}};
    } else {
        data.triangles = {{0, 1, 2}};
    }
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

inline std::string text_of(const CrossingCase& c) {
    std::ostringstream out;
    out.precision(17);
    static constexpr const char* movers[] = {"point", "segment", "triangle"};
    const auto put = [&](const char* name, const Vec3& x) {
        out << name << " {" << x.x << ", " << x.y << ", " << x.z << "} ";
    };
    out << movers[static_cast<int>(c.mover)] << " tolerance " << c.tolerance << " angle "
        << c.screw.angle.in_radians() << " advance " << c.screw.advance << ' ';
    put("point", c.screw.point);
    put("axis", c.screw.axis);
    for (const Vec3& x : c.a) put("a", x);
    for (const Vec3& x : c.b) put("b", x);
    const auto& m = c.pose_a.matrix();
    put("at", {m[3], m[7], m[11]});
    return out.str();
}

// Describes an error of the prediction; empty if it is correct: it is neither clear nor late nor undecided, a
// reported impact is a contact, and its bracket is within the tolerance.
inline std::string what_is_wrong(const KnownCrossing& known, const Prediction& p) {
    if (p.outcome == Outcome::touching_at_start) return {};
    if (p.outcome == Outcome::clear) return "clear";
    if (Digits90(p.free_until) > known.t)
        return "late by " + static_cast<std::string>(Digits90(p.free_until - known.t).str(3));
    if (p.outcome == Outcome::undecided) return "undecided";
    const double lo = p.impact->t_lo, hi = p.impact->t_hi;
    if (!(hi - lo <= known.is.tolerance)) return "too wide";
    if (Digits90(lo) <= known.t && known.t <= Digits90(hi)) return {};
    const double turned = std::abs(known.is.screw.angle.in_radians()) * (hi - lo);
    const int parts = static_cast<int>(std::clamp(turned * 8, 1.0, 500.0));
    return CrossingOracle(known.is).certainly_meet(lo, hi, parts) ? "" : "no contact in the bracket";
}

}  // namespace allide::test
