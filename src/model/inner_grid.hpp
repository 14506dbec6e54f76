// A mesh on a grid of cells: which of them lie inside, roughly. It proposes boxes; nothing is certain here.
#pragma once

#include <allide/geometry.hpp>
#include <allide/mesh.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace allide::detail {

// Cells from `lo` to before `hi` along each axis.
struct CellBox {
    std::array<int, 3> lo{}, hi{};

    std::int64_t cells() const { return std::int64_t{hi[0] - lo[0]} * (hi[1] - lo[1]) * (hi[2] - lo[2]); }
};

class InnerGrid {
  public:
    // `bounds` has a volume. A set of cells that hang together and meet no triangle is inside if `is_inside`
    // says so of a point of it.
    InnerGrid(const Mesh& mesh, const Box& bounds, const std::function<bool(const Vec3&)>& is_inside);

    // The largest cube of inner cells that begins outside all boxes so far, grown on all sides; empty if
    // there is none.
    CellBox next_box();
    Box place(const CellBox& cells) const;
    double cell_size() const { return size_; }
    std::int64_t inner_cells() const { return inner_cells_; }

  private:
    enum class Cell : std::uint8_t { unknown, surface, outside, inside };
    std::size_t at(int x, int y, int z) const {
        return (static_cast<std::size_t>(z) * count_[1] + y) * count_[0] + x;
    }
    void mark(const std::array<Vec3, 3>& triangle);
    void fill(std::size_t start, std::vector<std::size_t>& found);
    void sort_cells(const std::function<bool(const Vec3&)>& is_inside);
    void add_up();
    std::int64_t inner_in(const CellBox& box) const;
    void measure_depths();
    Vec3 middle_of(std::size_t cell) const;

    Vec3 origin_;
    double size_ = 0;
    std::array<int, 3> count_{};
    std::vector<Cell> cells_;
    std::vector<std::uint8_t>
        depth_;  // the radius of the cube of inner cells around a cell, and 1; 0: not inside, or taken
    std::vector<std::int32_t> sums_;  // of inner cells before each corner of the grid
    std::int64_t inner_cells_ = 0;
};

}  // namespace allide::detail
