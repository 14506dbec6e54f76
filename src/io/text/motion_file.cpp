// Motions in JSON, one of
// {"type": "screw", "point": […], "axis": […], "angle": radians, "advance": length}, the point optional,
// {"type": "linear", "translation": […]},
// {"type": "path", "poses": [[…], …], "times": […]}.
#include "io/text/motion_file.hpp"

#include "io/file/failure.hpp"
#include "io/text/json.hpp"
#include "io/text/text.hpp"
#include "kernel/number/sin_cos.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace allide::io {
namespace {

constexpr std::array<std::string_view, 8> motion_keys{"advance", "angle", "axis",        "point",
                                                      "poses",   "times", "translation", "type"};
static_assert(std::is_sorted(motion_keys.begin(), motion_keys.end()));

class MotionReader {
  public:
    MotionReader(std::string_view text, std::uint64_t start) : text_(text), json_(text, start, motion_keys) {}

    MotionText motion() const {
        const JsonValue root = json_.root();
        if (!root.is_object()) refuse(root, "expected an object in braces as the motion");
        const JsonValue type = member("type");
        const std::string name = type.is_text() ? type.text() : std::string();
        if (name == "screw") return screw();
        if (name == "linear") return LinearText{point("translation")};
        if (name == "path") return path();
        refuse(type, "type: expected \"screw\", \"linear\" or \"path\"");
    }

  private:
    ScrewText screw() const {
        ScrewText screw;
        if (json_.root().find("point")) screw.point = point("point");
        screw.axis = point("axis");
        if (screw.axis == Vec3{}) refuse(member("axis"), "axis: expected a vector other than 0, found 0");
        screw.angle = number(member("angle"), "angle");
        if (std::abs(screw.angle) > kernel::largest_angle)
            refuse(member("angle"), "angle: expected at most 2^35 radians", ErrorCode::bad_argument);
        screw.advance = number(member("advance"), "advance");
        return screw;
    }

    PathText path() const {
        PathText path{poses(), numbers(member("times"), "times")};
        if (path.poses.size() < 2) refuse(member("poses"), "poses: expected at least two");
        if (path.times.size() != path.poses.size())
            refuse(member("times"), fmt::format("times: expected one per pose, {}, found {}",
                                                path.poses.size(), path.times.size()));
        for (std::size_t i = 1; i < path.times.size(); ++i)
            if (!(path.times[i - 1] < path.times[i]))
                refuse(member("times"),
                       fmt::format("times[{}]: expected a later time than the one before", i));
        // Times must remain distinct when the motion maps them to 0 … 1. They are halved first, so that no
        // difference overflows.
        const double first = path.times.front() / 2, whole = path.times.back() / 2 - first;
        for (std::size_t i = 1; i < path.times.size(); ++i)
            if (!((path.times[i - 1] / 2 - first) / whole < (path.times[i] / 2 - first) / whole))
                refuse(member("times"),
                       fmt::format(
                           "times[{}]: expected a time that differs from the one before when mapped to 0 … 1",
                           i),
                       ErrorCode::bad_argument);
        return path;
    }

    std::vector<Pose> poses() const {
        const JsonValue list = member("poses");
        if (!list.is_array()) refuse(list, "poses: expected an array");
        std::vector<Pose> poses;
        for (const JsonValue& item : list.items())
            poses.push_back(pose(item, fmt::format("poses[{}]", poses.size())));
        return poses;
    }

    Pose pose(const JsonValue& value, const std::string& what) const {
        const std::vector<double> n = numbers(value, what);
        if (n.size() != 7 && n.size() != 12)
            refuse(value, fmt::format("{}: expected 7 or 12 numbers, found {}", what, n.size()));
        std::array<double, 12> rows{};
        if (n.size() == 12) std::copy(n.begin(), n.end(), rows.begin());
        const auto pose = n.size() == 12
                              ? Pose::from_matrix(rows)
                              : Pose::from_quaternion({n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]});
        if (!pose) refuse(value, fmt::format("{}: {}", what, pose.error().message), pose.error().code);
        return *pose;
    }

    Vec3 point(const char* key) const {
        const JsonValue value = member(key);
        const std::vector<double> n = numbers(value, key);
        if (n.size() != 3) refuse(value, fmt::format("{}: expected 3 numbers, found {}", key, n.size()));
        return {n[0], n[1], n[2]};
    }

    std::vector<double> numbers(const JsonValue& value, const std::string& what) const {
        if (!value.is_array()) refuse(value, fmt::format("{}: expected an array of numbers", what));
        std::vector<double> numbers;
        for (const JsonValue& item : value.items())
            numbers.push_back(number(item, fmt::format("{}[{}]", what, numbers.size())));
        return numbers;
    }

    double number(const JsonValue& value, const std::string& what) const {
        if (!value.is_number()) refuse(value, fmt::format("{}: expected a number", what));
        return value.number();  // finite, because the scanner refuses larger numbers
    }

    JsonValue member(const char* key) const {
        const auto found = json_.root().find(key);
        if (!found) refuse(json_.root(), fmt::format("{} is missing", key));
        return *found;
    }

    [[noreturn]] void refuse(const JsonValue& value, const std::string& message,
                             ErrorCode code = ErrorCode::bad_syntax) const {
        const auto before = text_.substr(0, value.offset());
        fail({.code = code,
              .message = message,
              .line = 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'))});
    }

    std::string_view text_;
    JsonDocument json_;
};

}  // namespace

Result<MotionText> read_motion_text(std::string_view bytes, std::string_view name) {
    try {
        const std::string_view text = skip_byte_order_mark(bytes);
        return MotionReader(text, bytes.size() - text.size()).motion();
    } catch (Failure& failure) {
        failure.error.file = name;
        return std::move(failure.error);
    }
}

}  // namespace allide::io
