#include "traverse/motion/phase_separation.hpp"

#include "kernel/triangle/closest_features.hpp"

#include <algorithm>
#include <cmath>

namespace allide::traverse {
namespace {

using kernel::cross_of;
using kernel::dot_of;
using kernel::DoubleDouble;
using kernel::minus;

// Relative error bound, from about ten roundings, of a local position and its projection on a direction.
constexpr double local_error = 0x1p-48;

double length_of_arrow(const AxisPoint& x) {
    return std::sqrt(dot_of(x, x));
}
AxisPoint opposite_arrow(const AxisPoint& x) {
    return {-x[0], -x[1], -x[2]};
}
// z × x, the derivative of x with respect to the phase.
AxisPoint quarter_turned(const AxisPoint& x) {
    return {-x[1], x[0], 0};
}
AxisPoint rounded_point(const kernel::DoubleDoublePoint& x) {
    return {x[0].rounded(), x[1].rounded(), x[2].rounded()};
}

// Upper bound on how far along n a triangle moves past its currently farthest corner when it turns by up to
// half_phase either way. Each corner has its own distance to go and its own rate; a corner that stays behind
// does not count. `local` gives the distances, `about_axis` the rates.
double approach(const kernel::NumberTriangle<double>& local, const kernel::NumberTriangle<double>& about_axis,
                const AxisPoint& n, double half_phase) {
    const double farthest = std::max({dot_of(n, local[0]), dot_of(n, local[1]), dot_of(n, local[2])});
    double most = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const AxisPoint& x = about_axis[i];
        const double rate = std::abs(n[1] * x[0] - n[0] * x[1]),
                     bend = distance_from_axis(x) * distance_from_axis(n);
        most =
            std::max(most, (rate + 0.5 * bend * half_phase) * half_phase - (farthest - dot_of(n, local[i])));
    }
    return most;
}

}  // namespace

bool CellSeparation::offer(double gap, double margin, double by_phase, double by_time) {
    if (!(gap > margin)) return false;
    const double left = gap - margin - (by_phase + by_time) * (1 + 0x1p-40);
    if (!found_ || left > left_) {
        found_ = true;
        left_ = left;
        by_phase_ = by_phase;
        by_time_ = by_time;
    }
    return left > 0;
}

double BoxesAtPhase::finest_displacement() const {
    return std::max(0.01 * std::min(a_.size, b_.size), 0x1p-46);
}

void BoxesAtPhase::test(CellSeparation& best) const {
    const PhaseCell& cell = best.cell();
    // Enlarged to cover the rounding error of the sum of the phases.
    const double half = cell.half_phase + 0x1p-50;
    const AxisBox now =
        a_.moved(kernel::sin_cos(kernel::two_sum(limits_.turn, cell.phase)), limits_.advance * cell.time);
    const AxisPoint between = minus(b_.center, now.center);
    const auto separates = [&](const AxisPoint& n) {
        const double length = length_of_arrow(n);
        const double gap = std::abs(dot_of(n, between)) - now.reach(n) - b_.reach(n);
        if (!(gap > 0)) return false;
        const AxisPoint k{n[1], -n[0], 0};
        const double rate = std::abs(dot_of(k, now.center)) + now.reach(k),
                     bend = a_.axis_distance * distance_from_axis(n);
        return best.offer(gap / length, limits_.margin, (rate + 0.5 * bend * half) * half / length,
                          std::abs(limits_.advance * n[2]) * cell.half_time / length);
    };
    if (separates(between)) return;
    for (std::size_t i = 0; i < 3; ++i)
        if (separates(now.axis[i]) || separates(b_.axis[i])) return;
}

