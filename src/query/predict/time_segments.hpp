// One or two motions, cut at the ends of their segments into time segments of time with one timeline each.
#pragma once

#include "query/predict/timeline.hpp"

#include <allide/predict.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace allide::query {

struct TimeSegment {
    double t0 = 0, t1 = 1;  // in the motion's time
    std::function<std::unique_ptr<Timeline>(const PredictOptions&)> line;
    Placed a, b;      // poses at its start
    double jump = 0;  // bound on a point's distance from the end of the previous time segment, or from here
    bool is_exact = true;  // true if these poses are exact; otherwise they are rounded, within the jump
    double off = 0;        // if not 0, the poses are rounded and only the line has the exact ones

    // True if the models are certainly within the clearance at the start, as decided by the time segment's
    // own line.
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
