// Random queries of every class of degenerate first contacts.
#pragma once

#include "oracle/types.hpp"

#include <array>
#include <cmath>
#include <string_view>

namespace deform_test {

using Query = std::array<oracle::Point, 8>;

enum class QueryClass {
    uniform,            // random doubles
    crossing,           // random doubles, chosen such that the features nearly always meet
    lattice,            // small integers, so that all kinds of degenerate positions occur
    no_area,            // a face or an edge without extent
    parallel,           // parallel edges, a face whose corners are in line at one end
    coplanar_motion,    // all points stay in one plane
    double_root,        // the cubic that is 0 for coplanar points touches 0
    at_rest,            // no motion
    at_ends,            // contact exactly at t = 0 or t = 1
    nearly_degenerate,  // lattice queries with noise in the last bits
    extreme,            // lattice queries with noise, at scales from 2^-1060 to 2^1000
    mixed_scales,       // lattice queries whose ends and axes have scales that differ by up to 2^2000
    count
};
inline constexpr std::array<std::string_view, static_cast<std::size_t>(QueryClass::count)> class_names{
    "uniform",     "crossing", "lattice", "no_area",           "parallel", "coplanar_motion",
    "double_root", "at_rest",  "at_ends", "nearly_degenerate", "extreme",  "mixed_scales"};

class QueryMaker {
  public:
    explicit QueryMaker(std::uint64_t seed) : dice_(seed) {}

    Query make(QueryClass kind, bool edges) {
        switch (kind) {
            case QueryClass::uniform:
                return uniform(-1, 1);
            case QueryClass::crossing:
                return crossing(edges);
            case QueryClass::no_area:
                return no_area(edges);
            case QueryClass::parallel:
                return parallel(edges);
            case QueryClass::coplanar_motion:
                return coplanar();
            case QueryClass::double_root:
                return double_root(edges);
            case QueryClass::at_rest:
                return at_rest();
            case QueryClass::at_ends:
                return at_ends(edges);
            case QueryClass::nearly_degenerate:
                return noisy(degenerate(edges), 4);
            case QueryClass::extreme:
                return scaled(noisy(degenerate(edges), 2));
            case QueryClass::mixed_scales:
                return with_mixed_scales(noisy(degenerate(edges), 4));
            default:
                return lattice(static_cast<int>(dice_.between(std::int64_t{1}, std::int64_t{4})));
        }
    }

