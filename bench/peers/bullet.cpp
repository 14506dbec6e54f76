// Bullet's GImpact: its search for overlapping boxes, then its own triangle-triangle test.
#include "peers/builders.hpp"

#include <limits>

#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

namespace allide::bench {
namespace {

// Owns the vertices and indices of a GImpact shape: Bullet does not copy a mesh, it reads the caller's
// arrays.
struct GimpactBody {
    explicit GimpactBody(const Mesh& mesh) {
        for (const Vec3& v : mesh.vertices())
            for (const double x : {v.x, v.y, v.z}) vertices.push_back(static_cast<btScalar>(x));
        for (const auto& t : mesh.triangles())
            for (const std::uint32_t corner : t) corners.push_back(static_cast<int>(corner));
        arrays = std::make_unique<btTriangleIndexVertexArray>(
            static_cast<int>(corners.size() / 3), corners.data(), 3 * static_cast<int>(sizeof(int)),
            static_cast<int>(vertices.size() / 3), vertices.data(), 3 * static_cast<int>(sizeof(btScalar)));
        shape = std::make_unique<btGImpactMeshShape>(arrays.get());
        shape->setMargin(0);
        shape->updateBound();
        part().lockChildShapes();
    }
    ~GimpactBody() { part().unlockChildShapes(); }
    GimpactBody(const GimpactBody&) = delete;
    GimpactBody& operator=(const GimpactBody&) = delete;

    const btGImpactMeshShapePart& part() const { return *shape->getMeshPart(0); }

    std::vector<btScalar> vertices;
    std::vector<int> corners;
    std::unique_ptr<btTriangleIndexVertexArray> arrays;
    std::unique_ptr<btGImpactMeshShape> shape;
};

btTransform placed(const Pose& pose) {
    const auto& m = pose.matrix();
    const auto at = [&](std::size_t k) { return static_cast<btScalar>(m[k]); };
    return btTransform(btMatrix3x3(at(0), at(1), at(2), at(4), at(5), at(6), at(8), at(9), at(10)),
                       btVector3(at(3), at(7), at(11)));
}

class Gimpact final : public EngineAdapter {
  public:
    Gimpact(const Mesh& a, const Mesh& b)
        : a_(std::make_shared<GimpactBody>(a)), b_(same_mesh(a, b) ? a_ : std::make_shared<GimpactBody>(b)) {}

    bool touches(const Pose& pose) override { return !search(pose, 1).empty(); }
    std::vector<Contact> contacts(const Pose& pose) override {
        return search(pose, std::numeric_limits<std::size_t>::max());
    }
    std::uint64_t tree_bytes() const override {
        return static_cast<std::uint64_t>(a_->part().getBoxSet()->getNodeCount()) *
               sizeof(BT_QUANTIZED_BVH_NODE);
    }

  private:
    std::vector<Contact> search(const Pose& pose, std::size_t limit) const {
        const btTransform at_rest = btTransform::getIdentity(), at_pose = placed(pose);
        btPairSet boxes;
        btGImpactQuantizedBvh::find_collision(a_->part().getBoxSet(), at_rest, b_->part().getBoxSet(),
                                              at_pose, boxes);
        std::vector<Contact> found;
        for (int k = 0; k < boxes.size() && found.size() < limit; ++k)
            if (meet(boxes[k].m_index1, boxes[k].m_index2, at_pose))
                found.push_back({static_cast<std::uint32_t>(boxes[k].m_index1),
                                 static_cast<std::uint32_t>(boxes[k].m_index2)});
        return found;
    }

    bool meet(int triangle_a, int triangle_b, const btTransform& pose_of_b) const {
        btPrimitiveTriangle a, b;
        a_->part().getPrimitiveTriangle(triangle_a, a);
        b_->part().getPrimitiveTriangle(triangle_b, b);
        b.applyTransform(pose_of_b);
        a.buildTriPlane();
        b.buildTriPlane();
        GIM_TRIANGLE_CONTACT contact;
        return a.overlap_test_conservative(b) && a.find_triangle_collision_clip_method(b, contact);
    }

    std::shared_ptr<GimpactBody> a_, b_;
};

}  // namespace

AdapterPointer bullet_gimpact(const Mesh& a, const Mesh& b) {
    return std::make_unique<Gimpact>(a, b);
}

}  // namespace allide::bench
