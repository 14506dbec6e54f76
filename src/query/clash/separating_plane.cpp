#include "query/clash/separating_plane.hpp"

#include "kernel/triangle/orientation.hpp"

#include <algorithm>
#include <array>

namespace allide::query {
namespace {

// The side of a plane on which points lie. Points in the plane do not count.
struct SideOfPoints {
    bool one_sided = true;  // false: points lie on both sides
    int side = 0;           // 0: all points are in the plane
};
SideOfPoints side_of_points(const kernel::SideOfPlane& plane, std::span<const Vec3> points) {
    SideOfPoints found;
    for (const Vec3& point : points) {
        const int side = plane.of(point);
        if (side * found.side < 0) return {false, 0};
        if (side != 0) found.side = side;
    }
    return found;
}

bool plane_separates(const kernel::SideOfPlane& plane, const Mesh& a, const Mesh& b) {
    const SideOfPoints one = side_of_points(plane, a.vertices());
    if (!one.one_sided) return false;
    const SideOfPoints other = side_of_points(plane, b.vertices());
    return other.one_sided && one.side * other.side <= 0;
}

}  // namespace

bool a_face_plane_separates(const Mesh& a, const Mesh& b, std::span<const Contact> contacts) {
    constexpr std::size_t most_tried = 8;
    const std::size_t step = std::max<std::size_t>(1, contacts.size() / most_tried);
    for (std::size_t i = step / 2; i < contacts.size(); i += step)
        for (const std::array<Vec3, 3>& plane :
             {a.corners(contacts[i].triangle_a), b.corners(contacts[i].triangle_b)})
            if (!kernel::collinear(plane[0], plane[1], plane[2]) &&
                plane_separates(kernel::SideOfPlane(plane), a, b))
                return true;
    return false;
}

}  // namespace allide::query
