// Outer and inner boxes of a convex polyhedron, in a tree: outer boxes prove that two bodies are apart, inner
// boxes that they collide, and faces decide the rest (Arcila, Dinás, Bañón 2008).
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

// Within the half-spaces, along the given axes, as large as possible.
struct InscribedBox {
    OrientedBox box;
    // The logarithm of the largest box's volume is at most this above that of the box.
    double log_volume_gap = 0;
    int steps = 0;  // of Newton's method
};
// Of a bounded polyhedron with volume; `inside` is a point of its inside.
InscribedBox largest_box(std::span<const HalfSpace> planes, const Vec3& inside,
                         const std::array<Vec3, 3>& axes);

// Where a piece of the body lies.
enum class Piece {
    interior,  // no face of it belongs to a face of the body; it is not divided further
    exterior,
};

struct DoubleNode {
    Piece piece = Piece::exterior;
    std::uint32_t depth = 0;
    std::array<std::uint32_t, 2> children{};  // numbers of nodes; both 0: a leaf
    OrientedBox outer;                        // holds the piece
    OrientedBox inner;                        // lies in the body, for certain; half 0 if there is none
    double log_volume_gap = 0;                // of the inner box in its piece
    std::vector<std::uint32_t> faces;         // of the body, that the piece has a share of

    bool is_leaf() const { return children[0] == 0; }
};

struct DoubleOptions {
    std::uint32_t depth = 4;  // of the tree: 2^depth leaves at most; up to 12
};

// Immutable and cheap to copy. Moving copies, so that one that has been moved from stays what it was.
class DoubleHierarchy {
  public:
    DoubleHierarchy(const DoubleHierarchy&) = default;
    DoubleHierarchy& operator=(const DoubleHierarchy&) = default;
    ~DoubleHierarchy() = default;

    // Of a polytope that has volume.
    static Result<DoubleHierarchy> build(const ConvexBody& body, const DoubleOptions& options = {});

    std::span<const DoubleNode> nodes() const;  // the first is the root
    const ConvexBody& body() const;

  private:
    struct Data;
    explicit DoubleHierarchy(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> data_;
};

enum class DecidedBy {
    outer_boxes,  // no two overlap: apart
    inner_boxes,  // two overlap: they collide
    faces,        // a pair of faces touches, or none does and no body holds the other
    containment,  // one body is inside the other
};

enum class InnerBoxes { used, ignored };

struct DoubleAnswer {
    bool share = false;  // the solids share a point
    DecidedBy decided_by = DecidedBy::outer_boxes;
    std::uint32_t depth = 0;  // of the deeper node of the pair that decided; of the tree where faces did
    std::uint32_t outer_tests = 0, inner_tests = 0, face_tests = 0;
};

// Exact: the answer of exact arithmetic, whatever the depth and with inner boxes or without.
DoubleAnswer overlap_solid(const DoubleHierarchy& a, const Pose& pose_a, const DoubleHierarchy& b,
                           const Pose& pose_b, InnerBoxes inner_boxes = InnerBoxes::used);

}  // namespace allide
