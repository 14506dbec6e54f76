// The data that copies of a Model share, and access to it for other modules.
#pragma once

#include "mesh/surface.hpp"
#include "model/inner_boxes.hpp"
#include "tree/binary/build_tree.hpp"
#include "tree/wide/tree.hpp"

#include <allide/model.hpp>
#include <allide/motion.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <variant>

namespace allide::detail {

// One alternative per bounding volume; the default engine's tree comes first. The others are traversed by
// query/collide/walk_trees.hpp.
using AnyTree =
    std::variant<tree::WideTree, tree::Tree<volume::Obb>, tree::Tree<volume::Aabb>,
                 tree::Tree<volume::Sphere>, tree::KdopTree<6>, tree::KdopTree<8>, tree::KdopTree<12>,
                 tree::KdopTree<14>, tree::KdopTree<18>, tree::KdopTree<26>, tree::KdopTree<50>>;

// Facts about the mesh's surface, found by the first query about solids. Safe from any number of threads.
class LazySurface {
  public:
    const mesh::Surface& of(const Mesh& mesh) {
        std::call_once(once_, [&] { surface_ = mesh::survey(mesh); });
        return surface_;
    }

  private:
    std::once_flag once_;
    mesh::Surface surface_;
};

// A number that is unique in this process, by which a QueryCache recognises a shape.
class ShapeNumber {
  public:
    std::uint64_t value() const { return value_; }

  private:
    static std::uint64_t next() {
        static std::atomic<std::uint64_t> last = 0;
        return ++last;
    }
    std::uint64_t value_ = next();
};

// Data that another module derives from one ModelData and keeps with it, such as the solid surface that
// find_clash uses. Created by the first caller; callers may be on any thread. A copy starts empty, because
// derived data may refer to the ModelData that it was made from.
class DerivedData {
  public:
    DerivedData() = default;
    DerivedData(const DerivedData& /*other*/) noexcept {}
    DerivedData& operator=(const DerivedData& /*other*/) noexcept {
        data_.reset();
        return *this;
    }
    ~DerivedData() = default;

    // The data, created by T's default constructor on the first call. Every caller must name the same T.
    template <typename T>
    T& get() const {
        const std::lock_guard lock(mutex_);
        if (!data_) data_ = std::make_shared<T>();
        return *static_cast<T*>(data_.get());
    }

  private:
    mutable std::mutex mutex_;
    mutable std::shared_ptr<void> data_;
};

struct ModelData {
    Mesh mesh;
    AnyTree tree;
    std::shared_ptr<LazySurface> lazy_surface = std::make_shared<LazySurface>();
    InnerBoxes inner = {};
    ShapeNumber number = {};          // copies share it; a deformed model gets a new one
    DerivedData solid_surface = {};   // used by query/clash/clash_part.hpp
    DerivedData feature_owners = {};  // used by query/deform/deforming.cpp; depends on the triangles only

    const mesh::Surface& surface() const { return lazy_surface->of(mesh); }
};

// Access to the private data of models, for other modules.
struct ModelAccess {
    // A model from a tree that was read from a file instead of being built.
    static Model make(ModelData data) { return Model(std::make_shared<const ModelData>(std::move(data))); }
    // A Model that does not own its data, which must outlive it.
    static Model borrow(const ModelData& data) {
        return Model(std::shared_ptr<const ModelData>(std::shared_ptr<const ModelData>(), &data));
    }
    static const ModelData& data(const Model& model) { return *model.data_; }
    static const ModelData& data(const Placed& placed) { return *placed.data_; }
    static const ModelData& data(const Moving& moving) { return *moving.data_; }
};

}  // namespace allide::detail

namespace allide {

// Callers in every module find these by argument-dependent lookup.
inline const detail::ModelData& data_of(const Model& model) {
    return detail::ModelAccess::data(model);
}
inline const detail::ModelData& data_of(const Placed& placed) {
    return detail::ModelAccess::data(placed);
}
inline const detail::ModelData& data_of(const Moving& moving) {
    return detail::ModelAccess::data(moving);
}

}  // namespace allide
