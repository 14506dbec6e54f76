// Oriented bounding boxes: Gottschalk, Lin, Manocha, "OBBTree" (1996).
#pragma once

#include "kernel/pose/relative_pose.hpp"
#include "kernel/pose/vec.hpp"

#include <allide/geometry.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace allide::volume {

using kernel::dot;
using kernel::operator-;

// The points x with |axis[k] · (x − center)| ≤ half[k]. The half sizes are in descending order. A planar set
// has half[2] = 0 and a line half[1] = half[2] = 0; the separating-axis test then needs fewer axes.
struct Obb {
    std::array<Vec3, 3> axis{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    Vec3 center;
    std::array<double, 3> half{};

    int dimension() const { return half[2] != 0 ? 3 : half[1] != 0 ? 2 : 1; }
    double size() const { return half[0]; }  // longest half size; of two boxes the larger is opened first
    double sum() const { return half[0] + half[1] + half[2]; }
};

// Fits a box to the points along the principal axes of the surface of their convex hull.
Obb fit_obb(std::span<const Vec3> points);

// The largest distance by which rounding can make a point that the box contains seem to be outside.
inline double fit_tolerance(const Obb& box) {
    const double far = std::abs(box.center.x) + std::abs(box.center.y) + std::abs(box.center.z);
    return 16 * 0x1p-53 * box.sum() + 8 * 0x1p-53 * far + 0x1p-1060;
}

// Overlap and distance tests between the boxes of two models, for one query.
class ObbFrame {
  public:
    // Each norm is an upper bound of |x|₁ over all points of the model.
    ObbFrame(const kernel::RelativePose& b_in_a, double norm_a, double norm_b);

    // B's box in A's frame.
    struct Placed {
        std::array<Vec3, 3> axis;
        Vec3 center;
        std::array<double, 3> half;
        double sum;
        int dimension;
    };
    Placed place(const Obb& b, std::uint32_t /*slot*/ = 0) const {
        return {{b_in_a_->rotate(b.axis[0]), b_in_a_->rotate(b.axis[1]), b_in_a_->rotate(b.axis[2])},
                b_in_a_->map(b.center),
                b.half,
                b.sum(),
                b.dimension()};
    }

    // False only if the triangles in the two boxes are certainly disjoint.
    bool overlap(const Obb& a, const Placed& b) const;
    // A lower bound of the distance between the triangles in the two boxes, measured in A's frame.
    double gap(const Obb& a, const Placed& b) const;

  private:
    template <int A, int B>
    bool overlap_of(const Obb& a, const Placed& b) const;

    const kernel::RelativePose* b_in_a_;
    double fixed_margin_;  // bounds the error of the centres, which grows with the distance from the origin
    double relative_margin_;  // margin per unit of the boxes' sizes and distance
};

// The separating-axis test for boxes with A and B nonzero half sizes; see ObbFrame for the margin. The axes
// are those of A, of B, and cross products of nonzero edges. Returns false at the first separating axis.
template <int A, int B>
bool ObbFrame::overlap_of(const Obb& a, const Placed& b) const {
    const Vec3 offset = b.center - a.center;
    const std::array<double, 3> t{dot(a.axis[0], offset), dot(a.axis[1], offset), dot(a.axis[2], offset)};
    const double margin = fixed_margin_ + relative_margin_ * (std::abs(t[0]) + std::abs(t[1]) +
                                                              std::abs(t[2]) + a.sum() + b.sum);
    double r[3][3], r_abs[3][3];
    for (int i = 0; i < 3; ++i) {
        double reach = margin + (i < A ? a.half[i] : 0);
        for (int j = 0; j < 3; ++j) {
            r[i][j] = dot(a.axis[i], b.axis[j]);
            r_abs[i][j] = std::abs(r[i][j]);
            if (j < B) reach += b.half[j] * r_abs[i][j];
        }
        if (std::abs(t[i]) > reach) return false;
    }
    for (int j = 0; j < 3; ++j) {
        double reach = margin + (j < B ? b.half[j] : 0);
        for (int i = 0; i < A; ++i) reach += a.half[i] * r_abs[i][j];
        if (std::abs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) > reach) return false;
    }
    for (int i = 0; i < A; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < B; ++j) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            double reach = margin;
            if (i1 < A) reach += a.half[i1] * r_abs[i2][j];
            if (i2 < A) reach += a.half[i2] * r_abs[i1][j];
            if (j1 < B) reach += b.half[j1] * r_abs[i][j2];
            if (j2 < B) reach += b.half[j2] * r_abs[i][j1];
            if (std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach) return false;
        }
    }
    return true;
}

inline bool ObbFrame::overlap(const Obb& a, const Placed& b) const {
    switch (4 * a.dimension() + b.dimension) {
        case 4 * 3 + 3:
            return overlap_of<3, 3>(a, b);
        case 4 * 2 + 2:
            return overlap_of<2, 2>(a, b);
        case 4 * 3 + 2:
            return overlap_of<3, 2>(a, b);
        case 4 * 2 + 3:
            return overlap_of<2, 3>(a, b);
        case 4 * 3 + 1:
            return overlap_of<3, 1>(a, b);
        case 4 * 1 + 3:
            return overlap_of<1, 3>(a, b);
        case 4 * 2 + 1:
            return overlap_of<2, 1>(a, b);
        case 4 * 1 + 2:
            return overlap_of<1, 2>(a, b);
        default:
            return overlap_of<1, 1>(a, b);
    }
}

}  // namespace allide::volume
