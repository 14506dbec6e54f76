#include "query/explain/separation_search.hpp"

#include "base/cancel.hpp"
#include "kernel/number/exact_text.hpp"
#include "kernel/triangle/exact_closest_points.hpp"
#include "query/explain/separating_direction.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace allide::query {
namespace {

// The number of exact directions that are kept and tried for later sets. One direction serves all pairs of
// parallel plates; more than a few are rarely useful.
constexpr std::size_t most_recent = 4;

double largest_coordinate(const WorldPoints& points) {
    double largest = 0;
    for (const TriangleIndices& triangle : points.mesh().triangles())
        for (const std::uint32_t vertex : triangle)
            for (const kernel::BoundedDouble& x : points.bounded(vertex))
                largest = std::max(largest, std::abs(x.value));
    return largest;
}

Box box_of(const std::vector<Vec3>& points) {
    Box box = Box::empty();
    for (const Vec3& p : points) box.grow(p);
    return box;
}

double diagonal(const Box& box) {
    return length(box.hi - box.lo);
}

SeparationStep cut_of(SeparationStep::Kind kind, int axis) {
    SeparationStep step;
    step.kind = kind;
    step.axis = axis;
    return step;
}

}  // namespace

SeparationSearch::SeparationSearch(const WorldPoints& a, const WorldPoints& b, double bound)
    : a_(a), b_(b), gap_(a, b, bound) {
    const double largest = std::max(largest_coordinate(a), largest_coordinate(b));
    if (largest > 0 && std::isfinite(largest)) exponent_ = std::ilogb(largest);
}

SeparationProof SeparationSearch::run() {
    std::vector<std::uint32_t> a = all_triangles(a_.mesh()), b = all_triangles(b_.mesh());
    prove(a, b);
    return std::move(proof_);
}

void SeparationSearch::prove(TriangleSet a, TriangleSet b) {
    if (end_branch(a, b)) return;
    base::CancelCheck()();
    const bool cuts_a =
        b.size() == 1 || (a.size() > 1 && diagonal(box_of(points_a_)) >= diagonal(box_of(points_b_)));
    const WorldPoints& side = cuts_a ? a_ : b_;
    const TriangleSet set = cuts_a ? a : b;
    const int axis = longest_axis(side.mesh(), set);
    proof_.push_back(cut_of(cuts_a ? SeparationStep::Kind::cut_a : SeparationStep::Kind::cut_b, axis));
    const auto [first, second] = cut(side.mesh(), set, axis);
    for (const TriangleSet half : {first, second})
        if (cuts_a)
            prove(half, b);
        else
            prove(a, half);
}

// Appends a direction that separates the sets and returns true; otherwise returns false, with the sets'
// points in points_a_ and points_b_.
bool SeparationSearch::end_branch(TriangleSet a, TriangleSet b) {
    gather(a_, a, points_a_);
    gather(b_, b, points_b_);
    if (try_axes(a, b)) return true;
    if (const auto guess = guess_direction(points_a_, points_b_))
        if (try_direction(a, b, *guess)) return true;
    for (const ExactPosition& direction : recent_)
        if (try_exact(a, b, direction)) return true;
    if (a.size() > 1 || b.size() > 1) return false;
    use_exact_direction_of(a[0], b[0]);
    if (try_exact(a, b, recent_.front())) return true;
    throw std::logic_error("two triangles are closer together than the distance search found");
}

// Tries the axes of the world first, since they give the shortest proofs.
bool SeparationSearch::try_axes(TriangleSet a, TriangleSet b) {
    const Box box_a = box_of(points_a_), box_b = box_of(points_b_);
    const Vec3 above = box_b.lo - box_a.hi, below = box_a.lo - box_b.hi;
    const std::array<std::pair<double, Vec3>, 6> sides{{{above.x, {1, 0, 0}},
                                                        {above.y, {0, 1, 0}},
                                                        {above.z, {0, 0, 1}},
                                                        {below.x, {-1, 0, 0}},
                                                        {below.y, {0, -1, 0}},
                                                        {below.z, {0, 0, -1}}}};
    const auto widest = std::max_element(sides.begin(), sides.end(),
                                         [](const auto& p, const auto& q) { return p.first < q.first; });
    return widest->first > 0 && try_direction(a, b, widest->second);
}

bool SeparationSearch::try_direction(TriangleSet a, TriangleSet b, const Vec3& direction) {
    if (!gap_.separates(a, b, direction)) return false;
    SeparationStep step;
    step.direction = direction;
    proof_.push_back(step);
    return true;
}

bool SeparationSearch::try_exact(TriangleSet a, TriangleSet b, const ExactPosition& direction) {
    if (!gap_.separates(a, b, direction)) return false;
    SeparationStep step;
    step.exact_direction = {kernel::text_of(direction[0]), kernel::text_of(direction[1]),
                            kernel::text_of(direction[2])};
    proof_.push_back(step);
    return true;
}

void SeparationSearch::use_exact_direction_of(std::uint32_t triangle_a, std::uint32_t triangle_b) {
    recent_.push_front(
        kernel::exact_closest_points(a_.exact_triangle(triangle_a), b_.exact_triangle(triangle_b)).direction);
    if (recent_.size() > most_recent) recent_.pop_back();
}

void SeparationSearch::gather(const WorldPoints& points, TriangleSet set, std::vector<Vec3>& into) const {
    into.clear();
    const auto scaled = [&](const kernel::BoundedDouble& x) { return std::ldexp(x.value, -exponent_); };
    for (const std::uint32_t triangle : set)
        for (const std::uint32_t vertex : points.mesh().triangles()[triangle]) {
            const BoundedPoint& p = points.bounded(vertex);
            into.push_back({scaled(p[0]), scaled(p[1]), scaled(p[2])});
        }
}

}  // namespace allide::query
