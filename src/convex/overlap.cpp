#include "base/float_environment.hpp"
#include "convex/body/rescaled.hpp"
#include "convex/curved.hpp"
#include "convex/gjk/exact_closest.hpp"
#include "convex/gjk/gjk.hpp"
#include "convex/gjk/portal.hpp"
#include "convex/half_space.hpp"

#include <cmath>

namespace allide {
namespace {

BodyOverlap exact_overlap(const convex::BodyPair& pair, const convex::Simplex& start) {
    const convex::ExactClosest closest = convex::exact_closest(pair, start);
    const bool share = convex::compare_with_radii(pair, closest) <= 0;
    return {.verdict = share ? BodyVerdict::yes : BodyVerdict::no, .certificate = Certificate::exact};
}

BodyOverlap search_nearest(const convex::BodyPair& pair, BodyHint* hint) {
    convex::Simplex start;
    if (pair.in_range()) {
        const convex::GjkAnswer answer = convex::gjk(pair, convex::GjkGoal::verdict, hint);
        switch (answer.end) {
            case convex::GjkAnswer::End::separated:
                return {.verdict = BodyVerdict::no, .certificate = Certificate::direction};
            case convex::GjkAnswer::End::inside:
                return {.verdict = BodyVerdict::yes, .certificate = Certificate::simplex};
            case convex::GjkAnswer::End::near:
                return {.verdict = BodyVerdict::yes, .certificate = Certificate::points};
            case convex::GjkAnswer::End::open:
                start = answer.simplex;
        }
    }
    if (pair.exact_kinds()) return exact_overlap(pair, start);
    if (pair.depth_in_range()) return convex::curved_overlap(pair);
    const convex::RescaledBodies scaled(pair.placed_a(), pair.placed_b());
    const PlacedBody a = scaled.a(), b = scaled.b();
    BodyOverlap found = convex::curved_overlap(convex::BodyPair(a, b));
    found.bound = scaled.upper(found.bound);
    return found;
}

// Yes if the inner balls overlap, no if the outer ones are disjoint. `apart` is the vector between the
// bodies' middles.
BodyVerdict verdict_by_balls(const convex::BodyPair& pair, const Vec3& apart) {
    const double length = std::sqrt(kernel::dot(apart, apart)),
                 error = 4 * pair.point_error() + 0x1p-48 * length;
    if (length + error < pair.inner_balls() * (1 - 0x1p-50)) return BodyVerdict::yes;
    if (length - error > pair.outer_balls() * (1 + 0x1p-50)) return BodyVerdict::no;
    return BodyVerdict::undecided;
}

}  // namespace

BodyOverlap overlap_solid(const PlacedBody& a, const PlacedBody& b, BodyHint* hint) {
    const base::DefaultFloatEnvironment environment;
    if (convex::has_half_space(a, b)) return convex::overlap_with_half_space(a, b);
    const convex::BodyPair pair(a, b);
    const Vec3 apart = pair.middle_difference();
    if (pair.in_range()) {
        const BodyVerdict verdict = verdict_by_balls(pair, apart);
        if (verdict != BodyVerdict::undecided)
            return {
                .verdict = verdict,
                .certificate = verdict == BodyVerdict::yes ? Certificate::points : Certificate::direction};
    }
    const bool portal = pair.in_range() && pair.have_corners() && pair.radius_sum() == 0;
    if (portal) {
        const convex::GjkAnswer::End end = convex::search_portal(pair, apart, hint);
        if (end == convex::GjkAnswer::End::separated)
            return {.verdict = BodyVerdict::no, .certificate = Certificate::direction};
        if (end == convex::GjkAnswer::End::inside)
            return {.verdict = BodyVerdict::yes, .certificate = Certificate::simplex};
    }
    return search_nearest(pair, portal ? nullptr : hint);
}

}  // namespace allide
