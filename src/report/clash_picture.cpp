#include "report/clash_picture.hpp"

#include "base/tasks.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace allide::detail::report {

namespace {

constexpr std::size_t most_near = 10;            // surrounding objects per clash
constexpr std::size_t most_curve_points = 3000;  // per clash

double length_between(const Vec3& p, const Vec3& q) {
    return std::hypot(p.x - q.x, p.y - q.y, p.z - q.z);
}
double diagonal(const Box& box) {
    return length_between(box.lo, box.hi);
}
double distance_to(const Box& box, const Vec3& p) {
    const double x = std::max({0.0, box.lo.x - p.x, p.x - box.hi.x});
    const double y = std::max({0.0, box.lo.y - p.y, p.y - box.hi.y});
    const double z = std::max({0.0, box.lo.z - p.z, p.z - box.hi.z});
    return std::hypot(x, y, z);
}

// The contact curves, thinned evenly to most_curve_points.
std::vector<std::vector<Vec3>> shown_curves(const Placed& a, const Placed& b) {
    std::vector<std::vector<Vec3>> curves;
    std::size_t points = 0;
    for (ContactRegion& region : contact_regions(a, b))
        for (Polyline& curve : region.curves) {
            if (curve.closed && !curve.points.empty()) curve.points.push_back(curve.points.front());
            points += curve.points.size();
            curves.push_back(std::move(curve.points));
        }
    const std::size_t every = points / most_curve_points + 1;
    if (every == 1) return curves;
    for (std::vector<Vec3>& curve : curves) {
        std::vector<Vec3> kept;
        for (std::size_t i = 0; i < curve.size(); ++i)
            if (i % every == 0 || i + 1 == curve.size()) kept.push_back(curve[i]);
        curve = std::move(kept);
    }
    return curves;
}

std::optional<std::array<Vec3, 2>> closest_points(const Placed& a, const Placed& b) {
    const Distance found = distance(a, b);
    if (!found.closest) return std::nullopt;
    return std::array{found.closest->point_a, found.closest->point_b};
}

// Sets centre and radius: the place of contact with some room around it.
void frame(ClashPicture& picture, const Clash& clash, const Box& a, const Box& b) {
    picture.center = clash.point;
    const double smaller = std::min(diagonal(a), diagonal(b));
    picture.radius = 0.3 * smaller;
    if (!picture.curves.empty()) {
        Box box = Box::empty();
        for (const auto& curve : picture.curves)
            for (const Vec3& p : curve) box.grow(p);
        if (!box.is_empty()) {
            picture.center = box.center();
            picture.radius = std::max(picture.radius, 0.8 * diagonal(box));
        }
    }
    if (picture.gap) {
        const auto& [p, q] = *picture.gap;
        picture.center = {p.x / 2 + q.x / 2, p.y / 2 + q.y / 2, p.z / 2 + q.z / 2};
    }
    picture.radius = std::max(picture.radius, 1.5 * clash.distance);
    if (!(picture.radius > 0) || !std::isfinite(picture.radius)) picture.radius = 1;
}

std::vector<ObjectId> objects_near(const std::vector<ObjectId>& ids, const std::vector<Box>& boxes,
                                   const Clash& clash, const ClashPicture& picture) {
    std::vector<std::pair<double, ObjectId>> found;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] == clash.a || ids[i] == clash.b) continue;
        const double away = distance_to(boxes[i], picture.center);
        if (away <= 1.3 * picture.radius) found.emplace_back(away, ids[i]);
    }
    std::sort(found.begin(), found.end());
    if (found.size() > most_near) found.resize(most_near);
    std::vector<ObjectId> near(found.size());
    std::transform(found.begin(), found.end(), near.begin(), [](const auto& f) { return f.second; });
    return near;
}

}  // namespace

std::vector<std::optional<ClashPicture>> clash_pictures(const Scene& scene, std::span<const Clash> clashes,
                                                        PictureProgress& progress) {
    const std::vector<ObjectId> ids = scene.objects();
    std::vector<Box> boxes(ids.size());
    std::transform(ids.begin(), ids.end(), boxes.begin(), [&](ObjectId id) { return scene.box(id); });
    std::vector<std::optional<ClashPicture>> pictures(clashes.size());
    base::do_pieces(clashes.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !progress.is_stopped(); ++i) {
            const Clash& clash = clashes[i];
            ClashPicture picture;
            if (clash.contacts != 0)
                picture.curves = shown_curves(scene.placed(clash.a), scene.placed(clash.b));
            if (clash.distance > 0)
                picture.gap = closest_points(scene.placed(clash.a), scene.placed(clash.b));
            frame(picture, clash, scene.box(clash.a), scene.box(clash.b));
            picture.near = objects_near(ids, boxes, clash, picture);
            pictures[i] = std::move(picture);
            progress.add_one();
        }
    });
    return pictures;
}

PictureLimits picture_limits(std::size_t clashes) {
    const std::size_t each = 1'400'000 / std::max<std::size_t>(clashes, 1);
    return {std::clamp<std::size_t>(each / 2, 200, 20'000), std::clamp<std::size_t>(each / 20, 40, 1'000)};
}

std::vector<std::uint32_t> nearest_triangles(const Scene& scene, ObjectId object, const Vec3& center,
                                             std::size_t limit) {
    const std::size_t count = scene.model(object).mesh().triangles().size();
    std::vector<std::uint32_t> triangles(count);
    std::iota(triangles.begin(), triangles.end(), 0U);
    if (count <= limit) return triangles;
    std::vector<float> away(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto corners = shown_triangle(scene, object, i);
        Box box{corners[0], corners[0]};
        box.grow(corners[1]);
        box.grow(corners[2]);
        away[i] = static_cast<float>(distance_to(box, center));
    }
    const auto nearer = [&](std::uint32_t i, std::uint32_t j) {
        return away[i] != away[j] ? away[i] < away[j] : i < j;
    };
    std::nth_element(triangles.begin(), triangles.begin() + static_cast<std::ptrdiff_t>(limit),
                     triangles.end(), nearer);
    triangles.resize(limit);
    std::sort(triangles.begin(), triangles.end());
    return triangles;
}

std::array<Vec3, 3> shown_triangle(const Scene& scene, ObjectId object, std::uint32_t triangle) {
    std::array<Vec3, 3> corners = scene.model(object).mesh().corners(triangle);
    for (Vec3& p : corners) p = scene.pose(object).apply(p);
    return corners;
}

}  // namespace allide::detail::report
