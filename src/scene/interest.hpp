// Stores the clearance of each pair of groups, and which pairs of groups are ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace allide::scene {

class Interest {
  public:
    // The number of the group with this name. A new name gets the next number.
    std::uint32_t group(std::string_view name);
    const std::string& name(std::uint32_t group) const { return groups_[group].name; }

    void ignore(std::uint32_t a, std::uint32_t b);
    void set_clearance(std::uint32_t a, std::uint32_t b, double clearance);

    // The clearance of two groups: that of their rule, or `otherwise` without one; empty if they are ignored.
    std::optional<double> clearance(std::uint32_t a, std::uint32_t b, double otherwise) const {
        if (!groups_[a].ruled || !groups_[b].ruled) return otherwise;
        const auto rule = rules_.find(key(a, b));
        return rule == rules_.end() ? otherwise : rule->second;
    }
    bool has_rules() const { return !rules_.empty(); }
    // An upper bound of the clearances between this group and all others.
    double reach(std::uint32_t group, double otherwise) const {
        return otherwise > groups_[group].largest ? otherwise : groups_[group].largest;
    }

  private:
    struct Group {
        std::string name;
        bool ruled = false;
        double largest = 0;
    };
    static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
        return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
    }
    void rule(std::uint32_t a, std::uint32_t b, std::optional<double> clearance);

    std::vector<Group> groups_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::unordered_map<std::uint64_t, std::optional<double>>
        rules_;  // clearance of each pair of groups, by key(); empty if the pair is ignored
};

}  // namespace allide::scene
