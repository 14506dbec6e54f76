// Which pairs of objects are tested, and at which clearance.
#pragma once

#include "scene/ignored_pairs.hpp"
#include "scene/interest.hpp"
#include "scene/objects.hpp"

#include <functional>
#include <optional>

namespace allide::scene {

using PairFilter = std::function<bool(ObjectId, ObjectId)>;

// References to the members of the scene that decide this.
struct PairRules {
    const Objects& objects;
    const Interest& interest;
    const IgnoredPairs& ignored;
    const PairFilter& filter;
    double clearance = 0;  // for pairs of groups without a rule

    // The clearance of two objects, paddings not included; empty if their groups are ignored.
    std::optional<double> clearance_of(std::uint32_t a, std::uint32_t b) const {
        return interest.clearance(objects.group(a), objects.group(b), clearance);
    }
    // False if masks, the list of ignored pairs or the filter leave the pair out. The filter is called last,
    // since it may be slow.
    bool allowed(std::uint32_t a, std::uint32_t b) const {
        return objects.masks_allow(a, b) && !ignored.has(a, b) && (!filter || passes(a, b));
    }
    // False if certainly no pair is left out.
    bool may_leave_out() const {
        return !ignored.empty() || filter || interest.has_rules() || objects.has_masks();
    }
    // Why the pair is left out; empty if it is not.
    std::optional<FilterReason> reason(std::uint32_t a, std::uint32_t b) const {
        if (ignored.has(a, b)) return FilterReason::pair;
        if (!clearance_of(a, b)) return FilterReason::groups;
        if (!objects.masks_allow(a, b)) return FilterReason::masks;
        if (filter && !passes(a, b)) return FilterReason::filter;
        return std::nullopt;
    }

  private:
    bool passes(std::uint32_t a, std::uint32_t b) const {
        return a < b ? filter(objects.id(a), objects.id(b)) : filter(objects.id(b), objects.id(a));
    }
};

}  // namespace allide::scene
