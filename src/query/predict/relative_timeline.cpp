#include "query/predict/relative_timeline.hpp"

#include "base/cancel.hpp"
#include "kernel/number/number_vectors.hpp"
#include "kernel/pose/vec.hpp"
#include "kernel/screw/screw_between.hpp"
#include "model/model_data.hpp"
#include "model/moving_segment.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::Certainty;
using kernel::DoubleDouble;
using kernel::operator-;

double norm_of_mover(const MoverSpan& mover) {
    return std::visit([](const auto& tree) { return tree.norm; }, mover.model->tree);
}

double length_of_vec(const Vec3& x) {
    return std::sqrt(kernel::dot(x, x)) * (1 + 0x1p-40);
}

// Scales the axis by a power of two to a length of about 1.
Vec3 about_one(const Vec3& axis) {
    const int exponent = -std::ilogb(kernel::largest(axis));
    return {std::ldexp(axis.x, exponent), std::ldexp(axis.y, exponent), std::ldexp(axis.z, exponent)};
}
// Upper bound on the distance of a point from a screw's axis. Distances along the axis, which may
// be large, do not count.
double from_axis(const Vec3& x, const Screw& screw) {
    const Vec3 arm = x - screw.point, axis = about_one(screw.axis);
    return length_of_vec(kernel::cross(arm, axis)) / length_of_vec(axis) * (1 + 0x1p-30) +
           0x1p-48 * length_of_vec(arm);
}

// The rotation angle, in radians, and the length of the translation of a mover during its span.
struct Rates {
    double angle, shift;
};
Rates rates(const MoverSpan& mover) {
    const double part = (mover.to - mover.from).rounded();
    if (mover.segment.is_linear) return {0, part * length_of_vec(mover.segment.translation)};
    return {part * std::abs(mover.segment.screw.angle.in_radians()),
            part * std::abs(mover.segment.screw.advance)};
}

bool turns(const MotionSegment& segment) {
    return !segment.is_linear && segment.screw.angle.in_radians() != 0;
}
// The common direction of all rotation axes; empty if no mover rotates or the directions differ.
std::optional<Vec3> common_axis(const MotionSegment& a, const MotionSegment& b) {
    using kernel::as_given, kernel::Exact;
    if (!turns(a) && !turns(b)) return {};
    const Vec3 of_a = about_one((turns(a) ? a : b).screw.axis),
               of_b = about_one((turns(b) ? b : a).screw.axis);
    for (const Exact& x : kernel::cross_of(as_given<Exact>(of_a), as_given<Exact>(of_b)))
        if (x.sign() != 0) return {};
    return of_a;
}

// The time of the mover's own segment that corresponds to t.
DoubleDouble time_of(const MoverSpan& mover, double t) {
    return mover.from + (mover.to - mover.from) * DoubleDouble(t);
}

// The length of the shortest pieces. Next to a tangency a few pieces remain undecided; the sum of their
// lengths must not exceed the allowed width of an answer.
double shortest_piece(double width) {
    return std::clamp(width / 32, 0x1p-48, 0x1p-34);
}
// On a piece of this length, the screw is as accurate as the piece's end poses. An event that is undecided on
// it cannot be decided at this precision.
constexpr double finest_piece = 0x1p-44;

}  // namespace

// B rotates at the rate β about its axis and shifts along it; A rotates at the rate α about another axis and
// shifts at the rate s. Relative to B, a point z of A at the distances ρ and σ from A's and B's axes has
// |z''| ≤ α² ρ + 2 β (α ρ + s) + β² σ.
RelativeTimeline::RelativeTimeline(const MoverSpan& a, const MoverSpan& b, const PredictOptions& options,
                                   double width)
    : a_(a),
      b_(b),
      options_(options),
      width_(std::min(0.5, width)),
      screw_a_(a.segment),
      screw_b_(b.segment) {
    const auto& m = a.segment.start.matrix();
    const Rates of_a = rates(a), of_b = rates(b);
    const Vec3 start{m[3], m[7], m[11]};
    const Vec3 p = a.segment.is_linear ? start : a.segment.screw.point;
    const Vec3 q = b.segment.is_linear ? p : b.segment.screw.point;
    const double whole_shift =
        a.segment.is_linear ? length_of_vec(a.segment.translation) : std::abs(a.segment.screw.advance);
    const double norm = 1.001 * norm_of_mover(a);
    const double rho = norm + (a.segment.is_linear ? 0 : from_axis(start, a.segment.screw));
    // Bound of the distance of A's points from B's axis: A rotates about its axis and shifts along it.
    const double sigma =
        b.segment.is_linear ? 0 : rho + from_axis(start, b.segment.screw) + rho + whole_shift;
    norm_ = 2 * norm + 2 * length_of_vec(start - p) + length_of_vec(p - q) + whole_shift + std::abs(m[3]) +
            std::abs(m[7]) + std::abs(m[11]) + of_b.shift + length_of_vec(q);
    speed_ = of_a.angle * rho + of_a.shift + of_b.angle * sigma + of_b.shift;
    acceleration_ = of_a.angle * of_a.angle * rho + 2 * of_b.angle * (of_a.angle * rho + of_a.shift) +
                    of_b.angle * of_b.angle * sigma;
    axis_ = common_axis(a.segment, b.segment);
}

