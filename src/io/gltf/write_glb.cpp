// GLB: one node and one mesh per part. The format stores positions as floats. If coordinates of a part are
// not representable as floats, its node gets a translation (in double precision) to a point near the part's
// middle, and positions are relative to that point.
#include "base/cancel.hpp"
#include "base/infinity.hpp"
#include "base/to_float.hpp"
#include "io/file/bytes.hpp"
#include "io/formats/writers.hpp"
#include "io/gltf/glb_parts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace allide::io {
namespace {
using Json = nlohmann::ordered_json;
using Point = std::array<double, 3>;

Point point_of(const Vec3& v) {
    return {v.x, v.y, v.z};
}

// Rounding to float gives infinity from half an ulp above the largest float on, which is this limit.
bool fits_float(double x) {
    return std::abs(x) < 0x1.ffffffp127 || !std::isfinite(x);
}
bool is_float(double x) {
    return !std::isfinite(x) || (fits_float(x) && double{base::to_float(x)} == x);
}

// The translation along one axis. It is 0 if all coordinates are floats; else it is the middle, rounded to a
// multiple of a power of two about as large as the part, so that coordinates with few binary digits still
// have few after subtracting it.
double shift_of(const std::vector<double>& coordinates) {
    if (std::all_of(coordinates.begin(), coordinates.end(), is_float)) return 0;
    double low = base::infinity, high = -low;
    for (const double x : coordinates) {
        if (!std::isfinite(x)) continue;
        low = std::min(low, x);
        high = std::max(high, x);
    }
    const double middle = low / 2 + high / 2, half = high / 2 - low / 2;
    if (half == 0) return middle;
    const double step = std::ldexp(1.0, std::ilogb(half));
    const double shift = std::round(middle / step) * step;
    return std::isfinite(shift) ? shift : 0;
}

void append_item(std::string& items, const Json& item) {
    if (!items.empty()) items += ',';
    // Invalid UTF-8 in a name is replaced by replacement characters.
    items += item.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

struct GlbParts::Part {
    std::vector<std::uint32_t> vertices;  // vertex numbers of the mesh, in order of first use
    std::vector<TriangleIndices> triangles;
};

// One pass assigns the triangles to their parts. Then one pass per part numbers the part's vertices.
std::vector<GlbParts::Part> GlbParts::parts_of(const Mesh& mesh) {
    std::vector<Part> parts(mesh.part_names().size());
    for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i)
        parts[mesh.part_of(i)].triangles.push_back(mesh.triangles()[i]);
    constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> number(mesh.vertices().size(), unknown);
    for (Part& part : parts) {
        for (TriangleIndices& triangle : part.triangles)
            for (std::uint32_t& corner : triangle) {
                if (number[corner] == unknown) {
                    number[corner] = static_cast<std::uint32_t>(part.vertices.size());
                    part.vertices.push_back(corner);
                }
                corner = number[corner];
            }
        for (const std::uint32_t vertex : part.vertices) number[vertex] = unknown;
    }
    return parts;
}

std::array<double, 3> GlbParts::shift_of(const Mesh& mesh, const Part& part) {
    Point shift{};
    std::vector<double> coordinates(part.vertices.size());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::transform(part.vertices.begin(), part.vertices.end(), coordinates.begin(),
                       [&](std::uint32_t vertex) { return point_of(mesh.vertices()[vertex])[axis]; });
        shift[axis] = io::shift_of(coordinates);
    }
    return shift;
}

std::optional<Error> GlbParts::add(const Mesh& mesh) {
    // The only part of a mesh that is named after its file is written without a name.
    const bool named = !printable_names(mesh).empty();
    const std::vector<Part> parts = parts_of(mesh);
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (!add_part(mesh, parts[i], named ? mesh.part_names()[i] : std::string()))
            return Error{.code = ErrorCode::too_large,
                         .message = "a coordinate exceeds the range of floats, which GLB stores",
                         .file = {}};
    return std::nullopt;
}

// Returns false if a coordinate exceeds the range of floats.
bool GlbParts::add_part(const Mesh& mesh, const Part& part, const std::string& name) {
    if (part.triangles.empty()) return true;
    const Point shift = shift_of(mesh, part);
    if (!add_positions(mesh, part, shift)) return false;
    add_indices(part);
    Json node{{"mesh", parts_}};
    if (!name.empty()) node["name"] = name;
    if (shift != Point{}) node["translation"] = shift;
    append_item(pieces_.nodes, node);
    append_item(pieces_.meshes,
                {{"primitives",
                  Json::array({{{"attributes", {{"POSITION", 2 * parts_}}}, {"indices", 2 * parts_ + 1}}})}});
    ++parts_;
    return true;
}

