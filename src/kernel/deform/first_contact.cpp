#include "kernel/deform/first_contact.hpp"

#include "kernel/deform/closest_weights.hpp"
#include "kernel/deform/contact_weights.hpp"
#include "kernel/deform/coplanarity_cubic.hpp"
#include "kernel/deform/double_double_cubic.hpp"
#include "kernel/deform/separating_direction.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

namespace allide::kernel {
namespace {

bool ordered_along(FeatureKind kind, const EightPoints& x, double Vec3::*axis) {
    bool below = true, above = true;
    for (std::size_t end = 0; end < 8; end += 4) {
        const double p = x[end].*axis, q = x[end + 1].*axis, r = x[end + 2].*axis, s = x[end + 3].*axis;
        if (kind == FeatureKind::vertex_face) {
            below = below && p < std::min(q, std::min(r, s));
            above = above && p > std::max(q, std::max(r, s));
        } else {
            below = below && std::max(p, q) < std::min(r, s);
            above = above && std::min(p, q) > std::max(r, s);
        }
    }
    return below || above;
}

// ---- The search for the first root of the cubic at which the features are in contact.

class RootSearch {
  public:
    RootSearch(FeatureKind kind, const EightPoints& x, const MotionDifferences& v,
               const CoplanarityCubic& cubic, const MotionLimits& limits)
        : kind_(kind), x_(x), v_(v), cubic_(cubic), limits_(limits) {}

    // The contact, or `clear`; empty if an exact decision is needed.
    std::optional<MotionContact> run() {
        std::array<TimeSpan, most_open> open;
        std::size_t count = 1;
        open[0] = {0, 1};
        for (int step = 0; count > 0; ++step) {
            if (step == most_steps || count + 2 > most_open) return std::nullopt;
            const TimeSpan span = open[--count];
            if (span.lo > limits_.latest) continue;
            const std::optional<TimeSpan> rest = cubic_.clipped(span);
            if (!rest) continue;
            const Inside inside = inside_over(kind_, v_, *rest);
            if (inside == Inside::no) continue;
            if (inside == Inside::yes)
                if (const auto found = contact_in(*rest)) return found;
            if (rest->width() < narrowest) return std::nullopt;
            if (rest->width() < 0.5 * span.width()) {
                open[count++] = *rest;
                continue;
            }
            open[count++] = {rest->middle(), rest->hi};
            open[count++] = {rest->lo, rest->middle()};
        }
        return MotionContact{.stage = MotionStage::roots};
    }

  private:
    static constexpr std::size_t most_open = 24;
    static constexpr int most_steps = 80;
    static constexpr double narrowest = 0x1p-40;

    // The contact at the span's root, if it is certain that there is exactly one root and that the features
    // touch there. These tests use a slightly larger span, so that the signs at its ends are certain.
    std::optional<MotionContact> contact_in(const TimeSpan& span) const {
        const double margin = 0.25 * span.width() + 0x1p-50;
        const TimeSpan wide{std::max(0.0, span.lo - margin), std::min(1.0, span.hi + margin)};
        const int before = cubic_.sign(wide.lo);
        if (before * cubic_.sign(wide.hi) >= 0 || !cubic_.certainly_monotone(wide) ||
            inside_over(kind_, v_, wide) != Inside::yes)
            return std::nullopt;
        double root = wide.middle();
        for (int step = 0; step < 6; ++step) {
            const double next = std::clamp(root - cubic_(root) / cubic_.slope(root), wide.lo, wide.hi);
            if (std::abs(next - root) < 0x1p-50) break;
            root = next;
        }
        const double finest = 4 * cubic_.error() / std::abs(cubic_.slope(root)) + 0x1p-50;
        for (const double half : {finest, 0.45 * limits_.tolerance})
            if (half <= 0.45 * limits_.tolerance)
                if (const auto found = change_about(root, half, wide, before, cubic_)) return found;
        const DoubleDoubleCubic fine(kind_, x_, v_);
        root = std::clamp(root - fine(root).high / cubic_.slope(root), wide.lo, wide.hi);
        return change_about(root, 0.45 * limits_.tolerance, wide, before, fine);
    }

    template <typename Cubic>
    std::optional<MotionContact> change_about(double root, double half, const TimeSpan& within, int before,
                                              const Cubic& cubic) const {
        const TimeSpan near{std::max(within.lo, root - half), std::min(within.hi, root + half)};
        if (cubic.sign(near.lo) != before || cubic.sign(near.hi) != -before) return std::nullopt;
        constexpr bool fine = std::is_same_v<Cubic, DoubleDoubleCubic>;
        return MotionContact{.verdict = MotionVerdict::impact,
                             .stage = fine ? MotionStage::double_double : MotionStage::roots,
                             .t_lo = near.lo,
                             .t_hi = near.hi};
    }

    FeatureKind kind_;
    const EightPoints& x_;
    const MotionDifferences& v_;
    const CoplanarityCubic& cubic_;
    const MotionLimits& limits_;
};

// All stages but the exact one, for coordinates whose products of three neither overflow nor underflow.
std::optional<MotionContact> rounded_stages(FeatureKind kind, const EightPoints& x,
                                            const MotionLimits& limits) {
    const MotionDifferences v(kind, x);
    const CoplanarityCubic cubic(v);
    if (cubic.one_sign(cubic.coefficients())) return MotionContact{.stage = MotionStage::coefficients};
    if (const auto found = RootSearch(kind, x, v, cubic, limits).run()) return found;
    if (certainly_separated(kind, x)) return MotionContact{.stage = MotionStage::separation};
    return std::nullopt;
}

}  // namespace

bool strictly_ordered(FeatureKind kind, const EightPoints& x) {
    return ordered_along(kind, x, &Vec3::x) || ordered_along(kind, x, &Vec3::y) ||
           ordered_along(kind, x, &Vec3::z);
}

MotionContact first_feature_contact(FeatureKind kind, const EightPoints& x, const MotionLimits& limits) {
    if (strictly_ordered(kind, x)) return {};
    const double extent = largest_coordinate(x);
    std::optional<MotionContact> found;
    if (extent >= smallest_extent && extent <= largest_extent)
        found = rounded_stages(kind, x, limits);
    else if (extent > 0)
        found = rounded_stages(kind, rescaled(x, std::ilogb(extent)), limits);
    if (!found) return exact_feature_contact(kind, x, limits.tolerance);
    if (found->verdict == MotionVerdict::impact) found->weights = weights_at(kind, x, found->t_hi);
    return *found;
}

}  // namespace allide::kernel
