// Finds when two bodies first touch while each follows one segment of its motion.
#pragma once

#include "query/moving_bodies/body_path.hpp"

#include <cstdint>
#include <optional>

namespace allide::query {

struct TouchLimits {
    double tolerance = 1e-9;             // largest width of a bracket
    double size = 0;                     // larger diagonal of the two bounding boxes
    double error = 0;                    // added to the errors of the poses
    std::uint64_t most_steps = 400'000;  // of one search
};

// There is no contact from the start of the search to t_lo. If `certain`, the bodies share a point at t_hi.
// Otherwise it is undecided whether they touch between t_lo and t_hi, and their gap or depth there is at most
// `delta`.
struct Touch {
    double t_lo = 0, t_hi = 0;
    bool certain = false;
    double delta = 0;
    Vec3 point = {}, normal = {};
    bool gave_up = false;  // the search ended at its limit of steps
};

// Searches from t0 to t1, which are in the segments of both paths. Empty if the bodies certainly do not
// touch. Adds the steps taken to `steps`.
std::optional<Touch> first_touch(const BodyPath& a, const BodyPath& b, double t0, double t1,
                                 const TouchLimits& limits, std::uint64_t& steps);

// Combines two answers, about different pairs or successive segments: the result begins with the earlier t_lo
// and ends with the first certain contact.
std::optional<Touch> earlier(const std::optional<Touch>& x, const std::optional<Touch>& y, double tolerance);

}  // namespace allide::query
