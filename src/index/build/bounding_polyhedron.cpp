// The polyhedron is the convex hull if that has few faces. Otherwise it is bounded by planes that touch the
// hull. The candidates are the planes of the hull's faces and planes in some fixed directions; those that cut
// deepest into the current polyhedron are added first. A polyhedron with 28 faces has at most 2 · 28 − 4 = 52
// corners, whose hull has at most 2 · 52 − 4 = 100 triangles.
//
// Planes and corners are computed in double precision and are not exact. Therefore the corners are moved
// outward a little, their exact hull is computed, and every corner of the object's hull is tested exactly
// against every face. If one is outside, the corners are moved farther; if that fails repeatedly, the
// bounding box is used.
#include "index/build/bounding_polyhedron.hpp"

#include "kernel/pose/vec.hpp"
#include "kernel/triangle/orientation.hpp"
#include "tree/wide/local_unit.hpp"
#include "volume/box/obb.hpp"
#include "volume/hull/convex_hull.hpp"
#include "volume/hull/directions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide::index {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;
using volume::ConvexHull;

constexpr std::size_t most_planes = 28, most_candidates = 160;
// Least distance of a plane from the middle of the object, which is scaled to a size of about 1. It gives the
// polyhedron of a flat object some thickness.
constexpr double least_offset = 0x1p-16;
// Planes that cut off less than this depth, in the same unit, are ignored.
constexpr double least_cut = 1e-3;

struct Polytope {
    std::vector<Vec3> vertices;
    std::vector<TriangleIndices> faces;
};

double polytope_volume(std::span<const Vec3> vertices, std::span<const TriangleIndices> faces) {
    if (faces.empty()) return 0;
    const Vec3 origin = vertices[faces[0][0]];
    double sum = 0;
    for (const auto& [a, b, c] : faces)
        sum += dot(vertices[a] - origin, cross(vertices[b] - origin, vertices[c] - origin));
    return std::abs(sum) / 6;
}

// The hull as a polytope whose vertices are only the hull's corners; empty if the hull is flat.
Polytope hull_polytope(std::span<const Vec3> points, const ConvexHull& hull) {
    if (hull.dimension != 3) return {};
    Polytope body;
    for (const std::uint32_t corner : hull.corners) body.vertices.push_back(points[corner]);
    const auto number = [&](std::uint32_t point) {
        const auto place = std::lower_bound(hull.corners.begin(), hull.corners.end(), point);
        return static_cast<std::uint32_t>(place - hull.corners.begin());
    };
    for (const auto& [a, b, c] : hull.facets) body.faces.push_back({number(a), number(b), number(c)});
    return body;
}

bool holds_all(const Polytope& body, std::span<const Vec3> points) {
    for (const auto& [a, b, c] : body.faces) {
        const kernel::SideOfPlane plane({body.vertices[a], body.vertices[b], body.vertices[c]});
        for (const Vec3& point : points)
            if (plane.of(point) > 0) return false;
    }
    return true;
}

// The box, enlarged along axes on which it is flat.
Box thickened(const Box& box) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Vec3 extent = box.hi - box.lo;
    const double thickness = 0x1p-20 * std::max({extent.x, extent.y, extent.z});
    Box thick = box;
    const auto thicken = [&](double& lo, double& hi) {
        if (hi - lo > thickness) return;
        lo = std::nextafter(lo - thickness, -infinity);
        hi = std::nextafter(hi + thickness, infinity);
    };
    thicken(thick.lo.x, thick.hi.x);
    thicken(thick.lo.y, thick.hi.y);
    thicken(thick.lo.z, thick.hi.z);
    return thick;
}

double box_volume(const Box& box) {
    const Vec3 extent = box.hi - box.lo;
    return extent.x * extent.y * extent.z;
}

// The box as a polytope; empty if the box is too large.
Polytope box_polytope(const Box& box) {
    if (!kernel::finite(box.hi - box.lo)) return {};
    std::vector<Vec3> corners;
    for (unsigned i = 0; i < 8; ++i)
        corners.push_back({(i & 1u) != 0 ? box.hi.x : box.lo.x, (i & 2u) != 0 ? box.hi.y : box.lo.y,
                           (i & 4u) != 0 ? box.hi.z : box.lo.z});
    return hull_polytope(corners, volume::convex_hull(corners));
}

// The half-space n · x ≤ offset. The normal n has a length of about 1, and the offset is positive.
struct CutPlane {
    Vec3 normal;
    double offset;
};

