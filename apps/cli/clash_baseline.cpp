#include "clash_baseline.hpp"

#include "settings.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace allide::cli {

// From the tree of a JSON file; what is missing is refused with its line.
class BaselineReader {
  public:
    explicit BaselineReader(const std::string& file) : file_(file) {}

    ClashBaseline read() {
        const Setting root = parse_json(read_text_file(file_), file_);
        if (root.kind != Kind::table) refuse_line(file_, root.line, "this is no report of clash");
        baseline_.partial_ = need(root, "partial", Kind::flag).flag;
        baseline_.limits_ = {.clearance = need(root, "clearance", Kind::number).number,
                             .touch = need(root, "touch", Kind::number).number};
        baseline_.rules_ = need(root, "rules", Kind::text).text;
        for (const Setting& part : need(root, "parts", Kind::list).items) add_part(part);
        for (const Setting& clash : need(root, "clashes", Kind::list).items) add_clash(clash);
        return std::move(baseline_);
    }

  private:
    using Kind = Setting::Kind;

    const Setting& need(const Setting& table, std::string_view key, Kind kind) const {
        const Setting* value = table.find(key);
        if (value == nullptr)
            refuse_line(file_, table.line, fmt::format("'{}' is missing in a report of clash", key));
        if (value->kind != kind) refuse_line(file_, value->line, fmt::format("'{}' is of another kind", key));
        return *value;
    }

    void add_part(const Setting& part) {
        identities_.push_back(need(part, "identity", Kind::text).text);
        ClashBaseline::OldPart& old = baseline_.parts_[identities_.back()];
        old.file = need(part, "file", Kind::text).text;
        old.group = need(part, "group", Kind::text).text;
        const std::string& digest = need(part, "digest", Kind::text).text;
        std::from_chars(digest.data(), digest.data() + digest.size(), old.digest, 16);
    }

    // Clashes with parts that were gone already are not kept on.
    void add_clash(const Setting& clash) {
        const std::string& name = need(clash, "status", Kind::text).text;
        const auto status = status_from_name(name);
        if (!status)
            refuse_line(
                file_, need(clash, "status", Kind::text).line,
                fmt::format("'{}' is no status: new, persisting, resolved, unchecked, approved", name));
        if (*status == ClashStatus::resolved) return;
        ClashBaseline::OldClash old;
        old.row.status = *status;
        old.row.key = need(clash, "key", Kind::text).text;
        old.row.a = need(clash, "a", Kind::text).text;
        old.row.b = need(clash, "b", Kind::text).text;
        old.row.group = need(clash, "group", Kind::text).text;
        old.row.clash = pair_clash(clash);
        if (const Setting* regions = clash.find("regions"))
            for (const Setting& region : regions->items)
                old.row.regions.push_back({count(need(region, "contacts", Kind::number)),
                                           point(need(region, "point", Kind::list))});
        old.identity_a = identity(clash, "a_id", old.row.a);
        old.identity_b = identity(clash, "b_id", old.row.b);
        baseline_.clashes_.emplace(old.row.key, std::move(old));
    }

    // A part that was gone before has no number, only a name.
    std::string identity(const Setting& clash, std::string_view key, const std::string& name) const {
        const Setting* id = clash.find(key);
        if (id == nullptr || id->kind != Kind::number) return name;
        if (!(id->number >= 0) || !(id->number < static_cast<double>(identities_.size())))
            refuse_line(file_, id->line, fmt::format("'{}' names no part", key));
        return identities_[static_cast<std::size_t>(id->number)];
    }

