#include "query/predict/conservative_advancement.hpp"

#include "base/cancel.hpp"
#include "kernel/screw/bounded_contact.hpp"
#include "kernel/triangle/closest_features.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::BoundedGap;
using kernel::Certainty;
using kernel::dot_of;
using kernel::DoubleDouble;
using kernel::PairEvent;

// Upper bound of the rounding error of a distance computed in double, in the scene's unit.
constexpr double quick_distance_error = 0x1p-46;
// Triangles whose gap is not proven larger than this coincide as far as double-double arithmetic can resolve.
constexpr double finest_distance = 0x1p-80;

kernel::Triangle plain_triangle(const kernel::NumberTriangle<double>& corners) {
    kernel::Triangle out;
    for (std::size_t i = 0; i < 3; ++i) out[i] = {corners[i][0], corners[i][1], corners[i][2]};
    return out;
}

kernel::NumberTriangle<double> rounded_corners(const kernel::NumberTriangle<DoubleDouble>& corners) {
    kernel::NumberTriangle<double> out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[i][k] = corners[i][k].rounded();
    return out;
}

traverse::AxisPoint place_by_weights(const kernel::NumberTriangle<double>& corners,
                                     const std::array<double, 3>& weights) {
    traverse::AxisPoint out{};
    const double sum = weights[0] + weights[1] + weights[2];
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) out[k] += weights[i] / sum * corners[i][k];
    return out;
}

}  // namespace

NearPlaces nearest_places(const kernel::NumberTriangle<double>& a, const kernel::NumberTriangle<double>& b) {
    const kernel::ClosestFeatures features = kernel::closest_features(plain_triangle(a), plain_triangle(b));
    NearPlaces near;
    near.a = place_by_weights(a, features.weights_a);
    near.direction = kernel::minus(place_by_weights(b, features.weights_b), near.a);
    near.distance = std::sqrt(dot_of(near.direction, near.direction));
    return near;
}

ConservativeAdvancement::ConservativeAdvancement(const traverse::ScrewBounds& bounds,
                                                 const kernel::Triangle& a, const kernel::Triangle& b,
                                                 const AdvancementOptions& options)
    : bounds_(bounds),
      scene_(bounds.scene()),
      start_(scene_.triangle_a<double>(a)),
      fine_start_(scene_.triangle_a<DoubleDouble>(a)),
      fine_b_(scene_.triangle_b<DoubleDouble>(b)),
      b_(scene_.triangle_b<double>(b).corner),
      axis_distance_(traverse::AxisCorners(start_, 0).axis_distance),
      options_(options) {}

kernel::NumberTriangle<DoubleDouble> ConservativeAdvancement::fine_corners_at(const DoubleDouble& t) const {
    const kernel::DoubleDoubleSinCos turn = kernel::Precision<DoubleDouble>::turn(scene_.angle, t);
    kernel::NumberTriangle<DoubleDouble> now;
    for (std::size_t i = 0; i < 3; ++i)
        now[i] = kernel::moved(fine_start_.corner[i], turn, DoubleDouble(scene_.advance) * t);
    return now;
}
double ConservativeAdvancement::slack() const {
    return kernel::position_error<DoubleDouble>(scene_.angle) + scene_.deviation;
}
BoundedGap ConservativeAdvancement::double_double_gap_at(const DoubleDouble& t) const {
    return kernel::bounded_gap(fine_corners_at(t), fine_b_.corner, slack(), options_.clearance);
}
bool ConservativeAdvancement::crosses_at(const DoubleDouble& t) const {
    return kernel::touch_within(fine_corners_at(t), fine_b_.corner, slack()) == Certainty::yes;
}

NearPair ConservativeAdvancement::near_pair_at(const DoubleDouble& t) const {
    return {fine_corners_at(t), fine_b_.corner,
            options_.clearance, kernel::position_error<DoubleDouble>(scene_.angle),
            scene_.deviation,   scene_.axial_deviation};
}

// Lower bound of the time for which the triangles stay separated, from positions in double; 0 if unknown.
double ConservativeAdvancement::quick_step(double t) const {
    const kernel::NumberTriangle<double> now = bounds_.corners_at(start_.corner, t);
    const traverse::AxisPoint n = nearest_places(now, b_).direction;
    const double far = std::max({dot_of(n, now[0]), dot_of(n, now[1]), dot_of(n, now[2])});
    const double close = std::min({dot_of(n, b_[0]), dot_of(n, b_[1]), dot_of(n, b_[2])});
    const double gap = (close - far) / std::sqrt(dot_of(n, n)) - bounds_.margin();
    return gap > 0 ? kernel::separation_time(turning(), n, now, b_, gap) : 0;
}

double ConservativeAdvancement::fine_step(const DoubleDouble& t, const BoundedGap& gap) const {
    if (!(gap.lower > 0)) return 0;
    return kernel::separation_time(fine_turning(), gap.direction, rounded_corners(fine_corners_at(t)),
                                   rounded_corners(fine_b_.corner), gap.lower);
}

// Advances from t to `until`, with times in double-double. Reports whether the triangles pass each other,
// come closer than the arithmetic can resolve, or neither within the allowed steps.
ConservativeAdvancement::ClosePass ConservativeAdvancement::close_pass_from(const DoubleDouble& t,
                                                                            const DoubleDouble& until) const {
    constexpr int max_steps = 200;
    DoubleDouble now = t;
    for (int step = 0; step < max_steps; ++step) {
        const BoundedGap gap = double_double_gap_at(now);
        if (!(gap.lower > finest_distance)) return ClosePass::coincides;
        if (!options_.uses_double_double) break;
        now = now + DoubleDouble(std::min(2.0, fine_step(now, gap)));
        if (!(now < until)) return ClosePass::passes;
    }
    return ClosePass::unknown;
}

