#include "report/snapshot.hpp"

#include "kernel/pose/vec.hpp"
#include "report/camera.hpp"
#include "report/png.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace allide::detail::report {

namespace {

constexpr int samples_per_side = 2;  // of a pixel
constexpr int width = 320 * samples_per_side, height = 240 * samples_per_side;
constexpr double near_plane = 0.1;  // distance from the camera, in radii of the picture
constexpr std::size_t most_triangles = 20'000;

constexpr Pixel orange{0xe8, 0x59, 0x0c}, blue{0x1c, 0x7e, 0xd6}, magenta{0xf0, 0x2f, 0xb0};

// A point in camera coordinates, in radii: x to the right, y up, z ahead.
using CameraPoint = Vec3;
// A point in samples from the upper left corner; z is 1 / depth, which is linear in screen space.
using ScreenPoint = Vec3;

CameraPoint in_camera(const Vec3& p, const ClashPicture& picture) {
    using namespace kernel;
    const Vec3 local = (1 / picture.radius) * (p - picture.center);
    return {dot(local, Camera::right), dot(local, Camera::up),
            Camera::radii_away + dot(local, Camera::ahead)};
}

ScreenPoint to_screen(const CameraPoint& p) {
    const double scale = height / 2.0 / std::tan(Camera::field_of_view * std::numbers::pi / 360);
    return {width / 2.0 + scale * p.x / p.z, height / 2.0 - scale * p.y / p.z, 1 / p.z};
}

// Clips a triangle at the near plane: no, three or four corners remain.
std::vector<CameraPoint> in_front(const std::array<CameraPoint, 3>& corners) {
    std::vector<CameraPoint> kept;
    for (std::size_t i = 0; i < 3; ++i) {
        const CameraPoint &p = corners[i], &q = corners[(i + 1) % 3];
        if (p.z >= near_plane) kept.push_back(p);
        if ((p.z >= near_plane) == (q.z >= near_plane)) continue;
        const double share = (near_plane - p.z) / (q.z - p.z);
        kept.push_back({p.x + share * (q.x - p.x), p.y + share * (q.y - p.y), near_plane});
    }
    return kept;
}

// Diffuse shading with light from behind the right shoulder, the same on both sides.
Pixel shaded(const Pixel& colour, const std::array<CameraPoint, 3>& corners) {
    using namespace kernel;
    const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    const Vec3 light{0.36, 0.6, -0.71};
    const double length = std::sqrt(dot(normal, normal));
    const double share = 0.45 + (length > 0 ? 0.6 * std::abs(dot(normal, light)) / length : 0);
    Pixel out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = static_cast<std::uint8_t>(std::min(255.0, share * static_cast<double>(colour[i])));
    return out;
}

class Canvas {
  public:
    void triangle(const std::array<CameraPoint, 3>& corners, const Pixel& colour) {
        const std::vector<CameraPoint> kept = in_front(corners);
        for (std::size_t i = 2; i < kept.size(); ++i)
            fill({to_screen(kept[0]), to_screen(kept[i - 1]), to_screen(kept[i])}, shaded(colour, corners));
    }
    // Drawn over everything else.
    void line(const CameraPoint& from, const CameraPoint& to) {
        if (from.z < near_plane || to.z < near_plane) return;
        const ScreenPoint a = to_screen(from), b = to_screen(to);
        const double steps = std::ceil(std::max({std::abs(b.x - a.x), std::abs(b.y - a.y), 1.0}));
        if (!(steps < 4 * width)) return;  // far outside the picture
        for (int i = 0; i <= steps; ++i) dot(a.x + i / steps * (b.x - a.x), a.y + i / steps * (b.y - a.y));
    }
    std::string png() const {
        std::vector<Pixel> pixels;
        for (int y = 0; y < height; y += samples_per_side)
            for (int x = 0; x < width; x += samples_per_side) pixels.push_back(mean(x, y));
        return png_of(pixels, width / samples_per_side);
    }

  private:
    static std::size_t place(int x, int y) {
        return static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
    }
    static int clamped(double x, int most) { return static_cast<int>(std::clamp(x, 0.0, double(most))); }

    void fill(const std::array<ScreenPoint, 3>& t, const Pixel& colour) {
        const auto side = [](const ScreenPoint& a, const ScreenPoint& b, double x, double y) {
            return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
        };
        const double area = side(t[0], t[1], t[2].x, t[2].y);
        if (area == 0 || !std::isfinite(area)) return;
        const auto [left, right] = std::minmax({t[0].x, t[1].x, t[2].x});
        const auto [top, bottom] = std::minmax({t[0].y, t[1].y, t[2].y});
        const int last_x = clamped(std::ceil(right), width - 1),
                  last_y = clamped(std::ceil(bottom), height - 1);
        for (int y = clamped(std::floor(top), height); y <= last_y; ++y)
            for (int x = clamped(std::floor(left), width); x <= last_x; ++x) {
                const double u = side(t[1], t[2], x, y) / area, v = side(t[2], t[0], x, y) / area;
                const double w = 1 - u - v;
                if (u < 0 || v < 0 || w < 0) continue;
                const auto nearness = static_cast<float>(u * t[0].z + v * t[1].z + w * t[2].z);
                if (nearness <= nearness_[place(x, y)]) continue;
                nearness_[place(x, y)] = nearness;
                pixels_[place(x, y)] = colour;
            }
    }
    void dot(double x, double y) {
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy) {
                const double px = std::round(x) + dx, py = std::round(y) + dy;
                if (px >= 0 && py >= 0 && px < width && py < height)
                    pixels_[place(static_cast<int>(px), static_cast<int>(py))] = magenta;
            }
    }
    Pixel mean(int x, int y) const {
        std::array<int, 3> sum{};
        for (int dx = 0; dx < samples_per_side; ++dx)
            for (int dy = 0; dy < samples_per_side; ++dy)
                for (std::size_t i = 0; i < 3; ++i) sum[i] += pixels_[place(x + dx, y + dy)][i];
        Pixel out{};
        for (std::size_t i = 0; i < 3; ++i)
            out[i] = static_cast<std::uint8_t>(sum[i] / (samples_per_side * samples_per_side));
        return out;
    }

    std::vector<Pixel> pixels_ = std::vector<Pixel>(std::size_t{width} * height, Pixel{0xff, 0xff, 0xff});
    std::vector<float> nearness_ = std::vector<float>(std::size_t{width} * height, 0.0F);
};

void draw_part(Canvas& canvas, const Scene& scene, ObjectId object, const ClashPicture& picture,
               const Pixel& colour) {
    for (const std::uint32_t t : nearest_triangles(scene, object, picture.center, most_triangles)) {
        std::array<Vec3, 3> corners = shown_triangle(scene, object, t);
        for (Vec3& corner : corners) corner = in_camera(corner, picture);
        if (std::all_of(corners.begin(), corners.end(), kernel::finite)) canvas.triangle(corners, colour);
    }
}

}  // namespace

std::string snapshot_of(const Scene& scene, const Clash& clash, const ClashPicture& picture) {
    Canvas canvas;
    draw_part(canvas, scene, clash.a, picture, orange);
    draw_part(canvas, scene, clash.b, picture, blue);
    for (const std::vector<Vec3>& curve : picture.curves)
        for (std::size_t i = 1; i < curve.size(); ++i)
            canvas.line(in_camera(curve[i - 1], picture), in_camera(curve[i], picture));
    return canvas.png();
}

}  // namespace allide::detail::report
