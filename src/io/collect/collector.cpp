#include "io/collect/collector.hpp"

#include "io/file/failure.hpp"
#include "mesh/polygon/polygons.hpp"

#include <fmt/format.h>

namespace allide::io {
namespace {

std::optional<std::uint64_t> line_or_none(std::uint64_t line) {
    return line == 0 ? std::nullopt : std::optional(line);
}

template <typename Visit>
void for_each_corner(std::span<const TriangleIndices> fan, const Visit& visit) {
    visit(fan[0][0]);
    visit(fan[0][1]);
    for (const TriangleIndices& triangle : fan) visit(triangle[2]);
}

}  // namespace

void Collector::fail_too_large() {
    fail({.code = ErrorCode::too_large, .message = "expected fewer than 2^32 triangles", .file = {}});
}

void Collector::spill(const SpillTo& to) {
    vertices_.spill_to(to.folder);
    triangles_.spill_to(to.folder);
    part_of_.spill_to(to.folder);
    polygons_.spill_to(to.folder);
    polygon_lines_.spill_to(to.folder);
    releaser_ = &to.releaser;
}

void Collector::reserve(std::size_t vertices, std::size_t triangles) {
    if (vertices_.empty()) vertices_.reserve(vertices);
    if (triangles_.empty()) triangles_.reserve(triangles);
}

void Collector::enter_part(std::string_view name, std::uint64_t line) {
    leave_part();
    current_name_ = names_.find_or_add(name, line);
    shares_name_ = true;
}

void Collector::start_part(std::string_view name, std::uint64_t line) {
    leave_part();
    current_name_ = names_.add(name, line);
    shares_name_ = false;
}

void Collector::leave_part() {
    // A part that shares its name with others may still get faces later in the file.
    if (current_name_ && !has_number_ && !shares_name_) {
        note_empty_part(*current_name_);
        names_.drop_last();
    }
    has_number_ = false;
}

void Collector::number_part() {
    has_number_ = true;
    if (!current_name_) current_name_ = names_.add("", 0);
    part_number_ = names_.part_of(*current_name_);
    if (names_.parts() == 2 && part_of_.empty())
        part_of_.append(triangles_.size() - (corners_of_face_ - 2), 0);
}

void Collector::end_face(std::uint64_t line) {
    constexpr std::uint64_t most_corners = std::uint64_t{1} << 30;
    if (corners_of_face_ >= most_corners) fail_too_large();
    if (!has_number_) number_part();
    const auto corners = static_cast<std::uint32_t>(corners_of_face_);
    const auto first_triangle = static_cast<std::uint32_t>(triangles_.size() - (corners - 2));
    if (repeats_a_corner()) note_repeated_corner(faces_, first_triangle, line);
    if (corners > 3) {
        polygons_.push_back({first_triangle, corners, faces_});
        if (line != 0) polygon_lines_.push_back(line);
    }
    ++faces_;
    if (names_.parts() > 1) part_of_.append(corners - 2, part_number_);
}

// Always false for a face of more than `few` corners; cut() checks those.
bool Collector::repeats_a_corner() const {
    if (corners_of_face_ > few) return false;
    const auto corners = std::span(first_corners_).first(static_cast<std::size_t>(corners_of_face_));
    for (std::size_t i = 1; i < corners.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (corners[i] == corners[j]) return true;
    return false;
}

void Collector::note_repeated_corner(std::uint32_t face, std::uint64_t triangle, std::uint64_t line) {
    notes_.add(NoteKind::repeated_corner, [&] {
        return Note{.message = fmt::format("face {} uses a vertex more than once; it is kept", face),
                    .line = line_or_none(line),
                    .triangle = triangle};
    });
}

void Collector::triangulate_polygons(const FanMesh& mesh, std::span<const Polygon> polygons,
                                     std::span<const std::uint64_t> lines) {
    for (std::size_t i = 0; i < polygons.size(); ++i) {
        cut(polygons[i], lines.empty() ? 0 : lines[i], mesh);
        if (releaser_ != nullptr) releaser_->accessed(std::size_t{64} * polygons[i].corners);
    }
}

void Collector::cut(const Polygon& polygon, std::uint64_t line, const FanMesh& mesh) {
    const auto fan = mesh.triangles.subspan(polygon.first_triangle, polygon.corners - 2);
    const mesh::Corners corners(mesh.vertices, fan);
    if (!mesh::planar(corners))
        notes_.add(NoteKind::not_planar, [&] {
            return Note{
                .message = fmt::format("face {} is not planar; its triangles approximate it", polygon.face),
                .line = line_or_none(line),
                .triangle = polygon.first_triangle};
        });
    if (polygon.corners > few) {
        const std::uint64_t vertices = count_vertices(fan, mesh.vertices.size());
        if (vertices < polygon.corners) note_repeated_corner(polygon.face, polygon.first_triangle, line);
        // If the outline does not cross itself, it traverses each edge of a planar graph at most twice, and
        // such a graph has fewer than three edges per vertex. A longer outline therefore crosses itself, and
        // its fan is as good as any other triangulation.
        if (polygon.corners > 6 * vertices) return;
    }
    if (mesh::fan_covers(corners)) return;
    corners_.clear();
    for_each_corner(fan, [&](std::uint32_t corner) { corners_.push_back(corner); });
    mesh::triangulate(mesh::Corners(mesh.vertices, corners_), fan);
    for (TriangleIndices& triangle : fan)
        triangle = {corners_[triangle[0]], corners_[triangle[1]], corners_[triangle[2]]};
}

// The number of distinct vertices of the polygon.
std::uint64_t Collector::count_vertices(std::span<const TriangleIndices> fan, std::size_t vertices) {
    is_counted_.resize(vertices, false);
    std::uint64_t count = 0;
    for_each_corner(fan, [&](std::uint32_t corner) {
        count += is_counted_[corner] ? 0 : 1;
        is_counted_[corner] = true;
    });
    for_each_corner(fan, [&](std::uint32_t corner) { is_counted_[corner] = false; });
    return count;
}

void Collector::note_empty_part(PartNames::Id id) {
    notes_.add(NoteKind::empty_part, [&] {
        return Note{.message = io::quoted(names_.name(id)) + " has no triangles and is left out",
                    .line = line_or_none(names_.line(id))};
    });
}

void Collector::note_empty_parts() {
    leave_part();
    for (PartNames::Id id = 0; id < names_.size(); ++id)
        if (!names_.has_part(id) && !names_.name(id).empty()) note_empty_part(id);
}

void Collector::fail_if_empty(std::string_view file) const {
    if (vertices_.empty() && triangles_.empty())
        fail({.code = ErrorCode::bad_syntax,
              .message = "expected vertices and faces, found none",
              .file = std::string(file)});
}

Result<Mesh> Collector::finish(std::string_view file) && {
    fail_if_empty(file);
    note_empty_parts();
    MeshData data{.vertices = std::move(vertices_).take(),
                  .triangles = std::move(triangles_).take(),
                  .part_names = std::move(names_).take(),
                  .part_of = std::move(part_of_).take(),
                  .source = std::string(file)};
    triangulate_polygons({data.vertices, data.triangles}, std::move(polygons_).take(),
                         std::move(polygon_lines_).take());
    for (std::string& name : data.part_names)
        if (name.empty()) name = file;
    data.notes = std::move(notes_).take();
    return Mesh::from(std::move(data));
}

SpilledMesh Collector::finish_spilled(std::string_view file) && {
    fail_if_empty(file);
    if (vertices_.size() > most_triangles) fail_too_large();
    SpilledMesh mesh{.vertices = std::move(vertices_).take_spilled(),
                     .triangles = std::move(triangles_).take_spilled(),
                     .part_of = std::move(part_of_).take_spilled(),
                     .part_names = std::move(names_).take(),
                     .source = std::string(file)};
    const SpilledList<Polygon> polygons = std::move(polygons_).take_spilled();
    const SpilledList<std::uint64_t> lines = std::move(polygon_lines_).take_spilled();
    PageReleaser releaser;
    releaser.add([&] { mesh.release_pages(); });
    releaser.add([&] { polygons.release_pages(); });
    releaser_ = &releaser;
    triangulate_polygons({mesh.vertices.items(), mesh.triangles.items()}, polygons.items(), lines.items());
    releaser_ = nullptr;
    for (std::string& name : mesh.part_names)
        if (name.empty()) name = file;
    return mesh;
}

}  // namespace allide::io
