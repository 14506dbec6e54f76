// Recognising an index and dividing memory, for the verbs that work on an index.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace allide::cli {

// True if the file starts like an index, or if its name ends in .allide: a damaged index must not be taken
// for a mesh.
bool is_index_file(const std::string& file);

// Bytes for the cache of an index such that the whole process stays within --memory-limit; without a limit,
// the library's default. A limit that leaves no memory to work with is refused.
std::uint64_t memory_for_index(const std::optional<std::string>& limit);

// Bytes of --memory-limit for the verb `index`. A limit that is too small for the process itself is refused.
std::uint64_t memory_to_build_in(const std::string& limit);

// Peak resident memory of this process (VmHWM) in bytes; 0 if unknown.
std::uint64_t peak_memory();

}  // namespace allide::cli
