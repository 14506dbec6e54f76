#include "papers/linear_program.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace allide::bench {
namespace {

template <std::size_t D>
struct Constraint {
    std::array<double, D> normal;
    double offset;
};

template <std::size_t D>
using Point = std::array<double, D>;

template <std::size_t D>
double along(const std::array<double, D>& normal, const Point<D>& x) {
    double sum = 0;
    for (std::size_t k = 0; k < D; ++k) sum += normal[k] * x[k];
    return sum;
}

// The base case of one dimension: the better end of the interval that satisfies all constraints.
std::optional<Point<1>> solve(std::span<const Constraint<1>> constraints, const Point<1>& objective,
                              double bound) {
    double low = -bound, high = bound;
    for (const auto& [normal, offset] : constraints) {
        if (normal[0] > 0)
            high = std::min(high, offset / normal[0]);
        else if (normal[0] < 0)
            low = std::max(low, offset / normal[0]);
        else if (offset < 0)
            return std::nullopt;
    }
    if (low > high) return std::nullopt;
    return Point<1>{objective[0] >= 0 ? high : low};
}

// Adds the constraints one by one. If one excludes the optimum so far, the new optimum lies on its plane. The
// plane's equation eliminates the coordinate number `out`, which leaves a linear program of one dimension
// less.
template <std::size_t D>
std::optional<Point<D>> solve(std::span<const Constraint<D>> constraints, const Point<D>& objective,
                              double bound) {
    Point<D> best;
    for (std::size_t k = 0; k < D; ++k) best[k] = objective[k] >= 0 ? bound : -bound;
    std::vector<Constraint<D - 1>> lower;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
        const std::array<double, D>& normal = constraints[i].normal;
        const double offset = constraints[i].offset;
        if (along(normal, best) <= offset) continue;
        std::size_t out = 0;
        for (std::size_t k = 1; k < D; ++k)
            if (std::abs(normal[k]) > std::abs(normal[out])) out = k;
        if (normal[out] == 0) return std::nullopt;
        const auto project = [&](const std::array<double, D>& v) {
            std::array<double, D - 1> rest{};
            for (std::size_t k = 0, n = 0; k < D; ++k)
                if (k != out) rest[n++] = v[k] - v[out] * normal[k] / normal[out];
            return rest;
        };
        lower.clear();
        for (std::size_t j = 0; j < i; ++j)
            lower.push_back({project(constraints[j].normal),
                             constraints[j].offset - constraints[j].normal[out] * offset / normal[out]});
        // The bounds of the eliminated coordinate become two constraints on the others.
        Point<D> axis{};
        axis[out] = 1;
        lower.push_back({project(axis), bound - offset / normal[out]});
        axis[out] = -1;
        lower.push_back({project(axis), bound + offset / normal[out]});
        const auto found = solve(std::span<const Constraint<D - 1>>(lower), project(objective), bound);
        if (!found) return std::nullopt;
        double rest = offset;
        for (std::size_t k = 0, n = 0; k < D; ++k) {
            if (k == out) continue;
            best[k] = (*found)[n++];
            rest -= normal[k] * best[k];
        }
        best[out] = rest / normal[out];
    }
    return best;
}

}  // namespace

bool have_common_point(std::span<const HalfSpace> half_spaces, double bound) {
    std::vector<Constraint<3>> constraints;
    for (const HalfSpace& h : half_spaces) constraints.push_back({h.normal, h.offset});
    return solve(std::span<const Constraint<3>>(constraints), {1, 0, 0}, bound).has_value();
}

bool boxes_overlap_by_linear_program(const BoxPair<double>& p) {
    std::array<HalfSpace, 12> half_spaces;
    double bound = 1;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::array<double, 3> e{k == 0 ? 1.0 : 0, k == 1 ? 1.0 : 0, k == 2 ? 1.0 : 0};
        const std::array<double, 3> axis{p.r[0][k], p.r[1][k], p.r[2][k]};
        const double center = axis[0] * p.t[0] + axis[1] * p.t[1] + axis[2] * p.t[2];
        // The algorithm needs a random order of half-spaces; a fixed order will do, since the boxes are
        // random.
        half_spaces[2 * k] = {e, p.a[k]};
        half_spaces[2 * k + 6] = {{-e[0], -e[1], -e[2]}, p.a[k]};
        half_spaces[2 * k + 1] = {axis, center + p.b[k]};
        half_spaces[2 * k + 7] = {{-axis[0], -axis[1], -axis[2]}, p.b[k] - center};
        bound += p.a[k];
    }
    return have_common_point(half_spaces, bound);
}

}  // namespace allide::bench