// Pose of A relative to B at time t: A's screw applied to A's start, followed by the inverse of B's screw.
kernel::DoubleDoubleRows RelativeTimeline::seen_at(double t) const {
    const kernel::DoubleDoubleRows of_a = screw_a_.double_double_rows(a_.segment.start, time_of(a_, t));
    const kernel::DoubleDoubleRows of_b = screw_b_.double_double_rows(Pose::identity(), time_of(b_, t));
    kernel::DoubleDoubleRows out;
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t j = 0; j < 4; ++j) {
            DoubleDouble sum;
            for (std::size_t i = 0; i < 3; ++i) {
                const DoubleDouble x = j == 3 ? of_a[4 * i + 3] - of_b[4 * i + 3] : of_a[4 * i + j];
                sum = sum + of_b[4 * i + k] * x;
            }
            out[4 * k + j] = sum;
        }
    }
    return out;
}

Vec3 RelativeTimeline::in_world(const Vec3& seen, double t) const {
    const auto rows = screw_b_.pose_rows(Pose::identity(), time_of(b_, std::clamp(t, 0.0, 1.0)).rounded());
    return detail::SegmentAccess::pose(rows).apply(seen);
}

// The piece's screw and the true motion agree at both ends up to rounding. In between, their distance is at
// most an eighth of the squared length times the sum of both second derivatives.
RelativeTimeline::Piece RelativeTimeline::piece(double t, double length) const {
    const kernel::DoubleDoubleRows begin = seen_at(t), end = seen_at(t + length);
    std::array<double, 12> rows;
    kernel::ScrewApproximation approximation;
    for (std::size_t i = 0; i < 12; ++i) {
        rows[i] = begin[i].rounded();
        approximation.rest[i] = (begin[i] - DoubleDouble(rows[i])).rounded();
    }
    MotionSegment segment;
    segment.start = detail::SegmentAccess::pose(rows);
    const kernel::Between between = kernel::screw_between(begin, end);
    segment.is_linear = between.is_linear;
    segment.screw = between.screw;
    segment.translation = between.translation;
    set_deviation(approximation, segment, begin, end, length);
    const Placed b = detail::SegmentAccess::placed(*b_.model, b_.segment.start);
    const double width = std::min(0.5, width_ / length);
    return {std::make_unique<SegmentTimeline>(*a_.model, segment, b, options_, width, approximation),
            approximation.deviation};
}

// If all axes are parallel, every point moves along the common direction at a constant rate. The piece's
// screw agrees with that except for the rounded direction of its own axis.
void RelativeTimeline::set_deviation(kernel::ScrewApproximation& approximation, const MotionSegment& segment,
                                     const kernel::DoubleDoubleRows& begin,
                                     const kernel::DoubleDoubleRows& end, double length) const {
    const double norm = norm_of_mover(a_);
    const kernel::DoubleDoubleRows reached = kernel::ScrewMap(segment).double_double_rows(begin, 1);
    double miss = 0x1p-90 * (norm_ + speed_);
    for (std::size_t i = 0; i < 12; ++i)
        miss += std::abs((reached[i] - end[i]).rounded()) * (i % 4 == 3 ? 1 : norm);
    double acceleration = acceleration_ * length * length;
    if (segment.is_linear) {
        // The segment will be treated as a screw along its shift, whose length is rounded.
        miss += 0x1p-48 * length_of_vec(segment.translation);
    } else {
        const double angle = segment.screw.angle.in_radians();
        const Vec3 start{begin[3].high, begin[7].high, begin[11].high};
        acceleration += angle * angle * (from_axis(start, segment.screw) + 1.001 * norm);
    }
    approximation.deviation = approximation.axial_deviation = 1.001 * (miss + acceleration / 8);
    if (!axis_ || segment.is_linear) return;
    const Vec3 &own = segment.screw.axis, across = kernel::cross(own, *axis_);
    const double tilt =
        length_of_vec(across) / (length_of_vec(own) * length_of_vec(*axis_)) * (1 + 0x1p-30) + 0x1p-50;
    approximation.axial_deviation = std::min(approximation.deviation, 1.001 * (miss + tilt * acceleration));
}

