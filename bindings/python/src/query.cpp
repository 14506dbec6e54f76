// Two models: contacts, distance, penetration (allide/query.hpp).
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "query_cache.hpp"
#include "surface.hpp"

#include <allide/query.hpp>

#include <limits>

#include <nanobind/operators.h>
#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

// ---- Results

void bind_stats(nb::module_& module) {
    nb::class_<QueryStats>(module, "QueryStats", "Work done by a query.")
        .def_ro("volume_tests", &QueryStats::volume_tests, "Bounding volume against bounding volume.")
        .def_ro("mixed_tests", &QueryStats::mixed_tests, "Bounding volume against triangle.")
        .def_ro("triangle_tests", &QueryStats::triangle_tests)
        .def_ro("double_tests", &QueryStats::double_tests,
                "Triangle tests that single precision left undecided.")
        .def_ro("exact_tests", &QueryStats::exact_tests,
                "Triangle tests that double precision left undecided.")
        .def_ro("realignments", &QueryStats::realignments)
        .def_ro("multiplications", &QueryStats::multiplications);
}

std::string repr_of(const Contact& contact) {
    return "Contact(triangle_a=" + std::to_string(contact.triangle_a) +
           ", triangle_b=" + std::to_string(contact.triangle_b) + ")";
}

void bind_contact(nb::module_& module) {
    nb::class_<Contact>(module, "Contact", "A pair of triangles, by their numbers in the two meshes.")
        .def(
            "__init__",
            [](Contact* self, std::uint32_t a, std::uint32_t b) {
                new (self) Contact{a, b};
            },
            "triangle_a"_a, "triangle_b"_a)
        .def_ro("triangle_a", &Contact::triangle_a)
        .def_ro("triangle_b", &Contact::triangle_b)
        .def(
            "__iter__",
            [](const Contact& self) { return nb::iter(nb::make_tuple(self.triangle_a, self.triangle_b)); },
            nb::sig("def __iter__(self) -> typing.Iterator[int]"))
        .def(nb::self == nb::self)
        .def(
            "__lt__", [](const Contact& a, const Contact& b) { return a < b; }, nb::is_operator())
        .def("__hash__",
             [](const Contact& self) { return nb::hash(nb::make_tuple(self.triangle_a, self.triangle_b)); })
        .def("__repr__", &repr_of)
        .def("__getstate__", [](const Contact& self) { return std::pair(self.triangle_a, self.triangle_b); })
        .def("__setstate__", [](Contact& self, const std::pair<std::uint32_t, std::uint32_t>& pair) {
            new (&self) Contact{pair.first, pair.second};
        });
    nb::class_<Witness>(
        module, "Witness",
        "A contact, and a point in the world within 1e-12·(largest coordinate) of both triangles.")
        .def_ro("contact", &Witness::contact)
        .def_prop_ro("triangle_a", [](const Witness& self) { return self.contact.triangle_a; })
        .def_prop_ro("triangle_b", [](const Witness& self) { return self.contact.triangle_b; })
        .def_prop_ro(
            "point", [](const Witness& self) { return point_from(self.point); }, nb::rv_policy::automatic)
        .def("__repr__", [](const Witness& self) {
            return "Witness(" + repr_of(self.contact) + ", point=" + text_of(self.point) + ")";
        });
    nb::class_<FirstContact>(module, "FirstContact",
                             "A contact with a witness point, or none, and the work done.")
        .def_ro("witness", &FirstContact::witness, "A Witness, or None if the surfaces do not touch.")
        .def_ro("stats", &FirstContact::stats)
        .def("__bool__", [](const FirstContact& self) { return self.witness.has_value(); });
}

Pairs pairs_of(nb::handle self, const std::vector<Contact>& pairs) {
    return view_of<Pairs>(pairs.data(), pairs.size(), self);
}

std::vector<Contact> contacts_from(nb::handle array) {
    const std::vector<std::uint32_t> numbers = indices_of(array.attr("reshape")(-1), "pairs");
    std::vector<Contact> pairs(numbers.size() / 2);
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {numbers[2 * i], numbers[2 * i + 1]};
    return pairs;
}

