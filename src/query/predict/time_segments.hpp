// One or two motions, cut at the ends of their segments into time segments with one timeline each.
#pragma once

#include "query/predict/timeline.hpp"

#include <allide/predict.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace allide::query {

struct TimeSegment {
    double t0 = 0, t1 = 1;  // start and end, in the motion's time
    std::function<std::unique_ptr<Timeline>(const PredictOptions&)> line;
    Placed a, b;           // poses at the segment's start
    double jump = 0;       // bound on the distance of a point from its position at the previous segment's end
    bool is_exact = true;  // false: `a` and `b` are rounded, and `jump` also bounds their error
    double off = 0;        // if not 0: bound on the rounding error of `a` and `b`; only `line` is exact

    // True if the models are certainly within the clearance at the start. `own` must be this segment's
    // timeline.
    bool begins_within(double clearance, Timeline& own) const;
    // True if the time segment continues exactly where the previous one ended.
    bool is_smooth() const { return is_exact && jump == 0; }
};

// True if the model stays at rest.
bool stays(const Motion& motion);

std::vector<TimeSegment> time_segments(const Moving& a, const Placed& b, const PredictOptions& options);
std::vector<TimeSegment> time_segments(const Moving& a, const Moving& b, const PredictOptions& options);

// Finds the first contact; the models are not in contact at the start.
Prediction first_along(const std::vector<TimeSegment>& time_segments, const PredictOptions& options);
// Finds all contact intervals; `touching` is the contact state at the start.
ContactIntervals intervals_along(const std::vector<TimeSegment>& time_segments, const PredictOptions& options,
                                 bool touching);

}  // namespace allide::query
