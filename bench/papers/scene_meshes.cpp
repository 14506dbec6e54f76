#include "papers/scene_meshes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

namespace allide::bench {
namespace {

constexpr double turn = 2 * std::numbers::pi;

struct OutlinePoint {
    double along, radius;
};

// Adds a grid of vertices with two triangles per cell. `rows_closed` joins the last row to the first,
// `columns_closed` the last column to the first.
void add_grid(MeshData& mesh, std::uint32_t rows, std::uint32_t columns, bool rows_closed,
              bool columns_closed, const std::function<Vec3(std::uint32_t, std::uint32_t)>& at) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (std::uint32_t i = 0; i < rows; ++i)
        for (std::uint32_t j = 0; j < columns; ++j) mesh.vertices.push_back(at(i, j));
    const auto index = [&](std::uint32_t i, std::uint32_t j) {
        return first + i % rows * columns + j % columns;
    };
    for (std::uint32_t i = 0; i + (rows_closed ? 0 : 1) < rows; ++i)
        for (std::uint32_t j = 0; j + (columns_closed ? 0 : 1) < columns; ++j) {
            mesh.triangles.push_back({index(i, j), index(i, j + 1), index(i + 1, j + 1)});
            mesh.triangles.push_back({index(i, j), index(i + 1, j + 1), index(i + 1, j)});
        }
}

// Adds a surface of revolution about the coordinate axis number `axis` through `center`, with outward
// normals. Its ends are open unless their radius is 0.
void add_revolved(MeshData& mesh, int axis, const Vec3& center, const std::vector<OutlinePoint>& outline,
                  std::uint32_t slices) {
    add_grid(mesh, static_cast<std::uint32_t>(outline.size()), slices, false, true,
             [&](std::uint32_t i, std::uint32_t j) {
                 const double angle = turn * j / slices;
                 const double u = outline[i].radius * std::cos(angle),
                              v = outline[i].radius * std::sin(angle);
                 const double w = outline[i].along;
                 const Vec3 local = axis == 0 ? Vec3{w, u, v} : axis == 1 ? Vec3{v, w, u} : Vec3{u, v, w};
                 return Vec3{center.x + local.x, center.y + local.y, center.z + local.z};
             });
}

// The outline of a round bar from −half to half with flat ends and the given number of flanges.
std::vector<OutlinePoint> flanged(double half, double radius, double flange, int flanges) {
    std::vector<OutlinePoint> outline{{-half, 0}, {-half, radius}};
    for (int k = 0; k < flanges; ++k) {
        const double at = half * ((2.0 * k + 1) / flanges - 1), wide = 0.15 * half / flanges;
        outline.insert(outline.end(),
                       {{at - wide, radius}, {at - wide, flange}, {at + wide, flange}, {at + wide, radius}});
    }
    outline.insert(outline.end(), {{half, radius}, {half, 0}});
    return outline;
}

Mesh finished(MeshData mesh, const char* name) {
    mesh.source = name;
    return Mesh::from(std::move(mesh)).value();
}

std::uint32_t slices_for(std::uint64_t triangles, std::uint64_t bodies, std::size_t outline_points) {
    const double wanted =
        static_cast<double>(triangles) / static_cast<double>(2 * bodies * (outline_points - 1));
    return std::max(6u, static_cast<std::uint32_t>(std::lround(wanted)));
}

}  // namespace

Mesh pipes(std::uint64_t triangles) {
    constexpr int lines = 5;
    constexpr double spacing = 2.0 / lines;
    const auto outline = flanged(1, 0.17 * spacing, 0.2 * spacing, 2 * lines);
    const std::uint32_t slices = slices_for(triangles, 3 * lines * lines, outline.size());
    MeshData mesh;
    for (int i = 0; i < lines; ++i)
        for (int j = 0; j < lines; ++j) {
            // u and v differ by half a step from each other, modulo whole steps, so that the axes of pipes in
            // different directions stay half a step apart.
            const double u = -1 + spacing * (i + 0.25), v = -1 + spacing * (j + 0.75);
            add_revolved(mesh, 0, {0, u, v}, outline, slices);
            add_revolved(mesh, 1, {v, 0, u}, outline, slices);
            add_revolved(mesh, 2, {u, v, 0}, outline, slices);
        }
    return finished(std::move(mesh), "pipes");
}

