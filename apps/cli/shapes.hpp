// The verbs collide, distance, predict and ray for files that are not meshes: shapes in JSON, and OctoMap
// files.
#pragma once

#include "pair.hpp"
#include "probe.hpp"

#include <allide/predict.hpp>
#include <allide/probe.hpp>

#include <cstddef>
#include <optional>

namespace allide::cli {

// True if the file is a shape by its extension, .json or .bt.
bool is_shape_file(const std::string& file);
// True if one of the files is.
bool about_shapes(const PairRequest& request);
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

}  // namespace allide::cli
