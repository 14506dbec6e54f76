// Clash reports of an assembly, and HTML pages (allide/report.hpp).
#include "clash_arguments.hpp"
#include "clash_fields.hpp"
#include "errors.hpp"
#include "index.hpp"
#include "jobs.hpp"
#include "module.hpp"
#include "scene.hpp"

#include <allide/extra/clash_files.hpp>
#include <allide/report.hpp>

#include <nanobind/stl/tuple.h>

namespace allide::python {
namespace {

// ---- The fields of a report, also for pickling.

void bind_report_parts(nb::module_& module) {
    nb::class_<AssemblyPart>(module, "AssemblyPart",
                             "A part of an assembly; its number is its place in the list of all parts.")
        .def_ro("name", &AssemblyPart::name)
        .def_ro("file", &AssemblyPart::file)
        .def_ro("group", &AssemblyPart::group)
        .def_ro("identity", &AssemblyPart::identity, "Names the part in other runs, too.")
        .def_ro("node", &AssemblyPart::node)
        .def_ro("digest", &AssemblyPart::digest)
        .def_ro("triangles", &AssemblyPart::triangles)
        .def_ro("sag", &AssemblyPart::sag)
        .def_ro("estimated_sag", &AssemblyPart::estimated_sag,
                "The sag as estimated from the angles between neighbouring triangles; a hint, not a bound.")
        .def_ro("is_testable", &AssemblyPart::is_testable, "False: its coordinates are not finite.")
        .def_ro("label", &AssemblyPart::label, "The shortest end of the name's path that no other part has.")
        .def_prop_ro(
            "attributes",
            [](const AssemblyPart& self) {
                nb::dict attributes;
                for (const PartAttribute& one : self.attributes) attributes[one.name.c_str()] = one.value;
                return attributes;
            },
            nb::sig("def attributes(self) -> dict[str, str]"),
            "Properties that the file gives to the part, such as the storey and class of an IFC element.")
        .def("__repr__", [](const AssemblyPart& self) { return "AssemblyPart('" + self.name + "')"; });
    nb::class_<UnreadableInput>(module, "UnreadableInput",
                                "A file, or a part of a file, that could not be read.")
        .def_ro("place", &UnreadableInput::place)
        .def_ro("message", &UnreadableInput::message)
        .def("__repr__",
             [](const UnreadableInput& self) { return "UnreadableInput('" + self.message + "')"; });
    nb::class_<ClashTotals>(module, "ClashTotals", "Numbers of clashes by kind and by status.")
        .def_prop_ro(
            "kinds",
            [](const ClashTotals& self) {
                nb::dict kinds;
                for (const ClashKind kind : {ClashKind::duplicate, ClashKind::contained, ClashKind::hard,
                                             ClashKind::touch, ClashKind::clearance})
                    kinds[nb::cast(std::string(name_of(kind)))] = self.kinds[static_cast<std::size_t>(kind)];
                return kinds;
            },
            nb::sig("def kinds(self) -> dict[str, int]"), "By kind, without resolved clashes.")
        .def_prop_ro(
            "statuses",
            [](const ClashTotals& self) {
                nb::dict statuses;
                for (const ClashStatus status :
                     {ClashStatus::fresh, ClashStatus::persisting, ClashStatus::resolved,
                      ClashStatus::unchecked, ClashStatus::approved})
                    statuses[nb::cast(std::string(name_of(status)))] =
                        self.statuses[static_cast<std::size_t>(status)];
                return statuses;
            },
            nb::sig("def statuses(self) -> dict[str, int]"), "By status.")
        .def_ro("shallow", &ClashTotals::shallow);
}

void bind_reported_clash(nb::module_& module) {
    nb::class_<ReportedClash> clash(module, "ReportedClash", "One clash of a report.");
    bind_clash_fields(clash, [](const ReportedClash& self) -> const PairClash& { return self.clash; });
    clash.def_ro("key", &ReportedClash::key, "The same in every run.")
        .def_ro("a", &ReportedClash::a, "Name of the first part.")
        .def_ro("b", &ReportedClash::b, "Name of the second part.")
        .def_ro("a_id", &ReportedClash::a_id, "Part number, or None if the part is gone.")
        .def_ro("b_id", &ReportedClash::b_id, "Part number, or None if the part is gone.")
        .def_ro("group", &ReportedClash::group)
        .def_prop_ro(
            "status", [](const ReportedClash& self) { return std::string(name_of(self.status)); },
            "\"new\", \"persisting\", \"resolved\", \"unchecked\" or \"approved\".")
        .def_ro("regions", &ReportedClash::regions)
        .def_ro("square", &ReportedClash::square)
        .def_prop_ro("is_open", &ReportedClash::is_open, "Neither approved nor resolved.")
        .def("__repr__", [](const ReportedClash& self) {
            return "ReportedClash('" + self.a + "', '" + self.b + "', '" +
                   std::string(name_of(self.clash.kind)) + "')";
        });
}

// ---- Inputs

ClashKind clash_kind_of(std::string_view name) {
    return named<ClashKind>("kinds", name,
                            {{"duplicate", ClashKind::duplicate},
                             {"contained", ClashKind::contained},
                             {"hard", ClashKind::hard},
                             {"touch", ClashKind::touch},
                             {"clearance", ClashKind::clearance}});
}

ClashRules rules_of(const nb::object& rules) {
    if (rules.is_none()) return {};
    if (nb::isinstance<ClashRules>(rules)) return *nb::inst_ptr<ClashRules>(rules);
    if (nb::isinstance<nb::dict>(rules)) {
        const auto text = nb::cast<std::string>(nb::module_::import_("json").attr("dumps")(rules));
        return value_of(ClashRules::parse(text, "rules.json"));
    }
    return value_of(ClashRules::load(path_of(rules)));
}

std::optional<ClashBaseline> baseline_of(const nb::object& baseline) {
    if (baseline.is_none()) return std::nullopt;
    if (nb::isinstance<ClashBaseline>(baseline)) return *nb::inst_ptr<ClashBaseline>(baseline);
    if (nb::isinstance<ClashReport>(baseline))
        return value_of(ClashBaseline::parse(nb::inst_ptr<ClashReport>(baseline)->json(), "baseline"));
    return value_of(ClashBaseline::load(path_of(baseline)));
}

// The scene to be tested, from files, an index, a Scene, or one mesh with parts.
ClashScene scene_of(const nb::object& source, const ClashLoadOptions& load, const nb::object& progress) {
    if (nb::isinstance<ClashScene>(source)) return *nb::inst_ptr<ClashScene>(source);
    if (nb::isinstance<LockedScene>(source)) {
        auto& locked = *nb::inst_ptr<LockedScene>(source);
        return run_short([&] {
            const std::lock_guard lock(locked.mutex);
            return ClashScene::of(locked.copy());
        });
    }
    if ((nb::isinstance<nb::list>(source) || nb::isinstance<nb::tuple>(source)) && nb::len(source) == 0)
        refuse("source: expected at least one file, found none");
    std::vector<std::filesystem::path> files;
    if (nb::isinstance<OpenIndex>(source))
        files = {nb::inst_ptr<OpenIndex>(source)->file};
    else if (nb::isinstance<nb::str>(source) || nb::hasattr(source, "__fspath__"))
        files = {path_of(source)};
    else if (nb::isinstance<nb::list>(source) || nb::isinstance<nb::tuple>(source))
        for (const nb::handle file : source) files.push_back(path_of(file));
    else {
        const Mesh mesh = mesh_of(source);
        return run_short([&] {
            Scene scene;
            for (const Part& part : parts_of(mesh))
                static_cast<void>(scene.add_mesh(part.mesh, {}, {.name = part.name}).value());
            return ClashScene::of(std::move(scene));
        });
    }
    return value_of(run_job(progress, [&](Job& job) {
        ClashLoadOptions options = load;
        options.progress = job.stoppable();
        return ClashScene::load(files, options);
    }));
}

// Raises an error if no part could be read; warns of each file or part that could not be read otherwise.
void check_readable(const ClashScene& scene) {
    if (!scene.unreadable().empty() && scene.parts().empty())
        raise(Error{.code = ErrorCode::cannot_open, .message = scene.unreadable().front().message});
    for (const UnreadableInput& input : scene.unreadable())
        if (PyErr_WarnEx(PyExc_UserWarning, ("left out: " + input.message).c_str(), 1) != 0)
            throw nb::python_error();
}

// Finds the clashes. The callback counts tested pairs only: reading files has a count of its own.
ClashReport report_of(const ClashScene& scene, const ClashReportOptions& wanted, const nb::object& progress) {
    return value_of(run_job(progress, [&](Job& job) {
        ClashReportOptions options = wanted;
        options.progress = job.stoppable();
        return ClashReport::of(scene, options);
    }));
}

void bind_clash_inputs(nb::module_& module) {
    nb::class_<ClashRules>(module, "ClashRules", "Which pairs of parts matter, and how close they may come.")
        .def(nb::init<>(), "No rules.")
        .def_static(
            "load", [](const PathArgument& file) { return value_of(ClashRules::load(path_of(file))); },
            "file"_a, "A TOML or JSON file.")
        .def_static(
            "parse",
            [](const std::string& text, const std::string& name) {
                return value_of(ClashRules::parse(text, name));
            },
            "text"_a, "name"_a = "rules.toml", "The same from memory; JSON if the name ends in \".json\".")
        .def_prop_ro(
            "limits",
            [](const ClashRules& self) { return std::pair(self.limits().clearance, self.limits().touch); },
            "(clearance, touch) of pairs that have no rule of their own.");
    nb::class_<ClashBaseline>(module, "ClashBaseline", "An earlier report, read back from its JSON.")
        .def_static(
            "load", [](const PathArgument& file) { return value_of(ClashBaseline::load(path_of(file))); },
            "file"_a)
        .def_static(
            "parse",
            [](const std::string& text, const std::string& name) {
                return value_of(ClashBaseline::parse(text, name));
            },
            "text"_a, "name"_a = "baseline.json");
    nb::class_<ClashScene>(module, "ClashScene", "The parts of an assembly, read once, for several reports.")
        .def_static(
            "load",
            [](const nb::object& source, const std::optional<double>& sag, unsigned threads,
               std::optional<std::uint64_t> memory_limit, const ProgressArgument& progress) {
                return scene_of(source,
                                {.load = {.sag = sag}, .threads = threads, .memory_limit = memory_limit},
                                progress);
            },
            "source"_a, nb::kw_only(), "sag"_a.none() = nb::none(), "threads"_a = 0u,
            "memory_limit"_a.none() = nb::none(), "progress"_a.none() = nb::none(),
            nb::sig("def load(source: ClashSource, *, sag: float | None = None, threads: int = 0, "
                    "memory_limit: int | None = None, "
                    "progress: Progress = None) -> ClashScene"),
            "Reads each file once. Files that cannot be read are listed in `unreadable`.")
        .def_prop_ro("parts",
                     [](const ClashScene& self) {
                         return std::vector<AssemblyPart>(self.parts().begin(), self.parts().end());
                     })
        .def_prop_ro("unreadable",
                     [](const ClashScene& self) {
                         return std::vector<UnreadableInput>(self.unreadable().begin(),
                                                             self.unreadable().end());
                     })
        .def("__len__", [](const ClashScene& self) { return self.parts().size(); })
        .def_prop_ro("warnings", [](const ClashScene& self) {
            return std::vector<std::string>(self.warnings().begin(), self.warnings().end());
        });
    module.def(
        "read_clash_scene",
        [](const std::vector<std::pair<std::string, nb::bytes>>& files, const std::optional<double>& sag,
           unsigned threads, const ProgressArgument& progress) {
            std::vector<FileBytes> contents;
            for (const auto& [name, bytes] : files)
                contents.push_back({name, {static_cast<const std::byte*>(bytes.data()), bytes.size()}});
            return run_job(progress, [&](Job& job) {
                return read_clash_scene(
                    contents, {.load = {.sag = sag}, .threads = threads, .progress = job.stoppable()});
            });
        },
        "files"_a, nb::kw_only(), "sag"_a.none() = nb::none(), "threads"_a = 0u,
        "progress"_a.none() = nb::none(),
        nb::sig("def read_clash_scene(files: typing.Sequence[tuple[str, bytes]], *, sag: float | None = "
                "None, threads: int = 0, progress: Progress = None) -> ClashScene"),
        R"(The parts of files in memory, each (name, bytes), for clash().

>>> cube = allide.mesh_bytes(allide.generate("cube"), "stl")
>>> len(allide.read_clash_scene([("a.stl", cube), ("b.stl", cube)]))
2)");
}

// ---- The report

nb::list attribute_pairs(const std::vector<PartAttribute>& attributes) {
    nb::list pairs;
    for (const PartAttribute& one : attributes) pairs.append(nb::make_tuple(one.name, one.value));
    return pairs;
}

std::vector<PartAttribute> attributes_from(nb::handle pairs) {
    std::vector<PartAttribute> attributes;
    for (const nb::handle pair : nb::borrow(pairs))
        attributes.push_back({nb::cast<std::string>(pair[0]), nb::cast<std::string>(pair[1])});
    return attributes;
}

std::vector<UnreadableInput> inputs_from(nb::handle pairs) {
    std::vector<UnreadableInput> inputs;
    for (const nb::handle pair : nb::borrow(pairs))
        inputs.push_back({nb::cast<std::string>(pair[0]), nb::cast<std::string>(pair[1])});
    return inputs;
}

// All public fields as tuples of Python values, without the models that html() and bcf() draw.
nb::tuple report_state(const ClashReport& report) {
    nb::list parts, unreadable, empty, clashes;
    for (const AssemblyPart& p : report.parts)
        parts.append(nb::make_tuple(p.name, p.file, p.group, p.identity, p.node, p.digest, p.triangles, p.sag,
                                    p.estimated_sag, p.is_testable, p.label, attribute_pairs(p.attributes)));
    for (const UnreadableInput& u : report.unreadable) unreadable.append(nb::make_tuple(u.place, u.message));
    for (const UnreadableInput& u : report.without_geometry) empty.append(nb::make_tuple(u.place, u.message));
    for (const ReportedClash& c : report.clashes) {
        nb::list regions;
        for (const ClashRegion& region : c.regions) regions.append(state_of(region));
        clashes.append(nb::make_tuple(c.key, c.a, c.b, c.a_id, c.b_id, state_of(c.clash), c.group,
                                      static_cast<int>(c.status), regions, c.square));
    }
    nb::object grid = nb::none();
    if (report.grid)
        grid = nb::make_tuple(report.grid->size, report.grid->first_axis, report.grid->second_axis);
    return nb::make_tuple(parts, unreadable, clashes, report.candidate_pairs,
                          nb::make_tuple(report.coverage.tested_pairs, report.coverage.carried_pairs,
                                         report.coverage.untested_pairs),
                          report.partial, report.has_baseline, report.seconds, report.limits.clearance,
                          report.limits.touch, report.rules_digest, report.units, grid,
                          std::array{report.up.x, report.up.y, report.up.z}, report.limits.sag,
                          report.limits.depth_error, empty, report.date, report.filter, report.warnings,
                          report.unknown_sags == UnknownSags::estimated);
}

ReportedClash clash_from(nb::handle c) {
    ReportedClash clash{.key = nb::cast<std::string>(c[0]),
                        .a = nb::cast<std::string>(c[1]),
                        .b = nb::cast<std::string>(c[2]),
                        .a_id = nb::cast<std::optional<std::uint32_t>>(c[3]),
                        .b_id = nb::cast<std::optional<std::uint32_t>>(c[4]),
                        .clash = clash_from_state(nb::object(c[5])),
                        .group = nb::cast<std::string>(c[6]),
                        .status = static_cast<ClashStatus>(nb::cast<int>(c[7])),
                        .square = nb::cast<std::optional<std::array<std::int64_t, 2>>>(c[9])};
    for (const nb::handle region : nb::object(c[8])) clash.regions.push_back(region_from_state(region));
    return clash;
}

ClashReport report_from(const nb::tuple& state) {
    ClashReport report;
    for (const nb::handle p : nb::object(state[0]))
        report.parts.push_back(
            {nb::cast<std::string>(p[0]), nb::cast<std::string>(p[1]), nb::cast<std::string>(p[2]),
             nb::cast<std::string>(p[3]), nb::cast<std::string>(p[4]), nb::cast<std::uint64_t>(p[5]),
             nb::cast<std::uint64_t>(p[6]), nb::cast<double>(p[7]), nb::cast<double>(p[8]),
             nb::cast<bool>(p[9]), nb::cast<std::string>(p[10]), attributes_from(nb::object(p[11]))});
    report.unreadable = inputs_from(nb::object(state[1]));
    report.without_geometry = inputs_from(nb::object(state[16]));
    report.date = nb::cast<std::string>(state[17]);
    report.filter = nb::cast<std::string>(state[18]);
    report.warnings = nb::cast<std::vector<std::string>>(state[19]);
    for (const nb::handle c : nb::object(state[2])) report.clashes.push_back(clash_from(c));
    report.candidate_pairs = nb::cast<std::size_t>(state[3]);
    const nb::object coverage = state[4];
    report.coverage = {nb::cast<std::size_t>(coverage[0]), nb::cast<std::size_t>(coverage[1]),
                       nb::cast<std::size_t>(coverage[2])};
    report.partial = nb::cast<bool>(state[5]);
    report.has_baseline = nb::cast<bool>(state[6]);
    report.seconds = nb::cast<double>(state[7]);
    report.limits = {.clearance = nb::cast<double>(state[8]),
                     .touch = nb::cast<double>(state[9]),
                     .sag = nb::cast<double>(state[14]),
                     .depth_error = nb::cast<double>(state[15])};
    if (nb::cast<bool>(state[20])) report.unknown_sags = UnknownSags::estimated;
    report.rules_digest = nb::cast<std::uint64_t>(state[10]);
    report.units = nb::cast<std::string>(state[11]);
    const auto up = nb::cast<std::array<double, 3>>(state[13]);
    report.up = {up[0], up[1], up[2]};
    const nb::object grid = state[12];
    if (!grid.is_none())
        report.grid = ClashGrid{nb::cast<double>(grid[0]), nb::cast<std::size_t>(grid[1]),
                                nb::cast<std::size_t>(grid[2])};
    return report;
}

void bind_report_fields(nb::class_<ClashReport>& report) {
    report.def_ro("parts", &ClashReport::parts)
        .def_ro("unreadable", &ClashReport::unreadable)
        .def_ro("clashes", &ClashReport::clashes, "By (a_id, b_id).")
        .def_ro("candidate_pairs", &ClashReport::candidate_pairs)
        .def_prop_ro("tested_pairs", [](const ClashReport& self) { return self.coverage.tested_pairs; })
        .def_prop_ro(
            "carried_pairs", [](const ClashReport& self) { return self.coverage.carried_pairs; },
            "Taken from the baseline.")
        .def_prop_ro(
            "untested_pairs", [](const ClashReport& self) { return self.coverage.untested_pairs; },
            "Not reached, since the work was stopped.")
        .def_ro("partial", &ClashReport::partial, "Something could not be read, or the tests were stopped.")
        .def_ro("has_baseline", &ClashReport::has_baseline)
        .def_ro("seconds", &ClashReport::seconds)
        .def_ro("limits", &ClashReport::limits)
        .def_prop_ro("clearance", [](const ClashReport& self) { return self.limits.clearance; })
        .def_prop_ro("touch", [](const ClashReport& self) { return self.limits.touch; })
        .def_ro("units", &ClashReport::units)
        .def_prop_ro(
            "up", [](const ClashReport& self) { return point_from(self.up); },
            "The vertical direction of views.", nb::rv_policy::automatic)
        .def_prop_ro(
            "estimates_sag",
            [](const ClashReport& self) { return self.unknown_sags == UnknownSags::estimated; },
            "True if the sag of parts whose files state none was estimated.")
        .def_ro("rules_digest", &ClashReport::rules_digest, "0 if there are no rules.")
        .def_prop_ro(
            "grid",
            [](const ClashReport& self) {
                return self.grid ? std::optional(std::tuple(self.grid->size, self.grid->first_axis,
                                                            self.grid->second_axis))
                                 : std::nullopt;
            },
            "(size, first axis, second axis) of the squares that the rules ask for, or None.")
        .def_ro("date", &ClashReport::date)
        .def_ro("filter", &ClashReport::filter, "The filter in words; empty if there is none.")
        .def_ro("warnings", &ClashReport::warnings)
        .def_ro("without_geometry", &ClashReport::without_geometry,
                "Parts of the files that have no geometry.")
        .def("label_a", &ClashReport::label_a, "clash"_a, "The short label of a clash's first part.")
        .def("label_b", &ClashReport::label_b, "clash"_a, "The short label of a clash's second part.")
        .def("totals", &ClashReport::totals, "Numbers of clashes by kind and by status.")
        .def("worst_first", &ClashReport::worst_first, "Places of all clashes in `clashes`, the worst first.")
        .def("has_open_clashes", &ClashReport::has_open_clashes,
             "True if a clash is neither approved nor resolved.")
        .def("depends_on_facets", &ClashReport::depends_on_facets, "clash"_a,
             "True if the curved surfaces that the triangles approximate may not clash.")
        .def("__len__", [](const ClashReport& self) { return self.clashes.size(); })
        .def("__bool__", [](const ClashReport&) { return true; })
        .def("__str__", &ClashReport::text)
        .def("__repr__", [](const ClashReport& self) {
            return "ClashReport(" + std::to_string(self.clashes.size()) + " clashes of " +
                   std::to_string(self.parts.size()) + " parts" + (self.partial ? ", partial)" : ")");
        });
}

#define ALLIDE_BCF_PARAMETERS \
    const std::string &version, const std::vector<std::string>&kinds, std::optional<std::size_t> limit
#define ALLIDE_BCF_NAMES                                                            \
    "version"_a = "2.1", "kinds"_a = std::vector<std::string>{"hard", "clearance"}, \
    "limit"_a.none() = nb::none()

ClashBcfOptions bcf_options(ALLIDE_BCF_PARAMETERS, const std::string& author, std::optional<double> scale) {
    ClashBcfOptions options{.author = author, .scale = scale, .limit = limit};
    options.version =
        named<BcfVersion>("version", version, {{"2.1", BcfVersion::v2_1}, {"3.0", BcfVersion::v3_0}});
    options.kinds.clear();
    for (const std::string& kind : kinds) options.kinds.push_back(clash_kind_of(kind));
    return options;
}

void bind_report_files(nb::class_<ClashReport>& report) {
    report.def("to_text", &ClashReport::text, "A summary for people.")
        .def("to_json", &ClashReport::json,
             "The JSON document of `allide clash --json`, which a baseline reads.")
        .def("to_csv", &ClashReport::csv)
        .def(
            "to_html",
            [](const ClashReport& self, const std::string& title) {
                return value_of(run_short([&] { return self.html({.title = title}); }));
            },
            "title"_a = "", "One page for a browser that needs no network.")
        .def(
            "to_bcf",
            [](const ClashReport& self, const std::string& author, std::optional<double> scale,
               ALLIDE_BCF_PARAMETERS) {
                const ClashBcfOptions options = bcf_options(version, kinds, limit, author, scale);
                const std::string bytes = value_of(run_short([&] { return self.bcf(options); }));
                return nb::bytes(bytes.data(), bytes.size());
            },
            "author"_a = "allide", "scale"_a.none() = nb::none(), nb::kw_only(), ALLIDE_BCF_NAMES,
            "The BIM Collaboration Format; `scale` turns the file's lengths into metres.")
        .def(
            "save",
            [](const ClashReport& self, const PathArgument& file, const std::string& title,
               const std::string& author, std::optional<double> scale, ALLIDE_BCF_PARAMETERS,
               const ProgressArgument& progress) {
                const std::filesystem::path path = path_of(file);
                const ClashBcfOptions bcf = bcf_options(version, kinds, limit, author, scale);
                const std::optional<Error> error = run_job(progress, [&](Job& job) {
                    ClashSaveOptions options{.page = {.title = title, .progress = job.stoppable()},
                                             .bcf = bcf};
                    options.bcf.progress = job.stoppable();
                    return self.save(path, options);
                });
                if (error) raise(*error);
            },
            "file"_a, nb::kw_only(), "title"_a = "", "author"_a = "allide", "scale"_a.none() = nb::none(),
            ALLIDE_BCF_NAMES, "progress"_a.none() = nb::none(),
            "Writes .html, .json, .csv, .bcf or .bcfzip as the name's end says; the whole file or nothing. "
            "`title` is "
            "that of the page; `author` and what follows are for BCF, as in to_bcf().")
        .def_static(
            "can_save", [](const PathArgument& file) { return ClashReport::can_save(path_of(file)); },
            "file"_a, "True for names that save() accepts.")
        .def("__copy__", [](const ClashReport& self) { return self; })
        .def(
            "__deepcopy__", [](const ClashReport& self, nb::handle) { return self; }, "memo"_a)
        .def("__getstate__", &report_state)
        .def("__setstate__",
             [](ClashReport& self, const nb::tuple& state) { new (&self) ClashReport(report_from(state)); });
}

void bind_clash(nb::module_& module) {
    module.def(
        "clash",
        [](const nb::object& source, std::optional<double> clearance, std::optional<double> touch,
           const nb::object& rules, const nb::object& baseline, const std::string& units,
           std::optional<double> sag, double depth_error, bool estimate_sag, unsigned threads,
           std::optional<std::uint64_t> memory_limit, const std::vector<std::string>& kinds,
           const std::vector<std::pair<std::string, std::string>>& between, double min_depth,
           double min_volume, const OptionalArrayArgument& up, const ProgressArgument& progress) {
            ClashReportOptions options =
                clash_options_of({clearance, touch, rules, baseline, units, depth_error, estimate_sag, kinds,
                                  between, min_depth, min_volume, up});
            options.threads = threads;
            const ClashScene scene = scene_of(
                source, {.load = {.sag = sag}, .threads = threads, .memory_limit = memory_limit}, nb::none());
            check_readable(scene);
            return report_of(scene, options, progress);
        },
        "source"_a, "clearance"_a.none() = nb::none(), "touch"_a.none() = nb::none(),
        "rules"_a.none() = nb::none(), "baseline"_a.none() = nb::none(), nb::kw_only(), "units"_a = "",
        "sag"_a.none() = nb::none(), "depth_error"_a = 0.1, "estimate_sag"_a = false, "threads"_a = 0u,
        "memory_limit"_a.none() = nb::none(), "kinds"_a = std::vector<std::string>{},
        "between"_a = std::vector<std::pair<std::string, std::string>>{}, "min_depth"_a = 0.0,
        "min_volume"_a = 0.0, "up"_a.none() = nb::none(), "progress"_a.none() = nb::none(),
        nb::sig(
            "def clash(source: ClashSource, clearance: float | None = None, touch: float | None = None, "
            "rules: ClashRules | str | os.PathLike[str] | dict[str, typing.Any] | None = None, "
            "baseline: ClashBaseline | ClashReport | str | os.PathLike[str] | None = None, *, units: str = "
            "'', sag: float | None = None, depth_error: float = 0.1, estimate_sag: bool = False, "
            "threads: int = 0, memory_limit: int | None = None, kinds: typing.Sequence[str] = (), between: "
            "typing.Sequence[tuple[str, str]] = (), min_depth: float = 0.0, min_volume: float = 0.0, up: "
            "ArrayLike | None = None, progress: Progress = None) -> ClashReport"),
        R"(All clashes of an assembly: files, an Index, a Scene, a ClashScene, or a mesh with parts.

`rules` is a TOML or JSON file, a dict, or ClashRules; `baseline` an earlier report or its JSON file. A limit that is
None is that of the rules, else 0. `kinds`, `between` (pairs of patterns), `min_depth` and `min_volume` choose the
clashes that the report contains. `depth_error` is the largest relative width of the bounds of depths, from 0.001 to
0.5. With `estimate_sag`, clashes of curved parts that are no deeper than their facets explain are touches. The rules take
the place of a scene's filter.

>>> room = allide.generate_engine_room(triangles=60000, clashes=3)
>>> report = allide.clash(room.mesh)
>>> len(report.clashes), report.totals().kinds["hard"]
(3, 3))");
}

void bind_pages(nb::module_& module) {
    module.def("metres_per_unit", &metres_per_unit, "unit"_a,
               R"(The length of a unit, given its name or symbol, in metres; None for an unknown one.

>>> allide.metres_per_unit("mm")
0.001)");
    module.def("has_pages", &has_pages,
               "True if this library was built with its HTML pages, which takes Node.js.");
    module.def(
        "motion_page",
        [](const Model& moving, const Motion& motion, const Model& standing, const PoseArgument& pose,
           const std::string& report, const std::vector<double>& events, const std::string& title,
           const std::string& made, const std::string& units) {
            const Pose at = pose_of(pose, "pose");
            return value_of(run_short([&] {
                return motion_page(moving, motion, standing, at, report, events,
                                   {.title = title, .made = made, .units = units});
            }));
        },
        "moving"_a, "motion"_a, "standing"_a, "pose"_a.none() = nb::none(), nb::kw_only(), "report"_a = "{}",
        "events"_a = std::vector<double>{}, "title"_a = "", "made"_a = "", "units"_a = "",
        nb::sig(
            "def motion_page(moving: Model, motion: Motion, standing: Model, pose: PoseLike | None = None, "
            "*, report: str = '{}', "
            "events: typing.Sequence[float] = (), title: str = '', made: str = '', units: str = '') -> str"),
        "A page that shows the moving model at any time and at its first contact. It needs no network.");
}

}  // namespace

std::vector<ClashKind> clash_kinds_of(const std::vector<std::string>& names) {
    std::vector<ClashKind> kinds;
    for (const std::string& name : names) kinds.push_back(clash_kind_of(name));
    return kinds;
}

ClashReportOptions clash_options_of(const ClashArguments& given) {
    ClashReportOptions options{
        .clearance = given.clearance,
        .touch = given.touch,
        .depth_error = given.depth_error,
        .unknown_sags = given.estimate_sag ? UnknownSags::estimated : UnknownSags::zero,
        .rules = rules_of(given.rules),
        .baseline = baseline_of(given.baseline),
        .filter = {.kinds = clash_kinds_of(given.kinds),
                   .min_depth = given.min_depth,
                   .min_volume = given.min_volume},
        .units = given.units};
    for (const auto& [one, other] : given.between) options.filter.between.push_back({one, other});
    if (!given.up.is_none()) options.up = point_of(given.up, "up");
    return options;
}

void bind_report(nb::module_& module) {
    bind_report_parts(module);
    bind_reported_clash(module);
    bind_clash_inputs(module);
    nb::class_<ClashReport> report(
        module, "ClashReport",
        "All clashes of an assembly, under rules, and compared with an earlier report.");
    bind_report_fields(report);
    bind_report_files(report);
    bind_clash(module);
    bind_pages(module);
}

}  // namespace allide::python
