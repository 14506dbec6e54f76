// The box around a model at any pose, certain and tight.
#pragma once

#include <allide/mesh.hpp>

#include <cstdint>
#include <vector>

namespace allide::scene {

// Made once a model. A turned box would be loose where the model does not fill its corners, so a turned model
// is measured by its own points: in blocks of neighbours, since few of them can hold an extreme one.
class Extent {
  public:
    explicit Extent(const Mesh& mesh);
    // Holds every point of the model, mapped exactly. Rounded outward: by a last place where the model is
    // only shifted or turned by right angles, by a few otherwise. Empty if there are no triangles.
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
    std::vector<Vec3> points_;  // made when the model is first turned
    std::vector<Block> blocks_;
};

}  // namespace allide::scene
