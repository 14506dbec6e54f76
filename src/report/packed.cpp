#include "report/packed.hpp"

#include "base/infinity.hpp"
#include "report/compressed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace allide::detail::report {

namespace {

using Cell = std::array<std::int64_t, 3>;

std::array<double, 3> coordinates_of(const Vec3& point) {
    return {point.x, point.y, point.z};
}

// The cell size `step` is a power of two, such that at most 2¹⁷ cells per axis span the triangles.
// Coordinates of CAD models are often multiples of a larger power of two and then stay unchanged.
struct Lattice {
    std::array<double, 3> origin{};
    double step = 1;
};

Lattice lattice_around(std::span<const std::array<Vec3, 3>> triangles) {
    std::array<double, 3> lo{base::infinity, base::infinity, base::infinity},
        hi{-base::infinity, -base::infinity, -base::infinity};
    for (const auto& corners : triangles)
        for (const Vec3& corner : corners)
            for (std::size_t axis = 0; axis < 3; ++axis) {
                lo[axis] = std::min(lo[axis], coordinates_of(corner)[axis]);
                hi[axis] = std::max(hi[axis], coordinates_of(corner)[axis]);
            }
    double extent = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) extent = std::max(extent, hi[axis] / 2 - lo[axis] / 2);
    Lattice lattice;
    if (!(extent > 0) || !std::isfinite(extent)) extent = std::numeric_limits<double>::min();
    lattice.step = std::max(std::ldexp(1.0, std::ilogb(extent) + 2 - 17), std::numeric_limits<double>::min());
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (std::isfinite(lo[axis]))
            lattice.origin[axis] = std::floor(lo[axis] / lattice.step) * lattice.step;
    return lattice;
}

Cell cell_of(const Vec3& point, const Lattice& lattice) {
    Cell cell{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        cell[axis] = std::llround((coordinates_of(point)[axis] - lattice.origin[axis]) / lattice.step);
    return cell;
}

// Each corner once, in the order in which triangles first use it, so that consecutive ones differ little.
struct SharedCorners {
    std::vector<Cell> cells;
    std::vector<std::array<std::int64_t, 3>> triangles;
    std::vector<std::uint32_t> kept;  // indices of these triangles in the input
};

SharedCorners share_corners(std::span<const std::array<Vec3, 3>> triangles, const Lattice& lattice) {
    SharedCorners shared;
    std::map<Cell, std::int64_t> numbers;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        const auto& corners = triangles[t];
        const std::array<Cell, 3> cells{cell_of(corners[0], lattice), cell_of(corners[1], lattice),
                                        cell_of(corners[2], lattice)};
        if (cells[0] == cells[1] || cells[1] == cells[2] || cells[2] == cells[0]) continue;
        std::array<std::int64_t, 3> triangle{};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [place, is_new] =
                numbers.emplace(cells[i], static_cast<std::int64_t>(shared.cells.size()));
            if (is_new) shared.cells.push_back(cells[i]);
            triangle[i] = place->second;
        }
        shared.triangles.push_back(triangle);
        shared.kept.push_back(t);
    }
    return shared;
}

}  // namespace

void PackedNumbers::add(std::int64_t number) {
    std::uint64_t rest = (static_cast<std::uint64_t>(number) << 1) ^ (number < 0 ? ~std::uint64_t{0} : 0);
    for (; rest >= 128; rest >>= 7) bytes_ += static_cast<char>(rest | 128);
    bytes_ += static_cast<char>(rest);
}

PackedPiece PackedPieces::add(const PackedNumbers& numbers) {
    const std::size_t start = letters_.size();
    letters_ += base64_of(deflated(numbers.bytes(), Wrapping::zlib));
    return {start, letters_.size() - start};
}

PackedBody pack_triangles(std::span<const std::array<Vec3, 3>> triangles, PackedPieces& pieces) {
    const Lattice lattice = lattice_around(triangles);
    SharedCorners shared = share_corners(triangles, lattice);
    PackedNumbers numbers;
    numbers.add(static_cast<std::int64_t>(shared.cells.size()));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::int64_t last = 0;
        for (const Cell& cell : shared.cells) {
            numbers.add(cell[axis] - last);
            last = cell[axis];
        }
    }
    std::int64_t last = 0;
    for (const auto& triangle : shared.triangles)
        for (const std::int64_t corner : triangle) {
            numbers.add(corner - last);
            last = corner;
        }
    return {{lattice.origin[0], lattice.origin[1], lattice.origin[2]},
            lattice.step,
            shared.triangles.size(),
            pieces.add(numbers),
            std::move(shared.kept)};
}

PackedPiece pack_curves(std::span<const std::vector<Vec3>> curves, const Vec3& center, double radius,
                        PackedPieces& pieces) {
    const Lattice lattice{coordinates_of(center), radius / 1e6};
    PackedNumbers numbers;
    numbers.add(static_cast<std::int64_t>(curves.size()));
    for (const std::vector<Vec3>& curve : curves) {
        numbers.add(static_cast<std::int64_t>(curve.size()));
        Cell last{};
        for (const Vec3& point : curve) {
            const Cell cell = cell_of(point, lattice);
            for (std::size_t axis = 0; axis < 3; ++axis) numbers.add(cell[axis] - last[axis]);
            last = cell;
        }
    }
    return pieces.add(numbers);
}

}  // namespace allide::detail::report
