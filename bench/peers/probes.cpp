#include "peers/probes.hpp"

#include "peers/race.hpp"
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
        return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;  // in −1 … 1
    }
    Vec3 point(double size) {
        const double x = next(), y = next();
        return {size * x, size * y, size * next()};
    }

  private:
    std::uint64_t state_ = 7;
};

struct Questions {
    std::vector<Ray> rays;     // from around the object to random points near it
    std::vector<Vec3> points;  // inside and around the object
};

Questions questions(std::size_t count) {
    Questions all;
    Numbers numbers;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 from = numbers.point(2), to = numbers.point(0.8);
        all.rays.push_back({from, {to.x - from.x, to.y - from.y, to.z - from.z}});
        all.points.push_back(numbers.point(1.2));
    }
    return all;
}

enum class Kind { rays, points };

struct Answers {
    std::vector<std::optional<Probed>> found;
    double seconds = 0;
};

Answers ask(Prober& prober, const Questions& questions, Kind kind) {
    Answers answers;
    answers.found.resize(questions.rays.size());
    const double start = cpu_seconds();
    for (std::size_t i = 0; i < answers.found.size(); ++i)
        answers.found[i] =
            kind == Kind::rays ? prober.first_hit(questions.rays[i]) : prober.nearest(questions.points[i]);
    answers.seconds = cpu_seconds() - start;
    return answers;
}

std::uint64_t hash_of(const Answers& answers) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < answers.found.size(); ++i)
        if (const auto& found = answers.found[i]) hash += mixed(i, found->triangle, 1);
    return hash;
}

// Another triangle at the same place is an equally good answer.
bool differ(const std::optional<Probed>& x, const std::optional<Probed>& y, double tolerance) {
    if (!x || !y) return x.has_value() != y.has_value();
    return std::abs(x->value - y->value) > tolerance * std::max(x->value, y->value);
}

struct Match {
    std::string question, object, engine;
    std::size_t triangles = 0, questions = 0, different = 0;
    double ours = 0, theirs = 0, ratio = 0, first_ratio = 0;
    std::uint64_t our_hash = 0, their_hash = 0;
};

Match play(Prober& ours, Prober& theirs, const Questions& questions, Kind kind, int rounds) {
    Match match;
    std::vector<double> our_times, their_times, ratios;
    for (int round = 0; round < rounds; ++round) {
        const Answers theirs_now = ask(theirs, questions, kind), ours_now = ask(ours, questions, kind);
        our_times.push_back(ours_now.seconds);
        their_times.push_back(theirs_now.seconds);
        ratios.push_back(theirs_now.seconds / ours_now.seconds);
        if (round > 0) continue;
        match.our_hash = hash_of(ours_now);
        match.their_hash = hash_of(theirs_now);
        // Embree computes in float.
        const double tolerance = kind == Kind::rays ? 1e-3 : 1e-9;
        for (std::size_t i = 0; i < ours_now.found.size(); ++i)
            match.different += differ(ours_now.found[i], theirs_now.found[i], tolerance) ? 1 : 0;
    }
    const auto n = static_cast<double>(questions.rays.size());
    match.questions = questions.rays.size();
    match.ours = median(our_times) / n;
    match.theirs = median(their_times) / n;
    match.ratio = median(ratios);
    match.first_ratio = ratios.front();
    return match;
}

struct Contest {
    const char* question;
    const char* engine;
    Kind kind;
    std::unique_ptr<Prober> (*build)(const Mesh&);
    double at_least;    // the goal: speed-up over the engine, as a geometric mean
    std::size_t fewer;  // divides the number of queries, for a slow engine
};

constexpr Contest contests[] = {
#ifdef ALLIDE_PEER_EMBREE
    {"first hit of a ray", "Embree", Kind::rays, embree_scene, 1.0 / 3, 1},
#endif
#ifdef ALLIDE_PEER_CGAL
    {"nearest point", "CGAL", Kind::points, cgal_closest, 1, 8},
#endif
    {nullptr, nullptr, Kind::rays, nullptr, 0, 1}};

void add_row(Table& table, const Match& m) {
    table.add({m.question, m.object, cell(std::uint64_t{m.triangles}), m.engine,
               cell(std::uint64_t{m.questions}), cell(1e9 * m.ours), cell(1e9 * m.theirs), cell(m.ratio),
               cell(m.first_ratio), fmt::format("{:016x}", m.our_hash), fmt::format("{:016x}", m.their_hash),
               cell(std::uint64_t{m.different})});
}

}  // namespace

void report_probes(Report& report, const Settings& settings, const std::vector<Pairing>& objects) {
    if (std::size(contests) == 1) return;
    report.section("Rays and nearest points");
    report.say(
        "Of one body: rays from the cube of size 4 to the cube of size 1.6 about it, and points of the cube "
        "of "
        "size 2.4, in no order. Embree has its default scene of best quality and takes single rays "
        "(rtcIntersect1) in "
        "float; CGAL its AABB tree of doubles with accelerate_distance_queries. Both are asked for the "
        "triangle too.");
    Table table{
        "probes",
        "Nanoseconds a question, how many times as long the other engine takes, hashes of the triangles "
        "that were found (several may be at one place), and how many answers differ by more than 1e-3 "
        "(Embree) or 1e-9 (CGAL).",
        {"question", "object", "triangles", "engine", "questions", "allide ns", "engine ns", "times",
         "first round", "answer of allide", "answer of engine", "different"}};
    const std::size_t count = settings.size == Size::quick ? 200 : 8000;
    const int rounds = settings.size == Size::full ? 15 : settings.size == Size::quick ? 1 : 7;
    for (const Contest& contest : contests) {
        if (contest.build == nullptr) continue;
        const Questions asked = questions(count / contest.fewer);
        double sum = 0;
        for (const Pairing& object : objects) {
            if (settings.tell) settings.tell(fmt::format("{}, {} …\n", contest.question, object.object));
            OurModel ours(object.a);
            const auto theirs = contest.build(object.a);
            Match match = play(ours, *theirs, asked, contest.kind, rounds);
            match.question = contest.question;
            match.object = object.object;
            match.engine = contest.engine;
            match.triangles = object.a.triangles().size();
            sum += std::log(match.ratio);
            add_row(table, match);
        }
        const double mean = std::exp(sum / static_cast<double>(objects.size()));
        report.find(mean >= contest.at_least,
                    fmt::format("{}: at least {} of {}'s speed", contest.question, cell(contest.at_least),
                                contest.engine),
                    cell(mean));
    }
    report.add(std::move(table));
}

}  // namespace allide::bench