// Chooses the planes. The object's corners are given relative to its middle and scaled to a size of about 1.
class Cutting {
  public:
    Cutting(std::vector<Vec3> corners, const ConvexHull& hull, std::span<const Vec3> points)
        : corners_(std::move(corners)) {
        add_candidates(hull, points);
    }

    // Returns the corners of the polyhedron bounded by the chosen planes.
    std::vector<Vec3> run() {
        planes_ = start();
        std::vector<Vec3> body = corners_of(planes_);
        while (planes_.size() < most_planes && add_planes(body)) body = corners_of(planes_);
        return body;
    }

  private:
    // Adds the plane that cuts deepest, and up to three others that cut nearly as deep in other directions:
    // recomputing the polyhedron's corners costs more than a few planes. Returns false if no plane cuts.
    bool add_planes(const std::vector<Vec3>& body) {
        constexpr std::size_t per_round = 4;
        std::vector<std::pair<double, const CutPlane*>> cuts;
        for (const CutPlane& plane : candidates_) {
            double depth = 0;
            for (const Vec3& corner : body) depth = std::max(depth, dot(plane.normal, corner) - plane.offset);
            if (depth > least_cut) cuts.emplace_back(-depth, &plane);
        }
        std::stable_sort(cuts.begin(), cuts.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        const std::size_t before = planes_.size();
        for (const auto& [depth, plane] : cuts) {
            if (planes_.size() == most_planes || planes_.size() == before + per_round) break;
            const auto is_near = [&plane = plane](const CutPlane& other) {
                return dot(other.normal, plane->normal) > 0.6;
            };
            if (depth > 0.6 * cuts[0].first) break;
            if (std::none_of(planes_.begin() + static_cast<std::ptrdiff_t>(before), planes_.end(), is_near))
                planes_.push_back(*plane);
        }
        return planes_.size() > before;
    }

    CutPlane touching(const Vec3& normal) const {
        double offset = least_offset;
        for (const Vec3& corner : corners_) offset = std::max(offset, dot(normal, corner));
        return {normal, offset};
    }

    void add(const Vec3& direction) {
        const double length = std::sqrt(dot(direction, direction));
        if (!(length > 0)) return;
        const Vec3 normal = (1 / length) * direction;
        for (const CutPlane& known : candidates_)
            if (dot(known.normal, normal) > 0.9995) return;
        candidates_.push_back(touching(normal));
    }

    // Candidates are the fixed directions, then for a flat object its two sides and the planes through its
    // edges, then the planes of the largest faces, up to a limit.
    void add_candidates(const ConvexHull& hull, std::span<const Vec3> points) {
        for (const Vec3& direction : volume::directions<26>()) add(direction);
        const volume::Obb box = volume::fit_obb(corners_);
        for (const Vec3& axis : box.axis) {
            add(axis);
            add(-1.0 * axis);
        }
        std::vector<std::pair<double, Vec3>> normals;
        for (const auto& [a, b, c] : hull.facets) {
            const Vec3 normal = cross(points[b] - points[a], points[c] - points[a]);
            normals.emplace_back(-dot(normal, normal), normal);
        }
        std::stable_sort(normals.begin(), normals.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        if (hull.dimension == 2 && !normals.empty()) add_flat(normals[0].second);
        for (const auto& [area, normal] : normals)
            if (candidates_.size() < most_candidates) add(normal);
    }
    void add_flat(const Vec3& normal) {
        add(normal);
        add(-1.0 * normal);
        for (std::size_t i = 0; i < corners_.size() && candidates_.size() < most_candidates; ++i) {
            const Vec3 side = cross(corners_[(i + 1) % corners_.size()] - corners_[i], normal);
            add(side);
            add(-1.0 * side);
        }
    }

    // Starts with the six planes of the axis-aligned or the oriented bounding box, whichever has less volume.
    std::vector<CutPlane> start() const {
        const volume::Obb box = volume::fit_obb(corners_);
        const auto slab = [&](const std::array<Vec3, 3>& axes) {
            std::vector<CutPlane> planes;
            for (const Vec3& axis : axes) {
                planes.push_back(touching(axis));
                planes.push_back(touching(-1.0 * axis));
            }
            return planes;
        };
        const auto content = [](const std::vector<CutPlane>& p) {
            return (p[0].offset + p[1].offset) * (p[2].offset + p[3].offset) * (p[4].offset + p[5].offset);
        };
        std::vector<CutPlane> along = slab({Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}});
        std::vector<CutPlane> oriented = slab(box.axis);
        return content(oriented) < content(along) ? oriented : along;
    }

    // By duality, the plane n · x = d corresponds to the point n/d, and a facet of the hull of these points
    // to a corner of the polyhedron, at which three planes intersect.
    static std::vector<Vec3> corners_of(const std::vector<CutPlane>& planes) {
        std::vector<Vec3> duals;
        duals.reserve(planes.size());
        for (const CutPlane& plane : planes) duals.push_back((1 / plane.offset) * plane.normal);
        std::vector<Vec3> corners;
        const ConvexHull hull = volume::convex_hull(duals);
        for (const auto& [a, b, c] : hull.facets) {
            const Vec3 normal = cross(duals[b] - duals[a], duals[c] - duals[a]);
            const Vec3 corner = (1 / dot(normal, duals[a])) * normal;
            if (kernel::finite(corner) && kernel::largest(corner) <= 16) corners.push_back(corner);
        }
        return corners;
    }

    std::vector<Vec3> corners_;
    std::vector<CutPlane> candidates_, planes_;
};

// Moves the corners outward until their hull provably contains the object; empty if it never does.
Polytope certified(const std::vector<Vec3>& body, const Vec3& centre, int exponent,
                   std::span<const Vec3> object) {
    for (double outward = 0x1p-36; outward < 0.1; outward *= 8) {
        std::vector<Vec3> moved;
        for (const Vec3& corner : body) {
            const Vec3 local = (1 + outward) * corner;
            moved.push_back(centre + Vec3{std::ldexp(local.x, exponent), std::ldexp(local.y, exponent),
                                          std::ldexp(local.z, exponent)});
        }
        if (!std::all_of(moved.begin(), moved.end(), kernel::finite)) return {};
        Polytope polytope = hull_polytope(moved, volume::convex_hull(moved));
        if (polytope.faces.empty() || polytope.faces.size() > ObjectSummary::most_faces) continue;
        if (holds_all(polytope, object)) return polytope;
    }
    return {};
}

Polytope cut_polytope(std::span<const Vec3> points, const ConvexHull& hull, const Box& box) {
    const tree::LocalUnit unit(box);
    std::vector<Vec3> object, local;
    Vec3 middle{};
    for (const std::uint32_t corner : hull.corners) {
        object.push_back(points[corner]);
        local.push_back(unit.local(points[corner]));
        middle = middle + (1.0 / static_cast<double>(hull.corners.size())) * local.back();
    }
    for (Vec3& corner : local) corner = corner - middle;
    const Vec3 centre =
        unit.center + Vec3{std::ldexp(middle.x, unit.exponent), std::ldexp(middle.y, unit.exponent),
                           std::ldexp(middle.z, unit.exponent)};
    return certified(Cutting(local, hull, points).run(), centre, unit.exponent, object);
}

std::vector<Vec3> used_vertices(const Mesh& mesh) {
    std::vector<bool> used(mesh.vertices().size(), false);
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) used[vertex] = true;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i]) points.push_back(mesh.vertices()[i]);
    return points;
}

