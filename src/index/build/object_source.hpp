// Reads the objects of an index from scene files, part by part, in bounded memory. An object's number is that
// of its part, counted over all files in order.
//
// glTF files are mapped and read in place; a mesh used by several instances becomes one shape. OBJ and ASCII
// STL files are stored on disk part by part. Files of other formats are read whole, one after the other.
#pragma once

#include "index/file/byte_stream.hpp"

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
    std::uint32_t shape = 0;  // number of its shape; shapes are numbered from 0 in order of first use
    Bytes shape_bytes = {};   // empty unless this is the first object with this shape
};

struct SourceOptions {
    LoadOptions load = {};
    std::optional<std::uint64_t> memory_limit = {};
    unsigned threads = 0;
    std::filesystem::path spill_folder = ".";  // for temporary files
    bool refuses_large_parts = false;          // fail for a part that needs more than the memory limit
};

class ObjectSource {
  public:
    // Throws IndexFailure with file and place, as does next().
    ObjectSource(std::span<const std::filesystem::path> scenes, const SourceOptions& options);
    ~ObjectSource();
    ObjectSource(const ObjectSource&) = delete;
    ObjectSource& operator=(const ObjectSource&) = delete;

    // The next object in order of numbers; empty after the last.
    std::optional<SourceObject> next();
    // Progress in bytes of the scene files.
    std::uint64_t done() const;
    std::uint64_t all() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allide::index
