// The moving boxes in FCL's DynamicAABBTreeCollisionManager, as compiled by Debian.
#include "scenes/box_world.hpp"

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>

namespace allide::bench {
namespace {

class FclBoxes final : public BoxWorld {
    using Object = fcl::CollisionObjectd;

  public:
    explicit FclBoxes(std::span<const MovingBox> boxes) {
        std::vector<Object*> all;
        for (const MovingBox& box : boxes) {
            const auto shape = std::make_shared<fcl::Boxd>(2 * box.half.x, 2 * box.half.y, 2 * box.half.z);
            auto& object = objects_.emplace_back(std::make_unique<Object>(shape));
            object->setUserData(reinterpret_cast<void*>(objects_.size() - 1));
            place(*object, box.middle);
            all.push_back(object.get());
        }
        manager_.registerObjects(all);
        manager_.setup();
    }
    void move(std::uint32_t box, const Vec3& middle) override {
        place(*objects_[box], middle);
        moved_.push_back(objects_[box].get());
    }
    std::vector<std::uint64_t> pairs() override {
        manager_.update(moved_);
        moved_.clear();
        std::vector<std::uint64_t> keys;
        manager_.collide(&keys, [](Object* a, Object* b, void* list) {
            static_cast<std::vector<std::uint64_t>*>(list)->push_back(
                box_pair(reinterpret_cast<std::uintptr_t>(a->getUserData()),
                         reinterpret_cast<std::uintptr_t>(b->getUserData())));
            return false;  // do not stop: continue with the next pair
        });
        return keys;
    }

  private:
    static void place(Object& object, const Vec3& middle) {
        object.setTranslation({middle.x, middle.y, middle.z});
        object.computeAABB();
    }
    std::vector<std::unique_ptr<Object>> objects_;
    std::vector<Object*> moved_;
    fcl::DynamicAABBTreeCollisionManagerd manager_;
};

}  // namespace

std::unique_ptr<BoxWorld> fcl_boxes(std::span<const MovingBox> boxes) {
    return std::make_unique<FclBoxes>(boxes);
}

}  // namespace allide::bench
