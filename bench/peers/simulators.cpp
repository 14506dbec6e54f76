#include "peers/simulators.hpp"

#include "peers/compare.hpp"
#include "support/setting.hpp"

#include <allide/extra/shapes.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace allide::bench {
namespace {

std::vector<Vec3> points_around(std::size_t count) {
    std::uint64_t state = 11;
    const auto next = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return 1.2 * (static_cast<double>(state >> 11) * 0x1p-52 - 1);
    };
    std::vector<Vec3> points(count);
    for (Vec3& p : points) p = {next(), next(), next()};
    return points;
}

int rounds_of(const Settings& settings) {
    return settings.size == Size::full ? 9 : settings.size == Size::quick ? 1 : 5;
}

#ifdef ALLIDE_PEER_CGAL
void report_signed_distances(Report& report, const Settings& settings, const std::vector<Pairing>& objects) {
    const std::size_t count = settings.size == Size::quick ? 2000 : 1'000'000;
    const std::size_t fewer = settings.size == Size::quick ? 10 : 200;
    report.add_paragraph(fmt::format(
        "Signed distances of {} random points of the cube of size 2.4 from closed bodies, as one batch on "
        "one thread. CGAL "
        "answers every {}th of them with its AABB tree of doubles (accelerate_distance_queries) and "
        "Side_of_triangle_mesh; both trees are built before. Times are per point.",
        count, fewer));
    Table table{
        "signed_distances",
        "Nanoseconds per point, the speed-up over CGAL, and the number of answers that differ by more "
        "than 1e-9 or in sign.",
        {"object", "triangles", "points", "allide ns", "CGAL ns", "times", "first round", "different",
         "answer of allide"}};
    const std::vector<Vec3> points = points_around(count);
    std::optional<double> of_armadillo;  // empty if the model is missing
    for (const Pairing& object : objects) {
        const auto parts = inspect(object.a);
        if (!std::all_of(parts.begin(), parts.end(), [](const PartInfo& p) { return p.closed; })) continue;
        if (settings.on_text) settings.on_text(fmt::format("signed distances, {} …\n", object.object));
        const Model model = Model::build(object.a).value();
        const auto theirs = cgal_side(object.a);
        static_cast<void>(theirs->signed_distance({0, 0, 0}));  // warm-up: the first call builds data
        std::vector<double> ours_ns, theirs_ns, ratios;
        std::size_t different = 0;
        std::uint64_t hash = 0;
        for (int round = 0; round < rounds_of(settings); ++round) {
            const double start = cpu_seconds();
            const auto found = signed_distances(model.at_rest(), points, InsideRule::odd, {.threads = 1});
            const double middle = cpu_seconds();
            std::vector<double> values;
            for (std::size_t i = 0; i < points.size(); i += fewer)
                values.push_back(theirs->signed_distance(points[i]));
            const double end = cpu_seconds();
            ours_ns.push_back(1e9 * (middle - start) / static_cast<double>(points.size()));
            theirs_ns.push_back(1e9 * (end - middle) / static_cast<double>(values.size()));
            ratios.push_back(theirs_ns.back() / ours_ns.back());
            if (round > 0) continue;
            for (std::size_t i = 0; i < values.size(); ++i)
                different += std::abs(values[i] - found[i * fewer]->value) > 1e-9 ? 1 : 0;
            for (const auto& one : found)
                hash = std::rotl(hash, 5) ^ std::bit_cast<std::uint64_t>(one->value);
        }
        if (object.object == "armadillo") of_armadillo = median(ratios);
        table.add({object.object, cell(std::uint64_t{object.a.triangles().size()}),
                   cell(std::uint64_t{count}), cell(median(ours_ns)), cell(median(theirs_ns)),
                   cell(median(ratios)), cell(ratios.front()), cell(std::uint64_t{different}),
                   fmt::format("{:016x}", hash)});
    }
    if (of_armadillo)
        report.add_finding(*of_armadillo >= 5, "signed distances: at least 5 times CGAL's speed on armadillo",
                           cell(*of_armadillo));
    report.add(std::move(table));
}
#endif

