// The answers of the verb `robot`, as JSON and as text.
#pragma once

#include <allide/robot.hpp>

#include <optional>
#include <string>
#include <vector>

namespace allide::cli {

struct ConfigurationAnswer {
    ConfigurationCheck check;
    std::vector<double> configuration;
    double clearance = 0, seconds = 0;
};

struct TrajectoryAnswer {
    TrajectoryCheck check;
    std::size_t waypoints = 0;
    bool has_intervals = false;
    double clearance = 0, seconds = 0;
};

// The joints whose value is outside their limits somewhere, in the order of Robot::joints().
std::vector<std::string> joints_outside_limits(const Robot& robot,
                                               const std::vector<std::vector<double>>& waypoints);

std::string as_json(const ConfigurationAnswer& answer, const RobotWorld& world);
std::string as_json(const TrajectoryAnswer& answer);
// `robot` is the name of the robot's file.
std::string as_text(const ConfigurationAnswer& answer, const RobotWorld& world, const std::string& robot);
std::string as_text(const TrajectoryAnswer& answer, const std::string& robot);

}  // namespace allide::cli
