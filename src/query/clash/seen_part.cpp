#include "query/clash/seen_part.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace allide::query {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator-;

// Turns the axes so that `up` becomes z; an even permutation keeps the orientation.
Vec3 turned(const Vec3& x, std::size_t up) {
    if (up == 2) return x;
    return up == 0 ? Vec3{x.y, x.z, x.x} : Vec3{x.z, x.x, x.y};
}

Range range(const std::array<Vec3, 3>& corners, double Vec3::*axis) {
    return {std::min({corners[0].*axis, corners[1].*axis, corners[2].*axis}),
            std::max({corners[0].*axis, corners[1].*axis, corners[2].*axis})};
}

}  // namespace

PartView::PartView(const OverlapFrame& frame, const Box& common) : frame_(frame) {
    const Vec3 size = common.hi - common.lo;
    up_ = size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2;
    const Vec3 low = turned(common.lo, up_), high = turned(common.hi, up_);
    common_ = {{low.x, high.x}, {low.y, high.y}, {low.z, high.z}};
}

double PartView::box_area() const {
    const double x = common_.x.length(), y = common_.y.length(), z = common_.z.length();
    return 2 * (x * y + y * z + z * x);
}

Vec3 PartView::placed(const ClashPart& part, const Vec3& x) const {
    return turned(frame_.vertex(part.placed.pose(), part.is_at_rest(), x), up_);
}

SeenPart PartView::see(const ClashPart& part, SurfaceScope scope) const {
    const SolidSurface& surface = part.surface();
    const Mesh& mesh = part.model.mesh();
    std::vector<std::uint32_t> some;
    std::vector<std::array<Vec3, 3>> all_placed;
    const auto count = static_cast<std::uint32_t>(mesh.triangles().size());
    for (std::uint32_t t = 0; t < count; ++t) {
        if (surface.bounding(t) != t) continue;
        std::array<Vec3, 3> corners = mesh.corners(t);
        for (Vec3& x : corners) x = placed(part, x);
        const Range x = range(corners, &Vec3::x), y = range(corners, &Vec3::y);
        if (!x.meets(common_.x) || !y.meets(common_.y) || range(corners, &Vec3::z).high <= common_.z.low)
            continue;
        some.push_back(t);
        all_placed.push_back(corners);
    }
    SeenPart out;
    if (surface.any_self_intersects(some)) {
        see_pieces(part, scope, some, all_placed, out);
        return out;
    }
    const std::vector<SolidSide> sides = surface.sides_of(some);
    for (std::size_t i = 0; i < some.size(); ++i) add(out, all_placed[i], all_placed[i], sides[i]);
    return out;
}

// Adds the triangles of `some` that intersect no other triangle in the scope, and the pieces of the others.
void PartView::see_pieces(const ClashPart& part, SurfaceScope scope, std::span<const std::uint32_t> some,
                          std::span<const std::array<Vec3, 3>> all_placed, SeenPart& out) const {
    const SolidSurface& surface = part.surface();
    const SolidPieces& solid_pieces = surface.pieces(scope);
    const std::optional<SolidPieces::Selection> pieces = solid_pieces.of(some);
    out.certain = pieces.has_value();
    if (!out.certain) return;
    const bool by_component = scope == SurfaceScope::by_component && surface.components().size() > 1;
    const auto note_component = [&](std::uint32_t triangle) {
        if (by_component) out.component_of.resize(out.triangles.size(), surface.component(triangle));
    };
    std::vector<std::uint32_t> whole;
    std::vector<std::size_t> index;
    for (std::size_t i = 0; i < some.size(); ++i)
        if (!std::binary_search(pieces->cut.begin(), pieces->cut.end(), some[i])) {
            whole.push_back(some[i]);
            index.push_back(i);
        }
    for (const SolidPieces::Piece& piece : pieces->pieces) {
        const auto at = std::lower_bound(some.begin(), some.end(), piece.triangle) - some.begin();
        see_piece(part, all_placed[static_cast<std::size_t>(at)], solid_pieces.margin(), piece, out);
        note_component(piece.triangle);
    }
    const std::vector<SolidSide> sides = surface.sides_of(whole, scope);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        add(out, all_placed[index[i]], all_placed[index[i]], sides[i]);
        note_component(whole[i]);
    }
    if (by_component) find_components(part, out);
}

// Numbers the components that are seen from 0 on, and finds their bounding boxes.
void PartView::find_components(const ClashPart& part, SeenPart& out) const {
    const SolidSurface& surface = part.surface();
    const Mesh& mesh = part.model.mesh();
    std::vector<std::uint32_t> number(surface.components().size(), SolidSurface::none);
    for (std::uint32_t& component : out.component_of) {
        if (number[component] == SolidSurface::none) {
            number[component] = static_cast<std::uint32_t>(out.components.size());
            const Box none = Box::empty();
            out.components.push_back(
                {{none.lo.x, none.hi.x}, {none.lo.y, none.hi.y}, {none.lo.z, none.hi.z}});
        }
        component = number[component];
    }
    const auto grow = [pad = 2 * frame_.error()](Range& range, double x) {
        range = {std::min(range.low, x - pad), std::max(range.high, x + pad)};
    };
    for (std::uint32_t t = 0; t < mesh.triangles().size(); ++t) {
        if (surface.bounding(t) != t || number[surface.component(t)] == SolidSurface::none) continue;
        SeenBox& box = out.components[number[surface.component(t)]];
        for (const Vec3& corner : mesh.corners(t)) {
            const Vec3 x = placed(part, corner);
            grow(box.x, x.x);
            grow(box.y, x.y);
            grow(box.z, x.z);
        }
    }
}

// Adds a piece, unless its side is unknown. The whole area of a piece with an unknown side is doubtful;
// of any other piece, only a strip along its sides is.
void PartView::see_piece(const ClashPart& part, const std::array<Vec3, 3>& triangle, double piece_margin,
                         const SolidPieces::Piece& piece, SeenPart& out) const {
    std::vector<Vec3> corners;
    for (const Vec3& x : piece.polygon) corners.push_back(placed(part, x));
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
                                     common_.x.length() * common_.y.length());
        else
            add(out, fan, triangle, piece.side);
    }
}

// Adds a triangle that lies on the triangle `whole` of the surface.
void PartView::add(SeenPart& out, const std::array<Vec3, 3>& corners, const std::array<Vec3, 3>& whole,
                   SolidSide side) const {
    const Vec3 mine = cross(corners[1] - corners[0], corners[2] - corners[0]),
               normal = cross(whole[1] - whole[0], whole[2] - whole[0]);
    out.area += std::min(std::sqrt(dot(mine, mine)) / 2, box_area());
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
    t.diameter = std::hypot(t.x.length(), t.y.length());
    if (mine.z < 0) std::swap(t.corners[1], t.corners[2]);
    out.triangles.push_back(t);
}

}  // namespace allide::query
