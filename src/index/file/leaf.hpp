// A leaf of the index in memory: its objects, and the bytes in which their shapes lie.
#pragma once

#include "index/file/mktree.hpp"
#include "index/file/object_record.hpp"
#include "index/file/wire.hpp"

#include <cstdint>
#include <vector>

namespace allide::index {

// Where an object's shape lies: inside its leaf, or in a run of pages of its own, which others may share.
struct ShapePlace {
    bool in_leaf = false;
    std::uint64_t offset = 0;      // in the leaf's payload
    std::uint64_t first_page = 0;  // of the run
    std::uint64_t bytes = 0;
};

struct LeafObject {
    std::uint32_t id = 0;  // the part's number over all scene files
    ObjectSummary summary = {};
    ShapePlace shape = {};
};

struct Leaf {
    LeafPlace place = {};
    std::vector<LeafObject> objects = {};  // by id
    Bytes payload = {};                    // of its run of pages: shapes of objects lie in it
};

}  // namespace allide::index
