// The objects of a scene, indexed by number. Numbers of removed objects are reused.
#pragma once

#include "convex/body/outline.hpp"
#include "query/shape/shape_data.hpp"
#include "scene/extent.hpp"
#include "scene/lazy_model.hpp"

#include <allide/scene.hpp>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace allide::scene {

struct Object {
    std::shared_ptr<const LazyModel> model;  // null unless the object is a mesh
    Pose pose;
    std::string name;
    std::shared_ptr<Extent> extent;  // null if there is no object with this number, or if it has no model
    // Null for a mesh whose model has not been built.
    std::shared_ptr<const detail::ShapeData> shape = {};
    const void* shared_data = nullptr;  // address of the data that all copies of the model share
};

class Objects {
  public:
    ObjectId add(const Model& model, const Pose& pose, const std::string& name, std::uint32_t group);
    // Requires that Model::build accepts the mesh.
    ObjectId add(const Mesh& mesh, const Pose& pose, const std::string& name, std::uint32_t group);
    ObjectId add(const Shape& shape, const Pose& pose, const std::string& name, std::uint32_t group);
    void move(ObjectId id, const Pose& pose);
    void set_padding(ObjectId id, double padding);
    void set_masks(ObjectId id, std::uint32_t category, std::uint32_t mask);
    void remove(ObjectId id);

    bool has(ObjectId id) const {
        return id.number < objects_.size() && there(id.number) &&
               tags_[id.number].generation == id.generation;
    }
    bool there(std::uint32_t number) const { return tags_[number].there; }
    // Throws PreconditionError if there is no object with this id.
    const Object& at(ObjectId id) const;
    std::uint32_t group(std::uint32_t number) const { return tags_[number].group; }
    bool is_mesh(std::uint32_t number) const { return objects_[number].model != nullptr; }
    double padding(std::uint32_t number) const { return tags_[number].padding; }
    std::uint32_t category(std::uint32_t number) const { return tags_[number].category; }
    std::uint32_t mask(std::uint32_t number) const { return tags_[number].mask; }
    // True if any object has ever had masks other than the default.
    bool has_masks() const { return has_masks_; }
    // True if both objects' masks allow a test.
    bool masks_allow(std::uint32_t a, std::uint32_t b) const {
        return masks_allow(a, tags_[b].category, tags_[b].mask);
    }
    bool masks_allow(std::uint32_t number, std::uint32_t category, std::uint32_t mask) const {
        return (tags_[number].category & mask) != 0 && (tags_[number].mask & category) != 0;
    }
    // The data of a convex body; null for objects of other kinds.
    const detail::BodyData* body(std::uint32_t number) const { return tags_[number].body; }
    // The placed corners of a convex body; null for a body with many corners or none, and for other objects.
    const convex::Outline* outline(std::uint32_t number) const {
        return tags_[number].has_outline ? &outlines_[number] : nullptr;
    }
    const Pose& pose(std::uint32_t number) const { return objects_[number].pose; }
    PlacedShape shape(std::uint32_t number) const;
    // Requires that the object is a mesh.
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
        std::uint32_t category = 1, mask = 0xffffffff;
        double padding = 0;
        const detail::BodyData* body = nullptr;
        bool there = false;
        bool has_outline = false;
    };
    void place(std::uint32_t number);
    Box box_of(const Object& object, double padding) const;
    std::shared_ptr<Extent> extent_of(const Model& model);
    ObjectId enter(Object object, std::uint32_t group);

    bool has_masks_ = false;
    std::vector<Object> objects_;
    std::vector<Tag> tags_;
    // By number; they end after the last body that has an outline.
    std::vector<convex::LocalOutline> local_outlines_;
    std::vector<convex::Outline> outlines_;
    std::vector<Box> boxes_;           // in world coordinates; empty if there is no such object
    std::vector<std::uint32_t> free_;  // numbers to be reused; the last one is next
    std::unordered_map<const void*, std::weak_ptr<Extent>> extents_;  // key: Object::shared_data
};

}  // namespace allide::scene
