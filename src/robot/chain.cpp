#include "robot/chain.hpp"

#include "kernel/number/sin_cos.hpp"

#include <algorithm>
#include <cmath>

namespace allide::robot {
namespace {

using kernel::cross;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// A screw whose axis is farther away than this many radii of the ball is replaced by a translation.
constexpr double farthest_axis = 0x1p20;
// A screw that turns less is replaced too: squares of its angle may underflow.
constexpr double smallest_turn = 0x1p-300;
// The correction of the middle pose is left out if it turns by more than this.
constexpr double largest_correction = 0.5;

std::vector<std::size_t> to_root(const detail::RobotData& robot, std::size_t link) {
    std::vector<std::size_t> path;
    for (; link != none; link = robot.nodes[link].parent) path.push_back(link);
    return path;
}

// A derivative of a moving point as a function of its place x at the middle: x → turn·(x − center) + shift.
// `turn` is stored by columns.
struct Derivative {
    std::array<Vec3, 3> turn{};
    Vec3 shift;

    Derivative& operator+=(const Derivative& d) {
        for (std::size_t k = 0; k < 3; ++k) turn[k] = turn[k] + d.turn[k];
        shift = shift + d.shift;
        return *this;
    }
    double largest(double radius) const {
        return (length_up(shift) + std::sqrt(kernel::dot(turn[0], turn[0]) + kernel::dot(turn[1], turn[1]) +
                                             kernel::dot(turn[2], turn[2])) *
                                       radius) *
               long_up;
    }
};
Derivative operator*(double s, const Derivative& d) {
    return {{s * d.turn[0], s * d.turn[1], s * d.turn[2]}, s * d.shift};
}
Derivative cross(const Vec3& turn, const Derivative& d) {
    return {{kernel::cross(turn, d.turn[0]), kernel::cross(turn, d.turn[1]), kernel::cross(turn, d.turn[2])},
            kernel::cross(turn, d.shift)};
}
// The velocity field of a rotation vector and the velocity of the centre.
Derivative field(const Vec3& turn, const Vec3& velocity) {
    return {{Vec3{0, turn.z, -turn.y}, Vec3{-turn.z, 0, turn.x}, Vec3{turn.y, -turn.x, 0}}, velocity};
}

// The rotation vector of a derivative that is a velocity field.
Vec3 turn_of(const Derivative& d) {
    return {d.turn[1].z, d.turn[2].x, d.turn[0].y};
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
        // Three translations along the axes of the joint's origin, then rotations about z, y and x.
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

// Only the joints after joint j change the distance of a point from the axis of j, by at most their speed.
void ChainMotion::bound_levers() {
    lever_.resize(axes_.size());
    speed_ = 0;
    for (std::size_t j = axes_.size(); j-- > 0;) {
        const MovingAxis& axis = axes_[j];
        const Vec3 arm = center_ - axis.point;
        const double far = length_up(arm);
        if (axis.turns) {
            // The rate is rounded up by at most twice 2⁻³⁰.
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

// Σ R_j (Ω_jⁿ − Ω_{j−1}ⁿ) over rotations, plus Σ n |q̇_j| Ω_{j−1}ⁿ⁻¹ over translations.
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
        // (Ω + q)ⁿ − Ωⁿ without cancellation.
        const double next = turn + axes_[j].rate;
        double difference = 0;
        for (int i = 0; i < n; ++i) difference += power(next, i) * power(turn, n - 1 - i);
        sum += lever_[j] * axes_[j].rate * difference;
        turn = next;
    }
    return sum * long_up;
}

ScrewFit ChainMotion::fit() const {
    // First, second and third derivatives of the true motion, by the recursion for e^{sξ}Q(s) from the last
    // joint to the first, and the sum of brackets, which is the second derivative's difference from that of
    // the screw.
    Derivative first, second, third, brackets;
    double total_turn = 0, total_speed = 0;  // sums of magnitudes, for rounding errors
    for (std::size_t j = axes_.size(); j-- > 0;) {
        const MovingAxis& axis = axes_[j];
        const Vec3 arm = center_ - axis.point;
        if (!axis.turns) {
            // The bracket of a translation and a later rotation: −turn × slide.
            const Vec3 later = turn_of(first);
            brackets.shift = brackets.shift - kernel::cross(later, axis.vector);
            first.shift = first.shift + axis.vector;
            total_speed += axis.rate;
            continue;
        }
        const Vec3 velocity = kernel::cross(axis.vector, arm);
        const Derivative own = field(axis.vector, velocity);
        const Vec3 later = turn_of(first);
        brackets += field(kernel::cross(axis.vector, later),
                          kernel::cross(axis.vector, first.shift) - kernel::cross(later, velocity));
        const Derivative own_2 = cross(axis.vector, own), of_first = cross(axis.vector, first);
        third += 3.0 * cross(axis.vector, second);
        third += 3.0 * cross(axis.vector, of_first);
        third += cross(axis.vector, own_2);
        second += 2.0 * of_first;
        second += own_2;
        first += own;
        total_turn += axis.rate;
        total_speed += axis.rate * (length_up(arm) + place_error_);
    }
    const Vec3 turn = turn_of(first), velocity = first.shift;
    const double omega = length_up(turn), extent = total_speed + total_turn * radius_;
    const double rounding = 4 * relative_error_ * extent + 0x1p-50 * total_turn * kernel::norm_1(center_);
    ScrewFit fit;
    fit.center = center_;
    fit.axis = {0, 0, 1};
    if (omega * farthest_axis * radius_ <= length_up(velocity) || omega < smallest_turn) {
        fit.linear = true;
        fit.translation = (2 * half_) * velocity;
        fit.delta = half_ * (omega * radius_ + rounding) + 0.5 * half_ * half_ * derivative_bound(2);
        fit.delta = (fit.delta + 0x1p-48 * length_up(fit.translation)) * long_up;
        return fit;
    }
    fit.axis = normalized(turn);
    const Vec3 offset = (1 / kernel::dot(turn, turn)) * kernel::cross(turn, velocity);
    fit.pivot = center_ + offset;
    fit.angle = 2 * half_ * std::sqrt(kernel::dot(turn, turn));
    const double advance = 2 * half_ * kernel::dot(fit.axis, velocity);
    fit.screw = {.point = fit.pivot, .axis = fit.axis, .angle = radians(fit.angle), .advance = advance};

    const Vec3 bracket_turn = turn_of(brackets);
    const double quarter = 0.25 * half_ * half_;
    double second_difference = (length_up(brackets.shift) + length_up(bracket_turn) * radius_) * long_up;
    double second_share = quarter, correction = 0;
    if (quarter * length_up(bracket_turn) <= largest_correction) {
        fit.correction_turn = quarter * bracket_turn;
        fit.correction_shift = quarter * brackets.shift;
        correction = quarter * second_difference;
    } else {
        second_share = 2 * quarter;
    }
    second_difference += 16 * relative_error_ * total_turn * extent;
    const Derivative cube = cross(turn, cross(turn, field(turn, velocity)));
    third += -1.0 * cube;
    const double third_difference =
        third.largest(radius_) + 64 * relative_error_ * total_turn * total_turn * extent;
    const double fourth = derivative_bound(4) + omega * omega * omega *
                                                    (length_up(velocity) + omega * (radius_ + correction)) *
                                                    long_up;
    const double angle_2 = kernel::dot(fit.correction_turn, fit.correction_turn);
    const double h = half_;
    fit.delta = h * rounding + second_share * second_difference + h * h * h / 6 * third_difference +
                h * h * h * h / 24 * fourth + h * omega * correction + 0.5 * angle_2 * radius_ * long_up +
                0x1p-46 * (correction + h * length_up(velocity));
    fit.delta *= long_up;
    return fit;
}

ScrewStart start_of(const ScrewFit& fit, const Frame& link, double reach) {
    // The 12 numbers of `link` count as exact here; their errors are bounded elsewhere.
    Frame exact = link;
    exact.turn_error = exact.place_error = 0;
    ScrewStart start;
    const double size = kernel::norm_1(link.place) + kernel::norm_1(fit.center) + reach;
    if (fit.linear) {
        exact.place = exact.place - 0.5 * fit.translation;
        start.pose = pose_of(exact);
        start.error = 0x1p-49 * (size + kernel::norm_1(fit.translation));
        return start;
    }
    const double correction_angle = length_up(fit.correction_turn);
    const bool corrected = correction_angle > 0x1p-500;
    const Frame correction =
        corrected ? rotation_about(normalized(fit.correction_turn),
                                   {std::sqrt(kernel::dot(fit.correction_turn, fit.correction_turn)), 0})
                  : Frame{};
    const Frame back = rotation_about(fit.axis, {-0.5 * fit.angle, 0});
    Frame out = exact;
    out.place = {};
    out = back * (correction * out);
    const Vec3 from_center = correction.direction(link.place - fit.center) + fit.correction_shift;
    // (R − 1)(center − pivot) by the sine and 1 − cos with a small relative error: the axis may be far away.
    const kernel::DoubleDoubleSinCos turn = kernel::double_double_sin_cos(-0.5 * fit.angle);
    const double sine = turn.sin.rounded(), versine = (kernel::DoubleDouble(1) - turn.cos).rounded();
    const Vec3 arm = fit.center - fit.pivot, across = kernel::cross(fit.axis, arm);
    const Vec3 shift = sine * across + versine * kernel::cross(fit.axis, across);
    out.place = fit.center + ((back.direction(from_center) + shift) - (0.5 * fit.screw.advance) * fit.axis);
    start.pose = pose_of(out);
    const double far = length_up(arm);
    start.error =
        (out.turn_error * reach + (correction.turn_error + back.turn_error) * length_up(from_center) +
         0x1p-45 * (std::abs(fit.angle) * far) + 0x1p-94 * far +
         0x1p-47 *
             (size + correction_angle * size + std::abs(fit.screw.advance) + kernel::norm_1(from_center))) *
        long_up;
    return start;
}

}  // namespace allide::robot
