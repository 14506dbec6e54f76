// The rules of a clash report: which pairs of parts matter, and how close they may come.
#pragma once

#include "report/clash/settings.hpp"

#include <allide/query.hpp>
#include <allide/report.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allide::detail::report {

class Rules {
  public:
    // Throws a SettingsFailure for unknown or misspelt settings. A name that ends in ".json" is JSON, any
    // other TOML.
    static Rules parse(std::string_view text, std::string_view file);

    // The first group with a pattern that matches the part's name, file name or path; empty if there is none.
    std::optional<std::string> group_of(const AssemblyPart& part) const;
    // The limits of a pair: those of a rule, else `usual`. Empty if the pair is ignored. The parts' groups
    // must be set already.
    std::optional<ClashLimits> limits(const AssemblyPart& a, const AssemblyPart& b,
                                      const ClashLimits& usual) const;
    // True if a rule drops clashes of this kind between the groups of the two parts.
    bool drops(const AssemblyPart& a, const AssemblyPart& b, ClashKind kind) const;
    // Patterns that match none of the parts.
    std::vector<std::string> unused_patterns(const std::vector<AssemblyPart>& parts) const;
    // Upper bound on all limits that limits() returns.
    double largest_limit(const ClashLimits& usual) const;

    bool ignores_siblings() const { return ignore_siblings_; }
    const ClashLimits& own_limits() const { return usual_; }
    const std::optional<ClashGrid>& grid() const { return grid_; }
    // if false, the grid is horizontal and the caller must set its axes
    bool grid_has_axes() const { return grid_has_axes_; }
    // A hash of the rules, which changes when the file does; 0 without rules.
    std::uint64_t digest() const { return digest_; }
    // The document that was parsed; empty without rules.
    const SettingsText& source() const { return source_; }

  private:
    friend class RulesReader;
    struct Group {
        std::string name;
        std::vector<std::string> parts, files;                                     // patterns
        std::vector<std::pair<std::string, std::vector<std::string>>> attributes;  // patterns by name
    };
    struct Pattern {
        std::string of;  // "part", "file" or the name of an attribute
        std::string text;
    };
    static std::vector<Pattern> patterns_of(const Group& group);
    static bool applies(const Pattern& pattern, const AssemblyPart& part);
    struct GroupPair {
        bool ignored = false;
        std::optional<double> clearance, touch;
        std::vector<ClashKind> dropped;
    };
    struct IgnoredPair {
        std::string a, b;  // patterns of part names
    };

    std::vector<Group> groups_;
    std::map<std::pair<std::string, std::string>, GroupPair> pairs_;  // names in ascending order
    std::vector<IgnoredPair> ignored_;
    bool ignore_siblings_ = false;
    ClashLimits usual_;
    std::optional<ClashGrid> grid_;
    bool grid_has_axes_ = false;
    std::uint64_t digest_ = 0;
    SettingsText source_;
};

// Empty if there is no kind of that name.
std::optional<ClashKind> clash_kind(std::string_view name);

// True if the whole text matches: * stands for any characters, ? for one.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace allide::detail::report
