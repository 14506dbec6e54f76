// What the verbs that work on an index have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace allide::cli {

// By its first bytes, or, so that a damaged one is not taken for a mesh, by its name.
bool is_index_file(const std::string& file);

// What an index may keep when the whole program is to stay within --memory-limit; a sensible amount without
// one. A limit that leaves nothing to work in is refused.
std::uint64_t memory_for_index(const std::optional<std::string>& limit);

// Refuses a --memory-limit of `index` that the program itself, with all of its code at work, does not fit
// into.
std::uint64_t memory_to_build_in(const std::string& limit);

// The most memory that this program has had at once (VmHWM), in bytes; 0 where that is not known.
std::uint64_t peak_memory();

}  // namespace allide::cli
