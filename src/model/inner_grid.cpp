#include "model/inner_grid.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cmath>

namespace allide::detail {
namespace {

using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

constexpr int most_cells = 56;             // number of cells along the longest side of the bounds
constexpr std::size_t most_chambers = 64;  // number of connected sets of cells to test, the largest first

std::array<double, 3> as_array(const Vec3& v) {
    return {v.x, v.y, v.z};
}

}  // namespace

InnerGrid::InnerGrid(const Mesh& mesh, const Box& bounds, const std::function<bool(const Vec3&)>& is_inside) {
    const Vec3 extent = bounds.hi - bounds.lo;
    size_ = kernel::largest(extent) / most_cells;
    // One more cell on every side, so that all cells outside of the bounds are connected.
    origin_ = bounds.lo - size_ * Vec3{1, 1, 1};
    for (std::size_t k = 0; k < 3; ++k) count_[k] = static_cast<int>(as_array(extent)[k] / size_) + 3;
    cells_.assign(at(0, 0, count_[2]), Cell::unknown);
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) mark_surface(mesh.corners(i));
    classify_cells(is_inside);
    sum_inner_cells();
    measure_depths();
}

// Marks the cells within the triangle's bounding box that the triangle's plane passes through.
void InnerGrid::mark_surface(const std::array<Vec3, 3>& t) {
    const Vec3 normal = kernel::cross(t[1] - t[0], t[2] - t[0]);
    const double reach = 0.5001 * size_ * kernel::norm_1(normal);
    std::array<int, 3> lo{}, hi{};
    const std::array<double, 3> from = as_array(origin_);
    for (std::size_t k = 0; k < 3; ++k) {
        const double a = as_array(t[0])[k], b = as_array(t[1])[k], c = as_array(t[2])[k];
        lo[k] =
            std::clamp(static_cast<int>((std::min({a, b, c}) - from[k]) / size_ - 1e-6), 0, count_[k] - 1);
        hi[k] =
            std::clamp(static_cast<int>((std::max({a, b, c}) - from[k]) / size_ + 1e-6), 0, count_[k] - 1);
    }
    for (int z = lo[2]; z <= hi[2]; ++z)
        for (int y = lo[1]; y <= hi[1]; ++y)
            for (int x = lo[0]; x <= hi[0]; ++x) {
                const std::size_t cell = at(x, y, z);
                if (!(std::abs(kernel::dot(normal, middle_of(cell) - t[0])) > reach))
                    cells_[cell] = Cell::surface;
            }
}

Vec3 InnerGrid::middle_of(std::size_t cell) const {
    const std::size_t nx = static_cast<std::size_t>(count_[0]), ny = static_cast<std::size_t>(count_[1]);
    const auto along = [&](std::size_t i) { return (static_cast<double>(i) + 0.5) * size_; };
    return origin_ + Vec3{along(cell % nx), along(cell / nx % ny), along(cell / (nx * ny))};
}

// Marks all unknown cells that are connected with `start` through faces as outside, and returns them in
// `found`.
void InnerGrid::fill(std::size_t start, std::vector<std::size_t>& found) {
    const std::size_t nx = static_cast<std::size_t>(count_[0]),
                      nxy = nx * static_cast<std::size_t>(count_[1]);
    found.assign(1, start);
    cells_[start] = Cell::outside;
    const auto visit = [&](std::size_t cell) {
        if (cells_[cell] != Cell::unknown) return;
        cells_[cell] = Cell::outside;
        found.push_back(cell);
    };
    std::size_t done = 0;
    while (done < found.size()) {
        const std::size_t cell = found[done++];
        const std::size_t x = cell % nx, y = cell % nxy / nx, z = cell / nxy;
        if (x > 0) visit(cell - 1);
        if (x + 1 < nx) visit(cell + 1);
        if (y > 0) visit(cell - nx);
        if (y + 1 < static_cast<std::size_t>(count_[1])) visit(cell + nx);
        if (z > 0) visit(cell - nxy);
        if (z + 1 < static_cast<std::size_t>(count_[2])) visit(cell + nxy);
    }
}

// Marks connected sets of cells as inside or outside. The set of cell 0, a grid corner, is outside.
void InnerGrid::classify_cells(const std::function<bool(const Vec3&)>& is_inside) {
    std::vector<std::size_t> found;
    fill(0, found);
    std::vector<std::vector<std::size_t>> chambers;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        if (cells_[cell] != Cell::unknown) continue;
        fill(cell, found);
        chambers.push_back(found);
    }
    std::stable_sort(chambers.begin(), chambers.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    if (chambers.size() > most_chambers) chambers.resize(most_chambers);
    for (const auto& chamber : chambers)
        if (is_inside(middle_of(chamber.front())))
            for (const std::size_t cell : chamber) cells_[cell] = Cell::inside;
}

