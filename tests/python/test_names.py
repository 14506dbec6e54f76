"""The package has every name of the public headers, or the list below says why not."""

import ast
import pathlib

import front_door
import pytest

import allide

INCLUDE = pathlib.Path(__file__).parents[2] / "include" / "allide"

POSE = "a placed model, body or shape is the object and its `pose` argument"
MOTION = "a moving model or body is the object and its `motion` argument"
FIELDS = "its fields are fields of the result that has it"
DICTIONARY = "a dictionary, see docs/certificates.md"
ARRAYS = "rows of arrays"
CONSTRUCTOR = "the class itself: Model(…), Index(…)"
WORDS = "enumerators are words"
TUPLE = "a tuple"
NUMPY = "numpy has it"
ERRORS = "AllideError"
CTRL_C = "Ctrl-C and `progress` stop a call"
GPU = "batches on a GPU (docs/gpu.md) are not in the package yet"

#: Types and functions that the package does not have.
WITHOUT = {
    # Types
    **dict.fromkeys(["Placed", "PlacedBody", "PlacedShape"], POSE),
    **dict.fromkeys(["Moving", "MovingBody", "MovingShape"], MOTION),
    **dict.fromkeys(["Impact", "BodyImpact", "ClosestPair", "LocalDepth", "CommonVolume", "ClashCoverage", "MeshData"], FIELDS),
    **dict.fromkeys(["ClashFilter", "HeightField", "PageLabels", "Obstacle"], "its fields are arguments"),
    **dict.fromkeys(
        ["ExactPointOnTriangle", "SeparationStep", "CollisionCertificate", "DistanceCertificate", "MovingContact"], DICTIONARY
    ),
    **dict.fromkeys(["SegmentSeparation", "PredictionCertificate"], DICTIONARY),
    **dict.fromkeys(["Vec3", "Ray", "Segment", "ContactInterval", "FeatureContact"], ARRAYS),
    **dict.fromkeys(
        ["AxisAngle", "Between", "BodyFace", "ClashGrid", "Colour", "CompoundPart", "FileBytes", "JointLimits", "JointPath", "LeafSpan"],
        TUPLE,
    ),
    **dict.fromkeys(["PartAttribute", "PlacedRobot", "RobotPair", "SelfCollisionPair"], TUPLE),
    "SelfCollisionMatrix": "a list of its pairs",
    "FileInspection": "inspect_file() returns the list of its parts",
    "MergedClashes": "ClashPlan.merge() returns the report",
    "BodyHint": "queries about bodies take a QueryCache",
    "Error": ERRORS,
    "PreconditionError": ERRORS,
    **dict.fromkeys(["Cancelled", "Cancellation", "CancelScope"], CTRL_C),
    "JsonWriter": "json of the standard library",
    **dict.fromkeys(["DeviceError", "NamedDevice", "DeviceOptions"], GPU),
    # Functions
    **dict.fromkeys(["at", "at_rest"], POSE),
    **dict.fromkeys(["dot", "cross", "length", "normalized"], NUMPY),
    **dict.fromkeys(["from_eigen", "to_eigen", "pose_from_eigen", "quaternion_to_eigen"], NUMPY),
    **dict.fromkeys(["name_of", "volume_from_name", "realign_from_name", "builder_from_name", "shape_from_name", "is_kdop"], WORDS),
    "clashes": "Index.clashes",
    "model_of": "Index.model",
    "join_robots": "Robot.join",
    "load_robot": "Robot(file)",
    "load_obstacles": "the `scene` argument reads files",
}

