// Reads the objects of an index from scene files, part by part, in bounded memory. Objects are numbered like
// their parts, which are counted over all files in order.
//
// glTF files are mapped and read in place; a mesh used by several instances becomes one shape. OBJ and ASCII
// STL files are stored in temporary files part by part. Other files are read whole, one after the other.
#pragma once

#include "index/build/object_stream.hpp"

#include <allide/io.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

namespace allide::index {

struct SourceOptions {
    LoadOptions load = {};
    std::optional<std::uint64_t> memory_limit = {};
    // The maximum number of threads, among those of the caller's own base::with_threads(); 0: all of these.
    unsigned threads = 0;
    std::filesystem::path spill_folder = ".";  // folder for temporary files
    bool refuses_large_parts = false;          // fail if a part needs more than the memory limit
};

class ObjectSource : public ObjectStream {
  public:
    // The constructor and next() throw IndexFailure with the file and the position in it.
    ObjectSource(std::span<const std::filesystem::path> scenes, const SourceOptions& options);
    ~ObjectSource() override;
    ObjectSource(const ObjectSource&) = delete;
    ObjectSource& operator=(const ObjectSource&) = delete;

    std::vector<SourceObject> next() override;
    // Progress, in bytes of the scene files.
    std::uint64_t done() const override;
    std::uint64_t all() const override;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace allide::index
