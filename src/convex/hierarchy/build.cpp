#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "convex/body/body_data.hpp"
#include "convex/hierarchy/data.hpp"
#include "convex/hierarchy/pieces.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/triangle/orientation.hpp"

#include <allide/extra/double_hierarchy.hpp>

#include <algorithm>

namespace allide {
namespace {

using kernel::dot;
using kernel::operator-;
using kernel::operator+;
using kernel::operator*;

constexpr std::array<Vec3, 3> own_axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

std::array<Vec3, 8> corners_of(const OrientedBox& box) {
    std::array<Vec3, 8> corners;
    for (unsigned i = 0; i < 8; ++i) {
        corners[i] = box.center;
        for (unsigned k = 0; k < 3; ++k)
            corners[i] = corners[i] + ((i >> k & 1u) != 0 ? box.half[k] : -box.half[k]) * box.axes[k];
    }
    return corners;
}

// True if no corner of the box, as rounded to doubles, is beyond a face of the body; decided exactly.
bool is_inside_body(const ConvexBody& body, const OrientedBox& box) {
    const auto vertices = body.vertices();
    for (const Vec3& corner : corners_of(box))
        for (const BodyFace& face : body.faces())
            if (kernel::orientation(vertices[face.corners[0]], vertices[face.corners[1]],
                                    vertices[face.corners[2]], corner) > 0)
                return false;
    return true;
}

class Divider {
  public:
    Divider(const ConvexBody& body, std::uint32_t depth) : body_(body), depth_(depth) {
        // A generous bound on the errors of clipping the pieces and computing their boxes.
        margin_ = 0x1p-40 * data_of(body).norm + 0x1p-1000;
    }

    std::vector<DoubleNode> run() {
        nodes_.emplace_back();
        divide(0, convex::whole_body(body_), 0);
        return std::move(nodes_);
    }

  private:
    void divide(std::uint32_t at, const convex::PieceBody& piece, std::uint32_t depth) {
        const convex::PieceFrame frame = convex::frame_of(piece);
        fill(nodes_[at], piece, frame, depth);
        if (depth == depth_ || piece.is_interior()) return;
        const Vec3& axis = frame.axes[0];
        const double offset = dot(axis, frame.centroid);
        const convex::PieceBody low = convex::below(piece, {axis, offset});
        const convex::PieceBody high = convex::below(piece, {-1 * axis, -offset});
        if (low.faces.size() < 4 || high.faces.size() < 4) return;  // too flat to be divided
        const auto child = static_cast<std::uint32_t>(nodes_.size());
        nodes_[at].children = {child, child + 1};
        nodes_.resize(nodes_.size() + 2);
        divide(child, low, depth + 1);
        divide(child + 1, high, depth + 1);
    }

    void fill(DoubleNode& node, const convex::PieceBody& piece, const convex::PieceFrame& frame,
              std::uint32_t depth) const {
        node.depth = depth;
        node.piece = piece.is_interior() ? Piece::interior : Piece::exterior;
        for (const convex::PieceFace& face : piece.faces)
            if (face.face != convex::no_face) node.faces.push_back(face.face);
        const auto corners = piece.corners();
        node.outer = outer_box(corners, own_axes);
        // The root's outer box is axis-aligned, as in the paper named in overlap.cpp. Other nodes get the
        // axis-aligned box or the one along the principal axes, whichever has the smaller volume.
        if (depth > 0)
            if (const OrientedBox turned = outer_box(corners, frame.axes);
                turned.volume() < node.outer.volume())
                node.outer = turned;
        std::vector<HalfSpace> planes;
        for (const convex::PieceFace& face : piece.faces) planes.push_back(face.plane);
        for (const auto& axes : {own_axes, frame.axes}) add_inner(node, planes, frame.centroid, axes);
    }

    OrientedBox outer_box(const std::vector<Vec3>& corners, const std::array<Vec3, 3>& axes) const {
        OrientedBox box{.center = {}, .axes = axes, .half = {}};
        for (std::size_t k = 0; k < 3; ++k) {
            double low = base::infinity, high = -low;
            for (const Vec3& corner : corners) {
                low = std::min(low, dot(axes[k], corner));
                high = std::max(high, dot(axes[k], corner));
            }
            box.center = box.center + ((low + high) / 2) * axes[k];
            box.half[k] = (high - low) / 2 + margin_;
        }
        return box;
    }

    // Keeps the largest inner box found so far. A new box is shrunk by increasing amounts until it certainly
    // lies inside the body, or is no longer larger than the one kept.
    void add_inner(DoubleNode& node, const std::vector<HalfSpace>& planes, const Vec3& inside,
                   const std::array<Vec3, 3>& axes) const {
        const InscribedBox best = largest_box(planes, inside, axes);
        for (double less = 0; less < 1e-6 * data_of(body_).norm;
             less = less == 0 ? 0x1p-53 * data_of(body_).norm : 2 * less) {
            OrientedBox box = best.box;
            for (double& half : box.half) half -= less;
            if (*std::min_element(box.half.begin(), box.half.end()) <= 0) return;
            if (box.volume() <= node.inner.volume()) return;
            if (!is_inside_body(body_, box)) continue;
            node.inner = box;
            node.log_volume_gap = best.log_volume_gap;
            return;
        }
    }

    const ConvexBody& body_;
    std::uint32_t depth_;
    double margin_ = 0;
    std::vector<DoubleNode> nodes_;
};

}  // namespace

DoubleHierarchy::DoubleHierarchy(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Result<DoubleHierarchy> DoubleHierarchy::build(const ConvexBody& body, const DoubleOptions& options) {
    const base::DefaultFloatEnvironment environment;
    if (body.faces().empty())
        return Error{.code = ErrorCode::bad_argument,
                     .message = "a double hierarchy needs a polytope with volume"};
    if (options.depth > 12)
        return Error{.code = ErrorCode::bad_argument, .message = "a double hierarchy is at most 12 deep"};
    return DoubleHierarchy(
        std::make_shared<Data>(Data{.body = body, .nodes = Divider(body, options.depth).run()}));
}

std::span<const DoubleNode> DoubleHierarchy::nodes() const {
    return data_->nodes;
}
const ConvexBody& DoubleHierarchy::body() const {
    return data_->body;
}

}  // namespace allide
