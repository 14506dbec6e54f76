#include "report/page_part.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace allide::detail::report {

namespace {

// The number of consecutive triangles of the same colour, and that colour.
using ColourRun = std::pair<std::uint64_t, std::optional<Colour>>;

std::vector<ColourRun> colour_runs(const Mesh& mesh, std::span<const std::uint32_t> triangles,
                                   const PackedBody& body) {
    std::vector<ColourRun> runs;
    for (const std::uint32_t place : body.kept) {
        const std::optional<Colour> colour = mesh.colour_of(triangles[place]);
        if (runs.empty() || runs.back().second != colour) runs.emplace_back(0, colour);
        ++runs.back().first;
    }
    return runs;
}

// Formats the colour as "#rrggbb".
std::string web_colour(const Colour& colour) {
    constexpr std::string_view hex = "0123456789abcdef";
    std::string text = "#";
    for (const double part : {colour.red, colour.green, colour.blue}) {
        const auto byte = static_cast<unsigned>(std::lround(255 * std::clamp(part, 0.0, 1.0)));
        text += hex[byte >> 4];
        text += hex[byte & 15];
    }
    return text;
}

// Writes nothing for a part without colours.
void write_colours(JsonWriter& json, const std::vector<ColourRun>& runs) {
    if (std::none_of(runs.begin(), runs.end(), [](const ColourRun& run) { return run.second.has_value(); }))
        return;
    json.key("colours").begin_array();
    for (const auto& [count, colour] : runs) {
        json.begin_array().value(count);
        if (colour)
            json.value(web_colour(*colour));
        else
            json.null();
        json.end_array();
    }
    json.end_array();
}

}  // namespace

void write_piece(JsonWriter& json, const PackedPiece& piece) {
    json.begin_array().value(std::uint64_t{piece.start}).value(std::uint64_t{piece.length}).end_array();
}

void write_page_part(JsonWriter& json, std::string_view name, std::string_view group, const Mesh& mesh,
                     std::span<const std::uint32_t> triangles, const PackedBody& body) {
    json.begin_object().key("name").value(name).key("group").value(group);
    json.key("origin").value(body.origin).key("step").value(body.step);
    json.key("triangles").value(std::uint64_t{body.triangles});
    json.key("of").value(std::uint64_t{mesh.triangles().size()});
    write_piece(json.key("piece"), body.piece);
    write_colours(json, colour_runs(mesh, triangles, body));
    json.end_object();
}

}  // namespace allide::detail::report
