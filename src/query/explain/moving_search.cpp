#include "query/explain/moving_search.hpp"

#include "base/cancel.hpp"
#include "kernel/number/exact_text.hpp"
#include "query/explain/exact_translation.hpp"
#include "query/explain/separating_direction.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::DoubleDouble;

constexpr std::size_t most_proof_steps = 200'000;
constexpr int most_attempts = 4;
constexpr double shortest_interval = 0x1p-52;

double diagonal_of(const std::vector<Vec3>& points) {
    Box box = Box::empty();
    for (const Vec3& p : points) box.grow(p);
    return length(box.hi - box.lo);
}

Vec3 rounded_point(const PrecisePoint& x) {
    return {x[0].rounded(), x[1].rounded(), x[2].rounded()};
}

DoubleDouble middle_of(const TimeInterval& time) {
    const DoubleDouble twice = kernel::two_sum(time.from, time.to);
    return {0.5 * twice.high, 0.5 * twice.low};
}

std::string text_of_fine(const DoubleDouble& x) {
    return kernel::text_of(kernel::Exact(x.high) + kernel::Exact(x.low));
}

SeparationStep cut_set(bool of_a, int axis) {
    SeparationStep step;
    step.kind = of_a ? SeparationStep::Kind::cut_a : SeparationStep::Kind::cut_b;
    step.axis = axis;
    return step;
}

}  // namespace

MovingSearch::Found MovingSearch::run(TimeInterval time) {
    for (int attempt = 0; attempt < most_attempts && time.to > 0; ++attempt) {
        std::vector<std::uint32_t> a = all_triangles(points_.mesh_a()), b = all_triangles(points_.mesh_b());
        proof_.clear();
        if (prove(a, b, time)) return {time.to, false, std::move(proof_)};
        if (too_long_) return {0, true, {}};
        time.to = failed_at_;
    }
    return {};
}

bool MovingSearch::prove(TriangleSet a, TriangleSet b, const TimeInterval& time) {
    base::CancelCheck()();
    if (proof_.size() > most_proof_steps) {
        too_long_ = true;
        return false;
    }
    gather(a, b, time);
    bool is_separated = false;
    if (const auto guess = guess_direction(points_a_, points_b_)) {
        const PrecisePoint direction = kernel::as_given<DoubleDouble>(*guess);
        if (try_direction(a, b, time, direction)) return true;
        is_separated = gap_.heights(a, b, time, direction).gap > 0;
    }
    if (a.size() == 1 && b.size() == 1) {
        for (const DoubleDouble& t : {middle_of(time), DoubleDouble(time.to), DoubleDouble(time.from)})
            for (const PrecisePoint& direction : directions_of(a[0], b[0], t))
                if (try_direction(a, b, time, direction)) return true;
        return (points_.is_linear() && try_exact(a, b, time)) || prove_times(a, b, time);
    }
    return prove_halves(a, b, time, is_separated);
}

// If the sets are separated at the middle of the interval, halves the interval, since one direction may
// suffice for each half. Otherwise cuts the larger set in half.
bool MovingSearch::prove_halves(TriangleSet a, TriangleSet b, const TimeInterval& time, bool is_separated) {
    if (is_separated && time.to - time.from > shortest_interval) return prove_times(a, b, time);
    const bool cuts_a = b.size() == 1 || (a.size() > 1 && diagonal_of(points_a_) >= diagonal_of(points_b_));
    const Mesh& mesh = cuts_a ? points_.mesh_a() : points_.mesh_b();
    const TriangleSet set = cuts_a ? a : b;
    const int axis = longest_axis(mesh, set);
    proof_.push_back(cut_set(cuts_a, axis));
    const auto [first, second] = cut(mesh, set, axis);
    return cuts_a ? prove(first, b, time) && prove(second, b, time)
                  : prove(a, first, time) && prove(a, second, time);
}

