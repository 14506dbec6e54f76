#include "index/build/clipped_obstacles.hpp"

#include "index/build/edge_point.hpp"
#include "index/file/axes.hpp"
#include "kernel/pose/vec.hpp"

#include <algorithm>

namespace allide::index {
ClippedPolygons::ClippedPolygons(const Box& overlap, double size)
    : overlap_(overlap), margin_(16 * edge_point_error(size)), boxes_only_(!(size <= 0x1p1010)) {}

std::optional<ClippedObstacle> ClippedPolygons::inside(const Obstacle& obstacle) {
    if (!boxes_meet(obstacle.box, overlap_)) return std::nullopt;
    ClippedObstacle part{.box = obstacle.box, .side = obstacle.side};
    const std::size_t before = corners_.size();
    if (obstacle.is_triangle && !boxes_only_) {
        part.first = static_cast<std::uint32_t>(before);
        part.count = 3;
        corners_.insert(corners_.end(), obstacle.corners.begin(), obstacle.corners.end());
    }
    for (std::uint8_t axis = 0; axis < 3; ++axis)
        for (const bool low : {true, false}) {
            const double at = along(low ? overlap_.hi : overlap_.lo, axis);
            if (low ? along(part.box.hi, axis) <= at : along(part.box.lo, axis) >= at) continue;
            const auto rest = clipped(part, {axis, at}, low);
            if (!rest) {
                shrink_to(before);
                return std::nullopt;
            }
            part = *rest;
        }
    if (part.first > before) {  // keeps only the last of the polygons that clipping has added
        std::copy_n(corners_.begin() + part.first, part.count,
                    corners_.begin() + static_cast<std::ptrdiff_t>(before));
        part.first = static_cast<std::uint32_t>(before);
        shrink_to(before + part.count);
    }
    return part;
}

// Sets the bounding box of the polygon, intersected with the box that the part has now. False if there is no
// point in both.
bool ClippedPolygons::set_bounds(ClippedObstacle& part) const {
    if (part.count == 0) return false;
    Box bounds{corners_[part.first], corners_[part.first]};
    for (std::uint32_t i = 1; i < part.count; ++i) {
        bounds.lo = lower_of(bounds.lo, corners_[part.first + i]);
        bounds.hi = upper_of(bounds.hi, corners_[part.first + i]);
    }
    using kernel::operator+;
    using kernel::operator-;
    const Vec3 margin{margin_, margin_, margin_};
    part.box = overlap_of(part.box, {bounds.lo - margin, bounds.hi + margin});
    return !is_empty(part.box);
}

// The part of a polygon or box on one side of a plane that divides its box.
std::optional<ClippedObstacle> ClippedPolygons::clipped(const ClippedObstacle& part, const SplitPlane& plane,
                                                        bool low) {
    ClippedObstacle rest = part;
    along(low ? rest.box.hi : rest.box.lo, plane.axis) = plane.at;
    if (part.count == 0) return is_empty(rest.box) ? std::nullopt : std::optional(rest);
    const double at = low ? plane.at + margin_ : plane.at - margin_;
    const auto is_in = [&](const Vec3& corner) {
        return low ? along(corner, plane.axis) <= at : along(corner, plane.axis) >= at;
    };
    rest.first = static_cast<std::uint32_t>(corners_.size());
    Vec3 a = corners_[part.first + part.count - 1];
    bool a_in = is_in(a);
    for (std::uint32_t i = 0; i < part.count; ++i) {
        const Vec3 b = corners_[part.first + i];
        const bool b_in = is_in(b);
        if (a_in != b_in) corners_.push_back(edge_point(a, b, plane.axis, at));
        if (b_in) corners_.push_back(b);
        a = b;
        a_in = b_in;
    }
    rest.count = static_cast<std::uint32_t>(corners_.size()) - rest.first;
    return set_bounds(rest) ? std::optional(rest) : std::nullopt;
}

std::vector<ClippedObstacle> ClippedPolygons::half(std::span<const ClippedObstacle> parts,
                                                   const SplitPlane& plane, bool low) {
    std::vector<ClippedObstacle> half;
    half.reserve(parts.size());
    for (const ClippedObstacle& part : parts) {
        const double lo = along(part.box.lo, plane.axis), hi = along(part.box.hi, plane.axis);
        const bool flat = lo == plane.at && hi == plane.at;
        const bool here = flat ? (part.side == Side::left) == low : low ? lo < plane.at : hi > plane.at;
        if (!here) continue;
        if (flat || (low ? hi <= plane.at : lo >= plane.at))
            half.push_back(part);
        else if (const auto rest = clipped(part, plane, low))
            half.push_back(*rest);
    }
    return half;
}

}  // namespace allide::index
