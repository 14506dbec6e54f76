// Shapes of every kind (allide/shape.hpp).
#include "shape.hpp"

#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "query_cache.hpp"

#include <allide/io.hpp>

#include <fstream>
#include <iterator>

#include <nanobind/operators.h>
#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

using Boxes = Array<double, -1, 2, 3>;
static_assert(sizeof(Box) == 6 * sizeof(double));

Boxes boxes_from(std::vector<Box>&& boxes) {
    double* data = nullptr;
    const std::size_t count = boxes.size();
    const nb::capsule owner = keep<double>(std::move(boxes), data);
    return Boxes(data, {count, 2, 3}, owner);
}

std::vector<CompoundPart> parts_of(nb::handle object) {
    std::vector<CompoundPart> parts;
    if (!nb::isinstance<nb::iterable>(object))
        refuse("parts: expected bodies or pairs (body, pose), found " + description_of(object));
    for (const nb::handle item : nb::iter(object)) {
        const std::string argument = "parts[" + std::to_string(parts.size()) + "]";
        nb::object body = nb::borrow(item), pose = nb::none();
        if (nb::isinstance<nb::tuple>(item) && nb::len(item) == 2) body = item[0], pose = item[1];
        if (!nb::isinstance<Body>(body))
            refuse(argument + ": expected a ConvexBody or (ConvexBody, pose), found " + description_of(body));
        parts.push_back({nb::inst_ptr<Body>(body)->body, pose_of(pose, argument)});
    }
    return parts;
}

BoundShape height_field_of(HeightField field, bool solid) {
    auto kept = std::make_shared<const HeightField>(std::move(field));
    return {value_of(run_short([&] { return solid ? Shape::solid(*kept) : Shape::height_field(*kept); })),
            kept,
            {},
            {}};
}
BoundShape plane_of(const HalfSpace& boundary) {
    return {value_of(Shape::plane(boundary)), {}, boundary, {}};
}
BoundShape described_by(const std::string& text, const std::filesystem::path& file) {
    BoundShape read{value_of(run_short([&] { return read_shape(text, file); })), {}, {}, {}};
    const ShapeKind kind = read.shape.kind();
    if (kind == ShapeKind::height_field || kind == ShapeKind::plane)
        read.description = std::make_shared<const std::string>(text);
    return read;
}

// ---- Pickling: the name of the kind, and the data from which the shape is made again.

nb::tuple state_of(const BoundShape& self) {
    const Shape& shape = self.shape;
    const auto state = [](const char* maker, nb::object what) { return nb::make_tuple(maker, what); };
    if (self.description) return state("description", nb::cast(*self.description));
    switch (shape.kind()) {
        case ShapeKind::mesh:
            return state(shape.is_solid() ? "solid" : "mesh", nb::cast(shape.model()));
        case ShapeKind::body:
        case ShapeKind::half_space:
            return state("body", nb::cast(body_from(shape.parts()[0].body)));
        case ShapeKind::compound: {
            nb::list parts;
            for (const CompoundPart& part : shape.parts())
                parts.append(nb::make_tuple(body_from(part.body), part.pose));
            return state("compound", parts);
        }
        case ShapeKind::points:
            return state(
                "points",
                nb::make_tuple(rows_from<Points>(std::vector(shape.centers().begin(), shape.centers().end())),
                               shape.radius()));
        case ShapeKind::cells:
            return state("cells",
                         nb::cast(boxes_from(std::vector(shape.boxes().begin(), shape.boxes().end()))));
        case ShapeKind::plane:
            if (self.boundary)
                return state("plane",
                             nb::make_tuple(point_from(self.boundary->normal), self.boundary->offset));
            break;
        case ShapeKind::height_field:
            if (self.field) {
                const HeightField& f = *self.field;
                return state("height_field",
                             nb::make_tuple(f.columns, f.rows, rows_from<Numbers>(std::vector(f.heights)),
                                            f.spacing_x, f.spacing_y, f.floor, shape.is_solid()));
            }
            break;
    }
    refuse("this shape cannot be pickled");
}

