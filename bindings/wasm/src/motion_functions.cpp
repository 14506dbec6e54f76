// The functions about moving models: first contact, intervals of contact.
#include "motions.hpp"
#include "objects.hpp"

#include <allide/predict.hpp>

namespace allide::wasm {
namespace {

PredictOptions options_of(Arguments& in) {
    PredictOptions options;
    options.tolerance = in.number_or(options.tolerance);
    options.clearance = in.number_or(options.clearance);
    if (const auto most = in.optional_number()) options.max_intervals = static_cast<std::size_t>(*most);
    return options;
}

Moving moving_of(Arguments& in) {
    const Model& model = model_of(in);
    return model.along(motion_of(in));
}

void write(const Prediction& prediction, Results& out) {
    out.object(5);
    out.key("outcome").text(name_of(prediction.outcome));
    out.key("freeUntil").number(prediction.free_until);
    out.key("impact");
    if (prediction.impact) {
        const Impact& impact = *prediction.impact;
        out.object(6);
        out.key("tLo").number(impact.t_lo);
        out.key("tHi").number(impact.t_hi);
        out.key("triangleA").number(impact.triangle_a);
        out.key("triangleB").number(impact.triangle_b);
        out.key("features");
        impact.features ? out.text(name_of(*impact.features)) : out.nothing();
        out.key("point").point(impact.point);
    } else {
        out.nothing();
    }
    out.key("delta").number(prediction.delta);
    out.key("triangleTests").number(static_cast<double>(prediction.triangle_tests));
}

void write(const std::vector<ContactInterval>& intervals, Results& out) {
    out.list(intervals.size());
    for (const ContactInterval& one : intervals) {
        out.object(4);
        out.key("t0Lo").number(one.t0_lo);
        out.key("t0Hi").number(one.t0_hi);
        out.key("t1Lo").number(one.t1_lo);
        out.key("t1Hi").number(one.t1_hi);
    }
}

void write(const ContactIntervals& intervals, Results& out) {
    out.object(4);
    out.key("intervals");
    write(intervals.intervals, out);
    out.key("undecided");
    write(intervals.undecided, out);
    out.key("complete").truth(intervals.complete);
    out.key("knownUntil").number(intervals.known_until);
}

// Arguments: a moving model, then either true and a moving model or false and a placed one, then the options.
template <typename Question>
void ask(Arguments& in, Results& out, const Question& question) {
    const Moving a = moving_of(in);
    if (in.truth()) {
        const Moving b = moving_of(in);
        return write(question(a, b, options_of(in)), out);
    }
    const Placed b = placed_of(in);
    write(question(a, b, options_of(in)), out);
}

void moving_predict(Arguments& in, Results& out) {
    ask(in, out,
        [](const auto& a, const auto& b, const PredictOptions& options) { return predict(a, b, options); });
}

void moving_contact_intervals(Arguments& in, Results& out) {
    ask(in, out, [](const auto& a, const auto& b, const PredictOptions& options) {
        return contact_intervals(a, b, options);
    });
}

MovingBody moving_body_of(Arguments& in) {
    const ConvexBody& body = body_of(in);
    return body.along(motion_of(in));
}

void write(const BodyPrediction& prediction, Results& out) {
    out.object(5);
    out.key("outcome").text(name_of(prediction.outcome));
    out.key("freeUntil").number(prediction.free_until);
    out.key("impact");
    if (prediction.impact) {
        const BodyImpact& impact = *prediction.impact;
        out.object(7);
        out.key("tLo").number(impact.t_lo);
        out.key("tHi").number(impact.t_hi);
        out.key("bodyA").number(static_cast<double>(impact.body_a));
        out.key("bodyB").number(static_cast<double>(impact.body_b));
        out.key("triangle");
        impact.triangle ? out.number(*impact.triangle) : out.nothing();
        out.key("point").point(impact.point);
        out.key("normal").point(impact.normal);
    } else {
        out.nothing();
    }
    out.key("delta").number(prediction.delta);
    out.key("steps").number(static_cast<double>(prediction.steps));
}

// Arguments: a moving body, then "body", "movingBody", "model" or "movingModel" and an object of that kind,
// then the options.
void moving_body_predict(Arguments& in, Results& out) {
    const MovingBody a = moving_body_of(in);
    const std::string_view kind = in.text();
    const auto ask = [&](const auto& b) { write(predict(a, b, options_of(in)), out); };
    if (kind == "body") return ask(placed_body_of(in));
    if (kind == "movingBody") return ask(moving_body_of(in));
    if (kind == "movingModel") return ask(moving_of(in));
    ask(placed_of(in));
}

constexpr NamedFunction functions[] = {
    {"predict", moving_predict},
    {"contactIntervals", moving_contact_intervals},
    {"predictBody", moving_body_predict},
};

}  // namespace

std::span<const NamedFunction> motion_functions() {
    return functions;
}

}  // namespace allide::wasm