TrianglesAtPhase::TrianglesAtPhase(const kernel::AxisTriangle<DoubleDouble>& a,
                                   const kernel::AxisTriangle<DoubleDouble>& b, const PhaseLimits& limits)
    : limits_(limits), extent_(std::abs(limits.advance)) {
    const kernel::DoubleDoubleSinCos turn = kernel::double_double_sin_cos(DoubleDouble(limits.turn));
    kernel::NumberTriangle<DoubleDouble> turned;
    for (std::size_t i = 0; i < 3; ++i) turned[i] = kernel::moved(a.corner[i], turn, DoubleDouble(0));
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3, last = (i + 2) % 3;
        axis_a_[i] = rounded_point(turned[i]);
        axis_b_[i] = rounded_point(b.corner[i]);
        a_[i] = rounded_point(minus(turned[i], b.corner[0]));
        b_[i] = rounded_point(minus(b.corner[i], b.corner[0]));
        edge_a_[i] = rounded_point(minus(turned[last], turned[next]));
        edge_b_[i] = rounded_point(minus(b.corner[last], b.corner[next]));
        axis_distance_ = std::max(axis_distance_, distance_from_axis(axis_a_[i]) * (1 + 0x1p-40));
        for (std::size_t k = 0; k < 3; ++k)
            extent_ = std::max({extent_, std::abs(a_[i][k]), std::abs(b_[i][k])});
    }
    normal_a_ = cross_of(edge_a_[0], edge_a_[1]);
    normal_b_ = cross_of(edge_b_[0], edge_b_[1]);
}

double TrianglesAtPhase::rounding_error(const PhaseCell& cell) const {
    return local_error * (extent_ + axis_distance_ * (std::abs(cell.phase) + cell.half_phase));
}
double TrianglesAtPhase::finest_displacement() const {
    return local_error * extent_;
}

// With s and c the sine and cosine of half the phase, the rotation displaces a point by 2s(c(z × x) − s x),
// where x is the point's vector from the axis. The rounding error of this form is proportional to the
// displacement.
TrianglesAtPhase::Now TrianglesAtPhase::corners_at(const PhaseCell& cell) const {
    const kernel::SinCos half = kernel::sin_cos(DoubleDouble(0.5 * cell.phase));
    Now now{a_, axis_a_, {2 * half.sin * half.cos, 1 - 2 * half.sin * half.sin}};
    const double rise = limits_.advance * cell.time;
    for (std::size_t i = 0; i < 3; ++i) {
        const double x = axis_a_[i][0], y = axis_a_[i][1];
        const double dx = -2 * half.sin * (half.cos * y + half.sin * x),
                     dy = 2 * half.sin * (half.cos * x - half.sin * y);
        now.local[i] = {a_[i][0] + dx, a_[i][1] + dy, a_[i][2] + rise};
        now.about_axis[i] = {x + dx, y + dy, axis_a_[i][2] + rise};
    }
    return now;
}

bool TrianglesAtPhase::offer_direction(AxisPoint n, const Now& now, CellSeparation& best) const {
    const PhaseCell& cell = best.cell();
    const Projection on_a = projection(now.local, n), on_b = projection(b_, n);
    const double below = on_b.low - on_a.high, above = on_a.low - on_b.high;
    const double gap = std::max(below, above), length = length_of_arrow(n);
    if (!(gap > 0)) return false;
    if (above > below) n = opposite_arrow(n);
    // The smaller of two upper bounds on how much of the gap the rotation closes. If n is fixed, A's corners
    // move along n. If n turns with A, only B's corners move along n, as if B turned backward.
    const double by_phase = std::min(approach(now.local, now.about_axis, n, cell.half_phase),
                                     approach(b_, axis_b_, opposite_arrow(n), cell.half_phase));
    return best.offer(gap / length, limits_.clearance + rounding_error(cell), by_phase / length,
                      std::abs(limits_.advance * n[2]) * cell.half_time / length);
}

