// Decides whether a direction separates two sets of triangles throughout a time interval.
#pragma once

#include "query/explain/moving_points.hpp"
#include "query/explain/triangle_set.hpp"

namespace allide::query {

struct TimeInterval {
    double from = 0, to = 1;
    bool is_open = false;  // `to` itself is left out
};

// With f(t) the height of a vertex of A along the direction n, and m the middle of the interval, h half its
// width:  f(t) ≤ f(m) + |f'(m)| h + ½ ω² h² |n| |radial|,  which must be below all of B by more than the
// clearance times |n|. For translations the ends of the interval decide.
class MovingGap {
  public:
    MovingGap(const MovingPoints& points, double clearance)
        : points_(points), clearance_(points.scaled(clearance)) {}

    struct Heights {
        double gap = 0;       // in the middle, less the clearance
        double movement = 0;  // how much of the gap the movement within the interval may use up
        bool separates() const { return gap > movement; }
    };
    Heights heights(TriangleSet a, TriangleSet b, const TimeInterval& time, const FinePoint& direction) const;

  private:
    struct Highest {
        kernel::DoubleDouble now;  // the largest f(m)
        double later;              // the largest of the upper bound, minus `now`
    };
    Highest highest_of_a(TriangleSet a, const TimeInterval& time, const FinePoint& direction) const;

    const MovingPoints& points_;
    double clearance_;
};

}  // namespace allide::query
