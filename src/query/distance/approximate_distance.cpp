#include "base/float_environment.hpp"
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

// The pairs that a search kept, in the order in which they were met.
class Kept {
  public:
    Kept(const Placed& a, const Placed& b, const ApproximateOptions& options) : options_(options) {
        const auto goal =
            traverse::NearGoal::closest_and_near(gap, options.absolute_error, options.relative_error);
        query::NearFound found =
            query::near_search(query::NearQuestion(a, b), goal, {options.search, options.realign_cache});
        minimum_.stats = found.stats;
        if (!found.closest) return;
        const auto& [pair, touches, point_a, point_b] = *found.closest;
        minimum_.lower = pair.lower;
        minimum_.upper = minimum_.value = pair.upper;
        minimum_.closest = ClosestPair{pair.a, pair.b, point_a, point_b};
        pairs_ = std::move(found.kept);
    }

    const Distance& minimum() const { return minimum_; }
    // Up to where a pair counts when the best is so far.
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
    const Kept kept(a, b, options);
    ApproximateDistance result{.minimum = kept.minimum(), .pairs = {}};
    const double limit = kept.limit(result.minimum.upper);
    for (const traverse::NearPair& pair : kept.pairs()) {
        if (pair.upper <= limit) result.pairs.push_back({pair.a, pair.b, pair.upper});
    }
    std::sort(result.pairs.begin(), result.pairs.end(), [](const PairDistance& x, const PairDistance& y) {
        return std::tie(x.triangle_a, x.triangle_b) < std::tie(y.triangle_a, y.triangle_b);
    });
    return result;
}

// Pairs that were met are kept while they are within the error of the best until then; what follows the
// closest adds nothing.
WeakApproximateDistance weak_approximate_distance(const Placed& a, const Placed& b,
                                                  const ApproximateOptions& options) {
    check(options);
    const base::DefaultFloatEnvironment environment;
    const Kept kept(a, b, options);
    WeakApproximateDistance result{.minimum = kept.minimum(), .sequence = {}};
    double best = std::numeric_limits<double>::infinity();
    std::size_t closest = 0;
    for (const traverse::NearPair& pair : kept.pairs()) {
        if (!(pair.upper <= kept.limit(best))) continue;
        result.sequence.push_back({pair.a, pair.b, pair.upper});
        if (pair.upper < best) closest = result.sequence.size();
        best = std::min(best, pair.upper);
    }
    result.sequence.resize(closest);
    return result;
}

}  // namespace allide
