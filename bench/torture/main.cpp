// bench_torture DIR: gives every engine the cases that `allide torture -o DIR` wrote, and prints how many it
// answers wrongly per class. Each case runs in a process of its own, since some engines crash or hang.
#include "torture/engine.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>

#include <sys/wait.h>
#include <unistd.h>

namespace allide::bench::torture {
namespace {

enum Verdict { right = 0, wrong = 1, not_asked = 2, failed = 3 };

constexpr unsigned most_seconds = 5;
constexpr double length_tolerance = 1e-6, time_tolerance = 1e-3;

template <typename Answer>
Verdict verdict(const std::optional<Answer>& found, const Answer& expected) {
    return !found ? not_asked : *found == expected ? right : wrong;
}

// A length may have a relative error of 1e-6 or be off by the smallest double; for contact (`upper` is 0) the
// answer must be 0 or less.
Verdict verdict_of_length(const std::optional<double>& found, double lower, double upper) {
    if (!found) return not_asked;
    if (upper == 0) return *found <= 0 ? right : wrong;
    const double slack = std::max(length_tolerance * upper, std::numeric_limits<double>::denorm_min());
    return *found > 0 && lower - slack <= *found && *found <= upper + slack ? right : wrong;
}

Verdict verdict_of_time(const std::optional<double>& found, const Json& answer) {
    if (!found) return not_asked;
    if (answer.at("outcome") == "clear") return *found > 1 ? right : wrong;
    return std::abs(*found - answer.at("t_lo").get<double>()) <= time_tolerance ? right : wrong;
}

Verdict ask(Engine& engine, const Json& one) {
    const std::string question = one.at("question");
    const Json &input = one.at("input"), &answer = one.at("answer");
    if (question == "touch")
        return verdict(engine.touch(input.at("a"), input.at("pose_a"), input.at("b"), input.at("pose_b")),
                       answer.at("touch").get<bool>());
    if (question == "overlap")
        return verdict(engine.overlap(body_of(input.at("a")), body_of(input.at("b"))),
                       answer.at("overlap").get<bool>());
    if (question == "depth")
        return verdict_of_length(engine.depth(body_of(input.at("a")), body_of(input.at("b"))),
                                 answer.at("depth"), answer.at("depth"));
    if (question == "body_distance")
        return verdict_of_length(engine.distance(body_of(input.at("a")), body_of(input.at("b"))),
                                 answer.at("distance"), answer.at("distance"));
    if (question == "distance")
        return verdict_of_length(engine.distance(mesh_of(input.at("a")), input.at("pose_a"),
                                                 mesh_of(input.at("b")), input.at("pose_b")),
                                 answer.at("lower"), answer.at("upper"));
    if (question == "first_contact")
        return verdict_of_time(engine.first_contact(mesh_of(input.at("a")), motion_of(input.at("motion")),
                                                    mesh_of(input.at("b"))),
                               answer);
    if (question == "contains")
        return verdict(engine.location(mesh_of(input.at("mesh")), input.at("point"), input.at("rule")),
                       answer.at("location").get<std::string>());
    return verdict(engine.overlap_solid(mesh_of(input.at("a")), mesh_of(input.at("b"))),
                   answer.at("overlap").get<std::string>());
}

// Asks the engine in a child process. A crash, an exception or a run of more than five seconds is a failure.
Verdict ask_in_process(Engine& engine, const Json& one) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        alarm(most_seconds);
        if (std::freopen("/dev/null", "w", stderr) == nullptr ||
            std::freopen("/dev/null", "w", stdout) == nullptr)
            _exit(failed);
        try {
            _exit(ask(engine, one));
        } catch (...) {
            _exit(failed);
        }
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return failed;
    return static_cast<Verdict>(WEXITSTATUS(status));
}

struct Score {
    int asked = 0, wrong_answers = 0, failures = 0;
};

std::string text_of(const Score& score) {
    if (score.asked == 0) return "–";
    std::string text =
        std::to_string(score.wrong_answers + score.failures) + " of " + std::to_string(score.asked);
    if (score.failures > 0) text += " (" + std::to_string(score.failures) + " without an answer)";
    return text;
}

std::vector<EnginePointer> all_engines() {
    std::vector<EnginePointer> engines;
    engines.push_back(make_allide());
#ifdef ALLIDE_TORTURE_FCL
    engines.push_back(make_fcl());
#endif
#ifdef ALLIDE_TORTURE_BULLET
    engines.push_back(make_bullet());
#endif
#ifdef ALLIDE_TORTURE_ODE
    engines.push_back(make_ode());
#endif
#ifdef ALLIDE_TORTURE_CGAL
    engines.push_back(make_cgal());
#endif
#ifdef ALLIDE_TORTURE_LIBCCD
    engines.push_back(make_libccd());
#endif
    return engines;
}

void print_row(const std::string& first, const std::vector<std::string>& cells) {
    std::printf("| %s |", first.c_str());
    for (const std::string& cell : cells) std::printf(" %s |", cell.c_str());
    std::printf("\n");
}

int run(const std::filesystem::path& folder, bool by_family) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    const std::vector<EnginePointer> engines = all_engines();
    std::map<std::string, std::vector<Score>> scores;
    for (const std::filesystem::path& file : files) {
        const Json one = Json::parse(std::ifstream(file));
        std::string row = one.at("class");
        if (by_family) row += ": " + one.at("family").get<std::string>();
        std::vector<Score>& of_row = scores.try_emplace(row, engines.size()).first->second;
        for (std::size_t i = 0; i < engines.size(); ++i) {
            const Verdict found = ask_in_process(*engines[i], one);
            of_row[i].asked += found != not_asked;
            of_row[i].wrong_answers += found == wrong;
            of_row[i].failures += found == failed;
        }
    }
    std::vector<std::string> names;
    for (const EnginePointer& engine : engines) names.emplace_back(engine->name());
    print_row(by_family ? "family" : "class", names);
    print_row("---", std::vector<std::string>(engines.size(), "---"));
    for (const auto& [row, of_row] : scores) {
        std::vector<std::string> cells;
        for (const Score& score : of_row) cells.push_back(text_of(score));
        print_row(row, cells);
    }
    return files.empty() ? 2 : 0;
}

}  // namespace
}  // namespace allide::bench::torture

int main(int count, char** words) {
    const bool by_family = count == 3 && std::string(words[2]) == "--families";
    if (count != 2 && !by_family) {
        std::fprintf(stderr, "usage: bench_torture DIR [--families]\n");
        return 2;
    }
    return allide::bench::torture::run(words[1], by_family);
}
