// Coordinates for patches of directions, in which heights are expanded as series.
#pragma once

#include "convex/depth/patch_series.hpp"
#include "kernel/pose/vec.hpp"

#include <array>
#include <cmath>

namespace allide::convex {

// The directions that pass through a facet and also lie in a cap: a cone of directions within some angle of
// the facet's normal.
struct DirectionPatch {
    std::array<Vec3, 3> corner;   // vectors from the origin to the facet's corners
    Vec3 normal;                  // unit length
    double cosine = 1, sine = 0;  // of the angle, which is less than a right angle

    // Sets the angle to slightly more than the arc cosine of `share`.
    void set_angle(double share) {
        sine = std::sqrt((1 - share) * (1 + share)) * 1.001 + 2e-8;
        cosine = std::sqrt((1 - sine) * (1 + sine));
    }
};

// Coordinates x and y of the directions in a patch, scaled to magnitudes of at most 1. A direction is
// represented by a vector n along it, either in the tangent plane of the unit sphere at a center, or on the
// cylinder of radius 1 about a pole. On the cylinder, x is the longitude about the pole and y the position
// along it.
class DirectionChart {
  public:
    // `first` is the direction in which x increases: of unit length and perpendicular to the center.
    static DirectionChart tangent_plane(const Vec3& center, const Vec3& first);
    // Requires that the pole is not close to the center.
    static DirectionChart cylinder(const Vec3& center, const Vec3& pole);

    enum class Fit { fits, empty, too_large };
    // Scales the coordinates to a patch. Must be called before the functions below.
    Fit fit(const DirectionPatch& patch);

    const Interval& x() const { return x_; }
    const Interval& y() const { return y_; }
    double size_x() const { return size_x_; }
    double size_y() const { return size_y_; }
    bool has_pole() const { return on_cylinder_; }
    const Vec3& pole() const { return along_y_; }
    // Series of v · n, and of |n|².
    PatchSeries product(const Vec3& v) const;
    PatchSeries squared_length() const;
    // Adds factor · (v · n)², in a tangent plane.
    void add_squared_product(double factor, const Vec3& v, PatchSeries& sum) const;

  private:
    Fit fit_plane(const DirectionPatch& patch);
    Fit fit_cylinder(const DirectionPatch& patch);
    void set_box(const Interval& x, const Interval& y);

    Vec3 center_;             // n at x = y = 0; on the cylinder, without its part along the pole
    Vec3 along_x_, along_y_;  // derivatives of n with respect to x and y
    bool on_cylinder_ = false;
    double center_y_ = 0;  // tangent of the center's latitude
    Interval x_, y_;
    double size_x_ = 1, size_y_ = 1;
};

}  // namespace allide::convex
