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

// Variable-length integers: seven bits per byte, lowest first, with the sign in the lowest bit.
class PackedNumbers {
  public:
    void add(std::int64_t number);
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

// A piece of the text: its first character and its length.
struct PackedPiece {
    std::size_t start = 0, length = 0;
};

// All pieces, concatenated. Each is compressed separately, so that a page decodes only what it shows.
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
    std::size_t triangles = 0;  // without those that rounding makes degenerate
    PackedPiece piece;
    std::vector<std::uint32_t> kept = {};  // the places in the input of the triangles that are left
};

PackedBody pack_triangles(std::span<const std::array<Vec3, 3>> triangles, PackedPieces& pieces);

// Curves rounded to the lattice around a centre with step radius / 1e6.
PackedPiece pack_curves(std::span<const std::vector<Vec3>> curves, const Vec3& center, double radius,
                        PackedPieces& pieces);

}  // namespace allide::detail::report
