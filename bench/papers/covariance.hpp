// Paper 004's three ways to choose a box's axes.
#pragma once

#include "volume/box/obb.hpp"

#include <span>

namespace allide::bench {

enum class Covariance {
    vertices,       // of the points
    hull_vertices,  // of the corners of their convex hull
    hull_surface,   // of the hull's surface, integrated: what allide uses
};

// The box of the points along the eigenvectors of the covariance.
volume::Obb fit_obb_by(Covariance covariance, std::span<const Vec3> points);

}  // namespace allide::bench
