// Reads the objects of an index from scene files, part by part, in bounded memory. Objects are numbered like
// their parts, which are counted over all files in order.
//
// glTF files are mapped and read in place; a mesh used by several instances becomes one shape. OBJ and ASCII
// STL files are stored in temporary files part by part. Other files are read whole, one after the other.
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
    Bytes shape_bytes = {};   // encoded shape; empty unless this is the first object with this shape
};

struct SourceOptions {
    LoadOptions load = {};
    std::optional<std::uint64_t> memory_limit = {};
    unsigned threads = 0;
    std::filesystem::path spill_folder = ".";  // folder for temporary files
    bool refuses_large_parts = false;          // fail if a part needs more than the memory limit
};

class ObjectSource {
  public:
    // The constructor and next() throw IndexFailure with the file and the position in it.
    ObjectSource(std::span<const std::filesystem::path> scenes, const SourceOptions& options);
    ~ObjectSource();
    ObjectSource(const ObjectSource&) = delete;
    ObjectSource& operator=(const ObjectSource&) = delete;

    // The next object, in ascending order of numbers; empty after the last one.
    std::optional<SourceObject> next();
    // Progress: bytes of the scene files that are finished, and bytes of all of them.
    std::uint64_t done() const;
    std::uint64_t all() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allide::index
