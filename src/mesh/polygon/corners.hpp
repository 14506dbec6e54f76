// A view of the corners of a polygon, however they are stored. A face with millions of corners need not be
// copied.
#pragma once

#include <allide/mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace allide::mesh {

class Corners {
  public:
    // A polygon with corners at these positions, in order.
    template <typename Positions>
    requires std::convertible_to<const Positions&, std::span<const Vec3>> Corners(
        const Positions& positions)  // NOLINT(google-explicit-constructor): a view, like std::span
        : vertices_(positions), size_(vertices_.size()) {}
    // A polygon whose corners are the vertices with these numbers.
    Corners(std::span<const Vec3> vertices, std::span<const std::uint32_t> numbers)
        : vertices_(vertices), numbers_(numbers.data()), size_(numbers.size()) {}
    // The polygon that was given as a fan of triangles 012, 023, 034, …
    Corners(std::span<const Vec3> vertices, std::span<const TriangleIndices> fan)
        : vertices_(vertices), fan_(fan.data()), size_(fan.size() + 2) {}

    std::size_t size() const { return size_; }
    const Vec3& operator[](std::size_t i) const {
        if (fan_ != nullptr) return vertices_[i < 2 ? fan_[0][i] : fan_[i - 2][2]];
        return vertices_[numbers_ != nullptr ? numbers_[i] : i];
    }

  private:
    std::span<const Vec3> vertices_;
    const std::uint32_t* numbers_ = nullptr;
    const TriangleIndices* fan_ = nullptr;
    std::size_t size_;
};

}  // namespace allide::mesh
