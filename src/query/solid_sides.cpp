// On which side of its triangles a solid is. Triangles that share an edge with one other only are turned
// alike, and for each such patch a few triangles are asked.
#include "base/float_environment.hpp"
#include "kernel/orientation.hpp"
#include "kernel/vec.hpp"
#include "query/solid_surface.hpp"

#include <allide/probe.hpp>

#include <array>
#include <cmath>

namespace allide::query {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

SolidSide opposite(SolidSide side) {
    return static_cast<SolidSide>(-static_cast<int>(side));
}

SolidSide turned_by(SolidSide side, std::int8_t turn) {
    return turn > 0 ? side : opposite(side);
}

}  // namespace

// The model that is asked, and the numbers of the bounding triangles in it.
struct SolidSurface::Solid {
    explicit Solid(const SolidSurface& surface)
        : model(surface.solid()), number(surface.bounding_.size(), none) {
        std::uint32_t next = 0;
        for (std::uint32_t t = 0; t < number.size(); ++t)
            if (surface.bounding_[t] == t) number[t] = next++;
    }
    Model model;
    std::vector<std::uint32_t> number;
};

SolidSide SolidSurface::side(std::uint32_t bounding) const {
    std::call_once(sides_once_, [this] { find_sides(); });
    return sides_[bounding];
}

// A point just off the middle of the triangle, to which no other triangle is nearer: whether it is inside is
// exact, and nothing lies between it and the triangle.
SolidSide SolidSurface::probe(std::uint32_t triangle, const Solid& solid) const {
    const auto [a, b, c] = model_.mesh().corners(triangle);
    const Vec3 normal = kernel::cross(b - a, c - a), middle = (1.0 / 3) * (a + b + c);
    const double length = std::sqrt(kernel::dot(normal, normal));
    if (!(length > 0) || !std::isfinite(length)) return SolidSide::unknown;
    const Placed placed = solid.model.at_rest();
    for (const double share : {0x1p-8, 0x1p-16, 0x1p-24, 0x1p-32}) {
        const Vec3 point = middle + share / std::sqrt(length) * normal;
        const int height = kernel::orientation(a, b, c, point);
        if (!kernel::finite(point) || height == 0) continue;
        const auto near = nearest(placed, point);
        if (!near || near->triangle != solid.number[triangle]) continue;
        const bool inside = contains(placed, point) == Where::inside;
        return (height > 0) == inside ? SolidSide::above : SolidSide::below;
    }
    return SolidSide::unknown;
}

// Of a patch that is closed by itself: if its triangles face outward, the volume that they enclose is
// positive.
SolidSide SolidSurface::side_by_volume(std::span<const std::uint32_t> patch,
                                       std::span<const std::int8_t> turned) const {
    const Vec3 origin = model_.mesh().corners(patch[0])[0];
    double volume = 0;
    for (std::size_t i = 0; i < patch.size(); ++i) {
        const auto [a, b, c] = model_.mesh().corners(patch[i]);
        volume += turned[i] * kernel::dot(a - origin, kernel::cross(b - origin, c - origin));
    }
    return volume > 0 ? SolidSide::below : volume < 0 ? SolidSide::above : SolidSide::unknown;
}

// The side of the solid of a triangle in the patch's sense of turning. Where the shells of a part cross each
// other, what is inside of two is outside by the odd rule, and the triangles asked disagree; then each shell
// counts by itself, so that a face that lies flush against another part is never taken for one that enters
// it.
SolidSide SolidSurface::side_of_patch(std::span<const std::uint32_t> patch,
                                      std::span<const std::int8_t> turned, const Solid& solid) const {
    SolidSide found = SolidSide::unknown;
    constexpr std::size_t most_asked = 4;
    const std::size_t step = std::max<std::size_t>(1, patch.size() / most_asked);
    std::size_t answered = 0;
    for (std::size_t i = 0; i < patch.size() && answered < most_asked; i += step) {
        const SolidSide side = turned_by(probe(patch[i], solid), turned[i]);
        if (side == SolidSide::unknown) continue;
        if (answered > 0 && side != found) return side_by_volume(patch, turned);
        found = side;
        ++answered;
    }
    for (std::size_t i = 0; i < patch.size() && found == SolidSide::unknown; ++i)
        found = turned_by(probe(patch[i], solid), turned[i]);
    return found;
}

void SolidSurface::find_sides() const {
    const base::DefaultFloatEnvironment environment;
    sides_.assign(bounding_.size(), SolidSide::unknown);
    if (!closed_) return;
    const Solid solid(*this);
    std::vector<std::int8_t> turn(bounding_.size(), 0);  // 0: not reached yet
    for (std::uint32_t start = 0; start < bounding_.size(); ++start) {
        if (bounding_[start] != start || turn[start] != 0) continue;
        std::vector<std::uint32_t> patch{start};
        turn[start] = 1;
        for (std::size_t i = 0; i < patch.size(); ++i)
            for (std::uint32_t k = 0; k < 3; ++k) {
                const HalfEdge mine = 3 * patch[i] + k;
                const auto both = edges_at(ends(mine));
                if (both.size() != 2) continue;
                const HalfEdge other = both[0] == mine ? both[1] : both[0];
                const std::uint32_t beside = other / 3;
                if (turn[beside] != 0) continue;
                // Neighbours that are turned alike run along their edge in opposite directions.
                const bool alike = is_backward(other) != is_backward(mine);
                turn[beside] = static_cast<std::int8_t>(alike ? turn[patch[i]] : -turn[patch[i]]);
                patch.push_back(beside);
            }
        std::vector<std::int8_t> turned;
        for (const std::uint32_t t : patch) turned.push_back(turn[t]);
        const SolidSide side = side_of_patch(patch, turned, solid);
        for (const std::uint32_t t : patch) sides_[t] = turned_by(side, turn[t]);
    }
}

}  // namespace allide::query
