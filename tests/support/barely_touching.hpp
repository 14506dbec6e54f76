// Pairs of models that barely touch by construction: flat patches with spikes, soups with spikes, and
// crossing needles. Depth relative to size ranges from the last bit of a double to that of a float.
#pragma once

#include "support/hostile_meshes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace allide::test {

using Real = long double;
using Real3 = std::array<Real, 3>;
using Real33 = std::array<Real3, 3>;  // a matrix as three rows

inline Real3 times(const Real33& m, const Real3& x) {
    Real3 y{};
    for (std::size_t i = 0; i < 3; ++i) y[i] = m[i][0] * x[0] + m[i][1] * x[1] + m[i][2] * x[2];
    return y;
}
inline Real33 inverse(const Real33& m) {
    const auto cofactor = [&](std::size_t i, std::size_t j) {
        const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        return m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1];
    };
    const Real det = m[0][0] * cofactor(0, 0) + m[0][1] * cofactor(0, 1) + m[0][2] * cofactor(0, 2);
    Real33 out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) out[i][j] = cofactor(j, i) / det;
    return out;
}
inline Real33 rows_of(const Pose& pose) {
    const auto& m = pose.matrix();
    return {{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}};
}
inline Real3 offset_of(const Pose& pose) {
    return {pose.matrix()[3], pose.matrix()[7], pose.matrix()[11]};
}
// The first two columns of the pose's rotation matrix, and their cross product.
inline Real33 axes_of(const Pose& pose) {
    const Real33 r = rows_of(pose);
    Real33 axes{{{r[0][0], r[1][0], r[2][0]}, {r[0][1], r[1][1], r[2][1]}, {}}};
    for (std::size_t k = 0; k < 3; ++k)
        axes[2][k] =
            axes[0][(k + 1) % 3] * axes[1][(k + 2) % 3] - axes[0][(k + 2) % 3] * axes[1][(k + 1) % 3];
    return axes;
}
inline Vec3 rounded(const Real3& x) {
    return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}

struct TouchingModels {
    Mesh a, b;
    Pose pose_a, pose_b;
    // Pairs of triangles that touch by construction, unless rounding separated them.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
};

struct TouchingPlan {
    std::uint32_t count_a = 8, count_b = 8;
    double size_a = 1, size_b = 1;
    enum class Kind { patch, gathered, soup, needles } kind = Kind::patch;
};

class TouchingMaker {
  public:
    explicit TouchingMaker(std::uint64_t seed) : random_(seed) {
        for (int i = 0; i < 48; ++i)
            poses_.push_back(i % 3 == 0 ? random_rotation(random_) : barely_rigid_pose(random_, 0));
    }

    TouchingModels make(const TouchingPlan& plan) {
        plan_ = plan;
        const double large = std::max(plan.size_a, plan.size_b), small = std::min(plan.size_a, plan.size_b);
        shallowest_ = 1e-16 * large;
        deepest_ = std::max(2 * shallowest_, std::min(1e-7 * large, 0.3 * small));
        // The boxes of thin models barely overlap, so that rounding errors matter; the quantisation of thick
        // models' boxes would hide them.
        height_ = log_between(1e-9 * plan.size_b, plan.size_b);
        grid_ = std::ldexp(1.0, std::ilogb(large) - 16);
        TouchingModels out;
        out.pose_a = pose(large);
        out.pose_b = pose(large);
        // Chooses the axes along which the models are flat. If these are a model's own axes, its boxes are
        // flat to the last bit of a double, otherwise to the last bit of a float.
        const auto along = random_.below(4);
        frame_ = along == 0   ? rows_of(random_rotation(random_))
                 : along == 1 ? axes_of(out.pose_b)
                              : axes_of(out.pose_a);
        triangles_a_.clear();
        triangles_b_.clear();
        for (std::uint32_t i = 0; i < plan.count_a; ++i) add_to_a(i);
        const auto only = static_cast<std::uint32_t>(random_.below(plan.count_a));
        for (std::uint32_t j = 0; j < plan.count_b; ++j) {
            const auto i = plan.kind == TouchingPlan::Kind::gathered
                               ? only
                               : static_cast<std::uint32_t>(random_.below(plan.count_a));
            plan.kind == TouchingPlan::Kind::needles ? add_needle_to_b(i) : add_spike_to_b(i);
            out.pairs.emplace_back(i, j);
        }
        out.a = local(triangles_a_, out.pose_a);
        out.b = local(triangles_b_, out.pose_b);
        return out;
    }

