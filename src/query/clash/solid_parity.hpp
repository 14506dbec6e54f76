// Tests whether a point infinitely near to a given place is inside a solid, by the odd rule. Such a point is
// given by a place and up to three steps away from it, each infinitely smaller than the one before (a
// symbolic perturbation). Nothing is rounded, so the answer is exact at any size and place.
#pragma once

#include "kernel/number/number_vectors.hpp"
#include "query/clash/solid_surface.hpp"

#include <allide/probe.hpp>

#include <array>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace allide::query {

using ExactVector = kernel::NumberPoint<kernel::Exact>;

template <typename Number>
kernel::NumberPoint<Number> placed_corner(const Pose& pose, const Vec3& x) {
    return pose == Pose::identity() ? kernel::as_given<Number>(x) : kernel::image<Number>(pose, x);
}

struct RationalPoint {
    ExactVector numerator;
    kernel::Exact denominator{1.0};  // always positive
};

// A half-line from a place, and how it meets the triangles of a solid.
struct HalfLine {
    // A triangle that rounded arithmetic did not decide, so that the infinitely small steps away from the
    // place may matter. Four signs decide whether the half-line meets it: on which side of each edge the
    // half-line passes (entries 0 to 2), and on which side of the triangle's plane it starts (entry 3).
    // `at_place` has each sign at the place itself. Where it is 0, the sign is that of step · vector, for the
    // first step that gives a product other than 0.
    struct Doubtful {
        std::array<ExactVector, 4> vectors;
        std::array<int, 4> at_place;
    };
    bool odd = false;  // true if it meets an odd number of triangles, doubtful ones not counted
    std::vector<Doubtful> doubtful;
};

// The bounding triangles of a surface, placed in the world, with boxes around them. Caches the half-lines
// from recent places; not thread-safe.
class SolidTriangles {
  public:
    // Uses only the triangles of this component, or all triangles for `none`.
    SolidTriangles(const SolidSurface& surface, const Pose& pose,
                   std::uint32_t component = SolidSurface::none);

    // The half-line from a place in the direction with this number, one of many fixed directions. The
    // reference is valid until the next call with another place.
    const HalfLine& half_line(const RationalPoint& place, std::uint32_t direction) const;

  private:
    struct Known {
        RationalPoint place;
        std::vector<std::unique_ptr<const HalfLine>> half_lines;
    };
    using RoughPlace = std::array<double, 3>;

    template <typename Number>
    kernel::NumberTriangle<Number> corners(std::size_t i) const {
        const std::array<Vec3, 3> t = mesh_.corners(numbers_[i]);
        return {placed_corner<Number>(pose_, t[0]), placed_corner<Number>(pose_, t[1]),
                placed_corner<Number>(pose_, t[2])};
    }
    HalfLine cast(const RationalPoint& place, const Vec3& direction) const;
    void test_triangle(std::size_t triangle, const RationalPoint& place,
                       const kernel::NumberPoint<kernel::BoundedDouble>& rounded, const Vec3& direction,
                       HalfLine& line) const;

    const Mesh& mesh_;
    Pose pose_;
    std::vector<std::uint32_t> numbers_;
    std::vector<Box> boxes_;
    mutable std::map<RoughPlace, std::vector<Known>> known_;
};

// Tells whether points at the end of infinitesimal steps from one place are inside a solid.
class ParityNearPoint {
  public:
    // The steps in order of size, the largest first: ±1, ±2, ±3 are the three given steps and their
    // opposites, 0 is no step.
    using Path = std::array<int, 3>;

    ParityNearPoint(const SolidTriangles& solid, RationalPoint place, std::array<ExactVector, 3> steps)
        : solid_(solid), place_(std::move(place)), steps_(std::move(steps)) {
        cast_in_direction(0);
    }

    PointLocation at(const Path& path);

  private:
    enum class Meets { no, yes, on_triangle, degenerate };

    void cast_in_direction(std::uint32_t direction);
    Meets meets(std::size_t doubtful, const Path& path);
    int sign_at(std::size_t doubtful, std::size_t vector, const Path& path);

    const SolidTriangles& solid_;
    RationalPoint place_;
    std::array<ExactVector, 3> steps_;
    std::uint32_t direction_ = 0;
    const HalfLine* half_line_ = nullptr;
    // The sign of step · vector by doubtful triangle, step and vector; sign_unknown if not computed yet.
    std::vector<std::array<std::array<std::int8_t, 4>, 3>> by_step_;
};

// Starts at the first corner, a, of a triangle abc with area. The three steps go along ab, along ac, and off
// the triangle's plane to the side of (b − a) × (c − a). So the path {1, 2, 3} ends just above an interior
// point of the triangle.
ParityNearPoint parity_near_first_corner(const SolidTriangles& solid, const std::array<Vec3, 3>& triangle,
                                         const Pose& pose);

}  // namespace allide::query
