#include "traverse/binary/one_walk.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace allide::traverse {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;
using kernel::operator*;
using volume::Obb;

double norm(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}
Vec3 values(const kernel::NumberPoint<kernel::BoundedDouble>& p) {
    return {p[0].value, p[1].value, p[2].value};
}
double error_of(const kernel::NumberPoint<kernel::BoundedDouble>& p) {
    return p[0].error + p[1].error + p[2].error;
}

// Bound on the rounding errors of a box's own numbers and of their products with unit vectors.
double rounding(const Obb& box, const Vec3& point) {
    return 64 * 0x1p-53 * (norm(point) + norm(box.center) + box.sum()) + 0x1p-1040;
}

// Visits nodes depth first, siblings in ascending order of their bounds, and skips those beyond the sink's
// limit. bound(box) must be base::infinity for a box that is certainly missed.
template <typename Bound>
void descend(const tree::ObbView& tree, Sink& sink, const Bound& bound) {
    if (tree.empty()) return;
    struct Waiting {
        tree::NodeId node;
        double bound;
    };
    std::vector<Waiting> waiting{{tree.root(), bound(tree.volume(tree.root()))}};
    while (!waiting.empty()) {
        const Waiting next = waiting.back();
        waiting.pop_back();
        if (next.bound == base::infinity || next.bound > sink.limit) continue;
        if (tree::is_leaf(next.node)) {
            const auto [first, count] = tree.triangles_of(next.node);
            for (std::uint32_t place = first; place < first + count; ++place) sink.candidate(place);
            continue;
        }
        const std::size_t begin = waiting.size();
        for (const tree::NodeId child : tree.children(next.node))
            waiting.push_back({child, bound(tree.volume(child))});
        // Sorted by descending bound: the nearest comes last on the stack and is visited first.
        std::sort(waiting.begin() + static_cast<std::ptrdiff_t>(begin), waiting.end(),
                  [](const Waiting& x, const Waiting& y) { return x.bound > y.bound; });
    }
}

// Ray against boxes by separating axes: the cross products of the direction with the box's axes may separate
// the ray's line from the box; the direction itself separates boxes that lie behind the origin.
class RayBoxes {
  public:
    RayBoxes(const kernel::NumberRay<kernel::BoundedDouble>& ray, double tree_norm)
        : origin_(values(ray.origin)), origin_error_(error_of(ray.origin)) {
        const Vec3 d = values(ray.direction);
        // Scales the direction by a power of two to about unit length.
        const double largest = kernel::largest(d);
        usable_ = largest > 0x1p-900 && largest < 0x1p900 && norm(origin_) < 0x1p900 && tree_norm < 0x1p900;
        if (!usable_) return;
        scale_ = std::ldexp(1.0, -std::ilogb(largest));
        direction_ = scale_ * d;
        direction_error_ = scale_ * error_of(ray.direction);
        squared_ = dot(direction_, direction_);
        usable_ = direction_error_ < 0x1p-20;
    }

    // Lower bound of the t at which the ray enters the box; infinite if it misses the box.
    double operator()(const Obb& box) const {
        if (!usable_) return 0;
        const Vec3 arm = origin_ - box.center;
        const double size = norm(arm) + box.sum();
        // The factors account for direction_: its three components are below 2 in magnitude, so its 1-norm is
        // below 6.
        const double margin = 8 * (rounding(box, origin_) + origin_error_) + 4 * direction_error_ * size;
        double shadow = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 across = cross(direction_, box.axis[k]);
            double reach = margin;
            for (std::size_t j = 0; j < 3; ++j) reach += box.half[j] * std::abs(dot(across, box.axis[j]));
            if (std::abs(dot(across, arm)) > reach) return base::infinity;
            shadow += box.half[k] * std::abs(dot(direction_, box.axis[k]));
        }
        const double center = -dot(direction_, arm);
        if (center + shadow + margin < 0) return base::infinity;
        const double near = center - shadow - margin;
        if (!(near > 0)) return 0;
        // Converts to units of the direction as given. The result stays finite: infinity would mean a miss.
        const double t = near / squared_ * scale_ * (1 - 8 * direction_error_ - 0x1p-40);
        return std::min(t, std::numeric_limits<double>::max());
    }

  private:
    Vec3 origin_, direction_;
    double origin_error_, direction_error_ = 0, scale_ = 1, squared_ = 1;
    bool usable_ = false;
};

