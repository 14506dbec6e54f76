#include "query/clash/solid_pieces.hpp"

#include "base/float_environment.hpp"
#include "kernel/pose/vec.hpp"
#include "query/clash/contact_intersections.hpp"
#include "query/clash/cut_triangle.hpp"
#include "query/clash/solid_parity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::operator-;
using kernel::operator*;

// If more triangles intersect each other, cutting them would take longer than all other steps of a clash.
// Single components may intersect themselves more often, since few do: typical are faces that are stored
// several times with different triangles.
constexpr std::size_t most_per_triangle = 1, most_per_triangle_of_component = 6, least_limit = 64;

double coordinate(const Vec3& x, std::size_t axis) {
    return axis == 0 ? x.x : axis == 1 ? x.y : x.z;
}

// A point in the plane perpendicular to an axis.
struct GroundPoint {
    double x, y;
};

// A view along an axis.
struct View {
    std::size_t axis;
    GroundPoint ground(const Vec3& p) const {
        return {coordinate(p, (axis + 1) % 3), coordinate(p, (axis + 2) % 3)};
    }
    double height(const Vec3& p) const { return coordinate(p, axis); }
};

// Twice the signed area of a triangle.
double turn(const GroundPoint& p, const GroundPoint& q, const GroundPoint& r) {
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}
// The square of the distance from a point to a segment.
double squared_distance(const GroundPoint& x, const GroundPoint& p, const GroundPoint& q) {
    const double wx = q.x - p.x, wy = q.y - p.y, squared = wx * wx + wy * wy;
    const double t = squared > 0 ? std::clamp(((x.x - p.x) * wx + (x.y - p.y) * wy) / squared, 0.0, 1.0) : 0;
    const double dx = x.x - p.x - t * wx, dy = x.y - p.y - t * wy;
    return dx * dx + dy * dy;
}

enum class Found { outside, below, above, doubtful };

// Cuts one triangle after the other.
class SolidPieceCutter {
  public:
    SolidPieceCutter(const SolidSurface& surface, SurfaceScope scope, std::span<const Box> boxes,
                     double margin)
        : surface_(surface), mesh_(surface.model().mesh()), scope_(scope), boxes_(boxes), margin_(margin) {}

    // Returns the pieces of the triangle that has these intersections.
    std::vector<SolidPieces::Piece> cut(std::span<const SolidSurface::SelfIntersection> crossings) {
        out_.clear();
        triangle_ = crossings[0].triangle;
        corners_ = mesh_.corners(triangle_);
        const Vec3 normal = cross(corners_[1] - corners_[0], corners_[2] - corners_[0]);
        const double size = length(normal);
        std::vector<ContactSegment> segments;
        flush_.clear();
        for (const SolidSurface::SelfIntersection& one : crossings) {
            if (one.flush) flush_.push_back(one.with);
            const kernel::TriangleIntersection meeting =
                finder_.intersection(corners_, mesh_.corners(one.with));
            const std::vector<Vec3> outline = outline_of({meeting.corners, meeting.has_area});
            const std::size_t n = outline.size();
            for (std::size_t i = 0; n >= 2 && i < (n == 2 ? 1 : n); ++i)
                segments.push_back({outline[i], outline[(i + 1) % n], 0});
        }
        if (!(size > 0)) return {{triangle_, SolidSide::unknown, SurfacePiece(corners_)}};
        look_along(normal);
        for (const CutPiece& one :
             cut_triangle(SurfacePiece(corners_), (1 / size) * normal, segments, margin_)) {
            if (one.piece.size() < 3) continue;
            const std::optional<SolidSide> side =
                one.is_cut ? side_of(one.piece) : std::optional(SolidSide::unknown);
            if (side) out_.push_back({triangle_, *side, one.piece});
        }
        return out_;
    }

