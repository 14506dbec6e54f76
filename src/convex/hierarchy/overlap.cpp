// The detector of Arcila, Dinás, Bañón (2008), completed: outer boxes are tested on the way down, inner boxes
// of all nodes prove collisions, and a body inside the other collides with it.
#include "base/float_environment.hpp"
#include "convex/body/body_data.hpp"
#include "convex/body/box_pair.hpp"
#include "convex/hierarchy/data.hpp"
#include "kernel/number/number_vectors.hpp"
#include "kernel/triangle/triangle_pair.hpp"

#include <allide/extra/double_hierarchy.hpp>

#include <array>
#include <utility>

namespace allide {
namespace {

using kernel::BoundedDouble;
using kernel::Exact;
using kernel::NumberPoint;
using NodePair = std::array<std::uint32_t, 2>;

template <typename Number>
int side_of_face(const NumberPoint<Number>& p, const NumberPoint<Number>& q, const NumberPoint<Number>& r,
                 const NumberPoint<Number>& x, bool& doubt) {
    const auto normal = kernel::cross_of(kernel::minus(q, p), kernel::minus(r, p));
    return kernel::sign_of(kernel::dot_of(normal, kernel::minus(x, p)), doubt);
}

// True if `vertex`, a vertex of one body, is inside the other body or on its surface.
bool holds(const ConvexBody& outer, const Pose& pose_outer, const Vec3& vertex, const Pose& pose_vertex) {
    const kernel::RelativePose vertex_in_outer(pose_outer, pose_vertex);
    const NumberPoint<BoundedDouble> rounded = kernel::mapped(vertex_in_outer, vertex);
    for (const BodyFace& face : outer.faces()) {
        const Vec3 &p = outer.vertices()[face.corners[0]], &q = outer.vertices()[face.corners[1]],
                   &r = outer.vertices()[face.corners[2]];
        bool doubt = false;
        int side = side_of_face(kernel::as_given<BoundedDouble>(p), kernel::as_given<BoundedDouble>(q),
                                kernel::as_given<BoundedDouble>(r), rounded, doubt);
        if (doubt)
            side = side_of_face(kernel::image<Exact>(pose_outer, p), kernel::image<Exact>(pose_outer, q),
                                kernel::image<Exact>(pose_outer, r),
                                kernel::image<Exact>(pose_vertex, vertex), doubt);
        if (side > 0) return false;
    }
    return true;
}

class Detector {
  public:
    Detector(const DoubleHierarchy& a, const Pose& pose_a, const DoubleHierarchy& b, const Pose& pose_b)
        : a_(a),
          b_(b),
          pose_a_(pose_a),
          pose_b_(pose_b),
          b_in_a_(pose_a, pose_b),
          boxes_(b_in_a_, data_of(a.body()).norm, data_of(b.body()).norm) {}

    DoubleAnswer run(InnerBoxes inner_boxes) {
        if (search_boxes(inner_boxes)) return answer_;
        if (open_.empty()) {
            answer_.decided_by = DecidedBy::outer_boxes;
            answer_.depth = deepest_;
            return answer_;
        }
        answer_.decided_by = DecidedBy::faces;
        answer_.depth = deepest_;
        answer_.share = faces_touch();
        if (!answer_.share && (holds(a_.body(), pose_a_, b_.body().vertices()[0], pose_b_) ||
                               holds(b_.body(), pose_b_, a_.body().vertices()[0], pose_a_))) {
            answer_.share = true;
            answer_.decided_by = DecidedBy::containment;
        }
        return answer_;
    }

  private:
    // Returns true if inner boxes overlap; otherwise open_ gets the leaf pairs whose outer boxes may overlap.
    bool search_boxes(InnerBoxes inner_boxes) {
        std::array<NodePair, 64> stack;
        std::size_t waiting = 0;
        stack[waiting++] = {0, 0};
        while (waiting > 0) {
            const NodePair at = stack[--waiting];
            const DoubleNode &node_a = a_.nodes()[at[0]], &node_b = b_.nodes()[at[1]];
            const std::uint32_t depth = std::max(node_a.depth, node_b.depth);
            deepest_ = std::max(deepest_, depth);
            ++answer_.outer_tests;
            if (boxes_.certainly_separated(node_a.outer, boxes_.placed(node_b.outer))) continue;
            if (inner_boxes == InnerBoxes::used && inner_overlap(node_a, node_b)) {
                answer_.share = true;
                answer_.decided_by = DecidedBy::inner_boxes;
                answer_.depth = depth;
                return true;
            }
            if (node_a.is_leaf() && node_b.is_leaf()) {
                open_.push_back(at);
            } else if (node_b.is_leaf() || (!node_a.is_leaf() && node_a.depth <= node_b.depth)) {
                for (const std::uint32_t child : node_a.children) stack[waiting++] = {child, at[1]};
            } else {
                for (const std::uint32_t child : node_b.children) stack[waiting++] = {at[0], child};
            }
        }
        return false;
    }

    bool inner_overlap(const DoubleNode& node_a, const DoubleNode& node_b) {
        if (node_a.inner.half[0] == 0 || node_b.inner.half[0] == 0) return false;
        ++answer_.inner_tests;
        return boxes_.certainly_overlap(node_a.inner, boxes_.placed(node_b.inner));
    }

    bool faces_touch() {
        const kernel::PairTester tester(pose_a_, pose_b_);
        kernel::PairBatch batch(tester);
        const std::size_t count_b = b_.body().faces().size();
        std::vector<char> tested(a_.body().faces().size() * count_b, 0);
        for (const NodePair& pair : open_)
            for (const std::uint32_t face_a : a_.nodes()[pair[0]].faces)
                for (const std::uint32_t face_b : b_.nodes()[pair[1]].faces) {
                    if (std::exchange(tested[face_a * count_b + face_b], char{1}) != 0) continue;
                    if (touch(batch, face_a, face_b)) return true;
                }
        return !batch.empty() && decided(batch);
    }

    // Adds all pairs of triangles of both faces. Returns true if a full batch contains a touching pair.
    bool touch(kernel::PairBatch& batch, std::uint32_t face_a, std::uint32_t face_b) {
        const auto &p = a_.body().faces()[face_a].corners, &q = b_.body().faces()[face_b].corners;
        const auto u = a_.body().vertices(), v = b_.body().vertices();
        for (std::size_t i = 2; i < p.size(); ++i)
            for (std::size_t j = 2; j < q.size(); ++j) {
                ++answer_.face_tests;
                batch.add({u[p[0]], u[p[i - 1]], u[p[i]]}, {v[q[0]], v[q[j - 1]], v[q[j]]}, face_a, face_b);
                if (batch.full() && decided(batch)) return true;
            }
        return false;
    }

    static bool decided(kernel::PairBatch& batch) {
        kernel::PairCounters counters;
        bool found = false;
        batch.decide(counters, [&](std::uint32_t, std::uint32_t) {
            found = true;
            return false;
        });
        return found;
    }

    const DoubleHierarchy &a_, &b_;
    const Pose &pose_a_, &pose_b_;
    kernel::RelativePose b_in_a_;
    convex::BoxPairs boxes_;
    std::vector<NodePair> open_;
    std::uint32_t deepest_ = 0;
    DoubleAnswer answer_;
};

}  // namespace

DoubleAnswer overlap_solid(const DoubleHierarchy& a, const Pose& pose_a, const DoubleHierarchy& b,
                           const Pose& pose_b, InnerBoxes inner_boxes) {
    const base::DefaultFloatEnvironment environment;
    return Detector(a, pose_a, b, pose_b).run(inner_boxes);
}

}  // namespace allide
