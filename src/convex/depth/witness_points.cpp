#include "convex/depth/witness_points.hpp"

#include "convex/depth/feature_height.hpp"

#include <algorithm>
#include <cmath>

namespace allide::convex {
namespace {

using kernel::dot;

class WitnessSearch {
  public:
    WitnessSearch(const BodyPair& pair, const FeatureHeight& height, CoreDepth& depth)
        : pair_(pair), height_(height), depth_(depth) {}

    // Tries all features within `level` of the largest height, then each edge alone, then single features.
    bool run(double level) {
        const Vec3 normal = depth_.normal;
        const auto a = height_.a().highest(normal, level), b = height_.b().highest(normal, level);
        std::array<FeatureHeight::Weighted, 3> features;
        for (std::size_t i = 0; i < 3; ++i) features[i] = {a[i], b[i], 1.0 / 3};
        const std::optional<FeatureSum> all = height_.sum_of(features);
        if (all && try_sum(*all, normal)) return true;
        if (try_face(normal, {a[0], b[0], 1})) return true;
        if (all && all->edges == 2)
            for (const std::size_t edge : {0, 1})
                for (const bool second : {false, true}) {
                    FeatureSum one = *all;
                    drop_edge(one, edge, second);
                    if (try_sum(one, normal)) return true;
                }
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k) {
                const FeatureHeight::Weighted single{a[i], b[k], 1};
                const auto sum = height_.sum_of({single, {a[i], b[k], 0}, {a[i], b[k], 0}});
                if (sum && try_sum(*sum, normal)) return true;
            }
        return false;
    }

  private:
    // For a face of a polytope with more corners than a sum has: the point of the face opposite to the other
    // body's support point.
    bool try_face(const Vec3& normal, const FeatureHeight::Weighted& highest) {
        const auto sum = height_.sum_of({highest, highest, highest});
        const bool of_b = height_.b().is_polytope();
        const FeatureBody& body = of_b ? height_.b() : height_.a();
        if (!sum || !body.is_polytope()) return false;
        const FeaturePoints points = height_.points(*sum, normal);
        const double upper = pair_.support(normal).height + depth_error(pair_);
        if (!(upper <= depth_.upper)) return false;
        const Vec3 a = of_b ? points.a - pair_.ball_a() * normal
                            : points.b + pair_.ball_b() * normal + upper * normal,
                   b = a - upper * normal;
        if (!(body.face_radius(normal, of_b ? -1 * b : a, 1e-11 * pair_.scale()) > 0)) return false;
        depth_.upper = upper;
        depth_.lower = std::min(depth_.lower, upper);
        depth_.normal = normal;
        depth_.a = a;
        depth_.b = b;
        depth_.has_points = true;
        return true;
    }

    bool try_sum(const FeatureSum& start, const Vec3& normal) {
        const LocalMinimum least = minimize_height(height_, start, normal, 0.03);
        if (!least.sum.is_convex()) return false;
        const Vec3& n = least.direction;
        const FeaturePoints points = height_.points(least.sum, n);
        const Vec3 a = points.a - pair_.ball_a() * n, b = points.b + pair_.ball_b() * n;
        const Vec3 apart = a - b;
        const double error = depth_error(pair_) + height_.a().error() + height_.b().error();
        // −|a − b| is a lower bound of the signed depth for any two points a and b of the bodies.
        depth_.lower = std::max(depth_.lower, -pair_.longest(apart) - error);
        const double upper = pair_.support(n).height + depth_error(pair_);
        const Vec3 miss = apart - upper * n;
        if (!(upper <= depth_.upper + error && dot(miss, miss) <= 1e-20 * pair_.scale() * pair_.scale()))
            return false;
        depth_.upper = std::min(depth_.upper, upper);
        depth_.lower = std::min(depth_.lower, depth_.upper);
        depth_.normal = n;
        depth_.a = a;
        depth_.b = b;
        depth_.has_points = true;
        return true;
    }

    const BodyPair& pair_;
    const FeatureHeight& height_;
    CoreDepth& depth_;
};

}  // namespace

void refine_witness_points(const BodyPair& pair, CoreDepth& depth) {
    const std::optional<FeatureBody> a = FeatureBody::of_a(pair), b = FeatureBody::of_b(pair);
    if (!a || !b) return;
    const FeatureHeight height(*a, *b);
    // If the cores nearly touch, the direction is so imprecise that a larger height difference is tried too.
    WitnessSearch search(pair, height, depth);
    if (!search.run(1e-9 * pair.scale())) search.run(1e-6 * pair.scale());
}

}  // namespace allide::convex
