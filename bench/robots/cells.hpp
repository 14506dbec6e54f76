// The arm and the cells of the comparison.
#pragma once

#include <allide/robot.hpp>

#include <filesystem>
#include <vector>

namespace allide::bench {

// The arm of `models`, or a generated one with seven joints where that folder has none.
RobotDescription bench_arm(const std::filesystem::path& models, bool& found);
// 15 parts with about this many triangles in all.
std::vector<Obstacle> bench_cell(std::size_t triangles);

}  // namespace allide::bench
