// Paper 004's three methods to choose the axes of an oriented box.
#pragma once

#include "volume/box/obb.hpp"

#include <span>

namespace allide::bench {

enum class Covariance {
    vertices,       // covariance of the points
    hull_vertices,  // covariance of the corners of their convex hull
    hull_surface,   // covariance integrated over the hull's surface, as in allide
};

// The bounding box of the points whose axes are the eigenvectors of the chosen covariance.
volume::Obb fit_obb_by(Covariance covariance, std::span<const Vec3> points);

}  // namespace allide::bench
