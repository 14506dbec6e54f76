// The arm and the surroundings ("cells") of the comparison.
#pragma once

#include <allide/robot.hpp>

#include <filesystem>
#include <vector>

namespace allide::bench {

// The arm in the folder `models`, or a generated one with seven joints if the folder has none.
RobotDescription bench_arm(const std::filesystem::path& models, bool& found);
// A cell of 15 parts with about this many triangles in total.
std::vector<Obstacle> bench_cell(std::size_t triangles);

}  // namespace allide::bench
