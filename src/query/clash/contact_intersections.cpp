#include "query/clash/contact_intersections.hpp"

#include "kernel/pose/vec.hpp"
#include "kernel/triangle/certain_crossing.hpp"
#include "model/model_data.hpp"
#include "query/clash/point_contact.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

Vec3 normalized_or_zero(const Vec3& x) {
    return kernel::largest(x) > 0 && kernel::finite(x) ? normalized(x) : Vec3{0, 0, 0};
}

}  // namespace

ContactIntersections::ContactIntersections(const Placed& a, const Placed& b, std::vector<Contact> contacts)
    : a_(a),
      b_(b),
      contacts_(std::move(contacts)),
      one_frame_(a.pose() == b.pose()),
      both_at_rest_(one_frame_ && a.pose() == Pose::identity()),
      finder_(a.pose(), b.pose()),
      known_(contacts_.size(), Known::nothing),
      first_(contacts_.size()),
      last_(contacts_.size()) {}

void ContactIntersections::find(std::size_t contact) {
    const auto a = data_of(a_).mesh.corners(contacts_[contact].triangle_a),
               b = data_of(b_).mesh.corners(contacts_[contact].triangle_b);
    const kernel::TriangleIntersection meeting = intersection(a, b);
    known_[contact] = meeting.has_area ? Known::all_with_area : Known::all_without_area;
    first_[contact] = static_cast<std::uint32_t>(corners_.size());
    corners_.insert(corners_.end(), meeting.corners.begin(), meeting.corners.end());
    last_[contact] = static_cast<std::uint32_t>(corners_.size());
}

kernel::TriangleIntersection ContactIntersections::intersection(const std::array<Vec3, 3>& a,
                                                                const std::array<Vec3, 3>& b) const {
    if (both_at_rest_)
        if (std::optional<kernel::TriangleIntersection> crossing = kernel::certain_crossing(a, b))
            return *std::move(crossing);
    return finder_.intersection(a, b);
}

ContactIntersections::Intersection ContactIntersections::of(std::size_t contact) {
    if (known_[contact] <= Known::a_point_at_most) find(contact);
    return {std::span(corners_).subspan(first_[contact], last_[contact] - first_[contact]),
            known_[contact] == Known::all_with_area};
}

bool ContactIntersections::has_segment(std::size_t contact) {
    if (known_[contact] == Known::nothing && one_frame_ &&
        share_at_most_a_point(data_of(a_).mesh.corners(contacts_[contact].triangle_a),
                              data_of(b_).mesh.corners(contacts_[contact].triangle_b)))
        known_[contact] = Known::a_point_at_most;
    return known_[contact] != Known::a_point_at_most && of(contact).corners.size() >= 2;
}

std::vector<Vec3> outline_of(const ContactIntersections::Intersection& intersection) {
    std::vector<Vec3> points;
    const std::size_t n = intersection.corners.size();
    points.reserve(n);
    for (const auto& corner : intersection.corners) points.push_back(corner.point);
    if (n <= 3) return points;
    Vec3 middle{0, 0, 0};
    for (const Vec3& x : points) middle = middle + (1 / static_cast<double>(n)) * x;
    const Vec3 first = normalized_or_zero(points[0] - middle);
    Vec3 normal{0, 0, 0};  // the longest cross product of `first` with a corner's direction
    for (const Vec3& x : points) {
        const Vec3 across = cross(first, normalized_or_zero(x - middle));
        if (dot(across, across) > dot(normal, normal)) normal = across;
    }
    const Vec3 second = cross(normalized_or_zero(normal), first);
    std::vector<std::pair<double, Vec3>> by_angle;
    by_angle.reserve(n);
    for (const Vec3& x : points)
        by_angle.emplace_back(std::atan2(dot(second, x - middle), dot(first, x - middle)), x);
    std::sort(by_angle.begin(), by_angle.end(),
              [](const auto& one, const auto& other) { return one.first < other.first; });
    for (std::size_t i = 0; i < n; ++i) points[i] = by_angle[i].second;
    return points;
}

bool ContactIntersections::may_cross(std::size_t contact) const {
    if (known_[contact] == Known::a_point_at_most) return false;
    if (known_[contact] != Known::nothing || !one_frame_) return true;
    const auto a = data_of(a_).mesh.corners(contacts_[contact].triangle_a),
               b = data_of(b_).mesh.corners(contacts_[contact].triangle_b);
    return crosses_plane(a, b) && crosses_plane(b, a);
}

}  // namespace allide::query
