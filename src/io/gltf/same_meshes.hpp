// Which meshes of a file are the same: a hash table that keeps 16 bytes a mesh and no keys, since the file
// has them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace allide::io {

class SameMeshes {
  public:
    struct Entry {
        std::uint32_t mesh = 0;    // the first of the file that is so
        std::uint32_t number = 0;  // counted from 0
        bool is_new = false;
    };
    // The entry of a mesh with this digest; `same` compares it with another mesh of the file.
    Entry find_or_add(std::uint64_t digest, std::uint32_t mesh,
                      const std::function<bool(std::uint32_t other)>& same);

  private:
    struct Slot {
        std::uint32_t tag = 0;  // of the digest
        std::uint32_t number = vacant;
    };
    static constexpr std::uint32_t vacant = 0xffffffff;
    void make_room();

    std::vector<Slot> slots_;            // two thirds of them taken at most
    std::vector<std::uint32_t> meshes_;  // by number
};

}  // namespace allide::io
