#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "convex/body/body_pair.hpp"
#include "kernel/pose/vec.hpp"
#include "model/model_data.hpp"
#include "model/moving_segment.hpp"
#include "query/moving_bodies/first_touch.hpp"
#include "query/moving_bodies/translated_hulls.hpp"

#include <allide/predict.hpp>
#include <allide/probe.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace allide {

MovingBody ConvexBody::along(const Motion& motion) const& {
    return {*data_, motion, Pose::identity()};
}
MovingBody ConvexBody::along(const Motion& motion, const Pose& offset) const& {
    return {*data_, motion, offset};
}

PlacedBody MovingBody::at(double t) const {
    const base::DefaultFloatEnvironment environment;
    return detail::BodyAccess::placed(*data_, motion_.at(t) * offset_);
}

namespace {

using query::BodyOnMotion;
using query::BodyPath;
using query::Touch;

const detail::BodyData& data_of_moving(const MovingBody& body) {
    return detail::BodyAccess::moving_data(body);
}

// The diagonal of a body's bounding box in its own frame; 0 for a half-space.
double diagonal_of(const detail::BodyData& body) {
    if (body.kind == BodyKind::half_space) return 0;
    const auto side = [&](const Vec3& axis) {
        return convex::BodyPair::local_support(body, axis).height +
               convex::BodyPair::local_support(body, -axis).height + 2 * body.radius;
    };
    return std::hypot(side({1, 0, 0}), side({0, 1, 0}), side({0, 0, 1}));
}

// The pieces of time in which two motions each follow one segment.
struct CommonSegment {
    std::size_t of_a = 0, of_b = 0;
    double t0 = 0, t1 = 1;
};
std::vector<CommonSegment> common_segments(std::span<const MotionSegment> a,
                                           std::span<const MotionSegment> b) {
    std::vector<CommonSegment> out;
    std::size_t i = 0, j = 0;
    double t = 0;
    while (i < a.size() && j < b.size()) {
        const double end = std::min(a[i].t1, b[j].t1);
        out.push_back({i, j, t, end});
        if (a[i].t1 <= end) ++i;
        if (b[j].t1 <= end) ++j;
        t = end;
    }
    return out;
}

BodyPath path_of(const BodyOnMotion& shape, std::size_t segment) {
    const Pose* next = segment + 1 < shape.segments.size() ? &shape.segments[segment + 1].start : nullptr;
    return {*shape.body, shape.segments[segment], shape.offset, next};
}

// The body enlarged by the clearance; its mass properties are not updated.
detail::BodyData enlarged(const detail::BodyData& body, double clearance) {
    detail::BodyData out = body;
    out.radius += clearance;
    return out;
}

void check(const PredictOptions& options) {
    base::expect(options.tolerance >= 1e-13 && options.tolerance <= 0.1,
                 "the tolerance of a prediction must be from 1e-13 to 0.1");
    base::expect(options.clearance >= 0 && std::isfinite(options.clearance),
                 "the clearance of a prediction must be finite and not negative");
}

// The first contact of all pairs searched so far.
struct FirstOfAll {
    std::optional<Touch> touch = {};
    std::size_t body_a = 0, body_b = 0;
    std::optional<std::uint32_t> triangle = {};
    std::uint64_t steps = 0;
    double latest = 1;

