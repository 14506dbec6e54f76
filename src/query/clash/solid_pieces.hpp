// The triangles of a surface that intersects itself, cut along the intersections into convex pieces. The
// solid is on one side of each piece, apart from a narrow strip along the piece's sides.
//
// The side is found by the odd rule: by counting the triangles above a point of the piece, seen along the
// axis that is most perpendicular to it. Pieces that lie on each other in even number bound nothing; of an
// odd number, one counts. In the scope of single components, each component is a solid of its own, cut along
// its intersections with itself only.
#pragma once

#include "query/clash/solid_surface.hpp"
#include "query/clash/surface_piece.hpp"

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace allide::query {

// Thread-safe: triangles are cut when a pair of parts first needs them.
class SolidPieces {
  public:
    // There is no limit on intersections for surfaces of so few triangles.
    static constexpr std::size_t small_surface = 100;

    SolidPieces(const SolidSurface& surface, SurfaceScope scope);

    struct Piece {
        std::uint32_t triangle;
        SolidSide side;  // relative to the triangle's orientation; unknown in doubt
        SurfacePiece polygon;
    };
    struct Selection {
        std::vector<std::uint32_t> cut;  // the triangles that intersect another one, ascending
        std::vector<Piece> pieces;       // their pieces that bound the solid, and those in doubt
    };
    // The pieces of bounding triangles, which must be ascending. Empty if there are too many intersections,
    // or if the coordinates are too large or too small.
    std::optional<Selection> of(std::span<const std::uint32_t> some) const;
    // The width of the strips, and a bound of the rounding of corners.
    double margin() const { return margin_; }

  private:
    const SolidSurface& surface_;
    const SurfaceScope scope_;
    double margin_ = 0;
    std::vector<Box> boxes_;  // of all triangles; empty for those that bound nothing
    mutable std::mutex mutex_;
    enum class Known : std::uint8_t { nothing, whole, cut };
    mutable std::vector<Known> known_;  // per triangle
    mutable std::unordered_map<std::uint32_t, std::vector<Piece>> pieces_of_;
};

}  // namespace allide::query
