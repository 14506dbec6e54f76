#include "index/search/object_steps.hpp"

#include "query/predict/time_segments.hpp"

#include <allide/probe.hpp>
#include <allide/query.hpp>

#include <algorithm>

namespace allide::index {
namespace {

// Tolerance of the predicted time, which a filter needs only approximately.
constexpr double filter_tolerance = 1e-6;

// A lower bound of the first time at which a point of the mover's surface is inside the solid or within the
// clearance of it; more than 1 if that never happens. 0 for a mover that starts inside, since it may never
// touch the faces.
double first_in_solid(const Moving& mover, const Placed& solid, double clearance) {
    const Containment start = contains(solid, mover.at_start());
    if (start != Containment::outside) return 0;
    const Prediction first = predict(mover, solid, {.tolerance = filter_tolerance, .clearance = clearance});
    return first.outcome == Outcome::clear ? 2 : first.free_until;
}

// True if there is no contact from t0 to t1. There is none just before t0 either, so the search starts a
// little earlier: a contact that begins at t0 then begins after the start of the search.
bool free_in_span(const query::TimeSegment& time_segment, query::Timeline& line, double t0, double t1) {
    const double length = time_segment.t1 - time_segment.t0;
    const double from = std::max(0.0, (t0 - time_segment.t0) / length - 0x1p-40);
    const double to = std::min(1.0, (t1 - time_segment.t0) / length + 0x1p-40);
    return from > 1 || to < 0 || !line.next(from, to);
}

}  // namespace

TimeSpans times_at_spheres(const Sweep& sweep, const ObjectSummary& object, const TimeSpans& within) {
    TimeSpans in_box = sweep.at_box(object.box, within);
    // An object whose coordinates are near the largest double may have no spheres.
    if (object.spheres.empty()) return in_box;
    TimeSpans all;
    for (const Ball& ball : object.spheres)
        all = kernel::united(all, sweep.at_sphere(ball.centre, ball.radius, in_box));
    return all;
}

TimeSpans times_at_polyhedron(const Moving& mover, const Mesh& polyhedron, const Pose& scene,
                              double clearance, const TimeSpans& within) {
    if (within.empty() || polyhedron.triangles().empty()) return within;
    const Result<Model> solid = Model::build(polyhedron);
    if (!solid) return within;
    const double first = first_in_solid(mover, solid->at(scene), clearance);
    if (first > 1) return {};
    return kernel::intersection(within, {{first, 1}});
}

bool certainly_free(const Moving& mover, const Placed& object, const PredictOptions& options,
                    const TimeSpans& spans, double until) {
    for (const query::TimeSegment& time_segment : query::time_segments(mover, object, options)) {
        if (time_segment.t0 > until) break;
        // Tests the segment's start, where the pose may differ by `jump` from the previous segment's end.
        if (distance_within(time_segment.a, time_segment.b, options.clearance + time_segment.jump).within)
            return false;
        const std::unique_ptr<query::Timeline> line = time_segment.line(options);
        for (const TimeSpan& span : spans) {
            if (span.t0 > until || span.t0 > time_segment.t1) break;
            if (span.t1 < time_segment.t0) continue;
            if (!free_in_span(time_segment, *line, span.t0, std::min(span.t1, until))) return false;
        }
    }
    return true;
}

}  // namespace allide::index