Mesh polytope_mesh(Polytope body) {
    return Mesh::from({.vertices = std::move(body.vertices), .triangles = std::move(body.faces)}).value();
}

}  // namespace

double volume_of(const Mesh& polyhedron) {
    return polytope_volume(polyhedron.vertices(), polyhedron.triangles());
}

Enclosure bounding_polyhedron(const Mesh& mesh) {
    const std::vector<Vec3> points = used_vertices(mesh);
    if (points.empty()) return {};
    Box box{points[0], points[0]};
    for (const Vec3& point : points) box.grow(point);
    if (!kernel::finite(box.hi - box.lo) || !std::isfinite(4 * kernel::largest(box.hi - box.lo))) return {};
    const ConvexHull hull = volume::convex_hull(points);
    Polytope exact = hull_polytope(points, hull);
    const double hull_volume = polytope_volume(exact.vertices, exact.faces);
    if (!exact.faces.empty() && exact.faces.size() <= ObjectSummary::most_faces)
        return {polytope_mesh(std::move(exact)), hull_volume};
    Polytope cut = cut_polytope(points, hull, box);
    const Box thick = thickened(box);
    if (cut.faces.empty() || !(polytope_volume(cut.vertices, cut.faces) < box_volume(thick)))
        if (Polytope whole = box_polytope(thick); !whole.faces.empty()) cut = std::move(whole);
    return {polytope_mesh(std::move(cut)), hull_volume};
}

}  // namespace allide::index
