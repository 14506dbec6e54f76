// Shapes from files: descriptions in JSON, octrees, meshes.
#include "base/float_environment.hpp"
#include "io/file/failure.hpp"
#include "io/file/file.hpp"
#include "io/text/json.hpp"
#include "io/text/text.hpp"

#include <allide/io.hpp>
#include <allide/shape.hpp>

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

namespace allide {
namespace {

using io::fail;
using io::JsonValue;

constexpr std::array<std::string_view, 20> shape_keys{
    "boxes",   "columns",   "file",   "floor",     "half_height", "half_length", "half_sides",
    "heights", "normal",    "offset", "parts",     "points",      "pose",        "radius",
    "rows",    "semi_axes", "solid",  "spacing_x", "spacing_y",   "type"};
static_assert(std::is_sorted(shape_keys.begin(), shape_keys.end()));

class ShapeReader {
  public:
    ShapeReader(std::string_view text, std::uint64_t start, std::filesystem::path folder)
        : text_(text), json_(text, start, shape_keys), folder_(std::move(folder)) {}

    Shape shape() const { return shape_of(json_.root()); }

  private:
    Shape shape_of(const JsonValue& value) const {
        const std::string type = type_of(value);
        const auto accepted = [&](Result<Shape> shape) {
            if (!shape) refuse(value, type + ": " + shape.error().text(), shape.error().code);
            return *std::move(shape);
        };
        if (type == "mesh") return accepted(mesh_of(value));
        if (type == "octomap") return accepted(octomap_of(value));
        if (type == "compound") return accepted(Shape::compound(parts_of(value)));
        if (type == "points") return accepted(Shape::points(points_of(value), number(value, "radius")));
        if (type == "cells") return accepted(Shape::cells(boxes_of(value)));
        if (type == "plane")
            return accepted(Shape::plane({vector(value, "normal"), number(value, "offset")}));
        if (type == "height_field") {
            const HeightField field = field_of(value);
            return accepted(is_solid(value) ? Shape::solid(field) : Shape::height_field(field));
        }
        return body_of(value, type);
    }

    std::string type_of(const JsonValue& value) const {
        if (!value.is_object()) refuse(value, "expected a shape: an object in braces");
        const JsonValue type = member(value, "type");
        return type.is_text() ? type.text() : std::string();
    }

    ConvexBody body_of(const JsonValue& value, const std::string& type) const {
        const Result<ConvexBody> body = [&]() -> Result<ConvexBody> {
            if (type == "box") return ConvexBody::box(vector(value, "half_sides"));
            if (type == "sphere") return ConvexBody::sphere(number(value, "radius"));
            if (type == "capsule")
                return ConvexBody::capsule(number(value, "radius"), number(value, "half_length"));
            if (type == "cylinder")
                return ConvexBody::cylinder(number(value, "radius"), number(value, "half_height"));
            if (type == "cone")
                return ConvexBody::cone(number(value, "radius"), number(value, "half_height"));
            if (type == "ellipsoid") return ConvexBody::ellipsoid(vector(value, "semi_axes"));
            if (type == "hull") return ConvexBody::from_points(points_of(value));
            if (type == "half_space")
                return ConvexBody::half_space({vector(value, "normal"), number(value, "offset")});
            refuse(member(value, "type"),
                   "type: expected box, sphere, capsule, cylinder, cone, ellipsoid, hull, half_space, plane, "
                   "compound, "
                   "points, cells, octomap, height_field or mesh");
        }();
        if (!body) refuse(value, type + ": " + body.error().text(), body.error().code);
        return *body;
    }

    std::vector<CompoundPart> parts_of(const JsonValue& value) const {
        std::vector<CompoundPart> parts;
        for (const JsonValue& item : array(value, "parts"))
            parts.push_back({body_of(item, type_of(item)), pose_of(item)});
        return parts;
    }

    Pose pose_of(const JsonValue& value) const {
        const auto found = value.find("pose");
        if (!found) return Pose::identity();
        const std::vector<double> n = numbers(*found, "pose");
        if (n.size() != 7 && n.size() != 12)
            refuse(*found, fmt::format("pose: expected 7 or 12 numbers, found {}", n.size()));
        std::array<double, 12> rows{};
        if (n.size() == 12) std::copy(n.begin(), n.end(), rows.begin());
        const auto pose = n.size() == 12
                              ? Pose::from_matrix(rows)
                              : Pose::from_quaternion({n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]});
        if (!pose) refuse(*found, "pose: " + pose.error().message, pose.error().code);
        return *pose;
    }

    HeightField field_of(const JsonValue& value) const {
        HeightField field;
        field.columns = count(value, "columns");
        field.rows = count(value, "rows");
        field.heights = numbers(member(value, "heights"), "heights");
        field.spacing_x = number(value, "spacing_x");
        field.spacing_y = number(value, "spacing_y");
        if (value.find("floor")) field.floor = number(value, "floor");
        return field;
    }

