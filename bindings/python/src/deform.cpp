// First contact of deforming meshes (allide/extra/deform.hpp).
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "surface.hpp"

#include <allide/extra/deform.hpp>

#include <nanobind/stl/shared_ptr.h>

namespace allide::python {
namespace {

// Python's Deforming: a step of a deformable model, which it keeps alive. Invalid if the model changes.
struct Step {
    std::shared_ptr<LockedDeformable> model;
    std::uint64_t version;
    Deforming deforming;
};

std::shared_ptr<LockedDeformable> model_of(nb::handle object) {
    return nb::cast<std::shared_ptr<LockedDeformable>>(object);
}

[[noreturn]] void refuse_changed() {
    throw PreconditionError("the DeformableModel has changed since deforming() was called: call it again");
}

// Locks the step's model for reading. Throws if the model has changed since. Call it without the GIL.
std::shared_lock<std::shared_mutex> locked(const Step& step) {
    std::shared_lock lock(step.model->mutex);
    if (step.model->version != step.version) refuse_changed();
    return lock;
}

PredictOptions options_of(double clearance, double tolerance) {
    return {.tolerance = tolerance, .clearance = clearance};
}

// The other side of a query about a step: none (the step itself), another step, or a model at rest.
class OtherSide {
  public:
    OtherSide(const nb::object& other, const PoseArgument& pose) {
        if (other.is_none()) {
            if (!pose.is_none()) refuse("pose_b: expected None without b");
        } else if (nb::isinstance<Step>(other)) {
            step_ = *nb::inst_ptr<Step>(other);
            if (!pose.is_none())
                refuse("pose_b: expected None for a Deforming, whose vertices are in the world");
        } else if (nb::isinstance<Model>(other) || nb::isinstance<LockedDeformable>(other)) {
            model_ = Side(other).snapshot();
            pose_ = pose_of(pose, "pose_b");
        } else {
            refuse("b: expected a Deforming, a Model or None, found " + description_of(other));
        }
    }

    // Runs query(a), query(a, step) or query(a, placed).
    template <typename Query>
    auto ask(const Step& a, const Query& query) const {
        const auto lock = locked(a);
        if (model_) return query(a.deforming, model_->at(pose_));
        if (!step_) return query(a.deforming);
        std::shared_lock<std::shared_mutex> second;
        if (step_->model != a.model)
            second = locked(*step_);
        else if (step_->version != a.version)
            refuse_changed();
        return query(a.deforming, step_->deforming);
    }

