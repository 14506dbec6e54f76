// Paper 001's first item of future work: the gain from cutting the rings of the occupancy table into
// sections.
#include "base/random.hpp"
#include "papers/paper_001.hpp"
#include "papers/sectioned_rings.hpp"
#include "papers/stand_ins.hpp"
#include "papers/tree_walk.hpp"
#include "tree/binary/build_tree.hpp"
#include "volume/kdop/kdop_corners.hpp"
#include "volume/kdop/realign_bases.hpp"

#include <allide/extra/shapes.hpp>

#include <fmt/format.h>

namespace allide::bench {
namespace {

using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// Sums over nodes and directions of (bound − true support height) / (node's radius), for each kind of bound;
// `four` and `eight` are for rings cut into that many sections.
struct Excess {
    double major = 0, zachmann = 0, vertices = 0, rings = 0, four = 0, eight = 0;
    std::uint64_t bounds = 0, lost = 0;  // `lost`: number of bounds below the true height
};

// A node's points relative to their mean, and the largest distance of a point from it.
struct Node {
    std::vector<Vec3> points;
    double radius = 0;
};

Node node_of(std::span<const kernel::Triangle> triangles) {
    Node node;
    Vec3 center;
    for (const kernel::Triangle& t : triangles)
        for (const Vec3& p : t) node.points.push_back(p);
    for (const Vec3& p : node.points) center = center + (1.0 / static_cast<double>(node.points.size())) * p;
    for (Vec3& p : node.points) {
        p = p - center;
        node.radius = std::max(node.radius, std::sqrt(dot(p, p)));
    }
    return node;
}

template <int K>
double plane_offset(const volume::Kdop<K>& dop, int plane) {
    const auto i = static_cast<std::size_t>(plane);
    return i < K / 2 ? dop.hi(i) : -dop.lo(i - K / 2);
}

template <int K>
double by_zachmann(const volume::Kdop<K>& dop, const Vec3& direction) {
    const volume::DirectionCone& cone = volume::cone_around<K>(direction);
    const auto weights = volume::weights_in(cone, direction);
    double bound = 0;
    for (std::size_t j = 0; j < 3; ++j)
        bound += std::max(0.0, weights[j]) * plane_offset<K>(dop, cone.direction[j]);
    return bound;
}

// Upper bound along `direction` by the axis-aligned box that the k-DOP's three major slabs form.
template <int K>
double by_major_axes(const volume::Kdop<K>& dop, const Vec3& direction) {
    const std::array<double, 3> d{direction.x, direction.y, direction.z};
    double bound = 0;
    for (std::size_t i = 0; i < 3; ++i) bound += d[i] > 0 ? d[i] * dop.hi(i) : d[i] * dop.lo(i);
    return bound;
}

double farthest(std::span<const Vec3> points, const Vec3& direction) {
    double most = -1e300;
    for (const Vec3& p : points) most = std::max(most, dot(direction, p));
    return most;
}

template <int K>
std::size_t nearest_direction(const Vec3& direction) {
    const auto& all = volume::directions<K>();
    std::size_t best = 0;
    for (std::size_t i = 1; i < K; ++i)
        if (dot(all[i], direction) > dot(all[best], direction)) best = i;
    return best;
}

template <int K, std::size_t Sections>
double by_sections(const Node& node, const Vec3& direction) {
    const Vec3& axis = volume::directions<K>()[nearest_direction<K>(direction)];
    return bound_along<K, Sections>(axis, fit_sections<K, Sections>(axis, node.points), direction);
}

template <int K>
void add_node(Excess& excess, const Node& node, base::Random& random) {
    const auto dop = volume::fit_kdop<K>(node.points);
    const auto corners = volume::corners_of<K>(dop, 2 * node.radius);
    const auto m = Pose::rotation({random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)},
                                  radians(random.between(0, 6.28)))
                       .matrix();
    for (const Vec3& d : volume::directions<K>()) {
        const Vec3 turned{m[0] * d.x + m[1] * d.y + m[2] * d.z, m[4] * d.x + m[5] * d.y + m[6] * d.z,
                          m[8] * d.x + m[9] * d.y + m[10] * d.z};
        const double support = farthest(node.points, turned);
        const auto over = [&](double bound) {
            excess.lost += bound < support - 1e-12 * node.radius;
            return (bound - support) / node.radius;
        };
        excess.major += over(by_major_axes<K>(dop, turned));
        excess.zachmann += over(by_zachmann<K>(dop, turned));
        excess.vertices += over(farthest(corners, turned));
        excess.rings += over(by_sections<K, 1>(node, turned));
        excess.four += over(by_sections<K, 4>(node, turned));
        excess.eight += over(by_sections<K, 8>(node, turned));
        ++excess.bounds;
    }
}

template <int K>
Excess excess_of(const Mesh& mesh, std::size_t most) {
    const auto tree = tree::build_kdop_tree<K>(mesh, {.builder = Builder::midpoint});
    std::vector<NodePlace> nodes;
    for (const NodePlace& node : nodes_of<volume::Kdop<K>>(tree))
        if (node.triangles.count >= 2 && node.triangles.count <= 4096) nodes.push_back(node);
    base::Random random(7);
    Excess excess;
    const std::size_t step = nodes.size() / most + 1;
    for (std::size_t n = 0; n < nodes.size(); n += step)
        add_node<K>(
            excess,
            node_of(std::span(tree.triangles).subspan(nodes[n].triangles.first, nodes[n].triangles.count)),
            random);
    return excess;
}

void add_row(Table& table, const std::string& body, int k, const Excess& excess) {
    const auto mean = [&](double sum) { return cell(sum / static_cast<double>(excess.bounds)); };
    table.add({body, cell(k), mean(excess.major), mean(excess.zachmann), mean(excess.vertices),
               mean(excess.rings), mean(excess.four), mean(excess.eight), cell(excess.lost)});
}

}  // namespace

