// Results of the comparisons: tables, geometric means, the goals of the road map, and the chart.
#pragma once

#include "peers/dispute.hpp"
#include "support/report.hpp"

#include <optional>

namespace allide::bench {

// The result of one engine in one scenario with one object.
struct Case {
    std::string scenario, object;
    std::size_t triangles;
    const Engine* engine;
    std::optional<Measurement> measurement = {};
    std::string why_not = {};  // the reason if there is no measurement
    std::optional<Verdict> verdict = {};
};

struct Construction {
    std::string object;
    std::size_t triangles;
    const Engine* engine;
    double seconds, ratio;  // build time, and its ratio to that of allide
    std::uint64_t tree_bytes;
    std::uint64_t heap_bytes;  // heap bytes after building, including the engine's own copy of the mesh
    std::uint64_t mesh_bytes;  // bytes of the mesh's vertices and indices
};

// Time per contact of allide and of another engine, for one size of a body.
struct Growth {
    std::size_t triangles;
    std::uint64_t contacts;
    double nanoseconds_per_contact;
    double reference_nanoseconds;  // time per contact of the other engine
};

struct Results {
    std::vector<Case> cases = {};
    std::vector<Construction> constructions = {};
    std::vector<Growth> growth = {};
};

void report_engines(Report& report);
void report_cases(Report& report, const Results& results);
void report_constructions(Report& report, const Results& results);
void report_growth(Report& report, const Results& results);
void report_disputes(Report& report, const Results& results);
// Adds the means and the chart to the report, and the goals of the road map as findings.
void report_summary(Report& report, const Results& results);

}  // namespace allide::bench
