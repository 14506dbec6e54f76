// The volume of a solid, whatever the orientation of its triangles.
#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/vec.hpp"
#include "query/clash/solid_pieces.hpp"
#include "query/clash/solid_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide::query {

using kernel::operator-;

namespace {

// Cutting all triangles of a larger surface that intersects itself would take most of the time of its
// clashes.
constexpr std::size_t most_triangles_cut = 100;

// The sum of the signed volumes of the tetrahedra between triangles and one point, in a unit in which nothing
// overflows.
class VolumeSum {
  public:
    VolumeSum(const Vec3& origin, int exponent) : unit_(-exponent), origin_(scaled(origin)) {}

    void add(const Vec3& a, const Vec3& b, const Vec3& c, SolidSide side) {
        const double six =
            kernel::dot(scaled(a) - origin_, kernel::cross(scaled(b) - origin_, scaled(c) - origin_));
        sum_ += side == SolidSide::above ? -six : six;
    }
    double value() const { return std::abs(sum_) / 6; }

  private:
    Vec3 scaled(const Vec3& x) const { return {unit_(x.x), unit_(x.y), unit_(x.z)}; }

    kernel::PowerOfTwo unit_;
    Vec3 origin_;
    double sum_ = 0;
};

}  // namespace

// `some` are all bounding triangles.
bool SolidSurface::is_oriented(std::span<const std::uint32_t> some) const {
    if (components().size() != 1) return false;
    for (const std::uint32_t t : some)
        for (HalfEdge mine = 3 * t; mine < 3 * t + 3; ++mine)
            if (opposite_[mine] == none || is_backward(opposite_[mine]) == is_backward(mine)) return false;
    return true;
}

// Triangles that intersect others are replaced by their pieces. Without pieces, and for large surfaces, the
// orientation in the file is used instead.
double SolidSurface::volume() const {
    std::call_once(volume_once_, [this] {
        const Mesh& mesh = model_.mesh();
        TriangleList some;
        for (std::uint32_t t = 0; t < bounding_.size(); ++t)
            if (bounding_[t] == t) some.push_back(t);
        if (some.empty() || !closed_) return;
        double largest = 0;
        for (const Vec3& x : mesh.vertices()) largest = std::max(largest, kernel::largest(x));
        const int exponent = largest > 0 ? std::ilogb(largest) : 0;
        VolumeSum sum(mesh.corners(some[0])[0], exponent);
        // A large connected surface of one orientation has the same volume if it does not intersect itself.
        const bool relies_on_file = some.size() > most_triangles_cut && is_oriented(some);
        bool has_sides = !relies_on_file && !any_self_intersects(some);
        const bool cuts = !has_sides && some.size() <= most_triangles_cut;
        if (const auto cut = cuts ? pieces().of(some) : std::nullopt) {
            for (const SolidPieces::Piece& piece : cut->pieces)
                for (std::size_t i = 2; piece.side != SolidSide::unknown && i < piece.polygon.size(); ++i)
                    sum.add(piece.polygon[0], piece.polygon[i - 1], piece.polygon[i], piece.side);
            std::erase_if(some, [&](std::uint32_t t) {
                return std::binary_search(cut->cut.begin(), cut->cut.end(), t);
            });
            has_sides = true;
        }
        const std::vector<SolidSide> sides = has_sides ? sides_of(some) : std::vector<SolidSide>();
        for (std::size_t i = 0; i < some.size(); ++i) {
            const std::array<Vec3, 3> t = mesh.corners(some[i]);
            sum.add(t[0], t[1], t[2], has_sides ? sides[i] : SolidSide::unknown);
        }
        volume_ = std::ldexp(sum.value(), std::clamp(3 * exponent, -4000, 4000));
    });
    return volume_;
}

}  // namespace allide::query