void ring_sections(Report& report, const Settings& settings) {
    report.add_section("Ring sections (the paper's future work)");
    const bool quick = settings.size == Size::quick;
    const std::size_t most = quick ? 40 : settings.size == Size::standard ? 1'500 : 20'000;
    std::vector<StandIn> bodies = bodies_of_paper_001(settings);
    bodies.push_back({"sphere", "sphere (generated)",
                      generate(GeneratedShape::sphere, {.triangles = quick ? 500u : 5'140u}).value()});
    Table table{.name = "ring-sections",
                .caption =
                    "Mean excess of realigned offsets over the true support of a node's points, relative to "
                    "the node's radius, for random rotations: rings as in the paper, and rings cut into 4 "
                    "and 8 sections. The last column counts bounds that exclude a point.",
                .columns = {"body", "k", "major axes", "zachmann", "vertices", "rings", "4 sections",
                            "8 sections", "lost"}};
    Excess all;
    for (const StandIn& body : bodies) {
        const Excess k14 = excess_of<14>(body.mesh, most), k26 = excess_of<26>(body.mesh, most);
        add_row(table, body.what, 14, k14);
        add_row(table, body.what, 26, k26);
        for (const Excess& excess : {k14, k26}) {
            all.zachmann += excess.zachmann;
            all.rings += excess.rings;
            all.eight += excess.eight;
            all.lost += excess.lost;
            all.bounds += excess.bounds;
        }
    }
    report.add(table);
    const double saved = 100 * (1 - all.eight / all.rings);
    report.add_paragraph(fmt::format(
        "Eight sections reduce the excess of the rings by {:.0f} %, with 8 times the bits: 32 bytes per "
        "direction instead of 4, and eight sections to test instead of one bit scan. Their excess is {} that "
        "of zachmann ({:.2f} times), whose realignment needs no table. {}",
        saved, all.eight < all.zachmann ? "below" : "still above", all.eight / all.zachmann,
        all.eight < all.zachmann
            ? "If memory permits they are worth it; the library does not include them."
            : "So they are not worth their memory, and the library does not include them."));
    report.add_finding(all.lost == 0, "sectioned rings with corrected factors exclude no point",
                       fmt::format("{} of {} bounds exclude one", all.lost, 6 * all.bounds));
    report.add_finding(all.eight < all.rings,
                       "sections make the table sensitive to direction, and so tighter",
                       fmt::format("{:.0f} % less excess with 8", saved));
}

}  // namespace allide::bench