void bind_contacts(nb::module_& module) {
    nb::class_<Contacts>(module, "Contacts", "Contacts in ascending order of (triangle_a, triangle_b).",
                         nb::dynamic_attr())
        .def_prop_ro(
            "pairs",
            [](nb::handle_t<Contacts> self) { return pairs_of(self, nb::inst_ptr<Contacts>(self)->pairs); },
            "uint32[k, 2]; shares the memory of this object.")
        .def_ro("complete", &Contacts::complete, "False: the limit was reached, and there are more.")
        .def_ro("stats", &Contacts::stats)
        .def("__len__", &Contacts::size)
        .def("__bool__", [](const Contacts& self) { return !self.empty(); })
        .def("__getitem__",
             [](const Contacts& self, std::ptrdiff_t i) {
                 const auto size = static_cast<std::ptrdiff_t>(self.size());
                 if (i < -size || i >= size) throw nb::index_error();
                 return self.pairs[static_cast<std::size_t>(i < 0 ? i + size : i)];
             })
        .def("__repr__",
             [](const Contacts& self) {
                 return "Contacts(" + std::to_string(self.size()) + " pairs" +
                        (self.complete ? ")" : ", incomplete)");
             })
        .def("__getstate__",
             [](nb::handle_t<Contacts> self) {
                 const Contacts& contacts = *nb::inst_ptr<Contacts>(self);
                 return nb::make_tuple(pairs_of(self, contacts.pairs), contacts.complete);
             })
        .def("__setstate__", [](Contacts& self, const nb::tuple& state) {
            new (&self) Contacts{contacts_from(state[0]), nb::cast<bool>(state[1]), {}};
        });
    nb::class_<PairsWithin>(module, "PairsWithin", "Pairs of triangles within a distance, ascending.")
        .def_prop_ro(
            "pairs",
            [](nb::handle_t<PairsWithin> self) {
                return pairs_of(self, nb::inst_ptr<PairsWithin>(self)->pairs);
            },
            "uint32[k, 2]; shares the memory of this object.")
        .def_ro("stats", &PairsWithin::stats)
        .def("__len__", [](const PairsWithin& self) { return self.pairs.size(); });
    nb::class_<Within>(module, "Within", "Whether a distance is at most a limit, decided exactly.")
        .def_ro("within", &Within::within)
        .def_ro("stats", &Within::stats)
        .def("__bool__", [](const Within& self) { return self.within; })
        .def("__repr__",
             [](const Within& self) { return std::string("Within(") + (self.within ? "True)" : "False)"); });
}

using Closest = std::optional<ClosestPair>;

// A Distance as a tuple, for pickling: value, bounds and closest pair, but not the statistics.
nb::tuple state_of(const Distance& d) {
    nb::object closest = nb::none();
    if (d.closest)
        closest = nb::make_tuple(d.closest->triangle_a, d.closest->triangle_b, point_from(d.closest->point_a),
                                 point_from(d.closest->point_b));
    return nb::make_tuple(d.value, d.lower, d.upper, closest);
}

Distance distance_from(const nb::tuple& state) {
    Distance d;
    d.value = nb::cast<double>(state[0]);
    d.lower = nb::cast<double>(state[1]);
    d.upper = nb::cast<double>(state[2]);
    const nb::object closest = state[3];
    if (!closest.is_none())
        d.closest = ClosestPair{nb::cast<std::uint32_t>(closest[0]), nb::cast<std::uint32_t>(closest[1]),
                                point_of(nb::object(closest[2]), "point_a"),
                                point_of(nb::object(closest[3]), "point_b")};
    return d;
}

template <typename Get>
auto of_closest(Get get) {
    return [get](const Distance& self) {
        return self.closest ? std::optional(get(*self.closest)) : std::nullopt;
    };
}

