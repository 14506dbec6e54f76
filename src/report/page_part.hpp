// A part in a page: where its triangles stand among the letters, and the colours that its file gives them.
#pragma once

#include "report/packed.hpp"

#include <allide/mesh.hpp>
#include <allide/report.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace allide::report {

void write_piece(JsonWriter& json, const PackedPiece& piece);

// What pack_triangles() made of the mesh's triangles with these numbers.
void write_page_part(JsonWriter& json, std::string_view name, std::string_view group, const Mesh& mesh,
                     std::span<const std::uint32_t> triangles, const PackedBody& body);

}  // namespace allide::report
