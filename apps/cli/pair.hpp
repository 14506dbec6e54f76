// Options and steps shared by the verbs about two models: files, poses and choice of engine.
#pragma once

#include "reading.hpp"

#include <allide/model.hpp>
#include <allide/query.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace allide::cli {

// Values as given on the command line, not yet checked.
struct PairRequest {
    std::string file_a, file_b;
    std::optional<std::string> pose_a, pose_b, poses, volume, realign, builder;
    ReadingRequest reading;
    bool no_realign_cache = false, stats = false, json = false;
};

// The values of a PairRequest, parsed and checked.
struct PairTask {
    BuildOptions build;
    LoadOptions load;
    RealignCache realign_cache = RealignCache::on;
    Pose pose_a;
    std::vector<Pose> poses_b;
    bool numbered = false;  // true if the poses come from a file
};

// Adds an option whose value is stored as text in `target`.
CLI::Option* add_text(CLI::App& verb, const std::string& name, std::optional<std::string>& target,
                      const std::string& placeholder, const std::string& help);
// Adds A, B, --pose-a, --pose-b and the options for reading files. Returns the option --pose-b.
CLI::Option* add_two_models(CLI::App& verb, PairRequest& request);
// Adds the same, and --poses, --json and the options that choose the engine.
void add_pair_options(CLI::App& verb, PairRequest& request);
PairTask understand(const PairRequest& request);

Pose pose_or_identity(const std::optional<std::string>& text, std::string_view option);
// Loads A or B. A file without triangles is refused.
Model load_side(const std::string& file, const BuildOptions& build = {}, const LoadOptions& load = {});

// Two placed models; `pose_number` is the number, from 0, of B's pose in the --poses file, or empty.
struct PosedPair {
    const Mesh &mesh_a, &mesh_b;
    Placed a, b;
    std::optional<std::uint64_t> pose_number;
};
// Prints the answer for two placed models. Returns true if the exit code is to be 1: the models touch, or are
// within the length that was asked about.
using AnswerPose = std::function<bool(const PosedPair& pair)>;
// Loads the models and calls `answer` for each pose. Returns the exit code.
int answer_poses(const PairRequest& request, const PairTask& task, const AnswerPose& answer);

void print_answer(const std::string& text);

struct Timed {
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
};

}  // namespace allide::cli
