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

// "ax" cuts A's set along x; a number cuts the time interval; three numbers are a direction.
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

}  // namespace

void add_explain(CLI::App& verb, bool& explain) {
    verb.add_flag("--explain", explain,
                  "Add a certificate to the JSON, which scripts/check_certificate.py verifies")
        ->group("Output");
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

}  // namespace allide::cli
