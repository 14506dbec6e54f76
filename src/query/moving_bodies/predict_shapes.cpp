// Predictions of shapes of any kind: those of models and of bodies.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "query/moving_bodies/body_path.hpp"
#include "query/shape/elements.hpp"

#include <allide/manifold.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace allide {
namespace {

using query::ShapeSide;

bool is_model(const detail::ShapeData& shape) {
    return shape.kind == ShapeKind::mesh || shape.kind == ShapeKind::height_field ||
           shape.kind == ShapeKind::points;
}

BodyPrediction as_body_prediction(const Prediction& p, bool b_is_mesh) {
    BodyPrediction out{.outcome = p.outcome,
                       .free_until = p.free_until,
                       .impact = {},
                       .delta = p.delta,
                       .steps = p.triangle_tests};
    if (!p.impact) return out;
    const Impact& i = *p.impact;
    out.impact = BodyImpact{.t_lo = i.t_lo, .t_hi = i.t_hi, .body_a = i.triangle_a, .body_b = i.triangle_b};
    if (b_is_mesh) out.impact->triangle = i.triangle_b;
    out.impact->point = i.point;
    return out;
}

// Turns the answer for (b, a) into that for (a, b).
BodyPrediction exchanged(BodyPrediction p) {
    if (!p.impact) return p;
    BodyImpact& impact = *p.impact;
    std::swap(impact.body_a, impact.body_b);
    if (impact.triangle) impact.body_a = *std::exchange(impact.triangle, std::nullopt);
    impact.normal = -impact.normal;
    return p;
}

// The elements of a shape that is not a model, as bodies on its motion. A plane has one element: the
// half-space on the side where the other shape is not at the start.
class MovingElements {
  public:
    MovingElements(const MovingShape& moving, const PlacedShape& other_at_start) {
        const detail::ShapeData& shape = data_of(moving.shape);
        const PlacedShape start = moving.shape.at(moving.motion.segments().front().start);
        const Pose at_origin;
        const ShapeSide side(shape, at_origin);
        for (std::uint32_t i = 0; i < query::count_of(shape); ++i)
            elements_.push_back(element_with_faces(side, i));
        if (shape.kind == ShapeKind::plane) {
            const auto outside =
                std::find_if(elements_.begin(), elements_.end(), [&](const query::Element& half) {
                    const Pose at = start.pose() * half.pose;
                    return collides(PlacedShape(half.body.at(at)), other_at_start) == BodyVerdict::no;
                });
            const query::Element kept = outside == elements_.end() ? elements_.front() : *outside;
            elements_ = {kept};
        }
        for (const query::Element& element : elements_)
            bodies_.push_back(element.body.along(moving.motion, element.pose));
    }
    std::span<const MovingBody> bodies() const { return bodies_; }

  private:
    std::vector<query::Element> elements_;
    std::vector<MovingBody> bodies_;
};

// The radius by which a shape of points exceeds its model; it is added to the clearance.
double radius_of(const MovingShape& moving) {
    return data_of(moving.shape).kind == ShapeKind::points ? data_of(moving.shape).radius : 0;
}

}  // namespace

BodyPrediction predict(const MovingShape& a, const MovingShape& b, const PredictOptions& options) {
    const base::DefaultFloatEnvironment environment;
    base::expect(options.clearance >= 0 && std::isfinite(options.clearance),
                 "the clearance of a prediction must be finite and not negative");
    const PlacedShape start_a = a.shape.at(a.motion.segments().front().start),
                      start_b = b.shape.at(b.motion.segments().front().start);
    const FirstShapeContact start = first_contact(start_a, start_b, {.clearance = options.clearance});
    if (start.verdict == BodyVerdict::yes)
        return {.outcome = Outcome::touching_at_start,
                .free_until = 0,
                .impact = BodyImpact{.body_a = start.contact ? start.contact->element_a : 0,
                                     .body_b = start.contact ? start.contact->element_b : 0,
                                     .point = start.point}};
    // Shapes that do not touch at the start touch first with their surfaces.
    const detail::ShapeData &shape_a = data_of(a.shape), &shape_b = data_of(b.shape);
    PredictOptions wider = options;
    if (is_model(shape_a) && is_model(shape_b)) {
        wider.clearance += radius_of(a) + radius_of(b);
        return as_body_prediction(
            predict(shape_a.model.along(a.motion), shape_b.model.along(b.motion), wider),
            shape_b.kind != ShapeKind::points);
    }
    if (is_model(shape_a)) return exchanged(predict(b, a, options));
    const MovingElements elements(a, start_b);
    if (is_model(shape_b)) {
        wider.clearance += radius_of(b);
        BodyPrediction p = predict(elements.bodies(), shape_b.model.along(b.motion), wider);
        if (p.impact && p.impact->triangle) p.impact->body_b = *p.impact->triangle;
        if (p.impact && shape_b.kind == ShapeKind::points) p.impact->triangle = std::nullopt;
        return p;
    }
    return predict(elements.bodies(), MovingElements(b, start_a).bodies(), options);
}

BodyPrediction predict(const MovingShape& a, const PlacedShape& b, const PredictOptions& options) {
    const MovingShape resting{detail::ShapeAccess::from(detail::ShapeAccess::shared(b)),
                              Motion().from(b.pose())};
    return predict(a, resting, options);
}

}  // namespace allide
