// A sphere that moves along a screw, against a plane, a half-space, a box and a sphere at rest: when do they
// share a point? A union of spans of time: a plane may be met three times in a single turn.
//
// The spans hold every time of contact, certainly. Each end is within the tolerance of a time at which the
// two touch, or come as near as `slack` says.
#pragma once

#include <allide/geometry.hpp>

#include <vector>

namespace allide::kernel {

struct TimeSpan {
    double t0 = 0, t1 = 1;
    friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};
using TimeSpans = std::vector<TimeSpan>;  // sorted and disjoint

// Times of both; of one of them.
TimeSpans intersection(const TimeSpans& a, const TimeSpans& b);
TimeSpans united(const TimeSpans& a, const TimeSpans& b);

class MovingSphere {
  public:
    // Numbers are finite, the radius is not negative, and the angle one that a Motion may have.
    MovingSphere(const Vec3& centre, double radius, const Screw& screw);

    // The plane normal · x = offset, whose normal is not 0.
    TimeSpans at_plane(const HalfSpace& plane, const TimeSpan& within, double tolerance) const;
    TimeSpans in_half_space(const HalfSpace& space, const TimeSpan& within, double tolerance) const;
    TimeSpans at_box(const Box& box, const TimeSpan& within, double tolerance) const;
    TimeSpans at_sphere(const Vec3& centre, double radius, const TimeSpan& within, double tolerance) const;

    // Two that are no farther apart than this may be told to touch.
    double slack(double tolerance) const;

  private:
    struct State {
        Vec3 place, velocity;
    };
    template <typename Obstacle>
    class Search;

    State at(double t) const;

    double radius_, angle_, advance_;
    Vec3 foot_, axis_, cosine_, sine_;  // place = foot + advance·t·axis + cos·cosine + sin·sine
    double error_;                      // of a place, along any direction
    double speed_, bend_;               // not below the length of the velocity, of the acceleration
};

}  // namespace allide::kernel
