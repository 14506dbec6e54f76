// Files of built models: a header, aligned arrays exactly as they are in memory, and a checksum per block.
#pragma once

#include "io/file/failure.hpp"

#include <allide/mesh.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace allide::io {

// The arrays of a file, in order. This room does not interpret those of the tree.
enum class SavedArray : std::uint8_t {
    vertices,
    triangles,
    part_of,
    coloured,
    text,  // source, part names and traits, notes
    nodes,
    corners,
    order,
    boxes,
    facts,  // single numbers of the tree and the inner boxes
};
inline constexpr std::size_t saved_arrays = 10;
inline constexpr std::size_t saved_alignment = 64;

bool starts_as_saved_model(std::string_view bytes);

// The bytes of a file whose structure has been verified. The checksums of its blocks are verified from its
// beginning up to what is asked for, so that a reader can check the contents while they are in the cache.
class SavedModelFile {
  public:
    // Throws Failure with the position of the damage.
    explicit SavedModelFile(std::string_view bytes);

    // The bytes of an array, with verified checksums. Throws Failure with the position of the first damage.
    std::string_view bytes_of(SavedArray array);
    // The bytes of an array. Only those that have been verified may be read.
    std::string_view unverified_bytes_of(SavedArray array) const;
    // Verifies the checksums of all blocks up to the first `bytes` bytes of an array. Throws Failure.
    void verify(SavedArray array, std::size_t bytes);
    // Verifies all other blocks. Throws Failure.
    void verify_rest();

    // The number of items in an array. Throws Failure if the array's size is not a multiple of an item's
    // size.
    template <typename Item>
    std::size_t count_of(SavedArray array) const {
        const std::size_t size = unverified_bytes_of(array).size();
        if (size % sizeof(Item) != 0) fail_at(array, "expected a whole number of records");
        return size / sizeof(Item);
    }
    // True if `is_good` is true of all items, which it is given in pieces of a few blocks. Verifies the array
    // up to the first piece that is not good. False, too, if the items are not aligned in memory.
    template <typename Item, typename IsGood>
    bool all_pieces(SavedArray array, const IsGood& is_good) {
        const std::size_t count = count_of<Item>(array);
        const char* const at = unverified_bytes_of(array).data();
        if (reinterpret_cast<std::uintptr_t>(at) % alignof(Item) != 0) return false;
        const std::span<const Item> items(reinterpret_cast<const Item*>(at), count);
        constexpr std::size_t together = (std::size_t{1} << 16) / sizeof(Item);
        for (std::size_t first = 0; first < count; first += together) {
            const std::size_t size = std::min(together, count - first);
            verify(array, (first + size) * sizeof(Item));
            if (!is_good(items.subspan(first, size))) return false;
        }
        return true;
    }
    [[noreturn]] void fail_at(SavedArray array, std::string message) const;

  private:
    void verify_until(std::uint64_t end);

    std::string_view bytes_;
    std::uint64_t checksums_at_ = 0, verified_ = 0;
    std::array<std::uint64_t, saved_arrays> begin_{}, size_{};
};

// Returns the bytes of a file with these arrays.
std::string saved_model_file(const std::array<std::string, saved_arrays>& arrays);

// Writes the arrays of a mesh, and reads them again. If `owner` keeps the file's bytes valid, the mesh's
// vertices and triangles are not copied.
void save_mesh_arrays(const Mesh& mesh, std::array<std::string, saved_arrays>& arrays);
Mesh mesh_of(SavedModelFile& file, const std::shared_ptr<const void>& owner);

// Reads only the mesh of a saved model, for load_mesh.
Result<Mesh> read_saved_model(std::string_view bytes, std::string_view file);

}  // namespace allide::io
