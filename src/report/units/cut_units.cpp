#include "report/units/cut_units.hpp"

#include <algorithm>

namespace allide::detail::report {

namespace {

using Pairs = std::span<const index::NearPair>;

constexpr std::uint64_t usual_cost = 4'000'000;
constexpr std::uint64_t most_units = 10'000'000;

std::uint64_t cost_of(Pairs pairs) {
    std::uint64_t cost = 0;
    for (const index::NearPair& pair : pairs) cost += pair.triangles;
    return cost;
}

// Divides a range of at least two pairs into two non-empty ranges of costs that are as similar as possible.
std::pair<UnitRange, UnitRange> halves(Pairs pairs, const UnitRange& whole) {
    std::size_t middle = whole.begin + 1;
    std::uint64_t before = pairs[whole.begin].triangles;
    while (middle + 1 < whole.end && 2 * before + pairs[middle].triangles <= whole.cost)
        before += pairs[middle++].triangles;
    return {{whole.begin, middle, before}, {middle, whole.end, whole.cost - before}};
}

// Adds the range in pieces that cost at most `most`; a single pair may cost more.
void add_pieces(Pairs pairs, const UnitRange& range, std::uint64_t most, std::vector<UnitRange>& units) {
    if (range.cost <= most || range.size() == 1) {
        units.push_back(range);
        return;
    }
    const auto [first, second] = halves(pairs, range);
    add_pieces(pairs, first, most, units);
    add_pieces(pairs, second, most, units);
}

// Divides the pairs into runs of pairs of the same two leaves.
std::vector<UnitRange> leaf_blocks(Pairs pairs) {
    std::vector<UnitRange> blocks;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool continues =
            i > 0 && pairs[i].leaf_a == pairs[i - 1].leaf_a && pairs[i].leaf_b == pairs[i - 1].leaf_b;
        if (!continues) blocks.push_back({i, i, 0});
        blocks.back().end = i + 1;
        blocks.back().cost += pairs[i].triangles;
    }
    return blocks;
}

std::vector<UnitRange> join_neighbours(const std::vector<UnitRange>& units, std::uint64_t most) {
    std::vector<UnitRange> joined;
    for (const UnitRange& unit : units) {
        if (!joined.empty() && joined.back().cost + unit.cost <= most) {
            joined.back().end = unit.end;
            joined.back().cost += unit.cost;
        } else {
            joined.push_back(unit);
        }
    }
    return joined;
}

std::uint64_t median_cost(const std::vector<UnitRange>& units) {
    std::vector<std::uint64_t> costs;
    for (const UnitRange& unit : units) costs.push_back(unit.cost);
    const auto middle = costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2);
    std::nth_element(costs.begin(), middle, costs.end());
    return *middle;
}

}  // namespace

std::vector<UnitRange> cut_units(Pairs pairs, std::uint64_t units) {
    if (pairs.empty()) return {};
    const std::uint64_t all = cost_of(pairs);
    const std::uint64_t most =
        units == 0 ? usual_cost : std::max<std::uint64_t>(1, all / std::min(units, most_units));
    std::vector<UnitRange> cut;
    for (const UnitRange& block : leaf_blocks(pairs)) add_pieces(pairs, block, most, cut);
    cut = join_neighbours(cut, most);
    // Terminates: every round but the last adds a unit, and there are at most as many units as pairs.
    while (true) {
        const std::uint64_t median = median_cost(cut);
        std::vector<UnitRange> finer;
        for (const UnitRange& unit : cut) add_pieces(pairs, unit, 2 * median, finer);
        if (finer.size() == cut.size()) return cut;
        cut = std::move(finer);
    }
}

}  // namespace allide::detail::report
