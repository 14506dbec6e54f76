// Random triangles that share no vertices. One in five is a difficult case: a point, a segment, an exact copy
// of an earlier triangle, or an exactly coplanar neighbour of one. Coordinates are multiples of 2⁻²⁰ and
// therefore exact even in single precision.
#include "base/cancel.hpp"
#include "base/random.hpp"
#include "generate/shapes/makers.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace allide::mesh {

namespace {

constexpr std::int64_t one = 1 << 20;

struct LatticePoint {
    std::int64_t x, y, z;
    LatticePoint operator+(const LatticePoint& p) const { return {x + p.x, y + p.y, z + p.z}; }
    LatticePoint operator-(const LatticePoint& p) const { return {x - p.x, y - p.y, z - p.z}; }
    bool in_cube() const { return std::max({std::abs(x), std::abs(y), std::abs(z)}) <= one; }
    Vec3 position() const { return {real(x), real(y), real(z)}; }

  private:
    static double real(std::int64_t n) { return static_cast<double>(n) / static_cast<double>(one); }
};

using LatticeTriangle = std::array<LatticePoint, 3>;

class TriangleSource {
  public:
    // The size of the triangles decreases with their number, so that each meets a few others.
    TriangleSource(std::uint64_t triangles, std::uint64_t seed) : random_(seed) {
        std::int64_t per_side = 1;
        while (static_cast<std::uint64_t>(per_side * per_side * per_side) < triangles) ++per_side;
        reach_ = std::max<std::int64_t>(16, 3 * one / (4 * per_side));
    }

    LatticeTriangle next(const std::vector<LatticeTriangle>& earlier) {
        const std::uint64_t kind = random_.below(20);
        if (kind == 0) return point();
        if (kind == 1) return segment();
        if (earlier.empty()) return plain();
        if (kind == 2) return copy(earlier[random_.below(earlier.size())]);
        if (kind == 3) return neighbour(earlier[random_.below(earlier.size())]);
        return plain();
    }

  private:
    std::int64_t within(std::int64_t bound) {
        return static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(2 * bound + 1))) - bound;
    }
    LatticePoint anywhere_within(std::int64_t bound) {
        const std::int64_t x = within(bound), y = within(bound), z = within(bound);
        return {x, y, z};
    }
    LatticePoint centre() { return anywhere_within(one - reach_); }

    LatticeTriangle plain() {
        const LatticePoint c = centre();
        const LatticePoint p = c + anywhere_within(reach_), q = c + anywhere_within(reach_);
        return {p, q, c + anywhere_within(reach_)};
    }
    LatticeTriangle point() {
        const LatticePoint c = centre();
        return {c, c, c};
    }
    // A triangle without area: half of these have two equal corners, half have three collinear corners.
    LatticeTriangle segment() {
        const LatticePoint c = centre();
        const LatticePoint d = anywhere_within(reach_);
        return random_.below(2) == 0 ? LatticeTriangle{c, c + d, c} : LatticeTriangle{c - d, c + d, c};
    }
    LatticeTriangle copy(const LatticeTriangle& t) { return {t[1], t[2], t[0]}; }
    // The triangle reflected at the midpoint of its edge 0-1: coplanar with it, and sharing that edge.
    LatticeTriangle neighbour(const LatticeTriangle& t) {
        const LatticePoint mirrored = t[0] + t[1] - t[2];
        return mirrored.in_cube() ? LatticeTriangle{t[1], t[0], mirrored} : plain();
    }

    base::Random random_;
    std::int64_t reach_ = one;
};

}  // namespace

MeshData make_soup(std::uint64_t wanted, std::uint64_t seed) {
    TriangleSource source(wanted, seed);
    std::vector<LatticeTriangle> made;
    made.reserve(wanted);
    MeshData soup;
    soup.vertices.reserve(3 * wanted);
    soup.triangles.reserve(wanted);
    const base::CancelCheck check_cancelled;
    while (made.size() < wanted) {
        check_cancelled();
        made.push_back(source.next(made));
        const auto first = static_cast<std::uint32_t>(soup.vertices.size());
        for (const LatticePoint& corner : made.back()) soup.vertices.push_back(corner.position());
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    return soup;
}

}  // namespace allide::mesh
