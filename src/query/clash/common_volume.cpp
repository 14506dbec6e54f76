#include "query/clash/common_volume.hpp"

#include "base/cancel.hpp"
#include "kernel/pose/vec.hpp"
#include "query/clash/solid_pieces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;

struct Range {
    double low, high;
    bool meets(const Range& other) const { return low < other.high && other.low < high; }
};

// A triangle of the surface, or a triangle on it, that is seen from above: x and y span the ground, z is the
// height.
struct SeenTriangle {
    std::array<Vec3, 3> corners;  // counter-clockwise in the ground plane
    Vec3 base;                    // a corner of the triangle of the surface
    Range x, y, z;
    double sign;      // 1 if the solid is below the triangle, else −1
    double diameter;  // at least that of its projection
    // The height at (px, py) is z0 + dx (px − x0) + dy (py − y0), with the base as (x0, y0, z0).
    double dx, dy;

    double height(double px, double py) const { return base.z + dx * (px - base.x) + dy * (py - base.y); }
};

// A convex polygon in the ground plane. Clipping a triangle by three sides and two heights leaves at most
// eight corners.
class GroundPolygon {
  public:
    struct Corner {
        double x, y;
    };
    void add(const Corner& corner) {
        if (size_ < corners_.size()) corners_[size_++] = corner;
    }
    std::size_t size() const { return size_; }
    const Corner& operator[](std::size_t i) const { return corners_[i]; }

    // The part where a linear function is not negative.
    template <typename Function>
    GroundPolygon where(const Function& value) const {
        GroundPolygon out;
        for (std::size_t i = 0; i < size_; ++i) {
            const Corner &p = corners_[i], &q = corners_[i + 1 < size_ ? i + 1 : 0];
            const double f = value(p), g = value(q);
            if (f >= 0) out.add(p);
            if ((f < 0 && g > 0) || (f > 0 && g < 0)) {
                const double t = f / (f - g);
                out.add({p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)});
            }
        }
        return out;
    }
    // The integral of a linear function.
    template <typename Function>
    double integral(const Function& value) const {
        double sum = 0;
        for (std::size_t i = 2; i < size_; ++i) {
            const Corner &p = corners_[0], &q = corners_[i - 1], &r = corners_[i];
            const double twice_area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
            sum += twice_area * (value(p) + value(q) + value(r)) / 6;
        }
        return sum;
    }

  private:
    std::size_t size_ = 0;
    std::array<Corner, 12> corners_;
};

GroundPolygon overlap_of(const SeenTriangle& a, const SeenTriangle& b) {
    GroundPolygon polygon;
    for (const Vec3& x : a.corners) polygon.add({x.x, x.y});
    for (std::size_t k = 0; k < 3 && polygon.size() >= 3; ++k) {
        const Vec3 &p = b.corners[k], &q = b.corners[(k + 1) % 3];
        const double ex = q.x - p.x, ey = q.y - p.y;
        polygon = polygon.where(
            [&](const GroundPolygon::Corner& c) { return ex * (c.y - p.y) - ey * (c.x - p.x); });
    }
    return polygon;
}

// The vertical extent in which the parts can overlap.
struct Slab {
    double bottom, top;
};

// The integral over the polygon of the triangle's height above the slab's bottom; heights above its top count
// as its top.
double integral_above(const GroundPolygon& polygon, const SeenTriangle& t, const Slab& slab) {
    if (polygon.size() < 3 || t.z.high <= slab.bottom) return 0;
    using Corner = GroundPolygon::Corner;
    const double thickness = slab.top - slab.bottom;
    if (t.z.low >= slab.top) return polygon.integral([&](const Corner&) { return thickness; });
    const auto above = [&](const Corner& c) { return t.height(c.x, c.y) - slab.bottom; };
    GroundPolygon rest = t.z.low < slab.bottom ? polygon.where(above) : polygon;
    if (t.z.high <= slab.top) return rest.integral(above);
    // The part above the top is subtracted, so that a triangle in the top plane counts once, even if
    // rounding divides it.
    const auto beyond = [&](const Corner& c) { return t.height(c.x, c.y) - slab.top; };
    return rest.integral(above) - rest.where(beyond).integral(beyond);
}

// The same for the smaller of two triangles' heights, over the overlap of their projections.
double integral_of_smaller(const SeenTriangle& a, const SeenTriangle& b, const Slab& slab) {
    const GroundPolygon polygon = overlap_of(a, b);
    if (polygon.size() < 3) return 0;
    if (a.z.high <= b.z.low || b.z.low >= slab.top) return integral_above(polygon, a, slab);
    if (b.z.high <= a.z.low || a.z.low >= slab.top) return integral_above(polygon, b, slab);
    const auto difference = [&](const GroundPolygon::Corner& c) {
        return a.height(c.x, c.y) - b.height(c.x, c.y);
    };
    // One of the two heights is integrated over all of the polygon and replaced where it is larger. Triangles
    // in one plane, where rounding decides which is larger, then count once.
    const GroundPolygon larger = polygon.where(difference);
    if (larger.size() < 3) return integral_above(polygon, a, slab);
    return integral_above(polygon, a, slab) - integral_above(larger, a, slab) +
           integral_above(larger, b, slab);
}

