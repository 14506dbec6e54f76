// Which pairs of objects are of interest, and how close they have to come: groups, a matrix of pairs of
// groups, and a filter.
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
    // The number of a group; a name that is new gets the next one.
    std::uint32_t group(std::string_view name);
    const std::string& name(std::uint32_t group) const { return groups_[group].name; }

    void ignore(std::uint32_t a, std::uint32_t b);
    void set_clearance(std::uint32_t a, std::uint32_t b, double clearance);

    // What holds between two groups; nothing if they are ignored.
    std::optional<double> clearance(std::uint32_t a, std::uint32_t b, double otherwise) const {
        if (!groups_[a].ruled || !groups_[b].ruled) return otherwise;
        const auto rule = rules_.find(key(a, b));
        return rule == rules_.end() ? otherwise : rule->second;
    }
    // Not below any clearance that holds between this group and another.
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
    std::unordered_map<std::uint64_t, std::optional<double>> rules_;  // nothing: ignored
};

}  // namespace allide::scene
