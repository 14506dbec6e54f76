// Where the objects of an index come from: files of scenes, part by part, in bounded memory. An object's
// number is its part's, counted over all files as the contract says.
//
// Files of glTF are mapped and read where they stand; a mesh that several instances use is one shape. Other
// formats are read whole, one file after the other.
#pragma once

#include "index/file/wire.hpp"

#include <allide/io.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

namespace allide::index {

struct SourceObject {
    Bytes summary = {};
    Box box = {};
    std::uint64_t triangles = 0;
    std::uint32_t shape = 0;  // number of its shape; new ones count up from 0
    Bytes shape_bytes = {};   // filled only the first time that this number comes
};

struct SourceOptions {
    LoadOptions load = {};
    std::optional<std::uint64_t> memory_limit = {};
    unsigned threads = 0;
    std::filesystem::path spill_folder = ".";  // for what is known of large files
    bool refuses_large_parts = false;          // such as would take more than the limit to be worked on
};

class ObjectSource {
  public:
    // Throws Damage with the file and the place of what is wrong, as does next().
    ObjectSource(std::span<const std::filesystem::path> scenes, const SourceOptions& options);
    ~ObjectSource();
    ObjectSource(const ObjectSource&) = delete;
    ObjectSource& operator=(const ObjectSource&) = delete;

    // The next object, in order of their numbers; nothing after the last.
    std::optional<SourceObject> next();
    // Bytes of the files.
    std::uint64_t done() const;
    std::uint64_t all() const;

  private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace allide::index
