#include "base/cancel.hpp"
#include "base/float_environment.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/intersection.hpp"
#include "model/model_data.hpp"
#include "query/collide/contact_curves.hpp"
#include "query/collide/contact_nodes.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <cmath>

namespace allide {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

class Regions {
  public:
    Regions(const Placed& a, const Placed& b, std::vector<Contact> contacts)
        : a_(a), b_(b), contacts_(std::move(contacts)) {
        const kernel::IntersectionFinder finder(a.pose(), b.pose());
        const base::CancelCheck check_cancelled;
        for (const Contact& contact : contacts_) {
            check_cancelled();
            const kernel::TriangleIntersection meeting = finder.intersection(
                data_of(a).mesh.corners(contact.triangle_a), data_of(b).mesh.corners(contact.triangle_b));
            common_.add(meeting.corners, meeting.has_area);
        }
    }

    std::vector<ContactRegion> run() {
        auto [nodes, regions] = query::join_contacts(data_of(a_).mesh, data_of(b_).mesh, contacts_, common_);
        std::vector<std::uint32_t> number(contacts_.size());
        std::vector<ContactRegion> out;
        std::vector<query::Curves> curves;
        std::vector<NormalSum> sums;
        for (std::uint32_t i = 0; i < contacts_.size(); ++i) {
            const std::uint32_t first = regions.of(i);
            if (first == i) {  // i is the smallest contact of its region
                number[i] = static_cast<std::uint32_t>(out.size());
                out.emplace_back();
                curves.emplace_back();
                sums.emplace_back();
            }
            const std::uint32_t region = number[first];
            out[region].contacts.push_back(contacts_[i]);
            out[region].flat += common_.has_area[i] ? 1 : 0;
            add_to_curves(curves[region], nodes, i);
            const Vec3 away = normal(b_, contacts_[i].triangle_b) - normal(a_, contacts_[i].triangle_a);
            sums[region].add(size(i), away);
        }
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i].curves =
                curves[i].polylines([this](std::uint32_t node) { return common_.corners[node].point; });
            out[i].normal = unit(sums[i].total());
        }
        return out;
    }

  private:
    // The sum of vectors weighted by the diameters of the contacts' intersections, or their plain sum if all
    // intersections are points.
    struct NormalSum {
        Vec3 weighted, plain;
        double weight = 0;

        void add(double size, const Vec3& x) {
            weighted = weighted + size * x;
            plain = plain + x;
            weight += size;
        }
        const Vec3& total() const { return weight > 0 ? weighted : plain; }
    };

    // The nodes of a contact. If the intersection is a segment, they are in the order along it.
    std::vector<std::uint32_t> nodes_of(std::uint32_t contact, base::JoinedSets& nodes) const {
        std::vector<std::uint32_t> corners;
        for (std::uint32_t i = common_.first_corner[contact]; i < common_.first_corner[contact + 1]; ++i)
            corners.push_back(i);
        if (corners.size() > 2 && !common_.has_area[contact]) sort_along(corners);
        for (std::uint32_t& corner : corners) corner = nodes.of(corner);
        return corners;
    }
    // Sorts the corners of a segment along it. A segment has more than two corners only if a triangle has no
    // area.
    void sort_along(std::vector<std::uint32_t>& corners) const {
        const auto place = [&](std::uint32_t i) {
            const Vec3& x = common_.corners[i].point;
            return std::array{x.x, x.y, x.z};
        };
        std::sort(corners.begin(), corners.end(),
                  [&](std::uint32_t i, std::uint32_t j) { return place(i) < place(j); });
    }
    void add_to_curves(query::Curves& curves, base::JoinedSets& nodes, std::uint32_t contact) const {
        const std::vector<std::uint32_t> of_contact = nodes_of(contact, nodes);
        if (common_.has_area[contact]) {
            for (const std::uint32_t node : of_contact) curves.cover(node);
        } else if (of_contact.size() == 1) {
            curves.add_point(of_contact[0]);
        } else {
            for (std::size_t i = 1; i < of_contact.size(); ++i)
                curves.add_segment(of_contact[i - 1], of_contact[i]);
        }
    }

    // The diameter of the intersection.
    double size(std::uint32_t contact) const {
        double largest = 0;
        const std::uint32_t begin = common_.first_corner[contact], end = common_.first_corner[contact + 1];
        for (std::uint32_t i = begin; i < end; ++i) {
            for (std::uint32_t j = i + 1; j < end; ++j) {
                const Vec3 side = common_.corners[j].point - common_.corners[i].point;
                largest = std::max(largest, std::sqrt(kernel::dot(side, side)));
            }
        }
        return largest;
    }

    static std::optional<Vec3> unit(const Vec3& x) {
        const double size = kernel::largest(x);
        if (!(size > 0) || !std::isfinite(size)) return std::nullopt;
        const Vec3 scaled{x.x / size, x.y / size, x.z / size};
        return (1 / std::sqrt(kernel::dot(scaled, scaled))) * scaled;
    }
    // The unit normal in the world; zero for a triangle without area.
    static Vec3 normal(const Placed& side, std::uint32_t triangle) {
        const auto corners = data_of(side).mesh.corners(triangle);
        const auto e = unit(corners[1] - corners[0]), f = unit(corners[2] - corners[0]);
        if (!e || !f) return {};
        const auto local = unit(kernel::cross(*e, *f));
        if (!local) return {};
        const auto& m = side.pose().matrix();
        return {m[0] * local->x + m[1] * local->y + m[2] * local->z,
                m[4] * local->x + m[5] * local->y + m[6] * local->z,
                m[8] * local->x + m[9] * local->y + m[10] * local->z};
    }

    Placed a_, b_;
    std::vector<Contact> contacts_;
    query::CommonCorners common_;
};

}  // namespace

std::vector<ContactRegion> contact_regions(const Placed& a, const Placed& b) {
    const base::DefaultFloatEnvironment environment;
    return Regions(a, b, contacts(a, b).pairs).run();
}

}  // namespace allide
