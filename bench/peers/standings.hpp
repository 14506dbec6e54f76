// What the races came to: tables, geometric means, the bars of the road map, and the chart.
#pragma once

#include "peers/dispute.hpp"
#include "support/report.hpp"

#include <optional>

namespace allide::bench {

// One engine in one scenario with one object.
struct Case {
    std::string scenario, object;
    std::size_t triangles;
    const Engine* engine;
    std::optional<Lap> lap = {};
    std::string why_not = {};  // there is no lap
    std::optional<Verdict> verdict = {};
};

struct Construction {
    std::string object;
    std::size_t triangles;
    const Engine* engine;
    double seconds, ratio;  // ours is 1
    std::uint64_t tree_bytes;
    std::uint64_t heap_bytes;  // that building left in use, the engine's own copy of the mesh included
    std::uint64_t mesh_bytes;  // of the mesh's vertices and indices
};

// Ours at two sizes.
struct Growth {
    std::size_t triangles;
    std::uint64_t contacts;
    double nanoseconds_a_contact;
    double reference_nanoseconds;  // of the engine that it was raced with
};

struct Standings {
    std::vector<Case> cases = {};
    std::vector<Construction> constructions = {};
    std::vector<Growth> growth = {};
};

void report_engines(Report& report);
void report_cases(Report& report, const Standings& standings);
void report_constructions(Report& report, const Standings& standings);
void report_growth(Report& report, const Standings& standings);
void report_disputes(Report& report, const Standings& standings);
// The means and the chart, and as findings what the road map asks for.
void report_summary(Report& report, const Standings& standings);

}  // namespace allide::bench
