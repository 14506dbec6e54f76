#include "shapes.hpp"

#include "arguments.hpp"
#include "program.hpp"

#include <allide/report.hpp>
#include <allide/shape.hpp>

#include <filesystem>

#include <fmt/format.h>

namespace allide::cli {

namespace {

bool is_shape_file(const std::string& file) {
    const std::string type = std::filesystem::path(file).extension().string();
    return type == ".json" || type == ".bt";
}

// Refuses options that apply to meshes only, so that none is silently ignored.
void refuse_mesh_options(const PairRequest& request) {
    const auto refuse = [](bool given, const char* option) {
        if (given)
            throw Refusal(fmt::format("{}: expected two meshes, found a shape file (.json or .bt)", option));
    };
    refuse(request.poses.has_value(), "--poses");
    refuse(request.volume.has_value(), "--volume");
    refuse(request.realign.has_value(), "--realign");
    refuse(request.builder.has_value(), "--builder");
    refuse(request.no_realign_cache, "--no-realign-cache");
    refuse(request.stats, "--stats");
}

Shape shape_of(const std::string& file) {
    if (is_shape_file(file)) return value_or_refuse(load_shape(file), "");
    return load_side(file);
}

struct ShapePair {
    PlacedShape a, b;
};

ShapePair load_pair(const PairRequest& request) {
    refuse_mesh_options(request);
    const Pose pose_a = pose_or_identity(request.pose_a, "--pose-a"),
               pose_b = pose_or_identity(request.pose_b, "--pose-b");
    return {shape_of(request.file_a).at(pose_a), shape_of(request.file_b).at(pose_b)};
}

// Writes the element's number, or null for the inside of a solid.
void write_element(JsonWriter& json, std::uint32_t element) {
    if (element == ShapeContact::inside)
        json.null();
    else
        json.value(std::uint64_t{element});
}

void write_pairs(JsonWriter& json, const char* key, const std::vector<ShapeContact>& pairs) {
    json.key(key).begin_array();
    for (const ShapeContact& pair : pairs) {
        json.begin_array();
        write_element(json, pair.element_a);
        write_element(json, pair.element_b);
        json.end_array();
    }
    json.end_array();
}

std::string collide_json(const ShapePair& pair, const FirstShapeContact& first,
                         const std::optional<ShapeContacts>& listed) {
    JsonWriter json;
    json.begin_object();
    json.key("colliding").value(first.verdict == BodyVerdict::yes);
    json.key("undecided").value(first.verdict == BodyVerdict::undecided);
    json.key("pose_a").value(pair.a.pose());
    json.key("pose_b").value(pair.b.pose());
    json.key("witness");
    if (first.contact) {
        json.begin_object();
        json.key("element_a");
        write_element(json, first.contact->element_a);
        json.key("element_b");
        write_element(json, first.contact->element_b);
        json.key("point").value(first.point);
        json.end_object();
    } else {
        json.null();
    }
    if (listed) {
        json.key("contacts").value(std::uint64_t{listed->size()});
        json.key("complete").value(listed->complete);
        write_pairs(json, "pairs", listed->pairs);
        write_pairs(json, "undecided_pairs", listed->undecided);
    }
    json.end_object();
    return json.text() + '\n';
}

std::string collide_text(const PairRequest& request, const FirstShapeContact& first,
                         const std::optional<ShapeContacts>& listed) {
    const char* const verb = first.verdict == BodyVerdict::no    ? "do not touch"
                             : first.verdict == BodyVerdict::yes ? "touch"
                                                                 : "may touch";
    std::string text = fmt::format("{} and {} {}", request.file_a, request.file_b, verb);
    if (first.contact)
        text += fmt::format(" at ({:.9g}, {:.9g}, {:.9g})", first.point.x, first.point.y, first.point.z);
    text += ".\n";
    if (listed)
        text += fmt::format("{} contact{} of elements ({})\n", listed->size(), listed->size() == 1 ? "" : "s",
                            listed->complete ? "complete" : "there are more");
    return text;
}

std::string distance_json(const ShapePair& pair, const ShapeDistance& found,
                          const std::optional<bool>& within) {
    JsonWriter json;
    json.begin_object();
    json.key("pose_a").value(pair.a.pose());
    json.key("pose_b").value(pair.b.pose());
    json.key("distance").value(found.upper);
    json.key("lower").value(found.lower);
    json.key("upper").value(found.upper);
    json.key("point_a").value(found.point_a);
    json.key("point_b").value(found.point_b);
    json.key("element_a");
    write_element(json, found.closest.element_a);
    json.key("element_b");
    write_element(json, found.closest.element_b);
    if (within) json.key("within").value(*within);
    json.end_object();
    return json.text() + '\n';
}

}  // namespace

bool about_shapes(const PairRequest& request) {
    return is_shape_file(request.file_a) || is_shape_file(request.file_b);
}

int collide_shapes(const PairRequest& request, const std::optional<std::size_t>& limit) {
    const ShapePair pair = load_pair(request);
    const FirstShapeContact first = first_contact(pair.a, pair.b);
    std::optional<ShapeContacts> listed;
    if (limit) listed = contacts(pair.a, pair.b, {.limit = *limit});
    print_answer(request.json ? collide_json(pair, first, listed) : collide_text(request, first, listed));
    return first.verdict == BodyVerdict::no ? nothing_touches : contact;
}

int measure_shapes(const PairRequest& request, const std::optional<double>& within) {
    const ShapePair pair = load_pair(request);
    const ShapeDistance found = distance(pair.a, pair.b);
    std::optional<bool> near;
    if (within) near = collides(pair.a, pair.b, {.clearance = *within}) != BodyVerdict::no;
    print_answer(
        request.json
            ? distance_json(pair, found, near)
            : fmt::format("{} and {} are {:.12g} apart: ({:.9g}, {:.9g}, {:.9g}) and ({:.9g}, {:.9g}, "
                          "{:.9g}).\n",
                          request.file_a, request.file_b, found.upper, found.point_a.x, found.point_a.y,
                          found.point_a.z, found.point_b.x, found.point_b.y, found.point_b.z));
    return found.upper == 0 || near.value_or(false) ? contact : nothing_touches;
}

}  // namespace allide::cli
