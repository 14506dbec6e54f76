#include "query/clash/convex_solid.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"
#include "query/clash/convex_facets.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// With more planes, this method is hardly faster than the general search.
constexpr std::size_t most_planes = 200;
// The largest distance between the two offsets of a plane, as a share of the part's size. Larger ones would
// rarely give useful bounds.
constexpr double largest_share = 0x1p-12;

double length_of(const Vec3& x) {
    return std::sqrt(dot(x, x));
}

struct Extent {
    double low = base::infinity, high = -base::infinity;
    void add(double x) {
        low = std::min(low, x);
        high = std::max(high, x);
    }
};

}  // namespace

ConvexSolid::ConvexSolid(const SolidSurface& surface) {
    const Mesh& mesh = surface.model().mesh();
    if (!surface.closed()) return;
    Box box = Box::empty();
    Vec3 sum{0, 0, 0};
    double corners = 0;
    for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
        if (surface.bounding(t) != t) continue;
        for (const Vec3& x : mesh.corners(t)) {
            box.grow(x);
            sum = sum + x;
            ++corners;
        }
    }
    largest_ = std::max(kernel::largest(box.lo), kernel::largest(box.hi));
    if (!(largest_ > 0x1p-300 && largest_ < 0x1p300)) return;
    centre_ = (1 / corners) * sum;
    margin_ = largest_share * length_of(box.hi - box.lo);
    collect_vertices(surface);
    if (!add_planes(surface) || !add_needles() || !widen() || !centre_is_inside(surface)) planes_.clear();
    vertices_ = {};
    needles_ = {};
}

// Adds one plane per convex facet; coplanar facets share a plane. A facet that is not flat is replaced by its
// triangles.
bool ConvexSolid::add_planes(const SolidSurface& surface) {
    const Mesh& mesh = surface.model().mesh();
    const ConvexFacets& facets = surface.facets();
    std::vector<Vec3> corners;
    for (const ConvexFacets::Facet& facet : facets.facets()) {
        const auto add = [&](std::span<const std::uint32_t> vertices) {
            corners.clear();
            for (const std::uint32_t v : vertices) corners.push_back(mesh.vertices()[v] - centre_);
            return add_plane_of(corners);
        };
        if (facet.deviation <= 0x1p-48 * largest_) {
            if (!add(facets.corners(facet))) return false;
        } else {
            for (const std::uint32_t t : facets.triangles(facet))
                if (!add(mesh.triangles()[t])) return false;
        }
    }
    return planes_.size() >= 4;
}

// Assigns needles, whose normals are inaccurate, to planes of other facets that pass close to them.
bool ConvexSolid::add_needles() {
    for (const std::vector<Vec3>& needle : needles_) {
        double least = base::infinity;
        Plane* nearest = nullptr;
        for (Plane& plane : planes_) {
            Extent heights;
            for (const Vec3& x : needle) heights.add(dot(plane.normal, x));
            const double off = std::max(plane.inner - heights.low, heights.high - plane.outer);
            if (off >= least) continue;
            least = off;
            nearest = &plane;
        }
        if (nearest == nullptr || !(least <= margin_)) return false;
        nearest->inner -= std::max(0.0, least);
    }
    return true;
}

// Adds the rounding errors of normals, heights and differences from the centre to the offsets. Returns false
// if the centre is not well inside all planes.
bool ConvexSolid::widen() {
    for (Plane& plane : planes_) {
        if (plane.outer - plane.inner > margin_) return false;
        const double rounding = 0x1p-49 * (std::abs(plane.outer) + largest_);
        plane.inner -= rounding;
        plane.outer += rounding;
        if (!(plane.inner > rounding)) return false;
    }
    return true;
}

bool ConvexSolid::centre_is_inside(const SolidSurface& surface) const {
    const Model solid = surface.solid();
    return contains(solid.at(Pose::identity()), centre_) == PointLocation::inside;
}

void ConvexSolid::collect_vertices(const SolidSurface& surface) {
    const Mesh& mesh = surface.model().mesh();
    std::vector<bool> used(mesh.vertices().size(), false);
    for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t)
        if (surface.bounding(t) == t)
            for (const std::uint32_t v : mesh.triangles()[t]) {
                if (!used[v]) vertices_.push_back(mesh.vertices()[v] - centre_);
                used[v] = true;
            }
}

bool ConvexSolid::add_plane_of(std::span<const Vec3> corners) {
    Vec3 across{0, 0, 0};
    double longest = 0;
    for (std::size_t i = 2; i < corners.size(); ++i)
        across = across + cross(corners[i - 1] - corners[0], corners[i] - corners[0]);
    for (const Vec3& x : corners) longest = std::max(longest, length_of(x - corners[0]));
    const double twice_area = length_of(across);
    if (!(twice_area > 0x1p-20 * longest * longest)) {
        needles_.emplace_back(corners.begin(), corners.end());
        return true;
    }
    Plane plane{(1 / twice_area) * across, 0, 0};
    const auto heights_along = [&](const Vec3& normal) {
        Extent out;
        for (const Vec3& x : corners) out.add(dot(normal, x));
        return out;
    };
    Extent heights = heights_along(plane.normal);
    if (heights.low + heights.high < 0) {
        plane.normal = -1 * plane.normal;
        heights = heights_along(plane.normal);
    }
    for (Plane& known : planes_) {
        if (!(dot(known.normal, plane.normal) > 0.999)) continue;
        const Extent there = heights_along(known.normal);
        const double slack = 0x1p-46 * (std::abs(known.outer) + longest);
        if (there.low < known.inner - slack || there.high > known.outer + slack) continue;
        known.inner = std::min(known.inner, there.low);
        known.outer = std::max(known.outer, there.high);
        return true;
    }
    plane.inner = heights.low;
    plane.outer = heights.high;
    if (!contain_vertices(plane)) return false;
    planes_.push_back(plane);
    return planes_.size() <= most_planes;
}

// Moves the plane's outer offset to the outermost vertex. Returns false if it is then too far from the inner
// one.
bool ConvexSolid::contain_vertices(Plane& plane) const {
    for (const Vec3& x : vertices_) {
        plane.outer = std::max(plane.outer, dot(plane.normal, x));
        if (plane.outer - plane.inner > margin_) return false;
    }
    return true;
}

const ConvexSolid& SolidSurface::convex() const {
    std::call_once(convex_once_, [this] { convex_ = std::make_shared<const ConvexSolid>(*this); });
    return *convex_;
}

ConvexInFrame::ConvexInFrame(const ConvexSolid& solid, const OverlapFrame& frame) {
    const Vec3 centre = frame.from_world(solid.centre());
    const double error = 4 * frame.error();
    planes_.reserve(solid.planes().size());
    for (const ConvexSolid::Plane& plane : solid.planes()) {
        const double at_centre = dot(plane.normal, centre);
        planes_.push_back({plane.normal, plane.inner + at_centre - error, plane.outer + at_centre + error});
    }
}

double ConvexInFrame::inner_depth(const Vec3& x) const {
    double least = base::infinity;
    for (const ConvexSolid::Plane& plane : planes_)
        least = std::min(least, plane.inner - dot(plane.normal, x));
    return least;
}

double ConvexInFrame::outer_depth(const Vec3& x) const {
    double least = base::infinity;
    for (const ConvexSolid::Plane& plane : planes_)
        least = std::min(least, plane.outer - dot(plane.normal, x));
    return least;
}

}  // namespace allide::query
