// Arguments about robots that several files read.
#pragma once

#include "arguments.hpp"

#include <allide/robot.hpp>

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace allide::python {

using NamePair = std::pair<std::string, std::string>;

inline std::vector<std::array<std::string, 2>> pairs_of(const std::vector<NamePair>& pairs) {
    std::vector<std::array<std::string, 2>> out;
    for (const auto& [a, b] : pairs) out.push_back({a, b});
    return out;
}
// A ConvexBody, or anything that mesh_of() takes.
LinkGeometry link_geometry_of(nb::handle shape, const Pose& origin, const std::string& name);
RobotFileOptions robot_file_options_of(const std::optional<std::filesystem::path>& srdf,
                                       const std::vector<std::filesystem::path>& packages, bool visuals,
                                       std::optional<double> sag);

}  // namespace allide::python
