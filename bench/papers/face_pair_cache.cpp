// Paper 001, section 6: a cache of a single pair of triangles. Along a motion, the pair that was found to
// touch last is tested first.
#include "kernel/triangle/triangle_pair.hpp"
#include "papers/paper_001.hpp"
#include "papers/rotation.hpp"
#include "papers/stand_ins.hpp"
#include "support/stopwatch.hpp"

#include <fmt/format.h>

namespace allide::bench {
namespace {

struct Coherent {
    std::uint64_t queries = 0, touching = 0, hits = 0;
};

// Queries one full turn in equal steps. With the cache, no query is needed while the last pair still touches.
Coherent turn_once(const Model& model, double distance, int steps, bool cached) {
    Coherent result;
    std::optional<Contact> last;
    for (int j = 0; j < steps; ++j) {
        const Pose pose = Pose::rotation({0, 0, 1}, degrees(360.0 * j / steps)).translated({distance, 0, 0});
        ++result.queries;
        if (cached && last) {
            kernel::PairCounters counters;
            const kernel::PairTester tester(Pose::identity(), pose);
            if (tester.touch(model.mesh().corners(last->triangle_a), model.mesh().corners(last->triangle_b),
                             counters)) {
                ++result.hits;
                ++result.touching;
                continue;
            }
        }
        const FirstContact found = first_contact(model.at_rest(), model.at(pose));
        result.touching += found.witness ? 1 : 0;
        last = found.witness ? std::optional(found.witness->contact) : std::nullopt;
    }
    return result;
}

}  // namespace

void face_pair_cache(Report& report, const Settings& settings) {
    report.add_section("The face-pair cache");
    const int steps = settings.size == Size::quick ? 60 : 2000;
    Table table{
        .name = "face-pair-cache",
        .caption = fmt::format("One full rotation about z in {} steps with the centres 0.4 apart, first "
                               "contact: without a cache, and with the last contact tested first.",
                               steps),
        .columns = {"body", "engine", "touching", "answered by the cache", "cold, µs", "cached, µs",
                    "cold / cached"}};
    double least = 1e300;
    bool same = true;
    for (const StandIn& body : bodies_of_paper_001(settings))
        for (const Engine& e : {engine("kdop14", Realign::zachmann, Builder::midpoint), engine("obb")}) {
            const Model model = Model::build(body.mesh, e.options).value();
            const Coherent cold = turn_once(model, 0.4, steps, false),
                           cached = turn_once(model, 0.4, steps, true);
            const auto times =
                interleaved_medians(3, {[&] { keep(turn_once(model, 0.4, steps, false).touching); },
                                        [&] { keep(turn_once(model, 0.4, steps, true).touching); }});
            same = same && cold.touching == cached.touching;
            least = std::min(least, times[0] / times[1]);
            table.add({body.what, e.name, cell(cold.touching), cell(cached.hits),
                       cell(1e6 * times[0] / steps), cell(1e6 * times[1] / steps),
                       cell(times[0] / times[1])});
        }
    report.add(table);
    report.add_finding(
        same && least > 1, "the cache speeds up coherent motion and changes no answer",
        fmt::format("{} answers, at least {:.1f} times faster", same ? "the same" : "other", least));
}

}  // namespace allide::bench
