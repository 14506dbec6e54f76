// Which pairs of parts are of interest, and how close they may come: the rules file of `clash`.
#pragma once

#include <allide/query.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace allide::cli {

struct ClashPartInfo;

// Where clashes are gathered by squares of a grid.
struct ClashGrid {
    double size = 0;
    std::size_t first_axis = 0, second_axis = 1;  // 0, 1, 2 for x, y, z
};

class ClashRules {
  public:
    ClashRules() = default;
    // Refuses what it does not know, with file and line.
    static ClashRules load(const std::string& file);
    // What such a file holds; the name says whether it is JSON.
    static ClashRules read(const std::string& text, const std::string& file);

    // Of the first group that a part belongs to by its name or its file; empty if it belongs to none.
    std::optional<std::string> group_of(const ClashPartInfo& part) const;
    // None if the pair is of no interest.
    std::optional<ClashLimits> limits(const ClashPartInfo& a, const ClashPartInfo& b,
                                      const ClashLimits& usual) const;
    bool ignores_siblings() const { return ignore_siblings_; }
    const ClashLimits& own_limits() const { return usual_; }
    bool has_clearance() const { return has_clearance_; }
    bool has_touch() const { return has_touch_; }
    const std::optional<ClashGrid>& grid() const { return grid_; }
    // No pair may come closer without notice than this.
    double largest_limit(const ClashLimits& usual) const;
    // Changes when the file does.
    std::uint64_t digest() const { return digest_; }

  private:
    friend class RulesReader;
    struct Group {
        std::string name;
        std::vector<std::string> parts, files;
    };
    struct GroupPair {
        bool ignored = false;
        std::optional<double> clearance, touch;
    };
    struct IgnoredPair {
        std::string a, b;
    };

    std::vector<Group> groups_;
    std::map<std::pair<std::string, std::string>, GroupPair> pairs_;  // names in ascending order
    std::vector<IgnoredPair> ignored_;
    bool ignore_siblings_ = false;
    bool has_clearance_ = false, has_touch_ = false;
    ClashLimits usual_;
    std::optional<ClashGrid> grid_;
    std::uint64_t digest_ = 0;
};

// * stands for any characters, ? for one; the whole text must match.
bool matches(const std::string& pattern, const std::string& text);

}  // namespace allide::cli
