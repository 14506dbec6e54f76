// Time of impact between moving models and moving convex bodies. Results are certified: there is no contact
// before `free_until`, and an impact whose `delta` is 0 is a certain contact within its time bracket.
#pragma once

#include <allide/motion.hpp>
#include <allide/query.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ALLIDE_EXPORT allide {

// The outcome of a prediction.
enum class Outcome {
    // There is no contact at any time from 0 to 1.
    clear,
    // There is no contact before t_lo, and a contact between t_lo and t_hi.
    impact,
    // The models touch at t = 0. This is decided by the exact predicate.
    touching_at_start,
    // A graze, with a gap or a penetration depth of at most `delta`: whether there is a contact is unproven.
    undecided,
};

// Returns "clear", "impact", "touching_at_start" or "undecided".
std::string_view name_of(Outcome outcome);
// Returns "vertex-face", "face-vertex" or "edge-edge".
std::string_view name_of(Features features);

// Options of predict and contact_intervals.
struct PredictOptions {
    // The maximum width of a time bracket, as a fraction of the motion: from 1e-13 to 0.1; 1e-9 by default.
    double tolerance = 1e-9;
    // Two models at most this far apart count as in contact. A length, finite and not negative; 0 by default.
    double clearance = 0;
    // The search method; the tree by default. It does not change the answers.
    Search search = Search::tree;
    // contact_intervals stops after this many intervals, certain and undecided ones together. There is no
    // limit by default; predict ignores it.
    std::size_t max_intervals = std::numeric_limits<std::size_t>::max();
};

// A contact of two moving models.
struct Impact {
    // The bracket of the time of the first contact.
    double t_lo = 0, t_hi = 0;
    std::uint32_t triangle_a = 0, triangle_b = 0;
    // The features of one pair of triangles that touches at that time. Empty if there is a clearance.
    std::optional<Features> features;
    // The contact point in world coordinates, rounded.
    Vec3 point;
};

// The result of predict.
struct Prediction {
    Outcome outcome = Outcome::clear;
    // There is no contact at any time before this.
    double free_until = 1;
    // The contact, or the possible contact if undecided. Empty if clear.
    std::optional<Impact> impact;
    // Upper bound on the gap or penetration depth that is in doubt. Set if the outcome is undecided, or if a
    // graze that is not proven to be a contact precedes the first certain contact: the impact's bracket is
    // then that of the graze. Otherwise 0.
    double delta = 0;
    std::uint64_t triangle_tests = 0;
};

// A contact that starts in [t0_lo, t0_hi] and ends in [t1_lo, t1_hi]. A contact that lasts until the end of
// the motion ends at 1. If a contact lasts no longer than the width of its start bracket, t1_lo equals t0_hi.
struct ContactInterval {
    double t0_lo = 0, t0_hi = 0, t1_lo = 0, t1_hi = 0;
    friend bool operator==(const ContactInterval&, const ContactInterval&) = default;
};

// The result of contact_intervals.
struct ContactIntervals {
    // Intervals of certain contact, sorted and disjoint; gaps narrower than the tolerance may be closed.
    std::vector<ContactInterval> intervals;
    // Intervals of possible contact, sorted and disjoint.
    std::vector<ContactInterval> undecided;
    // False if the limit on the number of intervals was reached, so that there may be more.
    bool complete = true;
    // Every interval that begins before this time is listed; 1 if the list is complete.
    double known_until = 1;
};

Prediction predict(const Moving& a, const Placed& b, const PredictOptions& options = {});
Prediction predict(const Moving& a, const Moving& b, const PredictOptions& options = {});

// All time intervals in which the two surfaces touch.
ContactIntervals contact_intervals(const Moving& a, const Placed& b, const PredictOptions& options = {});
ContactIntervals contact_intervals(const Moving& a, const Moving& b, const PredictOptions& options = {});

// ---- Convex bodies ----
//
// Bodies are solids, and meshes are surfaces, as in the queries about bodies at rest (allide/query.hpp).

// A convex body and its motion: one argument of a query over time. A view, like Moving.
class MovingBody {
  public:
    const Motion& motion() const { return motion_; }
    // The body's fixed pose in the moving frame.
    const Pose& offset() const { return offset_; }
    // The body at its pose at time t, rounded.
    PlacedBody at(double t) const;

  private:
    friend class ConvexBody;
    friend struct detail::BodyAccess;
    MovingBody(const detail::BodyData& data, const Motion& motion, const Pose& offset)
        : data_(&data), motion_(motion), offset_(offset) {}
    const detail::BodyData* data_;
    Motion motion_;
    Pose offset_;
};

// A contact of moving bodies.
struct BodyImpact {
    // The bracket of the time of the first contact.
    double t_lo = 0, t_hi = 0;
    // The bodies that touch, by their numbers in the compounds; 0 for single bodies.
    std::size_t body_a = 0, body_b = 0;
    // The triangle that is touched, where b is a mesh.
    std::optional<std::uint32_t> triangle = {};
    // The contact point in the world at t_lo, rounded; with a clearance, it is on a.
    Vec3 point = {};
    // The direction from a to b at t_lo, of length 1 up to rounding; predict() of two MovingShapes sets it to
    // 0 if the shapes touch at t = 0, and if both are meshes, height fields or points.
    Vec3 normal = {};
};

// The result of predict with convex bodies.
struct BodyPrediction {
    // `undecided` means that the smallest gap or the largest depth is at most `delta`, and `delta` is at most
    // 1e-9 of the size. The size is the larger diagonal of the two bounding boxes; with a half-space, the
    // diagonal of the other body's box.
    Outcome outcome = Outcome::clear;
    // There is no contact at any time before this.
    double free_until = 1;
    // The contact, or the possible contact if undecided. Empty if clear.
    std::optional<BodyImpact> impact = {};
    // Upper bound on the gap or penetration depth that is in doubt: set if the outcome is undecided, or if an
    // impact's bracket is wider than the tolerance because a graze precedes the impact. Otherwise 0.
    double delta = 0;
    // The number of steps that were certified free.
    std::uint64_t steps = 0;
};

// When do two solid bodies share a point first? PredictOptions::search and max_intervals are ignored.
BodyPrediction predict(const MovingBody& a, const PlacedBody& b, const PredictOptions& options = {});
BodyPrediction predict(const MovingBody& a, const MovingBody& b, const PredictOptions& options = {});
// The same of two compounds: of any body of the first list and any of the second.
BodyPrediction predict(std::span<const MovingBody> a, std::span<const MovingBody> b,
                       const PredictOptions& options = {});
// When does a solid body, or a compound, first share a point with a triangle of a mesh?
BodyPrediction predict(const MovingBody& a, const Placed& b, const PredictOptions& options = {});
BodyPrediction predict(const MovingBody& a, const Moving& b, const PredictOptions& options = {});
BodyPrediction predict(std::span<const MovingBody> a, const Moving& b, const PredictOptions& options = {});

}  // namespace allide
