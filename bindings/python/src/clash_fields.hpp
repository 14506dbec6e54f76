// The fields of a clash, the same for find_clash(), Scene.clashes() and reports, and their pickling.
#pragma once

#include "results.hpp"

#include <allide/query.hpp>
#include <allide/scene.hpp>

#include <optional>
#include <string>

namespace allide::python {

// Adds properties for the depth and the volume of a PairClash or an Interference, which get(self) returns.
template <typename Class, typename Get>
void bind_overlap_fields(nb::class_<Class>& bound, Get get) {
    bound
        .def_prop_ro(
            "depth",
            [get](const Class& self) {
                const auto& depth = get(self).depth;
                return depth ? std::optional(depth->upper) : std::nullopt;
            },
            "Upper bound of the local interference depth; None if both parts are open.")
        .def_prop_ro(
            "depth_lower",
            [get](const Class& self) {
                const auto& depth = get(self).depth;
                return depth ? std::optional(depth->lower) : std::nullopt;
            },
            "Lower bound of the local interference depth; None if both parts are open.")
        .def_prop_ro(
            "volume",
            [get](const Class& self) {
                const auto& volume = get(self).volume;
                return volume ? std::optional(std::pair(volume->lower, volume->upper)) : std::nullopt;
            },
            "Bounds (lower, upper) of the volume of the intersection; None unless both parts are closed.")
        .def_prop_ro(
            "volume_fraction",
            [get](const Class& self) {
                const auto& volume = get(self).volume;
                return volume ? std::optional(volume->fraction) : std::nullopt;
            },
            "The share of the smaller part's volume, or None.")
        .def_prop_ro(
            "witness",
            [get](const Class& self) {
                const auto& depth = get(self).depth;
                return depth && depth->lower > 0 ? std::optional(point_from(depth->point)) : std::nullopt;
            },
            "A point at least `depth_lower` deep; None if that is 0 or None.", nb::rv_policy::automatic);
}

// Adds properties for all fields of a PairClash, which get(self) returns.
template <typename Class, typename Get>
void bind_clash_fields(nb::class_<Class>& bound, Get get) {
    bound
        .def_prop_ro(
            "kind", [get](const Class& self) { return std::string(name_of(get(self).kind)); },
            "\"duplicate\", \"contained\", \"hard\", \"touch\" or \"clearance\".")
        .def_prop_ro(
            "exact_kind", [get](const Class& self) { return std::string(name_of(get(self).exact_kind)); },
            "The kind of the triangles as given, whatever the sag.")
        .def_prop_ro(
            "within_facets", [get](const Class& self) { return get(self).within_facets; },
            "True if this is a touch only since the depth is at most the sag.")
        .def_prop_ro(
            "distance", [get](const Class& self) { return get(self).distance; },
            "0 unless it is a clearance or a touch with a gap.")
        .def_prop_ro(
            "contact_area", [get](const Class& self) { return get(self).contact_area; },
            "The area in which faces of the parts lie on each other.")
        .def_prop_ro(
            "separation", [get](const Class& self) { return get(self).separation; },
            "The length of a translation that separates the parts.")
        .def_prop_ro(
            "separation_direction",
            [get](const Class& self) {
                const auto& direction = get(self).separation_direction;
                return direction ? std::optional(point_from(*direction)) : std::nullopt;
            },
            "Its direction, or None.", nb::rv_policy::automatic)
        .def_prop_ro(
            "shallow", [get](const Class& self) { return get(self).shallow; },
            "A hard clash whose depth is below 1e-6 of the larger diagonal.")
        .def_prop_ro(
            "contacts", [get](const Class& self) { return get(self).contacts; },
            "Number of triangle pairs that touch.")
        .def_prop_ro(
            "point", [get](const Class& self) { return point_from(get(self).point); },
            "A point on both surfaces, or near them.", nb::rv_policy::automatic);
    bind_overlap_fields(bound, get);
}

// For pickling: all fields as tuples of Python values, and the object made from such a tuple.
nb::tuple state_of(const PairClash& clash);
PairClash clash_from_state(nb::handle state);
nb::tuple state_of(const ClashRegion& region);
ClashRegion region_from_state(nb::handle state);

}  // namespace allide::python