// Measures manifolds at all poses of the setting, relative to listing the contacts.
void report_manifolds(Report& report, const Settings& settings, const std::vector<Pairing>& objects) {
    report.add_paragraph(
        "Contact manifolds of two equal bodies at the poses of the benchmark setting, with four points per "
        "region, "
        "and the time of `contacts` for the same poses.");
    Table table{"manifolds",
                "Microseconds per pose, and their ratio.",
                {"object", "triangles", "contacts", "regions", "contacts µs", "manifolds µs", "ratio",
                 "first round"}};
    double sum = 0, most = 0;
    const auto poses = poses_of_setting();
    for (const Pairing& object : objects) {
        if (settings.on_text) settings.on_text(fmt::format("manifolds, {} …\n", object.object));
        const Model model = Model::build(object.a).value();
        std::vector<double> plain, whole, ratios;
        std::uint64_t pairs = 0, regions = 0;
        for (int round = 0; round < rounds_of(settings); ++round) {
            std::uint64_t found = 0, grouped = 0;
            double of_contacts = 0, of_manifolds = 0;
            for (std::size_t i = 0; i < poses.size(); i += settings.size == Size::quick ? 50 : 1) {
                const double start = cpu_seconds();
                found += contacts(model.at_rest(), model.at(poses[i])).size();
                const double middle = cpu_seconds();
                grouped += contact_manifolds(model.at_rest(), model.at(poses[i])).size();
                of_contacts += middle - start;
                of_manifolds += cpu_seconds() - middle;
            }
            plain.push_back(of_contacts);
            whole.push_back(of_manifolds);
            ratios.push_back(of_manifolds / of_contacts);
            pairs = found;
            regions = grouped;
        }
        const auto n = static_cast<double>(settings.size == Size::quick ? 8 : poses.size());
        sum += std::log(median(ratios));
        most = std::max(most, median(ratios));
        table.add({object.object, cell(std::uint64_t{object.a.triangles().size()}), cell(pairs),
                   cell(regions), cell(1e6 * median(plain) / n), cell(1e6 * median(whole) / n),
                   cell(median(ratios)), cell(ratios.front())});
    }
    const double mean = std::exp(sum / static_cast<double>(std::max<std::size_t>(objects.size(), 1)));
    report.add_finding(mean <= 1.5, "manifolds: at most 1.5 times the time of contacts, on average",
                       cell(mean));
    report.add(std::move(table));
}

void report_saved_models(Report& report, const Settings& settings) {
    report.add_paragraph(
        "Building a model from a mesh in memory, and loading the same model from a file in the "
        "system's page cache, with all checksums.");
    Table table{"saved_models",
                "Milliseconds, and how many times as fast loading is.",
                {"object", "triangles", "file MB", "build ms", "load ms", "times", "first round"}};
    const std::uint64_t triangles = settings.size == Size::quick ? 20'000 : 200'000;
    const auto file =
        std::filesystem::temp_directory_path() / fmt::format("allide_bench_{}.model", triangles);
    double least = HUGE_VAL;
    for (const GeneratedShape shape : {GeneratedShape::noisy_torus, GeneratedShape::sphere}) {
        const Mesh mesh = generate(shape, {.triangles = triangles, .seed = 3}).value();
        if (save_model(Model::build(mesh).value(), file)) return;
        std::vector<double> build, load, ratios;
        for (int round = 0; round < 3 * rounds_of(settings); ++round) {
            const double start = cpu_seconds();
            const Model built = Model::build(mesh).value();
            const double middle = cpu_seconds();
            const Model loaded = load_saved_model(file).value();
            const double end = cpu_seconds();
            build.push_back(middle - start);
            load.push_back(end - middle);
            ratios.push_back(build.back() / load.back());
        }
        least = std::min(least, median(ratios));
        table.add({std::string(name_of(shape)), cell(std::uint64_t{mesh.triangles().size()}),
                   cell(static_cast<double>(std::filesystem::file_size(file)) / 1e6),
                   cell(1e3 * median(build)), cell(1e3 * median(load)), cell(median(ratios)),
                   cell(ratios.front())});
    }
    std::filesystem::remove(file);
    report.add_finding(least >= 20, "saved models: load at least 20 times as fast as they build",
                       cell(least));
    report.add(std::move(table));
}

}  // namespace

void report_simulators(Report& report, const Settings& settings, const std::vector<Pairing>& all) {
    std::vector<Pairing> objects;
    std::copy_if(all.begin(), all.end(), std::back_inserter(objects),
                 [](const Pairing& pairing) { return pairing.of_the_setting; });
    report.add_section("Simulators and planners");
#ifdef ALLIDE_PEER_CGAL
    report_signed_distances(report, settings, objects);
#endif
    report_manifolds(report, settings, objects);
    report_saved_models(report, settings);
}

}  // namespace allide::bench
