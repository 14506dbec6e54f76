// For the verbs that work on an index: recognising index files, and dividing the memory of --memory-limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace allide::cli {

// True if the file starts like an index, or if its name ends in .allide: a damaged index must not be taken
// for a mesh.
bool is_index_file(const std::string& file);

// The cache size in bytes for an open index such that the whole process stays within --memory-limit; without
// a limit, the library's default. A limit with less than 2 MiB above the memory in use is refused.
std::uint64_t memory_for_index(const std::optional<std::string>& limit);

// Parses --memory-limit of `index`. A limit of less than 16 MiB above the memory in use is refused.
std::uint64_t memory_to_build_in(const std::string& limit);

// Peak resident memory of this process (VmHWM) in bytes; 0 if unknown.
std::uint64_t peak_memory();

}  // namespace allide::cli