// Turns the axes so that `up` becomes z; an even permutation keeps the orientation.
Vec3 turned(const Vec3& x, std::size_t up) {
    if (up == 2) return x;
    return up == 0 ? Vec3{x.y, x.z, x.x} : Vec3{x.z, x.x, x.y};
}

struct SeenPart {
    std::vector<SeenTriangle> triangles;
    double area = 0;      // upper bound on the area of its surface in the common box
    double doubtful = 0;  // upper bound on the area in which the solid may be on the other side
    bool certain = true;
};

class VolumeOfPair {
  public:
    VolumeOfPair(const OverlapFrame& frame, const Box& common) : frame_(frame) {
        const Vec3 size = common.hi - common.lo;
        up_ = size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2;
        const Vec3 low = turned(common.lo, up_), high = turned(common.hi, up_);
        x_ = {low.x, high.x};
        y_ = {low.y, high.y};
        slab_ = {low.z, high.z};
        box_area_ = 2 * (size.x * size.y + size.y * size.z + size.z * size.x);
    }

    // The triangles above the common box's floor that can be seen in its ground rectangle from above. If one
    // of them intersects another triangle of its part, the solid is on different sides of its pieces, which
    // are taken instead. Not certain if there are no such pieces.
    SeenPart see(const ClashPart& part) const {
        const SolidSurface& surface = part.surface();
        const Mesh& mesh = part.model.mesh();
        std::vector<std::uint32_t> some;
        std::vector<std::array<Vec3, 3>> placed;
        const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
        for (std::uint32_t t = 0; t < count; ++t) {
            if (surface.bounding(t) != t) continue;
            std::array<Vec3, 3> corners = mesh.corners(t);
            for (Vec3& x : corners) x = turned(frame_.vertex(part.placed.pose(), part.is_at_rest(), x), up_);
            const Range x = range(corners, &Vec3::x), y = range(corners, &Vec3::y);
            if (!x.meets(x_) || !y.meets(y_) || range(corners, &Vec3::z).high <= slab_.bottom) continue;
            some.push_back(t);
            placed.push_back(corners);
        }
        SeenPart out;
        if (surface.any_self_intersects(some)) {
            see_pieces(part, some, placed, out);
            return out;
        }
        const std::vector<SolidSide> sides = surface.sides_of(some);
        for (std::size_t i = 0; i < some.size(); ++i) add(out, placed[i], placed[i], sides[i]);
        return out;
    }

    // Bounds in the cube of the frame's unit.
    struct Bounds {
        double lower, upper;
    };
    Bounds of(const SeenPart& a, const SeenPart& b) const {
        const double thickness = slab_.top - slab_.bottom;
        double sum = 0, magnitude = 0, lengths = 0;
        const double ground = std::hypot(x_.high - x_.low, y_.high - y_.low);
        const base::CancelCheck check_cancelled;
        for (const SeenTriangle& s : a.triangles) {
            check_cancelled();
            for (const SeenTriangle& t : b.triangles) {
                if (!s.x.meets(t.x) || !s.y.meets(t.y)) continue;
                const double one = s.sign * t.sign * integral_of_smaller(s, t, slab_);
                sum += one;
                magnitude += std::abs(one);
                lengths += std::min({s.diameter, t.diameter, ground});
            }
        }
        const double pairs = static_cast<double>(a.triangles.size() + b.triangles.size());
        // If the side is wrong in an area of one part, the other part is counted wrongly below or above this
        // area.
        const double both = std::min(a.doubtful * static_cast<double>(b.triangles.size()),
                                     b.doubtful * static_cast<double>(a.triangles.size()));
        const double doubt = thickness * (2 * a.doubtful + 2 * b.doubtful + 4 * both);
        const double error = doubt + 32 * frame_.error() * (lengths * thickness + a.area + b.area) +
                             0x1p-50 * (8 + pairs) * magnitude;
        return {std::clamp(sum - error, 0.0, box_volume()), std::clamp(sum + error, 0.0, box_volume())};
    }
    double box_volume() const {
        return (x_.high - x_.low) * (y_.high - y_.low) * (slab_.top - slab_.bottom) * (1 + 0x1p-40);
    }

