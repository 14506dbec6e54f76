#include "robot/chain.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::cross;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

std::vector<std::size_t> to_root(const detail::RobotData& robot, std::size_t link) {
    std::vector<std::size_t> path;
    for (; link != none; link = robot.nodes[link].parent) path.push_back(link);
    return path;
}

AffineField& operator+=(AffineField& a, const AffineField& b) {
    for (std::size_t k = 0; k < 3; ++k) a.turn[k] += b.turn[k];
    a.shift += b.shift;
    return a;
}
AffineField operator+(AffineField a, const AffineField& b) {
    return a += b;
}
AffineField operator*(double s, const AffineField& d) {
    return {{s * d.turn[0], s * d.turn[1], s * d.turn[2]}, s * d.shift};
}
AffineField cross(const Vec3& turn, const AffineField& d) {
    return {{kernel::cross(turn, d.turn[0]), kernel::cross(turn, d.turn[1]), kernel::cross(turn, d.turn[2])},
            kernel::cross(turn, d.shift)};
}
// The velocity field of a rigid motion, from its rotation vector and the velocity of the centre.
AffineField field(const Vec3& turn, const Vec3& velocity) {
    return {{Vec3{0, turn.z, -turn.y}, Vec3{-turn.z, 0, turn.x}, Vec3{turn.y, -turn.x, 0}}, velocity};
}

Ball rate_of(const LinkNode& node, const Stretch& stretch, std::size_t k) {
    const Ball& r = stretch.rate[node.value + k];
    if (!node.is_mimic || (r.value == 0 && r.error == 0)) return r;
    const double product = node.multiplier.value * r.value;
    return {product, (node.multiplier.error * (std::abs(r.value) + r.error) +
                      std::abs(node.multiplier.value) * r.error + 0x1p-53 * std::abs(product)) *
                             long_up +
                         0x1p-1060};
}

}  // namespace

Chain chain_between(const detail::RobotData& robot, std::size_t frame_group, std::size_t mover_group,
                    std::span<const std::size_t> also) {
    Chain chain;
    chain.frame_link = robot.group_link[frame_group];
    chain.mover_link = robot.group_link[mover_group];
    std::vector<std::size_t> from = to_root(robot, chain.frame_link), to = to_root(robot, chain.mover_link);
    std::vector<bool> needed(robot.nodes.size());
    for (const std::size_t link : from) needed[link] = true;
    for (const std::size_t link : to) needed[link] = true;
    for (const std::size_t other : also)
        for (const std::size_t link : to_root(robot, other)) needed[link] = true;
    for (const std::size_t link : robot.order)
        if (needed[link]) chain.links.push_back(link);
    while (!from.empty() && !to.empty() && from.back() == to.back()) {
        from.pop_back();
        to.pop_back();
    }
    std::reverse(to.begin(), to.end());
    for (const std::size_t link : from)
        if (robot.nodes[link].kind != JointKind::fixed && robot.nodes[link].parent != none)
            chain.joints.push_back({link, -1});
    for (const std::size_t link : to)
        if (robot.nodes[link].kind != JointKind::fixed && robot.nodes[link].parent != none)
            chain.joints.push_back({link, 1});
    return chain;
}

void Stretch::at(double s, std::vector<Ball>& values) const {
    values.resize(start.size());
    for (std::size_t i = 0; i < start.size(); ++i) {
        const double step = s * rate[i].value, sum = start[i].value + step;
        const double error =
            start[i].error + s * rate[i].error + (step == 0 ? 0 : 0x1p-53 * (std::abs(step) + std::abs(sum)));
        values[i] = {sum, error * long_up};
    }
}

double turn_of(const detail::RobotData& robot, const Chain& chain, const Stretch& stretch) {
    double turn = 0;
    for (const Chain::Joint& joint : chain.joints) {
        const LinkNode& node = robot.nodes[joint.link];
        if (node.kind == JointKind::floating) {
            for (std::size_t k = 3; k < 6; ++k) turn += std::abs(rate_of(node, stretch, k).value);
        } else if (node.kind != JointKind::prismatic) {
            turn += std::abs(rate_of(node, stretch, 0).value);
        }
    }
    return turn;
}

