// Hulls that are only translated are decided exactly, as meshes are: no step by step search can tell whether
// bodies that slide flush touch or pass at a distance of 0.
#pragma once

#include "query/moving_bodies/first_touch.hpp"

#include <allide/predict.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace allide::query {

// True if the body is a hull with an inside, without a radius, and its motion only translates it.
bool is_translated_hull(const BodyOnMotion& body);
// True if a motion only translates.
bool is_translation(std::span<const MotionSegment> segments);

struct ExactTouch {
    std::optional<Touch> touch;  // empty if they do not touch
    std::uint32_t triangle = 0;  // of b, if b is a mesh
    bool decided = true;         // if false, the rest is empty
};
// The first contact of the surfaces of two translated hulls, which do not overlap at the start.
ExactTouch touch_of_hulls(const BodyOnMotion& a, const BodyOnMotion& b, const PredictOptions& options);
// The same for a hull and a translated mesh.
ExactTouch touch_of_hull_and_mesh(const BodyOnMotion& a, const Moving& b, const PredictOptions& options);

}  // namespace allide::query
