// A part in a page: its piece of the geometry text, and the colours of its file.
#pragma once

#include "report/packed.hpp"

#include <allide/mesh.hpp>
#include <allide/report.hpp>

#include <cstdint>
#include <span>
#include <string_view>

namespace allide::detail::report {

void write_piece(JsonWriter& json, const PackedPiece& piece);

// `body` is the result of pack_triangles() for those triangles of the mesh whose numbers are in `triangles`.
void write_page_part(JsonWriter& json, std::string_view name, std::string_view group, const Mesh& mesh,
                     std::span<const std::uint32_t> triangles, const PackedBody& body);

}  // namespace allide::detail::report
