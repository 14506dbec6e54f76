// How a group of triangles is divided into two: one way a builder, the same for every volume.
#pragma once

#include <allide/extra/engines.hpp>
#include <allide/mesh.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace allide::tree {

// A group of triangles on its way to become a node: numbers in the mesh, and their centres.
struct Group {
    std::span<std::uint32_t> triangles;
    std::span<const Vec3> centers;  // of all triangles of the mesh, by number
};

// A direction in which a group may be divided, and its volume's extent there.
struct SplitAxis {
    Vec3 axis;
    double low, high;

    double extent() const { return std::max(0.0, high - low); }  // 0 where coordinates overflow
};

class Divider {
  public:
    Divider() = default;
    Divider(const Divider&) = delete;
    Divider& operator=(const Divider&) = delete;
    virtual ~Divider() = default;

    // Reorders a group of two or more and says how many come first, or 0 if it finds no division. The axes
    // are those of the volume, the longest first.
    virtual std::uint32_t divide(std::span<const SplitAxis> axes, const Group& group) = 0;
};

std::unique_ptr<Divider> divide_at_mean();
std::unique_ptr<Divider> divide_at_midpoint();
std::unique_ptr<Divider> divide_at_median();
std::unique_ptr<Divider> divide_by_sah(const Mesh& mesh);
// Growth is measured on k-DOPs around single triangles.
template <int K>
std::unique_ptr<Divider> divide_by_growth(const Mesh& mesh);

// Sorts the group along a direction; equal places keep the order of the triangles' numbers.
void sort_along(const Vec3& axis, const Group& group);

}  // namespace allide::tree
