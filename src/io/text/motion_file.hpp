// A motion as its file says it, checked; the model room makes a Motion of it.
#pragma once

#include <allide/geometry.hpp>
#include <allide/result.hpp>

#include <string_view>
#include <variant>
#include <vector>

namespace allide::io {

struct ScrewText {
    Vec3 point, axis;  // the axis is not 0
    double angle = 0, advance = 0;
};
struct LinearText {
    Vec3 translation;
};
struct PathText {
    std::vector<Pose> poses;    // at least two
    std::vector<double> times;  // as many, strictly ascending
};
using MotionText = std::variant<ScrewText, LinearText, PathText>;

// All numbers are finite. Errors have the file's name, and the line where it is known.
Result<MotionText> read_motion_text(std::string_view bytes, std::string_view name);

}  // namespace allide::io
