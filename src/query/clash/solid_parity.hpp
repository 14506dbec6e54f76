// Is a point that lies infinitely near to a given one inside a solid, by the odd rule? Exact at any size and
// place, since no such point is ever rounded: it is a place and up to three steps away from it, each
// infinitely smaller than the one before.
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
    kernel::Exact denominator{1.0};  // positive
};

// A half-line from a place, and the triangles that it meets.
struct HalfLine {
    // One that it meets or not, depending on the steps away from the place. The first three vectors tell how
    // the half-line turns about an edge, the fourth how high the triangle's plane is above its start: by the
    // signs of their products with the steps, and by those at the place itself.
    struct Doubtful {
        std::array<ExactVector, 4> vectors;
        std::array<int, 4> at_place;
    };
    bool odd = false;  // the number of triangles that it meets in any case
    std::vector<Doubtful> doubtful;
};

// The bounding triangles of a surface at its place in the world, and boxes that hold them. Remembers what it
// was asked about: for one thread.
class SolidTriangles {
  public:
    // Those of one component alone, unless it is none.
    SolidTriangles(const SolidSurface& surface, const Pose& pose,
                   std::uint32_t component = SolidSurface::none);

    // In a direction of many, by its number. Valid until another place is asked about.
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
    HalfLine looked_along(const RationalPoint& place, const Vec3& direction) const;
    void look_at(std::size_t triangle, const RationalPoint& place,
                 const kernel::NumberPoint<kernel::Certain>& rounded, const Vec3& direction,
                 HalfLine& line) const;

    const Mesh& mesh_;
    Pose pose_;
    std::vector<std::uint32_t> numbers_;
    std::vector<Box> boxes_;
    mutable std::map<RoughPlace, std::vector<Known>> known_;
};

// The points at the end of steps from one place.
class ParityNear {
  public:
    // Which way each step goes, the largest first: ±1, ±2, ±3 are the steps and their opposites, 0 is none.
    using Path = std::array<int, 3>;

    ParityNear(const SolidTriangles& solid, RationalPoint place, std::array<ExactVector, 3> steps)
        : solid_(solid), place_(std::move(place)), steps_(std::move(steps)) {
        aim(0);
    }

    Where at(const Path& path);

  private:
    enum class Meets { no, yes, on_triangle, unlucky };

    void aim(std::uint32_t direction);
    Meets meets(std::size_t doubtful, const Path& path);
    int sign_at(std::size_t doubtful, std::size_t vector, const Path& path);

    const SolidTriangles& solid_;
    RationalPoint place_;
    std::array<ExactVector, 3> steps_;
    std::uint32_t direction_ = 0;
    const HalfLine* half_line_ = nullptr;
    // By doubtful triangle, step and vector: the sign, or none yet.
    std::vector<std::array<std::array<std::int8_t, 4>, 3>> by_step_;
};

// Steps from the first corner of a triangle with area: along an edge, along the other one, and off its plane
// to where (b − a) × (c − a) points. So {1, 2, 3} is just above a point in it.
ParityNear beside_first_corner(const SolidTriangles& solid, const std::array<Vec3, 3>& triangle,
                               const Pose& pose);

}  // namespace allide::query
