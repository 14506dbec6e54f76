#include "model/inner_boxes.hpp"

#include "kernel/pose/vec.hpp"
#include "kernel/probe/ray_tester.hpp"
#include "kernel/probe/region_tester.hpp"
#include "mesh/surface.hpp"
#include "model/inner_grid.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace allide::detail {
namespace {

using kernel::operator-;
using kernel::operator+;
using kernel::operator*;
using Corners = std::array<Vec3, 3>;

constexpr std::size_t most_inner_boxes = 32;
constexpr double least_share = 1e-3;  // boxes with less than this share of the grid's inner cells are dropped

Box box_around(std::span<const Vec3> points) {
    Box box = Box::empty();
    for (const Vec3& p : points) box.grow(p);
    return box;
}

double volume_of(const Box& box) {
    const Vec3 side = box.hi - box.lo;
    return side.x * side.y * side.z;
}

Vec3 middle_of(const Box& box) {
    return 0.5 * (box.lo + box.hi);
}

// The coordinate of one of the six faces, to be read or changed.
double& side_of(Box& box, std::size_t axis, bool high) {
    Vec3& corner = high ? box.hi : box.lo;
    return axis == 0 ? corner.x : axis == 1 ? corner.y : corner.z;
}

// Exact tests against all triangles of the mesh.
class SurfaceTests {
  public:
    explicit SurfaceTests(const Mesh& mesh) : mesh_(mesh) {
        for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i)
            boxes_.push_back(box_around(mesh.corners(i)));
    }

    Box bounds() const {
        Box all = boxes_.front();
        for (const Box& box : boxes_) all.grow(box);
        return all;
    }

    // The triangles whose bounding boxes overlap the box.
    std::vector<std::uint32_t> near(const Box& box) const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t i = 0; i < boxes_.size(); ++i)
            if (boxes_[i].overlaps(box)) found.push_back(i);
        return found;
    }

    // True if one of these triangles shares a point with the closed box.
    bool meets(const Box& box, std::span<const std::uint32_t> triangles) const {
        const std::array<kernel::Plane, 6> planes{{{{1, 0, 0}, box.hi.x},
                                                   {{0, 1, 0}, box.hi.y},
                                                   {{0, 0, 1}, box.hi.z},
                                                   {{-1, 0, 0}, -box.lo.x},
                                                   {{0, -1, 0}, -box.lo.y},
                                                   {{0, 0, -1}, -box.lo.z}}};
        const kernel::RegionTester tester(Pose::identity(), planes);
        return std::any_of(triangles.begin(), triangles.end(), [&](std::uint32_t i) {
            return boxes_[i].overlaps(box) && tester.meets(mesh_.corners(i));
        });
    }

    // True if a ray from the point crosses an odd number of triangles; false if the point is on the surface.
    // The ray ascends along all three axes, so that triangles below the point along an axis are skipped.
    bool is_inside(const Vec3& point) const {
        const kernel::RayTester tester(
            Pose::identity(), {.origin = point, .origin_pose = {}, .direction = {0.43621, 0.72847, 0.52805}});
        bool odd = false;
        for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
            const Vec3& hi = boxes_[i].hi;
            if (hi.x < point.x || hi.y < point.y || hi.z < point.z) continue;
            const kernel::Crossing crossing = tester.crossing(mesh_.corners(i));
            if (crossing == kernel::Crossing::on_triangle) return false;
            odd = odd != (crossing != kernel::Crossing::none);
        }
        return odd;
    }

  private:
    const Mesh& mesh_;
    std::vector<Box> boxes_;  // bounding boxes of the triangles
};

// Moves one face of the box outward by the largest multiple of limit/128 below 2·limit for which the box
// still meets no triangle. Found in eight steps: the first has the length `limit`, and each step is half as
// long as the one before.
void push_side(const SurfaceTests& surface, std::span<const std::uint32_t> near, double limit,
               std::size_t axis, bool high, Box& box) {
    double step = limit;
    for (int i = 0; i < 8; ++i, step /= 2) {
        Box larger = box;
        side_of(larger, axis, high) += high ? step : -step;
        if (!surface.meets(larger, near)) box = larger;
    }
}

// Moves all six faces outward by push_side().
void push_sides(const SurfaceTests& surface, double limit, Box& box) {
    const Vec3 reach = 2 * limit * Vec3{1, 1, 1};
    const std::vector<std::uint32_t> near = surface.near({box.lo - reach, box.hi + reach});
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const bool high : {false, true}) push_side(surface, near, limit, axis, high, box);
}

// True if the box, which meets no triangle, is inside the mesh: its midpoint is inside, or it overlaps a box
// of `inside`, from which no triangle can separate it.
bool is_surely_inside(const SurfaceTests& surface, const Box& box, std::span<const Box> inside) {
    return std::any_of(inside.begin(), inside.end(), [&](const Box& other) { return box.overlaps(other); }) ||
           surface.is_inside(middle_of(box));
}

// True if the plain double arithmetic of the grid is accurate enough for bounds of this size and place.
bool has_usual_size(const Box& bounds) {
    const Vec3 side = bounds.hi - bounds.lo;
    return std::min({side.x, side.y, side.z}) > 1e-6 * kernel::largest(side) &&
           kernel::largest(bounds.lo) + kernel::largest(bounds.hi) < 1e6 * kernel::largest(side) &&
           kernel::largest(side) > 1e-60 && kernel::largest(side) < 1e60;
}

}  // namespace

InnerBoxes find_inner_boxes(const Mesh& mesh) {
    InnerBoxes found;
    if (mesh.triangles().empty()) return found;
    const SurfaceTests surface(mesh);
    found.bounds = surface.bounds();
    if (!has_usual_size(*found.bounds) || !mesh::survey(mesh).closed) return found;
    InnerGrid grid(mesh, *found.bounds, [&](const Vec3& point) { return surface.is_inside(point); });
    const double least = least_share * static_cast<double>(grid.inner_cells());
    for (std::size_t i = 0; i < 2 * most_inner_boxes && found.boxes.size() < most_inner_boxes; ++i) {
        const CellBox cells = grid.next_box();
        if (!(static_cast<double>(cells.cells()) > least)) break;
        Box box = grid.place(cells);
        if (surface.meets(box, surface.near(box)) || !is_surely_inside(surface, box, found.boxes)) continue;
        push_sides(surface, grid.cell_size(), box);
        found.boxes.push_back(box);
    }
    std::stable_sort(found.boxes.begin(), found.boxes.end(),
                     [](const Box& a, const Box& b) { return volume_of(a) > volume_of(b); });
    return found;
}

}  // namespace allide::detail
