#include "convex/body/outline.hpp"

#include "kernel/pose/vec.hpp"

#include <algorithm>
#include <cstring>

namespace allide::convex {
namespace {

using kernel::operator-;

using FourFloats __attribute__((vector_size(16))) = float;

FourFloats four_at(const OutlineRow& row, std::size_t i) {
    return FourFloats{row[i], row[i + 1], row[i + 2], row[i + 3]};
}

float least_of(const FourFloats& v) {
    return std::min(std::min(v[0], v[1]), std::min(v[2], v[3]));
}
float most_of(const FourFloats& v) {
    return std::max(std::max(v[0], v[1]), std::max(v[2], v[3]));
}

}  // namespace

bool has_outline(const detail::BodyData& body) {
    return !body.x.empty() && body.vertices.size() <= outline_corners && body.outer_ball < 0x1p24 &&
           body.norm < 0x1p60;
}

LocalOutline local_outline(const detail::BodyData& body) {
    LocalOutline local{.middle = body.middle,
                       .norm = body.norm,
                       .radius = body.radius,
                       .inner_ball = body.inner_ball,
                       .outer_ball = body.outer_ball};
    for (std::size_t i = 0; i < outline_corners; ++i) {
        const Vec3 v = body.vertices[i < body.vertices.size() ? i : 0] - body.middle;
        local.corner[0][i] = static_cast<float>(v.x);
        local.corner[1][i] = static_cast<float>(v.y);
        local.corner[2][i] = static_cast<float>(v.z);
    }
    return local;
}

Box place_outline(const LocalOutline& local, const Pose& pose, double padding, Outline& placed) {
    const auto& m = pose.matrix();
    const Vec3 shift{m[3], m[7], m[11]}, v = local.middle;
    std::array<float, 12> turn;
    std::transform(m.begin(), m.end(), turn.begin(), [](double x) { return static_cast<float>(x); });
    std::array<float, 3> low, high;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto at = [&](std::size_t i) {
            return turn[4 * k] * four_at(local.corner[0], i) + turn[4 * k + 1] * four_at(local.corner[1], i) +
                   turn[4 * k + 2] * four_at(local.corner[2], i);
        };
        FourFloats least = at(0), most = least;
        for (std::size_t i = 0; i < outline_corners; i += 4) {
            const FourFloats four = at(i);
            std::memcpy(&placed.corner[k][i], &four, sizeof four);
            least = four < least ? four : least;
            most = four > most ? four : most;
        }
        low[k] = least_of(least);
        high[k] = most_of(most);
    }
    placed.center = {m[0] * v.x + m[1] * v.y + m[2] * v.z + shift.x,
                     m[4] * v.x + m[5] * v.y + m[6] * v.z + shift.y,
                     m[8] * v.x + m[9] * v.y + m[10] * v.z + shift.z};
    // Roundings in float: the corner, the rotation, three products and two sums, each of at most 2⁻²⁴ of a
    // corner's distance from the middle: together at most 2⁻²¹ of it. 2⁻¹²⁰ covers underflow. Roundings in
    // double: those of the corner's difference from the middle, and those of the centre.
    placed.error = 0x1p-21 * local.outer_ball + 0x1p-49 * (local.norm + kernel::norm_1(shift)) + 0x1p-120;
    placed.radius = local.radius;
    placed.inner_ball = local.inner_ball;
    placed.outer_ball = local.outer_ball;
    const double more = (local.radius + padding) * (1 + 0x1p-40) + 2 * placed.error;
    const Vec3& c = placed.center;
    return {{c.x + (low[0] - more), c.y + (low[1] - more), c.z + (low[2] - more)},
            {c.x + (high[0] + more), c.y + (high[1] + more), c.z + (high[2] + more)}};
}

}  // namespace allide::convex