  private:
    // Chooses the view, and collects the triangles that may be above some piece of the triangle.
    void look_along(const Vec3& normal) {
        const double x = std::abs(normal.x), y = std::abs(normal.y), z = std::abs(normal.z);
        view_ = {x >= y && x >= z ? 0u : y >= z ? 1u : 2u};
        normal_is_up_ = coordinate(normal, view_.axis) > 0;
        const Box& box = boxes_[triangle_];
        above_.clear();
        for (std::uint32_t t = 0; t < boxes_.size(); ++t) {
            if (t == triangle_ || !counts(t)) continue;
            const Box& other = boxes_[t];
            if (!(view_.height(other.hi) >= view_.height(box.lo) - margin_)) continue;
            const GroundPoint low = view_.ground(other.lo), high = view_.ground(other.hi),
                              from = view_.ground(box.lo), to = view_.ground(box.hi);
            if (low.x <= to.x + margin_ && high.x >= from.x - margin_ && low.y <= to.y + margin_ &&
                high.y >= from.y - margin_)
                above_.push_back(t);
        }
    }
    // True if a bounding triangle belongs to the solid whose surface is being cut.
    bool counts(std::uint32_t triangle) const {
        return scope_ == SurfaceScope::whole || surface_.bounding(triangle) != triangle ||
               surface_.component(triangle) == surface_.component(triangle_);
    }
    // Returns the side of the piece on which the solid is. Empty if the piece bounds nothing.
    std::optional<SolidSide> side_of(const SurfacePiece& piece) {
        std::optional<SolidSide> side = side_at(piece, piece.centre());
        for (std::size_t i = 2; i < piece.size() && side == SolidSide::unknown; ++i)
            side =
                side_at(piece, SurfacePiece(std::array<Vec3, 3>{piece[0], piece[i - 1], piece[i]}).centre());
        return side;
    }
    std::optional<SolidSide> side_at(const SurfacePiece& piece, const Vec3& x) {
        const GroundPoint at = view_.ground(x);
        for (std::size_t i = 0; i < piece.size(); ++i)
            if (squared_distance(at, view_.ground(piece[i]),
                                 view_.ground(piece[i + 1 < piece.size() ? i + 1 : 0])) <=
                16 * margin_ * margin_)
                return SolidSide::unknown;
        bool odd = false;  // an odd number of triangles above
        bool in_doubt = false;
        std::size_t here = 1;
        bool is_first = true;
        for (const std::uint32_t t : above_) {
            if (!is_near_box(boxes_[t], at)) continue;
            const bool is_flush = std::binary_search(flush_.begin(), flush_.end(), t);
            switch (place_of(t, at, view_.height(x), is_flush)) {
                case Found::doubtful:
                    if (is_flush) return SolidSide::unknown;
                    in_doubt = true;
                    break;
                case Found::above:
                    odd = !odd;
                    break;
                case Found::below:
                    if (!is_flush) break;
                    ++here;
                    is_first = is_first && triangle_ < t;
                    break;
                case Found::outside:
                    break;
            }
        }
        if (here % 2 == 0 || !is_first) return std::nullopt;
        if (in_doubt) return exact_side_at(at);
        // With an even number of triangles above, a point above the piece is outside.
        return odd == normal_is_up_ ? SolidSide::above : SolidSide::below;
    }
    bool is_near_box(const Box& box, const GroundPoint& at) const {
        const GroundPoint low = view_.ground(box.lo), high = view_.ground(box.hi);
        return at.x >= low.x - margin_ && at.x <= high.x + margin_ && at.y >= low.y - margin_ &&
               at.y <= high.y + margin_;
    }
    // The side on which the solid is at the point of `triangle_` that is seen at `at`, in exact arithmetic.
    SolidSide exact_side_at(const GroundPoint& at) {
        using kernel::Exact;
        const std::array<GroundPoint, 3> ground{view_.ground(corners_[0]), view_.ground(corners_[1]),
                                                view_.ground(corners_[2])};
        const double twice_area = turn(ground[0], ground[1], ground[2]);
        const Exact share_b(turn(ground[2], ground[0], at) / twice_area),
            share_c(turn(ground[0], ground[1], at) / twice_area);
        const ExactVector a = kernel::as_given<Exact>(corners_[0]),
                          along = kernel::minus(kernel::as_given<Exact>(corners_[1]), a),
                          within = kernel::minus(kernel::as_given<Exact>(corners_[2]), a);
        ExactVector place = a;
        for (std::size_t k = 0; k < 3; ++k) place[k] = a[k] + share_b * along[k] + share_c * within[k];
        const std::uint32_t component =
            scope_ == SurfaceScope::whole ? SolidSurface::none : surface_.component(triangle_);
        const SolidTriangles& solid =
            solids_.try_emplace(component, surface_, Pose::identity(), component).first->second;
        ParityNearPoint near(solid, {place}, {along, within, kernel::cross_of(along, within)});
        const PointLocation above = near.at({3, 0, 0}), below = near.at({-3, 0, 0});
        if (above == PointLocation::inside && below == PointLocation::outside) return SolidSide::above;
        if (above == PointLocation::outside && below == PointLocation::inside) return SolidSide::below;
        return SolidSide::unknown;
    }
    // Returns where a triangle is as seen from a point at some height. A flush triangle counts as below.
    Found place_of(std::uint32_t triangle, const GroundPoint& at, double height, bool is_flush) const {
        const std::array<Vec3, 3> corners = mesh_.corners(triangle);
        const std::array<GroundPoint, 3> ground{view_.ground(corners[0]), view_.ground(corners[1]),
                                                view_.ground(corners[2])};
        std::array<double, 3> share;
        const double twice_area = turn(ground[0], ground[1], ground[2]);
        double longest = 0;
        bool is_outside = false, is_near = false, is_near_line = false;
        for (std::size_t k = 0; k < 3; ++k) {
            const GroundPoint &p = ground[(k + 1) % 3], &q = ground[(k + 2) % 3];
            const double size = std::abs(q.x - p.x) + std::abs(q.y - p.y), beyond = turn(p, q, at);
            longest = std::max(longest, size);
            share[k] = beyond / twice_area;
            is_near = is_near || squared_distance(at, p, q) < margin_ * margin_;
            if (std::abs(beyond) <= margin_ / 4 * size)
                is_near_line = true;
            else
                is_outside = is_outside || !(share[k] > 0);
        }
        if (is_near) return Found::doubtful;
        // All points of a triangle narrower than the margin are near a side.
        if (is_outside || std::abs(twice_area) <= margin_ / 4 * longest) return Found::outside;
        if (is_near_line) return Found::doubtful;
        if (is_flush) return Found::below;
        const double there = share[0] * view_.height(corners[0]) + share[1] * view_.height(corners[1]) +
                             share[2] * view_.height(corners[2]);
        // The error of the height is the slope times the rounding error of the point.
        const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
        const double steepness = length(normal) / std::abs(coordinate(normal, view_.axis));
        if (!(std::abs(there - height) > 4 * margin_ * steepness)) return Found::doubtful;
        return there > height ? Found::above : Found::below;
    }

