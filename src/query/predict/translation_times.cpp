#include "query/predict/translation_times.hpp"

#include "kernel/pose/vec.hpp"
#include "query/predict/rational_translation.hpp"

#include <algorithm>
#include <cmath>

namespace allide::query {
namespace {

using kernel::Exact;

Features features_of(kernel::ShiftContact meeting) {
    switch (meeting) {
        case kernel::ShiftContact::corner_and_face:
            return Features::vertex_face;
        case kernel::ShiftContact::face_and_corner:
            return Features::face_vertex;
        default:
            return Features::edge_edge;
    }
}

}  // namespace

TranslationTimes::TranslationTimes(const Pose& pose_a, const Pose& pose_b, const Vec3& direction, double most,
                                   const Vec3& shift)
    : finder_(pose_a, pose_b), direction_(direction), most_(most), shift_(shift) {}

std::optional<TranslationTimes> TranslationTimes::of(const MotionSegment& segment, const Pose& pose_b,
                                                     const TranslationRemainder& rest) {
    if (const auto shift = shift_in_doubles(segment)) {
        TranslationTimes out(segment.start, pose_b, *shift, 1, *shift);
        out.rest_ = rest;
        return out;
    }
    if (segment.screw.angle.in_radians() != 0) return {};
    const double advance = segment.screw.advance;
    const auto [axis, length] = axis_about_one(segment.screw);
    const Vec3 direction = advance < 0 ? Vec3{-axis.x, -axis.y, -axis.z} : axis;
    const double most = std::abs(advance) / length;
    return TranslationTimes(segment.start, pose_b, direction, most,
                            {direction.x * most, direction.y * most, direction.z * most});
}

bool TranslationTimes::rests() const {
    if (rest_.places) return kernel::is_zero(rest_.places->translation);
    return most_ == 0 || (kernel::largest(direction_) == 0 && kernel::largest(rest_.translation) == 0);
}

TranslationClearance TranslationTimes::within(const Pose& pose_a, const Pose& pose_b,
                                              double clearance) const {
    if (rest_.places) return {*rest_.places, clearance};
    kernel::ScaledShift shift{.pose_a = pose_a, .pose_b = pose_b};
    const auto along = kernel::as_given<Exact>(direction_),
               and_this = kernel::as_given<Exact>(rest_.translation);
    for (std::size_t k = 0; k < 3; ++k) shift.translation[k] = Exact(most_) * (along[k] + and_this[k]);
    return {shift, clearance};
}

bool TranslationTimes::touch_at_rest(const kernel::Triangle& a, const kernel::Triangle& b) const {
    if (!rest_.places) return !finder_.intersection(a, b).corners.empty();
    const auto gap = kernel::exact_gap(rest_.places->triangle_a(a), rest_.places->triangle_b(b));
    return gap.squared.numerator.sign() == 0;
}

std::optional<kernel::ShiftRange> TranslationTimes::touching_shifts(const kernel::Triangle& a,
                                                                    const kernel::Triangle& b) const {
    if (!rest_.places) return finder_.touching_shifts(a, b, direction_, rest_.translation);
    const kernel::ScaledShift& places = *rest_.places;
    return kernel::ExactShift(places.triangle_a(a), places.triangle_b(b), places.translation).range();
}

std::optional<TranslationSpan> TranslationTimes::span(const kernel::Triangle& a,
                                                      const kernel::Triangle& b) const {
    if (rests()) return touch_at_rest(a, b) ? std::optional(TranslationSpan{{0, 0}, {1, 1}}) : std::nullopt;
    const auto range = touching_shifts(a, b);
    if (!range || range->last.upper < 0) return {};
    if (most_ == 1 && !range->begins_by_one) return {};
    TranslationSpan out{range->first, range->last, features_of(range->meeting)};
    if (most_ == 1 && range->lasts_to_one) out.last = {1, 1};
    if (most_ != 1) {
        const auto in_time = [this](const kernel::Bracket& x) {
            return kernel::Bracket{x.lower / most_ - std::abs(x.lower / most_) * 0x1p-50,
                                   x.upper / most_ + std::abs(x.upper / most_) * 0x1p-50};
        };
        out.first = in_time(out.first);
        out.last = in_time(out.last);
        if (out.first.lower > 1) return {};
    }
    const auto held = [](kernel::Bracket& x) {
        x = {std::clamp(x.lower, 0.0, 1.0), std::clamp(x.upper, 0.0, 1.0)};
    };
    held(out.first);
    held(out.last);
    return out;
}

}  // namespace allide::query
