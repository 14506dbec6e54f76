#include "scene/objects.hpp"

#include "base/precondition.hpp"
#include "convex/body/body_data.hpp"
#include "model/model_data.hpp"
#include "query/collide/body_box.hpp"
#include "query/shape/elements.hpp"
#include "scene/bounds.hpp"
#include "scene/boxes.hpp"

#include <utility>

namespace allide::scene {
namespace {

// The box enlarged by at least `more` on all sides; the box itself for 0.
Box grown(const Box& box, double more) {
    if (more == 0 || box.is_empty()) return box;
    return box_of(grown(bounds_of(box), more));
}

}  // namespace

// Extents are looked up by the address of the model's data. An object with an extent keeps its model alive,
// so that no other model can get the same address.
std::shared_ptr<Extent> Objects::extent_of(const Model& model) {
    std::weak_ptr<Extent>& kept = extents_[&data_of(model.at_rest())];
    std::shared_ptr<Extent> extent = kept.lock();
    if (!extent) kept = extent = std::make_shared<Extent>(model.mesh());
    return extent;
}

ObjectId Objects::add(const Model& model, const Pose& pose, const std::string& name, std::uint32_t group) {
    return enter({std::make_shared<const LazyModel>(model), pose, name, extent_of(model),
                  detail::ShapeAccess::shared(Shape(model)), &data_of(model.at_rest())},
                 group);
}

ObjectId Objects::add(const Mesh& mesh, const Pose& pose, const std::string& name, std::uint32_t group) {
    return enter({std::make_shared<const LazyModel>(mesh), pose, name, std::make_shared<Extent>(mesh)},
                 group);
}

ObjectId Objects::add(const Shape& shape, const Pose& pose, const std::string& name, std::uint32_t group) {
    if (shape.kind() == ShapeKind::mesh && !shape.is_solid()) return add(shape.model(), pose, name, group);
    const auto& data = detail::ShapeAccess::shared(shape);
    Object object{.model = nullptr, .pose = pose, .name = name, .extent = nullptr, .shape = data};
    if (query::structure_of(*data) == query::Structure::tree) {
        object.extent = extent_of(data->model);
        object.shared_data = &data_of(data->model);
    }
    return enter(std::move(object), group);
}

// The bounding box of an object in the world; it certainly contains the exact images of all points.
Box Objects::box_of(const Object& object, double padding) const {
    const double more = padding + (object.shape ? query::reach_of(*object.shape) : 0);
    if (object.extent) return grown(object.extent->at(object.pose), more);
    Box box = Box::empty();
    const query::ShapeSide side(*object.shape, object.pose);
    for (std::uint32_t i = 0; i < query::count_of(side.shape); ++i) {
        const query::Element element = element_of(side, i);
        box.grow(query::box_around(element.placed(), padding));
    }
    return box;
}

// Updates what depends on the pose and the padding of an object.
void Objects::place(std::uint32_t number) {
    const Tag& tag = tags_[number];
    const Pose& pose = objects_[number].pose;
    if (tag.has_outline)
        boxes_[number] = convex::place_outline(local_outlines_[number], pose, tag.padding, outlines_[number]);
    else if (tag.body != nullptr)
        boxes_[number] = query::box_around(detail::BodyAccess::place(*tag.body, pose), tag.padding);
    else
        boxes_[number] = box_of(objects_[number], tag.padding);
}

ObjectId Objects::enter(Object object, std::uint32_t group) {
    if (free_.empty()) {
        base::expect(objects_.size() < 0xffffffff, "a scene holds fewer than 2^32 - 1 objects");
        free_.push_back(end());
        objects_.emplace_back();
        tags_.emplace_back();
        boxes_.push_back(Box::empty());
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    objects_[number] = std::move(object);
    Tag& tag = tags_[number];
    tag = {.generation = tag.generation, .group = group, .there = true};
    const auto& shape = objects_[number].shape;
    if (shape && shape->kind == ShapeKind::body) tag.body = &data_of(shape->parts[0].body);
    tag.has_outline = tag.body != nullptr && convex::has_outline(*tag.body);
    if (tag.has_outline) {
        if (outlines_.size() <= number) outlines_.resize(number + 1), local_outlines_.resize(number + 1);
        local_outlines_[number] = convex::local_outline(*tag.body);
    }
    place(number);
    return id(number);
}

void Objects::move(ObjectId id, const Pose& pose) {
    at(id);
    objects_[id.number].pose = pose;
    place(id.number);
}

void Objects::set_padding(ObjectId id, double padding) {
    at(id);
    tags_[id.number].padding = padding;
    place(id.number);
}

void Objects::set_masks(ObjectId id, std::uint32_t category, std::uint32_t mask) {
    at(id);
    tags_[id.number].category = category;
    tags_[id.number].mask = mask;
    if (category != 1 || mask != 0xffffffff) has_masks_ = true;
}

PlacedShape Objects::shape(std::uint32_t number) const {
    const Object& object = objects_[number];
    if (object.shape) return detail::ShapeAccess::place(object.shape, object.pose);
    return placed(number);
}

void Objects::remove(ObjectId id) {
    at(id);
    Object& object = objects_[id.number];
    if (object.extent.use_count() == 1) extents_.erase(object.shared_data);
    object = Object();
    tags_[id.number] = {.generation = tags_[id.number].generation + 1};
    boxes_[id.number] = Box::empty();
    free_.push_back(id.number);
}

const Object& Objects::at(ObjectId id) const {
    base::expect(has(id), "the scene has no such object");
    return objects_[id.number];
}

}  // namespace allide::scene
