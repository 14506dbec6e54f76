#include "base/float_environment.hpp"
#include "base/infinity.hpp"
#include "base/precondition.hpp"
#include "query/distance/distance_search.hpp"

#include <allide/query.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace allide {
namespace {

constexpr double gap = 1e-12;

void check(const ApproximateOptions& options) {
    const auto valid = [](double error) { return error >= 0 && std::isfinite(error); };
    base::expect(valid(options.absolute_error) && valid(options.relative_error),
                 "errors of a distance must be finite and not negative");
}

// The minimum distance, and the candidate pairs that the search kept, in the order in which they were found.
class CandidatePairs {
  public:
    CandidatePairs(const Placed& a, const Placed& b, const ApproximateOptions& options) : options_(options) {
        const auto goal =
            traverse::NearGoal::closest_and_near(gap, options.absolute_error, options.relative_error);
        query::DistanceSearchResult found = query::search_distances(query::DistanceQuery(a, b), goal,
                                                                    {options.search, options.realign_cache});
        minimum_.stats = found.stats;
        if (!found.closest) return;
        const auto& [pair, touches, point_a, point_b, estimate] = *found.closest;
        minimum_.value = estimate;
        minimum_.lower = pair.lower;
        minimum_.upper = pair.upper;
        minimum_.closest = ClosestPair{pair.a, pair.b, point_a, point_b};
        pairs_ = std::move(found.kept);
    }

    const Distance& minimum() const { return minimum_; }
    // Upper limit of the distances of the returned pairs, given that the minimum distance is `best`.
    double limit(double best) const {
        return std::max(best + options_.absolute_error, best * (1 + options_.relative_error));
    }
    const std::vector<traverse::NearPair>& pairs() const { return pairs_; }

  private:
    ApproximateOptions options_;
    Distance minimum_;
    std::vector<traverse::NearPair> pairs_;
};

}  // namespace

ApproximateDistance approximate_distance(const Placed& a, const Placed& b,
                                         const ApproximateOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    const CandidatePairs candidates(a, b, options);
    ApproximateDistance result{.minimum = candidates.minimum(), .pairs = {}};
    const double limit = candidates.limit(result.minimum.upper);
    for (const traverse::NearPair& pair : candidates.pairs()) {
        if (pair.upper <= limit) result.pairs.push_back({pair.a, pair.b, pair.upper});
    }
    std::sort(result.pairs.begin(), result.pairs.end(), [](const PairDistance& x, const PairDistance& y) {
        return std::tie(x.triangle_a, x.triangle_b) < std::tie(y.triangle_a, y.triangle_b);
    });
    return result;
}

// Lists each pair whose distance exceeds that of the best pair found before it by at most the allowed error,
// in the order of the search, up to and including the closest pair.
WeakApproximateDistance weak_approximate_distance(const Placed& a, const Placed& b,
                                                  const ApproximateOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    const CandidatePairs candidates(a, b, options);
    WeakApproximateDistance result{.minimum = candidates.minimum(), .sequence = {}};
    double best = base::infinity;
    std::size_t closest = 0;
    for (const traverse::NearPair& pair : candidates.pairs()) {
        if (!(pair.upper <= candidates.limit(best))) continue;
        result.sequence.push_back({pair.a, pair.b, pair.upper});
        if (pair.upper < best) closest = result.sequence.size();
        best = std::min(best, pair.upper);
    }
    result.sequence.resize(closest);
    return result;
}

}  // namespace allide
