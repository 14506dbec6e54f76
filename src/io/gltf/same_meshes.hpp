// Finds equal meshes of a file, with a hash table of about 16 bytes per mesh. The table stores no keys;
// equality is tested by comparing meshes in the file.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace allide::io {

class MeshDeduplicator {
  public:
    struct Entry {
        std::uint32_t mesh = 0;    // first mesh of the file that is equal
        std::uint32_t number = 0;  // index among the distinct meshes
        bool is_new = false;
    };
    // The entry of the mesh with this digest; `same` compares the mesh with another one of the file.
    Entry find_or_add(std::uint64_t digest, std::uint32_t mesh,
                      const std::function<bool(std::uint32_t other)>& same);

  private:
    struct Slot {
        std::uint32_t tag = 0;  // upper half of the digest
        std::uint32_t number = vacant;
    };
    static constexpr std::uint32_t vacant = 0xffffffff;
    void make_room();

    std::vector<Slot> slots_;            // at most two thirds are used
    std::vector<std::uint32_t> meshes_;  // per number: the first mesh of the file that has it
};

}  // namespace allide::io
