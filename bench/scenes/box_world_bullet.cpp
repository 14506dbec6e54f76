// The moving boxes in Bullet: in btDbvtBroadphase (two trees of enlarged boxes and a cache of their pairs),
// and in a single btDbvt that is searched against itself for all pairs.
#include "scenes/box_world.hpp"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

namespace allide::bench {
namespace {

btVector3 corner(const Vec3& middle, const Vec3& half, double side) {
    return {static_cast<btScalar>(middle.x + side * half.x), static_cast<btScalar>(middle.y + side * half.y),
            static_cast<btScalar>(middle.z + side * half.z)};
}

class BulletBoxes final : public BoxWorld {
  public:
    explicit BulletBoxes(std::span<const MovingBox> boxes) : boxes_(boxes.begin(), boxes.end()) {
        for (std::size_t i = 0; i < boxes.size(); ++i)
            proxies_.push_back(broad_phase_.createProxy(corner(boxes[i].middle, boxes[i].half, -1),
                                                        corner(boxes[i].middle, boxes[i].half, 1), 0,
                                                        reinterpret_cast<void*>(i), 1, 1, nullptr));
    }
    ~BulletBoxes() override {
        for (btBroadphaseProxy* proxy : proxies_) broad_phase_.destroyProxy(proxy, nullptr);
    }
    BulletBoxes(const BulletBoxes&) = delete;
    BulletBoxes& operator=(const BulletBoxes&) = delete;

    void move(std::uint32_t box, const Vec3& middle) override {
        broad_phase_.setAabb(proxies_[box], corner(middle, boxes_[box].half, -1),
                             corner(middle, boxes_[box].half, 1), nullptr);
    }
    std::vector<std::uint64_t> pairs() override {
        broad_phase_.calculateOverlappingPairs(nullptr);
        const btBroadphasePairArray& found =
            broad_phase_.getOverlappingPairCache()->getOverlappingPairArray();
        std::vector<std::uint64_t> keys;
        for (int i = 0; i < found.size(); ++i)
            keys.push_back(box_pair(reinterpret_cast<std::uintptr_t>(found[i].m_pProxy0->m_clientObject),
                                    reinterpret_cast<std::uintptr_t>(found[i].m_pProxy1->m_clientObject)));
        return keys;
    }

  private:
    std::vector<MovingBox> boxes_;
    std::vector<btBroadphaseProxy*> proxies_;
    btDbvtBroadphase broad_phase_;
};

class BulletTree final : public BoxWorld {
  public:
    explicit BulletTree(std::span<const MovingBox> boxes) : boxes_(boxes.begin(), boxes.end()) {
        for (std::size_t i = 0; i < boxes.size(); ++i)
            leaves_.push_back(tree_.insert(volume(boxes[i].middle, i), reinterpret_cast<void*>(i)));
        tree_.optimizeTopDown();
    }
    void move(std::uint32_t box, const Vec3& middle) override {
        btDbvtVolume exact = volume(middle, box);
        tree_.update(leaves_[box], exact);
    }
    std::vector<std::uint64_t> pairs() override {
        tree_.optimizeIncremental(1);  // as btDbvtBroadphase does per step
        Listing listing;
        tree_.collideTT(tree_.m_root, tree_.m_root, listing);
        return std::move(listing.keys);
    }

  private:
    struct Listing : btDbvt::ICollide {
        void Process(const btDbvtNode* a, const btDbvtNode* b) override {
            keys.push_back(box_pair(reinterpret_cast<std::uintptr_t>(a->data),
                                    reinterpret_cast<std::uintptr_t>(b->data)));
        }
        std::vector<std::uint64_t> keys;
    };
    btDbvtVolume volume(const Vec3& middle, std::size_t box) const {
        return btDbvtVolume::FromMM(corner(middle, boxes_[box].half, -1),
                                    corner(middle, boxes_[box].half, 1));
    }

    std::vector<MovingBox> boxes_;
    std::vector<btDbvtNode*> leaves_;
    btDbvt tree_;
};

}  // namespace

std::unique_ptr<BoxWorld> bullet_tree_boxes(std::span<const MovingBox> boxes) {
    return std::make_unique<BulletTree>(boxes);
}
std::unique_ptr<BoxWorld> bullet_boxes(std::span<const MovingBox> boxes) {
    return std::make_unique<BulletBoxes>(boxes);
}

}  // namespace allide::bench
