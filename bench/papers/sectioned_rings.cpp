#include "papers/sectioned_rings.hpp"

#include "kernel/pose/vec.hpp"

namespace allide::bench {
namespace {

using kernel::cross;
using kernel::dot;
using kernel::operator*;

constexpr double full_turn = 2 * std::numbers::pi;

// The azimuth of a vector around the axis, in units of one section: from 0 to `sections`.
double azimuth(const std::array<Vec3, 2>& frame, const Vec3& v, std::size_t sections) {
    const double angle = std::atan2(dot(frame[1], v), dot(frame[0], v));
    return (angle < 0 ? angle + full_turn : angle) / full_turn * static_cast<double>(sections);
}

// The largest cosine between azimuth `at` and any azimuth of the section; 1 if `at` lies in the section.
double nearest_cosine(double at, std::size_t section, std::size_t sections) {
    const auto low = static_cast<double>(section), whole = static_cast<double>(sections);
    if (at >= low && at <= low + 1) return 1;
    const auto apart = [&](double edge) {
        const double difference = std::abs(at - edge);
        return std::min(difference, whole - difference);
    };
    return std::cos(full_turn / whole * std::min(apart(low), apart(low + 1)));
}

}  // namespace

std::array<Vec3, 2> across(const Vec3& axis) {
    const Vec3 other = std::abs(axis.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 u = cross(axis, other);
    const Vec3 first = (1 / std::sqrt(dot(u, u))) * u;
    return {first, cross(axis, first)};
}

template <int K, std::size_t Sections>
SectionedRings<Sections> fit_sections(const Vec3& axis, std::span<const Vec3> points) {
    const auto& cone = volume::occupancy_cone<K>();
    const auto frame = across(axis);
    SectionedRings<Sections> rings;
    for (const Vec3& p : points) rings.reach = std::max(rings.reach, dot(axis, p));
    for (const Vec3& p : points) {
        const double length = std::sqrt(dot(p, p)), along = dot(axis, p);
        if (length <= rings.reach || length == 0) continue;
        const auto section = std::min(Sections - 1, static_cast<std::size_t>(azimuth(frame, p, Sections)));
        const double cosine = along / length;
        if (cosine < cone.ring_cosine[volume::occupancy_rings]) {
            // A point outside of the cone is stored by its coordinate along the direction of the cone's rim
            // at the point's azimuth.
            const double out = std::sqrt(std::max(0.0, length * length - along * along));
            rings.beyond[section] = std::max(rings.beyond[section], along * cone.cosine + out * cone.sine);
            continue;
        }
        std::size_t ring = 1;
        while (ring < volume::occupancy_rings && cosine < cone.ring_cosine[ring]) ++ring;
        rings.occupied[ring] |= 1u << section;
    }
    return rings;
}

// Along a direction at angle θ and azimuth ψ from the axis, a point p at angle φ and azimuth α has the
// coordinate (p · axis)(cos θ + sin θ tan φ cos(α − ψ)), and p · axis is at most `reach`. For points outside
// of the cone, the direction is projected to the plane through the axis and the section's azimuth nearest to
// ψ: `length` is that of the projection, `angle` its angle to the rim.
template <int K, std::size_t Sections>
double bound_along(const Vec3& axis, const SectionedRings<Sections>& rings, const Vec3& direction) {
    const auto& cone = volume::occupancy_cone<K>();
    const double cosine = dot(axis, direction), sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
    const double at = azimuth(across(axis), direction, Sections);
    double bound = rings.reach;  // the bound of points in the ball of radius `reach`
    for (std::size_t section = 0; section < Sections; ++section) {
        const double facing = nearest_cosine(at, section, Sections);
        for (std::size_t ring = volume::occupancy_rings; ring > 0; --ring) {
            if ((rings.occupied[ring] >> section & 1) == 0) continue;
            const double tangent = facing >= 0 ? cone.ring_tangent[ring] : cone.ring_tangent[ring - 1];
            bound = std::max(bound, rings.reach * (cosine + sine * tangent * facing));
            if (facing >= 0) break;  // the section's inner rings give smaller bounds
        }
        const double length = std::hypot(cosine, sine * facing);
        const double angle = std::acos(cone.cosine) - std::atan2(sine * facing, cosine);
        bound = std::max(bound, rings.beyond[section] * length * std::cos(angle));
    }
    return bound;
}

#define ALLIDE_SECTIONS(K, S)                                                                      \
    template SectionedRings<S> fit_sections<K, S>(const Vec3& axis, std::span<const Vec3> points); \
    template double bound_along<K, S>(const Vec3& axis, const SectionedRings<S>& rings,            \
                                      const Vec3& direction);
ALLIDE_SECTIONS(14, 1)
ALLIDE_SECTIONS(14, 4)
ALLIDE_SECTIONS(14, 8)
ALLIDE_SECTIONS(26, 1)
ALLIDE_SECTIONS(26, 4)
ALLIDE_SECTIONS(26, 8)
#undef ALLIDE_SECTIONS

}  // namespace allide::bench
