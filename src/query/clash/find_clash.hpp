// Classifies one pair of parts: the kind of clash, if there is one, and its measurements (depth, volume and
// so on).
#pragma once

#include "query/clash/clash_part.hpp"

#include <allide/query.hpp>

#include <optional>
#include <vector>

namespace allide::query {

// One region of connected contacts.
struct ContactPlace {
    std::uint64_t contacts = 0;
    Vec3 point;  // the centre of the region's bounding box
    std::optional<LocalDepth> depth = {};
};
enum class PlacesWanted { no, yes };
struct FoundClash {
    PairClash clash;
    std::vector<ContactPlace> places = {};  // empty unless PlacesWanted::yes
};

// Empty if the parts do not clash.
std::optional<FoundClash> find_clash(const ClashPart& a, const ClashPart& b, const ClashLimits& limits,
                                     PlacesWanted places);

}  // namespace allide::query
