#include "report/clash/baseline.hpp"

#include "report/clash/parts.hpp"
#include "report/clash/settings.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

namespace allide::detail::report {

namespace {

std::optional<ClashStatus> status_from_name(std::string_view name) {
    for (const ClashStatus status : {ClashStatus::fresh, ClashStatus::persisting, ClashStatus::resolved,
                                     ClashStatus::unchecked, ClashStatus::approved})
        if (name_of(status) == name) return status;
    return std::nullopt;
}

}  // namespace

// Turns the JSON of a report into a Baseline; refuses a document that lacks a field, naming the line.
class BaselineReader {
  public:
    explicit BaselineReader(std::string_view file) : file_(file) {}

    Baseline read(std::string_view text) {
        const Setting root = parse_json_settings(text, file_);
        if (root.kind != Kind::table)
            fail_at_line(file_, root.line, "expected the JSON report of a clash run");
        baseline_.partial_ = need(root, "partial", Kind::flag).flag;
        baseline_.limits_ = {.clearance = need(root, "clearance", Kind::number).number,
                             .touch = need(root, "touch", Kind::number).number};
        baseline_.rules_ = need(root, "rules", Kind::text).text;
        if (const Setting* filter = root.find("filter")) baseline_.filter_ = filter->text;
        // Reports of version 0.1 have neither field.
        baseline_.has_old_depths_ =
            is_absent(root.find("depth_error")) || is_absent(root.find("estimate_sag"));
        if (!baseline_.has_old_depths_) {
            baseline_.limits_.depth_error = need(root, "depth_error", Kind::number).number;
            if (need(root, "estimate_sag", Kind::flag).flag) baseline_.unknown_sags_ = UnknownSags::estimated;
        }
        for (const Setting& part : need(root, "parts", Kind::list).items) add_part(part);
        for (const Setting& clash : need(root, "clashes", Kind::list).items) add_clash(clash);
        return std::move(baseline_);
    }

  private:
    using Kind = Setting::Kind;

    static std::string_view kind_name(Kind kind) {
        constexpr std::string_view names[] = {"null",     "true or false", "a number",
                                              "a string", "a list",        "an object"};
        return names[static_cast<std::size_t>(kind)];
    }
    const Setting& need(const Setting& table, std::string_view key, Kind kind) const {
        const Setting* value = table.find(key);
        if (value == nullptr)
            fail_at_line(file_, table.line,
                         fmt::format("expected '{}', which every report of a clash run has", key));
        if (value->kind != kind)
            fail_at_line(file_, value->line, fmt::format("expected {} for '{}'", kind_name(kind), key));
        return *value;
    }

    void add_part(const Setting& part) {
        baseline_.identities_.push_back(need(part, "identity", Kind::text).text);
        Baseline::OldPart& old = baseline_.parts_[baseline_.identities_.back()];
        old.name = need(part, "name", Kind::text).text;
        old.file = need(part, "file", Kind::text).text;
        old.group = need(part, "group", Kind::text).text;
        const std::string& digest = need(part, "digest", Kind::text).text;
        std::from_chars(digest.data(), digest.data() + digest.size(), old.digest, 16);
    }

    // Adds a clash of the baseline, unless it was resolved already.
    void add_clash(const Setting& clash) {
        const std::string& name = need(clash, "status", Kind::text).text;
        const auto status = status_from_name(name);
        if (!status)
            fail_at_line(
                file_, need(clash, "status", Kind::text).line,
                fmt::format("unknown status '{}'; known: new, persisting, resolved, unchecked, approved",
                            name));
        if (*status == ClashStatus::resolved) return;
        Baseline::OldClash old;
        old.clash.status = *status;
        old.clash.key = need(clash, "key", Kind::text).text;
        old.clash.a = need(clash, "a", Kind::text).text;
        old.clash.b = need(clash, "b", Kind::text).text;
        old.clash.group = need(clash, "group", Kind::text).text;
        old.clash.clash = pair_clash(clash);
        if (const Setting* regions = clash.find("regions"))
            for (const Setting& region : regions->items)
                old.clash.regions.push_back({count(need(region, "contacts", Kind::number)),
                                             point(need(region, "point", Kind::list)),
                                             local_depth(region, "witness")});
        old.identity_a = identity(clash, "a_id", old.clash.a);
        old.identity_b = identity(clash, "b_id", old.clash.b);
        baseline_.clashes_.emplace(old.clash.key, std::move(old));
    }

