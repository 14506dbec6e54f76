#include "robot/files/mesh_files.hpp"

#include "io/file/failure.hpp"

#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

namespace allide::detail::robot {
namespace {

using io::fail;
using std::filesystem::path;

bool is_there(const path& file) {
    std::error_code failure;
    return std::filesystem::exists(file, failure);
}

// Adds the folders in an environment variable that is a list like PATH, with `below` appended to each.
void add_folders(std::vector<path>& folders, const char* variable, const char* below) {
    const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nothing sets it
    std::string_view rest = value == nullptr ? "" : value;
    while (!rest.empty()) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        if (!folder.empty()) folders.push_back(path(folder) / below);
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    }
}

}  // namespace

MeshFiles::MeshFiles(const path& robot, const RobotFileOptions& options)
    : folder_(robot.parent_path()), options_(options), packages_(options.packages) {
    std::error_code failure;
    path above = std::filesystem::absolute(robot, failure).lexically_normal().parent_path();
    for (int i = 0; i < 100 && !above.empty(); ++i) {
        packages_.push_back(above);
        if (above == above.parent_path()) break;
        above = above.parent_path();
    }
    add_folders(packages_, "ROS_PACKAGE_PATH", "");
    add_folders(packages_, "AMENT_PREFIX_PATH", "share");
}

Mesh MeshFiles::mesh(const std::string& uri) {
    const path file = find(uri);
    if (const auto known = read_.find(file.string()); known != read_.end()) return known->second;
    const Result<Mesh> mesh = load_mesh(file, options_.meshes);
    if (!mesh) fail({.code = mesh.error().code, .message = mesh.error().text()});
    return read_.emplace(file.string(), *mesh).first->second;
}

path MeshFiles::find(const std::string& uri) const {
    constexpr std::string_view in_package = "package://", on_disk = "file://";
    if (uri.starts_with(in_package))
        return find_in_package(uri, std::string_view(uri).substr(in_package.size()));
    path file;
    if (uri.starts_with(on_disk))
        file = uri.substr(on_disk.size());
    else if (uri.find("://") != std::string::npos)
        fail(
            {.code = ErrorCode::bad_argument,
             .message = fmt::format("the mesh {}: expected a path, package:// or file://", io::quoted(uri))});
    else
        file = folder_ / uri;
    if (!is_there(file))
        fail({.code = ErrorCode::cannot_open,
              .message = fmt::format("the mesh '{}' does not exist", file.string())});
    return file;
}

path MeshFiles::find_in_package(const std::string& uri, std::string_view rest) const {
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos || slash == 0 || slash + 1 == rest.size())
        fail({.code = ErrorCode::bad_syntax,
              .message = fmt::format("the mesh {}: expected package://NAME/FILE", io::quoted(uri))});
    const std::string_view package = rest.substr(0, slash), inside = rest.substr(slash + 1);
    for (const path& folder : packages_) {
        if (const path file = folder / package / inside; is_there(file)) return file;
        if (folder.filename() == package && is_there(folder / inside)) return folder / inside;
    }
    fail({.code = ErrorCode::cannot_open,
          .message = fmt::format("the mesh {} was not found in the folders above the robot's file, "
                                 "ROS_PACKAGE_PATH or AMENT_PREFIX_PATH",
                                 io::quoted(uri))});
}

}  // namespace allide::detail::robot
