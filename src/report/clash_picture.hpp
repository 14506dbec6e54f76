// The picture of a clash: its bounding sphere, the contact curves, and the triangles to draw.
#pragma once

#include "report/camera.hpp"
#include "report/picture_progress.hpp"

#include <allide/scene.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace allide::detail::report {

struct ClashPicture {
    Vec3 center;
    double radius = 0;    // radius of the first view: both parts, or the smaller one and its surroundings
    double close_up = 0;  // radius of a view of the place of contact alone
    Vec3 away;            // unit direction from the centre to a camera that sees the contact, if possible
    std::vector<std::vector<Vec3>> curves = {};
    std::optional<std::array<Vec3, 2>> gap = {};  // the closest points of a and b, if they do not touch
    std::vector<ObjectId> near = {};              // surrounding objects, the nearest first
};

enum class CurveDetail {
    exact,  // the curves of contact_regions()
    rough,  // those of rough_curves(), if triangles cross; enough for a snapshot
};
// Makes a picture in which `near` is empty.
ClashPicture picture_of(const Scene& scene, const Clash& clash, const ViewAxes& axes, CurveDetail detail);

// One picture per clash, in the same order, computed by all threads. An entry is empty if the progress
// callback stopped the work before.
std::vector<std::optional<ClashPicture>> clash_pictures(const Scene& scene, std::span<const Clash> clashes,
                                                        const ViewAxes& axes, PictureProgress& progress);

// The most triangles of a clashing object, and of a near object, that one clash may show. With more clashes
// they are fewer, to bound the size of the page.
struct PictureLimits {
    std::size_t clashing = 0;
    std::size_t near = 0;
};
PictureLimits picture_limits(std::size_t clashes);

// The numbers, in ascending order, of the `limit` triangles of an object whose boxes are nearest to a point.
std::vector<std::uint32_t> nearest_triangles(const Scene& scene, ObjectId object, const Vec3& center,
                                             std::size_t limit);

}  // namespace allide::detail::report
