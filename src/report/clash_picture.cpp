#include "report/clash_picture.hpp"

#include "base/tasks.hpp"
#include "report/rough_curves.hpp"
#include "report/shown_triangle.hpp"

#include <allide/probe.hpp>
#include <allide/query.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace allide::detail::report {

namespace {

constexpr std::size_t most_near = 10;            // most surrounding objects per clash
constexpr std::size_t most_curve_points = 3000;  // approximate limit per clash

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

// The contact curves, thinned evenly to about most_curve_points points in total.
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

// The distance from the point to the farthest corner of the box.
double reach_of(const Box& box, const Vec3& p) {
    const double x = std::max(std::abs(box.lo.x - p.x), std::abs(box.hi.x - p.x));
    const double y = std::max(std::abs(box.lo.y - p.y), std::abs(box.hi.y - p.y));
    const double z = std::max(std::abs(box.lo.z - p.z), std::abs(box.hi.z - p.z));
    return std::hypot(x, y, z);
}

double sound_radius(double radius) {
    return radius > 0 && std::isfinite(radius) ? radius : 1;
}

// The bounding box of the points at which the parts meet or are closest.
Box place_of_contact(const ClashPicture& picture, const Clash& clash) {
    Box box = Box::empty();
    for (const auto& curve : picture.curves)
        for (const Vec3& p : curve) box.grow(p);
    if (picture.gap)
        for (const Vec3& p : *picture.gap) box.grow(p);
    if (box.is_empty()) box.grow(clash.point);
    return box;
}

// The radius of the first view. It shows both parts as a whole. But if one is more than eight times as large
// as the other, it shows only the surroundings of the smaller part, up to four times its size: a wall behind
// a bolt would shrink the bolt to a dot.
double first_reach(double reach_a, double reach_b) {
    const auto [smaller, larger] = std::minmax(reach_a, reach_b);
    return larger <= 8 * smaller ? 1.05 * larger : 4 * smaller;
}

// Sets the centre and both radii. The first view is at most six times as wide as the close-up, so that it
// shows only a piece of long parts.
void frame(ClashPicture& picture, const Clash& clash, const Box& a, const Box& b) {
    const Box contact = place_of_contact(picture, clash);
    picture.center = contact.center();
    const double span = diagonal(contact);
    const double reach_a = reach_of(a, picture.center), reach_b = reach_of(b, picture.center);
    const double smaller = std::min(diagonal(a), diagonal(b));
    picture.close_up = sound_radius(std::max(0.8 * span, 0.1 * smaller));
    picture.radius =
        sound_radius(std::clamp(first_reach(reach_a, reach_b), picture.close_up, 6 * picture.close_up));
}

// A few of the points at which the parts meet or are closest, spread evenly along the curves.
std::vector<Vec3> points_to_see(const ClashPicture& picture, const Clash& clash) {
    constexpr std::size_t most = 5;
    std::vector<Vec3> all;
    for (const auto& curve : picture.curves) all.insert(all.end(), curve.begin(), curve.end());
    if (picture.gap) all.insert(all.end(), picture.gap->begin(), picture.gap->end());
    if (all.empty()) return {clash.point};
    std::vector<Vec3> points;
    const std::size_t count = std::min(most, all.size());
    for (std::size_t i = 0; i < count; ++i) points.push_back(all[(2 * i + 1) * all.size() / (2 * count)]);
    return points;
}

// The number of points that neither part hides from a camera in the direction `away`. The first 2 % of the
// way to the camera are not tested: points of contact lie on both surfaces, and may lie inside a part.
std::size_t visible_points(const std::vector<Vec3>& points, const Vec3& away, double distance,
                           const Placed& a, const Placed& b) {
    return static_cast<std::size_t>(std::count_if(points.begin(), points.end(), [&](const Vec3& p) {
        const auto along = [&](double t) {
            return Vec3{p.x + t * away.x, p.y + t * away.y, p.z + t * away.z};
        };
        const Segment line_of_sight{along(0.02 * distance), along(distance)};
        return !any_hit(a, line_of_sight) && !any_hit(b, line_of_sight);
    }));
}

// The direction from which the most points of contact are visible; among equals, the first one.
Vec3 best_direction(const ClashPicture& picture, const Clash& clash, const ViewAxes& axes, const Placed& a,
                    const Placed& b) {
    const auto directions = directions_to_look_from(axes);
    const std::vector<Vec3> points = points_to_see(picture, clash);
    const double distance = Camera::radii_away * picture.radius;
    Vec3 best = directions[0];
    if (!std::isfinite(distance)) return best;
    std::size_t most = 0;
    for (const Vec3& away : directions) {
        const std::size_t visible = visible_points(points, away, distance, a, b);
        if (visible > most) {
            most = visible;
            best = away;
        }
        if (most == points.size()) break;
    }
    return best;
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

ClashPicture picture_of(const Scene& scene, const Clash& clash, const ViewAxes& axes, CurveDetail detail) {
    const Placed a = scene.placed(clash.a), b = scene.placed(clash.b);
    ClashPicture picture;
    if (clash.contacts != 0 && detail == CurveDetail::rough)
        picture.curves = rough_curves(scene, clash, most_curve_points / 2);
    if (clash.contacts != 0 && picture.curves.empty()) picture.curves = shown_curves(a, b);
    if (clash.distance > 0) picture.gap = closest_points(a, b);
    frame(picture, clash, scene.box(clash.a), scene.box(clash.b));
    picture.away = best_direction(picture, clash, axes, a, b);
    return picture;
}

std::vector<std::optional<ClashPicture>> clash_pictures(const Scene& scene, std::span<const Clash> clashes,
                                                        const ViewAxes& axes, PictureProgress& progress) {
    const std::vector<ObjectId> ids = scene.objects();
    std::vector<Box> boxes(ids.size());
    std::transform(ids.begin(), ids.end(), boxes.begin(), [&](ObjectId id) { return scene.box(id); });
    std::vector<std::optional<ClashPicture>> pictures(clashes.size());
    base::do_pieces(clashes.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end && !progress.is_stopped(); ++i) {
            ClashPicture picture = picture_of(scene, clashes[i], axes, CurveDetail::exact);
            picture.near = objects_near(ids, boxes, clashes[i], picture);
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

}  // namespace allide::detail::report
