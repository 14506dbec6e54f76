#include "query/clash/contact_intersections.hpp"

#include "model/model_data.hpp"
#include "query/clash/point_contact.hpp"

#include <utility>

namespace allide::query {

ContactIntersections::ContactIntersections(const Placed& a, const Placed& b, std::vector<Contact> contacts)
    : a_(a),
      b_(b),
      contacts_(std::move(contacts)),
      one_frame_(a.pose() == b.pose()),
      finder_(a.pose(), b.pose()),
      known_(contacts_.size(), Known::nothing),
      first_(contacts_.size()),
      last_(contacts_.size()) {}

void ContactIntersections::find(std::size_t contact) {
    const kernel::TriangleIntersection meeting =
        finder_.intersection(data_of(a_).mesh.corners(contacts_[contact].triangle_a),
                             data_of(b_).mesh.corners(contacts_[contact].triangle_b));
    known_[contact] = meeting.has_area ? Known::all_with_area : Known::all_without_area;
    first_[contact] = static_cast<std::uint32_t>(corners_.size());
    corners_.insert(corners_.end(), meeting.corners.begin(), meeting.corners.end());
    last_[contact] = static_cast<std::uint32_t>(corners_.size());
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

bool ContactIntersections::may_cross(std::size_t contact) const {
    if (known_[contact] == Known::a_point_at_most) return false;
    if (known_[contact] != Known::nothing || !one_frame_) return true;
    const auto a = data_of(a_).mesh.corners(contacts_[contact].triangle_a),
               b = data_of(b_).mesh.corners(contacts_[contact].triangle_b);
    return crosses_plane(a, b) && crosses_plane(b, a);
}

}  // namespace allide::query
