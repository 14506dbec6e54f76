#include "io/gltf/meshes.hpp"

#include "base/cancel.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace allide::io {
namespace {

enum : std::uint64_t { mode_triangles = 4, mode_strip = 5, mode_fan = 6 };

std::uint64_t triangles_of(std::uint64_t mode, std::uint64_t corners) {
    return mode == mode_triangles ? corners / 3 : (corners < 3 ? 0 : corners - 2);
}

// Positions of a triangle's corners in the primitive's sequence, in the same orientation for all triangles.
std::array<std::uint64_t, 3> corners_of(std::uint64_t mode, std::uint64_t triangle) {
    if (mode == mode_triangles) return {3 * triangle, 3 * triangle + 1, 3 * triangle + 2};
    if (mode == mode_fan) return {0, triangle + 1, triangle + 2};
    const std::uint64_t odd = triangle % 2;
    return {triangle, triangle + 1 + odd, triangle + 2 - odd};
}

}  // namespace

void GltfMeshes::read(std::uint64_t mesh) {
    std::uint32_t& number = numbers_[static_cast<std::size_t>(mesh)];
    if (number != not_read) return;
    const JsonObject json = json_of(mesh);
    const std::vector<Primitive> primitives = primitives_of(json);
    const MeshDeduplicator::Entry known = find_or_add(mesh, primitives);
    if (known.is_new) meshes_.push_back(make(json, primitives));
    number = known.number;
}

std::uint32_t GltfMeshes::number_of(std::uint64_t mesh) {
    std::uint32_t& number = numbers_[static_cast<std::size_t>(mesh)];
    if (number == not_read) number = find_or_add(mesh, primitives_of(json_of(mesh))).number;
    return number;
}

MeshDeduplicator::Entry GltfMeshes::find_or_add(std::uint64_t mesh,
                                                const std::vector<Primitive>& primitives) {
    std::uint64_t digest = primitives.size();
    for (const Primitive& primitive : primitives)
        for (const std::uint32_t part : {primitive.mode, primitive.positions, primitive.indices}) {
            digest = (digest + part + 1) * 0x9e3779b97f4a7c15u;
            digest ^= digest >> 29;
        }
    return deduplicator_.find_or_add(digest, static_cast<std::uint32_t>(mesh), [&](std::uint32_t other) {
        return primitives_of(json_of(other)) == primitives;
    });
}

Mesh GltfMeshes::make(std::uint64_t mesh) {
    memory_ = 0;
    const JsonObject json = json_of(mesh);
    return make(json, primitives_of(json));
}

JsonObject GltfMeshes::json_of(std::uint64_t mesh) const {
    return document_.item("meshes", "mesh", mesh, {"glTF", 2});
}

std::vector<GltfMeshes::Primitive> GltfMeshes::primitives_of(const JsonObject& mesh) const {
    const JsonValue::Items items = mesh.array("primitives");
    std::vector<Primitive> primitives;
    primitives.reserve(items.count());
    for (const JsonValue& item : items) primitives.push_back(primitive_of(JsonObject(item, mesh.place())));
    return primitives;
}

GltfMeshes::Primitive GltfMeshes::primitive_of(const JsonObject& json) const {
    const std::uint64_t mode = json.integer_if_any("mode").value_or(mode_triangles);
    if (mode > mode_fan) json.place().fail(fmt::format("expected a mode from 0 to 6, found {}", mode));
    const auto attributes = json.object_if_any("attributes");
    if (!attributes) json.place().fail("expected attributes of a primitive, found none");
    const Primitive primitive{.mode = static_cast<std::uint32_t>(mode),
                              .positions = accessor_of(*attributes, "POSITION"),
                              .indices = accessor_of(json, "indices")};
    const auto extensions = json.object_if_any("extensions");
    if (primitive.positions != no_accessor && extensions && extensions->has("KHR_draco_mesh_compression") &&
        !document_.item("accessors", "accessor", primitive.positions, json.place()).has("bufferView"))
        json.place().fail("it is compressed by KHR_draco_mesh_compression, which is not supported",
                          ErrorCode::unknown_format);
    return primitive;
}

