// Clash jobs for whole assemblies: generated engine rooms, and real assemblies if their files exist.
#include "experiments.hpp"
#include "scenes/clash_job.hpp"
#include "scenes/scenes.hpp"
#include "support/stopwatch.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>
#include <allide/io.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>

#include <fmt/format.h>

namespace allide::bench {
namespace {

struct Assembly {
    std::string name;
    std::vector<Part> parts;
    std::uint64_t triangles = 0;
};

void add_mesh(Assembly& assembly, const Mesh& mesh) {
    for (Part& part : parts_of(mesh)) assembly.parts.push_back(std::move(part));
    assembly.triangles += mesh.triangles().size();
}

Assembly engine_room_of(std::uint64_t triangles) {
    const EngineRoom room =
        generate_engine_room({.triangles = triangles, .clashes = 20, .clearances = 20}).value();
    Assembly assembly{fmt::format("engine room of {} triangles", room.mesh.triangles().size()), {}};
    add_mesh(assembly, room.mesh);
    return assembly;
}

// Loads the files of one assembly from the folder of models. If a file is missing, no assembly is added,
// and the report says so.
void add_assembly(std::vector<Assembly>& all, Report& report, const Settings& settings,
                  const std::string& name, const std::vector<std::string>& files) {
    Assembly assembly{name, {}};
    for (const std::string& file : files) {
        const Result<Mesh> mesh = load_mesh(settings.models / file);
        if (!mesh) return report.add_paragraph(fmt::format("{} is omitted: {} was not found.", name, file));
        add_mesh(assembly, *mesh);
    }
    all.push_back(std::move(assembly));
}

std::vector<Assembly> assemblies_for(Report& report, const Settings& settings) {
    std::vector<Assembly> all;
    all.push_back(engine_room_of(60'000));
    if (settings.size == Size::quick) return all;
    all.push_back(engine_room_of(400'000));
    add_assembly(all, report, settings, "Huldra", {"assembly_huldra/huldra_WD1-PSUP.obj"});
    add_assembly(all, report, settings, "clinic, ducts and structure",
                 {"assembly_clinic/clinic_hvac.glb", "assembly_clinic/clinic_structure.glb"});
    return all;
}

struct Job {
    std::string name;
    JobDetail ours, fcl;
};

const std::array jobs{
    Job{"which parts touch", JobDetail::touch, JobDetail::touch},
    Job{"their contacts", JobDetail::contacts, JobDetail::contacts},
    Job{"clashes, compared with FCL's contacts", JobDetail::clashes, JobDetail::contacts},
};

struct JobTimes {
    std::vector<double> ours, fcl,
        ratios;  // processor time on one thread in seconds; `ratios`: FCL's time / allide's
    std::vector<double> clock,
        clock_ratios;  // `clock`: allide's wall time on all cores; `clock_ratios`: FCL's on one core / that
    JobAnswer our_answer, fcl_answer;
};

double clock_of(const std::function<void()>& work) {
    const double start = now();
    work();
    return now() - start;
}

JobTimes time_job(const Assembly& assembly, const Job& job, int rounds) {
    JobTimes times;
    for (int round = 0; round < rounds; ++round) {
        times.ours.push_back(
            seconds_of([&] { times.our_answer = our_clash_job(assembly.parts, job.ours, 1); }));
        const double fcl_clock = clock_of([&] {
            times.fcl.push_back(
                seconds_of([&] { times.fcl_answer = fcl_clash_job(assembly.parts, job.fcl); }));
        });
        times.ratios.push_back(times.fcl.back() / times.ours.back());
        times.clock.push_back(clock_of([&] { keep(our_clash_job(assembly.parts, job.ours, 0).contacts); }));
        times.clock_ratios.push_back(fcl_clock / times.clock.back());
    }
    std::ranges::sort(times.fcl_answer.meeting);
    return times;
}

std::size_t only_in(const JobAnswer& a, const JobAnswer& b) {
    std::vector<std::uint64_t> rest;
    std::ranges::set_difference(a.meeting, b.meeting, std::back_inserter(rest));
    return rest.size();
}

void enter(Table& table, const Assembly& assembly, const Job& job, const JobTimes& times) {
    table.add({assembly.name, cell(assembly.parts.size()), cell(assembly.triangles), job.name,
               cell(median(times.ours)), cell(median(times.fcl)), cell(median(times.ratios)),
               cell(median(times.clock)), cell(median(times.clock_ratios)),
               cell(times.our_answer.meeting.size()), cell(only_in(times.our_answer, times.fcl_answer)),
               cell(only_in(times.fcl_answer, times.our_answer)), cell(times.our_answer.contacts),
               cell(times.fcl_answer.contacts)});
}

}  // namespace

void compare_clash_jobs(Report& report, const Settings& settings) {
    report.add_section("The clashes of an assembly");
    report.add_paragraph(
        "From the meshes of the parts to the answer, including the construction of the trees (allide builds "
        "only those of parts that come near another part). Three jobs: which parts touch; also which of "
        "their triangles touch; and everything that `allide clash` reports, kinds and depths included. FCL "
        "does not compute kinds and depths, so that it only lists contacts for the third job. It uses OBBRSS "
        "models in its DynamicAABBTreeCollisionManager, on one thread. The engines alternate; medians of the "
        "processor time of one thread, then of allide's wall time on all cores. Pairs that only one of the "
        "two finds are counted: FCL tests triangles in rounded arithmetic, which may decide either way for "
        "parts that just touch.");
    Table table{.name = "clash-jobs",
                .caption = "Seconds per job.",
                .columns = {"assembly", "parts", "triangles", "job", "allide", "FCL", "times",
                            "allide on all cores", "speed-up, wall time", "pairs", "only allide", "only FCL",
                            "contacts", "contacts of FCL"}};
    const int rounds = settings.size == Size::full ? 9 : settings.size == Size::quick ? 1 : 3;
    for (const Assembly& assembly : assemblies_for(report, settings))
        for (const Job& job : jobs) {
            const JobTimes times = time_job(assembly, job, rounds);
            enter(table, assembly, job, times);
            report.add_finding(
                median(times.clock_ratios) >= 10,
                fmt::format("{}, {}: at least 10 times as fast as FCL", assembly.name, job.name),
                fmt::format("{:.3g} times on all cores (wall time), {:.3g} times on one thread",
                            median(times.clock_ratios), median(times.ratios)));
        }
    report.add(table);
}

}  // namespace allide::bench
