// Finds on which side of each triangle the solid is. Triangles connected by edges of exactly two triangles
// form a patch of known relative orientation, so one test per patch is enough.
#include "base/float_environment.hpp"
#include "query/clash/solid_parity.hpp"
#include "query/clash/solid_surface.hpp"

#include <algorithm>
#include <map>

namespace allide::query {
namespace {

SolidSide turned_by(SolidSide side, std::int8_t turn) {
    return turn > 0 ? side : static_cast<SolidSide>(-static_cast<int>(side));
}

// Tests a point just above the centre of a triangle that intersects no other, so that only this triangle is
// there.
SolidSide side_of_triangle(const std::array<Vec3, 3>& corners, const SolidTriangles& solid) {
    using kernel::Exact;
    const auto a = kernel::as_given<Exact>(corners[0]), b = kernel::as_given<Exact>(corners[1]),
               c = kernel::as_given<Exact>(corners[2]);
    const ExactVector along = kernel::minus(b, a), within = kernel::minus(c, a);
    const RationalPoint middle{{a[0] + b[0] + c[0], a[1] + b[1] + c[1], a[2] + b[2] + c[2]}, Exact(3.0)};
    ParityNearPoint near(solid, middle, {along, within, kernel::cross_of(along, within)});
    return near.at({3, 0, 0}) == PointLocation::inside ? SolidSide::above : SolidSide::below;
}

}  // namespace

// `some` must be in ascending order.
std::vector<SolidSide> SolidSurface::sides_of(std::span<const std::uint32_t> some, SurfaceScope scope) const {
    const base::DefaultFloatEnvironment environment;
    std::vector<SolidSide> sides(some.size(), SolidSide::unknown);
    if (!closed_ || some.empty()) return sides;
    if (facts(scope).all_sides(some, sides)) return sides;
    std::map<std::uint32_t, SolidTriangles> solids;  // key: component; a single entry for the whole surface
    std::vector<std::int8_t> turn(
        some.size(), 0);  // ±1: orientation relative to the patch's first triangle; 0: not reached yet
    std::vector<std::uint32_t> index(bounding_.size(), none);  // of each triangle in `some`
    for (std::size_t i = 0; i < some.size(); ++i) index[some[i]] = static_cast<std::uint32_t>(i);
    for (std::size_t start = 0; start < some.size(); ++start) {
        if (turn[start] != 0) continue;
        std::vector<std::size_t> patch{start};
        turn[start] = 1;
        for (std::size_t i = 0; i < patch.size(); ++i)
            for (std::uint32_t k = 0; k < 3; ++k) {
                const HalfEdge mine = 3 * some[patch[i]] + k;
                const HalfEdge other = opposite_[mine];
                if (other == none || index[other / 3] == none) continue;
                const std::size_t neighbour = index[other / 3];
                if (turn[neighbour] != 0) continue;
                // Neighbours of the same orientation run along their common edge in opposite directions.
                const bool same_orientation = is_backward(other) != is_backward(mine);
                turn[neighbour] =
                    static_cast<std::int8_t>(same_orientation ? turn[patch[i]] : -turn[patch[i]]);
                patch.push_back(neighbour);
            }
        SolidSide side = SolidSide::unknown;
        for (const std::size_t i : patch)
            if (const SolidSide known = facts(scope).side(some[i]); known != SolidSide::unknown)
                side = turned_by(known, turn[i]);
        if (side == SolidSide::unknown) {
            const std::uint32_t part = scope == SurfaceScope::whole ? none : component_[some[start]];
            const SolidTriangles& solid =
                solids.try_emplace(part, *this, Pose::identity(), part).first->second;
            side = side_of_triangle(model_.mesh().corners(some[start]), solid);
        }
        for (const std::size_t i : patch) sides[i] = turned_by(side, turn[i]);
    }
    facts(scope).note_sides(some, sides);
    return sides;
}

}  // namespace allide::query
