#include <allide/report.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

namespace allide {
namespace {

constexpr std::array all_kinds{ClashKind::duplicate, ClashKind::contained, ClashKind::hard, ClashKind::touch,
                               ClashKind::clearance};

struct KindTotals {
    std::array<std::size_t, 5> kinds{};
    std::size_t shallow = 0, all = 0;

    void add(const ReportedClash& clash) {
        ++kinds[static_cast<std::size_t>(clash.clash.kind)];
        shallow += clash.clash.shallow ? 1 : 0;
        ++all;
    }
};

std::string text_of(const KindTotals& totals) {
    std::string text;
    for (const ClashKind kind : all_kinds) {
        const std::size_t count = totals.kinds[static_cast<std::size_t>(kind)];
        if (count == 0) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(kind));
        if (kind == ClashKind::hard && totals.shallow > 0)
            text += fmt::format(" ({} of them shallow)", totals.shallow);
    }
    return text;
}

// Parts that overlap come before those that are too close, and these before those that touch.
int urgency(ClashKind kind) {
    return kind == ClashKind::touch ? 2 : kind == ClashKind::clearance ? 1 : 0;
}

// The sort key of worst_first; the worst clash has the smallest key.
std::tuple<int, double, double, double> badness(const PairClash& clash) {
    return {urgency(clash.kind), -(clash.depth ? clash.depth->lower : 0),
            -(clash.volume ? clash.volume->lower : 0), clash.distance};
}

std::string range_of(const LocalDepth& depth, const std::string& unit) {
    const std::string lower = fmt::format("{:.4g}", depth.lower), upper = fmt::format("{:.4g}", depth.upper);
    if (lower == upper) return upper + unit;
    return depth.lower > 0 ? fmt::format("{} to {}{}", lower, upper, unit)
                           : fmt::format("at most {}{}", upper, unit);
}

std::string line_of(const ClashReport& report, const ReportedClash& clash) {
    const std::string& units = report.units;
    const std::string unit = units.empty() ? "" : " " + units;
    std::string how;
    if (clash.clash.depth && clash.clash.depth->upper > 0)
        how = fmt::format(", {} deep{}", range_of(*clash.clash.depth, unit),
                          clash.clash.within_facets ? " (within facets)" : "");
    else if (clash.clash.distance > 0)
        how = fmt::format(", {:.4g}{} apart", clash.clash.distance, unit);
    return fmt::format("  {}: {} and {}{}, at ({:.6g}, {:.6g}, {:.6g}){}\n", name_of(clash.clash.kind),
                       report.label_a(clash), report.label_b(clash), how, clash.clash.point.x,
                       clash.clash.point.y, clash.clash.point.z,
                       clash.status == ClashStatus::fresh ? "" : fmt::format(", {}", name_of(clash.status)));
}

std::string worst_of(const ClashReport& report) {
    std::vector<const ReportedClash*> open;
    for (const std::size_t place : report.worst_first())
        if (report.clashes[place].is_open()) open.push_back(&report.clashes[place]);
    if (open.empty()) return {};
    constexpr std::size_t most = 10;
    const std::size_t count = std::min(most, open.size());
    std::string text = open.size() > most ? "the ten worst:\n" : "the worst first:\n";
    for (std::size_t i = 0; i < count; ++i) text += line_of(report, *open[i]);
    return text;
}

// A line about the parts with the most clashes; empty if no part has at least three.
std::string busiest_parts(const ClashReport& report) {
    constexpr std::size_t most = 5, at_least = 3;
    std::map<std::uint32_t, KindTotals> by_part;
    for (const ReportedClash& clash : report.clashes)
        for (const auto& id : {clash.a_id, clash.b_id})
            if (id && clash.status != ClashStatus::resolved) by_part[*id].add(clash);
    std::vector<std::pair<std::uint32_t, KindTotals>> sorted(by_part.begin(), by_part.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& x, const auto& y) { return x.second.all > y.second.all; });
    std::string text;
    for (std::size_t i = 0; i < std::min(most, sorted.size()) && sorted[i].second.all >= at_least; ++i) {
        const AssemblyPart& part = report.parts[sorted[i].first];
        const std::string_view kind = part.attribute("class");
        text += fmt::format("  {}{}: {}\n", part.label, kind.empty() ? "" : fmt::format(" ({})", kind),
                            text_of(sorted[i].second));
    }
    return text.empty() ? text : "parts with most clashes:\n" + text;
}

