#include "scene/extent.hpp"

#include "base/infinity.hpp"
#include "kernel/number/double_double.hpp"
#include "kernel/pose/vec.hpp"
#include "scene/boxes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace allide::scene {
namespace {

using kernel::dot;
using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

constexpr std::uint32_t block_size = 32;

// A lower bound of the exact sum of a and b.
double sum_down(double a, double b) {
    if (a == -base::infinity) return a;
    const kernel::DoubleDouble sum = kernel::two_sum(a, b);
    if (std::isinf(sum.high)) return sum.high > 0 ? std::numeric_limits<double>::max() : sum.high;
    // If the sum is near the largest double, the computation of its error may overflow.
    return sum.low < 0 || std::isnan(sum.low) ? std::nextafter(sum.high, -base::infinity) : sum.high;
}
double sum_up(double a, double b) {
    return -sum_down(-a, -b);
}

// True if the row selects a single coordinate or its negative.
bool takes_one(const double* row) {
    return std::abs(row[0]) + std::abs(row[1]) + std::abs(row[2]) == 1 &&
           std::max({std::abs(row[0]), std::abs(row[1]), std::abs(row[2])}) == 1;
}

std::vector<Vec3> used_points(const Mesh& mesh) {
    std::vector<bool> used(mesh.vertices().size());
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) used[vertex] = true;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i]) points.push_back(mesh.vertices()[i]);
    return points;
}

double coordinate(const Vec3& v, int axis) {
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

int longest_axis(const Vec3& half) {
    if (half.x >= half.y && half.x >= half.z) return 0;
    return half.y >= half.z ? 1 : 2;
}

}  // namespace

Extent::Extent(const Mesh& mesh) : mesh_(mesh), own_(Box::empty()) {
    const auto vertices = mesh.vertices();
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) own_.grow(vertices[vertex]);
}

void Extent::divide(std::uint32_t begin, std::uint32_t end) {
    Box box = Box::empty();
    for (std::uint32_t i = begin; i < end; ++i) box.grow(points_[i]);
    // Both ends are halved before they are added, since the sum of two large doubles may overflow.
    const Vec3 center = 0.5 * box.lo + 0.5 * box.hi, half = 0.5 * box.hi - 0.5 * box.lo;
    if (end - begin <= block_size) {
        blocks_.push_back({center, half, begin, end});
        return;
    }
    const int axis = longest_axis(half);
    const std::uint32_t middle = std::midpoint(begin, end);
    std::nth_element(
        points_.begin() + begin, points_.begin() + middle, points_.begin() + end,
        [axis](const Vec3& a, const Vec3& b) { return coordinate(a, axis) < coordinate(b, axis); });
    divide(begin, middle);
    divide(middle, end);
}

void Extent::divide() {
    points_ = used_points(mesh_);
    divide(0, static_cast<std::uint32_t>(points_.size()));
}

// Min and max of the rounded dot(direction, p) over all points. A block is skipped only if no point in it can
// extend the current range by more than the error bound.
Extent::Span Extent::extremes(const Vec3& direction, double error) const {
    const Vec3 sizes{std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)};
    Span span{base::infinity, -base::infinity};
    const auto scan = [&](const Block& block) {
        for (std::uint32_t i = block.begin; i < block.end; ++i) {
            const double product = dot(direction, points_[i]);
            span.lo = std::min(span.lo, product);
            span.hi = std::max(span.hi, product);
        }
    };
    const Block *lowest = nullptr, *highest = nullptr;
    Span reach{base::infinity, -base::infinity};
    for (const Block& block : blocks_) {
        const double middle = dot(direction, block.center), radius = dot(sizes, block.half);
        if (middle - radius < reach.lo) reach.lo = middle - radius, lowest = &block;
        if (middle + radius > reach.hi) reach.hi = middle + radius, highest = &block;
    }
    scan(*lowest);
    scan(*highest);
    for (const Block& block : blocks_) {
        const double middle = dot(direction, block.center), radius = dot(sizes, block.half) + error;
        if (middle - radius < span.lo || middle + radius > span.hi) scan(block);
    }
    return span;
}

// Lower bound of the minimum and upper bound of the maximum of dot(row, p) over all points.
Extent::Span Extent::along(const double* row) {
    if (takes_one(row)) {
        const int axis = row[0] != 0 ? 0 : row[1] != 0 ? 1 : 2;
        const double lo = coordinate(own_.lo, axis), hi = coordinate(own_.hi, axis);
        return row[axis] > 0 ? Span{lo, hi} : Span{-hi, -lo};
    }
    const Vec3 farthest{std::max(std::abs(own_.lo.x), std::abs(own_.hi.x)),
                        std::max(std::abs(own_.lo.y), std::abs(own_.hi.y)),
                        std::max(std::abs(own_.lo.z), std::abs(own_.hi.z))};
    const double largest = dot(Vec3{std::abs(row[0]), std::abs(row[1]), std::abs(row[2])}, farthest);
    if (!(largest < 0x1p1020)) return {-base::infinity, base::infinity};
    // Error bound of three products and two sums, for a point or for the centre and half size of a block. The
    // last term covers underflow.
    const double error = 16 * 0x1p-53 * largest + 0x1p-1070;
    if (blocks_.empty()) divide();
    const Span span = extremes({row[0], row[1], row[2]}, error);
    return {span.lo - error, span.hi + error};
}

Box Extent::at(const Pose& pose) {
    if (own_.is_empty()) return own_;
    const std::array<double, 12>& m = pose.matrix();
    const Span x = along(&m[0]), y = along(&m[4]), z = along(&m[8]);
    return {{sum_down(x.lo, m[3]), sum_down(y.lo, m[7]), sum_down(z.lo, m[11])},
            {sum_up(x.hi, m[3]), sum_up(y.hi, m[7]), sum_up(z.hi, m[11])}};
}

}  // namespace allide::scene
