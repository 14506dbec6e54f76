#include "query/clash/measure_overlap.hpp"

#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/vec.hpp"
#include "query/clash/common_volume.hpp"
#include "query/clash/local_depth.hpp"
#include "query/clash/overlap_frame.hpp"
#include "query/distance/penetration.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::operator+;
using kernel::operator-;

// True if a limit lies between the bounds, so they do not decide on which side of it the depth is.
bool is_undecided(const LocalDepth& depth, double limit) {
    return limit > 0 && depth.lower <= limit && limit < depth.upper;
}

constexpr double narrowest = 1e-3;  // the smallest relative width of the bounds
// The search aims at less than half of the allowed width, which costs little: reports show the upper bound,
// but the depth itself is usually the lower one.
constexpr double share_of_error = 0.45;

class OverlapMeasurement {
  public:
    OverlapMeasurement(const ClashPart& a, const ClashPart& b, ContactIntersections& intersections,
                       const RegionBoxes* regions, const ClashLimits& limits, const PairClash& clash)
        : a_(a),
          b_(b),
          intersections_(intersections),
          limits_(limits),
          box_a_(rounded_box(a)),
          box_b_(rounded_box(b)),
          frame_(a.placed, box_a_, b.placed, box_b_) {
        question_ = {.box_a = box_a_,
                     .box_b = box_b_,
                     .reach = clash.separation,
                     .relative = share_of_error * limits.depth_error,
                     .absolute = limits.sag / 10};
        if (regions == nullptr) return;
        question_.region_of = regions->region_of;
        question_.regions = regions->regions.size();
    }

    // Returns the depths. Narrows their bounds if the usual ones do not decide the kind of clash.
    std::optional<FoundDepths> depths() {
        std::optional<FoundDepths> found = local_depths(a_, b_, intersections_, frame_, question_);
        if (!found || question_.relative <= narrowest) return found;
        if (!is_undecided(found->all, limits_.touch) && !is_undecided(found->all, limits_.sag)) return found;
        question_.relative = narrowest;
        question_.absolute = 0;
        return local_depths(a_, b_, intersections_, frame_, question_);
    }

    CommonVolume volume() const { return common_volume(a_, box_a_, b_, box_b_, frame_); }

  private:
    const ClashPart &a_, &b_;
    ContactIntersections& intersections_;
    ClashLimits limits_;
    Box box_a_, box_b_;
    OverlapFrame frame_;
    DepthQuestion question_;
};

std::vector<std::optional<LocalDepth>> measure_parts(const ClashPart& a, const ClashPart& b,
                                                     ContactIntersections& intersections,
                                                     const RegionBoxes* regions, const ClashLimits& limits,
                                                     PairClash& clash) {
    std::vector<std::optional<LocalDepth>> of_regions(regions == nullptr ? 0 : regions->regions.size());
    const Penetration apart = separation_of_overlapping(a.placed, b.placed);
    clash.separation = apart.upper;
    clash.separation_direction = apart.direction;
    const bool both_open = !a.surface().closed() && !b.surface().closed();
    if (both_open) return of_regions;
    OverlapMeasurement measurement(a, b, intersections, regions, limits, clash);
    if (a.surface().closed() && b.surface().closed()) clash.volume = measurement.volume();
    if (clash.kind == ClashKind::duplicate) {
        clash.depth = LocalDepth{.point = clash.point};
        std::fill(of_regions.begin(), of_regions.end(), clash.depth);
        return of_regions;
    }
    const std::optional<FoundDepths> found = measurement.depths();
    if (!found) return of_regions;
    clash.depth = found->all;
    for (std::size_t r = 0; r < of_regions.size(); ++r) of_regions[r] = found->regions[r];
    return of_regions;
}

// ---- Parts of nearly subnormal size.

// Parts smaller than this are enlarged by a power of two before they are measured, which is exact. Otherwise
// points between their vertices would be rounded to subnormals.
constexpr double smallest_size = 0x1p-1000;
constexpr int enlargement = 1000;

double size_of(const ClashPart& part) {
    const Box& box = part.box_at_rest();
    return std::max(
        {kernel::largest(part.placed.pose().position()), kernel::largest(box.lo), kernel::largest(box.hi)});
}