    // Contacts later than this are of no interest.
    double until() const { return touch && touch->certain ? std::min(latest, touch->t_hi) : latest; }
    void add(const std::optional<Touch>& found, std::size_t a, std::size_t b,
             std::optional<std::uint32_t> of_triangle, double tolerance) {
        if (!found) return;
        const bool is_first = !touch || found->t_lo < touch->t_lo ||
                              (found->t_lo == touch->t_lo && found->certain && !touch->certain);
        touch = query::earlier(touch, found, tolerance);
        if (!is_first) return;
        body_a = a;
        body_b = b;
        triangle = of_triangle;
    }
    BodyPrediction prediction() const {
        BodyPrediction out;
        out.steps = steps;
        if (!touch) return out;
        out.impact =
            BodyImpact{touch->t_lo, touch->t_hi, body_a, body_b, triangle, touch->point, touch->normal};
        out.free_until = touch->t_lo;
        out.delta = touch->delta;
        if (!touch->certain)
            out.outcome = Outcome::undecided;
        else
            out.outcome = touch->t_hi == 0 ? Outcome::touching_at_start : Outcome::impact;
        return out;
    }
};

// Searches one pair of bodies over the whole motion.
void search_pair(const BodyOnMotion& a, const BodyOnMotion& b, std::size_t number_a, std::size_t number_b,
                 const query::TouchLimits& limits, FirstOfAll& first) {
    for (const CommonSegment& piece : common_segments(a.segments, b.segments)) {
        const double end = std::min(piece.t1, first.until());
        if (piece.t0 > end) return;
        const BodyPath path_a = path_of(a, piece.of_a), path_b = path_of(b, piece.of_b);
        first.add(query::first_touch(path_a, path_b, piece.t0, end, limits, first.steps), number_a, number_b,
                  std::nullopt, limits.tolerance);
    }
}

struct Enlarged {
    // Enlarges the first body by the clearance, or the second one if the first is a half-space.
    Enlarged(const detail::BodyData& a, const detail::BodyData& b, double clearance)
        : grows_a(a.kind != BodyKind::half_space) {
        base::expect(grows_a || b.kind != BodyKind::half_space || clearance == 0,
                     "two half-spaces have no clearance");
        if (clearance == 0) return;
        grown = enlarged(grows_a ? a : b, clearance);
        const double exact = (grows_a ? a : b).radius;
        error = grown.radius - exact == clearance && exact + clearance == grown.radius && exact == 0
                    ? 0
                    : 0x1p-52 * grown.radius;
    }
    bool grows_a;
    detail::BodyData grown;
    double error = 0;
};

void expect_separable(const BodyOnMotion& a, const BodyOnMotion& b) {
    if (a.body->kind != BodyKind::half_space || b.body->kind != BodyKind::half_space) return;
    for (const auto& segments : {a.segments, b.segments})
        for (const MotionSegment& segment : segments)
            base::expect(segment.is_linear || segment.screw.angle == Angle(),
                         "two half-spaces may be translated, but not turned");
}

// A search that can be followed by an exact decision soon gives up.
constexpr std::uint64_t steps_before_exact = 2000;

bool is_in_doubt(const std::optional<Touch>& touch) {
    return touch && (!touch->certain || touch->delta > 0);
}

void predict_pair(const BodyOnMotion& a, const BodyOnMotion& b, std::size_t number_a, std::size_t number_b,
                  const PredictOptions& options, FirstOfAll& first) {
    expect_separable(a, b);
    const Enlarged grown(*a.body, *b.body, options.clearance);
    BodyOnMotion wide_a = a, wide_b = b;
    if (options.clearance > 0) (grown.grows_a ? wide_a : wide_b).body = &grown.grown;
    query::TouchLimits limits{options.tolerance, std::max(diagonal_of(*a.body), diagonal_of(*b.body)),
                              grown.error};
    const bool exact = options.clearance == 0 && is_translated_hull(a) && is_translated_hull(b);
    if (exact) limits.most_steps = steps_before_exact;
    FirstOfAll own{.latest = first.until()};
    search_pair(wide_a, wide_b, number_a, number_b, limits, own);
    first.steps += own.steps;
    if (exact && is_in_doubt(own.touch))
        if (const query::ExactTouch found = touch_of_hulls(a, b, options); found.decided)
            own.touch = found.touch;
    first.add(own.touch, number_a, number_b, std::nullopt, options.tolerance);
}

BodyOnMotion shape_of(const MovingBody& body) {
    return {&data_of_moving(body), body.motion().segments(), body.offset()};
}

// The bounding box of a body in the world, enlarged by `more` and by rounding.
Box box_around(const detail::BodyData& body, const Pose& pose, double more) {
    const auto& m = pose.matrix();
    Vec3 lo, hi;
    const std::array<double*, 3> low{&lo.x, &lo.y, &lo.z}, high{&hi.x, &hi.y, &hi.z};
    const double shift = std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]);
    const double margin = (body.radius + more) * (1 + 0x1p-40) + 0x1p-46 * (body.norm + shift) + 0x1p-1060;
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 into{m[4 * k], m[4 * k + 1], m[4 * k + 2]};
        *high[k] = m[4 * k + 3] + convex::BodyPair::local_support(body, into).height + margin;
        *low[k] = m[4 * k + 3] - convex::BodyPair::local_support(body, -into).height - margin;
    }
    return {lo, hi};
}

// Searches a body and a mesh: divides the time, and searches one by one the triangles that the body may reach
// in each interval.
class MeshSearch {
  public:
    MeshSearch(const BodyOnMotion& body, std::size_t number, const detail::ModelData& model,
               std::span<const MotionSegment> mesh_motion, const query::TouchLimits& limits, double clearance,
               FirstOfAll& first)
        : body_(body),
          number_(number),
          model_(model),
          motion_(mesh_motion),
          limits_(limits),
          clearance_(clearance),
          first_(first) {
        whole_.norm = std::visit([](const auto& tree) { return double{tree.norm}; }, model.tree);
    }

