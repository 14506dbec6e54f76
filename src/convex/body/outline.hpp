// The corners of a polytope in single precision, in the body's frame and placed, each in one block of memory:
// a scene of many bodies reads nothing else of most of them.
#pragma once

#include "convex/body/body_data.hpp"

#include <array>

namespace allide::convex {

constexpr std::size_t outline_corners = 16;

// Entries beyond the last corner repeat the first one.
using OutlineRow = std::array<float, outline_corners>;

struct alignas(64) LocalOutline {
    std::array<OutlineRow, 3> corner{};  // coordinates minus those of `middle`
    Vec3 middle;                         // as in BodyData, like all that follow
    double norm = 0, radius = 0, inner_ball = 0, outer_ball = 0;
};

struct alignas(64) Outline {
    std::array<OutlineRow, 3> corner{};  // coordinates minus those of `center`, in the world's axes
    Vec3 center;                         // the body's `middle` in the world, rounded
    double error = 0;  // upper bound of the error of each coordinate of a corner, that of `center` included
    double radius = 0, inner_ball = 0, outer_ball = 0;  // as in BodyData
};

// True for hulls of few points, offset or not, of a size that single precision can handle.
bool has_outline(const detail::BodyData& body);
// Requires has_outline(body).
LocalOutline local_outline(const detail::BodyData& body);

// Places an outline, and returns a box that contains the body, enlarged by `padding`.
Box place_outline(const LocalOutline& local, const Pose& pose, double padding, Outline& placed);

}  // namespace allide::convex
