#include "gpu/inside_grid.hpp"

#include "base/to_float.hpp"

#include <allide/probe.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace allide::gpu {
namespace {

// in cells: a triangle closer than this to a cell counts as meeting it
constexpr double near_part = 1.0 / 128;
constexpr double slack_part = 1.0 / 256;  // in cells: the error of a point that the grid tolerates

enum class Cell : std::uint8_t { unknown, surface, found };

struct Cells {
    std::array<std::int32_t, 3> counts{};
    std::array<double, 3> low{};
    double size = 0;
    std::vector<Cell> state;

    std::size_t at(std::int32_t x, std::int32_t y, std::int32_t z) const {
        return (static_cast<std::size_t>(z) * static_cast<std::size_t>(counts[1]) +
                static_cast<std::size_t>(y)) *
                   static_cast<std::size_t>(counts[0]) +
               static_cast<std::size_t>(x);
    }
};

std::array<double, 3> numbers(const Vec3& v) {
    return {v.x, v.y, v.z};
}

// The grid with the smallest cubes whose bits fit into largest_grid_words.
Cells cells_over(const MeshView& view) {
    constexpr double room = 32.0 * largest_grid_words;
    std::array<double, 3> extent{};
    for (std::size_t k = 0; k < 3; ++k)
        extent[k] = std::max(double{view.box_high[k]} - view.box_low[k], 1e-6);
    Cells cells;
    cells.size = std::cbrt(extent[0] * extent[1] * extent[2] / room);
    for (;; cells.size *= 1.01) {
        double all = 1;
        for (std::size_t k = 0; k < 3; ++k) all *= std::ceil(extent[k] / cells.size) + 1;
        if (all <= room) break;
    }
    cells.size = base::to_float(cells.size);
    for (std::size_t k = 0; k < 3; ++k) {
        cells.counts[k] = static_cast<std::int32_t>(std::ceil(extent[k] / cells.size)) + 1;
        cells.low[k] = base::to_float(view.box_low[k] - cells.size / 2);
    }
    cells.state.assign(cells.at(0, 0, cells.counts[2]), Cell::unknown);
    return cells;
}

void mark_surface(const std::array<Vec3, 3>& triangle, Cells& cells) {
    const double near = near_part * cells.size;
    std::array<std::int32_t, 3> begin{}, end{};
    for (std::size_t k = 0; k < 3; ++k) {
        const double a = numbers(triangle[0])[k], b = numbers(triangle[1])[k], c = numbers(triangle[2])[k];
        begin[k] = std::max(0, static_cast<std::int32_t>(
                                   std::floor((std::min({a, b, c}) - near - cells.low[k]) / cells.size)));
        end[k] = std::min(
            cells.counts[k],
            static_cast<std::int32_t>(std::floor((std::max({a, b, c}) + near - cells.low[k]) / cells.size)) +
                1);
    }
    // Skips cells that the triangle's plane misses. The normal of a very small triangle is too inaccurate for
    // that test.
    const Vec3 normal = cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
    const double weight = std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z);
    const double half = (0.5 + 2 * near_part) * cells.size;
    const bool flat = weight > 1e-10;
    for (std::int32_t z = begin[2]; z < end[2]; ++z) {
        for (std::int32_t y = begin[1]; y < end[1]; ++y) {
            for (std::int32_t x = begin[0]; x < end[0]; ++x) {
                const Vec3 middle{cells.low[0] + (x + 0.5) * cells.size,
                                  cells.low[1] + (y + 0.5) * cells.size,
                                  cells.low[2] + (z + 0.5) * cells.size};
                if (flat && std::abs(dot(normal, middle - triangle[0])) > half * weight) continue;
                cells.state[cells.at(x, y, z)] = Cell::surface;
            }
        }
    }
}

// Finds all cells that are connected with `start` through cells that no triangle meets; neighbours share a
// face.
void flood(Cells& cells, std::size_t start, std::vector<std::size_t>& found) {
    found.assign(1, start);
    cells.state[start] = Cell::found;
    const auto nx = static_cast<std::size_t>(cells.counts[0]), ny = static_cast<std::size_t>(cells.counts[1]),
               nz = static_cast<std::size_t>(cells.counts[2]);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::size_t cell = found[i], x = cell % nx, y = cell / nx % ny, z = cell / nx / ny;
        const auto visit = [&](std::size_t other) {
            if (cells.state[other] != Cell::unknown) return;
            cells.state[other] = Cell::found;
            found.push_back(other);
        };
        if (x > 0) visit(cell - 1);
        if (x + 1 < nx) visit(cell + 1);
        if (y > 0) visit(cell - nx);
        if (y + 1 < ny) visit(cell + nx);
        if (z > 0) visit(cell - nx * ny);
        if (z + 1 < nz) visit(cell + nx * ny);
    }
}

}  // namespace

std::vector<std::uint32_t> build_grid(const Model& model, int exponent,
                                      const std::vector<std::array<Vec3, 3>>& corners, MeshView& view) {
    Cells cells = cells_over(view);
    for (const auto& triangle : corners) mark_surface(triangle, cells);
    InsideGrid& grid = view.grid;
    for (std::size_t k = 0; k < 3; ++k) {
        grid.counts[k] = static_cast<std::uint32_t>(cells.counts[k]);
        grid.low[k] = static_cast<float>(cells.low[k]);
    }
    grid.cells_per_unit = static_cast<float>(1 / cells.size);
    grid.slack = static_cast<float>(slack_part * cells.size);
    // If cells are too small, the cell of a point cannot be computed accurately enough in float.
    if (!(cells.size > 0x1p-14)) return {};
    std::vector<std::uint32_t> words((cells.state.size() + 31) / 32);
    const double* c = view.centre;
    std::vector<std::size_t> found;
    for (std::size_t start = 0; start < cells.state.size(); ++start) {
        if (cells.state[start] != Cell::unknown) continue;
        flood(cells, start, found);
        const auto nx = static_cast<std::size_t>(cells.counts[0]),
                   ny = static_cast<std::size_t>(cells.counts[1]);
        const std::array<std::size_t, 3> cell{start % nx, start / nx % ny, start / nx / ny};
        std::array<double, 3> point{};
        for (std::size_t k = 0; k < 3; ++k)
            point[k] =
                c[k] + std::ldexp(cells.low[k] + (static_cast<double>(cell[k]) + 0.5) * cells.size, exponent);
        if (contains(model.at_rest(), Vec3{point[0], point[1], point[2]}) != PointLocation::inside) continue;
        for (const std::size_t i : found) words[i / 32] |= 1u << i % 32;
    }
    return words;
}

}  // namespace allide::gpu
