#include "base/cancel.hpp"
#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/intersection.hpp"
#include "model/model_data.hpp"
#include "tree/obb_view.hpp"

#include <allide/query.hpp>

#include <queue>

namespace allide {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

Vec3 unit(const Vec3& x) {
    return (1 / std::sqrt(dot(x, x))) * x;
}

// Lower and upper bounds of a set along three orthogonal axes; the third is the direction of the shift.
struct Slabs {
    std::array<double, 3> lo, hi;
};

// Projects boxes and triangles onto three axes; the third is the direction of the shift.
class ShiftAxes {
  public:
    ShiftAxes(const Vec3& direction, double norm_a, double norm_b) {
        const double size = kernel::largest(direction);
        exponent_ = std::ilogb(size);
        const Vec3 scaled{std::ldexp(direction.x, -exponent_), std::ldexp(direction.y, -exponent_),
                          std::ldexp(direction.z, -exponent_)};
        length_ = std::sqrt(dot(scaled, scaled));
        axis_[2] = unit(scaled);
        const Vec3& w = axis_[2];
        const bool along_x = std::abs(w.x) >= std::max(std::abs(w.y), std::abs(w.z));
        axis_[0] = unit(cross(w, along_x ? Vec3{0, 1, 0} : Vec3{1, 0, 0}));
        axis_[1] = cross(w, axis_[0]);
        // The margin covers rounding errors, in units of 2⁻⁵³ of a norm: 8 for mapping a point, 6 for its
        // product with an axis, 64 for the extents of a box, whose axes are not quite orthogonal, and 8 for
        // the first two axes, which are not quite orthogonal to the shift. The factor 512 is far above this
        // sum. The shift is no longer than the sum of both norms.
        margin_ = 512 * 0x1p-53 * (norm_a + norm_b) + 0x1p-1040;
    }

    // The bounds of a box or a triangle at a pose.
    Slabs slabs(const volume::Obb& box, const Pose& pose) const {
        const auto& m = pose.matrix();
        const Vec3 center = pose.apply_to_vector(box.center) + Vec3{m[3], m[7], m[11]};
        Slabs out;
        for (std::size_t k = 0; k < 3; ++k) {
            const double middle = dot(axis_[k], center);
            double reach = 0;
            for (std::size_t i = 0; i < 3; ++i)
                reach += box.half[i] * std::abs(dot(axis_[k], pose.apply_to_vector(box.axis[i])));
            reach *= 1 + 0x1p-40;
            out.lo[k] = middle - reach;
            out.hi[k] = middle + reach;
        }
        return out;
    }
    Slabs slabs(const std::array<Vec3, 3>& triangle, const Pose& pose) const {
        Slabs out;
        out.lo.fill(base::infinity);
        out.hi.fill(-base::infinity);
        for (const Vec3& x : triangle) {
            const Vec3 world = pose.apply(x);
            for (std::size_t k = 0; k < 3; ++k) {
                const double along = dot(axis_[k], world);
                out.lo[k] = std::min(out.lo[k], along);
                out.hi[k] = std::max(out.hi[k], along);
            }
        }
        return out;
    }

    // An upper bound of the shifts, in units of the direction's length, at which the two sets touch; negative
    // infinity if they never touch, infinity if numbers overflow.
    double largest_shift(const Slabs& a, const Slabs& b) const {
        for (std::size_t k = 0; k < 2; ++k)
            if (a.lo[k] > b.hi[k] + margin_ || b.lo[k] > a.hi[k] + margin_) return -base::infinity;
        const double overlap = b.hi[2] - a.lo[2] + margin_;
        const double shift =
            std::ldexp(overlap / length_ * (overlap > 0 ? 1 + 0x1p-48 : 1 - 0x1p-48), -exponent_);
        return std::isnan(shift) ? base::infinity : shift;
    }

  private:
    std::array<Vec3, 3> axis_;
    double margin_;
    double length_;  // length of the direction, times 2^−exponent
    int exponent_;
};

class SeparationSearch {
  public:
    SeparationSearch(const Placed& a, const Placed& b, const Vec3& direction)
        : a_(a),
          b_(b),
          direction_(direction),
          finder_(a.pose(), b.pose()),
          tree_a_(view_of(a)),
          tree_b_(view_of(b)),
          axes_(direction, world_norm(tree_a_.norm(), a.pose()), world_norm(tree_b_.norm(), b.pose())) {}

