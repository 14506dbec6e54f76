// Paper 004's drawing: three levels of trees of oriented boxes, aligned boxes and spheres on a torus.
#include "papers/paper_004.hpp"
#include "papers/tree_walk.hpp"
#include "support/drawing.hpp"
#include "tree/binary/build_tree.hpp"
#include "volume/measure.hpp"

#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr std::array<std::uint32_t, 3> levels{2, 4, 6};
constexpr double panel = 236;

using kernel::operator+;
using kernel::operator*;

std::vector<std::array<Vec3, 3>> triangles_of(const Mesh& mesh) {
    std::vector<std::array<Vec3, 3>> triangles;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) triangles.push_back(mesh.corners(i));
    return triangles;
}

// Volume of a closed mesh: the sum of the signed volumes of the tetrahedra of the origin and each triangle.
double content_of(const Mesh& mesh) {
    double sum = 0;
    for (const auto& [p, q, r] : triangles_of(mesh)) sum += kernel::dot(p, kernel::cross(q, r)) / 6;
    return std::abs(sum);
}

std::string draw(const Camera& camera, const volume::Obb& box, const Stroke& stroke) {
    const auto corner = [&](int n) {
        Vec3 p = box.center;
        for (std::size_t k = 0; k < 3; ++k)
            p = p + ((n >> k & 1) != 0 ? box.half[k] : -box.half[k]) * box.axis[k];
        return p;
    };
    std::vector<std::pair<Vec3, Vec3>> edges;
    for (int n = 0; n < 8; ++n)
        for (const int bit : {1, 2, 4})
            if ((n & bit) == 0) edges.emplace_back(corner(n), corner(n | bit));
    return segments(camera, edges, stroke);
}

std::string draw(const Camera& camera, const volume::Aabb& box, const Stroke& stroke) {
    return draw(camera, volume::Obb{.center = box.center, .half = {box.half.x, box.half.y, box.half.z}},
                stroke);
}

std::string draw(const Camera& camera, const volume::Sphere& sphere, const Stroke& stroke) {
    return circle(camera, sphere.center, sphere.radius, stroke);
}

struct Row {
    std::string drawing;
    std::vector<double> content;  // sum of the volumes of the bounding volumes, per level
};

template <typename V>
Row row_of(const tree::Tree<V>& tree, const Mesh& mesh, const char* name, std::size_t n) {
    Row row;
    for (std::size_t k = 0; k < levels.size(); ++k) {
        const double x = panel * (static_cast<double>(k) + 0.5),
                     y = 26 + panel * 0.78 * (static_cast<double>(n) + 0.5);
        const Camera camera(x, y, 68);
        row.drawing += edges_of(camera, triangles_of(mesh), {"#ccc", 0.5});
        double content = 0;
        for (const NodePlace& node : nodes_of(tree)) {
            if (node.depth != levels[k]) continue;
            row.drawing += draw(camera, tree.volume(node.node), {colour(n), 0.8});
            content += volume::content(tree.volume(node.node));
        }
        row.content.push_back(content);
        row.drawing += label(x, y - panel * 0.78 / 2 + 2, fmt::format("{}, level {}", name, levels[k]));
    }
    return row;
}

}  // namespace

void level_drawing(Report& report, const Settings&) {
    report.add_section("Three levels on a torus");
    const Mesh fine = generate(GeneratedShape::torus, {.triangles = 12'544}).value();
    const Mesh coarse = generate(GeneratedShape::torus, {.triangles = 400}).value();
    const std::vector<std::pair<const char*, Row>> rows{
        {"obb", row_of(tree::build_obb_tree(fine), coarse, "oriented boxes", 0)},
        {"aabb", row_of(tree::build_aabb_tree(fine), coarse, "aligned boxes", 1)},
        {"sphere", row_of(tree::build_sphere_tree(fine), coarse, "spheres", 2)}};
    std::string content;
    Table table{.name = "levels",
                .caption = fmt::format(
                    "Total volume of the bounding volumes of a level; the torus itself has {:.3f}.",
                    content_of(fine)),
                .columns = {"volume", "level 2", "level 4", "level 6"}};
    for (const auto& [name, row] : rows) {
        content += row.drawing;
        table.add({name, cell(row.content[0]), cell(row.content[1]), cell(row.content[2])});
    }
    report.add_picture("levels",
                       "Levels 2, 4 and 6 of three trees on a torus of 12544 triangles, its shape in grey",
                       svg_page(3 * panel, 3 * 0.78 * panel + 30, content));
    report.add(table);
    const auto shrunk = [&](std::size_t n) { return rows[n].second.content[0] / rows[n].second.content[2]; };
    report.add_finding(shrunk(0) > shrunk(1) && rows[0].second.content[2] < rows[1].second.content[2],
                       "oriented boxes converge to the torus faster than aligned ones",
                       fmt::format("from level 2 to 6 the total volume falls to 1/{:.1f}, against 1/{:.1f}",
                                   shrunk(0), shrunk(1)));
}

}  // namespace allide::bench
