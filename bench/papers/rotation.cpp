#include "papers/rotation.hpp"

#include "support/stopwatch.hpp"

#include <numeric>

namespace allide::bench {
namespace {

RotationCurve counts_of(const Model& model, const RotationSetting& setting, const CollideOptions& options) {
    RotationCurve curve;
    for (int i = 0; i < setting.distances; ++i) {
        std::uint64_t touching = 0;
        QueryStats sum;
        for (int j = 0; j < setting.steps; ++j) {
            const FirstContact found =
                first_contact(model.at_rest(), model.at(pose_of(setting, i, j)), options);
            touching += found.witness ? 1 : 0;
            sum.volume_tests += found.stats.volume_tests;
            sum.mixed_tests += found.stats.mixed_tests;
            sum.triangle_tests += found.stats.triangle_tests;
        }
        const auto a_query = [&](std::uint64_t count) { return static_cast<double>(count) / setting.steps; };
        curve.distance.push_back(distance_of(setting, i));
        curve.touching.push_back(touching);
        curve.volume_tests.push_back(a_query(sum.volume_tests));
        curve.mixed_tests.push_back(a_query(sum.mixed_tests));
        curve.triangle_tests.push_back(a_query(sum.triangle_tests));
    }
    return curve;
}

}  // namespace

double RotationCurve::mean(const std::vector<double>& values) const {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double RotationCurve::mean_seconds() const {
    return mean(seconds);
}

double distance_of(const RotationSetting& setting, int i) {
    return 2.2 * (i + 0.5) / setting.distances;
}

Pose pose_of(const RotationSetting& setting, int distance, int step) {
    return Pose::rotation(setting.axis, degrees(360.0 * step / setting.steps))
        .translated({distance_of(setting, distance), 0, 0});
}

std::vector<RotationCurve> rotate(const std::vector<Model>& models, const RotationSetting& setting,
                                  const CollideOptions& options) {
    std::vector<RotationCurve> curves;
    for (const Model& model : models) curves.push_back(counts_of(model, setting, options));
    for (int i = 0; i < setting.distances; ++i) {
        std::vector<std::function<void()>> timed_queries;
        for (const Model& model : models)
            timed_queries.emplace_back([&model, &setting, &options, i] {
                for (int j = 0; j < setting.steps; ++j)
                    keep(collides(model.at_rest(), model.at(pose_of(setting, i, j)), options));
            });
        const auto medians = interleaved_medians(setting.rounds, timed_queries);
        for (std::size_t n = 0; n < models.size(); ++n)
            curves[n].seconds.push_back(medians[n] / setting.steps);
    }
    return curves;
}

ContactCounts count_all_contacts(const Model& model, const RotationSetting& setting, RealignCache cache) {
    ContactCounts result;
    for (int i = 0; i < setting.distances; ++i)
        for (int j = 0; j < setting.steps; ++j) {
            const Pose pose = pose_of(setting, i, j);
            const double start = cpu_now();
            const Contacts found = contacts(model.at_rest(), model.at(pose), {.realign_cache = cache});
            result.seconds += cpu_now() - start;
            result.contacts += found.size();
            ++result.queries;
            result.sum.volume_tests += found.stats.volume_tests;
            result.sum.mixed_tests += found.stats.mixed_tests;
            result.sum.triangle_tests += found.stats.triangle_tests;
            result.sum.realignments += found.stats.realignments;
            result.sum.multiplications += found.stats.multiplications;
        }
    return result;
}

}  // namespace allide::bench