  private:
    Query uniform(double lo, double hi) {
        Query q;
        for (auto& p : q)
            for (double& c : p) c = dice_.between(lo, hi);
        return q;
    }
    Query lattice(int reach) {
        Query q;
        for (auto& p : q)
            for (double& c : p)
                c = static_cast<double>(dice_.between(std::int64_t{-reach}, std::int64_t{reach}));
        return q;
    }
    Query crossing(bool edges) {
        Query q = uniform(-1, 1);
        for (std::size_t end = 0; end < 8; end += 4) {
            const double height = end == 0 ? 0.4 : -0.4;
            for (std::size_t i = 0; i < 4; ++i)
                q[end + i][2] = dice_.between(-0.1, 0.1) + (i < (edges ? 2u : 1u) ? height : 0.0);
            if (edges)
                q[end][0] = -1, q[end + 1][0] = 1, q[end + 2][1] = -1, q[end + 3][1] = 1;
            else
                q[end][0] *= 0.2, q[end][1] *= 0.2, q[end + 1] = {-1, -1, q[end + 1][2]},
                                                            q[end + 2] = {1, -1, q[end + 2][2]},
                                                            q[end + 3] = {0, 1, q[end + 3][2]};
        }
        return q;
    }
    Query no_area(bool edges) {
        Query q = lattice(2);
        const std::size_t first = edges ? 2 : 1;
        for (std::size_t end = 0; end < 8; end += 4) {
            if (dice_.one_in(2))
                q[end + first + 1] = q[end + first];
            else if (!edges)
                for (std::size_t k = 0; k < 3; ++k) q[end + 3][k] = 2 * q[end + 2][k] - q[end + 1][k];
        }
        if (dice_.one_in(4)) q[1] = q[0], q[5] = q[4];
        return q;
    }
    Query parallel(bool edges) {
        Query q = lattice(2);
        for (std::size_t end = 0; end < 8; end += 4) {
            if (end == 4 && dice_.one_in(3)) continue;
            const auto factor = static_cast<double>(dice_.between(std::int64_t{-2}, std::int64_t{2}));
            for (std::size_t k = 0; k < 3; ++k) {
                if (edges)
                    q[end + 3][k] = q[end + 2][k] + factor * (q[end + 1][k] - q[end][k]);
                else
                    q[end + 3][k] = q[end + 1][k] + factor * (q[end + 2][k] - q[end + 1][k]);
            }
        }
        return q;
    }
    Query coplanar() {
        Query q = lattice(4);
        const int slope_x = static_cast<int>(dice_.between(std::int64_t{-1}, std::int64_t{1})),
                  slope_y = static_cast<int>(dice_.between(std::int64_t{-1}, std::int64_t{1}));
        for (std::size_t i = 0; i < 8; ++i) q[i][2] = slope_x * q[i][0] + slope_y * q[i][1] + (i < 4 ? 0 : 1);
        return q;
    }
    // Points move while a plane turns. Their height over the plane is quadratic in time, and 0 at a double
    // root.
    Query double_root(bool edges) {
        Query q = lattice(2);
        const auto root = static_cast<double>(dice_.between(std::int64_t{0}, std::int64_t{4})) / 4;
        const std::size_t moving = edges ? 2 : 1;
        for (std::size_t i = 0; i < moving; ++i) {
            // These points have y = 4 (t − root) and z = 0. The other points lie in the plane z = 4 (t −
            // root) y, and these points are 16 (t − root)² below it.
            q[i][1] = -4 * root, q[4 + i][1] = 4 - 4 * root;
            q[i][2] = q[4 + i][2] = 0;
        }
        for (std::size_t i = moving; i < 4; ++i) {
            q[i][2] = -4 * root * q[i][1], q[4 + i][1] = q[i][1];
            q[4 + i][2] = (4 - 4 * root) * q[i][1];
        }
        if (edges) q[1][2] = q[5][2] = static_cast<double>(dice_.between(std::int64_t{0}, std::int64_t{1}));
        return q;
    }
    Query at_rest() {
        Query q = lattice(2);
        for (std::size_t i = 0; i < 4; ++i) q[4 + i] = q[i];
        if (dice_.one_in(3))
            for (std::size_t i = 4; i < 8; ++i) q[i][2] += 1;
        return q;
    }
    Query at_ends(bool edges) {
        Query q = lattice(3);
        const std::size_t end = dice_.one_in(2) ? 0 : 4;
        const double share = static_cast<double>(dice_.between(std::int64_t{0}, std::int64_t{4})) / 4;
        for (std::size_t k = 0; k < 3; ++k) {
            if (edges) {
                const double at = share * q[end][k] + (1 - share) * q[end + 1][k];
                q[end + 2][k] = at - (q[end + 3][k] - at);
            } else {
                q[end][k] = share * q[end + 1][k] + (1 - share) * 0.5 * (q[end + 2][k] + q[end + 3][k]);
            }
        }
        return q;
    }
    Query degenerate(bool edges) {
        constexpr std::array kinds{QueryClass::lattice,         QueryClass::no_area,     QueryClass::parallel,
                                   QueryClass::coplanar_motion, QueryClass::double_root, QueryClass::at_rest,
                                   QueryClass::at_ends,         QueryClass::crossing};
        return make(kinds[dice_.below(kinds.size())], edges);
    }
    Query noisy(Query q, std::uint64_t rarity) {
        for (auto& p : q)
            for (double& c : p)
                if (dice_.one_in(rarity)) c = next_to(c, dice_.one_in(2) ? 1 : -1);
        return q;
    }
    // The next double. For 0, it is usually replaced by a number of the size of a rounding error, because the
    // smallest double makes exact numbers long.
    double next_to(double c, int side) {
        if (c == 0 && !dice_.one_in(256)) return side * 0x1p-53;
        return std::nextafter(c, side * 10.0);
    }
    Query scaled(Query q) {
        constexpr std::array exponents{-1060, -1020, -540, -300, -101, 101, 400, 900, 1000};
        const int exponent = exponents[dice_.below(exponents.size())];
        for (auto& p : q)
            for (double& c : p) c = std::ldexp(c, exponent);
        if (dice_.one_in(32)) q[dice_.below(8)][dice_.below(3)] = dice_.one_in(2) ? 1e-300 : 1e300;
        return q;
    }

    // Scales each end and each axis by its own power of two, so that contacts occur at times far below the
    // smallest double.
    Query with_mixed_scales(Query q) {
        constexpr std::array of_ends{-700, -300, -40, 0, 50, 400, 650};
        constexpr std::array of_axes{-350, 0, 0, 0, 20, 300};
        const int start = of_ends[dice_.below(of_ends.size())], end = of_ends[dice_.below(of_ends.size())];
        for (std::size_t k = 0; k < 3; ++k) {
            const int axis = of_axes[dice_.below(of_axes.size())];
            for (std::size_t i = 0; i < 8; ++i) q[i][k] = std::ldexp(q[i][k], axis + (i < 4 ? start : end));
        }
        return q;
    }

    oracle::Dice dice_;
};

}  // namespace deform_test
