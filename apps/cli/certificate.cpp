#include "certificate.hpp"

#include "output.hpp"

#include <CLI/CLI.hpp>

namespace allide::cli {

namespace {

void write_point(JsonWriter& json, const char* key, const ExactPointOnTriangle& point) {
    json.key(key).begin_object();
    json.key("triangle").value(std::uint64_t{point.triangle});
    json.key("weights").begin_array();
    for (const std::string& weight : point.weights) json.value(weight);
    json.end_array().end_object();
}

void write_direction(JsonWriter& json, const SeparationStep& step) {
    if (step.exact_direction[0].empty()) {
        json.value(step.direction);
        return;
    }
    json.begin_array();
    for (const std::string& number : step.exact_direction) json.value(number);
    json.end_array();
}

// Writes a step of a proof: "ax" halves A's set of triangles along x, a number cuts the time interval there,
// and three numbers are a direction that separates the remaining sets.
void write_step(JsonWriter& json, const SeparationStep& step) {
    using Kind = SeparationStep::Kind;
    if (step.kind == Kind::direction)
        write_direction(json, step);
    else if (step.kind == Kind::cut_time)
        json.value(step.time);
    else
        json.value(std::string{step.kind == Kind::cut_a ? 'a' : 'b', "xyz"[step.axis]});
}

void write_steps(JsonWriter& json, const SeparationProof& proof) {
    json.key("steps").begin_array();
    for (const SeparationStep& step : proof) write_step(json, step);
    json.end_array();
}

void write_segment(JsonWriter& json, const MotionSegment& segment) {
    json.begin_object();
    json.key("t0").value(segment.t0);
    json.key("t1").value(segment.t1);
    json.key("start").value(segment.start);
    write_segment_fields(json, segment);
    json.end_object();
}

const char* name_of(MovingContact::Kind kind) {
    switch (kind) {
        case MovingContact::Kind::common_point:
            return "common-point";
        case MovingContact::Kind::near_points:
            return "near-points";
        case MovingContact::Kind::sliding:
            return "sliding";
        case MovingContact::Kind::piercing:
            break;
    }
    return "piercing";
}

void write_contact(JsonWriter& json, const std::optional<MovingContact>& contact) {
    json.key("contact");
    if (!contact) {
        json.null();
        return;
    }
    using Kind = MovingContact::Kind;
    json.begin_object();
    json.key("kind").value(name_of(contact->kind));
    json.key("segment").value(std::uint64_t{contact->segment});
    json.key("time").value(contact->time);
    if (contact->kind == Kind::piercing || contact->kind == Kind::sliding) {
        json.key("triangle_a").value(std::uint64_t{contact->triangles.triangle_a});
        json.key("triangle_b").value(std::uint64_t{contact->triangles.triangle_b});
        json.key("of").value(contact->of_a ? "a" : "b");
        json.key("number").value(static_cast<std::uint64_t>(contact->number));
    } else {
        write_point(json, "a", contact->points[0]);
        write_point(json, "b", contact->points[1]);
    }
    json.end_object();
}

}  // namespace

void add_explain(CLI::App& verb, bool& explain) {
    verb.add_flag("--explain", explain,
                  "Add a certificate to the JSON, which scripts/check_certificate.py verifies")
        ->group("Output");
}

void write_segment_fields(JsonWriter& json, const MotionSegment& segment) {
    if (segment.is_linear) {
        json.key("translation").value(segment.translation);
        return;
    }
    json.key("point").value(segment.screw.point);
    json.key("axis").value(segment.screw.axis);
    json.key("angle").value(segment.screw.angle.in_radians());
    json.key("advance").value(segment.screw.advance);
}

void check_explain(bool explain, bool json) {
    if (explain && !json) throw Refusal("--explain: expected --json too, found none");
}

void write_certificate(JsonWriter& json, const CollisionCertificate& certificate) {
    json.key("certificate").begin_object();
    json.key("kind").value(certificate.common ? "contact" : "separation");
    if (certificate.common) {
        write_point(json, "a", (*certificate.common)[0]);
        write_point(json, "b", (*certificate.common)[1]);
    } else {
        write_steps(json, certificate.separation);
    }
    json.end_object();
}

void write_certificate(JsonWriter& json, const DistanceCertificate& certificate) {
    json.key("certificate").begin_object();
    json.key("kind").value("distance");
    json.key("lower").value(certificate.lower);
    json.key("upper").value(certificate.upper);
    write_point(json, "a", certificate.points[0]);
    write_point(json, "b", certificate.points[1]);
    write_steps(json, certificate.separation);
    json.end_object();
}

void write_certificate(JsonWriter& json, const PredictionCertificate& certificate, const Motion& motion) {
    json.key("certificate").begin_object();
    json.key("kind").value("prediction");
    json.key("complete").value(certificate.complete);
    json.key("segments").begin_array();
    for (const MotionSegment& segment : motion.segments()) write_segment(json, segment);
    json.end_array();
    json.key("free").begin_array();
    for (const SegmentSeparation& part : certificate.free) {
        json.begin_object();
        json.key("segment").value(std::uint64_t{part.segment});
        json.key("until").value(part.until);
        write_steps(json, part.separation);
        json.end_object();
    }
    json.end_array();
    write_contact(json, certificate.contact);
    json.end_object();
}

}  // namespace allide::cli