// Width of the time bracket to search for. Triangles that come closer than clearance − graze are within the
// clearance for at least 2 · graze / speed (graze / speed on either side of the closest approach), so a
// bracket of a fraction of that time cannot skip them.
double ConservativeAdvancement::bracket_width() const {
    const double speed = std::abs(scene_.angle) * axis_distance_ + std::abs(scene_.advance);
    if (!options_.uses_double_double || !(options_.graze > 0) || !(speed > 0)) return options_.width;
    return std::min(options_.width, options_.graze / (8 * speed));
}

// Tests times after t, in growing steps, for a certain contact, as long as the triangles stay close and the
// answer's bracket is not too wide.
std::optional<DoubleDouble> ConservativeAdvancement::contact_after(const DoubleDouble& t,
                                                                   double first) const {
    for (double step = first; step <= 0.75 * options_.width; step *= 2) {
        const DoubleDouble later = t + DoubleDouble(step);
        if (!(later.rounded() <= 1)) break;
        if (touch_at(later) == Certainty::yes) return later;
        if (double_double_gap_at(later).lower > 4 * options_.graze) break;
    }
    return {};
}

std::vector<PairEvent> ConservativeAdvancement::first_events(double lo, double hi) const {
    constexpr int max_within_graze = 2000;
    const double width = bracket_width();
    int within_graze = 0;
    for (DoubleDouble t = lo; t.rounded() <= hi;) {
        const double before = kernel::not_after(t);
        const DoubleDouble quick = DoubleDouble(before) + DoubleDouble(std::min(2.0, quick_step(before)));
        double free = std::max(0.0, (quick - t).rounded());
        if (free > 0.25 * width) {
            t = quick;
            continue;
        }
        const BoundedGap gap = double_double_gap_at(t);
        if (options_.uses_double_double) free = std::max(free, std::min(2.0, fine_step(t, gap)));
        within_graze += gap.lower < options_.graze;
        const bool goes_on = within_graze < max_within_graze;
        if (free <= 0.25 * width || !goes_on) {
            // The next step would be shorter than the bracket, so test for a contact shortly after t.
            DoubleDouble later = t + DoubleDouble(0.75 * width);
            if (DoubleDouble(1.0) < later) later = 1.0;
            bool certain = touch_at(later) == Certainty::yes;
            const bool is_time_to_look = (within_graze & (within_graze - 1)) == 0 || !goes_on;
            if (!certain && options_.uses_double_double && is_time_to_look) {
                if (const auto contact = contact_after(t, 1.5 * width)) {
                    later = *contact;
                    certain = true;
                }
            }
            if (certain || !goes_on || !(free > 0.001 * width)) {
                if (!certain && !goes_on) later = std::min(1.0, t.rounded() + 0.75 * options_.width);
                const ClosePass close_pass = certain ? ClosePass::unknown : close_pass_from(t, later);
                if (close_pass != ClosePass::passes || !goes_on || !(t < later))
                    return {PairEvent{
                        std::max(lo, kernel::not_after(t)), std::min(1.0, kernel::not_before(later)), certain,
                        allide::Features::vertex_face, gap.place, close_pass == ClosePass::coincides}};
                free = (later - t).rounded();
            }
        }
        t = t + DoubleDouble(free);
    }
    return {};
}

Certainty ConservativeAdvancement::touch_at(const DoubleDouble& t) const {
    if (t.low == 0) {
        const double distance = nearest_places(bounds_.corners_at(start_.corner, t.high), b_).distance;
        if (distance + quick_distance_error + scene_.deviation <= options_.clearance) return Certainty::yes;
        // If the triangles interpenetrate, the direction between the closest points is meaningless, but then
        // no direction separates them, and quick_step returns 0.
        if (quick_step(t.high) > 0) return Certainty::no;
    }
    if (!options_.uses_double_double) return Certainty::maybe;
    const BoundedGap gap = double_double_gap_at(t);
    if (gap.lower > 0) return Certainty::no;
    if (gap.upper <= 0 || crosses_at(t)) return Certainty::yes;
    return is_better_known_along_axis() && duration_over_face(fine_turning(), near_pair_at(t)) > 0
               ? Certainty::yes
               : Certainty::maybe;
}

double ConservativeAdvancement::near_until(double t, double hi, int& patience) const {
    const base::CancelCheck check_cancelled;
    for (int step = 0; step < 10000; ++step) {
        check_cancelled();
        const NearPair pair = near_pair_at(t);
        const BoundedGap gap = kernel::fine_gap_upper(pair.a, pair.b, slack(), pair.clearance);
        double longer = 0;
        if ((gap.upper > 0 || step % 16 == 15) && crosses_at(t)) {
            if (step > 0) return t;
            // The closest points of interpenetrating triangles carry no information, so use the time that a
            // point needs to move by the clearance.
            longer =
                options_.clearance / (std::abs(scene_.angle) * axis_distance_ + std::abs(scene_.advance));
        } else {
            if (!(gap.upper < 0) && !is_better_known_along_axis()) return t;
            if (-gap.upper < options_.graze && --patience < 0) return t;
            longer = gap.upper < 0 ? near_duration(fine_turning(), pair, gap)
                                   : duration_over_face(fine_turning(), pair);
        }
        if (!(longer > 0.125 * options_.width)) return t;
        const double later = kernel::time_after(t, longer * (1 - 0x1p-40));
        if (later >= hi) return hi;
        if (!(later > t)) return t;
        t = later;
    }
    return t;
}

}  // namespace allide::query
