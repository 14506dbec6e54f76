// Configurations on a command line, and paths in joint space in JSON.
#include "base/float_environment.hpp"
#include "base/numbers.hpp"
#include "io/file/failure.hpp"
#include "io/file/file.hpp"
#include "io/text/json.hpp"
#include "io/text/text.hpp"
#include "robot/files/xml.hpp"

#include <allide/robot.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace allide {
namespace {

using detail::robot::suggestion;
using io::fail;
using io::JsonValue;

constexpr double largest_value = 0x1p30;

std::vector<std::string> names_of(const Robot& robot) {
    std::vector<std::string> names;
    for (const RobotJoint& joint : robot.joints()) names.push_back(joint.name);
    return names;
}

std::size_t number_of(const Robot& robot, const std::string& name) {
    if (const auto number = robot.joint_number(name)) return *number;
    fail({.code = ErrorCode::bad_argument,
          .message =
              fmt::format("the robot has no movable joint '{}'{}", name, suggestion(name, names_of(robot)))});
}

// ---- Text ----

std::vector<std::string_view> fields_of(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string_view> fields;
    bool after_comma = false;
    for (;;) {
        const std::size_t first = text.find_first_not_of(blanks);
        if (first == std::string_view::npos) break;
        text.remove_prefix(first);
        if (text.front() == ',') {
            if (after_comma || fields.empty())
                fail({.code = ErrorCode::bad_syntax, .message = "expected a value before each comma"});
            after_comma = true;
            text.remove_prefix(1);
            continue;
        }
        const std::string_view field = text.substr(0, text.find_first_of(" \t\r\n,"));
        fields.push_back(field);
        text.remove_prefix(field.size());
        after_comma = false;
    }
    if (after_comma)
        fail({.code = ErrorCode::bad_syntax, .message = "expected a value after the last comma"});
    return fields;
}

double value_of(std::string_view text) {
    const auto [value, end] = base::parse_number(text.data(), text.data() + text.size());
    if (text.empty() || end != text.data() + text.size())
        fail({.code = ErrorCode::bad_syntax, .message = "expected a number, found " + io::quoted(text)});
    if (!(std::abs(value) <= largest_value))
        fail({.code = ErrorCode::not_finite,
              .message = "expected a finite value of at most 2^30, found " + io::quoted(text)});
    return value;
}

std::vector<double> named_values(const std::vector<std::string_view>& fields, const Robot& robot) {
    std::vector<std::optional<double>> values(robot.joints().size());
    for (const std::string_view field : fields) {
        const std::size_t sign = field.rfind('=');
        if (sign == std::string_view::npos)
            fail({.code = ErrorCode::bad_syntax,
                  .message = "expected name=value for each joint, found " + io::quoted(field)});
        const std::string name(field.substr(0, sign));
        std::optional<double>& value = values[number_of(robot, name)];
        if (value)
            fail({.code = ErrorCode::bad_argument,
                  .message = fmt::format("the joint '{}' has two values", name)});
        value = value_of(field.substr(sign + 1));
    }
    std::vector<double> q;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i])
            fail({.code = ErrorCode::bad_argument,
                  .message = fmt::format("expected a value for the joint '{}' too", robot.joints()[i].name)});
        q.push_back(*values[i]);
    }
    return q;
}

std::vector<double> configuration_of(std::string_view text, const Robot& robot) {
    const std::vector<std::string_view> fields = fields_of(text);
    if (text.find('=') != std::string_view::npos) return named_values(fields, robot);
    if (fields.size() != robot.joints().size())
        fail(
            {.code = ErrorCode::bad_argument,
             .message = fmt::format("expected {} values, one per movable joint ({}), found {}",
                                    robot.joints().size(), fmt::join(names_of(robot), ", "), fields.size())});
    std::vector<double> q;
    for (const std::string_view field : fields) q.push_back(value_of(field));
    return q;
}

// ---- JSON ----

constexpr std::array<std::string_view, 3> path_keys{"joints", "times", "waypoints"};
static_assert(std::is_sorted(path_keys.begin(), path_keys.end()));

class PathReader {
  public:
    PathReader(std::string_view text, std::uint64_t start, const Robot& robot)
        : text_(text), json_(text, start, path_keys), robot_(robot) {}