    void run() {
        if (body_.body->kind == BodyKind::half_space) return run_half_space();
        for (const CommonSegment& piece : common_segments(body_.segments, motion_)) {
            if (piece.t0 > first_.until()) return;
            search(piece);
        }
    }

  private:
    // A half-space touches a mesh when it touches the convex hull of the mesh.
    void run_half_space() {
        std::vector<Vec3> points;
        for (const TriangleIndices& triangle : model_.mesh.triangles())
            for (const std::uint32_t vertex : triangle) points.push_back(model_.mesh.vertices()[vertex]);
        if (points.empty()) return;
        const ConvexBody hull = ConvexBody::from_points(points).value().rounded(clearance_).value();
        const BodyOnMotion shape{&data_of(hull), motion_, Pose::identity()};
        FirstOfAll first;
        search_pair(body_, shape, number_, 0, limits_, first);
        first_.steps += first.steps;
        if (!first.touch) return;
        first_.add(first.touch, number_, 0, lowest_triangle(first.touch->t_lo), limits_.tolerance);
    }
    // The triangle that reaches farthest into the half-space at a time, up to rounding.
    std::uint32_t lowest_triangle(double t) const {
        const Motion plane = detail::SegmentAccess::motion({body_.segments.begin(), body_.segments.end()}),
                     mesh = detail::SegmentAccess::motion({motion_.begin(), motion_.end()});
        const Vec3 normal = (plane.at(t) * body_.offset).apply_to_vector(body_.body->half_space.normal);
        const Pose pose = mesh.at(t);
        std::uint32_t lowest = 0;
        double least = base::infinity;
        for (std::uint32_t i = 0; i < model_.mesh.triangles().size(); ++i)
            for (const Vec3& corner : model_.mesh.corners(i))
                if (const double height = dot(normal, pose.apply(corner)); height < least) {
                    least = height;
                    lowest = i;
                }
        return lowest;
    }

    void search(const CommonSegment& piece) {
        const BodyPath body = path_of(body_, piece.of_a);
        const BodyPath mesh = path_of({&whole_, motion_, Pose::identity()}, piece.of_b);
        // Shorter intervals would not have fewer triangles: those that meet the body's current box remain.
        const double speed = body.speed() + mesh.speed();
        const double least = speed > 0 ? 0.1 * limits_.size / speed : piece.t1 - piece.t0;
        double stride = piece.t1 - piece.t0;
        for (double t = piece.t0;;) {
            const double end = stride >= piece.t1 - t ? piece.t1 : t + stride;
            const std::vector<std::uint32_t> near = triangles_near(body, mesh, t, end);
            if (near.size() > 48 && end - t > least) {
                stride = (end - t) / 2;
                continue;
            }
            search(body, near, piece.of_b, t, end);
            first_.steps += near.empty() ? 1 : 0;
            if (end >= piece.t1 || end > first_.until()) return;
            t = end;
            if (near.size() < 16) stride *= 2;
        }
    }

    // A triangle along which the body slides takes many steps, unless an earlier contact with another
    // triangle is known. So such triangles are searched last.
    void search(const BodyPath& body, std::span<const std::uint32_t> near, std::size_t segment, double t,
                double end) {
        constexpr std::uint64_t few_steps = 300;
        query::TouchLimits quick = limits_;
        quick.most_steps = std::min(few_steps, limits_.most_steps);
        std::vector<std::uint32_t> waiting;
        for (const std::uint32_t triangle : near)
            if (!search(body, triangle, segment, t, end, quick)) waiting.push_back(triangle);
        for (const std::uint32_t triangle : waiting) search(body, triangle, segment, t, end, limits_);
    }

    // Returns false if the search gives up for lack of steps, but would not with `limits_`.
    bool search(const BodyPath& body, std::uint32_t triangle, std::size_t segment, double t, double end,
                const query::TouchLimits& limits) {
        const ConvexBody flat = ConvexBody::from_points(model_.mesh.corners(triangle)).value();
        const BodyPath path = path_of({&data_of(flat), motion_, Pose::identity()}, segment);
        const double until = std::min(end, first_.until());
        if (t > until) return true;
        const auto found = query::first_touch(body, path, t, until, limits, first_.steps);
        if (found && found->gave_up && limits.most_steps < limits_.most_steps) return false;
        first_.add(found, number_, 0, triangle, limits_.tolerance);
        return true;
    }

