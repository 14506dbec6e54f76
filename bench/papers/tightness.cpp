// Paper 004, section 6.1: the tightness of a bounding volume as a function of the covered surface's diameter.
#include "papers/frames.hpp"
#include "papers/paper_004.hpp"
#include "papers/point_triangle.hpp"
#include "papers/tree_walk.hpp"
#include "support/fit.hpp"
#include "tree/binary/build_tree.hpp"

#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// Sample points of a box: its corners and the centres of its edges and faces. A box around a nearly flat
// patch is farthest from the patch at one of these.
std::vector<Vec3> surface_points(const volume::Obb& box) {
    std::vector<Vec3> points;
    for (const int i : {-1, 0, 1})
        for (const int j : {-1, 0, 1})
            for (const int k : {-1, 0, 1})
                if (i != 0 || j != 0 || k != 0)
                    points.push_back(box.center + (i * box.half[0]) * box.axis[0] +
                                     (j * box.half[1]) * box.axis[1] + (k * box.half[2]) * box.axis[2]);
    return points;
}

std::vector<Vec3> surface_points(const volume::Aabb& box) {
    return surface_points(volume::Obb{.center = box.center, .half = {box.half.x, box.half.y, box.half.z}});
}

std::vector<Vec3> surface_points(const volume::Sphere& sphere) {
    std::vector<Vec3> points = surface_points(volume::Obb{.center = {}, .half = {1, 1, 1}});
    for (Vec3& p : points) p = sphere.center + (sphere.radius / std::sqrt(dot(p, p))) * p;
    return points;
}

double largest_distance(const Vec3& from, std::span<const kernel::Triangle> triangles, Vec3& farthest) {
    double largest = 0;
    for (const kernel::Triangle& t : triangles)
        for (const Vec3& p : t)
            if (const double d = dot(p - from, p - from); d > largest) {
                largest = d;
                farthest = p;
            }
    return std::sqrt(largest);
}

// The diameter, estimated by going three times from a point to the one farthest from it: exact for nearly all
// patches of a sphere.
double diameter(std::span<const kernel::Triangle> triangles) {
    Vec3 from = triangles.front()[0];
    double largest = 0;
    for (int sweep = 0; sweep < 3; ++sweep) {
        Vec3 farthest = from;
        largest = std::max(largest, largest_distance(from, triangles, farthest));
        from = farthest;
    }
    return largest;
}

// The largest distance of a sampled point of a volume's surface from the triangles.
double tightness(const std::vector<Vec3>& surface, std::span<const kernel::Triangle> triangles) {
    double largest = 0;
    for (const Vec3& p : surface) {
        double nearest = std::numeric_limits<double>::infinity();
        for (const kernel::Triangle& t : triangles) {
            nearest = std::min(nearest, squared_distance_to_triangle(p, t));
            if (nearest <= largest) break;
        }
        largest = std::max(largest, nearest);
    }
    return std::sqrt(largest);
}

// The largest distance of a sampled point of a volume's surface from the unit sphere, inward or outward. Two
// surfaces can only be recognised as separated if their gap is larger than this.
double excess_beyond_sphere(const std::vector<Vec3>& surface) {
    double largest = 0;
    for (const Vec3& p : surface) largest = std::max(largest, std::abs(std::sqrt(dot(p, p)) - 1));
    return largest;
}

using Points = std::vector<std::pair<double, double>>;

// A smaller excess is rounding error and cannot be shown on a logarithmic axis.
constexpr double rounding = 1e-12;

struct Cloud {
    std::string name;
    Points shown;  // (diameter, excess) of every node whose excess is above `rounding`
    // `covered`: (diameter, tightness), `around`: (diameter, excess), of nodes with 16 triangles or more and
    // a diameter below 1.
    Points covered, around;
};

