// Files of built models: a header, aligned arrays exactly as they are in memory, and a checksum per block.
#pragma once

#include "io/file/failure.hpp"

#include <allide/mesh.hpp>

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

// The bytes of a file whose structure and checksums have been verified.
class SavedModelFile {
  public:
    // Throws Failure with the position of the first damage.
    explicit SavedModelFile(std::string_view bytes);

    std::string_view bytes_of(SavedArray array) const;
    // The number of items in an array. Throws Failure if the array's size is not a multiple of an item's
    // size.
    template <typename Item>
    std::size_t count_of(SavedArray array) const {
        const std::size_t size = bytes_of(array).size();
        if (size % sizeof(Item) != 0) fail_at(array, "expected a whole number of records");
        return size / sizeof(Item);
    }
    [[noreturn]] void fail_at(SavedArray array, std::string message) const;

  private:
    std::string_view bytes_;
    std::array<std::uint64_t, saved_arrays> begin_{}, size_{};
};

// Returns the bytes of a file with these arrays.
std::string saved_model_file(const std::array<std::string, saved_arrays>& arrays);

// Writes the arrays of a mesh, and reads them again. If `owner` keeps the file's bytes valid, the mesh's
// vertices and triangles are not copied.
void save_mesh_arrays(const Mesh& mesh, std::array<std::string, saved_arrays>& arrays);
Mesh mesh_of(const SavedModelFile& file, const std::shared_ptr<const void>& owner);

// Reads only the mesh of a saved model, for load_mesh.
Result<Mesh> read_saved_model(std::string_view bytes, std::string_view file);

}  // namespace allide::io
