#include "report/clash/rules.hpp"

#include "report/clash/parts.hpp"
#include "report/clash/settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace allide::detail::report {

bool matches(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0, star = std::string_view::npos, retry = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            retry = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++retry;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

// Turns a tree of settings into rules and refuses every setting that it does not know.
class RulesReader {
  public:
    explicit RulesReader(std::string_view file) : file_(file) {}

    Rules read(std::string_view text) {
        text = without_byte_order_mark(text);
        const bool is_json = file_.ends_with(".json");
        const Setting root = is_json ? parse_json_settings(text, file_) : parse_toml_settings(text, file_);
        if (root.kind != Setting::Kind::table) refuse(root, "expected a table of settings");
        for (const auto& [key, value] : root.members) add(key, value);
        check_groups(root);
        set_axes();
        for (const char c : text)
            rules_.digest_ = (rules_.digest_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL + 1;
        return std::move(rules_);
    }

  private:
    using Kind = Setting::Kind;

    void add(const std::string& key, const Setting& value) {
        if (key == "clearance") {
            rules_.usual_.clearance = length(value, key);
        } else if (key == "touch") {
            rules_.usual_.touch = length(value, key);
        } else if (key == "grid") {
            if (!rules_.grid_) rules_.grid_.emplace();
            rules_.grid_->size = length(value, key);
            if (!(rules_.grid_->size > 0)) refuse(value, "expected a number above 0 for 'grid'");
        } else if (key == "grid_axes") {
            read_axes(value);
        } else if (key == "ignore_siblings") {
            rules_.ignore_siblings_ = flag(value, key);
        } else if (key == "group") {
            each_table(value, key, [this](const Setting& table) { add_group(table); });
        } else if (key == "pair") {
            each_table(value, key, [this](const Setting& table) { add_pair(table); });
        } else if (key == "ignore") {
            each_table(value, key, [this](const Setting& table) { add_ignored(table); });
        } else {
            refuse(value, fmt::format("unknown setting '{}'; known: clearance, touch, grid, grid_axes, "
                                      "ignore_siblings, group, pair, ignore",
                                      key));
        }
    }

    void read_axes(const Setting& value) {
        expect(value, Kind::text, "grid_axes", "a string such as \"xy\"");
        const std::string& axes = value.text;
        const auto is_axis = [](char c) { return c >= 'x' && c <= 'z'; };
        if (axes.size() != 2 || !is_axis(axes[0]) || !is_axis(axes[1]) || axes[0] == axes[1])
            refuse(value, "expected two of x, y, z for 'grid_axes'");
        axes_ = {static_cast<std::size_t>(axes[0] - 'x'), static_cast<std::size_t>(axes[1] - 'x')};
    }

    // Axes are ignored without a grid.
    void set_axes() {
        if (!rules_.grid_ || !axes_) return;
        rules_.grid_->first_axis = (*axes_)[0];
        rules_.grid_->second_axis = (*axes_)[1];
        rules_.grid_has_axes_ = true;
    }

    void add_group(const Setting& table) {
        Rules::Group group;
        for (const auto& [key, value] : table.members) {
            if (key == "name")
                group.name = text(value, key);
            else if (key == "parts")
                group.parts = texts(value, key);
            else if (key == "files")
                group.files = texts(value, key);
            else if (key == "storeys" || key == "classes" || key == "types")
                group.attributes.emplace_back(attribute_of(key), texts(value, key));
            else
                refuse(value,
                       fmt::format("unknown setting '{}' in a group; known: name, parts, files, storeys, "
                                   "classes, types",
                                   key));
        }
        if (group.name.empty()) refuse(table, "expected a 'name' in the group");
        if (group.parts.empty() && group.files.empty() && group.attributes.empty())
            refuse(table,
                   fmt::format("expected patterns in 'parts', 'files', 'storeys', 'classes' or 'types' of "
                               "group '{}'",
                               group.name));
        rules_.groups_.push_back(std::move(group));
    }

    void add_pair(const Setting& table) {
        Rules::GroupPair pair;
        std::vector<std::string> names;
        for (const auto& [key, value] : table.members) {
            if (key == "groups")
                names = texts(value, key);
            else if (key == "clearance")
                pair.clearance = length(value, key);
            else if (key == "touch")
                pair.touch = length(value, key);
            else if (key == "ignore")
                pair.ignored = flag(value, key);
            else if (key == "drop")
                pair.dropped = kinds(value, key);
            else
                refuse(value, fmt::format("unknown setting '{}' in a pair; known: groups, clearance, touch, "
                                          "ignore, drop",
                                          key));
        }
        if (names.size() != 2) refuse(table, "expected groups = [\"one\", \"other\"] in the pair");
        const auto [low, high] = std::minmax({names[0], names[1]});
        if (!rules_.pairs_.emplace(std::pair(low, high), pair).second)
            refuse(table, fmt::format("a second rule for the pair '{}' and '{}'", low, high));
    }

    void add_ignored(const Setting& table) {
        for (const auto& [key, value] : table.members) {
            if (key != "parts")
                refuse(value, fmt::format("unknown setting '{}' in ignore; known: parts", key));
            const std::vector<std::string> patterns = texts(value, key);
            if (patterns.size() != 2) refuse(value, "expected parts = [\"one\", \"other\"] in ignore");
            rules_.ignored_.push_back({patterns[0], patterns[1]});
        }
        if (table.members.empty()) refuse(table, "expected parts = [\"one\", \"other\"] in ignore");
    }

    // Refuses pairs of groups that do not exist: a misspelt name would be a rule that never applies.
    void check_groups(const Setting& root) const {
        const Setting* pairs = root.find("pair");
        if (pairs == nullptr) return;
        for (const Setting& table : pairs->items)
            for (const Setting& name : table.find("groups")->items) {
                const bool known = std::any_of(rules_.groups_.begin(), rules_.groups_.end(),
                                               [&](const auto& group) { return group.name == name.text; });
                if (!known) refuse(name, fmt::format("no group has the name '{}'", name.text));
            }
    }

    template <typename Use>
    void each_table(const Setting& value, const std::string& key, Use use) const {
        expect(value, Kind::list, key, "a list of tables, [[" + key + "]]");
        for (const Setting& item : value.items) {
            expect(item, Kind::table, key, "a list of tables, [[" + key + "]]");
            use(item);
        }
    }
    [[noreturn]] void refuse(const Setting& at, const std::string& what) const {
        fail_at_line(file_, at.line, what);
    }
    void expect(const Setting& value, Kind kind, const std::string& key, const std::string& what) const {
        if (value.kind != kind) refuse(value, fmt::format("expected {} for '{}'", what, key));
    }
    double length(const Setting& value, const std::string& key) const {
        constexpr const char* wanted = "a finite number that is not negative";
        expect(value, Kind::number, key, wanted);
        if (!(value.number >= 0) || !std::isfinite(value.number))
            refuse(value, fmt::format("expected {} for '{}'", wanted, key));
        return value.number;
    }
    bool flag(const Setting& value, const std::string& key) const {
        expect(value, Kind::flag, key, "true or false");
        return value.flag;
    }
    std::string text(const Setting& value, const std::string& key) const {
        expect(value, Kind::text, key, "a string");
        return value.text;
    }
    std::vector<std::string> texts(const Setting& value, const std::string& key) const {
        expect(value, Kind::list, key, "a list of strings");
        std::vector<std::string> out;
        for (const Setting& item : value.items) out.push_back(text(item, key));
        return out;
    }

    std::vector<ClashKind> kinds(const Setting& value, const std::string& key) const {
        expect(value, Kind::list, key, "a list of kinds");
        std::vector<ClashKind> out;
        for (const Setting& item : value.items) {
            const std::optional<ClashKind> kind = clash_kind(text(item, key));
            if (!kind)
                refuse(item, fmt::format("unknown kind '{}'; known: duplicate, contained, hard, touch, "
                                         "clearance",
                                         item.text));
            out.push_back(*kind);
        }
        return out;
    }

    // The attribute's name for the plural key of a rules file: "class" for "classes".
    static std::string attribute_of(const std::string& key) {
        return key == "classes" ? "class" : key.substr(0, key.size() - 1);
    }

    std::string_view file_;
    Rules rules_;
    std::optional<std::array<std::size_t, 2>> axes_;
};

Rules Rules::parse(std::string_view text, std::string_view file) {
    Rules rules = RulesReader(file).read(text);
    rules.source_ = {std::string(file), std::string(text)};
    return rules;
}

std::vector<Rules::Pattern> Rules::patterns_of(const Group& group) {
    std::vector<Pattern> patterns;
    for (const std::string& text : group.parts) patterns.push_back({"part", text});
    for (const std::string& text : group.files) patterns.push_back({"file", text});
    for (const auto& [name, texts] : group.attributes)
        for (const std::string& text : texts) patterns.push_back({name, text});
    return patterns;
}

bool Rules::applies(const Pattern& pattern, const AssemblyPart& part) {
    const auto& [of, text] = pattern;
    if (of == "part") return matches(text, part.name);
    if (of == "file") return matches(text, file_name_of(part.file)) || matches(text, part.file);
    const std::string_view value = part.attribute(of);
    return !value.empty() && matches(text, value);
}

std::vector<std::string> Rules::unused_patterns(const std::vector<AssemblyPart>& parts) const {
    std::vector<Pattern> patterns;
    for (const Group& group : groups_)
        for (Pattern& pattern : patterns_of(group)) patterns.push_back(std::move(pattern));
    for (const auto& [one, other] : ignored_) {
        patterns.push_back({"part", one});
        patterns.push_back({"part", other});
    }
    std::vector<std::string> unused;
    for (const Pattern& pattern : patterns)
        if (std::none_of(parts.begin(), parts.end(),
                         [&](const AssemblyPart& part) { return applies(pattern, part); }))
            unused.push_back(pattern.text);
    return unused;
}

bool Rules::drops(const AssemblyPart& a, const AssemblyPart& b, ClashKind kind) const {
    const auto [low, high] = std::minmax({a.group, b.group});
    const auto pair = pairs_.find({low, high});
    if (pair == pairs_.end()) return false;
    const std::vector<ClashKind>& dropped = pair->second.dropped;
    return std::find(dropped.begin(), dropped.end(), kind) != dropped.end();
}

std::optional<ClashKind> clash_kind(std::string_view name) {
    for (const ClashKind kind : {ClashKind::duplicate, ClashKind::contained, ClashKind::hard,
                                 ClashKind::touch, ClashKind::clearance})
        if (name_of(kind) == name) return kind;
    return std::nullopt;
}

std::optional<std::string> Rules::group_of(const AssemblyPart& part) const {
    for (const Group& group : groups_)
        for (const Pattern& pattern : patterns_of(group))
            if (applies(pattern, part)) return group.name;
    return std::nullopt;
}

std::optional<ClashLimits> Rules::limits(const AssemblyPart& a, const AssemblyPart& b,
                                         const ClashLimits& usual) const {
    if (ignore_siblings_ && a.file == b.file && !a.node.empty() && a.node == b.node) return std::nullopt;
    for (const auto& [one, other] : ignored_)
        if ((matches(one, a.name) && matches(other, b.name)) ||
            (matches(one, b.name) && matches(other, a.name)))
            return std::nullopt;
    const auto [low, high] = std::minmax({a.group, b.group});
    const auto pair = pairs_.find({low, high});
    if (pair == pairs_.end()) return usual;
    if (pair->second.ignored) return std::nullopt;
    ClashLimits limits = usual;
    limits.clearance = pair->second.clearance.value_or(usual.clearance);
    limits.touch = pair->second.touch.value_or(usual.touch);
    return limits;
}

double Rules::largest_limit(const ClashLimits& usual) const {
    double largest = std::max(usual.clearance, usual.touch);
    for (const auto& [names, pair] : pairs_)
        largest = std::max({largest, pair.clearance.value_or(0), pair.touch.value_or(0)});
    return largest;
}

}  // namespace allide::detail::report
