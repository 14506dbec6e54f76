#include "kernel/probe/point_tester.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::kernel {
namespace {

// Barycentric weights of the triangle's point nearest to the origin, in plain doubles. The weights are
// accurate for most triangles, but they are only a guess, from which proven bounds are derived. After
// Ericson, "Real-Time Collision Detection" (2005), 5.1.5.
struct Guess {
    std::array<double, 3> weight{};
    bool face = false;
};

Guess on_edge(std::size_t from, std::size_t to, double part, double whole) {
    Guess guess;
    const double s = whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0;
    guess.weight[from] = 1 - s;
    guess.weight[to] = s;
    return guess;
}

Guess guess_nearest(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a;
    const double d1 = -dot(ab, a), d2 = -dot(ac, a);
    if (d1 <= 0 && d2 <= 0) return {{1, 0, 0}};
    const double d3 = -dot(ab, b), d4 = -dot(ac, b);
    if (d3 >= 0 && d4 <= d3) return {{0, 1, 0}};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return on_edge(0, 1, d1, d1 - d3);
    const double d5 = -dot(ab, c), d6 = -dot(ac, c);
    if (d6 >= 0 && d5 <= d6) return {{0, 0, 1}};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return on_edge(0, 2, d2, d2 - d6);
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return on_edge(1, 2, d4 - d3, (d4 - d3) + (d5 - d6));
    const double sum = va + vb + vc;
    if (!(sum > 0)) return {{1, 0, 0}};
    const double v = std::clamp(vb / sum, 0.0, 1.0), w = std::clamp(vc / sum, 0.0, 1 - v);
    return {{std::max(1 - v - w, 0.0), v, w}, true};
}

Vec3 weighted(const Guess& guess, const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto& w = guess.weight;
    return {w[0] * a.x + w[1] * b.x + w[2] * c.x, w[0] * a.y + w[1] * b.y + w[2] * c.y,
            w[0] * a.z + w[1] * b.z + w[2] * c.z};
}

NumberPoint<BoundedDouble> weighted(const Guess& guess, const NumberTriangle<BoundedDouble>& corner) {
    NumberPoint<BoundedDouble> out;
    for (std::size_t i = 0; i < 3; ++i) {
        if (guess.weight[i] == 0) continue;
        for (std::size_t k = 0; k < 3; ++k)
            out[k] =
                guess.weight[i] == 1 ? corner[i][k] : out[k] + BoundedDouble(guess.weight[i]) * corner[i][k];
    }
    return out;
}

Vec3 values(const NumberPoint<BoundedDouble>& p) {
    return {p[0].value, p[1].value, p[2].value};
}

// Lower bound of the triangle's squared distance from the origin: a convex set is at least as far away as its
// projection onto any direction g, which begins at min(g · corner) / |g|.
double bound_below(const NumberPoint<BoundedDouble>& g, const BoundedDouble& squared_g,
                   const NumberTriangle<BoundedDouble>& corner) {
    double least = base::infinity;
    for (const auto& c : corner) {
        const double shadow = dot_of(g, c).low();
        if (!(shadow > 0)) return 0;
        least = std::min(least, shadow);
    }
    return least * (least / squared_g.high()) * (1 - 0x1p-50);
}

// Exact distance of a triangle from the origin; the caller translates the query point to the origin.
class ExactDistance {
  public:
    explicit ExactDistance(const NumberTriangle<Exact>& corner)
        : corner_(corner), normal_(cross_of(minus(corner[1], corner[0]), minus(corner[2], corner[0]))) {}

    // The nearest point is Σ weight · corner / denominator.
    struct Nearest {
        ExactRatio squared;
        std::array<Exact, 3> weight;
        Exact denominator;
    };

    Nearest nearest() const {
        if (above_face()) return face();
        Nearest best = edge(0, 1);
        for (const auto& [i, j] : {std::pair<std::size_t, std::size_t>{1, 2}, {2, 0}}) {
            Nearest other = edge(i, j);
            if (compare(other.squared, best.squared) < 0) best = std::move(other);
        }
        return best;
    }

