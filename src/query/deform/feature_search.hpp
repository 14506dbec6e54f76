// Contacts of the features of two deforming surfaces, or of one with itself.
#pragma once

#include "query/deform/deforming_surface.hpp"

#include <allide/extra/deform.hpp>

#include <optional>
#include <vector>

namespace allide::query {

using Surface = detail::DeformingSurface;

// Finds the first contact of two features, or all contacts. `a` and `b` may be the same surface.
std::optional<FeatureImpact> earliest_feature_impact(const Surface& a, const Surface& b,
                                                     const PredictOptions& options);
std::vector<FeatureImpact> all_feature_impacts(const Surface& a, const Surface& b,
                                               const PredictOptions& options);

// A pair of triangles that touch at t = 0. If `a` and `b` are the same surface, neighbours touch anyway, so a
// pair counts only if its triangles have no common vertex, or if an edge of one meets the other triangle and
// shares no vertex with it.
std::optional<Contact> contact_at_start(const Surface& a, const Surface& b);

}  // namespace allide::query
