// Paper 004, section 6.1: how tightly a volume fits what it covers, against the diameter of that.
#include "papers/paper_004.hpp"
#include "papers/point_triangle.hpp"
#include "papers/tree_walk.hpp"
#include "support/fit.hpp"
#include "tree/build_tree.hpp"

#include <allide/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// Corners, middles of edges and of faces: where a box is farthest from a nearly flat patch.
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

// From one point to the farthest, from there to the farthest, and once more: exact for nearly all patches of
// a sphere.
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

// The largest distance of a point of the volume's surface from the triangles, over the sampled points.
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

struct Cloud {
    std::string name;
    std::vector<std::pair<double, double>>
        all;  // diameter, tightness of every node with more than one triangle
    std::vector<std::pair<double, double>>
        fitted;  // of nodes that are neither nearly the whole nor nearly leaves
};

template <typename V>
Cloud cloud_of(const char* name, const tree::Tree<V>& tree) {
    Cloud cloud{name, {}, {}};
    for (const NodePlace& node : nodes_of(tree)) {
        if (node.triangles.count < 2) continue;
        const auto triangles = std::span(tree.triangles).subspan(node.triangles.first, node.triangles.count);
        const double wide = diameter(triangles);
        cloud.all.emplace_back(wide, tightness(surface_points(tree.volume(node.node)), triangles));
        if (node.triangles.count >= 16 && wide < 1) cloud.fitted.push_back(cloud.all.back());
    }
    return cloud;
}

Series thinned(const Cloud& cloud) {
    Series series{.name = cloud.name, .points = {}, .mark = Mark::points};
    const std::size_t step = cloud.all.size() / 500 + 1;
    for (std::size_t i = 0; i < cloud.all.size(); i += step) series.points.push_back(cloud.all[i]);
    return series;
}

}  // namespace

void tightness_table(Report& report, const Settings& settings) {
    report.section("Tightness against diameter (section 6)");
    const Mesh sphere =
        generate(Shape::sphere, {.triangles = settings.size == Size::quick ? 1'000u : 32'000u}).value();
    const std::vector<Cloud> clouds{cloud_of("obb", tree::build_obb_tree(sphere)),
                                    cloud_of("aabb", tree::build_aabb_tree(sphere)),
                                    cloud_of("sphere", tree::build_sphere_tree(sphere))};
    Table table{.name = "tightness",
                .caption = fmt::format(
                    "Slopes of tightness against diameter over the nodes of a sphere of {} triangles "
                    "with 16 or more triangles and a diameter below the radius.",
                    sphere.triangles().size()),
                .columns = {"volume", "nodes", "slope", "from diameter", "to diameter", "analysis"}};
    std::vector<double> slopes;
    for (const Cloud& cloud : clouds) {
        const PowerLaw law = fit_power_law(cloud.fitted);
        slopes.push_back(law.slope);
        table.add({cloud.name, cell(std::uint64_t{cloud.fitted.size()}), cell(law.slope), cell(law.from),
                   cell(law.to), cloud.name == "obb" ? "2" : "1"});
    }
    report.add(table);
    Plot plot{.name = "tightness",
              .title = "Tightness of every node of a sphere (up to 500 shown of each)",
              .x = {"diameter of what it covers, radii", Scale::log},
              .y = {"tightness, radii", Scale::log}};
    for (const Cloud& cloud : clouds) plot.series.push_back(thinned(cloud));
    report.add(plot);
    report.find(slopes[0] > 1.7 && slopes[0] < 2.3,
                "the tightness of oriented boxes falls with the square of the diameter",
                fmt::format("slope {:.2f}", slopes[0]));
    report.find(slopes[1] < 1.35 && slopes[2] < 1.35, "that of aligned boxes and of spheres falls linearly",
                fmt::format("slopes {:.2f} and {:.2f}", slopes[1], slopes[2]));
}

}  // namespace allide::bench
