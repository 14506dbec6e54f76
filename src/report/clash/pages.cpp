// The report of `clash` to be looked at: as a page for browsers, and for other programs as BCF.
#include "clash_report.hpp"
#include "output.hpp"

#include <allide/report.hpp>

#include <fmt/format.h>

namespace allide::cli {

namespace {

// Objects with the parts' numbers; a part that could not be tested is there without triangles.
Scene scene_of(const ClashReport& report) {
    Scene scene;
    for (const ClashPartInfo& part : report.parts)
        scene.add(part.model.value_or(Model()), {}, {.name = part.name, .group = part.group});
    return scene;
}

bool is_there(const ClashReport& report, const ClashRow& row) {
    return row.a_id && row.b_id && row.status != ClashStatus::resolved && report.parts[*row.a_id].model &&
           report.parts[*row.b_id].model;
}

Clash clash_of(const ClashRow& row) {
    Clash clash;
    static_cast<PairClash&>(clash) = row.clash;
    clash.a = {*row.a_id};
    clash.b = {*row.b_id};
    return clash;
}

std::string title_of(const std::vector<std::string>& files) {
    std::string title = file_name_of(files.front());
    if (files.size() == 2) title += " and " + file_name_of(files.back());
    if (files.size() > 2) title += fmt::format(" and {} more", files.size() - 1);
    return title;
}

std::string with_units(double length, const std::string& units) {
    return fmt::format("{:.4g}{}{}", length, units.empty() ? "" : " ", units);
}

BcfTopic topic_of(const ClashRow& row, const std::string& units) {
    BcfTopic topic;
    topic.key = row.key;
    topic.title = fmt::format("{}: {} and {}", name_of(row.clash.kind), row.a, row.b);
    topic.description =
        row.clash.distance > 0
            ? fmt::format("{} apart", with_units(row.clash.distance, units))
            : fmt::format("{} pairs of triangles touch; depth between {} and {}", row.clash.contacts,
                          with_units(row.clash.depth_lower, units), with_units(row.clash.depth, units));
    topic.kind = name_of(row.clash.kind);
    topic.group = row.group;
    topic.a = row.a;
    topic.b = row.b;
    topic.open = counts(row);
    return topic;
}

}  // namespace

std::string as_page(const ClashReport& report, const std::vector<std::string>& files) {
    std::vector<Clash> clashes;
    for (const ClashRow& row : report.rows)
        if (is_there(report, row)) clashes.push_back(clash_of(row));
    Result<std::string> page =
        clash_page(scene_of(report), clashes, as_json(report),
                   {.title = title_of(files), .made = time_for_people(), .units = report.units});
    if (!page) throw Refusal(page.error().text());
    return std::move(page).value();
}

std::string as_bcf(const ClashReport& report, double scale) {
    std::vector<Clash> clashes;
    std::vector<BcfTopic> topics, without_view;
    for (const ClashRow& row : report.rows) {
        if (!is_there(report, row)) {
            without_view.push_back(topic_of(row, report.units));
            continue;
        }
        clashes.push_back(clash_of(row));
        topics.push_back(topic_of(row, report.units));
    }
    topics.insert(topics.end(), without_view.begin(), without_view.end());
    return clash_bcf(scene_of(report), clashes, topics,
                     {.made = time_for_programs(), .author = "allide", .scale = scale});
}

}  // namespace allide::cli