void bind_distance_result(nb::module_& module) {
    nb::class_<Distance>(module, "Distance",
                         "A distance with certified bounds: 0 if and only if the models touch, infinite if "
                         "one has no triangles.")
        .def_ro("value", &Distance::value, "The best estimate, from `lower` to `upper`.")
        .def_ro("lower", &Distance::lower, "The exact distance is not below this.")
        .def_ro("upper", &Distance::upper, "Nor above this.")
        .def_prop_ro("triangle_a", of_closest([](const ClosestPair& pair) { return pair.triangle_a; }),
                     "A closest triangle of a.")
        .def_prop_ro("triangle_b", of_closest([](const ClosestPair& pair) { return pair.triangle_b; }),
                     "A closest triangle of b.")
        .def_prop_ro("point_a", of_closest([](const ClosestPair& pair) { return point_from(pair.point_a); }),
                     "Its closest point, in the world.", nb::rv_policy::automatic)
        .def_prop_ro("point_b", of_closest([](const ClosestPair& pair) { return point_from(pair.point_b); }),
                     "Its closest point, in the world.", nb::rv_policy::automatic)
        .def_ro("stats", &Distance::stats)
        .def("__float__", [](const Distance& self) { return self.value; })
        .def("__repr__",
             [](const Distance& self) {
                 return "Distance(" + text_of(self.value) + ", lower=" + text_of(self.lower) +
                        ", upper=" + text_of(self.upper) + ")";
             })
        .def("__getstate__", &state_of)
        .def("__setstate__",
             [](Distance& self, const nb::tuple& state) { new (&self) Distance(distance_from(state)); });
    nb::class_<PairDistance>(module, "PairDistance", "A pair of triangles and its distance, rounded up.")
        .def_ro("triangle_a", &PairDistance::triangle_a)
        .def_ro("triangle_b", &PairDistance::triangle_b)
        .def_ro("distance", &PairDistance::distance)
        .def(
            "__iter__",
            [](const PairDistance& self) {
                return nb::iter(nb::make_tuple(self.triangle_a, self.triangle_b, self.distance));
            },
            nb::sig("def __iter__(self) -> typing.Iterator[typing.Any]"));
    nb::class_<ApproximateDistance>(module, "ApproximateDistance",
                                    "The minimum, and all pairs within the error above it.")
        .def_ro("minimum", &ApproximateDistance::minimum)
        .def_ro("pairs", &ApproximateDistance::pairs);
    nb::class_<WeakApproximateDistance>(module, "WeakApproximateDistance",
                                        "The pairs that were good when the search found them.")
        .def_ro("minimum", &WeakApproximateDistance::minimum)
        .def_ro("sequence", &WeakApproximateDistance::sequence);
}

// ---- Verbs

void bind_contact_verbs(nb::module_& module) {
    nb::class_<LockedCache>(
        module, "QueryCache",
        "Remembers results for the next query about the same two models, such as the next step of a motion. "
        "It saves time where the poses differ little, and changes no answer.")
        .def(nb::init<>());
    module.def(
        "collides",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, LockedCache* cache, std::string_view search, bool realign_cache) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const CollideOptions options{.search = search_of(search),
                                         .realign_cache = realign_cache_of(realign_cache)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                if (!cache) return collides(first, second, options);
                const std::lock_guard lock(cache->mutex);
                return collides(first, second, cache->cache, options);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "cache"_a.none() = nb::none(), "search"_a = "tree", "realign_cache"_a = true,
        R"(True if the surfaces touch. Exact.

>>> cube = allide.Model(allide.generate("cube"))
>>> allide.collides(cube, cube, pose_b=allide.Pose.translation([2, 0, 0]))
True
>>> allide.collides(cube, cube, pose_b=allide.Pose.translation([2.0000000000000004, 0, 0]))
False)");
    module.def(
        "any_contact",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, LockedCache* cache, std::string_view search, bool realign_cache) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const CollideOptions options{.search = search_of(search),
                                         .realign_cache = realign_cache_of(realign_cache)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                if (!cache) return any_contact(first, second, options);
                const std::lock_guard lock(cache->mutex);
                return any_contact(first, second, cache->cache, options);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "cache"_a.none() = nb::none(), "search"_a = "tree", "realign_cache"_a = true,
        "Any one contact, or None.");
    module.def(
        "first_contact",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, LockedCache* cache, std::string_view search, bool realign_cache) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const CollideOptions options{.search = search_of(search),
                                         .realign_cache = realign_cache_of(realign_cache)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                if (!cache) return first_contact(first, second, options);
                const std::lock_guard lock(cache->mutex);
                return first_contact(first, second, cache->cache, options);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "cache"_a.none() = nb::none(), "search"_a = "tree", "realign_cache"_a = true,
        "Like any_contact, with a witness point and statistics.");
    module.def(
        "witness_of",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const nb::object& contact,
           const PoseArgument& pose_a, const PoseArgument& pose_b) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const auto [i, j] = nb::cast<std::pair<std::uint32_t, std::uint32_t>>(nb::tuple(contact));
            return ask(a, b, at_a, at_b, [&, i = i, j = j](const Placed& first, const Placed& second) {
                return witness_of(first, second, {i, j});
            });
        },
        "a"_a, "b"_a, "contact"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        nb::sig("def witness_of(a: Model | DeformableModel, b: Model | DeformableModel, contact: Contact | "
                "tuple[int, int] | NDArray[numpy.uint32], pose_a: PoseLike | None = None, pose_b: PoseLike | "
                "None = None) -> Witness"),
        "The common point of a contact that is already known; no search is made.");
    module.def(
        "contacts",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, std::optional<std::size_t> limit, std::string_view search,
           bool realign_cache) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const ContactOptions options{.limit = limit.value_or(std::numeric_limits<std::size_t>::max()),
                                         .search = search_of(search),
                                         .realign_cache = realign_cache_of(realign_cache)};
            nb::object found = nb::cast(ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                return contacts(first, second, options);
            }));
            remember(found, a, b, nb::cast(at_a), nb::cast(at_b));
            return found;
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "limit"_a.none() = nb::none(), nb::kw_only(), "search"_a = "tree", "realign_cache"_a = true,
        nb::sig(
            "def contacts(a: Model | DeformableModel, b: Model | DeformableModel, pose_a: PoseLike | None = "
            "None, pose_b: PoseLike | None = None, limit: int | None = None, *, search: str = 'tree', "
            "realign_cache: bool = True) -> Contacts"),
        R"(All contacts, or any `limit` of them.

