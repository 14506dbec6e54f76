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
    int steps = 0;  // iterations of Newton's method
};
// Requires a bounded polyhedron with volume; `inside` is a point of its interior.
InscribedBox largest_box(std::span<const HalfSpace> planes, const Vec3& inside,
                         const std::array<Vec3, 3>& axes);

// Position of a piece within the body.
enum class Piece {
    interior,  // no face of the piece lies on a face of the body; it is not divided further
    exterior,
};

struct DoubleNode {
    Piece piece = Piece::exterior;
    std::uint32_t depth = 0;
    std::array<std::uint32_t, 2> children{};  // node indices; both 0 for a leaf
    OrientedBox outer;                        // contains the piece
    OrientedBox inner;                 // certainly lies in the body; `half` is 0 if there is no inner box
    double log_volume_gap = 0;         // volume gap of the inner box in its piece, as in InscribedBox
    std::vector<std::uint32_t> faces;  // indices of the body's faces that the piece has a share of

    bool is_leaf() const { return children[0] == 0; }
};

struct DoubleOptions {
    std::uint32_t depth = 4;  // depth of the tree, at most 12; there are at most 2^depth leaves
};

// Immutable and cheap to copy. A move is a copy, so a moved-from hierarchy keeps its value.
class DoubleHierarchy {
  public:
    DoubleHierarchy(const DoubleHierarchy&) = default;
    DoubleHierarchy& operator=(const DoubleHierarchy&) = default;
    ~DoubleHierarchy() = default;

    // Requires a polytope with volume.
    static Result<DoubleHierarchy> build(const ConvexBody& body, const DoubleOptions& options = {});

    std::span<const DoubleNode> nodes() const;  // the root is first
    const ConvexBody& body() const;

  private:
    struct Data;
    explicit DoubleHierarchy(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> data_;
};

enum class DecidedBy {
    outer_boxes,  // no outer boxes overlap: the bodies are separated
    inner_boxes,  // two inner boxes overlap: the bodies collide
    faces,        // a pair of faces touches, or no pair does and neither body contains the other
    containment,  // one body is inside the other
};

enum class InnerBoxes { used, ignored };

struct DoubleAnswer {
    bool share = false;  // the solids share a point
    DecidedBy decided_by = DecidedBy::outer_boxes;
    // Depth of the deeper node of the deciding pair, or of the tree if faces decided.
    std::uint32_t depth = 0;
    std::uint32_t outer_tests = 0, inner_tests = 0, face_tests = 0;
};

// The result equals that of exact arithmetic, for every depth and with or without inner boxes.
DoubleAnswer overlap_solid(const DoubleHierarchy& a, const Pose& pose_a, const DoubleHierarchy& b,
                           const Pose& pose_b, InnerBoxes inner_boxes = InnerBoxes::used);

}  // namespace allide
