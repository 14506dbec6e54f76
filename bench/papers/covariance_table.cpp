// Paper 004, section 4: the quality of boxes from different covariances, measured by the number of box tests.
#include "papers/box_pairs.hpp"
#include "papers/covariance.hpp"
#include "papers/paper_004.hpp"
#include "papers/stand_ins.hpp"
#include "papers/tree_walk.hpp"
#include "support/setting.hpp"
#include "tree/binary/build.hpp"

#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr std::array variants{Covariance::vertices, Covariance::hull_vertices, Covariance::hull_surface};

struct Counts {
    double boxes = 0, leaves = 0;  // tested pairs of boxes, and reached pairs of leaves, per query
};

tree::Tree<volume::Obb> tree_by(Covariance covariance, const Mesh& mesh) {
    const auto divider = tree::divide_at_mean();
    return tree::build_top_down<volume::Obb>(
        mesh, *divider, LeafVolumes::stored,
        [&](std::span<const Vec3> points) { return fit_obb_by(covariance, points); }, [](auto&&...) {});
}

Counts count(const tree::Tree<volume::Obb>& tree, int every) {
    const std::vector<Pose> poses = poses_of_setting();
    Counts counts;
    double queries = 0;
    for (std::size_t i = 0; i < poses.size(); i += static_cast<std::size_t>(every)) {
        const kernel::RelativePose b_in_a(Pose::identity(), poses[i]);
        walk_two(
            tree, tree,
            [&](tree::NodeId a, tree::NodeId b) {
                counts.boxes += 1;
                return boxes_overlap<3, 3, Edges::all>(pair_of(tree.volume(a), tree.volume(b), b_in_a));
            },
            [&](tree::NodeId, tree::NodeId) { counts.leaves += 1; });
        queries += 1;
    }
    return {counts.boxes / queries, counts.leaves / queries};
}

// A cylinder with a dense flat patch inside: the paper's example of vertices that give an OBB bad axes.
Mesh cylinder_with_patch(std::uint64_t triangles) {
    const Mesh cylinder = generate(GeneratedShape::cylinder, {.triangles = triangles / 2}).value();
    MeshData data{.vertices = {cylinder.vertices().begin(), cylinder.vertices().end()},
                  .triangles = {cylinder.triangles().begin(), cylinder.triangles().end()},
                  .source = "cylinder with a patch"};
    const auto side = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(triangles) / 4));
    const auto first = static_cast<std::uint32_t>(data.vertices.size());
    for (std::uint32_t i = 0; i <= side; ++i)
        for (std::uint32_t j = 0; j <= side; ++j) {
            const double u = 0.3 * i / side, v = 0.3 * j / side;
            data.vertices.push_back({u, 0.6 * v, 0.8 * v + 0.3 * u});
        }
    for (std::uint32_t i = 0; i < side; ++i)
        for (std::uint32_t j = 0; j < side; ++j) {
            const std::uint32_t a = first + i * (side + 1) + j, b = a + side + 1;
            data.triangles.push_back({a, a + 1, b});
            data.triangles.push_back({b, a + 1, b + 1});
        }
    return Mesh::from(std::move(data)).value();
}

}  // namespace

void covariance_table(Report& report, const Settings& settings) {
    report.add_section("Three covariances (section 4)");
    const bool quick = settings.size == Size::quick;
    std::vector<StandIn> bodies{
        {"", "torus (generated)",
         generate(GeneratedShape::torus, {.triangles = quick ? 500u : 12'544u}).value()},
        {"", "cylinder with a dense patch inside (generated)",
         in_cube_of_two(cylinder_with_patch(quick ? 500 : 10'000))}};
    if (!quick)
        for (StandIn& body : bodies_of_paper_001(settings)) bodies.push_back(std::move(body));
    Table table{.name = "covariance",
                .caption =
                    "Box tests per query for all contacts, with boxes along the eigenvectors of three "
                    "covariances: of the vertices, of the convex hull's vertices, of the hull's surface.",
                .columns = {"body", "triangles", "vertices", "hull vertices", "hull surface",
                            "leaf pairs, vertices", "leaf pairs, hull vertices", "leaf pairs, hull surface"}};
    int surface_wins = 0;
    std::string ratios;
    for (const StandIn& body : bodies) {
        std::vector<Counts> counts;
        for (const Covariance variant : variants)
            counts.push_back(count(tree_by(variant, body.mesh), quick ? 40 : 8));
        table.add({body.what, cell(std::uint64_t{body.mesh.triangles().size()}), cell(counts[0].boxes, 5),
                   cell(counts[1].boxes, 5), cell(counts[2].boxes, 5), cell(counts[0].leaves, 5),
                   cell(counts[1].leaves, 5), cell(counts[2].leaves, 5)});
        surface_wins += counts[2].boxes <= counts[0].boxes && counts[2].boxes <= counts[1].boxes;
        ratios += fmt::format("{}{:.2f}", ratios.empty() ? "" : ", ", counts[2].boxes / counts[0].boxes);
    }
    report.add(table);
    report.add_finding(2 * surface_wins > static_cast<int>(bodies.size()),
                       "the hull's surface gives the best boxes",
                       fmt::format("the fewest tests on {} of {} bodies; {} times those of the vertices",
                                   surface_wins, bodies.size(), ratios));
}

}  // namespace allide::bench
