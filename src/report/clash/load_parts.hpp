// Reads the files of an assembly into a PartStore.
#pragma once

#include "report/clash/part_store.hpp"

#include <allide/extra/clash_files.hpp>

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace allide::detail::report {

// Reads all parts into memory.
void load_into_memory(PartStore& store, const std::vector<std::filesystem::path>& files,
                      const ClashLoadOptions& options);

// The same for files that are in memory.
void read_into_memory(PartStore& store, std::span<const FileBytes> files, const ClashLoadOptions& options);

// Builds a temporary index of all parts within options.memory_limit. Returns false if a part has coordinates
// that are not finite, which an index cannot hold, or if no file can be read. The store is then unchanged
// except for a warning.
Result<bool> load_into_index(PartStore& store, const std::vector<std::filesystem::path>& files,
                             const ClashLoadOptions& options);

// Adds the parts of an index file, which is opened but not read as a whole.
std::optional<Error> load_index(PartStore& store, Index index, const std::string& file,
                                std::uint64_t memory_limit);

// Adds the objects of a scene as parts.
void load_scene(PartStore& store, Scene scene);

// The record of a file that was left out because ClashLoadOptions::progress returned false.
UnreadableInput not_read(const std::filesystem::path& file);

// Sets the nodes of parts in a temporary index, which does not store them: reads the files once more, one at
// a time. Does nothing for other stores.
void find_nodes(PartStore& store);

// The name of a part's parent node where the file format has no nodes: its own name up to the last '/'.
std::string node_in_name(const std::string& name);

}  // namespace allide::detail::report
