// The experiments of paper 002: nine ships in indexes on disk, one small body, eight motions.
#pragma once

#include "experiments.hpp"

#include <allide/index.hpp>
#include <allide/io.hpp>
#include <allide/motion.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::bench {

// A row of the paper's table 1 and the corresponding row of table 3.
struct PaperShip {
    std::string_view name;
    std::uint64_t polygons;
    int levels, inner_nodes, leaves;
    double split_depth;
    int memory;
    std::array<int, 8> candidates;
};
std::span<const PaperShip> ships_of_paper_002();

// A temporary folder for scenes and indexes; the destructor removes it with its contents.
class SceneFolder {
  public:
    SceneFolder();
    ~SceneFolder();
    SceneFolder(const SceneFolder&) = delete;
    SceneFolder& operator=(const SceneFolder&) = delete;
    std::filesystem::path file(const std::string& name) const { return folder_ / name; }

  private:
    std::filesystem::path folder_;
};

// One of the paper's ships, and the engine room that replaces it: scene file, index file and its description.
struct Ship {
    PaperShip paper;
    std::filesystem::path scene, index;
    IndexInfo info;
};
Ship build_ship(const SceneFolder& scene_folder, const PaperShip& paper, std::uint64_t leaf_bytes,
                std::uint64_t seed);

// The size of a leaf in the paper, 20 blocks of 512 bytes, rounded up to pages of 4096.
inline constexpr std::uint64_t papers_leaf_bytes = 12288;

enum class TurnUnit { degrees, radians };
inline constexpr std::size_t motions_of_paper_002 = 8;
// In the paper time runs from 0 to 2, in a Motion from 0 to 1.
inline constexpr double papers_duration = 2;

// Motion m1 … m8 of table 2 (`number` 0 … 7) in the box `root`; `unit` is the length of a millimetre there.
Motion paper_motion(std::size_t number, const Box& root, TurnUnit turn, double unit);
// A body of 500 triangles in a ball of this diameter.
Model moving_body(double diameter);

// The answer to one motion's query on a newly opened index, and the wall time that it took: most of the time
// may be spent on reading.
struct MotionQuery {
    IndexPrediction answer;
    double seconds = 0;  // wall time, including opening the index
};
MotionQuery ask_cold(const std::filesystem::path& index, const Model& mover, const Motion& motion,
                     SplitTrees split_trees = SplitTrees::used);

// The first letter of clear, impact, touching_at_start or undecided.
char end_letter(Outcome outcome);

void ship_motion_tables(Report& report, const std::vector<Ship>& ships, const SceneFolder& scene_folder);
void ship_leaf_sizes(Report& report, const Settings& settings, const SceneFolder& scene_folder,
                     const Ship& ship);
void ship_enclosures(Report& report, const std::vector<Ship>& ships);
void ship_picture(Report& report, const Ship& ship);
void ship_scales(Report& report, const Settings& settings, const SceneFolder& scene_folder);
void assembly_motions(Report& report, const Settings& settings, const SceneFolder& scene_folder);

}  // namespace allide::bench
