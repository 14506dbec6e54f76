#include "peers/standings.hpp"

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
    if (!c.lap) {
        row.resize(12, no_cell());
        row.push_back(c.why_not);
        return row;
    }
    const Lap& lap = *c.lap;
    row.insert(row.end(), {cell(std::uint64_t{lap.poses.size()}), cell(lap.rounds), cell(1e6 * lap.ours),
                           cell(1e6 * lap.theirs), cell(lap.ratio), cell(lap.first_ratio), hex(lap.our_hash),
                           hex(lap.their_hash), lap.agrees() ? "equal" : "DIFFER"});
    return row;
}

}  // namespace

void report_engines(Report& report) {
    Table table{"engines", "What each engine is asked through.", {"engine", "how"}};
    for (const Engine& engine : all_engines()) table.add({std::string(engine.name), std::string(engine.how)});
    report.add(std::move(table));
}

void report_cases(Report& report, const Standings& standings) {
    Table table{
        "cases",
        "Each case: microseconds a question, how many times as long the other engine takes (the median of "
        "the rounds, and the first one), and hashes of the answers.",
        {"scenario", "object", "triangles", "engine", "poses", "rounds", "allide µs", "engine µs", "times",
         "first round", "answer of allide", "answer of engine", "answers"}};
    for (const Case& c : standings.cases) table.add(row_of(c));
    report.add(std::move(table));
}

void report_constructions(Report& report, const Standings& standings) {
    Table table{
        "construction",
        "Building, and the bytes a triangle: of the tree alone as reckoned from its nodes, of the heap "
        "as measured, where an engine's own copy of the mesh counts too, and of the mesh.",
        {"object", "triangles", "engine", "ms", "times", "tree bytes", "heap bytes", "mesh bytes"}};
    for (const Construction& c : standings.constructions) {
        const auto n = static_cast<double>(c.triangles);
        const auto a_triangle = [&](std::uint64_t bytes) {
            return unless_zero(static_cast<double>(bytes) / n);
        };
        table.add({c.object, cell(std::uint64_t{c.triangles}), std::string(c.engine->name),
                   cell(1e3 * c.seconds), cell(c.ratio), a_triangle(c.tree_bytes), a_triangle(c.heap_bytes),
                   a_triangle(c.mesh_bytes)});
    }
    report.add(std::move(table));
}

void report_growth(Report& report, const Standings& standings) {
    Table table{"growth",
                "Tori of two sizes in the same poses: nanoseconds a contact, all contacts.",
                {"triangles", "contacts", "allide ns", "other ns"}};
    for (const Growth& g : standings.growth)
        table.add({cell(std::uint64_t{g.triangles}), cell(g.contacts), cell(g.nanoseconds_a_contact),
                   cell(g.reference_nanoseconds)});
    report.add(std::move(table));
}

void report_disputes(Report& report, const Standings& standings) {
    Table table{
        "disputes",
        "Where answers differ: some of the poses whose contacts differ, how many contacts there are, how "
        "many of them the engine misses "
        "and how many it reports that are none, and how many of the pairs in dispute the exact kernel, "
        "asked about the two triangles alone, decides as allide did.",
        {"scenario", "object", "engine", "poses", "contacts", "missed", "invented", "judged",
         "allide right"}};
    for (const Case& c : standings.cases) {
        if (!c.lap || c.lap->agrees()) continue;
        std::vector<std::string> row{c.scenario, c.object, std::string(c.engine->name)};
        if (c.verdict)
            for (const std::size_t count : {c.verdict->poses, c.verdict->contacts, c.verdict->missed,
                                            c.verdict->invented, c.verdict->judged, c.verdict->confirmed})
                row.push_back(cell(std::uint64_t{count}));
        row.resize(table.columns.size(), no_cell());
        table.add(std::move(row));
    }
    if (table.rows.empty())
        report.say("All engines gave the same answers in all cases.");
    else
        report.add(std::move(table));
}

}  // namespace allide::bench