    // The identity of a clash's part. A part that was missing already in the baseline's run has no number,
    // only its name.
    std::string identity(const Setting& clash, std::string_view key, const std::string& name) const {
        const Setting* id = clash.find(key);
        if (id == nullptr || id->kind != Kind::number) return name;
        if (!(id->number >= 0) || !(id->number < static_cast<double>(baseline_.identities_.size())))
            fail_at_line(file_, id->line, fmt::format("expected the number of a part for '{}'", key));
        return baseline_.identities_[static_cast<std::size_t>(id->number)];
    }

    ClashKind clash_kind(const Setting& kind) const {
        for (const ClashKind one : {ClashKind::duplicate, ClashKind::contained, ClashKind::hard,
                                    ClashKind::touch, ClashKind::clearance})
            if (kind.text == name_of(one)) return one;
        fail_at_line(
            file_, kind.line,
            fmt::format("unknown kind '{}'; known: duplicate, contained, hard, touch, clearance", kind.text));
    }

    static bool is_absent(const Setting* value) { return value == nullptr || value->kind == Kind::null; }

    std::optional<LocalDepth> local_depth(const Setting& table, std::string_view point_key) const {
        if (is_absent(table.find("depth")) || is_absent(table.find("depth_lower"))) return std::nullopt;
        LocalDepth depth{.lower = need(table, "depth_lower", Kind::number).number,
                         .upper = need(table, "depth", Kind::number).number};
        if (!is_absent(table.find(point_key))) depth.point = point(need(table, point_key, Kind::list));
        return depth;
    }

    // Reports of version 0.1 have no field `separation`: what they call depth is the separation.
    void read_overlap(const Setting& clash, PairClash& out) {
        if (is_absent(clash.find("separation"))) {
            out.exact_kind = out.kind;
            out.separation = need(clash, "depth", Kind::number).number;
            baseline_.has_old_depths_ = true;
            return;
        }
        out.exact_kind = clash_kind(need(clash, "exact_kind", Kind::text));
        out.within_facets = need(clash, "within_facets", Kind::flag).flag;
        out.separation = need(clash, "separation", Kind::number).number;
        if (!is_absent(clash.find("separation_direction")))
            out.separation_direction = point(need(clash, "separation_direction", Kind::list));
        out.contact_area = need(clash, "contact_area", Kind::number).number;
        out.depth = local_depth(clash, "witness");
        if (!is_absent(clash.find("volume_lower")))
            out.volume = CommonVolume{need(clash, "volume_lower", Kind::number).number,
                                      need(clash, "volume_upper", Kind::number).number,
                                      need(clash, "volume_fraction", Kind::number).number};
    }

    PairClash pair_clash(const Setting& clash) {
        PairClash out;
        out.kind = clash_kind(need(clash, "kind", Kind::text));
        out.distance = need(clash, "distance", Kind::number).number;
        read_overlap(clash, out);
        out.shallow = need(clash, "shallow", Kind::flag).flag;
        out.contacts = count(need(clash, "contacts", Kind::number));
        out.point = point(need(clash, "point", Kind::list));
        return out;
    }
    std::uint64_t count(const Setting& value) const {
        if (!(value.number >= 0) || !(value.number < 0x1p53))
            fail_at_line(file_, value.line, "expected a count");
        return static_cast<std::uint64_t>(value.number);
    }
    Vec3 point(const Setting& list) const {
        if (list.items.size() != 3) fail_at_line(file_, list.line, "expected a point of three numbers");
        return {list.items[0].number, list.items[1].number, list.items[2].number};
    }

