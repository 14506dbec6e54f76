// Objects in batches, in ascending order of numbers.
#pragma once

#include "index/file/byte_stream.hpp"

#include <allide/geometry.hpp>

#include <cstdint>
#include <vector>

namespace allide::index {

struct SourceObject {
    Bytes summary = {};
    Box box = {};
    std::uint64_t triangles = 0;
    std::uint32_t shape = 0;         // number of its shape; shapes are numbered from 0 in order of first use
    bool is_instance = false;        // the summary has a matrix
    Bytes shape_bytes = {};          // encoded shape; empty unless this is the first object with this shape
    std::uint64_t shape_digest = 0;  // digest_of_bytes(shape_bytes)
};

class ObjectStream {
  public:
    virtual ~ObjectStream() = default;
    // Returns the next objects, and none after the last one. Throws IndexFailure.
    virtual std::vector<SourceObject> next() = 0;
    // Progress in any unit: how much of the input is finished, and how much there is in all.
    virtual std::uint64_t done() const = 0;
    virtual std::uint64_t all() const = 0;
};

}  // namespace allide::index
