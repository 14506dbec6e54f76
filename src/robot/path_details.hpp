// The parts of a TrajectoryCheck that take extra time: all intervals of contact, and the smallest clearance.
#pragma once

#include "robot/chain.hpp"
#include "robot/world_data.hpp"

#include <allide/robot.hpp>

#include <span>

namespace allide::robot {

// Fills the intervals of contact. `start` is the first waypoint; `stretches` has one entry per pair of
// neighbouring waypoints.
void find_intervals(const detail::RobotWorldData& world, std::span<const Stretch> stretches,
                    std::span<const double> start, const TrajectoryOptions& options, TrajectoryCheck& out);
// Fills the smallest clearance.
void find_clearance(const detail::RobotWorldData& world, std::span<const Stretch> stretches,
                    std::span<const double> start, const TrajectoryOptions& options, TrajectoryCheck& out);

// Return base + t, rounded down and up.
double time_down(double base, double t);
double time_up(double base, double t);

}  // namespace allide::robot