bool MovingSearch::prove_times(TriangleSet a, TriangleSet b, const TimeInterval& time) {
    const double middle = time.from + 0.5 * (time.to - time.from);
    if (time.to - time.from <= shortest_interval || !(time.from < middle && middle < time.to)) {
        failed_at_ = time.from;
        return false;
    }
    SeparationStep step;
    step.kind = SeparationStep::Kind::cut_time;
    step.time = middle;
    proof_.push_back(step);
    return prove(a, b, {time.from, middle}) && prove(a, b, {middle, time.to, time.is_open});
}

bool MovingSearch::try_direction(TriangleSet a, TriangleSet b, const TimeInterval& time,
                                 const PrecisePoint& direction) {
    if (!gap_.heights(a, b, time, direction).separates()) return false;
    SeparationStep step;
    if (direction[0].low == 0 && direction[1].low == 0 && direction[2].low == 0)
        step.direction = rounded_point(direction);
    else
        step.exact_direction = {text_of_fine(direction[0]), text_of_fine(direction[1]),
                                text_of_fine(direction[2])};
    proof_.push_back(step);
    return true;
}

// Tests two triangles under a translation exactly. Needed where the interval ends at a contact or very close
// to one.
bool MovingSearch::try_exact(TriangleSet a, TriangleSet b, const TimeInterval& time) {
    const ExactTranslation pair(kernel::image<kernel::Exact>(segment_.start, points_.mesh_a().corners(a[0])),
                                kernel::image<kernel::Exact>(pose_b_, points_.mesh_b().corners(b[0])),
                                segment_.translation);
    const auto direction = pair.separating_direction(time, clearance_);
    if (!direction) return false;
    SeparationStep step;
    for (std::size_t k = 0; k < 3; ++k) step.exact_direction[k] = kernel::text_of((*direction)[k]);
    proof_.push_back(step);
    return true;
}

// The normals of both triangles and the cross products of their edges at time t, each with both signs.
std::vector<PrecisePoint> MovingSearch::directions_of(std::uint32_t triangle_a, std::uint32_t triangle_b,
                                                      const DoubleDouble& t) const {
    const auto moment = points_.moment(t);
    std::array<PrecisePoint, 3> edge_a, edge_b;
    for (std::size_t i = 0; i < 3; ++i) {
        const TriangleIndices &p = points_.mesh_a().triangles()[triangle_a],
                              &q = points_.mesh_b().triangles()[triangle_b];
        edge_a[i] = kernel::minus(points_.place_a(p[(i + 1) % 3], moment), points_.place_a(p[i], moment));
        edge_b[i] = kernel::minus(points_.place_b(q[(i + 1) % 3]), points_.place_b(q[i]));
    }
    std::vector<PrecisePoint> found{kernel::cross_of(edge_a[0], edge_a[1]),
                                    kernel::cross_of(edge_b[0], edge_b[1])};
    for (const PrecisePoint& e : edge_a)
        for (const PrecisePoint& f : edge_b) found.push_back(kernel::cross_of(e, f));
    std::vector<PrecisePoint> both;
    for (const PrecisePoint& n : found) {
        const double size = std::max({std::abs(n[0].high), std::abs(n[1].high), std::abs(n[2].high)});
        if (!(size > 0x1p-200)) continue;
        const double scale = std::ldexp(1.0, -std::ilogb(size));
        both.push_back(kernel::product_of(DoubleDouble(scale), n));
        both.push_back(kernel::product_of(DoubleDouble(-scale), n));
    }
    return both;
}

void MovingSearch::gather(TriangleSet a, TriangleSet b, const TimeInterval& time) {
    const auto moment = points_.moment(middle_of(time));
    points_a_.clear();
    points_b_.clear();
    for (const std::uint32_t triangle : a)
        for (const std::uint32_t vertex : points_.mesh_a().triangles()[triangle])
            points_a_.push_back(rounded_point(points_.place_a(vertex, moment)));
    for (const std::uint32_t triangle : b)
        for (const std::uint32_t vertex : points_.mesh_b().triangles()[triangle])
            points_b_.push_back(rounded_point(points_.place_b(vertex)));
}

}  // namespace allide::query
