// Overlap and distance tests between the k-DOPs of two models, for one query.
#pragma once

#include "kernel/triangle/triangle_pair.hpp"
#include "volume/box/gap.hpp"
#include "volume/kdop/realign.hpp"

#include <memory>

namespace allide::volume {

// False if the triangle, in the k-DOP's frame, lies outside one of its slabs by more than the margin.
template <int K>
bool triangle_overlaps(const kernel::Triangle& triangle, const Kdop<K>& dop, double margin) {
    const auto& all = directions<K>();
    for (std::size_t i = 0; i < K / 2; ++i) {
        const double p = kernel::dot(all[i], triangle[0]), q = kernel::dot(all[i], triangle[1]),
                     r = kernel::dot(all[i], triangle[2]);
        if (std::min({p, q, r}) > dop.hi(i) + margin || std::max({p, q, r}) < dop.lo(i) - margin)
            return false;
    }
    return true;
}

// Lower bound of the distance of the triangle and the k-DOP, less the margin; 0 if they may overlap.
template <int K>
double triangle_gap(const kernel::Triangle& triangle, const Kdop<K>& dop, double margin) {
    Kdop<K> of_triangle = fit_kdop<K>(triangle);
    of_triangle.inflate(margin);
    return of_triangle.gap(dop);
}

template <int K>
class KdopFrame {
  public:
    // The relative poses are inverse to each other; each norm bounds |x|₁ over all points of the model.
    KdopFrame(const kernel::RelativePose& b_in_a, const kernel::RelativePose& a_in_b, double norm_a,
              double norm_b, std::unique_ptr<Realigner<K>> realigner);

    using Placed = Kdop<K>;
    Placed place(const Kdop<K>& b, std::uint32_t slot) {
        const auto result = realigner_->realign(b, slot);
        multiplications_ += result.multiplications;
        return result.dop;
    }
    bool overlap(const Kdop<K>& a, const Placed& b) const { return a.overlaps(b); }

    // Tests a node against a triangle of the other model, for trees whose leaves have no volumes. The
    // triangle is mapped into the k-DOP's own frame, so no realignment is needed.
    bool overlap(const Kdop<K>& a, const kernel::Triangle& b) const {
        return triangle_overlaps({b_in_a_->map(b[0]), b_in_a_->map(b[1]), b_in_a_->map(b[2])}, a,
                                 margin_in_a_);
    }
    bool overlap(const kernel::Triangle& a, const Kdop<K>& b) const {
        return triangle_overlaps({a_in_b_->map(a[0]), a_in_b_->map(a[1]), a_in_b_->map(a[2])}, b,
                                 margin_in_b_);
    }

    // Lower bounds of the distance between the triangles, measured in A's frame. factor() covers the change
    // of lengths for gaps measured in B's frame.
    double gap(const Kdop<K>& a, const Placed& b) const { return factor() * a.gap(b); }
    double gap(const Kdop<K>& a, const kernel::Triangle& b) const {
        return factor() *
               triangle_gap<K>({b_in_a_->map(b[0]), b_in_a_->map(b[1]), b_in_a_->map(b[2])}, a, margin_in_a_);
    }
    double gap(const kernel::Triangle& a, const Kdop<K>& b) const {
        return factor() *
               triangle_gap<K>({a_in_b_->map(a[0]), a_in_b_->map(a[1]), a_in_b_->map(a[2])}, b, margin_in_b_);
    }

    std::uint64_t multiplications() const { return multiplications_; }

  private:
    double factor() const { return gap_factor(b_in_a_->deviation); }

    const kernel::RelativePose* b_in_a_;
    const kernel::RelativePose* a_in_b_;
    std::unique_ptr<Realigner<K>> realigner_;
    double margin_in_a_, margin_in_b_;
    std::uint64_t multiplications_ = 0;
};

}  // namespace allide::volume
