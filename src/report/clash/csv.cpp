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

std::string csv_line(const ReportedClash& clash) {
    const PairClash& c = clash.clash;
    return fmt::format("{},{},{},{},{},{},{:.17g},{:.17g},{:.17g},{},{},{:.17g} {:.17g} {:.17g},{},{}\r\n",
                       clash.key, csv_text(clash.a), csv_text(clash.b), csv_id(clash.a_id),
                       csv_id(clash.b_id), name_of(c.kind), c.distance, c.depth, c.depth_lower, c.shallow,
                       c.contacts, c.point.x, c.point.y, c.point.z, csv_text(clash.group),
                       name_of(clash.status));
}

}  // namespace

std::string ClashReport::csv() const {
    std::string text =
        "key,a,b,a_id,b_id,kind,distance,depth,depth_lower,shallow,contacts,point,group,status\r\n";
    for (const ReportedClash& clash : clashes) text += csv_line(clash);
    return text;
}

}  // namespace allide