  private:
    bool above_face() const {
        if (normal_[0].sign() == 0 && normal_[1].sign() == 0 && normal_[2].sign() == 0) return false;
        for (std::size_t i = 0; i < 3; ++i)
            if (dot_of(normal_, cross_of(corner_[i], corner_[(i + 1) % 3])).sign() < 0) return false;
        return true;
    }

    Nearest face() const {
        const Exact height = dot_of(normal_, corner_[0]), whole = dot_of(normal_, normal_);
        Nearest found{{height * height, whole}, {}, whole};
        for (std::size_t i = 0; i < 3; ++i)
            found.weight[i] = dot_of(normal_, cross_of(corner_[(i + 1) % 3], corner_[(i + 2) % 3]));
        return found;
    }

    Nearest edge(std::size_t i, std::size_t j) const {
        const auto &a = corner_[i], &b = corner_[j];
        const NumberPoint<Exact> along = minus(b, a);
        const Exact part = -dot_of(a, along), whole = dot_of(along, along);
        Nearest found{{}, {}, Exact(1.0)};
        if (part.sign() <= 0) {
            found.squared.numerator = dot_of(a, a);
            found.weight[i] = Exact(1.0);
        } else if ((whole - part).sign() <= 0) {
            found.squared.numerator = dot_of(b, b);
            found.weight[j] = Exact(1.0);
        } else {
            const NumberPoint<Exact> across = cross_of(a, b);
            found.squared = {dot_of(across, across), whole};
            found.weight[i] = whole - part;
            found.weight[j] = part;
            found.denominator = whole;
        }
        return found;
    }

    const NumberTriangle<Exact>& corner_;
    NumberPoint<Exact> normal_;
};

NumberTriangle<Exact> relative_to(const Vec3& point, const NumberTriangle<Exact>& t) {
    const auto p = as_given<Exact>(point);
    return {minus(t[0], p), minus(t[1], p), minus(t[2], p)};
}

}  // namespace

PointTester::PointTester(const Pose& pose, const Vec3& point)
    : pose_(pose), point_(point), at_rest_(pose == Pose::identity()) {
    const auto& m = pose.matrix();
    offset_ = minus(as_given<BoundedDouble>({m[3], m[7], m[11]}), as_given<BoundedDouble>(point));
}

NumberTriangle<BoundedDouble> PointTester::from_point(const Triangle& t) const {
    NumberTriangle<BoundedDouble> out;
    for (std::size_t i = 0; i < 3; ++i) {
        const NumberPoint<BoundedDouble> x = as_given<BoundedDouble>(t[i]);
        const NumberPoint<BoundedDouble> arm = at_rest_ ? x : turned(pose_, x);
        out[i] = {arm[0] + offset_[0], arm[1] + offset_[1], arm[2] + offset_[2]};
    }
    return out;
}

double PointTester::least(const Triangle& t) const {
    std::array<Vec3, 3> corner;
    double error = 0, reach = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 x = t[i];
        const Vec3 arm = at_rest_ ? x : pose_.apply_to_vector(x);
        corner[i] = arm + values(offset_);
        error = std::max(error, kernel::norm_1(x));
        reach = std::max(reach, kernel::norm_1(corner[i]));
    }
    // Each coordinate of a corner x has an error of 4u|x|₁ from the rotation, that of offset_, and one
    // rounding of the sum. The first two, summed over three coordinates (3 · 4 < 16), bound the error of a
    // corner; `reach` covers the third below.
    const double offset_error = offset_[0].error + offset_[1].error + offset_[2].error;
    error = (at_rest_ ? 0 : 16 * 0x1p-53 * error) + offset_error;
    const Vec3 g = weighted(guess_nearest(corner[0], corner[1], corner[2]), corner[0], corner[1], corner[2]);
    const double length = std::sqrt(dot(g, g));
    const double shadow = std::min({dot(g, corner[0]), dot(g, corner[1]), dot(g, corner[2])});
    const double distance = shadow / length * (1 - 0x1p-48) - (8 * 0x1p-53 * reach + error) - 0x1p-500;
    // The comparisons are false for NaN. Outside this range products overflow, or lose bits to underflow.
    const bool in_range = length > 0x1p-450 && reach < 0x1p400;
    return in_range && distance > 0x1p-450 ? distance * distance * (1 - 0x1p-50) : 0;
}