    // Rotates both poses together about the origin. Rounding changes their last bits.
    std::pair<Pose, Pose> turned(const TouchingModels& models) {
        const Real33 turn = rows_of(random_rotation(random_));
        const auto a = turned(models.pose_a, turn), b = turned(models.pose_b, turn);
        // Rounding may move a matrix that is barely rigid out of the tolerance.
        return a && b ? std::pair(*a, *b) : std::pair(models.pose_a, models.pose_b);
    }
    // Translates both poses by the same vector, without rounding.
    std::pair<Pose, Pose> shifted(const TouchingModels& models, double far) {
        const Vec3 to = on_grid(random_point(random_, far));
        return {models.pose_a.translated(to), models.pose_b.translated(to)};
    }

    base::Random& random() { return random_; }

  private:
    using Triangle = std::array<Real3, 3>;

    double log_between(double low, double high) { return low * std::pow(high / low, random_.unit()); }
    // A random depth. Mostly far above the rounding error of the coordinates, so that the pair still touches
    // after rounding; 1 in 32 is exactly 0, and 1 in 32 has any depth down to the last bit.
    double depth() {
        const auto kind = random_.below(32);
        if (kind == 0) return 0;
        return kind == 1 ? log_between(shallowest_, deepest_)
                         : log_between(std::min(1e4 * shallowest_, deepest_), deepest_);
    }

    Real3 place(const Real33& frame, Real x, Real y, Real z) const {
        Real3 p{};
        for (std::size_t k = 0; k < 3; ++k) p[k] = x * frame[0][k] + y * frame[1][k] + z * frame[2][k];
        return p;
    }
    static Real3 sum(const Real3& x, const Real3& y) { return {x[0] + y[0], x[1] + y[1], x[2] + y[2]}; }

    // Adds triangle `i` to A, in its own cell of a square grid. A soup also varies orientation and height.
    void add_to_a(std::uint32_t i) {
        const auto side = static_cast<std::uint32_t>(std::ceil(std::sqrt(plan_.count_a)));
        const double cell = plan_.size_a / side;
        const double x = cell * (2.0 * (i % side) - side + 1), y = cell * (2.0 * (i / side) - side + 1);
        const auto within = [&] { return random_.between(-cell, cell); };
        const bool soup = plan_.kind == TouchingPlan::Kind::soup;
        frames_a_.resize(plan_.count_a);
        frames_a_[i] = soup ? rows_of(random_rotation(random_)) : frame_;
        const Real3 center = place(frame_, x, y, soup ? random_.between(-cell, cell) : 0);
        Triangle t{};
        if (plan_.kind == TouchingPlan::Kind::needles) {
            const double along = random_.between(-3.2, 3.2),
                         below = -random_.between(0, std::min(cell, height_));
            const Real u = cell * std::cos(along), v = cell * std::sin(along);
            t = {place(frame_, u, v, 0), place(frame_, -u, -v, 0), place(frame_, within() / 9, 0, below)};
        } else {
            for (Real3& corner : t) corner = place(frames_a_[i], within(), within(), 0);
        }
        for (Real3& corner : t) corner = sum(corner, center);
        triangles_a_.push_back(t);
    }

