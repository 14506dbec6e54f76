// The four bodies of paper 003 with their outer and inner boxes.
#include "papers/paper_003.hpp"
#include "support/drawing.hpp"

#include <allide/extra/double_hierarchy.hpp>
#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

std::vector<std::pair<Vec3, Vec3>> lines_of(const OrientedBox& box) {
    const auto corner = [&](unsigned i) {
        Vec3 x = box.center;
        for (unsigned k = 0; k < 3; ++k) {
            const double half = (i >> k & 1u) != 0 ? box.half[k] : -box.half[k];
            x = {x.x + half * box.axes[k].x, x.y + half * box.axes[k].y, x.z + half * box.axes[k].z};
        }
        return x;
    };
    std::vector<std::pair<Vec3, Vec3>> lines;
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned k = 0; k < 3; ++k)
            if ((i >> k & 1u) == 0) lines.emplace_back(corner(i), corner(i | 1u << k));
    return lines;
}

std::string drawn(const Camera& camera, const DoubleHierarchy& tree, std::uint32_t depth) {
    std::vector<std::pair<Vec3, Vec3>> edges, outer, inner;
    for (const BodyEdge& edge : tree.body().edges())
        edges.emplace_back(tree.body().vertices()[edge.corners[0]], tree.body().vertices()[edge.corners[1]]);
    for (const DoubleNode& node : tree.nodes()) {
        if (node.depth != depth && !(node.is_leaf() && node.depth < depth)) continue;
        for (const auto& line : lines_of(node.outer)) outer.push_back(line);
        if (node.inner.half[0] > 0)
            for (const auto& line : lines_of(node.inner)) inner.push_back(line);
    }
    return segments(camera, outer, {"#9ecae1", 0.5}) + segments(camera, edges, {"#888888", 0.8}) +
           segments(camera, inner, {"#d95f02", 0.8});
}

}  // namespace

void bodies_and_boxes(Report& report) {
    report.add_section("The bodies and their boxes (table 1, figures 1 and 2)");
    Table table{"table-1",
                "Table 1, as printed and as built; boxes at depth 4.",
                {"body", "vertices", "edges", "faces", "leaves", "interior leaves",
                 "inner box of the root / body", "inner boxes of the leaves / body"}};
    std::string content;
    double y = 0;
    constexpr double side = 180;
    for (const GeneratedShape shape : {GeneratedShape::cube, GeneratedShape::octahedron,
                                       GeneratedShape::icosahedron, GeneratedShape::antiprism}) {
        const DoubleHierarchy tree = DoubleHierarchy::build(body_of(shape)).value();
        std::uint64_t leaves = 0, interior = 0;
        double filled = 0;
        for (const DoubleNode& node : tree.nodes()) {
            if (!node.is_leaf()) continue;
            ++leaves;
            interior += node.piece == Piece::interior ? 1 : 0;
            filled += node.inner.volume();
        }
        const double volume = tree.body().mass().volume;
        table.add({std::string(name_of(shape)), cell(tree.body().vertices().size()),
                   cell(tree.body().edges().size()), cell(tree.body().faces().size()), cell(leaves),
                   cell(interior), cell(tree.nodes()[0].inner.volume() / volume), cell(filled / volume)});
        for (std::uint32_t depth = 0; depth <= 4; ++depth)
            content += drawn(Camera(side * (depth + 0.5), y + side * 0.55, side * 0.27), tree, depth);
        content += label(60, y + 16, std::string(name_of(shape)));
        y += side;
    }
    report.add(table);
    report.add_picture("boxes",
                       "The four bodies (grey) with outer (blue) and inner boxes (orange) at depths 0 to 4, "
                       "from left to right; a piece inside the body is not divided further",
                       svg_page(5 * side, y, content));
}

}  // namespace allide::bench
