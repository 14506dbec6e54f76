#include "report/clash/rules.hpp"

#include "report/clash/parts.hpp"
#include "report/clash/settings.hpp"

#include <algorithm>
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
            grid().size = length(value, key);
            if (!(grid().size > 0)) refuse(value, "expected a number above 0 for 'grid'");
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

    ClashGrid& grid() {
        if (!rules_.grid_) rules_.grid_.emplace();
        return *rules_.grid_;
    }
    void read_axes(const Setting& value) {
        expect(value, Kind::text, "grid_axes", "a string such as \"xy\"");
        const std::string& axes = value.text;
        const auto is_axis = [](char c) { return c >= 'x' && c <= 'z'; };
        if (axes.size() != 2 || !is_axis(axes[0]) || !is_axis(axes[1]) || axes[0] == axes[1])
            refuse(value, "expected two of x, y, z for 'grid_axes'");
        grid().first_axis = static_cast<std::size_t>(axes[0] - 'x');
        grid().second_axis = static_cast<std::size_t>(axes[1] - 'x');
        if (!(grid().size > 0)) grid().size = 1;
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
            else
                refuse(value, fmt::format("unknown setting '{}' in a group; known: name, parts, files", key));
        }
        if (group.name.empty()) refuse(table, "expected a 'name' in the group");
        if (group.parts.empty() && group.files.empty())
            refuse(table, fmt::format("expected patterns in 'parts' or 'files' of group '{}'", group.name));
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
            else
                refuse(value,
                       fmt::format("unknown setting '{}' in a pair; known: groups, clearance, touch, ignore",
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

    std::string_view file_;
    Rules rules_;
};

Rules Rules::parse(std::string_view text, std::string_view file) {
    return RulesReader(file).read(text);
}

std::optional<std::string> Rules::group_of(const AssemblyPart& part) const {
    const auto any = [](const std::vector<std::string>& patterns, const std::string& text) {
        return std::any_of(patterns.begin(), patterns.end(),
                           [&](const std::string& pattern) { return matches(pattern, text); });
    };
    for (const Group& group : groups_)
        if (any(group.parts, part.name) || any(group.files, file_name_of(part.file)) ||
            any(group.files, part.file))
            return group.name;
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
    return ClashLimits{.clearance = pair->second.clearance.value_or(usual.clearance),
                       .touch = pair->second.touch.value_or(usual.touch)};
}

double Rules::largest_limit(const ClashLimits& usual) const {
    double largest = std::max(usual.clearance, usual.touch);
    for (const auto& [names, pair] : pairs_)
        largest = std::max({largest, pair.clearance.value_or(0), pair.touch.value_or(0)});
    return largest;
}

}  // namespace allide::detail::report
