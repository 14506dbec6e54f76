// When two triangles come within a clearance under a translation. Their distance is a convex function of
// time, and its square a quotient of exact numbers at every time that is a double; so whether they are near,
// coming nearer or leaving is decided exactly, and so is whether they ever are near.
#pragma once

#include "kernel/triangle/exact_gap.hpp"
#include "kernel/triangle/scaled_shift.hpp"

#include <optional>

namespace allide::query {

class LinearNear {
  public:
    LinearNear(const kernel::ScaledShift& shift, double clearance);

    enum class State { near, coming, leaving };  // what is as near as ever without being near is leaving
    State at(const kernel::Triangle& a, const kernel::Triangle& b, double t) const;
    // Within a bracket of this width: the first time from lo to hi at which they are near.
    struct First {
        double lo, hi;
    };
    std::optional<First> first(const kernel::Triangle& a, const kernel::Triangle& b, double lo, double hi,
                               double width) const;

  private:
    using Corners = kernel::NumberTriangle<kernel::Exact>;

    Corners moved(const Corners& a, double t) const;
    bool is_near(const kernel::ExactGap& gap) const;
    State state(const Corners& a, const Corners& b, double t) const;
    bool ever_near(const Corners& a, const Corners& b, double lo, double hi) const;

    kernel::ScaledShift shift_;
    kernel::ExactRatio squared_clearance_;  // times the scale squared
};

}  // namespace allide::query