template <typename V>
Cloud cloud_of(const char* name, const tree::Tree<V>& tree) {
    Cloud cloud{name, {}, {}, {}};
    for (const NodePlace& node : nodes_of(tree)) {
        const auto triangles = std::span(tree.triangles).subspan(node.triangles.first, node.triangles.count);
        const double wide = diameter(triangles);
        const std::vector<Vec3> surface = surface_points(tree.volume(node.node));
        const double out = excess_beyond_sphere(surface);
        if (out > rounding) cloud.shown.emplace_back(wide, out);
        if (node.triangles.count < 16 || wide >= 1) continue;
        cloud.around.emplace_back(wide, out);
        cloud.covered.emplace_back(wide, tightness(surface, triangles));
    }
    return cloud;
}

}  // namespace

void tightness_table(Report& report, const Settings& settings) {
    report.add_section("Tightness against diameter (section 6)");
    // The sphere is rotated, so that the many small triangles at its poles do not face along a coordinate
    // axis, where axis-aligned boxes would be exceptionally tight.
    const Mesh sphere = in_frame(
        generate(GeneratedShape::sphere, {.triangles = settings.size == Size::quick ? 1'000u : 32'000u})
            .value(),
        turned_frame());
    const std::vector<Cloud> clouds{cloud_of("obb", tree::build_obb_tree(sphere)),
                                    cloud_of("aabb", tree::build_aabb_tree(sphere)),
                                    cloud_of("sphere", tree::build_sphere_tree(sphere))};
    Table table{
        .name = "tightness",
        .caption = fmt::format(
            "Slopes of tightness against diameter over those nodes of a sphere of {} triangles that have at "
            "least 16 triangles and a diameter below the radius. Tightness to the surface is the largest "
            "distance of a point of the volume from the whole sphere; tightness to the patch, the paper's "
            "definition, is the largest distance from the triangles that the node covers.",
            sphere.triangles().size()),
        .columns = {"volume", "nodes", "slope, to the surface", "slope, to the patch", "from diameter",
                    "to diameter", "analysis"}};
    std::vector<double> around, covered;
    for (const Cloud& cloud : clouds) {
        const PowerLaw to_surface = fit_power_law(cloud.around), to_patch = fit_power_law(cloud.covered);
        around.push_back(to_surface.slope);
        covered.push_back(to_patch.slope);
        table.add({cloud.name, cell(std::uint64_t{to_surface.points}), cell(to_surface.slope),
                   cell(to_patch.slope), cell(to_surface.from), cell(to_surface.to),
                   cloud.name == "obb" ? "2" : "1"});
    }
    report.add(table);
    Plot plot{.name = "tightness",
              .title = "Tightness of the nodes of a sphere (up to 500 drawn of each)",
              .x = {"diameter of the covered patch, radii", Scale::log},
              .y = {"tightness to the surface, radii", Scale::log},
              .most_drawn = 500};
    for (const Cloud& cloud : clouds)
        plot.series.push_back({.name = cloud.name, .points = cloud.shown, .mark = Mark::points});
    report.add(plot);
    report.add_finding(around[0] > 1.7 && around[0] < 2.3,
                       "the tightness of oriented boxes to the surface falls with the square of the diameter",
                       fmt::format("slope {:.2f}", around[0]));
    report.add_finding(around[1] < 1.35 && around[2] < 1.35,
                       "that of aligned boxes and of spheres falls linearly",
                       fmt::format("slopes {:.2f} and {:.2f}", around[1], around[2]));
    report.add_finding(covered[0] > 1.7,
                       "so does their tightness to the patch that they cover, as the paper defines it",
                       fmt::format("slope {:.2f}", covered[0]));
    if (covered[0] < 1.7)
        report.add_paragraph(
            "For the tightness to the patch, oriented boxes have about the same slope as the others: patches "
            "are not rectangles, and the distance of a box's corners from the patch is proportional to the "
            "patch's width. The paper's drawing shows curves, for which there are no such corners; in close "
            "proximity the distance to the surface matters.");
}

}  // namespace allide::bench