    std::string_view file_;
    Baseline baseline_;
};

Baseline Baseline::parse(std::string_view text, std::string_view file) {
    Baseline baseline = BaselineReader(file).read(text);
    baseline.source_ = {std::string(file), std::string(text)};
    return baseline;
}

BaselineComparison::BaselineComparison(const Baseline& baseline, const ClashLimits& limits,
                                       UnknownSags unknown_sags, std::uint64_t rules_digest,
                                       const std::string& filter)
    : baseline_(baseline),
      has_rules_(rules_digest != 0),
      is_comparable_(
          !baseline.partial_ && !baseline.has_old_depths_ && limits.clearance == baseline.limits_.clearance &&
          limits.touch == baseline.limits_.touch && limits.depth_error == baseline.limits_.depth_error &&
          unknown_sags == baseline.unknown_sags_ && baseline.filter_ == filter &&
          baseline.rules_ == fmt::format("{:016x}", rules_digest)) {}

bool BaselineComparison::is_unchanged(const AssemblyPart& part) const {
    const auto old = baseline_.parts_.find(part.identity);
    if (old == baseline_.parts_.end() || old->second.digest != part.digest) return false;
    // Without rules, groups are file names and do not influence the answer.
    return !has_rules_ || old->second.group == part.group;
}

bool BaselineComparison::has_answer(const AssemblyPart& a, const AssemblyPart& b) const {
    if (!is_comparable_ || !is_unchanged(a) || !is_unchanged(b)) return false;
    // The reported point of a gap lies on the first part, so the order of the two must be the same.
    const auto old = baseline_.clashes_.find(clash_key(a.identity, b.identity));
    return old == baseline_.clashes_.end() || !(old->second.clash.clash.distance > 0) ||
           old->second.identity_a == a.identity;
}

void BaselineComparison::assign_identities(std::vector<AssemblyPart>& parts) const {
    std::map<std::string, std::vector<std::string>> by_name;  // identities not yet assigned
    std::set<std::string> listed;
    for (const std::string& identity : baseline_.identities_) {
        const Baseline::OldPart& old = baseline_.parts_.at(identity);
        if (listed.insert(identity).second) by_name[own_name(old.name, old.file)].push_back(identity);
    }
    std::vector<bool> known(parts.size(), false);
    const auto assign = [&](std::size_t i, const auto& matches) {
        if (known[i]) return;
        std::vector<std::string>& left = by_name[own_name(parts[i].name, parts[i].file)];
        const auto found = std::find_if(left.begin(), left.end(), matches);
        if (found == left.end()) return;
        parts[i].identity = *found;
        left.erase(found);
        known[i] = true;
    };
    for (std::size_t i = 0; i < parts.size(); ++i)
        assign(i, [&](const std::string& identity) {
            return baseline_.parts_.at(identity).digest == parts[i].digest;
        });
    for (std::size_t i = 0; i < parts.size(); ++i) assign(i, [](const std::string&) { return true; });
    std::set<std::string> taken;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (known[i]) taken.insert(parts[i].identity);
    for (std::size_t i = 0; i < parts.size(); ++i)
        while (!known[i] && !(known[i] = taken.insert(parts[i].identity).second))
            parts[i].identity += "\nnew";
}

void BaselineComparison::set_statuses(ClashReport& report, const FindCoverage& coverage) const {
    for (ReportedClash& clash : report.clashes) {
        const auto old = baseline_.clashes_.find(clash.key);
        if (old == baseline_.clashes_.end()) continue;
        clash.status = old->second.clash.status == ClashStatus::approved ? ClashStatus::approved
                                                                         : ClashStatus::persisting;
    }
    std::map<std::string, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < report.parts.size(); ++i) numbers.emplace(report.parts[i].identity, i);
    std::map<std::string, bool> here;
    for (const ReportedClash& clash : report.clashes) here[clash.key] = true;
    for (const auto& [key, old] : baseline_.clashes_)
        if (here.count(key) == 0) add_old_clash(report, old, numbers, coverage);
}

void BaselineComparison::add_old_clash(ClashReport& report, const Baseline::OldClash& old,
                                       const std::map<std::string, std::uint32_t>& numbers,
                                       const FindCoverage& coverage) const {
    const auto a = numbers.find(old.identity_a), b = numbers.find(old.identity_b);
    if (a == numbers.end() || b == numbers.end()) return add_clash_of_missing_part(report, old);
    ReportedClash clash = old.clash;
    const auto [low, high] = std::minmax({a->second, b->second});
    const AssemblyPart &one = report.parts[low], &other = report.parts[high];
    clash.a_id = low;
    clash.b_id = high;
    clash.a = one.name;
    clash.b = other.name;
    clash.group = group_pair(one.group, other.group);
    const PairCoverage now = coverage(low, high, old.clash.clash);
    const bool known = now != PairCoverage::ignored && has_answer(one, other);
    if (!known && now == PairCoverage::tested)
        clash.status = ClashStatus::resolved;
    else if (clash.status != ClashStatus::approved)
        clash.status = known ? ClashStatus::persisting : ClashStatus::unchecked;
    report.clashes.push_back(std::move(clash));
}

// Adds a clash of the baseline with a part that is not in the assembly any more, or whose file could not be
// read.
void BaselineComparison::add_clash_of_missing_part(ClashReport& report, const Baseline::OldClash& old) const {
    const auto unreadable = [&](const std::string& identity) {
        const auto part = baseline_.parts_.find(identity);
        if (part == baseline_.parts_.end()) return false;
        const std::string file = file_name_of(part->second.file);
        return std::any_of(report.unreadable.begin(), report.unreadable.end(),
                           [&](const UnreadableInput& one) { return file_name_of(one.place) == file; });
    };
    ReportedClash clash = old.clash;
    if (!unreadable(old.identity_a) && !unreadable(old.identity_b))
        clash.status = ClashStatus::resolved;
    else if (clash.status != ClashStatus::approved)
        clash.status = ClashStatus::unchecked;
    report.clashes.push_back(std::move(clash));
}

}  // namespace allide::detail::report
