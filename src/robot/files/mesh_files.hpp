// Reads the mesh files that a robot's file refers to.
#pragma once

#include <allide/mesh.hpp>
#include <allide/robot.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace allide::detail::robot {

// Finds and reads meshes by the names that a robot's file uses for them. Its functions throw io::Failure, to
// which the caller adds the line.
class MeshSource {
  public:
    MeshSource() = default;
    MeshSource(const MeshSource&) = delete;
    MeshSource& operator=(const MeshSource&) = delete;
    virtual ~MeshSource() = default;
    // The mesh with this URI. Calls with the same URI return meshes that share their data.
    virtual Mesh mesh(const std::string& uri) = 0;
    // Throws if the file does not exist, without reading it.
    virtual void check_exists(const std::string& uri) = 0;
};

// Meshes on disk, each of which is read once. Relative names start in the folder of the robot's file.
class MeshFiles : public MeshSource {
  public:
    MeshFiles(const std::filesystem::path& robot, const RobotFileOptions& options);
    Mesh mesh(const std::string& uri) override;
    void check_exists(const std::string& uri) override { find(uri); }

  private:
    std::filesystem::path find(const std::string& uri) const;
    std::filesystem::path find_in_package(const std::string& uri, std::string_view rest) const;

    std::filesystem::path folder_;
    const RobotFileOptions& options_;
    std::vector<std::filesystem::path> packages_;
    std::map<std::string, Mesh> read_;
};

}  // namespace allide::detail::robot