  private:
    std::optional<Step> step_;
    std::optional<Model> model_;
    Pose pose_;
};

struct Impacts {
    std::vector<FeatureImpact> all;
};

// The getter of a property: one field of all impacts, in their order, as an array.
template <typename Result, typename Field>
auto column(Field FeatureImpact::*field) {
    return [field](const Impacts& self) {
        std::vector<Field> values;
        values.reserve(self.all.size());
        for (const FeatureImpact& impact : self.all) values.push_back(impact.*field);
        return rows_from<Result>(std::move(values));
    };
}

using Quadruples = Array<std::uint32_t, -1, 4>;
using Weights = Array<double, -1, 4>;

template <typename Element, std::size_t Count>
nb::tuple tuple_of(const std::array<Element, Count>& values) {
    nb::list list;
    for (const Element value : values) list.append(value);
    return nb::tuple(list);
}

void bind_impacts(nb::module_& module) {
    nb::class_<FeatureImpact>(module, "FeatureImpact", "A contact of a vertex and a face, or of two edges.")
        .def_ro("t_lo", &FeatureImpact::t_lo, "No contact of these features before this time.")
        .def_ro("t_hi", &FeatureImpact::t_hi, "A contact in [t_lo, t_hi].")
        .def_prop_ro(
            "features", [](const FeatureImpact& self) { return std::string(name_of(self.features)); },
            "\"vertex-face\", \"face-vertex\" or \"edge-edge\", a's first.")
        .def_prop_ro(
            "vertices", [](const FeatureImpact& self) { return tuple_of(self.vertices); },
            nb::sig("def vertices(self) -> tuple[int, int, int, int]"),
            "The vertices of both features, a's first; of self-contacts all are a's.")
        .def_prop_ro(
            "weights", [](const FeatureImpact& self) { return tuple_of(self.weights); },
            nb::sig("def weights(self) -> tuple[float, float, float, float]"),
            "The contact point at t_hi as a combination of each side's vertices, rounded.")
        .def_ro("triangle_a", &FeatureImpact::triangle_a)
        .def_ro("triangle_b", &FeatureImpact::triangle_b)
        .def_ro("delta", &FeatureImpact::delta, "Always 0: every query is decided.")
        .def("__repr__", [](const FeatureImpact& self) {
            return "FeatureImpact('" + std::string(name_of(self.features)) + "', t_lo=" + text_of(self.t_lo) +
                   ", t_hi=" + text_of(self.t_hi) + ")";
        });
    nb::class_<Impacts>(module, "FeatureImpacts", "Contacts of features, sorted by t_lo; see FeatureImpact.")
        .def_prop_ro("t_lo", column<Numbers>(&FeatureImpact::t_lo), "float64[k]", nb::rv_policy::automatic)
        .def_prop_ro("t_hi", column<Numbers>(&FeatureImpact::t_hi), "float64[k]", nb::rv_policy::automatic)
        .def_prop_ro("vertices", column<Quadruples>(&FeatureImpact::vertices), "uint32[k, 4]",
                     nb::rv_policy::automatic)
        .def_prop_ro("weights", column<Weights>(&FeatureImpact::weights), "float64[k, 4]",
                     nb::rv_policy::automatic)
        .def_prop_ro("triangle_a", column<Indices>(&FeatureImpact::triangle_a), "uint32[k]",
                     nb::rv_policy::automatic)
        .def_prop_ro("triangle_b", column<Indices>(&FeatureImpact::triangle_b), "uint32[k]",
                     nb::rv_policy::automatic)
        .def_prop_ro("delta", column<Numbers>(&FeatureImpact::delta), "float64[k]", nb::rv_policy::automatic)
        .def_prop_ro("features",
                     [](const Impacts& self) {
                         std::vector<std::string> names;
                         for (const FeatureImpact& impact : self.all)
                             names.emplace_back(name_of(impact.features));
                         return names;
                     })
        .def("__len__", [](const Impacts& self) { return self.all.size(); })
        .def("__getitem__",
             [](const Impacts& self, std::ptrdiff_t i) {
                 const auto size = static_cast<std::ptrdiff_t>(self.all.size());
                 if (i < -size || i >= size) throw nb::index_error();
                 return self.all[static_cast<std::size_t>(i < 0 ? i + size : i)];
             })
        .def("__repr__",
             [](const Impacts& self) { return "FeatureImpacts(" + std::to_string(self.all.size()) + ")"; });
}

void bind_step(nb::module_& module) {
    nb::class_<Step>(
        module, "Deforming",
        "A DeformableModel whose vertices move on straight lines from t = 0 to t = 1. Valid until the "
        "model moves or is rebuilt; later queries raise AllideError.")
        .def_prop_ro(
            "start",
            [](nb::handle_t<Step> self) {
                const auto points = nb::inst_ptr<Step>(self)->deforming.start();
                return view_of<Array<const double, -1, 3>>(points.data(), points.size(), self);
            },
            "float64[n, 3]: the vertices at t = 0.")
        .def_prop_ro(
            "end",
            [](nb::handle_t<Step> self) {
                const auto points = nb::inst_ptr<Step>(self)->deforming.end();
                return view_of<Array<const double, -1, 3>>(points.data(), points.size(), self);
            },
            "float64[n, 3]: the vertices at t = 1.")
        .def("__len__", [](const Step& self) { return self.deforming.start().size(); })
        .def("__repr__", [](const Step& self) {
            return "Deforming(" + std::to_string(self.deforming.start().size()) + " vertices)";
        });
    module.def(
        "deforming",
        [](nb::handle_t<LockedDeformable> model, const ArrayArgument& end,
           const OptionalArrayArgument& start) {
            const auto owner = model_of(model);
            const std::vector<Vec3> to = points_of(end, "end");
            std::optional<std::vector<Vec3>> from;
            if (!start.is_none()) from = points_of(start, "start");
            std::uint64_t version = 0;
            auto made = run_short([&] {
                const std::shared_lock lock(owner->mutex);
                version = owner->version;
                return from ? deforming(owner->model, *from, to) : deforming(owner->model, to);
            });
            return Step{owner, version, value_of(std::move(made))};
        },
        "model"_a, "end"_a, "start"_a.none() = nb::none(),
        R"(A step of a model: every vertex moves on a straight line to its row of `end`, from its present position or `start`.

>>> cloth = allide.DeformableModel([[0, 0, 1], [1, 0, 1], [0, 1, 1]], [[0, 1, 2]])
>>> floor = allide.Model([[-9, -9, 0], [9, -9, 0], [0, 9, 0]], [[0, 1, 2]])
>>> step = allide.deforming(cloth, cloth.mesh.vertices - [0, 0, 2])
>>> round(allide.max_safe_step(step, floor), 9)
0.5)");
}

#define ALLIDE_STEP_ARGUMENTS                                                                             \
    "a"_a, "b"_a.none() = nb::none(), "pose_b"_a.none() = nb::none(), nb::kw_only(), "clearance"_a = 0.0, \
           "tolerance"_a = 1e-9

#define ALLIDE_STEP_SIGNATURE(name, result)                                                               \
    nb::sig(                                                                                              \
        "def " name                                                                                       \
        "(a: Deforming, b: Deforming | Model | DeformableModel | None = None, pose_b: PoseLike | None = " \
        "None, *, clearance: float = 0.0, tolerance: float = 1e-9) -> " result)

void bind_step_verbs(nb::module_& module) {
    module.def(
        "predict",
        [](const Step& a, const nb::object& b, const PoseArgument& pose_b, double clearance,
           double tolerance) {
            return run_long([a, other = OtherSide(b, pose_b), options = options_of(clearance, tolerance)] {
                return other.ask(a, [&](const auto&... sides) { return predict(sides..., options); });
            });
        },
        ALLIDE_STEP_ARGUMENTS, ALLIDE_STEP_SIGNATURE("predict", "Prediction"),
        "When does a deforming surface first touch itself (without b), another one, or a model? Exact, "
        "also with a clearance.");
    module.def(
        "earliest_impact",
        [](const Step& a, const nb::object& b, const PoseArgument& pose_b, double clearance,
           double tolerance) {
            return run_long([a, other = OtherSide(b, pose_b), options = options_of(clearance, tolerance)] {
                return other.ask(a, [&](const auto&... sides) { return earliest_impact(sides..., options); });
            });
        },
        ALLIDE_STEP_ARGUMENTS, ALLIDE_STEP_SIGNATURE("earliest_impact", "FeatureImpact | None"),
        "The first contact of features, with their vertices and weights; or None.");
    module.def(
        "all_impacts",
        [](const Step& a, const nb::object& b, const PoseArgument& pose_b, double clearance,
           double tolerance) {
            return Impacts{
                run_long([a, other = OtherSide(b, pose_b), options = options_of(clearance, tolerance)] {
                    return other.ask(a, [&](const auto&... sides) { return all_impacts(sides..., options); });
                })};
        },
        ALLIDE_STEP_ARGUMENTS, ALLIDE_STEP_SIGNATURE("all_impacts", "FeatureImpacts"),
        "Every pair of features that come into contact, with the time of their own first contact.");
    module.def(
        "max_safe_step",
        [](const Step& a, const nb::object& b, const PoseArgument& pose_b, double clearance,
           double tolerance) {
            return run_long([a, other = OtherSide(b, pose_b), options = options_of(clearance, tolerance)] {
                return other.ask(a, [&](const auto&... sides) { return max_safe_step(sides..., options); });
            });
        },
        ALLIDE_STEP_ARGUMENTS, ALLIDE_STEP_SIGNATURE("max_safe_step", "float"),
        "The largest t such that there is certainly no contact in [0, t]: for line searches.");
}

// ---- Raw queries

struct FeatureContacts {
    std::vector<FeatureContact> all;
};

template <typename Result, typename Field>
auto contact_column(Field FeatureContact::*field) {
    return [field](const FeatureContacts& self) {
        std::vector<Field> values;
        values.reserve(self.all.size());
        for (const FeatureContact& contact : self.all) values.push_back(contact.*field);
        return rows_from<Result>(std::move(values));
    };
}

auto contacts_that_are(Outcome outcome) {
    return [outcome](const FeatureContacts& self) {
        std::vector<std::uint8_t> bytes;
        bytes.reserve(self.all.size());
        for (const FeatureContact& contact : self.all) bytes.push_back(contact.outcome == outcome ? 1 : 0);
        return rows_from<Bools>(std::move(bytes));
    };
}

Features features_of(std::string_view name) {
    return named<Features>("features", name,
                           {{"vertex-face", Features::vertex_face},
                            {"face-vertex", Features::face_vertex},
                            {"edge-edge", Features::edge_edge}});
}

std::vector<FeatureMotion> motions_of(nb::handle object) {
    const nb::object array = nb::module_::import_("numpy").attr("asarray")(object);
    const auto shape = nb::cast<std::vector<std::size_t>>(array.attr("shape"));
    if (shape.size() != 3 || shape[1] != 8 || shape[2] != 3)
        refuse("motions: expected an array of shape (n, 8, 3), found " + description_of(array));
    const std::vector<Vec3> points = points_of(array.attr("reshape")(-1, 3), "motions");
    std::vector<FeatureMotion> motions(points.size() / 8);
    for (std::size_t i = 0; i < points.size(); ++i) motions[i / 8][i % 8] = points[i];
    return motions;
}

void bind_raw(nb::module_& module) {
    nb::class_<FeatureContacts>(module, "FeatureContacts",
                                "The first contact of each pair of features, as arrays.")
        .def_prop_ro("impact", contacts_that_are(Outcome::impact), "bool[n]", nb::rv_policy::automatic)
        .def_prop_ro("t_lo", contact_column<Numbers>(&FeatureContact::t_lo), "float64[n]: no contact before.",
                     nb::rv_policy::automatic)
        .def_prop_ro("t_hi", contact_column<Numbers>(&FeatureContact::t_hi), "float64[n]",
                     nb::rv_policy::automatic)
        .def_prop_ro("weights", contact_column<Weights>(&FeatureContact::weights), "float64[n, 4]",
                     nb::rv_policy::automatic)
        .def_prop_ro("delta", contact_column<Numbers>(&FeatureContact::delta), "float64[n]",
                     nb::rv_policy::automatic)
        .def("__len__", [](const FeatureContacts& self) { return self.all.size(); });
    module.def(
        "first_contacts",
        [](std::string_view features, const ArrayArgument& motions, double clearance, double tolerance) {
            const Features kind = features_of(features);
            std::vector<FeatureMotion> rows = motions_of(motions);
            return FeatureContacts{
                run_long([kind, rows = std::move(rows), options = options_of(clearance, tolerance)] {
                    return first_contacts(kind, rows, options);
                })};
        },
        "features"_a, "motions"_a, nb::kw_only(), "clearance"_a = 0.0, "tolerance"_a = 1e-9,
        R"(First contacts of many pairs of features, for programs with a broad phase of their own.

Each row of `motions`, float64[n, 8, 3], is four points at t = 0 and the same four at t = 1: a vertex and three corners
("vertex-face"), three corners and a vertex ("face-vertex"), or the ends of two edges ("edge-edge").

>>> falling = [[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 1, 0], [0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 1, 0]]
>>> allide.first_contacts("vertex-face", [falling]).t_hi
array([0.5]))");
    module.def(
        "mesh_of_segments",
        [](const ArrayArgument& vertices, const ArrayArgument& segments) {
            const std::vector<Vec3> points = points_of(vertices, "vertices");
            const std::vector<std::uint32_t> ends =
                indices_of(nb::module_::import_("numpy").attr("ravel")(segments), "segments");
            if (ends.size() % 2) refuse("segments: expected an array of shape (n, 2)");
            std::vector<std::array<std::uint32_t, 2>> pairs(ends.size() / 2);
            for (std::size_t i = 0; i < ends.size(); ++i) pairs[i / 2][i % 2] = ends[i];
            return value_of(mesh_of_segments(points, pairs));
        },
        "vertices"_a, "segments"_a,
        "Rods as a mesh: triangles with two equal corners. Segments are integers [n, 2].");
    module.def(
        "mesh_of_points",
        [](const ArrayArgument& vertices) {
            return value_of(mesh_of_points(points_of(vertices, "vertices")));
        },
        "vertices"_a, "Points as a mesh: triangles with three equal corners.");
}

}  // namespace

void bind_deform(nb::module_& module) {
    bind_impacts(module);
    bind_step(module);
    bind_step_verbs(module);
    bind_raw(module);
}

}  // namespace allide::python
