// Scenes of moving convex bodies, and clouds of points against a mesh: the interfaces for comparing engines.
#pragma once

#include <allide/shape.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace allide::bench {

// A box, or a hull of few points, and its pose; all bodies have about the same size.
struct MovingBody {
    ConvexBody body;
    Pose pose;
};

class BodyScene {
  public:
    virtual ~BodyScene() = default;
    virtual void move(std::uint32_t body, const Pose& pose) = 0;
    // All pairs of bodies that overlap, the smaller number in the high 32 bits, in any order.
    virtual std::vector<std::uint64_t> colliding() = 0;
    // The smallest distance of any two bodies. Negative if the engine has no such query.
    virtual double least_distance() { return -1; }
    // For all pairs whose boxes are at most `within` apart: the sum of their distances, where a larger one
    // counts as `within`, and the number of pairs. The sum is negative if the engine has no such query.
    struct Distances {
        double sum = -1;
        std::size_t pairs = 0;
    };
    virtual Distances distances(double /*within*/) { return {}; }
};

struct BodyEngine {
    std::string name;
    double goal;  // target: how many times as long as allide the engine takes
    std::unique_ptr<BodyScene> (*make)(std::span<const MovingBody> bodies, double within);
};
std::unique_ptr<BodyScene> our_bodies(std::span<const MovingBody> bodies, double within);
std::unique_ptr<BodyScene> fcl_bodies(std::span<const MovingBody> bodies, double within);
std::unique_ptr<BodyScene> bullet_bodies(std::span<const MovingBody> bodies, double within);

// Tests a moving mesh against the occupied cells of an octree.
class CloudQuery {
  public:
    virtual ~CloudQuery() = default;
    virtual bool collides(const Pose& mesh) = 0;
    // The number of occupied cells.
    virtual std::size_t size() const = 0;
};
// FCL with OctoMap. `cells` receives the octree's occupied cells, which are the input of the other engine.
std::unique_ptr<CloudQuery> fcl_cloud(std::span<const Vec3> points, double resolution, const Mesh& mesh,
                                      std::vector<Box>& cells);

}  // namespace allide::bench
