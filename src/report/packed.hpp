// Geometry as letters in a page: whole numbers in few bytes, compressed.
#pragma once

#include <allide/geometry.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace allide::report {

// Whole numbers, seven bits a byte, the lowest first; the sign in the lowest bit.
class PackedNumbers {
  public:
    void add(std::int64_t number);
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

// Where a piece stands in the letters: its first one, and how many.
struct PackedPiece {
    std::size_t start = 0, length = 0;
};

// All pieces, one after the other. Each is compressed by itself, so that a page reads only what it shows.
class PackedPieces {
  public:
    PackedPiece add(const PackedNumbers& numbers);
    const std::string& letters() const { return letters_; }

  private:
    std::string letters_;
};

// Triangles whose corners are moved to a lattice: origin + step · (whole numbers).
struct PackedBody {
    Vec3 origin;
    double step = 1;
    std::size_t triangles = 0;  // those that the lattice makes a point or a segment are left out
    PackedPiece piece;
    std::vector<std::uint32_t> kept = {};  // the places of the others in what was given
};

PackedBody pack_triangles(std::span<const std::array<Vec3, 3>> triangles, PackedPieces& pieces);

// Curves in the lattice about a centre, of step radius / 1e6.
PackedPiece pack_curves(std::span<const std::vector<Vec3>> curves, const Vec3& center, double radius,
                        PackedPieces& pieces);

}  // namespace allide::report
