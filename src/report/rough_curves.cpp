#include "report/rough_curves.hpp"

#include "report/shown_triangle.hpp"

#include <allide/query.hpp>

#include <array>
#include <optional>

namespace allide::detail::report {

namespace {

using Corners = std::array<Vec3, 3>;
using Line = std::array<Vec3, 2>;

Vec3 normal_of(const Corners& t) {
    return cross(t[1] - t[0], t[2] - t[0]);
}

// The segment in which a triangle crosses the plane through `point`; empty if the triangle is on one side.
std::optional<Line> cut(const Corners& t, const Vec3& normal, const Vec3& point) {
    const std::array<double, 3> height{dot(normal, t[0] - point), dot(normal, t[1] - point),
                                       dot(normal, t[2] - point)};
    Line line;
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        if ((height[i] < 0) == (height[j] < 0) || count == 2) continue;
        line[count++] = t[i] + height[i] / (height[i] - height[j]) * (t[j] - t[i]);
    }
    return count == 2 ? std::optional(line) : std::nullopt;
}

// The common segment of two triangles, on the line in which their planes intersect; empty if there is none.
std::optional<Line> crossing(const Corners& s, const Corners& t) {
    const Vec3 normal_s = normal_of(s), normal_t = normal_of(t), along = cross(normal_s, normal_t);
    std::optional<Line> one = cut(s, normal_t, t[0]), other = cut(t, normal_s, s[0]);
    if (!one || !other) return std::nullopt;
    const auto at = [&](const Vec3& p) { return dot(along, p - s[0]); };
    for (Line* line : {&*one, &*other})
        if (at((*line)[0]) > at((*line)[1])) std::swap((*line)[0], (*line)[1]);
    const Line common{at((*one)[0]) > at((*other)[0]) ? (*one)[0] : (*other)[0],
                      at((*one)[1]) < at((*other)[1]) ? (*one)[1] : (*other)[1]};
    return at(common[0]) <= at(common[1]) ? std::optional(common) : std::nullopt;
}

}  // namespace

std::vector<std::vector<Vec3>> rough_curves(const Scene& scene, const Clash& clash, std::size_t most) {
    const Contacts found = contacts(scene.placed(clash.a), scene.placed(clash.b));
    const std::size_t every = found.size() / most + 1;
    std::vector<std::vector<Vec3>> curves;
    for (std::size_t i = 0; i < found.size(); i += every) {
        const auto [a, b] = found.pairs[i];
        if (const auto line = crossing(shown_triangle(scene, clash.a, a), shown_triangle(scene, clash.b, b)))
            curves.push_back({(*line)[0], (*line)[1]});
    }
    return curves;
}

}  // namespace allide::detail::report