#: Members that classes of the package do not have, or have by another name.
WITHOUT_MEMBERS = {
    **dict.fromkeys(
        [f"{name}.{verb}" for name in ("Model", "DeformableModel", "ConvexBody", "Shape") for verb in ("at", "at_rest")], POSE
    ),
    **dict.fromkeys(["Model.along", "ConvexBody.along"], MOTION),
    **dict.fromkeys(["Scene.placed", "Scene.placed_shape"], POSE),
    **dict.fromkeys(["Model.build", "DeformableModel.build", "DoubleHierarchy.build", "RobotWorld.build", "GlbWriter.create"], CONSTRUCTOR),
    **dict.fromkeys(["Index.open", "ClashPlan.open", "Pose.from_matrix", "Pose.from_matrix_4x4", "Pose.from_quaternion"], CONSTRUCTOR),
    **dict.fromkeys(["Mesh.from"], CONSTRUCTOR),
    **dict.fromkeys(["ClashScene.of", "ClashReport.of"], "clash() and ClashScene.load() take scenes"),
    "Pose.matrix_4x4": "Pose.matrix",
    "Box.grow": "boxes are immutable",
    "Mesh.corners": "mesh.vertices[mesh.triangles]",
    "Motion.from": "Motion.from_, since `from` is a keyword",
    **dict.fromkeys(["Prediction.impact", "BodyPrediction.impact", "Distance.closest", "BodyMeshDistance.distance"], FIELDS),
    **dict.fromkeys(["ReportedClash.clash", "ClashReport.coverage"], FIELDS),
    "ClashReport.unknown_sags": "ClashReport.estimates_sag",
    **{f"ClashReport.{form}": f"ClashReport.to_{form}" for form in ("text", "json", "csv", "html", "bcf")},
    "AssemblyPart.attribute": "AssemblyPart.attributes is a dictionary",
    "DoubleHierarchy.body": "the mesh that it was made from",
    **dict.fromkeys(["Robot.joint_number", "Robot.link_number"], "lists have index()"),
}

#: Functions whose Python counterpart has another name: their options are its keyword arguments.
KNOWN_AS = {
    "Model::build": "Model::__init__",
    "DeformableModel::build": "DeformableModel::__init__",
    "DoubleHierarchy::build": "DoubleHierarchy::__init__",
    "Index::open": "Index::__init__",
    "ClashPlan::open": "ClashPlan::__init__",
    "ClashReport::of": "clash",
    "ClashReport::html": "ClashReport::to_html",
    "ClashReport::bcf": "ClashReport::to_bcf",
    "load_robot": "Robot::__init__",
    "load_model": "load",
    "clashes": "Index::clashes",
}

#: Keyword arguments that functions of the package do not have, or have by another name.
WITHOUT_OPTIONS = {
    "ClashReportOptions.filter": "its fields",
    "ClashReportOptions.unknown_sags": "estimate_sag",
    "ClashOptions.detail": "regions=True",
    "IndexClashOptions.pairs": "its fields, but for `limits`",
    "IndexBuildOptions.load": "sag",
    "ClashLoadOptions.load": "sag",
    "RobotFileOptions.meshes": "sag",
    "ClashSaveOptions.page": "its fields",
    "ClashSaveOptions.bcf": "its fields",
    "ClashPlanOptions.report": "its fields",
    "ClashPlanOptions.bcf": "bcf_scale, bcf_version, bcf_kinds, bcf_limit",
    "ClashPageOptions.made": "the time of the call",
    "ClashBcfOptions.made": "the time of the call",
    **dict.fromkeys(["ClashPageOptions.progress", "ClashBcfOptions.progress"], "save() has it"),
    **{f"DeviceOptions.{name}": GPU for name in ("device", "gpu", "notice")},
    "PredictOptions.max_intervals": "contact_intervals() has it",
    "ClashLoadOptions.memory_limit": "read_clash_scene() has none",
}
#: The same for one function only.
WITHOUT_OPTIONS_OF = {
    "IndexBuildOptions.leaf_bytes of Index::append": "that of the index",
    "ContainsOptions.search of overlap_solid": "no effect there",
    "LoadOptions.sag of load_obstacles": WITHOUT["load_obstacles"],
    **{f"BatchOptions.{name} of all_hits": "all_hits_many() has it" for name in ("threads", "progress")},
    **{
        f"BuildOptions.{name} of DeformableModel::build": "only the default is accepted"
        for name in ("volume", "realign", "leaf_volumes", "hulls", "inflation", "inner_volumes")
    },
    **{
        f"PredictOptions.search of {name}": "not used by deforming meshes"
        for name in ("first_contacts", "earliest_impact", "all_impacts", "max_safe_step")
    },
    "ManifoldOptions.depth of contact_manifold": "not used for bodies",
    "PredictOptions.tolerance of first_contact": "first_contacts() has it",
    "TrajectoryOptions.detail of RobotWorld::max_safe_step": "no effect there",
    "TrajectoryOptions.clearance_error of RobotWorld::max_safe_step": "no effect there",
    "TrajectoryOptions.steps of RobotWorld::max_safe_step": "no effect there",
}


