// Certificates of answers (--explain) as JSON; docs/certificates.md defines the fields.
#pragma once

#include <allide/extra/explain.hpp>
#include <allide/report.hpp>

#include <string>

namespace CLI {
class App;
}

namespace allide::cli {

void add_explain(CLI::App& verb, bool& explain);
// Throws a Refusal for --explain without --json: certificates are written as JSON only.
void check_explain(bool explain, bool json);

// Writes the fields of a motion file that describe the segment: a translation or a screw.
void write_segment_fields(JsonWriter& json, const MotionSegment& segment);

// Each writes the key `certificate` and its value.
void write_certificate(JsonWriter& json, const CollisionCertificate& certificate);
void write_certificate(JsonWriter& json, const DistanceCertificate& certificate);
void write_certificate(JsonWriter& json, const PredictionCertificate& certificate, const Motion& motion);

}  // namespace allide::cli