std::uint32_t GltfMeshes::accessor_of(const JsonObject& json, const char* key) const {
    const auto number = json.integer_if_any(key);
    if (!number) return no_accessor;
    document_.item("accessors", "accessor", *number, json.place());
    return static_cast<std::uint32_t>(*number);
}

Mesh GltfMeshes::make(const JsonObject& mesh, const std::vector<Primitive>& primitives) {
    std::vector<Source> sources;
    sources.reserve(primitives.size());
    std::uint64_t triangles = 0;
    for (const Primitive& primitive : primitives)
        if (const auto source = source_of(primitive, mesh.place())) {
            sources.push_back(*source);
            triangles += source->triangles;
            memory_ += source->triangles * sizeof(TriangleIndices) + source->most_vertices() * sizeof(Vec3);
        }
    if (memory_ > memory_limit())
        mesh.place().fail("expected meshes in proportion to the size of the file, found more triangles",
                          ErrorCode::too_large);
    MeshData data{.source = std::string(file_)};
    BlockList<Vec3> vertices;
    if (sources.size() == 1) vertices.reserve(static_cast<std::size_t>(sources[0].most_vertices()));
    data.triangles.reserve(triangles);
    for (const Source& source : sources) add(source, data, vertices);
    data.vertices = std::move(vertices).take();
    std::string name = mesh.string_if_any("name");
    if (!data.triangles.empty())
        data.part_names.push_back(name.empty() ? mesh.place().text() : std::move(name));
    return Mesh::from(std::move(data)).value();
}

std::optional<GltfMeshes::Source> GltfMeshes::source_of(const Primitive& primitive, const Place& mesh) {
    const auto leave_out = [&](const char* what) {
        notes_.add(NoteKind::left_out,
                   [&] { return Note{.message = fmt::format("{}: {} left out", mesh.text(), what)}; });
        return std::nullopt;
    };
    if (primitive.mode < mode_triangles) return leave_out("its points or lines are");
    if (primitive.positions == no_accessor) return leave_out("a primitive without positions is");
    Source source{.mode = primitive.mode, .positions = &accessors_.positions(primitive.positions, mesh)};
    if (primitive.indices != no_accessor) source.indices = &accessors_.indices(primitive.indices, mesh);
    const std::uint64_t corners = (source.indices != nullptr ? source.indices : source.positions)->count;
    source.triangles = triangles_of(primitive.mode, corners);
    if (primitive.mode == mode_triangles && corners % 3 != 0)
        leave_out("corners of an incomplete triangle are");
    return source;
}

void GltfMeshes::add(const Source& source, MeshData& data, BlockList<Vec3>& vertices) {
    const Accessor& positions = *source.positions;
    if (vertex_of_.size() < positions.count) vertex_of_.resize(positions.count, 0);
    const base::CancelCheck check_cancelled;
    for (std::uint64_t i = 0; i < source.triangles; ++i) {
        check_cancelled();
        TriangleIndices triangle{};
        const auto places = corners_of(source.mode, i);
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint64_t number =
                source.indices != nullptr ? source.indices->integer(places[k]) : places[k];
            if (number >= positions.count)
                source.indices->place.fail(
                    fmt::format("expected indices below the {2} positions of {1}, found {0}", number,
                                positions.place.text(), positions.count),
                    ErrorCode::bad_index);
            triangle[k] = vertex(positions, number, vertices);
        }
        data.triangles.push_back(triangle);
    }
    for (const std::uint32_t number : used_) vertex_of_[number] = 0;
    used_.clear();
}

// A triangle of a strip takes at least one byte in the file and 12 in memory; a vertex takes at least three
// and 24. So if the meshes of a large file take more than 16 times its size, it repeats the same bytes.
std::uint64_t GltfMeshes::memory_limit() const {
    constexpr std::uint64_t always = std::uint64_t{1} << 26;
    return always + 16 * accessors_.bytes_known();
}

std::uint32_t GltfMeshes::vertex(const Accessor& positions, std::uint64_t number, BlockList<Vec3>& vertices) {
    std::uint32_t& known = vertex_of_[number];
    if (known == 0) {
        vertices.push_back(positions.point(number));
        known = static_cast<std::uint32_t>(vertices.size());
        used_.push_back(static_cast<std::uint32_t>(number));
    }
    return known - 1;
}

}  // namespace allide::io
