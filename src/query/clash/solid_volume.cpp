// The volume of a solid, whatever the orientation of its triangles.
#include "kernel/number/powers_of_two.hpp"
#include "kernel/pose/vec.hpp"
#include "query/clash/solid_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace allide::query {

using kernel::operator-;

// The sum of the signed volumes of the tetrahedra between each triangle and one of the vertices. If the
// surface intersects itself, a triangle may have the solid on different sides of its pieces; the orientation
// in the file is then used.
double SolidSurface::volume() const {
    std::call_once(volume_once_, [this] {
        const Mesh& mesh = model_.mesh();
        TriangleList some;
        for (std::uint32_t t = 0; t < bounding_.size(); ++t)
            if (bounding_[t] == t) some.push_back(t);
        if (some.empty() || !closed_) return;
        const bool has_sides = !any_self_intersects(some);
        const std::vector<SolidSide> sides = has_sides ? sides_of(some) : std::vector<SolidSide>();
        double largest = 0;
        const Vec3 origin = mesh.corners(some[0])[0];
        for (const Vec3& x : mesh.vertices()) largest = std::max(largest, kernel::largest(x));
        const int exponent = largest > 0 ? std::ilogb(largest) : 0;
        const kernel::PowerOfTwo unit(-exponent);
        const auto scaled = [&](const Vec3& x) { return Vec3{unit(x.x), unit(x.y), unit(x.z)}; };
        double sum = 0;
        for (std::size_t i = 0; i < some.size(); ++i) {
            const std::array<Vec3, 3> t = mesh.corners(some[i]);
            const Vec3 o = scaled(origin);
            const double six =
                kernel::dot(scaled(t[0]) - o, kernel::cross(scaled(t[1]) - o, scaled(t[2]) - o));
            sum += has_sides && sides[i] == SolidSide::above ? -six : six;
        }
        volume_ = std::ldexp(std::abs(sum) / 6, std::clamp(3 * exponent, -4000, 4000));
    });
    return volume_;
}

}  // namespace allide::query