Mesh wrinkled_torus(std::uint64_t triangles) {
    const auto tube = static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 5)));
    const auto around =
        static_cast<std::uint32_t>(std::lround(static_cast<double>(triangles) / (2.0 * tube)));
    MeshData mesh;
    add_grid(mesh, around, tube, true, true, [&](std::uint32_t i, std::uint32_t j) {
        const double phi = turn * i / around, theta = turn * j / tube;
        const double wrinkle = 1 + 0.18 * std::cos(5 * theta + 3 * phi) + 0.06 * std::sin(24 * phi);
        const double radius = 0.22 * wrinkle;
        const double ring = 0.74 + radius * std::cos(-theta);
        return Vec3{ring * std::cos(phi), ring * std::sin(phi), radius * std::sin(-theta)};
    });
    return finished(std::move(mesh), "wrinkled torus");
}

Mesh spiked_landscape(std::uint64_t triangles) {
    const auto side =
        static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 2))) + 1;
    MeshData mesh;
    add_grid(mesh, side, side, false, false, [&](std::uint32_t i, std::uint32_t j) {
        const double x = -4 + 8.0 * j / (side - 1), y = -4 + 8.0 * i / (side - 1);
        // Sharp spikes in a grid of spacing 0.8, in a wide bowl that keeps falling bodies in the middle.
        const double u = x / 0.8 - std::round(x / 0.8), v = y / 0.8 - std::round(y / 0.8);
        const double spike = 0.55 * std::exp(-9 * std::sqrt(u * u + v * v + 1e-4));
        const double wave = 0.05 * std::sin(3.1 * x) * std::cos(2.7 * y) + 0.04 * (x * x + y * y);
        return Vec3{x, y, spike + wave - 0.6};
    });
    return finished(std::move(mesh), "spiked landscape");
}

Mesh rollers(std::uint64_t triangles) {
    constexpr int count = 20;
    const auto roller = flanged(0.9, 0.15, 0.17, 6), beam = flanged(4, 0.1, 0.12, 12);
    const std::uint32_t slices = slices_for(triangles, count + 2, roller.size());
    MeshData mesh;
    for (int k = 0; k < count; ++k)
        add_revolved(mesh, 1, {-4 + 8 * (k + 0.5) / count, 0, -0.17}, roller, slices);
    for (const double y : {-1.05, 1.05}) add_revolved(mesh, 0, {0, y, -0.17}, beam, slices);
    return finished(std::move(mesh), "rollers");
}

Mesh pivot(std::uint64_t triangles) {
    const auto outline = flanged(3, 0.3, 0.36, 10);
    MeshData mesh;
    add_revolved(mesh, 0, {0, 0, 0}, outline, slices_for(triangles, 1, outline.size()));
    return finished(std::move(mesh), "pivot");
}

Mesh bent_sheet(std::uint64_t triangles) {
    const auto rows =
        static_cast<std::uint32_t>(std::lround(std::sqrt(0.35 * static_cast<double>(triangles)))) + 1;
    const auto columns =
        static_cast<std::uint32_t>(std::lround(static_cast<double>(triangles) / (2.0 * (rows - 1)))) + 1;
    MeshData mesh;
    add_grid(mesh, rows, columns, false, false, [&](std::uint32_t i, std::uint32_t j) {
        const double x = -1 + 2.0 * j / (columns - 1), y = -0.7 + 1.4 * i / (rows - 1);
        const double rim = 0.12 * (std::pow(x, 12) + std::pow(y / 0.7, 12));
        const double dent = -0.15 * std::exp(-20 * ((x - 0.5) * (x - 0.5) + y * y));
        return Vec3{x, y, 0.35 * (1 - y * y / 0.49) + rim + dent};
    });
    return finished(std::move(mesh), "bent sheet");
}

}  // namespace allide::bench
