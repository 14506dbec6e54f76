// Decides whether a direction separates two sets of triangles throughout a time interval.
#pragma once

#include "query/explain/moving_points.hpp"
#include "query/explain/triangle_set.hpp"

namespace allide::query {

struct TimeInterval {
    double from = 0, to = 1;
    bool is_open = false;  // true if the time `to` itself is left out
};

// A vertex of A is at axial + t·shift + cos(ωt)·radial + sin(ωt)·tangent (moving_points.hpp). Let f(t) be its
// height along the direction n, m the middle of the interval, and h half its width. Then |f''| ≤ c with
// c = ω² (|n · radial| + |n · tangent|), and f(t) ≤ f(m) + |f'(m)| h + ½ c h². The direction n separates the
// sets if, for all vertices of A, this bound is below the height of all of B by more than the clearance times
// |n|. For translations ω = 0, and the bound is attained at an end of the interval.
class MovingGap {
  public:
    MovingGap(const MovingPoints& points, double clearance)
        : points_(points), clearance_(points.scaled(clearance)) {}

    struct Heights {
        double gap = 0;       // lower bound of the gap at the middle, minus the clearance times |n|
        double movement = 0;  // upper bound on how much the gap shrinks within the interval
        bool separates() const { return gap > movement; }
    };
    Heights heights(TriangleSet a, TriangleSet b, const TimeInterval& time,
                    const PrecisePoint& direction) const;

  private:
    struct Highest {
        kernel::DoubleDouble now;  // the largest f(m) of any vertex
        double later;              // the largest upper bound of f(t) in the interval, minus `now`
    };
    Highest highest_of_a(TriangleSet a, const TimeInterval& time, const PrecisePoint& direction) const;

    const MovingPoints& points_;
    double clearance_;
};

}  // namespace allide::query