bool GlbParts::add_positions(const Mesh& mesh, const Part& part, const Point& shift) {
    const std::uint64_t start = position_bytes_;
    Point low{base::infinity, base::infinity, base::infinity},
        high{-base::infinity, -base::infinity, -base::infinity};
    const base::CancelCheck check_cancelled;
    for (const std::uint32_t vertex : part.vertices) {
        check_cancelled();
        const Point point = point_of(mesh.vertices()[vertex]);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double local = point[axis] - shift[axis];
            if (!fits_float(local)) return false;
            const float written = base::to_float(local);
            append_little_endian(pieces_.positions, std::bit_cast<std::uint32_t>(written));
            if (!std::isfinite(written)) continue;
            low[axis] = std::min(low[axis], double{written});
            high[axis] = std::max(high[axis], double{written});
        }
    }
    position_bytes_ += 12 * part.vertices.size();
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (low[axis] > high[axis]) low[axis] = high[axis] = 0;
    append_item(pieces_.accessors, {{"bufferView", 0},
                                    {"byteOffset", start},
                                    {"componentType", 5126},
                                    {"count", part.vertices.size()},
                                    {"type", "VEC3"},
                                    {"min", low},
                                    {"max", high}});
    return true;
}

void GlbParts::add_indices(const Part& part) {
    // An index type's largest value is not used: graphics APIs interpret it as "primitive restart".
    const bool is_small = part.vertices.size() < 65536;
    const std::uint64_t start = index_bytes_;
    const std::size_t before = pieces_.indices.size();
    for (const TriangleIndices& triangle : part.triangles)
        for (const std::uint32_t corner : triangle) {
            if (is_small) {
                append_little_endian(pieces_.indices, static_cast<std::uint16_t>(corner));
            } else {
                append_little_endian(pieces_.indices, corner);
            }
        }
    const std::size_t written = pieces_.indices.size() - before;
    pieces_.indices.append((4 - written % 4) % 4, '\0');
    index_bytes_ += pieces_.indices.size() - before;
    append_item(pieces_.accessors, {{"bufferView", 1},
                                    {"byteOffset", start},
                                    {"componentType", is_small ? 5123 : 5125},
                                    {"count", 3 * part.triangles.size()},
                                    {"type", "SCALAR"}});
}

GlbParts::Pieces GlbParts::take() {
    return std::exchange(pieces_, {});
}

GlbParts::Frame GlbParts::frame() const {
    Frame frame;
    frame.head = R"({"asset":{"version":"2.0","generator":"allide"},"scene":0,"scenes":[{)";
    if (parts_ == 0) {
        frame.tail = "}]}";
        return frame;
    }
    frame.head += R"("nodes":[)";
    for (std::uint64_t i = 0; i < parts_; ++i) frame.head += fmt::format("{}{}", i == 0 ? "" : ",", i);
    frame.head += R"(]}],"nodes":[)";
    frame.meshes = R"(],"meshes":[)";
    frame.accessors = R"(],"accessors":[)";
    frame.tail = fmt::format(
        R"(],"bufferViews":[{{"buffer":0,"byteOffset":0,"byteLength":{0},"byteStride":12,"target":34962}},)"
        R"({{"buffer":0,"byteOffset":{0},"byteLength":{1},"target":34963}}],"buffers":[{{"byteLength":{2}}}]}})",
        position_bytes_, index_bytes_, position_bytes_ + index_bytes_);
    return frame;
}

std::optional<GlbHeads> glb_heads(std::uint64_t json_bytes, std::uint64_t buffer_bytes) {
    const std::uint64_t size = 12 + 8 + json_bytes + (buffer_bytes == 0 ? 0 : 8 + buffer_bytes);
    if (size > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    GlbHeads heads{"glTF", {}};
    append_little_endian(heads.first, std::uint32_t{2});
    append_little_endian(heads.first, static_cast<std::uint32_t>(size));
    append_little_endian(heads.first, static_cast<std::uint32_t>(json_bytes));
    heads.first += "JSON";
    if (buffer_bytes == 0) return heads;
    append_little_endian(heads.second, static_cast<std::uint32_t>(buffer_bytes));
    heads.second.append("BIN\0", 4);
    return heads;
}

Result<std::string> write_glb(const Mesh& mesh) {
    GlbParts parts;
    if (auto error = parts.add(mesh)) return *std::move(error);
    const GlbParts::Frame frame = parts.frame();
    const GlbParts::Pieces pieces = parts.take();
    std::string json = frame.head + pieces.nodes + frame.meshes + pieces.meshes + frame.accessors +
                       pieces.accessors + frame.tail;
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const auto heads = glb_heads(json.size(), parts.buffer_bytes());
    if (!heads)
        return Error{.code = ErrorCode::too_large,
                     .message = "the mesh exceeds the 4 GiB that a GLB can have",
                     .file = {}};
    return heads->first + json + heads->second + pieces.positions + pieces.indices;
}

}  // namespace allide::io
