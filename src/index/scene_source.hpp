// Where the objects of an index come from: files of scenes, part by part, in bounded memory. A part's number
// is its object's, counted over all files as the contract says.
//
// Files of glTF are mapped and read where they stand; a mesh that several instances use is one geometry.
// Other formats are read whole, one file after the other, and their parts put into a temporary file.
#pragma once

#include <allide/io.hpp>
#include <allide/mesh.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace allide::index {

struct SourceObject {
    std::string name = {};
    std::string file = {};
    PartTraits traits = {};
    std::uint64_t geometry = 0;  // number of its shared geometry
    std::array<double, 12> map = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    std::uint64_t triangles = 0;
};

class SceneSource {
  public:
    // `scratch` is the folder for the temporary file.
    static Result<SceneSource> open(std::span<const std::filesystem::path> files,
                                    const std::filesystem::path& scratch, const LoadOptions& options = {});
    SceneSource(SceneSource&&) noexcept;
    SceneSource& operator=(SceneSource&&) noexcept;
    ~SceneSource();

    std::uint64_t objects() const;
    std::uint64_t geometries() const;
    std::uint64_t triangles() const;  // of all objects
    SourceObject object(std::uint64_t number) const;

    // The shared mesh in its own coordinates; an Error for a fault that is found only now.
    Result<Mesh> geometry(std::uint64_t number) const;
    // The object's mesh in the scene: the part of that number of load_mesh(file), by itself.
    Result<Mesh> mesh(std::uint64_t object) const;
    // Of the object's mesh; not finite where a vertex is not.
    Result<Box> bounds(std::uint64_t object) const;

    // Gives back memory that was only mapped; cheap, to be called after every few megabytes.
    void release() const;
    // Tells scenes apart: of names, maps and all bytes of geometry, the same for any order of asking.
    std::uint64_t digest() const;

  private:
    struct Contents;
    explicit SceneSource(std::unique_ptr<Contents> contents);
    std::unique_ptr<Contents> contents_;
};

}  // namespace allide::index
