#include "support/drawing.hpp"

#include "support/plot.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace allide::bench {
namespace {

// The view is turned by 30° about z and looks down from 35° above the horizon.
constexpr double cos_turn = 0.866025, sin_turn = 0.5, cos_tilt = 0.819152, sin_tilt = 0.573576;

std::string path(const std::string& d, const Stroke& stroke) {
    return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:g}\"/>\n", d,
                       stroke.colour, stroke.width);
}

std::string line(const Camera& camera, const Vec3& from, const Vec3& to) {
    const auto [x1, y1] = camera.place(from);
    const auto [x2, y2] = camera.place(to);
    return fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", x1, y1, x2, y2);
}

}  // namespace

std::pair<double, double> Camera::place(const Vec3& p) const {
    const double right = cos_turn * p.x + sin_turn * p.y, back = -sin_turn * p.x + cos_turn * p.y;
    return {x_ + scale_ * right, y_ - scale_ * (sin_tilt * back + cos_tilt * p.z)};
}

double Camera::depth(const Vec3& p) const {
    return cos_tilt * (sin_turn * p.x - cos_turn * p.y) + sin_tilt * p.z;
}

std::string edges_of(const Camera& camera, const std::vector<std::array<Vec3, 3>>& triangles,
                     const Stroke& stroke) {
    std::set<std::string> lines;
    for (const auto& t : triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 &p = t[k], &q = t[(k + 1) % 3];
            const bool forward = std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
            lines.insert(line(camera, forward ? p : q, forward ? q : p));
        }
    std::string d;
    for (const std::string& one : lines) d += one;
    return path(d, stroke);
}

std::string segments(const Camera& camera, const std::vector<std::pair<Vec3, Vec3>>& lines,
                     const Stroke& stroke) {
    std::string d;
    for (const auto& [from, to] : lines) d += line(camera, from, to);
    return path(d, stroke);
}

std::string circle(const Camera& camera, const Vec3& center, double radius, const Stroke& stroke) {
    const auto [x, y] = camera.place(center);
    return fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"{:g}\"/>\n",
        x, y, radius * camera.scale(), stroke.colour, stroke.width);
}

std::string filled(const Camera& camera, std::vector<FilledTriangle> triangles) {
    const auto depth = [&](const FilledTriangle& t) {
        return camera.depth(t.corners[0]) + camera.depth(t.corners[1]) + camera.depth(t.corners[2]);
    };
    std::ranges::stable_sort(triangles, {}, depth);
    std::string text = "<g stroke=\"#fff\" stroke-width=\"0.3\">\n";
    for (const FilledTriangle& t : triangles) {
        std::string d;
        for (const Vec3& corner : t.corners) {
            const auto [x, y] = camera.place(corner);
            d += fmt::format("{}{:.1f} {:.1f}", d.empty() ? "M" : "L", x, y);
        }
        text += fmt::format("<path fill=\"{}\" d=\"{}z\"/>\n", t.colour, d);
    }
    return text + "</g>\n";
}

std::string label(double x, double y, const std::string& text) {
    return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>\n", x, y,
                       escaped(text));
}

std::string svg_page(double width, double height, const std::string& content) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n<rect width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "fill=\"#fff\"/>\n{2}</svg>\n",
        width, height, content);
}

}  // namespace allide::bench