    // A random point of A's triangle `i`: in its interior, on an edge, or at a corner.
    Real3 target(std::uint32_t i) {
        Real w[3] = {random_.unit(), random_.unit(), random_.unit()};
        const auto kind = random_.below(4);
        if (kind < 2) w[random_.below(3)] = 0;
        if (kind == 0) w[random_.below(3)] = 0;
        const Real all = w[0] + w[1] + w[2];
        const Triangle& t = triangles_a_[i];
        if (all == 0) return t[0];
        Real3 x{};
        for (std::size_t k = 0; k < 3; ++k) x[k] = (w[0] * t[0][k] + w[1] * t[1][k] + w[2] * t[2][k]) / all;
        return x;
    }

    void add_spike_to_b(std::uint32_t i) {
        const Real33& frame = frames_a_[i];
        const auto away = [&] {
            return place(frame, random_.between(-plan_.size_b, plan_.size_b),
                         random_.between(-plan_.size_b, plan_.size_b), random_.between(0, height_));
        };
        Real3 foot{};
        if (plan_.kind == TouchingPlan::Kind::gathered) {
            const Triangle& t = triangles_a_[i];
            for (std::size_t k = 0; k < 3; ++k) foot[k] = (t[0][k] + t[1][k] + t[2][k]) / 3;
            foot = sum(foot, place(frame, random_.between(-plan_.size_b, plan_.size_b),
                                   random_.between(-plan_.size_b, plan_.size_b), 0));
        } else {
            foot = target(i);
        }
        triangles_b_.push_back(
            {sum(foot, place(frame, 0, 0, -depth())), sum(foot, away()), sum(foot, away())});
    }

    // Adds a needle to B whose lowest edge crosses the highest edge of A's needle `i`.
    void add_needle_to_b(std::uint32_t i) {
        const Triangle& t = triangles_a_[i];
        const Real w = random_.between(0.05, 0.95);
        Real3 foot{};
        for (std::size_t k = 0; k < 3; ++k) foot[k] = w * t[0][k] + (1 - w) * t[1][k];
        foot = sum(foot, place(frame_, 0, 0, -depth()));
        const double along = random_.between(-3.2, 3.2);
        const Real u = plan_.size_b * std::cos(along), v = plan_.size_b * std::sin(along);
        const Real above = random_.between(0, height_);
        triangles_b_.push_back({sum(foot, place(frame_, u, v, 0)), sum(foot, place(frame_, -u, -v, 0)),
                                sum(foot, place(frame_, u / 9, v / 7, above))});
    }

    // Rounds offsets to multiples of a power of two, so that both models can be moved far without rounding.
    Vec3 on_grid(const Vec3& x) const {
        return {grid_ * std::round(x.x / grid_), grid_ * std::round(x.y / grid_),
                grid_ * std::round(x.z / grid_)};
    }
    Pose pose(double reach) {
        return poses_[random_.below(poses_.size())].translated(on_grid(random_point(random_, reach)));
    }
    static Mesh local(const std::vector<Triangle>& triangles, const Pose& pose) {
        const Real33 back = inverse(rows_of(pose));
        const Real3 offset = offset_of(pose);
        const auto corner = [&](const Real3& x) {
            return rounded(times(back, {x[0] - offset[0], x[1] - offset[1], x[2] - offset[2]}));
        };
        MeshMaker maker;
        for (const Triangle& t : triangles) maker.add(corner(t[0]), corner(t[1]), corner(t[2]));
        return std::move(maker).mesh();
    }
    static Result<Pose> turned(const Pose& pose, const Real33& turn) {
        const Real33 r = rows_of(pose);
        const Real3 t = times(turn, offset_of(pose));
        std::array<double, 12> m{};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j)
                m[4 * i + j] =
                    static_cast<double>(turn[i][0] * r[0][j] + turn[i][1] * r[1][j] + turn[i][2] * r[2][j]);
            m[4 * i + 3] = static_cast<double>(t[i]);
        }
        return Pose::from_matrix(m);
    }

    base::Random random_;
    std::vector<Pose> poses_;
    TouchingPlan plan_;
    double shallowest_ = 0, deepest_ = 0, height_ = 0, grid_ = 1;
    Real33 frame_{};
    std::vector<Real33> frames_a_;
    std::vector<Triangle> triangles_a_, triangles_b_;
};

}  // namespace allide::test
