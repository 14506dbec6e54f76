#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/vec.hpp"
#include "query/collide/parallel_batch.hpp"
#include "query/probe/inner_volumes.hpp"
#include "query/probe/placed_surface.hpp"
#include "query/probe/point_location.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace allide {
namespace {

using kernel::Crossing;
using kernel::RayTester;
using kernel::operator-;
using kernel::operator+;

// The direction of the half-line that counts crossings. Any direction is correct. This one is seldom parallel
// to a face of a real part, so that exact arithmetic is rarely needed.
constexpr Vec3 outward{0.43621, 0.72847, 0.52805};

class Crossings final : public traverse::Sink {
  public:
    Crossings(const query::PlacedSurface& model, const RayTester& tester) : model_(model), tester_(tester) {
        limit = base::infinity;
    }

    void candidate(std::uint32_t place) override {
        if (on_triangle_) return;
        switch (tester_.crossing(model_.corners(place))) {
            case Crossing::none:
                break;
            case Crossing::up:
                ++up_;
                break;
            case Crossing::down:
                ++down_;
                break;
            case Crossing::on_triangle:
                on_triangle_ = true;
                limit = -1;  // ends the search
                break;
        }
    }

    PointLocation location(InsideRule rule) const {
        if (on_triangle_) return PointLocation::boundary;
        const bool inside = rule == InsideRule::odd ? (up_ + down_) % 2 != 0 : up_ != down_;
        return inside ? PointLocation::inside : PointLocation::outside;
    }

  private:
    const query::PlacedSurface& model_;
    const RayTester& tester_;
    std::uint64_t up_ = 0, down_ = 0;
    bool on_triangle_ = false;
};

using query::has_inside;

// Locates a point, given in the frame of `pose`, relative to `placed`. A world point has the identity pose.
PointLocation locate(const Vec3& point, const Pose& pose, const Placed& placed,
                     const ContainsOptions& options) {
    const query::PlacedSurface model(placed);
    const RayTester tester(placed.pose(), {.origin = point, .origin_pose = pose, .direction = outward});
    Crossings sink(model, tester);
    model.offer(tester, sink, options.search);
    return sink.location(options.rule);
}

// The number of shells of a model that are inside another model, given that their surfaces do not touch.
struct Shells {
    std::size_t inside = 0, all = 0;
};
Shells shells_inside(const Placed& outer, const Placed& inner, const ContainsOptions& options) {
    Shells shells;
    const auto vertices = data_of(inner).mesh.vertices();
    for (const std::uint32_t vertex : data_of(inner).surface().shells) {
        ++shells.all;
        if (locate(vertices[vertex], inner.pose(), outer, options) == PointLocation::inside) ++shells.inside;
    }
    return shells;
}

// True if inner boxes already prove that the solids overlap. Inner boxes are inside by the odd rule. If the
// mesh has an inside, a point with an odd number of crossings is inside by the winding rule too.
bool shown_by_inner_boxes(const Placed& a, const Placed& b, InsideRule rule) {
    const bool a_has = !data_of(a).inner.boxes.empty() && has_inside(a, rule);
    const bool b_has = !data_of(b).inner.boxes.empty() && has_inside(b, rule);
    return (a_has && b_has && query::inner_boxes_overlap(a, b)) ||
           (a_has && query::lies_in_inner_box(b, a)) || (b_has && query::lies_in_inner_box(a, b));
}

// The power of two that brings the largest coordinate near 1; 1 if products of three coordinates of this size
// neither overflow nor underflow.
kernel::PowerOfTwo scale_of(double largest_coordinate) {
    const bool in_range = largest_coordinate >= 0x1p-300 && largest_coordinate <= 0x1p300;
    return kernel::PowerOfTwo(in_range || largest_coordinate == 0 ? 0 : -std::ilogb(largest_coordinate));
}
Vec3 scaled(const kernel::PowerOfTwo& scale, const Vec3& x) {
    return {scale(x.x), scale(x.y), scale(x.z)};
}

double largest_coordinate(const Mesh& mesh) {
    double largest = 0;
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle)
            largest = std::max(largest, kernel::largest(mesh.vertices()[vertex]));
    return largest;
}

