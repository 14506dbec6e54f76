// A grid over a mesh that finds approximately which cells are inside the mesh, and proposes large boxes of
// such cells. Nothing here is certain; inner_boxes.cpp tests the proposals exactly.
#pragma once

#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace allide::detail {

// The cells with lo ≤ index < hi along each axis.
struct CellBox {
    std::array<int, 3> lo{}, hi{};

    std::int64_t cells() const { return std::int64_t{hi[0] - lo[0]} * (hi[1] - lo[1]) * (hi[2] - lo[2]); }
};

class InnerGrid {
  public:
    // `bounds` must have a volume. A connected set of cells that meet no triangle counts as inside if
    // `is_inside` is true for one of its points.
    InnerGrid(const Mesh& mesh, const Box& bounds, const std::function<bool(const Vec3&)>& is_inside);

    // The next proposal: the largest cube of inner cells whose central cell is in no earlier box, extended
    // on each side as long as all added cells are inner cells. Empty if no such cube is left.
    CellBox next_box();
    // The box that the cells cover, rounded.
    Box place(const CellBox& cells) const;
    double cell_size() const { return size_; }
    std::int64_t inner_cells() const { return inner_cells_; }

  private:
    enum class Cell : std::uint8_t { unknown, surface, outside, inside };
    // The position of a cell in cells_ and depth_.
    std::size_t at(int x, int y, int z) const {
        return (static_cast<std::size_t>(z) * count_[1] + y) * count_[0] + x;
    }
    void mark_surface(const std::array<Vec3, 3>& triangle);
    void fill(std::size_t start, std::vector<std::size_t>& found);
    void classify_cells(const std::function<bool(const Vec3&)>& is_inside);
    void sum_inner_cells();
    // The number of inner cells in the box, from eight entries of sums_ (a summed volume table).
    std::int64_t inner_in(const CellBox& box) const;
    void measure_depths();
    Vec3 middle_of(std::size_t cell) const;

    Vec3 origin_;
    double size_ = 0;             // side length of a cell
    std::array<int, 3> count_{};  // number of cells along each axis
    std::vector<Cell> cells_;
    std::vector<std::uint8_t> depth_;  // 1 + radius, in cells, of the largest cube of inner cells around a
                                       // cell; 0 if it is not inside, or already in a box
    std::vector<std::int32_t>
        sums_;  // per corner of the grid, the number of inner cells below it in all three coordinates
    std::int64_t inner_cells_ = 0;
};

}  // namespace allide::detail
