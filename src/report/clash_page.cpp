#include "report/clash_page.hpp"

#include "base/float_environment.hpp"
#include "report/clash_picture.hpp"
#include "report/packed.hpp"
#include "report/page.hpp"
#include "report/page_part.hpp"
#include "report/shown_triangle.hpp"

#include <allide/result.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace allide::detail::report {

namespace {

using ShownTriangles = std::map<ObjectId, std::vector<std::uint32_t>>;

// Per object: the triangles that at least one picture shows. The page contains each object only once.
ShownTriangles shown_triangles(const Scene& scene, std::span<const Clash> clashes,
                               const std::vector<std::optional<ClashPicture>>& pictures) {
    const PictureLimits limits = picture_limits(clashes.size());
    ShownTriangles shown;
    std::set<ObjectId> whole;
    const auto show = [&](ObjectId object, const Vec3& center, std::size_t limit) {
        if (whole.contains(object)) return;
        std::vector<std::uint32_t>& all = shown[object];
        const auto more = nearest_triangles(scene, object, center, limit);
        if (more.size() == scene.model(object).mesh().triangles().size()) whole.insert(object);
        std::vector<std::uint32_t> both;
        std::set_union(all.begin(), all.end(), more.begin(), more.end(), std::back_inserter(both));
        all = std::move(both);
    };
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        if (!pictures[i]) continue;
        const Vec3& center = pictures[i]->center;
        show(clashes[i].a, center, limits.clashing);
        show(clashes[i].b, center, limits.clashing);
        for (const ObjectId other : pictures[i]->near) show(other, center, limits.near);
    }
    return shown;
}

PackedBody packed_object(const Scene& scene, ObjectId object, const std::vector<std::uint32_t>& triangles,
                         PackedPieces& pieces) {
    std::vector<std::array<Vec3, 3>> corners;
    corners.reserve(triangles.size());
    for (const std::uint32_t triangle : triangles) corners.push_back(shown_triangle(scene, object, triangle));
    return pack_triangles(corners, pieces);
}

void write_gap(JsonWriter& json, const ClashPicture& picture) {
    json.key("gap");
    if (picture.gap)
        json.begin_array().value((*picture.gap)[0]).value((*picture.gap)[1]).end_array();
    else
        json.null();
}

void write_view(JsonWriter& json, const Clash& clash, const ClashPicture& picture, const LabelOf& label,
                PackedPieces& pieces) {
    json.key(std::to_string(label(clash.a).number) + ' ' + std::to_string(label(clash.b).number))
        .begin_object();
    json.key("center").value(picture.center).key("radius").value(picture.radius);
    json.key("close_up").value(picture.close_up).key("away").value(picture.away);
    json.key("near").begin_array();
    for (const ObjectId other : picture.near) json.value(std::uint64_t{label(other).number});
    json.end_array();
    write_gap(json, picture);
    json.key("curves");
    if (picture.curves.empty())
        json.null();
    else
        write_piece(json, pack_curves(picture.curves, picture.center, picture.radius, pieces));
    json.end_object();
}

// Writes the bounding boxes of all objects for the overview map, rounded to a lattice of 2¹⁶ cells per axis.
void write_map(JsonWriter& json, const Scene& scene) {
    std::vector<Box> boxes;
    Box all = Box::empty();
    for (const ObjectId id : scene.objects()) {
        const Box box = scene.box(id);
        if (box.is_empty()) continue;
        boxes.push_back(box);
        all.grow(box.lo);
        all.grow(box.hi);
    }
    if (boxes.empty()) return;
    const double step = std::max({all.hi.x - all.lo.x, all.hi.y - all.lo.y, all.hi.z - all.lo.z}) / 0x1p16;
    if (!(step > 0) || !std::isfinite(step)) return;
    json.key("map").begin_object().key("origin").value(all.lo).key("step").value(step);
    json.key("boxes").begin_array();
    for (const Box& box : boxes)
        for (const Vec3& corner : {box.lo, box.hi})
            for (const double away : {corner.x - all.lo.x, corner.y - all.lo.y, corner.z - all.lo.z})
                json.value(static_cast<std::uint64_t>(std::lround(away / step)));
    json.end_array().end_object();
}

}  // namespace

Result<std::string> clash_page(const Scene& scene, std::span<const Clash> clashes, std::string_view report,
                               const PageLabels& labels, const LabelOf& label, const PageDrawing& drawing) {
    const base::DefaultFloatEnvironment environment;
    PictureProgress progress(drawing.progress, clashes.size());
    const std::vector<std::optional<ClashPicture>> pictures =
        clash_pictures(scene, clashes, drawing.axes, progress);
    PackedPieces pieces;
    JsonWriter json;
    json.begin_object().key("type").value("clash").key("title").value(labels.title);
    json.key("program").value(std::string("allide ") + std::string(version()));
    json.key("made").value(labels.made).key("units").value(labels.units);
    json.key("up").value(drawing.axes.up);
    write_map(json, scene);
    json.key("parts").begin_object();
    for (const auto& [object, triangles] : shown_triangles(scene, clashes, pictures)) {
        const PartLabel part = label(object);
        write_page_part(json.key(std::to_string(part.number)), part.name, part.group,
                        scene.model(object).mesh(), triangles,
                        packed_object(scene, object, triangles, pieces));
    }
    json.end_object().key("views").begin_object();
    for (std::size_t i = 0; i < pictures.size(); ++i)
        if (pictures[i]) write_view(json, clashes[i], *pictures[i], label, pieces);
    json.end_object().end_object();
    return filled_page(json.text(), report, pieces.letters());
}

}  // namespace allide::detail::report
