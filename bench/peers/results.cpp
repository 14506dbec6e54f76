#include "peers/results.hpp"

#include <fmt/format.h>

namespace allide::bench {
namespace {

std::string hex(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

std::string unless_zero(double value, int digits = 3) {
    return value == 0 ? no_cell() : cell(value, digits);
}

std::vector<std::string> row_of(const Case& c) {
    std::vector<std::string> row{c.scenario, c.object, cell(std::uint64_t{c.triangles}),
                                 std::string(c.engine->name)};
    if (!c.measurement) {
        row.resize(12, no_cell());
        row.push_back(c.why_not);
        return row;
    }
    const Measurement& measurement = *c.measurement;
    row.insert(row.end(), {cell(std::uint64_t{measurement.poses.size()}), cell(measurement.rounds),
                           cell(1e6 * measurement.ours), cell(1e6 * measurement.theirs),
                           cell(measurement.ratio), cell(measurement.first_ratio), hex(measurement.our_hash),
                           hex(measurement.their_hash), measurement.agrees() ? "equal" : "DIFFER"});
    return row;
}

}  // namespace

void report_engines(Report& report) {
    Table table{"engines", "The functions through which each engine is queried.", {"engine", "how"}};
    for (const Engine& engine : all_engines()) table.add({std::string(engine.name), std::string(engine.how)});
    report.add(std::move(table));
}

void report_cases(Report& report, const Results& results) {
    Table table{"cases",
                "Each case: microseconds per query, the speed-up over the other engine (median of the "
                "rounds, and first round), and hashes of the answers.",
                {"scenario", "object", "triangles", "engine", "poses", "rounds", "allide µs", "engine µs",
                 "times", "first round", "answer of allide", "answer of engine", "answers"}};
    for (const Case& c : results.cases) table.add(row_of(c));
    report.add(std::move(table));
}

void report_constructions(Report& report, const Results& results) {
    Table table{"construction",
                "Build time, and bytes per triangle: of the tree alone, computed from its nodes; of the "
                "heap, measured, including an engine's own copy of the mesh; and of the mesh.",
                {"object", "triangles", "engine", "ms", "times", "tree bytes", "heap bytes", "mesh bytes"}};
    for (const Construction& c : results.constructions) {
        const auto n = static_cast<double>(c.triangles);
        const auto per_triangle = [&](std::uint64_t bytes) {
            return unless_zero(static_cast<double>(bytes) / n);
        };
        table.add({c.object, cell(std::uint64_t{c.triangles}), std::string(c.engine->name),
                   cell(1e3 * c.seconds), cell(c.ratio), per_triangle(c.tree_bytes),
                   per_triangle(c.heap_bytes), per_triangle(c.mesh_bytes)});
    }
    report.add(std::move(table));
}

void report_growth(Report& report, const Results& results) {
    Table table{"growth",
                "Tori of two sizes at the same poses: nanoseconds per contact when all contacts are listed.",
                {"triangles", "contacts", "allide ns", "other ns"}};
    for (const Growth& g : results.growth)
        table.add({cell(std::uint64_t{g.triangles}), cell(g.contacts), cell(g.nanoseconds_per_contact),
                   cell(g.reference_nanoseconds)});
    report.add(std::move(table));
}

void report_disputes(Report& report, const Results& results) {
    Table table{"disputes",
                "Cases with different answers: the number of compared poses at which the contacts differ, "
                "the contacts at these poses, the contacts that the engine misses, the pairs that it reports "
                "although they do not touch, and the number of disputed pairs for which the exact kernel, "
                "given the two triangles alone, confirms allide.",
                {"scenario", "object", "engine", "poses", "contacts", "missed", "invented", "judged",
                 "allide right"}};
    for (const Case& c : results.cases) {
        if (!c.measurement || c.measurement->agrees()) continue;
        std::vector<std::string> row{c.scenario, c.object, std::string(c.engine->name)};
        if (c.verdict)
            for (const std::size_t count : {c.verdict->poses, c.verdict->contacts, c.verdict->missed,
                                            c.verdict->invented, c.verdict->judged, c.verdict->confirmed})
                row.push_back(cell(std::uint64_t{count}));
        row.resize(table.columns.size(), no_cell());
        table.add(std::move(row));
    }
    if (table.rows.empty())
        report.add_paragraph("All engines gave the same answers in all cases.");
    else
        report.add(std::move(table));
}

}  // namespace allide::bench
