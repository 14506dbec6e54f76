#include "query/predict/translation_clearance.hpp"

namespace allide::query {
namespace {

using kernel::Exact;
using kernel::NumberPoint;

NumberPoint<Exact> sum_of(const NumberPoint<Exact>& x, const NumberPoint<Exact>& y) {
    return {x[0] + y[0], x[1] + y[1], x[2] + y[2]};
}

NumberPoint<Exact> times_of_it(const Exact& s, const NumberPoint<Exact>& x) {
    return {s * x[0], s * x[1], s * x[2]};
}

}  // namespace

TranslationClearance::TranslationClearance(const kernel::ScaledShift& shift, double clearance)
    : shift_(shift) {
    const Exact scaled = shift.scale * Exact(clearance);
    squared_clearance_ = {scaled * scaled};
}

TranslationClearance::Corners TranslationClearance::moved(const Corners& a, double t) const {
    const NumberPoint<Exact> by = times_of_it(Exact(t), shift_.translation);
    return {sum_of(a[0], by), sum_of(a[1], by), sum_of(a[2], by)};
}

bool TranslationClearance::is_near(const kernel::ExactGap& gap) const {
    return kernel::compare(gap.squared, squared_clearance_) <= 0;
}

TranslationClearance::State TranslationClearance::state(const Corners& a, const Corners& b, double t) const {
    const kernel::ExactGap gap = kernel::exact_gap(moved(a, t), b);
    if (is_near(gap)) return State::near;
    return kernel::dot_of(gap.direction, shift_.translation).sign() > 0 ? State::coming : State::leaving;
}

TranslationClearance::State TranslationClearance::at(const kernel::Triangle& a, const kernel::Triangle& b,
                                                     double t) const {
    return state(shift_.triangle_a(a), shift_.triangle_b(b), t);
}

// The minimum distance over the interval is the distance of B's triangle from the prism that A's triangle
// sweeps. It is attained on the prism's surface, unless B's triangle is inside; then A's triangle passes
// through B's corners.
bool TranslationClearance::ever_near(const Corners& a, const Corners& b, double lo, double hi) const {
    const Corners from = moved(a, lo), to = moved(a, hi);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3;
        if (is_near(kernel::exact_gap(Corners{from[i], from[next], to[i]}, b)) ||
            is_near(kernel::exact_gap(Corners{from[next], to[i], to[next]}, b)))
            return true;
    }
    const NumberPoint<Exact> first = kernel::minus(b[0], times_of_it(Exact(lo), shift_.translation)),
                             last = kernel::minus(b[0], times_of_it(Exact(hi), shift_.translation));
    return is_near(kernel::exact_gap(Corners{first, last, last}, a));
}

// Bisects for the first near time. It has been reached or passed at a time when the pair is near, or is
// leaving after having been near.
std::optional<TranslationClearance::First> TranslationClearance::first(const kernel::Triangle& a,
                                                                       const kernel::Triangle& b, double lo,
                                                                       double hi, double width) const {
    const Corners start = shift_.triangle_a(a), other = shift_.triangle_b(b);
    const State at_lo = state(start, other, lo);
    if (at_lo == State::near) return First{lo, lo};
    if (at_lo == State::leaving) return {};
    const State at_hi = state(start, other, hi);
    if (at_hi == State::coming) return {};
    if (at_hi == State::leaving && !ever_near(start, other, lo, hi)) return {};
    while (hi - lo > width) {
        const double middle = 0.5 * (lo + hi);
        if (middle <= lo || middle >= hi) break;
        (state(start, other, middle) == State::coming ? lo : hi) = middle;
    }
    return First{lo, hi};
}

}  // namespace allide::query
