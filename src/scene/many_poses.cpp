// collides_many(): a shape at many poses against placed shapes.
#include "base/float_environment.hpp"
#include "base/precondition.hpp"
#include "query/collide/parallel_batch.hpp"
#include "query/shape/elements.hpp"
#include "query/shape/posed_box.hpp"
#include "scene/boxes.hpp"
#include "scene/dynamic_tree.hpp"

#include <allide/extra/batches.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace allide {
namespace {

// The boxes of a shape at poses.
class BoxesOfShape {
  public:
    explicit BoxesOfShape(const PlacedShape& shape)
        : shape_(shape),
          is_tree_(query::structure_of(data_of(shape)) == query::Structure::tree),
          posed_(is_tree_ ? data_of(shape).model.mesh().vertices() : std::span<const Vec3>(),
                 query::reach_of(data_of(shape))) {}

    // Only a tree has so many points that bounding_box() takes long.
    Box at(const Pose& pose) const {
        return is_tree_ ? posed_.at(pose) : bounding_box(shape_.moved_to(pose));
    }

  private:
    const PlacedShape& shape_;
    bool is_tree_;
    query::PosedBox posed_;
};

bool is_finite(const Box& box) {
    return std::isfinite(box.lo.x) && std::isfinite(box.lo.y) && std::isfinite(box.lo.z) &&
           std::isfinite(box.hi.x) && std::isfinite(box.hi.y) && std::isfinite(box.hi.z);
}

// Placed shapes in a tree of boxes.
class PlacedShapes {
  public:
    explicit PlacedShapes(std::span<const PlacedShape> shapes) : shapes_(shapes) {
        std::vector<scene::DynamicTree::Entry> entries;
        for (const PlacedShape& shape : shapes) {
            const auto number = static_cast<std::uint32_t>(boxes_.size());
            const Box& box = boxes_.emplace_back(bounding_box(shape));
            if (box.is_empty()) continue;
            if (is_finite(box))
                entries.push_back({number, scene::bounds_of(box)});
            else
                unbounded_.push_back(number);
        }
        tree_.build(std::move(entries));
    }

    bool touched_by(const PlacedShape& shape, const Box& box, double clearance) const {
        if (box.is_empty()) return false;
        std::vector<std::uint32_t> stack, near = unbounded_;
        tree_.find(scene::grown(scene::bounds_of(box), clearance), stack, [&](std::uint32_t number) {
            if (scene::within(box, boxes_[number], clearance)) near.push_back(number);
        });
        return std::any_of(near.begin(), near.end(), [&](std::uint32_t number) {
            return collides(shapes_[number], shape, {.clearance = clearance}) != BodyVerdict::no;
        });
    }

  private:
    std::span<const PlacedShape> shapes_;
    std::vector<Box> boxes_;
    std::vector<std::uint32_t> unbounded_;  // planes and half-spaces
    scene::DynamicTree tree_;               // all other shapes
};

}  // namespace

std::vector<bool> collides_many(std::span<const PlacedShape> scene, const Shape& shape,
                                std::span<const Pose> poses, double clearance, const BatchOptions& options) {
    base::expect(clearance >= 0 && std::isfinite(clearance), "a clearance must be finite and non-negative");
    const PlacedShape at_rest = shape.at_rest();
    const PlacedShapes shapes(scene);
    const BoxesOfShape boxes(at_rest);
    const auto touches = query::answer_in_parallel<char>(poses.size(), options, [&](std::size_t i) {
        const base::DefaultFloatEnvironment environment;
        return static_cast<char>(
            shapes.touched_by(at_rest.moved_to(poses[i]), boxes.at(poses[i]), clearance));
    });
    return {touches.begin(), touches.end()};
}

}  // namespace allide
