#include "probe.hpp"

#include "arguments.hpp"
#include "shapes.hpp"

#include <allide/io.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace allide::cli {

void add_probe_options(CLI::App& verb, ProbeRequest& request) {
    verb.add_option("FILE", request.file, fmt::format("Mesh: {}", formats_read))->required()->type_name("");
    verb.add_option("--pose", request.pose,
                    "Place the mesh at pose P: tx,ty,tz,qw,qx,qy,qz or 12 numbers, row-major [R|t]")
        ->type_name("P")
        ->group("Input");
    add_reading_options(verb, request.reading);
    verb.add_flag("--json", request.json, "Print one JSON document instead of text")->group("Output");
}

PlacedModel::PlacedModel(const ProbeRequest& request) {
    expect_mesh_file(request.file);
    if (request.pose) pose = value_or_refuse(parse_pose(*request.pose), "--pose");
    const LoadOptions load = load_options(request.reading);
    model = value_or_refuse(load_model(request.file, {}, load), request.file);
    if (model.mesh().triangles().empty())
        throw Refusal(fmt::format("{}: the file has no triangles", request.file));
}

std::string point_text(const Vec3& point) {
    return fmt::format("({:.9g}, {:.9g}, {:.9g})", point.x, point.y, point.z);
}

}  // namespace allide::cli
