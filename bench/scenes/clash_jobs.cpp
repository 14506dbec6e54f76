// The clashes of whole assemblies: generated engine rooms, and real ones where they are there.
#include "experiments.hpp"
#include "scenes/clash_job.hpp"
#include "scenes/scenes.hpp"
#include "support/stopwatch.hpp"

#include <allide/io.hpp>
#include <allide/shapes.hpp>

#include <algorithm>
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

// Files of one assembly below the folder of models; adds nothing, and says so, where one is missing.
void add_assembly(std::vector<Assembly>& all, Report& report, const Settings& settings,
                  const std::string& name, const std::vector<std::string>& files) {
    Assembly assembly{name, {}};
    for (const std::string& file : files) {
        const Result<Mesh> mesh = load_mesh(settings.models / file);
        if (!mesh) return report.say(fmt::format("Without {}: {} is not there.", name, file));
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

struct JobTimes {
    std::vector<double> ours, ours_wall, fcl_touch, fcl_contacts;
    JobAnswer our_answer, fcl_answer;
};

double wall_of(const std::function<void()>& work) {
    const double start = now();
    work();
    return now() - start;
}

JobTimes time_jobs(const Assembly& assembly, int rounds) {
    JobTimes times;
    for (int round = 0; round < rounds; ++round) {
        times.ours.push_back(seconds_of([&] { times.our_answer = our_clash_job(assembly.parts, 1); }));
        times.ours_wall.push_back(wall_of([&] { keep(our_clash_job(assembly.parts, 0).candidates); }));
        times.fcl_touch.push_back(
            seconds_of([&] { keep(fcl_clash_job(assembly.parts, JobDetail::touch).candidates); }));
        times.fcl_contacts.push_back(
            seconds_of([&] { times.fcl_answer = fcl_clash_job(assembly.parts, JobDetail::contacts); }));
    }
    std::ranges::sort(times.fcl_answer.meeting);
    return times;
}

double median_ratio(const std::vector<double>& over, const std::vector<double>& under) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < over.size(); ++i) ratios.push_back(over[i] / under[i]);
    return median(ratios);
}

std::size_t only_in(const JobAnswer& a, const JobAnswer& b) {
    std::vector<std::uint64_t> rest;
    std::ranges::set_difference(a.meeting, b.meeting, std::back_inserter(rest));
    return rest.size();
}

}  // namespace

void race_of_clash_jobs(Report& report, const Settings& settings) {
    report.section("The clashes of an assembly");
    report.say(
        "From the meshes of the parts to the pairs that meet, construction of the trees included. allide "
        "tells kind, "
        "depth and contacts of every clash; FCL, with OBBRSS models in its DynamicAABBTreeCollisionManager, "
        "tells "
        "whether two parts touch, or lists their contacts. Processor time of one thread; the last column of "
        "times is "
        "allide's on all cores by the clock. Pairs that only one of the two finds are counted: FCL tests "
        "triangles in "
        "rounded arithmetic, and parts that just touch may be either to it.");
    Table table{
        .name = "clash-jobs",
        .caption = "Seconds a job, medians.",
        .columns = {"assembly", "parts", "triangles", "allide", "FCL, touch", "FCL, contacts",
                    "contacts / allide", "allide, all cores", "meeting pairs", "only allide", "only FCL"}};
    for (const Assembly& assembly : assemblies_for(report, settings)) {
        const JobTimes times = time_jobs(assembly, settings.size == Size::full    ? 9
                                                   : settings.size == Size::quick ? 1
                                                                                  : 3);
        const double ratio = median_ratio(times.fcl_contacts, times.ours);
        table.add({assembly.name, cell(assembly.parts.size()), cell(assembly.triangles),
                   cell(median(times.ours)), cell(median(times.fcl_touch)), cell(median(times.fcl_contacts)),
                   cell(ratio), cell(median(times.ours_wall)), cell(times.our_answer.meeting.size()),
                   cell(only_in(times.our_answer, times.fcl_answer)),
                   cell(only_in(times.fcl_answer, times.our_answer))});
        report.find(
            ratio >= 10, fmt::format("{}: at least 10 times as fast as FCL, thread by thread", assembly.name),
            fmt::format("{:.3g} times the contacts, {:.3g} times the bare yes or no; on all cores {:.3g} "
                        "times the contacts",
                        ratio, median_ratio(times.fcl_touch, times.ours),
                        median_ratio(times.fcl_contacts, times.ours_wall)));
    }
    report.add(table);
}

}  // namespace allide::bench
