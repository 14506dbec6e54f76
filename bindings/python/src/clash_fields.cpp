#include "clash_fields.hpp"

#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

using ThreeNumbers = std::array<double, 3>;
using FiveNumbers = std::array<double, 5>;

ThreeNumbers numbers_from(const Vec3& point) {
    return {point.x, point.y, point.z};
}
Vec3 point_from_state(const ThreeNumbers& n) {
    return {n[0], n[1], n[2]};
}

std::optional<FiveNumbers> state_of(const std::optional<LocalDepth>& depth) {
    if (!depth) return std::nullopt;
    return FiveNumbers{depth->lower, depth->upper, depth->point.x, depth->point.y, depth->point.z};
}
std::optional<LocalDepth> depth_from_state(nb::handle state) {
    const auto n = nb::cast<std::optional<FiveNumbers>>(state);
    if (!n) return std::nullopt;
    return LocalDepth{(*n)[0], (*n)[1], {(*n)[2], (*n)[3], (*n)[4]}};
}

}  // namespace

nb::tuple state_of(const PairClash& c) {
    std::optional<ThreeNumbers> volume, direction;
    if (c.volume) volume = ThreeNumbers{c.volume->lower, c.volume->upper, c.volume->fraction};
    if (c.separation_direction) direction = numbers_from(*c.separation_direction);
    return nb::make_tuple(static_cast<int>(c.kind), static_cast<int>(c.exact_kind), c.within_facets,
                          c.distance, state_of(c.depth), volume, c.contact_area, c.separation, direction,
                          c.shallow, c.contacts, numbers_from(c.point));
}

PairClash clash_from_state(nb::handle s) {
    PairClash c;
    c.kind = static_cast<ClashKind>(nb::cast<int>(s[0]));
    c.exact_kind = static_cast<ClashKind>(nb::cast<int>(s[1]));
    c.within_facets = nb::cast<bool>(s[2]);
    c.distance = nb::cast<double>(s[3]);
    c.depth = depth_from_state(nb::object(s[4]));
    if (const auto n = nb::cast<std::optional<ThreeNumbers>>(s[5]))
        c.volume = CommonVolume{(*n)[0], (*n)[1], (*n)[2]};
    c.contact_area = nb::cast<double>(s[6]);
    c.separation = nb::cast<double>(s[7]);
    if (const auto n = nb::cast<std::optional<ThreeNumbers>>(s[8]))
        c.separation_direction = point_from_state(*n);
    c.shallow = nb::cast<bool>(s[9]);
    c.contacts = nb::cast<std::uint64_t>(s[10]);
    c.point = point_from_state(nb::cast<ThreeNumbers>(s[11]));
    return c;
}

nb::tuple state_of(const ClashRegion& region) {
    return nb::make_tuple(region.contacts, numbers_from(region.point), state_of(region.depth));
}

ClashRegion region_from_state(nb::handle s) {
    return {nb::cast<std::uint64_t>(s[0]), point_from_state(nb::cast<ThreeNumbers>(s[1])),
            depth_from_state(nb::object(s[2]))};
}

}  // namespace allide::python
