// The objects of a scene, by number. Numbers of removed objects are given again.
#pragma once

#include "scene/extent.hpp"

#include <allide/scene.hpp>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace allide::scene {

struct Object {
    Model model;
    Pose pose;
    std::string name;
    std::uint32_t group = 0;
    std::uint32_t generation = 0;
    bool there = false;
    std::shared_ptr<Extent> extent;
};

class Objects {
  public:
    ObjectId add(const Model& model, const Pose& pose, const std::string& name, std::uint32_t group);
    void move(ObjectId id, const Pose& pose);
    void remove(ObjectId id);

    bool has(ObjectId id) const {
        return id.number < objects_.size() && objects_[id.number].there &&
               objects_[id.number].generation == id.generation;
    }
    // Refuses an id that names nothing.
    const Object& at(ObjectId id) const;
    const Object& operator[](std::uint32_t number) const { return objects_[number]; }
    Placed placed(std::uint32_t number) const { return objects_[number].model.at(objects_[number].pose); }
    const Box& box(std::uint32_t number) const { return boxes_[number]; }
    ObjectId id(std::uint32_t number) const { return {number, objects_[number].generation}; }
    // Numbers that were ever given lie below.
    std::uint32_t end() const { return static_cast<std::uint32_t>(objects_.size()); }
    std::size_t size() const { return objects_.size() - free_.size(); }

  private:
    std::shared_ptr<Extent> extent_of(const Model& model);

    std::vector<Object> objects_;
    std::vector<Box> boxes_;           // in the world; empty where there is no object
    std::vector<std::uint32_t> free_;  // numbers to give again, the next one last
    std::unordered_map<const void*, std::weak_ptr<Extent>> extents_;  // by what a model's copies share
};

}  // namespace allide::scene
