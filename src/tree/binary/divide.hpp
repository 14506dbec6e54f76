// Splitting a group of triangles into two: one class per builder, each usable with every bounding volume.
#pragma once

#include <allide/extra/engines.hpp>
#include <allide/mesh.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace allide::tree {

// A set of triangles that becomes one node of the tree.
struct Group {
    std::span<std::uint32_t> triangles;
    std::span<const Vec3> centers;  // centres of all triangles of the mesh, indexed by triangle number
};

// A direction along which a group may be split, and the extent of the group's volume along it.
struct SplitAxis {
    Vec3 axis;
    double low, high;

    double extent() const { return std::max(0.0, high - low); }  // 0 if high − low is NaN, after overflows
};

class Divider {
  public:
    Divider() = default;
    Divider(const Divider&) = delete;
    Divider& operator=(const Divider&) = delete;
    virtual ~Divider() = default;

    // Reorders a group of two or more triangles into two halves. Returns the size of the first, or 0 if no
    // split was found. `axes` are the axes of the group's volume, longest first.
    virtual std::uint32_t divide(std::span<const SplitAxis> axes, const Group& group) = 0;
};

std::unique_ptr<Divider> divide_at_mean();
std::unique_ptr<Divider> divide_at_midpoint();
std::unique_ptr<Divider> divide_at_median();
std::unique_ptr<Divider> divide_by_sah(const Mesh& mesh);
// Assigns each triangle to the half whose k-DOP it enlarges less; see divide_growth.cpp.
template <int K>
std::unique_ptr<Divider> divide_by_growth(const Mesh& mesh);

// Sorts the group by its triangles' centres along a direction; ties are ordered by triangle number.
void sort_along(const Vec3& axis, const Group& group);

}  // namespace allide::tree
