// A leaf in memory: its objects, and the bytes that contain their shapes.
#pragma once

#include "index/file/byte_stream.hpp"
#include "index/file/mktree.hpp"
#include "index/file/object_record.hpp"

#include <cstdint>
#include <vector>

namespace allide::index {

// The place of an object's shape: in its leaf, or in a separate run of pages, which several objects may
// share.
struct ShapePlace {
    bool in_leaf = false;
    std::uint64_t offset = 0;      // position in the leaf's payload
    std::uint64_t first_page = 0;  // first page of a separate run
    std::uint64_t bytes = 0;
};

struct LeafObject {
    std::uint32_t id = 0;  // the part's number over all scene files
    ObjectSummary summary = {};
    ShapePlace shape = {};
};

struct Leaf {
    LeafPlace place = {};
    std::vector<LeafObject> objects = {};  // in ascending order of id
    Bytes payload = {};                    // the bytes of its run of pages, which contain shapes
};

}  // namespace allide::index