    // Best-first search: opens the pair of nodes with the largest upper bound until no bound exceeds
    // the largest shift found.
    Separation run() {
        if (tree_a_.empty() || tree_b_.empty()) return {};
        push(tree_a_.root(), tree_b_.root());
        const base::CancelCheck check_cancelled;
        while (!waiting_.empty() && may_be_better(waiting_.top().largest_shift)) {
            check_cancelled();
            const Pair pair = waiting_.top();
            waiting_.pop();
            open(pair.a, pair.b);
        }
        return best_;
    }
    Separation run_on_all_pairs() {
        const Mesh &mesh_a = data_of(a_).mesh, &mesh_b = data_of(b_).mesh;
        const base::CancelCheck check_cancelled;
        for (std::uint32_t i = 0; i < mesh_a.triangles().size(); ++i) {
            check_cancelled();
            for (std::uint32_t j = 0; j < mesh_b.triangles().size(); ++j) try_pair({i, j});
        }
        return best_;
    }

  private:
    struct Pair {
        double largest_shift;
        tree::NodeId a, b;
        friend bool operator<(const Pair& x, const Pair& y) { return x.largest_shift < y.largest_shift; }
    };

    static tree::ObbView view_of(const Placed& side) {
        return std::visit([](const auto& tree) { return tree::ObbView(tree); }, data_of(side).tree);
    }
    static std::span<const std::uint32_t> order_of(const Placed& side) {
        return std::visit([](const auto& tree) { return std::span<const std::uint32_t>(tree.order); },
                          data_of(side).tree);
    }
    static double world_norm(double norm, const Pose& pose) {
        const auto& m = pose.matrix();
        return 2 * norm + std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]);
    }

    bool may_be_better(double largest_shift) const { return largest_shift >= best_.lower; }

    void push(tree::NodeId a, tree::NodeId b) {
        const double largest_shift = axes_.largest_shift(axes_.slabs(tree_a_.volume(a), a_.pose()),
                                                         axes_.slabs(tree_b_.volume(b), b_.pose()));
        if (may_be_better(largest_shift)) waiting_.push({largest_shift, a, b});
    }
    void open(tree::NodeId a, tree::NodeId b) {
        const bool leaf_a = tree::is_leaf(a), leaf_b = tree::is_leaf(b);
        if (leaf_a && leaf_b) {
            try_leaves(a, b);
        } else if (leaf_b || (!leaf_a && tree_a_.volume(a).size() >= tree_b_.volume(b).size())) {
            for (const tree::NodeId child : tree_a_.children(a)) push(child, b);
        } else {
            for (const tree::NodeId child : tree_b_.children(b)) push(a, child);
        }
    }
    void try_leaves(tree::NodeId a, tree::NodeId b) {
        const auto places_a = tree_a_.triangles_of(a), places_b = tree_b_.triangles_of(b);
        for (std::uint32_t i = places_a.first; i < places_a.first + places_a.count; ++i) {
            const std::uint32_t triangle_a = order_of(a_)[i];
            const Slabs slabs_a = axes_.slabs(data_of(a_).mesh.corners(triangle_a), a_.pose());
            for (std::uint32_t j = places_b.first; j < places_b.first + places_b.count; ++j) {
                const std::uint32_t triangle_b = order_of(b_)[j];
                const Slabs slabs_b = axes_.slabs(data_of(b_).mesh.corners(triangle_b), b_.pose());
                if (may_be_better(axes_.largest_shift(slabs_a, slabs_b))) try_pair({triangle_a, triangle_b});
            }
        }
    }

    // Raises the bounds of the largest shift if this pair still touches at a larger one.
    void try_pair(const Contact& pair) {
        const auto found = finder_.last_touch(data_of(a_).mesh.corners(pair.triangle_a),
                                              data_of(b_).mesh.corners(pair.triangle_b), direction_);
        if (!found) return;
        if (!best_.last || found->upper > best_.upper) best_.last = pair;
        best_.lower = std::max(best_.lower, found->lower);
        best_.upper = std::max(best_.upper, found->upper);
    }

    Placed a_, b_;
    Vec3 direction_;
    kernel::IntersectionFinder finder_;
    tree::ObbView tree_a_, tree_b_;
    ShiftAxes axes_;
    std::priority_queue<Pair> waiting_;
    Separation best_;
};

}  // namespace

Separation separation_along(const Placed& a, const Placed& b, const Vec3& direction,
                            const SeparationOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(kernel::finite(direction) && kernel::largest(direction) > 0,
                 "separation_along: the direction must be finite and not zero");
    SeparationSearch search(a, b, direction);
    return options.search == Search::brute_force ? search.run_on_all_pairs() : search.run();
}

}  // namespace allide