    JointPath path() {
        if (!json_.root().is_object()) refuse(json_.root(), "expected an object in braces as the trajectory");
        const std::vector<std::size_t> columns = this->columns();
        JointPath path;
        const JsonValue waypoints = list("waypoints");
        for (const JsonValue& item : waypoints.items()) {
            const std::string what = fmt::format("waypoints[{}]", path.waypoints.size());
            const std::vector<double> row = numbers(item, what);
            if (row.size() != columns.size())
                refuse(item, fmt::format("{}: expected {} values, one per name in joints, found {}", what,
                                         columns.size(), row.size()));
            std::vector<double> q(columns.size());
            for (std::size_t i = 0; i < row.size(); ++i) q[columns[i]] = row[i];
            path.waypoints.push_back(std::move(q));
        }
        if (path.waypoints.empty()) refuse(waypoints, "waypoints: expected at least one, found none");
        if (json_.root().find("times")) path.times = times(path.waypoints.size());
        return path;
    }

  private:
    // The number of the joint of each column.
    std::vector<std::size_t> columns() {
        std::vector<std::size_t> columns;
        std::vector<bool> met(robot_.joints().size(), false);
        const JsonValue names = list("joints");
        for (const JsonValue& item : names.items()) {
            if (!item.is_text()) refuse(item, "joints: expected names");
            const std::string name = item.text();
            const auto number = robot_.joint_number(name);
            if (!number)
                refuse(item,
                       fmt::format("joints: the robot has no movable joint '{}'{}", name,
                                   suggestion(name, names_of(robot_))),
                       ErrorCode::bad_argument);
            if (met[*number])
                refuse(item, fmt::format("joints: '{}' is named twice", name), ErrorCode::bad_argument);
            met[*number] = true;
            columns.push_back(*number);
        }
        for (std::size_t i = 0; i < met.size(); ++i)
            if (!met[i])
                refuse(names, fmt::format("joints: the joint '{}' is missing", robot_.joints()[i].name),
                       ErrorCode::bad_argument);
        return columns;
    }

    std::vector<double> times(std::size_t count) {
        const JsonValue value = list("times");
        std::vector<double> times = numbers(value, "times");
        if (times.size() != count)
            refuse(value, fmt::format("times: expected one per waypoint, {}, found {}", count, times.size()));
        for (std::size_t i = 1; i < times.size(); ++i)
            if (!(times[i - 1] < times[i]))
                refuse(value, fmt::format("times[{}]: expected a later time than the one before", i));
        return times;
    }

    std::vector<double> numbers(const JsonValue& value, const std::string& what) const {
        if (!value.is_array()) refuse(value, fmt::format("{}: expected an array of numbers", what));
        std::vector<double> numbers;
        for (const JsonValue& item : value.items()) {
            if (!item.is_number())
                refuse(item, fmt::format("{}[{}]: expected a number", what, numbers.size()));
            const double number = item.number();
            if (!(std::abs(number) <= largest_value))
                refuse(item,
                       fmt::format("{}[{}]: expected at most 2^30, found {}", what, numbers.size(), number),
                       ErrorCode::bad_argument);
            numbers.push_back(number);
        }
        return numbers;
    }

    JsonValue list(const char* key) const {
        const auto found = json_.root().find(key);
        if (!found) refuse(json_.root(), fmt::format("{} is missing", key));
        if (!found->is_array()) refuse(*found, fmt::format("{}: expected an array", key));
        return *found;
    }

    [[noreturn]] void refuse(const JsonValue& value, std::string message,
                             ErrorCode code = ErrorCode::bad_syntax) const {
        const auto before = text_.substr(0, value.offset());
        fail({.code = code,
              .message = std::move(message),
              .line = 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'))});
    }

    std::string_view text_;
    io::JsonDocument json_;
    const Robot& robot_;
};

}  // namespace

Result<JointPath> load_joint_path(const std::filesystem::path& file, const Robot& robot) {
    const base::DefaultFloatEnvironment environment;
    const auto bytes = io::read_file(file);
    if (!bytes) return bytes.error();
    try {
        const std::string_view text = io::skip_byte_order_mark(*bytes);
        return PathReader(text, bytes->size() - text.size(), robot).path();
    } catch (io::Failure& failure) {
        failure.error.file = file.string();
        return std::move(failure.error);
    }
}

Result<std::vector<double>> parse_configuration(std::string_view text, const Robot& robot) {
    const base::DefaultFloatEnvironment environment;
    try {
        return configuration_of(text, robot);
    } catch (io::Failure& failure) {
        return std::move(failure.error);
    }
}

}  // namespace allide