    // All triangles that the body can meet between t and end: those that come near its box at the middle of
    // that interval, enlarged by the distance that both can travel in half of the interval.
    std::vector<std::uint32_t> triangles_near(const BodyPath& body, const BodyPath& mesh, double t,
                                              double end) const {
        const double middle = t + (end - t) / 2;
        const query::InexactPose at = body.at(middle), under = mesh.at(middle);
        const double reach = (body.speed() + mesh.speed()) * (end - t) / 2 * (1 + 1e-9) + at.error +
                             under.error + limits_.error;
        const Placed placed = detail::SegmentAccess::placed(model_, under.pose);
        if (!std::isfinite(reach)) {
            std::vector<std::uint32_t> all(model_.mesh.triangles().size());
            for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
            return all;
        }
        return triangles_in(placed, box_around(body.body(), at.pose, reach));
    }

    BodyOnMotion body_;
    std::size_t number_;
    const detail::ModelData& model_;
    std::span<const MotionSegment> motion_;
    query::TouchLimits limits_;
    double clearance_;  // the body has been enlarged by it, unless it is a half-space
    FirstOfAll& first_;
    detail::BodyData whole_;  // a body in place of the mesh, for bounds of the mesh's motion
};

double diagonal_of(const Mesh& mesh) {
    Box box = Box::empty();
    for (const TriangleIndices& triangle : mesh.triangles())
        for (const std::uint32_t vertex : triangle) box.grow(mesh.vertices()[vertex]);
    return box.is_empty() ? 0 : length(box.size());
}

BodyPrediction against_mesh(std::span<const MovingBody> a, const Moving& b, const PredictOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    FirstOfAll first;
    const double size = diagonal_of(data_of(b).mesh);
    for (std::size_t i = 0; i < a.size(); ++i) {
        BodyOnMotion shape = shape_of(a[i]);
        query::TouchLimits limits{options.tolerance, std::max(size, diagonal_of(*shape.body)),
                                  options.clearance > 0 && shape.body->radius > 0
                                      ? 0x1p-52 * (shape.body->radius + options.clearance)
                                      : 0};
        const bool exact = options.clearance == 0 && is_translated_hull(shape) &&
                           query::is_translation(b.motion().segments());
        if (exact) limits.most_steps = steps_before_exact;
        detail::BodyData grown;
        if (options.clearance > 0 && shape.body->kind != BodyKind::half_space) {
            grown = enlarged(*shape.body, options.clearance);
            shape.body = &grown;
        }
        FirstOfAll own{.latest = first.until()};
        MeshSearch(shape, i, data_of(b), b.motion().segments(), limits, options.clearance, own).run();
        first.steps += own.steps;
        if (exact && is_in_doubt(own.touch)) {
            const query::ExactTouch found = touch_of_hull_and_mesh(shape, b, options);
            if (found.decided) own.touch = found.touch, own.triangle = found.triangle;
        }
        first.add(own.touch, i, 0, own.triangle, options.tolerance);
    }
    return first.prediction();
}

// A motion that stays at the given pose.
Motion resting(const Pose& pose) {
    return Motion().from(pose);
}

}  // namespace

BodyPrediction predict(std::span<const MovingBody> a, std::span<const MovingBody> b,
                       const PredictOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    FirstOfAll first;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j)
            predict_pair(shape_of(a[i]), shape_of(b[j]), i, j, options, first);
    return first.prediction();
}

BodyPrediction predict(const MovingBody& a, const MovingBody& b, const PredictOptions& options) {
    return predict(std::span(&a, 1), std::span(&b, 1), options);
}

BodyPrediction predict(const MovingBody& a, const PlacedBody& b, const PredictOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    FirstOfAll first;
    const Motion rest = resting(b.pose());
    predict_pair(shape_of(a), {&data_of(b), rest.segments(), Pose::identity()}, 0, 0, options, first);
    return first.prediction();
}

BodyPrediction predict(std::span<const MovingBody> a, const Moving& b, const PredictOptions& options) {
    return against_mesh(a, b, options);
}

BodyPrediction predict(const MovingBody& a, const Moving& b, const PredictOptions& options) {
    return against_mesh(std::span(&a, 1), b, options);
}

BodyPrediction predict(const MovingBody& a, const Placed& b, const PredictOptions& options) {
    return against_mesh(std::span(&a, 1), detail::SegmentAccess::resting(b), options);
}

}  // namespace allide
