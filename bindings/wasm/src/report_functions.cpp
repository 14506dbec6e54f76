// The functions about clash reports of assemblies.
#include "answers.hpp"
#include "objects.hpp"

#include <allide/extra/clash_files.hpp>
#include <allide/report.hpp>

#include <utility>

namespace allide::wasm {
namespace {

ClashKind kind_of(std::string_view name) {
    for (const ClashKind kind : {ClashKind::duplicate, ClashKind::contained, ClashKind::hard,
                                 ClashKind::touch, ClashKind::clearance})
        if (name == name_of(kind)) return kind;
    throw Failed({.message = "kinds: expected duplicate, contained, hard, touch or clearance, found '" +
                             std::string(name) + "'"});
}

std::vector<ClashKind> kinds_of(Arguments& in) {
    std::vector<ClashKind> kinds(in.list());
    for (ClashKind& kind : kinds) kind = kind_of(in.text());
    return kinds;
}

// Reads a list of inputs, each a name, bytes or nothing, a model or nothing, a pose or nothing. If all are
// files without a pose, the scene is the same as for the command.
ClashScene scene_of(Arguments& in) {
    struct Input {
        std::string name = {};
        std::optional<std::span<const std::byte>> bytes = {};
        std::optional<std::uint32_t> model = {};
        Pose pose = {};
    };
    std::vector<Input> inputs(in.list());
    bool only_files = true;
    for (Input& input : inputs) {
        in.list();
        input.name = in.text();
        if (in.has_value()) input.bytes = in.bytes();
        if (in.has_value()) input.model = in.index();
        input.pose = in.pose();
        only_files &= input.bytes && input.pose == Pose();
    }
    if (only_files) {
        std::vector<FileBytes> files;
        for (const Input& input : inputs) files.push_back({input.name, *input.bytes});
        return read_clash_scene(files);
    }
    Scene scene;
    for (const Input& input : inputs) {
        const Mesh mesh = input.model ? objects().get<Model>(*input.model).mesh()
                                      : value_of(read_mesh(*input.bytes, input.name));
        const std::vector<Part> parts = parts_of(mesh);
        for (const Part& part : parts) {
            // A model with a single part is named after the input.
            const std::string name = parts.size() == 1 ? input.name : input.name + "/" + part.name;
            static_cast<void>(
                value_of(scene.add_mesh(part.mesh, input.pose, {.name = name, .group = input.name})));
        }
    }
    return ClashScene::of(std::move(scene));
}

ClashReportOptions options_of(Arguments& in) {
    ClashReportOptions options;
    options.clearance = in.optional_number();
    options.touch = in.optional_number();
    options.depth_error = in.number_or(options.depth_error);
    if (in.truth()) options.unknown_sags = UnknownSags::estimated;
    const auto text_and_name = [&](const auto& use) {
        if (!in.has_value()) return;
        const std::string_view text = in.text();
        use(text, in.text());
    };
    text_and_name([&](std::string_view text, std::string_view name) {
        options.rules = value_of(ClashRules::parse(text, name));
    });
    text_and_name([&](std::string_view text, std::string_view name) {
        options.baseline = value_of(ClashBaseline::parse(text, name));
    });
    options.units = in.text();
    if (in.has_value()) options.up = in.point();
    options.filter.between.resize(in.list());
    for (ClashFilter::Between& pair : options.filter.between) {
        in.list();
        pair.one = in.text();
        pair.other = in.text();
    }
    options.filter.kinds = kinds_of(in);
    options.filter.min_depth = in.number_or(0);
    options.filter.min_volume = in.number_or(0);
    options.progress = report_progress;
    return options;
}

ClashReport& report_of(Arguments& in) {
    return *objects().get<std::shared_ptr<ClashReport>>(in.index());
}

// Arguments: the inputs and the options.
void report_make(Arguments& in, Results& out) {
    const ClashScene scene = scene_of(in);
    out.number(
        objects().keep(std::make_shared<ClashReport>(value_of(ClashReport::of(scene, options_of(in))))));
}

void write(const ReportedClash& clash, Results& out) {
    const auto number = [&](const char* name, const std::optional<std::uint32_t>& id) {
        out.key(name);
        id ? out.number(*id) : out.nothing();
    };
    out.object(9);
    out.key("key").text(clash.key);
    out.key("a").text(clash.a);
    out.key("b").text(clash.b);
    number("aId", clash.a_id);
    number("bId", clash.b_id);
    out.key("group").text(clash.group);
    out.key("status").text(name_of(clash.status));
    out.key("isOpen").truth(clash.is_open());
    out.key("clash").object(12);
    write_clash_fields(clash.clash, out);
}

void report_describe(Arguments& in, Results& out) {
    const ClashReport& report = report_of(in);
    out.object(9);
    out.key("candidatePairs").number(static_cast<double>(report.candidate_pairs));
    out.key("partial").truth(report.partial);
    out.key("seconds").number(report.seconds);
    out.key("units").text(report.units);
    out.key("hasOpenClashes").truth(report.has_open_clashes());
    out.key("unreadable").list(report.unreadable.size());
    for (const UnreadableInput& input : report.unreadable) {
        out.object(2);
        out.key("place").text(input.place);
        out.key("message").text(input.message);
    }
    out.key("warnings").list(report.warnings.size());
    for (const std::string& warning : report.warnings) out.text(warning);
    out.key("parts").list(report.parts.size());
    for (const AssemblyPart& part : report.parts) {
        out.object(5);
        out.key("name").text(part.name);
        out.key("label").text(part.label);
        out.key("file").text(part.file);
        out.key("group").text(part.group);
        out.key("triangles").number(static_cast<double>(part.triangles));
    }
    out.key("clashes").list(report.clashes.size());
    for (const ReportedClash& clash : report.clashes) write(clash, out);
}

// Arguments: the report, title, date.
void report_html(Arguments& in, Results& out) {
    const ClashReport& report = report_of(in);
    ClashPageOptions options;
    options.title = in.text();
    options.made = in.text();
    options.progress = report_progress;
    out.text(value_of(report.html(options)));
}

// Arguments: the report, version, kinds or nothing, limit, author, date, scale.
void report_bcf(Arguments& in, Results& out) {
    const ClashReport& report = report_of(in);
    ClashBcfOptions options;
    const std::string_view version = in.text();
    if (version != "2.1" && version != "3.0")
        throw Failed({.message = "version: expected 2.1 or 3.0, found '" + std::string(version) + "'"});
    options.version = version == "3.0" ? BcfVersion::v3_0 : BcfVersion::v2_1;
    if (in.has_value()) options.kinds = kinds_of(in);
    if (const auto limit = in.optional_number()) options.limit = static_cast<std::size_t>(*limit);
    if (in.has_value()) options.author = in.text();
    if (in.has_value()) options.made = in.text();
    options.scale = in.optional_number();
    options.progress = report_progress;
    out.bytes(value_of(report.bcf(options)));
}

constexpr NamedFunction functions[] = {
    {"reportMake", report_make},
    {"reportDescribe", report_describe},
    {"reportText", [](Arguments& in, Results& out) { out.text(report_of(in).text()); }},
    {"reportJson", [](Arguments& in, Results& out) { out.text(report_of(in).json()); }},
    {"reportCsv", [](Arguments& in, Results& out) { out.text(report_of(in).csv()); }},
    {"reportHtml", report_html},
    {"reportBcf", report_bcf},
};

}  // namespace

std::span<const NamedFunction> report_functions() {
    return functions;
}

}  // namespace allide::wasm
