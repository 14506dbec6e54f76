#include "clash_baseline.hpp"

#include "output.hpp"
#include "settings.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

namespace allide::cli {

// From the tree of a JSON file; what is missing is refused with its line.
class BaselineReader {
  public:
    explicit BaselineReader(const std::string& file) : file_(file) {}

    ClashBaseline read(const std::string& text) {
        const Setting root = parse_json(text, file_);
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
        baseline_.identities_.push_back(need(part, "identity", Kind::text).text);
        ClashBaseline::OldPart& old = baseline_.parts_[baseline_.identities_.back()];
        old.name = need(part, "name", Kind::text).text;
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
        if (!(id->number >= 0) || !(id->number < static_cast<double>(baseline_.identities_.size())))
            refuse_line(file_, id->line, fmt::format("'{}' names no part", key));
        return baseline_.identities_[static_cast<std::size_t>(id->number)];
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
    ClashBaseline baseline_;
};

ClashBaseline ClashBaseline::load(const std::string& file) {
    return read(read_text_file(file), file);
}

ClashBaseline ClashBaseline::read(const std::string& text, const std::string& file) {
    return BaselineReader(file).read(text);
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
    if (!comparable_ || !is_unchanged(a) || !is_unchanged(b)) return false;
    // The point of a gap is one of the first part's, which may be the second now.
    const auto old = clashes_.find(clash_key(a.identity, b.identity));
    return old == clashes_.end() || !(old->second.row.clash.distance > 0) ||
           old->second.identity_a == a.identity;
}

void ClashBaseline::recognise(std::vector<ClashPartInfo>& parts) const {
    std::map<std::string, std::vector<std::string>> by_name;  // identities that are not given away yet
    std::set<std::string> listed;
    for (const std::string& identity : identities_) {
        const OldPart& old = parts_.at(identity);
        if (listed.insert(identity).second) by_name[own_name(old.name, old.file)].push_back(identity);
    }
    std::vector<bool> known(parts.size(), false);
    const auto give = [&](std::size_t i, const auto& fits) {
        if (known[i]) return;
        std::vector<std::string>& left = by_name[own_name(parts[i].name, parts[i].file)];
        const auto found = std::find_if(left.begin(), left.end(), fits);
        if (found == left.end()) return;
        parts[i].identity = *found;
        left.erase(found);
        known[i] = true;
    };
    for (std::size_t i = 0; i < parts.size(); ++i)
        give(i, [&](const std::string& identity) { return parts_.at(identity).digest == parts[i].digest; });
    for (std::size_t i = 0; i < parts.size(); ++i) give(i, [](const std::string&) { return true; });
    std::set<std::string> taken;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (known[i]) taken.insert(parts[i].identity);
    for (std::size_t i = 0; i < parts.size(); ++i)
        while (!known[i] && !(known[i] = taken.insert(parts[i].identity).second))
            parts[i].identity += "\nnew";
}

void ClashBaseline::settle(ClashReport& report, const LookedAt& looked) const {
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
        if (here.count(key) == 0) settle_old(report, old, numbers, looked);
}

void ClashBaseline::settle_old(ClashReport& report, const OldClash& old,
                               const std::map<std::string, std::uint32_t>& numbers,
                               const LookedAt& looked) const {
    const auto a = numbers.find(old.identity_a), b = numbers.find(old.identity_b);
    if (a == numbers.end() || b == numbers.end()) return settle_gone(report, old);
    ClashRow row = old.row;
    const auto [low, high] = std::minmax({a->second, b->second});
    const ClashPartInfo &one = report.parts[low], &other = report.parts[high];
    row.a_id = low;
    row.b_id = high;
    row.a = one.name;
    row.b = other.name;
    row.group = group_pair(one.group, other.group);
    const Looked now = looked(low, high);
    const bool known = now != Looked::ignored && knows(one, other);
    if (!known && now == Looked::at_it)
        row.status = ClashStatus::resolved;
    else if (row.status != ClashStatus::approved)
        row.status = known ? ClashStatus::persisting : ClashStatus::unchecked;
    report.rows.push_back(std::move(row));
}

// A part of it is not there any more, unless its file could not be read.
void ClashBaseline::settle_gone(ClashReport& report, const OldClash& old) const {
    const auto unreadable = [&](const std::string& identity) {
        const auto part = parts_.find(identity);
        if (part == parts_.end()) return false;
        const std::string file = file_name_of(part->second.file);
        return std::any_of(report.unreadable.begin(), report.unreadable.end(),
                           [&](const Unreadable& one) { return file_name_of(one.place) == file; });
    };
    ClashRow row = old.row;
    if (!unreadable(old.identity_a) && !unreadable(old.identity_b))
        row.status = ClashStatus::resolved;
    else if (row.status != ClashStatus::approved)
        row.status = ClashStatus::unchecked;
    report.rows.push_back(std::move(row));
}

}  // namespace allide::cli
