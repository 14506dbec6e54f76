// Poses in text: "tx,ty,tz,qw,qx,qy,qz" or 12 numbers, row-major [R|t].
#include "base/float_environment.hpp"
#include "base/numbers.hpp"
#include "io/failure.hpp"
#include "io/file.hpp"
#include "io/text.hpp"

#include <allide/io.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace allide {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

Error bad_pose(std::string message) {
    return {.code = ErrorCode::bad_syntax, .message = std::move(message), .file = {}};
}

// Takes the next field off the text: up to a comma, or to a blank that no comma follows.
std::string_view take_field(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view field = text.substr(0, text.find_first_of(" \t\r\n\v\f,"));
    text.remove_prefix(field.size());
    return field;
}

// Steps over one separator; true if a comma was there, so that another field must follow.
bool take_separator(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    if (text.empty() || text.front() != ',') return false;
    text.remove_prefix(1);
    return true;
}

Result<std::vector<double>> numbers_of(std::string_view text) {
    if (text.find_first_not_of(blanks) == std::string_view::npos) return bad_pose("a pose is empty");
    std::vector<double> numbers;
    bool more = true;
    while (more || !text.empty()) {
        const std::string_view field = take_field(text);
        if (field.empty()) return bad_pose("a number is missing at a comma");
        const auto [value, end] = base::parse_number(field.data(), field.data() + field.size());
        if (end != field.data() + field.size()) return bad_pose(io::quoted(field) + " is not a number");
        numbers.push_back(value);
        more = take_separator(text);
    }
    return numbers;
}

Result<Pose> pose_of(std::string_view text) {
    const auto numbers = numbers_of(text);
    if (!numbers) return numbers.error();
    const std::vector<double>& n = *numbers;
    if (n.size() == 7) return Pose::from_quaternion({n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]});
    if (n.size() != 12) return bad_pose(fmt::format("a pose has 7 or 12 numbers, not {}", n.size()));
    std::array<double, 12> rows{};
    std::copy(n.begin(), n.end(), rows.begin());
    return Pose::from_matrix(rows);
}

std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    text.remove_prefix(line.size());
    const std::size_t line_end = text.substr(0, 2) == "\r\n" ? 2 : 1;
    text.remove_prefix(std::min(line_end, text.size()));
    return line;
}

}  // namespace

Result<Pose> parse_pose(std::string_view text) {
    const base::DefaultFloatEnvironment environment;
    return pose_of(text);
}

Result<std::vector<Pose>> load_poses(const std::filesystem::path& file) {
    const base::DefaultFloatEnvironment environment;
    const auto bytes = io::read_file(file);
    if (!bytes) return bytes.error();
    std::string_view text = io::without_mark(*bytes);
    std::vector<Pose> poses;
    for (std::uint64_t number = 1; !text.empty(); ++number) {
        std::string_view line = take_line(text);
        line = line.substr(0, line.find('#'));
        if (line.find_first_not_of(blanks) == std::string_view::npos) continue;
        const auto pose = pose_of(line);
        if (!pose) {
            Error error = pose.error();
            error.file = file.string();
            error.line = number;
            return error;
        }
        poses.push_back(*pose);
    }
    return poses;
}

}  // namespace allide
