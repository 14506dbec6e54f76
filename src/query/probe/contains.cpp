#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "query/probe/inner_volumes.hpp"
#include "query/probe/parallel_batch.hpp"
#include "query/probe/placed_surface.hpp"
#include "query/probe/point_location.hpp"

#include <cmath>
#include <numbers>

namespace allide {
namespace {

using kernel::Crossing;
using kernel::RayTester;
using kernel::operator-;
using kernel::operator+;

// A half-line in this direction counts crossings. Any will do; one that is parallel to no face of common
// parts leaves little to exact arithmetic.
constexpr Vec3 outward{0.43621, 0.72847, 0.52805};

class Crossings final : public traverse::Sink {
  public:
    Crossings(const query::OneModel& model, const RayTester& tester) : model_(model), tester_(tester) {
        limit = std::numeric_limits<double>::infinity();
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
                limit = -1;  // nothing more is wanted
                break;
        }
    }

    Where where(InsideRule rule) const {
        if (on_triangle_) return Where::boundary;
        const bool inside = rule == InsideRule::odd ? (up_ + down_) % 2 != 0 : up_ != down_;
        return inside ? Where::inside : Where::outside;
    }

  private:
    const query::OneModel& model_;
    const RayTester& tester_;
    std::uint64_t up_ = 0, down_ = 0;
    bool on_triangle_ = false;
};

bool has_inside(const Placed& model, InsideRule rule) {
    const mesh::Surface& surface = data_of(model).surface();
    return rule == InsideRule::odd ? surface.closed : surface.closed && surface.oriented;
}

// A point of the world, or a vertex of another model at its pose.
Where where_is(const Vec3& point, const Pose& pose, const Placed& placed, const ContainsOptions& options) {
    const query::OneModel model(placed);
    const RayTester tester(placed.pose(), {.origin = point, .origin_pose = pose, .direction = outward});
    Crossings sink(model, tester);
    model.offer(tester, sink, options.search);
    return sink.where(options.rule);
}

// How many of a model's shells are inside another; none of them touches it.
struct Shells {
    std::size_t inside = 0, all = 0;
};
Shells shells_inside(const Placed& outer, const Placed& inner, const ContainsOptions& options) {
    Shells shells;
    const auto vertices = data_of(inner).mesh.vertices();
    for (const std::uint32_t vertex : data_of(inner).surface().shells) {
        ++shells.all;
        if (where_is(vertices[vertex], inner.pose(), outer, options) == Where::inside) ++shells.inside;
    }
    return shells;
}

// A point that an odd number of triangles are crossed from is inside by either rule, if the mesh has an
// inside.
bool shown_by_inner_boxes(const Placed& a, const Placed& b, InsideRule rule) {
    const bool a_has = !data_of(a).inner.boxes.empty() && has_inside(a, rule);
    const bool b_has = !data_of(b).inner.boxes.empty() && has_inside(b, rule);
    return (a_has && b_has && query::inner_boxes_overlap(a, b)) ||
           (a_has && query::lies_in_inner_box(b, a)) || (b_has && query::lies_in_inner_box(a, b));
}

// The solid angle of a triangle seen from the origin (van Oosterom, Strackee 1983), by 2.
double half_solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double la = std::sqrt(kernel::dot(a, a)), lb = std::sqrt(kernel::dot(b, b)),
                 lc = std::sqrt(kernel::dot(c, c));
    const double solid = kernel::dot(a, kernel::cross(b, c));
    const double rest =
        la * lb * lc + kernel::dot(a, b) * lc + kernel::dot(b, c) * la + kernel::dot(c, a) * lb;
    return std::atan2(solid, rest);
}

}  // namespace

Where query::where_is_vertex(const Vec3& vertex, const Pose& pose, const Placed& solid) {
    return where_is(vertex, pose, solid, {});
}

Where contains(const Placed& model, const Vec3& point, const ContainsOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(point), "a point must be finite");
    if (!has_inside(model, options.rule)) return Where::open;
    return where_is(point, Pose::identity(), model, options);
}

Containment contains(const Placed& outer, const Placed& inner, const ContainsOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (!has_inside(outer, options.rule)) return Containment::open;
    if (options.search == Search::tree && query::lies_in_inner_box(inner, outer)) return Containment::inside;
    if (collides(outer, inner, {.search = options.search})) return Containment::touching;
    const Shells shells = shells_inside(outer, inner, options);
    if (shells.inside == 0) return Containment::outside;
    if (shells.inside < shells.all) return Containment::partly;
    // A shell of the outer solid inside the inner one is a cavity that the inner one fills.
    if (has_inside(inner, options.rule) && shells_inside(inner, outer, options).inside != 0)
        return Containment::partly;
    return Containment::inside;
}

SolidOverlap overlap_solid(const Placed& a, const Placed& b, const ContainsOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (options.search == Search::tree && shown_by_inner_boxes(a, b, options.rule)) return SolidOverlap::yes;
    if (collides(a, b, {.search = options.search})) return SolidOverlap::yes;
    const bool a_has = has_inside(a, options.rule), b_has = has_inside(b, options.rule);
    // Where surfaces do not touch, solids share a point if and only if a shell of one is inside the other.
    if (a_has && shells_inside(a, b, options).inside != 0) return SolidOverlap::yes;
    if (b_has && shells_inside(b, a, options).inside != 0) return SolidOverlap::yes;
    return a_has && b_has ? SolidOverlap::no : SolidOverlap::open;
}

double winding_number(const Placed& model, const Vec3& point) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(point), "a point must be finite");
    const auto& m = model.pose().matrix();
    const Mesh& mesh = data_of(model).mesh;
    const auto seen = [&](std::uint32_t vertex) {
        const Vec3& x = mesh.vertices()[vertex];
        const Vec3 turned{m[0] * x.x + m[1] * x.y + m[2] * x.z, m[4] * x.x + m[5] * x.y + m[6] * x.z,
                          m[8] * x.x + m[9] * x.y + m[10] * x.z};
        return turned + (Vec3{m[3], m[7], m[11]} - point);
    };
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles()) sum += half_solid_angle(seen(a), seen(b), seen(c));
    return sum / (2 * std::numbers::pi);
}

std::vector<Where> contains_many(const Placed& model, std::span<const Vec3> points, InsideRule rule,
                                 const BatchOptions& options) {
    return query::ask_many<Where>(points.size(), options,
                                  [&](std::size_t i) { return contains(model, points[i], {.rule = rule}); });
}

}  // namespace allide
