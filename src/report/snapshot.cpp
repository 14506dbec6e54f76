#include "report/snapshot.hpp"

#include "kernel/pose/vec.hpp"
#include "report/shown_triangle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

namespace allide::detail::report {

namespace {

constexpr int width = 320, height = 240;
constexpr double near_plane = 0.1;  // distance from the camera, in radii of the picture
constexpr std::size_t most_triangles = 20'000;

// Order of the palette: the background, the shades of part a and of part b from dark to light, the curves.
constexpr int shades = 32;
constexpr std::uint8_t first_shade_a = 1, first_shade_b = first_shade_a + shades,
                       curve = first_shade_b + shades;
constexpr std::array<double, 3> orange{0xe8, 0x59, 0x0c}, blue{0x1c, 0x7e, 0xd6};
using Palette = std::array<Pixel, curve + std::size_t{1}>;

Palette make_palette() {
    Palette palette;
    palette.front() = {0xff, 0xff, 0xff};
    palette.back() = {0xf0, 0x2f, 0xb0};
    for (std::size_t shade = 0; shade < shades; ++shade)
        for (std::size_t i = 0; i < 3; ++i) {
            const double share = 0.55 + 0.5 * static_cast<double>(shade) / (shades - 1);
            const auto value = [&](double full) {
                return static_cast<std::uint8_t>(std::min(255.0, share * full));
            };
            palette[first_shade_a + shade][i] = value(orange[i]);
            palette[first_shade_b + shade][i] = value(blue[i]);
        }
    return palette;
}

// A point in camera coordinates, in units of the picture's radius: x to the right, y up, z ahead.
using CameraPoint = Vec3;
// A point in pixels from the upper left corner. Its z is the nearness, proportional to 1 / depth, because
// that is linear in screen space.
using ScreenPoint = Vec3;

constexpr double largest_nearness = 0x1p30;  // the nearness at the near plane

ScreenPoint to_screen(const CameraPoint& p) {
    static const double scale = height / 2.0 / std::tan(Camera::field_of_view * std::numbers::pi / 360);
    const double inverse = 1 / p.z;
    return {width / 2.0 + scale * p.x * inverse, height / 2.0 - scale * p.y * inverse,
            near_plane * largest_nearness * inverse};
}

// A triangle clipped at the near plane. It has 0, 3 or 4 corners.
struct Clipped {
    std::array<CameraPoint, 4> corners;
    std::size_t count = 0;
};

Clipped in_front(const std::array<CameraPoint, 3>& corners) {
    Clipped kept;
    for (std::size_t i = 0; i < 3; ++i) {
        const CameraPoint &p = corners[i], &q = corners[(i + 1) % 3];
        if (p.z >= near_plane) kept.corners[kept.count++] = p;
        if ((p.z >= near_plane) == (q.z >= near_plane)) continue;
        const double share = (near_plane - p.z) / (q.z - p.z);
        kept.corners[kept.count++] = {p.x + share * (q.x - p.x), p.y + share * (q.y - p.y), near_plane};
    }
    return kept;
}

// Diffuse shading, 0 … shades − 1, with light from behind the right shoulder; both sides are lit alike.
int shade_of(const std::array<CameraPoint, 3>& corners) {
    const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    const Vec3 light{0.36, 0.6, -0.71};
    const double length = std::sqrt(dot(normal, normal));
    const double share = length > 0 ? std::abs(dot(normal, light)) / length : 0;
    return static_cast<int>(std::clamp(share, 0.0, 1.0) * (shades - 1));
}

// The points of the edge from p to q by their height, where p.y ≤ q.y.
class Edge {
  public:
    Edge(const ScreenPoint& p, const ScreenPoint& q)
        : p_(p), along_(q - p), inverse_(q.y > p.y ? 1 / (q.y - p.y) : 0) {}
    ScreenPoint at(double y) const {
        const double share = std::clamp((y - p_.y) * inverse_, 0.0, 1.0);
        return {p_.x + share * along_.x, y, p_.z + share * along_.z};
    }

