// GLB: a node and a mesh a part. Floats are all that the format has for positions, so a part that floats do
// not hold as it is gets a place of its own: a translation in double, near its middle.
#include "io/bytes.hpp"
#include "io/writers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <nlohmann/json.hpp>

namespace allide::io {
namespace {

using Json = nlohmann::ordered_json;
using Point = std::array<double, 3>;

Point point_of(const Vec3& v) {
    return {v.x, v.y, v.z};
}

// Where the tie between the largest float and infinity rounds up.
bool fits_float(double x) {
    return std::abs(x) < 0x1.ffffffp127 || !std::isfinite(x);
}
bool is_float(double x) {
    return !std::isfinite(x) || (fits_float(x) && double{static_cast<float>(x)} == x);
}

struct Part {
    std::vector<std::uint32_t> vertices;  // of the mesh, in order of first use
    std::vector<TriangleIndices> triangles;
};

// One pass over the triangles for each part's, then one a part for its vertices.
std::vector<Part> parts_of(const Mesh& mesh) {
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

// Along one axis. 0 where floats hold the coordinates as they are; else the middle, rounded to a multiple of
// a power of two as large as the part, so that coordinates of few digits keep having few.
double shift_of(const std::vector<double>& coordinates) {
    if (std::all_of(coordinates.begin(), coordinates.end(), is_float)) return 0;
    double low = std::numeric_limits<double>::infinity(), high = -low;
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

Point shift_of(const Mesh& mesh, const Part& part) {
    Point shift{};
    std::vector<double> coordinates(part.vertices.size());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::transform(part.vertices.begin(), part.vertices.end(), coordinates.begin(),
                       [&](std::uint32_t vertex) { return point_of(mesh.vertices()[vertex])[axis]; });
        shift[axis] = shift_of(coordinates);
    }
    return shift;
}

class Glb {
  public:
    Result<std::string> write(const Mesh& mesh) {
        // A mesh that is only named after its file has no name to keep.
        const bool named = !printable_names(mesh).empty();
        const std::vector<Part> parts = parts_of(mesh);
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (!add_part(mesh, parts[i], named ? mesh.part_names()[i] : std::string()))
                return too_large("a coordinate is too large for the floats of a GLB");
        return finished();
    }

  private:
    static Error too_large(const char* message) {
        return {.code = ErrorCode::too_large, .message = message, .file = {}};
    }

    // False if floats cannot hold a coordinate.
    bool add_part(const Mesh& mesh, const Part& part, const std::string& name) {
        if (part.triangles.empty()) return true;
        const Point shift = shift_of(mesh, part);
        if (!add_positions(mesh, part, shift)) return false;
        add_indices(part);
        const std::size_t accessor = accessors_.size();
        Json node{{"mesh", meshes_.size()}};
        if (!name.empty()) node["name"] = name;
        if (shift != Point{}) node["translation"] = shift;
        nodes_.push_back(std::move(node));
        meshes_.push_back({{"primitives", Json::array({{{"attributes", {{"POSITION", accessor - 2}}},
                                                        {"indices", accessor - 1}}})}});
        return true;
    }

    bool add_positions(const Mesh& mesh, const Part& part, const Point& shift) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        const std::size_t start = positions_.size();
        Point low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};
        for (const std::uint32_t vertex : part.vertices) {
            const Point point = point_of(mesh.vertices()[vertex]);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double local = point[axis] - shift[axis];
                if (!fits_float(local)) return false;
                const auto written = static_cast<float>(local);
                append_little_endian(positions_, std::bit_cast<std::uint32_t>(written));
                if (!std::isfinite(written)) continue;
                low[axis] = std::min(low[axis], double{written});
                high[axis] = std::max(high[axis], double{written});
            }
        }
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (low[axis] > high[axis]) low[axis] = high[axis] = 0;
        accessors_.push_back({{"bufferView", 0},
                              {"byteOffset", start},
                              {"componentType", 5126},
                              {"count", part.vertices.size()},
                              {"type", "VEC3"},
                              {"min", low},
                              {"max", high}});
        return true;
    }

    void add_indices(const Part& part) {
        // The highest number of a type means "restart" to graphics cards.
        const bool is_small = part.vertices.size() < 65536;
        const std::size_t start = indices_.size();
        for (const TriangleIndices& triangle : part.triangles)
            for (const std::uint32_t corner : triangle) {
                if (is_small) {
                    append_little_endian(indices_, static_cast<std::uint16_t>(corner));
                } else {
                    append_little_endian(indices_, corner);
                }
            }
        indices_.resize((indices_.size() + 3) / 4 * 4, '\0');
        accessors_.push_back({{"bufferView", 1},
                              {"byteOffset", start},
                              {"componentType", is_small ? 5123 : 5125},
                              {"count", 3 * part.triangles.size()},
                              {"type", "SCALAR"}});
    }

    Json document() const {
        Json scene = Json::object();
        Json out{{"asset", {{"version", "2.0"}, {"generator", "allide"}}}, {"scene", 0}};
        if (nodes_.empty()) {
            out["scenes"] = Json::array({scene});
            return out;
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i) scene["nodes"].push_back(i);
        out["scenes"] = Json::array({scene});
        out["nodes"] = nodes_;
        out["meshes"] = meshes_;
        out["accessors"] = accessors_;
        out["bufferViews"] = Json::array({{{"buffer", 0},
                                           {"byteOffset", 0},
                                           {"byteLength", positions_.size()},
                                           {"byteStride", 12},
                                           {"target", 34962}},
                                          {{"buffer", 0},
                                           {"byteOffset", positions_.size()},
                                           {"byteLength", indices_.size()},
                                           {"target", 34963}}});
        out["buffers"] = Json::array({{{"byteLength", positions_.size() + indices_.size()}}});
        return out;
    }

    Result<std::string> finished() const {
        // A name that is no UTF-8 gets signs for what cannot be shown.
        std::string json = document().dump(-1, ' ', false, Json::error_handler_t::replace);
        json.resize((json.size() + 3) / 4 * 4, ' ');
        const std::size_t binary = positions_.size() + indices_.size();
        const std::size_t size = 12 + 8 + json.size() + (binary == 0 ? 0 : 8 + binary);
        if (size > std::numeric_limits<std::uint32_t>::max())
            return too_large("the mesh is too large for a GLB, which ends at 4 GiB");
        std::string bytes = "glTF";
        bytes.reserve(size);
        append_little_endian(bytes, std::uint32_t{2});
        append_little_endian(bytes, static_cast<std::uint32_t>(size));
        append_little_endian(bytes, static_cast<std::uint32_t>(json.size()));
        bytes += "JSON" + json;
        if (binary == 0) return bytes;
        append_little_endian(bytes, static_cast<std::uint32_t>(binary));
        bytes.append("BIN\0", 4);
        return bytes += positions_ + indices_;
    }

    std::string positions_, indices_;
    Json nodes_ = Json::array(), meshes_ = Json::array(), accessors_ = Json::array();
};

}  // namespace

Result<std::string> write_glb(const Mesh& mesh) {
    return Glb().write(mesh);
}

}  // namespace allide::io
