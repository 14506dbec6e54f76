// A box with sides of 2, 1.2 and 0.8. Each face is divided into nearly square cells of two triangles each.
#include "generate/shapes/makers.hpp"
#include "generate/shapes/split.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace allide::mesh {

namespace {

constexpr std::array<double, 3> half_sides{1, 0.6, 0.4};

using Cells = std::array<std::uint32_t, 3>;  // number of cells along x, y, z

Cells cells_of_size(double size) {
    Cells cells;
    for (int axis = 0; axis < 3; ++axis)
        cells[axis] = std::max(1u, static_cast<std::uint32_t>(std::lround(2 * half_sides[axis] / size)));
    return cells;
}

std::uint64_t triangles_of(const Cells& cells) {
    const std::uint64_t x = cells[0], y = cells[1], z = cells[2];
    return 4 * (x * y + y * z + z * x);
}

// The largest numbers of cells that give at most `wanted` triangles.
Cells choose_cells(std::uint64_t wanted) {
    double fine = 1 / std::sqrt(static_cast<double>(wanted)), coarse = 4;
    for (int i = 0; i < 60; ++i) {
        const double middle = (fine + coarse) / 2;
        (triangles_of(cells_of_size(middle)) > wanted ? fine : coarse) = middle;
    }
    return cells_of_size(coarse);
}

// Numbers the lattice points on the surface: those of the bottom, then the top, then the rims between them.
class SurfaceLattice {
  public:
    explicit SurfaceLattice(const Cells& cells) : n_(cells) {}

    std::uint32_t number(const Cells& at) const {
        if (at[2] == 0) return at[1] * (n_[0] + 1) + at[0];
        if (at[2] == n_[2]) return plate() + at[1] * (n_[0] + 1) + at[0];
        return 2 * plate() + (at[2] - 1) * rim() + along_rim(at[0], at[1]);
    }

    std::uint32_t count() const { return 2 * plate() + (n_[2] - 1) * rim(); }

    Vec3 point(const Cells& at) const { return {coordinate(at, 0), coordinate(at, 1), coordinate(at, 2)}; }

  private:
    std::uint32_t plate() const { return (n_[0] + 1) * (n_[1] + 1); }
    std::uint32_t rim() const { return 2 * (n_[0] + n_[1]); }
    std::uint32_t along_rim(std::uint32_t x, std::uint32_t y) const {
        if (y == 0) return x;
        if (x == n_[0]) return n_[0] + y;
        if (y == n_[1]) return 2 * n_[0] + n_[1] - x;
        return rim() - y;
    }
    double coordinate(const Cells& at, int axis) const {
        return half_sides[axis] * (2.0 * at[axis] / n_[axis] - 1);
    }
    Cells n_;
};

// Adds the face at the low or the far end of `axis`. u and v are the two axes that follow `axis` in the cycle
// x, y, z, so that u × v points along `axis`.
void add_face(MeshData& surface, const SurfaceLattice& lattice, const Cells& cells, int axis, bool far_end) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const auto place = [&](std::uint32_t i, std::uint32_t j) {
        Cells at{};
        at[axis] = far_end ? cells[axis] : 0;
        at[u] = i;
        at[v] = j;
        const std::uint32_t number = lattice.number(at);
        surface.vertices[number] = lattice.point(at);
        return number;
    };
    for (std::uint32_t i = 0; i < cells[u]; ++i)
        for (std::uint32_t j = 0; j < cells[v]; ++j) {
            const std::uint32_t a = place(i, j), c = place(i + 1, j + 1);
            std::uint32_t b = place(i + 1, j), d = place(i, j + 1);
            if (!far_end) std::swap(b, d);
            surface.triangles.push_back({a, b, c});
            surface.triangles.push_back({a, c, d});
        }
}

}  // namespace

MeshData make_box(std::uint64_t wanted, std::uint64_t /*seed*/) {
    const Cells cells = choose_cells(wanted);
    const SurfaceLattice lattice(cells);
    MeshData surface;
    surface.vertices.resize(lattice.count());
    surface.triangles.reserve(triangles_of(cells));
    for (int axis = 0; axis < 3; ++axis)
        for (const bool far_end : {false, true}) add_face(surface, lattice, cells, axis, far_end);
    split_to(surface, wanted);
    return surface;
}

}  // namespace allide::mesh