// Offers the direction n = u × e, where u is the edge of A opposite to corner i and e is the edge of B
// opposite to corner j; n turns with u. Let w lead from u to e: then f = n · w is |n| times the gap between
// the two edges' lines. While the phase changes by at most h, f changes by at most |rate| · h + bend · h²/2.
// How far the corners i and j reach beyond the edges along n is bounded in the same way.
void TrianglesAtPhase::offer_edges(std::size_t i, std::size_t j, const Now& now, CellSeparation& best) const {
    const PhaseCell& cell = best.cell();
    const double h = cell.half_phase;
    const std::size_t from_a = (i + 1) % 3, from_b = (j + 1) % 3;
    const AxisPoint u = turned_about_axis(edge_a_[i], now.turn), &e = edge_b_[j];
    const AxisPoint g = opposite_arrow(turned_about_axis(edge_a_[(i + 2) % 3], now.turn)),
                    g_b = opposite_arrow(edge_b_[(j + 2) % 3]);
    const AxisPoint n = cross_of(u, e), w = minus(b_[from_b], now.local[from_a]);
    const double size = length_of_arrow(u) * length_of_arrow(e), length = length_of_arrow(n);
    if (!(length > 0x1p-20 * size) || !(size > 0)) return;
    const double rho = axis_distance_, far = length_of_arrow(w);
    const double f = dot_of(n, w), side = f < 0 ? -1 : 1;
    const double rate =
        dot_of(cross_of(quarter_turned(u), e), w) - dot_of(n, quarter_turned(now.about_axis[from_a]));
    const double bend = size * (far + rho * h + 3 * rho);
    // How far each opposite corner reaches beyond its edge, toward the other triangle.
    const AxisPoint q = cross_of(g, u), q_b = cross_of(e, g_b);
    const double beyond_a = side * dot_of(e, q) + local_error * size * length_of_arrow(g),
                 beyond_b = -side * dot_of(u, q_b) + local_error * size * length_of_arrow(g_b);
    const double later_a = beyond_a + (std::abs(dot_of(e, quarter_turned(q))) +
                                       0.5 * length_of_arrow(e) * length_of_arrow(q) * h) *
                                          h,
                 later_b = beyond_b + (std::abs(dot_of(quarter_turned(u), q_b)) +
                                       0.5 * length_of_arrow(u) * length_of_arrow(q_b) * h) *
                                          h;
    const double fixed =
        std::max(0.0, beyond_a) + std::max(0.0, beyond_b) + local_error * size * (far + rho * h);
    const double by_phase = (std::abs(rate) + 0.5 * bend * h) * h + std::max(0.0, later_a) -
                            std::max(0.0, beyond_a) + std::max(0.0, later_b) - std::max(0.0, beyond_b);
    const double by_time = std::abs(limits_.advance) * cell.half_time * (std::abs(n[2]) + size * h);
    const double longest = (length + size * h) * (1 + 0x1p-40);
    best.offer(std::abs(f) / longest, limits_.clearance + rounding_error(cell) + fixed / longest,
               by_phase / longest, by_time / longest);
}

void TrianglesAtPhase::offer_closest(const Now& now, CellSeparation& best) const {
    const auto plain = [](const Corners& corners) {
        kernel::Triangle out;
        for (std::size_t i = 0; i < 3; ++i) out[i] = {corners[i][0], corners[i][1], corners[i][2]};
        return out;
    };
    const auto at = [](const Corners& x, const std::array<double, 3>& weights) {
        AxisPoint out{};
        const double sum = weights[0] + weights[1] + weights[2];
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) out[k] += weights[i] / sum * x[i][k];
        return out;
    };
    // The number of the corner that does not belong to the edge; 3 if the feature is not an edge.
    const auto off_edge = [](const std::array<double, 3>& weights) {
        const std::size_t zeros = (weights[0] == 0) + (weights[1] == 0) + (weights[2] == 0);
        if (zeros != 1) return std::size_t{3};
        return weights[0] == 0 ? std::size_t{0} : weights[1] == 0 ? std::size_t{1} : std::size_t{2};
    };
    const auto [of_a, of_b] = kernel::closest_features(plain(now.local), plain(b_));
    if (offer_direction(minus(at(b_, of_b), at(now.local, of_a)), now, best)) return;
    const std::size_t i = off_edge(of_a), j = off_edge(of_b);
    if (i < 3 && j < 3) offer_edges(i, j, now, best);
}

void TrianglesAtPhase::test(CellSeparation& best) const {
    const Now now = corners_at(best.cell());
    AxisPoint between{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) between[k] += b_[i][k] - now.local[i][k];
    if (offer_direction(between, now, best) || offer_direction(normal_b_, now, best) ||
        offer_direction(turned_about_axis(normal_a_, now.turn), now, best))
        return;
    offer_closest(now, best);
}

}  // namespace allide::traverse