    PairClash pair_clash(const Setting& clash) const {
        PairClash out;
        const Setting& kind = need(clash, "kind", Kind::text);
        bool known = false;
        for (const ClashKind one : {ClashKind::duplicate, ClashKind::contained, ClashKind::hard,
                                    ClashKind::touch, ClashKind::clearance})
            if (kind.text == name_of(one)) {
                out.kind = one;
                known = true;
            }
        if (!known) refuse_line(file_, kind.line, fmt::format("'{}' is no kind of clash", kind.text));
        out.distance = need(clash, "distance", Kind::number).number;
        out.depth = need(clash, "depth", Kind::number).number;
        out.depth_lower = need(clash, "depth_lower", Kind::number).number;
        out.shallow = need(clash, "shallow", Kind::flag).flag;
        out.contacts = count(need(clash, "contacts", Kind::number));
        out.point = point(need(clash, "point", Kind::list));
        return out;
    }
    std::uint64_t count(const Setting& value) const {
        if (!(value.number >= 0) || !(value.number < 0x1p53))
            refuse_line(file_, value.line, "this is no count");
        return static_cast<std::uint64_t>(value.number);
    }
    Vec3 point(const Setting& list) const {
        if (list.items.size() != 3) refuse_line(file_, list.line, "a point needs three numbers");
        return {list.items[0].number, list.items[1].number, list.items[2].number};
    }

    const std::string& file_;
    std::vector<std::string> identities_;  // by number
    ClashBaseline baseline_;
};

ClashBaseline ClashBaseline::load(const std::string& file) {
    return BaselineReader(file).read();
}

void ClashBaseline::compare_settings(const ClashLimits& limits, std::uint64_t rules_digest) {
    has_rules_ = rules_digest != 0;
    comparable_ = !partial_ && limits.clearance == limits_.clearance && limits.touch == limits_.touch &&
                  rules_ == fmt::format("{:016x}", rules_digest);
}

bool ClashBaseline::is_unchanged(const ClashPartInfo& part) const {
    const auto old = parts_.find(part.identity);
    if (old == parts_.end() || old->second.digest != part.digest) return false;
    // Without rules groups are files, whose names change nothing.
    return !has_rules_ || old->second.group == part.group;
}

bool ClashBaseline::knows(const ClashPartInfo& a, const ClashPartInfo& b) const {
    return comparable_ && is_unchanged(a) && is_unchanged(b);
}

void ClashBaseline::settle(ClashReport& report,
                           const std::function<bool(std::uint32_t, std::uint32_t)>& tested) const {
    for (ClashRow& row : report.rows) {
        const auto old = clashes_.find(row.key);
        if (old == clashes_.end()) continue;
        row.status =
            old->second.row.status == ClashStatus::approved ? ClashStatus::approved : ClashStatus::persisting;
    }
    std::map<std::string, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < report.parts.size(); ++i) numbers.emplace(report.parts[i].identity, i);
    std::map<std::string, bool> here;
    for (const ClashRow& row : report.rows) here[row.key] = true;
    for (const auto& [key, old] : clashes_)
        if (here.count(key) == 0) settle_old(report, old, numbers, tested);
}

void ClashBaseline::settle_old(ClashReport& report, const OldClash& old,
                               const std::map<std::string, std::uint32_t>& numbers,
                               const std::function<bool(std::uint32_t, std::uint32_t)>& tested) const {
    ClashRow row = old.row;
    const auto a = numbers.find(old.identity_a), b = numbers.find(old.identity_b);
    const bool approved = row.status == ClashStatus::approved;
    if (a == numbers.end() || b == numbers.end()) {
        const auto unreadable = [&](const std::string& identity) {
            const auto part = parts_.find(identity);
            return part != parts_.end() &&
                   std::any_of(report.unreadable.begin(), report.unreadable.end(),
                               [&](const Unreadable& one) { return one.place == part->second.file; });
        };
        const bool lost = unreadable(old.identity_a) || unreadable(old.identity_b);
        row.status = lost ? approved ? ClashStatus::approved : ClashStatus::unchecked : ClashStatus::resolved;
    } else {
        const auto [low, high] = std::minmax({a->second, b->second});
        row.a_id = low;
        row.b_id = high;
        row.a = report.parts[low].name;
        row.b = report.parts[high].name;
        const bool known = knows(report.parts[low], report.parts[high]);
        const ClashStatus still = known ? ClashStatus::persisting : ClashStatus::unchecked;
        if (!known && tested(low, high))
            row.status = ClashStatus::resolved;
        else
            row.status = approved ? ClashStatus::approved : still;
    }
    report.rows.push_back(std::move(row));
}

}  // namespace allide::cli
