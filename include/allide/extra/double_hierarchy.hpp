// A tree of outer and inner boxes of a convex polyhedron. Outer boxes prove that two bodies are separated,
// inner boxes prove that they collide, and faces decide the remaining cases (Arcila, Dinás, Bañón 2008).
#pragma once

#include <allide/convex.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ALLIDE_EXPORT allide {

// The points with |axes[k] · (x − center)| ≤ half[k], in the body's frame. The axes are orthonormal up to
// rounding.
struct OrientedBox {
    Vec3 center;
    std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    std::array<double, 3> half{};

    double volume() const { return 8 * half[0] * half[1] * half[2]; }
};

// The largest box found inside the half-spaces, along the given axes.
struct InscribedBox {
    OrientedBox box;
    // Upper bound on log(volume of the largest box) − log(volume of this box).
    double log_volume_gap = 0;
    // The number of Newton iterations that the search took.
    int steps = 0;
};
// Requires a bounded polyhedron with volume; `inside` is a point of its interior.
InscribedBox largest_box(std::span<const HalfSpace> planes, const Vec3& inside,
                         const std::array<Vec3, 3>& axes);

// Position of a piece within the body.
enum class Piece {
    // No face of the piece lies on a face of the body. The piece is not divided further.
    interior,
    exterior,
};

// A node of the hierarchy: a piece of the body with its two boxes.
struct DoubleNode {
    Piece piece = Piece::exterior;
    std::uint32_t depth = 0;
    // The indices of the two children; both are 0 for a leaf.
    std::array<std::uint32_t, 2> children{};
    // A box that contains the piece.
    OrientedBox outer;
    // A box that certainly lies in the body. Its `half` is 0 if there is no inner box.
    OrientedBox inner;
    // InscribedBox::log_volume_gap of the inner box, compared with the largest box in the piece.
    double log_volume_gap = 0;
    // The indices of those faces of the body on which faces of the piece lie.
    std::vector<std::uint32_t> faces;

    bool is_leaf() const { return children[0] == 0; }
};

// Options of DoubleHierarchy::build.
struct DoubleOptions {
    // The maximum depth of the tree, from 0 to 12; 4 by default. A tree has at most 2^depth leaves.
    std::uint32_t depth = 4;
};

// Immutable and cheap to copy. A move is a copy, so a moved-from hierarchy keeps its value.
class DoubleHierarchy {
  public:
    DoubleHierarchy(const DoubleHierarchy&) = default;
    DoubleHierarchy& operator=(const DoubleHierarchy&) = default;
    ~DoubleHierarchy() = default;

    // Requires a polytope with volume.
    static Result<DoubleHierarchy> build(const ConvexBody& body, const DoubleOptions& options = {});

    // All nodes; the first one is the root.
    std::span<const DoubleNode> nodes() const;
    const ConvexBody& body() const;

  private:
    struct Data;
    explicit DoubleHierarchy(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> data_;
};

// The test that decided a query.
enum class DecidedBy {
    // No two outer boxes overlap: the bodies are separated.
    outer_boxes,
    // Two inner boxes overlap: the bodies collide.
    inner_boxes,
    // The faces: if a pair touches, the bodies collide; if no pair touches and neither body contains the
    // other, they are separated.
    faces,
    // One body is inside the other.
    containment,
};

// Selects whether a query tests inner boxes too. Its answer does not depend on this.
enum class InnerBoxes { used, ignored };

// The result of a query on two hierarchies.
struct DoubleAnswer {
    // True if the solids share a point.
    bool share = false;
    DecidedBy decided_by = DecidedBy::outer_boxes;
    // The depth of the deeper node of a pair whose inner boxes overlap; else that of the deepest node tested.
    std::uint32_t depth = 0;
    std::uint32_t outer_tests = 0, inner_tests = 0, face_tests = 0;
};

// The result equals that of exact arithmetic, for every depth and with or without inner boxes.
DoubleAnswer overlap_solid(const DoubleHierarchy& a, const Pose& pose_a, const DoubleHierarchy& b,
                           const Pose& pose_b, InnerBoxes inner_boxes = InnerBoxes::used);

}  // namespace allide