// A hint about hard clashes that are no deeper than the facets of curved parts may cause, by their stated or
// estimated sags.
std::string hint_about_sags(const ClashReport& report) {
    const auto sag_of = [&](std::uint32_t part) {
        const AssemblyPart& of = report.parts[part];
        return of.sag > 0 ? of.sag : of.estimated_sag;
    };
    std::size_t count = 0;
    for (const ReportedClash& clash : report.clashes)
        if (clash.is_open() && clash.clash.kind == ClashKind::hard && clash.clash.depth && clash.a_id &&
            clash.b_id && clash.clash.depth->upper <= sag_of(*clash.a_id) + sag_of(*clash.b_id))
            ++count;
    if (count == 0) return {};
    return fmt::format(
        "{} hard clash{} no deeper than facets of curved parts may cause, by an estimate of their sag "
        "(--estimate-sag: report as touch)\n",
        count, count == 1 ? " is" : "es are");
}

std::string statuses_of(const ClashReport& report) {
    if (!report.has_baseline) return {};
    std::map<ClashStatus, std::size_t> statuses;
    for (const ReportedClash& clash : report.clashes) ++statuses[clash.status];
    std::string text;
    for (const auto& [status, count] : statuses)
        text += fmt::format("{}{} {}", text.empty() ? "compared with the baseline: " : ", ", count,
                            name_of(status));
    text += text.empty() ? "compared with the baseline: no clashes" : "";
    return text + fmt::format("; {} pairs tested, {} taken from the baseline\n", report.coverage.tested_pairs,
                              report.coverage.carried_pairs);
}

}  // namespace

std::vector<std::size_t> ClashReport::worst_first() const {
    std::vector<std::size_t> places(clashes.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::size_t x, std::size_t y) {
        return badness(clashes[x].clash) < badness(clashes[y].clash);
    });
    return places;
}

std::string ClashReport::text() const {
    const ClashReport& report = *this;
    KindTotals totals;
    std::map<std::string, KindTotals> groups;
    std::map<std::array<std::int64_t, 2>, KindTotals> squares;
    for (const ReportedClash& clash : report.clashes) {
        if (clash.status == ClashStatus::resolved) continue;
        totals.add(clash);
        groups[clash.group].add(clash);
        if (clash.square) squares[*clash.square].add(clash);
    }
    std::string text =
        fmt::format("{} parts, {} pairs of them close: {} clash{}{}{}\n", report.parts.size(),
                    report.candidate_pairs, totals.all == 0 ? "no" : fmt::format("{}", totals.all),
                    totals.all == 1 ? "" : "es", totals.all == 0 ? "" : ": ", text_of(totals));
    if (!report.filter.empty()) text += fmt::format("only: {}\n", report.filter);
    if (report.partial)
        text += fmt::format("partial: {} not read, {} pairs not tested\n", report.unreadable.size(),
                            report.coverage.untested_pairs);
    if (!report.without_geometry.empty())
        text += fmt::format("{} elements have no geometry; the JSON report lists them\n",
                            report.without_geometry.size());
    text += statuses_of(report) + hint_about_sags(report);
    if (groups.size() > 1) {
        text += "by pair of groups:\n";
        for (const auto& [name, of] : groups) text += fmt::format("  {}: {}\n", name, text_of(of));
    }
    text += busiest_parts(report);
    if (!squares.empty()) {
        text += "by square of the grid:\n";
        for (const auto& [square, of] : squares)
            text += fmt::format("  {},{}: {}\n", square[0], square[1], text_of(of));
    }
    return text + worst_of(report);
}

}  // namespace allide