@pytest.fixture(scope="module")
def names():
    headers = sorted([*INCLUDE.glob("*.hpp"), *(INCLUDE / "extra").glob("*.hpp")])
    assert len(headers) > 25
    return front_door.names_of([header.read_text() for header in headers])


def parameters():
    """From each function, or "Class::function", to the names of its parameters, over all overloads."""
    found = {}

    def visit(body, prefix):
        for node in body:
            if isinstance(node, ast.FunctionDef):
                arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                found.setdefault(prefix + node.name, set()).update(argument.arg for argument in arguments)
            elif isinstance(node, ast.ClassDef):
                visit(node.body, node.name + "::")

    visit(ast.parse((pathlib.Path(allide.__file__).parent / "_core.pyi").read_text()).body, "")
    return found


def test_the_parser_reads_declarations():
    found = front_door.names_of([
        """
        #define X { \\
            (
        namespace ALLIDE_EXPORT allide {
        class Elsewhere;
        enum class Kind { one, two = 7, };  // a comment; with { a brace
        struct Base { double lower = 0, upper = std::numeric_limits<double>::infinity(); };
        class Thing : public Base {
          public:
            explicit Thing(int n) : n_(n) { work(); }
            ~Thing();
            std::map<int, std::vector<int>> table(const Base& base = {}) const { return {}; }
            std::function<bool(int a, int b)> wanted = {};
            std::array<int, 3> corners{};
            friend bool operator==(const Thing&, const Thing&) = default;
          private:
            int hidden() const;
            int n_;
        };
        namespace detail { void internal(); }
        Result<Thing> make(const Base& base, std::span<const int> numbers = {});
        template <typename T>
        T twice(T t) { if (t < 3) { return t; } return t + t; }
        inline double half(double x) { return x / 2; }
        }  // namespace allide
        """
    ])
    assert found.types["Kind"].members == {"one", "two"}
    assert found.types["Base"].members == {"lower", "upper"}
    assert found.types["Thing"].bases == ["Base"]
    assert found.types["Thing"].members == {"table", "wanted", "corners"}
    assert set(found.functions) == {"Thing::table", "make", "twice", "half"}
    assert "Base" in found.functions["make"]


def test_every_type_and_function_is_bound(names):
    assert len(names.functions) > 300 and len(names.types) > 200
    declared = {name for name in names.functions if "::" not in name}
    declared |= {name for name, found in names.types.items() if found.kind != "enum"}
    options = {name for name in declared if name.endswith("Options") and name not in WITHOUT}
    missing = {name for name in declared - options if not hasattr(allide, name)}
    assert missing == set(WITHOUT)


def has_member(bound, member):
    if member in {"size", "empty"}:
        return hasattr(bound, member) or hasattr(bound, "__len__")
    if member in {"begin", "end"} and not hasattr(bound, member):
        return hasattr(bound, "__iter__") or hasattr(bound, "__getitem__")
    return hasattr(bound, member)


def test_every_member_is_bound(names):
    missing = set()
    for name, found in names.types.items():
        bound = getattr(allide, name, None)
        if found.kind != "enum" and bound is not None:
            missing |= {f"{name}.{member}" for member in found.members if not has_member(bound, member)}
    assert missing == set(WITHOUT_MEMBERS)


def test_every_option_is_an_argument(names):
    of_python, missing, used = parameters(), set(), set()
    for name, found in names.types.items():
        if not name.endswith("Options"):
            continue
        users = [function for function, types in names.functions.items() if name in types]
        assert users or name in {"ClashSaveOptions", "CollideOptions", "ObjectOptions"}, name
        for function in users:
            known = of_python.get(KNOWN_AS.get(function, function), set())
            for member in found.members:
                place = f"{name}.{member} of {function}"
                if member in known:
                    continue
                if f"{name}.{member}" in WITHOUT_OPTIONS:
                    used.add(f"{name}.{member}")
                elif place in WITHOUT_OPTIONS_OF:
                    used.add(place)
                else:
                    missing.add(place)
    assert not missing
    assert used == set(WITHOUT_OPTIONS) | set(WITHOUT_OPTIONS_OF)
