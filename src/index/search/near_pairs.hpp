// The pairs of objects of an index that may clash: those whose boxes are close to each other.
#pragma once

#include "index/file/reader.hpp"

#include <allide/scene.hpp>

#include <cstdint>
#include <functional>
#include <vector>

namespace allide::index {

struct NearPair {
    std::uint32_t a = 0, b = 0;            // object numbers, a < b
    std::uint32_t leaf_a = 0, leaf_b = 0;  // numbers of their leaves
    std::uint64_t triangles = 0;           // number of triangles of both objects
};

// All pairs whose boxes are at most `clearance` apart and for which the filter, if there is one, returns
// true; sorted by (leaf_a, leaf_b, a, b), because neighbouring pairs need the same models. Throws
// IndexFailure.
std::vector<NearPair> near_pairs(const Reader& reader, double clearance,
                                 const std::function<bool(ObjectId, ObjectId)>& filter);

}  // namespace allide::index