BoundShape shape_from_state(const nb::tuple& state) {
    const auto maker = nb::cast<std::string>(state[0]);
    const nb::object what = state[1];
    if (maker == "description") return described_by(nb::cast<std::string>(what), {});
    if (maker == "mesh") return {Shape(nb::cast<Model>(what)), {}, {}, {}};
    if (maker == "solid") return {value_of(Shape::solid(nb::cast<Model>(what))), {}, {}, {}};
    if (maker == "body") return {Shape(nb::cast<Body>(what).body), {}, {}, {}};
    if (maker == "compound") return {value_of(Shape::compound(parts_of(what))), {}, {}, {}};
    if (maker == "points")
        return {value_of(Shape::points(points_of(nb::object(what[0]), "points"), nb::cast<double>(what[1]))),
                {},
                {},
                {}};
    if (maker == "cells") return {value_of(Shape::cells(boxes_of(what, "boxes"))), {}, {}, {}};
    if (maker == "plane")
        return plane_of({point_of(nb::object(what[0]), "normal"), nb::cast<double>(what[1])});
    HeightField field{.columns = nb::cast<std::size_t>(what[0]),
                      .rows = nb::cast<std::size_t>(what[1]),
                      .heights = numbers_of(nb::object(what[2]), "heights"),
                      .spacing_x = nb::cast<double>(what[3]),
                      .spacing_y = nb::cast<double>(what[4]),
                      .floor = nb::cast<std::optional<double>>(what[5])};
    return height_field_of(std::move(field), nb::cast<bool>(what[6]));
}

