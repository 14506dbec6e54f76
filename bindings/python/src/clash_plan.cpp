// Clash reports in units of work (allide/extra/clash_plan.hpp).
#include "clash_arguments.hpp"
#include "errors.hpp"
#include "jobs.hpp"
#include "module.hpp"

#include <allide/extra/clash_plan.hpp>

#include <nanobind/stl/vector.h>

namespace allide::python {
namespace {

void bind_plan_values(nb::module_& module) {
    nb::class_<ClashUnit>(module, "ClashUnit", "A unit of work: pairs of parts.")
        .def_ro("pairs", &ClashUnit::pairs)
        .def_ro("cost", &ClashUnit::cost, "The triangles of all its pairs.");
    nb::class_<ClashPlanInfo>(module, "ClashPlanInfo", "What a plan says about itself.")
        .def_ro("id", &ClashPlanInfo::id, "A digest of the index, the options and the units.")
        .def_ro("version", &ClashPlanInfo::version)
        .def_ro("index", &ClashPlanInfo::index)
        .def_ro("index_digest", &ClashPlanInfo::index_digest)
        .def_ro("candidate_pairs", &ClashPlanInfo::candidate_pairs)
        .def_ro("pairs", &ClashPlanInfo::pairs, "Those that a baseline does not answer.")
        .def_ro("cost", &ClashPlanInfo::cost)
        .def_ro("units", &ClashPlanInfo::units)
        .def("__repr__", [](const ClashPlanInfo& self) {
            return "ClashPlanInfo(" + std::to_string(self.units.size()) + " units, " +
                   std::to_string(self.pairs) + " pairs)";
        });
    nb::class_<ClashUnitResult>(module, "ClashUnitResult", "A unit that has been run.")
        .def_prop_ro("file", [](const ClashUnitResult& self) { return self.file.string(); })
        .def_ro("pairs", &ClashUnitResult::pairs)
        .def_ro("clashes", &ClashUnitResult::clashes)
        .def_ro("bytes", &ClashUnitResult::bytes);
    nb::class_<ClashUnitStates>(module, "ClashUnitStates", "Which units have results in a folder.")
        .def_ro("missing", &ClashUnitStates::missing, "Units without a file.")
        .def_ro("damaged", &ClashUnitStates::damaged, "Units whose file is truncated or damaged.")
        .def_ro("done", &ClashUnitStates::done);
}

void bind_plan_clashes(nb::module_& module) {
    module.def(
        "plan_clashes",
        [](const PathArgument& index, const PathArgument& plan, std::optional<double> clearance,
           std::optional<double> touch, const nb::object& rules, const nb::object& baseline,
           const std::string& units, double depth_error, bool estimate_sag,
           const std::vector<std::string>& kinds,
           const std::vector<std::pair<std::string, std::string>>& between, double min_depth,
           double min_volume, const OptionalArrayArgument& up, std::optional<double> bcf_scale,
           const std::string& bcf_version, const std::vector<std::string>& bcf_kinds,
           std::optional<std::size_t> bcf_limit, std::uint64_t unit_count, const std::string& index_name,
           std::uint64_t memory_limit) {
            ClashPlanOptions options{
                .report = clash_options_of({clearance, touch, rules, baseline, units, depth_error,
                                            estimate_sag, kinds, between, min_depth, min_volume, up}),
                .units = unit_count,
                .index_name = index_name,
                .memory_limit = memory_limit};
            options.bcf.scale = bcf_scale;
            if (bcf_version != "2.1" && bcf_version != "3.0")
                refuse("bcf_version: expected '2.1' or '3.0', found '" + bcf_version + "'");
            if (bcf_version == "3.0") options.bcf.version = BcfVersion::v3_0;
            options.bcf.kinds = clash_kinds_of(bcf_kinds);
            options.bcf.limit = bcf_limit;
            return value_of(run_long([index = path_of(index), plan = path_of(plan), options] {
                return plan_clashes(index, plan, options);
            }));
        },
        "index"_a, "plan"_a, "clearance"_a.none() = nb::none(), "touch"_a.none() = nb::none(),
        "rules"_a.none() = nb::none(), "baseline"_a.none() = nb::none(), nb::kw_only(), "units"_a = "",
        "depth_error"_a = 0.1, "estimate_sag"_a = false, "kinds"_a = std::vector<std::string>{},
        "between"_a = std::vector<std::pair<std::string, std::string>>{}, "min_depth"_a = 0.0,
        "min_volume"_a = 0.0, "up"_a.none() = nb::none(), "bcf_scale"_a.none() = nb::none(),
        "bcf_version"_a = "2.1", "bcf_kinds"_a = std::vector<std::string>{"hard", "clearance"},
        "bcf_limit"_a.none() = nb::none(), "unit_count"_a = std::uint64_t{0}, "index_name"_a = "",
        "memory_limit"_a = std::uint64_t{1} << 28,
        nb::sig(
            "def plan_clashes(index: str | os.PathLike[str], plan: str | os.PathLike[str], "
            "clearance: float | None = None, touch: float | None = None, "
            "rules: ClashRules | str | os.PathLike[str] | dict[str, typing.Any] | None = None, "
            "baseline: ClashBaseline | ClashReport | str | os.PathLike[str] | None = None, *, units: str = "
            "'', depth_error: float = 0.1, estimate_sag: bool = False, kinds: typing.Sequence[str] = (), "
            "between: typing.Sequence[tuple[str, str]] = (), min_depth: float = 0.0, "
            "min_volume: float = 0.0, up: ArrayLike | None = None, bcf_scale: float | None = None, "
            "bcf_version: str = '2.1', bcf_kinds: typing.Sequence[str] = ('hard', 'clearance'), "
            "bcf_limit: int | None = None, unit_count: int = 0, index_name: str = '', "
            "memory_limit: int = 268435456) -> "
            "ClashPlanInfo"),
        "Cuts the clash of an index into about `unit_count` units and writes the plan. `index_name` is the "
        "name by which the report calls the index. The other options are those of clash().");
}

void bind_plan_class(nb::module_& module) {
    nb::class_<ClashPlan>(module, "ClashPlan", "An open plan: runs units of work and merges their results.")
        .def(
            "__init__",
            [](ClashPlan* self, const PathArgument& plan, const nb::object& index,
               std::uint64_t memory_limit) {
                ClashPlanOpenOptions options{.memory_limit = memory_limit};
                if (!index.is_none()) options.index = path_of(index);
                new (self) ClashPlan(value_of(ClashPlan::open(path_of(plan), options)));
            },
            "plan"_a, "index"_a.none() = nb::none(), "memory_limit"_a = std::uint64_t{1} << 29,
            nb::sig("def __init__(self, plan: str | os.PathLike[str], index: str | os.PathLike[str] | None = "
                    "None, memory_limit: int = 536870912) -> None"),
            "Opens a plan. `index` is the index, where it has another name than in the plan.")
        .def_prop_ro("info", [](const ClashPlan& self) { return self.info(); })
        .def(
            "run",
            [](const ClashPlan& self, std::uint64_t unit, const PathArgument& folder, unsigned threads,
               const ProgressArgument& progress) {
                const std::filesystem::path path = path_of(folder);
                return value_of(run_job(progress, [&](Job& job) {
                    return self.run(unit, path, {.threads = threads, .progress = job.stoppable()});
                }));
            },
            "unit"_a, "folder"_a, nb::kw_only(), "threads"_a = 0u, "progress"_a.none() = nb::none(),
            "Tests the pairs of a unit and writes folder/unit-K.clashes, completely or not at all.")
        .def(
            "pairs",
            [](const ClashPlan& self, std::uint64_t unit) {
                return rows_from<Pairs>(value_of(self.pairs(unit)));
            },
            "unit"_a, "The part numbers of a unit's pairs, uint32[n, 2].")
        .def(
            "check",
            [](const ClashPlan& self, const PathArgument& folder) {
                return value_of(run_short([&, path = path_of(folder)] { return self.check(path); }));
            },
            "folder"_a, "Reads all results in a folder.")
        .def(
            "merge",
            [](const ClashPlan& self, const PathArgument& folder,
               const std::vector<std::filesystem::path>& outputs) {
                return value_of(run_long([self, outputs, path = path_of(folder)]() -> Result<ClashReport> {
                    Result<MergedClashes> merged = self.merge(path);
                    if (!merged) return merged.error();
                    MergedClashes made = std::move(merged).value();
                    for (const std::filesystem::path& file : outputs)
                        if (auto error = made.report.save(file, {.bcf = made.bcf})) return *error;
                    return std::move(made.report);
                }));
            },
            "folder"_a, "outputs"_a = std::vector<std::filesystem::path>{},
            "The report of all units, that of clash(); saved to `outputs` with the plan's BCF options. The "
            "error names a result that is missing, damaged or foreign.")
        .def_static("file_name", &ClashPlan::file_name, "unit"_a, "The name of a unit's result.")
        .def("__repr__", [](const ClashPlan& self) {
            return "ClashPlan(" + std::to_string(self.info().units.size()) + " units)";
        });
}

}  // namespace

void bind_clash_plan(nb::module_& module) {
    bind_plan_values(module);
    bind_plan_clashes(module);
    bind_plan_class(module);
}

}  // namespace allide::python
