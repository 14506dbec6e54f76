// A convex polygon on a triangle of a surface, in the coordinates of an OverlapFrame, and how it is cut.
#pragma once

#include "kernel/pose/vec.hpp"

#include <allide/geometry.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace allide::query {

class SurfacePiece {
  public:
    static constexpr std::size_t most_corners = 15;

    SurfacePiece() = default;
    explicit SurfacePiece(const std::array<Vec3, 3>& triangle) : size_(3) {
        for (std::size_t i = 0; i < 3; ++i) corners_[i] = triangle[i];
    }

    std::size_t size() const { return size_; }
    const Vec3& operator[](std::size_t i) const { return corners_[i]; }
    const Vec3* begin() const { return corners_.data(); }
    const Vec3* end() const { return corners_.data() + size_; }

    Vec3 centre() const {
        using kernel::operator+;
        using kernel::operator*;
        Vec3 sum{0, 0, 0};
        for (const Vec3& x : *this) sum = sum + x;
        return (1 / static_cast<double>(size_)) * sum;
    }
    double radius_around(const Vec3& centre) const {
        using kernel::operator-;
        double largest = 0;
        for (const Vec3& x : *this) largest = std::max(largest, kernel::dot(x - centre, x - centre));
        return std::sqrt(largest);
    }

    // The parts on both sides of a plane, { along · x ≥ offset } first. A corner within `margin` of the plane
    // belongs to both. A part without area has fewer than three corners.
    std::pair<SurfacePiece, SurfacePiece> split(const Vec3& along, double offset, double margin) const {
        using kernel::operator+;
        using kernel::operator-;
        using kernel::operator*;
        std::pair<SurfacePiece, SurfacePiece> out;
        for (std::size_t i = 0; i < size_; ++i) {
            const Vec3 &x = corners_[i], &next = corners_[i + 1 < size_ ? i + 1 : 0];
            const double h = kernel::dot(along, x) - offset, g = kernel::dot(along, next) - offset;
            if (h >= -margin) out.first.add(x);
            if (h <= margin) out.second.add(x);
            if ((h < -margin && g > margin) || (h > margin && g < -margin)) {
                const Vec3 crossing = x + (h / (h - g)) * (next - x);
                out.first.add(crossing);
                out.second.add(crossing);
            }
        }
        return out;
    }

    // The two parts on both sides of a diagonal, of which each has about half of the corners.
    std::pair<SurfacePiece, SurfacePiece> halved() const {
        std::pair<SurfacePiece, SurfacePiece> out;
        const std::size_t middle = size_ / 2;
        for (std::size_t i = 0; i <= middle; ++i) out.first.add(corners_[i]);
        for (std::size_t i = middle; i < size_; ++i) out.second.add(corners_[i]);
        out.second.add(corners_[0]);
        return out;
    }
    // The piece without corners that are within `shortest` of one before them.
    SurfacePiece without_short_sides(double shortest) const {
        using kernel::operator-;
        const auto is_near = [&](const Vec3& x, const Vec3& y) {
            return kernel::dot(x - y, x - y) <= shortest * shortest;
        };
        SurfacePiece out;
        for (const Vec3& x : *this)
            if (out.size_ == 0 || !is_near(x, out.corners_[out.size_ - 1])) out.add(x);
        while (out.size_ > 1 && is_near(out.corners_[out.size_ - 1], out.corners_[0])) --out.size_;
        return out;
    }
    // True if the piece must be halved before it is split, because a split may add a corner more than fits.
    bool is_crowded() const { return size_ + 1 >= most_corners; }

  private:
    void add(const Vec3& x) {
        if (size_ < corners_.size()) corners_[size_++] = x;
    }

    std::size_t size_ = 0;
    std::array<Vec3, most_corners + 1> corners_;
};

// A corner of a piece with an angle below 60°, around which a point may be far from the inset: the points
// { inward · x ≤ at } of the piece, none of them farther from the inset than `reach`.
struct SharpCorner {
    Vec3 inward;  // along the bisector, of length 1
    double at = 0, reach = 0;
};

// Upper bounds on the distance from a point of a piece to its inset: the piece without a strip of width
// `margin` along its sides. Infinite if the inset is small or empty.
struct InsetDistance {
    double elsewhere = 0;  // for points not around a sharp corner
    std::array<SharpCorner, SurfacePiece::most_corners + 1> corners;
    std::size_t count = 0;

    std::span<const SharpCorner> sharp_corners() const { return {corners.data(), count}; }
    double farthest() const {
        double most = elsewhere;
        for (const SharpCorner& corner : sharp_corners()) most = std::max(most, corner.reach);
        return most;
    }
};
// `centre` is a point of the piece.
InsetDistance distance_to_inset(const SurfacePiece& whole, const Vec3& centre, double margin);

}  // namespace allide::query