SquaredDistance PointTester::rounded(const Triangle& t, Vec3& near) const {
    const NumberTriangle<BoundedDouble> corner = from_point(t);
    const Vec3 a = values(corner[0]), b = values(corner[1]), c = values(corner[2]);
    const Guess guess = guess_nearest(a, b, c);
    near = at_rest_ ? weighted(guess, t[0], t[1], t[2]) : point_ + weighted(guess, a, b, c);
    const NumberPoint<BoundedDouble> g = weighted(guess, corner);
    const BoundedDouble squared_g = dot_of(g, g);
    const BoundedDouble sum =
        BoundedDouble(guess.weight[0]) + BoundedDouble(guess.weight[1]) + BoundedDouble(guess.weight[2]);
    SquaredDistance out;
    out.high = squared_g.high() / sum.low() / sum.low() * (1 + 0x1p-50) + 0x1p-1070;
    out.value = squared_g.value / sum.value / sum.value;
    if (guess.face) {
        // The plane is no farther than the triangle, so its distance is a lower bound. If the point is close
        // to the plane, the normal has a smaller relative error than g, the vector to the nearest point.
        const NumberPoint<BoundedDouble> n =
            cross_of(minus(corner[1], corner[0]), minus(corner[2], corner[0]));
        const BoundedDouble height = dot_of(n, corner[0]), squared_n = dot_of(n, n);
        const double h = std::max(height.low(), -height.high());
        out.low = h > 0 ? h * (h / squared_n.high()) * (1 - 0x1p-50) : 0;
        if (squared_n.low() > 0 && h > 0) out.value = height.value * (height.value / squared_n.value);
    } else {
        out.low = bound_below(g, squared_g, corner);
    }
    if (out.low < 0x1p-1000) out.low = 0;  // products this small lose bits: the bound might be too large
    if (!(out.low >= 0 && out.low <= out.high) || !std::isfinite(out.high)) return {0, base::infinity, 0};
    out.value = std::clamp(out.value, out.low, out.high);
    return out;
}

ExactRatio PointTester::exact(const Triangle& t) const {
    return ExactDistance(relative_to(point_, image<Exact>(pose_, t))).nearest().squared;
}

Vec3 PointTester::exact_nearest(const Triangle& t) const {
    const NumberTriangle<Exact> world = image<Exact>(pose_, t);
    const auto found = ExactDistance(relative_to(point_, world)).nearest();
    const auto coordinate = [&](std::size_t k) {
        const Exact sum =
            found.weight[0] * world[0][k] + found.weight[1] * world[1][k] + found.weight[2] * world[2][k];
        return sum.sign() == 0 ? 0 : quotient(sum, found.denominator);
    };
    return {coordinate(0), coordinate(1), coordinate(2)};
}

// A corner is nearest if both of its edges lead away from the point. An edge is nearest if the foot of the
// perpendicular from the point lies inside it and the point is on the outer side of it, not over the face.
// Where a sign is 0, both choices give the same distance.
std::optional<NearestFeature> PointTester::feature(const Triangle& t) const {
    const NumberTriangle<BoundedDouble> corner = from_point(t);
    const auto leads_away = [&](std::size_t from, std::size_t to, bool& doubt) {
        return sign_of(dot_of(corner[from], minus(corner[to], corner[from])), doubt) >= 0;
    };
    for (std::uint8_t i = 0; i < 3; ++i) {
        bool doubt = false;
        const auto j = static_cast<std::uint8_t>((i + 1) % 3), k = static_cast<std::uint8_t>((i + 2) % 3);
        if (leads_away(i, j, doubt) && leads_away(i, k, doubt) && !doubt)
            return NearestFeature{.corner = {i}, .count = 1};
        doubt = false;
        if (leads_away(i, j, doubt) || leads_away(j, i, doubt) || doubt) continue;
        const auto n = cross_of(minus(corner[j], corner[i]), minus(corner[k], corner[i]));
        const int side = sign_of(dot_of(n, cross_of(corner[i], corner[j])), doubt);
        if (side <= 0 && !doubt) return NearestFeature{.corner = {i, j}, .count = 2};
    }
    return std::nullopt;
}

}  // namespace allide::kernel
