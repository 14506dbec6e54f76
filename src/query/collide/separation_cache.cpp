#include "query/collide/separation_cache.hpp"

#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// The root's bounding box: the points middle + s₀ half[0] + s₁ half[1] + s₂ half[2] with |s| ≤ 1, up to the
// rounding of its axes to single precision. It is in the tree's unit, so that no square of a length overflows
// or underflows.
struct RootBox {
    explicit RootBox(const tree::WideTree& tree) {
        const tree::WideNode& root = tree.nodes.front();
        middle = in_unit(tree) * tree.center + Vec3{root.center[0], root.center[1], root.center[2]};
        for (std::size_t k = 0; k < 3; ++k)
            half[k] = double{tree::box_reach} * double{root.step[k]} *
                      Vec3{root.axis[3 * k], root.axis[3 * k + 1], root.axis[3 * k + 2]};
    }
    static double in_unit(const tree::WideTree& tree) { return std::ldexp(1.0, -tree.exponent); }

    Vec3 middle;
    std::array<Vec3, 3> half;
};

double length_of(const Vec3& x) {
    return std::sqrt(kernel::dot(x, x));
}

Vec3 times(const std::array<double, 9>& m, const Vec3& x) {
    return {m[0] * x.x + m[1] * x.y + m[2] * x.z, m[3] * x.x + m[4] * x.y + m[5] * x.z,
            m[6] * x.x + m[7] * x.y + m[8] * x.z};
}

// An upper bound of the distance by which any point of B has moved since `then`, in A's frame and in the unit
// of B's tree. This distance is a convex function of the point, hence largest at a corner of the root's box.
// docs/guarantees.md derives the added terms.
double largest_motion(const tree::WideTree& tree, const detail::LastSeparation& then,
                      const kernel::RelativePose& now) {
    const RootBox b(tree);
    std::array<double, 9> turn;
    double turned = 0;
    for (std::size_t i = 0; i < 9; ++i) {
        turn[i] = now.rotation[i] - then.rotation[i];
        turned += std::abs(turn[i]);
    }
    const double unit = RootBox::in_unit(tree);
    const Vec3 place_now = unit * now.translation, place_then = unit * then.translation;
    const Vec3 of_middle = times(turn, b.middle) + (place_now - place_then);
    const Vec3 u = times(turn, b.half[0]), v = times(turn, b.half[1]), w = times(turn, b.half[2]);
    const double of_corners = std::max(std::max(length_of(u + v + w), length_of(u + v - w)),
                                       std::max(length_of(u - v + w), length_of(u - v - w)));
    const double size = kernel::norm_1(b.half[0]) + kernel::norm_1(b.half[1]) + kernel::norm_1(b.half[2]);
    const double numbers =
        1 + kernel::norm_1(b.middle) + size + kernel::norm_1(place_now) + kernel::norm_1(place_then);
    return length_of(of_middle) + of_corners + 0x1p-19 * turned * size + 0x1p-40 * numbers;
}

const tree::WideTree* wide_tree(const Placed& x) {
    const auto* tree = std::get_if<tree::WideTree>(&data_of(x).tree);
    return tree != nullptr && !tree->empty() ? tree : nullptr;
}

}  // namespace

bool still_separated(const Placed& a, const Placed& b, const kernel::RelativePose& b_in_a,
                     const detail::QueryMemory& cache) {
    const auto& then = cache.last_separation;
    if (!then || then->shapes[0] != data_of(a).number.value() || then->shapes[1] != data_of(b).number.value())
        return false;
    const tree::WideTree* const tree = wide_tree(b);
    if (tree == nullptr) return false;
    // Bound of the rounding errors of both maps, then and now, from B's frame to A's.
    const double errors = 2 * (then->error + b_in_a.map_error(tree->norm));
    const double unit = RootBox::in_unit(*tree);
    return largest_motion(*tree, *then, b_in_a) + unit * errors < unit * then->gap;
}

std::optional<detail::LastSeparation> separation_record(double gap, const Placed& a, const Placed& b,
                                                        const kernel::RelativePose& b_in_a) {
    const tree::WideTree* const tree = wide_tree(b);
    // The error bounds do not cover subnormal roundings, and an infinite gap proves nothing.
    if (!(gap > 0x1p-960) || !std::isfinite(gap) || tree == nullptr) return std::nullopt;
    return detail::LastSeparation{.shapes = {data_of(a).number.value(), data_of(b).number.value()},
                                  .rotation = b_in_a.rotation,
                                  .translation = b_in_a.translation,
                                  .error = b_in_a.map_error(tree->norm),
                                  .gap = gap};
}

}  // namespace allide::query