ChainMotion::ChainMotion(const detail::RobotData& robot, const Chain& chain, const Stretch& stretch,
                         std::span<const Ball> values, const std::vector<Frame>& frames, const Vec3& center,
                         double radius, double half)
    : half_(half) {
    const Frame& mover = frames[chain.mover_link];
    center_ = mover.point(center);
    radius_ = (radius + mover.error_at(length_up(center)) + 0x1p-50 * kernel::norm_1(center_)) * long_up;
    double rate_error = 0, turn_error = mover.turn_error, place_error = mover.place_error;
    axes_.reserve(chain.joints.size());
    const auto add = [&](const Vec3& axis, const Vec3& point, const Ball& rate, double sign, bool turns) {
        if (rate.value == 0 && rate.error == 0) return;
        rate_error = std::max(rate_error, rate.value == 0 ? 1 : rate.error / std::abs(rate.value));
        const double size = sign * (rate.value == 0 ? rate.error : rate.value);
        axes_.push_back({.rate = (std::abs(size) + rate.error) * long_up,
                         .vector = size * axis,
                         .point = point,
                         .turns = turns});
    };
    for (const Chain::Joint& joint : chain.joints) {
        const LinkNode& node = robot.nodes[joint.link];
        const Frame& frame = frames[joint.link];
        turn_error = std::max(turn_error, frame.turn_error);
        place_error = std::max(place_error, frame.place_error);
        if (node.kind != JointKind::floating) {
            add(frame.direction(node.axis), frame.place, rate_of(node, stretch, 0), joint.sign,
                node.kind != JointKind::prismatic);
            continue;
        }
        // A floating joint: three translations along the axes of the joint's origin, then rotations about z,
        // y and x.
        const Frame origin = node.parent == none ? node.origin : frames[node.parent] * node.origin;
        const Frame yawed = origin * rotation_about({0, 0, 1}, values[node.value + 5]);
        turn_error = std::max(turn_error, yawed.turn_error);
        const std::array<Vec3, 6> axis{origin.direction({1, 0, 0}), origin.direction({0, 1, 0}),
                                       origin.direction({0, 0, 1}), origin.direction({0, 0, 1}),
                                       yawed.direction({0, 1, 0}),  frame.direction({1, 0, 0})};
        constexpr std::array<std::size_t, 6> value_of_axis{0, 1, 2, 5, 4, 3};
        for (std::size_t i = 0; i < 6; ++i) {
            const std::size_t k = joint.sign > 0 ? i : 5 - i;
            add(axis[k], frame.place, rate_of(node, stretch, value_of_axis[k]), joint.sign, k >= 3);
        }
    }
    relative_error_ = 0x1p-44 * static_cast<double>(axes_.size() + 8) + 8 * turn_error + 8 * rate_error;
    place_error_ = 0x1p44 * place_error;
    bound_levers();
}

// Bounds the distances of the ball's points from each axis. Only the joints after joint j change the distance
// from the axis of j, at most as fast as they move the points.
void ChainMotion::bound_levers() {
    lever_.resize(axes_.size());
    speed_ = 0;
    for (std::size_t j = axes_.size(); j-- > 0;) {
        const MovingAxis& axis = axes_[j];
        const Vec3 arm = center_ - axis.point;
        const double far = length_up(arm);
        if (axis.turns) {
            // `rate` was rounded up by a relative error of at most 2⁻²⁹; the last factor makes up for it.
            const double across = length_up(kernel::cross(axis.vector, arm)) / axis.rate * (1 + 0x1p-28);
            lever_[j] =
                (across + relative_error_ * (far + radius_ + place_error_) + radius_ + half_ * speed_) *
                long_up;
            speed_ = (speed_ + axis.rate * lever_[j]) * long_up;
        } else {
            lever_[j] = 1;
            speed_ = (speed_ + axis.rate) * long_up;
        }
    }
}

// Computes Σ R_j (Ω_jⁿ − Ω_{j−1}ⁿ) over rotations plus Σ n |q̇_j| Ω_{j−1}ⁿ⁻¹ over translations, where Ω_j is
// the sum of the rates of rotation up to joint j and R_j its lever; derived in docs/guarantees.md, "Robots".
double ChainMotion::derivative_bound(int n) const {
    double sum = 0, turn = 0;
    const auto power = [](double x, int k) {
        double out = 1;
        for (int i = 0; i < k; ++i) out *= x;
        return out;
    };
    for (std::size_t j = 0; j < axes_.size(); ++j) {
        if (!axes_[j].turns) {
            sum += n * axes_[j].rate * power(turn, n - 1);
            continue;
        }
        // `difference` times the rate is nextⁿ − turnⁿ, computed without cancellation.
        const double next = turn + axes_[j].rate;
        double difference = 0;
        for (int i = 0; i < n; ++i) difference += power(next, i) * power(turn, n - 1 - i);
        sum += lever_[j] * axes_[j].rate * difference;
        turn = next;
    }
    return sum * long_up;
}

// Accumulates the derivatives at s = 0 from the last joint to the first: a joint with the twist ξ maps the
// motion Q(s) of all joints after it to e^{sξ}Q(s).
MotionSeries ChainMotion::series() const {
    MotionSeries out;
    out.center = center_;
    out.half = half_;
    auto& [first, second, third] = out.derivative;
    double total_speed = 0;  // the sum of magnitudes, for rounding errors
    for (std::size_t j = axes_.size(); j-- > 0;) {
        const MovingAxis& axis = axes_[j];
        if (!axis.turns) {
            first.shift += axis.vector;
            total_speed += axis.rate;
            continue;
        }
        const Vec3 arm = center_ - axis.point;
        const AffineField own = field(axis.vector, kernel::cross(axis.vector, arm));
        const AffineField of_first = cross(axis.vector, first), own_2 = cross(axis.vector, own);
        // Q is the identity at s = 0, so
        // (e^{sξ}Q)′ = ξ + Q′, (…)″ = ξ² + 2ξQ′ + Q″, (…)‴ = ξ³ + 3ξ²Q′ + 3ξQ″ + Q‴.
        third += cross(axis.vector, own_2 + 3.0 * (of_first + second));
        second += own_2 + 2.0 * of_first;
        first += own;
        out.turn += axis.rate;
        total_speed += axis.rate * (length_up(arm) + place_error_);
    }
    const double extent = total_speed + out.turn * radius_, h = half_, m = out.turn;
    const double rounding = 4 * relative_error_ * extent + 0x1p-50 * m * kernel::norm_1(center_);
    const double rounding_2 = 16 * relative_error_ * m * extent,
                 rounding_3 = 64 * relative_error_ * m * m * extent;
    out.error = (h * rounding + h * h / 2 * rounding_2 + h * h * h / 6 * rounding_3 +
                 h * h * h * h / 24 * derivative_bound(4)) *
                long_up;
    out.turn *= long_up;
    return out;
}

}  // namespace allide::robot
