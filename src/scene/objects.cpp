#include "scene/objects.hpp"

#include "base/precondition.hpp"
#include "scene/boxes.hpp"

namespace allide::scene {

// The extent keeps its model, so an address stands for one model as long as its extent is there.
std::shared_ptr<Extent> Objects::extent_of(const Model& model) {
    std::weak_ptr<Extent>& kept = extents_[&model.at_rest().data()];
    std::shared_ptr<Extent> extent = kept.lock();
    if (!extent) kept = extent = std::make_shared<Extent>(model);
    return extent;
}

ObjectId Objects::add(const Model& model, const Pose& pose, const std::string& name, std::uint32_t group) {
    std::shared_ptr<Extent> extent = extent_of(model);
    const Box box = extent->at(pose);
    if (free_.empty()) {
        base::expect(objects_.size() < 0xffffffff, "a scene holds fewer than 2^32 - 1 objects");
        free_.push_back(end());
        objects_.emplace_back();
        tags_.emplace_back();
        boxes_.push_back(empty_box());
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    objects_[number] = {model, pose, name, std::move(extent)};
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
    if (object.extent.use_count() == 1) extents_.erase(&object.model.at_rest().data());
    object = Object();
    ++tags_[id.number].generation;
    boxes_[id.number] = empty_box();
    free_.push_back(id.number);
}

const Object& Objects::at(ObjectId id) const {
    base::expect(has(id), "the scene has no such object");
    return objects_[id.number];
}

}  // namespace allide::scene
