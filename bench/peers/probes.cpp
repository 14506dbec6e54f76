#include "peers/probes.hpp"

#include "peers/compare.hpp"
#include "support/setting.hpp"

#include <cmath>

#include <fmt/format.h>

namespace allide::bench {
namespace {

class OurModel final : public Prober {
  public:
    explicit OurModel(const Mesh& mesh) : model_(Model::build(mesh).value()) {}

    std::optional<Probed> first_hit(const Ray& ray) override {
        const auto hit = allide::first_hit(model_.at_rest(), ray);
        if (!hit) return std::nullopt;
        return Probed{hit->triangle, hit->t};
    }
    std::optional<Probed> nearest(const Vec3& point) override {
        const auto found = allide::nearest(model_.at_rest(), point);
        return Probed{found->triangle, found->distance};
    }

  private:
    Model model_;
};

// A random number generator of our own, so that all machines use the same queries.
class Numbers {
  public:
    double next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;  // from −1 to 1
    }
    Vec3 point(double size) {
        const double x = next(), y = next();
        return {size * x, size * y, size * next()};
    }

  private:
    std::uint64_t state_ = 7;
};

struct Queries {
    std::vector<Ray> rays;     // from points around the object towards random points near it
    std::vector<Vec3> points;  // points inside and around the object
};

Queries queries(std::size_t count) {
    Queries all;
    Numbers numbers;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = numbers.point(2), to = numbers.point(0.8);
        all.rays.push_back({from, {to.x - from.x, to.y - from.y, to.z - from.z}});
        all.points.push_back(numbers.point(1.2));
    }
    return all;
}

enum class QueryType { rays, points };

struct Answers {
    std::vector<std::optional<Probed>> found;
    double seconds = 0;
};

Answers run(Prober& prober, const Queries& queries, QueryType kind) {
    Answers answers;
    answers.found.resize(queries.rays.size());
    const double start = cpu_seconds();
    for (std::size_t i = 0; i < answers.found.size(); ++i)
        answers.found[i] =
            kind == QueryType::rays ? prober.first_hit(queries.rays[i]) : prober.nearest(queries.points[i]);
    answers.seconds = cpu_seconds() - start;
    return answers;
}

std::uint64_t hash_of(const Answers& answers) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < answers.found.size(); ++i)
        if (const auto& found = answers.found[i]) hash += mixed(i, found->triangle, 1);
    return hash;
}

// Compares t or the distance, but not the triangles: another triangle at the same place is as good an answer.
bool differ(const std::optional<Probed>& x, const std::optional<Probed>& y, double tolerance) {
    if (!x || !y) return x.has_value() != y.has_value();
    return std::abs(x->value - y->value) > tolerance * std::max(x->value, y->value);
}

struct ProbeComparison {
    std::string query, object, engine;
    std::size_t triangles = 0, queries = 0, different = 0;
    double ours = 0, theirs = 0, ratio = 0, first_ratio = 0;
    std::uint64_t our_hash = 0, their_hash = 0;
};

ProbeComparison compare_probes(Prober& ours, Prober& theirs, const Queries& queries, QueryType kind,
                               int rounds) {
    ProbeComparison result;
    std::vector<double> our_times, their_times, ratios;
    for (int round = 0; round < rounds; ++round) {
        const Answers theirs_now = run(theirs, queries, kind), ours_now = run(ours, queries, kind);
        our_times.push_back(ours_now.seconds);
        their_times.push_back(theirs_now.seconds);
        ratios.push_back(theirs_now.seconds / ours_now.seconds);
        if (round > 0) continue;
        result.our_hash = hash_of(ours_now);
        result.their_hash = hash_of(theirs_now);
        // Rays need a large tolerance, since Embree computes in float.
        const double tolerance = kind == QueryType::rays ? 1e-3 : 1e-9;
        for (std::size_t i = 0; i < ours_now.found.size(); ++i)
            result.different += differ(ours_now.found[i], theirs_now.found[i], tolerance) ? 1 : 0;
    }
    const auto n = static_cast<double>(queries.rays.size());
    result.queries = queries.rays.size();
    result.ours = median(our_times) / n;
    result.theirs = median(their_times) / n;
    result.ratio = median(ratios);
    result.first_ratio = ratios.front();
    return result;
}

struct ProbePeer {
    const char* query;
    const char* engine;
    QueryType kind;
    std::unique_ptr<Prober> (*build)(const Mesh&);
    double at_least;    // the goal: least geometric mean of the speed-ups over the engine
    std::size_t fewer;  // a slow engine answers 1/fewer of the queries
};

constexpr ProbePeer probe_peers[] = {
#ifdef ALLIDE_PEER_EMBREE
    {"first hit of a ray", "Embree", QueryType::rays, embree_scene, 1.0 / 3, 1},
#endif
#ifdef ALLIDE_PEER_CGAL
    {"nearest point", "CGAL", QueryType::points, cgal_closest, 1, 8},
#endif
    {nullptr, nullptr, QueryType::rays, nullptr, 0, 1}};

void add_row(Table& table, const ProbeComparison& m) {
    table.add({m.query, m.object, cell(std::uint64_t{m.triangles}), m.engine, cell(std::uint64_t{m.queries}),
               cell(1e9 * m.ours), cell(1e9 * m.theirs), cell(m.ratio), cell(m.first_ratio),
               fmt::format("{:016x}", m.our_hash), fmt::format("{:016x}", m.their_hash),
               cell(std::uint64_t{m.different})});
}

}  // namespace

void report_probes(Report& report, const Settings& settings, const std::vector<Pairing>& objects) {
    if (std::size(probe_peers) == 1) return;
    report.add_section("Rays and nearest points");
    report.add_paragraph(
        "Queries on one body: rays from random points of the cube of size 4 to random points of the cube of "
        "size 1.6 around it, and points of the cube of size 2.4. Embree uses a scene of high build quality "
        "and single rays (rtcIntersect1) in float; CGAL its AABB tree of doubles with "
        "accelerate_distance_queries. Both also return the triangle.");
    Table table{"probes",
                "Nanoseconds per query, the speed-up over the other engine, hashes of the triangles found "
                "(several may contain the same point), and the number of answers that differ by more than "
                "1e-3 (Embree) or 1e-9 (CGAL).",
                {"query", "object", "triangles", "engine", "queries", "allide ns", "engine ns", "times",
                 "first round", "answer of allide", "answer of engine", "different"}};
    const std::size_t count = settings.size == Size::quick ? 200 : 8000;
    const int rounds = settings.size == Size::full ? 15 : settings.size == Size::quick ? 1 : 7;
    for (const ProbePeer& peer : probe_peers) {
        if (peer.build == nullptr) continue;
        const Queries chosen = queries(count / peer.fewer);
        double sum = 0;
        for (const Pairing& object : objects) {
            if (settings.on_text) settings.on_text(fmt::format("{}, {} …\n", peer.query, object.object));
            OurModel ours(object.a);
            const auto theirs = peer.build(object.a);
            ProbeComparison result = compare_probes(ours, *theirs, chosen, peer.kind, rounds);
            result.query = peer.query;
            result.object = object.object;
            result.engine = peer.engine;
            result.triangles = object.a.triangles().size();
            sum += std::log(result.ratio);
            add_row(table, result);
        }
        const double mean = std::exp(sum / static_cast<double>(objects.size()));
        report.add_finding(
            mean >= peer.at_least,
            fmt::format("{}: at least {} of {}'s speed", peer.query, cell(peer.at_least), peer.engine),
            cell(mean));
    }
    report.add(std::move(table));
}

}  // namespace allide::bench
