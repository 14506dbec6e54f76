#include "kernel/deform/contact_weights.hpp"

namespace allide::kernel {
namespace {

// Decides whether the contact is inside both features: yes if all weights certainly have the sign of
// `normal`, no if a weight certainly has the opposite sign. A sign is certain if the magnitude exceeds
// `error`.
Inside compare(double normal, const std::array<double, 4>& weights, std::size_t count, double error) {
    bool all_certain = true;
    for (std::size_t i = 0; i < count; ++i) {
        const double along = normal > 0 ? weights[i] : -weights[i];
        if (along < -error) return Inside::no;
        all_certain = all_certain && along > error;
    }
    return all_certain ? Inside::yes : Inside::unknown;
}

}  // namespace

Inside inside_over(FeatureKind kind, const MotionDifferences& v, const TimeSpan& span) {
    const double t = span.middle();
    const Components p = v.at(0, t), q = v.at(1, t), r = v.at(2, t);
    const Components qr = cross_product(q, r), rp = cross_product(r, p), pq = cross_product(p, q);
    const bool face = kind == FeatureKind::vertex_face;
    const Components normal =
        face ? Components{qr[0] + rp[0] + pq[0], qr[1] + rp[1] + pq[1], qr[2] + rp[2] + pq[2]} : qr;
    std::size_t k = std::abs(normal[1]) > std::abs(normal[0]) ? 1 : 0;
    if (std::abs(normal[2]) > std::abs(normal[k])) k = 2;
    // Rounding errors (docs/guarantees.md derives the constant 30), plus the change of a weight or a normal
    // component within half the span. The span is enlarged slightly, because its middle is rounded.
    const double error =
        30 * 0x1p-53 * v.area + (span.width() * 1.0000001 + 0x1p-52) * v.area_speed + product_floor;
    if (!(std::abs(normal[k]) > error)) return Inside::unknown;
    if (face) return compare(normal[k], {qr[k], rp[k], pq[k]}, 3, error);
    return compare(normal[k], {-rp[k], qr[k] + rp[k], pq[k], qr[k] - pq[k]}, 4, error);
}

}  // namespace allide::kernel
