// A pipeline along a path of straight legs: pipes, elbows, flanges, valves and tees.
#pragma once

#include "generate/engine_room/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace allide::mesh::ship {

struct LineSpec {
    std::string name;        // its parts are named name/pipe-0001, name/elbow-0001, …
    std::vector<Vec3> path;  // corners of the path; each leg is parallel to an axis
    double radius = 50;
};

// The parts of the pipeline, with a gap of `joint` between neighbours. Empty if a leg is too short for its
// bends.
std::optional<Unit> pipe_line(const LineSpec& spec, const Detail& detail, base::Random& random);

}  // namespace allide::mesh::ship