    Result<Shape> mesh_of(const JsonValue& value) const {
        const Result<Model> model = load_model(path(value));
        if (!model) return model.error();
        return is_solid(value) ? Shape::solid(*model) : Shape(*model);
    }

    Result<Shape> octomap_of(const JsonValue& value) const {
        const auto cells = load_octomap(path(value));
        if (!cells) return cells.error();
        return Shape::cells(*cells);
    }

    std::filesystem::path path(const JsonValue& value) const {
        const JsonValue file = member(value, "file");
        if (!file.is_text()) refuse(file, "file: expected a name in quotes");
        const std::string name = file.text();
        return folder_ / std::filesystem::path(std::u8string(name.begin(), name.end()));
    }

    bool is_solid(const JsonValue& value) const {
        const auto solid = value.find("solid");
        if (!solid) return false;
        if (!solid->is_boolean()) refuse(*solid, "solid: expected true or false");
        return solid->flag();
    }

    std::vector<Vec3> points_of(const JsonValue& value) const {
        std::vector<Vec3> points;
        for (const JsonValue& item : array(value, "points")) {
            const std::vector<double> n = numbers(item, "points");
            if (n.size() != 3) refuse(item, fmt::format("points: expected 3 numbers, found {}", n.size()));
            points.push_back({n[0], n[1], n[2]});
        }
        return points;
    }

    std::vector<Box> boxes_of(const JsonValue& value) const {
        std::vector<Box> boxes;
        for (const JsonValue& item : array(value, "boxes")) {
            const std::vector<double> n = numbers(item, "boxes");
            if (n.size() != 6) refuse(item, fmt::format("boxes: expected 6 numbers, found {}", n.size()));
            boxes.push_back({{n[0], n[1], n[2]}, {n[3], n[4], n[5]}});
        }
        return boxes;
    }

    std::size_t count(const JsonValue& value, const char* key) const {
        const JsonValue found = member(value, key);
        const auto whole = found.integer();
        if (!whole) refuse(found, fmt::format("{}: expected a non-negative integer", key));
        return *whole;
    }
    double number(const JsonValue& value, const char* key) const {
        const JsonValue found = member(value, key);
        if (!found.is_number()) refuse(found, fmt::format("{}: expected a number", key));
        return found.number();
    }
    Vec3 vector(const JsonValue& value, const char* key) const {
        const JsonValue found = member(value, key);
        const std::vector<double> n = numbers(found, key);
        if (n.size() != 3) refuse(found, fmt::format("{}: expected 3 numbers, found {}", key, n.size()));
        return {n[0], n[1], n[2]};
    }
    JsonValue::Items array(const JsonValue& value, const char* key) const {
        const JsonValue found = member(value, key);
        if (!found.is_array()) refuse(found, fmt::format("{}: expected an array", key));
        return found.items();
    }
    std::vector<double> numbers(const JsonValue& value, const char* what) const {
        if (!value.is_array()) refuse(value, fmt::format("{}: expected an array of numbers", what));
        std::vector<double> list;
        for (const JsonValue& item : value.items()) {
            if (!item.is_number()) refuse(item, fmt::format("{}: expected a number", what));
            list.push_back(item.number());
        }
        return list;
    }
    JsonValue member(const JsonValue& value, const char* key) const {
        const auto found = value.find(key);
        if (!found) refuse(value, fmt::format("{} is missing", key));
        return *found;
    }

    [[noreturn]] void refuse(const JsonValue& value, const std::string& message,
                             ErrorCode code = ErrorCode::bad_syntax) const {
        const auto before = text_.substr(0, value.offset());
        fail({.code = code,
              .message = message,
              .line = 1 + static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'))});
    }

    std::string_view text_;
    io::JsonDocument json_;
    std::filesystem::path folder_;
};

}  // namespace

Result<Shape> read_shape(std::string_view bytes, const std::filesystem::path& file) {
    const base::DefaultFloatEnvironment environment;
    try {
        const std::string_view text = io::skip_byte_order_mark(bytes);
        return ShapeReader(text, bytes.size() - text.size(), file.parent_path()).shape();
    } catch (io::Failure& failure) {
        failure.error.file = file.string();
        return std::move(failure.error);
    }
}

Result<Shape> load_shape(const std::filesystem::path& file) {
    const std::string type = file.extension().string();
    if (type == ".bt") {
        const auto cells = load_octomap(file);
        if (!cells) return cells.error();
        Result<Shape> shape = Shape::cells(*cells);
        if (shape) return shape;
        Error error = shape.error();
        error.file = file.string();
        return error;
    }
    if (type == ".json") {
        const auto text = io::read_file(file);
        if (!text) return text.error();
        return read_shape(*text, file);
    }
    const Result<Model> model = load_model(file);
    if (!model) return model.error();
    return Shape(*model);
}

}  // namespace allide
