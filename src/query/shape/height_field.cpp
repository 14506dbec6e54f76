#include "query/shape/height_field.hpp"

#include <cmath>
#include <optional>
#include <string>

namespace allide::query {
namespace {

Error refused_field(ErrorCode code, std::string why) {
    return {.code = code, .message = std::move(why)};
}

std::optional<Error> fault_of(const HeightField& field) {
    if (field.columns < 2 || field.rows < 2)
        return refused_field(ErrorCode::bad_argument, "a height field needs at least 2 columns and 2 rows");
    if (field.columns > 0xffffffff / field.rows / 4)
        return refused_field(ErrorCode::too_large, "a height field has too many vertices");
    if (field.heights.size() != field.columns * field.rows)
        return refused_field(ErrorCode::bad_argument,
                             "a height field of " + std::to_string(field.columns) + " columns and " +
                                 std::to_string(field.rows) + " rows needs " +
                                 std::to_string(field.columns * field.rows) + " heights, found " +
                                 std::to_string(field.heights.size()));
    for (const double spacing : {field.spacing_x, field.spacing_y})
        if (!(spacing > 0 && std::isfinite(spacing)))
            return refused_field(ErrorCode::bad_argument,
                                 "the spacing of a height field must be positive and finite");
    if (field.floor && !std::isfinite(*field.floor))
        return refused_field(ErrorCode::not_finite, "the floor of a height field is not finite");
    for (std::size_t i = 0; i < field.heights.size(); ++i) {
        std::optional<Error> fault;
        if (!std::isfinite(field.heights[i]))
            fault = refused_field(ErrorCode::not_finite, "a height is not finite");
        else if (field.floor && !(*field.floor < field.heights[i]))
            fault = refused_field(ErrorCode::bad_argument, "the floor must be below all heights");
        if (fault) fault->vertex = i;
        if (fault) return fault;
    }
    return std::nullopt;
}

}  // namespace

Result<Mesh> mesh_of(const HeightField& field) {
    if (auto fault = fault_of(field)) return *std::move(fault);
    const auto columns = static_cast<std::uint32_t>(field.columns),
               rows = static_cast<std::uint32_t>(field.rows);
    std::vector<Vec3> vertices;
    const auto add_layer = [&](const auto& height_of) {
        for (std::uint32_t j = 0; j < rows; ++j)
            for (std::uint32_t i = 0; i < columns; ++i)
                vertices.push_back({i * field.spacing_x, j * field.spacing_y, height_of(j * columns + i)});
    };
    std::vector<TriangleIndices> triangles;
    const auto add_square = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        triangles.push_back({a, b, c});
        triangles.push_back({a, c, d});
    };
    add_layer([&](std::uint32_t at) { return field.heights[at]; });
    const auto at = [&](std::uint32_t i, std::uint32_t j) { return j * columns + i; };
    for (std::uint32_t j = 0; j + 1 < rows; ++j)
        for (std::uint32_t i = 0; i + 1 < columns; ++i)
            add_square(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    if (!field.floor) return Mesh::from({.vertices = std::move(vertices), .triangles = std::move(triangles)});
    add_layer([&](std::uint32_t) { return *field.floor; });
    const auto below = [&](std::uint32_t i, std::uint32_t j) { return columns * rows + at(i, j); };
    for (std::uint32_t j = 0; j + 1 < rows; ++j)
        for (std::uint32_t i = 0; i + 1 < columns; ++i)
            add_square(below(i, j), below(i, j + 1), below(i + 1, j + 1), below(i + 1, j));
    const auto add_wall = [&](std::uint32_t i0, std::uint32_t j0, std::uint32_t i1, std::uint32_t j1) {
        add_square(below(i0, j0), below(i1, j1), at(i1, j1), at(i0, j0));
    };
    for (std::uint32_t i = 0; i + 1 < columns; ++i) {
        add_wall(i, 0, i + 1, 0);
        add_wall(i + 1, rows - 1, i, rows - 1);
    }
    for (std::uint32_t j = 0; j + 1 < rows; ++j) {
        add_wall(0, j + 1, 0, j);
        add_wall(columns - 1, j, columns - 1, j + 1);
    }
    return Mesh::from({.vertices = std::move(vertices), .triangles = std::move(triangles)});
}

}  // namespace allide::query