void bind_shape_class(nb::module_& module) {
    nb::class_<BoundShape>(
        module, "Shape",
        R"(Geometry of any kind: a mesh, a body, a compound, a height field, points, cells, a plane or a half-space. Immutable.

Queries take shapes, models and bodies in any combination.

>>> finger = allide.ConvexBody.box([0.01, 0.01, 0.05])
>>> gripper = allide.Shape.compound([(finger, allide.Pose.translation([x, 0, 0])) for x in (-0.03, 0.03)])
>>> scan = allide.Shape.points([[0, 0, 0], [0.1, 0, 0]], radius=0.005)
>>> allide.collides(gripper, scan, pose_a=allide.Pose.translation([0, 0, 0.1]))
Verdict('no'))")
        .def(
            "__init__",
            [](BoundShape* self, const ShapeArgument& geometry) {
                new (self) BoundShape(shape_of(geometry));
            },
            "geometry"_a, "The surface of a model, or a convex body.")
        .def_static(
            "solid",
            [](const SurfaceArgument& model) {
                const Model of = Side(model).snapshot();
                return BoundShape{value_of(run_short([&] { return Shape::solid(of); })), {}, {}, {}};
            },
            "model"_a, "A closed mesh with its inside. The error names an edge where it is open.")
        .def_static(
            "compound",
            [](const nb::object& parts) {
                const std::vector<CompoundPart> all = parts_of(parts);
                return BoundShape{value_of(run_short([&] { return Shape::compound(all); })), {}, {}, {}};
            },
            "parts"_a,
            nb::sig(
                "def compound(parts: typing.Iterable[ConvexBody | tuple[ConvexBody, PoseLike]]) -> Shape"),
            "The union of bodies, each with an optional pose.")
        .def_static(
            "height_field",
            [](const ArrayArgument& heights, double spacing_x, double spacing_y, std::optional<double> floor,
               bool solid) {
                HeightField field{
                    .heights = {}, .spacing_x = spacing_x, .spacing_y = spacing_y, .floor = floor};
                field.heights = grid_of(heights, "heights", field.rows, field.columns);
                return height_field_of(std::move(field), solid);
            },
            "heights"_a, "spacing_x"_a = 1.0, "spacing_y"_a = 1.0, "floor"_a.none() = nb::none(),
            nb::kw_only(), "solid"_a = false,
            R"(Heights over a grid: heights[j, i], float64[rows, columns], is that of (i · spacing_x, j · spacing_y).

With a floor the field has walls and a bottom; with `solid` its inside counts.

>>> allide.Shape.height_field([[0, 0, 1], [0, 1, 1]])
Shape(height field, 4 elements))")
        .def_static(
            "points",
            [](const ArrayArgument& points, double radius) {
                const std::vector<Vec3> all = points_of(points, "points");
                return BoundShape{
                    value_of(run_short([&] { return Shape::points(all, radius); })), {}, {}, {}};
            },
            "points"_a, "radius"_a = 0.0, "All points within `radius` of one of the points, float64[n, 3].")
        .def_static(
            "cells",
            [](const nb::object& boxes) {
                const std::vector<Box> all = boxes_of(boxes, "boxes");
                return BoundShape{value_of(run_short([&] { return Shape::cells(all); })), {}, {}, {}};
            },
            "boxes"_a, nb::sig("def cells(boxes: ArrayLike | typing.Sequence[Box]) -> Shape"),
            "The union of boxes, float64[n, 2, 3] with the lower corners first, such as load_octomap() "
            "returns.")
        .def_static(
            "plane",
            [](const ArrayArgument& normal, double offset) {
                return plane_of({point_of(normal, "normal"), offset});
            },
            "normal"_a, "offset"_a, "The points with normal · x = offset.")
        .def_prop_ro(
            "kind", [](const BoundShape& self) { return std::string(name_of(self.shape.kind())); },
            "\"mesh\", \"body\", \"compound\", \"height field\", \"points\", \"cells\", \"plane\" or "
            "\"half-space\".")
        .def_prop_ro(
            "is_solid", [](const BoundShape& self) { return self.shape.is_solid(); },
            "True if points inside count.")
        .def("__len__", [](const BoundShape& self) { return self.shape.size(); })
        .def("__bool__", [](const BoundShape&) { return true; })
        .def_prop_ro(
            "model", [](const BoundShape& self) { return self.shape.model(); },
            "The model of a mesh or a height field.")
        .def_prop_ro(
            "parts",
            [](const BoundShape& self) {
                std::vector<std::pair<Body, Pose>> parts;
                for (const CompoundPart& part : self.shape.parts())
                    parts.emplace_back(body_from(part.body), part.pose);
                return parts;
            },
            "The bodies of a body, a half-space or a compound, and their poses; empty for other kinds.")
        .def_prop_ro(
            "centers",
            [](nb::handle_t<BoundShape> self) {
                const auto centers = nb::inst_ptr<BoundShape>(self)->shape.centers();
                return view_of<Array<const double, -1, 3>>(centers.data(), centers.size(), self);
            },
            "The points of a cloud, float64[n, 3].")
        .def_prop_ro(
            "radius", [](const BoundShape& self) { return self.shape.radius(); },
            "The radius of the points of a cloud.")
        .def_prop_ro(
            "boxes",
            [](const BoundShape& self) {
                const auto boxes = self.shape.boxes();
                return boxes_from(std::vector(boxes.begin(), boxes.end()));
            },
            "The boxes of cells, float64[n, 2, 3].", nb::rv_policy::automatic)
        .def("__copy__", [](const BoundShape& self) { return self; })
        .def(
            "__deepcopy__", [](const BoundShape& self, nb::handle) { return self; }, "memo"_a)
        .def("__repr__",
             [](const BoundShape& self) {
                 const std::size_t size = self.shape.size();
                 return "Shape(" +
                        std::string(self.shape.is_solid() && self.shape.kind() == ShapeKind::mesh ? "solid "
                                                                                                  : "") +
                        std::string(name_of(self.shape.kind())) + ", " + std::to_string(size) +
                        (size == 1 ? " element)" : " elements)");
             })
        .def("__getstate__", &state_of)
        .def("__setstate__", [](BoundShape& self, const nb::tuple& state) {
            new (&self) BoundShape(shape_from_state(state));
        });
}

