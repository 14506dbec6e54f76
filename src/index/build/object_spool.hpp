// Keeps all objects of the scenes in temporary files in the folder of the new index. Only the pages in use
// take memory. Const members are safe from any number of threads.
#pragma once

#include "index/build/object_stream.hpp"
#include "index/file/new_file.hpp"
#include "index/file/object_record.hpp"
#include "io/file/spill_file.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

namespace allide::index {

// Called with the amount of work done and the total amount; returns false to cancel the build.
using Progress = std::function<bool(std::uint64_t done, std::uint64_t all)>;

// The counts and the digest of the objects that an index contains before others are appended.
struct EarlierObjects {
    std::uint32_t objects = 0, shapes = 0;
    std::uint64_t digest = 0;
};

class ObjectSpool {
  public:
    // Reads all objects of the source and stores them, with at most `threads` threads (0: one per core). The
    // source makes the next batch of objects while one is stored.
    ObjectSpool(ObjectStream& source, const std::filesystem::path& folder, const Progress& progress,
                unsigned threads, const EarlierObjects& earlier = {});

    std::uint32_t objects() const { return static_cast<std::uint32_t>(objects_.size()); }
    std::uint32_t shapes() const { return static_cast<std::uint32_t>(shapes_.size()); }
    std::uint64_t triangles() const { return triangles_; }
    // The digest of all names and triangles in order, including those of the earlier objects.
    std::uint64_t digest() const { return digest_; }
    std::span<const Box> boxes() const { return boxes_.items(); }

    std::uint64_t triangles(std::uint32_t object) const { return objects_[object].triangles; }
    std::uint64_t summary_bytes(std::uint32_t object) const { return objects_[object].summary_bytes; }
    std::uint32_t shape(std::uint32_t object) const { return objects_[object].shape; }
    std::uint64_t shape_bytes(std::uint32_t shape) const { return shapes_[shape].bytes; }
    std::uint32_t users(std::uint32_t shape) const { return shapes_[shape].users; }

    Bytes read_summary_of(std::uint32_t object) const;
    Bytes read_shape_of(std::uint32_t shape) const;
    // The triangles in the scene's coordinates.
    TriangleList read_triangles_of(std::uint32_t object) const;

    // Releases the memory of those pages of the temporary files that were accessed so far.
    void release_pages() const;

  private:
    struct Object {
        std::uint64_t place = 0, triangles = 0;
        std::uint32_t summary_bytes = 0, shape = 0;
        bool is_instance = false;
    };
    struct Shape {
        std::uint64_t place = 0, bytes = 0;
        std::uint32_t users = 0;
    };
    void take(const SourceObject& object);
    void count_users();

    TemporaryFile records_;
    io::SpilledList<Box> boxes_;
    io::SpilledList<Object> objects_;
    io::SpilledList<Shape> shapes_;
    EarlierObjects earlier_;
    std::uint64_t triangles_ = 0, digest_ = 0;
};

[[noreturn]] void throw_cancelled();  // throws the error that reports a cancelled build

}  // namespace allide::index
