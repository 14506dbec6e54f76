// The moving bodies in allide's Scene, on one thread.
#include "peers/body_scene.hpp"

#include <allide/scene.hpp>

#include <algorithm>

namespace allide::bench {
namespace {

class OurBodies final : public BodyScene {
  public:
    explicit OurBodies(std::span<const MovingBody> bodies) {
        for (const MovingBody& one : bodies) ids_.push_back(scene_.add(one.body, one.pose));
    }
    void move(std::uint32_t body, const Pose& pose) override { scene_.move(ids_[body], pose); }
    std::vector<std::uint64_t> colliding() override {
        std::vector<std::uint64_t> keys;
        for (const ObjectPair& pair : scene_.colliding_pairs({.threads = 1}))
            keys.push_back(std::uint64_t{pair.a.number} << 32 | pair.b.number);
        return keys;
    }
    double least_distance() override { return scene_.min_distance().closest->distance.value; }
    Distances distances(double within) override {
        Distances all{0, 0};
        for (const ObjectDistance& one : scene_.distances({.within = within, .threads = 1}).list) {
            all.sum += std::min(one.distance.value, within);
            ++all.pairs;
        }
        return all;
    }

  private:
    Scene scene_;
    std::vector<ObjectId> ids_;
};

}  // namespace

std::unique_ptr<BodyScene> our_bodies(std::span<const MovingBody> bodies, double /*within*/) {
    return std::make_unique<OurBodies>(bodies);
}

}  // namespace allide::bench
