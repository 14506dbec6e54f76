#include "papers/paper_002.hpp"

#include "papers/papers.hpp"

#include <allide/extra/engine_rooms.hpp>
#include <allide/extra/shapes.hpp>

#include <chrono>
#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

namespace allide::bench {
namespace {

constexpr std::array<PaperShip, 9> paper_ships{{
    {"ALL", 139460, 17, 656, 657, 2.2, 29842, {22, 34, 30, 3, 43, 12, 13, 10}},
    {"LOW2", 131849, 21, 1284, 1285, 2.7, 70937, {10, 11, 3, 8, 2, 22, 42, 32}},
    {"MODM", 156767, 21, 1290, 1291, 2.4, 67334, {28, 50, 13, 15, 13, 70, 60, 60}},
    {"SBL", 131323, 17, 376, 377, 2.1, 18696, {1, 2, 2, 1, 2, 2, 3, 1}},
    {"SC32", 181972, 16, 1430, 1431, 2.4, 74641, {19, 37, 8, 13, 6, 63, 43, 59}},
    {"SC33", 167059, 19, 1133, 1134, 2.2, 57204, {4, 13, 21, 0, 58, 11, 1, 11}},
    {"SFACL", 169128, 21, 1406, 1407, 2.6, 76147, {13, 6, 8, 7, 11, 31, 11, 25}},
    {"SFACM", 161257, 20, 1420, 1421, 2.6, 76905, {22, 39, 5, 18, 5, 69, 42, 54}},
    {"TEX", 106703, 21, 810, 811, 3.0, 43742, {23, 16, 1, 9, 0, 20, 21, 17}},
}};

// A row of table 2: advance and rotation per unit of time (units: see choices()), and the start position
// relative to the centre of the root's box, as fractions of the box's sides.
struct PaperMotion {
    double advance, turn;
    Vec3 start;
    double axis_y;  // y of the axis relative to the centre, as a fraction of the box's side
};
constexpr std::array<PaperMotion, motions_of_paper_002> paper_motions{{
    {40, 0, {0, 0, 0}, 0},
    {0, 20, {0, 1.0 / 10, 0}, 0},
    {0, 20, {0, 1.0 / 3, 0}, 0},
    {0, 20, {1.0 / 3, 0, 0}, 1.0 / 10},
    {40, 20, {0, 1.0 / 10, 0}, 0},
    {10, 20, {1.0 / 10, 0, 0}, 1.0 / 10},
    {10, 20, {0, 0, 1.0 / 4}, 0},
    {10, 30, {1.0 / 10, 0, 0}, 1.0 / 10},
}};

Vec3 in_box(const Box& box, const Vec3& share) {
    return {(box.lo.x + box.hi.x) / 2 + share.x * (box.hi.x - box.lo.x),
            (box.lo.y + box.hi.y) / 2 + share.y * (box.hi.y - box.lo.y),
            (box.lo.z + box.hi.z) / 2 + share.z * (box.hi.z - box.lo.z)};
}

void choices(Report& report) {
    report.add_paragraph(
        "The paper's ships are not public; they are replaced by engine rooms with the same numbers of "
        "polygons, seeds 1 to 9, 24 to 29 m long. The paper does not give the positions of its axes, its "
        "units, the duration of a motion, or the size of its ships. Chosen here: t from 0 to 2; b in degrees "
        "per time unit, and in a second run in radians; d in millimetres; p is the root's centre for m2, m3, "
        "m5, m7, and the centre + (0, BR_y/10, 0) for m4, m6, m8; leaves of 12,288 bytes, which are the "
        "paper's 20 blocks of 512 bytes rounded up to whole pages, and contain about 100 polygons. The "
        "moving body is a sphere of 500 triangles with a diameter of 200 mm. The index is reopened for each "
        "motion, so that nothing is cached. Numbers in brackets are the paper's.");
}

std::string with_number_of_paper(const std::string& ours, const std::string& paper) {
    return fmt::format("{} ({})", ours, paper);
}

void table_1(Report& report, const std::vector<Ship>& ships) {
    report.add_section("The ships and their trees (table 1)");
    Table table{"table-1",
                "Table 1. SpT_L is the mean depth of the SplitTrees; a SplitTree is blurred if a cell of it "
                "contains surface of both children, so that the paper's hypothesis fails there. The paper "
                "does not give the unit of its memory column.",
                {"ship", "polygons", "objects", "T_L", "N_g", "N_L", "SpT_L", "SplitTrees", "blurred",
                 "polygons per leaf", "Mem, KiB"}};
    for (const Ship& ship : ships) {
        const IndexInfo& info = ship.info;
        table.add({std::string(ship.paper.name),
                   with_number_of_paper(cell(info.triangles), cell(ship.paper.polygons)), cell(info.objects),
                   with_number_of_paper(cell(info.levels), cell(ship.paper.levels)),
                   with_number_of_paper(cell(info.inner_nodes), cell(ship.paper.inner_nodes)),
                   with_number_of_paper(cell(info.leaves), cell(ship.paper.leaves)),
                   with_number_of_paper(cell(info.split_depth, 2), cell(ship.paper.split_depth, 2)),
                   cell(info.split_trees), cell(info.blurred_split_trees),
                   cell(static_cast<double>(info.triangles) / static_cast<double>(info.leaves)),
                   with_number_of_paper(cell(info.bytes / 1024), cell(ship.paper.memory))});
    }
    report.add(std::move(table));
}

}  // namespace

std::span<const PaperShip> ships_of_paper_002() {
    return paper_ships;
}

SceneFolder::SceneFolder() {
    folder_ = std::filesystem::temp_directory_path() / fmt::format("allide-ships-{}", ::getpid());
    std::filesystem::create_directories(folder_);
}

SceneFolder::~SceneFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

Ship build_ship(const SceneFolder& scene_folder, const PaperShip& paper, std::uint64_t leaf_bytes,
                std::uint64_t seed) {
    Ship ship{.paper = paper,
              .scene = scene_folder.file(fmt::format("{}.glb", paper.name)),
              .index = scene_folder.file(fmt::format("{}-{}.allide", paper.name, leaf_bytes)),
              .info = {}};
    if (!std::filesystem::exists(ship.scene))
        (void)save_mesh(generate_engine_room({.triangles = paper.polygons, .seed = seed}).value().mesh,
                        ship.scene)
            .value();
    ship.info = Index::build(std::array{ship.scene}, ship.index, {.leaf_bytes = leaf_bytes}).value();
    return ship;
}

Motion paper_motion(std::size_t number, const Box& root, TurnUnit turn, double unit) {
    const PaperMotion& motion = paper_motions[number];
    const double angle = papers_duration * motion.turn;
    const Screw screw{.point = in_box(root, {0, motion.axis_y, 0}),
                      .axis = {1, 0, 0},
                      .angle = turn == TurnUnit::degrees ? degrees(angle) : radians(angle),
                      .advance = papers_duration * motion.advance * unit};
    return Motion::screw(screw).from(Pose::translation(in_box(root, motion.start)));
}

Model moving_body(double diameter) {
    const Mesh sphere = generate(GeneratedShape::sphere, {.triangles = 500}).value();
    MeshData data;
    double farthest = 0;
    for (const Vec3& v : sphere.vertices()) farthest = std::max(farthest, std::hypot(v.x, v.y, v.z));
    const double scale = diameter / 2 / farthest;
    for (const Vec3& v : sphere.vertices()) data.vertices.push_back({scale * v.x, scale * v.y, scale * v.z});
    data.triangles.assign(sphere.triangles().begin(), sphere.triangles().end());
    return Model::build(Mesh::from(std::move(data)).value()).value();
}

MotionQuery ask_cold(const std::filesystem::path& index, const Model& mover, const Motion& motion,
                     SplitTrees split_trees) {
    const auto start = std::chrono::steady_clock::now();
    const Index scene = Index::open(index).value();
    MotionQuery asked{predict(mover.along(motion), scene, {.split_trees = split_trees}).value()};
    asked.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return asked;
}

char end_letter(Outcome outcome) {
    switch (outcome) {
        case Outcome::clear:
            return 'c';
        case Outcome::impact:
            return 'i';
        case Outcome::touching_at_start:
            return 't';
        case Outcome::undecided:
            break;
    }
    return 'u';
}

void run_paper_002(Report& report, const Settings& settings) {
    const SceneFolder scene_folder;
    choices(report);
    const std::size_t count = settings.size == Size::quick ? 1 : paper_ships.size();
    std::vector<Ship> ships;
    // The quick run uses the smallest ship only.
    for (std::size_t i = paper_ships.size() - count; i < paper_ships.size(); ++i) {
        if (settings.on_text) settings.on_text("");
        ships.push_back(build_ship(scene_folder, paper_ships[i], papers_leaf_bytes, i + 1));
    }
    table_1(report, ships);
    ship_picture(report, ships.back());
    ship_motion_tables(report, ships, scene_folder);
    ship_leaf_sizes(report, settings, scene_folder, ships.back());
    ship_enclosures(report, ships);
    ship_scales(report, settings, scene_folder);
    assembly_motions(report, settings, scene_folder);
}

}  // namespace allide::bench
