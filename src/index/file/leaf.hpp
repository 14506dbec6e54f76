// A leaf in memory: its objects, and the bytes in which their shapes are stored.
#pragma once

#include "index/file/byte_stream.hpp"
#include "index/file/index_failure.hpp"
#include "index/file/mktree.hpp"
#include "index/file/object_record.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace allide::index {

// The place of an object's shape: in its leaf, or in a separate run of pages, which several objects may
// share.
struct ShapePlace {
    bool in_leaf = false;
    std::uint64_t offset = 0;      // position of the shape in the leaf's payload
    std::uint64_t first_page = 0;  // first page of the separate run
    std::uint64_t bytes = 0;
};

struct LeafObject {
    std::uint32_t id = 0;  // number of its part, counted over all scene files
    ObjectSummary summary = {};
    ShapePlace shape = {};
};

struct Leaf {
    LeafPlace place = {};
    std::vector<LeafObject> objects = {};  // in ascending order of id
    Bytes payload = {};                    // the contents of its run of pages, shapes included
};

// The index in Leaf::objects of the object with this number.
inline std::size_t place_in(const Leaf& leaf, std::uint32_t id) {
    for (std::size_t k = 0; k < leaf.objects.size(); ++k)
        if (leaf.objects[k].id == id) return k;
    throw_damaged("expected an object in the leaf that the table states");
}

}  // namespace allide::index
