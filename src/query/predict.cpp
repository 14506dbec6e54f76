#include "base/float_environment.hpp"

#include <allide/predict.hpp>

namespace allide {

std::string_view name_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::clear:
            return "clear";
        case Outcome::impact:
            return "impact";
        case Outcome::touching_at_start:
            return "touching_at_start";
        default:
            return "undecided";
    }
}

std::string_view name_of(Features features) {
    switch (features) {
        case Features::vertex_face:
            return "vertex-face";
        case Features::face_vertex:
            return "face-vertex";
        default:
            return "edge-edge";
    }
}

Prediction predict(const Moving& a, const Placed& b, const PredictOptions&) {
    Prediction out;
    out.free_until = 0;
    out.outcome = collides(a.at_start(), b) ? Outcome::touching_at_start : Outcome::undecided;
    out.impact = Impact{};
    return out;
}
Prediction predict(const Moving& a, const Moving& b, const PredictOptions& options) {
    return predict(a, b.at_start(), options);
}
ContactIntervals contact_intervals(const Moving&, const Placed&, const PredictOptions&) {
    return {};
}
ContactIntervals contact_intervals(const Moving& a, const Moving& b, const PredictOptions& options) {
    return contact_intervals(a, b.at_start(), options);
}

}  // namespace allide
