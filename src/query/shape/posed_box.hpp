// The bounding box of a body at many poses.
#pragma once

#include <allide/geometry.hpp>

#include <span>

namespace allide::query {

// Maps the box of the body's own frame: looser than the box of all mapped points, but in constant time.
class PosedBox {
  public:
    // The box contains the image of each point and everything within `more` of it. Points must be finite.
    explicit PosedBox(std::span<const Vec3> points, double more = 0);

    bool is_empty() const { return is_empty_; }
    // Contains the exact images of all points. Unbounded on an axis on which a sum overflows.
    Box at(const Pose& pose) const;

  private:
    bool is_empty_;
    Vec3 center_, half_;
    double more_;
};

}  // namespace allide::query
