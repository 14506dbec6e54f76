// The header of a PLY file: its elements and the properties in their rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allide::io {

enum class PlyEncoding { ascii, little_endian, big_endian };
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

inline bool is_integer(PlyType type) {
    return type < PlyType::float32;
}
std::size_t size_of(PlyType type);

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32;         // type of the value, or of the items of a list
    std::optional<PlyType> count_type = {};  // type of a list's count; empty: not a list
};

struct PlyElement {
    std::string name;
    std::uint64_t count = 0;
    std::uint64_t line = 0;  // line number in the header
    std::vector<PlyProperty> properties = {};
};

struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::ascii;
    std::deque<PlyElement> elements = {};
    std::size_t size = 0;     // number of bytes before the first row
    std::uint64_t lines = 0;  // number of lines before the first row
};

PlyHeader read_ply_header(std::string_view bytes, std::string_view file);

}  // namespace allide::io
