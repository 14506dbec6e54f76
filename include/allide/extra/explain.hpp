// Certificates: evidence for the answers of collide, distance and predict that another program can check.
//
// To check a certificate, a program needs exact rational arithmetic, the two meshes and the poses or the
// motion, but nothing of this library. docs/certificates.md defines the rules; scripts/check_certificate.py
// checks them.
#pragma once

#include <allide/predict.hpp>
#include <allide/query.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ALLIDE_EXPORT allide {

// An exact point of a triangle: the weighted mean of its corners in the world. The weights are exact,
// non-negative numbers in hexadecimal: "0x1f3p-64" is 0x1f3 · 2⁻⁶⁴.
struct ExactPointOnTriangle {
    std::uint32_t triangle = 0;
    std::array<std::string, 3> weights = {};
};

// One step of a proof that a set of triangles of A and one of B are disjoint. The steps form a binary tree,
// listed in preorder: a cut divides a set or the time interval in two parts, and is followed by all steps for
// the first part, then all steps for the second. A direction proves its part and has no further steps.
struct SeparationStep {
    enum class Kind {
        cut_a,      // sorts A's set by each triangle's least coordinate along `axis`, in the model's frame,
                    // then by triangle number, and cuts it in the middle; of an odd number, the first part
                    // gets the smaller half
        cut_b,      // the same for B's set
        cut_time,   // cuts the time interval at `time`; only for moving models
        direction,  // all of B's set lies beyond all of A's along the direction
    };
    Kind kind = Kind::direction;
    int axis = 0;  // for cut_a and cut_b: the axis of the sort, 0 (x), 1 (y) or 2 (z)
    double time = 0;
    Vec3 direction = {};  // for a direction: the vector in the world, of any length
    // The direction as exact numbers, if doubles are not precise enough to separate the sets; else empty.
    std::array<std::string, 3> exact_direction = {};
};
// The steps of a proof in order. The first step is about all triangles of both models.
using SeparationProof = std::vector<SeparationStep>;

struct CollisionCertificate {
    // The same point of the world, as a point of A and as a point of B; empty if there is no contact.
    std::optional<std::array<ExactPointOnTriangle, 2>> common = {};
    SeparationProof separation = {};  // set if there is no contact: every direction leaves a gap above 0
};
CollisionCertificate explain_collision(const Placed& a, const Placed& b);

struct DistanceCertificate {
    double lower = 0, upper = 0;                      // the bounds that are proven
    std::array<ExactPointOnTriangle, 2> points = {};  // a point of A and one of B, at most `upper` apart
    // The gap along each direction is at least `lower` times the direction's length. Empty if `lower` is 0.
    SeparationProof separation = {};
};
// `answer` is what distance(a, b) returned. Throws PreconditionError if a model has no triangles, or if the
// answer is not one about these models.
DistanceCertificate explain_distance(const Placed& a, const Placed& b, const Distance& answer);

// ---- Motions ----

// Evidence that two moving models are in contact.
struct MovingContact {
    enum class Kind {
        common_point,  // at `time`, an exact rational, the two points are the same; only for translations
        near_points,   // at `time` the two points are no farther apart than the clearance
        piercing,      // at `time` an edge of one triangle passes through the interior of the other triangle
        sliding,       // during a rotation a corner of one triangle stays exactly in the plane of the other,
                       // which is perpendicular to the axis; at `time` it is strictly inside
    };
    Kind kind = Kind::common_point;
    std::size_t segment = 0;  // number of the segment in the motion, from 0
    std::string time = {};    // in the segment's own time, 0 … 1: a fraction of exact numbers, as in "3/7"
    std::array<ExactPointOnTriangle, 2> points = {};  // a point of A and one of B; unused for a piercing
    // For a piercing or a sliding corner: the triangles of A and B; `of_a` is true if A's triangle has the
    // edge or corner, and `number`, 0 to 2, is that of the edge or corner. Edge i runs from corner i to the
    // next.
    Contact triangles = {};
    bool of_a = true;
    int number = 0;
};

// Proves that there is no contact on one segment of a motion up to the time `until`.
struct SegmentSeparation {
    std::size_t segment = 0;
    double until = 1;                 // the end of the proven interval, in the segment's own time, 0 … 1
    SeparationProof separation = {};  // a cut_time is in the segment's own time, too
};

struct PredictionCertificate {
    bool complete = true;  // false: the proof would have had too many steps, and is left out
    std::vector<SegmentSeparation> free = {};   // prove that there is no contact before the first one
    std::optional<MovingContact> contact = {};  // set for an impact and for a contact at the start
};
// `answer` is what predict(a, b, options) returned.
PredictionCertificate explain_prediction(const Moving& a, const Placed& b, const Prediction& answer,
                                         const PredictOptions& options = {});

}  // namespace allide
