#include "volume/box/query_box.hpp"

#include <cmath>

namespace allide::volume {
namespace {

double norm(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// Sum of the finite half sizes. The test skips axes onto which an infinite half size projects.
double finite_sum(const std::array<double, 3>& half) {
    double sum = 0;
    for (const double h : half) sum += std::isinf(h) ? 0 : h;
    return sum;
}

}  // namespace

// The separating-axis test with 15 axes, except those onto which an infinite extent of the query box
// projects. Cross products with the direction of that extent remain, because they are perpendicular to it.
bool meets(const QueryBox& query, const Obb& box) {
    const auto& a = box.half;
    const auto& q = query.half;
    const Vec3 offset = query.center - box.center;
    std::array<double, 3> t{};
    std::array<std::array<double, 3>, 3> r{};
    std::array<bool, 3> infinite{};
    for (std::size_t i = 0; i < 3; ++i) {
        t[i] = dot(box.axis[i], offset);
        infinite[i] = std::isinf(q[i]);
        for (std::size_t j = 0; j < 3; ++j) r[i][j] = dot(box.axis[i], query.axis[j]);
    }
    const double margin = 512 * 0x1p-53 * (norm({t[0], t[1], t[2]}) + box.sum() + finite_sum(q)) +
                          64 * 0x1p-53 * (norm(query.center) + norm(box.center)) + 0x1p-1050;
    for (std::size_t j = 0; j < 3; ++j) {
        if (infinite[j]) continue;
        const double reach =
            q[j] + a[0] * std::abs(r[0][j]) + a[1] * std::abs(r[1][j]) + a[2] * std::abs(r[2][j]) + margin;
        if (std::abs(dot(query.axis[j], offset)) > reach) return false;
    }
    if (!infinite[0] && !infinite[1] && !infinite[2])
        for (std::size_t i = 0; i < 3; ++i)
            if (std::abs(t[i]) > a[i] + q[0] * std::abs(r[i][0]) + q[1] * std::abs(r[i][1]) +
                                     q[2] * std::abs(r[i][2]) + margin)
                return false;
    for (std::size_t j = 0; j < 3; ++j) {
        const std::size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        if (infinite[j1] || infinite[j2]) continue;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            const double reach = a[i1] * std::abs(r[i2][j]) + a[i2] * std::abs(r[i1][j]) +
                                 q[j1] * std::abs(r[i][j2]) + q[j2] * std::abs(r[i][j1]) + margin;
            if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach) return false;
        }
    }
    return true;
}

}  // namespace allide::volume
