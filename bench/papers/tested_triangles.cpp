// Paper 000, figure 1: a drawing that emphasises the triangles that reach a triangle test.
#include "papers/paper_000.hpp"
#include "papers/tree_walk.hpp"
#include "support/drawing.hpp"
#include "tree/binary/build_tree.hpp"
#include "volume/kdop/kdop_frame.hpp"

#include <allide/extra/shapes.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace allide::bench {
namespace {

using Triangles = std::vector<std::array<Vec3, 3>>;

struct Tested {
    std::vector<bool> a, b;  // indexed by triangle number; true if tested
};

// Marks the triangles of all pairs of leaves whose 6-DOPs are not separated.
Tested tested_triangles(const Mesh& mesh, const Pose& pose) {
    const auto tree = tree::build_kdop_tree<6>(mesh);
    const kernel::RelativePose b_in_a(Pose::identity(), pose), a_in_b(pose, Pose::identity());
    const volume::TurnedDirections<6> turned(b_in_a, tree.norm, tree.norm);
    volume::KdopFrame<6> frame(b_in_a, a_in_b, tree.norm, tree.norm,
                               volume::make_realigner<6>(Realign::zachmann, turned, tree.realign_data));
    Tested tested{std::vector<bool>(mesh.triangles().size()), std::vector<bool>(mesh.triangles().size())};
    walk_two<volume::Kdop<6>>(
        tree, tree,
        [&](tree::NodeId a, tree::NodeId b) {
            return frame.overlap(tree.volume(a), frame.place(tree.volume(b), tree.slot(b)));
        },
        [&](tree::NodeId a, tree::NodeId b) {
            tested.a[tree.order[tree::place_of(a)]] = true;
            tested.b[tree.order[tree::place_of(b)]] = true;
        });
    return tested;
}

// Transforms the triangles to the world and divides them into tested ones and others.
std::pair<Triangles, Triangles> divided(const Mesh& mesh, const Pose& pose, const std::vector<bool>& tested) {
    const kernel::RelativePose to_world(Pose::identity(), pose);
    std::pair<Triangles, Triangles> result;
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
        const auto [p, q, r] = mesh.corners(i);
        (tested[i] ? result.first : result.second)
            .push_back({to_world.map(p), to_world.map(q), to_world.map(r)});
    }
    return result;
}

}  // namespace

void tested_triangles_picture(Report& report, const Settings&) {
    report.add_section("The triangles that are tested (figure 1)");
    const Mesh mesh = generate(GeneratedShape::torus, {.triangles = 1'600}).value();
    const Pose pose = Pose::rotation({1, 0.3, 0.2}, degrees(80)).translated({1.15, 0, 0});
    const Tested tested = tested_triangles(mesh, pose);
    const auto [solid_a, light_a] = divided(mesh, Pose::identity(), tested.a);
    const auto [solid_b, light_b] = divided(mesh, pose, tested.b);
    std::vector<FilledTriangle> solid;
    for (const auto& corners : solid_a) solid.push_back({corners, colour(0)});
    for (const auto& corners : solid_b) solid.push_back({corners, colour(1)});
    const Camera camera(185, 170, 150);
    const std::string picture = edges_of(camera, light_a, {"#9db8cc", 0.4}) +
                                edges_of(camera, light_b, {"#d9b99b", 0.4}) +
                                filled(camera, std::move(solid));
    report.add_picture("figure-1",
                       fmt::format("Figure 1: two tori of {} triangles, of which {} and {} reach a triangle "
                                   "test and are drawn solid",
                                   mesh.triangles().size(), solid_a.size(), solid_b.size()),
                       svg_page(520, 380, picture));
    const double part = static_cast<double>(solid_a.size() + solid_b.size()) /
                        (2.0 * static_cast<double>(mesh.triangles().size()));
    report.add_finding(part < 0.25, "the hierarchy excludes nearly all triangles from being tested",
                       fmt::format("{:.1f} % of them are tested", 100 * part));
}

}  // namespace allide::bench
