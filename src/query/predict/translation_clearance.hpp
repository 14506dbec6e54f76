// Times at which two triangles come within a clearance under a translation. Their distance is a convex
// function of time, and its square is an exact rational number at every time that is a double. It is
// therefore decided exactly whether they are near, approaching or leaving at such a time, and whether they
// are ever near.
#pragma once

#include "kernel/triangle/exact_gap.hpp"
#include "kernel/triangle/scaled_shift.hpp"

#include <optional>

namespace allide::query {

class TranslationClearance {
  public:
    TranslationClearance(const kernel::ScaledShift& shift, double clearance);

    enum class State {
        near,
        coming,
        leaving
    };  // a pair at its minimum distance that is not near counts as leaving
    State at(const kernel::Triangle& a, const kernel::Triangle& b, double t) const;
    // A bracket, at most `width` wide, of the first time from lo to hi at which the triangles are near.
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
    kernel::ExactRatio squared_clearance_;  // squared clearance · shift_.scale²
};

}  // namespace allide::query
