// Contacts of the features of two deforming surfaces, or of one with itself.
#pragma once

#include "query/deform/deforming_surface.hpp"

#include <allide/deform.hpp>

#include <optional>
#include <vector>

namespace allide::query {

using Surface = detail::DeformingSurface;

// The first contact, or all. `a` and `b` may be the same surface.
std::optional<FeatureImpact> earliest_feature_impact(const Surface& a, const Surface& b,
                                                     const PredictOptions& options);
std::vector<FeatureImpact> all_feature_impacts(const Surface& a, const Surface& b,
                                               const PredictOptions& options);

// A pair of triangles of one surface that touch at t = 0, apart from features that share a vertex: an edge of
// one meets the other, and they have no vertex in common.
std::optional<Contact> self_contact_at_start(const Surface& surface);

}  // namespace allide::query