void bind_shape_files(nb::module_& module) {
    module.def(
        "load_shape",
        [](const PathArgument& file) {
            const std::filesystem::path path = path_of(file);
            if (path.extension() == ".json") {
                std::ifstream bytes(path, std::ios::binary);
                if (bytes)
                    return described_by(
                        {std::istreambuf_iterator<char>(bytes), std::istreambuf_iterator<char>()}, path);
            }
            return BoundShape{value_of(run_short([&] { return load_shape(path); })), {}, {}, {}};
        },
        "file"_a,
        "Loads a shape: a .json file describes one (docs/formats.md), an OctoMap file (.bt) becomes cells, "
        "any other "
        "file is a mesh.");
    module.def(
        "read_shape",
        [](const std::string& text, const PathArgument& file) { return described_by(text, path_of(file)); },
        "text"_a, "file"_a,
        R"(A shape from the text of a .json file; errors name `file`.

>>> allide.read_shape('{"type": "sphere", "radius": 2}', "ball.json").kind
'body')");
    module.def(
        "load_octomap",
        [](const PathArgument& file) {
            const std::filesystem::path path = path_of(file);
            return boxes_from(value_of(run_short([&] { return load_octomap(path); })));
        },
        "file"_a, nb::rv_policy::automatic,
        "The occupied cells of an OctoMap file (.bt), float64[n, 2, 3] with the lower corners first, for "
        "Shape.cells().");
    module.def(
        "read_octomap",
        [](const nb::bytes& bytes, const std::string& name) {
            const std::span data(static_cast<const std::byte*>(bytes.data()), bytes.size());
            return boxes_from(value_of(run_short([&] { return read_octomap(data, name); })));
        },
        "bytes"_a, "name"_a, nb::rv_policy::automatic, "The same from memory; errors name `name`.");
}

nb::object element_or_inside(std::uint32_t element) {
    if (element == ShapeContact::inside) return nb::str("inside");
    return nb::cast(element);
}

