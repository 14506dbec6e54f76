// Line drawings of bodies as SVG.
#pragma once

#include <allide/mesh.hpp>

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace allide::bench {

// A parallel projection seen obliquely from above.
class Camera {
  public:
    // `center` is the position of the world's origin in the drawing, `scale` the length of the world's unit.
    Camera(double center_x, double center_y, double scale) : x_(center_x), y_(center_y), scale_(scale) {}

    std::pair<double, double> place(const Vec3& point) const;
    double depth(const Vec3& point) const;  // larger for points nearer to the viewer
    double scale() const { return scale_; }

  private:
    double x_, y_, scale_;
};

struct Stroke {
    std::string colour;
    double width;
};

// Draws each edge of the triangles once.
std::string edges_of(const Camera& camera, const std::vector<std::array<Vec3, 3>>& triangles,
                     const Stroke& stroke);
std::string segments(const Camera& camera, const std::vector<std::pair<Vec3, Vec3>>& lines,
                     const Stroke& stroke);
std::string circle(const Camera& camera, const Vec3& center, double radius, const Stroke& stroke);
struct FilledTriangle {
    std::array<Vec3, 3> corners;
    std::string colour;
};
// Draws the triangles from back to front.
std::string filled(const Camera& camera, std::vector<FilledTriangle> triangles);

std::string label(double x, double y, const std::string& text);
std::string svg_page(double width, double height, const std::string& content);

}  // namespace allide::bench