void InnerGrid::sum_inner_cells() {
    const int nx = count_[0] + 1, ny = count_[1] + 1;
    sums_.assign(static_cast<std::size_t>(nx) * ny * (count_[2] + 1), 0);
    const auto sum = [&](int x, int y, int z) -> std::int32_t& {
        return sums_[(static_cast<std::size_t>(z) * ny + y) * nx + x];
    };
    for (int z = 0; z < count_[2]; ++z)
        for (int y = 0; y < count_[1]; ++y)
            for (int x = 0; x < count_[0]; ++x)
                sum(x + 1, y + 1, z + 1) = sum(x, y + 1, z + 1) + sum(x + 1, y, z + 1) +
                                           sum(x + 1, y + 1, z) - sum(x, y, z + 1) - sum(x, y + 1, z) -
                                           sum(x + 1, y, z) + sum(x, y, z) +
                                           (cells_[at(x, y, z)] == Cell::inside ? 1 : 0);
    inner_cells_ = sums_.back();
}

std::int64_t InnerGrid::inner_in(const CellBox& box) const {
    const int nx = count_[0] + 1, ny = count_[1] + 1;
    const auto sum = [&](int x, int y, int z) {
        return std::int64_t{sums_[(static_cast<std::size_t>(z) * ny + y) * nx + x]};
    };
    const auto& [lo, hi] = box;
    return sum(hi[0], hi[1], hi[2]) - sum(lo[0], hi[1], hi[2]) - sum(hi[0], lo[1], hi[2]) -
           sum(hi[0], hi[1], lo[2]) + sum(lo[0], lo[1], hi[2]) + sum(lo[0], hi[1], lo[2]) +
           sum(hi[0], lo[1], lo[2]) - sum(lo[0], lo[1], lo[2]);
}

// Sets depth_. The cells at the grid's border are outside, so that no cube of inner cells reaches it.
void InnerGrid::measure_depths() {
    depth_.assign(cells_.size(), 0);
    for (int z = 0; z < count_[2]; ++z)
        for (int y = 0; y < count_[1]; ++y)
            for (int x = 0; x < count_[0]; ++x) {
                if (cells_[at(x, y, z)] != Cell::inside) continue;
                int radius = 0;
                for (;;) {
                    const int next = radius + 1;
                    const CellBox cube{{x - next, y - next, z - next},
                                       {x + next + 1, y + next + 1, z + next + 1}};
                    if (cube.lo[0] < 0 || cube.lo[1] < 0 || cube.lo[2] < 0 || cube.hi[0] > count_[0] ||
                        cube.hi[1] > count_[1] || cube.hi[2] > count_[2] || inner_in(cube) != cube.cells())
                        break;
                    radius = next;
                }
                depth_[at(x, y, z)] = static_cast<std::uint8_t>(radius + 1);
            }
}

CellBox InnerGrid::next_box() {
    const auto deepest = std::max_element(depth_.begin(), depth_.end());
    if (deepest == depth_.end() || *deepest == 0) return {};
    const auto cell = static_cast<int>(deepest - depth_.begin());
    const int radius = *deepest - 1;
    const std::array<int, 3> middle{cell % count_[0], cell / count_[0] % count_[1],
                                    cell / (count_[0] * count_[1])};
    CellBox box;
    for (std::size_t k = 0; k < 3; ++k) {
        box.lo[k] = middle[k] - radius;
        box.hi[k] = middle[k] + radius + 1;
    }
    for (bool grown = true; grown;) {
        grown = false;
        for (std::size_t k = 0; k < 3; ++k)
            for (const bool up : {false, true}) {
                CellBox slab = box;
                slab.lo[k] = up ? box.hi[k] : box.lo[k] - 1;
                slab.hi[k] = slab.lo[k] + 1;
                if (slab.lo[k] < 0 || slab.hi[k] > count_[k] || inner_in(slab) != slab.cells()) continue;
                (up ? box.hi[k] : box.lo[k]) = up ? slab.hi[k] : slab.lo[k];
                grown = true;
            }
    }
    for (int z = box.lo[2]; z < box.hi[2]; ++z)
        for (int y = box.lo[1]; y < box.hi[1]; ++y)
            for (int x = box.lo[0]; x < box.hi[0]; ++x) depth_[at(x, y, z)] = 0;
    return box;
}

Box InnerGrid::place(const CellBox& cells) const {
    const auto corner = [&](const std::array<int, 3>& c) {
        return origin_ + Vec3{c[0] * size_, c[1] * size_, c[2] * size_};
    };
    return {corner(cells.lo), corner(cells.hi)};
}

}  // namespace allide::detail
