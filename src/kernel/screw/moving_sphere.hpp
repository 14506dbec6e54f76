// The times at which a sphere that follows a screw touches a plane, a half-space, a box or a sphere at rest.
// They are a union of intervals: a sphere may meet a plane three times within a single turn.
//
// The intervals certainly contain every time of contact. At a time that differs from an interval's end by at
// most the tolerance, the sphere and the obstacle touch or are at most slack() apart.
#pragma once

#include <allide/geometry.hpp>

#include <vector>

namespace allide::kernel {

struct TimeSpan {
    double t0 = 0, t1 = 1;
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};
using TimeSpans = std::vector<TimeSpan>;  // sorted and disjoint

// The times that are in both sets, and those that are in at least one of them.
TimeSpans intersection(const TimeSpans& a, const TimeSpans& b);
TimeSpans united(const TimeSpans& a, const TimeSpans& b);

class MovingSphere {
  public:
    // All numbers are finite, the radius is not negative, and the angle is within the limit of a Motion.
    MovingSphere(const Vec3& centre, double radius, const Screw& screw);

    // Times of contact with each kind of obstacle. A plane is normal · x = offset; its normal is not 0.
    TimeSpans at_plane(const HalfSpace& plane, const TimeSpan& within, double tolerance) const;
    TimeSpans in_half_space(const HalfSpace& space, const TimeSpan& within, double tolerance) const;
    TimeSpans at_box(const Box& box, const TimeSpan& within, double tolerance) const;
    TimeSpans at_sphere(const Vec3& centre, double radius, const TimeSpan& within, double tolerance) const;

    // Upper bound on the distance of two separated objects that may be reported as touching.
    double slack(double tolerance) const;

  private:
    struct State {
        Vec3 place, velocity;
    };
    template <typename Obstacle>
    class Search;

    State at(double t) const;

    double radius_, angle_, advance_;
    Vec3 foot_, axis_, cosine_, sine_;  // centre at time t: foot + advance·t·axis +
                                        // cos(angle·t)·cosine + sin(angle·t)·sine
    double error_;                      // upper bound on the error of the centre, along any direction
    double speed_, acceleration_;       // upper bounds on the speed and on the length of the acceleration
};

}  // namespace allide::kernel
