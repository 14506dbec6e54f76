// Parses poses from text: "tx,ty,tz,qw,qx,qy,qz", or 12 numbers, the three rows of [R|t].
#include "base/float_environment.hpp"
#include "io/text/number_lines.hpp"

#include <allide/io.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace allide {
namespace {

Result<Pose> pose_of(std::string_view text) {
    const auto numbers = io::numbers_of(text, "a pose");
    if (!numbers) return numbers.error();
    const std::vector<double>& n = *numbers;
    if (n.size() == 7) return Pose::from_quaternion({n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]});
    if (n.size() != 12)
        return Error{.code = ErrorCode::bad_syntax,
                     .message = fmt::format("expected 7 or 12 numbers for a pose, found {}", n.size())};
    std::array<double, 12> rows{};
    std::copy(n.begin(), n.end(), rows.begin());
    return Pose::from_matrix(rows);
}

}  // namespace

Result<Pose> parse_pose(std::string_view text) {
    const base::DefaultFloatEnvironment environment;
    return pose_of(text);
}

Result<std::vector<Pose>> load_poses(const std::filesystem::path& file) {
    const base::DefaultFloatEnvironment environment;
    return io::read_lines<Pose>(file, pose_of);
}

}  // namespace allide
