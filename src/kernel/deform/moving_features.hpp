// A vertex and a face, or two edges, whose points move on straight lines from t = 0 to t = 1.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstdint>

namespace allide::kernel {

enum class FeatureKind : std::uint8_t { vertex_face, edge_edge };

// Points 0 to 3 at t = 0, then the same at t = 1. Vertex and face: the vertex, then the face's three corners.
// Two edges: the two ends of each.
using EightPoints = std::array<Vec3, 8>;

// The last stage that a query needed. Stages are listed from the cheapest to the most expensive.
enum class MotionStage : std::uint8_t {
    order,          // the coordinates are strictly ordered along an axis
    coefficients,   // the coefficients of the cubic have one sign
    roots,          // each root of the cubic was excluded, or is a contact
    double_double,  // the bracket was narrowed in double-double arithmetic
    separation,     // a separating direction was found
    exact,          // exact arithmetic was needed
    clearance,      // the query has a clearance: a search of its own
};
inline constexpr std::size_t motion_stages = 7;

enum class MotionVerdict : std::uint8_t { clear, impact };

struct MotionContact {
    MotionVerdict verdict = MotionVerdict::clear;
    MotionStage stage = MotionStage::order;
    double t_lo = 1, t_hi = 1;  // no contact before t_lo; impact: a contact in [t_lo, t_hi]
    // The weights that give the contact point on each side as a combination of its points at t_hi, rounded: 1
    // for the vertex and three for the face, or two for each edge.
    std::array<double, 4> weights{};
};

}  // namespace allide::kernel
