// The objects of a scene, indexed by number. Numbers of removed objects are reused.
#pragma once

#include "scene/extent.hpp"
#include "scene/lazy_model.hpp"

#include <allide/scene.hpp>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace allide::scene {

struct Object {
    std::shared_ptr<const LazyModel> model;
    Pose pose;
    std::string name;
    std::shared_ptr<Extent> extent;     // null if there is no object with this number
    const void* shared_data = nullptr;  // address of the data that all copies of the model share
};

class Objects {
  public:
    ObjectId add(const Model& model, const Pose& pose, const std::string& name, std::uint32_t group);
    // Requires that Model::build accepts the mesh.
    ObjectId add(const Mesh& mesh, const Pose& pose, const std::string& name, std::uint32_t group);
    void move(ObjectId id, const Pose& pose);
    void remove(ObjectId id);

    bool has(ObjectId id) const {
        return id.number < objects_.size() && there(id.number) &&
               tags_[id.number].generation == id.generation;
    }
    bool there(std::uint32_t number) const { return objects_[number].extent != nullptr; }
    // Throws PreconditionError if there is no object with this id.
    const Object& at(ObjectId id) const;
    std::uint32_t group(std::uint32_t number) const { return tags_[number].group; }
    Placed placed(std::uint32_t number) const {
        return objects_[number].model->get().at(objects_[number].pose);
    }
    const LazyModel& model(std::uint32_t number) const { return *objects_[number].model; }
    const Box& box(std::uint32_t number) const { return boxes_[number]; }
    ObjectId id(std::uint32_t number) const { return {number, tags_[number].generation}; }
    // One more than the largest number used so far.
    std::uint32_t end() const { return static_cast<std::uint32_t>(objects_.size()); }
    std::size_t size() const { return objects_.size() - free_.size(); }

  private:
    // Hot per-pair data, stored separately from Object.
    struct Tag {
        std::uint32_t generation = 0, group = 0;
    };
    std::shared_ptr<Extent> extent_of(const Model& model);
    ObjectId enter(Object object, std::uint32_t group);

    std::vector<Object> objects_;
    std::vector<Tag> tags_;
    std::vector<Box> boxes_;           // in world coordinates; empty if there is no such object
    std::vector<std::uint32_t> free_;  // numbers to be reused; the last one is next
    std::unordered_map<const void*, std::weak_ptr<Extent>> extents_;  // key: Object::shared_data
};

}  // namespace allide::scene
