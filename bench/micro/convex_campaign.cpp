// Penetration depths, distances and verdicts of convex bodies of every pair of kinds at random and degenerate
// poses: counts wide bounds and wrong witness points, and measures processor time per query. Prints a line
// per pair of kinds, then the number of each pair of bodies that lacks a required property. Exits with 1 if
// there is such a pair.
//
//     bench_convex_campaign [N=200] [KIND [KIND]]     N pairs per pair of kinds and family
//     bench_convex_campaign KIND KIND FAMILY NUMBER   one pair in detail
#include "convex/depth/body_checks.hpp"
#include "support/stopwatch.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace allide;
using namespace allide::test;

constexpr double slow = 50;  // microseconds
constexpr std::size_t most_corners = 100;

struct Answer {
    BodyPenetration depth;
    BodyDistance gap;
    BodyVerdict verdict;
};
struct Times {
    double depth = 0, gap = 0, verdict = 0;
    double most() const { return std::max({depth, gap, verdict}); }
};

// Processor time of each query in microseconds. A slow one is repeated, since an interrupt counts too.
Times measure(const PlacedPair& pair, Answer& answer) {
    const PlacedBody a = pair.a.body.at(pose_of(pair.pose_a)), b = pair.b.body.at(pose_of(pair.pose_b));
    const auto least = [](const auto& query) {
        double best = 1e6 * bench::seconds_of(query);
        for (int round = 0; round < 4 && best > 0.5 * slow; ++round)
            best = std::min(best, 1e6 * bench::seconds_of(query));
        return best;
    };
    return {least([&] { answer.depth = penetration(a, b); }), least([&] { answer.gap = distance(a, b); }),
            least([&] { answer.verdict = overlap_solid(a, b).verdict; })};
}

struct Tally {
    std::uint64_t pairs = 0, wide = 0, points = 0, left = 0, other = 0, slow = 0;
    double longest = 0;
    std::vector<float> times;
    std::uint64_t hash = 14695981039346656037u;
};

class Campaign {
  public:
    explicit Campaign(std::uint64_t count) : count_(count) {}

    void run(Shape7 first, Shape7 second) {
        Tally tally;
        for (std::size_t f = 0; f < all_families.size(); ++f)
            for (std::uint64_t number = 0; number < count_; ++number) {
                add(tally, first, second, all_families[f], number);
                if (first != second) add(tally, second, first, all_families[f], number);
            }
        std::sort(tally.times.begin(), tally.times.end());
        std::printf("%-9s %-9s %9llu %6llu %6llu %6llu %6llu %8.2f %8.2f %8.1f %8llu   %016llx\n",
                    shape_names[static_cast<std::size_t>(first)],
                    shape_names[static_cast<std::size_t>(second)], number_of(tally.pairs),
                    number_of(tally.wide), number_of(tally.points), number_of(tally.left),
                    number_of(tally.other), static_cast<double>(tally.times[tally.times.size() / 2]),
                    static_cast<double>(tally.times[tally.times.size() * 999 / 1000]), tally.longest,
                    number_of(tally.slow), number_of(tally.hash));
        std::fflush(stdout);
        sum_.pairs += tally.pairs;
        sum_.wide += tally.wide;
        sum_.points += tally.points;
        sum_.left += tally.left;
        sum_.other += tally.other;
        sum_.slow += tally.slow;
    }

    bool finish() {
        std::sort(slowest_.rbegin(), slowest_.rend());
        for (std::size_t i = 0; i < std::min<std::size_t>(slowest_.size(), 50); ++i)
            std::printf("%s: %.0f us\n", slowest_[i].second.c_str(), slowest_[i].first);
        for (const std::string& line : missed_) std::printf("%s\n", line.c_str());
        std::printf(
            "%llu pairs: %llu with wide bounds, %llu with points off, %llu not free after the move, "
            "%llu otherwise; %llu slower than %.0f us\n",
            number_of(sum_.pairs), number_of(sum_.wide), number_of(sum_.points), number_of(sum_.left),
            number_of(sum_.other), number_of(sum_.slow), slow);
        std::printf("slow pairs per family:");
        for (const auto& [family, slow_pairs] : slow_in_)
            std::printf(" %s %llu;", family_names[static_cast<std::size_t>(family)], number_of(slow_pairs));
        std::printf("\n");
        return missed_.empty();
    }

  private:
    static std::string name_of(Shape7 first, Shape7 second, Family family, std::uint64_t number) {
        return std::string(shape_names[static_cast<std::size_t>(first)]) + " " +
               shape_names[static_cast<std::size_t>(second)] + " \"" +
               family_names[static_cast<std::size_t>(family)] + "\" " + std::to_string(number);
    }
    static unsigned long long number_of(std::uint64_t x) { return x; }