    const SolidSurface& surface_;
    const Mesh& mesh_;
    const SurfaceScope scope_;
    const std::span<const Box> boxes_;
    const double margin_;
    std::vector<SolidPieces::Piece> out_;
    kernel::IntersectionFinder finder_{Pose::identity(), Pose::identity()};
    std::map<std::uint32_t, SolidTriangles> solids_;  // for exact tests, by component
    std::uint32_t triangle_ = 0;                      // the triangle that is being cut
    std::array<Vec3, 3> corners_ = {};
    std::vector<std::uint32_t> flush_;  // triangles that it lies flush with
    std::vector<std::uint32_t> above_;  // triangles that may be above it
    View view_{2};
    bool normal_is_up_ = true;
};

}  // namespace

SolidPieces::SolidPieces(const SolidSurface& surface, SurfaceScope scope) : surface_(surface), scope_(scope) {
    const Mesh& mesh = surface.model().mesh();
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    double largest = 0;
    boxes_.assign(count, Box::empty());
    for (std::uint32_t t = 0; t < count; ++t) {
        if (surface.bounding(t) != t) continue;
        for (const Vec3& x : mesh.corners(t)) {
            boxes_[t].grow(x);
            largest = std::max(largest, kernel::largest(x));
        }
    }
    if (largest > 0x1p-300 && largest < 0x1p300) margin_ = 0x1p-46 * largest;
    known_.assign(count, Known::nothing);
}

std::optional<SolidPieces::Selection> SolidPieces::of(std::span<const std::uint32_t> some) const {
    const base::DefaultFloatEnvironment environment;
    if (!(margin_ > 0)) return std::nullopt;
    const std::lock_guard lock(mutex_);
    std::vector<std::uint32_t> missing;
    for (const std::uint32_t t : some)
        if (known_[t] == Known::nothing) missing.push_back(t);
    const std::size_t per_triangle =
        scope_ == SurfaceScope::whole ? most_per_triangle : most_per_triangle_of_component;
    const std::size_t most = known_.size() <= small_surface ? std::numeric_limits<std::size_t>::max()
                                                            : per_triangle * missing.size() + least_limit;
    const std::vector<SolidSurface::SelfIntersection> all =
        surface_.self_intersections_of_all(missing, most, scope_);
    if (all.size() > most) return std::nullopt;
    for (const std::uint32_t t : missing) known_[t] = Known::whole;
    SolidPieceCutter cutter(surface_, scope_, boxes_, margin_);
    for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
        while (last < all.size() && all[last].triangle == all[first].triangle) ++last;
        const std::uint32_t t = all[first].triangle;
        known_[t] = Known::cut;
        pieces_of_[t] = cutter.cut(std::span(all).subspan(first, last - first));
    }
    Selection out;
    for (const std::uint32_t t : some) {
        if (known_[t] != Known::cut) continue;
        out.cut.push_back(t);
        const std::vector<Piece>& pieces = pieces_of_[t];
        out.pieces.insert(out.pieces.end(), pieces.begin(), pieces.end());
    }
    return out;
}

const SolidPieces& SolidSurface::pieces(SurfaceScope scope) const {
    const auto number = static_cast<std::size_t>(scope);
    std::call_once(pieces_once_[number],
                   [&] { pieces_[number] = std::make_shared<const SolidPieces>(*this, scope); });
    return *pieces_[number];
}

}  // namespace allide::query
