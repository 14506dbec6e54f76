#include "base/float_environment.hpp"
#include "io/file/failure.hpp"
#include "io/file/file.hpp"
#include "io/text/text.hpp"
#include "robot/files/urdf.hpp"

#include <allide/robot.hpp>

#include <utility>

namespace allide {
namespace {

using detail::robot::MeshFiles;

// Calls `read` with the text of the file and adds the file's name to its failure.
template <typename Read>
std::optional<Error> read_text(const std::filesystem::path& file, const Read& read) {
    const auto bytes = io::read_file(file);
    if (!bytes) return bytes.error();
    try {
        read(io::skip_byte_order_mark(*bytes));
    } catch (io::Failure& failure) {
        failure.error.file = file.string();
        return std::move(failure.error);
    }
    return std::nullopt;
}

}  // namespace

Result<RobotDescription> load_robot_description(const std::filesystem::path& file,
                                                const RobotFileOptions& options) {
    const base::DefaultFloatEnvironment environment;
    RobotDescription robot;
    MeshFiles meshes(file, options);
    if (auto error = read_text(file, [&](std::string_view text) {
            robot = detail::robot::read_urdf(text, meshes, options.visuals);
        }))
        return *error;
    if (options.srdf)
        if (auto error = read_text(*options.srdf,
                                   [&](std::string_view text) { detail::robot::read_srdf(text, robot); }))
            return *error;
    return robot;
}

Result<Robot> load_robot(const std::filesystem::path& file, const RobotFileOptions& options) {
    const auto description = load_robot_description(file, options);
    if (!description) return description.error();
    Result<Robot> robot = Robot::build(*description);
    if (robot) return robot;
    Error error = robot.error();
    if (error.file.empty()) error.file = file.string();
    return error;
}

}  // namespace allide
