#include <allide/report.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace allide {
namespace {

void write_id(JsonWriter& json, std::string_view key, const std::optional<std::uint32_t>& id) {
    json.key(key);
    if (id)
        json.value(std::uint64_t{*id});
    else
        json.null();
}

std::string square_name(const std::array<std::int64_t, 2>& square) {
    return fmt::format("{},{}", square[0], square[1]);
}

void write_number(JsonWriter& json, std::string_view key, const std::optional<double>& number) {
    json.key(key);
    if (number)
        json.value(*number);
    else
        json.null();
}
void write_point(JsonWriter& json, std::string_view key, const std::optional<Vec3>& point) {
    json.key(key);
    if (point)
        json.value(*point);
    else
        json.null();
}

void write_depth(JsonWriter& json, const std::optional<LocalDepth>& depth) {
    write_number(json, "depth", depth ? std::optional(depth->upper) : std::nullopt);
    write_number(json, "depth_lower", depth ? std::optional(depth->lower) : std::nullopt);
}

// Writes the measurements of the overlap. The witness is a point whose depth is at least `depth_lower`.
void write_overlap(JsonWriter& json, const PairClash& clash) {
    const auto& [depth, volume] = std::tie(clash.depth, clash.volume);
    write_depth(json, depth);
    write_point(json, "witness", depth && depth->upper > 0 ? std::optional(depth->point) : std::nullopt);
    write_number(json, "volume_lower", volume ? std::optional(volume->lower) : std::nullopt);
    write_number(json, "volume_upper", volume ? std::optional(volume->upper) : std::nullopt);
    write_number(json, "volume_fraction", volume ? std::optional(volume->fraction) : std::nullopt);
    json.key("contact_area").value(clash.contact_area);
    json.key("separation").value(clash.separation);
    write_point(json, "separation_direction", clash.separation_direction);
}

void write_regions(JsonWriter& json, const ReportedClash& clash) {
    json.key("regions").begin_array();
    for (const ClashRegion& region : clash.regions) {
        json.begin_object();
        json.key("point").value(region.point);
        write_depth(json, region.depth);
        json.key("contacts").value(region.contacts);
        json.end_object();
    }
    json.end_array();
}

void write_group(JsonWriter& json, const ClashReport& report, std::string_view key,
                 const std::optional<std::uint32_t>& id) {
    json.key(key);
    if (id)
        json.value(report.parts[*id].group);
    else
        json.null();
}

void write_clash(JsonWriter& json, const ClashReport& report, const ReportedClash& clash) {
    json.begin_object();
    json.key("key").value(clash.key);
    json.key("a").value(clash.a);
    json.key("b").value(clash.b);
    write_id(json, "a_id", clash.a_id);
    write_id(json, "b_id", clash.b_id);
    json.key("kind").value(name_of(clash.clash.kind));
    json.key("exact_kind").value(name_of(clash.clash.exact_kind));
    json.key("within_facets").value(clash.clash.within_facets);
    json.key("distance").value(clash.clash.distance);
    write_overlap(json, clash.clash);
    json.key("shallow").value(clash.clash.shallow);
    json.key("contacts").value(clash.clash.contacts);
    json.key("point").value(clash.clash.point);
    json.key("group").value(clash.group);
    write_group(json, report, "group_a", clash.a_id);
    write_group(json, report, "group_b", clash.b_id);
    json.key("status").value(name_of(clash.status));
    json.key("depends_on_facets").value(report.depends_on_facets(clash));
    write_regions(json, clash);
    if (clash.square) json.key("square").value(square_name(*clash.square));
    json.end_object();
}

void write_part(JsonWriter& json, const AssemblyPart& part, std::size_t id) {
    json.begin_object();
    json.key("id").value(std::uint64_t{id});
    json.key("name").value(part.name);
    json.key("label").value(part.label);
    json.key("file").value(part.file);
    json.key("group").value(part.group);
    json.key("triangles").value(part.triangles);
    json.key("sag").value(part.sag);
    json.key("estimated_sag").value(part.estimated_sag);
    json.key("identity").value(part.identity);
    json.key("digest").value(fmt::format("{:016x}", part.digest));
    if (!part.attributes.empty()) {
        json.key("attributes").begin_object();
        for (const PartAttribute& attribute : part.attributes)
            json.key(attribute.name).value(attribute.value);
        json.end_object();
    }
    json.end_object();
}

void write_totals(JsonWriter& json, const ClashReport& report) {
    const ClashTotals totals = report.totals();
    json.key("totals").begin_object();
    for (std::size_t i = 0; i < totals.kinds.size(); ++i)
        json.key(name_of(static_cast<ClashKind>(i))).value(std::uint64_t{totals.kinds[i]});
    json.key("shallow").value(std::uint64_t{totals.shallow});
    for (std::size_t i = 0; i < totals.statuses.size(); ++i)
        json.key(name_of(static_cast<ClashStatus>(i))).value(std::uint64_t{totals.statuses[i]});
    json.end_object();
}

// The keys of clashes by the name of their group pair or square.
using KeysByName = std::map<std::string, std::vector<std::string_view>>;

void write_keys_by_name(JsonWriter& json, std::string_view key, std::string_view name,
                        const KeysByName& clashes) {
    json.key(key).begin_array();
    for (const auto& [of, keys] : clashes) {
        json.begin_object();
        json.key(name).value(of);
        json.key("clashes").value(std::uint64_t{keys.size()});
        json.key("keys").begin_array();
        for (const std::string_view one : keys) json.value(one);
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

void write_by_part(JsonWriter& json, const ClashReport& report) {
    std::map<std::uint32_t, std::vector<std::string_view>> by_part;
    for (const ReportedClash& clash : report.clashes)
        for (const auto& id : {clash.a_id, clash.b_id})
            if (id && clash.status != ClashStatus::resolved) by_part[*id].push_back(clash.key);
    json.key("by_part").begin_array();
    for (const auto& [id, keys] : by_part) {
        json.begin_object();
        json.key("id").value(std::uint64_t{id});
        json.key("name").value(report.parts[id].name);
        json.key("clashes").value(std::uint64_t{keys.size()});
        json.end_object();
    }
    json.end_array();
}

void write_groupings(JsonWriter& json, const ClashReport& report) {
    write_by_part(json, report);
    KeysByName groups, squares;
    for (const ReportedClash& clash : report.clashes) {
        if (clash.status == ClashStatus::resolved) continue;
        groups[clash.group].push_back(clash.key);
        if (clash.square) squares[square_name(*clash.square)].push_back(clash.key);
    }
    write_keys_by_name(json, "by_group_pair", "group", groups);
    if (report.grid) write_keys_by_name(json, "by_square", "square", squares);
}

void write_settings(JsonWriter& json, const ClashReport& report) {
    json.key("units");
    if (report.units.empty())
        json.null();
    else
        json.value(report.units);
    json.key("clearance").value(report.limits.clearance);
    json.key("touch").value(report.limits.touch);
    json.key("depth_error").value(report.limits.depth_error);
    json.key("estimate_sag").value(report.unknown_sags == UnknownSags::estimated);
    json.key("rules").value(fmt::format("{:016x}", report.rules_digest));
    json.key("filter").value(report.filter);
    json.key("up").value(report.up);
}

void write_inputs(JsonWriter& json, std::string_view key, const std::vector<UnreadableInput>& inputs) {
    json.key(key).begin_array();
    for (const UnreadableInput& one : inputs) {
        json.begin_object();
        json.key("place").value(one.place);
        json.key("message").value(one.message);
        json.end_object();
    }
    json.end_array();
}

void write_coverage(JsonWriter& json, const ClashCoverage& coverage) {
    json.key("coverage").begin_object();
    json.key("tested_pairs").value(std::uint64_t{coverage.tested_pairs});
    json.key("carried_pairs").value(std::uint64_t{coverage.carried_pairs});
    json.key("untested_pairs").value(std::uint64_t{coverage.untested_pairs});
    json.end_object();
}

}  // namespace

std::string ClashReport::json() const {
    const ClashReport& report = *this;
    JsonWriter json;
    json.begin_object();
    json.key("version").value(version());
    json.key("date").value(report.date);
    json.key("objects").value(std::uint64_t{report.parts.size()});
    json.key("candidate_pairs").value(std::uint64_t{report.candidate_pairs});
    json.key("partial").value(report.partial);
    json.key("seconds").value(report.seconds);
    write_settings(json, report);
    write_coverage(json, report.coverage);
    write_inputs(json, "unreadable", report.unreadable);
    write_inputs(json, "without_geometry", report.without_geometry);
    write_totals(json, report);
    json.key("clashes").begin_array();
    for (const ReportedClash& clash : report.clashes) write_clash(json, report, clash);
    json.end_array();
    write_groupings(json, report);
    json.key("parts").begin_array();
    for (std::size_t i = 0; i < report.parts.size(); ++i) write_part(json, report.parts[i], i);
    json.end_array();
    json.end_object();
    std::string text = json.take_piece();
    return text += '\n';
}

}  // namespace allide
