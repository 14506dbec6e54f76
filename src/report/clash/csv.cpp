#include <allide/report.hpp>

#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace allide {

namespace {

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

std::string csv_number(double number) {
    return fmt::format("{:.17g}", number);
}

std::string csv_depths(const std::optional<LocalDepth>& depth) {
    return depth ? csv_number(depth->upper) + ',' + csv_number(depth->lower) : ",";
}

// Files and groups of both parts; empty for parts that are gone.
std::string csv_parts(const ClashReport& report, const ReportedClash& clash) {
    const auto of = [&](const std::optional<std::uint32_t>& id, std::string AssemblyPart::*field) {
        return id ? csv_text(report.parts[*id].*field) : std::string();
    };
    return fmt::format("{},{},{},{}", of(clash.a_id, &AssemblyPart::file),
                       of(clash.b_id, &AssemblyPart::file), of(clash.a_id, &AssemblyPart::group),
                       of(clash.b_id, &AssemblyPart::group));
}

// The columns after status.
std::string csv_overlap(const PairClash& c) {
    const std::string volume = c.volume ? fmt::format("{:.17g},{:.17g},{:.17g}", c.volume->lower,
                                                      c.volume->upper, c.volume->fraction)
                                        : ",,";
    return fmt::format("{},{},{},{:.17g},{:.17g}", name_of(c.exact_kind), c.within_facets, volume,
                       c.contact_area, c.separation);
}

std::string csv_line(const ClashReport& report, const ReportedClash& clash) {
    const PairClash& c = clash.clash;
    const std::string point = fmt::format("{:.17g} {:.17g} {:.17g}", c.point.x, c.point.y, c.point.z);
    return fmt::format("{},{},{},{},{},{},{:.17g},{},{},{},{},{},{},{},{:.17g},{:.17g},{:.17g},{}\r\n",
                       clash.key, csv_text(clash.a), csv_text(clash.b), csv_id(clash.a_id),
                       csv_id(clash.b_id), name_of(c.kind), c.distance, csv_depths(c.depth), c.shallow,
                       c.contacts, point, csv_text(clash.group), name_of(clash.status), csv_overlap(c),
                       c.point.x, c.point.y, c.point.z, csv_parts(report, clash));
}

}  // namespace

std::string ClashReport::csv() const {
    std::string text =
        "key,a,b,a_id,b_id,kind,distance,depth,depth_lower,shallow,contacts,point,group,status,"
        "exact_kind,within_facets,volume_lower,volume_upper,volume_fraction,contact_area,separation,"
        "x,y,z,file_a,file_b,group_a,group_b\r\n";
    for (const ReportedClash& clash : clashes) text += csv_line(*this, clash);
    return text;
}

}  // namespace allide