  private:
    static Range range(const std::array<Vec3, 3>& corners, double Vec3::*axis) {
        return {std::min({corners[0].*axis, corners[1].*axis, corners[2].*axis}),
                std::max({corners[0].*axis, corners[1].*axis, corners[2].*axis})};
    }
    // Adds the triangles of `some` that intersect no other triangle, and the pieces of the others.
    void see_pieces(const ClashPart& part, std::span<const std::uint32_t> some,
                    std::span<const std::array<Vec3, 3>> placed, SeenPart& out) const {
        const SolidSurface& surface = part.surface();
        const std::optional<SolidPieces::Selection> pieces = surface.pieces().of(some);
        out.certain = pieces.has_value();
        if (!out.certain) return;
        std::vector<std::uint32_t> whole;
        std::vector<std::size_t> index;
        for (std::size_t i = 0; i < some.size(); ++i)
            if (!std::binary_search(pieces->cut.begin(), pieces->cut.end(), some[i])) {
                whole.push_back(some[i]);
                index.push_back(i);
            }
        for (const SolidPieces::Piece& piece : pieces->pieces) {
            const auto at = std::lower_bound(some.begin(), some.end(), piece.triangle) - some.begin();
            see_piece(part, placed[static_cast<std::size_t>(at)], surface.pieces().margin(), piece, out);
        }
        const std::vector<SolidSide> sides = surface.sides_of(whole);
        for (std::size_t i = 0; i < whole.size(); ++i) add(out, placed[index[i]], placed[index[i]], sides[i]);
    }
    // Adds a piece, unless its side is unknown. The whole area of a piece with an unknown side is doubtful;
    // of any other piece, only a strip along its sides is.
    void see_piece(const ClashPart& part, const std::array<Vec3, 3>& triangle, double piece_margin,
                   const SolidPieces::Piece& piece, SeenPart& out) const {
        std::vector<Vec3> corners;
        for (const Vec3& x : piece.polygon)
            corners.push_back(turned(frame_.vertex(part.placed.pose(), part.is_at_rest(), x), up_));
        const std::size_t n = corners.size();
        const double margin = 2 * frame_.from_world_length(piece_margin) + 8 * frame_.error();
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 &x = corners[i], &next = corners[i + 1 < n ? i + 1 : 0];
            out.doubtful += margin * (std::hypot(next.x - x.x, next.y - x.y) + margin);
        }
        for (std::size_t i = 2; i < n; ++i) {
            const std::array<Vec3, 3> fan{corners[0], corners[i - 1], corners[i]};
            if (piece.side == SolidSide::unknown)
                out.doubtful += std::min(std::abs(cross(fan[1] - fan[0], fan[2] - fan[0]).z),
                                         (x_.high - x_.low) * (y_.high - y_.low));
            else
                add(out, fan, triangle, piece.side);
        }
    }
    // Adds a triangle that lies on the triangle `whole` of the surface.
    void add(SeenPart& out, const std::array<Vec3, 3>& corners, const std::array<Vec3, 3>& whole,
             SolidSide side) const {
        const Vec3 mine = cross(corners[1] - corners[0], corners[2] - corners[0]),
                   normal = cross(whole[1] - whole[0], whole[2] - whole[0]);
        out.area += std::min(std::sqrt(dot(mine, mine)) / 2, box_area_);
        if (normal.z == 0) return;
        SeenTriangle t{.corners = corners,
                       .base = whole[0],
                       .x = range(corners, &Vec3::x),
                       .y = range(corners, &Vec3::y),
                       .z = range(corners, &Vec3::z),
                       .sign = (side == SolidSide::below) == (normal.z > 0) ? 1.0 : -1.0,
                       .diameter = 0,
                       .dx = -normal.x / normal.z,
                       .dy = -normal.y / normal.z};
        t.diameter = std::hypot(t.x.high - t.x.low, t.y.high - t.y.low);
        if (mine.z < 0) std::swap(t.corners[1], t.corners[2]);
        out.triangles.push_back(t);
    }

    const OverlapFrame& frame_;
    std::size_t up_ = 2;
    Range x_{}, y_{};
    Slab slab_{};
    double box_area_ = 0;
};

}  // namespace

CommonVolume common_volume(const ClashPart& a, const Box& box_a, const ClashPart& b, const Box& box_b,
                           const OverlapFrame& frame) {
    const Box in_a = frame.from_world(box_a), in_b = frame.from_world(box_b);
    const double pad = 2 * frame.error();
    const Box common{{std::max(in_a.lo.x, in_b.lo.x) - pad, std::max(in_a.lo.y, in_b.lo.y) - pad,
                      std::max(in_a.lo.z, in_b.lo.z) - pad},
                     {std::min(in_a.hi.x, in_b.hi.x) + pad, std::min(in_a.hi.y, in_b.hi.y) + pad,
                      std::min(in_a.hi.z, in_b.hi.z) + pad}};
    // First the volumes: they need the sides of all triangles, and every pair of a part uses these.
    const double smaller = std::min(a.surface().volume(), b.surface().volume());
    const VolumeOfPair pair(frame, common);
    const SeenPart seen_a = pair.see(a), seen_b = pair.see(b);
    VolumeOfPair::Bounds bounds{0, pair.box_volume()};
    if (seen_a.certain && seen_b.certain) bounds = pair.of(seen_a, seen_b);
    const int exponent = 3 * frame.exponent();
    CommonVolume out{kernel::scaled_down(bounds.lower, exponent), kernel::scaled_up(bounds.upper, exponent),
                     0};
    if (smaller > 0 && smaller < std::numeric_limits<double>::infinity())
        out.fraction = std::min(1.0, (out.lower / smaller + out.upper / smaller) / 2);
    return out;
}

}  // namespace allide::query
