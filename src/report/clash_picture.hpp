// What a page shows of a clash: where to look, the curves along which the parts meet, and their triangles
// there.
#pragma once

#include "report/picture_progress.hpp"

#include <allide/scene.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace allide::report {

struct ClashPicture {
    Vec3 center;
    double radius = 0;
    std::vector<std::vector<Vec3>> curves = {};
    std::optional<std::array<Vec3, 2>> gap = {};  // the closest points of a and b, where these are apart
    std::vector<ObjectId> near = {};              // other objects there, the nearest first
};

// One picture per clash, in their order, computed on all cores; empty for those that the progress callback
// stopped.
std::vector<std::optional<ClashPicture>> clash_pictures(const Scene& scene, std::span<const Clash> clashes,
                                                        PictureProgress& progress);

// How many triangles of an object are shown about a clash, so that a page of many clashes stays small.
struct PictureLimits {
    std::size_t clashing = 0;
    std::size_t near = 0;
};
PictureLimits picture_limits(std::size_t clashes);

// The object's triangles in the world that are nearest to a point, `limit` of them, by number and ascending.
std::vector<std::uint32_t> nearest_triangles(const Scene& scene, ObjectId object, const Vec3& center,
                                             std::size_t limit);
// A triangle of the object in the world, rounded.
std::array<Vec3, 3> shown_triangle(const Scene& scene, ObjectId object, std::uint32_t triangle);

}  // namespace allide::report
