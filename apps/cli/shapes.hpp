// The verbs collide, contains, distance, info, nearest, predict and ray for files that are not meshes: shapes
// in JSON, and OctoMap files.
#pragma once

#include "pair.hpp"
#include "probe.hpp"

#include <allide/predict.hpp>
#include <allide/probe.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allide::cli {

// True if the file is a shape by its extension, .json or .bt.
bool is_shape_file(const std::string& file);
// True if A or B is such a file.
bool about_shapes(const PairRequest& request);
// Refuses a shape file, for verbs that need meshes.
void expect_mesh_file(const std::string& file);
// Answers like the verb for meshes, with element numbers in place of triangle numbers. Lists at most `limit`
// contacts, none if it is empty. Returns the exit code; a pair that may touch counts as touching.
int collide_shapes(const PairRequest& request, const std::optional<std::size_t>& limit);
// Prints the distance and, if `within` is set, whether the distance is at most that.
int measure_shapes(const PairRequest& request, const std::optional<double>& within);
// Predicts the first contact of A on its motion, which includes --pose-a, and B. Throws PreconditionError as
// predict does.
int predict_shapes(const PairRequest& request, const Motion& motion, const PredictOptions& options);
// Prints the first hit of the ray, or all of them.
int shoot_at_shape(const ProbeRequest& request, const Ray& ray, bool all);
// Prints the point of the shape that is nearest to a given one: that point itself if it is inside a solid.
int measure_to_shape(const ProbeRequest& request, const Vec3& point);
// The positions of points relative to a shape. A mesh answers by the rule. For other solids, outside is
// exact, a point that touches is on the boundary if no depth is certified, and the answer is empty where
// `collides` is undecided. Refuses a plane, and a height field without a floor.
std::vector<std::optional<PointLocation>> locate_in_shape(const ProbeRequest& request,
                                                          std::span<const Vec3> points, InsideRule rule);

// The properties of a shape that `info` prints.
struct ShapeInfo {
    std::string_view kind;
    bool solid = false;
    std::uint64_t elements = 0;
    Box bounds;  // infinite where the shape is
};
ShapeInfo describe_shape(const std::string& file);

}  // namespace allide::cli