  private:
    ScreenPoint p_, along_;
    double inverse_;
};

class Canvas {
  public:
    Canvas(std::span<std::int32_t> samples, std::span<std::array<int, 2>> drawn)
        : samples_(samples), drawn_(drawn) {
        std::fill(drawn_.begin(), drawn_.end(), std::array{width, 0});
    }

    void triangle(const std::array<CameraPoint, 3>& corners, std::uint8_t first_shade) {
        const Clipped kept = in_front(corners);
        if (kept.count == 0) return;
        const int colour = first_shade + shade_of(corners);
        std::array<ScreenPoint, 4> on_screen;
        for (std::size_t i = 0; i < kept.count; ++i) on_screen[i] = to_screen(kept.corners[i]);
        for (std::size_t i = 2; i < kept.count; ++i)
            fill({on_screen[0], on_screen[i - 1], on_screen[i]}, colour);
    }
    // Draws a segment of a curve over everything drawn so far.
    void line(const CameraPoint& from, const CameraPoint& to) {
        if (!(from.z >= near_plane) || !(to.z >= near_plane)) return;
        const ScreenPoint a = to_screen(from), b = to_screen(to);
        const double steps = std::ceil(std::max({std::abs(b.x - a.x), std::abs(b.y - a.y), 1.0}));
        if (!(steps < 4 * width)) return;  // one end is far outside the picture
        for (int i = 0; i <= steps; ++i) dot_at(a.x + i / steps * (b.x - a.x), a.y + i / steps * (b.y - a.y));
    }

  private:
    // Fills the pixels whose centres lie in the triangle, row by row.
    void fill(std::array<ScreenPoint, 3> t, int colour) {
        std::sort(t.begin(), t.end(), [](const ScreenPoint& p, const ScreenPoint& q) { return p.y < q.y; });
        const int first = first_centre(t[0].y, height), end = first_centre(t[2].y, height);
        if (first >= end) return;
        const Edge whole(t[0], t[2]), upper(t[0], t[1]), lower(t[1], t[2]);
        const ScreenPoint v = t[1] - t[0], w = t[2] - t[0];
        const double gradient = (v.z * w.y - w.z * v.y) / (v.x * w.y - w.x * v.y);
        const double slope =
            std::isfinite(gradient) ? gradient : 0;  // change of the nearness per pixel along x
        for (int y = first; y < end; ++y) {
            const double row = y + 0.5;
            const ScreenPoint on_long = whole.at(row);
            const ScreenPoint on_short = row < t[1].y ? upper.at(row) : lower.at(row);
            if (on_long.x < on_short.x)
                fill_row(y, on_long, on_short, slope, colour);
            else
                fill_row(y, on_short, on_long, slope, colour);
        }
    }
    void fill_row(int y, const ScreenPoint& left, const ScreenPoint& right, double slope, int colour) {
        const int first = first_centre(left.x, width), end = first_centre(right.x, width);
        if (first >= end) return;
        mark(y, first, end);
        const auto nearness = [&](int x) {
            return static_cast<std::int32_t>(
                std::clamp(left.z + slope * (x + 0.5 - left.x), 1.0, largest_nearness));
        };
        const std::int32_t start = nearness(first);
        const std::int32_t step = end - first > 1 ? (nearness(end - 1) - start) / (end - 1 - first) : 0;
        std::int32_t* const row = &samples_[place(0, y)];
        for (int x = first; x < end; ++x) {
            const std::int32_t sample = ((start + (x - first) * step) & ~255) | colour;
            row[x] = std::max(row[x], sample);
        }
    }
    void dot_at(double x, double y) {
        for (int dx = 0; dx <= 1; ++dx)
            for (int dy = 0; dy <= 1; ++dy) {
                const double px = std::floor(x) + dx, py = std::floor(y) + dy;
                if (px >= 0 && py >= 0 && px < width && py < height)
                    set_curve(static_cast<int>(px), static_cast<int>(py));
            }
    }
    void set_curve(int x, int y) {
        samples_[place(x, y)] = curve;
        mark(y, x, x + 1);
    }
    void mark(int y, int first, int end) {
        std::array<int, 2>& line = drawn_[static_cast<std::size_t>(y)];
        line = {std::min(line[0], first), std::max(line[1], end)};
    }

