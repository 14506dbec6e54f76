// Writes reports to files: HTML pages and BCF, which contain pictures of the clashes, and save(), which
// chooses the format.
#include "io/file/file.hpp"
#include "report/bcf.hpp"
#include "report/clash/access.hpp"
#include "report/clash/parts.hpp"
#include "report/clash_page.hpp"
#include "report/current_time.hpp"

#include <allide/report.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace allide {

using detail::report::Access;
using detail::report::BcfTopic;
using detail::report::PictureScene;

namespace {

// Clashes of parts that are still in the assembly can be drawn.
bool is_drawable(const ClashReport& report, const ReportedClash& clash) {
    return clash.a_id && clash.b_id && clash.status != ClashStatus::resolved &&
           report.parts[*clash.a_id].is_testable && report.parts[*clash.b_id].is_testable;
}

Clash in_scene(const ReportedClash& clash, const PictureScene::View& view) {
    return {clash.clash, view.objects[*clash.a_id], view.objects[*clash.b_id], {}};
}

std::string page_title(const std::vector<std::string>& files) {
    if (files.empty()) return "scene";
    std::string title = detail::report::file_name_of(files.front());
    if (files.size() == 2) title += " and " + detail::report::file_name_of(files.back());
    if (files.size() > 2) title += fmt::format(" and {} more", files.size() - 1);
    return title;
}

std::string with_units(double length, const std::string& units) {
    return fmt::format("{:.4g}{}{}", length, units.empty() ? "" : " ", units);
}

// Indices in the report of the clashes that become topics.
std::vector<std::size_t> chosen_topics(const ClashReport& report, const ClashBcfOptions& options) {
    std::vector<std::size_t> chosen;
    for (const std::size_t i : report.worst_first()) {
        if (options.limit && chosen.size() == *options.limit) break;
        const ClashKind kind = report.clashes[i].clash.kind;
        if (std::find(options.kinds.begin(), options.kinds.end(), kind) != options.kinds.end())
            chosen.push_back(i);
    }
    return chosen;
}

// The part as BCF refers to it: by the GUID of its IFC element, or by one in its name.
detail::report::BcfPart bcf_part(const ClashReport& report, const std::string& name,
                                 const std::optional<std::uint32_t>& id) {
    const std::string_view guid = id ? report.parts[*id].attribute("guid") : std::string_view();
    return {.name = name, .ifc_guid = std::string(guid.empty() ? detail::report::ifc_guid_in(name) : guid)};
}

BcfTopic topic_of(const ClashReport& report, const ReportedClash& clash) {
    const std::string& units = report.units;
    const PairClash& found = clash.clash;
    return {.key = clash.key,
            .title = fmt::format("{}: {} and {}", name_of(found.kind), report.label_a(clash),
                                 report.label_b(clash)),
            .description = found.distance > 0
                               ? fmt::format("{} apart", with_units(found.distance, units))
                               : fmt::format("{} pairs of triangles touch{}", found.contacts,
                                             found.depth ? fmt::format("; depth between {} and {}",
                                                                       with_units(found.depth->lower, units),
                                                                       with_units(found.depth->upper, units))
                                                         : ""),
            .kind = std::string(name_of(found.kind)),
            .group = clash.group,
            .a = bcf_part(report, clash.a, clash.a_id),
            .b = bcf_part(report, clash.b, clash.b_id),
            .open = clash.is_open()};
}

Result<std::string> in_format(const ClashReport& report, const std::string& extension,
                              const ClashSaveOptions& options) {
    if (extension == ".html") return report.html(options.page);
    if (extension == ".json") return report.json();
    if (extension == ".csv") return report.csv();
    return report.bcf(options.bcf);
}

}  // namespace

Result<std::string> ClashReport::html(const ClashPageOptions& options) const {
    const PictureScene& pictures = Access::of(*this);
    const Result<PictureScene::View> view = pictures.view(*this);
    if (!view) return view.error();
    std::vector<Clash> drawn;
    for (const ReportedClash& clash : clashes)
        if (is_drawable(*this, clash)) drawn.push_back(in_scene(clash, *view));
    const std::vector<std::uint32_t> numbers = detail::report::part_numbers(view->objects);
    const auto label = [&](ObjectId id) {
        const std::uint32_t number = numbers[id.number];
        return detail::report::PartLabel{number, parts[number].name, parts[number].group};
    };
    const PageLabels labels{
        .title = options.title.empty() ? page_title(pictures.store().files) : options.title,
        .made = options.made.empty() ? detail::report::current_minute() : options.made,
        .units = units};
    return detail::report::clash_page(view->scene, drawn, json(), labels, label,
                                      {detail::report::view_axes(up), options.progress});
}

Result<std::string> ClashReport::bcf(const ClashBcfOptions& options) const {
    const Result<PictureScene::View> view = Access::of(*this).view(*this);
    if (!view) return view.error();
    std::vector<Clash> drawn;
    std::vector<BcfTopic> topics, without_view;
    for (const std::size_t place : chosen_topics(*this, options)) {
        const ReportedClash& clash = clashes[place];
        BcfTopic topic = topic_of(*this, clash);
        topic.number = place + 1;
        topic.title = fmt::format("#{} {}", place + 1, topic.title);
        if (is_drawable(*this, clash)) {
            drawn.push_back(in_scene(clash, *view));
            topics.push_back(std::move(topic));
        } else {
            without_view.push_back(std::move(topic));
        }
    }
    topics.insert(topics.end(), without_view.begin(), without_view.end());
    return detail::report::clash_bcf(
        view->scene, drawn, topics,
        {.made = options.made.empty() ? detail::report::current_time() : options.made,
         .author = options.author,
         .scale = options.scale.value_or(metres_per_unit(units).value_or(1)),
         .axes = detail::report::view_axes(up),
         .version = options.version},
        options.progress);
}

bool ClashReport::can_save(const std::filesystem::path& file) {
    const std::string extension = file.extension().string();
    for (const char* known : {".html", ".json", ".csv", ".bcf", ".bcfzip"})
        if (extension == known) return true;
    return false;
}

std::optional<Error> ClashReport::save(const std::filesystem::path& file,
                                       const ClashSaveOptions& options) const {
    if (!can_save(file))
        return Error{.code = ErrorCode::bad_argument,
                     .message = "expected a name that ends in .html, .json, .csv, .bcf or .bcfzip",
                     .file = file.string()};
    const Result<std::string> bytes = in_format(*this, file.extension().string(), options);
    if (!bytes) return bytes.error();
    return io::write_file(file, *bytes);
}

}  // namespace allide
