// A motion, or two, cut where a leg ends: stretches of time with a line each.
#pragma once

#include "query/predict/timeline.hpp"

#include <allide/predict.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace allide::query {

struct Stretch {
    double t0 = 0, t1 = 1;  // of the motion
    std::function<std::unique_ptr<Timeline>(const PredictOptions&)> line;
    Placed a, b;           // at its start
    double jump = 0;       // how far a point may be from where the stretch before left it, or from here
    bool is_exact = true;  // do they stand there just so? Else they are rounded, within the jump
    double off = 0;        // if not 0, just where they stand is known to the line only: they are rounded

    // Are they within the clearance of each other at its start, for certain? By its own line.
    bool begins_within(double clearance, Timeline& own) const;
    // Does it go on just where the stretch before ended?
    bool is_smooth() const { return is_exact && jump == 0; }
};

// Does it never move?
bool stays(const Motion& motion);

std::vector<Stretch> stretches(const Moving& a, const Placed& b, const PredictOptions& options);
std::vector<Stretch> stretches(const Moving& a, const Moving& b, const PredictOptions& options);

// The first contact; the models are free at the start.
Prediction first_along(const std::vector<Stretch>& stretches, const PredictOptions& options);
// All spans of contact; `touching` at the start or not.
ContactIntervals intervals_along(const std::vector<Stretch>& stretches, const PredictOptions& options,
                                 bool touching);

}  // namespace allide::query