// The length of a piece whose deviation is a small fraction of the models' size.
double RelativeTimeline::longest() const {
    const double size = std::max(norm_of_mover(a_), norm_of_mover(b_)) + 0x1p-1000;
    const double length = acceleration_ > 0 ? std::sqrt(0.05 * size / acceleration_) : 1;
    return std::clamp(length, 0x1p-20, 0.5);
}

double RelativeTimeline::graze() const {
    return graze_of(*a_.model, *b_.model);
}

double RelativeTimeline::stride() const {
    return stride_at(speed_, size_of_graze(graze()));
}

std::optional<Next> RelativeTimeline::next(double lo, double hi) {
    const int max_within_graze = options_.clearance > 0 ? 500 : 5000;
    double length = longest();
    const base::CancelCheck check_cancelled;
    while (lo < hi) {
        check_cancelled();
        length = std::min({length, hi - lo, longest()});
        length = lo + length - lo;  // so that the end is exactly a double
        const Piece here = piece(lo, length);
        const std::optional<Next> found = here.line->next(0, 1);
        triangle_tests_ += here.line->triangle_tests();
        if (!found) {
            lo = lo + length >= hi ? hi : lo + length;
            length *= 2;
            continue;
        }
        const bool narrow = (found->hi - found->lo) * length <= width_;
        const double shortest =
            found->certain ? shortest_piece(width_) : std::min(finest_piece, shortest_piece(width_));
        // Rounded outward, so that the next piece does not begin after the event.
        const double from = std::nextafter(lo + found->lo * length, -1.0);
        // Repeated undecided events within a graze, as at a constant distance, would take millions of ever
        // shorter pieces.
        const bool is_within_graze = !found->certain && 4 * here.deviation < graze();
        within_graze_ += is_within_graze;
        const bool stays_in_doubt = is_within_graze && within_graze_ > max_within_graze;
        // A slightly longer piece counts as the shortest, because its end was rounded to a double.
        if ((found->certain && narrow) || stays_in_doubt || length <= 1.1 * shortest) {
            Next out = *found;
            out.lo = std::max(lo, from);
            out.hi = std::min(hi, std::nextafter(lo + found->hi * length, 2.0));
            out.point = in_world(found->point, out.lo);
            return out;
        }
        lo = std::max(lo, from);
        length = std::max(shortest,
                          std::min(length / 8, std::max(4 * (found->hi - found->lo) * length, length / 64)));
    }
    return {};
}

Certainty RelativeTimeline::contact_at(double t) {
    Certainty sure = Certainty::maybe;
    for (const double length : {0x1p-24, finest_piece}) {
        if (sure != Certainty::maybe) break;
        const double begin = std::max(0.0, std::min(t, 1 - length));
        sure = piece(begin, length).line->contact_at(std::clamp((t - begin) / length, 0.0, 1.0));
    }
    return sure;
}

double RelativeTimeline::contact_until(double t, double hi) {
    double length = longest();
    const base::CancelCheck check_cancelled;
    while (t < hi) {
        check_cancelled();
        length = std::min({length, hi - t, longest()});
        const double part = piece(t, length).line->contact_until(0, 1);
        if (part >= 1) {
            t = t + length >= hi ? hi : t + length;
            length *= 2;
            continue;
        }
        t = std::max(t, std::nextafter(t + part * length, -1.0));
        length /= 8;
        if (length < std::max(shortest_piece(width_), 0.25 * width_)) break;
    }
    return t;
}

}  // namespace allide::query
