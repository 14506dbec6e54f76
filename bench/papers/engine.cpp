#include "papers/engine.hpp"

#include <fmt/format.h>

namespace allide::bench {

Engine engine(std::string_view volume) {
    return {std::string(volume), {.volume = volume_from_name(volume).value()}};
}

Engine engine(std::string_view volume, Realign realign, Builder builder) {
    Engine result = engine(volume);
    result.options.realign = realign;
    result.options.builder = builder;
    result.name += fmt::format(", {}", name_of(realign));
    return result;
}

Mesh scaled(const Mesh& mesh, double scale) {
    MeshData data{.vertices = {mesh.vertices().begin(), mesh.vertices().end()},
                  .triangles = {mesh.triangles().begin(), mesh.triangles().end()},
                  .source = mesh.source()};
    for (Vec3& v : data.vertices) v = {scale * v.x, scale * v.y, scale * v.z};
    return Mesh::from(std::move(data)).value();
}

}  // namespace allide::bench
