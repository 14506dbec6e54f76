#include "shapes.hpp"

#include "arguments.hpp"
#include "program.hpp"

#include <allide/manifold.hpp>
#include <allide/report.hpp>
#include <allide/shape.hpp>

#include <filesystem>

#include <fmt/format.h>

namespace allide::cli {

namespace {

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

// Writes a value, or null if there is none.
template <typename Value>
void write_optional(JsonWriter& json, const char* key, const std::optional<Value>& value) {
    json.key(key);
    if (value)
        json.value(*value);
    else
        json.null();
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

std::string predict_json(const BodyPrediction& found, const Pose& pose_a, const Pose& pose_b,
                         double seconds) {
    using Number = std::optional<std::uint64_t>;
    const auto& impact = found.impact;
    JsonWriter json;
    json.begin_object();
    json.key("outcome").value(name_of(found.outcome));
    json.key("free_until").value(found.free_until);
    write_optional(json, "t_lo", impact ? std::optional(impact->t_lo) : std::nullopt);
    write_optional(json, "t_hi", impact ? std::optional(impact->t_hi) : std::nullopt);
    write_optional(json, "element_a", impact ? Number(impact->body_a) : std::nullopt);
    write_optional(json, "element_b",
                   impact ? Number(impact->triangle ? *impact->triangle : impact->body_b) : std::nullopt);
    write_optional(json, "point", impact ? std::optional(impact->point) : std::nullopt);
    write_optional(json, "normal", impact ? std::optional(impact->normal) : std::nullopt);
    const bool in_doubt = found.outcome == Outcome::undecided;
    write_optional(json, "delta", in_doubt ? std::optional(found.delta) : std::nullopt);
    json.key("pose_a").value(pose_a);
    json.key("pose_b").value(pose_b);
    json.key("seconds").value(seconds);
    json.end_object();
    return json.text() + '\n';
}

std::string predict_text(const PairRequest& request, const BodyPrediction& found) {
    const auto where = [&] {
        return fmt::format("element {} of the first and element {} of the second at {}", found.impact->body_a,
                           found.impact->triangle ? *found.impact->triangle : found.impact->body_b,
                           point_text(found.impact->point));
    };
    switch (found.outcome) {
        case Outcome::clear:
            return fmt::format("{} never touches {}.\n", request.file_a, request.file_b);
        case Outcome::touching_at_start:
            return fmt::format("{} touches {} at the start: {}.\n", request.file_a, request.file_b, where());
        case Outcome::impact:
            return fmt::format("{} touches {} at t = {:.12g}: {}.\nNo contact before t = {:.17g}.\n",
                               request.file_a, request.file_b, found.impact->t_hi, where(), found.free_until);
        case Outcome::undecided:
            break;
    }
    return fmt::format(
        "{} grazes {} at t = {:.12g}: too close to decide whether they touch, by at most {:.3g}: {}.\nNo "
        "contact before t = {:.17g}.\n",
        request.file_a, request.file_b, found.impact->t_lo, found.delta, where(), found.free_until);
}

void write_hit(JsonWriter& json, const ShapeHit* hit) {
    const auto field = [&](const char* key, const auto& value) {
        json.key(key);
        if (hit != nullptr)
            json.value(value);
        else
            json.null();
    };
    static constexpr ShapeHit none;
    const ShapeHit& shown = hit != nullptr ? *hit : none;
    field("t", shown.t);
    field("point", shown.point);
    field("normal", shown.normal);
    field("element", std::uint64_t{shown.element});
}

std::string hits_json(const std::vector<ShapeHit>& hits, bool all) {
    JsonWriter json;
    json.begin_object();
    json.key("hit").value(!hits.empty());
    write_hit(json, hits.empty() ? nullptr : &hits.front());
    if (all) {
        json.key("hits").begin_array();
        for (const ShapeHit& hit : hits) {
            json.begin_object();
            write_hit(json, &hit);
            json.end_object();
        }
        json.end_array();
    }
    json.end_object();
    return json.text() + '\n';
}

std::string hits_text(const std::vector<ShapeHit>& hits, bool all) {
    if (hits.empty()) return "The ray hits nothing.\n";
    const ShapeHit& first = hits.front();
    std::string text = fmt::format("The ray hits element {} at t = {:.17g}, {}, with the normal {}.\n",
                                   first.element, first.t, point_text(first.point), point_text(first.normal));
    if (!all) return text;
    text += fmt::format("{} element{} hit:\n", hits.size(), hits.size() == 1 ? " is" : "s are");
    for (const ShapeHit& hit : hits) text += fmt::format("  {:.17g} {}\n", hit.t, hit.element);
    return text;
}

}  // namespace

bool is_shape_file(const std::string& file) {
    const std::string type = std::filesystem::path(file).extension().string();
    return type == ".json" || type == ".bt";
}

void expect_mesh_file(const std::string& file) {
    if (is_shape_file(file))
        throw Refusal(fmt::format(
            "{}: expected a mesh, found a shape file (.json or .bt); collide, contains, distance, "
            "info, nearest, predict and ray take shapes",
            file));
}

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

int predict_shapes(const PairRequest& request, const Motion& motion, const PredictOptions& options) {
    const MovingShape a{shape_of(request.file_a), motion};
    const Shape b = shape_of(request.file_b);
    const Pose pose_b = pose_or_identity(request.pose_b, "--pose-b");
    const Timed clock;
    const BodyPrediction found = predict(a, b.at(pose_b), options);
    const double seconds = clock.seconds();
    print_answer(request.json ? predict_json(found, motion.at(0), pose_b, seconds)
                              : predict_text(request, found));
    return found.outcome == Outcome::clear ? nothing_touches : contact;
}

int shoot_at_shape(const ProbeRequest& request, const Ray& ray, bool all) {
    const Shape shape = shape_of(request.file);
    const PlacedShape placed = shape.at(pose_or_identity(request.pose, "--pose"));
    std::vector<ShapeHit> hits;
    if (all)
        hits = all_hits(placed, ray);
    else if (const auto hit = first_hit(placed, ray))
        hits.push_back(*hit);
    print_answer(request.json ? hits_json(hits, all) : hits_text(hits, all));
    return done;
}

int measure_to_shape(const ProbeRequest& request, const Vec3& point) {
    const Shape shape = shape_of(request.file);
    const Shape probe = Shape::points(std::span(&point, 1), 0).value();
    const ShapeDistance found = distance(probe.at_rest(), shape.at(pose_or_identity(request.pose, "--pose")));
    if (!request.json) {
        const std::string element = found.closest.element_b == ShapeContact::inside
                                        ? "The inside of the solid"
                                        : fmt::format("Element {}", found.closest.element_b);
        print_answer(fmt::format("{} is nearest: {:.17g} away, at {}.\n", element, found.upper,
                                 point_text(found.point_b)));
        return done;
    }
    JsonWriter json;
    json.begin_object();
    json.key("distance").value(found.upper);
    json.key("lower").value(found.lower);
    json.key("upper").value(found.upper);
    json.key("point").value(found.point_b);
    json.key("element");
    write_element(json, found.closest.element_b);
    json.end_object();
    print_answer(json.text() + '\n');
    return done;
}

std::vector<std::optional<PointLocation>> locate_in_shape(const ProbeRequest& request,
                                                          std::span<const Vec3> points, InsideRule rule) {
    const Shape shape = shape_of(request.file);
    const Pose pose = pose_or_identity(request.pose, "--pose");
    std::vector<std::optional<PointLocation>> answers;
    const bool has_model =
        shape.kind() == ShapeKind::mesh || (shape.kind() == ShapeKind::height_field && shape.is_solid());
    if (has_model) {
        for (const PointLocation where : contains_many(shape.model().at(pose), points, rule))
            answers.push_back(where);
        return answers;
    }
    if (!shape.is_solid())
        throw Refusal(fmt::format("{}: expected a solid, found a {}", request.file, name_of(shape.kind())));
    if (rule != InsideRule::odd)
        throw Refusal(fmt::format("--rule: expected a mesh, found {}", request.file));
    const PlacedShape placed = shape.at(pose);
    for (const Vec3& point : points) {
        const Shape probe = Shape::points(std::span(&point, 1), 0).value();
        const BodyVerdict touches = collides(probe.at_rest(), placed);
        if (touches == BodyVerdict::no)
            answers.emplace_back(PointLocation::outside);
        else if (touches == BodyVerdict::undecided)
            answers.emplace_back();
        else  // the depth decides
            answers.emplace_back(signed_distance(probe.at_rest(), placed).upper < 0
                                     ? PointLocation::inside
                                     : PointLocation::boundary);
    }
    return answers;
}

ShapeInfo describe_shape(const std::string& file) {
    const Shape shape = shape_of(file);
    return {.kind = name_of(shape.kind()),
            .solid = shape.is_solid(),
            .elements = shape.size(),
            .bounds = bounding_box(shape.at_rest())};
}

}  // namespace allide::cli
