// At first, all triangles form one group. The group with the largest sphere is divided in two until there are
// enough groups. A triangle that is large compared with its group is cut at the dividing plane, so that even
// a large plate of two triangles gets small spheres. Each group gets a sphere around the centre of its
// bounding box.
//
// Proof that every point is covered: a polygon is cut in two along a plane, which adds two corners at rounded
// places. A point of the exact half is a convex combination of its corners; the point of the rounded half
// with the same weights is no farther from it than a rounded corner is from the exact one. So after n cuts
// every point of the triangle is within n rounding errors of a rounded piece, which lies in a sphere because
// its corners do.
#include "index/build/covering_spheres.hpp"

#include "index/build/edge_point.hpp"
#include "index/build/mesh_box.hpp"
#include "index/file/axes.hpp"
#include "kernel/pose/vec.hpp"
#include "tree/wide/local_unit.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace allide::index {
namespace {

using kernel::operator+;
using kernel::operator-;
using kernel::operator*;

// A piece is cut only if its extent is more than this share of the extent of its group.
constexpr double cut_share = 0.25;
constexpr std::size_t most_cuts = 1024;
// Each division cuts a piece at most once, and most_spheres groups are made by one division less.
constexpr double cuts_in_a_row = ObjectSummary::most_spheres - 1;

// Computes squared lengths in a unit that is a power of two near the object's size: they cannot overflow, and
// underflow only if they are negligible.
class SquareLengths {
  public:
    explicit SquareLengths(double diagonal)
        : exponent_(diagonal > 0 ? std::clamp(std::ilogb(diagonal), -1000, 1000) : 0),
          scale_(std::ldexp(1.0, -exponent_)) {}
    double between(const Vec3& a, const Vec3& b) const {
        const Vec3 d = scale_ * (a - b);
        return kernel::dot(d, d);
    }
    double length_of(double square) const { return std::ldexp(std::sqrt(square), exponent_); }

  private:
    int exponent_;
    double scale_;
};

Vec3 middle_of(const Vec3& a, const Vec3& b) {
    return 0.5 * a + 0.5 * b;
}

unsigned longest_axis(const Box& box) {
    const Vec3 extent = box.hi - box.lo;
    return extent.x >= extent.y && extent.x >= extent.z ? 0u : extent.y >= extent.z ? 1u : 2u;
}

// A convex polygon: corners first … first + count − 1 of SphereCover.
struct Piece {
    std::uint32_t first = 0, count = 0;
};

// A group of pieces, and a sphere that contains them.
struct Group {
    std::vector<Piece> pieces = {};
    Box box = {};
    Ball ball = {};
};

class SphereCover {
  public:
    SphereCover(const Mesh& mesh, const SquareLengths& squares, double rounding)
        : squares_(squares), rounding_(rounding) {
        Group all;
        all.pieces.reserve(mesh.triangles().size());
        corners_.reserve(3 * mesh.triangles().size() + 256);
        for (const TriangleIndices& triangle : mesh.triangles()) {
            all.pieces.push_back({static_cast<std::uint32_t>(corners_.size()), 3});
            for (const std::uint32_t vertex : triangle) corners_.push_back(mesh.vertices()[vertex]);
        }
        fit(all);
        groups_.push_back(std::move(all));
    }

    // Tries 1, 2, 4, … spheres. More are chosen if they reduce the total volume by at least a fifth.
    std::vector<Ball> best() {
        std::vector<Ball> chosen = balls();
        double content = content_of(chosen);
        for (std::size_t count = 2; count <= ObjectSummary::most_spheres; count *= 2) {
            while (groups_.size() < count && divide_largest()) {
            }
            std::vector<Ball> more = balls();
            if (content_of(more) > worth_it * content) continue;
            chosen = std::move(more);
            content = content_of(chosen);
        }
        return chosen;
    }

  private:
    static constexpr double worth_it = 0.8;

    std::vector<Ball> balls() const {
        std::vector<Ball> balls;
        for (const Group& group : groups_) balls.push_back(group.ball);
        return balls;
    }

    // The sum of the volumes up to a factor, in units of the largest radius so that cubes do not underflow.
    double content_of(const std::vector<Ball>& balls) const {
        double sum = 0;
        for (const Ball& ball : balls) {
            const double share = unit_ > 0 ? ball.radius / unit_ : 0;
            sum += share * share * share;
        }
        return sum;
    }

    bool divide_largest() {
        std::size_t largest = groups_.size();
        for (std::size_t i = 0; i < groups_.size(); ++i)
            if (is_divisible(groups_[i]) &&
                (largest == groups_.size() || groups_[i].ball.radius > groups_[largest].ball.radius))
                largest = i;
        if (largest == groups_.size()) return false;
        Group low, high;
        divide(groups_[largest], low, high);
        fit(low);
        fit(high);
        groups_[largest] = std::move(low);
        groups_.push_back(std::move(high));
        return true;
    }