// The vertices of a placed model as directions from a point, at a scale that neither overflows nor
// underflows.
class DirectionsFrom {
  public:
    DirectionsFrom(const Placed& model, const Vec3& point)
        : mesh_(data_of(model).mesh),
          pose_(model.pose()),
          scale_(scale_of(std::max(
              {largest_coordinate(mesh_), kernel::largest(point), kernel::largest(pose_.position())}))),
          offset_(scaled(scale_, pose_.position()) - scaled(scale_, point)) {}

    // Vectors to vertices very close to the point are scaled once more, since only their direction matters.
    Vec3 direction(std::uint32_t vertex) const {
        const Vec3 x = scaled(scale_, mesh_.vertices()[vertex]);
        const Vec3 seen = pose_.apply_to_vector(x) + offset_;
        return scaled(scale_of(kernel::largest(seen)), seen);
    }

  private:
    const Mesh& mesh_;
    const Pose& pose_;
    kernel::PowerOfTwo scale_;
    Vec3 offset_;
};

// Half the solid angle of a triangle seen from the origin (van Oosterom, Strackee 1983).
double half_solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double la = std::sqrt(kernel::dot(a, a)), lb = std::sqrt(kernel::dot(b, b)),
                 lc = std::sqrt(kernel::dot(c, c));
    const double solid = kernel::dot(a, kernel::cross(b, c));
    const double rest =
        la * lb * lc + kernel::dot(a, b) * lc + kernel::dot(b, c) * la + kernel::dot(c, a) * lb;
    return std::atan2(solid, rest);
}

}  // namespace

bool query::has_inside(const Placed& model, InsideRule rule) {
    const mesh::Surface& surface = data_of(model).surface();
    return rule == InsideRule::odd ? surface.closed : surface.closed && surface.oriented;
}

PointLocation query::locate_point(const Vec3& point, const Placed& solid, const ContainsOptions& options) {
    return locate(point, Pose::identity(), solid, options);
}

PointLocation query::locate_vertex(const Vec3& vertex, const Pose& pose, const Placed& solid) {
    return locate(vertex, pose, solid, {});
}

PointLocation contains(const Placed& model, const Vec3& point, const ContainsOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(point), "a point must be finite");
    if (!has_inside(model, options.rule)) return PointLocation::open;
    return query::locate_point(point, model, options);
}

Containment contains(const Placed& outer, const Placed& inner, const ContainsOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (!has_inside(outer, options.rule)) return Containment::open;
    if (options.search == Search::tree && query::lies_in_inner_box(inner, outer)) return Containment::inside;
    if (collides(outer, inner, {.search = options.search})) return Containment::touching;
    const Shells shells = shells_inside(outer, inner, options);
    if (shells.inside == 0) return Containment::outside;
    if (shells.inside < shells.all) return Containment::partly;
    // A shell of the outer solid that lies inside the inner one bounds a cavity of the outer solid, which the
    // inner one fills.
    if (has_inside(inner, options.rule) && shells_inside(inner, outer, options).inside != 0)
        return Containment::partly;
    return Containment::inside;
}

SolidOverlap overlap_solid(const Placed& a, const Placed& b, const ContainsOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (options.search == Search::tree && shown_by_inner_boxes(a, b, options.rule)) return SolidOverlap::yes;
    if (collides(a, b, {.search = options.search})) return SolidOverlap::yes;
    const bool a_has = has_inside(a, options.rule), b_has = has_inside(b, options.rule);
    // If the surfaces do not touch, the solids share a point if and only if a shell of one is inside the
    // other.
    if (a_has && shells_inside(a, b, options).inside != 0) return SolidOverlap::yes;
    if (b_has && shells_inside(b, a, options).inside != 0) return SolidOverlap::yes;
    return a_has && b_has ? SolidOverlap::no : SolidOverlap::open;
}

double winding_number(const Placed& model, const Vec3& point) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(point), "a point must be finite");
    const DirectionsFrom seen(model, point);
    double sum = 0;
    for (const auto& [a, b, c] : data_of(model).mesh.triangles())
        sum += half_solid_angle(seen.direction(a), seen.direction(b), seen.direction(c));
    return sum / (2 * std::numbers::pi);
}

std::vector<PointLocation> contains_many(const Placed& model, std::span<const Vec3> points, InsideRule rule,
                                         const BatchOptions& options) {
    return query::answer_in_parallel<PointLocation>(
        points.size(), options, [&](std::size_t i) { return contains(model, points[i], {.rule = rule}); });
}

}  // namespace allide
