#include "base/float_environment.hpp"
#include "base/joined_sets.hpp"
#include "kernel/meeting.hpp"
#include "kernel/vec.hpp"
#include "mesh/positions.hpp"
#include "model/model_data.hpp"
#include "query/curves.hpp"

#include <allide/contact_regions.hpp>

#include <algorithm>
#include <compare>

namespace allide {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// A corner, edge or face of one side: equal for triangles that share it.
struct Feature {
    std::uint32_t dimension = 0, first = 0, second = 0;
    friend auto operator<=>(const Feature&, const Feature&) = default;
};

// The places of a mesh's vertices, for the triangles that have a contact.
class Places {
  public:
    Places(const Mesh& mesh, std::vector<std::uint32_t> triangles) : mesh_(&mesh) {
        for (const std::uint32_t triangle : triangles)
            for (const std::uint32_t vertex : mesh.triangles()[triangle]) vertices_.push_back(vertex);
        std::sort(vertices_.begin(), vertices_.end());
        vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
        std::vector<Vec3> points;
        for (const std::uint32_t vertex : vertices_) points.push_back(mesh.vertices()[vertex]);
        numbers_ = mesh::number_positions(points);
    }

    Feature feature(std::uint32_t triangle, kernel::CornerSet corners) const {
        if (corners == 7) return {2, triangle, 0};
        std::array<std::uint32_t, 2> ends{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < 3; ++i)
            if ((corners >> i & 1) != 0) ends[count++] = place_of(mesh_->triangles()[triangle][i]);
        if (count == 1) return {0, ends[0], 0};
        return {1, std::min(ends[0], ends[1]), std::max(ends[0], ends[1])};
    }

  private:
    std::uint32_t place_of(std::uint32_t vertex) const {
        const auto found = std::lower_bound(vertices_.begin(), vertices_.end(), vertex);
        return numbers_[static_cast<std::size_t>(found - vertices_.begin())];
    }

    const Mesh* mesh_;
    std::vector<std::uint32_t> vertices_;  // ascending
    std::vector<std::uint32_t> numbers_;
};

class Regions {
  public:
    Regions(const Placed& a, const Placed& b, std::vector<Contact> contacts)
        : a_(a), b_(b), contacts_(std::move(contacts)), first_corner_{0} {
        const kernel::MeetingFinder finder(a.pose(), b.pose());
        for (const Contact& contact : contacts_) {
            kernel::Meeting meeting = finder.meeting(a.data().mesh.corners(contact.triangle_a),
                                                     b.data().mesh.corners(contact.triangle_b));
            has_area_.push_back(meeting.has_area);
            corners_.insert(corners_.end(), meeting.corners.begin(), meeting.corners.end());
            first_corner_.push_back(static_cast<std::uint32_t>(corners_.size()));
        }
    }

    std::vector<ContactRegion> run() {
        base::JoinedSets nodes(corners_.size()), regions(contacts_.size());
        join(nodes, regions);
        std::vector<std::uint32_t> number(contacts_.size());
        std::vector<ContactRegion> out;
        std::vector<query::Curves> curves;
        std::vector<NormalSum> sums;
        for (std::uint32_t i = 0; i < contacts_.size(); ++i) {
            const std::uint32_t first = regions.of(i);
            if (first == i) {  // the smallest comes first
                number[i] = static_cast<std::uint32_t>(out.size());
                out.emplace_back();
                curves.emplace_back();
                sums.emplace_back();
            }
            const std::uint32_t region = number[first];
            out[region].contacts.push_back(contacts_[i]);
            out[region].flat += has_area_[i] ? 1 : 0;
            add_to_curves(curves[region], nodes, i);
            const Vec3 away = normal(b_, contacts_[i].triangle_b) - normal(a_, contacts_[i].triangle_a);
            sums[region].add(size(i), away);
        }
        for (std::size_t i = 0; i < out.size(); ++i) {
            out[i].curves = curves[i].polylines([this](std::uint32_t node) { return corners_[node].point; });
            out[i].normal = unit(sums[i].total());
        }
        return out;
    }

  private:
    // Weighted by the sizes of common sets, unless all of these are points.
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
    struct Entry {
        Feature a, b;
        std::uint32_t corner, contact;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };

