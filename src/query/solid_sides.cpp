// On which side of its triangles a solid is. Triangles that share an edge with one other only are turned
// alike, and for each such patch one is asked.
#include "base/float_environment.hpp"
#include "query/solid_parity.hpp"
#include "query/solid_surface.hpp"

namespace allide::query {
namespace {

SolidSide turned_by(SolidSide side, std::int8_t turn) {
    return turn > 0 ? side : static_cast<SolidSide>(-static_cast<int>(side));
}

// A point just above a triangle that nothing else lies flush with.
SolidSide side_of_triangle(const std::array<Vec3, 3>& corners, const SolidTriangles& solid) {
    using kernel::minus;
    const auto a = kernel::as_given<kernel::Exact>(corners[0]),
               b = kernel::as_given<kernel::Exact>(corners[1]),
               c = kernel::as_given<kernel::Exact>(corners[2]);
    const ExactVector along = minus(b, a), within = minus(c, a);
    ParityNear near(solid, {a}, {along, within, kernel::cross_of(along, within)});
    return near.at({1, 2, 3}) == Where::inside ? SolidSide::above : SolidSide::below;
}

}  // namespace

SolidSide SolidSurface::side(std::uint32_t bounding) const {
    std::call_once(sides_once_, [this] { find_sides(); });
    return sides_[bounding];
}

std::vector<SolidSurface::HalfEdge> SolidSurface::edges_beside() const {
    std::vector<HalfEdge> beside(3 * bounding_.size(), none);
    for (std::size_t first = 0, last = 0; first < edges_.size(); first = last) {
        const std::uint64_t here = ends(edges_[first]);
        while (last < edges_.size() && ends(edges_[last]) == here) ++last;
        if (last - first != 2) continue;
        beside[edges_[first]] = edges_[first + 1];
        beside[edges_[first + 1]] = edges_[first];
    }
    return beside;
}

void SolidSurface::find_sides() const {
    const base::DefaultFloatEnvironment environment;
    sides_.assign(bounding_.size(), SolidSide::unknown);
    if (!closed_) return;
    const SolidTriangles solid(*this, Pose::identity());
    std::vector<std::int8_t> turn(bounding_.size(), 0);  // 0: not reached yet
    std::vector<bool> tangled(bounding_.size(), false);
    for (const Tangle& one : tangles()) tangled[one.triangle] = true;
    const std::vector<HalfEdge> beside_edge = edges_beside();
    for (std::uint32_t start = 0; start < bounding_.size(); ++start) {
        if (bounding_[start] != start || turn[start] != 0 || tangled[start]) continue;
        std::vector<std::uint32_t> patch{start};
        turn[start] = 1;
        for (std::size_t i = 0; i < patch.size(); ++i)
            for (std::uint32_t k = 0; k < 3; ++k) {
                const HalfEdge mine = 3 * patch[i] + k, other = beside_edge[mine];
                if (other == none) continue;
                const std::uint32_t beside = other / 3;
                if (turn[beside] != 0 || tangled[beside]) continue;
                // Neighbours that are turned alike run along their edge in opposite directions.
                const bool alike = is_backward(other) != is_backward(mine);
                turn[beside] = static_cast<std::int8_t>(alike ? turn[patch[i]] : -turn[patch[i]]);
                patch.push_back(beside);
            }
        const SolidSide side = side_of_triangle(model_.mesh().corners(start), solid);
        for (const std::uint32_t t : patch) sides_[t] = turned_by(side, turn[t]);
    }
}

}  // namespace allide::query