Vec3 enlarged(const Vec3& x) {
    return {std::ldexp(x.x, enlargement), std::ldexp(x.y, enlargement), std::ldexp(x.z, enlargement)};
}
Model enlarged(const Model& model) {
    const Mesh& mesh = model.mesh();
    MeshData data{.triangles = {mesh.triangles().begin(), mesh.triangles().end()}};
    // A vertex that is not that small belongs to no triangle, so its position does not matter.
    for (const Vec3& x : mesh.vertices())
        data.vertices.push_back(kernel::largest(x) < smallest_size ? enlarged(x) : Vec3{0, 0, 0});
    return Model::build(Mesh::from(std::move(data)).value()).value();
}
Pose enlarged(const Pose& pose) {
    std::array<double, 12> rows = pose.matrix();
    const Vec3 position = enlarged(pose.position());
    rows[3] = position.x;
    rows[7] = position.y;
    rows[11] = position.z;
    return Pose::from_matrix(rows).value();
}
ClashLimits enlarged(ClashLimits limits) {
    limits.touch = kernel::scaled_down(limits.touch, enlargement);
    limits.sag = kernel::scaled_down(limits.sag, enlargement);
    return limits;
}

void reduce(std::optional<LocalDepth>& depth) {
    if (!depth) return;
    depth->lower = kernel::scaled_down(depth->lower, -enlargement);
    depth->upper = kernel::scaled_up(depth->upper, -enlargement);
    const Vec3& x = depth->point;
    depth->point = {std::ldexp(x.x, -enlargement), std::ldexp(x.y, -enlargement),
                    std::ldexp(x.z, -enlargement)};
}

std::vector<std::optional<LocalDepth>> measure_enlarged(const ClashPart& a, const ClashPart& b,
                                                        const ContactIntersections& intersections,
                                                        const RegionBoxes* regions, const ClashLimits& limits,
                                                        PairClash& clash) {
    const Model model_a = enlarged(a.model), model_b = enlarged(b.model);
    const LazySolidSurface surface_a, surface_b;
    const ClashPart large_a{model_a, model_a.at(enlarged(a.placed.pose())), surface_a},
        large_b{model_b, model_b.at(enlarged(b.placed.pose())), surface_b};
    const std::span<const Contact> contacts = intersections.contacts();
    ContactIntersections large(large_a.placed, large_b.placed, {contacts.begin(), contacts.end()});
    const Vec3 point = clash.point;
    clash.point = enlarged(point);
    std::vector<std::optional<LocalDepth>> of_regions =
        measure_parts(large_a, large_b, large, regions, enlarged(limits), clash);
    clash.point = point;
    reduce(clash.depth);
    for (std::optional<LocalDepth>& depth : of_regions) reduce(depth);
    clash.separation = kernel::scaled_up(clash.separation, -enlargement);
    if (clash.volume) {
        clash.volume->lower = kernel::scaled_down(clash.volume->lower, -3 * enlargement);
        clash.volume->upper = kernel::scaled_up(clash.volume->upper, -3 * enlargement);
    }
    return of_regions;
}

}  // namespace

std::vector<std::optional<LocalDepth>> measure_overlap(const ClashPart& a, const ClashPart& b,
                                                       ContactIntersections& intersections,
                                                       const RegionBoxes* regions, const ClashLimits& limits,
                                                       PairClash& clash) {
    const bool is_tiny = std::max(size_of(a), size_of(b)) < smallest_size;
    return is_tiny ? measure_enlarged(a, b, intersections, regions, limits, clash)
                   : measure_parts(a, b, intersections, regions, limits, clash);
}

double contact_area(const ClashPart& a, const ClashPart& b, ContactIntersections& intersections) {
    double area = 0;
    const std::span<const Contact> contacts = intersections.contacts();
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const ContactIntersections::Intersection meeting = intersections.of(i);
        if (!meeting.has_area || a.surface().bounding(contacts[i].triangle_a) != contacts[i].triangle_a ||
            b.surface().bounding(contacts[i].triangle_b) != contacts[i].triangle_b)
            continue;
        Vec3 sum{0, 0, 0};
        const std::vector<Vec3> outline = outline_of(meeting);
        for (std::size_t k = 2; k < outline.size(); ++k)
            sum = sum + cross(outline[k - 1] - outline[0], outline[k] - outline[0]);
        area += length(sum) / 2;
    }
    return area;
}

}  // namespace allide::query
