// Computes the bounding box of a model at any pose; the box is tight and certainly contains the model.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <vector>

namespace allide::scene {

// The bounds of one model. A rotated bounding box would be loose, so the box of a rotated model is computed
// from its points, which are grouped into blocks of neighbours: few blocks can contain an extreme point.
class Extent {
  public:
    explicit Extent(const Mesh& mesh);
    // A box that contains the exact image of every point of the model. It is rounded outward: by one ulp for
    // translations and rotations by right angles, by a few otherwise. Empty if there are no triangles.
    Box at(const Pose& pose);

  private:
    struct Block {
        Vec3 center, half;
        std::uint32_t begin = 0, end = 0;
    };
    struct Span {
        double lo = 0, hi = 0;
    };
    Span along(const double* row);
    Span extremes(const Vec3& direction, double error) const;
    void divide();
    void divide(std::uint32_t begin, std::uint32_t end);

    Mesh mesh_;
    Box own_;
    std::vector<Vec3> points_;  // filled when the model is first rotated
    std::vector<Block> blocks_;
};

}  // namespace allide::scene