    void add(Tally& tally, Shape7 first, Shape7 second, Family family, std::uint64_t number) {
        const PlacedPair pair = numbered_pair(first, second, family, number, most_corners);
        Answer answer{};
        const double time = measure(pair, answer).most();
        ++tally.pairs;
        tally.times.push_back(static_cast<float>(time));
        tally.longest = std::max(tally.longest, time);
        if (time > slow) {
            ++tally.slow;
            ++slow_in_[family];
            slowest_.emplace_back(time, name_of(first, second, family, number));
        }
        for (const double value : {answer.depth.upper, answer.gap.value})
            tally.hash = (tally.hash ^ std::bit_cast<std::uint64_t>(value)) * 1099511628211u;
        const auto check = [&](bool holds, std::string_view property, double by) {
            if (holds) return;
            ++(property.find("gap") != property.npos     ? tally.wide
               : property.find("point") != property.npos ? tally.points
               : property.find("left") != property.npos  ? tally.left
                                                         : tally.other);
            char text[100];
            std::snprintf(text, sizeof text, ": %s by %.1e", std::string(property).c_str(), by);
            missed_.push_back(name_of(first, second, family, number) + text);
        };
        check_penetration(pair, check);
        check_distance(pair, check);
    }

    std::uint64_t count_;
    Tally sum_;
    std::map<Family, std::uint64_t> slow_in_;
    std::vector<std::string> missed_;
    std::vector<std::pair<double, std::string>> slowest_;
};

void show(Shape7 first, Shape7 second, Family family, std::uint64_t number) {
    const PlacedPair pair = numbered_pair(first, second, family, number, most_corners);
    const auto print = [](const char* name, const Sample& sample, const oracle::Matrix& m) {
        std::printf("%s: %s %.17g %.17g %.17g at", name, shape_names[static_cast<std::size_t>(sample.shape)],
                    sample.measure[0], sample.measure[1], sample.measure[2]);
        for (const double x : m) std::printf(" %.17g", x);
        std::printf("\n");
    };
    print("A", pair.a, pair.pose_a);
    print("B", pair.b, pair.pose_b);
    Answer answer{};
    const Times times = measure(pair, answer);
    const BodyPenetration& depth = answer.depth;
    std::printf("depth %.17g to %.17g, direction %.17g %.17g %.17g, %.2f us\n", depth.lower, depth.upper,
                depth.direction.x, depth.direction.y, depth.direction.z, times.depth);
    std::printf("distance %.17g to %.17g, %.2f us; verdict %d, %.2f us\n", answer.gap.lower, answer.gap.upper,
                times.gap, static_cast<int>(answer.verdict), times.verdict);
    const auto check = [](bool holds, const char* property, double by) {
        if (!holds) std::printf("missed: %s by %.1e\n", property, by);
    };
    check_penetration(pair, check);
    check_distance(pair, check);
}

template <std::size_t N>
std::size_t named(const std::array<const char*, N>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    std::fprintf(stderr, "bench_convex_campaign: no '%s'; known:", std::string(name).c_str());
    for (const char* known : names) std::fprintf(stderr, " \"%s\"", known);
    std::fprintf(stderr, "\n");
    std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
    const auto kind = [&](int i) { return all_shapes[named(shape_names, argv[i])]; };
    if (argc == 5) {
        show(kind(1), kind(2), all_families[named(family_names, argv[3])],
             std::strtoull(argv[4], nullptr, 10));
        return 0;
    }
    Campaign campaign(argc > 1 ? std::max(std::strtoull(argv[1], nullptr, 10), 1ull) : 200);
    std::printf("%-9s %-9s %9s %6s %6s %6s %6s %8s %8s %8s %8s   %s\n", "", "", "pairs", "wide", "points",
                "left", "other", "median", "99.9 %", "longest", "slow", "hash");
    for (std::size_t i = 0; i < all_shapes.size(); ++i)
        for (std::size_t k = i; k < all_shapes.size(); ++k) {
            if (argc > 2 && all_shapes[i] != kind(2) && all_shapes[k] != kind(2)) continue;
            if (argc > 3 && !((all_shapes[i] == kind(2) && all_shapes[k] == kind(3)) ||
                              (all_shapes[i] == kind(3) && all_shapes[k] == kind(2))))
                continue;
            campaign.run(all_shapes[i], all_shapes[k]);
        }
    return campaign.finish() ? 0 : 1;
}
