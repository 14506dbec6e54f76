#include "query/predict/free_until.hpp"

#include "base/float_environment.hpp"
#include "model/model_data.hpp"
#include "model/moving_segment.hpp"
#include "query/predict/motion_length.hpp"
#include "query/predict/rescaled.hpp"
#include "query/predict/segment_timeline.hpp"

#include <allide/query.hpp>

namespace allide::query {

double free_until(const Moving& a, const Placed& b, double clearance, double tolerance) {
    const base::DefaultFloatEnvironment environment;
    expect_resolvable(a, data_of(b));
    const PredictOptions options{.tolerance = tolerance, .clearance = clearance};
    if (Rescaled::of(a, detail::SegmentAccess::resting(b), options)) {
        const Prediction found = predict(a, b, options);
        return found.outcome == Outcome::clear ? 2 : found.free_until;
    }
    if (distance_within(a.at_start(), b, clearance).within) return 0;
    return SegmentTimeline(data_of(a), a.motion().segments()[0], b, options, 0.5 * tolerance).free_until();
}

}  // namespace allide::query
