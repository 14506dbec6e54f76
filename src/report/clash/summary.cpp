#include "clash_report.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace allide::cli {
namespace {

constexpr std::array all_kinds{ClashKind::duplicate, ClashKind::contained, ClashKind::hard, ClashKind::touch,
                               ClashKind::clearance};

struct Totals {
    std::array<std::size_t, 5> kinds{};
    std::size_t shallow = 0, all = 0;

    void add(const ClashRow& row) {
        ++kinds[static_cast<std::size_t>(row.clash.kind)];
        shallow += row.clash.shallow ? 1 : 0;
        ++all;
    }
};

std::string text_of(const Totals& totals) {
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

// What is nearest to a hard blow first: hard and not shallow by depth, then what is inside, doubled, shallow,
// touching, and gaps, the narrowest first.
int urgency(const ClashRow& row) {
    switch (row.clash.kind) {
        case ClashKind::hard:
            return row.clash.shallow ? 3 : 0;
        case ClashKind::contained:
            return 1;
        case ClashKind::duplicate:
            return 2;
        case ClashKind::clearance:
            return 4;
        case ClashKind::touch:
            return 5;
    }
    return 6;
}

bool is_worse(const ClashRow* x, const ClashRow* y) {
    if (urgency(*x) != urgency(*y)) return urgency(*x) < urgency(*y);
    if (x->clash.depth != y->clash.depth) return x->clash.depth > y->clash.depth;
    return x->clash.distance < y->clash.distance;
}

std::string line_of(const ClashRow& row, const std::string& units) {
    const std::string unit = units.empty() ? "" : " " + units;
    std::string how;
    if (row.clash.depth > 0)
        how = fmt::format(", at most {:.4g}{} deep", row.clash.depth, unit);
    else if (row.clash.distance > 0)
        how = fmt::format(", {:.4g}{} apart", row.clash.distance, unit);
    return fmt::format("  {}: {} and {}{}, at ({:.6g}, {:.6g}, {:.6g}){}\n", name_of(row.clash.kind), row.a,
                       row.b, how, row.clash.point.x, row.clash.point.y, row.clash.point.z,
                       row.status == ClashStatus::fresh ? "" : fmt::format(", {}", name_of(row.status)));
}

std::string worst_of(const ClashReport& report) {
    std::vector<const ClashRow*> rows;
    for (const ClashRow& row : report.rows)
        if (counts(row)) rows.push_back(&row);
    if (rows.empty()) return {};
    constexpr std::size_t most = 10;
    const std::size_t count = std::min(most, rows.size());
    std::stable_sort(rows.begin(), rows.end(), is_worse);
    std::string text = rows.size() > most ? "the ten worst:\n" : "the worst first:\n";
    for (std::size_t i = 0; i < count; ++i) text += line_of(*rows[i], report.units);
    return text;
}

std::string statuses_of(const ClashReport& report) {
    if (!report.has_baseline) return {};
    std::map<ClashStatus, std::size_t> statuses;
    for (const ClashRow& row : report.rows) ++statuses[row.status];
    std::string text;
    for (const auto& [status, count] : statuses)
        text += fmt::format("{}{} {}", text.empty() ? "beside the baseline: " : ", ", count, name_of(status));
    text += text.empty() ? "beside the baseline: nothing" : "";
    return text + fmt::format("; {} pairs tested again, {} taken over\n", report.coverage.tested_pairs,
                              report.coverage.carried_pairs);
}

}  // namespace

std::string as_summary(const ClashReport& report) {
    Totals totals;
    std::map<std::string, Totals> groups;
    std::map<std::array<std::int64_t, 2>, Totals> squares;
    for (const ClashRow& row : report.rows) {
        if (row.status == ClashStatus::resolved) continue;
        totals.add(row);
        groups[row.group].add(row);
        if (row.square) squares[*row.square].add(row);
    }
    std::string text =
        fmt::format("{} parts, {} pairs of them close: {} clash{}{}{}\n", report.parts.size(),
                    report.candidate_pairs, totals.all == 0 ? "no" : fmt::format("{}", totals.all),
                    totals.all == 1 ? "" : "es", totals.all == 0 ? "" : ": ", text_of(totals));
    if (report.partial)
        text += fmt::format("partial: {} not read, {} pairs not tested\n", report.unreadable.size(),
                            report.coverage.untested_pairs);
    text += statuses_of(report);
    if (groups.size() > 1) {
        text += "by pair of groups:\n";
        for (const auto& [name, of] : groups) text += fmt::format("  {}: {}\n", name, text_of(of));
    }
    if (!squares.empty()) {
        text += "by square of the grid:\n";
        for (const auto& [square, of] : squares)
            text += fmt::format("  {},{}: {}\n", square[0], square[1], text_of(of));
    }
    return text + worst_of(report);
}

}  // namespace allide::cli