>>> cube = allide.Model(allide.generate("cube"))
>>> found = allide.contacts(cube, cube, pose_b=allide.Pose.translation([2, 2, 2]))
>>> found.complete, found.pairs.dtype.name, found.pairs.shape[1]
(True, 'uint32', 2))");
}

void bind_distance_verbs(nb::module_& module) {
    module.def(
        "distance",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double gap, LockedCache* cache, std::string_view search,
           bool realign_cache) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const DistanceOptions options{
                .gap = gap, .search = search_of(search), .realign_cache = realign_cache_of(realign_cache)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                if (!cache) return distance(first, second, options);
                const std::lock_guard lock(cache->mutex);
                return distance(first, second, cache->cache, options);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(),
        "gap"_a = 1e-12, "cache"_a.none() = nb::none(), "search"_a = "tree", "realign_cache"_a = true,
        R"(The distance between the two surfaces, with certified bounds.

`gap` is the largest allowed width of the bounds, relative to the upper one: from 1e-12 to 0.5. Wider is faster.

>>> cube = allide.Model(allide.generate("cube"))
>>> d = allide.distance(cube, cube, pose_b=allide.Pose.translation([5, 0, 0]))
>>> d.value, d.lower <= 3 <= d.upper
(3.0, True))");
    module.def(
        "distance_within",
        [](const SurfaceArgument& a, const SurfaceArgument& b, double limit, const PoseArgument& pose_a,
           const PoseArgument& pose_b, std::string_view search, bool realign_cache) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const CollideOptions options{.search = search_of(search),
                                         .realign_cache = realign_cache_of(realign_cache)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                return distance_within(first, second, limit, options);
            });
        },
        "a"_a, "b"_a, "limit"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        nb::kw_only(), "search"_a = "tree", "realign_cache"_a = true,
        "Is the distance at most `limit`? Decided exactly, and much faster than distance() where the answer "
        "is obvious.");
    module.def(
        "pairs_within",
        [](const SurfaceArgument& a, const SurfaceArgument& b, double limit, const PoseArgument& pose_a,
           const PoseArgument& pose_b, std::string_view search, bool realign_cache) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const CollideOptions options{.search = search_of(search),
                                         .realign_cache = realign_cache_of(realign_cache)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                return pairs_within(first, second, limit, options);
            });
        },
        "a"_a, "b"_a, "limit"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        nb::kw_only(), "search"_a = "tree", "realign_cache"_a = true,
        "All pairs of triangles whose distance is at most `limit`. Decided exactly.");
    module.def(
        "approximate_distance",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double absolute_error, double relative_error, std::string_view search,
           bool realign_cache) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const ApproximateOptions options{.absolute_error = absolute_error,
                                             .relative_error = relative_error,
                                             .search = search_of(search),
                                             .realign_cache = realign_cache_of(realign_cache)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                return approximate_distance(first, second, options);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "absolute_error"_a = 0.0, "relative_error"_a = 0.0, nb::kw_only(), "search"_a = "tree",
        "realign_cache"_a = true,
        "The minimum distance, and all pairs of triangles within the error above it.");
    module.def(
        "weak_approximate_distance",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b, double absolute_error, double relative_error, std::string_view search,
           bool realign_cache) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const ApproximateOptions options{.absolute_error = absolute_error,
                                             .relative_error = relative_error,
                                             .search = search_of(search),
                                             .realign_cache = realign_cache_of(realign_cache)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                return weak_approximate_distance(first, second, options);
            });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        "absolute_error"_a = 0.0, "relative_error"_a = 0.0, nb::kw_only(), "search"_a = "tree",
        "realign_cache"_a = true,
        "The same in one pass: the pairs that were good when the search found them.");
}

