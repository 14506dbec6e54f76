#include "report/units/planned_pairs.hpp"

#include "index/file/index_access.hpp"

#include <array>
#include <map>

namespace allide::detail::report {

namespace {

// Numbers limits in the order of first use.
class LimitsTable {
  public:
    explicit LimitsTable(std::vector<ClashLimits>& all) : all_(all) {}
    std::uint32_t number_of(const ClashLimits& limits) {
        const auto& [clearance, touch, sag, depth_error] = limits;
        const auto [place, is_new] = numbers_.try_emplace({clearance, touch, sag, depth_error},
                                                          static_cast<std::uint32_t>(all_.size()));
        if (is_new) all_.push_back(limits);
        return place->second;
    }

  private:
    std::vector<ClashLimits>& all_;
    std::map<std::array<double, 4>, std::uint32_t> numbers_;
};

}  // namespace

PlannedPairs planned_pairs(ClashRun& run) {
    const PartStore::Question question = run.question();
    PlannedPairs planned;
    LimitsTable limits(planned.limits);
    for (const index::NearPair& pair : index::near_pairs(
             reader_of(*run.store().index()), question.largest_limit,
             [&](ObjectId a, ObjectId b) { return question.limits(a.number, b.number).has_value(); })) {
        ++planned.candidates;
        if (question.is_known(pair.a, pair.b)) continue;
        planned.pairs.push_back(pair);
        planned.planned.push_back({pair.a, pair.b, limits.number_of(*question.limits(pair.a, pair.b))});
    }
    return planned;
}

}  // namespace allide::detail::report
