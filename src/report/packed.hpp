// Geometry as text in a page: variable-length integers, compressed, in base64.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace allide::detail::report {

// Variable-length integers: seven bits per byte, the lowest first; the lowest bit of a number is its sign.
class PackedNumbers {
  public:
    void add(std::int64_t number);
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

// A piece of the text: the index of its first character, and its length.
struct PackedPiece {
    std::size_t start = 0, length = 0;
};

// The text of all pieces. Each piece is compressed separately, so that a page decodes only what it shows.
class PackedPieces {
  public:
    PackedPiece add(const PackedNumbers& numbers);
    const std::string& letters() const { return letters_; }

  private:
    std::string letters_;
};

// Triangles whose corners are rounded to a lattice: origin + step · (integers).
struct PackedBody {
    Vec3 origin;
    double step = 1;
    std::size_t triangles = 0;  // their number, without those that rounding makes degenerate
    PackedPiece piece;
    std::vector<std::uint32_t> kept = {};  // indices of these triangles in the input
};

PackedBody pack_triangles(std::span<const std::array<Vec3, 3>> triangles, PackedPieces& pieces);

// Rounds the curves to a lattice with `center` as its origin and radius / 1e6 as its step.
PackedPiece pack_curves(std::span<const std::vector<Vec3>> curves, const Vec3& center, double radius,
                        PackedPieces& pieces);

}  // namespace allide::detail::report