    bool is_divisible(const Group& group) const {
        if (group.pieces.size() > 1) return true;
        const unsigned axis = longest_axis(group.box);
        const double at = along(middle_of(group.box.lo, group.box.hi), axis);
        return cuts_ < most_cuts && along(group.box.lo, axis) < at && at < along(group.box.hi, axis);
    }

    // Divides the group at the middle of the longest axis of its box, or into equal halves if that leaves one
    // side empty.
    void divide(Group& group, Group& low, Group& high) {
        const unsigned axis = longest_axis(group.box);
        const double at = along(middle_of(group.box.lo, group.box.hi), axis);
        const double long_enough = cut_share * (along(group.box.hi, axis) - along(group.box.lo, axis));
        for (const Piece& piece : group.pieces) {
            const auto [least, most] = extent_of(piece, axis);
            if (least < at && at < most && most - least > long_enough && cuts_ < most_cuts) {
                low.pieces.push_back(half_of(piece, axis, at, true));
                high.pieces.push_back(half_of(piece, axis, at, false));
                ++cuts_;
            } else {
                (0.5 * least + 0.5 * most <= at ? low : high).pieces.push_back(piece);
            }
        }
        if (!low.pieces.empty() && !high.pieces.empty()) return;
        low.pieces = std::move(group.pieces);
        high.pieces.assign(low.pieces.begin() + static_cast<std::ptrdiff_t>(low.pieces.size() / 2),
                           low.pieces.end());
        low.pieces.resize(low.pieces.size() / 2);
    }

    std::pair<double, double> extent_of(const Piece& piece, unsigned axis) const {
        double least = along(corners_[piece.first], axis), most = least;
        for (std::uint32_t i = 1; i < piece.count; ++i) {
            least = std::min(least, along(corners_[piece.first + i], axis));
            most = std::max(most, along(corners_[piece.first + i], axis));
        }
        return {least, most};
    }

    // The part of a polygon on one side of a plane that crosses it.
    Piece half_of(const Piece& piece, unsigned axis, double at, bool low) {
        Piece half{static_cast<std::uint32_t>(corners_.size()), 0};
        const auto is_in = [&](const Vec3& corner) {
            return low ? along(corner, axis) <= at : along(corner, axis) >= at;
        };
        for (std::uint32_t i = 0; i < piece.count; ++i) {
            const Vec3 a = corners_[piece.first + i], b = corners_[piece.first + (i + 1) % piece.count];
            if (is_in(a)) corners_.push_back(a);
            if ((along(a, axis) < at && along(b, axis) > at) || (along(a, axis) > at && along(b, axis) < at))
                corners_.push_back(edge_point(a, b, axis, at));
        }
        half.count = static_cast<std::uint32_t>(corners_.size()) - half.first;
        return half;
    }

    // Sets the box and the sphere of a group.
    void fit(Group& group) {
        const Vec3 first = corners_[group.pieces.front().first];
        Box box{first, first};
        for (const Piece& piece : group.pieces)
            for (std::uint32_t i = 0; i < piece.count; ++i) {
                box.lo = lower_of(box.lo, corners_[piece.first + i]);
                box.hi = upper_of(box.hi, corners_[piece.first + i]);
            }
        group.box = box;
        group.ball.centre = middle_of(box.lo, box.hi);
        double square = 0;
        for (const Piece& piece : group.pieces)
            for (std::uint32_t i = 0; i < piece.count; ++i)
                square = std::max(square, squares_.between(group.ball.centre, corners_[piece.first + i]));
        // Differences, squares, sums and the square root each have a relative error of 2⁻⁵³. Terms that
        // underflow are far below rounding_, which is at least 2⁻⁴⁷ of the object's size.
        group.ball.radius = squares_.length_of(square) * (1 + 32 * 0x1p-53) + rounding_;
        unit_ = std::max(unit_, group.ball.radius);
    }

    SquareLengths squares_;
    double rounding_, unit_ = 0;
    std::vector<Vec3> corners_;
    std::vector<Group> groups_;
    std::size_t cuts_ = 0;
};

}  // namespace

std::vector<Ball> covering_spheres(const Mesh& mesh) {
    if (mesh.triangles().empty()) return {};
    const Box box = mesh_box(mesh);
    const Vec3 extent = box.hi - box.lo;
    const double diagonal = std::hypot(extent.x, extent.y, extent.z);
    const double largest = std::max(kernel::largest(box.lo), kernel::largest(box.hi));
    const double rounding = cuts_in_a_row * edge_point_error(largest);
    if (!std::isfinite(diagonal) || !std::isfinite(4 * largest)) return {};
    return SphereCover(mesh, SquareLengths(diagonal), rounding).best();
}

}  // namespace allide::index
