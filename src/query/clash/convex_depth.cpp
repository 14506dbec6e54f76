#include "query/clash/convex_depth.hpp"

#include "base/infinity.hpp"
#include "kernel/pose/vec.hpp"
#include "query/clash/convex_facets.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

constexpr int most_steps = 100;
constexpr double just_above = 1 + 1e-9;

}  // namespace

void ConvexDepthSearch::run(DepthRecord& record) {
    deepest_of_.assign(record.regions().size(), 0);
    for (std::size_t r = 0; r < deepest_of_.size(); ++r) deepest_of_[r] = record.regions()[r].lower;
    deepest_ = record.all().lower;
    collect();
    std::sort(pieces_.begin(), pieces_.end(), [](const Piece& x, const Piece& y) {
        return x.upper != y.upper ? x.upper > y.upper : x.first < y.first;
    });
    for (const Piece& piece : pieces_) search(piece, record);
}

// Collects the pieces to be searched: facets of the inner part, the triangles of facets that are not flat or
// belong to several regions, and the triangles of sheets.
void ConvexDepthSearch::collect() {
    const SolidSurface& surface = inner_.surface();
    const std::span<const TriangleIndices> triangles = inner_.model.mesh().triangles();
    const ConvexFacets& facets = surface.facets();
    const auto add_triangle = [&](std::uint32_t t) { add(triangles[t], regions_.of_convex_piece(t)); };
    for (const ConvexFacets::Facet& facet : facets.facets()) {
        const bool is_flat = frame_.from_world_length(facet.deviation) <= frame_.error() / 4;
        if (is_flat && regions_.count() <= 1)
            add(facets.corners(facet), static_cast<std::uint32_t>(regions_.count()));
        else
            for (const std::uint32_t t : facets.triangles(facet)) add_triangle(t);
    }
    for (const std::uint32_t t : surface.sheets()) add_triangle(t);
}

void ConvexDepthSearch::add(std::span<const std::uint32_t> vertices, std::uint32_t regions) {
    const auto first = static_cast<std::uint32_t>(corners_.size());
    Box box = Box::empty();
    for (const std::uint32_t v : vertices) {
        const Vec3& x = inner_.model.mesh().vertices()[v];
        corners_.push_back(frame_.vertex(inner_.placed.pose(), inner_.is_at_rest(), x));
        box.grow(corners_.back());
        size_ = std::max(size_, kernel::largest(corners_.back()));
    }
    const double upper = box.overlaps(common_) ? bound_of(std::span(corners_).subspan(first)) : -1;
    if (upper >= 0)
        pieces_.push_back({upper, first, static_cast<std::uint32_t>(vertices.size()), regions});
    else
        corners_.resize(first);
}

// An upper bound of the depth of a facet: the least, over all planes, of the depth of the facet's deepest
// corner below the plane. Negative if the facet is certainly outside.
double ConvexDepthSearch::bound_of(std::span<const Vec3> corners) const {
    double least = base::infinity;
    for (const ConvexSolid::Plane& plane : outer_.planes()) {
        double low = base::infinity;
        for (const Vec3& x : corners) low = std::min(low, dot(plane.normal, x));
        least = std::min(least, plane.outer - low);
        if (least < 0) break;
    }
    return least;
}