std::string_view name_of(Penetration::Kind kind) {
    switch (kind) {
        case Penetration::Kind::none:
            return "none";
        case Penetration::Kind::convex:
            return "convex";
        case Penetration::Kind::solid:
            return "solid";
        case Penetration::Kind::open:
            return "open";
    }
    return "none";
}

void bind_penetration(nb::module_& module) {
    nb::class_<Penetration>(
        module, "Penetration",
        "Bounds of the length of the shortest translation of a after which no point is inside both solids.")
        .def_prop_ro(
            "kind", [](const Penetration& self) { return std::string(name_of(self.kind)); },
            "\"none\", \"convex\" (the bounds agree to 1e-9), \"solid\" or \"open\" (a mesh is not closed).")
        .def_ro("lower", &Penetration::lower)
        .def_ro("upper", &Penetration::upper, "Moved by this along `direction`, a has no point inside b.")
        .def_prop_ro(
            "direction", [](const Penetration& self) { return point_from(self.direction); },
            nb::rv_policy::automatic)
        .def("__repr__", [](const Penetration& self) {
            return "Penetration('" + std::string(name_of(self.kind)) + "', lower=" + text_of(self.lower) +
                   ", upper=" + text_of(self.upper) + ")";
        });
    module.def(
        "penetration",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const PoseArgument& pose_a,
           const PoseArgument& pose_b) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            return ask(a, b, at_a, at_b,
                       [](const Placed& first, const Placed& second) { return penetration(first, second); });
        },
        "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        R"(The penetration depth of two solids, as two bounds.

>>> cube = allide.Model(allide.generate("cube"))
>>> depth = allide.penetration(cube, cube, pose_b=allide.Pose.translation([1.5, 0, 0]))
>>> depth.kind, round(depth.upper, 9)
('convex', 0.5))");
    nb::class_<Separation>(module, "Separation",
                           "How far a must be moved along a direction until it no longer touches b.")
        .def_ro("lower", &Separation::lower)
        .def_ro("upper", &Separation::upper)
        .def_ro("last", &Separation::last, "A pair that touches at the end, or None.")
        .def("__repr__", [](const Separation& self) {
            return "Separation(lower=" + text_of(self.lower) + ", upper=" + text_of(self.upper) + ")";
        });
    module.def(
        "separation_along",
        [](const SurfaceArgument& a, const SurfaceArgument& b, const ArrayArgument& direction,
           const PoseArgument& pose_a, const PoseArgument& pose_b, std::string_view search) {
            const Pose at_a = pose_of(pose_a, "pose_a"), at_b = pose_of(pose_b, "pose_b");
            const Vec3 along = point_of(direction, "direction");
            const SeparationOptions options{.search = search_of(search)};
            return ask(a, b, at_a, at_b, [&](const Placed& first, const Placed& second) {
                return separation_along(first, second, along, options);
            });
        },
        "a"_a, "b"_a, "direction"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(),
        nb::kw_only(), "search"_a = "tree",
        "How far a must be moved along `direction`, in units of its length, until it no longer touches b and "
        "never does again.");
}

}  // namespace

void bind_query(nb::module_& module) {
    bind_stats(module);
    bind_contact(module);
    bind_contacts(module);
    bind_distance_result(module);
    bind_contact_verbs(module);
    bind_distance_verbs(module);
    bind_penetration(module);
}

}  // namespace allide::python