enum class Side { outside, across, inside };

Side side_of(const kernel::RegionTester::Local<kernel::BoundedDouble>& plane, const Obb& box) {
    const Vec3 n = values(plane.normal);
    double reach = 0;
    for (std::size_t k = 0; k < 3; ++k) reach += box.half[k] * std::abs(dot(n, box.axis[k]));
    const double size = norm(box.center) + box.sum();
    const double margin = error_of(plane.normal) * size + plane.offset.error +
                          128 * 0x1p-53 * (norm(n) * size + std::abs(plane.offset.value)) + 0x1p-1040;
    const double center = dot(n, box.center) - plane.offset.value;
    if (center - reach > margin) return Side::outside;
    return center + reach < -margin ? Side::inside : Side::across;
}

Side side_of(const kernel::RegionTester& tester, const Obb& box) {
    Side side = Side::inside;
    for (const auto& plane : tester.planes()) {
        const Side one = side_of(plane, box);
        if (one == Side::outside) return one;
        if (one == Side::across) side = one;
    }
    return side;
}

void visit_all(const tree::ObbView& tree, tree::NodeId node, const VisitPlaces& all) {
    if (tree::is_leaf(node)) return all(tree.triangles_of(node));
    for (const tree::NodeId child : tree.children(node)) visit_all(tree, child, all);
}

}  // namespace

void walk_ray(const tree::ObbView& tree, const kernel::RayTester& tester, Sink& sink) {
    descend(tree, sink, RayBoxes(tester.ray(), tree.norm()));
}

LocalPoint::LocalPoint(const Pose& pose, const Vec3& point) {
    const kernel::RelativePose world_in_model(pose, Pose::identity());
    at = kernel::mapped(world_in_model, point);
    // With the matrix R of `pose` and ρ = deviation: |R x|² ≥ (1 − 3ρ)|x|², hence |R x| ≥ (1 − 2ρ)|x|.
    shrink = 1 - 2 * world_in_model.deviation;
}

void walk_near(const tree::ObbView& tree, const LocalPoint& point, Sink& sink) {
    const Vec3 p = values(point.at);
    const double error = error_of(point.at);
    const bool usable = norm(p) < 0x1p400 && tree.norm() < 0x1p400;
    descend(tree, sink, [&](const Obb& box) {
        if (!usable) return 0.0;
        const Vec3 arm = p - box.center;
        double squared = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const double beyond = std::max(std::abs(dot(box.axis[k], arm)) - box.half[k], 0.0);
            squared += beyond * beyond;
        }
        const double distance =
            (std::sqrt(squared) * (1 - 0x1p-44) - 4 * rounding(box, p) - 2 * error - 0x1p-450) * point.shrink;
        return distance > 0x1p-450 ? distance * distance * (1 - 0x1p-48) : 0;
    });
}

void walk_region(const tree::ObbView& tree, const kernel::RegionTester& tester, const VisitPlaces& some,
                 const VisitPlaces& all) {
    if (tree.empty()) return;
    std::vector<tree::NodeId> waiting{tree.root()};
    while (!waiting.empty()) {
        const tree::NodeId node = waiting.back();
        waiting.pop_back();
        const Side side = side_of(tester, tree.volume(node));
        if (side == Side::outside) continue;
        if (side == Side::inside)
            visit_all(tree, node, all);
        else if (tree::is_leaf(node))
            some(tree.triangles_of(node));
        else
            for (const tree::NodeId child : tree.children(node)) waiting.push_back(child);
    }
}

}  // namespace allide::traverse
