#include "clash_report.hpp"

#include <allide/report.hpp>

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace allide::cli {
namespace {

constexpr std::array<std::string_view, 5> status_names{"new", "persisting", "resolved", "unchecked",
                                                       "approved"};

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

void write_regions(JsonWriter& json, const ClashRow& row) {
    json.key("regions").begin_array();
    for (const ClashRegion& region : row.regions) {
        json.begin_object();
        json.key("contacts").value(region.contacts);
        json.key("point").value(region.point);
        json.end_object();
    }
    json.end_array();
}

void write_row(JsonWriter& json, const ClashReport& report, const ClashRow& row) {
    json.begin_object();
    json.key("key").value(row.key);
    json.key("a").value(row.a);
    json.key("b").value(row.b);
    write_id(json, "a_id", row.a_id);
    write_id(json, "b_id", row.b_id);
    json.key("kind").value(name_of(row.clash.kind));
    json.key("distance").value(row.clash.distance);
    json.key("depth").value(row.clash.depth);
    json.key("depth_lower").value(row.clash.depth_lower);
    json.key("shallow").value(row.clash.shallow);
    json.key("contacts").value(row.clash.contacts);
    json.key("point").value(row.clash.point);
    json.key("group").value(row.group);
    json.key("status").value(name_of(row.status));
    json.key("depends_on_facets").value(depends_on_facets(report, row));
    write_regions(json, row);
    if (row.square) json.key("square").value(square_name(*row.square));
    json.end_object();
}

void write_part(JsonWriter& json, const ClashPartInfo& part, std::size_t id) {
    json.begin_object();
    json.key("id").value(std::uint64_t{id});
    json.key("name").value(part.name);
    json.key("file").value(part.file);
    json.key("group").value(part.group);
    json.key("triangles").value(part.triangles);
    json.key("sag").value(part.sag);
    json.key("identity").value(part.identity);
    json.key("digest").value(fmt::format("{:016x}", part.digest));
    json.end_object();
}

void write_totals(JsonWriter& json, const ClashReport& report) {
    std::map<ClashKind, std::uint64_t> kinds;
    std::map<ClashStatus, std::uint64_t> statuses;
    std::uint64_t shallow = 0;
    for (const ClashRow& row : report.rows) {
        ++statuses[row.status];
        if (row.status == ClashStatus::resolved) continue;
        ++kinds[row.clash.kind];
        shallow += row.clash.shallow ? 1 : 0;
    }
    json.key("totals").begin_object();
    for (const ClashKind kind : {ClashKind::duplicate, ClashKind::contained, ClashKind::hard,
                                 ClashKind::touch, ClashKind::clearance})
        json.key(name_of(kind)).value(kinds[kind]);
    json.key("shallow").value(shallow);
    for (std::size_t i = 0; i < status_names.size(); ++i)
        json.key(status_names[i]).value(statuses[static_cast<ClashStatus>(i)]);
    json.end_object();
}

// Clashes gathered under a name, the keys of each.
using Gathered = std::map<std::string, std::vector<std::string_view>>;

void write_gathered(JsonWriter& json, std::string_view key, std::string_view name, const Gathered& gathered) {
    json.key(key).begin_array();
    for (const auto& [of, keys] : gathered) {
        json.begin_object();
        json.key(name).value(of);
        json.key("clashes").value(std::uint64_t{keys.size()});
        json.key("keys").begin_array();
        for (const std::string_view clash : keys) json.value(clash);
        json.end_array();
        json.end_object();
    }
    json.end_array();
}

void write_by_part(JsonWriter& json, const ClashReport& report) {
    std::map<std::uint32_t, std::vector<std::string_view>> by_part;
    for (const ClashRow& row : report.rows)
        for (const auto& id : {row.a_id, row.b_id})
            if (id && row.status != ClashStatus::resolved) by_part[*id].push_back(row.key);
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
    Gathered groups, squares;
    for (const ClashRow& row : report.rows) {
        if (row.status == ClashStatus::resolved) continue;
        groups[row.group].push_back(row.key);
        if (row.square) squares[square_name(*row.square)].push_back(row.key);
    }
    write_gathered(json, "by_group_pair", "group", groups);
    if (report.grid) write_gathered(json, "by_square", "square", squares);
}

void write_settings(JsonWriter& json, const ClashReport& report) {
    json.key("units");
    if (report.units.empty())
        json.null();
    else
        json.value(report.units);
    json.key("clearance").value(report.limits.clearance);
    json.key("touch").value(report.limits.touch);
    json.key("rules").value(fmt::format("{:016x}", report.rules_digest));
}

void write_coverage(JsonWriter& json, const ClashCoverage& coverage) {
    json.key("coverage").begin_object();
    json.key("tested_pairs").value(std::uint64_t{coverage.tested_pairs});
    json.key("carried_pairs").value(std::uint64_t{coverage.carried_pairs});
    json.key("untested_pairs").value(std::uint64_t{coverage.untested_pairs});
    json.end_object();
}

std::string csv_text(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

std::string csv_id(const std::optional<std::uint32_t>& id) {
    return id ? fmt::format("{}", *id) : std::string();
}

std::string csv_row(const ClashRow& row) {
    const PairClash& c = row.clash;
    return fmt::format("{},{},{},{},{},{},{:.17g},{:.17g},{:.17g},{},{},{:.17g} {:.17g} {:.17g},{},{}\r\n",
                       row.key, csv_text(row.a), csv_text(row.b), csv_id(row.a_id), csv_id(row.b_id),
                       name_of(c.kind), c.distance, c.depth, c.depth_lower, c.shallow, c.contacts, c.point.x,
                       c.point.y, c.point.z, csv_text(row.group), name_of(row.status));
}

}  // namespace

std::string_view name_of(ClashStatus status) {
    return status_names[static_cast<std::size_t>(status)];
}

std::optional<ClashStatus> status_from_name(std::string_view name) {
    for (std::size_t i = 0; i < status_names.size(); ++i)
        if (status_names[i] == name) return static_cast<ClashStatus>(i);
    return std::nullopt;
}

std::string group_pair(const std::string& a, const std::string& b) {
    const auto& [low, high] = std::minmax(a, b);
    return low + " | " + high;
}

bool depends_on_facets(const ClashReport& report, const ClashRow& row) {
    if (!row.a_id || !row.b_id) return false;
    const double sags = report.parts[*row.a_id].sag + report.parts[*row.b_id].sag;
    return std::max(row.clash.distance, row.clash.depth) < sags;
}

bool counts(const ClashRow& row) {
    return row.status != ClashStatus::approved && row.status != ClashStatus::resolved;
}

std::string as_json(const ClashReport& report) {
    JsonWriter json;
    json.begin_object();
    json.key("objects").value(std::uint64_t{report.parts.size()});
    json.key("candidate_pairs").value(std::uint64_t{report.candidate_pairs});
    json.key("partial").value(report.partial);
    json.key("seconds").value(report.seconds);
    write_settings(json, report);
    write_coverage(json, report.coverage);
    json.key("unreadable").begin_array();
    for (const Unreadable& one : report.unreadable) {
        json.begin_object();
        json.key("place").value(one.place);
        json.key("message").value(one.message);
        json.end_object();
    }
    json.end_array();
    write_totals(json, report);
    json.key("clashes").begin_array();
    for (const ClashRow& row : report.rows) write_row(json, report, row);
    json.end_array();
    write_groupings(json, report);
    json.key("parts").begin_array();
    for (std::size_t i = 0; i < report.parts.size(); ++i) write_part(json, report.parts[i], i);
    json.end_array();
    json.end_object();
    std::string text = json.take_piece();
    return text += '\n';
}

std::string as_csv(const ClashReport& report) {
    std::string text =
        "key,a,b,a_id,b_id,kind,distance,depth,depth_lower,shallow,contacts,point,group,status\r\n";
    for (const ClashRow& row : report.rows) text += csv_row(row);
    return text;
}

}  // namespace allide::cli