    static std::size_t place(int x, int y) {
        return static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
    }
    // The index, at most `end`, of the first pixel whose centre has a coordinate of at least `x`.
    static int first_centre(double x, int end) {
        return static_cast<int>(std::clamp(std::ceil(x - 0.5), 0.0, static_cast<double>(end)));
    }

    std::span<std::int32_t> samples_;
    std::span<std::array<int, 2>> drawn_;
};

// Maps world points to camera coordinates.
class CameraMap {
  public:
    CameraMap(const ClashPicture& picture, const Camera& camera)
        : camera_(camera), center_(picture.center), scale_(1 / picture.radius) {}
    CameraPoint operator()(const Vec3& p) const {
        const Vec3 local = scale_ * (p - center_);
        return {dot(local, camera_.right), dot(local, camera_.up),
                Camera::radii_away + dot(local, camera_.ahead)};
    }

  private:
    const Camera& camera_;
    Vec3 center_;
    double scale_;
};

void draw_part(Canvas& canvas, const Scene& scene, ObjectId object, const ClashPicture& picture,
               const CameraMap& map, std::uint8_t first_shade) {
    const auto draw = [&](std::uint32_t t) {
        std::array<Vec3, 3> corners = shown_triangle(scene, object, t);
        for (Vec3& corner : corners) corner = map(corner);
        if (std::all_of(corners.begin(), corners.end(), kernel::finite))
            canvas.triangle(corners, first_shade);
    };
    const std::size_t count = scene.model(object).mesh().triangles().size();
    if (count > most_triangles)
        for (const std::uint32_t t : nearest_triangles(scene, object, picture.center, most_triangles))
            draw(t);
    else
        for (std::uint32_t t = 0; t < count; ++t) draw(t);
}

}  // namespace

SnapshotPainter::SnapshotPainter(const ViewAxes& axes)
    : axes_(axes), samples_(std::size_t{width} * height), drawn_(height) {}

std::string SnapshotPainter::png_of_clash(const Scene& scene, const Clash& clash,
                                          const ClashPicture& picture) {
    static const Palette palette = make_palette();
    const Camera camera = camera_from(picture.away, axes_);
    const CameraMap map(picture, camera);
    Canvas canvas(samples_, drawn_);
    draw_part(canvas, scene, clash.a, picture, map, first_shade_a);
    draw_part(canvas, scene, clash.b, picture, map, first_shade_b);
    for (const std::vector<Vec3>& points : picture.curves)
        for (std::size_t i = 1; i < points.size(); ++i) canvas.line(map(points[i - 1]), map(points[i]));
    return png_of_samples().finish(width, palette);
}

// Encodes the drawn picture and clears the samples for the next one.
PngWriter SnapshotPainter::png_of_samples() {
    PngWriter png;
    for (std::size_t y = 0; y < drawn_.size(); ++y) {
        const auto [first, end] = drawn_[y];
        png.begin_line();
        if (first >= end) {
            png.add(0, width);
            continue;
        }
        std::int32_t* const row = &samples_[y * width];
        png.add(0, static_cast<std::size_t>(first));
        for (int x = first; x < end;) {
            const int begin = x;
            const auto colour = static_cast<std::uint8_t>(row[x] & 255);
            while (x < end && static_cast<std::uint8_t>(row[x] & 255) == colour) ++x;
            png.add(colour, static_cast<std::size_t>(x - begin));
        }
        png.add(0, static_cast<std::size_t>(width - end));
        std::fill(row + first, row + end, 0);
    }
    return png;
}

}  // namespace allide::detail::report
