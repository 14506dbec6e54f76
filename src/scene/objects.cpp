#include "scene/objects.hpp"

#include "base/precondition.hpp"
#include "model/model_data.hpp"
#include "scene/boxes.hpp"

#include <utility>

namespace allide::scene {

// Extents are looked up by the address of the model's data. An object with an extent keeps its model alive,
// so that no other model can get the same address.
std::shared_ptr<Extent> Objects::extent_of(const Model& model) {
    std::weak_ptr<Extent>& kept = extents_[&data_of(model.at_rest())];
    std::shared_ptr<Extent> extent = kept.lock();
    if (!extent) kept = extent = std::make_shared<Extent>(model.mesh());
    return extent;
}

ObjectId Objects::add(const Model& model, const Pose& pose, const std::string& name, std::uint32_t group) {
    return enter(
        {std::make_shared<const LazyModel>(model), pose, name, extent_of(model), &data_of(model.at_rest())},
        group);
}

ObjectId Objects::add(const Mesh& mesh, const Pose& pose, const std::string& name, std::uint32_t group) {
    return enter({std::make_shared<const LazyModel>(mesh), pose, name, std::make_shared<Extent>(mesh)},
                 group);
}

ObjectId Objects::enter(Object object, std::uint32_t group) {
    const Box box = object.extent->at(object.pose);
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
    tags_[number].group = group;
    boxes_[number] = box;
    return id(number);
}

void Objects::move(ObjectId id, const Pose& pose) {
    at(id);
    objects_[id.number].pose = pose;
    boxes_[id.number] = objects_[id.number].extent->at(pose);
}

void Objects::remove(ObjectId id) {
    at(id);
    Object& object = objects_[id.number];
    if (object.extent.use_count() == 1) extents_.erase(object.shared_data);
    object = Object();
    ++tags_[id.number].generation;
    boxes_[id.number] = Box::empty();
    free_.push_back(id.number);
}

const Object& Objects::at(ObjectId id) const {
    base::expect(has(id), "the scene has no such object");
    return objects_[id.number];
}

}  // namespace allide::scene