void bind_shape_results(nb::module_& module) {
    nb::class_<ShapeContact>(
        module, "ShapeContact",
        "Two elements of shapes; 2³² − 1 (ShapeContact.inside) for the inside of a solid mesh.")
        .def_ro("element_a", &ShapeContact::element_a)
        .def_ro("element_b", &ShapeContact::element_b)
        .def_ro_static("inside", &ShapeContact::inside)
        .def(
            "__iter__",
            [](const ShapeContact& self) { return nb::iter(nb::make_tuple(self.element_a, self.element_b)); },
            nb::sig("def __iter__(self) -> typing.Iterator[int]"))
        .def(nb::self == nb::self)
        .def(
            "__hash__",
            [](const ShapeContact& self) { return nb::hash(nb::make_tuple(self.element_a, self.element_b)); })
        .def("__repr__", [](const ShapeContact& self) {
            return "ShapeContact(" + nb::cast<std::string>(nb::str(element_or_inside(self.element_a))) +
                   ", " + nb::cast<std::string>(nb::str(element_or_inside(self.element_b))) + ")";
        });
    nb::class_<FirstShapeContact>(module, "FirstShapeContact", "Whether two shapes touch, and where.")
        .def_prop_ro("verdict", [](const FirstShapeContact& self) { return verdict_of(self.verdict); })
        .def_ro("contact", &FirstShapeContact::contact, "Elements that touch or may touch, or None.")
        .def_prop_ro(
            "point", [](const FirstShapeContact& self) { return point_from(self.point); },
            "A point of both elements.", nb::rv_policy::automatic)
        .def("__bool__",
             [](const FirstShapeContact& self) {
                 return nb::cast<bool>(nb::cast(verdict_of(self.verdict)).attr("__bool__")());
             })
        .def("__repr__", [](const FirstShapeContact& self) {
            return "FirstShapeContact('" + verdict_of(self.verdict).name + "')";
        });
    const auto rows = [](std::vector<ShapeContact> ShapeContacts::*member) {
        return [member](nb::handle_t<ShapeContacts> self) {
            const auto& pairs = nb::inst_ptr<ShapeContacts>(self)->*member;
            return view_of<Pairs>(pairs.data(), pairs.size(), self);
        };
    };
    nb::class_<ShapeContacts>(module, "ShapeContacts", "The pairs of elements that touch, ascending.")
        .def_prop_ro("pairs", rows(&ShapeContacts::pairs), "uint32[k, 2]")
        .def_prop_ro("undecided", rows(&ShapeContacts::undecided), "uint32[k, 2]: the pairs that may touch.")
        .def_ro("complete", &ShapeContacts::complete, "False if the limit was reached.")
        .def("__len__", &ShapeContacts::size)
        .def("__bool__", [](const ShapeContacts& self) { return !self.empty(); })
        .def("__getitem__",
             [](const ShapeContacts& self, std::ptrdiff_t i) {
                 const auto size = static_cast<std::ptrdiff_t>(self.size());
                 if (i < -size || i >= size) throw nb::index_error();
                 return self.pairs[static_cast<std::size_t>(i < 0 ? i + size : i)];
             })
        .def("__repr__", [](const ShapeContacts& self) {
            return "ShapeContacts(" + std::to_string(self.size()) +
                   (self.undecided.empty() ? ""
                                           : ", " + std::to_string(self.undecided.size()) + " undecided") +
                   ")";
        });
    nb::class_<ShapeDistance>(module, "ShapeDistance", "Bounds on the exact distance of two shapes.")
        .def_ro("value", &ShapeDistance::value)
        .def_ro("lower", &ShapeDistance::lower)
        .def_ro("upper", &ShapeDistance::upper)
        .def_prop_ro(
            "point_a", [](const ShapeDistance& self) { return point_from(self.point_a); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "point_b", [](const ShapeDistance& self) { return point_from(self.point_b); },
            nb::rv_policy::automatic)
        .def_ro("closest", &ShapeDistance::closest, "The elements that these points belong to.")
        .def("__float__", [](const ShapeDistance& self) { return self.value; })
        .def("__repr__", [](const ShapeDistance& self) {
            return "ShapeDistance(" + text_of(self.value) + ", lower=" + text_of(self.lower) +
                   ", upper=" + text_of(self.upper) + ")";
        });
    nb::class_<ShapeHit>(module, "ShapeHit", "A point where a ray enters or touches a shape.")
        .def_ro("t", &ShapeHit::t, "In units of the direction; 0 if the ray starts inside a solid.")
        .def_prop_ro(
            "point", [](const ShapeHit& self) { return point_from(self.point); }, nb::rv_policy::automatic)
        .def_prop_ro(
            "normal", [](const ShapeHit& self) { return point_from(self.normal); },
            "The outward unit normal of the surface.", nb::rv_policy::automatic)
        .def_ro("element", &ShapeHit::element)
        .def_ro("barycentrics", &ShapeHit::barycentrics,
                "The weights of a triangle's corners; 0 for other elements.")
        .def(nb::self == nb::self)
        .def("__repr__", [](const ShapeHit& self) {
            return "ShapeHit(t=" + text_of(self.t) + ", point=" + text_of(self.point) +
                   ", element=" + std::to_string(self.element) + ")";
        });
}

#define ALLIDE_SHAPE_PAIR_PARAMETERS \
    const ShapeArgument &a, const ShapeArgument &b, const PoseArgument &pose_a, const PoseArgument &pose_b
#define ALLIDE_SHAPE_PAIR_NAMES "a"_a, "b"_a, "pose_a"_a.none() = nb::none(), "pose_b"_a.none() = nb::none()

// Calls query(placed a, placed b, cache or null) without the GIL.
template <typename Query>
auto ask_shapes(ALLIDE_SHAPE_PAIR_PARAMETERS, LockedCache* cache, const Query& query) {
    const PlacedShape first = placed_shape_of(a, pose_a, "pose_a"),
                      second = placed_shape_of(b, pose_b, "pose_b");
    return run_short([&] {
        if (!cache) return query(first, second, static_cast<QueryCache*>(nullptr));
        const std::lock_guard lock(cache->mutex);
        return query(first, second, &cache->cache);
    });
}

void bind_shape_pair_verbs(nb::module_& module) {
    module.def(
        "collides",
        [](ALLIDE_SHAPE_PAIR_PARAMETERS, double clearance, LockedCache* cache) {
            const ShapeQueryOptions options{.clearance = clearance};
            return verdict_of(ask_shapes(a, b, pose_a, pose_b, cache,
                                         [&](const PlacedShape& x, const PlacedShape& y, QueryCache* memory) {
                                             return memory ? collides(x, y, *memory, options)
                                                           : collides(x, y, options);
                                         }));
        },
        ALLIDE_SHAPE_PAIR_NAMES, nb::kw_only(), "clearance"_a = 0.0, "cache"_a.none() = nb::none(),
        "Do two shapes touch, or come within the clearance? A negative clearance allows that much "
        "penetration.");
    module.def(
        "first_contact",
        [](ALLIDE_SHAPE_PAIR_PARAMETERS, double clearance, LockedCache* cache) {
            const ShapeQueryOptions options{.clearance = clearance};
            return ask_shapes(a, b, pose_a, pose_b, cache,
                              [&](const PlacedShape& x, const PlacedShape& y, QueryCache* memory) {
                                  return memory ? first_contact(x, y, *memory, options)
                                                : first_contact(x, y, options);
                              });
        },
        ALLIDE_SHAPE_PAIR_NAMES, nb::kw_only(), "clearance"_a = 0.0, "cache"_a.none() = nb::none(),
        "The same, with the elements that touch and a point.");
    module.def(
        "contacts",
        [](ALLIDE_SHAPE_PAIR_PARAMETERS, std::optional<std::size_t> limit, double clearance) {
            const ShapeContactOptions options{
                .clearance = clearance, .limit = limit.value_or(std::numeric_limits<std::size_t>::max())};
            return ask_shapes(a, b, pose_a, pose_b, nullptr,
                              [&](const PlacedShape& x, const PlacedShape& y, QueryCache*) {
                                  return contacts(x, y, options);
                              });
        },
        ALLIDE_SHAPE_PAIR_NAMES, "limit"_a.none() = nb::none(), nb::kw_only(), "clearance"_a = 0.0,
        "The pairs of elements of two shapes that touch, or any `limit` of them.");
    module.def(
        "distance",
        [](ALLIDE_SHAPE_PAIR_PARAMETERS, LockedCache* cache) {
            return ask_shapes(a, b, pose_a, pose_b, cache,
                              [&](const PlacedShape& x, const PlacedShape& y, QueryCache* memory) {
                                  return memory ? distance(x, y, *memory) : distance(x, y);
                              });
        },
        ALLIDE_SHAPE_PAIR_NAMES, nb::kw_only(), "cache"_a.none() = nb::none(),
        "The distance of two shapes, with bounds; infinite if a model has no triangles.");
}

void bind_shape_verbs(nb::module_& module) {
    module.def(
        "bounding_box",
        [](const ShapeArgument& shape, const PoseArgument& pose) {
            const PlacedShape placed = placed_shape_of(shape, pose, "pose");
            return run_short([&] { return bounding_box(placed); });
        },
        "shape"_a, "pose"_a.none() = nb::none(),
        "A box in the world that contains the shape; infinite where it is.");
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const auto ray_of = [](const ArrayArgument& origin, const ArrayArgument& direction, double max_t) {
        return Ray{point_of(origin, "origin"), point_of(direction, "direction"), max_t};
    };
    module.def(
        "first_hit",
        [ray_of](const ShapeArgument& shape, const ArrayArgument& origin, const ArrayArgument& direction,
                 const PoseArgument& pose, double max_t) {
            const PlacedShape placed = placed_shape_of(shape, pose, "pose");
            const Ray ray = ray_of(origin, direction, max_t);
            return run_short([&] { return first_hit(placed, ray); });
        },
        "shape"_a, "origin"_a, "direction"_a, "pose"_a.none() = nb::none(), nb::kw_only(),
        "max_t"_a = infinity, "The element of a shape that a ray hits first, or None.");
    module.def(
        "all_hits",
        [ray_of](const ShapeArgument& shape, const ArrayArgument& origin, const ArrayArgument& direction,
                 const PoseArgument& pose, double max_t) {
            const PlacedShape placed = placed_shape_of(shape, pose, "pose");
            const Ray ray = ray_of(origin, direction, max_t);
            return run_short([&] { return all_hits(placed, ray); });
        },
        "shape"_a, "origin"_a, "direction"_a, "pose"_a.none() = nb::none(), nb::kw_only(),
        "max_t"_a = infinity, "All elements of a shape that a ray hits, in ascending order of (t, element).");
}

}  // namespace

BoundShape shape_of(nb::handle object) {
    if (nb::isinstance<BoundShape>(object)) return *nb::inst_ptr<BoundShape>(object);
    if (nb::isinstance<Body>(object)) return {Shape(nb::inst_ptr<Body>(object)->body), {}, {}, {}};
    Side side(object);
    return {Shape(run_short([&] { return side.snapshot(); })), {}, {}, {}};
}

void bind_shape(nb::module_& module) {
    bind_shape_class(module);
    bind_shape_results(module);
    bind_shape_files(module);
    bind_shape_pair_verbs(module);
    bind_shape_verbs(module);
}

}  // namespace allide::python
