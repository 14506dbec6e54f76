// Parses motion files into checked numbers, of which the model room makes a Motion.
#pragma once

#include <allide/geometry.hpp>
#include <allide/result.hpp>

#include <string_view>
#include <variant>
#include <vector>

namespace allide::io {

struct ScrewText {
    Vec3 point, axis;  // the axis is not zero
    double angle = 0, advance = 0;
};
struct LinearText {
    Vec3 translation;
};
struct PathText {
    std::vector<Pose> poses;    // at least two
    std::vector<double> times;  // one per pose, strictly ascending
};
using MotionText = std::variant<ScrewText, LinearText, PathText>;

// Parses a JSON text. All numbers of the result are finite. Errors contain the file's name and, if known, the
// line.
Result<MotionText> read_motion_text(std::string_view bytes, std::string_view name);

}  // namespace allide::io
