// Side view of a ship: each part as the outline of its convex hull, drawn from the farthest to the nearest,
// and the paths of the eight motions.
#include "papers/paper_002.hpp"
#include "support/drawing.hpp"

#include <allide/model.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr double page_width = 900, page_margin = 10;
// Parts smaller than this, in millimetres, are not drawn.
constexpr double least_size = 600;

struct Outline {
    double depth = 0, size = 0;
    std::string trade;
    std::vector<std::pair<double, double>> corners;
};

double cross_of(const std::pair<double, double>& o, const std::pair<double, double>& a,
                const std::pair<double, double>& b) {
    return (a.first - o.first) * (b.second - o.second) - (a.second - o.second) * (b.first - o.first);
}

std::vector<std::pair<double, double>> outline_of(std::vector<std::pair<double, double>> points) {
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    std::vector<std::pair<double, double>> hull;
    for (int side = 0; side < 2; ++side) {
        const std::size_t first = hull.size();
        for (const auto& p : points) {
            while (hull.size() >= first + 2 && cross_of(hull[hull.size() - 2], hull.back(), p) <= 0)
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back();
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

// CSS classes, named by one letter each, since the picture has thousands of outlines.
char class_of(const std::string& trade) {
    if (trade == "piping") return 'p';
    if (trade == "machinery") return 'm';
    if (trade == "tanks") return 't';
    if (trade == "outfitting") return 'o';
    return trade == "electrical" || trade == "ventilation" ? 'e' : 's';
}
constexpr const char* style =
    "<style>polygon{fill-opacity:.25;stroke-width:.3}.p{fill:#1b9e77;stroke:#1b9e77}.m{fill:#d95f02;stroke:#"
    "d95f02}"
    ".t{fill:#7570b3;stroke:#7570b3}.o{fill:#e6ab02;stroke:#e6ab02}.e{fill:#66a61e;stroke:#66a61e}"
    ".s{fill:#999;stroke:#999}</style>\n";

std::vector<Outline> outlines_of(const Mesh& ship, const Box& root, double scale) {
    std::vector<Outline> outlines;
    for (const Part& part : parts_of(ship)) {
        const std::string trade = part.name.substr(0, part.name.find('/'));
        // The shell and the bulkheads would hide everything else.
        if (part.name.find("shell") != std::string::npos || part.name.find("bulkhead") != std::string::npos)
            continue;
        Outline outline;
        outline.depth = -1e300;
        outline.trade = trade;
        std::vector<std::pair<double, double>> points;
        Box box{part.mesh.vertices()[0], part.mesh.vertices()[0]};
        for (const Vec3& v : part.mesh.vertices()) {
            points.emplace_back(std::round(page_margin + scale * (v.x - root.lo.x)),
                                std::round(page_margin + scale * (root.hi.z - v.z)));
            outline.depth = std::max(outline.depth, v.y);
            box = {{std::min(box.lo.x, v.x), 0, std::min(box.lo.z, v.z)},
                   {std::max(box.hi.x, v.x), 0, std::max(box.hi.z, v.z)}};
        }
        outline.size = (box.hi.x - box.lo.x) + (box.hi.z - box.lo.z);
        if (outline.size < least_size) continue;
        outline.corners = outline_of(std::move(points));
        outlines.push_back(std::move(outline));
    }
    std::stable_sort(outlines.begin(), outlines.end(),
                     [](const Outline& a, const Outline& b) { return a.depth < b.depth; });
    return outlines;
}

std::string drawn(const Outline& outline) {
    std::string points;
    for (const auto& [x, y] : outline.corners)
        points += fmt::format("{}{} {}", points.empty() ? "" : " ", x, y);
    return fmt::format("<polygon class=\"{}\" points=\"{}\"/>\n", class_of(outline.trade), points);
}

std::string path_of(const Motion& motion, const Box& root, double scale, const std::string& name) {
    std::string points;
    std::pair<double, double> last;
    for (int i = 0; i <= 40; ++i) {
        const auto& m = motion.at(i / 40.0).matrix();
        last = {page_margin + scale * (m[3] - root.lo.x), page_margin + scale * (root.hi.z - m[11])};
        points += fmt::format("{:.1f} {:.1f} ", last.first, last.second);
    }
    return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#e7298a\" stroke-width=\"2\"/>\n",
                       points) +
           label(last.first + 4, last.second, name);
}

}  // namespace

void ship_picture(Report& report, const Ship& ship) {
    const Box root = *ship.info.bounds;
    const double scale = (page_width - 2 * page_margin) / (root.hi.x - root.lo.x);
    const Mesh mesh = load_mesh(ship.scene).value();
    std::string content = style;
    for (const Outline& outline : outlines_of(mesh, root, scale)) content += drawn(outline);
    for (std::size_t i = 0; i < motions_of_paper_002; ++i)
        content +=
            path_of(paper_motion(i, root, TurnUnit::degrees, 1), root, scale, fmt::format("m{}", i + 1));
    report.add_picture(
        "ship",
        fmt::format("{} from the side, without its shell and bulkheads: machinery, piping, tanks, stairs, "
                    "structure; and the paths of the eight motions, b in degrees.",
                    ship.paper.name),
        svg_page(page_width, 2 * page_margin + scale * (root.hi.z - root.lo.z), content));
}

}  // namespace allide::bench
