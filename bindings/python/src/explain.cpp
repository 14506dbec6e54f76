// Certificates as dictionaries, with the fields of the command's JSON (allide/extra/explain.hpp).
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "predict.hpp"
#include "surface.hpp"

#include <allide/extra/explain.hpp>

namespace allide::python {
namespace {

nb::list list_from(const Vec3& point) {
    nb::list list;
    for (const double number : {point.x, point.y, point.z}) list.append(number);
    return list;
}

template <typename Numbers>
nb::list list_of(const Numbers& numbers) {
    nb::list list;
    for (const auto& number : numbers) list.append(nb::cast(number));
    return list;
}

nb::dict dict_of(const ExactPointOnTriangle& point) {
    nb::dict dict;
    dict["triangle"] = point.triangle;
    dict["weights"] = list_of(point.weights);
    return dict;
}

nb::object object_of(const SeparationStep& step) {
    using Kind = SeparationStep::Kind;
    if (step.kind == Kind::cut_time) return nb::float_(step.time);
    if (step.kind != Kind::direction)
        return nb::cast(std::string{step.kind == Kind::cut_a ? 'a' : 'b', "xyz"[step.axis]});
    if (!step.exact_direction[0].empty()) return list_of(step.exact_direction);
    return list_from(step.direction);
}

nb::list list_of_steps(const SeparationProof& proof) {
    nb::list steps;
    for (const SeparationStep& step : proof) steps.append(object_of(step));
    return steps;
}

nb::dict dict_of(const CollisionCertificate& certificate) {
    nb::dict dict;
    dict["kind"] = certificate.common ? "contact" : "separation";
    if (certificate.common) {
        dict["a"] = dict_of((*certificate.common)[0]);
        dict["b"] = dict_of((*certificate.common)[1]);
    } else {
        dict["steps"] = list_of_steps(certificate.separation);
    }
    return dict;
}

nb::dict dict_of(const DistanceCertificate& certificate) {
    nb::dict dict;
    dict["kind"] = "distance";
    dict["lower"] = certificate.lower;
    dict["upper"] = certificate.upper;
    dict["a"] = dict_of(certificate.points[0]);
    dict["b"] = dict_of(certificate.points[1]);
    dict["steps"] = list_of_steps(certificate.separation);
    return dict;
}

nb::dict dict_of(const MotionSegment& segment) {
    nb::dict dict;
    dict["t0"] = segment.t0;
    dict["t1"] = segment.t1;
    dict["start"] = list_of(segment.start.matrix());
    if (segment.is_linear) {
        dict["translation"] = list_from(segment.translation);
        return dict;
    }
    dict["point"] = list_from(segment.screw.point);
    dict["axis"] = list_from(segment.screw.axis);
    dict["angle"] = segment.screw.angle.in_radians();
    dict["advance"] = segment.screw.advance;
    return dict;
}

const char* name_of(MovingContact::Kind kind) {
    switch (kind) {
        case MovingContact::Kind::common_point:
            return "common-point";
        case MovingContact::Kind::near_points:
            return "near-points";
        case MovingContact::Kind::piercing:
            return "piercing";
        case MovingContact::Kind::sliding:
            return "sliding";
    }
    return "piercing";
}

nb::dict dict_of(const MovingContact& contact) {
    nb::dict dict;
    dict["kind"] = name_of(contact.kind);
    dict["segment"] = contact.segment;
    dict["time"] = contact.time;
    if (contact.kind == MovingContact::Kind::piercing || contact.kind == MovingContact::Kind::sliding) {
        dict["triangle_a"] = contact.triangles.triangle_a;
        dict["triangle_b"] = contact.triangles.triangle_b;
        dict["of"] = contact.of_a ? "a" : "b";
        dict["number"] = contact.number;
    } else {
        dict["a"] = dict_of(contact.points[0]);
        dict["b"] = dict_of(contact.points[1]);
    }
    return dict;
}

nb::dict dict_of(const PredictionCertificate& certificate, const Motion& motion) {
    nb::dict dict;
    dict["kind"] = "prediction";
    dict["complete"] = certificate.complete;
    nb::list segments, parts;
    for (const MotionSegment& segment : motion.segments()) segments.append(dict_of(segment));
    for (const SegmentSeparation& part : certificate.free) {
        nb::dict one;
        one["segment"] = part.segment;
        one["until"] = part.until;
        one["steps"] = list_of_steps(part.separation);
        parts.append(one);
    }
    dict["segments"] = segments;
    dict["free"] = parts;
    dict["contact"] = nb::none();
    if (certificate.contact) dict["contact"] = dict_of(*certificate.contact);
    return dict;
}

}  // namespace

void bind_explain(nb::module_& module) {
    module.def(
        "explain_collision",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            return dict_of(run_long([first = Side(a).snapshot(), second = Side(b).snapshot(), at_a, at_b] {
                return explain_collision(first.at(at_a), second.at(at_b));
            }));
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        nb::sig("def explain_collision(a: Model | DeformableModel, b: Model | DeformableModel, pose_a: "
                "PoseLike | None = None, pose_b: PoseLike | None = None) -> dict[str, typing.Any]"),
        R"(Evidence for the answer of collides(): the `certificate` of the command's JSON, as a dictionary.

docs/certificates.md defines the fields; scripts/check_certificate.py verifies them without this library.

>>> cube = allide.Model(allide.generate("cube"))
>>> allide.explain_collision(cube, cube, pose_b=allide.Pose.translation([3, 0, 0]))
{'kind': 'separation', 'steps': [[1.0, 0.0, 0.0]]})");
    module.def(
        "explain_distance",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const Distance& answer,
           const PoseArgument& pose_a, const PoseArgument& pose_b) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            return dict_of(
                run_long([first = Side(a).snapshot(), second = Side(b).snapshot(), at_a, at_b, answer] {
                    return explain_distance(first.at(at_a), second.at(at_b), answer);
                }));
        },
        "a"_a, "b"_a, "answer"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        nb::sig("def explain_distance(a: Model | DeformableModel, b: Model | DeformableModel, answer: "
                "Distance, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None) -> dict[str, "
                "typing.Any]"),
        R"(Evidence for `answer`, which distance() returned for the same models and poses.

>>> cube = allide.Model(allide.generate("cube"))
>>> apart = allide.Pose.translation([5, 0, 0])
>>> proof = allide.explain_distance(cube, cube, allide.distance(cube, cube, pose_b=apart), pose_b=apart)
>>> proof["kind"], proof["lower"] <= 3 <= proof["upper"]
('distance', True))");
    module.def(
        "explain_prediction",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const Motion& motion, const Prediction& answer,
           const PoseArgument& pose_a, const PoseArgument& pose_b, double clearance, double tolerance,
           std::string_view search) {
            const Pose at_b = pose_of(pose_b, "pose_b");
            const Motion along = started(motion, pose_a, "pose_a");
            const PredictOptions options{
                .tolerance = tolerance, .clearance = clearance, .search = search_of(search)};
            return dict_of(
                run_long(
                    [first = Side(a).snapshot(), second = Side(b).snapshot(), at_b, along, answer, options] {
                        return explain_prediction(first.along(along), second.at(at_b), answer, options);
                    }),
                along);
        },
        "a"_a, "b"_a, "motion"_a, "answer"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "clearance"_a = 0.0, "tolerance"_a = 1e-9, nb::kw_only(), "search"_a = "tree",
        nb::sig("def explain_prediction(a: Model | DeformableModel, b: Model | DeformableModel, motion: "
                "Motion, answer: Prediction, pose_a: PoseLike | None = None, pose_b: PoseLike | None = None, "
                "clearance: float = 0.0, tolerance: float = 1e-9, *, search: str = 'tree') -> dict[str, "
                "typing.Any]"),
        R"(Evidence for `answer`, which predict() returned for the same arguments.

>>> cube = allide.Model(allide.generate("cube"))
>>> drive, there = allide.Motion.linear([8, 0, 0]), allide.Pose.translation([6, 0.5, 0.25])
>>> answer = allide.predict(cube, cube, drive, pose_b=there)
>>> proof = allide.explain_prediction(cube, cube, drive, answer, pose_b=there)
>>> proof["complete"], proof["contact"]["kind"]
(True, 'common-point'))");
}

}  // namespace allide::python
