// A scene that `clash --memory-limit` does not hold in memory: an index of it in a temporary file.
#pragma once

#include "clash_parts.hpp"

#include <allide/index.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace allide::cli {

struct ClashIndex {
    Index index;
    std::uint64_t memory_limit;  // for what is known of objects
};

// The parts of all files, as read_parts() lists them, but without triangles: their models are in the index.
// None if a part is not finite, which an index cannot hold; then `scene` is as it was.
std::optional<ClashIndex> index_parts(const std::vector<std::string>& files, const LoadOptions& load,
                                      unsigned threads, const std::string& memory_limit, ClashParts& scene);

}  // namespace allide::cli
