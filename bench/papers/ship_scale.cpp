// The same motions through ever larger scenes, and through real assemblies.
#include "papers/paper_002.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/io.hpp>

#include <chrono>

#include <fmt/format.h>

namespace allide::bench {
namespace {

constexpr std::uint64_t megabyte = 1'000'000;
constexpr std::uint64_t scale_memory_limit = 256 * megabyte;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A box of the size of the paper's ships in the middle of a scene: motions in it sweep the same volume
// however large the scene is.
Box box_of_paper_ship(const Box& root) {
    const Vec3 middle{(root.lo.x + root.hi.x) / 2, (root.lo.y + root.hi.y) / 2, (root.lo.z + root.hi.z) / 2};
    return {{middle.x - 12000, middle.y - 9000, middle.z - 5600},
            {middle.x + 12000, middle.y + 9000, middle.z + 5600}};
}

struct MotionSums {
    std::array<std::uint64_t, motions_of_paper_002> each{};  // candidate leaves of each motion
    std::uint64_t candidates = 0, blocks_read = 0, bytes_read = 0;
    double seconds = 0, slowest = 0, largest_share = 0;
    std::string ends;
};

MotionSums all_motions(const std::filesystem::path& index, const Model& mover, const Box& box, double unit,
                       TurnUnit turn = TurnUnit::degrees, SplitTrees split_trees = SplitTrees::used) {
    MotionSums sums;
    for (std::size_t i = 0; i < motions_of_paper_002; ++i) {
        const MotionQuery asked = ask_cold(index, mover, paper_motion(i, box, turn, unit), split_trees);
        const IndexSearch& search = asked.answer.search;
        sums.each[i] = search.leaves_after_step[0];
        sums.candidates += search.leaves_after_step[0];
        sums.blocks_read += search.blocks_read;
        sums.bytes_read += search.bytes_read;
        sums.seconds += asked.seconds;
        sums.slowest = std::max(sums.slowest, asked.seconds);
        sums.largest_share = std::max(
            sums.largest_share, static_cast<double>(search.blocks_read) / static_cast<double>(search.blocks));
        sums.ends += end_letter(asked.answer.prediction.outcome);
    }
    return sums;
}

std::filesystem::path scene_of(const SceneFolder& scene_folder, std::uint64_t triangles) {
    const std::filesystem::path file = scene_folder.file(fmt::format("scale-{}.glb", triangles));
    GlbWriter writer = GlbWriter::create(file).value();
    const auto failed = generate_engine_rooms({.triangles = triangles},
                                              [&](const EngineRoom& room) { return writer.add(room.mesh); });
    if (failed) throw PreconditionError(failed->text());
    if (const auto error = writer.finish()) throw PreconditionError(error->text());
    return file;
}

std::vector<std::uint64_t> scales(Size size) {
    if (size == Size::quick) return {60'000};
    if (size == Size::standard) return {100'000, 1'000'000, 10'000'000};
    return {100'000, 1'000'000, 10'000'000, 100'000'000};
}

// A real assembly in an index. The moving body's size relative to the assembly is the same as in the paper.
struct RealScene {
    std::string name;
    std::filesystem::path index;
    IndexInfo info;
    double unit = 1;  // length that corresponds to a millimetre of the ships
};

RealScene real_scene(const std::string& name, const std::vector<std::filesystem::path>& files,
                     const SceneFolder& scene_folder) {
    RealScene scene{.name = name, .index = scene_folder.file(name + ".allide"), .info = {}};
    scene.info = Index::build(files, scene.index, {.leaf_bytes = papers_leaf_bytes}).value();
    const Box root = *scene.info.bounds;
    scene.unit = std::max({root.hi.x - root.lo.x, root.hi.y - root.lo.y, root.hi.z - root.lo.z}) / 24000;
    return scene;
}

void assembly_table(Report& report, const std::vector<RealScene>& scenes) {
    Table table{"assemblies",
                "Their trees, with the columns of table 1 and leaves of 12,288 bytes. The number of blurred "
                "SplitTrees shows how often the paper's hypothesis fails.",
                {"assembly", "triangles", "objects", "shapes", "T_L", "N_g", "N_L", "SpT_L", "SplitTrees",
                 "blurred", "polygons per leaf", "Mem, KiB"}};
    for (const RealScene& scene : scenes) {
        const IndexInfo& info = scene.info;
        table.add({scene.name, cell(info.triangles), cell(info.objects), cell(info.shapes), cell(info.levels),
                   cell(info.inner_nodes), cell(info.leaves), cell(info.split_depth, 2),
                   cell(info.split_trees), cell(info.blurred_split_trees),
                   cell(static_cast<double>(info.triangles) / static_cast<double>(info.leaves)),
                   cell(info.bytes / 1024)});
    }
    report.add(std::move(table));
}

void assembly_motion_table(Report& report, const std::vector<RealScene>& scenes) {
    Table table{"assembly-motions",
                "Candidate leaves with SplitTrees / without them, as in table 3; the share of blocks read; "
                "the outcomes of the motions, as above. The body's diameter is 1/120 of the longest side, as "
                "for the ships, and d is scaled with it.",
                {"assembly, unit of b", "body", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8",
                 "of all leaves, %", "blocks read, %", "ends", "seconds per motion"}};
    constexpr auto motions = static_cast<double>(motions_of_paper_002);
    for (const RealScene& scene : scenes)
        for (const TurnUnit turn : {TurnUnit::degrees, TurnUnit::radians}) {
            const Model mover = moving_body(200 * scene.unit);
            const auto with = all_motions(scene.index, mover, *scene.info.bounds, scene.unit, turn);
            const auto without =
                all_motions(scene.index, mover, *scene.info.bounds, scene.unit, turn, SplitTrees::ignored);
            std::vector<std::string> row{
                fmt::format("{}, {}", scene.name, turn == TurnUnit::degrees ? "degrees" : "radians"),
                cell(200 * scene.unit)};
            for (std::size_t i = 0; i < motions_of_paper_002; ++i)
                row.push_back(fmt::format("{} / {}", with.each[i], without.each[i]));
            row.push_back(cell(100 * static_cast<double>(with.candidates) / motions /
                               static_cast<double>(scene.info.leaves)));
            row.push_back(cell(100 * static_cast<double>(with.blocks_read) / motions /
                               static_cast<double>(scene.info.blocks)));
            row.push_back(with.ends);
            row.push_back(cell(with.seconds / motions, 2));
            table.add(std::move(row));
        }
    report.add(std::move(table));
}

}  // namespace

void ship_scales(Report& report, const Settings& settings, const SceneFolder& scene_folder) {
    report.add_section("Scenes of any size");
    Table table{
        "scale",
        "Engine rooms with leaves of 65,536 bytes, built within 256 MB of memory; scenes above 10 million "
        "triangles consist of rooms of a million each. The eight motions, b in degrees, run around the "
        "centre of the scene in a box of 24 m: they sweep the same space in every scene, which contains more "
        "triangles the denser the scene is. Seconds are wall time including opening the index, with a warm "
        "disk cache.",
        {"triangles", "objects", "leaves", "index, MB", "built in, s", "candidate leaves per motion",
         "bytes read per motion, MB", "of all, %", "largest share, %", "seconds per motion", "slowest, s"}};
    const Model mover = moving_body(200);
    constexpr auto motions = static_cast<double>(motions_of_paper_002);
    for (const std::uint64_t triangles : scales(settings.size)) {
        if (settings.on_text) settings.on_text("");
        const std::filesystem::path scene = scene_of(scene_folder, triangles);
        const std::filesystem::path index = scene_folder.file(fmt::format("scale-{}.allide", triangles));
        const auto start = std::chrono::steady_clock::now();
        const IndexInfo info =
            Index::build(std::array{scene}, index, {.memory_limit = scale_memory_limit}).value();
        const double built = seconds_since(start);
        std::filesystem::remove(scene);
        const MotionSums sums = all_motions(index, mover, box_of_paper_ship(*info.bounds), 1);
        std::filesystem::remove(index);
        const double share =
            static_cast<double>(sums.blocks_read) / motions / static_cast<double>(info.blocks);
        table.add({cell(info.triangles), cell(info.objects), cell(info.leaves), cell(info.bytes / megabyte),
                   cell(built), cell(static_cast<double>(sums.candidates) / motions),
                   cell(static_cast<double>(sums.bytes_read) / motions / 1e6), cell(100 * share),
                   cell(100 * sums.largest_share), cell(sums.seconds / motions, 2), cell(sums.slowest, 2)});
        if (triangles == 10'000'000)
            report.add_finding(
                sums.largest_share < 0.05 && sums.slowest < 2,
                "10 million triangles: less than 5 % of the bytes are read, and the answer takes less than 2 "
                "s from a cold start",
                fmt::format("{:.2f} % and {:.2f} s at most", 100 * sums.largest_share, sums.slowest));
    }
    report.add(std::move(table));
}

void assembly_motions(Report& report, const Settings& settings, const SceneFolder& scene_folder) {
    report.add_section("Real assemblies");
    const std::filesystem::path huldra = settings.models / "assembly_huldra" / "huldra_WD1-PSUP.obj";
    const std::filesystem::path clinic = settings.models / "assembly_clinic";
    if (!std::filesystem::exists(huldra) || !std::filesystem::exists(clinic)) {
        report.add_paragraph(
            "The models were not found: --models must name the folder that contains assembly_huldra and "
            "assembly_clinic.");
        return;
    }
    report.add_paragraph(
        "A deck of an offshore platform (Huldra) and a clinic; the motions are relative to the bounding box "
        "of each.");
    const std::vector<RealScene> scenes{
        real_scene("huldra", {huldra}, scene_folder),
        real_scene("clinic", {clinic / "clinic_structure.glb", clinic / "clinic_hvac.glb"}, scene_folder)};
    assembly_table(report, scenes);
    assembly_motion_table(report, scenes);
}

}  // namespace allide::bench
