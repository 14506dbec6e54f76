// The moving boxes in allide's Scene, on one thread.
#include "scenes/box_world.hpp"

#include <allide/scene.hpp>

#include <map>
#include <tuple>

namespace allide::bench {
namespace {

Model box_model(const Vec3& half) {
    std::vector<Vec3> corners;
    for (const double x : {-half.x, half.x})
        for (const double y : {-half.y, half.y})
            for (const double z : {-half.z, half.z}) corners.push_back({x, y, z});
    const std::vector<TriangleIndices> triangles{{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5},
                                                 {0, 4, 5}, {0, 5, 1}, {2, 3, 7}, {2, 7, 6},
                                                 {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
    return Model::build(Mesh::from({.vertices = corners, .triangles = triangles}).value()).value();
}

class OurBoxes final : public BoxWorld {
  public:
    explicit OurBoxes(std::span<const MovingBox> boxes) {
        std::map<std::tuple<double, double, double>, Model> models;  // boxes of the same size share a model
        for (const MovingBox& box : boxes) {
            const auto size = std::tuple(box.half.x, box.half.y, box.half.z);
            if (!models.contains(size)) models.emplace(size, box_model(box.half));
            ids_.push_back(scene_.add(models.at(size), Pose::translation(box.middle)));
        }
    }
    void move(std::uint32_t box, const Vec3& middle) override {
        scene_.move(ids_[box], Pose::translation(middle));
    }
    std::vector<std::uint64_t> pairs() override {
        std::vector<std::uint64_t> keys;
        for (const CandidatePair& pair : scene_.candidate_pairs({.threads = 1}))
            keys.push_back(box_pair(pair.a.number, pair.b.number));
        return keys;
    }

  private:
    Scene scene_;
    std::vector<ObjectId> ids_;
};

}  // namespace

std::unique_ptr<BoxWorld> our_boxes(std::span<const MovingBox> boxes) {
    return std::make_unique<OurBoxes>(boxes);
}

}  // namespace allide::bench
