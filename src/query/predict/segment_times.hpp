// Conversion from a time segment's own time to the motion's time.
#pragma once

#include "query/predict/time_segments.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {

// Converts times of the segment to times of the motion: `earlier` rounds down, `later` up.
struct SegmentTimes {
    double t0, t1;

    explicit SegmentTimes(const TimeSegment& time_segment) : t0(time_segment.t0), t1(time_segment.t1) {}
    bool whole() const { return t0 == 0 && t1 == 1; }
    double at(double t) const { return t0 + t * (t1 - t0); }
    double earlier(double t) const {
        if (t <= 0) return t0;
        if (t >= 1) return t1;
        if (whole()) return t;
        return std::clamp(std::nextafter(at(t), -1.0), t0, t1);
    }
    double later(double t) const {
        if (t <= 0) return t0;
        if (t >= 1) return t1;
        if (whole()) return t;
        return std::clamp(std::nextafter(at(t), 2.0), t0, t1);
    }
};

// After this many consecutive undecided events, the steps past them grow.
inline constexpr int max_repeats = 16;
inline double step_past(double width, int repeats) {
    return std::ldexp(width, 2 * std::clamp(repeats - max_repeats, 0, 30));
}

}  // namespace allide::query