    // Corners that are the same become one node, and their contacts one region.
    void join(base::JoinedSets& nodes, base::JoinedSets& regions) const {
        std::vector<Entry> entries = all_entries();
        std::sort(entries.begin(), entries.end());
        for (std::size_t i = 1; i < entries.size(); ++i) {
            const Entry &x = entries[i - 1], &y = entries[i];
            if (x.a != y.a || x.b != y.b) continue;
            nodes.join(x.corner, y.corner);
            regions.join(x.contact, y.contact);
        }
    }
    std::vector<Entry> all_entries() const {
        std::vector<std::uint32_t> triangles_a, triangles_b;
        for (const Contact& contact : contacts_) {
            triangles_a.push_back(contact.triangle_a);
            triangles_b.push_back(contact.triangle_b);
        }
        const Places places_a(a_.data().mesh, triangles_a), places_b(b_.data().mesh, triangles_b);
        std::vector<Entry> entries;
        for (std::uint32_t i = 0; i < contacts_.size(); ++i)
            for (std::uint32_t corner = first_corner_[i]; corner < first_corner_[i + 1]; ++corner)
                for (kernel::CornerSet in_a = 1; in_a <= 7; ++in_a)
                    for (kernel::CornerSet in_b = 1; in_b <= 7; ++in_b)
                        if ((corners_[corner].a & kernel::feature(in_a)) != 0 &&
                            (corners_[corner].b & kernel::feature(in_b)) != 0)
                            entries.push_back({places_a.feature(contacts_[i].triangle_a, in_a),
                                               places_b.feature(contacts_[i].triangle_b, in_b), corner, i});
        return entries;
    }

    // The contact's nodes; those of a segment in their order along it.
    std::vector<std::uint32_t> nodes_of(std::uint32_t contact, base::JoinedSets& nodes) const {
        std::vector<std::uint32_t> corners;
        for (std::uint32_t i = first_corner_[contact]; i < first_corner_[contact + 1]; ++i)
            corners.push_back(i);
        if (corners.size() > 2 && !has_area_[contact]) sort_along(corners);
        for (std::uint32_t& corner : corners) corner = nodes.of(corner);
        return corners;
    }
    // Only triangles without area have more than two corners on a line.
    void sort_along(std::vector<std::uint32_t>& corners) const {
        const auto place = [&](std::uint32_t i) {
            const Vec3& x = corners_[i].point;
            return std::array{x.x, x.y, x.z};
        };
        std::sort(corners.begin(), corners.end(),
                  [&](std::uint32_t i, std::uint32_t j) { return place(i) < place(j); });
    }
    void add_to_curves(query::Curves& curves, base::JoinedSets& nodes, std::uint32_t contact) const {
        const std::vector<std::uint32_t> of_contact = nodes_of(contact, nodes);
        if (has_area_[contact]) {
            for (const std::uint32_t node : of_contact) curves.cover(node);
        } else if (of_contact.size() == 1) {
            curves.add_point(of_contact[0]);
        } else {
            for (std::size_t i = 1; i < of_contact.size(); ++i)
                curves.add_segment(of_contact[i - 1], of_contact[i]);
        }
    }

    // The largest distance of two corners of the common set.
    double size(std::uint32_t contact) const {
        double largest = 0;
        const std::uint32_t begin = first_corner_[contact], end = first_corner_[contact + 1];
        for (std::uint32_t i = begin; i < end; ++i) {
            for (std::uint32_t j = i + 1; j < end; ++j) {
                const Vec3 side = corners_[j].point - corners_[i].point;
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
    // In the world; zero for a triangle without area.
    static Vec3 normal(const Placed& side, std::uint32_t triangle) {
        const auto corners = side.data().mesh.corners(triangle);
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
    std::vector<bool> has_area_;               // by contact
    std::vector<std::uint32_t> first_corner_;  // by contact, and one more
    std::vector<kernel::Meeting::Corner> corners_;
};

}  // namespace

std::vector<ContactRegion> contact_regions(const Placed& a, const Placed& b) {
    const base::DefaultFloatEnvironment environment;
    return Regions(a, b, contacts(a, b).pairs).run();
}

}  // namespace allide