// Finds the deepest point of a piece, if it is deeper than the depths known for its regions. The part of the
// piece deeper than a level shrinks towards that point as the level rises. Near the end it keeps its shape,
// so the line through the centres of two successive parts leads to the deepest point.
void ConvexDepthSearch::search(const Piece& piece, DepthRecord& record) {
    const DepthRecord::Regions& regions = regions_.set(piece.regions);
    const auto known = [&] {
        double least = deepest_;
        for (const std::uint32_t r : regions) least = std::min(least, deepest_of_[r]);
        return least;
    };
    double upper = piece.upper, last_area = 0;
    rounding_ = 0;
    Vec3 last_centre = {};
    clipped_.assign(corners_.begin() + piece.first, corners_.begin() + piece.first + piece.corners);
    for (int step = 0; step < most_steps; ++step) {
        const double level = known() * just_above + frame_.error();
        if (upper <= level) break;
        if (!clip(level)) {
            upper = level;
            break;
        }
        const double before = known();
        const Vec3 centre = centre_of_clipped();
        raise(centre, regions, record);
        const double shrink = step > 0 && last_area > 0 ? std::sqrt(area_ / last_area) : 1;
        if (shrink < 0.99)
            raise(nearest_in_clipped(centre, centre + (shrink / (1 - shrink)) * (centre - last_centre)),
                  regions, record);
        last_centre = centre;
        last_area = area_;
        if (!(known() > before)) {
            upper = std::min(upper, bound_of(clipped_));
            break;
        }
    }
    record.raise_upper(std::max(0.0, upper) + rounding_, regions);
}

// Clips the polygon to the points that are deeper than a level. Returns false if nothing remains.
bool ConvexDepthSearch::clip(double level) {
    for (const ConvexSolid::Plane& plane : outer_.planes()) {
        const double at = plane.outer - level;
        const bool any_outside = std::any_of(clipped_.begin(), clipped_.end(),
                                             [&](const Vec3& x) { return dot(plane.normal, x) > at; });
        if (!any_outside) continue;
        scratch_.clear();
        const std::size_t n = clipped_.size();
        double h = dot(plane.normal, clipped_[0]) - at;
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 &x = clipped_[i], &next = clipped_[i + 1 < n ? i + 1 : 0];
            const double g = dot(plane.normal, next) - at;
            if (h <= 0) scratch_.push_back(x);
            if ((h < 0 && g > 0) || (h > 0 && g < 0)) scratch_.push_back(x + (h / (h - g)) * (next - x));
            h = g;
        }
        clipped_.swap(scratch_);
        rounding_ += 0x1p-51 * size_;
        if (clipped_.empty()) return false;
    }
    return true;
}

Vec3 ConvexDepthSearch::centre_of_clipped() {
    const Vec3 first = clipped_[0];
    Vec3 sum{0, 0, 0}, mean{0, 0, 0};
    double weight = 0;
    for (std::size_t i = 1; i < clipped_.size(); ++i) mean = mean + (clipped_[i] - first);
    for (std::size_t i = 2; i < clipped_.size(); ++i) {
        const Vec3 p = clipped_[i - 1] - first, q = clipped_[i] - first, across = cross(p, q);
        const double twice_area = std::sqrt(dot(across, across));
        sum = sum + twice_area * (p + q);
        weight += twice_area;
    }
    area_ = weight / 2;
    return weight > 0 ? first + (1 / (3 * weight)) * sum
                      : first + (1 / static_cast<double>(clipped_.size())) * mean;
}

// The last point of the clipped polygon on the segment from its centre to a point in its plane.
Vec3 ConvexDepthSearch::nearest_in_clipped(const Vec3& centre, const Vec3& point) const {
    const std::size_t n = clipped_.size();
    double t = 1;
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 &x = clipped_[i], side = clipped_[i + 1 < n ? i + 1 : 0] - x;
        // Both products are perpendicular to the polygon; their directions tell on which side the points are.
        const Vec3 mine = cross(side, centre - x), other = cross(side, point - x);
        const double own = dot(mine, mine), along = dot(mine, other);
        if (along < 0) t = std::min(t, own / (own - along));
        if (own == 0) t = 0;
    }
    return centre + t * (point - centre);
}

// Raises the lower bounds to the depth of a point of the clipped polygon.
void ConvexDepthSearch::raise(const Vec3& point, const DepthRecord::Regions& regions, DepthRecord& record) {
    const double outer = outer_.outer_depth(point);
    deepest_ = std::max(deepest_, outer);
    for (const std::uint32_t r : regions) deepest_of_[r] = std::max(deepest_of_[r], outer);
    record.raise_lower(outer_.inner_depth(point) - rounding_, point, regions);
}

}  // namespace allide::query
