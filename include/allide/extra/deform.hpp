// First contact of deforming meshes: every vertex moves on a straight line from its position at t = 0 to
// another at t = 1, as in one step of a simulation of cloth, soft bodies, rods or particles.
//
//     DeformableModel cloth = DeformableModel::build(mesh).value();      // at its positions at t = 0
//     const Deforming step = deforming(cloth, positions_at_1).value();
//     const double safe = max_safe_step(step);                           // no self-contact up to this time
//
// Every answer is exact, also with a clearance: no contact is missed, and none is reported that does not
// exist. Rods and points are meshes too, see mesh_of_segments and mesh_of_points.
#pragma once

#include <allide/model.hpp>
#include <allide/predict.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ALLIDE_EXPORT allide {

namespace detail {
struct DeformingAccess;
struct DeformingSurface;
}  // namespace detail

// ---- Raw queries, for programs with a broad phase of their own.

// Eight points: four at t = 0, then the same four at t = 1. For Features::vertex_face the vertex and the
// three corners of the face; for Features::face_vertex the corners and then the vertex; for
// Features::edge_edge the ends of the first edge, then those of the second. Any finite coordinates; features
// may be degenerate.
using FeatureMotion = std::array<Vec3, 8>;

struct FeatureContact {
    // clear, or impact (also for a contact at t = 0). Never undecided.
    Outcome outcome = Outcome::clear;
    double t_lo = 1, t_hi = 1;  // no contact before t_lo; an impact is a contact in [t_lo, t_hi]
    // The contact point at t_hi as a weighted sum of either side's points, in their order. Each side's
    // weights add up to 1. Rounded.
    std::array<double, 4> weights = {};
    double delta = 0;  // always 0: every query is decided
    friend bool operator==(const FeatureContact&, const FeatureContact&) = default;
};

// Uses only `tolerance` and `clearance` of the options. Throws PreconditionError for a non-finite coordinate.
FeatureContact first_contact(Features features, const FeatureMotion& motion,
                             const PredictOptions& options = {});
// Many queries of one kind, in their order; several times faster than one at a time.
std::vector<FeatureContact> first_contacts(Features features, std::span<const FeatureMotion> motions,
                                           const PredictOptions& options = {});

// ---- Models.

// A DeformableModel whose vertices move on straight lines. It keeps a copy of the positions and a tree of
// boxes that move with them. Valid until the model's tree is rebuilt, its vertices move, or it is gone. Cheap
// to copy.
class Deforming {
  public:
    std::span<const Vec3> start() const;  // vertices at t = 0
    std::span<const Vec3> end() const;    // vertices at t = 1

  private:
    friend struct detail::DeformingAccess;
    explicit Deforming(std::shared_ptr<const detail::DeformingSurface> surface)
        : surface_(std::move(surface)) {}
    std::shared_ptr<const detail::DeformingSurface> surface_;
};

// The motion from the model's present vertices to the given ones. Fails if there are more or fewer positions
// than vertices, or if one that a triangle uses is not finite.
Result<Deforming> deforming(const DeformableModel& model, std::span<const Vec3> end);
// The motion between any two states, whatever the model's present vertices are: its tree need not be refitted
// in each step.
Result<Deforming> deforming(const DeformableModel& model, std::span<const Vec3> start,
                            std::span<const Vec3> end);

// A contact of a vertex and a face, or of two edges.
struct FeatureImpact {
    double t_lo = 0, t_hi = 0;  // bracket of the first contact of these features
    Features features = Features::edge_edge;
    // The vertex numbers of the features, A's feature first: vertex and face, face and vertex, or two edges.
    // In a self-contact both features are A's.
    std::array<std::uint32_t, 4> vertices = {};
    std::array<double, 4> weights = {};            // as in FeatureContact
    std::uint32_t triangle_a = 0, triangle_b = 0;  // for each side, a triangle that has its feature
    double delta = 0;                              // always 0: every query is decided
};

// The first contact of two surfaces. With a single surface: its first contact with itself, where features
// that share a vertex do not count. The outcome is `touching_at_start` if there is a contact at t = 0, and
// never undecided. With a clearance, surfaces that are at most that far apart count as in contact. A placed
// model is at rest; its vertices are mapped by its pose and rounded to double, unless the pose is the
// identity. Uses only `tolerance` and `clearance` of the options.
Prediction predict(const Deforming& a, const PredictOptions& options = {});
Prediction predict(const Deforming& a, const Deforming& b, const PredictOptions& options = {});
Prediction predict(const Deforming& a, const Placed& b, const PredictOptions& options = {});

// The first contact of two features, as predict finds it, with vertices and weights. Unlike predict, this
// does not detect surfaces that interpenetrate at t = 0 if at that time no vertex touches a face and no two
// edges touch.
std::optional<FeatureImpact> earliest_impact(const Deforming& a, const PredictOptions& options = {});
std::optional<FeatureImpact> earliest_impact(const Deforming& a, const Deforming& b,
                                             const PredictOptions& options = {});
std::optional<FeatureImpact> earliest_impact(const Deforming& a, const Placed& b,
                                             const PredictOptions& options = {});

// Every pair of features that come into contact, with the time of their own first contact, sorted by t_lo.
std::vector<FeatureImpact> all_impacts(const Deforming& a, const PredictOptions& options = {});
std::vector<FeatureImpact> all_impacts(const Deforming& a, const Deforming& b,
                                       const PredictOptions& options = {});
std::vector<FeatureImpact> all_impacts(const Deforming& a, const Placed& b,
                                       const PredictOptions& options = {});

// The largest t, up to the tolerance, such that there is certainly no contact in [0, t]: 1 if there is none
// at all, 0 if surfaces touch at the start. For line searches of solvers that never let surfaces
// interpenetrate.
double max_safe_step(const Deforming& a, const PredictOptions& options = {});
double max_safe_step(const Deforming& a, const Deforming& b, const PredictOptions& options = {});
double max_safe_step(const Deforming& a, const Placed& b, const PredictOptions& options = {});

// ---- Rods and points, as meshes of degenerate triangles: two or three of their corners are equal.

Result<Mesh> mesh_of_segments(std::span<const Vec3> vertices,
                              std::span<const std::array<std::uint32_t, 2>> segments);
Result<Mesh> mesh_of_points(std::span<const Vec3> vertices);

}  // namespace allide
